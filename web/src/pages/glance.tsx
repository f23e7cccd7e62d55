import { useMemo } from "preact/hooks";
import type { PieceKind, Variant } from "../api/types.ts";
import { FAMILIES, type Family, familyOf } from "../game/families.ts";
import { goalWords } from "../game/goals.ts";
import type { PageProps } from "../state/address.ts";
import { loadVariant } from "../state/variants.ts";
import { t } from "../text/index.ts";
import { called } from "../text/sides.ts";
import { Diagram } from "../ui/diagram.tsx";
import { Directions, hasDirections } from "../ui/directions.tsx";
import { Glyph } from "../ui/glyph.tsx";
import { Icon } from "../ui/icon.tsx";
import { linesAlone, MovePicture } from "../ui/move-picture.tsx";
import { Absent, useAsked, useTitle } from "../ui/states.tsx";
import "../styles/glance.css";

/** How to read a game, on one page: its board, its directions, its pieces and what wins, made from the definition. */
export default function GlancePage({ params, query }: PageProps) {
  const [asked, retry] = useAsked(`glance ${params.variant} ${query}`, async () => {
    const variant = await loadVariant(params.variant ?? "", Object.fromEntries(query));
    return { variant, families: await familiesOf(variant) };
  });
  useTitle(asked.state === "here" ? t.glance.title(asked.value.variant.title) : undefined);
  if (asked.state !== "here") return <Absent asked={asked} retry={retry} />;
  return <Glance {...asked.value} />;
}

/** A piece with the side whose moves are shown: White's, or Black's of what White does not have. */
interface Kind {
  index: number;
  piece: PieceKind;
  color: "white" | "black";
}

type Families = Map<Family, Kind[]>;

function Glance({ variant, families }: { variant: Variant; families: Families }) {
  const { start } = variant;
  const chosen = new URLSearchParams(variant.chosen).toString();
  const query = chosen && `?${chosen}`;
  return (
    <article class="page glance" data-testid="glance">
      <header class="page-head">
        <p class="eyebrow">{t.glance.eyebrow}</p>
        <h1>{variant.title}</h1>
        {variant.summary && <p class="lede">{variant.summary}</p>}
        <p class="row no-print">
          <a class="btn primary" href={`/new/${variant.id}${query}`}>
            <Icon name="play" /> {t.rules.play}
          </a>
          <a class="btn" href={`/learn/${variant.id}`}>
            <Icon name="book" /> {t.rules.learn}
          </a>
          <a class="btn" href={`/rules/${variant.id}${query}`}>
            {t.game.allRules}
          </a>
          <button type="button" class="btn quiet" onClick={() => window.print()}>
            <Icon name="print" /> {t.rules.print}
          </button>
        </p>
      </header>
      <section class="glance-half" aria-labelledby="glance-board">
        <h2 id="glance-board">{t.glance.board}</h2>
        <Cells variant={variant} />
      </section>
      {hasDirections(variant) && (
        <section aria-labelledby="glance-directions">
          <h2 id="glance-directions">{t.glance.directions}</h2>
          <Directions variant={variant} />
        </section>
      )}
      <section aria-labelledby="glance-pieces">
        <h2 id="glance-pieces">{t.rules.pieces}</h2>
        <p class="legend-hint">{t.legend.hint}</p>
        <div class="families">
          {FAMILIES.map((family) => {
            const kinds = families.get(family);
            return (
              kinds && (
                <section key={family} data-testid="family" data-family={family}>
                  <h3>{t.glance.family[family].name}</h3>
                  <p class="soft small">{t.glance.family[family].text}</p>
                  <ul class="family">
                    {kinds.map((kind) => (
                      <Member key={`${kind.index} ${kind.color}`} variant={variant} {...kind} />
                    ))}
                  </ul>
                </section>
              )
            );
          })}
        </div>
      </section>
      <section class="glance-half glance-start" aria-labelledby="glance-start">
        <h2 id="glance-start">{t.rules.start}</h2>
        <figure class="glance-board">
          <Diagram variant={variant} position={start} label={t.rules.startPicture(variant.title)} named />
        </figure>
      </section>
      <section aria-labelledby="glance-goal">
        <h2 id="glance-goal">{t.goals.title}</h2>
        <ul class="rule-items">
          {goalWords(variant, start).map(({ text }) => (
            <li key={text}>{text}</li>
          ))}
          {variant.hands?.kind === "hand" && variant.hands.drops && <li>{t.glance.hands.hand}</li>}
          {variant.hands?.kind === "prison" && <li>{t.glance.hands.prison}</li>}
        </ul>
        {variant.extinctions.length > 0 && <Groups variant={variant} />}
      </section>
    </article>
  );
}

/** The board without pieces, and how one of its cells is called. */
function Cells({ variant }: { variant: Variant }) {
  const { board, start } = variant;
  const cell = useMemo(() => exampleOf(board), [board]);
  const at = board.cells[cell];
  if (!at) return null;
  const level = board.levels.find(({ z }) => z === at.z)?.name ?? "";
  const column = board.cells.flatMap(({ x, y }, index) => (x === at.x && y === at.y && index !== cell ? [index] : []));
  const empty = { ...start, pieces: [] };
  const [file = "", rank = ""] = [board.files[at.x], board.ranks[at.y]];
  return (
    <div class="glance-cells">
      <figure class="glance-board">
        <Diagram
          variant={variant}
          position={empty}
          label={t.glance.boardLabel(at.name)}
          named
          lit={cell}
          column={column}
        />
      </figure>
      <div class="glance-words">
        <p>{t.glance.size(board.cells.length, board.levels.length, board.files.length, board.ranks.length)}</p>
        <p class="glance-name" aria-hidden="true">
          {!board.flat && level && <span>{level}</span>}
          {at.name.slice(board.flat ? 0 : level.length)}
        </p>
        <p>{board.flat ? t.glance.flatName(at.name, file, rank) : t.glance.name(at.name, level, file, rank)}</p>
        {!board.flat && <p class="soft">{t.glance.column}</p>}
      </div>
    </div>
  );
}

/** A cell that is neither at an edge nor in the middle. */
function exampleOf({ cells, size }: Variant["board"]): number {
  const [x, y, z] = [0.65 * size[0], 0.35 * size[1], 0.35 * size[2]];
  const off = (cell: number) => {
    const at = cells[cell];
    return at ? Math.hypot(at.x - x, at.y - y, at.z - z) : Number.POSITIVE_INFINITY;
  };
  return cells.reduce((best, _, cell) => (off(cell) < off(best) ? cell : best), 0);
}

/** A piece with pictures of its moves. */
function Member({ variant, index, piece, color }: { variant: Variant } & Kind) {
  return (
    <li class="member" data-testid="glance-piece" data-symbol={piece.symbol}>
      <p class="legend-name">
        <Glyph piece={piece} color={piece.neutral ? "nobody" : color} />
        <strong>{piece.name[color]}</strong>
        <span class="symbol">{piece.symbol}</span>
        {color === "black" && <span class="tag">{called(variant, color)}</span>}
      </p>
      {!piece.neutral && <MovePicture variant={variant} piece={index} color={color} printed />}
    </li>
  );
}

/** What each side must keep. */
function Groups({ variant }: { variant: Variant }) {
  return (
    <ul class="groups">
      {variant.extinctions.map(({ name, members }) => {
        const there = variant.pieces.flatMap((piece, type) => (members.white.includes(type) ? [piece] : []));
        return (
          <li key={name}>
            <strong>{name}</strong>
            {there.map((piece) => (
              <span key={piece.symbol} class="group-member" title={piece.name.white}>
                <Glyph piece={piece} color="white" />
                {piece.name.white}
              </span>
            ))}
          </li>
        );
      })}
    </ul>
  );
}

/** The pieces by family, each in the order of the definition. */
async function familiesOf(variant: Variant): Promise<Families> {
  const families: Families = new Map();
  for (const [index, piece] of variant.pieces.entries()) {
    const color = piece.neutral || piece.moves.white.length > 0 ? "white" : "black";
    const found = piece.neutral ? null : await linesAlone(variant, index, color);
    const family = familyOf(variant.board, piece, ...(found ?? ([0, []] as const)));
    families.set(family, [...(families.get(family) ?? []), { index, piece, color }]);
  }
  return families;
}

import { useState } from "preact/hooks";
import { api, messageOf } from "../api/client.ts";
import type { Options, Variant } from "../api/types.ts";
import { bring } from "../game/import.ts";
import { isPgn, movesOf, type Tags, writePgn } from "../game/pgn.ts";
import type { GameRecord } from "../game/record.ts";
import { addressOf, navigate } from "../router.tsx";
import { t } from "../text/index.ts";
import { CopyButton } from "./copy.tsx";
import { Icon } from "./icon.tsx";
import { say } from "./toast.tsx";

/** The address of the analysis board with a position on it. */
export function analysisUrl(variant: string, options: Options, fen?: string, moves?: string[]): string {
  return `/analysis/${encodeURIComponent(variant)}${queryOf(options, fen, moves)}`;
}

function queryOf(options: Options, fen?: string, moves?: string[]): string {
  const query = new URLSearchParams(options);
  if (fen) query.set("fen", fen);
  if (moves && moves.length > 0) query.set("moves", moves.join(" "));
  const text = query.toString();
  return text ? `?${text}` : "";
}

/** Saves a file. */
export function saveFile(name: string, content: Blob): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 1000);
}

/** The same with a whole game, its comments and variations on it. */
export function recordUrl(variant: Variant, record: GameRecord): string {
  return `/analysis/${encodeURIComponent(variant.id)}${recordQuery(variant, record)}`;
}

/** What an address says of a whole game. */
export function recordQuery(variant: Variant, record: GameRecord): string {
  const { fen } = record.origin;
  const moves = movesOf(record);
  return queryOf(variant.chosen, fen === variant.start.fen ? undefined : fen, moves ? [moves] : []);
}

/** What PGN says of a game of which nothing but the moves is known. */
const UNKNOWN: Tags = { event: "?", site: "?", white: "?", black: "?", result: "*" };

interface Props {
  variant: Variant;
  fen: string;
  /** The game with its variations. */
  record: GameRecord;
  /** Who played it, where that is known. */
  tags?: Partial<Tags>;
  /** Only games that the server keeps have a text. */
  game?: string;
}

/** Copies, downloads and imports. */
export function FilesPanel({ variant, fen, record, tags, game }: Props) {
  const pgn = () => writePgn(variant, record, { ...UNKNOWN, ...tags });
  const save = (text: Promise<string>, ending: string) =>
    text.then(
      (content) => saveFile(`${[variant.id, game].filter(Boolean).join("-")}.${ending}`, new Blob([content])),
      (error) => say(messageOf(error), "bad"),
    );
  return (
    <div class="stack">
      <h2 class="panel-title">{t.files.title}</h2>
      <label class="field">
        <span>{t.files.fen}</span>
        <textarea
          class="mono small"
          rows={3}
          readOnly
          value={fen}
          data-testid="fen"
          onFocus={(e) => e.currentTarget.select()}
        />
      </label>
      <div class="row">
        <CopyButton label={t.files.copyFen} text={() => fen} testid="copy-fen" />
        <CopyButton
          label={t.files.copyLink}
          icon="link"
          testid="copy-link"
          text={() => addressOf(analysisUrl(variant.id, variant.chosen, fen))}
        />
        <CopyButton
          label={t.files.copyWhole}
          icon="link"
          testid="copy-whole"
          text={() => addressOf(recordUrl(variant, record))}
        />
        {variant.board.flat && (
          <>
            <CopyButton label={t.files.copyPgn} text={pgn} testid="copy-pgn" />
            <button type="button" class="btn" data-testid="download-pgn" onClick={() => save(pgn(), "pgn")}>
              <Icon name="download" /> {t.files.downloadPgn}
            </button>
          </>
        )}
        {game && (
          <>
            <CopyButton label={t.files.copyText} text={() => api.gameText(game)} testid="copy-game" />
            <button
              type="button"
              class="btn"
              data-testid="download-game"
              onClick={() => save(api.gameText(game), "txt")}
            >
              <Icon name="download" /> {t.files.download}
            </button>
          </>
        )}
      </div>
      <ImportForm variant={variant} />
    </div>
  );
}

/** Opens a FEN or a game's text on the analysis board. */
export function ImportForm({ variant }: { variant?: Variant }) {
  const [problem, setProblem] = useState("");
  const [text, setText] = useState("");
  const open = async (event: SubmitEvent) => {
    event.preventDefault();
    setProblem("");
    const given = text.trim();
    try {
      if (isPgn(given)) {
        const brought = await bring(given);
        navigate(analysisUrl(brought.variant.id, brought.variant.chosen, brought.fen, [brought.moves]));
        return;
      }
      if (variant && !given.includes("[") && !given.includes("\n")) {
        await api.position({ variant: variant.id, options: variant.chosen, fen: given });
        navigate(analysisUrl(variant.id, variant.chosen, given));
      } else {
        const game = await api.importText(given);
        navigate(analysisUrl(game.variant, game.options, game.fen, game.moves));
      }
    } catch (error) {
      setProblem(messageOf(error));
    }
  };
  return (
    <form class="stack" onSubmit={open} data-testid="import">
      <h2 class="panel-title">{t.files.importTitle}</h2>
      <label class="field">
        <span>{t.files.importLabel}</span>
        <textarea
          class="mono small"
          rows={4}
          required
          spellcheck={false}
          value={text}
          data-testid="import-text"
          onInput={(event) => setText(event.currentTarget.value)}
        />
      </label>
      {problem && (
        <p class="problem" role="alert" data-testid="import-error">
          {problem}
        </p>
      )}
      <button type="submit" class="btn" data-testid="import-go">
        <Icon name="upload" /> {t.files.importGo}
      </button>
    </form>
  );
}

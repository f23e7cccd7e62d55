import { signal } from "@preact/signals";
import { useMemo, useState } from "preact/hooks";
import { api, messageOf } from "../api/client.ts";
import type { Options, Variant } from "../api/types.ts";
import { type Brought, bring, gamesToChoose } from "../game/import.ts";
import type { LeftOut } from "../game/left-out.ts";
import { movesOf, type Told, writePgn } from "../game/pgn.ts";
import type { GameRecord } from "../game/record.ts";
import { losesMoves, type Skipped } from "../game/skipped.ts";
import { writeTags } from "../game/tags.ts";
import { addressOf, navigate } from "../state/address.ts";
import { t } from "../text/index.ts";
import { CopyButton } from "./copy.tsx";
import { Icon } from "./icon.tsx";
import { LeftOutList } from "./left-out.tsx";
import { ToStudy } from "./studies/to-study.tsx";
import { say } from "./toast.tsx";

/** The address of the analysis board with a position on it. */
export function analysisUrl(
  variant: string,
  options: Options,
  fen?: string,
  moves?: readonly string[],
  tags?: string,
): string {
  return `/analysis/${encodeURIComponent(variant)}${queryOf(options, fen, moves, tags)}`;
}

function queryOf(options: Options, fen?: string, moves?: readonly string[], tags?: string): string {
  const query = new URLSearchParams(options);
  if (fen) query.set("fen", fen);
  if (moves && moves.length > 0) query.set("moves", moves.join(" "));
  if (tags) query.set("tags", tags);
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
  const start = fen === variant.start.fen ? undefined : fen;
  return queryOf(variant.chosen, start, moves ? [moves] : [], writeTags(record.tags));
}

interface Props {
  variant: Variant;
  fen: string;
  /** The game with its variations. */
  record: GameRecord;
  /** Who played it and how it ended, where the record does not say so. */
  told?: Told;
  /** Only games that the server keeps have a text. */
  game?: string;
}

/** Copies, downloads and imports. */
export function FilesPanel({ variant, fen, record, told, game }: Props) {
  const pgn = () => writePgn(variant, record, told);
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
        <CopyButton label={t.files.copyPgn} text={pgn} testid="copy-pgn" />
        <button type="button" class="btn" data-testid="download-pgn" onClick={() => save(pgn(), "pgn")}>
          <Icon name="download" /> {t.files.downloadPgn}
        </button>
        <ToStudy variant={variant} record={record} />
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

/** What was skipped of the text that a page was opened with, and the address of that page. */
const report = signal<{ address: string; skipped: readonly Skipped[] } | null>(null);

/** The address of the page whose report was closed. */
const closed = signal("");

function go({ variant, options, fen, moves, tags, skipped }: Brought): void {
  const address = analysisUrl(variant, options, fen, moves, tags);
  report.value = skipped.length > 0 ? { address, skipped } : null;
  closed.value = "";
  navigate(address);
}

/** Reports what was skipped of the text that a page was opened with, and what was left out of its position. */
export function ImportReport({ address, leftOut }: { address: string; leftOut: readonly LeftOut[] }) {
  const skipped = report.value?.address === address ? report.value.skipped : [];
  if (closed.value === address || skipped.length + leftOut.length === 0) return null;
  return (
    <div class="notice import-report" role="status" data-testid="import-report">
      {skipped.length > 0 && <SkippedList skipped={skipped} />}
      {leftOut.length > 0 && <LeftOutList leftOut={leftOut} />}
      <button
        type="button"
        class="btn small"
        data-testid="import-report-close"
        onClick={() => {
          closed.value = address;
        }}
      >
        {t.files.understood}
      </button>
    </div>
  );
}

/** This many lines are shown of what was skipped. */
const SHOWN = 8;

function SkippedList({ skipped }: { skipped: readonly Skipped[] }) {
  return (
    <>
      <p>{losesMoves(skipped) ? t.files.movesLost : t.files.skippedTitle}</p>
      <ul class="small skipped">
        {skipped.slice(0, SHOWN).map((each) => (
          <li key={`${each.line} ${each.what} ${each.text}`}>
            {t.files.skippedAt(each.line, t.files.skippedWhat[each.what](each.text))}
          </li>
        ))}
        {skipped.length > SHOWN && <li>{t.files.skippedMore(skipped.length - SHOWN)}</li>}
      </ul>
    </>
  );
}

interface ImportProps {
  variant?: Variant;
  /** What is in the field at first. */
  initial?: string;
  /** Called when what was read is on the board. */
  done?: () => void;
}

/** Opens a FEN, a PGN, moves or the text of a game on the analysis board. */
export function ImportForm({ variant, initial = "", done }: ImportProps) {
  const [problem, setProblem] = useState("");
  const [text, setText] = useState(initial);
  const games = useMemo(() => gamesToChoose(text), [text]);
  const [which, setWhich] = useState(0);
  /** What could be read of a game that has moves which could not. */
  const [partly, setPartly] = useState<Brought | null>(null);
  const show = (brought: Brought): void => {
    go(brought);
    done?.();
  };
  const open = async (event: SubmitEvent) => {
    event.preventDefault();
    setProblem("");
    setPartly(null);
    try {
      const brought = await bring(text, variant, which);
      if (losesMoves(brought.skipped)) setPartly(brought);
      else show(brought);
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
          onInput={(event) => {
            setText(event.currentTarget.value);
            setWhich(0);
            setPartly(null);
          }}
        />
      </label>
      {games.length > 0 && (
        <label class="field">
          <span>{t.files.which(games.length)}</span>
          <select
            class="select"
            value={which}
            data-testid="import-which"
            onChange={(event) => {
              setWhich(Number(event.currentTarget.value));
              setPartly(null);
            }}
          >
            {games.map((words, k) => (
              <option key={words} value={k}>
                {words}
              </option>
            ))}
          </select>
        </label>
      )}
      {problem && (
        <p class="problem" role="alert" data-testid="import-error">
          {problem}
        </p>
      )}
      {partly && (
        <div class="problem" role="alert" data-testid="import-error">
          <SkippedList skipped={partly.skipped} />
          <button type="button" class="btn small" data-testid="import-partly" onClick={() => show(partly)}>
            {t.files.openPartly}
          </button>
        </div>
      )}
      <button type="submit" class="btn" data-testid="import-go">
        <Icon name="upload" /> {t.files.importGo}
      </button>
    </form>
  );
}

import { useState } from "preact/hooks";
import { api, messageOf } from "../api/client.ts";
import type { Options, Variant } from "../api/types.ts";
import { isPgn } from "../game/pgn.ts";
import { addressOf, navigate } from "../router.tsx";
import { t } from "../text/index.ts";
import { CopyButton } from "./copy.tsx";
import { Icon } from "./icon.tsx";
import { say } from "./toast.tsx";

/** The address of the analysis board with a position on it. */
export function analysisUrl(variant: string, options: Options, fen?: string, moves?: string[]): string {
  const query = new URLSearchParams(options);
  if (fen) query.set("fen", fen);
  if (moves && moves.length > 0) query.set("moves", moves.join(" "));
  const text = query.toString();
  return `/analysis/${encodeURIComponent(variant)}${text ? `?${text}` : ""}`;
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

interface Props {
  variant: Variant;
  fen: string;
  /** Only games that the server keeps have a text. */
  game?: string;
}

/** Copies, downloads and imports. */
export function FilesPanel({ variant, fen, game }: Props) {
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
        {game && (
          <>
            <CopyButton label={t.files.copyText} text={() => api.gameText(game)} testid="copy-game" />
            <button
              type="button"
              class="btn"
              data-testid="download-game"
              onClick={() => {
                api.gameText(game).then(
                  (text) => saveFile(`${variant.id}-${game}.txt`, new Blob([text], { type: "text/plain" })),
                  (error) => say(messageOf(error), "bad"),
                );
              }}
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
    if (isPgn(given)) {
      setProblem(t.files.pgn);
      return;
    }
    try {
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

import type { Board } from "@spielraum/board";
import { useEffect, useState } from "preact/hooks";
import { serverless } from "../api/server.ts";
import type { Variant } from "../api/types.ts";
import type { GameRecord } from "../game/record.ts";
import { addressOf } from "../state/address.ts";
import { t } from "../text/index.ts";
import { CopyButton, copyText } from "./copy.tsx";
import { Dialog } from "./dialog.tsx";
import { analysisUrl, recordQuery, saveFile } from "./files.tsx";
import { filmOf, scoreOf } from "./film.ts";
import { Icon } from "./icon.tsx";
import { say } from "./toast.tsx";
import { IconButton } from "./toggle.tsx";

interface Props {
  variant: Variant;
  board: Board | null;
  fen: string;
  record: GameRecord;
  /** The game that is played, if it is one. */
  game?: string;
}

/** What another site writes into a page of its own to show the board there. */
export function frameText(address: string, title: string): string {
  const escaped = (text: string) => text.replace(/&/g, "&amp;").replace(/"/g, "&quot;").replace(/</g, "&lt;");
  return `<iframe src="${escaped(address)}" title="${escaped(title)}" width="640" height="560" style="border: 0; max-width: 100%" loading="lazy"></iframe>`;
}

/** A button that opens a window with a picture of the board. */
export function ShareButton(props: Props) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <IconButton icon="camera" label={t.share.open} testid="share" onClick={() => setOpen(true)} />
      {open && props.board && <Share {...props} board={props.board} close={() => setOpen(false)} />}
    </>
  );
}

/** Hands a file to whatever this device shares with, or saves it. */
async function give(file: File): Promise<void> {
  const data = { files: [file], title: t.name };
  if (!navigator.canShare?.(data)) {
    saveFile(file.name, file);
    return;
  }
  // Closing the device's window shares nothing.
  await navigator.share(data).catch(() => undefined);
}

function Share({ variant, board, fen, record, game, close }: Props & { board: Board; close: () => void }) {
  const [picture, setPicture] = useState<{ file: File; url: string } | null>(null);
  const [filmed, setFilmed] = useState<number | null>(null);
  const [played, setPlayed] = useState<number | null>(null);
  useEffect(() => {
    let url = "";
    const left = [variant.title, scoreOf(board.state.position)].filter(Boolean).join(" · ");
    board.picture({ left, right: t.name }).then(
      (blob) => {
        url = URL.createObjectURL(blob);
        setPicture({ file: new File([blob], `${variant.id}.png`, { type: blob.type }), url });
      },
      () => say(t.share.failed, "bad"),
    );
    return () => URL.revokeObjectURL(url);
  }, [board]);
  const film = async () => {
    setFilmed(0);
    const blob = await board.turntable(setFilmed).catch(() => null);
    setFilmed(null);
    if (!blob) {
      say(t.share.failed, "bad");
      return;
    }
    const ending = blob.type === "video/mp4" ? "mp4" : "webm";
    await give(new File([blob], `${variant.id}.${ending}`, { type: blob.type }));
  };
  const play = async () => {
    setPlayed(0);
    try {
      const gif = await filmOf(variant, record, board, setPlayed);
      await give(new File([gif], `${variant.id}.gif`, { type: gif.type }));
    } catch {
      say(t.share.failed, "bad");
    }
    setPlayed(null);
  };
  const link = addressOf(analysisUrl(variant.id, variant.chosen, fen));
  // Games of this machine can be seen nowhere else, but their moves can.
  const shown =
    game && !serverless ? `/embed/game/${game}` : `/embed/position/${variant.id}${recordQuery(variant, record)}`;
  const frame = frameText(addressOf(shown), variant.title);
  return (
    <Dialog title={t.share.title} close={close} testid="share-dialog">
      {picture ? (
        <img class="share-picture" src={picture.url} alt={t.share.picture(variant.title)} data-testid="share-picture" />
      ) : (
        <div class="share-picture skeleton" />
      )}
      <div class="row">
        <button
          type="button"
          class="btn primary"
          disabled={!picture}
          data-testid="share-save"
          onClick={() => picture && give(picture.file)}
        >
          <Icon name="download" /> {t.share.save}
        </button>
        {board.turns && (
          <button type="button" class="btn" disabled={filmed !== null} data-testid="share-film" onClick={film}>
            <Icon name="turn" /> {filmed === null ? t.share.film : t.share.filming(Math.round(filmed * 100))}
          </button>
        )}
        {record.tree.root.children.length > 0 && (
          <button type="button" class="btn" disabled={played !== null} data-testid="share-gif" onClick={play}>
            <Icon name="play" /> {played === null ? t.share.gif : t.share.filming(Math.round(played * 100))}
          </button>
        )}
        <button type="button" class="btn" data-testid="share-copy" onClick={() => copyText(link)}>
          <Icon name="link" /> {t.files.copyLink}
        </button>
      </div>
      <details class="group">
        <summary data-testid="share-embed">{t.share.embed}</summary>
        <div class="stack">
          <p class="soft">{t.share.embedText}</p>
          <label class="field">
            <span>{t.share.embedLabel}</span>
            <textarea
              class="mono small"
              rows={4}
              readOnly
              value={frame}
              data-testid="share-frame"
              onFocus={(event) => event.currentTarget.select()}
            />
          </label>
          <div class="row">
            <CopyButton label={t.share.copyEmbed} text={() => frame} testid="share-frame-copy" />
            <a class="btn quiet" href={shown} target="_blank" rel="noopener">
              {t.share.tryEmbed}
            </a>
          </div>
        </div>
      </details>
    </Dialog>
  );
}

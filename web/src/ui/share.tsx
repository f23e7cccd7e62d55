import { useEffect, useState } from "preact/hooks";
import type { Variant } from "../api/types.ts";
import type { Board } from "../board/index.ts";
import { addressOf } from "../router.tsx";
import { t } from "../text/index.ts";
import { copyText } from "./copy.tsx";
import { Dialog } from "./dialog.tsx";
import { analysisUrl, saveFile } from "./files.tsx";
import { Icon } from "./icon.tsx";
import { say } from "./toast.tsx";
import { IconButton } from "./toggle.tsx";

interface Props {
  variant: Variant;
  board: Board | null;
  fen: string;
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
  // Who closes the device's window shares nothing.
  await navigator.share(data).catch(() => undefined);
}

function Share({ variant, board, fen, close }: Props & { board: Board; close: () => void }) {
  const [picture, setPicture] = useState<{ file: File; url: string } | null>(null);
  const [filmed, setFilmed] = useState<number | null>(null);
  useEffect(() => {
    let url = "";
    board.picture({ left: variant.title, right: t.name }).then(
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
  const link = addressOf(analysisUrl(variant.id, variant.chosen, fen));
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
        <button type="button" class="btn" data-testid="share-copy" onClick={() => copyText(link)}>
          <Icon name="link" /> {t.files.copyLink}
        </button>
      </div>
    </Dialog>
  );
}

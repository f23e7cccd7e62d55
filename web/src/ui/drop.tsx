import { useEffect, useState } from "preact/hooks";
import { t } from "../text/index.ts";
import { Dialog } from "./dialog.tsx";
import { say } from "./toast.tsx";

/** Larger files than this are no games, bytes. */
const MOST = 8_000_000;

const hasFile = ({ dataTransfer }: DragEvent): boolean => dataTransfer?.types.includes("Files") ?? false;

/** Takes a file with games or positions that is dropped anywhere on the page. */
export function FileDrop() {
  const [over, setOver] = useState(false);
  const [dropped, setDropped] = useState<{ text: string; Form: typeof import("./files.tsx").ImportForm } | null>(null);
  useEffect(() => {
    const drag = (event: DragEvent) => {
      if (!hasFile(event) || event.defaultPrevented) return;
      event.preventDefault();
      setOver(true);
    };
    const leave = (event: DragEvent) => {
      if (event.relatedTarget === null) setOver(false);
    };
    const drop = (event: DragEvent) => {
      setOver(false);
      const file = event.dataTransfer?.files[0];
      if (!file || event.defaultPrevented) return;
      event.preventDefault();
      if (file.size > MOST) {
        say(t.files.tooLarge(file.name), "bad");
        return;
      }
      Promise.all([file.text(), import("./files.tsx")]).then(
        ([text, { ImportForm }]) => setDropped({ text, Form: ImportForm }),
        () => say(t.files.unread(file.name), "bad"),
      );
    };
    const stop = new AbortController();
    const options = { signal: stop.signal };
    document.addEventListener("dragover", drag, options);
    document.addEventListener("dragleave", leave, options);
    document.addEventListener("drop", drop, options);
    return () => stop.abort();
  }, []);
  return (
    <>
      {over && (
        <div class="drop-here" aria-hidden="true">
          {t.files.drop}
        </div>
      )}
      {dropped && (
        <Dialog title={t.files.importTitle} close={() => setDropped(null)} testid="dropped">
          <dropped.Form initial={dropped.text} done={() => setDropped(null)} />
        </Dialog>
      )}
    </>
  );
}

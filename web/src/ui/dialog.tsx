import type { ComponentChildren } from "preact";
import { useEffect, useId, useRef } from "preact/hooks";
import { t } from "../text/index.ts";
import { Icon } from "./icon.tsx";

interface Props {
  title: string;
  close: () => void;
  children: ComponentChildren;
  testid?: string;
}

/** A window over the page that keeps the keyboard to itself until it is closed. */
export function Dialog({ title, close, children, testid }: Props) {
  const element = useRef<HTMLDialogElement>(null);
  const heading = useId();
  useEffect(() => {
    element.current?.showModal();
  }, []);
  return (
    <dialog
      ref={element}
      class="dialog"
      aria-labelledby={heading}
      data-testid={testid}
      onClose={close}
      onClick={(event) => {
        if (event.target === element.current) close();
      }}
      onKeyDown={(event) => event.stopPropagation()}
    >
      <div class="dialog-inner">
        <header class="dialog-head">
          <h2 id={heading}>{title}</h2>
          <button type="button" class="btn icon-only quiet" aria-label={t.close} onClick={close}>
            <Icon name="close" />
          </button>
        </header>
        {children}
      </div>
    </dialog>
  );
}

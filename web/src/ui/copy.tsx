import { t } from "../text/index.ts";
import { Icon, type IconName } from "./icon.tsx";
import { say } from "./toast.tsx";

/** Copies a text and says so. */
export async function copyText(text: string, done: string = t.copied): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    say(done);
  } catch {
    say(t.copyFailed, "bad");
  }
}

interface Props {
  text: () => string | Promise<string>;
  label: string;
  icon?: IconName;
  testid?: string;
}

export function CopyButton({ text, label, icon = "copy", testid }: Props) {
  return (
    <button
      type="button"
      class="btn"
      data-testid={testid}
      onClick={async () => {
        await copyText(await text());
      }}
    >
      <Icon name={icon} /> {label}
    </button>
  );
}

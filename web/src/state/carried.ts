/** What this browser keeps, as a file that another browser can take over. */

const START = "spielraum.";

/** The format of the file; one that says otherwise is refused. */
const FORMAT = "spielraum-browser-1";

/** Everything that this browser keeps: settings, progress and, without a server, games. */
export function writeCarried(storage: Storage = localStorage): string {
  const keys = Object.keys(storage).filter((key) => key.startsWith(START));
  const kept = Object.fromEntries(keys.sort().map((key) => [key.slice(START.length), storage.getItem(key)]));
  return `${JSON.stringify({ format: FORMAT, kept }, null, 2)}\n`;
}

/**
 * Takes over what such a file holds, beside what is here. Says whether that could be done: the text is such a file, and there is
 * room for it. A value that no longer fits is passed over when it is read.
 */
export function readCarried(text: string, storage: Storage = localStorage): boolean {
  let file: unknown;
  try {
    file = JSON.parse(text);
  } catch {
    return false;
  }
  if (!isRecord(file) || file.format !== FORMAT || !isRecord(file.kept)) return false;
  try {
    for (const [name, value] of Object.entries(file.kept)) {
      if (typeof value === "string") storage.setItem(START + name, value);
    }
    return true;
  } catch {
    return false;
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** A piece of running text. */
export type Inline =
  | { kind: "text"; text: string }
  | { kind: "code"; text: string }
  | { kind: "strong" | "em"; parts: Inline[] }
  | { kind: "link"; href: string; parts: Inline[] };

/** A part of a page. */
export type Block =
  | { kind: "heading"; level: number; id: string; parts: Inline[] }
  | { kind: "paragraph"; parts: Inline[] }
  | { kind: "code"; language: string; text: string }
  | { kind: "list"; ordered: boolean; items: Inline[][] }
  | { kind: "table"; head: Inline[][]; rows: Inline[][][] };

/** The anchor of a heading, as code hosts make it. */
export function slug(text: string): string {
  return text
    .toLowerCase()
    .replace(/`/g, "")
    .replace(/[^\p{L}\p{N} -]/gu, "")
    .trim()
    .replaceAll(" ", "-");
}

const INLINE = /(`+)(.+?)\1|\*\*(.+?)\*\*|\*(.+?)\*|\[((?:[^\]`]|`[^`]*`)+)\]\(([^)\s]+)\)/s;

/** Reads code, emphasis and links out of a running text. */
export function inline(text: string): Inline[] {
  const parts: Inline[] = [];
  let rest = text;
  while (rest) {
    const found = INLINE.exec(rest);
    if (!found) {
      parts.push({ kind: "text", text: rest });
      break;
    }
    if (found.index > 0) parts.push({ kind: "text", text: rest.slice(0, found.index) });
    const [whole, , code, strong, em, label, href] = found;
    if (code !== undefined) parts.push({ kind: "code", text: code.trim() });
    else if (strong !== undefined) parts.push({ kind: "strong", parts: inline(strong) });
    else if (em !== undefined) parts.push({ kind: "em", parts: inline(em) });
    else if (label !== undefined && href !== undefined) parts.push({ kind: "link", href, parts: inline(label) });
    rest = rest.slice(found.index + whole.length);
  }
  return parts;
}

function cellsOf(row: string): Inline[][] {
  return row
    .trim()
    .replace(/^\||\|$/g, "")
    .split(/(?<!\\)\|/)
    .map((cell) => inline(cell.trim().replaceAll("\\|", "|")));
}

const ITEM = /^\s*(?:[-*]|\d+\.)\s+/;

/** Reads the part of Markdown that our pages are written in: headings, paragraphs, lists, tables and fenced code. */
export function markdown(text: string): Block[] {
  const lines = text.split("\n");
  const blocks: Block[] = [];
  let at = 0;
  const take = (fits: (line: string) => boolean): string[] => {
    const taken: string[] = [];
    while (at < lines.length && fits(lines[at] as string)) taken.push(lines[at++] as string);
    return taken;
  };
  while (at < lines.length) {
    const line = lines[at] as string;
    const heading = /^(#{1,6})\s+(.*)$/.exec(line);
    const fence = /^```\s*(\S*)/.exec(line);
    if (!line.trim()) {
      at += 1;
    } else if (fence) {
      at += 1;
      const code = take((next) => !next.startsWith("```"));
      at += 1;
      blocks.push({ kind: "code", language: fence[1] ?? "", text: code.join("\n") });
    } else if (heading) {
      at += 1;
      const words = heading[2] ?? "";
      blocks.push({ kind: "heading", level: heading[1]?.length ?? 1, id: slug(words), parts: inline(words) });
    } else if (line.startsWith("|")) {
      const [head, , ...rows] = take((next) => next.startsWith("|"));
      blocks.push({ kind: "table", head: cellsOf(head ?? ""), rows: rows.map(cellsOf) });
    } else if (ITEM.test(line)) {
      const items: string[] = [];
      for (const next of take((candidate) => ITEM.test(candidate) || /^\s+\S/.test(candidate))) {
        if (ITEM.test(next)) items.push(next.replace(ITEM, ""));
        else items[items.length - 1] += ` ${next.trim()}`;
      }
      blocks.push({ kind: "list", ordered: /^\s*\d/.test(line), items: items.map(inline) });
    } else {
      const words = take((next) => next.trim() !== "" && !/^(#{1,6}\s|```|\|)/.test(next) && !ITEM.test(next));
      blocks.push({ kind: "paragraph", parts: inline(words.join(" ")) });
    }
  }
  return blocks;
}

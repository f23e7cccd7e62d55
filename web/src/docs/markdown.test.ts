import { describe, expect, it } from "vitest";
import text from "../../../docs/definition-language.md?raw";
import { inline, markdown, slug } from "./markdown.ts";

describe("markdown", () => {
  it("reads headings with their anchors, paragraphs of several lines, and code", () => {
    expect(markdown("## How a `file` is written\n\none\ntwo\n\n```kdl\na { b }\n\n# c\n```\n")).toEqual([
      { kind: "heading", level: 2, id: "how-a-file-is-written", parts: inline("How a `file` is written") },
      { kind: "paragraph", parts: [{ kind: "text", text: "one two" }] },
      { kind: "code", language: "kdl", text: "a { b }\n\n# c" },
    ]);
  });
  it("reads lists and tables", () => {
    const [list, table] = markdown("- one\n  more\n- two\n\n| a | b |\n|---|---|\n| `x \\| y` | z |\n");
    expect(list).toEqual({ kind: "list", ordered: false, items: [inline("one more"), inline("two")] });
    expect(table).toEqual({
      kind: "table",
      head: [inline("a"), inline("b")],
      rows: [[[{ kind: "code", text: "x | y" }], inline("z")]],
    });
  });
  it("reads emphasis, code and links, one inside another", () => {
    expect(inline("**a `b`** [`c`](#d)!")).toEqual([
      {
        kind: "strong",
        parts: [
          { kind: "text", text: "a " },
          { kind: "code", text: "b" },
        ],
      },
      { kind: "text", text: " " },
      { kind: "link", href: "#d", parts: [{ kind: "code", text: "c" }] },
      { kind: "text", text: "!" },
    ]);
  });
  it("makes the anchors that links use", () => expect(slug("What else a move can do")).toBe("what-else-a-move-can-do"));
});

it("finds every heading that the reference of the language links to", () => {
  const ids = new Set(markdown(text).flatMap((block) => (block.kind === "heading" ? [block.id] : [])));
  const wanted = [...text.matchAll(/\]\(#([^)]+)\)/g)].map((found) => found[1]);
  expect(wanted.length).toBeGreaterThan(5);
  expect(wanted.filter((id) => !ids.has(id ?? ""))).toEqual([]);
});

import { defaultKeymap, history, historyKeymap, indentWithTab } from "@codemirror/commands";
import { bracketMatching, HighlightStyle, indentUnit, syntaxHighlighting } from "@codemirror/language";
import { type Diagnostic, lintGutter, setDiagnostics } from "@codemirror/lint";
import { EditorState } from "@codemirror/state";
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  keymap,
  lineNumbers,
} from "@codemirror/view";
import { tags } from "@lezer/highlight";
import type { Fault } from "../api/types.ts";
import { kdl } from "./kdl.ts";

/** An editor of definitions. */
export interface Editor {
  readonly text: string;
  /** Replaces the whole text; it can be undone. */
  replace(text: string): void;
  /** Underlines faults and warnings and marks their lines. */
  show(faults: readonly Fault[], warnings: readonly Fault[]): void;
  /** Puts the cursor on a fault. */
  goTo(fault: Fault): void;
  destroy(): void;
}

const colors = HighlightStyle.define([
  { tag: tags.keyword, color: "var(--code-word)", fontWeight: "600" },
  { tag: tags.propertyName, color: "var(--code-property)" },
  { tag: tags.string, color: "var(--code-string)" },
  { tag: [tags.number, tags.bool], color: "var(--code-number)" },
  { tag: tags.comment, color: "var(--muted)", fontStyle: "italic" },
  { tag: tags.brace, color: "var(--muted)" },
]);

const look = EditorView.theme({
  "&": { height: "100%", fontSize: "0.875rem", color: "var(--ink)", backgroundColor: "var(--surface)" },
  "&.cm-focused": { outline: "none" },
  ".cm-scroller": { fontFamily: "var(--font-mono)", lineHeight: "1.6", overflow: "auto" },
  ".cm-content": { caretColor: "var(--accent)", padding: "0.75rem 0" },
  ".cm-gutters": { backgroundColor: "transparent", color: "var(--muted)", border: "none" },
  ".cm-activeLine, .cm-activeLineGutter": { backgroundColor: "color-mix(in oklab, var(--ink) 3%, transparent)" },
  ".cm-cursor": { borderLeftColor: "var(--accent)", borderLeftWidth: "2px" },
  "&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground": {
    backgroundColor: "var(--selection)",
  },
  ".cm-tooltip": { backgroundColor: "var(--raised)", color: "var(--ink)", border: "1px solid var(--line)" },
  ".cm-diagnostic": { padding: "0.4rem 0.6rem", fontFamily: "var(--font-text)", maxWidth: "32rem" },
  ".cm-diagnostic-error": { borderLeft: "3px solid var(--bad)" },
  ".cm-diagnostic-warning": { borderLeft: "3px solid var(--accent)" },
  ".cm-lintRange-warning": {
    backgroundImage: "none",
    textDecoration: "underline wavy var(--accent)",
    textUnderlineOffset: "3px",
  },
  ".cm-lintRange-error": {
    backgroundImage: "none",
    textDecoration: "underline wavy var(--bad)",
    textUnderlineOffset: "3px",
  },
});

/** The place of a fault in a text that may have changed since. */
function placeOf(state: EditorState, fault: Fault): { from: number; to: number } {
  const line = state.doc.line(Math.min(Math.max(1, fault.line), state.doc.lines));
  const from = Math.min(line.from + Math.max(0, fault.column - 1), line.to);
  return { from, to: Math.min(from + Math.max(1, fault.length), state.doc.length) };
}

/**
 * Makes an editor inside `parent`. It lives in a shadow root, where its styles can be adopted: the page's policy allows
 * no style elements.
 */
export function createEditor(
  parent: HTMLElement,
  text: string,
  label: string,
  changed: (text: string) => void,
): Editor {
  const root = parent.shadowRoot ?? parent.attachShadow({ mode: "open" });
  const place = document.createElement("div");
  place.className = "cm-place";
  root.replaceChildren(place);
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(".cm-place { height: 100%; }");
  root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet];
  const view = new EditorView({
    root,
    parent: place,
    state: EditorState.create({
      doc: text,
      extensions: [
        lineNumbers(),
        lintGutter(),
        history(),
        drawSelection(),
        highlightActiveLine(),
        highlightActiveLineGutter(),
        bracketMatching(),
        indentUnit.of("    "),
        kdl,
        syntaxHighlighting(colors),
        keymap.of([...defaultKeymap, ...historyKeymap, indentWithTab]),
        EditorView.lineWrapping,
        EditorView.contentAttributes.of({
          "aria-label": label,
          tabindex: "0",
          spellcheck: "false",
          autocorrect: "off",
        }),
        look,
        EditorView.updateListener.of((update) => {
          if (update.docChanged) changed(update.state.doc.toString());
        }),
      ],
    }),
  });
  return {
    get text() {
      return view.state.doc.toString();
    },
    replace(next) {
      view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: next } });
    },
    show(faults, warnings) {
      const diagnosed =
        (severity: "error" | "warning") =>
        (fault: Fault): Diagnostic => ({
          ...placeOf(view.state, fault),
          severity,
          message: fault.advice ? `${fault.message}\n${fault.advice}` : fault.message,
        });
      const diagnostics = [...faults.map(diagnosed("error")), ...warnings.map(diagnosed("warning"))];
      view.dispatch(setDiagnostics(view.state, diagnostics));
    },
    goTo(fault) {
      const { from, to } = placeOf(view.state, fault);
      view.dispatch({
        selection: { anchor: from, head: to },
        effects: EditorView.scrollIntoView(from, { y: "center" }),
      });
      view.focus();
    },
    destroy() {
      view.destroy();
    },
  };
}

import { StreamLanguage, type StringStream } from "@codemirror/language";

/** Where the tokenizer is between two lines. */
interface State {
  /** Depth of open block comments, which nest. */
  comment: number;
  /** Inside a string of several lines: its closing mark. */
  string: string | null;
  /** Whether the next word is a node's name. */
  fresh: boolean;
}

function readString(stream: StringStream, state: State): string {
  const end = state.string ?? "";
  const raw = end.includes("#");
  while (!stream.eol()) {
    if (stream.match(end)) {
      state.string = null;
      return "string";
    }
    if (!raw && stream.peek() === "\\") stream.next();
    stream.next();
  }
  return "string";
}

function readComment(stream: StringStream, state: State): string {
  while (!stream.eol()) {
    if (stream.match("/*")) state.comment += 1;
    else if (stream.match("*/")) {
      state.comment -= 1;
      if (state.comment === 0) break;
    } else stream.next();
  }
  return "comment";
}

function readWord(stream: StringStream, state: State): string | null {
  stream.eatWhile(/[^\s"{}()=;\\/]/);
  if (stream.current() === "") {
    stream.next();
    return null;
  }
  if (stream.peek() === "=") return "propertyName";
  if (state.fresh) {
    state.fresh = false;
    return "keyword";
  }
  return "string";
}

/** KDL 2: node names, properties, strings of one or several lines, comments that nest. */
export const kdl = StreamLanguage.define<State>({
  name: "kdl",
  startState: () => ({ comment: 0, string: null, fresh: true }),
  languageData: {
    commentTokens: { line: "//", block: { open: "/*", close: "*/" } },
    closeBrackets: { brackets: ["{", '"'] },
  },
  token(stream, state) {
    if (stream.sol() && state.comment === 0 && state.string === null) state.fresh = true;
    if (state.comment > 0) return readComment(stream, state);
    if (state.string !== null) return readString(stream, state);
    if (stream.eatSpace()) return null;
    if (stream.match("//")) {
      stream.skipToEnd();
      return "comment";
    }
    if (stream.match("/*")) {
      state.comment = 1;
      return readComment(stream, state);
    }
    if (stream.match("/-")) return "comment";
    const open = stream.match(/^(#*)("""|")/) as RegExpMatchArray | null;
    if (open) {
      state.string = `${open[2]}${open[1]}`;
      state.fresh = false;
      return readString(stream, state);
    }
    if (stream.match(/^#(true|false|null|inf|-inf|nan)/)) return "bool";
    if (stream.match(/^[-+]?\d[\d_.]*/)) return "number";
    if (stream.match(/^[{};]/)) {
      state.fresh = true;
      return "brace";
    }
    return readWord(stream, state);
  },
});

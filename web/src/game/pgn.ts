/**
 * Whether a text is a game in PGN: a tag pair such as `[Event "…"]`, or a first move in SAN. Our own records begin with
 * `game:` and write moves from cell to cell.
 */
export function isPgn(text: string): boolean {
  if (/^\s*game:/m.test(text)) return false;
  return /^\s*\[[A-Z]\w*\s+"/m.test(text) || /(^|\s)1\.\s*([NBRQKO]|[a-h]x|[a-h][1-8](\s|$))/.test(text);
}

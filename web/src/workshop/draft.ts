/** A text being worked on, as this browser keeps it. */
export interface Draft {
  /** What it began with: a game's id, or empty for the small new game. */
  base: string;
  text: string;
}

const KEY = "spielraum.draft";

/** The text kept last; null where there is none. */
export function loadDraft(storage: Pick<Storage, "getItem"> = localStorage): Draft | null {
  try {
    const value: unknown = JSON.parse(storage.getItem(KEY) ?? "null");
    if (typeof value !== "object" || value === null) return null;
    const { base, text } = value as Partial<Draft>;
    return typeof base === "string" && typeof text === "string" ? { base, text } : null;
  } catch {
    return null;
  }
}

/** Keeps a text. Says whether that was possible. */
export function saveDraft(draft: Draft, storage: Pick<Storage, "setItem"> = localStorage): boolean {
  try {
    storage.setItem(KEY, JSON.stringify(draft));
    return true;
  } catch {
    return false;
  }
}

/** The smallest game in space that is still fun, to begin with. */
export const SMALL_GAME = `title "My game"
inventor "me"
summary "A room of 64 cells."

board levels="A B C D" files=4 ranks=4
mirror "ranks" "levels"

piece "K" "King" royal=#true { step "radial" }
piece "R" "Rook" { slide "orthogonal" }
piece "U" "Unicorn" { slide "triagonal" }
piece "N" "Knight" { leap "(1,2)" }
piece "P" "Pawn" resets-clock=#true {
    move-only { step "forward" "up" }
    capture-only { step "forward+sideways" "up+sideways" "forward+up" }
}

region "far-edge" levels="D" ranks="last"
promotion "P" into="R U N" ends-in="far-edge"

start {
    level "A" "..../..../PPPP/RUKN"
    level "B" "..../..../..../PPPP"
    level "C" "pppp/..../..../...."
    level "D" "rukn/pppp/..../...."
}
`;

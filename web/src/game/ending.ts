/** The end of a game as a story: who won, why, and by which pieces. */

import { eventsOf } from "@spielraum/board/changes";
import type { Color, Position, Result, Threat, Variant } from "../api/types.ts";
import { t } from "../text/index.ts";
import { called } from "../text/sides.ts";
import { countOf, royalNames } from "./looked.ts";

type Told = Pick<Variant, "pieces" | "sides" | "extinctions" | "start"> & Named;
/** What ends by rules of a game's own are called. */
type Named = Partial<Pick<Variant, "endings">>;

/** More names than these are not listed; the group's own stands for them. */
const MOST_NAMES = 4;

export interface Ending {
  readonly title: string;
  readonly why: string;
}

/** `viewer` is the reader's side, if any. */
export function ending(variant: Told, position: Position, result: Result, viewer: Color | null): Ending {
  const words = t.ending;
  const { winner } = result;
  if (!winner) return { title: words.draw, why: reasonOf(result, variant) };
  const title = viewer === null ? words.wins(called(variant, winner)) : winner === viewer ? words.won : words.lost;
  const loser = winner === "white" ? "black" : "white";
  return { title, why: whyLost(variant, position, result, loser) };
}

function whyLost(variant: Told, position: Position, result: Result, loser: Color): string {
  const words = t.ending;
  const side = called(variant, loser);
  const attacked = position.pieces.find(([cell]) => position.checks.includes(cell));
  const royal = attacked ? variant.pieces[attacked[1]]?.name[loser] : royalNames(variant, loser)[0];
  if (result.reason === "checkmate" && royal) return words.checkmate(side, royal);
  if (result.reason === "no-moves") return words.noMoves(side);
  if (result.reason === "extinction") {
    const lost = variant.extinctions.flatMap(({ name, least, members }, index) => {
      const count = position.remaining[loser][index] ?? 0;
      if (count >= least) return [];
      const types = members[loser].filter((piece) => countOf(variant.start, piece, loser) > 0);
      const names = types.map((piece) => variant.pieces[piece]?.name[loser] ?? "");
      return [words.extinct(side, names.length > 0 && names.length <= MOST_NAMES ? names : [name], count, least)];
    });
    if (lost.length > 0) return lost.join(" ");
  }
  return reasonOf(result, variant);
}

/** Why a game is over, in a sentence: "White wins: checkmate" without its first part, which the title says. */
export function reasonOf({ reason, text }: Pick<Result, "reason" | "text">, { endings }: Named): string {
  const why = text.slice(text.indexOf(": ") + 1).trim();
  // Other languages say it as a clause.
  const clause = endings?.[why];
  if (clause !== undefined) return t.ending.because(clause);
  return t.ending.why(reason, why.charAt(0).toUpperCase() + why.slice(1));
}

/** The cells to light: where the deciding move ended and what it took, or the royals attacked and what attacks them. */
export function decisive(position: Position, attacks: readonly Threat[]): number[] {
  const { result, checks, last } = position;
  if (!result?.winner || !last) return [];
  if (result.reason === "checkmate" && checks.length > 0) {
    return [...checks, ...attacks.filter(({ to }) => checks.includes(to)).map(({ from }) => from)];
  }
  // Resigning, time, agreement and an engine's failure are no work of the pieces.
  if (["resignation", "time", "agreement", "failure", "no-moves"].includes(result.reason)) return [];
  const { moved, captured } = eventsOf(last.changes);
  return [...moved.slice(0, 1).map(({ to }) => to.cell), ...captured.map(({ cell }) => cell)];
}

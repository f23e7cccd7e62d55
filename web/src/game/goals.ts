/** How a game is won, in sentences. */

import type { Goal, Position, Variant } from "../api/types.ts";
import { t } from "../text/index.ts";
import { called } from "../text/sides.ts";

type Told = Pick<Variant, "board" | "pieces" | "sides" | "extinctions" | "goals">;

export interface GoalWords {
  readonly kind: Goal["kind"];
  readonly text: string;
}

/** Each way to win or lose; all groups of which some pieces must stay are one. */
export function goalWords(variant: Told, position: Position): GoalWords[] {
  const words = t.goals;
  const names = (types: readonly number[]) => types.map((type) => variant.pieces[type]?.name.white ?? "");
  const sentence = (goal: Goal): string => {
    switch (goal.kind) {
      case "checkmate":
        return words.checkmate(names(goal.royals));
      case "extinction":
        return extinction(variant);
      case "reach": {
        const cells = (of: readonly number[]) => of.map((cell) => variant.board.cells[cell]?.name ?? "");
        const [white, black] = [cells(goal.cells.white), cells(goal.cells.black)];
        return words.reach(names(goal.pieces), called(variant, "white"), white, called(variant, "black"), black);
      }
      case "checks": {
        const given = position.checksGiven ?? { white: 0, black: 0 };
        return words.checks(goal.checks, called(variant, "white"), given.white, called(variant, "black"), given.black);
      }
      case "rule":
        return words.rule(goal.side ? called(variant, goal.side) : null, goal.wins, goal.text);
      case "no-moves":
        return words.noMoves(goal.wins);
    }
  };
  const first = variant.goals.findIndex(({ kind }) => kind === "extinction");
  const told = variant.goals.filter((goal, index) => goal.kind !== "extinction" || index === first);
  return told.map((goal) => ({ kind: goal.kind, text: sentence(goal) }));
}

/** What becomes of a player with too few of a group. */
function extinction({ extinctions }: Told): string {
  const [first] = extinctions;
  const alike = first && extinctions.every(({ least }) => least === first.least);
  return alike ? t.goals.extinction(first.least, extinctions.length) : t.goals.extinctions;
}

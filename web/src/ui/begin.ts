/** Beginning a game from anywhere but the form for it. */

import { useState } from "preact/hooks";
import { api, messageOf } from "../api/client.ts";
import type { NewGame } from "../api/types.ts";
import { navigate } from "../state/address.ts";
import { engineLevel } from "../state/prefs.ts";
import { levelAsked } from "./ask-level.tsx";
import { say } from "./toast.tsx";

/** Begins a game and goes to it; `false`: it could not be begun, and the person has seen why. */
export async function begin(wanted: NewGame): Promise<boolean> {
  try {
    const game = await api.createGame(wanted);
    navigate(`/game/${game.id}`);
    return true;
  } catch (error) {
    say(messageOf(error), "bad");
    return false;
  }
}

/** A game against the engine at the level played last. */
export function againstEngine(variant: string, part: Partial<NewGame> = {}): NewGame {
  const opponent = { kind: "engine", level: engineLevel.peek() } as const;
  return { variant, opponent, side: "white", clock: null, ...part };
}

/** Begins a game against the engine, whose level is asked for once; which game is beginning, if one is. */
export function usePlayNow(): [string | null, (id: string) => void] {
  const [starting, setStarting] = useState<string | null>(null);
  const play = (id: string) => {
    setStarting(id);
    levelAsked()
      .then((answered) => answered && begin(againstEngine(id)))
      .then((begun) => {
        if (!begun) setStarting(null);
      });
  };
  return [starting, play];
}

/** Lists that come from the server page by page. */

import { useEffect, useState } from "preact/hooks";
import { messageOf } from "../api/client.ts";

interface Page<T> {
  games: T[];
  next?: string | null;
}

export interface Paged<T> {
  /** All that has come; `null` before the first page. */
  games: T[] | null;
  setGames: (change: (before: T[] | null) => T[] | null) => void;
  /** Asks for the page after these, if there is one. */
  more: (() => void) | null;
  /** Why the last page did not come, or empty. */
  problem: string;
}

/** Asks for the first page at once. */
export function usePaged<T>(ask: (page?: string) => Promise<Page<T>>): Paged<T> {
  const [games, setGames] = useState<T[] | null>(null);
  const [next, setNext] = useState<string | null>(null);
  const [problem, setProblem] = useState("");
  const load = (page?: string) => {
    ask(page).then(
      (answer) => {
        setProblem("");
        setGames((before) => (page === undefined ? answer.games : [...(before ?? []), ...answer.games]));
        setNext(answer.next ?? null);
      },
      (error) => setProblem(messageOf(error)),
    );
  };
  useEffect(() => load(), []);
  return { games, setGames, more: next === null ? null : () => load(next), problem };
}

/** What a client may say about a game, without the number that the outbox gives it. */
export type GameWord =
  | { type: "move"; ply: number; text: string }
  | { type: "resign" }
  | { type: "offer" | "accept" | "decline"; what: "draw" | "takeback" | "rematch" };

export type NumberedWord = GameWord & { id: string };

/**
 * Words that the server has not yet acknowledged. They are said again after a reconnection, but a move only while the
 * game still stands where it was made: else it has arrived, or the game has gone on without it.
 */
export class Outbox {
  #next = 1;
  #waiting: NumberedWord[] = [];

  /** Numbers a word and keeps it until `settle`. */
  put(word: GameWord): NumberedWord {
    const numbered = { ...word, id: String(this.#next++) };
    this.#waiting.push(numbered);
    return numbered;
  }

  /** The server has answered the word `id`; returns it. */
  settle(id: string): NumberedWord | undefined {
    const word = this.#waiting.find((candidate) => candidate.id === id);
    this.#waiting = this.#waiting.filter((candidate) => candidate.id !== id);
    return word;
  }

  /** What must be said again, now that the game is known to have `ply` moves. */
  afterReconnect(ply: number, finished: boolean): NumberedWord[] {
    this.#waiting = this.#waiting.filter((word) => {
      if (word.type === "move") return !finished && word.ply === ply;
      if (word.type === "resign") return !finished;
      return false;
    });
    return [...this.#waiting];
  }

  get waiting(): readonly NumberedWord[] {
    return this.#waiting;
  }
}

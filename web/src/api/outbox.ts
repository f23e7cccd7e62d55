import type { GameRequestMessage } from "./types.ts";

/** What a client may say about a game, with the name by which the server answers it. */
export type NumberedWord = Exclude<GameRequestMessage, { type: "ping" }>;

type Unnumbered<T> = T extends { id: string } ? Omit<T, "id"> : never;

/** The same without that name, which the outbox gives. */
export type GameWord = Unnumbered<NumberedWord>;

/**
 * Words that the server has not yet acknowledged. They are said again after a reconnection, but a move only while the
 * game still stands where it was made: else it has arrived, or the game has gone on without it.
 */
export class Outbox {
  #next = 1;
  #waiting: NumberedWord[] = [];

  /** Numbers a word and keeps it until `settle`. */
  put(word: GameWord): NumberedWord {
    const numbered: NumberedWord = { ...word, id: String(this.#next++) };
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

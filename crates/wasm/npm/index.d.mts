/** The answer to a question: what was asked for, or why it is refused. */
export type Answer = { ok: unknown } | { refused: { code: string; message: string; details?: unknown } };

/** A position: a game of the catalogue, its options, a FEN (the start position without one) and moves from there. */
export interface PositionRequest {
  variant: string;
  options?: Record<string, string>;
  fen?: string;
  moves?: string[];
}

/**
 * A question. `variants` lists the games; `gallery` does so in a language. Texts are in English or, with `language: "de"`, in
 * German; `words` gives the module the German of names and summaries, which `games/german.txt` of the repository has.
 */
export type Question =
  | "variants"
  | { words: { text: string } }
  | { gallery: { language: string } }
  | { variant: { id: string; options?: Record<string, string>; language?: string } }
  | { picture: { id: string; options?: Record<string, string>; view: "flat" | "stack" | "space"; theme: "light" | "dark" } }
  | { check: { text: string; language?: string } }
  | { define: { text: string } }
  | { position: PositionRequest }
  | { lines: PositionRequest & { cell: number } }
  | { threats: PositionRequest }
  | { search: { position: PositionRequest; nodes: number } }
  | { perft: { position: PositionRequest; depth: number } };

/**
 * Loads the module and returns a function that answers questions at once, on this thread. `told` gets what comes before an answer.
 */
export function desk(told?: (message: unknown) => void): Promise<(question: Question) => Answer>;

/** The engine, which speaks UCI and searches in a thread of its own. */
export class Uci {
  /** `say` gets each line of the engine. */
  constructor(say: (line: string) => void);
  /** Sends the engine a line. Lines are obeyed in order; `stop` and `isready` during a search at once. */
  send(line: string): void;
  /** Ends the engine once all that was sent is answered; a search without limits is stopped. */
  end(): void;
  /** Ends the engine at once, as `quit` does. */
  close(): void;
}

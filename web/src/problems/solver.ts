/** Problems on the analysis board: what is asked, and what has come of it. */

import { type ReadonlySignal, signal } from "@preact/signals";
import { api, messageOf } from "../api/client.ts";
import type { Options, Solved } from "../api/types.ts";
import type { Node } from "../game/tree.ts";
import type { Step } from "./problem.ts";
import { stepsOf } from "./solved.ts";
import { readStipulation, type Stipulation } from "./stipulation.ts";

/** What the solver is asked. */
export interface SolveRequest {
  readonly variant: string;
  readonly options: Options;
  readonly fen: string;
  readonly stipulation: string;
  readonly tries: number;
  readonly set_play: boolean;
}

/** What has come of a problem. */
export type Solving =
  | { readonly kind: "idle" }
  | { readonly kind: "running"; readonly since: number }
  | { readonly kind: "failed"; readonly message: string }
  | {
      readonly kind: "done";
      readonly solved: Solved;
      /** As it was understood. */
      readonly stipulation: Stipulation;
      readonly solution: readonly Step[];
      /** The place in the record that was solved. */
      readonly from: Node;
    };

/** The seconds that the server solves a problem at most. */
export const MOST_SECONDS = 20;

/** One problem after the other. */
export class Solver {
  /** What is written. */
  readonly text = signal("");
  readonly tries = signal(false);
  readonly setPlay = signal(false);
  readonly #solving = signal<Solving>({ kind: "idle" });
  #asking: AbortController | null = null;

  constructor(text: string) {
    this.text.value = text;
  }

  get solving(): ReadonlySignal<Solving> {
    return this.#solving;
  }

  /** Solves the position at a place; what was being solved before is left. */
  async solve(request: SolveRequest, from: Node): Promise<void> {
    this.cancel();
    const asking = new AbortController();
    this.#asking = asking;
    this.#solving.value = { kind: "running", since: Date.now() };
    try {
      const solved = await api.solve(request, asking.signal);
      if (asking.signal.aborted) return;
      const stipulation = readStipulation(solved.stipulation);
      this.#solving.value = { kind: "done", solved, stipulation, solution: stepsOf(solved), from };
    } catch (error) {
      if (!asking.signal.aborted) this.#solving.value = { kind: "failed", message: messageOf(error) };
    }
  }

  /** Ends what is being solved; what was found before stays. */
  cancel = (): void => {
    this.#asking?.abort();
    this.#asking = null;
    if (this.#solving.peek().kind === "running") this.#solving.value = { kind: "idle" };
  };
}

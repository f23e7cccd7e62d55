/** What a question is answered: what was asked for, or why it is refused. */
export type Answer = { ok: unknown } | { refused: { code: string; message: string; details?: unknown } };

export function instantiate(
  module: WebAssembly.Module,
  told?: (message: unknown) => void,
): Promise<(question: object | string, file?: Uint8Array) => Answer>;

export function engine(
  module: WebAssembly.Module,
  said: (line: string) => void,
): Promise<(line: string, network?: Uint8Array) => boolean>;

/** The networks that evaluate for the engine, each loaded when its game is first searched. */

const EXTENSION = ".nnue";

/** Where the networks are, by the games that they were learned for. */
const urls = new Map(
  Object.entries(
    import.meta.glob<string>("../../../games/*/*.nnue", { query: "?url", import: "default", eager: true }),
  ).map(([path, url]) => [path.slice(path.lastIndexOf("/") + 1, -EXTENSION.length), url]),
);

/** How long a search waits for one, ms. */
const PATIENCE_MS = 10_000;

const files = new Map<string, Promise<Uint8Array>>();

async function fetched(url: string): Promise<Uint8Array> {
  const answer = await fetch(url, { signal: AbortSignal.timeout(PATIENCE_MS) });
  if (!answer.ok) throw new Error(`A network could not be loaded (${answer.status}).`);
  return new Uint8Array(await answer.arrayBuffer());
}

/** The file with a game's network; nothing if it has none, or it can't be loaded now. */
export async function networkFile(game: string): Promise<Uint8Array | undefined> {
  const url = urls.get(game);
  if (url === undefined) return undefined;
  const file = files.get(game) ?? fetched(url);
  files.set(game, file);
  return file.catch(() => {
    files.delete(game);
    return undefined;
  });
}

// The files of the package, in browsers and in Node.js.

/** Reads a file of the package. */
export async function bytesOf(url) {
  if (url.protocol === "file:") {
    const { readFile } = await import(/* @vite-ignore */ "node:fs/promises");
    return readFile(url);
  }
  const answer = await fetch(url);
  if (!answer.ok) throw new Error(`${url} could not be loaded (${answer.status}).`);
  return new Uint8Array(await answer.arrayBuffer());
}

/** The bytes of the module. */
export const moduleBytes = () => bytesOf(new URL("./spielraum.wasm", import.meta.url));

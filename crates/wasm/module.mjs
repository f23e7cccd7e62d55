// The module in JavaScript: what `src/exports.rs` says, as one function.

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/**
 * Makes an instance of the compiled module: a function that answers questions, with a desk of its own; a file's bytes may
 * come with a question. `told` gets what comes before an answer. After a `WebAssembly.RuntimeError` the instance is of no use any more.
 */
export async function instantiate(module, told = () => undefined) {
  let exports;
  const read = (at, length) => JSON.parse(decoder.decode(new Uint8Array(exports.memory.buffer, at, length)));
  const spielraum = {
    now: () => performance.now(),
    tell: (at, length) => told(read(at, length)),
  };
  exports = (await WebAssembly.instantiate(module, { spielraum })).exports;
  const write = (bytes) => {
    const at = exports.input(bytes.length);
    new Uint8Array(exports.memory.buffer, at, bytes.length).set(bytes);
  };
  return (question, file) => {
    if (file) {
      write(file);
      exports.attach();
    }
    write(encoder.encode(JSON.stringify(question)));
    const length = exports.answer();
    return read(exports.output(), length);
  };
}

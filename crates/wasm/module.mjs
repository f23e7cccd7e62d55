// The module in JavaScript: what `src/exports.rs` says, as functions.

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** An instance of the compiled module, how its memory is read and written, and `told`, which gets what comes before an answer. */
async function open(module, told) {
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
  const input = (text, file) => {
    if (file) {
      write(file);
      exports.attach();
    }
    write(encoder.encode(text));
  };
  return { exports, read, input };
}

/**
 * Makes an instance of the compiled module: a function that answers questions, with a desk of its own; a file's bytes may
 * come with a question. `told` gets what comes before an answer. After a `WebAssembly.RuntimeError` the instance is of no use any more.
 */
export async function instantiate(module, told = () => undefined) {
  const { exports, read, input } = await open(module, told);
  return (question, file) => {
    input(JSON.stringify(question), file);
    const length = exports.answer();
    return read(exports.output(), length);
  };
}

/**
 * Makes an instance of the module that was built with the feature `uci`: a function that obeys a line of UCI, with a network's
 * bytes if one comes with it, and returns whether to go on. `said` gets each line of the engine while the function runs.
 */
export async function engine(module, said) {
  const { exports, input } = await open(module, said);
  return (line, network) => {
    input(line, network);
    return exports.obey() !== 0;
  };
}

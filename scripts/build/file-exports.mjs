// Names the exports of the CommonJS files of dist/: the names of their chunks, as far as another file or an `import()` asks for them.

/** `plain` are the sources whose exports keep their names even in a file of several chunks. */
export function fileExports(files, chunks, plain) {
  const fileOf = new Map(files.flatMap((file) => file.chunks.map((chunk) => [chunk, file])));
  /** The chunks of which another file, or an `import()`, asks for exports. */
  const asked = new Set();
  for (const from of chunks.values()) {
    for (const { path: name, kind } of from.imports) {
      const to = chunks.get(name);
      if (kind === 'dynamic-import' || fileOf.get(to) !== fileOf.get(from)) asked.add(to);
    }
  }
  /** A CommonJS file's exports. Two chunks of one file may export the same name, so a number tells them apart. */
  const exportsOf = (file) =>
    file.chunks.flatMap((chunk, index) => {
      const keeps = file.chunks.length === 1 || plain.has(chunk.entryPoint);
      if (!keeps && !asked.has(chunk)) return [];
      return chunk.exports.map((name) => ({ chunk, name, exported: keeps ? name : `${name}_${index}` }));
    });
  const exportsOfChunk = (chunk) => exportsOf(fileOf.get(chunk)).filter((one) => one.chunk === chunk);
  return { fileOf, exportsOf, exportsOfChunk };
}

// Decides which chunk goes into which file of dist/.

/** The chunks that `starts` reach by static imports, themselves included. */
function reached(chunks, starts) {
  const found = new Set();
  const visit = (chunk) => {
    if (found.has(chunk)) return;
    found.add(chunk);
    for (const { path, kind } of chunk.imports) if (kind === 'import-statement') visit(chunks.get(path));
  };
  for (const chunk of starts) visit(chunk);
  return found;
}

/**
 * The files of dist/, each with its chunks: `main.cjs` has all that the sources `alwaysLoaded` reach, a file of `together` those with a source that its patterns match, and every
 * other chunk is a file of its own. Those of the sources `plain` keep their path.
 */
export function layOut(chunks, { alwaysLoaded, together, plain }) {
  const all = [...new Set(chunks.values())];
  const chunkOf = (source) =>
    all.find(({ entryPoint }) => entryPoint === source) ?? all.find(({ inputs }) => inputs.includes(source));
  const main = { file: 'dist/main.cjs', chunks: [...reached(chunks, alwaysLoaded.map(chunkOf))] };
  const files = new Map(main.chunks.map((chunk) => [chunk, main]));
  for (const [name, patterns] of Object.entries(together)) {
    const fits = patterns.map((one) => new RegExp(`^src/${one}\\.tsx?$`));
    const isOwn = ({ inputs }) => inputs.some((source) => fits.some((one) => one.test(source)));
    const file = { file: `dist/chunks/${name}.cjs`, chunks: all.filter((chunk) => !files.has(chunk) && isOwn(chunk)) };
    for (const chunk of file.chunks) files.set(chunk, file);
  }
  const others = all.filter((chunk) => !files.has(chunk));
  const names = shortNames(others);
  for (const chunk of others) {
    const isPlain = plain.includes(chunk.entryPoint);
    const file = isPlain ? chunk.file.replace(/\.js$/, '.cjs') : `dist/chunks/${names.get(chunk)}.cjs`;
    files.set(chunk, { file, chunks: [chunk] });
  }
  return [...new Set(files.values())];
}

/** A name for each chunk: the end of the path of its source, as long as no other chunk has that. A start reads the names of what it may load. */
function shortNames(chunks) {
  const ends = new Map();
  const partsOf = ({ entryPoint, inputs, file }) => {
    const source = inputs.includes(entryPoint) ? entryPoint : (inputs[0] ?? file);
    return source
      .replace(/\.\w+$/, '')
      .replaceAll(/[^\w/.-]/g, '')
      .split('/')
      .reverse();
  };
  const end = (chunk, length) => partsOf(chunk).slice(0, length).reverse().join('-');
  for (const chunk of chunks)
    for (let length = 1; length <= partsOf(chunk).length; length++) {
      const name = end(chunk, length);
      ends.set(name, [...(ends.get(name) ?? []), chunk]);
    }
  return new Map(
    chunks.map((chunk) => {
      for (let length = 1; ; length++) {
        const name = end(chunk, length);
        if (ends.get(name)?.length === 1) return [chunk, name];
        if (length > partsOf(chunk).length) throw new Error(`two chunks have the name ${name}`);
      }
    }),
  );
}

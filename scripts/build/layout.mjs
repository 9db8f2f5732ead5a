// Decides which chunk goes into which file of dist/.

const ofSandbox = (input) => input.startsWith('src/sandbox/');

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
 * The files of dist/ by name, each with its chunks. Packs: opening a file takes a third of a millisecond, so chunks that are always loaded together
 * share one file.
 */
export function layOut(chunks, { main, alwaysLoaded, sandboxPacks, groups, packs }) {
  const chunkOf = (source) =>
    [...chunks.values()].find(({ entryPoint }) => entryPoint === source) ??
    [...chunks.values()].find(({ inputs }) => inputs.includes(source));
  const files = new Map();
  const placed = new Set();
  const place = (file, members) => {
    const added = [...new Set(members)].filter((chunk) => !placed.has(chunk));
    for (const chunk of added) placed.add(chunk);
    if (added.length > 0) files.set(file, { file, chunks: added });
  };
  const always = [main, ...alwaysLoaded].map(chunkOf);
  place('dist/main.cjs', [...reached(chunks, always)]);
  for (const [file, source] of Object.entries(sandboxPacks)) {
    // What the sandbox shares with commands stays a file of its own, or a command would load the sandbox for it.
    const members = [...reached(chunks, [chunkOf(source)])].filter(({ inputs }) => inputs.every(ofSandbox));
    place(file, members);
  }
  // What commands of one kind load is one file: what every command of a group needs, what a read needs, a table, a change, a wait. What many groups
  // import beside that is one file, and what a group imports alone is another.
  for (const [file, sources] of Object.entries(packs)) place(file, [...reached(chunks, sources.map(chunkOf))]);
  const importersOf = new Map();
  for (const group of groups) {
    for (const chunk of reached(chunks, [chunkOf(group)]))
      importersOf.set(chunk, [...(importersOf.get(chunk) ?? []), group]);
  }
  const byMany = [...importersOf].flatMap(([chunk, importers]) =>
    importers.length > 3 && !chunk.native ? [chunk] : [],
  );
  place('dist/shared.cjs', byMany);
  const entries = [...chunks.values()].filter(({ entryPoint }) => entryPoint);
  const entriesReaching = new Map();
  for (const entry of entries)
    for (const chunk of reached(chunks, [entry]))
      entriesReaching.set(chunk, [...(entriesReaching.get(chunk) ?? []), entry]);
  for (const group of groups) {
    const [, name] = /commands\/([\w-]+)\//.exec(group);
    const own = [...entriesReaching].flatMap(([chunk, [first, ...others]]) =>
      first === chunkOf(group) && others.length === 0 ? [chunk] : [],
    );
    place(`dist/commands/${name}.cjs`, own);
  }
  // An entry that only re-exports another chunk is placed in the same file.
  for (const chunk of chunks.values()) {
    const file =
      chunk.inputs.length === 0 &&
      chunk.imports.length > 0 &&
      [...files.values()].find(({ chunks: own }) => own.includes(chunks.get(chunk.imports[0].path)));
    if (placed.has(chunk) || !file) continue;
    placed.add(chunk);
    file.chunks.push(chunk);
  }
  for (const chunk of chunks.values()) if (!placed.has(chunk)) place(chunk.file.replace(/\.js$/, '.cjs'), [chunk]);
  return [...files.values()];
}

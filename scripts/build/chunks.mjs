// First pass: esbuild splits the program into chunks, ES modules in memory. No module of the source stands in two of them.

import { readdirSync } from 'node:fs';
import path from 'node:path';
import { build } from 'esbuild';

/** What stands before the source in an import of a file that is loaded when it is first used. */
const split = 'split:';

/**
 * Builds the chunks of `entryPoints` and of everything that they import, statically or by `import()`. A source that a pattern of `loadedOnUse` matches begins
 * a chunk, as if every import of it were an `import()`.
 * A chunk: `file` (its name in this pass), `text`, `exports`, `imports` ({ path, kind } of other chunks; kind `on-use` for a source of `loadedOnUse`), `native` (it imports machine code), `inputs`
 * (source files), `bytes` (of each in the chunk, not minified), `entryPoint` (the source that begins the chunk, if any).
 */
export async function splitIntoChunks({ root, entryPoints, loadedOnUse, external, target, plugins }) {
  const patterns = loadedOnUse.map((one) => new RegExp(`^${one.replaceAll('.', '\\.').replaceAll('*', '[^/]+')}$`));
  const sources = ['src', 'sandbox']
    .flatMap((folder) =>
      readdirSync(path.join(root, folder), { recursive: true }).map((file) => path.join(folder, file)),
    )
    .map((file) => file.replaceAll(path.sep, '/'))
    .filter((source) => patterns.some((one) => one.test(source)))
    .sort();
  const imported = new Set();
  const { metafile, outputFiles } = await build({
    entryPoints: [
      ...entryPoints.map((source) => ({ in: source, out: source.replace(/^src\/|\.\w+$/g, '') })),
      ...sources.map((source) => ({
        in: source,
        out: `chunks/${source.replace(/^src\/|\.\w+$/g, '').replaceAll('/', '-')}`,
      })),
    ],
    external,
    target,
    plugins: [splitAt(root, new Set(sources), imported), ...plugins],
    absWorkingDir: root,
    outdir: 'dist',
    write: false,
    metafile: true,
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    jsx: 'automatic',
    chunkNames: 'chunks/[name]-[hash]',
    define: { 'process.env.NODE_ENV': '"production"' },
    legalComments: 'none',
    logLevel: 'warning',
  });
  const unused = loadedOnUse.filter((_, at) => ![...imported].some((source) => patterns[at].test(source)));
  if (unused.length > 0)
    throw new Error(`scripts/build/loaded-on-use.mjs names files that nothing imports: ${unused.join(', ')}`);
  const texts = new Map(
    outputFiles.map((output) => [path.relative(root, output.path).replaceAll(path.sep, '/'), output.text]),
  );
  const fileOfSource = new Map(Object.entries(metafile.outputs).map(([file, { entryPoint }]) => [entryPoint, file]));
  const chunks = new Map(
    Object.entries(metafile.outputs).map(([file, { exports, imports, inputs, entryPoint }]) => [
      file,
      {
        file,
        text: texts.get(file),
        exports,
        imports: imports.flatMap((one) => {
          if (one.path.startsWith(split))
            return [{ path: fileOfSource.get(one.path.slice(split.length)), kind: 'on-use' }];
          return one.external ? [] : [one];
        }),
        native: imports.some((one) => one.external && external.includes(one.path)),
        inputs: Object.keys(inputs),
        bytes: Object.entries(inputs).map(([source, { bytesInOutput }]) => [source, bytesInOutput]),
        entryPoint,
      },
    ]),
  );
  // An entry point of which another one has the source only exports what a shared chunk has: that stands for it.
  for (const [file, { inputs, imports, exports, entryPoint }] of chunks) {
    const shared = inputs.length === 0 && chunks.get(imports[0]?.path);
    if (!shared || shared.entryPoint || exports.some((name) => !shared.exports.includes(name))) continue;
    shared.entryPoint = entryPoint;
    chunks.set(file, shared);
  }
  // A pattern may match a source that nothing loads on use, such as one of types only.
  const reached = new Set([...chunks.values()].flatMap(({ imports }) => imports.map((one) => chunks.get(one.path))));
  for (const [file, chunk] of chunks)
    if (sources.includes(chunk.entryPoint) && !reached.has(chunk)) chunks.delete(file);
  return chunks;
}

/** Leaves the static imports of `sources` as they are, under a name that tells which source they mean, and adds these to `imported`. */
function splitAt(root, sources, imported) {
  return {
    name: 'split',
    setup({ onResolve }) {
      onResolve({ filter: /^\..*\.js$/ }, ({ kind, path: name, resolveDir }) => {
        if (kind !== 'import-statement') return;
        const source = path
          .relative(root, path.resolve(resolveDir, name))
          .replaceAll(path.sep, '/')
          .replace(/js$/, 'ts');
        const found = [source, `${source}x`].find((one) => sources.has(one));
        if (!found) return;
        imported.add(found);
        return { path: `${split}${found}`, external: true };
      });
    },
  };
}

/** The source that an import of a chunk means, if that source is loaded on use. */
export const sourceLoadedOnUse = (name) => (name.startsWith(split) ? name.slice(split.length) : undefined);

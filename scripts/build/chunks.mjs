// First pass: esbuild splits the program into chunks, ES modules in memory. No module of the source stands in two of them.

import path from 'node:path';
import { build } from 'esbuild';

/** What stands before the source in an import of a file that is loaded when it is first used. */
const split = 'split:';

/**
 * Builds the chunks of `entryPoints` and of everything that they import, statically or by `import()`. A source of `loadedOnUse` begins a chunk, as if every
 * import of it were an `import()`.
 * A chunk: `file` (its name in this pass), `text`, `exports`, `imports` ({ path, kind } of other chunks; kind `on-use` for a source of `loadedOnUse`), `native` (it imports machine code), `inputs`
 * (source files), `entryPoint` (the source that begins the chunk, if any).
 */
export async function splitIntoChunks({ root, entryPoints, loadedOnUse, external, target, plugins }) {
  const { metafile, outputFiles } = await build({
    entryPoints: [
      ...entryPoints.map((source) => ({ in: source, out: source.replace(/^src\/|\.\w+$/g, '') })),
      ...loadedOnUse.map((source) => ({
        in: source,
        out: `chunks/${source.replace(/^src\/|\.\w+$/g, '').replaceAll('/', '-')}`,
      })),
    ],
    external,
    target,
    plugins: [splitAt(root, new Set(loadedOnUse)), ...plugins],
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
  return chunks;
}

/** Leaves the static imports of `sources` as they are, under a name that tells which source they mean. */
function splitAt(root, sources) {
  const missing = new Set(sources);
  return {
    name: 'split',
    setup({ onResolve, onEnd }) {
      onResolve({ filter: /^\..*\.js$/ }, ({ kind, path: name, resolveDir }) => {
        if (kind !== 'import-statement') return;
        const source = path
          .relative(root, path.resolve(resolveDir, name))
          .replaceAll(path.sep, '/')
          .replace(/js$/, 'ts');
        const found = [source, `${source}x`].find((one) => sources.has(one));
        if (!found) return;
        missing.delete(found);
        return { path: `${split}${found}`, external: true };
      });
      onEnd(() => {
        if (missing.size > 0)
          throw new Error(
            `scripts/build/loaded-on-use.mjs names files that nothing imports: ${[...missing].join(', ')}`,
          );
      });
    },
  };
}

/** The source that an import of a chunk means, if that source is loaded on use. */
export const sourceLoadedOnUse = (name) => (name.startsWith(split) ? name.slice(split.length) : undefined);

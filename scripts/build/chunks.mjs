// First pass: esbuild splits the program into chunks, ES modules in memory. No module of the source stands in two of them.

import path from 'node:path';
import { build } from 'esbuild';

/**
 * Builds the chunks of `entryPoints` and of everything that they import, statically or by `import()`.
 * A chunk: `file` (its name in this pass), `text`, `exports`, `imports` ({ path, kind } of other chunks), `native` (it imports machine code), `inputs` (source files), `entryPoint` (the source
 * that an `import()` names, if any).
 */
export async function splitIntoChunks({ root, entryPoints, external, target, plugins }) {
  const { metafile, outputFiles } = await build({
    entryPoints,
    external,
    target,
    plugins,
    absWorkingDir: root,
    outbase: 'src',
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
  const texts = new Map(outputFiles.map((output) => [path.relative(root, output.path).replaceAll(path.sep, '/'), output.text]));
  return new Map(
    Object.entries(metafile.outputs).map(([file, { exports, imports, inputs, entryPoint }]) => [
      file,
      {
        file,
        text: texts.get(file),
        exports,
        imports: imports.filter((one) => !one.external),
        native: imports.some((one) => one.external && external.includes(one.path)),
        inputs: Object.keys(inputs),
        entryPoint,
      },
    ]),
  );
}

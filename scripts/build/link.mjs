// Second pass: esbuild bundles the chunks of each file of dist/, converts them to CommonJS and minifies them.
// A plugin resolves every import before that, so what esbuild writes is final.

import path from 'node:path';
import { build } from 'esbuild';
import { sourceLoadedOnUse } from './chunks.mjs';
import { fileExports } from './file-exports.mjs';
import { lazyPath, lazyRequire } from './lazy-require.mjs';
import { sqlite } from './sqlite.mjs';
import { virtualModules } from './virtual-modules.mjs';

/**
 * Bundles the files of layout.mjs and returns esbuild's output files. `plain` are the sources whose exports keep their names even in a file of several
 * chunks; `constants` are more exports, by file; `keepsNames` says of a source that it needs its functions' names when it runs.
 */
export async function link(files, { root, chunks, target, plain, constants, keepsNames }) {
  const plugins = [resolveImports(files, chunks, { plain, constants })];
  const bundle = (members, options) =>
    build({
      ...options,
      target,
      plugins,
      absWorkingDir: root,
      entryPoints: members.map(({ file }) => ({ in: `output:${file}`, out: file.replace(/\.cjs$/, '') })),
      outdir: '.',
      outExtension: { '.js': '.cjs' },
      format: 'cjs',
      banner: { js: lazyRequire },
      write: false,
      bundle: true,
      platform: 'node',
      legalComments: 'none',
      logLevel: 'warning',
      logOverride: { 'commonjs-variable-in-esm': 'silent' }, // See `entry` of virtual-modules.mjs.
    });
  const named = (file) => file.chunks.some(({ inputs }) => inputs.some(keepsNames));
  const results = [
    // Minified, because comments and indents are a third of the bytes, and a start reads them.
    await bundle(
      files.filter((file) => !named(file)),
      { minify: true },
    ),
    await bundle(files.filter(named), { minifyWhitespace: true, minifySyntax: true }),
  ];
  return results.flatMap(({ outputFiles }) => outputFiles);
}

/**
 * The plugin that decides what each import of a chunk becomes. A chunk of the same file is bundled. A chunk of another file is replaced by a virtual
 * module that takes the chunk's names from that file.
 */
function resolveImports(files, chunks, { plain, constants }) {
  const byName = new Map(files.map((file) => [file.file, file]));
  const names = fileExports(files, chunks, plain);
  const { fileOf } = names;
  const chunkOf = new Map([...chunks.values()].map((chunk) => [chunk.entryPoint, chunk]));
  const modules = virtualModules({ chunks, byName, names, constants });

  /** What an import of `name` in the chunk `importer` becomes. */
  function resolve(importer, name, dynamic) {
    const from = fileOf.get(chunks.get(importer));
    const module = (namespace, path = name) => ({ namespace, path, suffix: `?${from.file}`, pluginData: from });
    if (name === sqlite) return module('sqlite');
    const source = sourceLoadedOnUse(name);
    if (!name.startsWith('.') && !source)
      return dynamic ? module('required-package') : { path: lazyPath(name), external: true };
    const to = source ? chunkOf.get(source) : chunks.get(path.posix.join(path.posix.dirname(importer), name));
    const file = fileOf.get(to);
    if (dynamic) return module('required-chunk', to.file);
    return file === from ? { namespace: 'chunk', path: to.file } : module('imported-chunk', to.file);
  }

  return {
    name: 'resolve-imports',
    setup({ onResolve, onLoad }) {
      onResolve({ filter: /.*/ }, ({ kind, path: name, namespace, importer, pluginData }) => {
        if (kind === 'entry-point') return { namespace: 'entry', path: name.slice('output:'.length) };
        if (namespace === 'chunk') return resolve(importer, name, kind === 'dynamic-import');
        if (namespace === 'entry') return { namespace: 'chunk', path: name };
        if (namespace === 'imported-chunk')
          return { namespace: 'imported-file', path: name, suffix: `?${pluginData.file}`, pluginData };
        return { path: name, external: true };
      });
      for (const [namespace, code] of Object.entries(modules)) {
        onLoad({ filter: /.*/, namespace }, ({ path: name, pluginData }) => ({
          contents: code(name, pluginData),
          pluginData,
        }));
      }
    },
  };
}

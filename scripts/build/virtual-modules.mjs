// The code of the modules that exist in the second pass only (see link.mjs). They connect the chunks of different files.

import path from 'node:path';
import { lazyPath, ownModule } from './lazy-require.mjs';
import { sqliteByFile } from './sqlite.mjs';

/** The path of a file relative to another one, as an import names it. */
function relativePath(from, to) {
  const relative = path.posix.relative(path.posix.dirname(from.file), to);
  return relative.startsWith('.') ? relative : `./${relative}`;
}

/** By esbuild namespace, functions that return a module's code. They take its path and the file of dist/ that imports it. */
export function virtualModules({ chunks, byName, names: { fileOf, exportsOf, exportsOfChunk }, constants }) {
  return {
    chunk: (name) => chunks.get(name).text,

    /** The entry point of a CommonJS file. It sets all exports with one object literal; esbuild's own way defines two getters per name, one by one. */
    entry(name) {
      const file = byName.get(name);
      const all = exportsOf(file).map((one, index) => ({ ...one, local: `export_${index}` }));
      const members = [
        '__esModule: true', // Otherwise esbuild takes the whole object for the export `default`.
        ...Object.entries(constants[name] ?? {}).map(([key, value]) => `${key}: ${JSON.stringify(value)}`),
        ...all.map(({ exported, local }) => `get ${exported}() { return ${local}; }`),
      ];
      return [
        ...file.chunks.map((chunk) => `import "${chunk.file}";`),
        ...all.map(({ chunk, name, local }) => `import { ${name} as ${local} } from "${chunk.file}";`),
        `module.exports = { ${members.join(', ')} };`,
      ].join('\n');
    },

    /** Stands for a chunk of a CommonJS file in a static import: takes its names from `imported-file`. */
    'imported-chunk'(name) {
      const chunk = chunks.get(name);
      const names = exportsOfChunk(chunk).map(({ name, exported }) => `${exported} as ${name}`);
      return `export { ${names.join(', ')} } from "${fileOf.get(chunk).file}";`;
    },

    /** A CommonJS file with all its exports. It is a module of its own, so that a file requires another once, however many chunks it imports of it. */
    'imported-file'(name, from) {
      const file = relativePath(from, name);
      const names = exportsOf(byName.get(name)).map(({ exported }) => exported);
      return `export { ${names.join(', ')} } from "${lazyPath(file)}";`;
    },

    /** Stands for a chunk of a CommonJS file in an `import()`, which becomes `require`: that spares a start the loader of ES modules. */
    'required-chunk'(name, from) {
      const chunk = chunks.get(name);
      const file = fileOf.get(chunk);
      if (file.chunks.length === 1) return `module.exports = require("${relativePath(from, file.file)}");`;
      const members = exportsOfChunk(chunk).map(({ name, exported }) => `get ${name}() { return file.${exported}; }`);
      const exports = file === from ? `${ownModule}.exports` : `require("${relativePath(from, file.file)}")`;
      return `const file = ${exports};\nmodule.exports = { __esModule: true, ${members.join(', ')} };`;
    },

    /** The same for a package or a module of Node. */
    'required-package': (name) => `module.exports = require(${JSON.stringify(name)});`,

    sqlite: (_, from) => sqliteByFile(relativePath(from, 'dist/sqlite')),
  };
}

// Builds dist/: esbuild splits the program into ESM chunks; what the launcher reaches without passing a door becomes CommonJS,
// which Node starts faster; what lies behind a door (heavy, rarely needed) stays ESM. One graph: no module stands in two files.
// Every file costs a third of a millisecond to open, so what is always loaded together is packed into one.
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { build, transform } from 'esbuild';

const root = path.resolve(import.meta.dirname, '..');
const target = 'node20.19';
const shapes = readdirSync(path.join(root, 'src/services')).filter((file) => file.endsWith('.shapes.ts'));
/** What is only ever reached by `import()` and is not worth a millisecond of an ordinary start. */
const doors = ['src/session/config-write.ts', 'src/commands/jq.ts', ...shapes.map((file) => `src/services/${file}`)];
/** What each of these imports statically goes into one file: what every start reaches, what every command adds (and `api`, the most scripted), the sandbox. */
const packs = {
  'src/main.ts': 'dist/main.cjs',
  'src/commands/core.ts': 'dist/core.cjs',
  'src/commands/api/index.ts': 'dist/core.cjs',
  'src/sandbox/server.ts': 'dist/sandbox.cjs',
};
/** Commander loads node:child_process for commands that are programs of their own; tuk has none, and it costs two milliseconds. */
const noChildProcess = {
  name: 'no-child-process',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^node:child_process$/ }, ({ importer }) => (/[\\/]commander[\\/]/.test(importer) ? { path: 'none', namespace: 'empty' } : undefined));
    onLoad({ filter: /.*/, namespace: 'empty' }, () => ({ contents: 'module.exports = {};', loader: 'js' }));
  },
};

const { metafile, outputFiles } = await build({
  entryPoints: ['src/main.ts', ...doors],
  absWorkingDir: root,
  outbase: 'src',
  outdir: 'dist',
  write: false,
  metafile: true,
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target,
  jsx: 'automatic',
  logLevel: 'warning',
  outExtension: { '.js': '.mjs' },
  chunkNames: 'chunks/[name]-[hash]',
  external: ['@photostructure/sqlite'],
  plugins: [noChildProcess],
  define: { 'process.env.NODE_ENV': '"production"' },
  legalComments: 'none',
});
const { outputs } = metafile;
const importsOf = (file) => outputs[file].imports.filter((one) => !one.external);
const isDoor = (file) => doors.includes(outputs[file].entryPoint);
const entryOf = (source) => Object.keys(outputs).find((file) => outputs[file].entryPoint === source);

/** Every output that one can reach by imports of some kinds, itself included, without passing a door. */
function reached(file, kinds, seen = new Set()) {
  if (file === undefined || seen.has(file) || isDoor(file)) return seen;
  seen.add(file);
  for (const one of importsOf(file)) if (kinds.includes(one.kind)) reached(one.path, kinds, seen);
  return seen;
}
const common = reached(entryOf('src/main.ts'), ['import-statement', 'dynamic-import']);
const packOf = new Map();
for (const [source, pack] of Object.entries(packs)) for (const file of reached(entryOf(source), ['import-statement'])) if (!packOf.has(file)) packOf.set(file, pack);

const cjs = (file) => file.replace(/\.mjs$/, '.cjs');
const placeOf = (file) => packOf.get(file) ?? (common.has(file) ? cjs(file) : file);
const specifier = (from, to) => {
  const relative = path.posix.relative(path.posix.dirname(from), to);
  return JSON.stringify(relative.startsWith('.') ? relative : `./${relative}`);
};
/** What stands for an import of `to` in CommonJS code that lies in `from`. */
function required(from, to) {
  const pack = packOf.get(to);
  if (pack === undefined) return `require(${specifier(from, cjs(to))})`;
  return pack === from ? `__load(${JSON.stringify(to)})` : `require(${specifier(from, pack)}).__load(${JSON.stringify(to)})`;
}

/** One output in the format of its side, with imports that lead to where the others went. */
async function converted(file, text) {
  const place = placeOf(file);
  let code = text;
  for (const { path: to } of importsOf(file)) {
    const written = specifier(file, to);
    if (!common.has(file)) code = common.has(to) ? code.replaceAll(written, specifier(file, cjs(to))) : code;
    else if (common.has(to)) code = code.replaceAll(written, `"tuk:${to}"`);
    else code = code.replaceAll(`import(${written})`, `__door(${specifier(place, to)})`);
  }
  if (!common.has(file)) return /\b(__require\(|__dirname\b|require\()/.test(code) ? withRequire + code : code;
  const { code: turned } = await transform(code, { format: 'cjs', platform: 'node', target, supported: { 'dynamic-import': false } });
  return turned.replaceAll('__door(', 'import(').replace(/require\("tuk:([^"]+)"\)/g, (_, to) => required(place, to));
}
const withRequire = `import { createRequire } from 'node:module';
const require = createRequire(import.meta.url);
const __dirname = import.meta.dirname;
`;

/** Several CommonJS outputs as one file: each a function that runs when it is first asked for. */
function packed(entry, parts) {
  const modules = parts.map(([name, code]) => `${JSON.stringify(name)}: function (module, exports) {\n${code}\n}`);
  return `'use strict';
const modules = {\n${modules.join(',\n')}\n};
const loaded = {};
function __load(name) {
  if (loaded[name]) return loaded[name].exports;
  const module = (loaded[name] = { exports: {} });
  modules[name](module, module.exports);
  return module.exports;
}
exports.__load = __load;
${entry === 'dist/main.cjs' ? `exports.run = __load(${JSON.stringify(entryOf('src/main.ts'))}).run;\n` : ''}`;
}

/** What ESM code imports in the place of a packed output; the last line tells Node its names. */
const stub = (file) => `module.exports = ${required(cjs(file), file)};\n0 && (module.exports = { ${outputs[file].exports.join(', ')} });\n`;

function emit(file, code) {
  const to = path.join(root, file);
  mkdirSync(path.dirname(to), { recursive: true });
  writeFileSync(to, code);
}

rmSync(path.join(root, 'dist'), { recursive: true, force: true });
const parts = new Map([...new Set(Object.values(packs))].map((pack) => [pack, []]));
for (const { path: absolute, text } of outputFiles) {
  const file = path.relative(root, absolute);
  const code = await converted(file, text);
  if (packOf.has(file)) parts.get(packOf.get(file)).push([file, code]);
  else emit(placeOf(file), code);
}
for (const [pack, list] of parts) emit(pack, packed(pack, list));
const esm = Object.keys(outputs).filter((file) => !common.has(file));
for (const file of new Set(esm.flatMap((one) => importsOf(one).map(({ path: to }) => to)))) if (packOf.has(file)) emit(cjs(file), stub(file));
emit('dist/meta.json', JSON.stringify({ outputs, packs: Object.fromEntries(packOf), common: [...common] }));
console.log(`Built dist/: ${common.size} CommonJS chunks, ${esm.length} ESM.`);

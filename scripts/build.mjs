// Builds dist/: esbuild splits the program into ESM chunks; what the launcher reaches without passing a door becomes CommonJS,
// which Node starts faster; what lies behind a door (heavy or rarely needed) stays ESM. One graph: no module stands in two files.
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { build, transform } from 'esbuild';

const root = path.resolve(import.meta.dirname, '..');
const target = 'node20.19';
const shapes = readdirSync(path.join(root, 'src/services')).filter((file) => file.endsWith('.shapes.ts'));
/** What is only ever reached by `import()` and is not worth a millisecond of an ordinary start. */
const doors = ['src/session/config-write.ts', 'src/commands/jq.ts', ...shapes.map((file) => `src/services/${file}`)];

/** Bundles the program and writes it to `dist`. @returns esbuild's metafile with the format of each output added. */
async function bundle() {
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
    loader: { '.wasm': 'binary' },
    define: { 'process.env.NODE_ENV': '"production"' },
    legalComments: 'none',
  });
  const isDoor = new Set(Object.entries(metafile.outputs).filter(([, output]) => doors.includes(output.entryPoint)).map(([file]) => file));
  const common = reached('dist/main.mjs', metafile, isDoor);
  rmSync(path.join(root, 'dist'), { recursive: true, force: true });
  for (const { path: file, text } of outputFiles) await write(path.relative(root, file), text, metafile, common);
  const formats = Object.fromEntries(Object.keys(metafile.outputs).map((file) => [file, common.has(file) ? 'cjs' : 'esm']));
  writeFileSync(path.join(root, 'dist/meta.json'), JSON.stringify({ outputs: metafile.outputs, formats }));
  return { common: common.size, esm: outputFiles.length - common.size };
}

/** Every output that a start can reach, by import or import(), without passing a door. */
function reached(file, metafile, isDoor, seen = new Set()) {
  if (seen.has(file) || isDoor.has(file)) return seen;
  seen.add(file);
  for (const one of metafile.outputs[file].imports) if (!one.external) reached(one.path, metafile, isDoor, seen);
  return seen;
}

/** Writes one output in its format, its specifiers turned to the names that the others got. */
async function write(file, text, metafile, common) {
  const from = path.posix.dirname(file);
  const specifier = (to) => {
    const relative = path.posix.relative(from, to);
    return JSON.stringify(relative.startsWith('.') ? relative : `./${relative}`);
  };
  let code = text;
  for (const one of metafile.outputs[file].imports.filter(({ external }) => !external)) {
    const named = specifier(one.path);
    if (common.has(one.path)) code = code.replaceAll(named, named.replace('.mjs"', '.cjs"'));
    else if (common.has(file)) code = code.replaceAll(`import(${named})`, `__door(${named})`);
  }
  if (common.has(file)) {
    ({ code } = await transform(code, { format: 'cjs', platform: 'node', target, supported: { 'dynamic-import': false } }));
    code = code.replaceAll('__door(', 'import(');
  } else if (/\b(__require\(|__dirname\b|\brequire\()/.test(code)) {
    code = `import { createRequire as __createRequire } from 'node:module';\nconst require = __createRequire(import.meta.url);\nconst __dirname = import.meta.dirname;\n${code}`;
  }
  const to = path.join(root, common.has(file) ? file.replace(/\.mjs$/, '.cjs') : file);
  mkdirSync(path.dirname(to), { recursive: true });
  writeFileSync(to, code);
}

const { common, esm } = await bundle();
console.log(`Built dist/: ${common} CommonJS and ${esm} ESM files.`);

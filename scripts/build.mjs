// Builds dist/ from src/ in two passes of esbuild: the program is split into chunks, then the chunks are laid out in files.
// With --if-changed it does nothing if dist/ was built from the same inputs.

import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { Writable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { catalogueData } from './build/catalogue-data.mjs';
import { splitIntoChunks } from './build/chunks.mjs';
import { hashOfInputs, isBuiltFrom, recordInputs } from './build/inputs.mjs';
import { layOut } from './build/layout.mjs';
import { thirdPartyLicences } from './build/licences.mjs';
import { link } from './build/link.mjs';
import { loadedOnUse, loadedTogether } from './build/loaded-on-use.mjs';
import { manPages } from './build/man.mjs';
import { oneFile } from './build/one-file.mjs';
import { jq, packagePlugins } from './build/packages.mjs';
import { sbom } from './build/sbom.mjs';
import { copySqlite, sqlite } from './build/sqlite.mjs';
import { writeVersion } from './build/version.mjs';

const root = path.resolve(import.meta.dirname, '..');
process.umask(process.umask() | 0o022); // whoever can write a file of dist/ can run code
const inputs = hashOfInputs(root);
const { version, dependencies } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
if (process.argv.includes('--if-changed') && isBuiltFrom(root, inputs)) {
  writeVersion(root, version);
  process.exit();
}
const target = 'node20.19';
/** What is opened by its file: by the launcher, by tests and by the bench. */
const entryPoints = ['src/main.ts', 'src/ui/mount.tsx', 'src/ui/application.tsx'];

const catalogues = await catalogueData(root);
const chunks = await splitIntoChunks({
  root,
  entryPoints,
  loadedOnUse,
  external: [...Object.keys(dependencies), sqlite], // They hold machine code, which cannot be bundled.
  target,
  plugins: [catalogues.plugin, ...packagePlugins],
});
const files = layOut(chunks, {
  alwaysLoaded: [
    'src/main.ts',
    'src/commands/api/call.ts',
    'src/commands/api/index.ts',
    'src/commands/api/request-params.ts',
    'src/commands/whoami/index.ts',
    ...catalogues.sources,
  ], // What scripts run most.
  together: loadedTogether,
  plain: entryPoints,
});
const outputs = await link(files, {
  root,
  chunks,
  plain: new Set(entryPoints),
  constants: { 'dist/main.cjs': { version } },
  keepsNames: (source) => source === 'src/cli/output/jq.ts', // It finds functions of jq-wasm by their names.
  target,
});

rmSync(path.join(root, 'dist'), { recursive: true, force: true });
for (const [file, text] of catalogues.texts) emit(file, text);
for (const { path: file, contents } of outputs) emit(file, contents);
emit('dist/key-process.cjs', await oneFile(root, 'src/engine/chain/key-process.ts', { target, minify: true }));
const worker = 'src/cli/output/jq-worker.ts';
emit('dist/chunks/jq-worker.cjs', await oneFile(root, worker, { target, keepNames: true })); // jq.ts finds functions of jq-wasm by their names
emit('dist/jq.wasm.gz', jq.bytes);
copySqlite(root, path.join(root, 'dist/sqlite'));
const bundled = files.flatMap(({ chunks: own }) => own.flatMap(({ inputs }) => inputs));
emit('dist/THIRD-PARTY-LICENSES.txt', thirdPartyLicences(root, bundled, [sqlite]));
emit('dist/sbom.cdx.json', sbom(root, bundled, [sqlite]));
// Pages of help are the same for everybody: the launcher prints them without loading the program.
const { run, helpPages } = createRequire(import.meta.url)('../dist/main.cjs');
const firstPage = await printed('--help');
emit('dist/help.txt', firstPage);
for (const shell of ['bash', 'zsh', 'fish', 'powershell', 'nushell'])
  emit(`dist/completion/${shell}`, await printed('completion', shell));
const helpOfGroups = await helpPages();
for (const [group, pages] of Object.entries(helpOfGroups)) emit(`dist/help/${group}.json`, JSON.stringify(pages));
for (const [file, text] of manPages(`${firstPage}\n${await printed('help', 'flags')}`, helpOfGroups, version))
  emit(`dist/man/${file}.gz`, gzipSync(text, { level: 9 }));
const sizes = (chunks) => Object.fromEntries(chunks.flatMap(({ bytes }) => bytes));
const meta = files.map(({ file, chunks }) => [
  file,
  { inputs: chunks.flatMap((one) => one.inputs), bytes: sizes(chunks) },
]);
emit('dist/meta.json', JSON.stringify(Object.fromEntries(meta)));
writeCodeCache();
recordInputs(root, inputs);
console.log(`Built dist/: ${files.length} files of ${writeVersion(root, version)}.`);

/** Keeps the compiled code of what everyday commands load, for this version of Node; without it a start only takes longer. In a process of its own, as V8 compares flags. */
function writeCodeCache() {
  const { NODE_OPTIONS: _, ...env } = process.env;
  const { status, stderr } = spawnSync(process.execPath, [path.join(root, 'scripts/build/code-cache.cjs')], {
    env,
    stdio: ['ignore', 'ignore', 'pipe'],
    encoding: 'utf8',
    timeout: 60_000,
  });
  if (status !== 0) console.warn(`No code cache was written; the program starts more slowly. ${stderr}`);
}

/** What the built program prints for a line that needs no file. */
async function printed(...argv) {
  let text = '';
  const stdout = new Writable({
    write(chunk, _, done) {
      text += chunk;
      done();
    },
  });
  await run(argv, {
    stdin: process.stdin,
    stdout,
    stderr: process.stderr,
    env: {},
    clock: Date,
    home: '',
    cwd: root,
    version,
  });
  return text;
}

function emit(file, contents) {
  const to = path.resolve(root, file);
  mkdirSync(path.dirname(to), { recursive: true });
  writeFileSync(to, contents);
}

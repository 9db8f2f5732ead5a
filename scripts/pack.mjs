// The package.json of the tarball: without scripts and development packages, which an installed program has no use for, and with every manual page.
// `npm pack` runs `strip` before it reads the file, and `restore` after it.

import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '..');
const [file, kept] = [path.join(root, 'package.json'), path.join(root, 'node_modules/.package.json.kept')];
const mode = process.argv[2];
/** Takes a strip back. A file with scripts is whole: somebody has restored it, and may have changed it since. */
function restore() {
  if (!existsSync(kept)) return;
  if (JSON.parse(readFileSync(file, 'utf8')).scripts === undefined) renameSync(kept, file);
  else rmSync(kept);
}

if (mode === 'strip') {
  restore(); // an earlier run was ended in between
  const text = readFileSync(file, 'utf8');
  const { scripts: _, devDependencies: __, allowScripts: ___, ...rest } = JSON.parse(text);
  const man = readdirSync(path.join(root, 'dist/man')).map((name) => `./dist/man/${name}`);
  writeFileSync(kept, text);
  writeFileSync(file, `${JSON.stringify({ ...rest, man }, undefined, 2)}\n`);
} else if (mode === 'restore') {
  restore();
} else {
  console.error('usage: node scripts/pack.mjs strip|restore');
  process.exitCode = 2;
}

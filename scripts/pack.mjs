// Makes the package: `npm run package`. Its package.json has no scripts and development packages, which an installed program does not need, and every
// manual page. It is packed from a copy in a temporary folder, so an interrupted run leaves the package.json of the checkout as it is.

import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '..');
const npm = (args, cwd) => execFileSync('npm', args, { cwd, encoding: 'utf8', shell: process.platform === 'win32' });

if (process.env.npm_command === 'pack' || process.env.npm_command === 'publish') {
  console.error('npm pack would put scripts and development packages into the package. Use: npm run package');
  process.exit(1);
}
const copy = mkdtempSync(path.join(tmpdir(), 'tuk-package-'));
try {
  const [{ files }] = JSON.parse(npm(['pack', '--dry-run', '--json', '--ignore-scripts'], root));
  for (const { path: file } of files) cpSync(path.join(root, file), path.join(copy, file));
  const {
    scripts: _,
    devDependencies: __,
    allowScripts: ___,
    ...rest
  } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
  const man = readdirSync(path.join(root, 'dist/man')).map((name) => `./dist/man/${name}`);
  writeFileSync(path.join(copy, 'package.json'), `${JSON.stringify({ ...rest, man }, undefined, 2)}\n`);
  const destination = path.resolve(process.argv[2] ?? '.');
  process.stdout.write(npm(['pack', '--silent', '--pack-destination', destination], copy));
} finally {
  rmSync(copy, { recursive: true, force: true });
}

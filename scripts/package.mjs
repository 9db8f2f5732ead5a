// Packs the program into the working folder: npm run package -- --platform linux-x64. The package of a platform has the compiled database of that one alone, a
// tenth of the machine code, and neither pictures nor the reference, which `tuk help` has; npm installs it nowhere else. Without --platform it is the package of every platform, as npm pack makes it.

import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';

const root = path.resolve(import.meta.dirname, '..');
const { platform } = parseArgs({ options: { platform: { type: 'string' } } }).values;
const folder = mkdtempSync(path.join(tmpdir(), 'tuk-package-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));

/** Packs a folder without its scripts; returns the name and the sizes of the file. */
const pack = (from, to) =>
  JSON.parse(execFileSync('npm', ['pack', from, '--json', '--ignore-scripts', '--pack-destination', to]))[0];

/** Takes from an unpacked package what belongs to other platforms. */
function keepPlatform(own) {
  const compiled = readdirSync(path.join(own, 'dist/sqlite'));
  const platforms = compiled.map((file) => file.replace('.node', ''));
  if (!platforms.includes(platform)) throw new Error(`--platform must be one of ${platforms.join(', ')}.`);
  for (const folder of ['docs/pictures', 'docs/commands']) rmSync(path.join(own, folder), { recursive: true });
  for (const file of compiled) if (file !== `${platform}.node`) rmSync(path.join(own, 'dist/sqlite', file));
  const file = path.join(own, 'package.json');
  const { scripts: _, devDependencies: __, ...manifest } = JSON.parse(readFileSync(file, 'utf8'));
  const [os, cpu, musl] = platform.split('-');
  const libc = os === 'linux' ? { libc: [musl ?? 'glibc'] } : {};
  writeFileSync(file, JSON.stringify({ ...manifest, os: [os], cpu: [cpu], ...libc }, null, 2));
}

execFileSync(process.execPath, ['scripts/build.mjs', '--if-changed'], { cwd: root });
let packed = pack(root, platform === undefined ? '.' : folder);
if (platform !== undefined) {
  execFileSync('tar', ['-xf', path.join(folder, packed.filename), '-C', folder]);
  keepPlatform(path.join(folder, 'package'));
  packed = pack(path.join(folder, 'package'), folder);
  const named = packed.filename.replace('.tgz', `-${platform}.tgz`);
  copyFileSync(path.join(folder, packed.filename), named);
  packed.filename = named;
}
const megabytes = (bytes) => `${(bytes / 1e6).toFixed(1)} MB`;
console.log(`${packed.filename}: ${megabytes(packed.size)}, ${megabytes(packed.unpackedSize)} installed.`);

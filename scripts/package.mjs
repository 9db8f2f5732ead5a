// Packs the program into the working folder: npm run package -- --platform linux-x64. The package of a platform has the compiled database of that one alone, a
// tenth of the machine code, and npm installs it nowhere else. Without --platform it is the package of every platform, as npm pack makes it.

import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';

const root = path.resolve(import.meta.dirname, '..');
const { platform } = parseArgs({ options: { platform: { type: 'string' } } }).values;
const folder = mkdtempSync(path.join(tmpdir(), 'tuk-package-'));

/** Runs a command and returns its stdout. @throws where it fails, with its stderr */
function run(command, ...args) {
  const { status, stdout, stderr, error } = spawnSync(command, args, { cwd: root, encoding: 'utf8' });
  if (status !== 0) throw error ?? new Error(stderr);
  return stdout;
}
/** Packs a folder into another one, without its scripts; returns the name and the sizes of the file. */
const pack = (from, to) =>
  JSON.parse(run('npm', 'pack', from, '--json', '--ignore-scripts', '--pack-destination', to))[0];

try {
  run(process.execPath, 'scripts/build.mjs', '--if-changed');
  let packed = pack(root, platform === undefined ? process.cwd() : folder);
  if (platform !== undefined) {
    run('tar', '-xf', path.join(folder, packed.filename), '-C', folder);
    const own = path.join(folder, 'package');
    const compiled = readdirSync(path.join(own, 'dist/sqlite'));
    const platforms = compiled.map((file) => file.replace('.node', ''));
    if (!platforms.includes(platform)) throw new Error(`--platform must be one of ${platforms.join(', ')}.`);
    for (const file of compiled) if (file !== `${platform}.node`) rmSync(path.join(own, 'dist/sqlite', file));
    const manifest = JSON.parse(readFileSync(path.join(own, 'package.json'), 'utf8'));
    const [os, cpu, musl] = platform.split('-');
    const libc = os === 'linux' ? { libc: [musl ?? 'glibc'] } : {};
    const { scripts: _, devDependencies: __, ...rest } = manifest;
    writeFileSync(path.join(own, 'package.json'), JSON.stringify({ ...rest, os: [os], cpu: [cpu], ...libc }, null, 2));
    packed = pack(own, folder);
    const name = packed.filename.replace('.tgz', `-${platform}.tgz`);
    copyFileSync(path.join(folder, packed.filename), name);
    packed.filename = name;
  }
  const megabytes = (bytes) => (bytes / 1e6).toFixed(1);
  console.log(`${packed.filename}: ${megabytes(packed.size)} MB, ${megabytes(packed.unpackedSize)} MB installed.`);
} catch (error) {
  console.error(error.message.trim());
  process.exitCode = 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}

// The package as npm packs it, and its manual pages as man shows them.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';

const root = path.resolve(import.meta.dirname, '..');
const read = (file: string) => readFileSync(path.join(root, file), 'utf8');

test.runIf(spawnSync('man', ['--version']).status === 0)('roff has nothing to say about the manual pages', () => {
  for (const name of ['tuk', 'tuk-wallet', 'tuk-smoke']) {
    const { status, stdout, stderr } = spawnSync(
      'man',
      ['--warnings', '-l', path.join(root, `dist/man/${name}.1.gz`)],
      { encoding: 'utf8', env: { ...process.env, MANPAGER: 'cat', MANWIDTH: '200', LC_ALL: 'C.UTF-8' } },
    );
    expect([status, stderr]).toEqual([0, '']);
    expect(stdout).toContain('tuk help flags');
  }
});

test('the package holds its documents and every one that README links to, and no sources', () => {
  const before = read('package.json');
  const { status, stdout } = spawnSync('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], {
    cwd: root,
    encoding: 'utf8',
  });
  expect(status).toBe(0);
  const [{ files }] = JSON.parse(stdout) as [{ files: { path: string }[] }];
  const packed = new Set(files.map(({ path: file }) => file));
  for (const file of [
    ...'LICENSE README.md CHANGELOG.md dist/THIRD-PARTY-LICENSES.txt dist/man/tuk.1.gz docs/smoke.md'.split(' '),
    ...'docs/promises.md examples/README.md examples/payroll.sh dist/sbom.cdx.json'.split(' '),
  ])
    expect([file, packed.has(file)]).toEqual([file, true]);
  for (const [, link] of read('README.md').matchAll(/\]\((?!https?:)([^)#]+)/g))
    expect([link, packed.has(link!)]).toEqual([link, true]);
  expect([...packed].filter((file) => /^(src|tests|scripts)\/|code-cache|meta\.json/.test(file))).toEqual([]);
  expect(read('package.json')).toBe(before);
});

test('npm pack makes the package, which installs without a script of ours and runs', () => {
  const before = read('package.json');
  const folder = mkdtempSync(path.join(tmpdir(), 'tuk-packed-'));
  try {
    const run = (cwd: string, command: string, ...args: string[]) => {
      const env = { ...process.env, npm_config_cache: path.join(folder, 'cache'), TUK_HOME: path.join(folder, 'home') };
      const { status, stdout, stderr } = spawnSync(command, args, { cwd, env, encoding: 'utf8' });
      expect([command, status, status === 0 ? '' : stderr]).toEqual([command, 0, '']);
      return stdout;
    };
    run(root, 'npm', 'pack', '--pack-destination', folder);
    run(root, 'npm', 'publish', '--dry-run', '--ignore-scripts');
    expect(read('package.json')).toBe(before);
    const [archive] = readdirSync(folder).filter((name) => name.endsWith('.tgz'));
    const manifest = JSON.parse(run(folder, 'tar', '-xOf', archive!, 'package/package.json'));
    expect(Object.keys(manifest.scripts).filter((name) => /^(pre|post)?(install|uninstall)$/.test(name))).toEqual([]);
    run(folder, 'tar', '-xf', archive!);
    const { version } = JSON.parse(before);
    const bin = path.join(folder, 'package/bin/tuk.cjs');
    expect(run(folder, process.execPath, bin, '--version')).toMatch(new RegExp(`^${version}\\+[\\da-f]{8}`)); // without git it knows the commit
    expect(
      run(
        folder,
        ...[process.execPath, bin, 'doctor', '--service', 'user', '--jq', '.[] | select(.check == "tuk") | .says'],
      ),
    ).toMatch(/^tuk \d+\.\d+\.\d+\+[\da-f]{8}/);
    run(folder, process.execPath, bin, 'login');
    expect(run(folder, process.execPath, bin, 'whoami', '--jq', '.user.name')).toBe('Mina Park\n');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

test('the package of a platform has its database alone, and is installed there alone', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'tuk-platform-'));
  try {
    const pack = (platform: string) =>
      spawnSync(process.execPath, [path.join(root, 'scripts/package.mjs'), '--platform', platform], {
        cwd: folder,
        encoding: 'utf8',
      });
    expect(pack('linux-x64-musl').stdout).toMatch(/^tuk-cli-[\d.]+-linux-x64-musl\.tgz: /);
    const [archive] = readdirSync(folder);
    const tar = (...args: string[]) => spawnSync('tar', [...args], { cwd: folder, encoding: 'utf8' }).stdout;
    expect(tar('-tf', archive!).match(/[^/]+\.node$/gm)).toEqual(['linux-x64-musl.node']);
    const manifest = JSON.parse(tar('-xOf', archive!, 'package/package.json'));
    expect(manifest).toMatchObject({ os: ['linux'], cpu: ['x64'], libc: ['musl'] });
    expect(pack('linux-m68k').stderr).toContain('--platform must be one of ');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

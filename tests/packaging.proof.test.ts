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
      {
        encoding: 'utf8',
        env: { ...process.env, MANPAGER: 'cat', MANWIDTH: '200', LC_ALL: 'C.UTF-8' },
      },
    );
    expect([status, stderr]).toEqual([0, '']);
    expect(stdout).toContain('--profile <name>');
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
    'LICENSE',
    'README.md',
    'CHANGELOG.md',
    'dist/THIRD-PARTY-LICENSES.txt',
    'dist/man/tuk.1.gz',
    'docs/smoke.md',
    'docs/promises.md',
    'examples/README.md',
    'examples/payroll.sh',
    'dist/sbom.cdx.json',
  ])
    expect([file, packed.has(file)]).toEqual([file, true]);
  for (const [, link] of read('README.md').matchAll(/\]\((?!https?:)([^)#]+)/g))
    expect([link, packed.has(link!)]).toEqual([link, true]);
  expect([...packed].filter((file) => /^(src|tests|scripts)\/|code-cache|meta\.json/.test(file))).toEqual([]);
  expect(read('package.json')).toBe(before);
});

test('npm run package leaves out scripts and development packages, npm pack alone is refused, and neither changes a file', () => {
  const before = read('package.json');
  const folder = mkdtempSync(path.join(tmpdir(), 'tuk-packed-'));
  try {
    const npm = (...args: string[]) => spawnSync('npm', args, { cwd: root, encoding: 'utf8' });
    expect(npm('pack', '--pack-destination', folder)).toMatchObject({ status: 1 });
    const { status, stdout } = npm('run', '--silent', 'package', folder);
    expect([status, readdirSync(folder)]).toEqual([0, [stdout.trim()]]);
    const { stdout: packed } = spawnSync('tar', ['-xOf', path.join(folder, stdout.trim()), 'package/package.json']);
    const manifest = JSON.parse(String(packed));
    expect([manifest.scripts, manifest.devDependencies]).toEqual([undefined, undefined]);
    expect(manifest.man.length).toBeGreaterThan(10);
    expect(read('package.json')).toBe(before);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

// The recipe for an output format, applied to a copy of the program as it is printed in docs/extending.md.
import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { afterFile } from './support/cleanup.js';
import { newHome } from './support/tuk.js';

const root = path.resolve(import.meta.dirname, '..');
/** The parts of a checkout that the build reads. */
const built = [
  'src',
  'sandbox',
  'scripts',
  'bin',
  'docs',
  'package.json',
  'package-lock.json',
  'tsconfig.json',
  'LICENSE',
  'README.md',
];

/** The blocks of code of a section of a page, in order. */
const blocksOf = (page: string, section: string): readonly string[] => {
  const [, text = ''] = readFileSync(path.join(root, page), 'utf8').split(`## ${section}\n`);
  return [...text.split('\n## ')[0]!.matchAll(/```ts\n(.*?)```/gs)].map(([, code]) => code!);
};

test('a format that is added by the recipe alone works', () => {
  const copy = mkdtempSync(path.join(tmpdir(), 'tuk-recipe-'));
  afterFile(() => rmSync(copy, { recursive: true, force: true }));
  for (const name of built) cpSync(path.join(root, name), path.join(copy, name), { recursive: true });
  symlinkSync(path.join(root, 'node_modules'), path.join(copy, 'node_modules'));
  const insert = (file: string, after: string, code: string) => {
    const source = readFileSync(path.join(copy, file), 'utf8');
    expect(source).toContain(after);
    writeFileSync(path.join(copy, file), source.replace(after, `${after}\n${code}`));
  };
  const [entry = '', module = '', renderer = ''] = blocksOf('docs/extending.md', 'Add an output format');
  insert('src/cli/settings/formats.ts', 'export const outputFormats = {', entry);
  writeFileSync(path.join(copy, 'src/cli/output/formats/lines.ts'), module);
  insert('src/cli/output/render.ts', 'Promise<FormattedText>>> = {', renderer);
  execFileSync(process.execPath, ['scripts/build.mjs'], { cwd: copy, stdio: 'pipe' });
  const env = { ...process.env, TUK_HOME: newHome() };
  const argv = ['bin/tuk.cjs', 'assets', 'offerings', '--fields', 'id', '-o'];
  const run = (format: string) =>
    execFileSync(process.execPath, [...argv, format], { cwd: copy, env, encoding: 'utf8' });
  expect(run('lines')).toMatch(/^(\{"id":"[^"]+"\}\n){2,}$/);
  expect(() => run('line')).toThrow(/Command failed/);
});

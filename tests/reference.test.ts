// The generated pages of docs equal what the program's tables generate: `npm run reference` writes them.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { groups } from '../src/groups.js';
import { reference } from './support/reference.js';

const pages = await reference();

test.each(Object.keys(pages))('docs/%s is up to date', async (page) => {
  await expect(pages[page]).toMatchFileSnapshot(`../docs/${page}`, 'npm run reference writes it');
});
test('docs/commands has no other page', () => {
  const names = readdirSync(path.resolve(import.meta.dirname, '../docs/commands')).map((name) => `commands/${name}`);
  expect(names.filter((name) => !(name in pages))).toEqual([]);
});
test('package.json names the manual page of tuk and of each group, which npm installs', async () => {
  const manifest = readFileSync(path.resolve(import.meta.dirname, '../package.json'), 'utf8');
  const man = ['tuk', ...Object.keys(groups).map((name) => `tuk-${name}`)]
    .sort()
    .map((name) => `./dist/man/${name}.1.gz`);
  await expect(`${JSON.stringify({ ...JSON.parse(manifest), man }, undefined, 2)}\n`).toMatchFileSnapshot(
    '../package.json',
  );
});

// The generated pages of docs equal what the program's tables generate: `npm run reference` writes them.
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { reference } from './support/reference.js';

const pages = await reference();

test.each(Object.keys(pages))('docs/%s is up to date', async (page) => {
  await expect(pages[page]).toMatchFileSnapshot(`../docs/${page}`);
});
test('docs/commands has no other page', () => {
  const names = readdirSync(path.resolve(import.meta.dirname, '../docs/commands')).map((name) => `commands/${name}`);
  expect(names.filter((name) => !(name in pages))).toEqual([]);
});

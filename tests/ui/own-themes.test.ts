// Themes of a person's own: a file gives colours over a theme that ships; a wrong one says why in a sentence, and nothing fails.
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { readOwnThemes } from '../../src/ui/own-themes.js';
import { themes } from '../../src/ui/state/core/themes.js';
import { newHome } from '../support/tuk.js';

/** A folder with these files of themes. */
function folder(files: Readonly<Record<string, unknown>>): string {
  const home = newHome('empty');
  mkdirSync(path.join(home, 'themes'));
  for (const [name, content] of Object.entries(files))
    writeFileSync(path.join(home, 'themes', name), typeof content === 'string' ? content : JSON.stringify(content));
  return home;
}

test('a file has its colours, and those of its base for every other role', () => {
  const home = folder({
    'night.json': { base: 'okabe-dark', roles: { accent: '#FF8800', rule: '#303030' } },
    'both.json': { base: 'contrast' },
    'notes.txt': 'no theme',
  });
  const { dark } = themes['okabe-dark']!.palettes;
  expect(readOwnThemes(home)).toEqual([
    { name: 'both', palettes: themes.contrast!.palettes },
    { name: 'night', palettes: { dark: { ...dark, accent: ['#FF8800'], rule: ['#303030'] } } },
  ]);
  expect(readOwnThemes(newHome('empty'))).toEqual([]);
});

test.each([
  ['night.json', '{"base"', /it is not JSON\.$/],
  ['night.json', '[]', /not an object with "base" and "roles"\.$/],
  ['night.json', { roles: {} }, /"base" must be one of dark, light, contrast, okabe-dark, okabe-light\.$/],
  ['night.json', { base: 'constructor' }, /"base" must be one of/],
  ['night.json', { base: 'dark', roles: [] }, /"roles" must be an object of colours\.$/],
  ['night.json', { base: 'dark', roles: { akcent: '#000000' } }, /there is no role "akcent": muted, accent, /],
  ['night.json', { base: 'dark', roles: { accent: 'blue' } }, /"accent" must be like "#8fb4ff", not "blue"\.$/],
  ['night.json', { base: 'dark', colours: {} }, /it has "base" and "roles", not "colours"\.$/],
  ['dark.json', { base: 'dark' }, /the name dark is taken\.$/],
  ['My Theme.json', { base: 'dark' }, /a name has small letters, digits and hyphens\.$/],
  ['big.json', ' '.repeat(70_000), /at most 64 kB\.$/],
])('%s with %j says what is wrong', (file, content, says) => {
  const [own, ...others] = readOwnThemes(folder({ [file]: content }));
  expect([own?.palettes, others]).toEqual([undefined, []]);
  expect(own?.trouble).toMatch(/^The theme .*[.]json cannot be used: /);
  expect(own?.trouble).toMatch(says);
});

test('a folder in place of a file says so', () => {
  const home = folder({});
  mkdirSync(path.join(home, 'themes', 'night.json'));
  expect(readOwnThemes(home)[0]?.trouble).toMatch(/it is not a file/);
});

// Who may use which effects, and how the first refused part of a line is named.
import { expect, test } from 'vitest';
import type { Arguments } from '../../../src/cli/command/command.js';
import { type Author, admits, refusedPart } from '../../../src/cli/command/effects.js';
import { type Effect, type Flag, globalFlags } from '../../../src/cli/settings/options.js';

const effects: readonly Effect[] = ['file', 'exec', 'secret', 'confirms', 'widens'];
const refusedBy = (author: Author): Effect[] => effects.filter((effect) => !admits(author, [effect]));

test('a typed line uses every effect, a saved one files and secrets, a foreign one none', () => {
  expect(refusedBy('typed')).toEqual([]);
  expect(refusedBy('own')).toEqual(['exec', 'confirms', 'widens']);
  expect(refusedBy('foreign')).toEqual(effects);
  for (const author of ['typed', 'own', 'foreign'] as const) expect(admits(author, 'plain')).toBe(true);
});

test('one effect that is not admitted is enough', () => {
  expect(admits('own', ['file', 'secret'])).toBe(true);
  expect(admits('own', ['file', 'widens'])).toBe(false);
  expect(admits('own', ['widens', 'file'])).toBe(false);
});

const options: readonly Flag[] = [
  { flags: '--to <user>', effects: 'plain', summary: 's' },
  { flags: '--key-file <file>', effects: ['file', 'secret'], summary: 's' },
  { flags: '--despite <op>', effects: ['widens'], summary: 's', repeatable: true },
];
const refused = (author: Author, args: Partial<Arguments>) =>
  refusedPart(author, { name: [], positionals: [], options: {}, ...args }, { options, values: ['<id>', '[file]'] })
    ?.part;

test('the refused part is named as in help', () => {
  expect(refused('own', { options: { to: 'dara', despite: ['op-1'] } })).toBe('--despite');
  expect(refused('own', { options: { to: 'dara', keyFile: 'k' } })).toBeUndefined();
  expect(refused('foreign', { options: { to: 'dara', keyFile: 'k' } })).toBe('--key-file');
  expect(refused('foreign', { positionals: ['7', 'a.json'] })).toBe('<file>');
  expect(refused('foreign', { positionals: ['7'] })).toBeUndefined();
  expect(refused('typed', { options: { yes: true, despite: ['op-1'] }, positionals: ['7', '-'] })).toBeUndefined();
});

test('a global option counts as well, and a switch that is off does not', () => {
  expect(refused('own', { options: { yes: true } })).toBe('--yes');
  expect(refused('foreign', { options: { profile: 'other' } })).toBe('--profile');
  expect(refused('own', { options: { yes: false, verbose: 0, profile: 'other' } })).toBeUndefined();
});

test('- is standard input in any place', () => {
  expect(refused('foreign', { positionals: ['-'] })).toBe('-');
  expect(refused('foreign', { options: { to: '-' } })).toBe('--to');
  expect(refused('own', { positionals: ['-'] })).toBeUndefined();
});

test('the global options that are not plain', () => {
  expect(globalFlags.flatMap(({ flags, effects: set }) => (set === 'plain' ? [] : [flags]))).toEqual([
    '-p, --profile <name>',
    '--reveal',
    '--allow-unknown-word',
    '-y, --yes',
    '--confirm <name>',
  ]);
});

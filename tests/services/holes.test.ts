// Holes of a line: what is filled is one word, its braces are text, and jq keeps its own.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { filledHoles, holesIn, withBraces } from '../../src/services/holes.js';
import { property } from '../support/runs.js';

const filled = (words: readonly string[], values: Readonly<Record<string, string>>) =>
  withBraces(filledHoles(words, (name) => values[name]));

test('a hole is filled within its word, and {{ is a brace', () => {
  expect(filled(['points', 'transfer', '--to={to}', '{{to}', '{other}'], { to: 'dara o' })).toEqual([
    'points',
    'transfer',
    '--to=dara o',
    '{to}',
    '{other}',
  ]);
  const texts = ['{a}', 'x{row.2.hash}{ref:b.id}', '{{no}', '{"json":1}', '{env:X}'];
  expect(holesIn(texts)).toEqual(['a', 'row.2.hash', 'ref:b.id', 'env:X']);
});

test('a name has any letters and may have spaces; only JSON keeps its braces', () => {
  const names = ['Empfänger', 'Betrag (MVP)', 'ชื่อ', '1st name', 'a.b'];
  expect(holesIn(names.map((name) => `--to={${name}}`))).toEqual(names);
  expect(filled(['{Empfänger}', '{"a":{"b":1}}'], { Empfänger: 'dara' })).toEqual(['dara', '{"a":{"b":1}}']);
});

test('the braces of a value are text, also where a later filler has holes', () => {
  const text = fc.string().filter((value) => !value.startsWith('-'));
  property(100, text, text, (one, other) => {
    const first = filledHoles(['a{one}b', '{other}'], (name) => (name === 'one' ? one : undefined));
    const filled = filledHoles(first, (name) => (name === 'other' ? other : 'wrong'));
    expect(withBraces(filled)).toEqual([`a${one}b`, other]);
  });
});

const lines = [[['--jq', '{id}']], [['--jq={id: .a, b: "{{x}}"}']], [['--until', '.x == {id}']]];
test.each(lines)('an expression of jq keeps its braces: %j', (words) => {
  expect(holesIn(words)).toEqual([]);
  expect(filled(words, { id: '7' })).toEqual(words);
});

test('a value becomes no option, and the form of an earlier version is refused', () => {
  expect(() => filled(['{to}'], { to: '--yes' })).toThrow('begins with a hyphen');
  expect(filled(['--to={to}'], { to: '--yes' })).toEqual(['--to=--yes']);
  for (const word of ['{{id}}', 'x{{ row.1.id }}', '{{env:NAME}}', '{{Empfänger}}'])
    expect(() => holesIn([word])).toThrow('is written {');
});

// The enums equal section 3 of the specification, in both directions.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import * as lists from '../../../src/services/catalogue/words.js';

const section = readFileSync(new URL('../../fixtures/words.md', import.meta.url), 'utf8');
const spelt = new Set(section.match(/[A-Za-z0-9][\w.-]*\w|\d+|\bX\b/g));
const held = new Set(Object.values(lists).flatMap((list) => list.map(String)));

test('no enum is empty, and none has a value twice', () => {
  for (const [name, list] of Object.entries(lists)) {
    expect(list.length, name).toBeGreaterThan(0);
    expect(new Set<unknown>(list).size, name).toBe(list.length);
  }
});

test('every enum value is in the specification with the same spelling', () => {
  const known = new Set([...spelt, 'mass-vehicle-ledger']); // the one id that is only described there
  const unknown = [...held].filter((word) => !known.has(word));
  expect(unknown, 'name them in tests/fixtures/words.md').toEqual([]);
});

test('every upper-case word of the specification is in an enum', () => {
  const prose = new Set(['MVP', 'NFT', 'OS', 'BSC', 'TON', 'ID', 'SPEC']);
  const capitals = [...spelt].filter((word) => /^[A-Z][A-Z0-9_.]{2,}$/.test(word) && !prose.has(word));
  expect(capitals.length).toBeGreaterThan(200);
  expect(capitals.filter((word) => !held.has(word))).toEqual([]);
});

test('unusual spellings are kept', () => {
  expect(lists.OfferingStatus).toContain('COMMING_SOON');
  expect(lists.MissionFrequency).toContain('PERMANANT');
});

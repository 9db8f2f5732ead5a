// Rows as a map reads them: fields at their declared paths, in the order of the response.
import { expect, test } from 'vitest';
import { type CallMap, merged, reader } from '../../../src/services/decode/map.js';
import { rowsIn } from '../../../src/services/decode/rows.js';
import { inOurNames } from '../../../src/services/decode/spelling.js';

type Case = readonly [what: string, map: CallMap, row: Record<string, unknown>, read: Record<string, unknown>];
const trusted = { isTrusted: true } as const;
const cases: readonly Case[] = [
  ['a name', { fields: { id: 'no' } }, { no: 1, b: 2 }, { id: 1, b: 2 }],
  ['two names that change places', { ...trusted, fields: { a: 'b', b: 'a' } }, { a: 1, b: 2 }, { b: 1, a: 2 }],
  [
    'an object around the row',
    { fields: { id: 'bd.x', 'p.q': 'bd.y' } },
    { bd: { x: 1, y: 2 } },
    { id: 1, p: { q: 2 } },
  ],
  [
    'an object and its field',
    { fields: { at: 'z', 'at.lat': 'z.k' } },
    { z: { k: 1, m: 2 } },
    { at: { lat: 1, m: 2 } },
  ],
  [
    'a list and the fields of its elements',
    { fields: { packs: 'z', 'packs.id': 'z.k', 'packs.of.name': 'z.o.n' } },
    { z: [{ k: 1, o: { n: 'x' } }, 'word'] },
    { packs: [{ id: 1, of: { name: 'x' } }, 'word'] },
  ],
  [
    'the fields of elements alone',
    { fields: { 'packs.id': 'packs.uuid' } },
    { packs: [{ uuid: 1 }] },
    { packs: [{ id: 1 }] },
  ],
  ['one field for two paths', { fields: { id: 'k', uuid: 'k' } }, { k: 1 }, { id: 1, uuid: 1 }],
  ['a declared field stays without trust', { fields: { id: 'k' } }, { id: 1, k: 2 }, { id: 1, k: 2 }],
  ['and is overruled with it', { ...trusted, fields: { id: 'k' } }, { id: 1, k: 2 }, { id: 2 }],
  [
    'an amount with a unit and decimals of the map',
    { fields: { amount: { amount: 'v', unit: 'MVP', scale: 6 } } },
    { v: 1500000 },
    { amount: { amount: 1500000, currency: 'MVP', scale: 6 } },
  ],
  [
    'an amount in a list',
    { fields: { 'l.amount': { amount: 'l.v', currency: 'l.c' } } },
    { l: [{ v: '2', c: 'USD' }] },
    { l: [{ amount: { amount: '2', currency: 'USD' }, c: 'USD' }] },
  ],
  [
    'times by their names, and no other numbers',
    { times: 'microseconds' },
    { made_at: 1764412345000000, seat: 1764412345000000, l: [{ until: 0, at: 1764412345000000 }] },
    { made_at: '2025-11-29T10:32:25.000Z', seat: 1764412345000000, l: [{ until: 0, at: '2025-11-29T10:32:25.000Z' }] },
  ],
  [
    'words of a status, those of its path before those of all',
    { words: { '': { fini: 'CLOSED' }, status: { fini: 'FINISHED' } } },
    { status: 'Fini', b: { rideStatus: 'fini' }, name: 'fini' },
    { status: 'FINISHED', b: { rideStatus: 'CLOSED' }, name: 'fini' },
  ],
];
test.each(cases)('%s', (_, map, row, read) => {
  const before = structuredClone(row);
  expect(JSON.stringify(reader(map)(row))).toBe(JSON.stringify(read));
  expect(row).toEqual(before);
});

test('fields beside rows stay if the map names them', () => {
  const map = { rows: 'd.list', fields: { id: 'no', searchId: 'd.search' } };
  const response = { rc: 0, d: { search: 's', other: 1, list: [{ no: 1 }] } };
  expect(inOurNames(response, map, true)).toEqual({ searchId: 's', rows: [{ id: 1 }] });
  expect(inOurNames(response, { ...map, fields: { id: 'no' } }, true)).toEqual([{ id: 1 }]);
});

test('rows may be the values of an object, and stand in the data of a map', () => {
  expect(rowsIn({ d: { k1: { a: 1 }, k2: { a: 2 } } }, { rows: 'd' })?.rows).toEqual([
    { key: 'k1', a: 1 },
    { key: 'k2', a: 2 },
  ]);
  expect(rowsIn({ e: 1, d: { x: [{ a: 1 }] } }, { data: 'd' })).toMatchObject({ at: ['d', 'x'], beside: [['e', 1]] });
});

test('of several parts of a map the last one counts, for each field', () => {
  expect(
    merged({ ok: { at: 'a', value: '1' }, fields: { id: 'x', b: 'y' } }, undefined, { fields: { id: 'z' } }),
  ).toEqual({
    ok: { at: 'a', value: '1' },
    fields: { id: 'z', b: 'y' },
    words: {},
  });
});

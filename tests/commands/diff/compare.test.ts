// Comparison two responses: the order of rows and fields is no difference, any changed value is one, and pairs are things.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  amountsOf,
  type Comparison,
  differencesOf,
  OtherKind,
  seenResponse,
} from '../../../src/commands/diff/compare.js';
import { parseLossless } from '../../../src/services/lossless-number.js';
import { property } from '../../support/runs.js';

const plain: Comparison = { isAmount: amountsOf(new Set()), moments: [undefined, undefined], isMasked: false };
const seen = (value: unknown) =>
  seenResponse(typeof value === 'string' ? parseLossless(value) : value, { persons: false, isOne: false });
const between = (before: unknown, after: unknown, comparing: Partial<Comparison> = {}) =>
  differencesOf(seen(before), seen(after), { ...plain, ...comparing });

const parts = fc.record({ a: fc.integer(), b: fc.array(fc.integer(), { maxLength: 3 }) });
const field = fc.oneof(fc.integer(), fc.string({ maxLength: 6 }), fc.boolean(), parts);
const row = fc.record({ id: fc.uuid(), name: fc.string({ maxLength: 6 }), x: field, y: field });
const rows = fc.uniqueArray(row, { selector: ({ id }) => id, minLength: 1, maxLength: 8 });
/** The same value with its fields in the opposite order. */
const turned = (value: unknown): unknown => {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const fields = Object.entries(value).map(([name, part]) => [name, turned(part)]);
  return Object.fromEntries(fields.reverse());
};

test('rows in another order, with their fields in another order, do not differ', () => {
  property(300, rows, (list) => {
    expect(between(list, list.toReversed().map(turned))).toEqual([]);
    const bare = list.map(({ id: _, name: __, ...rest }) => rest);
    expect(between(bare, bare.toReversed().map(turned))).toEqual([]); // without an id
  });
});

test('a field that is changed, a row that is added and one that is removed are exactly the differences', () => {
  property(300, rows, row, fc.nat(), (list, added, at) => {
    const changed = list[at % list.length]!;
    fc.pre(list.every(({ id }) => id !== added.id));
    const after = list.map((one) => (one === changed ? { ...one, name: `${one.name}!` } : one));
    expect(between(list, [added, ...after.toReversed()])).toEqual([
      { change: 'added', id: added.id, path: null, before: null, after: added },
      { change: 'changed', id: changed.id, path: 'name', before: changed.name, after: `${changed.name}!` },
    ]);
    const gone = between([added, ...list], list);
    expect(gone).toEqual([{ change: 'removed', id: added.id, path: null, before: added, after: null }]);
  });
});

test('numbers differ by their value alone, at any length', () => {
  property(200, fc.bigInt({ min: -(10n ** 40n), max: 10n ** 40n }), fc.nat({ max: 20 }), (units, zeros) => {
    const long = `${units}.${'0'.repeat(zeros)}0`;
    expect(between(`[{"id":1,"a":${units}}]`, `[{"id":1,"a":${long}}]`)).toEqual([]);
    expect(between(`[{"id":1,"a":${units}}]`, `[{"id":1,"a":${long}1}]`)).toHaveLength(1);
    expect(between(`[{"id":1,"a":${units}}]`, `[{"id":1,"a":${units + 1n}}]`)).toHaveLength(1);
  });
});

test('a numeric id is the same id in another spelling', () => {
  expect(between('[{"id":1,"a":1},{"id":20,"a":2}]', '[{"id":2e1,"a":2},{"id":1.0,"a":1}]')).toEqual([]);
  expect(between('[{"id":1.5,"a":1}]', '[{"id":1.50,"a":2}]').map(({ path }) => path)).toEqual(['a']);
});

describe('rows of one key', () => {
  const of = (network: string, amount: string) => ({ ticker: 'ETH', network, amount });
  test('are told apart by the first text that differs on both sides', () => {
    const found = between([of('BASE', '1'), of('BSC', '2')], [of('BSC', '3'), of('BASE', '1')], { key: ['ticker'] });
    expect(found).toEqual([{ change: 'changed', id: 'ETH', path: 'amount', before: '2', after: '3' }]);
    const left = between([of('BASE', '1'), of('BSC', '2')], [of('BSC', '2')], { key: ['ticker'] });
    expect(left.map(({ change, before }) => [change, before])).toEqual([['removed', of('BASE', '1')]]);
  });
  test('that nothing tells apart are counted', () => {
    const twin = { ticker: 'ETH', amount: '1' };
    expect(between([twin, twin], [twin, twin], { key: ['ticker'] })).toEqual([]);
    expect(between([twin, twin], [twin], { key: ['ticker'] }).map(({ change }) => change)).toEqual(['removed']);
    const changed = between([twin, twin], [twin, { ...twin, amount: '2' }], { key: ['ticker'] });
    expect(changed.map(({ change, path }) => [change, path])).toEqual([['changed', 'amount']]);
  });
});

describe('times', () => {
  const moment = { from: Date.parse('2026-01-01T10:00:00Z'), to: Date.parse('2026-01-01T10:00:01Z') };
  const one = (name: string, before: unknown, after: unknown, moments: Comparison['moments']) =>
    between([{ id: 1, [name]: before }], [{ id: 1, [name]: after }], { moments }).length;
  const [then, now] = ['2026-01-01T09:00:00Z', '2026-01-01T10:00:00.500Z'];
  test('that are the moment of the read do not count, others do', () => {
    expect(one('updatedAt', then, now, [undefined, moment])).toBe(0);
    expect(one('updatedAt', Date.parse(then), Date.parse(now), [undefined, moment])).toBe(0);
    expect(one('updatedAt', then, now, [moment, moment])).toBe(1); // the first one was read at another moment
    expect(one('updatedAt', now, then, [undefined, moment])).toBe(1);
    expect(one('updatedAt', then, now, [undefined, undefined])).toBe(1);
    expect(one('updatedAt', null, now, [undefined, moment])).toBe(1); // it had none
  });
  const [ofRead, ofFact] = [
    ['fetchedAt', 'quoted_at', 'serverTime', 'asOf', 'response_timestamp', 'now'],
    ['createdAt', 'updatedAt', 'requestedAt', 'spreadAt', 'startTime', 'timestamp'],
  ];
  test.each([...ofRead!, ...ofFact!])('%s names a read, or a fact', (name) => {
    expect(one(name, then, '2026-01-01T09:30:00Z', [undefined, undefined])).toBe(ofRead!.includes(name) ? 0 : 1);
    expect(one(name, 'x', 'y', [undefined, undefined])).toBe(1);
  });
});

test('a list and a record are of two kinds; an empty list under any name is a list', () => {
  expect(() => between([{ id: 1 }], { id: 1 })).toThrow(OtherKind);
  expect(between({ things: [], x: 1 }, { things: [{ id: 1 }], x: 1 }).map(({ change }) => change)).toEqual(['added']);
  expect(between({ a: { b: 1 } }, { a: { b: 2 } }).map(({ path }) => path)).toEqual(['a.b']);
  expect(between('"x"', '"y"')).toEqual([{ change: 'changed', id: null, path: null, before: 'x', after: 'y' }]);
});

test('an id that two rows share is still the identity of the others', () => {
  const [one, two] = [1, 2].map((v) => ({ id: 'd', v }));
  const [before, after] = [1, 2].map((n) => ({ id: 'a', n }));
  const b = { id: 'b', n: 1 };
  expect(between([before, b, one, two], [two, one, after, b])).toMatchObject([
    { change: 'changed', id: 'a', path: 'n', before: 1, after: 2 },
  ]);
});

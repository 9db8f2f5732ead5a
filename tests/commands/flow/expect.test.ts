// Protects what a step of a flow expects: fields, jq paths, exact numbers, and what is not met.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { startJq } from '../../../src/cli/output/shared-jq.js';
import {
  comparableWithRow,
  conditionsOf,
  type Expected,
  failureOf,
  isMet,
  placeOf,
  problemOf,
} from '../../../src/commands/flow/expect.js';
import { parseLossless } from '../../../src/services/lossless-number.js';
import { runs } from '../../support/runs.js';

test.each([
  ['status', { field: 'status' }],
  ['first name', { field: 'first name' }],
  ['.total', { jq: '.total' }],
  ['order.total', { jq: '.order.total' }],
  ['rows[0].id', { jq: '.rows[0].id' }],
  ['. | length', { jq: '. | length' }],
])('%s is %j', (key, place) => expect(placeOf(key)).toEqual(place));

const failure = async (response: unknown, mapping: Record<string, Expected>) => {
  const reasons = conditionsOf(mapping).map((condition) => failureOf(JSON.stringify(response), condition, startJq));
  return (await Promise.all(reasons)).filter((reason) => reason !== undefined).join('; ');
};

test.each<[unknown, Record<string, Expected>, string]>([
  [{ status: 'PAID' }, { status: 'PAID' }, ''],
  [{ status: 'OPEN' }, { status: 'PAID' }, 'status is OPEN, expected PAID'],
  [{ status: 'OPEN' }, { status: ['PAID', 'OPEN'] }, ''],
  [{ status: 'X' }, { status: ['PAID', 'OPEN'] }, 'status is X, expected PAID or OPEN'],
  [{}, { status: 'PAID' }, 'status is missing, expected PAID'],
  [{ status: null }, { status: null }, ''],
  [{}, { status: null }, ''],
  [{ status: 0 }, { status: null }, 'status is 0, expected null'],
  [{ total: '3.10' }, { '.total': '>= 3.1' }, ''],
  [{ total: 3.1 }, { '.total': '3.10' }, ''],
  [{ total: '2.9' }, { '.total': '>= 3' }, '.total is 2.9, expected >= 3'],
  [{ total: 'much' }, { '.total': '>= 3' }, '.total is much, expected >= 3'],
  [{ ok: true }, { ok: true }, ''],
  [{ ok: 'true' }, { ok: true }, 'ok is true, expected true'],
  [[{ id: 1 }], { '.[0].id': '1', '. | length': '1' }, ''],
  [[{ id: 1 }], { id: '1' }, 'id is missing, because the response is not a record, expected 1'],
  [{ a: { b: 'x', c: 1 } }, { a: { b: 'x' } }, ''],
  [{ a: { b: 'x' } }, { a: { b: 'y' } }, 'a is a record, expected {"b":"y"}'],
  [{ a: null }, { a: '!= 3' }, 'a is null, expected != 3'],
  [{ a: '' }, { a: '!= ' }, 'a is empty, expected != '],
])('%j with %j: %s', async (response, mapping, why) => expect(await failure(response, mapping)).toBe(why));

test('of what a list shows of a transfer only texts are compared: its amounts are others, and it lacks fields', async () => {
  const row = JSON.stringify({ id: 'h1', amount: '-2.5', status: 'FAILED', fee: null });
  const written = conditionsOf({
    amount: '2',
    '.amount | tonumber': '2',
    hash: 'x',
    fee: '0',
    status: 'DONE',
    '.x.y.z[0]': '1',
    '.id.y': '1',
  });
  const compared = await comparableWithRow(row, written, startJq);
  expect(compared.map(({ expected }) => expected)).toEqual(['DONE']);
});

test('a jq path with several results, or that fails, is a fault of the file', async () => {
  await expect(failure([1, 2], { '.[]': '1' })).rejects.toThrow('.[] has 2 results');
  await expect(failure({ a: 1 }, { '.a.b': '1' })).rejects.toThrow('.a.b failed');
});

test('a capture in an expected value is a problem of the file: it would be compared as a text', () => {
  expect(problemOf({ id: ['x', '{order}'] })).toBe('{order} can be used in run only, not in expect or until');
  expect(problemOf('{{ }}')).toBeUndefined();
});

test('an order that names no number is a problem of the file, an inequality of words is not', () => {
  expect(problemOf({ a: ['1', '> x'] })).toContain('needs a number to compare with');
  expect([problemOf('!= PAID'), problemOf('>= 3'), problemOf(null), problemOf('<html>')]).toEqual([
    undefined,
    undefined,
    undefined,
    '"<html>" needs a number to compare with',
  ]);
});

test('numbers compare with every digit, in texts and as numbers', () => {
  const digits = fc.bigInt({ min: 0n, max: 10n ** 40n });
  fc.assert(
    fc.property(digits, digits, (a, b) => {
      for (const value of [String(a), parseLossless(String(a))]) {
        expect(isMet(value, String(b))).toBe(a === b);
        expect(isMet(value, `>= ${b}`)).toBe(a >= b);
        expect(isMet(value, `> ${b}`)).toBe(a > b);
        expect(isMet(value, `<= ${b}`)).toBe(a <= b);
        expect(isMet(value, `< ${b}`)).toBe(a < b);
        expect(isMet(value, `!= ${b}.0`)).toBe(a !== b);
      }
    }),
    { numRuns: runs(300) },
  );
});

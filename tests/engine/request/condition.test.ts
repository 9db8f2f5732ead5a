// Protects conditions in jq: exact numbers, variables, what is said of one that is not met, and texts beside numbers.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { unfitReason } from '../../../src/cli/output/formats/filter.js';
import { startJq } from '../../../src/cli/output/shared-jq.js';
import { unmetReason, withVariables } from '../../../src/engine/request/condition.js';
import { asyncProperty } from '../../support/runs.js';

const reason = (response: unknown, condition: string, variables = {}) =>
  unmetReason(JSON.stringify(response), condition, startJq, variables);

test.each([
  [{ status: 'PAID' }, '.status == "PAID"', undefined],
  [{ status: 'OPEN' }, '.status == "PAID"', 'is not true: .status is "OPEN"'],
  [{}, '.order.status == "PAID"', 'is not true: .order.status is null'],
  [[{ id: 1 }], 'length > 1', 'is not true: false'],
  [[], '.[] | .id', 'is not true: it has no result'],
  [{ total: '3.10' }, '(.total | tonumber) == 3.1', undefined],
  [
    { total: '25' },
    '.total > 1000',
    'compares a text with a number, and is not true of the number: write (.field | tonumber)',
  ],
  [{ total: '25' }, '.total < 1000', 'compares a text with a number: write (.field | tonumber)'],
  [{ a: 1 }, '.a.b', 'failed: Cannot index number with string "b"'],
])('%j with %s: %s', async (response, condition, why) => expect(await reason(response, condition)).toBe(why));

test('variables are texts, and those that an expression does not name are left out', async () => {
  expect(withVariables('.id == $id', { id: 'a"b', exit: 0 })).toBe('"a\\"b" as $id | .id == $id');
  expect(await reason({ id: 'a"b' }, '.id == $id and $exit == 5', { id: 'a"b', exit: 5 })).toBeUndefined();
  expect(
    await reason({ price: '60' }, '(.price | tonumber) <= ($BOUND | tonumber)', { BOUND: '60.0' }),
  ).toBeUndefined();
});

test('an expression that jq does not take has a reason', async () => {
  expect(await unfitReason('.a | (', startJq)).toContain('syntax error');
  expect(await unfitReason('.id == $id', startJq)).toContain('$id is not defined');
  expect(await unfitReason('.a.b', startJq)).toBeUndefined();
});

test('numbers compare with every digit', async () => {
  const digits = fc.bigInt({ min: 0n, max: 10n ** 40n });
  await asyncProperty(10, digits, digits, async (a, b) => {
    for (const [sign, isMet] of Object.entries({ '==': a === b, '>=': a >= b, '<': a < b }))
      expect((await reason({ n: String(a) }, `(.n | tonumber) ${sign} ${b}`)) === undefined).toBe(isMet);
  });
});

// A plain jq path gives the same result without the engine as with it.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { pathResults, pathSteps, withDigits } from '../../../../src/cli/output/formats/filter.js';
import { type Jq, openJq } from '../../../../src/cli/output/jq.js';

import { asyncProperty, runs } from '../../../support/runs.js';

let jq: Jq;
/** An engine fails after a thousand runs; the program uses each once. */
const perEngine = 300;

const name = fc.constantFrom('a', 'b', 'id', 'items', '_x', 'A1', '__proto__', 'constructor', 'length', '7');
const value = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    fc.constantFrom(null, true, false, 0, -0, 1, -1, 7.5, 1e21, 1e-7, 0.1, 9007199254740992),
    fc.string({ unit: 'binary' }),
    fc.constantFrom('', 'OPEN', '\u007f', '\u2028', '\u0000', '"', '\\', '\ud83d\ude97', 'é', '/'),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(name, tie('value'), { maxKeys: 4 }),
  ),
})).value;
const step = fc.oneof(
  name.filter((one) => !/^\d/.test(one)).map((one) => `.${one}`),
  fc.constantFrom('[]', '.[]', '[0]', '.[0]', '[-1]', '[3]', '.[-7]', '[999999999]'),
);
const path = fc
  .array(step, { maxLength: 5 })
  .map((steps) => (steps.length === 0 ? '.' : steps.join('').replace(/^\[/, '.[')));
/**
 * The same document in several notations: compact, with spaces, on several lines, with escapes or other notations of
 * numbers.
 */
const spelt = (document: unknown) =>
  fc.constantFrom(
    JSON.stringify(document),
    JSON.stringify(document, undefined, 2),
    JSON.stringify(document).replaceAll('":', '": ').replaceAll(',"', ', "'),
    JSON.stringify(document).replaceAll('/', '\\/'),
    JSON.stringify(document).replace(/é/g, '\\u00e9'),
    JSON.stringify(document).replaceAll('7.5', '7.50').replaceAll(':1,', ':1.0,'),
  );

test('a plain path gives the same result as jq', async () => {
  let quick = 0;
  const read = value.chain((document) => fc.tuple(spelt(document), path));
  await asyncProperty(1500, read, async ([json, expression]) => {
    expect(pathSteps(expression)).toBeDefined();
    const results = pathResults(expression, json);
    if (results === undefined) return;
    if (quick++ % perEngine === 0) jq = await openJq();
    const result = jq.run(expression, json);
    expect(result.status).toBe(0);
    expect(withDigits(json, result.results).text, `${expression} of ${json}`).toBe(results);
  });
  expect(quick).toBeGreaterThan(runs(1500) / 5);
});

const expressions = ['.a', '.[0].id', '.items[].name', '.', '', '.[].a[0]', ' .status ', '.[-1]'];
test.each(expressions)('%j is a plain path', (expression) => expect(pathSteps(expression)).toBeDefined());
test.each([
  ...'a [0] .. .a..b .a[ .[1.5] .["a"] .a? .a|.b map(.id) .1a $x .[0:2] -1'.split(' '),
  ...['.a, .b', '.a b'],
])('%j is evaluated by the jq engine', (expression) => expect(pathSteps(expression)).toBeUndefined());

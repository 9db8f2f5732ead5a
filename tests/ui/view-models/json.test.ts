// Raw JSON on a screen: the roles of keys and values, and the sign of a part that folds.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { jsonLine, jsonRows } from '../../../src/text/json-lines.js';
import { lineText } from '../../../src/text/line.js';
import { escapeControls } from '../../../src/text/visible.js';
import { foldedAt } from '../../../src/ui/state/folding.js';
import type { JsonScreen } from '../../../src/ui/state/screens.js';
import { jsonBody } from '../../../src/ui/view-models/json.js';
import { runs } from '../../support/runs.js';

const rolesOf = (text: string) => jsonLine(text).map(({ text, role }) => [text, role]);

test('keys, strings, numbers and words have roles of their own', () => {
  expect(rolesOf('  "to\\"1": "a: 2, \\"true\\"",')).toEqual([
    ['  ', undefined],
    ['"to\\"1"', 'accent'],
    [': ', undefined],
    ['"a: 2, \\"true\\""', 'good'],
    [',', undefined],
  ]);
  const values = ['-1.50e+3', 'true', 'false', 'null', '{', '[]'];
  expect(values.map((text) => rolesOf(`"x": ${text}`).at(-1)?.[1])).toEqual([
    'wait',
    'unknown',
    'unknown',
    'unknown',
    undefined,
    undefined,
  ]);
});

test('no character of any line is lost or changed', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string({ unit: 'grapheme' }),
        fc.jsonValue().map((value) => jsonRows(value)[0] ?? ''),
      ),
      (text) => {
        expect(lineText(jsonLine(escapeControls(text)))).toBe(escapeControls(text));
      },
    ),
    { numRuns: runs(200) },
  );
});

test('a part that folds has a sign; a found line keeps its own role', () => {
  const screen: JsonScreen = {
    kind: 'json',
    group: 'Points',
    over: [],
    line: 'points balance',
    layout: jsonRows({ a: { b: 1 }, c: 2 }),
    top: 0,
    marked: 5,
    query: 'c',
  };
  const body = (of: JsonScreen) => jsonBody(of, { rows: 20, columns: 40 }, (text) => text.includes('"c"'));
  expect(body(screen).map(lineText)).toEqual([
    '  1 - {',
    '  2 -   "a": {',
    '  3       "b": 1',
    '  4     },',
    '  5     "c": 2',
    expect.stringMatching(/^▸ 6 {3}\} +$/),
  ]);
  expect(body(screen)[4]!.map(({ role }) => role)).toEqual(['muted', 'need', 'muted']);
  const folded = { ...foldedAt({ ...screen, marked: 1 }), marked: 0 };
  expect(body(folded).map(lineText)[1]).toBe('  2 +   "a": { … 1 line },');
});

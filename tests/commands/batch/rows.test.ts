// The line of a row of a batch is the first one of its record, whatever line breaks its fields and the file have.
import { expect, test } from 'vitest';
import { parseRows } from '../../../src/commands/batch/rows.js';

const template = 'points transfer --to {to} --amount {amount}';
test.each([
  ['\n', ''],
  ['\r\n', ''],
  ['\n', '\uFEFF'],
  ['\r\n', '\uFEFF'],
])('records of several lines, with %j', (end, mark) => {
  const file = ['to,amount', 'a,1', `"b${end}é${end}c",2`, '', 'd,3', `"e${end}f",4`, 'g,5', ''].join(end);
  const { rows, problems } = parseRows(mark + file, template);
  expect(problems).toEqual([]);
  expect(rows.map(({ line }) => line)).toEqual([2, 3, 7, 8, 10]);
});

test('a header of several lines, and a last row without an end of line', () => {
  const { rows } = parseRows('"to",amount,"no\nte"\na,1,x\n"b\nc",2,x', template);
  expect(rows.map(({ line }) => line)).toEqual([3, 4]);
});

test('a problem names the first line of its row', () => {
  const { problems } = parseRows('to,amount,ref\na,1,x\n"b\nc",2,x\nd,3,x', template);
  expect(problems.map(({ line }) => line)).toEqual([3, 5]);
});

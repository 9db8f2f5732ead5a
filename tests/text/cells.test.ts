// Protects the rows behind a dialog: a wide character that its edge covers by half neither stays nor shifts the row.
import { expect, test } from 'vitest';
import { fromCells, inCells } from '../../src/text/cells.js';
import { width } from '../../src/text/text.js';

const texts = ['abc', '好b', '한글', '🚕 taxi', '👩‍👩‍👧', '🇸🇬', 'é'];
test.each(texts)('%s has as many characters as columns, and comes back', (text) => {
  const cells = inCells(text);
  expect([...cells.normalize('NFC')].length).toBe(width(text));
  expect(fromCells(cells)).toBe(/\u200d|\u{1f1f8}/u.test(text) ? '··' : text);
});

test.each([
  [1, 'a│·好b'],
  [2, 'a·│好b'],
  [3, 'a好│·b'],
  [4, 'a好·│b'],
])('the edge of a dialog in column %i', (column, shown) => {
  expect(fromCells([...inCells('a好好b')].with(column, '│').join(''))).toBe(shown);
});

test('private-use text of a service becomes no control character', () => {
  expect(fromCells('\u{f001b}\u{f8ff}[31m')).toBe('··[31m');
  expect(fromCells('\u{f001b}[31m')).toBe('·[31m');
});

// The width of text in a terminal.
import stringWidth from 'string-width';
import { expect, test } from 'vitest';
import { isPlain, width } from '../../src/ui/format/text.js';

test('every character that is measured without tables has a width of one column', () => {
  const all = Array.from({ length: 0xd800 }, (_, code) => String.fromCharCode(code)).filter(isPlain);
  expect(all.length).toBeGreaterThan(200);
  expect(all.filter((character) => stringWidth(character) !== 1)).toEqual([]);
});

test('wide and combining characters are measured', () => {
  expect([width('● OPEN'), width('전기차'), width('e\u0301'), width('🚗')]).toEqual([6, 6, 1, 2]);
});

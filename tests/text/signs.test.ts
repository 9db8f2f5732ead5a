// Signs in ASCII keep the width of their line.
import { expect, test } from 'vitest';
import { line, lineText, span, wide } from '../../src/text/line.js';
import { inAscii } from '../../src/text/signs.js';

test('ASCII takes additional room from a space or a rule', () => {
  expect(lineText(inAscii([span('─ 3f1c9a…8e04d2 '), span('──────'), span(' Y ─')]))).toBe(
    '- 3f1c9a..8e04d2 ----- Y -',
  );
  expect(lineText(inAscii(line('D cancel…  y copy')))).toBe('D cancel.. y copy');
  expect(wide(inAscii(line('full…')))).toBe(5);
  expect(lineText(inAscii(line('◐ ✓ ✗ ○ ● ▸ 한')))).toBe('~ + x o * > 한');
});

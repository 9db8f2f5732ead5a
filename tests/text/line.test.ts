// Lines of pieces: cut, filled and masked to a width; spans and times as text.
import { expect, test } from 'vitest';
import { cut, filled, line, lineText, span } from '../../src/text/line.js';
import { maskName } from '../../src/text/mask.js';
import { clockTime, exactSpan, spanOf } from '../../src/text/time.js';

const now = new Date(2026, 10, 20, 14, 0, 0).getTime();

test('lines are truncated with a mark and filled, never with half a wide character', () => {
  expect(lineText(cut([span('abc'), span('def')], 5))).toBe('abcd…');
  expect(lineText(cut([span('abc'), span('def')], 3))).toBe('ab…');
  expect(lineText(filled([span('전기차')], 4))).toBe('전… ');
  expect(cut(line('abc'), 0)).toEqual([{ text: '' }]);
  expect(maskName('Leng  Tan 한국')).toBe('Le•• T•• 한••');
  const spans = [59_999, 60_000, 7_200_000, 2e8, -5].map(spanOf);
  expect(spans).toEqual(['59 s', '1 min', '2 h', '2 d', '0 s']);
  expect([61_000, 3_660_000, 777_600_000].map(exactSpan)).toEqual(['1 min 1 s', '1 h 1 min', '9 d 0 h']);
  expect([clockTime(now), clockTime(Number.NaN)]).toEqual(['14:00:00', '–']);
});

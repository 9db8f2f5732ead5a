// The bars of a dash: whatever numbers a service counts.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { lineText } from '../../../src/text/line.js';
import { dashLines } from '../../../src/ui/page-kinds/page-kinds.js';

test('any counts are drawn, each with its word', () => {
  const counts = fc.dictionary(
    fc.stringMatching(/^[A-Z]{1,8}$/),
    fc.oneof(fc.integer(), fc.double({ noNaN: true, noDefaultInfinity: true })),
    {
      minKeys: 1,
    },
  );
  fc.assert(
    fc.property(counts, fc.integer({ min: 40, max: 200 }), (states, columns) => {
      const lines = dashLines({ chargers: { total: 3, states } }, columns);
      for (const word of Object.keys(states)) expect(lines.map(lineText).join('\n')).toContain(word);
    }),
  );
});

test('a negative count has no bar', () => {
  const texts = dashLines({ chargers: { states: { ON: 4, OFF: -5 } } }, 80).map(lineText);
  expect(texts.find((text) => text.includes('OFF'))).toMatch(/OFF +-5/);
  expect(texts.find((text) => text.includes('ON'))).toContain('█');
});

test('bars end in eighths: 11, 12 and 18 of 400 differ, and one of many is seen', () => {
  const counts = { A: 400, B: 18, C: 12, D: 11, E: 1, F: 0 };
  const bars = dashLines({ x: { counts } }, 78)
    .slice(-6)
    .map((line) => /[█-▏]*(?= +\d)/u.exec(lineText(line).replace(/^ *\S+ */, ''))?.[0] ?? '');
  expect(new Set(bars).size).toBe(6);
  expect(bars.at(-1)).toBe('');
});

test('a bar has the colour of its state', () => {
  const lines = dashLines({ x: { counts: { CHARGING: 3, PROBLEM: 1, NEW: 2 } } }, 78).slice(-3);
  expect(lines.map((line) => line.find(({ text }) => text.includes('█'))?.role)).toEqual(['wait', 'bad', 'accent']);
});

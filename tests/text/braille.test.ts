// The canvas of braille dots: a dot is where it is set, a line is whole, and ASCII keeps the columns.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { brailleInAscii, brailleRows, type Dot, lineDots, polylineDots } from '../../src/text/braille.js';
import { line, lineText, wide } from '../../src/text/line.js';
import { inAscii } from '../../src/text/signs.js';
import { width } from '../../src/text/text.js';
import { property } from '../support/runs.js';

const size = { columns: 9, rows: 5 };
/** The dots of drawn rows, by the numbers of dots in the Unicode names: BRAILLE PATTERN DOTS-1245. */
const places: readonly Dot[] = [
  [0, 0],
  [0, 1],
  [0, 2],
  [1, 0],
  [1, 1],
  [1, 2],
  [0, 3],
  [1, 3],
];
const dotsIn = (rows: readonly string[]): string[] =>
  rows.flatMap((row, y) =>
    Array.from(row).flatMap((sign, x) =>
      places.flatMap(([dx, dy], bit) =>
        sign !== ' ' && ((sign.charCodeAt(0) - 0x2800) >> bit) & 1 ? [`${x * 2 + dx},${y * 4 + dy}`] : [],
      ),
    ),
  );

const dot = fc.tuple(fc.integer({ min: -30, max: 30 }), fc.integer({ min: -30, max: 30 }));
test('exactly the dots on the canvas are drawn, and each row is as wide as the canvas', () => {
  property(200, fc.array(dot), (dots) => {
    const rows = brailleRows(size, dots);
    expect(rows.map(width)).toEqual(Array(size.rows).fill(size.columns));
    const inside = dots.filter(([x, y]) => x >= 0 && y >= 0 && x < 18 && y < 20).map(String);
    expect(new Set(dotsIn(rows))).toEqual(new Set(inside));
  });
});

test('a line has both ends and no gaps; a dotted one has each n-th dot', () => {
  property(200, dot, dot, (from, to) => {
    const dots = lineDots(from, to);
    expect([dots[0], dots.at(-1)].map(String)).toEqual([from, to].map(String));
    for (const [at, [x, y]] of dots.slice(1).entries())
      expect(Math.max(Math.abs(x - dots[at]![0]), Math.abs(y - dots[at]![1]))).toBe(1);
    expect(lineDots(from, to, 3).map(String)).toEqual(dots.filter((_, at) => at % 3 === 0).map(String));
  });
  expect(lineDots([0, 0], [Number.POSITIVE_INFINITY, 1])).toEqual([]);
  expect(polylineDots([[2, 3]])).toEqual([[2, 3]]);
  expect(polylineDots([])).toEqual([]);
});

test('a diagonal looks like one', () => {
  expect(brailleRows({ columns: 4, rows: 2 }, lineDots([0, 0], [7, 7]))).toEqual(['⠑⢄  ', '  ⠑⢄']);
});

test('in ASCII few dots are a point and many a star, as wide as before', () => {
  expect(brailleInAscii('⠀⠁⠇⠏⣿')).toBe(' ..**');
  expect(lineText(inAscii(line('A ⠑⢄ ├──┤ ▲ ↑')))).toBe('A .. +--+ ^ ^');
  expect(wide(line('⠑⢄⣿'))).toBe(3);
});

// The heat map of a screen: it fills its place, says where each cell is, and has no cell that the rows do not have.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { gridFor, heatBoard } from '../../src/text/heat-map.js';
import { type Line, lineText, wide as widthOf } from '../../src/text/line.js';
import { appAfter } from '../support/frames.js';
import { responded } from '../support/queries.js';
import { property } from '../support/runs.js';

const place = { latitude: 11.5, longitude: 104.9 };
/** A square of cells, the more to the north-east the busier. */
const square = (side: number) =>
  Array.from({ length: side * side }, (_, nth) => ({
    latitude: Number((place.latitude + Math.floor(nth / side) * 0.005).toFixed(3)),
    longitude: Number((place.longitude + (nth % side) * 0.005).toFixed(3)),
    count: nth + 1,
  }));
const texts = (lines: readonly Line[]) => lines.map(lineText);

test('the rows of its board are the cells, the busiest first', () => {
  const cells = [3, 12, 7].map((count, nth) => ({ count, latitude: 11.5 + nth / 100, longitude: 104.9 }));
  const { top } = appAfter(['7', 'l', 'l', 'l', responded('depin heatmap', { value: cells })]);
  expect(top).toMatchObject({ spec: { kind: 'heat map' }, shown: [{ count: 12 }, { count: 7 }, { count: 3 }] });
});

describe('a heat map', () => {
  test.each([
    [80, 18],
    [179, 55],
  ])('fills %d columns and %d rows', (columns, rows) => {
    const lines = heatBoard(square(7), undefined, { rows, columns });
    expect(lines.length).toBeGreaterThan(rows * 0.8);
    expect(lines.length).toBeLessThanOrEqual(rows);
    const mapWide = columns - 26;
    expect(Math.max(...texts(lines).map((line) => line.slice(0, mapWide).trimEnd().length))).toBeGreaterThan(
      mapWide * 0.75,
    );
  });

  test('has the cells of the data, not more: a larger screen has larger cells with their counts', () => {
    const grid = gridFor(square(7), { rows: 55, columns: 179 })!;
    expect([grid.high, grid.across, grid.counts.size]).toEqual([7, 7, 49]);
    const lines = texts(heatBoard(square(7), undefined, { rows: 55, columns: 179 }));
    expect(lines.join('\n')).toMatch(/█ 49 █/);
    expect(lines.filter((line) => /^A /.test(line))).toHaveLength(1);
  });

  test('has coordinates at its edges and a legend beside it', () => {
    const text = texts(heatBoard(square(4), undefined, { rows: 30, columns: 100 })).join('\n');
    for (const latitude of ['11.515', '11.510', '11.505', '11.500'])
      expect(text).toMatch(new RegExp(`^[A-D] +${latitude} `, 'm'));
    expect(text).toMatch(/^ +104\.900 +104\.905 +104\.910 +104\.915 /m);
    expect(text).toMatch(/██ {2}12 or more/);
    expect(text).toMatch(/▸ cell A4[\s\S]*16, 11\.8 % of all/);
  });

  test('a screen without room for figures beside it has them below', () => {
    const text = texts(heatBoard(square(4), undefined, { rows: 20, columns: 50 })).join('\n');
    expect(text).toMatch(/▓▓ 8–11 {2}██ 12\+/);
    expect(text).toMatch(/▸ cell A4/);
  });

  test('marks the whole of the selected cell', () => {
    const lines = heatBoard(square(3), { latitude: 11.505, longitude: 104.905 }, { rows: 30, columns: 100 });
    const marked = lines.flatMap((line) => line.filter(({ role }) => role === 'select'));
    const high = lines.filter((line) => line.some(({ role }) => role === 'select')).length;
    expect(marked.length).toBe(high);
    expect(high).toBeGreaterThan(3);
  });

  test('any cells and any size: every row counts once, and nothing is wider or higher than its place', () => {
    const cell = fc.record({
      latitude: fc.integer({ min: 0, max: 80 }).map((nth) => Number((11 + nth * 0.005).toFixed(3))),
      longitude: fc.integer({ min: 0, max: 80 }).map((nth) => Number((104 + nth * 0.005).toFixed(3))),
      count: fc.integer({ min: 1, max: 100_000 }),
    });
    property(
      100,
      fc.array(cell, { minLength: 1, maxLength: 60 }),
      fc.integer({ min: 7, max: 60 }),
      fc.integer({ min: 38, max: 200 }),
      (cells, rows, columns) => {
        const grid = gridFor(cells, { rows, columns })!;
        expect([...grid.counts.values()].reduce((sum, count) => sum + count, 0)).toBe(grid.total);
        const lines = heatBoard(cells, undefined, { rows, columns });
        expect(lines.length).toBeLessThanOrEqual(rows);
        for (const line of lines) expect(widthOf(line), lineText(line)).toBeLessThanOrEqual(columns);
        // no cell is told by its colour alone
        const told = lines.flat().filter(({ heat }) => heat !== undefined && heat.text.trim() !== '');
        expect(told.length).toBeGreaterThanOrEqual(grid.counts.size);
      },
    );
  });
});

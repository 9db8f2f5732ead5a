// Charts that fill their place: axes, figures, exact amounts, any numbers and any size.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Chart } from '../../src/text/chart.js';
import { type Line, lineText, wide as widthOf } from '../../src/text/line.js';
import { plotLines } from '../../src/text/plot.js';
import { asciiText } from '../../src/text/signs.js';
import { property } from '../support/runs.js';

const chart: Chart = { at: 'at', value: 'value', by: 'unit', of: 'last' };
const day = (nth: number) => new Date(Date.UTC(2026, 8, 1 + nth)).toISOString();
const rowsOf = (values: readonly string[], unit = 'USD') => values.map((value, nth) => ({ at: day(nth), value, unit }));
const drawn = (values: readonly string[], wide: number, high: number, of: Chart['of'] = 'last') =>
  plotLines(rowsOf(values), { ...chart, of }, { wide, high, areColumns: true }).map(lineText);

describe('the selected time', () => {
  const values = ['2', '5.25', '1', '4'];
  const plot = (more: object = {}) => plotLines(rowsOf(values), chart, { wide: 100, high: 20, ...more });
  const readoutOf = (lines: readonly Line[]) => lines.map(lineText).find((text) => text.startsWith('▸'));
  test('has its exact amount, its time and the change from the one before; by default the newest', () => {
    expect(readoutOf(plot())).toBe('▸ 4 Sep  4 USD   +300.0 % from 3 Sep');
    expect(readoutOf(plot({ time: Date.parse(day(2)) }))).toBe('▸ 3 Sep  1 USD   -81.0 % from 2 Sep');
    expect(readoutOf(plot({ time: 0 }))).toBe('▸ 1 Sep  2 USD');
    const exact = plotLines(rowsOf(['1', '123456789012345678901234567890.123']), chart, { wide: 100, high: 20 });
    expect(readoutOf(exact)).toContain('123,456,789,012,345,678,901,234,567,890.123 USD');
  });
  test('is lit, and a click on any column selects its time', () => {
    const row = plot({ time: Date.parse(day(1)) }).find((line) => line.some(({ role }) => role === 'need'))!;
    const at = (role: string) => row.filter((piece) => piece.role === role && piece.text.trim() !== '');
    expect(at('need').map(({ target }) => target)).toEqual([{ time: Date.parse(day(1)) }]);
    const times = plot()
      .flat()
      .flatMap(({ target }) => (target && 'time' in target ? target.time : []));
    expect([...new Set(times)].sort()).toEqual(values.map((_, nth) => Date.parse(day(nth))));
  });
  test('a gain is good, a loss is bad, no change is neither', () => {
    const roleOf = (of: readonly string[]) =>
      plotLines(rowsOf(of), chart, { wide: 100, high: 20 })
        .flat()
        .filter(({ text }) => /^[+-]\d/.test(text.trim()))
        .map(({ role }) => role);
    expect(roleOf(['1', '2'])).toEqual(['good', 'good']);
    expect(roleOf(['2', '1'])).toEqual(['bad', 'bad']);
    expect(roleOf(['2', '2'])).toEqual(['muted', 'muted']);
  });
});

describe('a line', () => {
  const line = (values: readonly string[], wide = 60, high = 16) =>
    plotLines(rowsOf(values), chart, { wide, high }).map(lineText);
  test('goes through the amounts without a gap, in the size of the columns', () => {
    const lines = line(['0', '10', '0']);
    expect(lines).toHaveLength(16);
    const dotted = lines.flatMap((text) => [...text.matchAll(/[\u2801-\u28ff]/g)].map(({ index }) => index));
    const [from, to] = [Math.min(...dotted), Math.max(...dotted)];
    for (let column = from; column <= to; column++) expect(dotted).toContain(column);
    const rowOf = (column: number) => lines.findIndex((text) => /[\u2801-\u28ff]/.test(text[column] ?? ''));
    expect(rowOf(Math.round((from + to) / 2))).toBeLessThan(rowOf(from + 1));
    expect(lines.join('')).not.toMatch(/[▁-█]/);
  });
  test('is drawn by stars where there is ASCII only', () => {
    expect(asciiText(line(['0', '10', '0']).join('\n'))).toMatch(/^[ -~\n]*$/);
  });
});

test('the times below stand at equal distances', () => {
  for (let count = 2; count < 90; count++) {
    const values = Array.from({ length: count }, (_, nth) => String(nth + 1));
    const lines = drawn(values, 80, 16);
    const axis = lines.find((text) => text.includes('└'))!;
    const places = [...axis.matchAll(/┬/g)].map(({ index }) => index);
    const gaps = places.slice(1).map((place, nth) => place - places[nth]!);
    expect(Math.max(...gaps, 0) - Math.min(...gaps, 99), String(count)).toBeLessThanOrEqual(1);
    expect(lines.at(-1)!.trim().split(/ {2,}/)).toHaveLength(places.length); // every mark has its whole label
  }
});

describe('times at unequal distances', () => {
  const plot = (days: readonly number[], areColumns: boolean) => {
    const rows = days.map((nth, value) => ({ at: day(nth), value: String(value + 1), unit: '' }));
    return plotLines(rows, chart, { wide: 100, high: 16, areColumns }).map(lineText);
  };
  /** The columns of the axis in which a row of the chart has something. */
  const filledIn = (text: string) => [...text].flatMap((sign, nth) => (/[▁-█\u2801-\u28ff]/.test(sign) ? nth : []));
  test('stand where their time is: 90 days are ninety times as wide as one', () => {
    const lowest = filledIn(plot([0, 90, 91], true).findLast((text) => /█/.test(text))!);
    const steps = plot([0, 90, 91], true).find((text) => /[▁-█]/.test(text) && filledIn(text).length < 10)!;
    expect(lowest.length).toBeGreaterThan(80);
    expect(filledIn(steps).length).toBeLessThanOrEqual(3);
  });
  test('a line holds an amount until the next one', () => {
    const filled = plot([0, 90, 91], false).map((text) => filledIn(text).length);
    expect(Math.max(...filled)).toBeGreaterThan(80); // flat, not a slope
  });
  test('the dates below are at equal distances of time', () => {
    const lines = plot([0, 584, 588], false);
    const labels = lines.at(-1)!.trim().split(/ {2,}/);
    const dates = labels.map((text) => Date.parse(`1 ${text}`));
    expect(dates.length).toBeGreaterThan(2);
    const gaps = dates.slice(1).map((date, nth) => date - dates[nth]!);
    expect(Math.max(...gaps) / Math.min(...gaps)).toBeLessThan(1.4); // whole months
  });
});

describe('a chart', () => {
  test('fills its height and its width, at 80 columns as at 200', () => {
    const values = Array.from({ length: 90 }, (_, nth) => (3 + Math.sin(nth / 7)).toFixed(4));
    for (const [wide, high] of [
      [78, 18],
      [179, 55],
    ] as const) {
      const lines = drawn(values, wide, high);
      expect(lines).toHaveLength(high);
      expect(Math.max(...lines.map((line) => line.length))).toBeGreaterThanOrEqual(wide - 2);
    }
  });

  test('says first, last, lowest and highest with unit and time, and how many times there are', () => {
    const text = drawn(['2', '5.25', '1', '4'], 100, 20).join('\n');
    expect(text).toMatch(
      /4 times +first 2 USD, 1 Sep +last 4 USD, 4 Sep +lowest 1 USD, 3 Sep +highest 5.25 USD, 2 Sep/,
    );
    const many = Array.from({ length: 200 }, (_, nth) => String(nth));
    expect(drawn(many, 78, 18)[0]).toMatch(/the newest 59 of 200 times/);
  });

  test('labels both axes: round amounts beside their rows, times below the columns', () => {
    const lines = drawn(['0', '10', '20'], 60, 14, 'sum');
    const axis = lines.flatMap((line) => /^ *([\d,.]+) ┤/.exec(line)?.[1] ?? []);
    expect(axis).toEqual(['20', '10', '0']);
    expect(lines.at(-1)).toMatch(/1 Sep +2 Sep +3 Sep/);
    expect(lines.at(-2)!.match(/┬/g)).toHaveLength(3);
  });

  test('a column is as high as its amount, and bears the exact amount where that fits', () => {
    const lines = drawn(['5', '10'], 60, 22, 'sum');
    const heights = [20, 50].map((at) => lines.filter((line) => line[at] === '█').length);
    expect(heights[0]).toBeGreaterThan(5);
    expect(Math.abs(heights[1]! - 2 * heights[0]!)).toBeLessThanOrEqual(1);
    expect(drawn(['1.5', '12.25'], 60, 20, 'sum').join('\n')).toMatch(/12\.25[\s\S]* 1\.5 /);
  });

  test('amounts that lie close together start beyond zero; amounts below zero hang from it', () => {
    expect(drawn(['100', '101', '104'], 60, 16).join('\n')).not.toMatch(/ 0 ┤/);
    const lines = drawn(['-5', '5'], 60, 16);
    const zero = lines.findIndex((line) => / 0 ┤/.test(line));
    expect(lines.slice(0, zero).some((line) => line[15] === '█')).toBe(false);
    expect(lines.slice(zero + 1).some((line) => line[15] === '█')).toBe(true);
  });

  test('each unit has a chart of its own, and they share the height', () => {
    const rows = [...rowsOf(['1', '2']), ...rowsOf(['3', '4'], 'MVL')];
    const lines = plotLines(rows, chart, { wide: 80, high: 41 }).map(lineText);
    expect(lines).toHaveLength(41);
    expect(lines.filter((line) => line.includes('└')).length).toBe(2);
  });

  test('no amount and no size breaks it, and no line is wider than its place', () => {
    const amount = fc.oneof(
      fc.bigInt({ min: -(10n ** 40n), max: 10n ** 40n }).map(String),
      fc.integer({ min: 1, max: 330 }).map((places) => `0.${'0'.repeat(places)}1`),
      fc.integer({ min: 1, max: 400 }).map((digits) => '9'.repeat(digits)),
      fc.double({ noNaN: true, min: -1e6, max: 1e6 }).map((value) => value.toFixed(8)),
    );
    property(
      100,
      fc.array(amount, { minLength: 1, maxLength: 120 }),
      fc.integer({ min: 38, max: 200 }),
      fc.integer({ min: 4, max: 60 }),
      (values, wide, high) => {
        const lines = plotLines(rowsOf(values), chart, { wide, high, areColumns: values.length % 2 === 0 });
        expect(lines.length).toBeGreaterThanOrEqual(high);
        const figures = lines.findIndex((line) => /[┤│]/.test(lineText(line))); // a word of hundreds of digits is cut by its pane
        for (const line of lines.slice(figures)) expect(widthOf(line), lineText(line)).toBeLessThanOrEqual(wide);
        expect(lines.map(lineText).join('')).not.toMatch(/NaN|Infinity|undefined/);
      },
    );
  });
});

// Counts that are the parts of a whole: bars, in place of bare numbers.

import { grouped } from '../money/values/decimal.js';
import { listWith } from '../services/catalogue/statuses.js';
import { asText, isScalar, type Row } from '../services/json-value.js';
import { cellOf, gaugeText, labelOf } from './column.js';
import { filled, type Line, span } from './line.js';
import { widest } from './text.js';

/** A nested object or list of a record. */
export interface Section {
  readonly path: string;
  readonly value: Row | readonly Row[];
}

/**
 * The counts of a section, by name, if they are the parts of a whole: its name says so, or they add up to its total.
 * Rows of a name and a count are such a section, too.
 */
export function countsIn({ path, value }: Section): readonly (readonly [name: string, count: bigint])[] | undefined {
  const pairs = Array.isArray(value)
    ? value.map((row: Row) => {
        const names = Object.keys(row).filter((name) => name !== 'count');
        return [names.length === 1 ? asText(row[names[0]!]) : '', row.count] as const;
      })
    : Object.entries(value).filter(([, count]) => isScalar(count));
  const counts = pairs.map(
    ([name, count]) => [name, /^\d{1,15}$/.test(asText(count)) ? BigInt(asText(count)) : -1n] as const,
  );
  if (counts.length < 2 || counts.some(([name, count]) => name === '' || count < 0n)) return undefined;
  const parts = counts.filter(([name]) => name !== 'total');
  const [sum, total] = [sumOf(parts), counts.find(([name]) => name === 'total')?.[1]];
  const isWhole = Array.isArray(value) || /(^|[a-z])[cC]ounts$|(^|\.)by[A-Z]\w*$/.test(path) || total === sum;
  return isWhole && sum > 0n && (total === undefined || total === sum) ? parts : undefined;
}
const sumOf = (counts: readonly (readonly [string, bigint])[]): bigint =>
  counts.reduce((sum, [, count]) => sum + count, 0n);
/** Each count with its share of all as a bar; a status has its sign. */
export function countLines(
  head: string,
  counts: readonly (readonly [name: string, count: bigint])[],
  wide: number,
): Line[] {
  const all = sumOf(counts);
  const list = listWith(counts.map(([name]) => name));
  const labels = counts.map(([name]) =>
    list ? cellOf({ name }, { path: 'name', as: { status: list } }, 0) : span(labelOf(name), 'muted'),
  );
  const names = widest(labels.map(({ text }) => text));
  const numbers = counts.map(([, count]) => grouped(String(count)));
  const digits = widest(numbers);
  const bar = Math.min(mostBar, wide - names - digits - 13);
  return [
    [span(head, 'head'), span(`  ${grouped(String(all))}`, 'muted')],
    ...counts.map(([, count], at): Line => {
      // its share is in the colour of text: blue of the 16 colours is hard to read
      const gauge = bar < leastBar ? '' : gaugeText({ units: count, places: 0 }, { units: all, places: 0 }, bar);
      const name = filled([labels[at]!], names + 2);
      const number = span(`${numbers[at]!.padStart(digits)}  `);
      return [span('  '), ...name, number, span(gauge.slice(0, bar), 'accent'), span(gauge.slice(bar))];
    }),
  ];
}
const [leastBar, mostBar] = [4, 24] as const;

// Renders amounts over time as a sparkline with figures: the last value, the change since the first, the lowest and the highest.

import { grouped } from '../../money/amount-text.js';
import { asText, type Row, valueAt } from '../../services/json-value.js';
import type { Chart } from './chart.js';
import { type Line, line, span } from './line.js';
import { ofTime } from './time.js';
import { escapeControls } from './visible.js';

const heights = [...'▁▂▃▄▅▆▇█'];

/** Two lines of figures and the sparkline, at most `wide` columns; undefined for less than two amounts of one unit. */
export function sparkLines(rows: readonly Row[], { at, value, by }: Chart, wide: number): Line[] {
  const unit = by === undefined ? '' : asText(valueAt(rows[0], by));
  const own = rows
    .filter((row) => by === undefined || asText(valueAt(row, by)) === unit)
    .map((row) => ({ at: ofTime(asText(valueAt(row, at))) ?? 0, text: asText(valueAt(row, value)) }))
    .filter(({ text }) => /^-?\d+(\.\d+)?$/.test(text))
    .sort((one, other) => one.at - other.at)
    .slice(-Math.max(2, wide));
  if (own.length < 2) return [];
  const numbers = own.map(({ text }) => Number(text));
  const [low, high] = [Math.min(...numbers), Math.max(...numbers)];
  const text = (number: number) => grouped(own[numbers.indexOf(number)]!.text);
  const course = numbers.map((one) => heights[Math.min(7, Math.floor(((one - low) / (high - low || 1)) * 8))]).join('');
  return [
    [span(`${grouped(own.at(-1)!.text)} ${escapeControls(unit)}`.trim()), span(`   ${changeOf(numbers)}`, 'muted')],
    line(course, 'accent'),
    line(`low ${text(low)}   high ${text(high)}`, 'muted'),
  ];
}

function changeOf(numbers: readonly number[]): string {
  const [first = 0, last = 0] = [numbers[0], numbers.at(-1)];
  if (first === 0) return '–';
  const percent = ((last - first) / Math.abs(first)) * 100;
  return `${percent < 0 ? '−' : '+'}${Math.abs(percent).toFixed(1)} %`;
}

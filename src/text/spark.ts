// Renders amounts over time as a sparkline with figures: the last value, the change, the lowest and the highest.

import type { Row } from '../services/json-value.js';
import { type Chart, changeRole, type Series, seriesOf } from './chart.js';
import { type Line, line, span } from './line.js';

const heights = [...'▁▂▃▄▅▆▇█'];

/** Two lines of figures and a sparkline for each of the first units; nothing for fewer than two amounts. */
export const sparkLines = (rows: readonly Row[], chart: Chart, wide: number, units = 1): Line[] =>
  seriesOf(rows, chart, Math.max(2, wide))
    .filter(({ bars }) => bars.length > 1)
    .slice(0, units)
    .flatMap(sparkOf);

function sparkOf({ bars, unit, change }: Series): Line[] {
  const numbers = bars.map(({ number }) => number);
  const [low, high] = [Math.min(...numbers), Math.max(...numbers)];
  const text = (number: number) => bars[numbers.indexOf(number)]!.text;
  const course = numbers
    .map((number) => heights[Math.min(7, Math.floor(((number - low) / (high - low || 1)) * 8))])
    .join('');
  return [
    [span(`${bars.at(-1)!.text} ${unit}`.trim()), span(`   ${change}`, changeRole(change))],
    line(course, 'accent'),
    line(`low ${text(low)}   high ${text(high)}`, 'muted'),
  ];
}

// The sums of a field of rows, exact, for each unit.

import { grouped, sumOf } from '../money/values/decimal.js';
import { asText, isNothing, isScalar, type Row, valueAt } from '../services/json-value.js';
import { type Column, figureOf, unitOfMoney } from './column.js';
import { type Line, line, span } from './line.js';
import { escapeControls } from './visible.js';

/** The paths of the amounts that are added, and of their units. */
export interface Total {
  readonly value: string;
  readonly by: string;
}
/** The amounts of a field by their unit, and how many rows have none. */
function amountsOf(rows: readonly Row[], total: Total) {
  const units = new Map<string, string[]>();
  let without = 0;
  for (const row of rows) {
    const value = valueAt(row, total.value);
    const [amount, unit] = [figureOf(value), unitOfMoney(value) ?? asText(valueAt(row, total.by))];
    if (/^-?\d+(\.\d+)?$/.test(amount) && unit !== '') units.set(unit, [...(units.get(unit) ?? []), amount]);
    else without++;
  }
  return { units, without };
}
/** The sum of a field of all rows, for each unit: `total 49,636.27 USD`; and the number of rows without one. */
export function totalLine(rows: readonly Row[], total: Total): Line | undefined {
  const { units, without } = amountsOf(rows, total);
  if (units.size === 0) return undefined;
  const sums = [...units].map(
    ([unit, amounts]) => `${grouped(asFine(sumOf(amounts), amounts))} ${escapeControls(unit)}`,
  );
  return [
    span('total ', 'muted'),
    span(sums.join(', '), 'head'),
    ...(without > 0 ? [span(`   ${without} not counted`, 'muted')] : []),
  ];
}
/** A sum with as many decimals as the finest of its amounts, up to two: `50,934.70` below `9,571.08`. */
function asFine(sum: string, amounts: readonly string[]): string {
  const decimals = (text: string) => text.split('.')[1]?.length ?? 0;
  const most = Math.min(2, Math.max(...amounts.map(decimals)));
  return decimals(sum) >= most ? sum : `${sum.includes('.') ? sum : `${sum}.`}${'0'.repeat(most - decimals(sum))}`;
}

/**
 * Columns, and behind the first amount with a total and its unit the part of the sum that each row has, if all rows have
 * an amount in one unit.
 */
export function withShares(columns: readonly Column[], rows: readonly Row[]): readonly Column[] {
  const at = columns.findIndex(({ total }) => total !== undefined);
  const { path, total: by } = columns[at] ?? {};
  if (path === undefined || by === undefined) return columns;
  const { units, without } = amountsOf(rows, { value: path, by });
  const [amounts = [], ...others] = units.values();
  if (amounts.length < 2 || without > 0 || others.length > 0) return columns;
  const behind = columns[at + 1]?.path === by ? at + 2 : at + 1;
  return columns.toSpliced(behind, 0, { path, heading: 'share', as: { partOf: sumOf(amounts) } });
}

/** The number of rows for each value of a field, the most frequent first: `6 in all: 4 TUKTUK, 2 CAR`. */
export function countLine(rows: readonly Row[], counts: string): Line | undefined {
  const numbers = new Map<string, number>();
  for (const row of rows) {
    const value = valueAt(row, counts);
    if (isScalar(value) && !isNothing(value)) numbers.set(asText(value), (numbers.get(asText(value)) ?? 0) + 1);
  }
  if (numbers.size === 0) return undefined;
  const sorted = [...numbers]
    .sort(([, one], [, other]) => other - one)
    .map(([value, number]) => `${number} ${escapeControls(value)}`);
  return line(`${rows.length} in all: ${sorted.join(', ')}`, 'muted');
}

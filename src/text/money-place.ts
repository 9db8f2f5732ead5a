// Where the money of a thing is, by its own row, and the strip that shows it.

import { classOf } from '../services/catalogue/statuses.js';
import { asText, isNothing, type Row, valueAt } from '../services/json-value.js';
import type { Thing } from '../things/thing.js';
import { cellOf } from './column.js';
import { type Line, span, wide } from './line.js';

export const moneyStates = ['unpaid', 'held', 'arrived', 'returned', 'not known'] as const;
/**
 * Where the money is. `held`: it was paid, and the thing goes on. `not known`: it was paid, the thing has failed, and
 * no response says that it came back.
 */
export interface Money {
  /** The name of the thing, if it is not the first one. */
  readonly of?: string;
  readonly amount: string;
  readonly goesTo: string;
  readonly state: (typeof moneyStates)[number];
  /** What states that it came back: a field of the thing, or another thing. */
  readonly by?: string;
}

/** The parts of a kind of thing that say where the money of one is. */
export type MoneyThing = Pick<Thing, 'money' | 'status' | 'fields'>;

/**
 * Where the money of one thing is, as far as its own row says.
 * @param shown the texts of amounts that the row does not have, by their paths
 * @returns undefined if the thing has no money, or its status is not known
 */
export function moneyIn(
  { money, status: of, fields = [] }: MoneyThing,
  row: Row,
  status: string | undefined,
  shown: Readonly<Record<string, string>> = {},
): Money | undefined {
  if (!money || !of || status === undefined) return undefined;
  const column = fields.find(({ path }) => path === money.amount);
  const isMissing = isNothing(valueAt(row, money.amount));
  const amount = shown[money.amount] ?? (column && !isMissing ? cellOf(row, column, 0).text : undefined);
  const kind = classOf(of.list, status);
  if (amount === undefined || kind === 'unknown') return undefined;
  const found = { amount, goesTo: money.goesTo };
  const field = (money.returnedBy ?? []).find((path) => !isNothing(valueAt(row, path)));
  if (field !== undefined) return { ...found, state: 'returned', by: `${field} ${asText(valueAt(row, field))}` };
  if (money.returned?.includes(status)) return { ...found, state: 'returned', by: `status ${status}` };
  const isUnpaid = money.paidBy !== undefined && kind === 'pending' && isNothing(valueAt(row, money.paidBy));
  if (isUnpaid || money.unpaid?.includes(status)) return { ...found, state: 'unpaid' };
  if (kind === 'pending' || kind === 'needs-you') return { ...found, state: 'held' };
  return { ...found, state: kind === 'good' ? 'arrived' : 'not known' };
}

/**
 * `you ━━ 7,030 KHR ━━▶ the service ┄┄ the driver`: how far the money has come, in one line or two.
 * @param notKnown what is said if nothing says that it came back
 */
export function moneyLines(
  { of, amount, goesTo, state, by = '' }: Money,
  columns: number,
  notKnown = 'nothing with its id says whether it came back',
): Line[] {
  const service = 'the service';
  const you = span(of === undefined ? '  you ' : `  ${of}: you `);
  const sent = [you, span(`━━ ${amount} ━━▶ ${service} `, 'muted'), span(`✗ ${goesTo}`, 'bad')];
  const strip: Readonly<Record<string, Line>> = {
    unpaid: [you, span(`┄┄ ${amount} not paid ┄┄`, 'muted'), span(` ${goesTo}`, 'muted')],
    held: [you, span(`━━ ${amount} ━━▶ `, 'wait'), span(service), span(` ┄┄ ${goesTo}`, 'muted')],
    arrived: [you, span(`━━ ${amount} ━━▶ `, 'good'), span(goesTo)],
    returned: [...sent, span(`   ◀━━ came back ${amount}`, 'good'), span(`  ${by}`, 'muted')],
    'not known': [...sent, span(`   ? ${notKnown}`, 'unknown')],
  };
  const drawn = strip[state] ?? [];
  const half = drawn.findIndex(({ text }) => text.startsWith('   '));
  return wide(drawn) <= columns || half < 0 ? [drawn] : [drawn.slice(0, half), drawn.slice(half)];
}

/** Where the money is, as a sentence. */
export function moneyText({ of, amount: paid, goesTo, state, by }: Money): string {
  const amount = of === undefined ? paid : `${paid} of the ${of}`;
  if (state === 'unpaid') return `${amount} is not paid.`;
  if (state === 'held') return `${amount} is paid, and with the service.`;
  if (state === 'arrived') return `${amount} was paid, and went to ${goesTo}.`;
  return state === 'returned'
    ? `${amount} was paid, and came back, by ${by}.`
    : `${amount} was paid. Nothing with its id says whether it came back.`;
}

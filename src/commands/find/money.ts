// Where the money of a thing is, by its status and by what other things state. Pure.

import { classOf } from '../../services/catalogue/statuses.js';
import { asText, isNothing, valueAt } from '../../services/json-value.js';
import { cellOf } from '../../text/column.js';
import { pointsChange } from '../../things/points-change.js';
import type { Part } from './results.js';

/**
 * Where the money is. `held`: it was paid, and the thing goes on. `not known`: it was paid, the thing has failed, and
 * no response says that it came back.
 */
export interface Money {
  /** The name of the thing, if it is not the first one. */
  readonly of?: string;
  readonly amount: string;
  readonly goesTo: string;
  readonly state: 'unpaid' | 'held' | 'arrived' | 'returned' | 'not known';
  /** What states that it came back: a field of the thing, or another thing. */
  readonly by?: string;
}

/**
 * Where the money of the first of some parts is, or of the one thing with money that shares an id with it: of the order
 * of an item. A part that only looks alike, such as an equal amount on the same day,
 * is no evidence: a part counts if it shares an id with the first one.
 * @returns undefined if the thing has no money, or its status is not known
 */
export function moneyOf(parts: readonly Part[]): Money | undefined {
  const [first] = parts;
  const linked = first?.thing?.money
    ? []
    : (first?.links ?? []).map((at) => parts[at]!).filter(({ thing }) => thing?.money);
  const part = linked.length === 1 ? linked[0] : first;
  const { money, status: of, fields = [] } = part?.thing ?? {};
  if (!part || !money || !of || part.status === undefined) return undefined;
  const { row, status, shown = {} } = part;
  const column = fields.find(({ path }) => path === money.amount);
  const isMissing = isNothing(valueAt(row, money.amount));
  const amount = shown[money.amount] ?? (column && !isMissing ? cellOf(row, column, 0).text : undefined);
  const kind = classOf(of.list, status);
  if (amount === undefined || kind === 'unknown') return undefined;
  const found = { of: part === first ? undefined : part.what, amount, goesTo: money.goesTo };
  const field = (money.returnedBy ?? []).find((path) => !isNothing(valueAt(row, path)));
  if (field !== undefined) return { ...found, state: 'returned', by: `${field} ${asText(valueAt(row, field))}` };
  if (money.returned?.includes(status)) return { ...found, state: 'returned', by: `status ${status}` };
  const isUnpaid = money.paidBy !== undefined && kind === 'pending' && isNothing(valueAt(row, money.paidBy));
  if (isUnpaid || money.unpaid?.includes(status)) return { ...found, state: 'unpaid' };
  if (kind === 'pending' || kind === 'needs-you') return { ...found, state: 'held' };
  if (kind === 'good') return { ...found, state: 'arrived' };
  const credit = part.links.map((at) => parts[at]!).find(isCredit);
  return credit ? { ...found, state: 'returned', by: `${credit.what} ${credit.id}` } : { ...found, state: 'not known' };
}
/** Whether a part is a change of the points by a positive amount. */
const isCredit = ({ thing, row }: Part): boolean =>
  thing === pointsChange && /^\d*\.?\d*[1-9]/.test(asText(row.amount));

/** Where the money is, as a sentence. */
export function moneyText({ of, amount: paid, goesTo, state, by }: Money): string {
  const amount = of === undefined ? paid : `${paid} of the ${of}`;
  if (state === 'unpaid') return `${amount} is not paid.`;
  if (state === 'held') return `${amount} is paid, and with the service.`;
  if (state === 'arrived') return `${amount} was paid, and went to ${goesTo}.`;
  return state === 'returned'
    ? `${amount} was paid, and came back, by ${by}.`
    : `${amount} was paid. No call says whether it came back.`;
}

// The place of the money of a thing, by its status and by the other parts. Pure.

import { asText } from '../../services/json-value.js';
import { type Money, moneyIn } from '../../text/money-place.js';
import { pointsChange } from '../../things/points-change.js';
import type { Part } from './results.js';

/**
 * The place of the money of the first part, or of the only thing with money that shares an id with it, such as the order
 * of an item. A part that only looks alike, such as an equal amount on the same day, is not evidence: a part counts if
 * it shares an id with the first one.
 * @returns undefined if the thing has no money, or its status is not known
 */
export function moneyOf(parts: readonly Part[]): Money | undefined {
  const [first] = parts;
  const linked = first?.thing?.money
    ? []
    : (first?.links ?? []).map((at) => parts[at]!).filter(({ thing }) => thing?.money);
  const part = linked.length === 1 ? linked[0] : first;
  const found = part?.thing && moneyIn(part.thing, part.row, part.status, part.shown);
  if (!part || !found) return undefined;
  const money = { ...found, of: part === first ? undefined : part.what };
  const credit = money.state === 'not known' ? part.links.map((at) => parts[at]!).find(isCredit) : undefined;
  return credit ? { ...money, state: 'returned', by: `${credit.what} ${credit.id}` } : money;
}
/** Whether a part is a change of the points by a positive amount. */
const isCredit = ({ thing, row }: Part): boolean =>
  thing === pointsChange && /^\d*\.?\d*[1-9]/.test(asText(row.amount));

// The note of a receipt that the balance is less than what a transfer costs: the service decides, and may know more.

import { grouped } from '../../money/decimal.js';
import { asText, isDecimal, type Row } from '../../services/json-value.js';
import { comparableDecimal, compareDecimals } from '../../text/compare-decimal.js';
import type { ReceiptLine } from '../../text/receipt.js';

/**
 * A line of a receipt if a balance is too small; none if one of them is unknown, or they are of two units.
 * @param balance has `amount` and `currencyId`; `costs` is in whole tokens of `unit`
 */
export function shortfall({ amount, currencyId }: Row = {}, costs: string, unit: string): readonly ReceiptLine[] {
  const have = asText(amount);
  const unitOfBalance = asText(currencyId);
  if (!isDecimal(have) || !isDecimal(costs) || unitOfBalance.toUpperCase() !== unit.toUpperCase()) return [];
  const [own, needed] = [comparableDecimal(have), comparableDecimal(costs)];
  if (own === undefined || needed === undefined || compareDecimals(own, needed) >= 0) return [];
  return [
    [
      '▲ Note',
      `You have ${grouped(have)} ${unitOfBalance}, which is less than it costs: the service may refuse it.`,
      'note',
    ],
  ];
}

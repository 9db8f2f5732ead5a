// The note of a receipt that the balance is less than what a transfer costs: the service decides, and may know more.

import { amountAt } from '../../money/facts/compare.js';
import { decimalOf, decimalText, grouped, isMore } from '../../money/values/decimal.js';
import { asText, type Row } from '../../services/json-value.js';
import type { ReceiptLine } from '../../text/receipt.js';

/**
 * A line of a receipt if a balance is too small; none if one of them is unknown, or they are of two units.
 * @param balance has `amount` and `currencyId`; `costs` is in whole tokens of `unit`
 */
export function shortfall(balance: Row = {}, costs: string, unit: string): readonly ReceiptLine[] {
  const [have, needed] = [amountAt(balance, 'amount'), decimalOf(costs)];
  const unitOfBalance = have?.unit ?? asText(balance.currencyId);
  if (!have?.number || !needed || unitOfBalance.toUpperCase() !== unit.toUpperCase() || !isMore(needed, have.number))
    return [];
  const text = `${grouped(decimalText(have.number))} ${unitOfBalance}`;
  return [['▲ Note', `You have ${text}, which is less than it costs: the service may refuse it.`, 'note']];
}

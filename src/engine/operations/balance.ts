// What the balance of the account says of an operation whose row has no id of it.

import type { Context } from '../../cli/command/command.js';
import { transferFieldsOf } from '../../money/facts/facts.js';
import { readsOf } from '../../money/facts/reads.js';
import type { Ledger } from '../../money/ledger/ledger.js';
import { mayHaveEffect, type Operation } from '../../money/ledger/operation.js';
import { type Decimal, decimalOf, minus, plus, zero } from '../../money/values/decimal.js';
import { findCall } from '../../services/catalogue/index.js';
import { asText } from '../../services/json-value.js';
import { factRead } from '../change/transfer.js';

/**
 * Whether the balance has fallen by exactly the cost of an operation, and of all of the account since that may have
 * taken effect: then each of them did. Anything else decides nothing, since income and other programs move it, too.
 * @throws {Failure} at an interruption
 */
export async function balanceShows(operation: Operation, ledger: Ledger, context: Context): Promise<boolean> {
  const { service, call: name, token = '', at } = operation;
  const call = await findCall(service, name);
  const before = decimalOf(operation.held ?? '');
  if (!call || !before || transferFieldsOf(call).isFromBalance !== true) return false;
  const since = Date.parse(at) - 1; // the window begins after it
  const all = (await ledger.operationsOf(operation, since, since)).filter(
    (one) => one.at >= at && one.service !== 'chain' && one.token === token && mayHaveEffect(one.outcome),
  );
  const costs = all.map(costOf);
  const row = await readsOf(factRead(context))
    .get('user', 'getBalanceAccount', { currencyId: token })
    .catch(() => undefined);
  const now = decimalOf(asText(row?.amount));
  if (!now || costs.some((cost) => cost === undefined) || !all.some(({ id }) => id === operation.id)) return false;
  const rest = minus(
    minus(before, now),
    costs.reduce<Decimal>((sum, cost) => plus(sum, cost!), zero),
  );
  return rest.units === 0n;
}

/** What an operation takes from the balance, in whole tokens; undefined if it is not known. */
function costOf({ amount, token, fee, feeToken = token }: Operation): Decimal | undefined {
  const [moved, charge] = [decimalOf(amount ?? ''), decimalOf(fee ?? '0')];
  return moved && charge && (feeToken === token ? plus(moved, charge) : moved);
}

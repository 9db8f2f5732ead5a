// Creates deposits into the points balance, and prechecks them.

import { text, word } from '../../../services/catalogue/define.js';
import { isAddress } from '../../chain/addresses.js';
import { wallet } from '../../chain/registered-wallet.js';
import { day } from '../../core/clock.js';
import { type HandlerContext, requireCaller } from '../../core/context.js';
import { refuse } from '../../core/refusal.js';
import { rows } from '../../core/rows.js';
import { scenarioOf } from '../../core/scenarios.js';
import type * as shapes from '../../core/shapes/user.js';
import { addMoving } from '../../core/state-machine.js';
import type { Answer } from '../../core/stored.js';
import { mainWallet } from '../people/main-wallet.js';
import { toBase, toDecimal } from './amounts.js';
import { requestedAmount } from './balance-changes.js';
import { tokenOf } from './chain-transfers.js';
import { deposit, newDeposit } from './deposits.js';

/** The currencies that can be deposited as points, one for one. These and the limits are the sandbox's own. */
export const depositable = ['MVL', 'bMVL'] as const;
const minDeposit = '10';
const maxPerDay = '1000';
const unit = 'MVP';
const decimals = 8;

/** Named as the older balance calls are (platform 4.3); the address is the one that pays. */
export const pointsDeposit = { currencyId: word(depositable), amount: text(), address: text() };
export const pointsPrecheck = { currencyId: word(depositable), amount: text() };

/** The amount that the caller may still deposit on this day of world time. */
function leftToday(context: HandlerContext): bigint {
  const today = Math.floor(context.now / day);
  const own = rows(context, deposit, { owner: requireCaller(context).userId }).filter(
    ({ at, body }) => Math.floor(at / day) === today && body.status !== 'CANCELED' && body.status !== 'FAILED',
  );
  const sum = own.reduce((total, { body }) => total + toBase(body.goalAmount, decimals), 0n);
  const most = toBase(maxPerDay, decimals);
  return sum > most ? 0n : most - sum;
}

/** Why an amount would not be taken, as a code of the sandbox's own. */
function reasonAgainst(context: HandlerContext, amount: bigint): 'BELOW_MINIMUM' | 'EXCEEDED_DAILY_LIMIT' | null {
  if (amount < toBase(minDeposit, decimals)) return 'BELOW_MINIMUM';
  return amount > leftToday(context) ? 'EXCEEDED_DAILY_LIMIT' : null;
}

/** POST .../deposit-requests/precheck, and the misspelt one of version 2. */
export function precheckDeposit(context: HandlerContext): Answer<typeof shapes.DepositPrecheck> {
  const reason = reasonAgainst(context, requestedAmount(context, unit));
  const dailyLeftAmount = toDecimal(leftToday(context), decimals);
  return { available: reason === null, reason, minAmount: minDeposit, maxAmount: maxPerDay, dailyLeftAmount };
}

/** Whether the user pays: the request's header says so, or the address is not among their wallets. */
function youPay(context: HandlerContext, address: string): boolean {
  if (/^outside(:\s*|-)you[ -]pay$/.test(context.scenario ?? '')) return true;
  const owner = requireCaller(context).userId;
  const own = [...rows(context, wallet, { owner }), ...rows(context, mainWallet, { owner })];
  return !own.some(({ body }) => body.address.toLowerCase() === address.toLowerCase());
}

/** POST .../deposit-requests. */
export function createDeposit(context: HandlerContext): Answer<typeof shapes.PointsDeposit> {
  const { currencyId, address } = context.body as { currencyId: string; address: string };
  const amount = requestedAmount(context, unit);
  const token = tokenOf(currencyId)!;
  if (!isAddress(token.network, address)) refuse(400, `address is not an address of ${token.network}.`, 'INVALID_REQUEST');
  const reason = reasonAgainst(context, amount);
  if (reason) refuse(400, `A deposit is ${minDeposit} ${currencyId} at least, and ${maxPerDay} a day at most.`, reason);
  const scenario = scenarioOf(context, deposit);
  const goalAmount = toDecimal(amount, decimals);
  const terms = { goalAmount, payer: address, currencyId, byHand: youPay(context, address), scenario };
  const { userId: owner } = requireCaller(context);
  const created = addMoving(context, deposit, 'INCOMING', { owner, body: (id) => newDeposit(context.now, id, terms) });
  return { balanceDepositRequest: deposit.show(created, context), toAddress: created.body.address };
}

// Creates, lists and cancels withdrawals. Their errors carry no code (platform 4.2).

import { text, word } from '../../../services/catalogue/define.js';
import { isAddress } from '../../chain/addresses.js';
import { iso } from '../../core/clock.js';
import { type HandlerContext, requireCaller, type SandboxContext } from '../../core/context.js';
import { refuse } from '../../core/refusal.js';
import { type Row, rowById, rows } from '../../core/rows.js';
import { scenarioOf } from '../../core/scenarios.js';
import type * as shapes from '../../core/shapes/user.js';
import { addMoving } from '../../core/state-machine.js';
import type { Answer } from '../../core/stored.js';
import { percent, toBase, toDecimal } from './amounts.js';
import { balanceOf, debit, decimalsOf, parseAmount, requestedAmount } from './balance-changes.js';
import { tokenOf } from './chain-transfers.js';
import { balanceCurrency } from './currencies.js';
import { accounts } from './ledger-accounts.js';
import type { Withdrawal } from './request-rows.js';
import { isFinal, withdrawal } from './withdrawals.js';

const withShare: readonly string[] = ['MVL', 'bMVL', 'MVP'];
const feeShare = 1;
/** The fee of a withdrawal in the smallest unit: the currency's own, or 1 % where that is more, for MVL and points. Ours. */
export function withdrawalFee(currencyId: string, amount: bigint): bigint {
  const least = toBase(balanceCurrency(currencyId)!.withdrawalFee ?? '0', decimalsOf(currencyId));
  const share = withShare.includes(currencyId) ? percent(amount, feeShare) : 0n;
  return share > least ? share : least;
}

const refuseWithdrawal = (message: string): never => refuse(422, message);

/** POST /balance/withdrawals. */
export function createWithdrawal(context: HandlerContext): unknown {
  const { amount: requested, currencyId, toAddress } = context.body as { amount: string; currencyId: string; toAddress: string };
  const currency = balanceCurrency(currencyId);
  const token = tokenOf(currencyId);
  if (!currency?.withdrawable || !token) return refuseWithdrawal(`There are no withdrawals of ${JSON.stringify(currencyId.slice(0, 50))}.`);
  const amount =
    parseAmount(requested, currency.decimals) ?? refuseWithdrawal(`${requested.slice(0, 100)} is not an amount of ${currencyId} above 0.`);
  if (!isAddress(token.network, toAddress)) refuseWithdrawal(`toAddress is not an address of ${currency.network ?? token.network}.`);
  const fee = withdrawalFee(currencyId, amount);
  if (amount <= fee) refuseWithdrawal(`The amount is not more than the fee, ${toDecimal(fee, currency.decimals)} ${currencyId}.`);
  if (balanceOf(context, requireCaller(context).userId, currencyId) < amount) refuse(400, 'Not enough balance');
  return begin(context, { currencyId, payoutCurrencyId: token.symbol, amount, fee, address: toAddress });
}

/** The body of a withdrawal of points: named as the older balance calls are (platform 4.3). */
export const pointsWithdrawal = { currencyId: word(['MVL', 'bMVL']), amount: text(), address: text() };

/** POST /v2/balance/mvp/swap/withdrawal-requests: points go out as MVL or bMVL, one for one. */
export function withdrawPoints(context: HandlerContext): Answer<typeof shapes.PointsWithdrawal> {
  const { currencyId, address } = context.body as { currencyId: string; address: string };
  const amount = requestedAmount(context, 'MVP');
  const fee = withdrawalFee('MVP', amount);
  if (amount <= fee) refuse(400, `The amount is not more than the fee, ${toDecimal(fee, 8)} MVP.`, 'BELOW_MINIMUM');
  if (!isAddress(tokenOf(currencyId)!.network, address)) refuse(400, `address is not an address of ${currencyId}.`, 'INVALID_REQUEST');
  return begin(context, { currencyId: 'MVP', payoutCurrencyId: currencyId, amount, fee, address });
}

interface WithdrawalTerms {
  readonly currencyId: string;
  readonly payoutCurrencyId: string;
  readonly amount: bigint;
  readonly fee: bigint;
  readonly address: string;
}

/** Holds the amount and begins; there is one withdrawal of a currency at a time. */
function begin(
  context: HandlerContext,
  { currencyId, payoutCurrencyId, amount, fee, address }: WithdrawalTerms,
): Answer<typeof shapes.PointsWithdrawal> {
  const { userId } = requireCaller(context);
  if (activeOf(context, userId, currencyId).length > 0) refuse(403, 'Active requests already exists');
  const decimals = decimalsOf(currencyId);
  const terms = { amount: toDecimal(amount, decimals), feeAmount: toDecimal(fee, decimals), address, currencyId, payoutCurrencyId };
  const body = { ...terms, description: null, createdAt: iso(context.now), transfer: null, scenario: scenarioOf(context, withdrawal) };
  const created = addMoving(context, withdrawal, 'INCOMING', { owner: userId, body });
  const swap = currencyId === 'MVP' ? ({ swapType: 'WITHDRAWAL', requestId: created.id, feeAmount: terms.feeAmount } as const) : {};
  debit(
    context,
    { userId, currencyId, amount, description: 'Withdrawal', cause: `withdrawal ${created.id}`, ...swap },
    accounts.withdrawals,
  );
  return withdrawal.show(created, context);
}

const activeOf = (context: SandboxContext, userId: string, currencyId?: string): Row<Withdrawal>[] =>
  rows(context, withdrawal, { owner: userId }).filter(
    ({ body }) => !isFinal(body.status) && (currencyId === undefined || body.currencyId === currencyId),
  );

/** GET /balance/withdrawals/active. */
export const listActive = (context: HandlerContext): unknown =>
  activeOf(context, requireCaller(context).userId, context.query.currencyId as string | undefined).map((row) =>
    withdrawal.show(row, context),
  );

/** DELETE /balance/withdrawals/{id}: only while it is INCOMING. */
export function decideWithdrawalCancel({ body }: Row<Withdrawal>): { word: string } {
  if (body.status !== 'INCOMING') refuseWithdrawal(`Non-cancellable request: it is in ${body.status}; it would have to be in INCOMING.`);
  return { word: 'CANCELED' };
}

/** Refuses another user's request with an error of its own (platform 4.2), where other calls respond 404. */
export function refuseOtherUser(context: HandlerContext): void {
  const row = rowById(context, withdrawal, context.path.id ?? '');
  if (row && row.owner !== requireCaller(context).userId) refuse(403, 'User mismatch');
}

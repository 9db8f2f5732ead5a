// Asking for a withdrawal, looking for those under way, calling one off. Their errors carry no code (CONTRACT.md section 2).
import { text, word } from '../../../services/catalogue/define.js';
import { refuse } from '../../core/refusal.js';
import { addRow, type Row, rowById, rows } from '../../core/rows.js';
import { scenarioOf } from '../../core/scenarios.js';
import { schedule } from '../../core/state-machine.js';
import { caller, type Moment, type World } from '../../core/world.js';
import { accounts } from './accounts.js';
import { percent, toBase, toDecimal } from './amounts.js';
import { amountIn, balanceOf, debit, decimalsOf, readAmount } from './balance-changes.js';
import { isAddress, tokenOf } from './chain-transfers.js';
import { balanceCurrency } from './currencies.js';
import { isFinal, newWithdrawal, type Withdrawal, withdrawal } from './withdrawals.js';

const withShare: readonly string[] = ['MVL', 'bMVL', 'MVP'];
const feeShare = 1;
/** What a withdrawal costs, in the smallest unit: the currency's own fee, or 1 % where that is more, for MVL and points. Ours. */
export function withdrawalFee(currencyId: string, amount: bigint): bigint {
  const least = toBase(balanceCurrency(currencyId)!.withdrawalFee ?? '0', decimalsOf(currencyId));
  const share = withShare.includes(currencyId) ? percent(amount, feeShare) : 0n;
  return share > least ? share : least;
}

const wrong = (message: string): never => refuse(422, message);

/** POST /balance/withdrawals. */
export function createWithdrawal(world: World): unknown {
  const { amount: given, currencyId, toAddress } = world.body as { amount: string; currencyId: string; toAddress: string };
  const currency = balanceCurrency(currencyId);
  const token = tokenOf(currencyId);
  if (!currency?.withdrawable || !token) return wrong(`There are no withdrawals of ${JSON.stringify(currencyId.slice(0, 50))}.`);
  const amount = readAmount(given, currency.decimals) ?? wrong(`${given.slice(0, 100)} is no amount of ${currencyId} above 0.`);
  if (!isAddress(token.network, toAddress)) wrong(`toAddress is no address of ${currency.network ?? token.network}.`);
  const fee = withdrawalFee(currencyId, amount);
  if (amount <= fee) wrong(`The amount is not more than the fee, ${toDecimal(fee, currency.decimals)} ${currencyId}.`);
  if (balanceOf(world, caller(world).userId, currencyId) < amount) refuse(400, 'Not enough balance');
  return begin(world, { currencyId, payoutCurrencyId: token.symbol, amount, fee, address: toAddress });
}

/** What the withdrawal of points takes: named as the older balance calls are (CONTRACT.md, notes on the user service). */
export const pointsWithdrawal = { currencyId: word(['MVL', 'bMVL']), amount: text(), address: text() };

/** POST /v2/balance/mvp/swap/withdrawal-requests: points go out as MVL or bMVL, one for one. */
export function withdrawPoints(world: World): unknown {
  const { currencyId, address } = world.body as { currencyId: string; address: string };
  const amount = amountIn(world, 'MVP');
  const fee = withdrawalFee('MVP', amount);
  if (amount <= fee) refuse(400, `The amount is not more than the fee, ${toDecimal(fee, 8)} MVP.`, 'BELOW_MINIMUM');
  if (!isAddress(tokenOf(currencyId)!.network, address)) refuse(400, `address is no address of ${currencyId}.`, 'INVALID_REQUEST');
  return begin(world, { currencyId: 'MVP', payoutCurrencyId: currencyId, amount, fee, address });
}

interface Asked {
  readonly currencyId: string;
  readonly payoutCurrencyId: string;
  readonly amount: bigint;
  readonly fee: bigint;
  readonly address: string;
}

/** Holds the amount and begins; there is one withdrawal of a currency at a time. */
function begin(world: World, { currencyId, payoutCurrencyId, amount, fee, address }: Asked): unknown {
  const { userId } = caller(world);
  if (activeOf(world, userId, currencyId).length > 0) refuse(403, 'Active requests already exists');
  const decimals = decimalsOf(currencyId);
  const asked = { amount: toDecimal(amount, decimals), feeAmount: toDecimal(fee, decimals), address, currencyId, payoutCurrencyId };
  const body = newWithdrawal(world.now, { ...asked, scenario: scenarioOf(world, withdrawal) });
  const made = addRow(world, withdrawal, { owner: userId, at: world.now, body });
  const swap = currencyId === 'MVP' ? ({ swapType: 'WITHDRAWAL', requestId: made.id, feeAmount: asked.feeAmount } as const) : {};
  debit(world, { userId, currencyId, amount, description: 'Withdrawal', cause: `withdrawal ${made.id}`, ...swap }, accounts.withdrawals);
  schedule(world, withdrawal, made);
  return withdrawal.show(made, world);
}

const activeOf = (moment: Moment, userId: string, currencyId?: string): Row<Withdrawal>[] =>
  rows(moment, withdrawal, { owner: userId }).filter(
    ({ body }) => !isFinal(body.status) && (currencyId === undefined || body.currencyId === currencyId),
  );

/** GET /balance/withdrawals/active. */
export const listActive = (world: World): unknown =>
  activeOf(world, caller(world).userId, world.query.currencyId as string | undefined).map((row) => withdrawal.show(row, world));

/** DELETE /balance/withdrawals/{id}: only while it is INCOMING. */
export function decideCancel({ body }: Row<Withdrawal>): { word: string } {
  if (body.status !== 'INCOMING') wrong(`Non-cancellable request: it is in ${body.status}; it would have to be in INCOMING.`);
  return { word: 'CANCELED' };
}

/** Says of a request of somebody else whose it is not (CONTRACT.md section 2), where other calls only say that there is none. */
export function refuseForeign(world: World): void {
  const row = rowById(world, withdrawal, world.path.id ?? '');
  if (row && row.owner !== caller(world).userId) refuse(403, 'User mismatch');
}

// Points of the user service: quotes of swaps, and sending points to somebody.
import { optional, text, word } from '../../../services/catalogue/define.js';
import { BalanceSwapType, CryptoCurrency } from '../../../services/catalogue/words.js';
import { iso, minute } from '../../core/clock.js';
import { refuse } from '../../core/refusal.js';
import type { Kind } from '../../core/rows.js';
import { caller, type World } from '../../core/world.js';
import { findUser } from '../people/user.js';
import { accounts } from './accounts.js';
import { toBase, toDecimal } from './amounts.js';
import { accountId } from './balance.js';
import { amountIn, balanceOf, credit, debit } from './balance-changes.js';
import { fiat } from './currencies.js';
import { depositable } from './deposit.js';
import { priceOf } from './prices.js';
import { withdrawalFee } from './withdraw.js';

const decimals = 8;
const quotedFor = minute;

/** What a quote takes: the sandbox's own names. */
export const pointsQuoteV2 = { type: word(BalanceSwapType), amount: text(), currencyId: optional(word(depositable)) };
export const pointsQuote = { ...pointsQuoteV2, valuatedCurrency: optional(word(CryptoCurrency)) };

/** GET /v2/balance/mvp/quote: one for one, less the fee of a withdrawal. */
export function quotePointsV2(world: World): object {
  const { type, currencyId = 'MVL' } = world.query as { type: (typeof BalanceSwapType)[number]; currencyId?: string };
  const amount = amountIn(world, 'MVP');
  const out = type === 'WITHDRAWAL';
  const fee = out ? withdrawalFee('MVP', amount) : 0n;
  const received = amount > fee ? amount - fee : 0n;
  return {
    fromCurrencyId: out ? 'MVP' : currencyId,
    toCurrencyId: out ? currencyId : 'MVP',
    amount: toDecimal(amount, decimals),
    receiveAmount: toDecimal(received, decimals),
    feeAmount: toDecimal(fee, decimals),
    rate: '1',
    quotedAt: iso(world.now),
    validUntil: iso(world.now + quotedFor),
  };
}

/** GET /v3/balance/mvp/quote: with what the amount is worth, at the price of MVL. */
export function quotePoints(world: World): unknown {
  const valuatedCurrency = (world.query.valuatedCurrency as (typeof CryptoCurrency)[number] | undefined) ?? 'USDC';
  const price = BigInt(Math.round((priceOf(world, 'mass-vehicle-ledger') ?? 0) * 1e8));
  const usd = (amountIn(world, 'MVP') * price) / 10n ** BigInt(decimals);
  const worth = valuatedCurrency === 'JPY' ? usd * BigInt(fiat.JPY.perUsd) : usd;
  return { ...quotePointsV2(world), valuatedAmount: toDecimal(worth, decimals), valuatedCurrency };
}

const transferFee = '0.5';
/** GET /v2/balance/mvp/transfer/fee. */
export const showTransferFee = () => ({ currencyId: 'MVP', feeAmount: transferFee });

/** A movement between balances: CONTRACT.md 8.2 BalanceTransactionEntity. Its owner is the sender. */
interface BalanceTransaction {
  readonly amount: string;
  readonly feeAmount: string;
  readonly receiverId: string;
  readonly createdAt: string;
}
export const balanceTransaction: Kind<BalanceTransaction> = {
  name: 'balance-transaction',
  table: 'balance_transaction',
  noun: 'BALANCE_TRANSACTION',
  owned: true,
  show: ({ id, owner, body: { amount, feeAmount, receiverId, createdAt } }, moment) => ({
    id,
    amount,
    feeAmount,
    currencyId: 'MVP',
    description: 'Transfer',
    code: null,
    executerId: owner,
    senderAccountId: accountId(moment, owner!, 'MVP'),
    receiverAccountId: accountId(moment, receiverId, 'MVP'),
    depositRequestId: null,
    withdrawalRequestId: null,
    gameId: null,
    paymentId: null,
    missionAccomplishmentId: null,
    createdAt,
  }),
};

/** What a transfer takes: the sandbox's own names. */
export const pointsTransfer = { toUserId: text(), amount: text() };

/** POST /v2/balance/mvp/transfer: the fee comes on top. */
export function transferPoints(world: World, id: string): { owner: string; at: number; body: BalanceTransaction } {
  const { userId } = caller(world);
  const toUserId = world.body.toUserId as string;
  const amount = amountIn(world, 'MVP');
  const receiver = findUser(world, toUserId);
  if (!receiver || receiver.body.deletedAt !== null)
    return refuse(404, `There is no user ${JSON.stringify(toUserId.slice(0, 100))}.`, 'NOT_FOUND_USER');
  if (receiver.id === userId) refuse(422, 'Nobody sends points to themselves.', 'NOT_CHANGEABLE');
  const fee = toBase(transferFee, decimals);
  if (balanceOf(world, userId, 'MVP') < amount + fee)
    refuse(400, `There are not enough points for the amount and the fee of ${transferFee}.`, 'NOT_ENOUGH_BALANCE');
  const cause = `transfer ${id}`;
  const own = { userId, currencyId: 'MVP', amount: amount + fee, feeAmount: transferFee };
  debit(world, { ...own, description: `Sent to ${receiver.body.name}`, cause }, accounts.fees);
  credit(world, { userId: receiver.id, currencyId: 'MVP', amount, description: 'Received', cause }, accounts.fees);
  return {
    owner: userId,
    at: world.now,
    body: { amount: toDecimal(amount, decimals), feeAmount: transferFee, receiverId: receiver.id, createdAt: iso(world.now) },
  };
}

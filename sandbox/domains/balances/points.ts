// Quotes of point swaps, and transfers of points between users.

import { optional, text, word } from '../../../src/services/catalogue/define.js';
import { BalanceSwapType, CryptoCurrency } from '../../../src/services/catalogue/words.js';
import {
  callerId,
  type Draft,
  defineKind,
  type HandlerContext,
  iso,
  type Kind,
  minute,
  type ResponseOf,
  refuse,
} from '../../core/index.js';
import type * as shapes from '../../core/shapes/user.js';
import { requireLiveUser } from '../people/user.js';
import { accountId } from './balance-accounts.js';
import { accounts, fiat, toBase, toDecimal } from './currencies.js';
import { depositable } from './deposits.js';
import { balanceOf, credit, debit, requestedAmount } from './ledger.js';
import { priceOf } from './prices.js';
import { withdrawalFee } from './withdrawals.js';

const decimals = 8;
const quotedFor = minute;

export const pointsQuoteV2 = { type: word(BalanceSwapType), amount: text(), currencyId: optional(word(depositable)) };
export const pointsQuote = { ...pointsQuoteV2, valuatedCurrency: optional(word(CryptoCurrency)) };

/** Points swap one for one, less the fee of a withdrawal. */
export function quotePointsV2(context: HandlerContext): ResponseOf<typeof shapes.PointsQuoteV2> {
  const { type, currencyId = 'MVL' } = context.query as { type: (typeof BalanceSwapType)[number]; currencyId?: string };
  const amount = requestedAmount(context, 'MVP');
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
    quotedAt: iso(context.now),
    validUntil: iso(context.now + quotedFor),
  };
}

/** The same, with the value at the price of MVL. */
export function quotePoints(context: HandlerContext): ResponseOf<typeof shapes.PointsQuote> {
  const valuatedCurrency = (context.query.valuatedCurrency as (typeof CryptoCurrency)[number] | undefined) ?? 'USDC';
  const price = BigInt(Math.round((priceOf(context, 'mass-vehicle-ledger') ?? 0) * 1e8));
  const usd = (requestedAmount(context, 'MVP') * price) / 10n ** BigInt(decimals);
  const valuation = valuatedCurrency === 'JPY' ? usd * BigInt(fiat.JPY.perUsd) : usd;
  return { ...quotePointsV2(context), valuatedAmount: toDecimal(valuation, decimals), valuatedCurrency };
}

const transferFee = '0.5';
/** The fee of a transfer. */
export const showTransferFee = () => ({ currencyId: 'MVP', feeAmount: transferFee });

/** BalanceTransactionEntity (platform 12.2). The owner is the sender. */
interface BalanceTransaction {
  readonly amount: string;
  readonly feeAmount: string;
  readonly receiverId: string;
  readonly createdAt: string;
}
export const balanceTransaction: Kind<BalanceTransaction> = defineKind({
  name: 'balance-transaction',
  owned: true,
  show: ({ id, owner, body: { amount, feeAmount, receiverId, createdAt } }, context) => ({
    id,
    amount,
    feeAmount,
    currencyId: 'MVP',
    description: 'Transfer',
    code: null,
    executerId: owner,
    senderAccountId: accountId(context, owner!, 'MVP'),
    receiverAccountId: accountId(context, receiverId, 'MVP'),
    depositRequestId: null,
    withdrawalRequestId: null,
    gameId: null,
    paymentId: null,
    missionAccomplishmentId: null,
    createdAt,
  }),
});

export const pointsTransfer = { toUserId: text(), amount: text() };

/** The fee is charged on top. */
export function transferPoints(context: HandlerContext, id: string): Draft<BalanceTransaction> {
  const userId = callerId(context);
  const toUserId = context.body.toUserId as string;
  const amount = requestedAmount(context, 'MVP');
  const receiver = requireLiveUser(context, toUserId);
  if (receiver.id === userId) refuse(422, 'Nobody sends points to themselves.', 'NOT_CHANGEABLE');
  const fee = toBase(transferFee, decimals);
  if (balanceOf(context, userId, 'MVP') < amount + fee)
    refuse(400, `There are not enough points for the amount and the fee of ${transferFee}.`, 'NOT_ENOUGH_BALANCE');
  const cause = `transfer ${id}`;
  const debited = { userId, currencyId: 'MVP', amount: amount + fee, feeAmount: transferFee };
  const named = { receiverId: receiver.id, receiverNickname: receiver.body.handle };
  debit(context, { ...debited, ...named, description: `Sent to ${receiver.body.name}`, cause }, accounts.fees);
  credit(context, { userId: receiver.id, currencyId: 'MVP', amount, description: 'Received', cause }, accounts.fees);
  return {
    owner: userId,
    body: {
      amount: toDecimal(amount, decimals),
      feeAmount: transferFee,
      receiverId: receiver.id,
      createdAt: iso(context.now),
    },
  };
}

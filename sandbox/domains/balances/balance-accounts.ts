// Currencies and balance accounts of the user service (platform 12.2, CurrencyEntity and BalanceAccountEntity).

import { type Context, callerId, type HandlerContext, iso, notFound, seededId } from '../../core/index.js';
import { requireUser } from '../people/user.js';
import { accounts, type BalanceCurrency, balanceCurrencies, balanceCurrency, toDecimal } from './currencies.js';
import { accountBalance, lastChangeOf } from './ledger.js';

const requireCurrency = (id: string): BalanceCurrency => balanceCurrency(id) ?? notFound('CURRENCY', id);

/** CurrencyEntity. */
export function showCurrency(context: HandlerContext) {
  const { id, name, network, decimals, transferable, withdrawable, withdrawalFee } = requireCurrency(
    context.path.id ?? '',
  );
  return {
    id,
    name,
    network,
    withdrawalFee,
    alias: null,
    data: {},
    contractAddress: null,
    withdrawalDelegateUserId: null,
    icon: `https://icons.sandbox.invalid/${id}.png`,
    balanceTransferable: transferable,
    balanceWithdrawable: withdrawable,
    tokenDecimal: decimals,
  };
}

/** A decimal text in whole tokens. */
const balanceOf = (context: Context, userId: string, currency: BalanceCurrency): string =>
  toDecimal(accountBalance(context, accounts.balance(userId, currency.id), currency.id), currency.decimals);

/** A hash: an account is a user and a currency. */
export const accountId = ({ seed }: Context, userId: string, currencyId: string): string =>
  seededId(
    seed,
    `balance-account ${userId} ${currencyId}`,
    balanceCurrencies.findIndex(({ id }) => id === currencyId) + 1,
  );

/** The id of the transaction of a change: both accounts share a transfer's own id, any other id is a hash. */
export function transactionId({ seed }: Context, cause: string, at: number, account: string): string {
  const [, transferId] = /^transfer (.+)$/.exec(cause) ?? [];
  return transferId ?? seededId(seed, `balance-transaction ${account} ${cause} ${at}`, 1);
}

/** The caller's account in a currency. */
export function showBalanceAccount(context: HandlerContext) {
  const userId = callerId(context);
  const currency = requireCurrency(context.query.currencyId as string);
  const { createdAt } = requireUser(context, userId).body;
  const account = accounts.balance(userId, currency.id);
  const change = lastChangeOf(context, account, currency.id);
  return {
    id: accountId(context, userId, currency.id),
    title: currency.name,
    currencyId: currency.id,
    userId,
    amount: balanceOf(context, userId, currency),
    dailyMaxTransferAmount: null,
    blockchainAddress: null,
    createdAt,
    updatedAt: change ? iso(change.at) : createdAt,
    lastTransactionId: change ? transactionId(context, change.cause, change.at, account) : null,
  };
}

/** Named like the older balance calls (platform 4.3). */
export function showPoints(context: HandlerContext) {
  const userId = callerId(context);
  return {
    id: accountId(context, userId, 'MVP'),
    amount: balanceOf(context, userId, requireCurrency('MVP')),
    currencyId: 'MVP',
  };
}

// Currencies and balance accounts of the user service: CONTRACT.md 8.2 CurrencyEntity and BalanceAccountEntity.
import { iso } from '../../core/clock.js';
import { seededId } from '../../core/ids.js';
import { notFound } from '../../core/refusal.js';
import { caller, type Moment, type World } from '../../core/world.js';
import { accounts } from './accounts.js';
import { toDecimal } from './amounts.js';
import { type BalanceCurrency, balanceCurrencies, balanceCurrency } from './currencies.js';
import { holding } from './ledger.js';

const theCurrency = (id: string): BalanceCurrency => balanceCurrency(id) ?? notFound('CURRENCY', id);

/** GET /currencies/{id}. */
export function showCurrency(world: World): unknown {
  const { id, name, network, decimals, transferable, withdrawable, withdrawalFee } = theCurrency(world.path.id ?? '');
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

/** A user's balance of a currency, a decimal text in whole tokens. */
const balanceOf = (moment: Moment, userId: string, currency: BalanceCurrency): string =>
  toDecimal(holding(moment, accounts.balance(userId, currency.id), currency.id), currency.decimals);

/** The id of a balance account: a hash, since an account is no more than a user and a currency. */
export const accountId = ({ seed }: Moment, userId: string, currencyId: string): string =>
  seededId(seed, `balance-account ${userId} ${currencyId}`, balanceCurrencies.findIndex(({ id }) => id === currencyId) + 1);

/** GET /balance/accounts/current. */
export function showBalanceAccount(world: World): unknown {
  const { userId } = caller(world);
  const currency = theCurrency(world.query.currencyId as string);
  const createdAt = iso(Number(world.state.meta('seededAt')));
  return {
    id: accountId(world, userId, currency.id),
    title: currency.name,
    currencyId: currency.id,
    userId,
    amount: balanceOf(world, userId, currency),
    dailyMaxTransferAmount: null,
    blockchainAddress: null,
    createdAt,
    updatedAt: createdAt,
    lastTransactionId: null,
  };
}

/** GET /v2/balance/mvp/current, named as the older balance calls are (CONTRACT.md, notes on the user service). */
export function showPoints(world: World): unknown {
  const { userId } = caller(world);
  return { id: accountId(world, userId, 'MVP'), amount: balanceOf(world, userId, theCurrency('MVP')), currencyId: 'MVP' };
}

// The token balances of an address (platform 12.2, BalanceResponseDto).

import type { Network } from '../../services/catalogue/words.js';
import { type Context, callerId, type HandlerContext, rows } from '../core/index.js';
import { accounts } from '../domains/balances/currencies.js';
import { accountBalance } from '../domains/balances/ledger.js';
import { priceOf } from '../domains/balances/prices.js';
import { type Token, tokensOf, unitOf } from './networks.js';
import { wallet } from './registered-wallet.js';

/** In base units. */
const onChain = (context: Context, token: Token, address: string): bigint =>
  accountBalance(context, accounts.chain(token.network, address), unitOf(token));

function balanceFields(context: Context, token: Token, amount: bigint) {
  const { symbol, name, tokenType, decimals, priceId } = token;
  const asset = { ticker: symbol, name, iconUrl: `https://icons.sandbox.invalid/${symbol}.png`, tokenType };
  return {
    asset,
    amount: amount.toString(),
    valuatedAmount: valueInUsd(amount, decimals, priceOf(context, priceId) ?? 0),
    valuatedCurrency: 'USD',
  };
}

const priceDigits = 12;
/** To two decimals, with every digit: a double would give `3.3e+56`. */
function valueInUsd(amount: bigint, decimals: number, price: number): string {
  const unit = 10n ** BigInt(decimals + priceDigits - 2);
  const cents = (amount * BigInt(Math.round(price * 10 ** priceDigits)) + unit / 2n) / unit;
  return `${cents / 100n}.${String(cents % 100n).padStart(2, '0')}`;
}

const ofAddress = (
  context: Context,
  network: Network,
  address: string,
  which: (token: Token) => boolean = () => true,
) =>
  tokensOf(network)
    .filter(which)
    .map((token) => balanceFields(context, token, onChain(context, token, address)));

const addressInQuery = (context: HandlerContext) => context.query as { network: Network; address: string };

/** Also balances of 0. */
export const balances = (context: HandlerContext) =>
  ofAddress(context, addressInQuery(context).network, addressInQuery(context).address);

/** Version 1.1 has the coin and MVL (platform 3.2). */
export const twoBalances = (context: HandlerContext) =>
  ofAddress(
    context,
    addressInQuery(context).network,
    addressInQuery(context).address,
    ({ tokenType, symbol }) => tokenType === 'COIN' || /^b?MVL$/.test(symbol),
  );

/** The query of version 3 is not public: one address on one network, or all registered wallets. */
export function balancesV3(context: HandlerContext) {
  const { network, address } = context.query;
  if (network !== undefined && address !== undefined) return balances(context);
  const wallets = rows(context, wallet, { owner: callerId(context) }).filter(
    ({ body }) => !body.deleted && (network ?? body.network) === body.network,
  );
  return wallets.flatMap(({ body }) =>
    ofAddress(context, body.network, body.address).map((row) => ({
      ...(row as object),
      network: body.network,
      address: body.address,
    })),
  );
}

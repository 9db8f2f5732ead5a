// Answers the token balances of an address in base units, with their value in US dollars (platform 12.2, BalanceResponseDto).
import type { Network } from '../../services/catalogue/words.js';
import { type HandlerContext, requireCaller, type SandboxContext } from '../core/context.js';
import { rows } from '../core/rows.js';
import { accountBalance } from '../domains/balances/ledger.js';
import { accounts } from '../domains/balances/ledger-accounts.js';
import { priceOf } from '../domains/balances/prices.js';
import { wallet } from './registered-wallet.js';
import { type Token, tokensOf, unitOf } from './tokens.js';

type NetworkWord = (typeof Network)[number];

/** The balance of a token at an address, in base units. */
const onChain = (context: SandboxContext, token: Token, address: string): bigint =>
  accountBalance(context, accounts.chain(token.network, address), unitOf(token));

function shown(context: SandboxContext, token: Token, amount: bigint): unknown {
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
/** The value of an amount in base units, to two decimals: with every digit, where a double would give `3.3e+56`. */
function valueInUsd(amount: bigint, decimals: number, price: number): string {
  const unit = 10n ** BigInt(decimals + priceDigits - 2);
  const cents = (amount * BigInt(Math.round(price * 10 ** priceDigits)) + unit / 2n) / unit;
  return `${cents / 100n}.${String(cents % 100n).padStart(2, '0')}`;
}

const ofAddress = (
  context: SandboxContext,
  network: NetworkWord,
  address: string,
  which: (token: Token) => boolean = () => true,
): unknown[] =>
  tokensOf(network)
    .filter(which)
    .map((token) => shown(context, token, onChain(context, token, address)));

const addressInQuery = (context: HandlerContext) => context.query as { network: NetworkWord; address: string };

/** All tokens of an address on a network, also those with a balance of 0. */
export const balances = (context: HandlerContext): unknown[] =>
  ofAddress(context, addressInQuery(context).network, addressInQuery(context).address);

/** Version 1.1 has two tokens, the coin and MVL (platform 3.2). */
export const twoBalances = (context: HandlerContext): unknown[] =>
  ofAddress(
    context,
    addressInQuery(context).network,
    addressInQuery(context).address,
    ({ tokenType, symbol }) => tokenType === 'COIN' || /^b?MVL$/.test(symbol),
  );

/** Version 3, whose query is not public: one address on one network, or all registered wallets. */
export function balancesV3(context: HandlerContext): unknown[] {
  const { network, address } = context.query as Partial<ReturnType<typeof addressInQuery>>;
  if (network !== undefined && address !== undefined) return balances(context);
  const own = rows(context, wallet, { owner: requireCaller(context).userId }).filter(
    ({ body }) => !body.deleted && (network ?? body.network) === body.network,
  );
  return own.flatMap(({ body }) =>
    ofAddress(context, body.network, body.address).map((row) => ({ ...(row as object), network: body.network, address: body.address })),
  );
}

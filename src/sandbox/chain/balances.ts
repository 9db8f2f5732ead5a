// What an address holds: CONTRACT.md 8.2 BalanceResponseDto, in base units, worth in US dollars beside it.
import type { Network } from '../../services/catalogue/words.js';
import { rows } from '../core/rows.js';
import { caller, type Moment, type World } from '../core/world.js';
import { accounts } from '../domains/balances/accounts.js';
import { toDecimal } from '../domains/balances/amounts.js';
import { holding } from '../domains/balances/ledger.js';
import { priceOf } from '../domains/balances/prices.js';
import { type Token, tokensOf, unitOf } from './tokens.js';
import { wallet } from './wallet.js';

type NetworkWord = (typeof Network)[number];

/** How much of a token an address holds, in base units. */
const onChain = (moment: Moment, token: Token, address: string): bigint =>
  holding(moment, accounts.chain(token.network, address), unitOf(token));

function shown(moment: Moment, token: Token, amount: bigint): unknown {
  const { symbol, name, tokenType, decimals, priceId } = token;
  const worth = Number(toDecimal(amount, decimals)) * (priceOf(moment, priceId) ?? 0);
  const asset = { ticker: symbol, name, iconUrl: `https://icons.sandbox.invalid/${symbol}.png`, tokenType };
  return { asset, amount: amount.toString(), valuatedAmount: worth.toFixed(2), valuatedCurrency: 'USD' };
}

const ofAddress = (moment: Moment, network: NetworkWord, address: string, which: (token: Token) => boolean = () => true): unknown[] =>
  tokensOf(network)
    .filter(which)
    .map((token) => shown(moment, token, onChain(moment, token, address)));

const asked = (world: World) => world.query as { network: NetworkWord; address: string };

/** All tokens of an address on a network, those it has none of included. */
export const balances = (world: World): unknown[] => ofAddress(world, asked(world).network, asked(world).address);

/** Version 1.1 knows two tokens, the coin and MVL (CONTRACT.md, notes on the user service). */
export const twoBalances = (world: World): unknown[] =>
  ofAddress(world, asked(world).network, asked(world).address, ({ tokenType, symbol }) => tokenType === 'COIN' || /^b?MVL$/.test(symbol));

/** Version 3, whose query is not public: of one address on one network, or of all registered wallets. */
export function balancesV3(world: World): unknown[] {
  const { network, address } = world.query as Partial<ReturnType<typeof asked>>;
  if (network !== undefined && address !== undefined) return balances(world);
  const own = rows(world, wallet, { owner: caller(world).userId }).filter(
    ({ body }) => !body.deleted && (network ?? body.network) === body.network,
  );
  return own.flatMap(({ body }) =>
    ofAddress(world, body.network, body.address).map((row) => ({ ...(row as object), network: body.network, address: body.address })),
  );
}

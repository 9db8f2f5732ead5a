// `tuk wallet balance`: what addresses hold, in whole tokens and in money; without an address or a network, each wallet of the list is asked.

import type { Context } from '../../cli/context.js';
import { type ReadCommandSpec, readBy, readCommand } from '../../engine/read-command.js';
import { Fiat, Network } from '../../services/catalogue/words.js';
import { BadInput, Failure } from '../../services/http/errors.js';
import { asText, isNothing, type Row, valueAt } from '../../services/json-value.js';
import { listing } from '../../ui/format/columns.js';
import { readPrices } from './price.js';
import { readTokens, type TokenFacts, withWhole } from './tokens.js';

interface Wallet {
  readonly network: string;
  readonly address: string;
}
/** A balance, and what is known of its token. */
interface Held {
  readonly row: Row;
  readonly token: TokenFacts | undefined;
}

export const balance = readCommand({
  name: 'balance',
  values: '[address-or-wallet]',
  summary: 'Show what your wallets hold, or an address on a network',
  description: `A wallet of your own goes by its id, its name or its number in tuk wallet list.
Without both an address and a network each wallet of tuk wallet list is asked that fits. A network that does not answer is told, and the others
are shown. amount is in base units, as it came; wholeAmount is in whole tokens, by the token list. With --in the worth is that of now.`,
  options: [
    { flags: '--network <network>', summary: 'only on one network', words: Network },
    { flags: '--in <currency>', summary: 'the currency of the worth, that of the answer if not given', words: Fiat },
  ],
  examples: [
    'tuk wallet balance',
    'tuk wallet balance --network ETHEREUM --in SGD',
    'tuk wallet balance 0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266 --network BSC',
    'tuk wallet balance 3',
  ],
  service: 'user',
  endpoints: [
    { call: 'getBalanceV2', version: 'v2' },
    { call: 'getBalanceV1_2', version: 'v1.2', when: 'signed-out' },
    { call: 'getBalance', version: 'v3', when: 'asked' },
    { call: 'getBalanceV1_1', version: 'v1.1', when: 'asked' },
    { call: 'getBalanceV1', version: 'v1', when: 'asked' },
  ],
  uses: [
    'user GET /v2/wallets/balance',
    'user GET /v3/wallets/balance',
    'user GET /v1.2/wallets/balance',
    'user GET /v1.1/wallets/balance',
    'user GET /v1/wallets/balance',
    'user GET /v2/wallets',
    'wallet GET /v3/token/{network}',
    'wallet GET /v2/wallets/simple/price',
  ],
  columns: [
    { path: 'asset.ticker', heading: 'token' },
    { path: 'amount', as: { units: 'decimals' } },
    { path: 'valuatedAmount', heading: 'worth', as: 'amount' },
    { path: 'valuatedCurrency', heading: 'in' },
    { path: 'network' },
    { path: 'asset.name', heading: 'name' },
    { path: 'address' },
    { path: 'amount', heading: 'base units' },
  ],
  id: 'asset.ticker',
  empty: ['No wallets, so no balances.', 'Add one: tuk wallet add'],
  fetchAll: async (once, given, { context, lost }) => {
    const { in: currency, addressOrWallet: typed, network } = given;
    const on = network === undefined ? undefined : String(network);
    const { isAddressOn } = await import('./own.js');
    const address = typed !== undefined && isAddressOn(String(typed), 'The address', on) ? String(typed) : undefined;
    if (context.onlyShows) {
      await (address && on ? once({ address, network: on }) : readBy(context, listOf, on ? { network: on } : {}));
      return undefined;
    }
    const wallets = await walletsOf(context, { address, named: typed === undefined ? undefined : String(typed), network: on });
    const strange: Failure[] = [];
    const rows = (await Promise.all(wallets.map((wallet) => heldBy(wallet, once, isNetwork(wallet) ? lost : strange)))).flat();
    if (wallets.length > 0 && lost.length + strange.length === wallets.length) throw lost.shift() ?? strange[0]!;
    for (const { message } of strange) context.log(`  Left out, of a network that is not known here: ${message}`);
    const tokens = await readTokens(
      context,
      rows.map(({ network }) => asText(network)),
    );
    const held = rows.map((row) => ({ row, token: tokens(asText(row.network), asText(valueAt(row, 'asset.ticker'))) }));
    const worth = currency === undefined ? rows : await worthIn(context, held, String(currency));
    const { stringifyLossless } = await import('../../services/lossless-number.js');
    return stringifyLossless(worth.map((row, at) => withWhole(row, ['amount'], held[at]!.token?.decimals)));
  },
});

const listOf = { service: 'user', endpoints: [{ call: 'listWalletsV2' }] } as const;

/** Who is asked about: an address, or what else was typed, which names an own wallet. */
interface Wanted {
  readonly address: string | undefined;
  readonly named: string | undefined;
  readonly network: string | undefined;
}
/** Whom to ask: the address on the network that was named, else every wallet of the list that fits. @throws {BadInput} for an address that is on no list */
async function walletsOf(context: Context, { address, named, network }: Wanted): Promise<readonly Wallet[]> {
  if (address !== undefined && network !== undefined) return [{ address, network }];
  const { readOwnWallets, walletsNamed } = await import('./own.js');
  const other = address === undefined && named !== undefined;
  const all = other ? await walletsNamed(context, named, network) : await readOwnWallets(context, network);
  const own = all.filter((wallet) => address === undefined || sameAddress(wallet.address, address));
  if (address !== undefined && own.length === 0)
    throw new BadInput(
      'WHICH_NETWORK',
      'The address is none of your wallets, so its network has to be named: --network.',
      'See yours: tuk wallet list',
    );
  return [...new Map(own.map(({ network: on, address: at }) => [`${on} ${at}`, { network: on, address: at }])).values()];
}

/** Whether it is of a network that we know. */
const isNetwork = ({ network }: Wallet): boolean => (Network as readonly string[]).includes(network);

/** Addresses in hexadecimal digits are the same in any case of letters. */
const sameAddress = (one: string, other: string): boolean =>
  one === other || (one.startsWith('0x') && one.toLowerCase() === other.toLowerCase());

/** What one wallet holds; that it cannot be had is put to what is lost. */
async function heldBy(wallet: Wallet, once: Parameters<NonNullable<ReadCommandSpec['fetchAll']>>[0], lost: Failure[]): Promise<Row[]> {
  try {
    const reply = await once({ ...wallet }, { anyWord: true });
    if (!reply) return [];
    const { parseLossless } = await import('../../services/lossless-number.js');
    const list = listing(parseLossless(reply.text));
    if (!list) throw (await import('../../engine/validate-response.js')).noList(reply);
    return list.rows.map((row) => ({ ...row, ...wallet }));
  } catch (error) {
    if (!(error instanceof Failure) || error.kind === 'interrupted' || error.kind === 'sign-in') throw error;
    const { code, message, hint, where, cause } = error;
    lost.push(new Failure(error.kind, code, `${wallet.network}, ${wallet.address}: ${message}`, hint, where, cause));
    return [];
  }
}

/** The rows with their worth in another currency, by what their tokens cost now; without a worth where nobody prices them. */
async function worthIn(context: Context, held: readonly Held[], currency: string): Promise<readonly Row[]> {
  const ids = new Set(held.flatMap(({ row, token }) => (row.valuatedCurrency === currency ? [] : (token?.priceId ?? []))));
  const prices = await readPrices(context, [...ids], currency);
  return held.map(({ row, token }) => {
    if (row.valuatedCurrency === currency) return row;
    const price = token?.priceId === undefined ? undefined : prices.get(token.priceId);
    const amount = withWhole(row, ['amount'], token?.decimals).wholeAmount;
    const worth = price === undefined || isNothing(amount) ? undefined : Number(amount) * Number(price);
    return { ...row, valuatedAmount: worth === undefined || !(worth < 1e21) ? null : worth.toFixed(2), valuatedCurrency: currency };
  });
}

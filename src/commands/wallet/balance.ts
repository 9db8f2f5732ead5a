// `tuk wallet balance`: the balances of an address, or of every wallet of the list, in whole tokens and in a currency.

import type { Context } from '../../cli/command/command.js';
import { leftOut } from '../../cli/command/notes.js';
import { refuseMissing } from '../../cli/prompts/needs.js';
import { isDryRun, plain } from '../../cli/settings/options.js';
import { type ChainAccess, chainAccess } from '../../engine/chain/access.js';
import { solanaAccess } from '../../engine/chain/solana.js';
import { balanceOf, decimalsAt } from '../../engine/chain/token.js';
import { listedTokens } from '../../engine/read/listed-tokens.js';
import { readPrices } from '../../engine/read/prices.js';
import { listCommand } from '../../engine/read/read-command.js';
import type { FetchOnce } from '../../engine/read/read-spec.js';
import { readTokens, withWholeAmounts } from '../../engine/read/token-lists.js';
import { callEndpoint } from '../../engine/request/call.js';
import { neededNetwork, networkFilter } from '../../engine/request/network-option.js';
import { noListFailure } from '../../engine/request/validate-response.js';
import { coinDecimals } from '../../money/evm/chain.js';
import { checkChainId } from '../../money/evm/rpc.js';
import { checksummed } from '../../money/evm/transaction.js';
import { solDecimals } from '../../money/solana/accounts.js';
import { checkGenesis } from '../../money/solana/family.js';
import { holdingsOf } from '../../money/solana/holdings.js';
import { addressProblem } from '../../money/values/address.js';
import { whole } from '../../money/values/decimal.js';
import { isSolana } from '../../money/values/networks.js';
import { Fiat, Network } from '../../services/catalogue/words.js';
import { rowsIn } from '../../services/decode/rows.js';
import { isEvmAddress } from '../../services/forms.js';
import { BadInput, Failure, partFailure, Refused } from '../../services/http/errors.js';
import { asText, isNothing, type Row, valueAt } from '../../services/json-value.js';
import { parseLossless, stringifyLossless } from '../../services/lossless-number.js';
import { balance as balanceThing } from '../../things/balance.js';
import { wallet } from '../../things/wallet.js';
import { coinBalance, logNode, printFirstRequest, type TokenBalance, tokenBalance, tokensBy } from './node-rows.js';
import {
  findWallets,
  isAddressOn,
  type OwnWallet,
  pinnedAddresses,
  readOwnWallets,
  requireAddresses,
  requireOneWallet,
} from './resolve-wallet.js';

// Reads balances from the node of a network: the coin and the listed tokens, in rows like the rows of the service.
// Reads balances from the node of a Solana network: SOL, and each mint of the owner's token accounts and of the token
// list.

/**
 * Reads the balances of an owner: SOL, and the units of each mint. A mint that the token list does not have is shown by
 * its address, since a name is not an identity.
 * @throws {BadInput} NO_RPC; {Guarded} MIXED_NETWORKS, OTHER_CHAIN; {Failure} of the node
 */
async function readSolanaNode(context: Context, network: string, address: string): Promise<readonly TokenBalance[]> {
  const { chain, rpc } = await solanaAccess(context, network); // before the list: without a node nothing is asked
  await checkGenesis(rpc, chain);
  const listed = await listedTokens(context, network);
  const tokens = tokensBy(listed, (mint) => (addressProblem(mint, '', network) === undefined ? mint : undefined));
  const { lamports, ownerOfAccount, mints } = await holdingsOf(rpc, address, [...tokens.keys()]);
  if (ownerOfAccount !== undefined) context.note({ is: 'token-account', address, owner: ownerOfAccount });
  const place = { chain, address };
  logNode(context, chain);
  const balances = mints.flatMap(({ mint, amount, frozen, decimals }) => {
    const row = tokens.get(mint);
    const name = row === undefined ? mint : asText(row.symbol);
    if (decimals === undefined && amount === 0n) {
      context.note({ is: 'unusable', what: name, why: `has no mint at ${mint} on this chain` });
      return [];
    }
    const balance = tokenBalance(context, place, { contract: mint, amount, decimals }, row, 'mint');
    const certain = balance.token?.decimals;
    if (frozen > 0n)
      context.note({
        is: 'frozen',
        token: name,
        amount: (certain === undefined ? undefined : whole(`${frozen}`, certain)) ?? `${frozen} base units`,
      });
    return [balance];
  });
  return [coinBalance(place, listed, solDecimals, lamports), ...balances];
}

/**
 * Reads the balances of an address from the node: the coin, and each listed token. A token without a contract on the
 * chain is left out. A failed read of a balance is added to `failures`.
 * @throws {BadInput} {Guarded} as `chainAccess`; {Guarded} OTHER_CHAIN; {Failure} of the node
 */
async function readNode(
  context: Context,
  network: string,
  address: string,
  failures: Failure[],
): Promise<readonly TokenBalance[]> {
  if (isSolana(network)) return readSolanaNode(context, network, address);
  const access = await chainAccess(context, network); // before the list: without a node nothing is asked
  const listed = await listedTokens(context, network);
  const { chain, rpc } = access;
  const tokens = tokensBy(listed, (text) => (isEvmAddress(text) ? checksummed(text) : undefined));
  const read = async (contract: string, row: Row): Promise<readonly TokenBalance[]> => {
    try {
      return await balanceAt(context, access, { address, contract, listed: row });
    } catch (error) {
      failures.push(partFailure(error));
      return [];
    }
  };
  const [, coin, ...others] = await Promise.all([
    checkChainId(rpc, chain),
    rpc.balance(address),
    ...[...tokens].map(([contract, row]) => read(contract, row)),
  ]);
  logNode(context, chain);
  return [coinBalance({ chain, address }, listed, coinDecimals, coin), ...others.flat()];
}

/** The balance of a token; none without a contract. @throws {Failure} */
async function balanceAt(
  context: Context,
  access: ChainAccess,
  { address, contract, listed }: { readonly address: string; readonly contract: string; readonly listed: Row },
): Promise<readonly TokenBalance[]> {
  const { chain, rpc } = access;
  const symbol = asText(listed.symbol);
  const [code, decimals, raw] = await Promise.all([
    rpc.code(contract),
    decimalsAt(rpc, contract),
    balanceOf(access, { address: contract, symbol, decimals: 0 }, address).catch((error: unknown) => error),
  ]);
  if (code === '0x') {
    context.note({ is: 'unusable', what: symbol, why: `has no contract at ${contract} on this chain` });
    return [];
  }
  if (typeof raw !== 'bigint') throw raw;
  return [tokenBalance(context, { chain, address }, { contract, amount: raw, decimals }, listed, 'contract')];
}

/** Prints the first request to the node; a dry run sends none. @throws {BadInput} {Guarded} as `chainOf` */
const printNodeRead = (context: Context, network: string, address: string): Promise<void> =>
  printFirstRequest(
    context,
    network,
    isSolana(network)
      ? {
          method: 'getMultipleAccounts',
          params: [[address], { commitment: 'confirmed', encoding: 'base64' }],
          others: 'The token accounts of both programs, and their mints,',
        }
      : { method: 'eth_getBalance', params: [address, 'latest'], others: 'balanceOf and decimals of each token' },
  );

type Wallet = Pick<OwnWallet, 'network' | 'address'>;

const sources = ['service', 'node'] as const;
const [ticker] = balanceThing.identity;

export const balance = listCommand('user', {
  name: 'balance',
  values: '[address-or-wallet]',
  summary: 'Show the balances and the worth of your wallets, or of an address on a network',
  description: `Give an address and a network, or a wallet's id, name or number (tuk wallet list). Otherwise tuk reads each matching wallet of yours.
If a network fails, it still shows the others. Add --currency to convert at the current price.

The field amount is in base units; wholeAmount is in whole tokens, by the token list. The field source is the origin of a row.
If the service shows nothing, tuk reads the pinned node of the network (rpc.NETWORK). Add --from node to read it in any case.
From a node you see the coin and the listed tokens; on Solana you see every token of the owner.
Without an address tuk asks the node for your wallets on the network. If you have none there, it asks for your stored keys.`,
  options: [
    plain('--address <address>', 'the address or the wallet, as the value', { param: 'addressOrWallet' }),
    { ...networkFilter, neededFor: '--from node' },
    plain(
      '--currency <currency>',
      'the currency of the value, default: the currency of the response; repeatable: the rows in each',
      { words: Fiat, repeatable: true },
    ),
    plain('--from <source>', 'where to read: the service, or the node of --network', { words: sources }),
  ],
  examples: [
    'tuk wallet balance',
    'tuk wallet balance --network ETHEREUM --currency SGD',
    'tuk wallet balance --currency USD --currency KRW',
    'tuk wallet balance 0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266 --network BSC',
    'tuk wallet balance 3',
    'tuk wallet balance 0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266 --network BSC --from node',
    'tuk wallet balance --network SOLANA --from node',
  ],
  endpoints: [{ endpoint: 'getBalanceV2' }, { endpoint: 'getBalanceV1_2', when: 'signed-out' }],
  alsoUses: { user: ['listWalletsV2'], wallet: ['listNetworkTokens', 'getPrice'] },
  columns: balanceThing.fields,
  shows: wallet,
  id: ticker,
  key: [ticker, 'network', 'asset.contractAddress', 'address', 'valuatedCurrency'],
  empty: ['No wallets, so no balances.', 'Add one: tuk wallet add'],
  fetchAll: async (fetchOnce, params, { args, context, partialFailures }) => {
    const { currency: currencies = [], addressOrWallet: typed, network, from } = params;
    const wanted = [...new Set([currencies].flat().map(String))];
    const networkName = network === undefined ? undefined : String(network);
    const address =
      typed !== undefined && isAddressOn(String(typed), 'The address', networkName) ? String(typed) : undefined;
    const query = {
      address,
      named: typed === undefined || address !== undefined ? undefined : String(typed),
      network: networkName,
    };
    if (from === 'node') {
      refuseMissing({ options: [neededNetwork] }, args);
      const addresses = await requireAddresses(context, { ...query, network: networkName! });
      return nodeBalances(context, networkName!, addresses, wanted, partialFailures);
    }
    if (isDryRun(context.flags)) {
      if (address && networkName) await fetchOnce({ address, network: networkName });
      else await callEndpoint(context, 'user', 'listWalletsV2', networkName ? { network: networkName } : {});
      return undefined;
    }
    const { rows, failure, hasWallet } = await serviceBalances(context, fetchOnce, query, partialFailures);
    if (rows.length === 0 && partialFailures.length === 0 && from === undefined && networkName !== undefined) {
      const addresses = await pinnedAddresses(context, { ...query, network: networkName });
      if (addresses.length > 0) return nodeBalances(context, networkName, addresses, wanted, partialFailures);
    }
    if (failure) throw failure;
    if (networkName !== undefined && !hasWallet)
      throw new Refused(
        'not-found',
        'NO_WALLET',
        `None of your wallets is on ${networkName}.`,
        `See yours: tuk wallet list. With a node: tuk profile set NAME rpc.${networkName} URL`,
      );
    const tokens = await readTokens(
      context,
      rows.map(({ network }) => asText(network)),
    );
    const balances = rows.map((row) => ({
      row,
      token: tokens(asText(row.network), asText(valueAt(row, ticker))),
    }));
    return rowsText(await valuedRows(context, balances, wanted), 'service');
  },
});

const rowsText = (balances: readonly TokenBalance[], source: (typeof sources)[number]): string =>
  stringifyLossless(
    balances.map(({ row, token }) => ({ ...withWholeAmounts(row, ['amount'], token?.decimals), source })),
  );

/** The rows with their value in each currency; as the response has them without any. */
async function valuedRows(
  context: Context,
  balances: readonly TokenBalance[],
  currencies: readonly string[],
  isOptional = false,
): Promise<readonly TokenBalance[]> {
  if (currencies.length === 0) return balances;
  const valued = await Promise.all(currencies.map((currency) => withValueIn(context, balances, currency, isOptional)));
  return valued.flat();
}

/**
 * The rows of the service for each wallet; a wallet that fails is left out.
 * @returns also the failure of a service without rows: it refuses all wallets, or there is no session or wallet
 * @throws {Failure} any other, if all fail
 */
async function serviceBalances(
  context: Context,
  fetchOnce: FetchOnce,
  query: WalletQuery,
  partialFailures: Failure[],
): Promise<{ readonly rows: readonly Row[]; readonly failure?: Failure; readonly hasWallet?: boolean }> {
  try {
    const wallets = await selectWallets(context, query);
    return {
      rows: await rowsOfWallets(context, wallets, fetchOnce, partialFailures),
      hasWallet: wallets.length > 0,
    };
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    const { kind, code } = error;
    const isSignedOut = kind === 'sign-in' && !(await context.session().isSignedIn());
    if (isSignedOut || /^(refused|not-found)$/.test(kind) || code === 'UNKNOWN_WALLET')
      return { rows: [], failure: error };
    throw error;
  }
}
async function rowsOfWallets(
  context: Context,
  wallets: readonly Wallet[],
  fetchOnce: FetchOnce,
  partialFailures: Failure[],
): Promise<readonly Row[]> {
  const unknownNetworkFailures: Failure[] = [];
  const isListed = ({ network }: Wallet) => (Network as readonly string[]).includes(network);
  const rows = await Promise.all(
    wallets.map((wallet) =>
      readBalances(wallet, fetchOnce, isListed(wallet) ? partialFailures : unknownNetworkFailures),
    ),
  );
  if (wallets.length > 0 && partialFailures.length + unknownNetworkFailures.length === wallets.length)
    throw partialFailures.shift() ?? unknownNetworkFailures[0]!;
  for (const failure of unknownNetworkFailures) context.note(leftOut('Left out, unknown network', failure));
  return rows.flat();
}

async function nodeBalances(
  context: Context,
  network: string,
  addresses: readonly string[],
  currencies: readonly string[],
  partialFailures: Failure[],
): Promise<string | undefined> {
  if (isDryRun(context.flags)) {
    await printNodeRead(context, network, addresses[0]!);
    return undefined;
  }
  const balances = (
    await Promise.all(addresses.map((address) => readNode(context, network, address, partialFailures)))
  ).flat();
  const isTyped = currencies.length > 0;
  return rowsText(await valuedRows(context, balances, isTyped ? currencies : ['USD'], !isTyped), 'node');
}

/** The requested wallets: an address, or the name of a wallet of the user, and a network. */
interface WalletQuery {
  readonly address?: string;
  readonly named?: string;
  readonly network?: string;
}
/**
 * The address on its network, else every matching wallet of the list.
 * @throws {BadInput} WHICH_NETWORK, WHICH_WALLET, UNKNOWN_WALLET
 */
async function selectWallets(
  context: Context,
  { address, named: name, network }: WalletQuery,
): Promise<readonly Wallet[]> {
  if (address !== undefined && network !== undefined) return [{ address, network }];
  const isByName = address === undefined && name !== undefined;
  const listed = isByName ? await findWallets(context, name, network) : await readOwnWallets(context, network);
  if (isByName) requireOneWallet(listed);
  const wallets = listed.filter((wallet) => address === undefined || sameAddress(wallet.address, address));
  if (address !== undefined && wallets.length === 0)
    throw new BadInput(
      'WHICH_NETWORK',
      'The address is not one of your wallets: --network is needed.',
      'See yours: tuk wallet list',
    );
  return [
    ...new Map(
      wallets.map((wallet) => [
        `${wallet.network} ${wallet.address}`,
        { network: wallet.network, address: wallet.address },
      ]),
    ).values(),
  ];
}

/** Compares addresses; hexadecimal ones ignore case. */
const sameAddress = (a: string, b: string) => a === b || (a.startsWith('0x') && a.toLowerCase() === b.toLowerCase());

async function readBalances(wallet: Wallet, fetchOnce: FetchOnce, failures: Failure[]) {
  try {
    const response = await fetchOnce({ ...wallet }, { anyWord: true });
    if (!response) return [];
    const list = rowsIn(parseLossless(response.text));
    if (!list) throw noListFailure(response);
    return list.rows.map((row) => ({ ...row, ...wallet }));
  } catch (error) {
    const { kind, code, message, hint, where, cause } = partFailure(error, 'sign-in');
    failures.push(new Failure(kind, code, `${wallet.network}, ${wallet.address}: ${message}`, hint, where, cause));
    return [];
  }
}

/**
 * Converts the values of rows to a currency; null without a price.
 * @param isOptional a failed read of the prices is logged
 */
async function withValueIn(
  context: Context,
  balances: readonly TokenBalance[],
  currency: string,
  isOptional: boolean,
): Promise<readonly TokenBalance[]> {
  const ids = new Set(
    balances.flatMap(({ row, token }) => (row.valuatedCurrency === currency ? [] : (token?.priceId ?? []))),
  );
  const prices = await readPrices(context, [...ids], currency).catch((error: unknown) => {
    if (!isOptional) throw error;
    context.note(leftOut('The prices cannot be read', error));
    return new Map<string, string>();
  });
  return balances.map(({ row, token }) => {
    if (row.valuatedCurrency === currency) return { row, token };
    const price = token?.priceId === undefined ? undefined : prices.get(token.priceId);
    const amount = withWholeAmounts(row, ['amount'], token?.decimals).wholeAmount;
    const value = price === undefined || isNothing(amount) ? undefined : Number(amount) * Number(price);
    const valuatedAmount = value === undefined || !(value < 1e21) ? null : value.toFixed(2);
    return { row: { ...row, valuatedAmount, valuatedCurrency: currency }, token };
  });
}

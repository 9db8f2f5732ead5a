// Reads balances from the node of a network: the coin and the listed tokens, in rows like the rows of the service.

import type { Context } from '../../cli/context.js';
import { printRequest } from '../../cli/dry-run.js';
import { sandboxChains } from '../../cli/embedded-sandbox.js';
import { isDryRun, isEmbedded } from '../../cli/settings.js';
import { type ChainAccess, chainAccess } from '../../engine/chain/access.js';
import { warningsOf } from '../../engine/chain/key-input.js';
import { balanceOf, decimalsAt, listOf } from '../../engine/chain/token.js';
import type { TokenFacts } from '../../engine/read/token-lists.js';
import { type ChainPins, isLocalRpc, shownRpc } from '../../money/chain/pins.js';
import { type Chain, chainOf, coinDecimals, isEvm } from '../../money/evm/chain.js';
import { checkChainId } from '../../money/evm/rpc.js';
import { checksummed } from '../../money/evm/transaction.js';
import { listStoredKeys } from '../../money/key-store.js';
import { familyOfNetwork } from '../../money/signer.js';
import type { Call } from '../../services/catalogue/define.js';
import { BadInput, Failure } from '../../services/http/errors.js';
import { asText, decimalsOf, isNothing, type Row } from '../../services/json-value.js';
import { paths } from '../../session/paths.js';
import { findWallets, readOwnWallets, requireOneWallet } from './resolve-wallet.js';

/** A balance with the facts of its token; without them if list and contract disagree. */
interface NodeBalance {
  readonly row: Row;
  readonly token: TokenFacts | undefined;
}

async function pinsOf(context: Context): Promise<ChainPins> {
  const settings = context.settings();
  if (!isEmbedded(settings)) return settings.of;
  return sandboxChains('http://localhost');
}

/** A typed address, or the name of a wallet of the user, or neither. */
interface AddressQuery {
  readonly address?: string;
  readonly named?: string;
  readonly network: string;
}

/**
 * The addresses to read if the profile pins a node of the network. The embedded sandbox has nodes of its live chains.
 * @throws as `addressesOf`
 */
export async function pinnedAddresses(context: Context, query: AddressQuery): Promise<readonly string[]> {
  const isPinned = isEvm(query.network) && (await pinsOf(context)).rpcs?.[query.network] !== undefined;
  return isPinned ? addressesOf(context, query) : [];
}

/** The addresses to read. @throws {BadInput} NOT_EVM, WHICH_ADDRESS; as `addressesOf` */
export async function requireAddresses(context: Context, query: AddressQuery): Promise<readonly string[]> {
  const { network } = query;
  if (!isEvm(network))
    throw new BadInput('NOT_EVM', `tuk reads nodes of EVM chains only, and ${network} is not one; nothing was read.`);
  const addresses = await addressesOf(context, query);
  if (addresses.length > 0) return addresses;
  throw new BadInput(
    'WHICH_ADDRESS',
    `No wallet of yours is on ${network}, and no key is stored: an address is needed; nothing was read.`,
    `Like: tuk wallet balance ADDRESS --network ${network} --from node`,
  );
}

/**
 * The addresses: typed, of the named wallet, of the wallets on the network, else of the stored keys.
 * @throws {BadInput} UNKNOWN_WALLET, WHICH_WALLET, NEEDS_READ; {LocalFailure} for a folder of keys that is not private
 */
async function addressesOf(context: Context, { address, named, network }: AddressQuery) {
  if (address !== undefined) return [address];
  if (named !== undefined) return [await addressNamed(context, named, network)];
  const isSignedIn = !isDryRun(context.flags) && (await context.session().token()).accessToken !== undefined;
  const wallets = isSignedIn ? await readOwnWallets(context, network) : [];
  const keys = () => listStoredKeys(paths(context.world).keys, warningsOf(context));
  const owners = wallets.length > 0 ? wallets : keys().filter(({ family }) => family === familyOfNetwork(network));
  return [...new Set(owners.flatMap((owner) => (owner.address === undefined ? [] : checksummed(owner.address))))];
}

/** The address of a wallet by its name. A wallet on another EVM chain counts: an address is the same on all of them. */
async function addressNamed(context: Context, name: string, network: string) {
  if (isDryRun(context.flags))
    throw new BadInput(
      'NEEDS_READ',
      'The value names a wallet, and a dry run does not read wallets.',
      'Give its address: tuk wallet list',
    );
  const wallets = await findWallets(context, name, undefined);
  const here = wallets.filter((wallet) => wallet.network === network);
  const usable = (here.length > 0 ? here : wallets.filter((wallet) => isEvm(wallet.network))).map((wallet) => ({
    ...wallet,
    network,
  }));
  requireOneWallet('The name', usable);
  if (usable[0]) return usable[0].address;
  throw new BadInput(
    'UNKNOWN_WALLET',
    `${JSON.stringify(name.slice(0, 40))} has no address on an EVM chain.`,
    'See yours: tuk wallet list',
  );
}

/**
 * Reads the balances of an address from the node: the coin, and each listed token. A token without a contract on the
 * chain is
 * logged and left out. A failed read of a balance is added to `failures`.
 * @throws {BadInput} {Guarded} as `chainAccess`; {Guarded} OTHER_CHAIN; {Failure} of the node
 */
export async function readNode(
  context: Context,
  network: string,
  address: string,
  failures: Failure[],
): Promise<readonly NodeBalance[]> {
  const access = await chainAccess(context, network); // before the list: without a node nothing is asked
  const listed = await listOf(context, network);
  const { chain, rpc } = access;
  const tokens = new Map(
    listed.flatMap((row) => {
      const contract = asText(row.contractAddress);
      return /^0x[0-9a-fA-F]{40}$/.test(contract) ? [[checksummed(contract), row] as const] : [];
    }),
  );
  const read = async (contract: string, row: Row): Promise<readonly NodeBalance[]> => {
    try {
      return await tokenBalance(context, access, { address, contract, listed: row });
    } catch (error) {
      if (!(error instanceof Failure) || error.kind === 'interrupted') throw error;
      failures.push(error);
      return [];
    }
  };
  const [, coin, ...others] = await Promise.all([
    checkChainId(rpc, chain),
    rpc.balance(address),
    ...[...tokens].map(([contract, row]) => read(contract, row)),
  ]);
  const row =
    listed.find(({ symbol, contractAddress }) => isNothing(contractAddress) && asText(symbol) === chain.coin) ?? {};
  const coinRow = rowOf(
    chain,
    address,
    { name: chain.coin, tokenType: 'COIN', ...row, symbol: chain.coin },
    null,
    coin,
  );
  if (!isEmbedded(context.settings())) context.log(`  Read from the node of ${network}: ${shownRpc(chain.rpc)}`);
  return [{ row: coinRow, token: factsOf(row, coinDecimals) }, ...others.flat()];
}

/** The balance of a token, with its decimals if contract and list agree. @throws {Failure} */
async function tokenBalance(
  context: Context,
  access: ChainAccess,
  { address, contract, listed }: { readonly address: string; readonly contract: string; readonly listed: Row },
): Promise<readonly NodeBalance[]> {
  const { chain, rpc } = access;
  const symbol = asText(listed.symbol);
  const [code, decimals, raw] = await Promise.all([
    rpc.code(contract),
    decimalsAt(rpc, contract),
    balanceOf(access, { address: contract, symbol, decimals: 0 }, address).catch((error: unknown) => error),
  ]);
  if (code === '0x') {
    context.log(`  Left out: ${symbol} has no contract at ${contract} on this chain.`);
    return [];
  }
  if (typeof raw !== 'bigint') throw raw;
  const stated = decimalsOf(listed.decimals);
  if (decimals !== stated)
    context.log(
      `  ${symbol} at ${contract} has ${decimals ?? 'no'} decimals by its contract, and ${Number.isNaN(stated) ? 'none' : stated} by the token list: its amount is in base units.`,
    );
  return [
    {
      row: rowOf(chain, address, listed, contract, raw),
      token: decimals === stated ? factsOf(listed, stated) : undefined,
    },
  ];
}

const factsOf = ({ priceId }: Row, decimals: number): TokenFacts => ({
  decimals,
  priceId: typeof priceId === 'string' ? priceId : undefined,
});

const rowOf = ({ network }: Chain, address: string, listed: Row, contract: string | null, raw: bigint) => ({
  asset: {
    ticker: asText(listed.symbol),
    name: listed.name ?? null,
    iconUrl: listed.logoURI ?? null,
    tokenType: listed.tokenType ?? null,
  },
  amount: raw.toString(),
  valuatedAmount: null,
  valuatedCurrency: null,
  network,
  address,
  contract,
});

/** Prints the first request to the node; a dry run sends none. @throws {BadInput} {Guarded} as `chainOf` */
export async function printNodeRead(context: Context, network: string, address: string): Promise<void> {
  const { rpc } = chainOf(network, await pinsOf(context), context.settings().profile.value);
  // the path of a remote node may hold a key
  const url = isEmbedded(context.settings()) ? rpc.replace('//', '//sandbox.') : isLocalRpc(rpc) ? rpc : shownRpc(rpc);
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_getBalance', params: [address, 'latest'] });
  await printRequest(context, balanceCall, async ({ timeout, maxBody, userAgent }) => ({
    ...{ method: 'POST', url, timeout, maxBody, body },
    headers: { Accept: 'application/json', 'Content-Type': 'application/json', 'User-Agent': userAgent },
  }));
  context.log(
    `  balanceOf and decimals of each token would be read in the same way: tuk wallet tokens --network ${network}`,
  );
}
const balanceCall: Call = {
  service: 'chain',
  name: 'eth_getBalance',
  method: 'POST',
  path: '/',
  summary: 'Read the balance of an address',
  auth: 'public',
  effect: 'none',
  as: 'json',
  words: {},
};

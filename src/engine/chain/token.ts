// The tokens of an EVM chain, by symbol or address, with decimals on which contract and token list agree (docs/money.md
// 2).

import type { Context } from '../../cli/context.js';
import { requireAddress } from '../../money/address.js';
import { type ChainToken, coinOf, type TokenAt } from '../../money/chain/effect.js';
import { RpcRefusal } from '../../money/chain/rpc-failures.js';
import { type Chain, coinDecimals } from '../../money/evm/chain.js';
import { sameAddress } from '../../money/evm/hex.js';
import type { Rpc } from '../../money/evm/rpc.js';
import { checksummed } from '../../money/evm/transaction.js';
import { isSame } from '../../money/policy/recipients.js';
import { duplicateField, refuseDuplicateKeys } from '../../services/duplicate-keys.js';
import { BadInput, Guarded } from '../../services/http/errors.js';
import { partFailure } from '../../services/http/part-failure.js';
import { asText, decimalsOf, isNothing, isRecord, type Row } from '../../services/json-value.js';
import { listing } from '../../services/listing.js';
import { readEndpoint } from '../request/call.js';
import { isUnknownRoute } from '../request/endpoints.js';

export interface ChainReads {
  readonly chain: Chain;
  readonly rpc: Rpc;
}

/** The platform's address for the coin of a chain in swaps (platform 3.3). */
export const coinAddress = '0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE';

const lists = new WeakMap<Context, Map<string, Promise<readonly Row[]>>>();
/**
 * The platform's token list for a network, read once in a run. Empty if unreadable, which is logged.
 * @throws {Failure} at an interruption; DUPLICATE_FIELD
 */
export function listOf(context: Context, network: string): Promise<readonly Row[]> {
  const ofRun = lists.get(context) ?? new Map<string, Promise<readonly Row[]>>();
  lists.set(context, ofRun);
  const list = ofRun.get(network) ?? readList(context, network);
  ofRun.set(network, list);
  return list;
}

/** Reads the token list of a network, also in a dry run: a transaction cannot be described without it. */
async function readList(context: Context, network: string): Promise<readonly Row[]> {
  const read = (endpoint: 'listNetworkTokens' | 'listNetworkTokensV2') =>
    readEndpoint(context, 'wallet', endpoint, { network });
  try {
    const { call, text, data } = await read('listNetworkTokens').catch((error: unknown) => {
      if (isUnknownRoute(error)) return read('listNetworkTokensV2');
      throw error;
    });
    refuseDuplicateKeys('wallet', call.name, text);
    return (listing(data)?.rows ?? []).filter(isRecord);
  } catch (error) {
    const { code, message } = partFailure(error);
    if (code === duplicateField) throw error;
    context.log(`  The tokens of ${network} cannot be read: ${message}`);
    return [];
  }
}

/** The decimals that the person states, by the function made with them. */
const statedFor = new WeakMap<TokenAt, number>();

/**
 * Makes the function that finds the token of a contract.
 * @param stated the decimals that the person states, as the second source for an unlisted token
 * @throws {Guarded} DECIMALS_DISAGREE, DECIMALS_UNCONFIRMED; {BadInput} NOT_A_TOKEN
 */
export function tokenReader(context: Context, { chain, rpc }: ChainReads, stated: number | undefined): TokenAt {
  const tokens = new Map<string, Promise<ChainToken>>();
  const read = async (contract: string): Promise<ChainToken> => {
    const address = checksummed(contract);
    const [list, decimals, symbol] = await Promise.all([
      listOf(context, chain.network),
      decimalsAt(rpc, address),
      symbolAt(rpc, address),
    ]);
    const rows = list.filter(({ contractAddress }) => sameAddress(asText(contractAddress), address));
    if (decimals === undefined)
      throw new BadInput(
        'NOT_A_TOKEN',
        `The contract ${address} on ${chain.network} names no decimals, so it is not a token; nothing was signed.`,
      );
    const listed = rows.map((row) => decimalsOf(row.decimals));
    const other = (stated === undefined ? listed : [...listed, stated]).find((value) => value !== decimals);
    if (other !== undefined)
      throw new Guarded(
        'DECIMALS_DISAGREE',
        `${address} has ${decimals} decimals by its contract, and ${Number.isNaN(other) ? 'none' : other} by ${listed.includes(other) ? 'the token list' : '--decimals'}; nothing was signed.`,
        'Whether an amount is right cannot be known then.',
      );
    if (listed.length === 0 && stated === undefined)
      throw new Guarded(
        'DECIMALS_UNCONFIRMED',
        `${address} has ${decimals} decimals by its contract, and no token list of ${chain.network} confirms it; nothing was signed.`,
        `If you know that it is right, say so: --decimals ${decimals}`,
      );
    return { address, decimals, ...labelOf(address, symbol, list, chain) };
  };
  const tokenAt: TokenAt = (contract) => {
    const key = contract.toLowerCase();
    const token = tokens.get(key) ?? read(contract);
    tokens.set(key, token);
    return token;
  };
  if (stated !== undefined) statedFor.set(tokenAt, stated);
  return tokenAt;
}

/**
 * Makes the function that finds the token of a contract in a signed transaction. The contract states the decimals, by
 * default 0.
 */
export function signedTokenReader(context: Context, { chain, rpc }: ChainReads): TokenAt {
  return async (contract) => {
    const address = checksummed(contract);
    const [list, decimals, symbol] = await Promise.all([
      listOf(context, chain.network),
      decimalsAt(rpc, address),
      symbolAt(rpc, address),
    ]);
    return { address, decimals: decimals ?? 0, ...labelOf(address, symbol, list, chain) };
  };
}

/** The label of a token: its symbol in the platform's list, else its contract's own, which may be another token's. */
export function labelOf(
  address: string,
  stated: string | undefined,
  list: readonly Row[],
  { coin }: Pick<Chain, 'coin'>,
): Pick<ChainToken, 'symbol' | 'isListed' | 'borrows'> {
  const row = list.find(({ contractAddress }) => isSame(asText(contractAddress), address));
  const symbol = asText(row?.symbol) || stated || 'tokens';
  const isOther = (other: Row) =>
    asText(other.symbol).toLowerCase() === symbol.toLowerCase() && !isSame(asText(other.contractAddress), address);
  const isAmbiguous = list.some(isOther) || symbol.toLowerCase() === coin.toLowerCase();
  return { symbol, isListed: row !== undefined && !isAmbiguous, borrows: row === undefined && isAmbiguous };
}

const selectors = { decimals: '0x313ce567', symbol: '0x95d89b41', balanceOf: '0x70a08231' } as const;
const anyone = `0x${'0'.repeat(40)}`;

/** The decimals that a contract states, if they are possible. @throws {Failure} of the node */
export async function decimalsAt(rpc: Rpc, to: string): Promise<number | undefined> {
  try {
    const value = await rpc.simulate({ from: anyone, to, data: selectors.decimals });
    const decimals = /^0x[0-9a-f]{64}$/.test(value) ? BigInt(value) : undefined;
    return decimals === undefined || decimals > 77n ? undefined : Number(decimals);
  } catch (error) {
    if (error instanceof RpcRefusal) return undefined;
    throw error;
  }
}

/** The symbol that a contract states, if it has only letters, digits and a few signs. */
async function symbolAt(rpc: Rpc, to: string): Promise<string | undefined> {
  try {
    const value = await rpc.simulate({ from: anyone, to, data: selectors.symbol });
    const bytes = Buffer.from(value.slice(2), 'hex');
    const length = bytes.length >= 64 ? Number(BigInt(`0x${bytes.subarray(32, 64).toString('hex')}`) & 0xffn) : 0;
    const text =
      bytes.length === 32
        ? bytes.toString('latin1').replace(/\0+$/, '')
        : bytes.subarray(64, 64 + length).toString('utf8');
    return /^[A-Za-z0-9.$_+-]{1,20}$/.test(text) ? text : undefined;
  } catch (error) {
    if (error instanceof RpcRefusal) return undefined;
    throw error;
  }
}

/** The balance of an address, in base units. @throws {Failure} */
export async function balanceOf({ rpc }: Pick<ChainReads, 'rpc'>, token: ChainToken, owner: string): Promise<bigint> {
  if (token.address === undefined) return rpc.balance(owner);
  return rpc.word({
    from: owner,
    to: token.address,
    data: `${selectors.balanceOf}${owner.slice(2).toLowerCase().padStart(64, '0')}`,
  });
}

/**
 * Finds a token by name: the coin by its symbol, a token by its symbol in the platform's list, or by its contract's
 * address.
 * @throws {BadInput} UNKNOWN_TOKEN, WHICH_TOKEN, BAD_ADDRESS, BAD_NUMBER for decimals that the coin does not have; as
 * `tokenReader`
 */
export async function tokenNamed(
  context: Context,
  access: ChainReads,
  input: string,
  tokenAt: TokenAt,
): Promise<ChainToken> {
  const { chain } = access;
  const coin = coinOf(chain);
  if (/^0x/i.test(input)) {
    requireAddress(input, '--token', chain.network);
    return sameAddress(input, coinAddress) ? checkStated(coin, tokenAt) : tokenAt(input);
  }
  const rows = (await listOf(context, chain.network)).filter(
    ({ symbol }) => asText(symbol).toLowerCase() === input.toLowerCase(),
  );
  const isCoin = input.toLowerCase() === chain.coin.toLowerCase();
  const contracts = [
    ...new Set(
      rows.flatMap(({ contractAddress }) =>
        isNothing(contractAddress) ? [] : [asText(contractAddress).toLowerCase()],
      ),
    ),
  ];
  const addresses = [isCoin ? coinAddress : [], contracts.map(safeAddress)].flat();
  if (addresses.length > 1)
    throw new BadInput(
      'WHICH_TOKEN',
      `${addresses.length} tokens of ${chain.network} are called ${input}; nothing was signed.`,
      `Give the address: ${addresses.join(', ')}`,
    );
  if (isCoin) {
    const listed = rows.map((row) => decimalsOf(row.decimals)).find((value) => value !== coinDecimals);
    if (listed === undefined) return checkStated(coin, tokenAt);
    throw new Guarded(
      'DECIMALS_DISAGREE',
      `${chain.coin} has ${coinDecimals} decimals, and ${listed} by the token list; nothing was signed.`,
    );
  }
  const [contract] = contracts;
  if (contract === undefined) {
    const symbols = (await listOf(context, chain.network))
      .map(({ symbol }) => asText(symbol))
      .filter((symbol) => symbol !== '');
    throw new BadInput(
      'UNKNOWN_TOKEN',
      `The token list of ${chain.network} has no ${JSON.stringify(input.slice(0, 60))}; nothing was signed.`,
      `There are: ${[...new Set([chain.coin, ...symbols])].slice(0, 30).join(', ')}. Or give the address of its contract.`,
    );
  }
  if (!/^0x[0-9a-f]{40}$/.test(contract))
    throw new Guarded('UNUSABLE_TOKEN', `The token list names no usable contract for ${input}; nothing was signed.`);
  return tokenAt(contract);
}
/** The coin. @throws {BadInput} BAD_NUMBER if the person states other decimals */
function checkStated(coin: ChainToken, tokenAt: TokenAt): ChainToken {
  const stated = statedFor.get(tokenAt) ?? coinDecimals;
  if (stated === coinDecimals) return coin;
  throw new BadInput(
    'BAD_NUMBER',
    `--decimals is ${stated}, and ${coin.symbol} has ${coinDecimals}; nothing was signed.`,
    'Leave --decimals out.',
  );
}
const safeAddress = (text: string): string =>
  /^0x[0-9a-f]{40}$/.test(text) ? checksummed(text) : 'one without a usable address';

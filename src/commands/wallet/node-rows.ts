// The rows of balances that are read from a node: in the fields of the service.

import type { Context } from '../../cli/command/command.js';
import { printRequest } from '../../cli/prompts/dry-run.js';
import { isEmbedded } from '../../cli/settings/options.js';
import { rpcCall } from '../../engine/chain/node.js';
import type { TokenFacts } from '../../engine/read/token-lists.js';
import { shownRpc } from '../../money/chain/pins.js';
import { chainOf } from '../../money/evm/chain.js';
import { solanaChainOf } from '../../money/solana/accounts.js';
import { isSolana } from '../../money/values/networks.js';
import { asText, decimalsOf, isNothing, type Row } from '../../services/json-value.js';
import { pinsOf } from './resolve-wallet.js';

// The dry run of a read from a node: its first request, which is not sent.

/** A request, and the subject of a sentence that names the others. */
interface FirstRequest {
  readonly method: string;
  readonly params: readonly unknown[];
  readonly others: string;
}

/** Prints the first request to a node. @throws {BadInput} {Guarded} as `chainOf` */
export async function printFirstRequest(
  context: Context,
  network: string,
  { method, params, others }: FirstRequest,
): Promise<void> {
  const [pins, profile] = [await pinsOf(context), context.settings().profile.value];
  const { rpc } = isSolana(network) ? solanaChainOf(network, pins, profile) : chainOf(network, pins, profile);
  const isSandbox = isEmbedded(context.settings());
  const url = isSandbox ? rpc.replace('//', '//sandbox.') : rpc;
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
  await printRequest(context, rpcCall(method, 'none'), async ({ timeout, maxBody, userAgent }) => ({
    ...{ method: 'POST', url, isPathSecret: !isSandbox, timeout, maxBody, body },
    headers: { Accept: 'application/json', 'Content-Type': 'application/json', 'User-Agent': userAgent },
  }));
  context.log(`  ${others} would be read in the same way: tuk wallet tokens --network ${network}`);
}

/** A balance with the facts of its token; without them if list and contract disagree. */
export interface TokenBalance {
  readonly row: Row;
  readonly token: TokenFacts | undefined;
}
/** The chain whose node is read, and the owner of the balances. */
interface Place {
  readonly chain: { readonly network: string; readonly coin: string; readonly rpc: string };
  readonly address: string;
}
/** A balance as the chain has it: base units, the token's contract or mint, and the decimals that it states. */
interface Holding {
  readonly contract: string;
  readonly amount: bigint;
  readonly decimals: number | undefined;
}

/** Notes which node was read. The embedded sandbox has its own. */
export function logNode(context: Context, { network, rpc }: Pick<Place['chain'], 'network' | 'rpc'>): void {
  if (!isEmbedded(context.settings())) context.note({ is: 'source', network, node: shownRpc(rpc) });
}

/** The listed tokens by address. @param addressOf the address as the chain writes it; undefined for any other text */
export const tokensBy = (
  listed: readonly Row[],
  addressOf: (text: string) => string | undefined,
): ReadonlyMap<string, Row> =>
  new Map(
    listed.flatMap((row) => {
      const address = addressOf(asText(row.contractAddress));
      return address === undefined ? [] : [[address, row] as const];
    }),
  );

/** The balance of the chain's coin. @param raw base units */
export function coinBalance(
  { chain: { network, coin }, address }: Place,
  listed: readonly Row[],
  decimals: number,
  raw: bigint,
): TokenBalance {
  const row = listed.find(({ symbol, contractAddress }) => isNothing(contractAddress) && asText(symbol) === coin) ?? {};
  const names = { name: coin, tokenType: 'COIN', ...row, symbol: coin };
  return { row: rowOf(network, address, names, null, raw), token: factsOf(row, decimals) };
}

/**
 * The balance of a token, with its decimals unless the token list has others, which is noted.
 * @param source what states its decimals
 */
export function tokenBalance(
  context: Context,
  { chain: { network }, address }: Place,
  { contract, amount, decimals }: Holding,
  listed: Row | undefined,
  source: 'contract' | 'mint',
): TokenBalance {
  const stated = listed === undefined ? decimals : decimalsOf(listed.decimals);
  const row = rowOf(network, address, listed ?? { symbol: contract }, contract, amount);
  if (decimals !== stated)
    context.note({
      is: 'decimals-differ',
      token: row.asset.ticker,
      contract,
      source,
      stated: decimals,
      listed: Number.isNaN(stated) ? undefined : stated,
    });
  const isCertain = decimals !== undefined && decimals === stated;
  return { row, token: isCertain ? factsOf(listed ?? {}, decimals) : undefined };
}

/** The facts of a listed token. */
const factsOf = ({ priceId }: Row, decimals: number): TokenFacts => ({
  decimals,
  priceId: typeof priceId === 'string' ? priceId : undefined,
});

/** A balance in the fields of the service. @param raw base units */
const rowOf = (network: string, address: string, listed: Row, contract: string | null, raw: bigint) => ({
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

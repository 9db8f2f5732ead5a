// What the token lists of the wallet service say of tokens, so that amounts in base units can be read in whole ones.

import type { Context } from '../../cli/context.js';
import type { EndpointChoice } from '../../engine/endpoints.js';
import { readBy } from '../../engine/read-command.js';
import { whole } from '../../money/amount-text.js';
import { noteContracts } from '../../money/policy/token-contracts.js';
import { Failure } from '../../services/http/errors.js';
import { asText, decimalsOf, isNothing, type Row, valueAt } from '../../services/json-value.js';
import { listing } from '../../ui/format/columns.js';

/** What is known of a token. */
export interface TokenFacts {
  readonly decimals: number;
  readonly priceId?: string;
}
/** A token of a network by its symbol; nothing for one that is on no list, or that two tokens of different decimals share. */
export type Tokens = (network: string, symbol: string) => TokenFacts | undefined;

/** The token list of one network. */
export const tokenWays = [
  { call: 'listNetworkTokens', version: 'v3', needs: ['network'] },
  { call: 'listNetworkTokensV2', version: 'v2', needs: ['network'], when: 'unknown' },
  { call: 'listTokensV1', version: 'v1', needs: ['network'], when: 'unknown' },
] as const satisfies readonly [EndpointChoice, ...EndpointChoice[]];

/** Reads the token lists of some networks. One that cannot be had is said and leaves its amounts in base units. @throws {Failure} where the person leaves */
export async function readTokens(context: Context, networks: Iterable<string>): Promise<Tokens> {
  return tokenLists(context)(networks);
}

/** The same for one answer after another: a list is read once, and said once where it cannot be had. */
export function tokenLists(context: Context): (networks: Iterable<string>) => Promise<Tokens> {
  const lists = new Map<string, Promise<readonly Row[]>>();
  return async (networks) => {
    for (const network of networks) if (!lists.has(network)) lists.set(network, tokensOf(context, network));
    const known = new Map(await Promise.all([...lists].map(async ([network, list]) => [network, await list] as const)));
    return (network, symbol) => factsOf(known.get(network) ?? [], symbol);
  };
}

async function tokensOf(context: Context, network: string): Promise<readonly Row[]> {
  try {
    const reply = await readBy(context, { service: 'wallet', endpoints: tokenWays }, { network }, { anyWord: true }); // a service may know more networks than we do
    const rows = listing(reply?.data)?.rows ?? [];
    noteContracts(context, rows);
    return rows;
  } catch (error) {
    if (!(error instanceof Failure) || error.kind === 'interrupted') throw error;
    context.log(`  The tokens of ${network} cannot be read, so amounts there are in base units: ${error.message}`);
    return [];
  }
}

function factsOf(tokens: readonly Row[], symbol: string): TokenFacts | undefined {
  const named = tokens.filter((token) => token.symbol === symbol);
  const [first] = named;
  const decimals = decimalsOf(first?.decimals);
  if (!first || !Number.isInteger(decimals) || named.some((token) => decimalsOf(token.decimals) !== decimals)) return undefined;
  return { decimals, ...(typeof first.priceId === 'string' ? { priceId: first.priceId } : {}) };
}

/** The lists of all networks. */
const allWays = [
  { call: 'listTokens', version: 'v3' },
  { call: 'listTokensV2', version: 'v2', when: 'unknown' },
] as const satisfies readonly [EndpointChoice, ...EndpointChoice[]];

/**
 * The decimals of what transactions move that do not say on which network they are, by ticker and kind of token (`SEND_ERC20`): only where the tokens of
 * all networks that fit agree. @throws {Failure} where the person leaves
 */
export async function decimalsAnywhere(context: Context): Promise<(row: Row) => number | undefined> {
  let tokens: readonly Row[] = [];
  try {
    tokens = listing((await readBy(context, { service: 'wallet', endpoints: allWays }, {}))?.data)?.rows ?? [];
  } catch (error) {
    if (!(error instanceof Failure) || error.kind === 'interrupted') throw error;
    context.log(`  The tokens cannot be read, so amounts are in base units: ${error.message}`);
  }
  return ({ type, ticker }) => {
    const fitting = tokens.filter(({ symbol, tokenType }) => symbol === ticker && type === `SEND_${asText(tokenType)}`);
    const decimals = new Set(fitting.map((token) => decimalsOf(token.decimals)));
    const [only] = decimals;
    return decimals.size === 1 && Number.isInteger(only) ? only : undefined;
  };
}

/** The decimals of a chain's own coin, by the type of a transaction of it. */
const coins: Readonly<Record<string, number>> = { SEND_ETH: 18, SEND_BNB: 18, SEND_XTZ: 6, SEND_BTC: 8 };

/** The decimals of what a transaction moves. */
export const movedDecimals = (row: Row, network: string | undefined, tokens: Tokens): number | undefined =>
  coins[asText(row.type)] ?? (network === undefined || isNothing(row.ticker) ? undefined : tokens(network, asText(row.ticker))?.decimals);

/** A row with its amounts in whole tokens beside those in base units: `amount` gets `wholeAmount`. */
export function withWhole(row: Row, fields: readonly string[], decimals: number | undefined): Row {
  if (decimals === undefined) return row;
  const wholes = fields.flatMap((field) => {
    const amount = whole(asText(valueAt(row, field)), decimals);
    return amount === undefined ? [] : [[`whole${field[0]!.toUpperCase()}${field.slice(1)}`, amount] as const];
  });
  return { ...row, decimals, ...Object.fromEntries(wholes) };
}

// Reads the token lists of the wallet service, and converts amounts in base units to whole tokens.

import type { Context } from '../../cli/command/command.js';
import { leftOut } from '../../cli/command/notes.js';
import { whole } from '../../money/values/decimal.js';
import type { Response } from '../../services/http/send.js';
import { asText, decimalsOf, isNothing, type Row, valueAt } from '../../services/json-value.js';
import { sharedFact } from '../request/shared-reads.js';
import type { EndpointChoices } from '../request/spec-types.js';
import { listRows } from '../request/validate-response.js';
import { readFirst } from './read-alternatives.js';

export interface TokenFacts {
  readonly decimals: number;
  readonly priceId?: string;
}
/**
 * Looks up a token of a network by symbol; undefined for an unlisted symbol, and for one that tokens of different
 * decimals share.
 */
export type Tokens = (network: string, symbol: string) => TokenFacts | undefined;

export const tokenEndpoints = [
  { endpoint: 'listNetworkTokens', requires: ['network'] },
  { endpoint: 'listNetworkTokensV2', requires: ['network'], when: 'unknown' },
  { endpoint: 'listTokensV1', requires: ['network'], when: 'unknown' },
] as const satisfies EndpointChoices<'wallet'>;

/**
 * Reads the token lists of networks. Logs an unreadable list; its amounts stay in base units.
 * @throws {Failure} at an interruption
 */
export async function readTokens(context: Context, networks: Iterable<string>): Promise<Tokens> {
  return tokenLists(context)(networks);
}

/** `readTokens` for several responses: reads each list once, and logs its failure once. */
export function tokenLists(context: Context): (networks: Iterable<string>) => Promise<Tokens> {
  const lists = new Map<string, Promise<ReadonlyMap<string, TokenFacts>>>();
  return async (networks) => {
    for (const network of networks) if (!lists.has(network)) lists.set(network, tokenFacts(context, network));
    const facts = new Map(await Promise.all([...lists].map(async ([network, list]) => [network, await list] as const)));
    return (network, symbol) => facts.get(network)?.get(symbol);
  };
}

/** Reads the token list of a network; the service may have more networks than the enum. @throws {Failure} */
export const readNetworkTokens = (context: Context, network: string): Promise<Response> =>
  readFirst(context, 'wallet', tokenEndpoints, { network }, { anyWord: true });

/** The facts of a network's tokens by symbol; the rows of a batch share them. None, and a note, if the list is unreadable. */
async function tokenFacts(context: Context, network: string): Promise<ReadonlyMap<string, TokenFacts>> {
  try {
    return await sharedFact(context, `tokens of ${network}`, async () =>
      factsBySymbol(listRows(await readNetworkTokens(context, network))),
    );
  } catch (error) {
    leftInBaseUnits(context, error, [`The tokens of ${network} cannot be read`, 'amounts there are in base units']);
    return new Map();
  }
}

/** Notes an unreadable token list: amounts stay in base units. @throws other errors, and interruptions */
function leftInBaseUnits(context: Context, error: unknown, [what, follows]: readonly [what: string, follows: string]) {
  context.note({ ...leftOut(what, error), follows, needed: true });
}

/**
 * The facts of a list's tokens by symbol, without symbols that tokens of different decimals share: a long list is read
 * once, not per row.
 */
function factsBySymbol(tokens: readonly Row[]): ReadonlyMap<string, TokenFacts> {
  const facts = new Map<string, TokenFacts | undefined>();
  for (const { symbol, decimals: stated, priceId } of tokens) {
    if (typeof symbol !== 'string') continue;
    const decimals = decimalsOf(stated);
    const first = facts.get(symbol);
    if (!facts.has(symbol))
      facts.set(
        symbol,
        Number.isInteger(decimals)
          ? { decimals, priceId: typeof priceId === 'string' ? priceId : undefined }
          : undefined,
      );
    else if (first?.decimals !== decimals) facts.set(symbol, undefined);
  }
  return new Map([...facts].flatMap(([symbol, token]) => (token ? [[symbol, token] as const] : [])));
}

const allTokenEndpoints = [
  { endpoint: 'listTokens' },
  { endpoint: 'listTokensV2', when: 'unknown' },
] as const satisfies EndpointChoices<'wallet'>;

/** Reads the token list of all networks. @throws {Failure} */
export const readAllTokens = (context: Context): Promise<Response> =>
  readFirst(context, 'wallet', allTokenEndpoints, {});

/**
 * Looks up decimals of transactions without a network, by ticker and token type (`SEND_ERC20`), if the matching tokens
 * of all networks agree. @throws {Failure} at an interruption
 */
export async function decimalsAnywhere(context: Context): Promise<(row: Row) => number | undefined> {
  let tokens: readonly Row[] = [];
  try {
    tokens = listRows(await readAllTokens(context));
  } catch (error) {
    leftInBaseUnits(context, error, ['The tokens cannot be read', 'amounts are in base units']);
  }
  const decimals = new Map<string, Set<number>>();
  const keyOf = (ticker: unknown, type: unknown) => `${asText(ticker)} ${asText(type)}`;
  for (const { symbol, tokenType, decimals: stated } of tokens) {
    const key = keyOf(symbol, `SEND_${asText(tokenType)}`);
    decimals.set(key, (decimals.get(key) ?? new Set()).add(decimalsOf(stated)));
  }
  return ({ type, ticker }) => {
    const [only, ...others] = decimals.get(keyOf(ticker, type)) ?? [];
    return others.length === 0 && Number.isInteger(only) ? only : undefined;
  };
}

/** The decimals of native coins, by transaction type. */
const coinDecimals: Readonly<Record<string, number>> = { SEND_ETH: 18, SEND_BNB: 18, SEND_XTZ: 6, SEND_BTC: 8 };

/** The decimals of a transaction's token; NFTs are counted. */
export const transactionDecimals = (row: Row, network: string | undefined, tokens: Tokens): number | undefined =>
  (/ERC(721|1155)/.test(asText(row.type)) ? 0 : coinDecimals[asText(row.type)]) ??
  (network === undefined || isNothing(row.ticker) ? undefined : tokens(network, asText(row.ticker))?.decimals);

/** Adds whole tokens to a row with amounts in base units: `wholeAmount` for `amount`. */
export function withWholeAmounts(row: Row, fields: readonly string[], decimals: number | undefined): Row {
  if (decimals === undefined) return row;
  const wholes = fields.flatMap((field) => {
    const amount = whole(asText(valueAt(row, field)), decimals);
    return amount === undefined ? [] : [[`whole${field[0]!.toUpperCase()}${field.slice(1)}`, amount] as const];
  });
  return { ...row, decimals, ...Object.fromEntries(wholes) };
}

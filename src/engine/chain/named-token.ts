// The tokens of any kind of chain: found by name, with decimals that two sources confirm (docs/money.md 2).

import type { Context } from '../../cli/command/command.js';
import { type ChainToken, coinOf, type TokenAt } from '../../money/chain/effect.js';
import type { ChainFacts } from '../../money/chain/family.js';
import { isSame } from '../../money/values/recipients.js';
import { BadInput, Guarded } from '../../services/http/errors.js';
import { asText, decimalsOf, isNothing, type Row } from '../../services/json-value.js';
import { present } from '../../text/present.js';

import { listedTokens } from '../read/listed-tokens.js';

/** How a kind of chain addresses its tokens. */
export interface TokenForm {
  /** What an address of a token names. */
  readonly noun: 'contract' | 'mint';
  /** An address in the form of the chain; undefined for any other text. */
  readonly addressIn: (text: string) => string | undefined;
  /** The address that stands for the coin, if there is one. */
  readonly coinAddress?: string;
}

/** Makes a function that reads each token once. @param keyOf the same for every spelling of an address */
export function readOnce(
  read: (address: string) => Promise<ChainToken>,
  keyOf = (address: string) => address,
): TokenAt {
  const tokens = new Map<string, Promise<ChainToken>>();
  return (address) => {
    const token = tokens.get(keyOf(address)) ?? read(address);
    tokens.set(keyOf(address), token);
    return token;
  };
}

/** The label of a token: its symbol in the platform's list, else its contract's own, which may be another token's. */
export function labelOf(
  address: string,
  stated: string | undefined,
  list: readonly Row[],
  { coin }: Pick<ChainFacts, 'coin'>,
): Pick<ChainToken, 'symbol' | 'isListed' | 'borrows'> {
  const row = list.find(({ contractAddress }) => isSame(asText(contractAddress), address));
  const symbol = asText(row?.symbol) || stated || 'tokens';
  const isOther = (other: Row) =>
    asText(other.symbol).toLowerCase() === symbol.toLowerCase() && !isSame(asText(other.contractAddress), address);
  const isAmbiguous = list.some(isOther) || symbol.toLowerCase() === coin.toLowerCase();
  return { symbol, isListed: row !== undefined && !isAmbiguous, borrows: row === undefined && isAmbiguous };
}

/**
 * Refuses decimals of a chain that neither the token list nor the person confirms.
 * @param stated the decimals that the person states, as the second source for an unlisted token
 * @throws {Guarded} DECIMALS_DISAGREE, DECIMALS_UNCONFIRMED
 */
export function requireCertain(
  { network }: ChainFacts,
  { noun }: TokenForm,
  { address, decimals }: Pick<ChainToken, 'address' | 'decimals'>,
  list: readonly Row[],
  stated: number | undefined,
): void {
  const listed = list
    .filter(({ contractAddress }) => isSame(asText(contractAddress), address!))
    .map((row) => decimalsOf(row.decimals));
  const other = (stated === undefined ? listed : [...listed, stated]).find((value) => value !== decimals);
  if (other !== undefined)
    throw new Guarded(
      'DECIMALS_DISAGREE',
      `${address} has ${decimals} decimals by its ${noun}, and ${Number.isNaN(other) ? 'none' : other} by ${listed.includes(other) ? 'the token list' : '--decimals'}.`,
      'Whether an amount is right cannot be known then.',
    );
  if (listed.length > 0 || stated !== undefined) return;
  throw new Guarded(
    'DECIMALS_UNCONFIRMED',
    `${address} has ${decimals} decimals by its ${noun}, and no token list of ${network} confirms it.`,
    `If you know that it is right, say so: --decimals ${decimals}`,
  );
}

/**
 * Finds a token by name: the coin by its symbol, a token by its symbol in the platform's list, or by its address.
 * @param stated the decimals that the person states
 * @throws {BadInput} UNKNOWN_TOKEN, WHICH_TOKEN, BAD_VALUE for decimals that the coin does not have; {Guarded}
 * UNUSABLE_TOKEN, DECIMALS_DISAGREE; as `tokenAt`
 */
export async function tokenNamed(
  context: Context,
  { chain, tokenAt }: { readonly chain: ChainFacts; readonly tokenAt: TokenAt },
  form: TokenForm,
  input: string,
  stated: number | undefined,
): Promise<ChainToken> {
  const list = await listedTokens(context, chain.network);
  const isNamed = (symbol: unknown) => asText(symbol).toLowerCase() === input.toLowerCase();
  const rows = list.filter(({ symbol }) => isNamed(symbol));
  const isCoin = isNamed(chain.coin);
  const texts = rows.flatMap(({ contractAddress }) => (isNothing(contractAddress) ? [] : [asText(contractAddress)]));
  const addresses = [...new Set(texts.map((text) => form.addressIn(text) ?? text))];
  const count = addresses.length + (isCoin ? 1 : 0);
  if (count > 1) {
    const usable = addresses.map((text) => form.addressIn(text) ?? 'one without a usable address');
    throw new BadInput(
      'WHICH_TOKEN',
      `${count} tokens of ${chain.network} are called ${input}.`,
      `Give the address: ${present([isCoin && form.coinAddress, ...usable]).join(', ')}`,
    );
  }
  if (isCoin) return coinWith(chain, rows, stated);
  const [listed] = addresses;
  const address = form.addressIn(listed ?? input);
  if (address !== undefined) return tokenAt(address);
  if (listed !== undefined)
    throw new Guarded('UNUSABLE_TOKEN', `The token list names no usable ${form.noun} for ${input}.`);
  const symbols = list.map(({ symbol }) => asText(symbol)).filter(Boolean);
  throw new BadInput(
    'UNKNOWN_TOKEN',
    `The token list of ${chain.network} has no ${JSON.stringify(input.slice(0, 60))}.`,
    `There are: ${[...new Set([chain.coin, ...symbols])].slice(0, 30).join(', ')}. Or give the address of its ${form.noun}.`,
  );
}

/**
 * The coin of a chain.
 * @param rows the rows of the token list with its symbol
 * @throws {Guarded} DECIMALS_DISAGREE; {BadInput} BAD_VALUE
 */
export function coinWith(chain: ChainFacts, rows: readonly Row[], stated = chain.decimals): ChainToken {
  const listed = rows.map((row) => decimalsOf(row.decimals)).find((value) => value !== chain.decimals);
  if (listed !== undefined)
    throw new Guarded(
      'DECIMALS_DISAGREE',
      `${chain.coin} has ${chain.decimals} decimals, and ${listed} by the token list.`,
    );
  if (stated === chain.decimals) return coinOf(chain);
  throw new BadInput(
    'BAD_VALUE',
    `--decimals is ${stated}, and ${chain.coin} has ${chain.decimals}.`,
    'Leave --decimals out.',
  );
}

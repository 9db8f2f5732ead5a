// The amounts of what was found: base units as whole tokens with their symbol, as far as token, network and decimals are known.

import type { Context } from '../../cli/context.js';
import { readTokens, type Tokens, transactionDecimals, withWholeAmounts } from '../../engine/read/token-lists.js';
import { grouped, whole } from '../../money/amount-text.js';
import { asText, type Row, valueAt } from '../../services/json-value.js';
import type { Units } from '../../things/thing.js';
import type { FoundRow } from './found.js';

/** The rows with their amounts in whole tokens, by the token lists of their networks: as fields of the row, and as texts under `shown`. */
export async function withWholeTokens(context: Context, found: readonly FoundRow[]): Promise<readonly FoundRow[]> {
  const networks = new Set(found.flatMap((one) => (needsList(one) ? [networkOf(one)] : [])));
  networks.delete('');
  const tokens: Tokens = networks.size === 0 ? () => undefined : await readTokens(context, networks);
  return found.map((one) => {
    const { units } = one.source.thing;
    if (units === undefined) return one;
    const row = withTicker(one, found);
    const symbol = symbolIn(row, units);
    const decimals =
      units.decimals ?? transactionDecimals({ ticker: symbol, type: row.type }, networkOf(one) || undefined, tokens) ?? undefined;
    return { ...one, row: withWholeAmounts(one.row, units.amounts, decimals), shown: shownAmounts(row, units, { symbol, decimals }) };
  });
}
const networkOf = ({ row, network }: FoundRow): string => network ?? asText(row.network);
const needsList = ({
  source: {
    thing: { units },
  },
}: FoundRow): boolean => units !== undefined && units.decimals === undefined;

const coins: Readonly<Record<string, string>> = { SEND_ETH: 'ETH', SEND_BNB: 'BNB', SEND_XTZ: 'XTZ', SEND_BTC: 'BTC' };
function symbolIn(row: Row, { token }: Units): string | undefined {
  const symbol = typeof token === 'string' ? asText(valueAt(row, token)) : (token.values[asText(valueAt(row, token.by))] ?? '');
  return symbol === '' ? coins[asText(row.type)] : symbol;
}

/** A transaction with the token of its only transfer: it does not say its token itself. */
function withTicker({ row, network }: FoundRow, found: readonly FoundRow[]): Row {
  const hash = asText(row.hash);
  if (hash === '' || row.ticker !== undefined) return row;
  const same = found.filter((one) => one.network === network && asText(one.row.hash) === hash && one.row.ticker !== undefined);
  const tickers = new Set(same.filter((one) => asText(one.row.value) === asText(row.value)).map((one) => asText(one.row.ticker)));
  return tickers.size === 1 ? { ...row, ticker: [...tickers][0] } : row;
}

interface TokenOf {
  readonly symbol: string | undefined;
  readonly decimals: number | undefined;
}
/** The amounts for people: `1,500 MVL`, or base units that say that they are some. */
function shownAmounts(row: Row, { amounts }: Units, { symbol = '', decimals }: TokenOf): Readonly<Record<string, string>> {
  return Object.fromEntries(
    amounts.flatMap((name) => {
      const base = asText(valueAt(row, name));
      if (base === '') return [];
      const amount = decimals === undefined ? undefined : whole(base, decimals);
      return [[name, `${amount === undefined ? `${base} base units` : grouped(amount)} ${symbol}`.trimEnd()]];
    }),
  );
}

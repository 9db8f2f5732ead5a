// The amounts of the hits: base units as whole tokens with their symbol, if token, network and decimals are known.

import type { Context } from '../../cli/context.js';
import { readTokens, type Tokens, transactionDecimals, withWholeAmounts } from '../../engine/read/token-lists.js';
import { grouped, whole } from '../../money/amount-text.js';
import { asText, type Row, valueAt } from '../../services/json-value.js';
import type { Units } from '../../things/thing.js';
import type { Hit } from './results.js';

/** Adds the amounts in whole tokens: to the row as numbers, to `shown` as texts. Decimals come from the token lists. */
export async function withWholeTokens(context: Context, hits: readonly Hit[]): Promise<readonly Hit[]> {
  const needsList = ({ source: { thing } }: Hit) => thing.units !== undefined && thing.units.decimals === undefined;
  const networks = new Set(hits.filter(needsList).map(networkOf));
  networks.delete('');
  const tokens: Tokens = networks.size === 0 ? () => undefined : await readTokens(context, networks);
  return hits.map((hit) => {
    const { units } = hit.source.thing;
    if (units === undefined) return hit;
    const row = withTicker(hit, hits);
    const symbol = symbolIn(row, units);
    const decimals =
      units.decimals ??
      transactionDecimals({ ticker: symbol, type: row.type }, networkOf(hit) || undefined, tokens) ??
      undefined;
    return {
      ...hit,
      row: withWholeAmounts(hit.row, units.amounts, decimals),
      shown: amountTexts(row, units, symbol, decimals),
    };
  });
}
const networkOf = ({ row, network }: Hit) => network ?? asText(row.network);

const coins: Readonly<Record<string, string>> = { SEND_ETH: 'ETH', SEND_BNB: 'BNB', SEND_XTZ: 'XTZ', SEND_BTC: 'BTC' };
function symbolIn(row: Row, { token }: Units): string | undefined {
  const symbol =
    typeof token === 'string' ? asText(valueAt(row, token)) : (token.values[asText(valueAt(row, token.by))] ?? '');
  return symbol === '' ? coins[asText(row.type)] : symbol;
}

/** Adds the token of its only transfer to a transaction, which does not state its token itself. */
function withTicker({ row, network }: Hit, hits: readonly Hit[]): Row {
  const hash = asText(row.hash);
  if (hash === '' || row.ticker !== undefined) return row;
  const isTransfer = (hit: Hit) =>
    hit.network === network &&
    asText(hit.row.hash) === hash &&
    hit.row.ticker !== undefined &&
    asText(hit.row.value) === asText(row.value);
  const [ticker, ...others] = new Set(hits.filter(isTransfer).map((hit) => asText(hit.row.ticker)));
  return ticker !== undefined && others.length === 0 ? { ...row, ticker } : row;
}

/** The amounts for people: `1,500 MVL`, or `1500 base units`. */
function amountTexts(row: Row, { amounts }: Units, symbol = '', decimals?: number): Readonly<Record<string, string>> {
  return Object.fromEntries(
    amounts.flatMap((name) => {
      const base = asText(valueAt(row, name));
      const amount = decimals === undefined ? undefined : whole(base, decimals);
      return base === ''
        ? []
        : [[name, `${amount === undefined ? `${base} base units` : grouped(amount)} ${symbol}`.trimEnd()]];
    }),
  );
}

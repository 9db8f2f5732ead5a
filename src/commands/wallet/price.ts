// `tuk wallet price` and `price-history`: what tokens are worth in money.

import type { Arguments, Command } from '../../cli/command.js';
import type { Context } from '../../cli/context.js';
import type { EndpointChoice } from '../../engine/endpoints.js';
import type { Params } from '../../engine/params.js';
import { readBy, readCommand } from '../../engine/read-command.js';
import { Fiat, PublicPriceId } from '../../services/catalogue/words.js';
import { asText, isNothing, isRecord, type Row, valueAt } from '../../services/json-value.js';
import { listing } from '../../ui/format/columns.js';

/** Without a session the newest version knows one id; `others` says that more were asked for. */
const priceWays = [
  { call: 'getPrice', version: 'v2' },
  { call: 'getPublicPrice', version: 'v2', when: 'signed-out' },
  { call: 'getPriceV1_1', version: 'v1.1', when: 'unknown' },
  { call: 'getPrice', version: 'v2', needs: ['others'] },
  { call: 'getPriceV1_1', version: 'v1.1', needs: ['others'], when: 'signed-out' },
  { call: 'getPriceV1_1', version: 'v1.1', needs: ['others'], when: 'unknown' },
] as const satisfies readonly [EndpointChoice, ...EndpointChoice[]];

/** What is asked for ids in currencies. */
const askedFor = (ids: readonly string[], currencies: readonly string[]): Params => ({
  ids: ids.join(','),
  vs_currencies: currencies.map((one) => one.toLowerCase()).join(','),
  ...(ids.every((id) => (PublicPriceId as readonly string[]).includes(id)) ? {} : { others: true }),
});

/** What one of each id is worth in a currency, as text; an id that nobody prices is left out. @throws {Failure} */
export async function readPrices(context: Context, ids: readonly string[], currency: string): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  const reply = await readBy(context, { service: 'wallet', endpoints: priceWays }, askedFor(ids, [currency]));
  const prices = ids.map((id) => [id, isRecord(reply?.data) ? valueAt(reply.data[id], currency.toLowerCase()) : undefined] as const);
  return new Map(prices.filter(([, price]) => !isNothing(price)).map(([id, price]) => [id, asText(price)]));
}

const idsIn = ({ positionals }: Arguments): readonly string[] => (positionals.length > 0 ? [...new Set(positionals)] : PublicPriceId);
const currenciesIn = (given: Params): readonly string[] => (given.in === undefined ? ['USD'] : ([given.in].flat() as string[]));
/** The switches by what they ask for, and where the answer has it. */
const more = [
  { key: 'marketCap', field: 'include_market_cap', suffix: '_market_cap' },
  { key: '24hVolume', field: 'include_24hr_vol', suffix: '_24h_vol', as: 'volume24h' },
  { key: '24hChange', field: 'include_24hr_change', suffix: '_24h_change', as: 'change24h' },
] as const;

const price = readCommand({
  name: 'price',
  values: '[id...]',
  summary: 'Show prices, that of MVL if none is named',
  description: 'An id is the priceId of a token: tuk wallet tokens. Without a session it may be any id too, by the older version.',
  options: [
    { flags: '--in <currency>', summary: 'the currency, USD if not given; may stand several times', words: Fiat, many: true },
    { flags: '--market-cap', summary: 'the worth of all there are too' },
    { flags: '--24h-volume', summary: 'what changed hands within a day too' },
    { flags: '--24h-change', summary: 'the change within a day too' },
    { flags: '--updated', summary: 'how old it is too' },
  ],
  examples: [
    'tuk wallet price',
    'tuk wallet price mass-vehicle-ledger ethereum --in SGD --24h-change',
    "tuk wallet price --jq '.[0].price'",
  ],
  service: 'wallet',
  endpoints: priceWays,
  uses: ['wallet GET /v2/wallets/simple/price', 'wallet GET /v2/wallets/simple/price/public', 'wallet GET /v1.1/wallets/simple/price'],
  columns: [
    { path: 'id' },
    { path: 'price', as: 'amount' },
    { path: 'currency', heading: 'in' },
    { path: 'change24h', heading: '24 h', as: 'percent' },
    { path: 'marketCap', heading: 'market cap', as: 'amount' },
    { path: 'volume24h', heading: '24 h volume', as: 'amount' },
    { path: 'updatedAt', heading: 'updated', as: 'time' },
  ],
  empty: ['No prices.', 'See which ids there are: tuk wallet tokens'],
  toParams: (given, typed) => ({
    ...askedFor(idsIn(typed), currenciesIn(given)),
    ...Object.fromEntries(more.filter(({ key }) => given[key] === true).map(({ field }) => [field, 'true'])),
    ...(given.updated === true ? { include_last_updated_at: 'true' } : {}),
  }),
  transform: async (json, typed, context) => {
    const { parseLossless, stringifyLossless } = await import('../../services/lossless-number.js');
    const answer = parseLossless(json);
    const currencies = currenciesIn({ in: typed.options.in });
    const rows = idsIn(typed).flatMap((id) => currencies.flatMap((currency) => priceRow(answer, id, currency)));
    const missing = idsIn(typed).filter((id) => !rows.some((row) => row.id === id));
    if (missing.length > 0)
      context.log(`  No price is known of ${missing.join(', ')}: an id is the priceId of a token (tuk wallet tokens).`);
    return stringifyLossless(rows);
  },
});

/** A row of an id and a currency, out of an answer by id and then by currency in lower case. */
function priceRow(answer: unknown, id: string, currency: string): Row[] {
  const own = isRecord(answer) && Object.hasOwn(answer, id) ? answer[id] : undefined;
  const key = currency.toLowerCase();
  const found = valueAt(own, key);
  if (isNothing(found)) return [];
  const rest = more.flatMap(({ key: name, suffix, ...one }) => {
    const value = valueAt(own, `${key}${suffix}`);
    return isNothing(value) ? [] : [['as' in one ? one.as : name, value]];
  });
  const seconds = Number(asText(valueAt(own, 'last_updated_at')));
  const updatedAt = seconds > 0 && seconds < 1e11 ? { updatedAt: new Date(seconds * 1000).toISOString() } : {};
  return [{ id, currency, price: found, ...Object.fromEntries(rest), ...updatedAt }];
}

const priceHistory = readCommand({
  name: 'price-history',
  summary: 'Show the price history of MVL, as a chart too',
  options: [{ flags: '--currency <currency>', summary: 'the currency, USD if not given', words: Fiat }],
  examples: ['tuk wallet price-history', 'tuk wallet price-history --currency SGD -f days=7 -o csv'],
  service: 'wallet',
  endpoints: [{ call: 'getPriceHistory' }],
  uses: ['wallet GET /v1/price/history/mvl'],
  open: true,
  columns: [
    { path: 'at', as: 'time' },
    { path: 'price', as: 'amount' },
    { path: 'currency', heading: 'in' },
  ],
  chart: { at: 'at', value: 'price', by: 'currency', of: 'last' },
  empty: ['No prices.', 'Ask for the price now: tuk wallet price'],
  transform: async (json, { options: { currency = 'USD' } }) => {
    const { parseLossless, stringifyLossless } = await import('../../services/lossless-number.js');
    const rows = listing(parseLossless(json))?.rows;
    return rows ? stringifyLossless(rows.map((row) => ({ ...row, ...(Object.hasOwn(row, 'currency') ? {} : { currency }) }))) : json;
  },
});

export const prices: readonly Command[] = [price, priceHistory];

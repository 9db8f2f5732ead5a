// `tuk wallet price` and `price-history`: prices of tokens, and the price history of MVL.

import type { Arguments, Command, Context } from '../../cli/command/command.js';
import { plain } from '../../cli/settings/options.js';

import { priceEndpoints, priceParams } from '../../engine/read/prices.js';
import { listCommand } from '../../engine/read/read-command.js';
import { withRows } from '../../engine/read/with-rows.js';
import { readEndpoint } from '../../engine/request/call.js';
import type { Params } from '../../engine/request/params.js';
import { listRows } from '../../engine/request/validate-response.js';
import { Fiat, PublicPriceId } from '../../services/catalogue/words.js';
import { Fields } from '../../services/decode/fields.js';
import { recordIn } from '../../services/decode/rows.js';
import { BadInput, cited, partFailure, Refused, ServerFailure } from '../../services/http/errors.js';
import { asText, isNothing, isRecord, valueAt } from '../../services/json-value.js';
import { parseLossless, stringifyLossless } from '../../services/lossless-number.js';
import { statedTime } from '../../text/time.js';
import { price as tokenPrice } from '../../things/token.js';

/** The ids of a command line after `resolveSymbols`: the response is read by the same ids. */
const resolvedIds = new WeakMap<Arguments, readonly string[]>();
const idsIn = (args: Arguments) =>
  resolvedIds.get(args) ?? (args.positionals.length > 0 ? [...new Set(args.positionals)] : PublicPriceId);

/** Whether a text may be an id: ids have no capitals. */
const isId = (text: string) => !/[A-Z]/.test(text);

/**
 * Replaces symbols and names by the ids of their prices, ignoring case.
 * @throws {BadInput} UNKNOWN_TOKEN, SEVERAL_TOKENS
 */
async function resolveSymbols(args: Arguments, context: Context) {
  const isKnownId = (text: string) => (PublicPriceId as readonly string[]).includes(text);
  if (resolvedIds.has(args) || args.positionals.every(isKnownId)) return;
  const rows = await tokenRows(context, args.positionals.every(isId));
  const ids = args.positionals.map((text) => {
    if (isKnownId(text) || rows.some((row) => asText(row.priceId) === text)) return text;
    const like = (value: unknown) => asText(value).toLowerCase() === text.toLowerCase();
    const ofSymbol = rows.filter((row) => like(row.symbol) || like(row.ticker));
    const matches = ofSymbol.length > 0 ? ofSymbol : rows.filter((row) => like(row.name));
    if (matches.length === 0 && isId(text)) return text; // an older version accepts ids that no token has
    const priceIds = [...new Set(matches.map((row) => asText(row.priceId)).filter(Boolean))];
    if (priceIds.length === 1) return priceIds[0]!;
    if (priceIds.length > 1)
      throw new BadInput(
        'SEVERAL_TOKENS',
        `${text} is the symbol of tokens with the prices ${priceIds.join(', ')}.`,
        'Name one of these ids.',
      );
    throw new BadInput(
      'UNKNOWN_TOKEN',
      matches.length === 0
        ? `No token has the symbol or name ${cited(text)}.`
        : `The token list has no price id for ${text}.`,
      'See them: tuk wallet tokens',
    );
  });
  resolvedIds.set(args, [...new Set(ids)]);
}
/** The token list; empty after a failure if all texts may be ids. @throws {Failure} */
async function tokenRows(context: Context, mayBeIds: boolean) {
  try {
    return listRows(await readEndpoint(context, 'wallet', 'listTokens'));
  } catch (error) {
    partFailure(error);
    if (!mayBeIds) throw error;
    return [];
  }
}
const currenciesIn = ({ currency = 'USD' }: Params) => [currency].flat() as string[];
/** The optional price fields: their request field, suffix in the response, and name in a row. */
const priceFields = [
  { field: 'include_market_cap', suffix: '_market_cap', as: 'marketCap' },
  { field: 'include_24hr_vol', suffix: '_24h_vol', as: 'volume24h' },
  { field: 'include_24hr_change', suffix: '_24h_change', as: 'change24h' },
] as const;

const price = listCommand('wallet', {
  name: 'price',
  values: '[id-or-symbol...]',
  summary: 'Show token prices; default: MVL',
  description: `Name a token by its symbol, its name, or its priceId (tuk wallet tokens). Upper and lower case do not matter.
Without a session an older version of the call answers, which accepts other ids, too.`,
  options: [
    plain('--currency <currency>', 'the currency, may be repeated; default: USD', { words: Fiat, repeatable: true }),
  ],
  examples: [
    'tuk wallet price',
    'tuk wallet price ETH BNB --currency SGD',
    'tuk wallet price mass-vehicle-ledger ethereum --currency SGD --columns id,price,change24h',
  ],
  endpoints: priceEndpoints,
  alsoUses: { wallet: ['listTokens'] },
  columns: tokenPrice.fields,
  empty: ['No prices.', 'See the ids: tuk wallet tokens'],
  toParams: async (params, args, context) => {
    await resolveSymbols(args, context);
    return {
      ...priceParams(idsIn(args), currenciesIn(params)),
      ...Object.fromEntries(priceFields.map(({ field }) => [field, 'true'])),
      include_last_updated_at: 'true',
    };
  },
  transform: (json, args, context) => {
    const data: unknown = parseLossless(json);
    const response = recordIn(data)?.row ?? data;
    const currencies = currenciesIn({ currency: args.options.currency });
    const rows = idsIn(args).flatMap((id) => currencies.flatMap((currency) => priceRow(response, id, currency)));
    const missing = idsIn(args).filter((id) => !rows.some((row) => row.id === id));
    if (missing.length > 0) {
      const failure = new Refused(
        'not-found',
        'NO_PRICE',
        `The service has no price for ${missing.join(', ')}.`,
        'An id is the priceId of a token: tuk wallet tokens',
      );
      if (rows.length === 0 && isRecord(response) && Object.keys(response).length > 0)
        throw new ServerFailure(
          'NO_PRICE',
          'The response has no price that could be read under the requested ids and currencies.',
          {
            service: 'wallet',
          },
        );
      if (rows.length === 0) throw failure;
      context.out.deferFailure(failure); // after the prices of the others
    }
    return stringifyLossless(rows);
  },
});

/** The price row of an id and a currency, from a response by id and lower-case currency. */
function priceRow(response: unknown, id: string, currency: string) {
  const entry = isRecord(response) && Object.hasOwn(response, id) ? response[id] : undefined;
  const key = currency.toLowerCase();
  const fields = new Fields(isRecord(entry) ? [entry] : []);
  const at = (path: string): unknown => {
    const known = fields.path(path);
    return known.is === 'known' ? valueAt(entry, known.value) : undefined;
  };
  const amount = at(key);
  if (isNothing(amount)) return [];
  const extras = priceFields.flatMap(({ suffix, as: name }) => {
    const value = at(`${key}${suffix}`);
    return isNothing(value) ? [] : [[name, value]];
  });
  const updated = statedTime(asText(at('last_updated_at')));
  const updatedAt = updated && new Date(updated).toISOString();
  return [{ id, currency, price: amount, ...Object.fromEntries(extras), updatedAt }];
}

const priceHistory = listCommand('wallet', {
  name: 'price-history',
  summary: 'Show the price history of MVL, also as a chart',
  options: [plain('--currency <currency>', 'the currency; default: USD', { words: Fiat })],
  examples: ['tuk wallet price-history', 'tuk wallet price-history --currency SGD -f days=7 -o csv'],
  endpoint: 'getPriceHistory',
  open: true,
  columns: [
    { path: 'at', as: 'time' },
    { path: 'price', as: 'amount' },
    { path: 'currency', heading: 'in' },
  ],
  chart: { at: 'at', value: 'price', by: 'currency', of: 'last' },
  key: ['at', 'currency'],
  empty: ['No prices.', 'See the current price: tuk wallet price'],
  transform: (json, { options: { currency = 'USD' } }) =>
    withRows(json, (rows) => rows.map((row) => (Object.hasOwn(row, 'currency') ? row : { ...row, currency }))),
});

export const prices: readonly Command[] = [price, priceHistory];

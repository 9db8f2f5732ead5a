// The prompts of a ride request on a terminal: route, product, payment, rider. Each fills an option.

import type { Arguments, Context } from '../../cli/command/command.js';

import type { Choice } from '../../cli/prompts/prompt.js';
import type { Question } from '../../cli/prompts/wizard.js';
import { readingContext } from '../../engine/read/read-alternatives.js';
import { readFact } from '../../engine/request/call.js';
import { grouped } from '../../money/decimal.js';
import { Region, WalletProviderId } from '../../services/catalogue/words.js';
import { counted } from '../../services/counted.js';
import { BadInput, partFailure } from '../../services/http/errors.js';
import { isRecord, type Row, valueAt } from '../../services/json-value.js';
import { spanOf } from '../../text/time.js';
import { parsePoint, placeChoices, resolveStop } from './location.js';
import { parsePhone } from './phone.js';
import { type Product, productsOf, type RouteSearch } from './prices.js';
import type { Rider } from './rider.js';

const placePrompt = (key: 'from' | 'to', label: string): Question => ({
  key,
  label,
  hint: 'name of a place, or LAT,LON',
  validate: (input) => (/^-?[\d.]+,\s*-?[\d.]+$/.test(input) ? problemOf(() => parsePoint(input)) : undefined),
  search: (input, { options }, context) => placeChoices(context, input, textOf(options.city)),
});

/** The prompts of the route: pick-up, drop-off, and region. */
export const routePrompts: readonly Question[] = [
  placePrompt('from', 'Pick-up'),
  placePrompt('to', 'Drop-off'),
  { key: 'region', label: 'Region', words: Region, loadChoices: regionsFor },
];

/** The other prompts of a request. @param prices searches the route @param rider reads the signed-in user */
export const requestPrompts = (
  prices: (options: Arguments['options']) => Promise<RouteSearch>,
  rider: () => Promise<Partial<Rider>>,
): readonly Question[] => [
  {
    key: 'product',
    label: 'Product',
    loadChoices: async ({ options }) => {
      const products = productsOf(await prices(options)).filter(({ productCode }) => typeof productCode === 'string');
      if (products.length === 0)
        throw new BadInput('NO_PRODUCT', 'The search offers no product for this route.', 'Try another route.');
      return products.map((product) => ({
        key: String(product.productCode),
        label: textOf(product.name) ?? String(product.productCode),
        is: productSummary(product),
      }));
    },
  },
  {
    key: 'currency',
    label: 'Pay with',
    loadChoices: ({ options }, context) => currenciesFor(context, options.region),
    closed: async ({ options }, context) => {
      if (options.currency === 'POINT' || options.region === undefined) return [];
      const listed = await currenciesOf(readingContext(context), options.region);
      return listed.length === 0 ? [] : ['POINT', ...listed.flatMap(({ id }) => textOf(id) ?? [])];
    },
  },
  {
    key: 'walletProvider',
    label: 'Wallet',
    optional: true,
    when: ({ options }) => options.currency !== undefined && options.currency !== 'POINT',
    loadChoices: ({ options }, context) => providersFor(context, options),
  },
  { key: 'riderName', label: "Rider's name", optional: true, defaultValue: async () => (await rider()).name },
  {
    key: 'riderPhone',
    label: "Rider's phone",
    hint: 'like +6590000001',
    optional: true,
    defaultValue: async () => (await rider()).phone,
    validate: (input) => problemOf(() => parsePhone(input)),
  },
];

const textOf = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined);

/** The error of an input, with the words of the command. */
function problemOf(parse: () => unknown) {
  try {
    return void parse();
  } catch (error) {
    if (error instanceof BadInput) return [error.message, error.hint].filter(Boolean).join(' ');
    throw error;
  }
}

/** `7,030 KHR, in 1 min, 4 seats` */
function productSummary({ payAmount, fare, currency, etaS, seats }: Product) {
  const price = [grouped(String(payAmount ?? fare ?? '–')), textOf(currency)].filter(Boolean).join(' ');
  const eta = typeof etaS === 'number' && `in ${spanOf(etaS * 1000)}`;
  return [price, eta, typeof seats === 'number' && counted(seats, 'seat')].filter((part) => part !== false).join(', ');
}

/** Returns the fallback if a read fails: it only offers choices. */
async function withFallback<Value>(read: () => Promise<Value>, fallback: Value): Promise<Value> {
  try {
    return await read();
  } catch (error) {
    partFailure(error, 'sign-in');
    return fallback;
  }
}
const rows = (data: unknown): readonly Row[] => (Array.isArray(data) ? data.filter(isRecord) : []);

/** All regions, the region of the pick-up first; an empty list if it is not known. */
async function regionsFor({ options }: Arguments, context: Context): Promise<readonly Choice[]> {
  const pickUpRegion = await withFallback(async () => {
    const { latitude, longitude } = await resolveStop(context, String(options.from), textOf(options.city));
    const region = valueAt(
      (await readFact(context, 'ride-hailing', 'getCurrentRegion', { latitude, longitude })).data,
      'region',
    );
    return Region.find((name) => name === region);
  }, undefined);
  if (pickUpRegion === undefined) return [];
  return [
    { key: pickUpRegion, label: pickUpRegion, is: 'of the pick-up' },
    ...Region.filter((name) => name !== pickUpRegion).map((name) => ({ key: name, label: name })),
  ];
}

/** Ride points, then the currencies of a region. */
async function currenciesFor(context: Context, region: unknown): Promise<readonly Choice[]> {
  const [points, currencies] = await Promise.all([
    withFallback(async () => (await readFact(context, 'ride-hailing', 'getPoints', { region })).data as Row, {}),
    currenciesOf(context, region),
  ]);
  const balance = [points?.amount === undefined ? '' : grouped(String(points.amount)), textOf(points?.currency) ?? '']
    .filter(Boolean)
    .join(' ');
  return [
    { key: 'POINT', label: 'POINT', is: balance === '' ? 'ride points' : `ride points, ${balance}` },
    ...currencies.flatMap(({ id, symbol, network }) => {
      const key = textOf(id);
      return key === undefined ? [] : [{ key, label: textOf(symbol) ?? key, is: textOf(network) ?? '' }];
    }),
  ];
}
const currenciesOf = (context: Context, region: unknown) =>
  withFallback(
    async () => rows((await readFact(context, 'ride-hailing', 'listRegionCurrencies', { region })).data),
    [],
  );

/** The wallet providers of a currency that are in the enum. */
async function providersFor(context: Context, { region, currency }: Arguments['options']): Promise<readonly Choice[]> {
  const { walletProviderIds } = (await currenciesOf(context, region)).find(({ id }) => id === currency) ?? {};
  const accepted: unknown[] = Array.isArray(walletProviderIds) ? walletProviderIds : [];
  return WalletProviderId.filter((id) => accepted.includes(id)).map((id) => ({ key: id, label: id }));
}

// What is asked on a terminal for a ride: from where to where, with what, paid how, for whom. Each is an option that a script gives.

import type { Arguments } from '../../cli/command.js';
import type { Context } from '../../cli/context.js';
import type { Choice } from '../../cli/prompts/prompt.js';
import type { Question } from '../../cli/prompts/wizard.js';
import { readOnce } from '../../engine/read-command.js';
import { grouped } from '../../money/amount-text.js';
import { Region, WalletProviderId } from '../../services/catalogue/words.js';
import { BadInput, Failure } from '../../services/http/errors.js';
import { spanOf } from '../../ui/format/time.js';
import { placesFor, pointOf, stopNamed } from './location.js';
import { phoneOf } from './phone.js';
import { type Priced, type Product, productsOf } from './prices.js';
import type { Rider } from './rider.js';

const place = (of: 'from' | 'to', ask: string): Question => ({
  of,
  ask,
  hint: 'name of a place, or LAT,LON',
  check: (typed) => (/^-?[\d.]+,\s*-?[\d.]+$/.test(typed) ? problemWith(() => pointOf(typed)) : undefined),
  find: (typed, { options }, context) => placesFor(context, typed, textOf(options.city)),
});

/** Where it starts and ends, and the region, that of the start first. */
export const routeQuestions: readonly Question[] = [
  place('from', 'Pick-up'),
  place('to', 'Drop-off'),
  { of: 'region', ask: 'Region', words: Region, choices: regionsFor },
];

/** The rest of what a request needs; `prices` answers for the route, `rider` is who is signed in, as far as that is known. */
export const requestQuestions = (
  prices: (options: Arguments['options']) => Promise<Priced>,
  rider: () => Promise<Partial<Rider>>,
): readonly Question[] => [
  {
    of: 'product',
    ask: 'Product',
    choices: async ({ options }) => {
      const products = productsOf(await prices(options)).filter(({ productCode }) => typeof productCode === 'string');
      if (products.length === 0) throw new BadInput('NO_PRODUCT', 'The search offers nothing for this route.', 'Try another one.');
      return products.map((product) => ({
        key: String(product.productCode),
        label: textOf(product.name) ?? String(product.productCode),
        is: whatItIs(product),
      }));
    },
  },
  { of: 'currency', ask: 'Paid with', choices: ({ options }, context) => currenciesFor(context, options.region) },
  {
    of: 'walletProvider',
    ask: 'Wallet',
    optional: true,
    when: ({ options }) => options.currency !== undefined && options.currency !== 'POINT',
    choices: ({ options }, context) => providersFor(context, options),
  },
  { of: 'riderName', ask: "Rider's name", optional: true, offer: async () => (await rider()).name },
  {
    of: 'riderPhone',
    ask: "Rider's phone",
    hint: 'like +6590000001',
    optional: true,
    offer: async () => (await rider()).phone,
    check: (typed) => problemWith(() => phoneOf(typed)),
  },
];

const textOf = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);

/** What is wrong with what was typed, as the command itself would say it. */
function problemWith(read: () => unknown): string | undefined {
  try {
    read();
    return undefined;
  } catch (error) {
    if (error instanceof BadInput) return [error.message, error.hint].filter(Boolean).join(' ');
    throw error;
  }
}

/** `7,030 KHR, in 1 min, 4 seats` */
function whatItIs({ payAmount, fare, currency, etaS, seats }: Product): string {
  const price = [grouped(String(payAmount ?? fare ?? '–')), textOf(currency)].filter(Boolean).join(' ');
  const eta = typeof etaS === 'number' ? [`in ${spanOf(etaS * 1000)}`] : [];
  return [price, ...eta, ...(typeof seats === 'number' ? [`${seats} ${seats === 1 ? 'seat' : 'seats'}`] : [])].join(', ');
}

/** A read that only helps to choose: without its answer one types. */
async function helpful<Answer>(asking: () => Promise<Answer>, instead: Answer): Promise<Answer> {
  try {
    return await asking();
  } catch (error) {
    if (error instanceof Failure && error.kind !== 'sign-in' && error.kind !== 'interrupted') return instead;
    throw error;
  }
}
const rows = (data: unknown): readonly Readonly<Record<string, unknown>>[] =>
  Array.isArray(data) ? data.filter((one) => typeof one === 'object' && one !== null) : [];

/** All regions, the one that the start lies in first; typed words are checked later. */
async function regionsFor({ options }: Arguments, context: Context): Promise<readonly Choice[]> {
  const here = await helpful(async () => {
    const { latitude, longitude } = await stopNamed(context, String(options.from), textOf(options.city));
    const { region } = ((await readOnce(context, 'ride-hailing', 'getCurrentRegion', { latitude, longitude })).data ?? {}) as {
      region?: unknown;
    };
    return Region.find((one) => one === region);
  }, undefined);
  if (here === undefined) return [];
  return [
    { key: here, label: here, is: 'of the pick-up' },
    ...Region.filter((one) => one !== here).map((one) => ({ key: one, label: one })),
  ];
}

/** Ride points, then what else a region takes. */
async function currenciesFor(context: Context, region: unknown): Promise<readonly Choice[]> {
  const [points, currencies] = await Promise.all([
    helpful(async () => (await readOnce(context, 'ride-hailing', 'getPoints', { region })).data as Readonly<Record<string, unknown>>, {}),
    currenciesOf(context, region),
  ]);
  const held = [points?.amount === undefined ? '' : grouped(String(points.amount)), textOf(points?.currency) ?? '']
    .filter(Boolean)
    .join(' ');
  return [
    { key: 'POINT', label: 'POINT', is: held === '' ? 'ride points' : `ride points, ${held}` },
    ...currencies.flatMap(({ id, symbol, network }) => {
      const key = textOf(id);
      return key === undefined ? [] : [{ key, label: textOf(symbol) ?? key, is: textOf(network) ?? '' }];
    }),
  ];
}
const currenciesOf = (context: Context, region: unknown) =>
  helpful(async () => rows((await readOnce(context, 'ride-hailing', 'listRegionCurrencies', { region })).data), []);

/** The wallets through which a currency can pay, of those whose words can be sent. */
async function providersFor(context: Context, { region, currency }: Arguments['options']): Promise<readonly Choice[]> {
  const one = (await currenciesOf(context, region)).find(({ id }) => id === currency);
  const through = Array.isArray(one?.walletProviderIds) ? one.walletProviderIds : [];
  return WalletProviderId.filter((id) => through.includes(id)).map((id) => ({ key: id, label: id }));
}

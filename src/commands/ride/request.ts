// `tuk ride search`, `request` and `retry`: searches prices, requests a ride with a receipt, requests it again.

import {
  type Arguments,
  type Command,
  type Context,
  type Result,
  responseResult,
  resultOf,
} from '../../cli/command/command.js';
import { enumValue } from '../../cli/command/enum-value.js';
import type { Choice } from '../../cli/prompts/prompt.js';
import { printReceipt, type ReceiptLine } from '../../cli/prompts/receipt.js';
import { type Question, runWizard } from '../../cli/prompts/wizard.js';
import { profileOption } from '../../cli/settings/next-command.js';
import { flagKey, isDryRun, plain } from '../../cli/settings/options.js';
import { canonicalOptions } from '../../engine/change/client-ref.js';
import { moneyOptionsOf } from '../../engine/change/money-options.js';
import { performCall, withPrepared } from '../../engine/change/prepared-request.js';
import { noteReadFailure } from '../../engine/read/partly.js';
import { readingContext } from '../../engine/read/read-alternatives.js';
import { repeatable } from '../../engine/read/repeatable.js';
import { callEndpoint, callOf, readFact, typedCallOf } from '../../engine/request/call.js';
import { checkFirst } from '../../engine/request/deferred-checks.js';
import { guardAssumed } from '../../engine/request/field-names.js';
import { moneyFlags, openFlags } from '../../engine/request/shared-options.js';
import { plainFact } from '../../money/facts/fact-finder.js';
import { factText } from '../../money/facts/reads.js';
import type { TransferOptions } from '../../money/facts/transfer-request.js';
import { decimalText, grouped } from '../../money/values/decimal.js';
import { kebab } from '../../services/catalogue/define.js';
import { Region, WalletProviderId } from '../../services/catalogue/words.js';
import { quoted } from '../../services/command-line.js';
import { BadInput, cited, Guarded, partFailure } from '../../services/http/errors.js';
import type { Response } from '../../services/http/send.js';
import { asText, isRecord, type Row, valueAt } from '../../services/json-value.js';
import { parseLossless, stringifyLossless } from '../../services/lossless-number.js';
import type { Column } from '../../text/column.js';
import { requestedRideIds } from '../../things/ride.js';
import { parsePoint, readPayment, rideParams, type Stop } from './location.js';
import { cachedSearch, type Product, type RouteSearch, searchRoute, selectProduct } from './prices.js';
import { ensureVerifiedPhone, parsePhone, type Rider, riderOf, signedInRider } from './rider.js';

// The prompts of a ride request on a terminal: route, product, payment, rider. Each fills an option.
const placePrompt = (key: 'from' | 'to', label: string): Question => ({
  key,
  label,
  hint: 'name of a place, or LAT,LON',
  validate: (input) => (/^-?[\d.]+,\s*-?[\d.]+$/.test(input) ? problemOf(() => parsePoint(input)) : undefined),
});

/** The prompts of the route: pick-up, drop-off, and region. */
const routePrompts: readonly Question[] = [
  placePrompt('from', 'Pick-up'),
  placePrompt('to', 'Drop-off'),
  { key: 'region', label: 'Region', words: Region },
];

/** The other prompts of a request. @param rider reads the signed-in user */
const requestPrompts = (rider: () => Promise<Partial<Rider>>): readonly Question[] => [
  { key: 'product', label: 'Product', hint: 'its code: tuk ride search' },
  {
    key: 'currency',
    label: 'Pay with',
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

const rows = (data: unknown): readonly Row[] => (Array.isArray(data) ? data.filter(isRecord) : []);

/** The currencies of a region; none if the read fails: they are only choices. */
async function currenciesOf(context: Context, region: unknown): Promise<readonly Row[]> {
  try {
    return rows((await readFact(context, 'ride-hailing', 'listRegionCurrencies', { region })).data);
  } catch (error) {
    partFailure(error, 'sign-in');
    return [];
  }
}

/** The wallet providers of a currency that are in the enum. */
async function providersFor(context: Context, { region, currency }: Arguments['options']): Promise<readonly Choice[]> {
  const { walletProviderIds } = (await currenciesOf(context, region)).find(({ id }) => id === currency) ?? {};
  const accepted: unknown[] = Array.isArray(walletProviderIds) ? walletProviderIds : [];
  return WalletProviderId.filter((id) => accepted.includes(id)).map((id) => ({ key: id, label: id }));
}

const routeOptions = [
  plain('--from <place>', 'the pick-up: LAT,LON, the id of a place, or its name', { required: true }),
  plain('--to <place>', 'the drop-off', { required: true }),
  plain('--city <city>', 'the city to search for place names'),
  plain('--region <region>', 'the region of the route', { words: Region, required: true }),
] as const;
const searchColumns: readonly Column[] = [
  { path: 'productCode', heading: 'product' },
  { path: 'name' },
  { path: 'payAmount', heading: 'to pay', as: { amount: 'currency' } },
  { path: 'fare', as: { amount: 'currency' } },
  { path: 'etaS', heading: 'comes in', as: { lasts: 'seconds' } },
  { path: 'seats' },
  { path: 'vehicleType', heading: 'vehicle' },
];
const promptNote = 'On a terminal tuk asks for missing values.';

export const search = repeatable({
  name: 'search',
  summary: 'Search the prices of a ride',
  description: promptNote,
  options: [
    ...routeOptions,
    plain('--currency <currency>', 'the currency: POINT, or one of tuk ride currencies'),
    ...openFlags,
  ],
  examples: [
    'tuk ride search --from PNH-01 --to PNH-02 --region KH',
    'tuk ride search --from 11.564,104.931 --to 11.5695,104.921 --region KH --jq .products[0].fare',
  ],
  prompts: true,
  uses: { 'ride-hailing': ['searchRides', 'getPlace', 'searchPlaces', 'findPlace'] },
  run: async (args, context) => {
    const completeArgs = await runWizard(args, routePrompts, undefined, context);
    const { options } = completeArgs;
    const response =
      options.input === undefined
        ? (await searchRoute(context, options)).response
        : await callEndpoint(
            context,
            'ride-hailing',
            'searchRides',
            await rideParams(context, 'searchRides', {}, options),
          );
    if (!response) return;
    if (completeArgs !== args) noteScriptCommand(context, 'ride search', completeArgs);
    return responseResult(response, { columns: searchColumns, idPath: 'productCode' }, context);
  },
});
const rideOptions = [
  plain('--product <code>', 'the product code of the search', { required: true }),
  plain('--currency <currency>', 'the currency: POINT, or one of tuk ride currencies', { required: true }),
  plain('--wallet-provider <provider>', 'the wallet provider that pays', { offers: () => WalletProviderId }),
  plain('--rider-name <name>', "the rider's name; default: the signed-in user's"),
  plain('--rider-phone <phone>', "the rider's phone; default: the signed-in user's"),
] as const;

export const request: Command = {
  name: 'request',
  summary: 'Request a ride; this costs money',
  description: `${promptNote} It reads the price first.
Shows a receipt, and asks for the word yes unless you add --yes. The limits of the profile always apply.
Records the transfer, then sends it once. Exit 10: the outcome is unknown. Look it up with tuk ops check.`,
  options: [...routeOptions, ...rideOptions, ...openFlags, ...moneyFlags],
  examples: ['tuk ride request --from PNH-01 --to PNH-02 --region KH --product STANDARD --currency POINT --yes'],
  prompts: true,
  uses: {
    'ride-hailing': [
      'searchRides',
      'getPlace',
      'searchPlaces',
      'findPlace',
      'checkPhone',
      'requestRide',
      'getPreRequest',
    ],
    user: ['getCurrent'],
  },
  run: async (args, context) => {
    const transferOptions = await moneyOptionsOf(args.options);
    if (args.options.input !== undefined) return sendBody(context, args.options, transferOptions);
    const reading = readingContext(context); // a dry run makes these reads, too
    const [searchRides, signedIn] = [cachedSearch(reading), signedInRider(reading)];
    const questions = requestPrompts(signedIn);
    enumValue(WalletProviderId, args.options.walletProvider, '--wallet-provider');
    enumValue(Region, args.options.region, '--region');
    if (typeof args.options.riderPhone === 'string') parsePhone(args.options.riderPhone);
    const { call } = await callOf('ride-hailing', 'requestRide');
    await guardAssumed(context, call); // before any prompt or search
    const completeArgs = await runWizard(args, [...routePrompts, ...questions], undefined, context);
    const { options } = completeArgs;
    const routeSearch = await searchRides(options);
    const { searchId, product } = selectProduct(routeSearch, String(options.product));
    const statedRider = await riderOf(options, signedIn);
    // may send a code
    const rider = isDryRun(context.flags) ? statedRider : await ensureVerifiedPhone(context, statedRider);
    const { currency, walletProvider } = options;
    const requestFields = { search: searchId, product: options.product, currency, walletProvider, rider };
    const values = await rideParams(context, 'requestRide', requestFields, options, fieldSources);
    const fields = { input: requestFields, params: requestFields, wholeBody: false };
    const cost = await costOf(product, options, transferOptions).catch(async (error: unknown) => {
      await checkFirst(context, 'cost', () => Promise.reject(error)); // a dry run prints its request first
      return undefined;
    });
    const details = { ...transferOptions, input: canonicalOptions(requestedOptions(options)), cost };
    const receipt = withPrepared(fields, ({ withPolicy, otherFields }) =>
      printReceipt(
        context,
        'Request a ride',
        withPolicy([...receiptLines(routeSearch, product, cost, rider, options), ...otherFields([])]),
      ),
    );
    const ride = await typedCallOf(context, 'ride-hailing', 'requestRide', values);
    const response = await performCall(context, ride, details, receipt);
    if (response === undefined) return 0;
    const result = await resultOfRequest(context, response);
    if (completeArgs !== args)
      noteScriptCommand(context, 'ride request', {
        ...completeArgs,
        options: { ...options, ...(await riderOptions(rider, signedIn)) },
      });
    return result;
  },
};

/** The options of a rider; unset for the signed-in user: the line must not repeat masked data. */
async function riderOptions(
  { name, phone }: Rider,
  signedIn: () => Promise<Partial<Rider>>,
): Promise<Arguments['options']> {
  const user = await signedIn();
  const isUser = user.name === name && user.phone === phone;
  return isUser ? { riderName: undefined, riderPhone: undefined } : { riderName: name, riderPhone: phone };
}

const requestKeys = [...routeOptions, ...rideOptions].map(({ flags }) => flagKey(flags));

/** The options that a --client-ref is bound to: the body differs with every search, the options do not. */
const requestedOptions = (options: Arguments['options']): Arguments['options'] =>
  Object.fromEntries(['field', 'jsonField', ...requestKeys].map((key) => [key, options[key]]));

/** The sources of request fields without an option of their name. */
const fieldSources = { search: 'the search before it', rider: '--rider-name and --rider-phone' } as const;

/**
 * Sends the whole body of `--input`, without a search; its fields are on the receipt.
 * @throws {BadInput} beside any other option
 */
async function sendBody(context: Context, options: Arguments['options'], transferOptions: TransferOptions) {
  const otherOptions = Object.fromEntries(requestKeys.map((key) => [key, options[key]]));
  const values = await rideParams(context, 'requestRide', otherOptions, options);
  const call = await typedCallOf(context, 'ride-hailing', 'requestRide', values);
  const receipt = withPrepared({ input: {}, params: {}, wholeBody: true }, ({ withPolicy, otherFields }) =>
    printReceipt(context, 'Request a ride', withPolicy(otherFields([]))),
  );
  const response = await performCall(context, call, transferOptions, receipt);
  return response && resultOfRequest(context, response);
}

/**
 * The cost by the search; a price of 0 counts as no price. A fare in the money of a country may be paid in any
 * currency, a fare in a token only in that token.
 * @throws {Failure} UNUSABLE_AMOUNT for a cost that is not a plain amount; {Guarded} COST_UNKNOWN for an empty cost or
 * 0 without --at-most; {BadInput} CONTRADICTION for another token than --currency
 */
async function costOf(
  { payAmount, fare, currency }: Product,
  { currency: paidIn }: Arguments['options'],
  { atMost }: TransferOptions,
): Promise<TransferOptions['cost']> {
  const token = typeof currency === 'string' && currency !== '' ? currency : undefined;
  const isToken = token !== undefined && !Intl.supportedValuesOf('currency').includes(token.toUpperCase());
  if (isToken && typeof paidIn === 'string' && paidIn.toUpperCase() !== token.toUpperCase())
    throw new BadInput(
      'CONTRADICTION',
      `--currency says ${cited(paidIn)}, and the search prices the ride in ${cited(token)}.`,
      'Give the currency that the search prices it in, or search again: tuk ride search',
    );
  const cost = plainFact('amount', factText(payAmount ?? fare));
  if (cost && cost.units > 0n) return { amount: decimalText(cost), token };
  // the names of these fields are not public
  if (atMost || (payAmount === undefined && fare === undefined)) return undefined;
  throw new Guarded(
    'COST_UNKNOWN',
    'The search states no price of the ride, so the cost is unknown.',
    "State the most that it may cost: --at-most '5 USDC'",
  );
}

export const unknownUnit = '(its unit is not known)';

function receiptLines(
  { stops: [from, to] }: RouteSearch,
  product: Product,
  cost: TransferOptions['cost'],
  rider: Rider,
  { currency, walletProvider }: Arguments['options'],
): ReceiptLine[] {
  const position = ({ name, latitude, longitude }: Stop) =>
    name === `${latitude}, ${longitude}` ? name : `${name} (${latitude}, ${longitude})`;
  return [
    ['Ride', String(product.name ?? product.productCode)],
    [
      'Costs',
      cost ? `${grouped(cost.amount)} ${cost.token ?? unknownUnit}` : 'not known: the search states no price',
      'total',
    ],
    ['Paid with', [currency, walletProvider].filter(Boolean).join(', ')],
    ['From', position(from), 'recipient'],
    ['To', position(to), 'recipient'],
    ['Rider', `${rider.name}, ${rider.phone}`],
  ];
}

async function resultOfRequest(context: Context, response: Response): Promise<Result> {
  const id = rideIdOf(response.data);
  const payment =
    id === undefined
      ? undefined
      : await readPayment(context, id).catch((error: unknown) => noteReadFailure(error, context));
  noteNextStep(context, response.data);
  if (payment === undefined) return responseResult(response, {}, context);
  return resultOf(stringifyLossless({ ...(parseLossless(response.text) as object), ...payment }));
}

function rideIdOf(response: unknown) {
  return requestedRideIds.flatMap((at) => asText(valueAt(response, at)) || [])[0];
}
/** Notes the id of a requested ride, and the command that follows it. */
export function noteNextStep(context: Context, response: unknown) {
  const id = rideIdOf(response);
  if (id === undefined) return;
  context.world.begun?.(`ride:${quoted(id)}`);
  context.note({ is: 'done', text: `Requested: ${id}` });
  context.note({ is: 'next', what: 'Follow it', line: `tuk watch ride:${quoted(id)}${profileOption(context)}` });
}
/** Notes the command line that does the same without prompts. */
function noteScriptCommand(context: Context, command: string, { positionals, options }: Arguments) {
  const optionWords = requestKeys.flatMap((key) =>
    typeof options[key] === 'string' ? [`--${kebab(key)}`, quoted(options[key])] : [],
  );
  const words = [command, ...positionals.map(quoted), ...optionWords].join(' ');
  context.note({ is: 'next', what: 'The same in a script', line: `tuk ${words}${profileOption(context)}` });
}

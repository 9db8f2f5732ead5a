// `tuk ride search`, `tuk ride request`, `tuk ride retry`: what a ride costs, asking for one, asking again; a receipt before anything leaves.

import type { Arguments, Command } from '../../cli/command.js';
import type { Context } from '../../cli/context.js';
import { wordOf } from '../../cli/enum-value.js';
import { ofProfile } from '../../cli/next-command.js';
import { flagKey } from '../../cli/options.js';
import { type ReceiptLine, receipt } from '../../cli/prompts/receipt.js';
import { runWizard } from '../../cli/prompts/wizard.js';
import { ask, callOf } from '../../engine/call.js';
import { clientRefFlag, underName } from '../../engine/client-ref.js';
import { filled, guardAssumed, openFlags } from '../../engine/parameters.js';
import { readOnce } from '../../engine/read-command.js';
import { grouped } from '../../money/amount-text.js';
import { kebab } from '../../services/catalogue/define.js';
import { classOf } from '../../services/catalogue/statuses.js';
import { Region, WalletProviderId } from '../../services/catalogue/words.js';
import type { Response } from '../../services/http/send.js';
import { isRecord, valueAt } from '../../services/json-value.js';
import type { Column } from '../../ui/format/column.js';
import { quoted } from '../app/on-screen.js';
import type { Stop } from './location.js';
import { phoneOf } from './phone.js';
import { chosen, type Priced, type Product, prices, searched } from './prices.js';
import { requestQuestions, routeQuestions } from './questions.js';
import { type Rider, riderOf, signedInRider, verifiedPhone } from './rider.js';
import { knownRides } from './status.js';

const where = [
  { flags: '--from <place>', summary: 'where it starts: LAT,LON, the id of a place, or its name' },
  { flags: '--to <place>', summary: 'where it ends' },
  { flags: '--city <city>', summary: 'where to look for the names of places' },
  { flags: '--region <region>', summary: 'the region of both', words: Region },
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
const asksNote = 'On a terminal it asks for what is not given.';

/** A place is named by its id, by its name or by a point. */
const beneathSearch = [
  'ride-hailing POST /v1/rides/base-search',
  'ride-hailing GET /v1/places/{id}',
  'ride-hailing GET /v1/places/search',
  'ride-hailing GET /v1/places/reverse-geo',
];

export const search: Command = {
  name: 'search',
  summary: 'Show what a ride would cost',
  description: asksNote,
  options: [
    ...where.map((one) => (one.flags.startsWith('--city') ? one : { ...one, needed: true as const })),
    { flags: '--currency <currency>', summary: 'what is to pay for it: POINT, or one of tuk ride currencies' },
    ...openFlags,
  ],
  examples: [
    'tuk ride search --from PNH-01 --to PNH-02 --region KH',
    'tuk ride search --from 11.564,104.931 --to 11.5695,104.921 --region KH --jq .products[0].fare',
  ],
  uses: beneathSearch,
  run: async (typed, context) => {
    const whole = await runWizard(typed, routeQuestions, undefined, context);
    const reply =
      whole.options.input === undefined ? (await searched(context, whole.options)).reply : await searchedWhole(context, whole.options);
    if (!reply) return 0;
    await context.printReply(reply, { columns: searchColumns, name: 'productCode' });
    if (whole !== typed) sayLine(context, 'ride search', whole);
    return 0;
  },
};
/** `--input`: the body as somebody knows it, whole. */
const searchedWhole = async (context: Context, options: Arguments['options']) =>
  ask(context, 'ride-hailing', 'searchRides', await filled(context, 'ride-hailing', 'searchRides', {}, options));

const own = [
  { flags: '--product <code>', summary: 'which of the products that a search offers' },
  { flags: '--currency <currency>', summary: 'what pays: POINT, or one of tuk ride currencies' },
  { flags: '--wallet-provider <provider>', summary: 'who pays with a wallet' },
  { flags: '--rider-name <name>', summary: "the rider's name, the signed-in user's if not given" },
  { flags: '--rider-phone <phone>', summary: "the rider's phone, the signed-in user's if not given" },
] as const;

export const request: Command = {
  name: 'request',
  summary: 'Ask for a ride; it is paid for',
  description: `${asksNote} The price is searched first and shown on a receipt; then it asks for the word yes, or takes --yes. It is written into the
ledger before it leaves and never repeated by itself. Exit 10: it has left, and its outcome is not known (tuk ops show).`,
  options: [...where, ...own, ...openFlags, clientRefFlag],
  examples: ['tuk ride request --from PNH-01 --to PNH-02 --region KH --product STANDARD --currency POINT --yes'],
  uses: [
    ...beneathSearch,
    'user GET /users/current',
    'ride-hailing GET /v1/phone-verification/check',
    'ride-hailing POST /v1/rides/pre-request',
    'ride-hailing GET /v1/rides/request/{id}/pre-request',
  ],
  run: async (typed, context) => {
    underName(context, typed.options);
    if (typed.options.input !== undefined) return sendWhole(context, typed.options);
    const [priced, signedIn] = [prices(context), signedInRider(context)];
    const questions = requestQuestions(priced, signedIn);
    wordOf(WalletProviderId, typed.options.walletProvider, '--wallet-provider');
    wordOf(Region, typed.options.region, '--region');
    if (typeof typed.options.riderPhone === 'string') phoneOf(typed.options.riderPhone);
    if (context.onlyShows) return showOnly(context, (await runWizard(typed, questions.slice(0, 2), undefined, context)).options);
    const { call } = await callOf('ride-hailing', 'requestRide');
    await guardAssumed(context, call); // before anything is asked for it
    const whole = await runWizard(typed, [...routeQuestions, ...questions], undefined, context);
    const { options } = whole;
    underName(context, typed.options, askedIn(options));
    const price = await priced(options);
    const { searchId, product } = chosen(price, String(options.product));
    const rider = await verifiedPhone(context, await riderOf(options, signedIn));
    const { currency, walletProvider } = options;
    const filling = { search: searchId, product: options.product, currency, walletProvider, rider };
    const values = await filled(context, 'ride-hailing', 'requestRide', filling, options, typedAs);
    context.transfer.costs = costsOf(product);
    const { prepare } = await import('../../engine/prepared-request.js');
    const { guarded, rest } = await prepare(context, call, values, { own: filling, given: filling, whole: false });
    await receipt(context, 'Ask for a ride', await guarded([...linesOf(price, product, rider, options), ...rest([])]));
    const made = await ask(context, 'ride-hailing', 'requestRide', values);
    if (!made) return 0;
    await show(context, made);
    if (whole !== typed)
      sayLine(context, 'ride request', { ...whole, options: { ...options, riderName: rider.name, riderPhone: rider.phone } });
    return 0;
  },
};

/** What a name of the caller's own stands for: the search that goes before makes another request of the same line each time. */
const askedIn = (options: Arguments['options']): Arguments['options'] =>
  Object.fromEntries(['field', 'jsonField', ...[...where, ...own].map(({ flags }) => flagKey(flags))].map((key) => [key, options[key]]));

/** What fills a field of the request that no option of its name does. */
const typedAs = { search: 'the search before it', rider: '--rider-name and --rider-phone' } as const;

/** `--input`: the body as somebody knows it, whole; no search, and its fields as they stand on the receipt. @throws {BadInput} beside any other option */
async function sendWhole(context: Context, options: Arguments['options']): Promise<number> {
  const others = Object.fromEntries(
    [...where, ...own].map(({ flags }) => [flagKey(flags), options[flagKey(flags)]] as const).filter(([, value]) => value !== undefined),
  );
  const values = await filled(context, 'ride-hailing', 'requestRide', others, options);
  if (!context.onlyShows) {
    const { prepare } = await import('../../engine/prepared-request.js');
    const { call } = await callOf('ride-hailing', 'requestRide');
    const { guarded, rest } = await prepare(context, call, values, { own: {}, given: {}, whole: true });
    await receipt(context, 'Ask for a ride', await guarded(rest([])));
  }
  const made = await ask(context, 'ride-hailing', 'requestRide', values);
  if (made) await show(context, made);
  return 0;
}

async function showOnly(context: Context, options: Arguments['options']): Promise<number> {
  const { product, currency, walletProvider, riderName, riderPhone } = options;
  const rider = { name: riderName ?? '[name]', phone: riderPhone ?? '[phone]' };
  const filling = { search: '[searchId]', product, currency, walletProvider, rider };
  await ask(context, 'ride-hailing', 'requestRide', await filled(context, 'ride-hailing', 'requestRide', filling, options, typedAs));
  return 0;
}

/** What the search says that it costs, for the limits of the profile. */
const costsOf = ({ payAmount, fare, currency }: Product) =>
  typeof currency === 'string' ? { amount: String(payAmount ?? fare), token: currency } : undefined;

const amount = (value: unknown, currency: unknown): string =>
  [grouped(String(value ?? '–')), typeof currency === 'string' ? currency : ''].filter(Boolean).join(' ');

/** What leaves, for what, from where to where, for whom. */
function linesOf(
  { stops: [from, to] }: Priced,
  product: Product,
  rider: Rider,
  { currency, walletProvider }: Arguments['options'],
): ReceiptLine[] {
  const at = ({ name, latitude, longitude }: Stop) => (name === `${latitude}, ${longitude}` ? name : `${name} (${latitude}, ${longitude})`);
  return [
    ['Ride', String(product.name ?? product.productCode)],
    ['Costs', amount(product.payAmount ?? product.fare, product.currency)],
    ['Paid with', [currency, walletProvider].filter(Boolean).join(', ')],
    ['From', at(from)],
    ['To', at(to)],
    ['Rider', `${rider.name}, ${rider.phone}`],
  ];
}

/** The answer with how the ride is to be paid, as the service says it now; what to do next. */
async function show(context: Context, made: Response): Promise<void> {
  const id = idIn(made.data);
  const [{ unread }, { payingOf }] = await Promise.all([import('../../engine/change-command.js'), import('./paying.js')]);
  const paying = id === undefined ? undefined : await payingOf(context, id).catch((error: unknown) => unread(error, context));
  const { parseLossless, stringifyLossless } = await import('../../services/lossless-number.js');
  if (paying) await context.print(stringifyLossless({ ...(parseLossless(made.text) as object), ...paying }));
  else await context.printReply(made);
  sayNext(context, made.data);
}

function idIn(answer: unknown): string | undefined {
  const { rideRequestId, id = rideRequestId } = (isRecord(answer) ? answer : {}) as {
    readonly id?: unknown;
    readonly rideRequestId?: unknown;
  };
  return typeof id === 'string' ? id : undefined;
}
/** Its id, and what to do next. */
function sayNext(context: Context, answer: unknown): void {
  const id = idIn(answer);
  if (id === undefined) return;
  context.log(`✓ Asked for: ${id}`);
  context.log(`  Follow it: tuk ride watch ${quoted(id)}${ofProfile(context)}`);
}
/** The line that gives the same without a question. */
function sayLine(context: Context, command: string, { positionals, options }: Arguments): void {
  const given = [...where, ...own]
    .map(({ flags }) => flagKey(flags))
    .flatMap((key) => (typeof options[key] === 'string' ? [`--${kebab(key)}`, quoted(options[key])] : []));
  context.log(`  The same in a script: tuk ${[command, ...positionals.map(quoted), ...given].join(' ')}${ofProfile(context)}`);
}

export const retry: Command = {
  name: 'retry',
  values: '<id>',
  summary: 'Ask for the same ride again; it is paid for',
  description: 'It is shown on a receipt first, written into the ledger before it leaves, and never repeated by itself.',
  options: [clientRefFlag],
  examples: ['tuk ride retry <id> --yes'],
  uses: ['ride-hailing GET /v1/rides/request/{id}', 'ride-hailing POST /v1/rides/request/{id}/re-try'],
  asks: true,
  run: async (typed, context) => {
    underName(context, typed.options);
    const { positionals } = await runWizard(
      typed,
      [{ of: 'id', ask: 'Which ride', hint: 'its id', choices: rideChoices }],
      '<id>',
      context,
    );
    const [id] = positionals;
    if (!context.onlyShows)
      await receipt(
        context,
        'Ask for the same ride again',
        linesAgain((await readOnce(context, 'ride-hailing', 'getRequest', { id })).data),
      );
    const reply = await ask(context, 'ride-hailing', 'retryRequest', { id });
    if (!reply) return 0;
    await context.printReply(reply);
    sayNext(context, reply.data);
    return 0;
  },
};

/** The rides that are known here, those that can be asked for again first. */
async function rideChoices(_: Arguments, context: Context) {
  const rides = (await knownRides(context))
    .filter(isRecord)
    .filter(({ id, status }) => typeof id === 'string' && classOf('RideStatus', String(status)) === 'bad');
  const again = (ride: Readonly<Record<string, unknown>>) => (/_RECALLABLE$/.test(String(ride.status)) ? 0 : 1);
  return rides
    .sort((a, b) => again(a) - again(b))
    .map((ride) => ({
      key: String(ride.id),
      label: String(ride.id),
      is: `${String(ride.status)}, ${nameAt(ride, 'origin')} to ${nameAt(ride, 'destination')}`,
    }));
}
const nameAt = (ride: unknown, stop: string): string => String(valueAt(ride, `${stop}.name`) ?? '–');

/** What would be asked for again, as far as the answer says it. */
function linesAgain(ride: unknown): ReceiptLine[] {
  const at = (path: string) => valueAt(ride, path);
  const text = (path: string) => (at(path) === undefined || at(path) === null ? '' : String(at(path)));
  return [
    ['Ride', text('id')],
    ['Ended', text('status')],
    ['Product', text('productCode')],
    ['Costs', `${amount(at('fare'), at('currency'))}, as before`],
    ['Paid with', [text('payCurrency'), text('walletProviderId')].filter(Boolean).join(', ')],
    ['From', nameAt(ride, 'origin')],
    ['To', nameAt(ride, 'destination')],
    ['Rider', [text('rider.name'), text('rider.phone')].filter(Boolean).join(', ')],
  ];
}

// `tuk ride search` and `tuk ride request`: what a ride costs, and asking for one, with a receipt before anything leaves.
import { BadInput, Failure, Guarded, ServerFailure } from '../../services/http/failure.js';
import type { Reply } from '../../services/http/send.js';
import { Region, WalletProviderId } from '../../services/words.js';
import { filled, guardAssumed, openFlags } from '../assumed.js';
import { ask, callOf } from '../call.js';
import type { Command, Typed } from '../command.js';
import type { Context } from '../context.js';
import { wordNeeded, wordOf } from '../word.js';
import { type Stop, stopNamed } from './location.js';
import { phoneOf } from './phone.js';

const where = [
  { flags: '--from <place>', is: 'where it starts: LAT,LON, the id of a place, or its name' },
  { flags: '--to <place>', is: 'where it ends' },
  { flags: '--city <city>', is: 'where to look for the names of places' },
  { flags: '--region <region>', is: Region.join(' ') },
] as const;
const searchColumns = ['productCode', 'name', 'vehicleType', 'seats', 'fare', 'payAmount', 'currency', 'etaS'];

/** What a search answers, as far as it is needed; the names are the sandbox's and may be missing elsewhere. */
interface Found {
  readonly searchId?: unknown;
  readonly products?: readonly Product[];
}
interface Product {
  readonly productCode?: unknown;
  readonly name?: unknown;
  readonly payAmount?: unknown;
  readonly fare?: unknown;
  readonly currency?: unknown;
}

async function route(context: Context, options: Typed['options']): Promise<{ region: string; stops: [Stop, Stop] }> {
  const region = wordNeeded(Region, options.region, '--region');
  for (const name of ['from', 'to'] as const)
    if (typeof options[name] !== 'string')
      throw new BadInput('MISSING_OPTION', `--${name} is needed.`, 'Give LAT,LON, the id of a place, or its name.');
  const city = typeof options.city === 'string' ? options.city : undefined;
  return { region, stops: [await stopNamed(context, String(options.from), city), await stopNamed(context, String(options.to), city)] };
}

async function searched(context: Context, options: Typed['options']): Promise<{ reply: Reply | undefined; stops: [Stop, Stop] }> {
  const { region, stops } = await route(context, options);
  const locations = stops.map(({ latitude, longitude, name, address }) => ({ latitude, longitude, name, address }));
  const values = await filled(context, 'ride-hailing', 'searchRides', { region, locations }, options);
  return { reply: await ask(context, 'ride-hailing', 'searchRides', values), stops };
}

export const search: Command = {
  name: 'search',
  is: 'Show what a ride would cost',
  options: [...where, ...openFlags],
  examples: [
    'tuk ride search --from PNH-01 --to PNH-02 --region KH',
    'tuk ride search --from 11.564,104.931 --to 11.5695,104.921 --region KH --jq .products[0].fare',
  ],
  beneath: ['ride-hailing POST /v1/rides/base-search', 'ride-hailing GET /v1/places/{id}', 'ride-hailing GET /v1/places/search'],
  run: async ({ options }, context) => {
    const { reply } = await searched(context, options);
    if (!reply) return 0;
    const { products, ...rest } = (reply.data ?? {}) as Found;
    const table =
      context.world.stdout.isTTY && !context.flags.jq && !context.flags.output && !context.flags.json && Array.isArray(products);
    if (!table) await context.printReply(reply);
    else {
      await context.print(JSON.stringify(products), { columns: searchColumns });
      context.say(
        `  ${Object.entries(rest)
          .map(([name, value]) => `${name} ${String(value)}`)
          .join(', ')}`,
      );
    }
    return 0;
  },
};

export const request: Command = {
  name: 'request',
  is: 'Ask for a ride; it is paid for',
  more: `The price is searched first and shown on a receipt; then it asks for the word yes, or takes --yes. It is written into the ledger before it
leaves and never repeated by itself. Exit 10: it has left, and its outcome is not known (tuk ops show).`,
  options: [
    ...where,
    { flags: '--product <code>', is: 'which of the products that a search offers' },
    { flags: '--currency <currency>', is: 'what pays: POINT, or one of tuk ride currencies' },
    { flags: '--wallet-provider <provider>', is: 'who pays with a wallet' },
    { flags: '--rider-name <name>', is: "the rider's name, the signed-in user's if not given" },
    { flags: '--rider-phone <phone>', is: "the rider's phone, the signed-in user's if not given" },
    ...openFlags,
  ],
  examples: ['tuk ride request --from PNH-01 --to PNH-02 --region KH --product STANDARD --currency POINT --yes'],
  beneath: [
    'ride-hailing POST /v1/rides/base-search',
    'ride-hailing GET /v1/phone-verification/check',
    'ride-hailing POST /v1/rides/pre-request',
    'ride-hailing GET /v1/rides/request/{id}/pre-request',
  ],
  run: async ({ options }, context) => {
    if (options.input !== undefined) return sendWhole(context, options);
    const walletProvider = wordOf(WalletProviderId, options.walletProvider, '--wallet-provider');
    const needed = (['product', 'currency'] as const).filter((name) => typeof options[name] !== 'string');
    if (needed.length > 0)
      throw new BadInput(
        'MISSING_OPTION',
        `This also needs ${needed.map((name) => `--${name}`).join(' and ')}.`,
        'See what there is: tuk ride search, tuk ride currencies',
      );
    const phone = typeof options.riderPhone === 'string' ? phoneOf(options.riderPhone) : undefined;
    if (context.onlyShows) return showOnly(context, options, walletProvider, phone);
    guardAssumed(context, (await callOf('ride-hailing', 'requestRide')).call); // before anything is asked for it
    const { reply, stops } = await searched(context, { ...options, input: undefined, field: undefined, jsonField: undefined });
    const { searchId, product } = chosen(reply?.data as Found, String(options.product));
    const rider = await riderOf(context, options, phone);
    await refuseUnverified(context, rider.phone);
    receipt(context, stops, product, rider, String(options.currency), walletProvider);
    const own = { search: searchId, product: options.product, currency: options.currency, walletProvider, rider };
    const made = await ask(context, 'ride-hailing', 'requestRide', await filled(context, 'ride-hailing', 'requestRide', own, options));
    if (made) await context.printReply(made);
    return 0;
  },
};

/** `--input`: the body as somebody knows it, whole; no search, no receipt of ours. */
async function sendWhole(context: Context, options: Typed['options']): Promise<number> {
  const reply = await ask(context, 'ride-hailing', 'requestRide', await filled(context, 'ride-hailing', 'requestRide', {}, options));
  if (reply) await context.printReply(reply);
  return 0;
}

async function showOnly(
  context: Context,
  options: Typed['options'],
  walletProvider: string | undefined,
  phone: string | undefined,
): Promise<number> {
  const rider = { name: typeof options.riderName === 'string' ? options.riderName : '[name]', phone: phone ?? '[phone]' };
  const own = { search: '[searchId]', product: options.product, currency: options.currency, walletProvider, rider };
  await ask(context, 'ride-hailing', 'requestRide', await filled(context, 'ride-hailing', 'requestRide', own, options));
  return 0;
}

function chosen(found: Found | undefined, code: string): { searchId: string; product: Product } {
  const product = found?.products?.find((one) => one.productCode === code);
  if (typeof found?.searchId !== 'string')
    throw new ServerFailure('NO_SEARCH', 'The answer to the search holds no searchId that a ride could be asked for with.', {
      service: 'ride-hailing',
      call: 'searchRides',
    });
  if (product) return { searchId: found.searchId, product };
  const codes = (found.products ?? []).map(({ productCode }) => String(productCode)).join(', ');
  throw new BadInput('UNKNOWN_PRODUCT', `The search offers no product ${JSON.stringify(code)}.`, `It offers: ${codes || 'none'}.`);
}

interface Rider {
  readonly name: string;
  readonly phone: string;
}
async function riderOf(context: Context, { riderName }: Typed['options'], phone: string | undefined): Promise<Rider> {
  if (typeof riderName === 'string' && phone !== undefined) return { name: riderName, phone };
  const { data } = await (await context.client('user')).getCurrent();
  const known = (data.user ?? {}) as { name?: unknown; data?: { phone?: unknown } | null };
  const name = typeof riderName === 'string' ? riderName : typeof known.name === 'string' ? known.name : undefined;
  const number = phone ?? (typeof known.data?.phone === 'string' ? known.data.phone : undefined);
  if (name !== undefined && number !== undefined) return { name, phone: number };
  throw new BadInput(
    'NO_RIDER',
    'The name or the phone number of the rider is not known.',
    'Give them: --rider-name NAME --rider-phone +6590000001',
  );
}

/** A number that is not verified would be refused later, after the price was agreed to. */
async function refuseUnverified(context: Context, phone: string): Promise<void> {
  const { call, build } = await callOf('ride-hailing', 'checkPhone', await filled(context, 'ride-hailing', 'checkPhone', { phone }));
  const { exchangeCall } = await import('../../services/http/send.js');
  const reach = await context.reach();
  try {
    const { verified } = ((await exchangeCall(call, await build(reach), reach)).data ?? {}) as { verified?: unknown };
    if (verified === false)
      throw new Guarded(
        'PHONE_NOT_VERIFIED',
        `The phone number ${phone} is not verified; nothing was sent.`,
        `Verify it: tuk ride phone send ${phone}`,
      );
  } catch (error) {
    // A service that does not answer this read in words we know may take the request all the same.
    if (!(error instanceof Failure) || error instanceof Guarded || error.kind === 'sign-in') throw error;
  }
}

/** What leaves, for what, from where to where: before anybody agrees. */
function receipt(
  context: Context,
  [from, to]: [Stop, Stop],
  product: Product,
  rider: Rider,
  currency: string,
  provider: string | undefined,
): void {
  const lines = [
    ['Ride', `${String(product.name ?? product.productCode)}`],
    ['Costs', `${String(product.payAmount ?? product.fare ?? '–')} ${String(product.currency ?? '')}`],
    ['Paid with', provider === undefined ? currency : `${currency}, ${provider}`],
    ['From', `${from.name} (${from.latitude}, ${from.longitude})`],
    ['To', `${to.name} (${to.latitude}, ${to.longitude})`],
    ['Rider', `${rider.name}, ${rider.phone}`],
  ];
  context.say(context.embedded ? '◇ SANDBOX receipt: nothing here is real' : 'Receipt');
  for (const [label, text] of lines) context.say(`  ${label!.padEnd(12)} ${text}`);
}

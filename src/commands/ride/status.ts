// `tuk ride status`, `watch`, `wait`: a ride as it is, and as it goes on.

import type { Command } from '../../cli/command.js';
import type { Context } from '../../cli/context.js';
import { nextLine } from '../../cli/next-command.js';
import { ask, callOf } from '../../engine/call.js';
import { wordIn } from '../../engine/wait-command.js';
import { follow, followFlags, followNote, type OnScreen } from '../../engine/watch.js';
import { Ledger } from '../../money/ledger.js';
import { Failure } from '../../services/http/errors.js';
import type { Response } from '../../services/http/send.js';
import { asText, isScalar } from '../../services/json-value.js';
import type { Column } from '../../ui/format/column.js';
import { quoted } from '../../ui/format/command-line.js';
import { escapeControls } from '../../ui/format/visible.js';

const columns: readonly Column[] = [
  { path: 'status', as: { status: 'RideStatus' } },
  { path: 'statusMessage', heading: 'means', room: 'yields' },
  { path: 'requestedAt', heading: 'asked', as: 'time' },
  { path: 'fare', as: { amount: 'currency' }, section: 'Fare' },
  { path: 'driverInfo.name', heading: 'driver', section: 'Driver' },
  { path: 'driverInfo.carPlate', heading: 'plate', section: 'Driver' },
  { path: 'driverInfo.carModel', heading: 'car', section: 'Driver' },
  { path: 'driverInfo.carColor', heading: 'colour', section: 'Driver' },
  { path: 'driverInfo.profilePhotoUrl', heading: 'photo', section: 'Driver', room: 'yields' },
  { path: 'origin.name', heading: 'from', section: 'Trip' },
  { path: 'destination.name', heading: 'to', section: 'Trip' },
  { path: 'city', section: 'Trip' },
  { path: 'region', section: 'Trip', room: 'yields' },
  { path: 'productCode', heading: 'product', section: 'Trip' },
  { path: 'payCurrency', heading: 'paid in', section: 'Fare', room: 'yields' },
  { path: 'walletProviderId', heading: 'paid by', section: 'Fare', room: 'yields' },
  { path: 'id' },
];
interface Ride {
  readonly id?: unknown;
  readonly status?: unknown;
}
const rideOf = ({ data }: Response): Ride => (data ?? {}) as Ride;

/** A ride, or the one under way; nothing where the request was only to be shown. */
const askRide = (context: Context, id: string | undefined): Promise<Response | undefined> =>
  id === undefined ? ask(context, 'ride-hailing', 'getActiveRequest') : ask(context, 'ride-hailing', 'getRequest', { id });

const status: Command = {
  name: 'status',
  values: '[id]',
  summary: 'Show a ride, the one under way if none is named',
  description: `No call lists rides: --known shows the one under way and those that this machine asked for (tuk ops list).`,
  options: [{ flags: '--known', summary: 'the ride under way and those of the ledger of this machine' }],
  examples: ['tuk ride status --known', 'tuk ride status <id>'],
  uses: [
    'ride-hailing GET /v1/rides/request/active',
    'ride-hailing GET /v1/rides/request/{id}',
    'ride-hailing GET /v1/rides/request/{id}/pre-request',
  ],
  run: async ({ positionals: [id], options }, context) => {
    if (options.known) return showKnown(context);
    const reply = await askRide(context, id);
    if (!reply) return 0;
    await context.printReply(reply, { columns });
    const { status: word, id: own } = rideOf(reply);
    if (word === 'WAITPAY' && typeof own === 'string') await sayPaying(context, own);
    return 0;
  },
};

/** How a ride that waits to be paid is to be paid; where that cannot be read, what would tell. */
async function sayPaying(context: Context, id: string): Promise<void> {
  const { payingOf } = await import('./paying.js');
  const paying = await payingOf(context, id).catch((error: unknown) => {
    if (!(error instanceof Failure)) throw error;
  });
  const said = Object.entries(paying ?? {}).flatMap(([name, value]) => (isScalar(value) ? [`${name} ${asText(value)}`] : []));
  context.log(
    `  It waits to be paid: ${said.length > 0 ? escapeControls(said.join(', ')) : nextLine(context, `tuk api ride-hailing get-pre-request ${quoted(id)}`)}`,
  );
}

/** The rides that are known here: no call of the services lists them. */
export async function knownRides(context: Context): Promise<unknown[]> {
  const rides = new Map<string, unknown>();
  for (const id of [undefined, ...requested(context)]) {
    const found = await read(context, id);
    const { id: own } = (found ?? {}) as Ride;
    if (typeof own === 'string') rides.set(own, found);
  }
  return [...rides.values()];
}
async function showKnown(context: Context): Promise<number> {
  await context.print(JSON.stringify(await knownRides(context)), { columns, empty: 'No ride is known here.' });
  return 0;
}

/** The ids of the rides that this machine asked for, from the answers in its ledger. */
function requested({ paths, settings }: Context): string[] {
  const ledger = new Ledger(paths.ledger);
  try {
    const asked = ledger.list({ profile: settings.profile.value, call: 'requestRide' });
    return asked.flatMap(({ answer }) => /"(?:rideRequestId|id)"\s*:\s*"([0-9A-Za-z-]{1,64})"/.exec(answer ?? '')?.[1] ?? []);
  } finally {
    ledger.close();
  }
}

/** A ride as it is now; nothing for one that is not there. */
async function read(context: Context, id: string | undefined): Promise<unknown> {
  const { call, build } = await callOf(
    'ride-hailing',
    id === undefined ? 'getActiveRequest' : 'getRequest',
    id === undefined ? {} : { id },
  );
  const { sendRequest } = await import('../../services/http/send.js');
  const reach = await context.requestContext();
  try {
    return (await sendRequest(call, await build(reach), reach)).data;
  } catch (error) {
    if ((error as { kind?: string }).kind === 'not-found') return undefined;
    throw error;
  }
}

/** Asks for a ride again and again; each asking ends by itself, so that an outage is seen as one. */
export async function poll(context: Context, id: string): Promise<{ word: string | undefined; row: unknown }> {
  const { call, build } = await callOf('ride-hailing', 'getRequest', { id });
  const { sendRequest } = await import('../../services/http/send.js');
  const reach = await context.requestContext();
  const patient = { ...reach, timeout: reach.timeout || 30_000 };
  return seen(await sendRequest(call, await build(patient), patient), id);
}
const seen = ({ call, data }: Response, id: string): { word: string | undefined; row: unknown } => ({
  word: wordIn({ service: 'ride-hailing', call: call.name }, data, id),
  row: data,
});

/** The ride on the whole terminal, or in lines. */
async function onScreen(context: Context, id: string, given: OnScreen, form: 'screen' | 'lines') {
  const { headOf, stageOf } = await import('../app/on-screen.js');
  const show = form === 'screen' ? (await import('../../ui/watch-ride.js')).watchRide : (await import('../../ui/speak-ride.js')).speakRide;
  const { reveal = false } = context.flags;
  return show(stageOf(context), {
    ...given,
    id,
    reveal,
    head: await headOf(context),
    command: nextLine(context, `tuk ride watch ${quoted(id)}`),
    cancel: () => cancelled(context, id),
  });
}

/** Cancels a ride that the person has agreed to cancel; what a profile forbids is forbidden here, too. @returns what came of it. @throws {Failure} */
export async function cancelled(context: Context, id: string): Promise<string> {
  const { call, build } = await callOf('ride-hailing', 'cancelRequest', { id });
  const [{ sendRequest }, { confirm }] = await Promise.all([
    import('../../services/http/send.js'),
    import('../../cli/prompts/confirmation.js'),
  ]);
  await confirm(call, context.settings, context.world, { ...context.flags, yes: true, noInput: true }, () => {});
  const reach = await context.requestContext();
  const patient = { ...reach, timeout: reach.timeout || 30_000 };
  const reply = await sendRequest(call, await build(patient), patient).catch((error: unknown) => {
    // a line of a screen has room for the service's own words, and for no path
    if (!(error instanceof Failure) || error.where.said === undefined) throw error;
    throw new Failure(error.kind, error.code, context.redact.clean(`Not cancelled (${error.where.status}): ${error.where.said}`));
  });
  const { isFreeCancel } = (reply.data ?? {}) as Record<string, unknown>;
  return `Cancelled${isFreeCancel === true ? ', free of charge' : isFreeCancel === false ? ', for a fee' : ''}.`;
}

/** Asks, but for the first time: that was answered already. */
function answeredFirst(reply: Response, ask: (id: string) => ReturnType<typeof poll>): typeof ask {
  let first: Response | undefined = reply;
  return async (id) => {
    const known = first;
    first = undefined;
    return known ? seen(known, id) : ask(id);
  };
}

const watch: Command = {
  name: 'watch',
  values: '[id]',
  summary: 'Follow a ride to its end, the one under way if none is named',
  description: followNote,
  options: followFlags,
  examples: ['tuk ride watch <id>', 'tuk ride watch -o ndjson <id>'],
  uses: ['ride-hailing GET /v1/rides/request/active', 'ride-hailing GET /v1/rides/request/{id}'],
  run: async ({ positionals: [named], options }, context) => {
    const reply = await askRide(context, named);
    if (!reply) return 0;
    const id = named ?? String(rideOf(reply).id ?? '');
    return follow(context, options, {
      list: 'RideStatus',
      ids: [id],
      ask: answeredFirst(reply, (one) => poll(context, one)),
      onScreen: (given, form) => onScreen(context, id, given, form),
    });
  },
};

const hour = 3_600_000;
const wait: Command = {
  name: 'wait',
  values: '<id...>',
  summary: 'Wait until rides have ended, or are where you want them',
  description: `${followNote} Waits for an hour at most if --max-wait says nothing else; 0 waits for ever.`,
  options: followFlags,
  examples: ['tuk ride wait <id> --for status=FINISHED --max-wait 20m', 'tuk ride wait <id> <id> --fail-on NOT_MATCHED -o ndjson'],
  uses: ['ride-hailing GET /v1/rides/request/{id}'],
  run: async ({ positionals, options }, context) => {
    if (context.onlyShows) {
      await askRide(context, positionals[0]);
      return 0;
    }
    return follow(context, options, { list: 'RideStatus', ids: [...new Set(positionals)], ask: (one) => poll(context, one), atMost: hour });
  },
};

export const states: readonly Command[] = [status, watch, wait];

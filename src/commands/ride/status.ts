// `tuk ride status`, `watch` and `wait`: shows a ride, and follows it to its end.

import type { Command, CommandRunner } from '../../cli/command.js';
import type { Context } from '../../cli/context.js';
import { nextCommand } from '../../cli/next-command.js';
import { isDryRun } from '../../cli/settings.js';
import { repeatable } from '../../engine/read/repeatable.js';
import { callEndpoint, readEndpoint } from '../../engine/request/call.js';
import { pollContext } from '../../engine/request/patient-context.js';
import { requireRecord } from '../../engine/request/validate-response.js';
import { webFlag } from '../../engine/request/web-flag.js';
import { distanceText, driverPoint, driverPosition } from '../../engine/watch/driver-position.js';
import { madeIds } from '../../engine/watch/earlier.js';
import { openThing } from '../../engine/watch/run-wait.js';
import { StatusReader, type Subject, statusIn } from '../../engine/watch/status-reader.js';
import type { StatusRead } from '../../engine/watch/status-stream.js';
import { waitCommand } from '../../engine/watch/wait-command.js';
import { maxWaitOf, type WatchSpec, watchStatus } from '../../engine/watch/watch.js';
import { watchFlags, watchNote } from '../../engine/watch/watch-flags.js';
import type { WatchFeed } from '../../engine/watch/watch-on-screen.js';
import { meaningsOf } from '../../services/catalogue/status-meanings.js';
import { quoted } from '../../services/command-line.js';
import { BadInput, Failure, Refused } from '../../services/http/errors.js';
import type { Response } from '../../services/http/send.js';
import { asText, isNothing, isScalar, type Row } from '../../services/json-value.js';
import { spanOf } from '../../text/time.js';
import { escapeControls } from '../../text/visible.js';
import { kindOf } from '../../things/kind.js';
import { listColumns } from '../../things/list-columns.js';
import { awaitsPayment, ride } from '../../things/ride.js';
import { readPayment } from './ride-hailing.js';

/** The pause between two reads on a screen, milliseconds. */
const interval = 3000;
interface Ride {
  readonly id?: unknown;
  readonly status?: unknown;
  readonly statusMessage?: unknown;
}
const rideOf = ({ data }: Response): Ride => (data ?? {}) as Ride;
/** The call that reads a ride, by default the active one. */
const callOf = (id: string | undefined) => (id === undefined ? 'getActiveRequest' : 'getRequest');

/** Reads a ride, or the active one; undefined in a dry run. */
async function requestRide(context: Context, id: string | undefined) {
  try {
    const response = await callEndpoint(context, 'ride-hailing', callOf(id), id === undefined ? {} : { id });
    if (response) requireRecord(response);
    return response;
  } catch (error) {
    throw notFound(error, id, context);
  }
}

/** The failure of a read of a ride. A 404 has other possible reasons in its hint. */
export function notFound(error: unknown, id: string | undefined, context: Context): unknown {
  if (!(error instanceof Failure) || error.kind !== 'not-found') return error;
  const { where } = error;
  if (id === undefined || id === 'active')
    return new Refused(
      'not-found',
      'NO_RIDE',
      'No ride is under way.',
      'See the known ones: tuk ride status --known',
      where,
    );
  const find = nextCommand(context, `tuk find ${quoted(id)}`);
  return new Refused(
    'not-found',
    error.code,
    error.message,
    `A ride is shown only to the account that requested it, by its whole id; it may be another person's. Look it up: ${find}`,
    where,
    error,
  );
}

const status = repeatable({
  name: 'status',
  values: '[id]',
  summary: 'Show a ride; default: the active one',
  description: `No endpoint lists rides: --known shows the active one and those that this machine requested (tuk ops list).`,
  options: [
    { flags: '--known', effects: 'plain', summary: 'show the active ride and those in the ledger of this machine' },
    webFlag,
  ],
  webPages: ride.webPages,
  examples: ['tuk ride status --known', 'tuk ride status <id>', 'tuk ride status <id> --web'],
  uses: { 'ride-hailing': ['getActiveRequest', 'getRequest', 'getPreRequest'] },
  run: async ({ positionals: [id], options }, context) => {
    if (options.known) {
      if (isDryRun(context.flags))
        throw new BadInput('NO_DRY_RUN', '--known makes several reads, so it has no dry run.');
      await context.out.print(JSON.stringify(await knownRides(context)), {
        columns: listColumns(ride),
        empty: 'No ride is known here.',
      });
      return;
    }
    const response = await requestRide(context, id);
    if (!response) return;
    await context.out.printResponse(response, { columns: ride.fields });
    const { status: word, id: rideId, statusMessage } = rideOf(response);
    const meaning =
      isNothing(statusMessage) || statusMessage === '' ? meaningsOf.RideStatus?.[asText(word)] : undefined;
    if (meaning !== undefined) context.log(`  ${asText(word)}: ${meaning}.`);
    await logDriver(context, response);
    if (word === awaitsPayment && typeof rideId === 'string') await logPayment(context, rideId);
  },
});

/** Logs the distance from the driver to the next stop, and the age of the position. */
async function logDriver(context: Context, response: Response) {
  const point = driverPoint(response.data);
  if (!point) return;
  const now = context.world.clock.now() + context.http().clockOffset;
  const { to, at, isStated } = driverPosition(response.data as Row, asText(rideOf(response).status), {
    ...point,
    seenAt: now,
  });
  if (to)
    context.log(
      `  The driver is ${distanceText(to.metres)} from the ${to.stop}, as the crow flies${isStated ? `; the position is ${spanOf(now - at)} old` : ''}.`,
    );
}

/** Logs the payment of a ride; if its read fails, the command that reads it. */
async function logPayment(context: Context, id: string) {
  const payment = await readPayment(context, id).catch((error: unknown) => {
    if (!(error instanceof Failure)) throw error;
  });
  const details = Object.entries(payment ?? {}).flatMap(([name, value]) =>
    isScalar(value) ? [`${name} ${asText(value)}`] : [],
  );
  context.log(
    `  Waiting for payment: ${details.length > 0 ? escapeControls(details.join(', ')) : nextCommand(context, `tuk api ride-hailing get-pre-request ${quoted(id)}`)}`,
  );
}

/** The active ride and the rides of the ledger: no endpoint lists rides. */
export async function knownRides(context: Context): Promise<unknown[]> {
  const rides = new Map<string, unknown>();
  for (const id of [undefined, ...(await madeIds(kind.name, context))]) {
    const row = await readRide(context, id);
    if (typeof row?.id === 'string') rides.set(row.id, row);
  }
  return [...rides.values()];
}
/** Reads a ride, or the active one; undefined after a 404. */
async function readRide(context: Context, id: string | undefined): Promise<Ride | undefined> {
  try {
    const response = await readEndpoint(context, 'ride-hailing', callOf(id), { id });
    requireRecord(response);
    return rideOf(response);
  } catch (error) {
    if (!(error instanceof Failure) || error.kind !== 'not-found') throw error;
    if (id !== undefined) context.log(`  Left out: the service has no ride ${escapeControls(id)} of the ledger.`);
    return undefined;
  }
}

const kind = kindOf(ride);
const subjectOfId = (id: string): Subject => ({ name: id, kind, id });
const pollRide = (context: Context, id: string): Promise<StatusRead<unknown>> =>
  new StatusReader().read(subjectOfId(id), context);

/** Opens the application at the watch screen of a line, with the stream of the calling command. */
export type OpenWatch = (
  context: Context,
  runner: CommandRunner,
  watch: { readonly line: string; readonly feed: WatchFeed },
) => ReturnType<NonNullable<WatchSpec['onScreen']>>;

const watchRide = (openWatch: OpenWatch): Command => ({
  name: 'watch',
  values: '[id]',
  summary: 'Follow a ride to its end; default: the active one',
  description: watchNote,
  options: watchFlags,
  examples: ['tuk ride watch <id>', 'tuk ride watch -o ndjson <id>'],
  wait: {
    interval,
    open: async ({ positionals }) => openThing(subjectOfId(positionals.at(-1)!)),
  },
  uses: { 'ride-hailing': ['getActiveRequest', 'getRequest'] },
  run: async ({ positionals: [requestedId], options }, context, runner) => {
    const cancellation = context.cancellation.within(maxWaitOf(context) ?? Number.POSITIVE_INFINITY);
    let first: Response | undefined;
    if (requestedId === undefined || isDryRun(context.flags)) {
      first = await requestRide(pollContext(context, cancellation.timeLeft()), requestedId);
      if (!first) return 0;
    }
    const id = requestedId ?? String(rideOf(first!).id ?? '');
    return watchStatus(context, options, {
      statusList: ride.status.list,
      ids: [id],
      fetchStatus: async (_, poll) => {
        const response = first;
        first = undefined;
        return response ? statusIn(response.data as Row, kind.readings[0]!, subjectOfId(id)) : pollRide(poll, id);
      },
      maxWait: cancellation.timeLeft(),
      onScreen: runner && ((feed) => openWatch(context, runner, { line: `ride watch ${quoted(id)}`, feed })),
    });
  },
});

const wait = waitCommand({
  thing: ride,
  interval,
  name: 'wait',
  summary: 'Wait until rides have ended or reached a status',
  examples: [
    'tuk ride wait <id> --for status=FINISHED --max-wait 20m',
    'tuk ride wait <id> <id> --fail-on NOT_MATCHED -o ndjson',
  ],
});

/** The commands `status`, `watch` and `wait` of a ride. @param openWatch opens the screen of `watch` on a terminal */
export const states = (openWatch: OpenWatch): readonly Command[] => [status, watchRide(openWatch), wait];

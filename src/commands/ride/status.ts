// `tuk ride status`, `watch` and `wait`: shows a ride, and follows it to its end.

import type { Command } from '../../cli/command.js';
import type { Context } from '../../cli/context.js';
import { nextCommand } from '../../cli/next-command.js';
import { isDryRun } from '../../cli/settings.js';
import { pollContext } from '../../engine/read/poll-context.js';
import { callEndpoint } from '../../engine/request/call.js';
import { callOf } from '../../engine/request/catalogue-call.js';
import { watchFlags, watchNote } from '../../engine/request/shared-options.js';
import { requireRecord } from '../../engine/request/validate-response.js';
import { statusIn } from '../../engine/watch/run-wait.js';
import type { StatusRead } from '../../engine/watch/status-stream.js';
import { maxWaitOf, watchStatus } from '../../engine/watch/watch.js';
import { Ledger } from '../../money/ledger.js';
import { meaningsOf } from '../../services/catalogue/status-meanings.js';
import { quoted } from '../../services/command-line.js';
import { Failure, Refused } from '../../services/http/errors.js';
import type { Response } from '../../services/http/send.js';
import { asText, isNothing, isScalar, type Row } from '../../services/json-value.js';
import { paths } from '../../session/paths.js';
import { spanOf } from '../../text/time.js';
import { escapeControls } from '../../text/visible.js';
import { ride } from '../../things/ride.js';

interface Ride {
  readonly id?: unknown;
  readonly status?: unknown;
  readonly statusMessage?: unknown;
}
const rideOf = ({ data }: Response): Ride => (data ?? {}) as Ride;

/** Reads a ride, or the active one; undefined in a dry run. */
async function requestRide(context: Context, id: string | undefined): Promise<Response | undefined> {
  try {
    const response =
      id === undefined
        ? await callEndpoint(context, 'ride-hailing', 'getActiveRequest')
        : await callEndpoint(context, 'ride-hailing', 'getRequest', { id });
    if (response) requireRecord(response);
    return response;
  } catch (error) {
    throw notFound(error, id, context);
  }
}

/** The failure of a read of a ride; one that there is not says what else may be the reason. */
export function notFound(error: unknown, id: string | undefined, context: Context): unknown {
  if (!(error instanceof Failure) || error.kind !== 'not-found') return error;
  const { where } = error;
  if (id === undefined || id === 'active')
    return new Refused('not-found', 'NO_RIDE', 'No ride is under way.', 'See the known ones: tuk ride status --known', where);
  const find = nextCommand(context, `tuk find ${quoted(id)}`);
  return new Refused(
    'not-found',
    error.code,
    error.message,
    `A ride is shown to the account that requested it alone, by its whole id; it may be another person's. Look it up: ${find}`,
    where,
    error,
  );
}

const status: Command = {
  name: 'status',
  values: '[id]',
  summary: 'Show a ride; default: the active one',
  description: `No endpoint lists rides: --known shows the active one and those that this machine requested (tuk ops list).`,
  options: [{ flags: '--known', summary: 'show the active ride and those in the ledger of this machine' }],
  examples: ['tuk ride status --known', 'tuk ride status <id>'],
  uses: { 'ride-hailing': ['getActiveRequest', 'getRequest', 'getPreRequest'] },
  run: async ({ positionals: [id], options }, context) => {
    if (options.known) return showKnown(context);
    const response = await requestRide(context, id);
    if (!response) return 0;
    await context.out.printResponse(response, { columns: ride.fields });
    const { status: word, id: rideId, statusMessage } = rideOf(response);
    const meaning = isNothing(statusMessage) || statusMessage === '' ? meaningsOf.RideStatus?.[asText(word)] : undefined;
    if (meaning !== undefined) context.log(`  ${asText(word)}: ${meaning}.`);
    await logDriver(context, response);
    if (word === 'WAITPAY' && typeof rideId === 'string') await logPayment(context, rideId);
    return 0;
  },
};

/** Logs how far the driver is from the next stop, and how old that position is. */
async function logDriver(context: Context, response: Response): Promise<void> {
  const { driverPoint, driverPosition, distanceText } = await import('../../ui/state/driver-position.js');
  const point = driverPoint(response.data);
  if (!point) return;
  const now = context.world.clock.now() + context.http().clockOffset;
  const { to, at, isStated } = driverPosition(response.data as Row, asText(rideOf(response).status), { ...point, seenAt: now });
  if (to)
    context.log(
      `  The driver is ${distanceText(to.metres)} from the ${to.stop}, as the crow flies${isStated ? `; the position is ${spanOf(now - at)} old` : ''}.`,
    );
}

/** Logs how a ride is to be paid; where that cannot be read, the command that reads it. */
async function logPayment(context: Context, id: string): Promise<void> {
  const { readPayment } = await import('./payment.js');
  const payment = await readPayment(context, id).catch((error: unknown) => {
    if (!(error instanceof Failure)) throw error;
  });
  const details = Object.entries(payment ?? {}).flatMap(([name, value]) => (isScalar(value) ? [`${name} ${asText(value)}`] : []));
  context.log(
    `  Waiting for payment: ${details.length > 0 ? escapeControls(details.join(', ')) : nextCommand(context, `tuk api ride-hailing get-pre-request ${quoted(id)}`)}`,
  );
}

/** The active ride and those of the ledger, since no endpoint lists rides. */
export async function knownRides(context: Context): Promise<unknown[]> {
  const rides = new Map<string, unknown>();
  for (const id of [undefined, ...requestedRideIds(context)]) {
    const ride = await readRide(context, id);
    const { id: rideId } = (ride ?? {}) as Ride;
    if (typeof rideId === 'string') rides.set(rideId, ride);
  }
  return [...rides.values()];
}
async function showKnown(context: Context): Promise<number> {
  await context.out.print(JSON.stringify(await knownRides(context)), { columns: ride.fields, empty: 'No ride is known here.' });
  return 0;
}

/** The ids of the rides that this machine requested, from the responses in its ledger. */
function requestedRideIds(context: Context): string[] {
  const settings = context.settings();
  const ledger = new Ledger(paths(context.world).ledger);
  try {
    const operations = ledger.list({ profile: settings.profile.value, call: 'requestRide' });
    return operations.flatMap(({ answer }) => /"(?:rideRequestId|id)"\s*:\s*"([0-9A-Za-z-]{1,64})"/.exec(answer ?? '')?.[1] ?? []);
  } finally {
    ledger.close();
  }
}

/** Reads a ride; undefined where it does not exist. */
async function readRide(context: Context, id: string | undefined): Promise<unknown> {
  const { call, build } = await callOf(
    'ride-hailing',
    id === undefined ? 'getActiveRequest' : 'getRequest',
    id === undefined ? {} : { id },
  );
  const { sendRequest } = await import('../../services/http/send.js');
  const requestContext = await context.http().requestContext();
  try {
    const response = await sendRequest(call, await build(requestContext), requestContext);
    requireRecord(response);
    return response.data;
  } catch (error) {
    if ((error as { kind?: string }).kind === 'not-found') return undefined;
    throw error;
  }
}

/** Reads the state of a ride. @throws {Failure} */
export async function pollRide(context: Context, id: string): Promise<StatusRead<unknown>> {
  const { call, build } = await callOf('ride-hailing', 'getRequest', { id });
  const { sendRequest } = await import('../../services/http/send.js');
  const requestContext = await context.http().requestContext();
  return toState(await sendRequest(call, await build(requestContext), requestContext), id);
}
/** The state of a ride in a response; the driver's position is its progress. */
async function toState({ call, data }: Response, id: string): Promise<StatusRead<unknown>> {
  const { driverPoint } = await import('../../ui/state/driver-position.js');
  const position = driverPoint(data);
  return {
    status: statusIn({ service: 'ride-hailing', endpoint: call.name }, data, id),
    row: data,
    ...(position ? { progress: JSON.stringify(position) } : {}),
  };
}

/** Polls with a first response that is already there. */
function withFirstResponse(response: Response): FetchStatus {
  let first: Response | undefined = response;
  return async (id, poll) => {
    const known = first;
    first = undefined;
    return known ? toState(known, id) : pollRide(poll, id);
  };
}
type FetchStatus = (id: string, poll: Context) => ReturnType<typeof pollRide>;

const rideWait: Command['wait'] = {
  interval: 3000,
  open: async ({ positionals }) => ({
    statuses: () => ({ statusList: 'RideStatus' }),
    fetchStatus: (poll) => pollRide(poll, positionals.at(-1)!),
  }),
};

const watchRide: Command = {
  name: 'watch',
  values: '[id]',
  summary: 'Follow a ride to its end; default: the active one',
  description: watchNote,
  options: watchFlags,
  examples: ['tuk ride watch <id>', 'tuk ride watch -o ndjson <id>'],
  wait: rideWait,
  uses: { 'ride-hailing': ['getActiveRequest', 'getRequest'] },
  run: async ({ positionals: [requestedId], options }, context, runner) => {
    const cancellation = context.cancellation.within(maxWaitOf(context) ?? Number.POSITIVE_INFINITY);
    const watch = (id: string, fetchStatus: FetchStatus) =>
      watchStatus(context, options, {
        statusList: 'RideStatus',
        ids: [id],
        fetchStatus,
        maxWait: cancellation.timeLeft(),
        ...(runner && {
          onScreen: async (feed) =>
            (await import('../app/index.js')).openWatch(context, runner, { line: `ride watch ${quoted(id)}`, feed }),
        }),
      });
    if (requestedId !== undefined && !isDryRun(context.flags)) return watch(requestedId, (one, poll) => pollRide(poll, one));
    const response = await requestRide(pollContext(context, cancellation.timeLeft()), requestedId);
    if (!response) return 0;
    return watch(String(rideOf(response).id ?? ''), withFirstResponse(response));
  },
};

const hour = 3_600_000;
const wait: Command = {
  name: 'wait',
  values: '<id...>',
  summary: 'Wait until rides have ended or reached a status',
  description: `${watchNote} Waits for an hour at most unless --max-wait is given; 0 waits without limit.`,
  options: watchFlags,
  wait: rideWait,
  examples: ['tuk ride wait <id> --for status=FINISHED --max-wait 20m', 'tuk ride wait <id> <id> --fail-on NOT_MATCHED -o ndjson'],
  uses: { 'ride-hailing': ['getRequest'] },
  run: async ({ positionals, options }, context) => {
    if (isDryRun(context.flags)) {
      await requestRide(context, positionals[0]);
      return 0;
    }
    return watchStatus(context, options, {
      statusList: 'RideStatus',
      ids: [...new Set(positionals)],
      fetchStatus: (one, poll) => pollRide(poll, one),
      defaultMaxWait: hour,
    });
  },
};

export const states: readonly Command[] = [status, watchRide, wait];

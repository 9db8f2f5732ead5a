// `tuk ride status`: shows a ride.

import { type Command, type Context, responseResult, resultOf } from '../../cli/command/command.js';
import { leftOut } from '../../cli/command/notes.js';
import { readLedger } from '../../cli/command/read-ledger.js';
import { nextCommand } from '../../cli/settings/next-command.js';
import { isDryRun, plain } from '../../cli/settings/options.js';
import { repeatable } from '../../engine/read/repeatable.js';
import { callEndpoint, readFact } from '../../engine/request/call.js';
import { webFlag } from '../../engine/request/shared-options.js';
import { requireRecord } from '../../engine/request/validate-response.js';
import { distanceText, driverPoint, driverPosition } from '../../engine/watch/driver-position.js';
import { subjectOf } from '../../money/outcome/look-up.js';
import { meaningsOf } from '../../services/catalogue/status-meanings.js';
import { quoted } from '../../services/command-line.js';
import { bodyOf } from '../../services/decode/rows.js';
import { withDeclaredNames } from '../../services/decode/spelling.js';
import { BadInput, Failure, Refused } from '../../services/http/errors.js';
import type { Response } from '../../services/http/send.js';
import { asText, isNothing, isScalar, type Row } from '../../services/json-value.js';
import { spanOf } from '../../text/time.js';
import { listColumns } from '../../things/list-columns.js';
import { thingOfCall } from '../../things/operations.js';
import { awaitsPayment, ride } from '../../things/ride.js';
import { readPayment } from './location.js';

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
  if (id === undefined || id === 'active') return noRide(where);
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

/** Whether a response has no ride: null, also in an envelope. */
function isNone({ data, call }: Response): boolean {
  const body = bodyOf(data, undefined, call.map);
  return body.is === 'nothing' || (body.is === 'record' && Object.values(body.row).every(isNothing));
}
const noRide = (where: Failure['where'] = {}): Refused =>
  new Refused('not-found', 'NO_RIDE', 'No ride is in progress.', 'See the known ones: tuk ride status --known', where);

export const status: Command = repeatable({
  name: 'status',
  values: '[id]',
  summary: 'Show a ride; default: the active one',
  description:
    'No endpoint lists rides. Add --known for the active ride and those that this machine requested (tuk ops list).',
  options: [plain('--known', 'show the active ride and those in the ledger of this machine'), webFlag],
  webPages: ride.webPages,
  examples: ['tuk ride status --known', 'tuk ride status <id>', 'tuk ride status <id> --web'],
  uses: { 'ride-hailing': ['getActiveRequest', 'getRequest', 'getPreRequest'] },
  run: async ({ positionals: [id], options }, context) => {
    if (options.known) {
      if (isDryRun(context.flags))
        throw new BadInput('NO_DRY_RUN', '--known makes several reads, so it has no dry run.');
      const shown = {
        columns: listColumns(ride),
        empty: { says: 'No ride is known here.', of: { from: 'ledger' } as const },
      };
      return resultOf(JSON.stringify(await knownRides(context)), shown);
    }
    const response = await requestRide(context, id);
    if (!response) return;
    if (id === undefined && isNone(response)) throw noRide();
    const named = withDeclaredNames(response);
    const { status: word, id: rideId, statusMessage } = rideOf(named);
    const meaning =
      isNothing(statusMessage) || statusMessage === '' ? meaningsOf.RideStatus?.[asText(word)] : undefined;
    if (meaning !== undefined) context.note({ is: 'fact', text: `${asText(word)}: ${meaning}.` });
    noteDriver(context, named);
    if (word === awaitsPayment && isScalar(rideId)) await notePayment(context, asText(rideId));
    return responseResult(response, { columns: ride.fields }, context);
  },
});

/** Notes the distance from the driver to the next stop, and the age of the position. */
function noteDriver(context: Context, response: Response) {
  const point = driverPoint(response.data);
  if (!point) return;
  const now = context.world.clock.now() + context.http().clockOffset;
  const { to, at, isStated } = driverPosition(response.data as Row, asText(rideOf(response).status), {
    ...point,
    seenAt: now,
  });
  if (to)
    context.note({
      is: 'fact',
      text: `The driver is ${distanceText(to.metres)} from the ${to.stop}, as the crow flies${isStated ? `; the position is ${spanOf(now - at)} old` : ''}.`,
    });
}

/** Notes the payment of a ride; if its read fails, the command that reads it. */
async function notePayment(context: Context, id: string) {
  const payment = await readPayment(context, id).catch((error: unknown) => {
    if (!(error instanceof Failure)) throw error;
  });
  const details = Object.entries(payment ?? {}).flatMap(([name, value]) =>
    isScalar(value) ? [`${name} ${asText(value)}`] : [],
  );
  if (details.length > 0) context.note({ is: 'fact', text: `Waiting for payment: ${details.join(', ')}` });
  else {
    const line = nextCommand(context, `tuk api ride-hailing get-pre-request ${quoted(id)}`);
    context.note({ is: 'next', what: 'Waiting for payment', line });
  }
}

/** The active ride and the rides of the ledger: no endpoint lists rides. */
export async function knownRides(context: Context): Promise<unknown[]> {
  const rides = new Map<string, unknown>();
  for (const id of [undefined, ...(await madeIds(ride.watch.kind, context))]) {
    const row = await readRide(context, id);
    if (isScalar(row?.id)) rides.set(asText(row!.id), row);
  }
  return [...rides.values()];
}
/** Reads a ride, or the active one; undefined after a 404. */
async function readRide(context: Context, id: string | undefined): Promise<Ride | undefined> {
  try {
    const response = await readFact(context, 'ride-hailing', callOf(id), { id });
    requireRecord(response);
    return rideOf(response);
  } catch (error) {
    if (!(error instanceof Failure) || error.kind !== 'not-found') throw error;
    if (id !== undefined) context.note(leftOut(`Left out: the ride ${id} of the ledger`, error));
    return undefined;
  }
}

/** The ids of the things of a kind that the profile has made, by the responses in the ledger, the newest first. */
async function madeIds(kind: string, context: Context): Promise<readonly string[]> {
  const { profile, of } = context.settings();
  const ids = new Set<string>();
  await readLedger(context, async (ledger) => {
    const calls = (service: string, call: string) => thingOfCall(service, call)?.watch?.kind === kind;
    for await (const operation of ledger.newest({ profile: profile.value, calls })) {
      const id = await subjectOf(operation, of.names ?? {});
      if (id !== undefined) ids.add(id);
    }
  });
  return [...ids];
}

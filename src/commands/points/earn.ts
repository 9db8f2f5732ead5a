// `tuk points earn`: earn events with their phases, participations that an app records, claims of rewards.

import type { Arguments, Command, Context } from '../../cli/command/command.js';
import { leftOut } from '../../cli/command/notes.js';
import { plain } from '../../cli/settings/options.js';
import { changeCommand } from '../../engine/change/change-command.js';
import { listCommand, showCommand } from '../../engine/read/read-command.js';
import { withRows } from '../../engine/read/with-rows.js';
import { readEndpoint, readFact } from '../../engine/request/call.js';
import type { Params } from '../../engine/request/params.js';
import type { EndpointName } from '../../services/catalogue/endpoint-types.js';
import { Failure } from '../../services/http/errors.js';
import { asText, isNothing, isRecord, type Row } from '../../services/json-value.js';
import { parseLossless, stringifyLossless } from '../../services/lossless-number.js';
import { statedTime } from '../../text/time.js';
import { claim } from '../../things/claim.js';
import { earnEvent } from '../../things/earn-event.js';

// The common parts of calls by third-party apps: their timestamp.

/** The timestamp of calls between servers, as text. Its unit is not public (platform 1.5); tuk sends milliseconds. */
export const timestamp = ({ world }: Context) => ({ timestamp: String(world.clock.now()) });

// Logs that a reward was never claimed.

/** The message for a record without any value. */
export const unclaimed = 'Never claimed.';

/** Whether the output already prints the message for an empty record. */
const isShownEmpty = (status: Row, { world, out }: Context) =>
  world.stdout.isTTY === true && (out.options.format ?? 'table') === 'table' && Object.values(status).every(isNothing);

/** Returns the response unchanged; logs if its status is null. */
export function logUnclaimed(json: string, _: Arguments, context: Context): string {
  const status: unknown = JSON.parse(json);
  if (isRecord(status) && status.status === null && !isShownEmpty(status, context)) context.log(`  ${unclaimed}`);
  return json;
}

const appNote = 'For third-party apps, signed in as themselves.';
const appOption = plain('--app <app-id>', 'the app: tuk points apps list', { param: 'appId' });
const entryOptions = [
  { ...appOption, required: true },
  plain('--event <alias>', 'the alias of the event', { param: 'eventAlias', required: true }),
  plain('--identifier <id>', "the app's identifier of the user", { required: true }),
] as const;
const requestIdOption = plain('--request-id <id>', "the app's own id of the participation");
export const earn: readonly Command[] = [
  listCommand('user', {
    name: 'earn list',
    summary: 'List the earn events',
    description: `The phase of an event follows from its four times: soon, earn, earn and claim, wait, claim, over.
Add --app to see the events as one app sees them.`,
    options: [appOption],
    examples: ['tuk points earn list', 'tuk points earn list --app 1'],
    endpoints: [{ endpoint: 'listEarnEvents' }, { endpoint: 'listAppEarnEvents', requires: ['appId'] }],
    columns: earnEvent.fields,
    empty: ['No earn events.', 'See the apps: tuk points apps list'],
    toParams: (params, _, context) => (params.appId === undefined ? params : { ...params, ...timestamp(context) }),
    pages: true,
    transform: withPhases,
  }),
  showCommand('user', {
    name: 'earn show',
    values: '<id>',
    summary: 'Show one earn event, with your points and the payout of a claim',
    examples: ['tuk points earn show 1'],
    endpoint: 'getEarnEvent',
    alsoUses: { user: ['getMyParticipation', 'getClaimInformation'] },
    columns: earnEvent.fields,
    transform: withDetails,
  }),
  changeCommand('user', {
    name: 'earn participate',
    summary: "Record the participation of an app's user in an earn event, or cancel one",
    description: appNote,
    options: [
      ...entryOptions,
      plain('--key <key>', 'the type of point, one of the pointInfoArr of the event', { required: true }),
      plain('--value <amount>', 'the amount of points', { as: 'amount', required: true }),
      { ...requestIdOption, required: true },
      plain('--cancel', 'cancel the participation of this request id; needs no key and no value'),
    ],
    needs: [
      ['key', 'cancel'],
      ['value', 'cancel'],
    ],
    examples: [
      'tuk points earn participate --app <app-id> --event tada-mvp --identifier mina --key k0 --value 5 --request-id ride-4711 --yes',
      'tuk points earn participate --app <app-id> --event tada-mvp --identifier mina --request-id ride-4711 --cancel --yes',
    ],
    endpoints: [{ endpoint: 'addParticipation' }, { endpoint: 'cancelParticipation', requires: ['cancel'] }],
    prompts: { key: { when: isAdding }, value: { when: isAdding } },
    toParams: (params, _, context) => ({ ...params, ...timestamp(context) }),
    next: ({ appId, eventAlias, requestId }) =>
      `tuk points earn participations --app ${appId} --event ${eventAlias} --request-id ${requestId}`,
  }),
  listCommand('user', {
    name: 'earn participations',
    summary: "List the participations of an app's user in an earn event",
    description: `${appNote} --request-id finds one participation of any user.`,
    options: [
      ...entryOptions.slice(0, 2),
      plain('--identifier <id>', "the app's identifier of the user"),
      requestIdOption,
    ],
    needs: [['identifier', 'requestId']],
    examples: [
      'tuk points earn participations --app 1 --event tada-mvp --identifier mina -f isContainCanceled=true',
      'tuk points earn participations --app 1 --event tada-mvp --request-id 1',
    ],
    endpoints: [{ endpoint: 'listParticipations' }, { endpoint: 'findParticipation', requires: ['requestId'] }],
    key: ['id', 'key'],
    columns: [
      { path: 'createdAt', heading: 'when', as: 'time' },
      { path: 'status' },
      { path: 'value', as: 'amount' },
      { path: 'key' },
      { path: 'requestId', heading: 'request' },
      { path: 'description' },
      { path: 'id' },
    ],
    empty: ['No participations.', 'Include cancelled ones: -f isContainCanceled=true'],
    open: true,
    pages: true,
    toParams: participationParams,
  }),
  changeCommand('user', {
    name: 'earn claim',
    values: '<id>',
    summary: 'Claim the reward of an earn event to an address',
    options: [
      plain('--to <address>', "the recipient: an address on the event's network, or a contact", {
        as: 'recipient',
        param: 'address',
        required: true,
      }),
    ],
    examples: ['tuk points earn claim 1 --to 0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266 --new-recipient --yes'],
    endpoint: 'requestClaim',
    alsoUses: { user: ['getClaimInformation', 'listWalletsV2'], wallet: ['listTokens'] },
    money: 'to recipient',
    prompts: { id: { label: 'Earn event', hint: 'its id: tuk points earn list' } },
    about: [
      { endpoint: 'getEarnEvent', columns: [{ path: 'title', heading: 'Event' }, { path: 'network' }] },
      {
        endpoint: 'getClaimStatus',
        columns: [{ path: 'status', heading: 'Claimed so far', as: { status: 'EarnEventClaimStatus' } }],
      },
    ],
    readBack: async ({ id }, context) => (await readEndpoint(context, 'user', 'getClaimStatus', { id })).text,
    columns: claim.fields,
    next: ({ id }) => `tuk points earn status ${id}`,
  }),
  showCommand('user', {
    name: 'earn status',
    values: '<id>',
    summary: 'Show the status of your claim of an earn event',
    examples: ['tuk points earn status 1'],
    endpoint: 'getClaimStatus',
    columns: claim.fields,
    empty: [unclaimed, 'See the event: tuk points earn show'],
    transform: logUnclaimed,
  }),
];

function isAdding({ options }: Arguments) {
  return options.cancel !== true;
}

/** The parameters of the selected participation endpoint. @throws {BadInput} */
function participationParams(
  { requestId, identifier, ...params }: Params,
  { options }: Arguments,
  context: Context,
): Params {
  const common = { ...params, ...timestamp(context) };
  if (requestId !== undefined) return { ...common, requestId };
  const isTyped = [options.field ?? []].flat().some((field) => /^isContainCanceled=/.test(String(field)));
  return { ...common, identifier, isContainCanceled: isTyped ? undefined : 'false' };
}

async function withPhases(json: string, _: Arguments, { world }: Context) {
  return withRows(json, (rows) => rows.map((row) => ({ ...row, phase: phaseOf(row, world.clock.now()) })));
}

/** The phase of an event by its four times; undefined if one cannot be read. The service has no such field. */
function phaseOf(event: Row, now: number) {
  const times = ['eventStartAt', 'eventEndAt', 'claimStartAt', 'claimEndAt'].map(
    (name) => statedTime(asText(event[name])) ?? Number.NaN,
  );
  if (times.some(Number.isNaN)) return undefined;
  const [from, to, claimFrom, claimTo] = times as [number, number, number, number];
  const open = [from <= now && now < to && 'earn', claimFrom <= now && now < claimTo && 'claim'].filter(Boolean);
  if (open.length > 0) return open.join(' and ');
  return now < from ? 'soon' : now < claimFrom ? 'wait' : 'over';
}

/**
 * Adds the phase, the points of the user and the payout of a claim to an event. A failed read is left out.
 */
async function withDetails(json: string, { positionals: [id] }: Arguments, context: Context) {
  const event = parseLossless(json);
  if (!isRecord(event)) return json;
  const readOptional = async (call: EndpointName<'user'>) => {
    try {
      return parseLossless((await readFact(context, 'user', call, { id })).text);
    } catch (error) {
      if (!(error instanceof Failure) || (error.kind !== 'refused' && error.kind !== 'server')) throw error;
      context.note(leftOut('A part of the event cannot be read', error));
      return undefined;
    }
  };
  const [points, claim] = [await readOptional('getMyParticipation'), await readOptional('getClaimInformation')];
  return stringifyLossless({ ...event, phase: phaseOf(event, context.world.clock.now()), points, claim });
}

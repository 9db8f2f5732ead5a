// `tuk points earn`: earn events and their phases, what one has earned, the claim; what an app records of its users.

import type { Arguments, Command } from '../../cli/command.js';
import type { Context } from '../../cli/context.js';
import { changeCommand } from '../../engine/change-command.js';
import type { Params } from '../../engine/params.js';
import { readCommand, readOnce } from '../../engine/read-command.js';
import { BadInput, Failure } from '../../services/http/errors.js';
import { asText, isRecord, type Row } from '../../services/json-value.js';
import type { Column } from '../../ui/format/column.js';
import { listing } from '../../ui/format/columns.js';
import { ofTime } from '../../ui/format/time.js';
import { orNever } from './never.js';
import { needs, timestamp } from './partner.js';

const eventColumns: readonly Column[] = [
  { path: 'title' },
  { path: 'phase' },
  { path: 'app.name', heading: 'app' },
  { path: 'eventEndAt', heading: 'ends', as: 'time' },
  { path: 'claimStartAt', heading: 'claim from', as: 'time' },
  { path: 'claimEndAt', heading: 'claim until', as: 'time' },
  { path: 'currency' },
  { path: 'eventStartAt', heading: 'starts', as: 'time' },
  { path: 'claimType', heading: 'claim type' },
  { path: 'id' },
];
const ofApp = 'For third-party apps, signed in as themselves.';
const app = { flags: '--app <app-id>', summary: 'the app: tuk points apps list', to: 'appId' } as const;
const entry = [
  { ...app, needed: true },
  { flags: '--event <alias>', summary: 'the alias of the event', to: 'eventAlias', needed: true },
  { flags: '--identifier <id>', summary: 'what the app calls the user', needed: true },
] as const;
const requestId = { flags: '--request-id <id>', summary: "the app's own id of the entry" } as const;
export const earn: readonly Command[] = [
  readCommand({
    name: 'earn list',
    summary: 'List the earn events',
    description: `The phase is told from the four times: soon, earn, earn and claim, wait, claim, over. With --app the events of one app, as the app itself
sees them.`,
    options: [app],
    examples: [
      'tuk points earn list',
      'tuk points earn list --jq \'.[] | select(.phase == "claim") | .title\'',
      'tuk points earn list --app 1',
    ],
    service: 'user',
    endpoints: [{ call: 'listEarnEvents' }, { call: 'listAppEarnEvents', needs: ['appId'] }],
    uses: ['user POST /v1/earn-event/list', 'user GET /v1/third-party/{appId}/earn-event'],
    columns: eventColumns,
    empty: ['No earn events.', 'See the apps: tuk points apps list'],
    toParams: (given, _, context) => (given.appId === undefined ? given : { ...given, ...timestamp(context) }),
    pages: { number: 'page' },
    transform: withPhases,
  }),
  readCommand({
    name: 'earn show',
    values: '<id>',
    summary: 'Show one earn event, your points in it and what a claim would pay',
    examples: ['tuk points earn show 1', 'tuk points earn show 1 --jq .claim.isClaimable'],
    service: 'user',
    endpoints: [{ call: 'getEarnEvent' }],
    uses: [
      'user POST /v1/earn-event/{id}',
      'user POST /v1/earn-event/{id}/participation/current',
      'user POST /v1/earn-event/{id}/claim/information',
    ],
    columns: eventColumns,
    transform: inFull,
  }),
  changeCommand({
    name: 'earn participate',
    summary: "Record an entry of an app's user in an earn event, or cancel one",
    description: ofApp,
    options: [
      ...entry,
      { flags: '--key <key>', summary: 'the kind of point, one of the pointInfoArr of the event', needed: true },
      { flags: '--value <amount>', summary: 'how many points', as: 'amount', needed: true },
      { ...requestId, needed: true },
      { flags: '--cancel', summary: 'cancel the entry of this request id; takes no key and no value' },
    ],
    examples: [
      'tuk points earn participate --app <app-id> --event tada-mvp --identifier mina --key k0 --value 5 --request-id ride-4711 --yes',
      'tuk points earn participate --app <app-id> --event tada-mvp --identifier mina --request-id ride-4711 --cancel --yes',
    ],
    service: 'user',
    endpoints: [{ call: 'addParticipation' }, { call: 'cancelParticipation', needs: ['cancel'] }],
    uses: [
      'user POST /v1/third-party/{appId}/earn-event/{eventAlias}/participation',
      'user POST /v1/third-party/{appId}/earn-event/{eventAlias}/participation/cancel',
    ],
    asks: { key: { when: notCancelling }, value: { when: notCancelling } },
    toParams: (given, _, context) => ({ ...given, ...timestamp(context) }),
    next: ({ appId, eventAlias, requestId: of }) =>
      `tuk points earn participations --app ${appId} --event ${eventAlias} --request-id ${of}`,
  }),
  readCommand({
    name: 'earn participations',
    summary: "List the entries of an app's user in an earn event",
    description: `${ofApp} A request id finds one entry, whose ever it is.`,
    options: [
      ...entry.slice(0, 2),
      { flags: '--identifier <id>', summary: 'what the app calls the user' },
      { flags: '--with-cancelled', summary: 'those that were cancelled, too' },
      { flags: '--points', summary: 'the points that they come to instead' },
      requestId,
    ],
    examples: [
      'tuk points earn participations --app 1 --event tada-mvp --identifier mina --with-cancelled',
      'tuk points earn participations --app 1 --event tada-mvp --identifier mina --points',
      'tuk points earn participations --app 1 --event tada-mvp --request-id 1',
    ],
    service: 'user',
    endpoints: [
      { call: 'listParticipations' },
      { call: 'getParticipationPoints', needs: ['points'] },
      { call: 'findParticipation', needs: ['requestId'] },
    ],
    uses: [
      'user GET /v1/third-party/{appId}/earn-event/{eventAlias}/participation',
      'user GET /v1/third-party/{appId}/earn-event/{eventAlias}/participation/current-point',
      'user GET /v1/third-party/{appId}/earn-event/{eventAlias}/participation/filtered',
    ],
    columns: [
      { path: 'createdAt', heading: 'when', as: 'time' },
      { path: 'status' },
      { path: 'title' },
      { path: 'amount', as: 'amount' },
      { path: 'currency' },
      { path: 'value', as: 'amount' },
      { path: 'key' },
      { path: 'requestId', heading: 'request' },
      { path: 'description' },
      { path: 'id' },
    ],
    empty: ['No entries.', 'With those that were cancelled: --with-cancelled'],
    pages: { number: 'page' },
    toParams: entriesOf,
  }),
  changeCommand({
    name: 'earn claim',
    values: '<id>',
    summary: 'Claim the reward of an earn event to an address',
    options: [{ flags: '--to <address>', summary: "where it is paid, an address of the event's network", to: 'address', needed: true }],
    examples: ['tuk points earn claim 1 --to 0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266 --new-recipient --yes'],
    service: 'user',
    endpoints: [{ call: 'requestClaim' }],
    uses: [
      'user POST /v1/earn-event/{id}',
      'user POST /v1/earn-event/{id}/claim/information',
      'user POST /v1/earn-event/{id}/claim/status',
      'user POST /v1/earn-event/{id}/claim/request',
    ],
    money: 'to somebody',
    asks: { id: { ask: 'Earn event', hint: 'its id: tuk points earn list' } },
    about: [
      { call: 'getEarnEvent', lines: [{ path: 'title', heading: 'Event' }, { path: 'network' }] },
      {
        call: 'getClaimInformation',
        lines: [{ path: 'amount', as: 'amount' }, { path: 'fee', as: 'amount' }, { path: 'currency' }],
      },
      { call: 'getClaimStatus', lines: [{ path: 'status', heading: 'Claimed so far', as: { status: 'EarnEventClaimStatus' } }] },
    ],
    says: ([, information]) => {
      if (information?.isClaimable === false) throw notClaimable();
      return [];
    },
    shows: async ({ id }, context) => (await readOnce(context, 'user', 'getClaimStatus', { id })).text,
    columns: [{ path: 'status', as: { status: 'EarnEventClaimStatus' } }],
    next: ({ id }) => `tuk points earn status ${id}`,
  }),
  readCommand({
    name: 'earn status',
    values: '<id>',
    summary: 'Show how far your claim of an earn event is',
    examples: ['tuk points earn status 1', 'tuk points earn status 1 --jq .status'],
    service: 'user',
    endpoints: [{ call: 'getClaimStatus' }],
    uses: ['user POST /v1/earn-event/{id}/claim/status'],
    columns: [{ path: 'status', as: { status: 'EarnEventClaimStatus' } }],
    transform: orNever,
  }),
];

function notCancelling({ options: { cancel } }: Arguments): boolean {
  return cancel !== true;
}

/** What each way of looking at entries is asked with. @throws {BadInput} */
function entriesOf({ points, requestId: of, withCancelled, identifier, ...given }: Params, _: Arguments, context: Context): Params {
  if ([points, of, withCancelled].filter((one) => one !== undefined).length > 1)
    throw new BadInput('CONFLICT', 'Give one of --with-cancelled, --points and --request-id.');
  needs({ ...given, identifier }, of === undefined ? ['app', 'event', 'identifier'] : ['app', 'event'], {
    app: 'appId',
    event: 'eventAlias',
  });
  const asked = { ...given, ...timestamp(context) };
  if (of !== undefined) return { ...asked, requestId: of };
  if (points !== undefined) return { ...asked, identifier, points };
  return { ...asked, identifier, isContainCanceled: String(withCancelled === true) };
}

const notClaimable = (): Failure =>
  new Failure(
    'refused',
    'NOT_CLAIMABLE',
    'The service says that nothing can be claimed now; nothing was sent.',
    'Look: tuk points earn show',
  );

/** Every event with its phase, all else as it came. */
async function withPhases(json: string, _: Arguments, { world }: Context): Promise<string> {
  const { parseLossless, stringifyLossless } = await import('../../services/lossless-number.js');
  const answer = parseLossless(json);
  const list = listing(answer);
  if (!list) return json;
  const rows = list.elements.map((row) => (isRecord(row) ? { ...row, phase: phaseOf(row, world.clock.now()) } : row));
  return stringifyLossless(list.field === undefined ? rows : { ...(answer as Row), [list.field]: rows });
}

/** In which of its times an event is, in a word of ours; nothing where one of the four cannot be read. */
function phaseOf(event: Row, now: number): string | undefined {
  const [from = 0, to = 0, claimFrom = 0, claimTo = 0] = ['eventStartAt', 'eventEndAt', 'claimStartAt', 'claimEndAt'].map(
    (name) => ofTime(asText(event[name])) ?? Number.NaN,
  );
  if ([from, to, claimFrom, claimTo].some(Number.isNaN)) return undefined;
  const open = [...(from <= now && now < to ? ['earn'] : []), ...(claimFrom <= now && now < claimTo ? ['claim'] : [])];
  if (open.length > 0) return open.join(' and ');
  return now < from ? 'soon' : now < claimFrom ? 'wait' : 'over';
}

/** An event with its phase, the caller's points and what a claim would pay; what of these cannot be read is said and left out. */
async function inFull(json: string, { positionals: [id] }: Arguments, context: Context): Promise<string> {
  const { parseLossless, stringifyLossless } = await import('../../services/lossless-number.js');
  const event = parseLossless(json);
  if (!isRecord(event)) return json;
  const beside = async (call: string) => {
    try {
      return parseLossless((await readOnce(context, 'user', call, { id })).text);
    } catch (error) {
      if (!(error instanceof Failure) || (error.kind !== 'refused' && error.kind !== 'server')) throw error;
      context.log(`  Left out: ${error.message}`);
      return undefined;
    }
  };
  const [points, claim] = [await beside('getMyParticipation'), await beside('getClaimInformation')];
  return stringifyLossless({ ...event, phase: phaseOf(event, context.world.clock.now()), points, claim });
}

// `tuk points missions claim`: claims the rewards of several missions in turn, and prints a row for each.

import type { Arguments, Command } from '../../cli/command.js';
import type { Context } from '../../cli/context.js';
import { exitCode } from '../../cli/exit-codes.js';
import { confirmCall } from '../../cli/prompts/confirmation.js';
import { printReceipt } from '../../cli/prompts/receipt.js';
import { subjectOf } from '../../cli/prompts/subject.js';
import { isDryRun } from '../../cli/settings.js';
import { callEndpoint, callOf, readEndpoint, sendNow } from '../../engine/request/call.js';
import { endpointOptions, selectEndpoint } from '../../engine/request/endpoints.js';
import type { EndpointChoice } from '../../engine/request/spec-types.js';
import { BadInput, Failure } from '../../services/http/errors.js';
import { asText, isRecord, type Row } from '../../services/json-value.js';
import { listing } from '../../services/listing.js';
import { parseLossless, stringifyLossless } from '../../services/lossless-number.js';
import { saysNo } from '../../services/reported-failure.js';
import type { Column } from '../../text/column.js';

const endpoints: readonly EndpointChoice<'activity'>[] = [
  { endpoint: 'claimMission', version: 'v3' },
  { endpoint: 'claimMissionV2', version: 'v2', when: 'requested' },
];
/** The mission list of the same version: it marks the claimable missions. */
const listOfVersion = { claimMission: 'listMissions', claimMissionV2: 'listMissionsV2' } as const;
type ClaimEndpoint = keyof typeof listOfVersion;
const columns: readonly Column[] = [
  { path: 'outcome' },
  { path: 'name' },
  { path: 'missionPointTransactions.amount', heading: 'points', as: 'amount' },
  { path: 'balanceTransactions.amount', heading: 'amount', as: 'amount' },
  { path: 'balanceTransactions.currencyId', heading: 'currency' },
  { path: 'message' },
  { path: 'id' },
];

export const claim: Command = {
  name: 'missions claim',
  values: '[id...]',
  summary: 'Claim the rewards of missions',
  description: `Prints the outcome of each mission. Skips a mission that the list marks as not claimable; exits with 3 if one is refused. Any other
failure stops it.`,
  options: [
    { flags: '--every', effects: 'plain', summary: 'claim every claimable mission' },
    ...endpointOptions(endpoints),
  ],
  examples: ['tuk points missions claim --every --yes', 'tuk points missions claim <id> <id> --yes'],
  uses: { activity: ['listMissions', 'claimMission', 'claimMissionV2'] },
  run: async (args, context) => {
    const { positionals, options } = args;
    if (positionals.length > 0 === (options.every === true))
      throw new BadInput(
        'MISSING_OPTION',
        'Name the missions to claim, or give --every; nothing was sent.',
        'See them: tuk points missions list',
      );
    const [{ endpoint }] = await selectEndpoint(endpoints, {}, options, context);
    const call = endpoint as ClaimEndpoint;
    if (isDryRun(context.flags)) return dryRun(call, positionals, context);
    const missions = await readMissions(call, args, context);
    if (missions.length === 0) {
      await context.out.print('[]', { empty: 'No claimable missions. See all: tuk points missions list' });
      return 0;
    }
    await confirmClaims(call, missions, context);
    return claimAll(call, missions, context);
  },
};

async function dryRun(call: ClaimEndpoint, ids: readonly string[], context: Context) {
  if (ids.length === 0) await callEndpoint(context, 'activity', listOfVersion[call]);
  for (const id of ids) await callEndpoint(context, 'activity', call, { id });
  return 0;
}

/** The missions to claim, as rows of the list. A mission outside the list is still requested. */
async function readMissions(call: ClaimEndpoint, { positionals }: Arguments, context: Context) {
  const { text } = await readEndpoint(context, 'activity', listOfVersion[call]);
  const rows = listing(parseLossless(text))?.rows ?? [];
  if (positionals.length === 0) return rows.filter(({ claimable, id }) => claimable === true && typeof id === 'string');
  return [...new Set(positionals)].map(
    (typed) => rows.find(({ id, slug }) => id === typed || slug === typed) ?? { id: typed },
  );
}

async function confirmClaims(call: ClaimEndpoint, missions: readonly Row[], context: Context) {
  const describe = ({ id, name, rewardDescription }: Row) =>
    [asText(name ?? id), asText(rewardDescription)].filter(Boolean).join(': ');
  const lines = missions.map((mission) => ['Mission', describe(mission)] as const);
  await printReceipt(context, claim.summary, lines);
  const { call: claimCall } = await callOf('activity', call);
  await confirmCall(context, claimCall, subjectOf(lines, ['Missions', String(missions.length)]));
}

async function claimAll(call: ClaimEndpoint, missions: readonly Row[], context: Context) {
  const rows: Row[] = [];
  try {
    for (const mission of missions) rows.push(await claimMission(call, mission, context));
  } finally {
    // a failure does not hide the earlier claims
    if (rows.length > 0) await context.out.print(stringifyLossless(rows), { columns });
  }
  const unclaimed = rows.filter(({ outcome }) => outcome !== 'claimed').length;
  if (unclaimed === 0) return 0;
  context.log(`✗ ${unclaimed} of ${rows.length} ${rows.length === 1 ? 'mission was' : 'missions were'} not claimed.`);
  return exitCode('refused');
}

/** Claims one mission. @returns its outcome. @throws {Failure} for anything but a refusal */
async function claimMission(name: ClaimEndpoint, mission: Row, context: Context) {
  const fields = mission.name === undefined ? { id: mission.id } : { id: mission.id, name: mission.name };
  if (saysNo(mission.claimable))
    return { ...fields, outcome: 'not claimable', message: 'The list marks it as not claimable.' };
  try {
    const { text } = await sendNow(context, 'activity', name, { id: asText(mission.id) });
    const response = text === '' ? {} : parseLossless(text);
    const outcome = { ...fields, outcome: 'claimed' };
    return { ...outcome, ...(isRecord(response) ? response : { answer: response }), ...outcome };
  } catch (error) {
    if (!(error instanceof Failure) || (error.kind !== 'refused' && error.kind !== 'not-found')) throw error;
    return { ...fields, outcome: 'refused', message: error.where.said ?? error.message };
  }
}

// `tuk points`: balance, missions, ranks, referrals, earn events, third-party apps, games.

import {
  type Arguments,
  type Command,
  type Context,
  type Group,
  type Result,
  resultOf,
} from '../../cli/command/command.js';
import { confirmCall, subjectOf } from '../../cli/prompts/confirmation.js';
import { printReceipt } from '../../cli/prompts/receipt.js';
import { exitCode } from '../../cli/settings/exit-codes.js';
import { nextCommand } from '../../cli/settings/next-command.js';
import { isDryRun, plain } from '../../cli/settings/options.js';
import { changeCommand } from '../../engine/change/change-command.js';
import { listCommand, showCommand } from '../../engine/read/read-command.js';
import { rowsInText } from '../../engine/read/with-rows.js';
import { callEndpoint, callOf, readEndpoint, sendNow } from '../../engine/request/call.js';
import type { EndpointChoices } from '../../engine/request/spec-types.js';
import { listRows } from '../../engine/request/validate-response.js';
import { MissionType } from '../../services/catalogue/words.js';
import { saysNo } from '../../services/decode/outcome.js';
import { BadInput, cited, Failure } from '../../services/http/errors.js';
import { asText, isRecord, isScalar, type Row } from '../../services/json-value.js';
import { parseLossless, stringifyLossless } from '../../services/lossless-number.js';
import type { Column } from '../../text/column.js';
import { rankingClaim } from '../../things/claim.js';
import { listColumns } from '../../things/list-columns.js';
import { activityLines, mission, missionGroup } from '../../things/mission.js';
import { invitee, referral as referralCode } from '../../things/user.js';
import { apps } from './apps.js';
import { balance } from './balance.js';
import { earn, logUnclaimed, unclaimed } from './earn.js';

import { games } from './games.js';

// `tuk points missions`: lists missions and their groups.
// `tuk points missions claim`: claims the rewards of several missions in turn, and prints a row for each.

const columns: readonly Column[] = [
  { path: 'outcome' },
  { path: 'name' },
  { path: 'missionPointTransactions.amount', heading: 'points', as: 'amount' },
  { path: 'balanceTransactions.amount', heading: 'amount', as: 'amount' },
  { path: 'balanceTransactions.currencyId', heading: 'currency' },
  { path: 'message' },
  { path: 'id' },
];

const claim: Command = {
  name: 'missions claim',
  values: '[id...]',
  summary: 'Claim the rewards of missions',
  description: `Prints the outcome of each mission. It skips a mission that the list marks as not claimable.
If one is skipped or refused, the others are still claimed (exit 3). Any other failure stops the command.`,
  options: [plain('--every', 'claim every claimable mission')],
  needs: [['id', 'every']],
  examples: ['tuk points missions claim --every --yes', 'tuk points missions claim <id> <id> --yes'],
  uses: { activity: ['listMissions', 'claimMission'] },
  run: async (args, context) => {
    const { positionals, options } = args;
    if (positionals.length > 0 && options.every === true)
      throw new BadInput('CONFLICT', 'Name the missions to claim, or give --every.');
    if (isDryRun(context.flags)) return dryRun(positionals, context);
    const missions = await readMissions(args, context);
    if (missions.length === 0)
      return resultOf('[]', { empty: { says: 'No claimable missions. See all: tuk points missions list', of: {} } });
    await confirmClaims(missions, context);
    return claimAll(missions, context);
  },
};

async function dryRun(ids: readonly string[], context: Context) {
  if (ids.length === 0) await callEndpoint(context, 'activity', 'listMissions');
  for (const id of ids) await callEndpoint(context, 'activity', 'claimMission', { id });
  return 0;
}

/** The missions to claim, as rows of the list. A mission outside the list is still requested. */
async function readMissions({ positionals }: Arguments, context: Context) {
  const response = await readEndpoint(context, 'activity', 'listMissions');
  const rows = listRows(response);
  if (positionals.length === 0) return rows.filter(({ claimable, id }) => claimable === true && isScalar(id));
  return [...new Set(positionals)].map(
    (typed) => rows.find(({ id, slug }) => asText(id) === typed || slug === typed) ?? { id: typed },
  );
}

async function confirmClaims(missions: readonly Row[], context: Context) {
  const describe = ({ id, name, rewardDescription }: Row) =>
    [asText(name ?? id), asText(rewardDescription)].filter(Boolean).join(': ');
  const lines = missions.map((mission) => ['Mission', describe(mission)] as const);
  await printReceipt(context, claim.summary, lines);
  const { call: claimCall } = await callOf('activity', 'claimMission');
  await confirmCall(context, claimCall, subjectOf(lines, ['Missions', String(missions.length)]));
}

async function claimAll(missions: readonly Row[], context: Context): Promise<Result> {
  const rows: Row[] = [];
  const failures: Failure[] = []; // a failure does not hide the earlier claims
  try {
    for (const mission of missions) rows.push(await claimMission(mission, context));
  } catch (error) {
    if (!(error instanceof Failure) || rows.length === 0) throw error;
    failures.push(error);
  }
  const unclaimed = rows.filter(({ outcome }) => outcome !== 'claimed').length;
  if (unclaimed > 0) {
    const were = rows.length === 1 ? 'mission was' : 'missions were';
    context.note({ is: 'failed', text: `${unclaimed} of ${rows.length} ${were} not claimed.` });
  }
  const exit = unclaimed === 0 ? 0 : exitCode('refused');
  return resultOf(stringifyLossless(rows), { columns }, { failures, exit });
}

/** Claims one mission. @returns its outcome. @throws {Failure} for anything but a refusal */
async function claimMission(mission: Row, context: Context) {
  const fields = mission.name === undefined ? { id: mission.id } : { id: mission.id, name: mission.name };
  if (saysNo(mission.claimable))
    return { ...fields, outcome: 'not claimable', message: 'The list marks it as not claimable.' };
  try {
    const { text } = await sendNow(context, 'activity', 'claimMission', { id: asText(mission.id) });
    const response = text === '' ? {} : parseLossless(text);
    const outcome = { ...fields, outcome: 'claimed' };
    return { ...outcome, ...(isRecord(response) ? response : { answer: response }), ...outcome };
  } catch (error) {
    if (!(error instanceof Failure) || (error.kind !== 'refused' && error.kind !== 'not-found')) throw error;
    return { ...fields, outcome: 'refused', message: error.where.said ?? error.message };
  }
}

const empty = ['No missions.', 'See all of them: tuk points missions list'] as const;
const listEndpoints: EndpointChoices<'activity'> = [
  { endpoint: 'listMissions' },
  { endpoint: 'listMissionsV2', when: 'unknown' },
  { endpoint: 'listPublicMissions', when: 'signed-out' },
];

const missions: readonly Command[] = [
  listCommand('activity', {
    name: 'missions list',
    summary: 'List the missions',
    description:
      'Add -f missionGroupId=GROUP to see one group. Add -f excludeAutoClaimable=true to leave out rewards that are paid without a claim.',
    open: true,
    options: [plain('--type <type>', 'filter by type', { words: MissionType, filterPath: 'type' })],
    examples: ['tuk points missions list', 'tuk points missions list -f missionGroupId=daily --match frequency=DAILY'],
    endpoints: listEndpoints,
    columns: listColumns(mission),
    empty,
  }),
  listCommand('activity', {
    name: 'missions groups',
    values: '[alias]',
    summary: 'List the mission groups, or show one',
    examples: ['tuk points missions groups', 'tuk points missions groups daily'],
    endpoints: [
      { endpoint: 'listMissionGroups' },
      { endpoint: 'listMissionGroupsV2', when: 'unknown' },
      { endpoint: 'listPublicMissionGroups', when: 'signed-out' },
      { endpoint: 'getMissionGroup', requires: ['alias'] },
      { endpoint: 'getMissionGroupV2', requires: ['alias'], when: 'unknown' },
      { endpoint: 'getPublicMissionGroup', requires: ['alias'], when: 'signed-out' },
    ],
    columns: missionGroup.fields,
    empty: ['No groups of missions.', 'See the missions: tuk points missions list'],
  }),
  showCommand('activity', {
    name: 'missions show',
    values: '<id>',
    summary: 'Show one mission, by its id or its slug',
    description: 'No endpoint reads one mission: it is taken from the list.',
    examples: ['tuk points missions show first-ride'],
    endpoints: listEndpoints,
    columns: mission.fields,
    toParams: () => ({}),
    transform: pickMission,
  }),
  claim,
];

/** Picks the requested mission from the list. @throws {Failure} NO_MISSION */
function pickMission(json: string, { positionals: [missionId = ''] }: Arguments, context: Context) {
  const mission = rowsInText(json).find(({ id, slug }) => asText(id) === missionId || slug === missionId);
  if (mission) {
    const line = mission.claimable === true ? `points missions claim ${missionId}` : lineOf(mission, missionId);
    if (line !== undefined) context.note({ is: 'next', line: nextCommand(context, `tuk ${line}`) });
    return stringifyLossless(mission);
  }
  throw new Failure(
    'not-found',
    'NO_MISSION',
    `There is no mission ${cited(missionId)} in the list.`,
    'See them: tuk points missions list',
  );
}

/** The line that moves an open mission on; undefined if its activity is not known. */
function lineOf({ accomplishable, activityTypes, type }: Row, slug: string): string | undefined {
  if (accomplishable === true && type === 'REFEREE_ACTIVITY') return activityLines.invite_friend; // a friend does it
  const types: readonly unknown[] = accomplishable === true && Array.isArray(activityTypes) ? activityTypes : [];
  const known = types.map(asText).find((type) => Object.hasOwn(activityLines, type));
  return known && activityLines[known]!.replace('<slug>', slug);
}

// `tuk points rank`: the user's rank, the leader board, and the claim of the reward.

const values = '<mission-group-id>';

const rank: readonly Command[] = [
  showCommand('activity', {
    name: 'rank show',
    values,
    summary: 'Show your rank in a ranking, or the status of your claim of its reward',
    options: [plain('--claim', 'the status of the claim')],
    examples: ['tuk points rank show season-ranking --jq .rank', 'tuk points rank show season-ranking --claim'],
    endpoints: [{ endpoint: 'getRank' }, { endpoint: 'getRankingClaim', requires: ['claim'] }],
    columns: [
      { path: 'rank' },
      { path: 'score', assumed: true },
      { path: 'accomplishmentStatus', heading: 'claim', assumed: true },
      ...rankingClaim.fields,
    ],
    empty: [unclaimed, 'See the leaders: tuk points rank board'],
    transform: (json, args, context) => (args.options.claim === true ? logUnclaimed(json, args, context) : json),
  }),
  listCommand('activity', {
    name: 'rank board',
    values,
    summary: 'List the leaders of a ranking',
    examples: ['tuk points rank board season-ranking'],
    endpoint: 'listRankingLeaders',
    columns: [{ path: 'rank' }, { path: 'name' }, { path: 'score', as: 'amount' }, { path: 'userId', heading: 'user' }],
    id: 'userId',
    empty: ['The board is empty.', 'See the rankings: tuk points missions groups'],
  }),
  changeCommand('activity', {
    name: 'rank claim',
    values,
    summary: 'Claim the reward of a ranking',
    description: 'The reward is paid on a chain, once. The fields of the body are not public; give them with -f.',
    examples: [
      'tuk points rank claim season-ranking -f network=TON_TEST -f address=EQCD39VS5jcptHL8vMjEXrzGaRcCVYto7HUn4bpAOg8xqB2N --new-recipient --yes',
    ],
    endpoint: 'claimRanking',
    open: true,
    alsoUses: { user: ['listWalletsV2'], wallet: ['listTokens'] },
    money: 'to recipient',
    about: [
      {
        endpoint: 'getRankingClaim',
        paramsFrom: { missionGroupId: 'missionGroupId' },
        columns: [{ path: 'status', heading: 'Claimed so far', as: { status: 'RankingAccomplishmentStatus' } }],
      },
    ],
    columns: [{ path: 'result', as: { status: 'RankingClaimResult' } }],
    next: ({ missionGroupId }) => `tuk points rank show ${missionGroupId} --claim`,
  }),
];

// `tuk points referral`: the user's referral code, the inviter's code, and the invitees.

const referral: readonly Command[] = [
  showCommand('activity', {
    name: 'referral code',
    summary: 'Show your referral code',
    examples: ['tuk points referral code'],
    endpoint: 'getReferralCode',
    columns: referralCode.fields,
  }),
  changeCommand('activity', {
    name: 'referral register',
    values: '<code>',
    summary: 'Register the referral code of your inviter',
    examples: ['tuk points referral register KENJI --yes'],
    endpoint: 'registerReferralCode',
    open: true,
  }),
  listCommand('user', {
    name: 'referral invitees',
    summary: 'List your invitees',
    examples: ['tuk points referral invitees'],
    endpoint: 'listInvitees',
    columns: invitee.fields,
    empty: ['No invitees yet.', 'Share your code: tuk points referral code'],
  }),
];

export const group: Group = {
  commands: [...balance, ...missions, ...rank, ...referral, ...earn, ...apps, ...games],
};

// `tuk points missions`: what there is to do, in which groups, one of them; an activity reported, what follows a mission.

import type { Arguments, Command } from '../../cli/command.js';
import { changeCommand } from '../../engine/change-command.js';
import type { EndpointChoice } from '../../engine/endpoints.js';
import { readCommand } from '../../engine/read-command.js';
import { MissionFrequency, MissionReward, MissionType } from '../../services/catalogue/words.js';
import { Failure } from '../../services/http/errors.js';
import type { Column } from '../../ui/format/column.js';
import { listing } from '../../ui/format/columns.js';
import { claim } from './claim.js';

/** What a list of missions shows; the games have theirs, too. */
export const missionColumns: readonly Column[] = [
  { path: 'name' },
  { path: 'claimable', heading: 'claim' },
  { path: 'accomplishProgress', heading: 'progress' },
  { path: 'rewardDescription', heading: 'reward' },
  { path: 'accomplishable', heading: 'open' },
  { path: 'userClaimedCount', heading: 'claimed' },
  { path: 'frequency' },
  { path: 'id' },
];
const empty = ['No missions.', 'See all of them: tuk points missions list'] as const;
const lists: readonly [EndpointChoice, ...EndpointChoice[]] = [
  { call: 'listMissions', version: 'v3' },
  { call: 'listMissionsV2', version: 'v2', when: 'unknown' },
  { call: 'listPublicMissions', version: 'v2', when: 'signed-out' },
];
const beneathLists = ['activity GET /v3/missions', 'activity GET /v2/missions', 'activity GET /v2/public/missions'];
const signedOut = { flags: '--public', summary: 'what is shown to who is not signed in' } as const;

export const missions: readonly Command[] = [
  readCommand({
    name: 'missions list',
    summary: 'List the missions',
    description: 'What is asked with --frequency, --reward and --type works on the answer: no field of the request is known to take it.',
    options: [
      signedOut,
      { flags: '--mission-group-id <id>', summary: 'only those of a group' },
      { flags: '--exclude-auto-claimable', summary: 'without those whose reward comes by itself' },
      { flags: '--frequency <frequency>', summary: 'only those of a frequency', words: MissionFrequency, rows: 'frequency' },
      { flags: '--reward <reward>', summary: 'only those with a kind of reward', words: MissionReward, rows: 'rewardType' },
      { flags: '--type <type>', summary: 'only those of a type', words: MissionType, rows: 'type' },
    ],
    examples: [
      'tuk points missions list',
      'tuk points missions list --mission-group-id daily --exclude-auto-claimable',
      "tuk points missions list --frequency DAILY --reward MISSION_POINT --jq '.[] | select(.claimable) | .name'",
    ],
    service: 'activity',
    endpoints: lists,
    uses: beneathLists,
    columns: missionColumns,
    toParams: ({ excludeAutoClaimable, ...given }) => ({ ...given, ...(excludeAutoClaimable ? { excludeAutoClaimable: 'true' } : {}) }),
    empty,
  }),
  readCommand({
    name: 'missions groups',
    values: '[alias]',
    summary: 'List the groups of missions, or show one',
    options: [signedOut],
    examples: ['tuk points missions groups', 'tuk points missions groups daily', 'tuk points missions groups --public -o csv'],
    service: 'activity',
    endpoints: [
      { call: 'listMissionGroups', version: 'v3' },
      { call: 'listMissionGroupsV2', version: 'v2', when: 'unknown' },
      { call: 'listPublicMissionGroups', version: 'v2', when: 'signed-out' },
      { call: 'getMissionGroup', version: 'v3', needs: ['alias'] },
      { call: 'getMissionGroupV2', version: 'v2', needs: ['alias'], when: 'unknown' },
      { call: 'getPublicMissionGroup', version: 'v2', needs: ['alias'], when: 'signed-out' },
    ],
    uses: [
      'activity GET /v3/missions/groups',
      'activity GET /v3/missions/groups/{alias}',
      'activity GET /v2/missions/groups',
      'activity GET /v2/missions/groups/{alias}',
      'activity GET /v2/public/missions/groups',
      'activity GET /v2/public/missions/groups/{alias}',
    ],
    columns: [
      { path: 'title' },
      { path: 'alias' },
      { path: 'missionCount', heading: 'missions' },
      { path: 'userClaimedCount', heading: 'claimed' },
      { path: 'ranking' },
      { path: 'endsAt', heading: 'ends', as: 'time' },
      { path: 'id' },
    ],
    empty: ['No groups of missions.', 'See the missions: tuk points missions list'],
  }),
  readCommand({
    name: 'missions show',
    values: '<id>',
    summary: 'Show one mission, by its id or its slug',
    description: 'No call reads one mission: it is picked from the list.',
    examples: ['tuk points missions show first-ride', 'tuk points missions show first-ride --jq .accomplishProgress'],
    service: 'activity',
    endpoints: lists,
    uses: beneathLists,
    columns: missionColumns,
    toParams: () => ({}),
    transform: picked,
  }),
  claim,
  changeCommand({
    name: 'missions after-action',
    values: '<id>',
    summary: 'Run what follows a mission',
    examples: ['tuk points missions after-action first-ride --yes'],
    service: 'activity',
    endpoints: [
      { call: 'runAfterAction', version: 'v3' },
      { call: 'runAfterActionV2', version: 'v2', when: 'asked' },
    ],
    uses: ['activity POST /v3/missions/{id}/after-action', 'activity POST /v2/missions/{id}/after-action'],
    open: true,
  }),
  changeCommand({
    name: 'missions activity',
    values: '<type>',
    summary: 'Report an activity, a word of the activityTypes of a mission',
    examples: ['tuk points missions activity open_telegram_miniapp --yes'],
    service: 'activity',
    endpoints: [
      { call: 'reportActivity', version: 'v3' },
      { call: 'reportActivityV2', version: 'v2', when: 'asked' },
    ],
    uses: ['activity POST /v3/activities/{typeId}', 'activity POST /v2/activities/{typeId}'],
    asks: { type: { ask: 'Activity', hint: 'like open_telegram_miniapp' } },
    toParams: ({ type, ...given }) => ({ ...given, typeId: type }),
    next: () => 'tuk points missions claim --all-claimable',
  }),
];

/** The mission that is asked for, its digits kept. @throws {Failure} where the list does not have it */
async function picked(json: string, { positionals: [wanted = ''] }: Arguments): Promise<string> {
  const { parseLossless, stringifyLossless } = await import('../../services/lossless-number.js');
  const found = listing(parseLossless(json))?.rows.find(({ id, slug }) => id === wanted || slug === wanted);
  if (found) return stringifyLossless(found);
  throw new Failure(
    'not-found',
    'NO_MISSION',
    `The list of missions has none with the id ${JSON.stringify(wanted)}.`,
    'Look: tuk points missions list',
  );
}

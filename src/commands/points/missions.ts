// `tuk points missions`: lists missions and their groups, runs after-actions.

import type { Arguments, Command } from '../../cli/command.js';
import { changeCommand } from '../../engine/change/change-command.js';
import { listCommand } from '../../engine/read/read-command.js';
import type { EndpointChoices } from '../../engine/request/spec-types.js';
import { MissionType } from '../../services/catalogue/words.js';
import { Failure } from '../../services/http/errors.js';
import { listing } from '../../services/listing.js';
import { parseLossless, stringifyLossless } from '../../services/lossless-number.js';
import { listColumns } from '../../things/list-columns.js';
import { mission, missionGroup } from '../../things/mission.js';
import { claim } from './claim.js';

const empty = ['No missions.', 'See all of them: tuk points missions list'] as const;
const listEndpoints: EndpointChoices<'activity'> = [
  { endpoint: 'listMissions' },
  { endpoint: 'listMissionsV2', when: 'unknown' },
  { endpoint: 'listPublicMissions', when: 'signed-out' },
];

export const missions: readonly Command[] = [
  listCommand('activity', {
    name: 'missions list',
    summary: 'List the missions',
    description:
      'The service filters by -f missionGroupId=GROUP and by -f excludeAutoClaimable=true, which leaves out what is paid without a claim.',
    open: true,
    options: [
      { flags: '--type <type>', effects: 'plain', summary: 'filter by type', words: MissionType, filterPath: 'type' },
    ],
    examples: [
      'tuk points missions list',
      'tuk points missions list -f missionGroupId=daily --match frequency=DAILY',
      "tuk points missions list --jq '.[] | select(.claimable) | .name'",
    ],
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
  listCommand('activity', {
    name: 'missions show',
    values: '<id>',
    summary: 'Show one mission, by its id or its slug',
    description: 'No endpoint reads one mission: it is taken from the list.',
    examples: ['tuk points missions show first-ride', 'tuk points missions show first-ride --jq .accomplishProgress'],
    endpoints: listEndpoints,
    columns: mission.fields,
    toParams: () => ({}),
    transform: pickMission,
  }),
  claim,
  changeCommand('activity', {
    name: 'missions after-action',
    values: '<id>',
    summary: 'Run the after-action of a mission',
    examples: ['tuk points missions after-action first-ride --yes'],
    endpoint: 'runAfterAction',
    open: true,
  }),
];

/** Picks the requested mission from the list. @throws {Failure} NO_MISSION */
function pickMission(json: string, { positionals: [missionId = ''] }: Arguments) {
  const mission = listing(parseLossless(json))?.rows.find(({ id, slug }) => id === missionId || slug === missionId);
  if (mission) return stringifyLossless(mission);
  throw new Failure(
    'not-found',
    'NO_MISSION',
    `The list of missions has none with the id ${JSON.stringify(missionId)}.`,
    'See them: tuk points missions list',
  );
}

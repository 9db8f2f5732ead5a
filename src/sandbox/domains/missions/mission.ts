// Missions, named as CONTRACT.md 8.2 MissionDto names them; what each asks and gives is the sandbox's own.
import { optional, text } from '../../../services/catalogue/define.js';
import type { MissionFrequency, MissionReward, MissionType, MissionTypeV1 } from '../../../services/catalogue/words.js';
import type { Listing } from '../../core/handlers.js';
import { addRow, findRow, type Kind, type Row, rows } from '../../core/rows.js';
import { type Moment, pickBetween, type World } from '../../core/world.js';
import { inLanguage, viewer } from './asking.js';
import { groupNamed, missionGroup } from './group.js';
import { missionClaim } from './mission-claims.js';
import { missionSeeds, type Reward } from './mission-seeds.js';
import { progressOf } from './progress.js';

/** A mission as stored. */
export interface Mission {
  readonly slug: string;
  readonly type: (typeof MissionType)[number];
  readonly name: string;
  readonly frequency: (typeof MissionFrequency)[number];
  readonly missionGroupId: string;
  readonly activityTypes: readonly string[] | null;
  readonly startsAt: string;
  readonly endsAt: string | null;
  readonly hidden: {
    readonly group: string;
    readonly nameJp: string;
    readonly description: string;
    readonly descriptionJp: string;
    readonly needs: number;
    readonly perUser: number | null;
    readonly autoClaim: boolean;
    readonly reward: Reward;
  };
}

export const mission: Kind<Mission> = {
  name: 'mission',
  table: 'mission',
  noun: 'MISSION',
  owned: false,
  key: 'slug',
  show: (row, moment) => showMission(row, moment),
  seed: (opening) => {
    for (const { group, nameJp, description, descriptionJp, needs, perUser, autoClaim, reward, ...facts } of missionSeeds) {
      const { id: missionGroupId, body } = groupNamed(opening, group);
      const hidden = { group, nameJp, description, descriptionJp, needs, perUser, autoClaim, reward };
      addRow(opening, mission, {
        owner: null,
        at: opening.now,
        body: { ...facts, missionGroupId, startsAt: body.startsAt, endsAt: body.endsAt, hidden },
      });
    }
  },
};

const rewardType = (reward: Reward): (typeof MissionReward)[number] => ('points' in reward ? 'MISSION_POINT' : 'BALANCE');

/** A mission as it is answered, with how far the caller is. */
function showMission(row: Row<Mission>, moment: Moment, refereeId?: string) {
  const { id, body } = row;
  const { hidden, ...shown } = body;
  const { reward, perUser } = hidden;
  const { accomplished, claimed, open, waiting, step } = progressOf(moment, row, viewer(moment), refereeId);
  const others = pickBetween(moment, 'mission', id, 'claims of others', 40, 4000);
  const claimCount = others + rows(moment, missionClaim).filter((one) => one.body.missionId === id).length;
  const currency = 'points' in reward ? null : reward.currencyId;
  return {
    id,
    ...shown,
    name: inLanguage(moment, { en: shown.name, jp: hidden.nameJp }),
    data: { description: inLanguage(moment, { en: hidden.description, jp: hidden.descriptionJp }) },
    rewardType: rewardType(reward),
    rewardAmount: 'points' in reward ? String(reward.points) : reward.amount,
    rewardCurrency: currency === null ? null : { name: currency, icon: `https://icons.sandbox.invalid/${currency}.png` },
    claimCount,
    accomplishCount: claimCount + Math.floor(others / 10),
    maxClaimCount: null,
    maxClaimCountPerUser: perUser,
    maxAccomplishCount: null,
    maxAccomplishCountPerUser: perUser,
    accomplishable: open,
    claimable: waiting > 0,
    userClaimedCount: claimed,
    userAccomplishedCount: accomplished,
    userClaimableAccomplishmentsCount: waiting,
    rewardDescription: 'points' in reward ? `${reward.points} mission points` : `${reward.amount} ${reward.currencyId}`,
    accomplishProgress: step,
  };
}

/** What the public list of missions takes; the other lists' names are public (CONTRACT.md section 4). */
export const publicQuery = { missionGroupId: optional(text()), excludeAutoClaimable: optional(text()) };
export const missionListing: Listing<Mission> = {
  where: ({ body }, world) => {
    const { missionGroupId, excludeAutoClaimable } = world.query as { missionGroupId?: string; excludeAutoClaimable?: string };
    if (excludeAutoClaimable === 'true' && body.hidden.autoClaim) return false;
    return missionGroupId === undefined || findRow(world, missionGroup, missionGroupId)?.id === body.missionGroupId;
  },
};

const typeV1 = ({ type }: Mission): (typeof MissionTypeV1)[number] =>
  type === 'REFEREE_ACTIVITY' ? 'REFEREE_ACTIVITIES_COUNT' : 'MY_ACTIVITIES_COUNT';
/** GET /missions/democopter: the missions of the game, in the words and with the names of version 1 (CONTRACT.md 8.2 MissionDto). */
export const democopterListing: Listing<Mission> = {
  where: ({ body }, { query }) => {
    const { type, slug } = query as { type?: string; slug?: readonly string[] };
    return (
      body.hidden.group === 'democopter' &&
      (type === undefined || typeV1(body) === type) &&
      (slug === undefined || slug.includes(body.slug))
    );
  },
  show: (row, world: World) => {
    const { frequency, missionGroupId, activityTypes, ...shown } = showMission(row, world, world.query.inviteeId as string | undefined);
    return { ...shown, type: typeV1(row.body) };
  },
};

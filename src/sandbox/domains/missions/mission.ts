// Missions, named as in MissionDto (platform 12.2). Their conditions and rewards are the sandbox's own.
import { optional, text } from '../../../services/catalogue/define.js';
import type { MissionReward, MissionTypeV1 } from '../../../services/catalogue/words.js';
import { type HandlerContext, type SandboxContext, seededInteger } from '../../core/context.js';
import type { ListOptions } from '../../core/handlers.js';
import { addRow, findRow, type Kind, type Row, rows } from '../../core/rows.js';
import { groupNamed, missionGroup } from './group.js';
import { missionClaim } from './mission-claims.js';
import type { Mission, Reward } from './mission-rows.js';
import { missionSeeds } from './mission-seeds.js';
import { progressOf } from './progress.js';
import { inLanguage, viewer } from './viewer.js';
export const mission: Kind<Mission> = {
  name: 'mission',
  table: 'mission',
  noun: 'MISSION',
  owned: false,
  key: 'slug',
  show: (row, context) => showMission(row, context),
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

/** A mission as a response, with the caller's progress. */
function showMission(row: Row<Mission>, context: SandboxContext, refereeId?: string) {
  const { id, body } = row;
  const { hidden, ...shown } = body;
  const { reward, perUser } = hidden;
  const { accomplished, claimed, open, waiting, step } = progressOf(context, row, viewer(context), refereeId);
  const others = seededInteger(context, 'mission', id, 'claims of others', 40, 4000);
  const claimCount = others + rows(context, missionClaim).filter((one) => one.body.missionId === id).length;
  const currency = 'points' in reward ? null : reward.currencyId;
  return {
    id,
    ...shown,
    name: inLanguage(context, { en: shown.name, jp: hidden.nameJp }),
    data: { description: inLanguage(context, { en: hidden.description, jp: hidden.descriptionJp }) },
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

/** The query of the public list of missions; the names of the other lists are public (platform 5.1). */
export const publicQuery = { missionGroupId: optional(text()), excludeAutoClaimable: optional(text()) };
export const missionListing: ListOptions<Mission> = {
  where: ({ body }, context) => {
    const { missionGroupId, excludeAutoClaimable } = context.query as { missionGroupId?: string; excludeAutoClaimable?: string };
    if (excludeAutoClaimable === 'true' && body.hidden.autoClaim) return false;
    return missionGroupId === undefined || findRow(context, missionGroup, missionGroupId)?.id === body.missionGroupId;
  },
};

const typeV1 = ({ type }: Mission): (typeof MissionTypeV1)[number] =>
  type === 'REFEREE_ACTIVITY' ? 'REFEREE_ACTIVITIES_COUNT' : 'MY_ACTIVITIES_COUNT';
/** GET /missions/democopter: the missions of the game, in the words and with the names of version 1 (platform 12.2, MissionDto). */
export const democopterListing: ListOptions<Mission> = {
  where: ({ body }, { query }) => {
    const { type, slug } = query as { type?: string; slug?: readonly string[] };
    return (
      body.hidden.group === 'democopter' &&
      (type === undefined || typeV1(body) === type) &&
      (slug === undefined || slug.includes(body.slug))
    );
  },
  show: (row, context: HandlerContext) => {
    const { frequency, missionGroupId, activityTypes, ...shown } = showMission(row, context, context.query.inviteeId as string | undefined);
    return { ...shown, type: typeV1(row.body) };
  },
};

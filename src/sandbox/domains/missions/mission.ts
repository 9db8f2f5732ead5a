// Missions, named as in MissionDto (platform 12.2), and a user's progress. Conditions and rewards are the sandbox's
// own.

import { optional, text } from '../../../services/catalogue/define.js';
import type { MissionReward, MissionTypeV1 } from '../../../services/catalogue/words.js';
import {
  addRow,
  type Context,
  defineKind,
  findRow,
  type Kind,
  list,
  type Row,
  rows,
  seededInteger,
} from '../../core/index.js';
import { groupNamed, isWithinPeriod, missionGroup } from './group.js';
import { activitiesOf, claimsOf, missionClaim, periodStart } from './mission-claims.js';
import { inLanguage, type Mission, missionSeeds, type Reward, viewer } from './mission-rows.js';

/** Of a daily mission, today's progress. */
export interface Progress {
  readonly accomplished: number;
  readonly claimed: number;
  /** Towards the next accomplishment, as `1/3`. */
  readonly step: string;
  /** It can be accomplished once more. */
  readonly open: boolean;
  /** Rewards that wait for their claim. */
  readonly waiting: number;
}

const nothing: Progress = { accomplished: 0, claimed: 0, step: '0/1', open: false, waiting: 0 };

/** Without a user, only `open` counts. `refereeId` selects the activities of one invitee. */
export function progressOf(
  context: Context,
  { id, body }: Row<Mission>,
  userId: string | undefined,
  refereeId?: string,
): Progress {
  const { activityTypes, hidden, type } = body;
  const running = isWithinPeriod(body, context.now);
  if (userId === undefined) return { ...nothing, step: `0/${hidden.needs}`, open: running };
  const from = Math.max(Date.parse(body.startsAt), periodStart(body.frequency, context.now));
  const until = body.endsAt === null ? Number.POSITIVE_INFINITY : Date.parse(body.endsAt);
  const ofFriends = type === 'REFEREE_ACTIVITY';
  const activityCount = activitiesOf(context, userId).filter(
    (done) =>
      activityTypes?.includes(done.body.typeId) &&
      (done.body.refereeId !== null) === ofFriends &&
      (refereeId === undefined || done.body.refereeId === refereeId) &&
      done.at >= from &&
      done.at < until,
  ).length;
  const claimed = claimsOf(context, userId).filter(
    ({ at, body: claim }) => claim.missionId === id && at >= from,
  ).length;
  const most = hidden.perUser ?? Number.POSITIVE_INFINITY;
  const accomplished = Math.min(Math.floor(activityCount / hidden.needs), most);
  const current = accomplished < most ? activityCount - accomplished * hidden.needs : hidden.needs;
  return {
    accomplished,
    claimed,
    step: `${current}/${hidden.needs}`,
    open: running && accomplished < most,
    waiting: running ? Math.max(0, accomplished - claimed) : 0,
  };
}

export const mission: Kind<Mission> = defineKind({
  name: 'mission',
  key: 'slug',
  show: (row, context) => showMission(row, context),
  seed: (opening) => {
    for (const { slug, name, type, frequency, activityTypes, ...hidden } of missionSeeds) {
      const { id: missionGroupId, body } = groupNamed(opening, hidden.group);
      const facts = { slug, name, type, frequency, activityTypes };
      addRow(opening, mission, {
        body: { ...facts, missionGroupId, startsAt: body.startsAt, endsAt: body.endsAt, hidden },
      });
    }
  },
});

const rewardType = (reward: Reward): (typeof MissionReward)[number] =>
  'points' in reward ? 'MISSION_POINT' : 'BALANCE';

function showMission(row: Row<Mission>, context: Context, refereeId?: string) {
  const { id, body } = row;
  const { hidden, ...fields } = body;
  const { reward, perUser } = hidden;
  const { accomplished, claimed, open, waiting, step } = progressOf(context, row, viewer(context), refereeId);
  const others = seededInteger(context, 'mission', id, 'claims of others', 40, 4000);
  const claimCount = others + rows(context, missionClaim).filter((claim) => claim.body.missionId === id).length;
  const currency = 'points' in reward ? null : reward.currencyId;
  return {
    id,
    ...fields,
    name: inLanguage(context, { en: fields.name, jp: hidden.nameJp }),
    data: { description: inLanguage(context, { en: hidden.description, jp: hidden.descriptionJp }) },
    rewardType: rewardType(reward),
    rewardAmount: 'points' in reward ? String(reward.points) : reward.amount,
    rewardCurrency:
      currency === null ? null : { name: currency, icon: `https://icons.sandbox.invalid/${currency}.png` },
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

/** Of a group or all. The names of the other lists are public (platform 5.1). */
export const listPublicMissions = list(mission, {
  query: { missionGroupId: optional(text()), excludeAutoClaimable: optional(text()) },
  where: ({ body }, context) => {
    const { missionGroupId, excludeAutoClaimable } = context.query;
    if (excludeAutoClaimable === 'true' && body.hidden.autoClaim) return false;
    return missionGroupId === undefined || findRow(context, missionGroup, missionGroupId)?.id === body.missionGroupId;
  },
});

const typeV1 = ({ type }: Mission): (typeof MissionTypeV1)[number] =>
  type === 'REFEREE_ACTIVITY' ? 'REFEREE_ACTIVITIES_COUNT' : 'MY_ACTIVITIES_COUNT';
/** The missions of the game in the words of version 1 (platform 12.2, MissionDto). */
export const listDemocopterMissions = list(mission, {
  where: ({ body }, { query }) => {
    const { type, slug } = query as { type?: string; slug?: readonly string[] };
    return (
      body.hidden.group === 'democopter' &&
      (type === undefined || typeV1(body) === type) &&
      (slug === undefined || slug.includes(body.slug))
    );
  },
  show: (row, context) => {
    const { frequency, missionGroupId, activityTypes, ...fields } = showMission(
      row,
      context,
      context.query.inviteeId as string | undefined,
    );
    return { ...fields, type: typeV1(row.body) };
  },
});

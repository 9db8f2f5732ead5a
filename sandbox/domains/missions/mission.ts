// Missions, named as in MissionDto (platform 12.2), a user's progress, activities and the claims of rewards. Conditions
// and rewards are the sandbox's own.

import { optional, text } from '../../../src/services/catalogue/define.js';
import type { MissionReward, MissionTypeV1 } from '../../../src/services/catalogue/words.js';
import {
  addRow,
  type Context,
  callerId,
  defineKind,
  type EventData,
  emit,
  findRow,
  type HandlerContext,
  iso,
  type Kind,
  type Listener,
  list,
  type ResponseOf,
  type Row,
  refuse,
  requireRow,
  rows,
  seededInteger,
} from '../../core/index.js';
import type * as shapes from '../../core/shapes/activity.js';
import { transactionId } from '../balances/balance-accounts.js';
import { accounts, mint, toBase } from '../balances/currencies.js';
import { credit, decimalsOf } from '../balances/ledger.js';
import { referrer } from '../people/profile.js';
import { groupNamed, isWithinPeriod, missionGroup } from './group.js';
import {
  activitiesOf,
  activity,
  activityType,
  claimsOf,
  givePoints,
  missionClaim,
  periodStart,
  pointTransaction,
} from './mission-claims.js';
import { inLanguage, type Mission, missionSeeds, type Reward, viewer } from './mission-rows.js';

/** Of a daily mission, today's progress. */
interface Progress {
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
function progressOf(
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
      activityTypes.includes(done.body.typeId) &&
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

/** One transaction, of mission points or of a balance (platform 5.1 names the first). */
interface ClaimResult {
  readonly missionPointTransactions: readonly unknown[];
  /** The sandbox's own. */
  readonly balanceTransactions: readonly unknown[];
}

function reward(context: Context, userId: string, { id: missionId, body }: Row<Mission>): ClaimResult {
  const claimed = addRow(context, missionClaim, {
    owner: userId,
    body: { missionId, missionGroupId: body.missionGroupId, frequency: body.frequency },
  });
  const { reward: value } = body.hidden;
  if ('points' in value) {
    const row = givePoints(context, userId, 'MISSION_POINT', value.points, missionId);
    return { missionPointTransactions: [pointTransaction.show(row, context)], balanceTransactions: [] };
  }
  const { currencyId, amount } = value;
  const cause = `mission ${claimed.id}`;
  const change = { userId, currencyId, amount: toBase(amount, decimalsOf(currencyId)), cause };
  credit(context, { ...change, description: body.name }, mint(currencyId));
  const id = transactionId(context, cause, context.now, accounts.balance(userId, currencyId));
  return {
    missionPointTransactions: [],
    balanceTransactions: [{ id, currencyId, amount, missionId, createdAt: iso(context.now) }],
  };
}

/** One waiting reward at a time. */
export function claimMission(row: Row<Mission>, context: HandlerContext): ClaimResult {
  const userId = callerId(context);
  if (!isWithinPeriod(row.body, context.now)) refuse(422, 'The mission is not under way.', 'NOT_OPEN');
  const { waiting, claimed, step } = progressOf(context, row, userId);
  if (waiting > 0) return reward(context, userId, row);
  if (claimed > 0) refuse(409, `The reward was claimed already; the progress is ${step}.`, 'ALREADY_CLAIMED');
  return refuse(422, `The mission is not accomplished; the progress is ${step}.`, 'NOT_CLAIMABLE');
}

/** The link of an accomplished mission. Changes nothing. */
export const runAfterAction = ({ body }: Row<Mission>): ResponseOf<typeof shapes.AfterAction> => ({
  status: 'ok',
  link: `tuk-sandbox://missions/${body.slug}`,
});

/** Records an activity. A claimable reward is notified or claimed. The activity also counts for the inviter. */
function recordActivity(context: Context, userId: string, typeId: string, refereeId: string | null = null): void {
  const counting = rows(context, mission).filter(({ body }) => body.activityTypes.includes(typeId));
  const waitingBefore = counting.map((row) => progressOf(context, row, userId).waiting);
  addRow(context, activity, { owner: userId, body: { typeId, refereeId } });
  for (const [index, row] of counting.entries()) {
    if (progressOf(context, row, userId).waiting <= waitingBefore[index]!) continue;
    if (row.body.hidden.autoClaim) reward(context, userId, row);
    else emitClaimable(context, userId, row);
  }
  if (refereeId !== null) return;
  const inviterId = rows(context, referrer, { owner: userId })[0]?.body.inviterId;
  if (inviterId !== undefined) recordActivity(context, inviterId, typeId, userId);
}

const emitClaimable = (context: Context, userId: string, { body }: Row<Mission>): void =>
  emit(context, 'note', {
    userId,
    entityType: 'MISSION_GROUP',
    entityId: body.missionGroupId,
    title: body.name,
    body: 'The reward waits to be claimed.',
  });

/** Any type, also those that the sandbox records. */
export function reportActivity(context: HandlerContext) {
  const { typeId } = requireRow(context, activityType, context.path.typeId ?? '').body;
  recordActivity(context, callerId(context), typeId);
  return { status: 'ok' };
}

/** For an invitation, and for each ride of an invitee: the sandbox's own. */
const passivePoints = 10;
const activePoints = 1;

function rideFinished(data: EventData, context: Context): void {
  const userId = String(data.userId);
  recordActivity(context, userId, 'finish_ride');
  const [invited] = rows(context, referrer, { owner: userId });
  if (invited) givePoints(context, invited.body.inviterId, 'REFERRAL_POINT_ACTIVE', activePoints, null);
}

function referralRegistered({ inviterId, inviteeId }: EventData, context: Context): void {
  givePoints(context, String(inviterId), 'REFERRAL_POINT_PASSIVE', passivePoints, null);
  recordActivity(context, String(inviterId), 'invite_friend', String(inviteeId));
}

export const missionListener: Listener = {
  on: {
    'ride finished': rideFinished,
    'activity done': ({ userId, typeId }, context) => recordActivity(context, String(userId), String(typeId)),
    'user signed up': ({ userId }, context) => recordActivity(context, String(userId), 'sign_up'),
    'referral registered': referralRegistered,
  },
};

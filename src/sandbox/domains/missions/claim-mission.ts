// Records activities, also of other services, and claims the rewards of missions.

import {
  addRow,
  type Context,
  callerId,
  type EventData,
  emit,
  type HandlerContext,
  iso,
  type Listener,
  type ResponseOf,
  type Row,
  refuse,
  requireRow,
  rows,
} from '../../core/index.js';
import type * as shapes from '../../core/shapes/activity.js';
import { transactionId } from '../balances/balance-accounts.js';
import { accounts, mint, toBase } from '../balances/currencies.js';
import { credit, decimalsOf } from '../balances/ledger.js';
import { referrer } from '../people/profile.js';
import { isWithinPeriod } from './group.js';
import { mission, progressOf } from './mission.js';
import { activity, activityType, givePoints, missionClaim, pointTransaction } from './mission-claims.js';
import type { Mission } from './mission-rows.js';

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
  link: body.activityTypes === null ? null : `tuk-sandbox://missions/${body.slug}`,
});

/** Records an activity. A claimable reward is notified or claimed. The activity also counts for the inviter. */
function recordActivity(context: Context, userId: string, typeId: string, refereeId: string | null = null): void {
  const counting = rows(context, mission).filter(({ body }) => body.activityTypes?.includes(typeId));
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

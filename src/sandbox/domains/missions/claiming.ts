// Doing what counts, and claiming what it is worth.

import { iso } from '../../core/clock.js';
import { tell } from '../../core/effects.js';
import { seededId } from '../../core/ids.js';
import { refuse } from '../../core/refusal.js';
import { addRow, type Row, rows, theRow } from '../../core/rows.js';
import { caller, type Moment, type World } from '../../core/world.js';
import { mint } from '../balances/accounts.js';
import { toBase } from '../balances/amounts.js';
import { credit, decimalsOf } from '../balances/balance-changes.js';
import { referrer } from '../people/profile.js';
import { isRunning } from './group.js';
import { type Mission, mission } from './mission.js';
import { activity, activityType, missionClaim } from './mission-claims.js';
import { givePoints, pointTransaction } from './mission-points.js';
import { progressOf } from './progress.js';

/** What somebody got: one transaction, of mission points or of a balance (CONTRACT.md section 4 names the first). */
interface Got {
  readonly missionPointTransactions: readonly unknown[];
  /** Ours. */
  readonly balanceTransactions: readonly unknown[];
}

/** Gives the reward of a mission, once. */
function reward(moment: Moment, userId: string, { id: missionId, body }: Row<Mission>): Got {
  const claimed = addRow(moment, missionClaim, {
    owner: userId,
    at: moment.now,
    body: { missionId, missionGroupId: body.missionGroupId },
  });
  const { reward: worth } = body.hidden;
  if ('points' in worth) {
    const row = givePoints(moment, userId, 'MISSION_POINT', worth.points, missionId);
    return { missionPointTransactions: [pointTransaction.show(row, moment)], balanceTransactions: [] };
  }
  const { currencyId, amount } = worth;
  const change = { userId, currencyId, amount: toBase(amount, decimalsOf(currencyId)), cause: `mission ${claimed.id}` };
  credit(moment, { ...change, description: body.name }, mint(currencyId));
  const id = seededId(moment.seed, `balance-transaction ${claimed.id}`, 1);
  return { missionPointTransactions: [], balanceTransactions: [{ id, currencyId, amount, missionId, createdAt: iso(moment.now) }] };
}

/** POST .../missions/{id}/claim: what waits, one at a time. */
export function claimMission(row: Row<Mission>, world: World): Got {
  const { userId } = caller(world);
  if (!isRunning(row.body, world.now)) refuse(422, 'The mission is not under way.', 'NOT_OPEN');
  const { waiting, claimed, step } = progressOf(world, row, userId);
  if (waiting > 0) return reward(world, userId, row);
  if (claimed > 0) refuse(409, `The reward was claimed already; the progress is ${step}.`, 'ALREADY_CLAIMED');
  return refuse(422, `The mission is not accomplished; the progress is ${step}.`, 'NOT_CLAIMABLE');
}

/** POST .../missions/{id}/after-action: where the mission leads once it is done; changes nothing. */
export const runAfterAction = ({ body }: Row<Mission>): unknown => ({
  status: 'ok',
  link: body.activityTypes === null ? null : `tuk-sandbox://missions/${body.slug}`,
});

/**
 * Writes down that somebody did something. What becomes claimable is told to them, or comes by itself;
 * and whoever invited them gets on with the missions for inviters.
 */
export function record(moment: Moment, userId: string, typeId: string, refereeId: string | null = null): void {
  const counting = rows(moment, mission).filter(({ body }) => body.activityTypes?.includes(typeId));
  const waitingBefore = counting.map((row) => progressOf(moment, row, userId).waiting);
  addRow(moment, activity, { owner: userId, at: moment.now, body: { typeId, refereeId } });
  for (const [index, row] of counting.entries()) {
    if (progressOf(moment, row, userId).waiting <= waitingBefore[index]!) continue;
    if (row.body.hidden.autoClaim) reward(moment, userId, row);
    else tellOf(moment, userId, row);
  }
  if (refereeId !== null) return;
  const inviterId = rows(moment, referrer, { owner: userId })[0]?.body.inviterId;
  if (inviterId !== undefined) record(moment, inviterId, typeId, userId);
}

const tellOf = (moment: Moment, userId: string, { body }: Row<Mission>): void =>
  tell(moment, 'note', {
    userId,
    entityType: 'MISSION_GROUP',
    entityId: body.missionGroupId,
    title: body.name,
    body: 'The reward waits to be claimed.',
  });

/** POST .../activities/{typeId}: any type that there is, also those that the sandbox records by itself. */
export function reportActivity(world: World): unknown {
  const { typeId } = theRow(world, activityType, world.path.typeId ?? '').body;
  record(world, caller(world).userId, typeId);
  return { status: 'ok' };
}

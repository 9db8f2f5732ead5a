// Mission points: what somebody has of each kind, and the transactions that they came by.
import { day, iso } from '../../core/clock.js';
import { notFound } from '../../core/refusal.js';
import { addRow, type Kind, type Row, ready } from '../../core/rows.js';
import { caller, type Moment, type World } from '../../core/world.js';
import { accounts, mint } from '../balances/accounts.js';
import { holding, move } from '../balances/ledger.js';
import { findUser } from '../people/user.js';

/** The first two are public (CONTRACT.md section 4), the third is ours. */
const missionPointIds = ['REFERRAL_POINT_ACTIVE', 'REFERRAL_POINT_PASSIVE', 'MISSION_POINT'] as const;
type MissionPointId = (typeof missionPointIds)[number];

/** A transaction as stored; its owner got the points. */
interface PointTransaction {
  readonly missionPointId: MissionPointId;
  readonly amount: number;
  readonly missionId: string | null;
  readonly createdAt: string;
}

/** What the cast had collected when the world began: handle, kind, amount, days ago. */
const seeds: readonly (readonly [handle: string, id: MissionPointId, amount: number, ago: number])[] = [
  ['mina', 'MISSION_POINT', 920, 20],
  ['mina', 'MISSION_POINT', 85, 3],
  ['mina', 'REFERRAL_POINT_PASSIVE', 10, 3],
  ['mina', 'REFERRAL_POINT_ACTIVE', 4, 3],
  ['dara', 'MISSION_POINT', 640, 19],
  ['dara', 'MISSION_POINT', 30, 2],
  ['kenji', 'MISSION_POINT', 1500, 25],
  ['lan', 'MISSION_POINT', 410, 18],
  ['whale', 'MISSION_POINT', 2400, 30],
  ['rider-1', 'MISSION_POINT', 150, 15],
];

export const pointTransaction: Kind<PointTransaction> = {
  name: 'mission-point-transaction',
  table: 'mission_point_transaction',
  noun: 'MISSION_POINT_TRANSACTION',
  owned: true,
  show: ({ id, body }) => ({ id, ...body }),
  seed: (opening) => {
    for (const [handle, id, amount, ago] of seeds)
      givePoints({ ...opening, now: opening.now - ago * day }, findUser(opening, handle)!.id, id, amount, null);
  },
};

/** Gives somebody mission points: whole ones, out of nothing. */
export function givePoints(
  moment: Moment,
  owner: string,
  missionPointId: MissionPointId,
  amount: number,
  missionId: string | null,
): Row<PointTransaction> {
  const body = { missionPointId, amount, missionId, createdAt: iso(moment.now) };
  const row = addRow(moment, pointTransaction, { owner, at: moment.now, body });
  const account = accounts.mission(owner, missionPointId);
  move(moment, mint(missionPointId), account, missionPointId, BigInt(amount), `mission points ${row.id}`);
  return row;
}

/** GET /v1/mission-point. */
export function showMissionPoint(world: World): unknown {
  const asked = world.query.missionPointId as string;
  const missionPointId = missionPointIds.find((id) => id === asked) ?? notFound('MISSION_POINT', asked);
  ready(world, pointTransaction);
  const amount = Number(holding(world, accounts.mission(caller(world).userId, missionPointId), missionPointId));
  return { missionPointId, amount };
}

// Mission points: the balance of each kind, and its transactions.
import { day, iso } from '../../core/clock.js';
import { type HandlerContext, requireCaller, type SandboxContext } from '../../core/context.js';
import { notFound } from '../../core/refusal.js';
import { addRow, ensureSeeded, type Kind, type Row } from '../../core/rows.js';
import { accountBalance, moveValue } from '../balances/ledger.js';
import { accounts, mint } from '../balances/ledger-accounts.js';
import { seedUser } from '../people/seed-users.js';
import { findUser } from '../people/user.js';
import { pastClaims } from './past.js';

/** The first two are public (platform 5.1), the third is the sandbox's own. */
const missionPointIds = ['REFERRAL_POINT_ACTIVE', 'REFERRAL_POINT_PASSIVE', 'MISSION_POINT'] as const;
type MissionPointId = (typeof missionPointIds)[number];

/** A transaction as stored; its owner got the points. */
interface PointTransaction {
  readonly missionPointId: MissionPointId;
  readonly amount: number;
  readonly missionId: string | null;
  readonly createdAt: string;
}

/** The points that seed users have besides those of claimed missions: handle, kind, amount, days ago. Mina has invited dara. */
const seeds: readonly (readonly [handle: string, id: MissionPointId, amount: number, ago: number])[] = [
  ['mina', 'REFERRAL_POINT_PASSIVE', 10, seedUser('dara').joinedDaysAgo],
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
    const mina = findUser(opening, 'mina')!.id;
    for (const { at, missionId, seed } of pastClaims(opening))
      if ('points' in seed.reward) givePoints({ ...opening, now: at }, mina, 'MISSION_POINT', seed.reward.points, missionId);
  },
};

/** Credits whole mission points to a user, minted. */
export function givePoints(
  context: SandboxContext,
  owner: string,
  missionPointId: MissionPointId,
  amount: number,
  missionId: string | null,
): Row<PointTransaction> {
  const body = { missionPointId, amount, missionId, createdAt: iso(context.now) };
  const row = addRow(context, pointTransaction, { owner, at: context.now, body });
  const account = accounts.mission(owner, missionPointId);
  moveValue(context, mint(missionPointId), account, missionPointId, BigInt(amount), `mission points ${row.id}`);
  return row;
}

/** GET /v1/mission-point. */
export function showMissionPoint(context: HandlerContext): unknown {
  const requestedId = context.query.missionPointId as string;
  const missionPointId = missionPointIds.find((id) => id === requestedId) ?? notFound('MISSION_POINT', requestedId);
  ensureSeeded(context, pointTransaction);
  const amount = Number(accountBalance(context, accounts.mission(requireCaller(context).userId, missionPointId), missionPointId));
  return { missionPointId, amount };
}

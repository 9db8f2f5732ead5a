// Activities, mission claims and mission points, now and in the past.

import {
  addRow,
  type Context,
  callerId,
  day,
  defineKind,
  ensureSeeded,
  type HandlerContext,
  iso,
  type Kind,
  type MachineBody,
  minute,
  notFound,
  oncePerWorld,
  type Row,
  rows,
  type StateMachine,
  seededFraction,
  seededId,
} from '../../core/index.js';
import { assetPayment } from '../assets/asset-payments.js';
import { assetTransaction } from '../assets/asset-transactions.js';
import { accounts, mint } from '../balances/currencies.js';
import { accountBalance, moveValue } from '../balances/ledger.js';
import { findUser, joinedAt, seedUser, seedUsers } from '../people/user.js';
import { ride } from '../rides/ride.js';
import { storeOrder } from '../store/order.js';
import { activityTypes, groupSeeds, type Mission, type MissionSeed, missionSeeds } from './mission-rows.js';

/** The time is in epoch milliseconds. */
interface PastActivity {
  readonly owner: string;
  readonly at: number;
  readonly typeId: string;
}
interface PastClaim {
  readonly at: number;
  readonly missionId: string;
  readonly missionGroupId: string;
  readonly seed: MissionSeed;
}

/** The last days on which mina opened the mini app. */
const daysOpened = 40;

const reached = (log: MachineBody['statusLog'], status: string): number[] =>
  log.filter((step) => step.status === status).map(({ at }) => Date.parse(at));

/** The activities of all seed users in order. Only mina has opened the mini app. Several seeds read it. */
const pastActivities = oncePerWorld((opening): readonly PastActivity[] => {
  const mina = findUser(opening, 'mina')!.id;
  const opened = Array.from({ length: daysOpened }, (_, index) => {
    const minutes = Math.floor(seededFraction(opening.seed, 'activity', String(index), 'time of day') * 600);
    return { owner: mina, at: opening.now - (index + 1) * day - minutes * minute, typeId: 'open_telegram_miniapp' };
  });
  const ended = <Body extends MachineBody>(kind: StateMachine<Body>, status: string, typeId: string): PastActivity[] =>
    rows(opening, kind).flatMap(({ owner, body }) =>
      reached(body.statusLog, status).map((at) => ({ owner: owner!, at, typeId })),
    );
  // The oldest purchases have a transaction but no payment.
  const bought = rows(opening, assetTransaction).flatMap(({ owner, at, body }) =>
    body.type === 'PURCHASE' && body.paymentId === null ? [{ owner: owner!, at, typeId: 'purchase_asset' }] : [],
  );
  const joined = seedUsers.map(({ handle }) => ({
    owner: findUser(opening, handle)!.id,
    at: joinedAt(opening.now, handle),
    typeId: 'sign_up',
  }));
  return [
    ...opened,
    ...ended(ride, 'FINISHED', 'finish_ride'),
    ...ended(storeOrder, 'SUCCESS', 'purchase_item'),
    ...ended(assetPayment, 'PAID', 'purchase_asset'),
    ...bought,
    ...joined,
  ]
    .filter(({ at }) => at < opening.now) // this may be seeded after later activities
    .sort((a, b) => a.at - b.at);
});
/** Mina claimed each reward a minute after earning it, while its mission was under way. */
export function pastClaims(opening: Context): readonly PastClaim[] {
  const mina = findUser(opening, 'mina')!.id;
  const activities = pastActivities(opening).filter(({ owner }) => owner === mina);
  return missionSeeds
    .flatMap((seed, index) => pastClaimsOf(opening, seed, index, activities))
    .sort((a, b) => a.at - b.at);
}

function pastClaimsOf(
  opening: Context,
  seed: MissionSeed,
  index: number,
  activities: readonly PastActivity[],
): PastClaim[] {
  if (seed.type !== 'USER_ACTIVITY') return [];
  const groupIndex = groupSeeds.findIndex(({ alias }) => alias === seed.group);
  const { starts, ends } = groupSeeds[groupIndex]!;
  const [from, until] = [
    opening.now + starts * day,
    ends === null ? Number.POSITIVE_INFINITY : opening.now + ends * day,
  ];
  const counts = new Map<number, number>(); // by day of a daily mission
  return activities.flatMap(({ at, typeId }) => {
    if (!seed.activityTypes.includes(typeId) || at < from || at >= until) return [];
    const period = seed.frequency === 'DAILY' ? Math.floor(at / day) : 0;
    const count = (counts.get(period) ?? 0) + 1;
    counts.set(period, count);
    if (count % seed.needs !== 0 || count / seed.needs > (seed.perUser ?? Number.POSITIVE_INFINITY)) return [];
    const missionId = seededId(opening.seed, 'mission', index + 1);
    return [
      { at: at + minute, missionId, missionGroupId: seededId(opening.seed, 'mission-group', groupIndex + 1), seed },
    ];
  });
}

/** Found by name, id or ordinal. */
export const activityType: Kind<{ readonly typeId: string }> = defineKind({
  name: 'activity-type',
  key: 'typeId',
  seed: (opening) => {
    for (const typeId of activityTypes) addRow(opening, activityType, { body: { typeId } });
  },
});

/** An activity. It counts for its owner. */
interface Activity {
  readonly typeId: string;
  /** The user who did it, if the owner invited them. */
  readonly refereeId: string | null;
}
export const activity: Kind<Activity> = defineKind({
  name: 'activity',
  owned: true,
  seed: (opening) => {
    for (const { owner, at, typeId } of pastActivities(opening))
      addRow(opening, activity, { owner, at, body: { typeId, refereeId: null } });
  },
});

interface MissionClaim {
  readonly missionId: string;
  readonly missionGroupId: string;
  readonly frequency: Mission['frequency'];
}
export const missionClaim: Kind<MissionClaim> = defineKind({
  name: 'mission-claim',
  owned: true,
  seed: (opening) => {
    const { id: owner } = findUser(opening, 'mina')!;
    for (const { at, missionId, missionGroupId, seed } of pastClaims(opening))
      addRow(opening, missionClaim, { owner, at, body: { missionId, missionGroupId, frequency: seed.frequency } });
  },
});

/** The start of the period that counts: a day begins at midnight UTC. */
export const periodStart = (frequency: Mission['frequency'], now: number): number =>
  frequency === 'DAILY' ? Math.floor(now / day) * day : Number.NEGATIVE_INFINITY;

export const activitiesOf = (context: Context, owner: string): readonly Row<Activity>[] =>
  rows(context, activity, { owner });
export const claimsOf = (context: Context, owner: string): readonly Row<MissionClaim>[] =>
  rows(context, missionClaim, { owner });

/** The first two are public (platform 5.1). */
const missionPointIds = ['REFERRAL_POINT_ACTIVE', 'REFERRAL_POINT_PASSIVE', 'MISSION_POINT'] as const;
type MissionPointId = (typeof missionPointIds)[number];

/** The owner got the points. */
interface PointTransaction {
  readonly missionPointId: MissionPointId;
  readonly amount: number;
  readonly missionId: string | null;
  readonly createdAt: string;
}

/** Further points of seed users: handle, kind, amount, days ago. Mina has invited dara. */
const seeds: readonly (readonly [handle: string, id: MissionPointId, amount: number, ago: number])[] = [
  ['mina', 'REFERRAL_POINT_PASSIVE', 10, seedUser('dara').joinedDaysAgo],
  ['dara', 'MISSION_POINT', 640, 19],
  ['dara', 'MISSION_POINT', 30, 2],
  ['kenji', 'MISSION_POINT', 1500, 25],
  ['lan', 'MISSION_POINT', 410, 18],
  ['whale', 'MISSION_POINT', 2400, 30],
  ['rider-1', 'MISSION_POINT', 150, 15],
];

export const pointTransaction: Kind<PointTransaction> = defineKind({
  name: 'mission-point-transaction',
  owned: true,
  seed: (opening) => {
    for (const [handle, id, amount, ago] of seeds)
      givePoints({ ...opening, now: opening.now - ago * day }, findUser(opening, handle)!.id, id, amount, null);
    const mina = findUser(opening, 'mina')!.id;
    for (const { at, missionId, seed } of pastClaims(opening))
      if ('points' in seed.reward)
        givePoints({ ...opening, now: at }, mina, 'MISSION_POINT', seed.reward.points, missionId);
  },
});

/** Mints whole mission points for a user. */
export function givePoints(
  context: Context,
  owner: string,
  missionPointId: MissionPointId,
  amount: number,
  missionId: string | null,
): Row<PointTransaction> {
  const body = { missionPointId, amount, missionId, createdAt: iso(context.now) };
  const row = addRow(context, pointTransaction, { owner, body });
  const account = accounts.mission(owner, missionPointId);
  moveValue(context, mint(missionPointId), account, missionPointId, BigInt(amount), `mission points ${row.id}`);
  return row;
}

/** The caller's mission points of a kind. */
export function showMissionPoint(context: HandlerContext) {
  const requestedId = context.query.missionPointId as string;
  const missionPointId = missionPointIds.find((id) => id === requestedId) ?? notFound('MISSION_POINT', requestedId);
  ensureSeeded(context, pointTransaction);
  const amount = Number(accountBalance(context, accounts.mission(callerId(context), missionPointId), missionPointId));
  return { missionPointId, amount };
}

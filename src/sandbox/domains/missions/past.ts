// The missions of the past: the activities that follow from seeded rides, orders and payments, and the rewards that were claimed for them.
import { day, minute } from '../../core/clock.js';
import type { SandboxContext } from '../../core/context.js';
import { rows } from '../../core/rows.js';
import { seededFraction, seededId } from '../../core/seeded-random.js';
import type { State } from '../../core/state.js';
import type { MachineBody, StateMachine } from '../../core/state-machine.js';
import { sizeOf } from '../../core/world-size.js';
import { assetPayment } from '../assets/asset-payments.js';
import { assetTransaction } from '../assets/asset-transactions.js';
import { joinedAt, seedUsers } from '../people/seed-users.js';
import { findUser } from '../people/user.js';
import { ride } from '../rides/ride.js';
import { storeOrder } from '../store/order.js';
import { groupSeeds } from './group-seeds.js';
import { type MissionSeed, missionSeeds } from './mission-seeds.js';

/** Something that a seed user did, in epoch milliseconds. */
interface PastActivity {
  readonly owner: string;
  readonly at: number;
  readonly typeId: string;
}
/** A reward that a seed user has claimed. */
interface PastClaim {
  readonly at: number;
  readonly missionId: string;
  readonly missionGroupId: string;
  readonly seed: MissionSeed;
}

/** On how many of the last days mina opened the mini app. */
const daysOpened = 40;

/** When a row got a status. */
const reached = (log: MachineBody['statusLog'], status: string): number[] =>
  log.filter((step) => step.status === status).map(({ at }) => Date.parse(at));

/** The last past of each state file, with what it follows from: several kinds are seeded by it. */
const pasts = new WeakMap<State, { readonly from: string; readonly activities: readonly PastActivity[] }>();

/** The activities of all seed users, in their order; only mina has opened the mini app. */
export function pastActivities(opening: SandboxContext): readonly PastActivity[] {
  const from = `${opening.seed} ${opening.now} ${sizeOf(opening.state)}`;
  const past = pasts.get(opening.state);
  if (past?.from === from) return past.activities;
  const activities = makeActivities(opening);
  pasts.set(opening.state, { from, activities });
  return activities;
}

function makeActivities(opening: SandboxContext): readonly PastActivity[] {
  const mina = findUser(opening, 'mina')!.id;
  const opened = Array.from({ length: daysOpened }, (_, index) => {
    const minutes = Math.floor(seededFraction(opening.seed, 'activity', String(index), 'time of day') * 600);
    return { owner: mina, at: opening.now - (index + 1) * day - minutes * minute, typeId: 'open_telegram_miniapp' };
  });
  const ended = <Body extends MachineBody>(kind: StateMachine<Body>, status: string, typeId: string): PastActivity[] =>
    rows(opening, kind).flatMap(({ owner, body }) => reached(body.statusLog, status).map((at) => ({ owner: owner!, at, typeId })));
  // A purchase of before there were payments is known by its transaction alone.
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
    .filter(({ at }) => at < opening.now) // this may be seeded after more has been done
    .sort((a, b) => a.at - b.at);
}
/** The rewards that mina has claimed: each a minute after it was earned, while its mission was under way. */
export function pastClaims(opening: SandboxContext): readonly PastClaim[] {
  const mina = findUser(opening, 'mina')!.id;
  const activities = pastActivities(opening).filter(({ owner }) => owner === mina);
  return missionSeeds.flatMap((seed, index) => claimsOf(opening, seed, index, activities)).sort((a, b) => a.at - b.at);
}

function claimsOf(opening: SandboxContext, seed: MissionSeed, index: number, activities: readonly PastActivity[]): PastClaim[] {
  if (seed.type !== 'USER_ACTIVITY') return [];
  const groupIndex = groupSeeds.findIndex(({ alias }) => alias === seed.group);
  const { starts, ends } = groupSeeds[groupIndex]!;
  const [from, until] = [opening.now + starts * day, ends === null ? Number.POSITIVE_INFINITY : opening.now + ends * day];
  const counts = new Map<number, number>(); // by day of a daily mission
  return activities.flatMap(({ at, typeId }) => {
    if (!seed.activityTypes?.includes(typeId) || at < from || at >= until) return [];
    const period = seed.frequency === 'DAILY' ? Math.floor(at / day) : 0;
    const count = (counts.get(period) ?? 0) + 1;
    counts.set(period, count);
    if (count % seed.needs !== 0 || count / seed.needs > (seed.perUser ?? Number.POSITIVE_INFINITY)) return [];
    const missionId = seededId(opening.seed, 'mission', index + 1);
    return [{ at: at + minute, missionId, missionGroupId: seededId(opening.seed, 'mission-group', groupIndex + 1), seed }];
  });
}

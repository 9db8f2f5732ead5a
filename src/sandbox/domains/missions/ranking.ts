// Rankings: who has collected how many mission points while one ran, among three hundred people of whom nothing is stored.

import { page, paging } from '../../core/handlers.js';
import { among, pick, seededId } from '../../core/ids.js';
import { type Row, rows } from '../../core/rows.js';
import { caller, type Moment, pickBetween, type World } from '../../core/world.js';
import { liveUser } from '../people/user.js';
import { type MissionGroup, theRanking } from './group.js';
import { pointTransaction } from './mission-points.js';
import { latestClaim } from './ranking-claim.js';

/** Somebody in a ranking. */
export interface Ranked {
  readonly rank: number;
  readonly userId: string;
  readonly name: string;
  readonly score: number;
}
type Scored = Omit<Ranked, 'rank'>;

const crowd = 300;
const mostPoints = 3000;
const names = [
  'Ana',
  'Bopha',
  'Chan',
  'Dewi',
  'Emre',
  'Femi',
  'Gita',
  'Hana',
  'Ivo',
  'Jun',
  'Kofi',
  'Linh',
  'Mei',
  'Nok',
  'Omar',
  'Priya',
] as const;

/** One of the crowd: their points grow evenly to what a hash says, and stand when the ranking has ended. */
function background(moment: Moment, { id: groupId, body }: Row<MissionGroup>, n: number): Scored {
  const userId = seededId(moment.seed, 'background', n);
  const [start, end] = [Date.parse(body.startsAt), Date.parse(body.endsAt ?? body.startsAt)];
  const part = end > start ? Math.min(1, Math.max(0, (moment.now - start) / (end - start))) : 1;
  const goal = pickBetween(moment, 'background', userId, `goal of ${groupId}`, 20, mostPoints);
  const name = `${among(names, pick(moment.seed, 'background', userId, 'name'))} ${n}`;
  return { userId, name, score: Math.floor(goal * part) };
}

/** The people of this world, by the mission points they got while it ran. */
function scored(moment: Moment, { body }: Row<MissionGroup>): Scored[] {
  const [start, end] = [Date.parse(body.startsAt), Date.parse(body.endsAt ?? '9999-12-31T00:00:00.000Z')];
  const sums = new Map<string, number>();
  for (const { owner, at, body: one } of rows(moment, pointTransaction))
    if (one.missionPointId === 'MISSION_POINT' && at >= start && at < end) sums.set(owner!, (sums.get(owner!) ?? 0) + one.amount);
  return [...sums].flatMap(([userId, score]) => {
    const found = liveUser(moment, userId);
    return found ? [{ userId, name: found.body.name, score }] : [];
  });
}

/** Everybody with a point, the best first; of two who are even, the id decides. */
function board(moment: Moment, group: Row<MissionGroup>): readonly Ranked[] {
  const all = [...scored(moment, group), ...Array.from({ length: crowd }, (_, index) => background(moment, group, index + 1))];
  return all
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score || (a.userId < b.userId ? -1 : 1))
    .map((one, index) => ({ rank: index + 1, ...one }));
}

/** Where somebody stands in a ranking; nothing for who has no point. */
export const rankedIn = (moment: Moment, group: Row<MissionGroup>, userId: string): Ranked | undefined =>
  board(moment, group).find((one) => one.userId === userId);

/** What the board is paged by. */
export const boardQuery = paging;
/** GET .../leader-board: the first hundred, or the page that was asked for. */
export function showBoard(world: World): unknown {
  const whole = board(world, theRanking(world));
  const asked = world.query.page === undefined && world.query.pageSize === undefined ? { query: { pageSize: 100 } } : world;
  return page(asked, whole).map((one) => one);
}

/** GET .../rank. */
export function showRank(world: World): unknown {
  const group = theRanking(world);
  const { userId } = caller(world);
  const found = rankedIn(world, group, userId);
  const accomplishmentStatus = latestClaim(world, group.id, userId)?.body.status ?? null;
  return { rank: found?.rank ?? null, score: found?.score ?? 0, accomplishmentStatus };
}

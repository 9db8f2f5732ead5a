// Rankings by mission points collected while one runs, among three hundred synthetic players that are not stored.

import { type HandlerContext, requireCaller, type SandboxContext, seededInteger } from '../../core/context.js';
import { page, paging } from '../../core/handlers.js';
import { type Row, rows } from '../../core/rows.js';
import { pickFrom, seededFraction, seededId } from '../../core/seeded-random.js';
import { liveUser } from '../people/user.js';
import { requireRanking } from './group.js';
import { pointTransaction } from './mission-points.js';
import type { MissionGroup } from './mission-rows.js';
import playerNames from './player-names.json' with { type: 'json' };
import { latestClaim } from './ranking-claim.js';

/** Somebody in a ranking. */
export interface Ranked {
  readonly rank: number;
  readonly userId: string;
  readonly name: string;
  readonly score: number;
}
type Scored = Omit<Ranked, 'rank'>;

const syntheticPlayers = 300;
const mostPoints = 3000;
const names = playerNames as unknown as readonly [string, ...string[]];

/** A synthetic player. Their points grow evenly to a hashed total, and stop when the ranking has ended. */
function background(context: SandboxContext, { id: groupId, body }: Row<MissionGroup>, n: number): Scored {
  const userId = seededId(context.seed, 'background', n);
  const [start, end] = [Date.parse(body.startsAt), Date.parse(body.endsAt ?? body.startsAt)];
  const part = end > start ? Math.min(1, Math.max(0, (context.now - start) / (end - start))) : 1;
  const goal = seededInteger(context, 'background', userId, `goal of ${groupId}`, 20, mostPoints);
  const name = `${pickFrom(names, seededFraction(context.seed, 'background', userId, 'name'))} ${n}`;
  return { userId, name, score: Math.floor(goal * part) };
}

/** The people of this world, by the mission points they got while it ran. */
function scored(context: SandboxContext, { body }: Row<MissionGroup>): Scored[] {
  const [start, end] = [Date.parse(body.startsAt), Date.parse(body.endsAt ?? '9999-12-31T00:00:00.000Z')];
  const sums = new Map<string, number>();
  for (const { owner, at, body: one } of rows(context, pointTransaction))
    if (one.missionPointId === 'MISSION_POINT' && at >= start && at < end) sums.set(owner!, (sums.get(owner!) ?? 0) + one.amount);
  return [...sums].flatMap(([userId, score]) => {
    const found = liveUser(context, userId);
    return found ? [{ userId, name: found.body.name, score }] : [];
  });
}

/** Everybody with a point, the best first; of two who are even, the id decides. */
function leaderboard(context: SandboxContext, group: Row<MissionGroup>): readonly Ranked[] {
  const all = [...scored(context, group), ...Array.from({ length: syntheticPlayers }, (_, index) => background(context, group, index + 1))];
  return all
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score || (a.userId < b.userId ? -1 : 1))
    .map((one, index) => ({ rank: index + 1, ...one }));
}

/** A user's rank; undefined without points. */
export const rankedIn = (context: SandboxContext, group: Row<MissionGroup>, userId: string): Ranked | undefined =>
  leaderboard(context, group).find((one) => one.userId === userId);

/** The query of the leader board. */
export const boardQuery = paging;
/** GET .../leader-board: the first hundred, or the requested page. */
export function showBoard(context: HandlerContext): unknown {
  const leaders = leaderboard(context, requireRanking(context));
  const paged = context.query.page === undefined && context.query.pageSize === undefined ? { query: { pageSize: 100 } } : context;
  return page(paged, leaders).map((one) => one);
}

/** GET .../rank. */
export function showRank(context: HandlerContext): unknown {
  const group = requireRanking(context);
  const { userId } = requireCaller(context);
  const found = rankedIn(context, group, userId);
  const accomplishmentStatus = latestClaim(context, group.id, userId)?.body.status ?? null;
  return { rank: found?.rank ?? null, score: found?.score ?? 0, accomplishmentStatus };
}

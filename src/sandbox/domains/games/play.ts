// Playing: rounds, their results, and what is shown of a game to a player. What the unknown bodies take is the sandbox's own.
import { text } from '../../../services/catalogue/define.js';
import { iso } from '../../core/clock.js';
import { pick } from '../../core/ids.js';
import { notFound, refuse } from '../../core/refusal.js';
import { addRow, type Kind, type Row, rows, saveRow, theRow } from '../../core/rows.js';
import { caller, type World } from '../../core/world.js';
import { shownBalance } from '../balances/balance-changes.js';
import { liveUser } from '../people/user.js';
import { entryFee, type Game, game, prizeOf, shownPrize } from './game.js';
import { checkOpen, hasPaid } from './payments.js';
import { abstract, allTickets, chance, type GameResult, gameResult, leaders, ranked, ticketsOf } from './results.js';

/** How often somebody has begun a game, and sent a result of it. Its owner plays. */
interface Rounds {
  readonly gameId: string;
  readonly started: number;
  readonly sent: number;
}
const rounds: Kind<Rounds> = { name: 'rounds', table: 'game_rounds', noun: 'ROUND', owned: true, show: ({ body }) => body };
const roundsOf = (world: World, gameId: string): Row<Rounds> | undefined =>
  rows(world, rounds, { owner: caller(world).userId }).find(({ body }) => body.gameId === gameId);

/** POST /games/democopter/{id}/start: the number of the round. What the public number counts is not known (CONTRACT.md section 2). */
export function startRound(row: Row<Game>, world: World): unknown {
  const { userId } = caller(world);
  checkOpen(row, world);
  if (!hasPaid(world, userId, row.id)) refuse(422, 'The entry fee is not paid, or not yet.', 'NOT_PAID');
  const own = roundsOf(world, row.id);
  const body = { gameId: row.id, started: (own?.body.started ?? 0) + 1, sent: own?.body.sent ?? 0 };
  if (own) saveRow(world, rounds, own, body);
  else addRow(world, rounds, { owner: userId, at: world.now, body });
  return body.started;
}

/** The score in the text of a result: a number, or JSON with `score`. */
function scoreIn(data: string): number {
  const score = /^\d{1,9}$/.test(data) ? Number(data) : scoreOfJson(data);
  if (Number.isInteger(score) && score >= 0 && score <= 1e9) return score;
  return refuse(400, 'data must be the score, a whole number, or JSON text of {"score": a whole number}.', 'INVALID_REQUEST');
}
function scoreOfJson(data: string): number {
  try {
    return Number((JSON.parse(data) as { score?: unknown } | null)?.score ?? Number.NaN);
  } catch {
    return Number.NaN;
  }
}

function asked(world: World): { row: Row<Game>; score: number; username: string | undefined } {
  const { gameId, data, username } = world.body as { gameId: string; data: string; username?: string };
  const row = theRow(world, game, gameId);
  const score = scoreIn(data);
  checkOpen(row, world);
  return { row, score, username };
}

/** What a result brought: CONTRACT.md 8.2 GameResultResponseDto. */
function response(world: World, made: Row<GameResult>): unknown {
  const all = ranked(world, made.body.gameId);
  const ranking = all.findIndex(({ id }) => id === made.id) + 1;
  return { id: made.id, userId: made.owner, ranking, results: all.slice(0, 10).map(abstract), items: [] };
}
const newResult = (world: World, gameId: string, score: number, username: string | null): GameResult => ({
  ...{ gameId, score, username, winner: null, thumbnail: null, tried: 1, createdAt: iso(world.now) },
});

/** POST /games/result: a result of nobody, which takes no part in the draw. */
export function submitResult(world: World): unknown {
  const { row, score, username = null } = asked(world);
  return response(world, addRow(world, gameResult, { owner: null, at: world.now, body: newResult(world, row.id, score, username) }));
}

/** POST /games/user/result: of a round that was begun; the best of a player's counts. */
export function submitOwnResult(world: World): unknown {
  const { userId } = caller(world);
  const { row, score, username = liveUser(world, userId)?.body.name ?? null } = asked(world);
  const round = roundsOf(world, row.id);
  if (!round || round.body.sent >= round.body.started)
    return refuse(422, 'There is no round that was begun and not sent in.', 'NOT_STARTED');
  saveRow(world, rounds, round, { ...round.body, sent: round.body.sent + 1 });
  const own = ranked(world, row.id).find(({ owner }) => owner === userId);
  if (!own)
    return response(world, addRow(world, gameResult, { owner: userId, at: world.now, body: newResult(world, row.id, score, username) }));
  const best = { ...own.body, username, tried: own.body.tried + 1, score: Math.max(own.body.score, score) };
  return response(world, saveRow(world, gameResult, own, best));
}

/** GET /games/democopter/{id}: CONTRACT.md 8.2 DemocopterV2Dto. */
export function showDemocopter(row: Row<Game>, world: World): unknown {
  const { userId } = caller(world);
  const { total, paid } = prizeOf(row.body);
  const all = ranked(world, row.id);
  const tickets = allTickets(all);
  const own = all.find(({ owner }) => owner === userId);
  const mine = own ? ticketsOf(own) : 0;
  return {
    currentBalance: shownBalance(world, userId, 'MVP'),
    entryFeeAmount: entryFee,
    feeDeductedPrizeAmount: shownPrize(paid),
    totalPrizeAmount: shownPrize(total),
    game: game.show(row, world),
    gameResults: showLeaders(row, world),
    currentPossibleResult: { ticket: mine, possibility: chance(mine, tickets) },
    nextPossibleResult: { ticket: mine + 1, possibility: chance(mine + 1, tickets + 1) },
    totalTickets: tickets,
    currencyId: 'MVP',
    paymentFulfilled: hasPaid(world, userId, row.id),
    winnerSelected: row.body.closedAt !== null,
  };
}

/** GET /games/democopter/{id}/leaderboard. */
export const showLeaders = (row: Row<Game>, world: World): unknown =>
  leaders(world, row.id, caller(world).userId, shownPrize(prizeOf(row.body).paid));

/** GET /games/gameResults/{id}/abstract. */
export function showAbstract(world: World): unknown {
  const row = theRow(world, gameResult, world.path.id ?? '');
  const index = ranked(world, row.body.gameId).findIndex(({ id }) => id === row.id);
  return abstract(row, index);
}

const ownResult = (row: Row<GameResult>, world: World): Row<GameResult> =>
  row.owner === caller(world).userId ? row : notFound('GAME_RESULT', row.id);

export const newThumbnail = { image: text() };
/** POST /games/gameResults/{id}/thumbnail: keeps the text as it came. */
export function setThumbnail(row: Row<GameResult>, world: World): unknown {
  const thumbnail = world.body.image as string;
  saveRow(world, gameResult, ownResult(row, world), { ...row.body, thumbnail });
  return { thumbnail };
}

/** POST .../twitter/retweet/validate: every post is found here. CONTRACT.md 8.2 ArchivedTweetResultDto. */
export function foundTweet(world: World): unknown {
  const { userId } = caller(world);
  const screenName = (world.body.screenName as string | undefined) ?? liveUser(world, userId)!.body.name.replaceAll(' ', '_');
  const number = (purpose: string) => String(Math.floor(pick(world.seed, 'tweet', screenName, purpose) * 1e15) + 1e15);
  return { screenName, twitterUserId: number('user'), archivedTweetIds: [number(Object.values(world.path)[0] ?? '')] };
}
/** POST .../twitter/share/validate: of a result of one's own. */
export function foundShare(row: Row<GameResult>, world: World): unknown {
  ownResult(row, world);
  return foundTweet(world);
}

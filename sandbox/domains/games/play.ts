// The calls of a player: rounds, results and views of a game. Fields of unknown bodies are the sandbox's own.

import { text } from '../../../src/services/catalogue/define.js';
import {
  addRow,
  badRequest,
  type Context,
  callerId,
  defineKind,
  emit,
  type HandlerContext,
  iso,
  type Kind,
  notFound,
  type ResponseOf,
  type Row,
  refuse,
  requireRow,
  rows,
  saveOrAdd,
  saveRow,
  seededFraction,
} from '../../core/index.js';
import type * as shapes from '../../core/shapes/user.js';
import { shownBalance } from '../balances/ledger.js';
import { liveUser } from '../people/user.js';
import { entryFee, type Game, game, prizeOf, shownPrize } from './game.js';
import { checkOpen, hasPaid } from './game-payments.js';
import {
  type GameResult,
  gameResult,
  leaders,
  playerOf,
  rankedResults,
  rankOf,
  resultSummary,
  ticketsOf,
  totalTickets,
  winChance,
} from './game-results.js';

/** A player's started rounds and sent results. The owner is the player. */
interface Rounds {
  readonly gameId: string;
  readonly started: number;
  readonly sent: number;
}
const rounds: Kind<Rounds> = defineKind({
  name: 'rounds',
  table: 'game_rounds',
  owned: true,
});
const roundsOf = (context: HandlerContext, gameId: string): Row<Rounds> | undefined =>
  rows(context, rounds, { owner: callerId(context) }).find(({ body }) => body.gameId === gameId);

/** The number of the round. Its public meaning is unknown (platform 5.4). */
export function startRound(row: Row<Game>, context: HandlerContext) {
  const userId = callerId(context);
  checkOpen(row, context);
  if (!hasPaid(context, userId, row.id)) refuse(422, 'The entry fee is not paid, or not yet.', 'NOT_PAID');
  const last = roundsOf(context, row.id);
  const body = { gameId: row.id, started: (last?.body.started ?? 0) + 1, sent: last?.body.sent ?? 0 };
  saveOrAdd(context, rounds, last, { owner: userId, body });
  return body.started;
}

/** A number, or JSON with `score`. */
function scoreIn(data: string): number {
  const score = /^\d{1,9}$/.test(data) ? Number(data) : scoreOfJson(data);
  if (Number.isInteger(score) && score >= 0 && score <= 1e9) return score;
  return badRequest('data must be the score, a whole number, or JSON text of {"score": a whole number}.');
}
function scoreOfJson(data: string): number {
  try {
    return Number((JSON.parse(data) as { score?: unknown } | null)?.score ?? Number.NaN);
  } catch {
    return Number.NaN;
  }
}

function parseResult(context: HandlerContext): { row: Row<Game>; score: number; username: string | undefined } {
  const { gameId, data, username } = context.body as { gameId: string; data: string; username?: string };
  const row = requireRow(context, game, gameId);
  const score = scoreIn(data);
  checkOpen(row, context);
  return { row, score, username };
}

/** GameResultResponseDto (platform 12.2). */
function resultResponse(context: HandlerContext, created: Row<GameResult>) {
  const ranked = rankedResults(context, created.body.gameId);
  return {
    id: created.id,
    userId: created.owner,
    ranking: rankOf(context, created),
    results: ranked.slice(0, 10).map(resultSummary),
    items: [],
  };
}
const newResult = (context: HandlerContext, gameId: string, score: number, username: string | null): GameResult => ({
  gameId,
  score,
  username,
  winner: null,
  thumbnail: null,
  tried: 1,
  createdAt: iso(context.now),
});

/** An anonymous result, outside the draw. */
export function submitResult(context: HandlerContext) {
  const { row, score, username = null } = parseResult(context);
  return resultResponse(context, addRow(context, gameResult, { body: newResult(context, row.id, score, username) }));
}

/** Of a started round. The best result counts. */
export function submitOwnResult(context: HandlerContext) {
  const userId = callerId(context);
  const { row, score, username = liveUser(context, userId)?.body.name ?? null } = parseResult(context);
  const round = roundsOf(context, row.id);
  if (!round || round.body.sent >= round.body.started) return refuse(422, 'No round is open.', 'NOT_STARTED');
  saveRow(context, rounds, round, { ...round.body, sent: round.body.sent + 1 });
  emit(context, 'activity done', { userId, typeId: 'play_democopter' });
  const last = rankedResults(context, row.id).find(({ owner }) => owner === userId);
  if (!last)
    return resultResponse(
      context,
      addRow(context, gameResult, {
        owner: userId,
        body: newResult(context, row.id, score, username),
      }),
    );
  const best = { ...last.body, username, tried: last.body.tried + 1, score: Math.max(last.body.score, score) };
  return resultResponse(context, saveRow(context, gameResult, last, best));
}

/** DemocopterV2Dto (platform 12.2). */
export function showDemocopter(row: Row<Game>, context: HandlerContext) {
  const userId = callerId(context);
  const { total, paid } = prizeOf(row.body);
  const ranked = rankedResults(context, row.id);
  const tickets = totalTickets(ranked);
  const last = ranked.find(({ owner }) => owner === userId);
  const mine = last ? ticketsOf(last) : 0;
  return {
    currentBalance: shownBalance(context, userId, 'MVP'),
    entryFeeAmount: entryFee,
    feeDeductedPrizeAmount: shownPrize(paid),
    totalPrizeAmount: shownPrize(total),
    game: game.show(row, context),
    gameResults: showLeaders(row, context),
    currentPossibleResult: { ticket: mine, possibility: winChance(mine, tickets) },
    nextPossibleResult: { ticket: mine + 1, possibility: winChance(mine + 1, tickets + 1) },
    totalTickets: tickets,
    currencyId: 'MVP',
    paymentFulfilled: hasPaid(context, userId, row.id),
    winnerSelected: row.body.closedAt !== null,
  };
}

/** The results of a game, the best first. */
export const showLeaders = (row: Row<Game>, context: HandlerContext) =>
  leaders(context, row.id, callerId(context), shownPrize(prizeOf(row.body).paid));

/** GameResultAbstractDto (platform 12.2). */
export function showAbstract(context: HandlerContext): ResponseOf<typeof shapes.ResultAbstract> {
  const row = requireRow(context, gameResult, context.path.id ?? '');
  return resultSummary(row, rankOf(context, row) - 1);
}

const ownResult = (row: Row<GameResult>, context: HandlerContext): Row<GameResult> =>
  row.owner === callerId(context) ? row : notFound('GAME_RESULT', row.id);

export const newThumbnail = { image: text() };
/** Stores the text as sent. */
export function setThumbnail(row: Row<GameResult>, context: HandlerContext): ResponseOf<typeof shapes.Thumbnail> {
  const thumbnail = context.body.image as string;
  saveRow(context, gameResult, ownResult(row, context), { ...row.body, thumbnail });
  return { thumbnail };
}

/** Every post exists here. ArchivedTweetResultDto (platform 12.2). */
export function validateRetweet(context: HandlerContext) {
  const userId = callerId(context);
  const screenName =
    (context.body.screenName as string | undefined) ?? liveUser(context, userId)!.body.name.replaceAll(' ', '_');
  emit(context, 'activity done', { userId, typeId: 'retweet_democopter' });
  const number = (purpose: string) =>
    String(Math.floor(seededFraction(context.seed, 'tweet', screenName, purpose) * 1e15) + 1e15);
  return {
    screenName,
    twitterUserId: number('user'),
    archivedTweetIds: [number(Object.values(context.path)[0] ?? '')],
  };
}
/** Of a result of the caller. */
export function validateShare(row: Row<GameResult>, context: HandlerContext) {
  ownResult(row, context);
  return validateRetweet(context);
}

/** Winners, the last first: PastGameResultDto (platform 12.2). */
export function pastWinners(context: Context): Row<GameResult>[] {
  return rows(context, gameResult)
    .filter(({ body }) => body.winner === true)
    .sort((a, b) => b.at - a.at);
}

export function shownPast(row: Row<GameResult>, context: Context) {
  const played = rows(context, game).find(({ id }) => id === row.body.gameId)!;
  const { title, createdAt } = played.body;
  const facts = { title, createdAt, raffleCriteria: 'TICKETS', entryFeeCurrencyId: 'MVP' };
  return { ...gameResult.show(row, context), game: facts, userIdentifier: playerOf(context, row.owner) };
}

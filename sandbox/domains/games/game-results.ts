// Results of games (platform 12.2, GameResultEntity): the best round of each player. Tickets are the sandbox's own.

import {
  addRow,
  type Context,
  day,
  defineKind,
  iso,
  type Kind,
  minute,
  type Row,
  rows,
  saveRow,
  seededFraction,
  seededId,
} from '../../core/index.js';
import { findUser, identifierOf, liveUser } from '../people/user.js';

/** The length of a game, and the pause after it. */
export const durationMs = 7 * day;
export const pauseMs = 60 * minute;

export const seededPlayers = ['rider-1', 'rider-2', 'rider-3'] as const;
const pastGames = 5;

interface SeededGame {
  readonly id: string;
  readonly ordinal: number;
  /** Epoch milliseconds. */
  readonly startsAt: number;
  /** Null while it runs. */
  readonly endsAt: number | null;
}

/** By ordinal. The running one began two days before the opening. */
export function seededGames({ seed, now }: Context): SeededGame[] {
  return Array.from({ length: pastGames + 1 }, (_, index) => {
    const startsAt = now - 2 * day - (pastGames - index) * (durationMs + pauseMs);
    const endsAt = index < pastGames ? startsAt + durationMs : null;
    return { id: seededId(seed, 'game', index + 1), ordinal: index + 1, startsAt, endsAt };
  });
}

/** The owner is the player, null for an anonymous result. */
export interface GameResult {
  readonly gameId: string;
  readonly score: number;
  readonly username: string | null;
  readonly winner: boolean | null;
  readonly thumbnail: string | null;
  /** The number of rounds. */
  readonly tried: number;
  readonly createdAt: string;
}

export const gameResult: Kind<GameResult> = defineKind({
  name: 'game-result',
  show: ({ id, owner, body }, context) => ({
    id,
    userId: owner,
    userIdentifierId: owner === null ? null : (identifierOf(context, owner)?.id ?? null),
    ...body,
    data: {},
    metadata: null,
  }),
  seed: (opening) => {
    for (const { id, startsAt, endsAt } of seededGames(opening)) {
      const over = endsAt !== null;
      for (const [index, handle] of seededPlayers.entries()) {
        const player = findUser(opening, handle)!;
        const at = startsAt + (index + 1) * 3_600_000;
        const score = Math.floor(seededFraction(opening.seed, 'game', id, handle) * 900) + 50;
        const facts = {
          gameId: id,
          score,
          username: player.body.name,
          thumbnail: null,
          tried: index + 1,
          createdAt: iso(at),
        };
        addRow(opening, gameResult, { owner: player.id, at, body: { ...facts, winner: over ? false : null } });
      }
      if (over) drawWinner(opening, id);
    }
  },
});

/** The results of a game, best first. Unpaid (anonymous) results have no rank. */
export const rankedResults = (context: Context, gameId: string): Row<GameResult>[] =>
  rows(context, gameResult)
    .filter(({ owner, body }) => body.gameId === gameId && owner !== null)
    .sort((a, b) => b.body.score - a.body.score || a.ordinal - b.ordinal);

/** An anonymous result gets the rank that it would have. */
export function rankOf(context: Context, { id, body }: Row<GameResult>): number {
  const ranked = rankedResults(context, body.gameId);
  const rank = ranked.findIndex((row) => row.id === id);
  return 1 + (rank === -1 ? ranked.filter(({ body: other }) => other.score >= body.score).length : rank);
}

/** One ticket, and one for every 100 points. */
export const ticketsOf = ({ body }: Pick<Row<GameResult>, 'body'>): number => 1 + Math.floor(body.score / 100);
/** Per result, one and one more per full 100 points. */
export const totalTickets = (results: readonly Row<GameResult>[]): number =>
  results.reduce((sum, row) => sum + ticketsOf(row), 0);

/** Draws the winner among all tickets, always the same. Returns the player's id. */
export function drawWinner(context: Context, gameId: string): string | undefined {
  const ranked = rankedResults(context, gameId);
  let draw = Math.floor(seededFraction(context.seed, 'game', gameId, 'winner') * totalTickets(ranked));
  const winner = ranked.find((row) => {
    draw -= ticketsOf(row);
    return draw < 0;
  });
  for (const row of ranked) saveRow(context, gameResult, row, { ...row.body, winner: row.id === winner?.id });
  return winner?.owner ?? undefined;
}

/** AbstractUserIdentifierDto (platform 12.2). */
export function playerOf(context: Context, owner: string | null) {
  const identifierRow = owner === null ? undefined : identifierOf(context, owner);
  if (!identifierRow) return null;
  const { type, identifier, name, avatar } = identifierRow.body;
  return {
    type,
    id: identifierRow.id,
    identifier,
    name,
    avatar,
    user: { country: liveUser(context, owner!)?.body.country ?? null },
  };
}

/** From 0 to 1, to four digits. */
export const winChance = (tickets: number, results: number): number =>
  results === 0 ? 0 : Math.round((tickets / results) * 10_000) / 10_000;

/** LotteryGameResultDto (platform 12.2). */
export function leaders(context: Context, gameId: string, me: string | undefined, prize: string): object[] {
  const ranked = rankedResults(context, gameId);
  const total = totalTickets(ranked);
  return ranked.map((row, index) => {
    const { score, username, tried, winner } = row.body;
    const ticket = ticketsOf(row);
    const facts = {
      id: row.id,
      winner: winner === true,
      position: index + 1,
      mine: row.owner !== null && row.owner === me,
      score,
      username,
    };
    const more = {
      userIdentifier: playerOf(context, row.owner),
      userId: row.owner,
      tried,
      possibility: winChance(ticket, total),
      ticket,
    };
    return { ...facts, ...more, prize: winner === true ? prize : null };
  });
}

/** GameResultAbstractDto (platform 12.2). */
export const resultSummary = ({ id, body }: Row<GameResult>, index: number) => ({
  id,
  score: body.score,
  username: body.username ?? '',
  position: index + 1,
});

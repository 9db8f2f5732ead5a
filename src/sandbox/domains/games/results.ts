// Results of games: CONTRACT.md 8.2 GameResultEntity. A player has one a game, that of their best round; tickets are ours.
import { iso } from '../../core/clock.js';
import { pick } from '../../core/ids.js';
import { addRow, type Kind, type Row, rows, saveRow } from '../../core/rows.js';
import type { Moment } from '../../core/world.js';
import { findUser, identifierOf, liveUser } from '../people/user.js';
import { game } from './game.js';

/** Its owner is the player; nobody for a result that was sent in without one. */
export interface GameResult {
  readonly gameId: string;
  readonly score: number;
  readonly username: string | null;
  readonly winner: boolean | null;
  readonly thumbnail: string | null;
  /** How many rounds it is the best of. */
  readonly tried: number;
  readonly createdAt: string;
}

const players = ['rider-1', 'rider-2', 'rider-3'] as const;

export const gameResult: Kind<GameResult> = {
  name: 'game-result',
  table: 'game_result',
  noun: 'GAME_RESULT',
  owned: false,
  show: ({ id, owner, body }, moment) => ({
    id,
    userId: owner,
    userIdentifierId: owner === null ? null : (identifierOf(moment, owner)?.id ?? null),
    ...body,
    data: {},
    metadata: null,
  }),
  seed: (opening) => {
    for (const { id, body } of rows(opening, game)) {
      const over = body.closedAt !== null;
      for (const [index, handle] of players.entries()) {
        const player = findUser(opening, handle)!;
        const at = Date.parse(body.createdAt) + (index + 1) * 3_600_000;
        const score = Math.floor(pick(opening.seed, 'game', id, handle) * 900) + 50;
        const facts = { gameId: id, score, username: player.body.name, thumbnail: null, tried: index + 1, createdAt: iso(at) };
        addRow(opening, gameResult, { owner: player.id, at, body: { ...facts, winner: over ? false : null } });
      }
      if (over) drawWinner(opening, id);
    }
  },
};

/** The results of a game, best first. */
export const ranked = (moment: Moment, gameId: string): Row<GameResult>[] =>
  rows(moment, gameResult)
    .filter(({ body }) => body.gameId === gameId)
    .sort((a, b) => b.body.score - a.body.score || a.ordinal - b.ordinal);

/** One ticket, and one more for every 100 points; who is nobody has none. */
export const ticketsOf = ({ owner, body }: Pick<Row<GameResult>, 'owner' | 'body'>): number =>
  owner === null ? 0 : 1 + Math.floor(body.score / 100);
export const allTickets = (of: readonly Row<GameResult>[]): number => of.reduce((sum, row) => sum + ticketsOf(row), 0);

/** Draws the winner of a game among all tickets, the same each time; gives the player's id. */
export function drawWinner(moment: Moment, gameId: string): string | undefined {
  const all = ranked(moment, gameId);
  let left = Math.floor(pick(moment.seed, 'game', gameId, 'winner') * allTickets(all));
  const winner = all.find((row) => {
    left -= ticketsOf(row);
    return left < 0;
  });
  for (const row of all) saveRow(moment, gameResult, row, { ...row.body, winner: row.id === winner?.id });
  return winner?.owner ?? undefined;
}

/** A player as everybody may see them: CONTRACT.md 8.2 AbstractUserIdentifierDto. */
function playerOf(moment: Moment, owner: string | null): unknown {
  const way = owner === null ? undefined : identifierOf(moment, owner);
  if (!way) return null;
  const { type, identifier, name, avatar } = way.body;
  return { type, id: way.id, identifier, name, avatar, user: { country: liveUser(moment, owner!)?.body.country ?? null } };
}

/** A chance as a share from 0 to 1, to four digits. */
export const chance = (tickets: number, of: number): number => (of === 0 ? 0 : Math.round((tickets / of) * 10_000) / 10_000);

/** The leader board: CONTRACT.md 8.2 LotteryGameResultDto. */
export function leaders(moment: Moment, gameId: string, me: string | undefined, prize: string): object[] {
  const all = ranked(moment, gameId);
  const total = allTickets(all);
  return all.map((row, index) => {
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
    const more = { userIdentifier: playerOf(moment, row.owner), userId: row.owner, tried, possibility: chance(ticket, total), ticket };
    return { ...facts, ...more, prize: winner === true ? prize : null };
  });
}

/** A result in short: CONTRACT.md 8.2 GameResultAbstractDto. */
export const abstract = ({ id, body }: Row<GameResult>, index: number) => ({
  id,
  score: body.score,
  username: body.username ?? '',
  position: index + 1,
});

/** The winners of games that are over, the last first: CONTRACT.md 8.2 PastGameResultDto. */
export function pastWinners(moment: Moment): Row<GameResult>[] {
  return rows(moment, gameResult)
    .filter(({ body }) => body.winner === true)
    .sort((a, b) => b.at - a.at);
}
export function shownPast(row: Row<GameResult>, moment: Moment): unknown {
  const played = rows(moment, game).find(({ id }) => id === row.body.gameId)!;
  const { title, createdAt } = played.body;
  const facts = { title, createdAt, raffleCriteria: 'TICKETS', entryFeeCurrencyId: 'MVP' };
  return { ...(gameResult.show(row, moment) as object), game: facts, userIdentifier: playerOf(moment, row.owner) };
}

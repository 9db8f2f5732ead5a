// Games (platform 12.2, GameEntity): one a week on its own dates. The rules are the sandbox's own.

import {
  addRow,
  type Context,
  defineKind,
  type HandlerContext,
  iso,
  type MachineBody,
  notFound,
  type Row,
  rows,
  type StateMachine,
  schedule,
} from '../../core/index.js';
import { accounts, mint, percent, toBase, toDecimal } from '../balances/currencies.js';
import { credit, decimalsOf, moveValue } from '../balances/ledger.js';
import { liveUser } from '../people/user.js';
import { drawWinner, durationMs, pauseMs, seededGames, seededPlayers } from './game-results.js';

/** No response has its two states: only the times are public (platform 5.4). */
export interface Game extends MachineBody {
  readonly status: 'RUNNING' | 'OVER';
  readonly title: string;
  /** The beginning. */
  readonly createdAt: string;
  readonly closedAt: string | null;
  readonly nextGameStartsAt: string | null;
  /** Paid entries. */
  readonly entries: number;
}
export const entryFee = '5';
const currencyId = 'MVP';
const decimals = decimalsOf(currencyId);
/** The house's addition to the fees, and the percentage of both that is paid out. */
const basePrize = '100';
const prizeShare = 90;

/** In the smallest unit. */
export function prizeOf({ entries }: Game): { total: bigint; paid: bigint } {
  const total = toBase(basePrize, decimals) + BigInt(entries) * toBase(entryFee, decimals);
  return { total, paid: percent(total, prizeShare) };
}

/** At the end a winner is drawn and paid, and the next game is made. */
function onEnter(row: Row<Game>, context: Context): Game | undefined {
  if (row.body.status !== 'OVER') return undefined;
  const winner = drawWinner(context, row.id);
  const { paid } = prizeOf(row.body);
  if (winner && liveUser(context, winner)) {
    const cause = `prize of game ${row.id}`;
    moveValue(context, mint(currencyId), accounts.games, currencyId, toBase(basePrize, decimals), cause);
    credit(
      context,
      { userId: winner, currencyId, amount: paid, description: `${row.body.title} won`, cause },
      accounts.games,
    );
  }
  const next = begin(context, row.ordinal + 1, context.now + pauseMs, 0);
  return { ...row.body, closedAt: iso(context.now), nextGameStartsAt: next.body.createdAt };
}

function begin(context: Context, n: number, at: number, entries: number): Row<Game> {
  const title = `Democopter ${n}`;
  const times = { createdAt: iso(at), closedAt: null, nextGameStartsAt: null };
  const statusLog = [{ status: 'RUNNING', at: iso(at) }];
  const created = addRow(context, game, {
    at,
    body: { status: 'RUNNING', title, ...times, entries, statusLog },
  });
  schedule(context, game, created);
  return created;
}

export const game: StateMachine<Game> = defineKind({
  name: 'game',
  show: ({ id, body: { title, createdAt, closedAt, nextGameStartsAt, entries } }) => ({
    id,
    type: 'DEMOCOPTER',
    title,
    description: 'Fly as far as you can; every 100 points are another ticket.',
    totalEntries: entries,
    totalUserEntries: entries,
    entryFeeAmount: entryFee,
    entryFeeCurrencyId: currencyId,
    entryFeeUserId: null,
    data: {},
    createdAt,
    closedAt,
    nextGameStartsAt,
    gameDurationMs: String(durationMs),
    gamePauseMs: String(pauseMs),
    raffleCriteria: 'TICKETS',
    loginRequired: true,
  }),
  next: ({ body }) =>
    body.status === 'RUNNING' ? { target: 'OVER', at: Date.parse(body.createdAt) + durationMs } : undefined,
  onEnter,
  seed: (opening) => {
    for (const { ordinal, startsAt, endsAt } of seededGames(opening)) {
      if (endsAt === null) {
        begin(opening, ordinal, startsAt, seededPlayers.length);
        continue;
      }
      const times = { createdAt: iso(startsAt), closedAt: iso(endsAt), nextGameStartsAt: iso(endsAt + pauseMs) };
      const statusLog = [{ status: 'OVER', at: times.closedAt }];
      const body: Game = {
        status: 'OVER',
        title: `Democopter ${ordinal}`,
        ...times,
        entries: seededPlayers.length,
        statusLog,
      };
      addRow(opening, game, { at: startsAt, body });
    }
    moveValue(
      opening,
      mint(currencyId),
      accounts.games,
      currencyId,
      BigInt(seededPlayers.length) * toBase(entryFee, decimals),
      'opening',
    );
  },
});

export const isPlayable = ({ body }: Row<Game>, { now }: Pick<Context, 'now'>): boolean =>
  body.status === 'RUNNING' && Date.parse(body.createdAt) <= now;
/** None in the pause between two games. */
export function showActiveGame(context: HandlerContext) {
  const active = rows(context, game).findLast((row) => isPlayable(row, context)) ?? notFound('GAME', 'active');
  return game.show(active, context);
}
/** From base units to decimals. */
export const shownPrize = (amount: bigint): string => toDecimal(amount, decimals);

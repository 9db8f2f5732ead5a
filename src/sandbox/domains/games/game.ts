// Games: CONTRACT.md 8.2 GameEntity. They follow each other week by week on their own dates; how they go is the sandbox's own.
import { day, iso, minute } from '../../core/clock.js';
import { notFound } from '../../core/refusal.js';
import { addRow, type Row, rows } from '../../core/rows.js';
import { type Moving, type MovingKind, schedule } from '../../core/state-machine.js';
import type { Moment, World } from '../../core/world.js';
import { accounts, mint } from '../balances/accounts.js';
import { percent, toBase, toDecimal } from '../balances/amounts.js';
import { credit, decimalsOf } from '../balances/balance-changes.js';
import { move } from '../balances/ledger.js';
import { liveUser } from '../people/user.js';
import { drawWinner } from './results.js';

/** A game as stored. Its two states are never answered: CONTRACT.md shows them as times only. */
export interface Game extends Moving {
  readonly status: 'RUNNING' | 'OVER';
  readonly title: string;
  /** When it begins. */
  readonly createdAt: string;
  readonly closedAt: string | null;
  readonly nextGameStartsAt: string | null;
  /** Who has paid for a place. */
  readonly entries: number;
}
export const entryFee = '5';
const currencyId = 'MVP';
const decimals = decimalsOf(currencyId);
const durationMs = 7 * day;
const pauseMs = 60 * minute;
/** What the house adds to the fees, and the share of both that is paid out, in per cent. */
const basePrize = '100';
const prizeShare = 90;
const pastGames = 5;
const seededEntries = 3;

/** What all have paid and the house adds, and what of it is paid out, in the smallest unit. */
export function prizeOf({ entries }: Game): { total: bigint; paid: bigint } {
  const total = toBase(basePrize, decimals) + BigInt(entries) * toBase(entryFee, decimals);
  return { total, paid: percent(total, prizeShare) };
}

/** A game ends: a winner is drawn and paid, and the next game is made. */
function entered(row: Row<Game>, moment: Moment): Game | undefined {
  if (row.body.status !== 'OVER') return undefined;
  const winner = drawWinner(moment, row.id);
  const { paid } = prizeOf(row.body);
  if (winner && liveUser(moment, winner)) {
    const cause = `prize of game ${row.id}`;
    move(moment, mint(currencyId), accounts.games, currencyId, toBase(basePrize, decimals), cause);
    credit(moment, { userId: winner, currencyId, amount: paid, description: `${row.body.title} won`, cause }, accounts.games);
  }
  const next = begin(moment, row.ordinal + 1, moment.now + pauseMs, 0);
  return { ...row.body, closedAt: iso(moment.now), nextGameStartsAt: next.body.createdAt };
}

function begin(moment: Moment, n: number, at: number, entries: number): Row<Game> {
  const title = `Democopter ${n}`;
  const times = { createdAt: iso(at), closedAt: null, nextGameStartsAt: null };
  const statusLog = [{ status: 'RUNNING', at: iso(at) }];
  const made = addRow(moment, game, { owner: null, at, body: { status: 'RUNNING', title, ...times, entries, statusLog } });
  schedule(moment, game, made);
  return made;
}

export const game: MovingKind<Game> = {
  name: 'game',
  table: 'game',
  noun: 'GAME',
  owned: false,
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
    ...{ createdAt, closedAt, nextGameStartsAt },
    gameDurationMs: String(durationMs),
    gamePauseMs: String(pauseMs),
    raffleCriteria: 'TICKETS',
    loginRequired: true,
  }),
  next: ({ body }) => (body.status === 'RUNNING' ? { word: 'OVER', at: Date.parse(body.createdAt) + durationMs } : undefined),
  entered,
  seed: (opening) => {
    const first = opening.now - 2 * day - pastGames * (durationMs + pauseMs);
    for (let n = 0; n < pastGames; n++) {
      const at = first + n * (durationMs + pauseMs);
      const times = { createdAt: iso(at), closedAt: iso(at + durationMs), nextGameStartsAt: iso(at + durationMs + pauseMs) };
      const statusLog = [{ status: 'OVER', at: times.closedAt }];
      const body: Game = { status: 'OVER', title: `Democopter ${n + 1}`, ...times, entries: seededEntries, statusLog };
      addRow(opening, game, { owner: null, at, body });
    }
    begin(opening, pastGames + 1, opening.now - 2 * day, seededEntries);
    move(opening, mint(currencyId), accounts.games, currencyId, BigInt(seededEntries) * toBase(entryFee, decimals), 'opening');
  },
};

/** Whether a game can be played now. */
export const isRunning = ({ body }: Row<Game>, { now }: Pick<Moment, 'now'>): boolean =>
  body.status === 'RUNNING' && Date.parse(body.createdAt) <= now;
/** GET /games/democopter/active: none in the pause between two. */
export function showActive(world: World): unknown {
  const found = rows(world, game).findLast((row) => isRunning(row, world)) ?? notFound('GAME', 'active');
  return game.show(found, world);
}
/** An amount of the prize as it is answered. */
export const shownPrize = (amount: bigint): string => toDecimal(amount, decimals);

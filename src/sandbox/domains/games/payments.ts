// Paying for a game: CONTRACT.md 8.2 PaymentStatusDto and its words. Their sequence and times are the sandbox's own.
import { iso } from '../../core/clock.js';
import { refuse } from '../../core/refusal.js';
import { addRow, type Row, rowById, rows, saveRow } from '../../core/rows.js';
import { scenarioOf } from '../../core/scenarios.js';
import { type Moving, type MovingKind, nextOn, schedule, type Way } from '../../core/state-machine.js';
import { caller, type Moment, type World } from '../../core/world.js';
import { accounts } from '../balances/accounts.js';
import { toBase } from '../balances/amounts.js';
import { balanceOf, debit, decimalsOf } from '../balances/balance-changes.js';
import { gameEntry } from '../balances/purchasables.js';
import { entryFee, type Game, game, isRunning } from './game.js';

type PaymentWord = 'CONFIRMING_BALANCE_TRANSACTION' | 'CONFIRMING_MUTATE_EXTERNAL_STATE' | 'FAILED_BALANCE_TRANSACTION' | 'COMPLETED';
/** Its owner pays. */
interface GamePayment extends Moving {
  readonly status: PaymentWord;
  readonly gameId: string;
  readonly createdAt: string;
}
const happy: Way<GamePayment> = [['CONFIRMING_BALANCE_TRANSACTION', 3], ['CONFIRMING_MUTATE_EXTERNAL_STATE', 2], ['COMPLETED']];
const fails: Way<GamePayment> = [['CONFIRMING_BALANCE_TRANSACTION', 3], ['FAILED_BALANCE_TRANSACTION']];

const fee = (): bigint => toBase(entryFee, decimalsOf('MVP'));

/** The fee is taken once it is confirmed; the place in the game comes last. */
function entered({ id, owner, body }: Row<GamePayment>, moment: Moment): { readonly instead: string } | undefined {
  if (body.status === 'CONFIRMING_MUTATE_EXTERNAL_STATE') {
    if (balanceOf(moment, owner!, 'MVP') < fee()) return { instead: 'FAILED_BALANCE_TRANSACTION' };
    const change = { userId: owner!, currencyId: 'MVP', amount: fee(), description: 'Entry fee of a game' };
    debit(moment, { ...change, cause: `payment ${id}` }, accounts.games);
  }
  if (body.status === 'COMPLETED') {
    const played = rowById(moment, game, body.gameId)!;
    saveRow(moment, game, played, { ...played.body, entries: played.body.entries + 1 });
  }
  return undefined;
}

export const gamePayment: MovingKind<GamePayment> = {
  name: 'game-payment',
  table: 'game_payment',
  noun: 'PAYMENT',
  owned: true,
  word: 'game',
  scenarios: { 'payment fails': 'FAILED_BALANCE_TRANSACTION' },
  show: (row, moment) => {
    const { status } = row.body;
    const finalized = status === 'COMPLETED' || status === 'FAILED_BALANCE_TRANSACTION';
    const title = status === 'COMPLETED' ? 'Paid' : finalized ? 'Payment failed' : 'Payment under way';
    const abstractHtml = `<p>${entryFee} MVP</p>`;
    return { cancellable: false, finalized, title, abstractHtml, descriptionHtml: `<p>${title}</p>`, payment: shownPayment(row, moment) };
  },
  next: (row, moment) => nextOn([row.body.scenario === 'payment fails' ? fails : undefined, happy], row, moment),
  entered,
};

/** CONTRACT.md 8.2 PaymentEntity. */
function shownPayment({ id, ordinal, owner, body }: Row<GamePayment>, moment: Moment): unknown {
  const { status, createdAt, statusLog, gameId } = body;
  const updatedAt = statusLog.at(-1)?.at ?? createdAt;
  return {
    ...{ id, status, userId: owner, paymentNo: ordinal, quantity: '1', price: entryFee, currencyId: 'MVP' },
    description: 'Entry fee of a game',
    purchasableId: gameEntry(moment).id,
    purchasableGroupId: null,
    completedAt: status === 'COMPLETED' ? updatedAt : null,
    ...{ refundedAt: null, canceledAt: null, createdAt, updatedAt, data: { gameId } },
  };
}

const paidOr = (moment: Moment, userId: string, gameId: string, words: readonly PaymentWord[]): boolean =>
  rows(moment, gamePayment, { owner: userId, status: words }).some(({ body }) => body.gameId === gameId);
/** Whether somebody has a place in a game. */
export const hasPaid = (moment: Moment, userId: string, gameId: string): boolean => paidOr(moment, userId, gameId, ['COMPLETED']);

/** Refuses a game that is over or has not begun. */
export function checkOpen(row: Row<Game>, world: World): void {
  if (!isRunning(row, world)) refuse(422, `${row.body.title} cannot be played now: it is over, or has not begun.`, 'NOT_OPEN');
}

/** POST /games/{id}/payment: a place in a game is paid once. */
export function payGame(row: Row<Game>, world: World): unknown {
  const { userId } = caller(world);
  checkOpen(row, world);
  const held: readonly PaymentWord[] = ['CONFIRMING_BALANCE_TRANSACTION', 'CONFIRMING_MUTATE_EXTERNAL_STATE', 'COMPLETED'];
  if (paidOr(world, userId, row.id, held)) refuse(409, `${row.body.title} is paid already, or being paid.`, 'ALREADY_PAID');
  if (balanceOf(world, userId, 'MVP') < fee()) refuse(400, `The entry fee is ${entryFee} MVP.`, 'NOT_ENOUGH_BALANCE');
  const status = 'CONFIRMING_BALANCE_TRANSACTION';
  const at = iso(world.now);
  const body: GamePayment = {
    status,
    gameId: row.id,
    createdAt: at,
    scenario: scenarioOf(world, gamePayment),
    statusLog: [{ status, at }],
  };
  const made = addRow(world, gamePayment, { owner: userId, at: world.now, body });
  schedule(world, gamePayment, made);
  return gamePayment.show(made, world);
}

// Payments of entry fees: the state machine of PaymentStatusDto (platform 12.3). Sequence and times are the sandbox's
// own.

import {
  addMoving,
  addPast,
  type Context,
  callerId,
  defineKind,
  type HandlerContext,
  iso,
  type MachineBody,
  minute,
  type ResponseOf,
  type Row,
  refuse,
  rowById,
  rows,
  type StateMachine,
  saveRow,
  scenarioOf,
  type Timeline,
} from '../../core/index.js';
import type * as shapes from '../../core/shapes/user.js';
import { accounts, toBase } from '../balances/currencies.js';
import { balanceOf, debit, decimalsOf } from '../balances/ledger.js';
import { gameEntry } from '../balances/purchasables.js';
import { findUser } from '../people/user.js';
import { entryFee, type Game, game, isPlayable } from './game.js';
import { seededGames, seededPlayers } from './game-results.js';

type PaymentWord =
  | 'CONFIRMING_BALANCE_TRANSACTION'
  | 'CONFIRMING_MUTATE_EXTERNAL_STATE'
  | 'FAILED_BALANCE_TRANSACTION'
  | 'COMPLETED';
/** The owner pays. */
interface GamePayment extends MachineBody {
  readonly status: PaymentWord;
  readonly gameId: string;
  readonly createdAt: string;
}
const happy: Timeline<GamePayment> = [
  ['CONFIRMING_BALANCE_TRANSACTION', 3],
  ['CONFIRMING_MUTATE_EXTERNAL_STATE', 2],
  ['COMPLETED'],
];

const fee = (): bigint => toBase(entryFee, decimalsOf('MVP'));

/** Debits the confirmed fee, then adds the entry. */
function onEnter({ id, owner, body }: Row<GamePayment>, context: Context): { readonly redirectTo: string } | undefined {
  if (body.status === 'CONFIRMING_MUTATE_EXTERNAL_STATE') {
    if (balanceOf(context, owner!, 'MVP') < fee()) return { redirectTo: 'FAILED_BALANCE_TRANSACTION' };
    const change = { userId: owner!, currencyId: 'MVP', amount: fee(), description: 'Entry fee of a game' };
    debit(context, { ...change, cause: `payment ${id}` }, accounts.games);
  }
  if (body.status === 'COMPLETED') {
    const played = rowById(context, game, body.gameId)!;
    saveRow(context, game, played, { ...played.body, entries: played.body.entries + 1 });
  }
  return undefined;
}

export const gamePayment: StateMachine<GamePayment, ResponseOf<typeof shapes.GamePayment>> = defineKind({
  name: 'game-payment',
  owned: true,
  scenarioPrefix: 'game',
  scenarios: {
    'payment fails': [
      'FAILED_BALANCE_TRANSACTION',
      [['CONFIRMING_BALANCE_TRANSACTION', 3], ['FAILED_BALANCE_TRANSACTION']],
    ],
  },
  show: (row, context) => {
    const { status } = row.body;
    const finalized = status === 'COMPLETED' || status === 'FAILED_BALANCE_TRANSACTION';
    const title = status === 'COMPLETED' ? 'Paid' : finalized ? 'Payment failed' : 'Payment under way';
    const abstractHtml = `<p>${entryFee} MVP</p>`;
    return {
      cancellable: false,
      finalized,
      title,
      abstractHtml,
      descriptionHtml: `<p>${title}</p>`,
      payment: shownPayment(row, context),
    };
  },
  timelines: () => [happy],
  onEnter,
  seed: (opening) => {
    for (const { id: gameId, startsAt } of seededGames(opening))
      for (const [index, handle] of seededPlayers.entries()) {
        const at = startsAt + (60 * index + 30) * minute;
        const owner = findUser(opening, handle)!.id;
        addPast(
          opening,
          gamePayment,
          { owner, at, body: { gameId, createdAt: iso(at) } },
          { words: happy.map(([word]) => word as PaymentWord) },
        );
      }
  },
});

/** PaymentEntity (platform 12.2). */
function shownPayment({ id, ordinal, owner, body }: Row<GamePayment>, context: Context) {
  const { status, createdAt, statusLog, gameId } = body;
  const updatedAt = statusLog.at(-1)?.at ?? createdAt;
  return {
    ...{ id, status, userId: owner!, paymentNo: ordinal, quantity: '1', price: entryFee, currencyId: 'MVP' },
    description: 'Entry fee of a game',
    purchasableId: gameEntry(context).id,
    purchasableGroupId: null,
    completedAt: status === 'COMPLETED' ? updatedAt : null,
    ...{ refundedAt: null, canceledAt: null, createdAt, updatedAt, data: { gameId } },
  };
}

const paidOr = (context: Context, userId: string, gameId: string, words: readonly PaymentWord[]): boolean =>
  rows(context, gamePayment, { owner: userId, status: words }).some(({ body }) => body.gameId === gameId);
export const hasPaid = (context: Context, userId: string, gameId: string): boolean =>
  paidOr(context, userId, gameId, ['COMPLETED']);

/** Throws NOT_OPEN before and after the game. */
export function checkOpen(row: Row<Game>, context: HandlerContext): void {
  if (!isPlayable(row, context))
    refuse(422, `${row.body.title} cannot be played now: it is over, or has not begun.`, 'NOT_OPEN');
}

/** A place in a game is paid once. */
export function payGame(row: Row<Game>, context: HandlerContext) {
  const userId = callerId(context);
  checkOpen(row, context);
  const activeStatuses: readonly PaymentWord[] = [
    'CONFIRMING_BALANCE_TRANSACTION',
    'CONFIRMING_MUTATE_EXTERNAL_STATE',
    'COMPLETED',
  ];
  if (paidOr(context, userId, row.id, activeStatuses))
    refuse(409, `${row.body.title} is paid already, or being paid.`, 'ALREADY_PAID');
  if (balanceOf(context, userId, 'MVP') < fee()) refuse(400, `The entry fee is ${entryFee} MVP.`, 'NOT_ENOUGH_BALANCE');
  const body = { gameId: row.id, createdAt: iso(context.now), scenario: scenarioOf(context, gamePayment) };
  return gamePayment.show(
    addMoving(context, gamePayment, 'CONFIRMING_BALANCE_TRANSACTION', { owner: userId, body }),
    context,
  );
}

// The history of the points balance, written by the listener `points`. Its field names are the sandbox's own.

import { day, type HandlerContext, iso, minute, requireCaller, type SandboxContext, seededId } from '../../core/context.js';
import type { Listener } from '../../core/events.js';
import { Page, pageOf } from '../../core/handlers.js';
import { addRow, ensureSeeded, type Kind, rowById, rowCount, rows, sizeOf } from '../../core/rows.js';
import type * as shapes from '../../core/shapes/user.js';
import type { Answer, Stored } from '../../core/state-machine.js';
import { entryFee, game, prizeOf, shownPrize } from '../games/game.js';
import { gamePayment } from '../games/game-payments.js';
import { gameResult } from '../games/game-results.js';
import { pastClaims } from '../missions/mission-claims.js';
import { findUser, joinedAt, seedUsers } from '../people/user.js';
import { storeOrder } from '../store/order.js';
import { productOf } from '../store/store-rows.js';
import { accounts, toBase, toDecimal } from './currencies.js';
import { deposit, depositArrived } from './deposits.js';
import { decimalsOf, openingBalances } from './ledger.js';
import { depositSeed, type RequestWord, seedTime, withdrawalSeeds } from './request-seeds.js';
import { withdrawal } from './withdrawals.js';

/** A change of the points balance as stored. Amounts are decimal texts in whole points; below 0 where points went. */
type PointsChange = Stored<typeof shapes.PointsHistory, 'address' | 'status'>;
const decimals = decimalsOf('MVP');

/** How far the request is that a change belongs to. */
function statusOf(context: SandboxContext, { swapType, requestId }: PointsChange): RequestWord | null {
  if (swapType === null || requestId === null) return null;
  const row = swapType === 'DEPOSIT' ? rowById(context, deposit, requestId) : rowById(context, withdrawal, requestId);
  return row?.body.status ?? null;
}

/** The id of the one entry of a deposit, which is in the history from its request on; undefined for any other entry. */
const entryId = ({ seed }: SandboxContext, { swapType, requestId }: Pick<PointsChange, 'swapType' | 'requestId'>): string | undefined =>
  swapType === 'DEPOSIT' && requestId !== null ? seededId(seed, `points-change of ${requestId}`, 1) : undefined;

/** The address that a withdrawal or a deposit pays to, so that one whose response was lost can be told from any other. */
function addressOf(context: SandboxContext, { swapType, requestId }: PointsChange): string | null {
  if (requestId === null) return null;
  const request = swapType === 'DEPOSIT' ? rowById(context, deposit, requestId) : rowById(context, withdrawal, requestId);
  return request?.body.address ?? null;
}

export const pointsChange: Kind<PointsChange, Answer<typeof shapes.PointsHistory>> = {
  name: 'points-change',
  table: 'points_change',
  noun: 'POINTS_CHANGE',
  owned: true,
  show: ({ id, body }, context) => ({
    id: entryId(context, body) ?? id,
    ...body,
    address: addressOf(context, body),
    status: statusOf(context, body),
  }),
  seed: seedHistory,
};

type ChangeFacts = Pick<PointsChange, 'amount' | 'description'> & Partial<PointsChange>;
/** A user's balance after their last change; a query of its own, because there may be many rows. */
function lastBalance(context: SandboxContext, owner: string): string {
  ensureSeeded(context, pointsChange);
  const sql = "SELECT body ->> 'balanceAfter' AS amount FROM points_change WHERE owner = ? ORDER BY ordinal DESC LIMIT 1";
  return context.state.get<{ amount: string }>(sql, owner)?.amount ?? '0';
}

/** The fields of a change that has no fee and goes to no other user. */
const ofNobody = { feeAmount: '0', receiverId: null, receiverNickname: null } as const;

/** Records a change, and returns the balance after it. */
function recordChange(
  context: SandboxContext,
  owner: string,
  at: number,
  { amount, ...more }: ChangeFacts,
  before = lastBalance(context, owner),
): string {
  const balanceAfter = toDecimal(toBase(before, decimals) + toBase(amount, decimals), decimals);
  const body = {
    ...ofNobody,
    swapType: null,
    requestId: null,
    ...more,
    amount,
    balanceAfter,
    createdAt: iso(at),
  };
  addRow(context, pointsChange, { owner, at, body });
  return balanceAfter;
}

type DatedChange = readonly [at: number, one: ChangeFacts];
const changesOfLarge = 20_000;

/** Everybody's opening balance, and what has changed it since: orders, rewards, deposits and withdrawals. */
function seedHistory(opening: SandboxContext): void {
  const opened = new Map(openingBalances(opening).map(([account, , amount]) => [account, amount]));
  for (const { handle } of seedUsers) {
    const owner = findUser(opening, handle)!.id;
    const balance = opened.get(accounts.balance(owner, 'MVP')) ?? 0n;
    if (balance === 0n) continue;
    const later =
      handle === 'dara' ? swapsOfDara(opening, owner) : handle === 'mina' ? pastOfMina(opening, owner) : gamesOf(opening, owner);
    const before = toDecimal(balance - later.reduce((sum, [, { amount }]) => sum + toBase(amount, decimals), 0n), decimals);
    const until = Math.min(opening.now, ...later.map(([at]) => at));
    [...collected(joinedAt(opening.now, handle), until, before), ...later].reduce(
      (after, [at, one]) => recordChange(opening, owner, at, one, after),
      '0',
    );
  }
}

const quarter = 90 * day;
/** How a user came to the points of the opening: about a half when they joined, and whole points every quarter of a year since. */
function collected(joined: number, until: number, amount: string): DatedChange[] {
  const times = Math.max(1, Math.floor((until - joined) / quarter));
  const whole = toBase(amount, decimals);
  const part = (whole / BigInt(2 * times) / 10n ** BigInt(decimals)) * 10n ** BigInt(decimals);
  const first = whole - part * BigInt(times - 1);
  return Array.from({ length: times }, (_, index): DatedChange => {
    const one = index === 0 ? { amount: first, description: 'Opening balance' } : { amount: part, description: 'Points of the quarter' };
    return [joined + Math.floor((index * (until - joined)) / times), { ...one, amount: toDecimal(one.amount, decimals) }];
  }).filter(([, one], index) => index === 0 || one.amount !== '0');
}

/** What mina has bought and got back, and the rewards that she has claimed, in their order. */
function pastOfMina(opening: SandboxContext, owner: string): readonly DatedChange[] {
  const orders = rows(opening, storeOrder, { owner }).flatMap(
    ({ body: { currencyId, paidAt, totalPrice, productId, status, statusLog } }) => {
      if (currencyId !== 'MVP' || paidAt === null) return [];
      const { name } = productOf(opening, productId).body;
      const bought: DatedChange = [Date.parse(paidAt), { amount: `-${totalPrice}`, description: `Bought ${name}` }];
      const returned: DatedChange = [Date.parse(statusLog.at(-1)!.at), { amount: totalPrice, description: `Refund of ${name}` }];
      return status === 'CANCEL_REFUNDED' || status === 'UNQUALIFIED' ? [bought, returned] : [bought];
    },
  );
  const rewards = pastClaims(opening).flatMap(({ at, seed: { reward, name } }): DatedChange[] =>
    'points' in reward || reward.currencyId !== 'MVP' ? [] : [[at, { amount: reward.amount, description: name }]],
  );
  const past = [...orders, ...rewards].filter(([at]) => at < opening.now); // this kind may be seeded after more has been done
  return [...past, ...manyOfMina(opening)].sort(([a], [b]) => a - b);
}

/** The games that a user has paid for, and won. */
function gamesOf(opening: SandboxContext, owner: string): readonly DatedChange[] {
  const paid = rows(opening, gamePayment, { owner }).map(({ body: { statusLog } }): DatedChange => {
    const at = statusLog.find(({ status }) => status === 'CONFIRMING_MUTATE_EXTERNAL_STATE')?.at ?? '';
    return [Date.parse(at), { amount: `-${entryFee}`, description: 'Entry fee of a game' }];
  });
  const won = rows(opening, gameResult).flatMap((row): DatedChange[] => {
    if (row.owner !== owner || row.body.winner !== true) return [];
    const { body } = rowById(opening, game, row.body.gameId)!;
    return [[Date.parse(body.closedAt!), { amount: shownPrize(prizeOf(body).paid), description: `${body.title} won` }]];
  });
  return [...paid, ...won].filter(([at]) => at < opening.now).sort(([a], [b]) => a - b);
}

/** In a large world: one point earned, one spent, a minute apart. */
function manyOfMina({ state, now }: SandboxContext): DatedChange[] {
  const count = sizeOf(state) === 'large' ? changesOfLarge : 0;
  return Array.from({ length: count }, (_, index): DatedChange => {
    const one = index % 2 === 0 ? { amount: '1', description: 'Earned' } : { amount: '-1', description: 'Spent' };
    return [now - (count - index) * minute, one];
  });
}

function swapsOfDara(opening: SandboxContext, owner: string): DatedChange[] {
  const requests = rows(opening, withdrawal, { owner });
  const withdrawn = withdrawalSeeds.flatMap(([status, currencyId, amount, feeAmount], index) => {
    if (currencyId !== 'MVP') return [];
    const request = { swapType: 'WITHDRAWAL', requestId: requests[index]!.id } as const;
    const debit = { ...request, amount: `-${amount}`, feeAmount, description: 'Withdrawal' };
    const refund = status === 'COMPLETED' ? [] : [{ ...request, amount, description: 'Withdrawal given back' }];
    const ended = Date.parse(requests[index]!.body.statusLog.at(-1)!.at);
    return [[seedTime(opening, index), debit] as const, ...refund.map((one) => [ended, one] as const)];
  });
  const [first] = rows(opening, deposit, { owner });
  const request = { swapType: 'DEPOSIT', requestId: first!.id } as const;
  return [...withdrawn, [seedTime(opening, 8), { ...request, amount: depositSeed.amount, description: 'Deposit' }]];
}

/** The deposits of a user that are under way, the newest first, as rows of the history: they have not changed the balance yet. */
const pendingDeposits = (context: SandboxContext, owner: string): readonly Answer<typeof shapes.PointsHistory>[] =>
  rows(context, deposit, { owner, status: ['INCOMING', 'CONFIRMING', 'WAITING_TRANSACTION'] }, { newest: true }).map(({ id, body }) => {
    const request = { swapType: 'DEPOSIT', requestId: id } as const;
    const facts = {
      ...ofNobody,
      ...request,
      description: 'Deposit',
      amount: body.goalAmount,
      balanceAfter: null,
      createdAt: body.createdAt,
    };
    return { id: entryId(context, request)!, ...facts, address: body.address, status: body.status };
  });

/** GET .../history: the newest first, among them the deposits that are under way. */
export function listHistory(context: HandlerContext): Page {
  const owner = requireCaller(context).userId;
  const pending = pendingDeposits(context, owner);
  const total = pending.length + rowCount(context, pointsChange, { owner });
  const { from, size } = pageOf(context, total);
  // Wherever the deposits are among them, the page is a part of these rows.
  const offset = Math.max(0, from - pending.length);
  const changes = rows(context, pointsChange, { owner }, { newest: true, offset, limit: size + pending.length });
  const all = [...pending, ...changes.map((row) => pointsChange.show(row, context))];
  const sorted = all.sort((a, b) => (a.createdAt < b.createdAt ? 1 : a.createdAt > b.createdAt ? -1 : 0));
  return new Page(sorted.slice(from - offset, from - offset + size), total);
}

/** Listens for balance changes. A new user begins with 0, so that there is nothing to record. */
export const pointsListener: Listener = {
  on: {
    'balance changed': (
      { userId, currencyId, amount, description, swapType, requestId, feeAmount, receiverId, receiverNickname = null },
      context,
    ) => {
      if (currencyId !== 'MVP') return;
      const swap = swapType ? { swapType: swapType as PointsChange['swapType'], requestId: String(requestId) } : {};
      const fee = feeAmount ? { feeAmount: String(feeAmount) } : {};
      const to = receiverId
        ? { receiverId: String(receiverId), receiverNickname: receiverNickname === null ? null : String(receiverNickname) }
        : {};
      recordChange(context, String(userId), context.now, {
        amount: String(amount),
        description: String(description),
        ...swap,
        ...fee,
        ...to,
      });
    },
    'chain moved': ({ to }, context) => depositArrived(context, String(to)),
  },
};

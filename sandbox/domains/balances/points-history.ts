// The history of the points balance, written by the listener `points`. Its field names are the sandbox's own.

import {
  addRow,
  type Context,
  callerId,
  day,
  defineKind,
  ensureSeeded,
  iso,
  type Kind,
  type Listener,
  minute,
  Page,
  pageOf,
  paging,
  type ResponseOf,
  rowById,
  rowCount,
  rows,
  type Stored,
  seededId,
  sizeOf,
  view,
} from '../../core/index.js';
import type * as shapes from '../../core/shapes/user.js';
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

/** Amounts are decimal texts in whole points, negative for debits. */
type PointsChange = Stored<typeof shapes.PointsHistory, 'address' | 'status'>;
const decimals = decimalsOf('MVP');

/** The status of the request of a change. */
function statusOf(context: Context, { swapType, requestId }: PointsChange): RequestWord | null {
  if (swapType === null || requestId === null) return null;
  const row = swapType === 'DEPOSIT' ? rowById(context, deposit, requestId) : rowById(context, withdrawal, requestId);
  return row?.body.status ?? null;
}

/** A deposit has one entry from its request on; undefined for any other change. */
const entryId = (
  { seed }: Context,
  { swapType, requestId }: Pick<PointsChange, 'swapType' | 'requestId'>,
): string | undefined =>
  swapType === 'DEPOSIT' && requestId !== null ? seededId(seed, `points-change of ${requestId}`, 1) : undefined;

/** The address tells a withdrawal or deposit with a lost response from others. */
function addressOf(context: Context, { swapType, requestId }: PointsChange): string | null {
  if (requestId === null) return null;
  const request =
    swapType === 'DEPOSIT' ? rowById(context, deposit, requestId) : rowById(context, withdrawal, requestId);
  return request?.body.address ?? null;
}

export const pointsChange: Kind<PointsChange, ResponseOf<typeof shapes.PointsHistory>> = defineKind({
  name: 'points-change',
  owned: true,
  show: ({ id, body }, context) => ({
    id: entryId(context, body) ?? id,
    ...body,
    address: addressOf(context, body),
    status: statusOf(context, body),
  }),
  seed: seedHistory,
});

type ChangeFacts = Pick<PointsChange, 'amount' | 'description'> & Partial<PointsChange>;
/** A user's balance after the last change; its own query, because there may be many rows. */
function lastBalance(context: Context, owner: string): string {
  ensureSeeded(context, pointsChange);
  const sql =
    "SELECT body ->> 'balanceAfter' AS amount FROM points_change WHERE owner = ? ORDER BY ordinal DESC LIMIT 1";
  return context.state.get<{ amount: string }>(sql, owner)?.amount ?? '0';
}

/** Fields of a change without fee and receiver. */
const ofNobody = { feeAmount: '0', receiverId: null, receiverNickname: null } as const;

/** Records a change. Returns the balance after it. */
function recordChange(
  context: Context,
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

type DatedChange = readonly [at: number, change: ChangeFacts];
const changesOfLarge = 20_000;

/** The opening balances, and the changes since: orders, rewards, deposits and withdrawals. */
function seedHistory(opening: Context): void {
  const opened = new Map(openingBalances(opening).map(([account, , amount]) => [account, amount]));
  for (const { handle } of seedUsers) {
    const owner = findUser(opening, handle)!.id;
    const balance = opened.get(accounts.balance(owner, 'MVP')) ?? 0n;
    if (balance === 0n) continue;
    const later =
      handle === 'dara'
        ? swapsOfDara(opening, owner)
        : handle === 'mina'
          ? pastOfMina(opening, owner)
          : gamesOf(opening, owner);
    const before = toDecimal(
      balance - later.reduce((sum, [, { amount }]) => sum + toBase(amount, decimals), 0n),
      decimals,
    );
    const until = Math.min(opening.now, ...later.map(([at]) => at));
    [...collected(joinedAt(opening.now, handle), until, before), ...later].reduce(
      (after, [at, change]) => recordChange(opening, owner, at, change, after),
      '0',
    );
  }
}

const quarter = 90 * day;
/** The points before the opening: half on joining, then whole points every quarter. */
function collected(joined: number, until: number, amount: string): DatedChange[] {
  const times = Math.max(1, Math.floor((until - joined) / quarter));
  const whole = toBase(amount, decimals);
  const part = (whole / BigInt(2 * times) / 10n ** BigInt(decimals)) * 10n ** BigInt(decimals);
  const first = whole - part * BigInt(times - 1);
  return Array.from({ length: times }, (_, index): DatedChange => {
    const change =
      index === 0
        ? { amount: first, description: 'Opening balance' }
        : { amount: part, description: 'Points of the quarter' };
    return [
      joined + Math.floor((index * (until - joined)) / times),
      { ...change, amount: toDecimal(change.amount, decimals) },
    ];
  }).filter(([, change], index) => index === 0 || change.amount !== '0');
}

/** Mina's purchases, refunds and rewards. */
function pastOfMina(opening: Context, owner: string): readonly DatedChange[] {
  const orders = rows(opening, storeOrder, { owner }).flatMap(
    ({ body: { currencyId, paidAt, totalPrice, productId, status, statusLog } }) => {
      if (currencyId !== 'MVP' || paidAt === null) return [];
      const { name } = productOf(opening, productId).body;
      const bought: DatedChange = [Date.parse(paidAt), { amount: `-${totalPrice}`, description: `Bought ${name}` }];
      const returned: DatedChange = [
        Date.parse(statusLog.at(-1)!.at),
        { amount: totalPrice, description: `Refund of ${name}` },
      ];
      return status === 'CANCEL_REFUNDED' || status === 'UNQUALIFIED' ? [bought, returned] : [bought];
    },
  );
  const rewards = pastClaims(opening).flatMap(({ at, seed: { reward, name } }): DatedChange[] =>
    'points' in reward || reward.currencyId !== 'MVP' ? [] : [[at, { amount: reward.amount, description: name }]],
  );
  // this kind may be seeded after later changes
  const past = [...orders, ...rewards].filter(([at]) => at < opening.now);
  return [...past, ...manyOfMina(opening)].sort(([a], [b]) => a - b);
}

function gamesOf(opening: Context, owner: string): readonly DatedChange[] {
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

/** A large world: one point earned, one spent, a minute apart. */
function manyOfMina({ state, now }: Context): DatedChange[] {
  const count = sizeOf(state) === 'large' ? changesOfLarge : 0;
  return Array.from({ length: count }, (_, index): DatedChange => {
    const change = index % 2 === 0 ? { amount: '1', description: 'Earned' } : { amount: '-1', description: 'Spent' };
    return [now - (count - index) * minute, change];
  });
}

function swapsOfDara(opening: Context, owner: string): DatedChange[] {
  const requests = rows(opening, withdrawal, { owner });
  const withdrawn = withdrawalSeeds.flatMap(([status, currencyId, amount, feeAmount], index) => {
    if (currencyId !== 'MVP') return [];
    const request = { swapType: 'WITHDRAWAL', requestId: requests[index]!.id } as const;
    const debit = { ...request, amount: `-${amount}`, feeAmount, description: 'Withdrawal' };
    const refund = status === 'COMPLETED' ? [] : [{ ...request, amount, description: 'Withdrawal given back' }];
    const ended = Date.parse(requests[index]!.body.statusLog.at(-1)!.at);
    return [[seedTime(opening, index), debit] as const, ...refund.map((entry) => [ended, entry] as const)];
  });
  const [first] = rows(opening, deposit, { owner });
  const request = { swapType: 'DEPOSIT', requestId: first!.id } as const;
  return [...withdrawn, [seedTime(opening, 8), { ...request, amount: depositSeed.amount, description: 'Deposit' }]];
}

/** A user's deposits under way as rows of the history, the newest first. They have not changed the balance yet. */
const pendingDeposits = (context: Context, owner: string): readonly ResponseOf<typeof shapes.PointsHistory>[] =>
  rows(context, deposit, { owner, status: ['INCOMING', 'CONFIRMING', 'WAITING_TRANSACTION'] }, { newest: true }).map(
    ({ id, body }) => {
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
    },
  );

/** The newest first, with deposits under way. */
export const listHistory = view(
  (context) => {
    const owner = callerId(context);
    const pending = pendingDeposits(context, owner);
    const total = pending.length + rowCount(context, pointsChange, { owner });
    const { from, size } = pageOf(context, total);
    // The page is a part of these rows, wherever the deposits are.
    const offset = Math.max(0, from - pending.length);
    const changes = rows(context, pointsChange, { owner }, { newest: true, offset, limit: size + pending.length });
    const entries = [...pending, ...changes.map((row) => pointsChange.show(row, context))];
    const sorted = entries.sort((a, b) => (a.createdAt < b.createdAt ? 1 : a.createdAt > b.createdAt ? -1 : 0));
    return new Page(sorted.slice(from - offset, from - offset + size), total);
  },
  { query: paging },
);

/** A new user begins with 0: there is nothing to record. */
export const pointsListener: Listener = {
  on: {
    'balance changed': (
      { userId, currencyId, amount, description, swapType, requestId, feeAmount, receiverId, receiverNickname = null },
      context,
    ) => {
      if (currencyId !== 'MVP') return;
      recordChange(context, String(userId), context.now, {
        amount: String(amount),
        description: String(description),
        swapType: swapType ? (swapType as PointsChange['swapType']) : null,
        requestId: swapType ? String(requestId) : null,
        feeAmount: String(feeAmount ?? 0),
        receiverId: receiverId ? String(receiverId) : null,
        receiverNickname: receiverId && receiverNickname !== null ? String(receiverNickname) : null,
      });
    },
    'chain moved': ({ to }, context) => depositArrived(context, String(to)),
  },
};

// What changed the points balance, written down as it is heard; and the listener `points`. Names are the sandbox's own.
import type { BalanceSwapType } from '../../../services/catalogue/words.js';
import { day, iso, minute } from '../../core/clock.js';
import type { Listener } from '../../core/effects.js';
import { addRow, type Kind, type Row, ready, rowById, rows } from '../../core/rows.js';
import type { Moment } from '../../core/world.js';
import { sizeOf } from '../../core/world-size.js';
import { cast } from '../people/seed-users.js';
import { findUser } from '../people/user.js';
import { accounts } from './accounts.js';
import { toBase, toDecimal } from './amounts.js';
import { decimalsOf } from './balance-changes.js';
import { deposit, depositArrived } from './deposits.js';
import { openingHoldings } from './holdings.js';
import { depositSeed, seedTime, withdrawalSeeds } from './request-seeds.js';
import { withdrawal } from './withdrawals.js';

/** A change of the points balance as stored. Amounts are decimal texts in whole points; below 0 where points went. */
interface PointsChange {
  readonly swapType: (typeof BalanceSwapType)[number] | null;
  /** The deposit or withdrawal that it belongs to. */
  readonly requestId: string | null;
  readonly amount: string;
  readonly feeAmount: string;
  readonly balanceAfter: string;
  readonly description: string;
  readonly createdAt: string;
}
const decimals = decimalsOf('MVP');

/** How far the request is that a change belongs to. */
function statusOf(moment: Moment, { swapType, requestId }: PointsChange): string | null {
  if (swapType === null || requestId === null) return null;
  const row = swapType === 'DEPOSIT' ? rowById(moment, deposit, requestId) : rowById(moment, withdrawal, requestId);
  return row?.body.status ?? null;
}

export const pointsChange: Kind<PointsChange> = {
  name: 'points-change',
  table: 'points_change',
  noun: 'POINTS_CHANGE',
  owned: true,
  show: ({ id, body: { requestId, ...shown } }, moment) => ({ id, ...shown, status: statusOf(moment, { requestId, ...shown }) }),
  seed: seedHistory,
};

/** Newest first. */
export const newestFirst = () => (a: Row<PointsChange>, b: Row<PointsChange>) => b.ordinal - a.ordinal;

type Noted = Pick<PointsChange, 'amount' | 'description'> & Partial<PointsChange>;
/** What somebody had after their last change; read alone, as there may be many. */
function lastBalance(moment: Moment, owner: string): string {
  ready(moment, pointsChange);
  const sql = "SELECT body ->> 'balanceAfter' AS amount FROM points_change WHERE owner = ? ORDER BY ordinal DESC LIMIT 1";
  return moment.state.get<{ amount: string }>(sql, owner)?.amount ?? '0';
}

/** Writes a change down; gives the balance after it. */
function note(moment: Moment, owner: string, at: number, { amount, ...more }: Noted, before = lastBalance(moment, owner)): string {
  const balanceAfter = toDecimal(toBase(before, decimals) + toBase(amount, decimals), decimals);
  const body = { swapType: null, requestId: null, feeAmount: '0', ...more, amount, balanceAfter, createdAt: iso(at) };
  addRow(moment, pointsChange, { owner, at, body });
  return balanceAfter;
}

type Dated = readonly [at: number, one: Noted];
const changesOfLarge = 20_000;

/** Everybody's opening balance; dara's came about by a deposit and by withdrawals of every end. */
function seedHistory(opening: Moment): void {
  const held = new Map(openingHoldings(opening).map(([account, , amount]) => [account, amount]));
  for (const { handle } of cast) {
    const owner = findUser(opening, handle)!.id;
    const balance = held.get(accounts.balance(owner, 'MVP')) ?? 0n;
    if (balance === 0n) continue;
    const later = handle === 'dara' ? swapsOfDara(opening, owner) : handle === 'mina' ? manyOfMina(opening) : [];
    const before = toDecimal(balance - later.reduce((sum, [, { amount }]) => sum + toBase(amount, decimals), 0n), decimals);
    const first: Dated = [(later[0]?.[0] ?? opening.now) - day, { amount: before, description: 'Opening balance' }];
    [first, ...later].reduce((after, [at, one]) => note(opening, owner, at, one, after), '0');
  }
}

/** In a large world: one point earned, one spent, a minute apart. */
function manyOfMina({ state, now }: Moment): Dated[] {
  const count = sizeOf(state) === 'large' ? changesOfLarge - 1 : 0;
  return Array.from({ length: count }, (_, index): Dated => {
    const one = index % 2 === 0 ? { amount: '1', description: 'Earned' } : { amount: '-1', description: 'Spent' };
    return [now - (count - index) * minute, one];
  });
}

function swapsOfDara(opening: Moment, owner: string): Dated[] {
  const requests = rows(opening, withdrawal, { owner });
  const withdrawn = withdrawalSeeds.flatMap(([status, currencyId, amount, feeAmount], index) => {
    if (currencyId !== 'MVP') return [];
    const of = { swapType: 'WITHDRAWAL', requestId: requests[index]!.id } as const;
    const taken = { ...of, amount: `-${amount}`, feeAmount, description: 'Withdrawal' };
    const given = status === 'COMPLETED' ? [] : [{ ...of, amount, description: 'Withdrawal given back' }];
    return [taken, ...given].map((one) => [seedTime(opening, index), one] as const);
  });
  const [first] = rows(opening, deposit, { owner });
  const of = { swapType: 'DEPOSIT', requestId: first!.id } as const;
  return [...withdrawn, [seedTime(opening, 8), { ...of, amount: depositSeed.amount, description: 'Deposit' }]];
}

/** What the points hear of; who signs up begins with nothing, so that there is nothing to write. */
export const points: Listener = {
  hears: {
    'balance changed': ({ userId, currencyId, amount, description, swapType, requestId, feeAmount }, moment) => {
      if (currencyId !== 'MVP') return;
      const swap = swapType ? { swapType: swapType as PointsChange['swapType'], requestId: String(requestId) } : {};
      const fee = feeAmount ? { feeAmount: String(feeAmount) } : {};
      note(moment, String(userId), moment.now, { amount: String(amount), description: String(description), ...swap, ...fee });
    },
    'chain moved': ({ to }, moment) => depositArrived(moment, String(to)),
  },
};

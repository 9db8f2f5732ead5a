// The one double-entry ledger: every value moves from an account to another, so that each unit always sums to nothing.
import { refuse } from '../../core/refusal.js';
import { ready, type Seeded } from '../../core/rows.js';
import type { Moment } from '../../core/world.js';
import { mint } from './accounts.js';
import { openingHoldings } from './holdings.js';

/** What the cast owns, posted when the ledger is first asked. */
const opening: Seeded = {
  name: 'ledger',
  seed: (moment) => {
    for (const [account, unit, amount] of openingHoldings(moment)) post(moment, mint(unit), account, unit, amount, 'opening');
  },
};

/** How much of a unit an account holds. */
export function holding(moment: Moment, account: string, unit: string): bigint {
  ready(moment, opening);
  return amountOf(moment, account, unit);
}

/** Moves value; refuses what the account does not hold. */
export function move(moment: Moment, from: string, to: string, unit: string, amount: bigint, cause: string): void {
  ready(moment, opening);
  if (amount < 0n) throw new RangeError(`${amount} cannot be moved`);
  if (!from.startsWith('mint:') && amountOf(moment, from, unit) < amount) refuse(400, `There is not enough ${unit}.`, 'NOT_ENOUGH_BALANCE');
  if (amount > 0n) post(moment, from, to, unit, amount, cause);
}

const amountOf = ({ state }: Moment, account: string, unit: string): bigint =>
  BigInt(state.get<{ amount: string }>('SELECT amount FROM holding WHERE account = ? AND unit = ?', account, unit)?.amount ?? '0');

function post(moment: Moment, from: string, to: string, unit: string, amount: bigint, cause: string): void {
  for (const [account, change] of [
    [from, -amount],
    [to, amount],
  ] as const) {
    const sum = (amountOf(moment, account, unit) + change).toString();
    moment.state.run(
      'INSERT INTO posting (account, unit, amount, cause, at) VALUES (?, ?, ?, ?, ?)',
      account,
      unit,
      change.toString(),
      cause,
      moment.now,
    );
    const sql = 'INSERT INTO holding (account, unit, amount) VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET amount = excluded.amount';
    moment.state.run(sql, account, unit, sum);
  }
}

/** What breaks the ledger's two rules: a unit that does not sum to nothing, an account below nothing. None is right. */
export function faultsOfLedger({ state }: Pick<Moment, 'state'>): string[] {
  const found = state.all<{ account: string; unit: string; amount: string }>('SELECT account, unit, amount FROM holding');
  const sums = new Map<string, bigint>();
  for (const { unit, amount } of found) sums.set(unit, (sums.get(unit) ?? 0n) + BigInt(amount));
  const below = found.filter(({ account, amount }) => BigInt(amount) < 0n && !account.startsWith('mint:'));
  return [...[...sums].filter(([, sum]) => sum !== 0n).map(([unit]) => unit), ...below.map(({ account, unit }) => `${account} ${unit}`)];
}

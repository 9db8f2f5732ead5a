// The double-entry ledger: value always moves from one account to another, so that each unit sums to zero.

import type { SandboxContext } from '../../core/context.js';
import { refuse } from '../../core/refusal.js';
import { ensureSeeded, type Seedable } from '../../core/rows.js';
import { mint } from './ledger-accounts.js';
import { openingBalances } from './opening-balances.js';

/** The opening balances of the seed users, posted when the ledger is first used. */
const opening: Seedable = {
  name: 'ledger',
  seed: (context) => {
    for (const [account, unit, amount] of openingBalances(context)) post(context, mint(unit), account, unit, amount, 'opening');
  },
};

/** The balance of an account in a unit. */
export function accountBalance(context: SandboxContext, account: string, unit: string): bigint {
  ensureSeeded(context, opening);
  return amountOf(context, account, unit);
}

/** The last change of an account in a unit: when, epoch milliseconds, and by what cause; undefined where nothing was ever posted to it. */
export function lastChangeOf(
  context: SandboxContext,
  account: string,
  unit: string,
): { readonly at: number; readonly cause: string } | undefined {
  ensureSeeded(context, opening);
  const sql = 'SELECT at, cause FROM posting WHERE account = ? AND unit = ? ORDER BY seq DESC LIMIT 1';
  return context.state.get(sql, account, unit);
}

/** Moves value between accounts; refuses where the balance does not suffice. */
export function moveValue(context: SandboxContext, from: string, to: string, unit: string, amount: bigint, cause: string): void {
  ensureSeeded(context, opening);
  if (amount < 0n) throw new RangeError(`${amount} cannot be moved`);
  if (!from.startsWith('mint:') && amountOf(context, from, unit) < amount)
    refuse(400, `There is not enough ${unit}.`, 'NOT_ENOUGH_BALANCE');
  if (amount > 0n) post(context, from, to, unit, amount, cause);
}

const amountOf = ({ state }: SandboxContext, account: string, unit: string): bigint =>
  BigInt(state.get<{ amount: string }>('SELECT amount FROM holding WHERE account = ? AND unit = ?', account, unit)?.amount ?? '0');

function post(context: SandboxContext, from: string, to: string, unit: string, amount: bigint, cause: string): void {
  for (const [account, change] of [
    [from, -amount],
    [to, amount],
  ] as const) {
    const sum = (amountOf(context, account, unit) + change).toString();
    context.state.run(
      'INSERT INTO posting (account, unit, amount, cause, at) VALUES (?, ?, ?, ?, ?)',
      account,
      unit,
      change.toString(),
      cause,
      context.now,
    );
    const sql = 'INSERT INTO holding (account, unit, amount) VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET amount = excluded.amount';
    context.state.run(sql, account, unit, sum);
  }
}

/** The violations of the ledger's rules: units that do not sum to zero, and negative accounts. */
export function ledgerViolations({ state }: Pick<SandboxContext, 'state'>): string[] {
  const found = state.all<{ account: string; unit: string; amount: string }>('SELECT account, unit, amount FROM holding');
  const sums = new Map<string, bigint>();
  for (const { unit, amount } of found) sums.set(unit, (sums.get(unit) ?? 0n) + BigInt(amount));
  const below = found.filter(({ account, amount }) => BigInt(amount) < 0n && !account.startsWith('mint:'));
  return [...[...sums].filter(([, sum]) => sum !== 0n).map(([unit]) => unit), ...below.map(({ account, unit }) => `${account} ${unit}`)];
}

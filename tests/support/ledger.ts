// Checks that the ledger of a sandbox is balanced.
import type { Context } from '../../sandbox/core/context.js';

/** Units that do not sum to zero, and negative accounts. */
export function ledgerViolations({ state }: Pick<Context, 'state'>): string[] {
  const holdings = state.all<{ account: string; unit: string; amount: string }>(
    'SELECT account, unit, amount FROM holding',
  );
  const sums = new Map<string, bigint>();
  for (const { unit, amount } of holdings) sums.set(unit, (sums.get(unit) ?? 0n) + BigInt(amount));
  const below = holdings.filter(({ account, amount }) => BigInt(amount) < 0n && !account.startsWith('mint:'));
  return [
    ...[...sums].filter(([, sum]) => sum !== 0n).map(([unit]) => unit),
    ...below.map(({ account, unit }) => `${account} ${unit}`),
  ];
}

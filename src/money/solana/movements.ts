// The movements of a transaction for one owner, by the balances before and after it: exact, one movement for each token.

import { solDecimals } from './chain.js';
import type { TransactionBalances } from './history.js';

/** A difference of the balances of an owner in one token. */
export interface Movement {
  /** The mint; nothing for SOL. */
  readonly mint: string | undefined;
  readonly decimals: number;
  /** Base units: above zero came in, below zero went out. Of SOL without the fee. */
  readonly difference: bigint;
  /** The only other owner whose balance changed the other way; nothing if there are none or several. */
  readonly other: string | undefined;
}

/** The fee that an owner has paid for a transaction, lamports. */
export const feePaidBy = ({ payer, fee }: TransactionBalances, owner: string): bigint => (payer === owner ? fee : 0n);

/**
 * The movements of an owner: SOL, then each mint. Empty if nothing but the fee has changed.
 * @param accounts the token accounts of the owner: old transactions do not say their owners
 */
export function movementsOf(
  balances: TransactionBalances,
  owner: string,
  accounts: ReadonlySet<string>,
): readonly Movement[] {
  const { payer, fee, lamports, tokens } = balances;
  const changes = [
    ...lamports.map(({ account, before, after }) => ({
      ...{ mint: undefined, decimals: solDecimals, owner: account },
      difference: after - before + (account === payer ? fee : 0n),
    })),
    ...tokens.map((token) => ({
      ...{ mint: token.mint, decimals: token.decimals, difference: token.after - token.before },
      owner: token.account === owner || accounts.has(token.account) ? owner : (token.owner ?? token.account),
    })),
  ];
  const mints = [...new Set(changes.map(({ mint }) => mint))];
  return mints.flatMap((mint) => {
    const ofMint = changes.filter((change) => change.mint === mint);
    return movementIn(ofMint, owner) ?? [];
  });
}

type Change = Omit<Movement, 'other'> & { readonly owner: string };
function movementIn(changes: readonly Change[], owner: string): Movement | undefined {
  const sums = new Map<string, bigint>();
  for (const change of changes) sums.set(change.owner, (sums.get(change.owner) ?? 0n) + change.difference);
  const difference = sums.get(owner) ?? 0n;
  if (difference === 0n) return undefined;
  const others = [...sums].filter(([, sum]) => (difference > 0n ? sum < 0n : sum > 0n)).map(([name]) => name);
  const { mint, decimals } = changes[0]!;
  return { mint, decimals, difference, other: others.length === 1 ? others[0] : undefined };
}

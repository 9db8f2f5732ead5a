// What an account has sent elsewhere on Solana: by the newest transactions of its history.

import { partFailure } from '../../services/http/errors.js';
import type { Elsewhere } from '../chain/witness.js';
import type { Journal } from '../ledger/journal.js';
import type { SolanaDependencies, SolanaIntent } from './describe.js';
import { balancesIn, signaturesOf, type TransactionBalances } from './history.js';

/** The most transactions that are read. */
const mostRead = 25;

/**
 * Reads what an account has sent since the last slot that the journal knows, for a reference that may be new.
 * @returns nothing without a reference
 */
export async function sentElsewhere(
  { from, clientRef }: Pick<SolanaIntent, 'from' | 'clientRef'>,
  { rpc, identity }: SolanaDependencies,
  journal: Journal,
): Promise<Elsewhere | undefined> {
  if (clientRef === undefined) return undefined;
  const common = { seen: [], isUnread: false, word: 'slot' } as const;
  const known = await journal.lastKnown(identity, from, 'slot');
  const rows = await signaturesOf(rpc, from, { limit: mostRead }).catch((error: unknown) => {
    partFailure(error);
    return undefined;
  });
  const last = rows?.[0]?.slot ?? known ?? 0n;
  if (known === undefined) return { ...common, isNew: true, count: rows?.length ?? 0, last };
  const isOwn = journal.isOfOther('');
  const later = rows?.filter(({ slot }) => slot > known) ?? [];
  const isOther = await Promise.all(later.map(async ({ signature }) => !(await isOwn(signature))));
  const missing = later.filter((_, at) => isOther[at]);
  const read = await Promise.all(
    missing
      .filter(({ succeeded }) => succeeded)
      .map(async ({ signature, slot }) => {
        const balances = await balancesIn(rpc, signature).catch((error: unknown) => {
          partFailure(error);
          return undefined;
        });
        return balances && { nonce: Number(slot), hash: signature, effect: effectsOf(balances, from).join('; ') };
      }),
  );
  const shown = read.filter((one) => one !== undefined);
  const isUnread = rows === undefined || shown.length < read.length || missing.length === mostRead;
  const seen = shown.filter(({ effect }) => effect !== ''); // what only came to the account is no transfer of it
  return { ...common, isNew: false, count: isUnread ? Math.max(missing.length, 1) : seen.length, seen, isUnread, last };
}

/** The effect of a transfer as text. @param asset the mint; `coin` for SOL */
export const effectKey = (asset: string, to: string, raw: bigint): string => `${asset} ${to} ${raw}`;

/** What a transaction has moved from an account to each other one. */
function effectsOf({ lamports, tokens }: TransactionBalances, from: string): readonly string[] {
  const changes = [
    ...lamports.map(({ account, ...change }) => ({ ...change, asset: 'coin', owner: account })),
    ...tokens.map(({ mint, owner = '', before, after }) => ({ asset: mint, owner, before, after })),
  ].map(({ asset, owner, before, after }) => ({ asset, owner, change: after - before }));
  const leaves = new Set(
    changes.filter(({ owner, change }) => owner === from && change < 0n).map(({ asset }) => asset),
  );
  return changes
    .filter(({ asset, owner, change }) => leaves.has(asset) && owner !== from && change > 0n)
    .map(({ asset, owner, change }) => effectKey(asset, owner, change));
}

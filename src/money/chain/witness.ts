// The account itself is a witness beside the ledger: a restored or copied folder, or a new one, does not know what the
// account has sent since. Before a reference counts as new, that is read: an equal effect may be its transfer.

import { counted } from '../../services/counted.js';
import { Failure } from '../../services/http/errors.js';
import type { Journal, SeenElsewhere } from '../ledger/journal.js';
import { dayLength } from '../ledger/operation.js';
import type { ChainWarning } from './effect.js';
import type { ChainDependencies, ChainIntent } from './intent.js';

/** What an account has sent elsewhere: notes for the receipt, and the record of it, for the moment of the signature. */
export interface Adopted {
  readonly notes: readonly ChainWarning[];
  readonly record: () => Promise<void>;
}
export const nothingElsewhere: Adopted = { notes: [], record: async () => {} };

/** What an account has sent since the last witness. */
export interface Elsewhere {
  /** The ledger has never seen a transaction of the account. */
  readonly isNew: boolean;
  readonly count: number;
  readonly seen: readonly Omit<SeenElsewhere, 'at'>[];
  readonly isUnread: boolean;
  /** The newest place, and its word: the nonce, on Solana the slot. */
  readonly last: bigint;
  readonly word: 'nonce' | 'slot';
}

/**
 * Judges what an account has sent elsewhere.
 * @param isEqual whether a recorded effect is that of the transaction that is to be signed
 * @throws {Failure} SENT_ELSEWHERE for an equal one since the last witness, or within 24 hours of the first time it was seen;
 * NOT_SEEN_ELSEWHERE if they cannot be read
 */
export async function adopt(
  { from, clientRef }: Pick<ChainIntent, 'from' | 'clientRef'>,
  { isNew, count, seen, isUnread, last, word }: Elsewhere,
  isEqual: (effect: string) => boolean,
  { identity, despite, clock, nextCommand, chain: { network } }: ChainDependencies,
  journal: Journal,
): Promise<Adopted> {
  const isNamed = (place: bigint | number) => despite.includes(`${word}-${place}`);
  const refused = (code: 'NOT_SEEN_ELSEWHERE' | 'SENT_ELSEWHERE', what: string, look: string, place: bigint | number) =>
    new Failure('local', code, what, `${look}. If this is another one: --despite ${word}-${place}`, { unsent: true });
  if (isUnread && !isNamed(last))
    throw refused(
      'NOT_SEEN_ELSEWHERE',
      `The account has sent ${counted(count, 'transaction')} that this ledger does not know (up to the ${word} ${last}). The node does not show all of them, and --client-ref ${clientRef} may be one.`,
      `Ask a node with older blocks: tuk profile set NAME rpc.${network} URL`,
      last,
    );
  const recent = await journal.elsewhere(identity, from, new Date(clock.now() - dayLength).toISOString());
  const equal = [...recent, ...seen].find(
    ({ effect, nonce }) => effect !== undefined && isEqual(effect) && !isNamed(nonce),
  );
  if (equal)
    throw refused(
      'SENT_ELSEWHERE',
      `This account has sent the same elsewhere (${word} ${equal.nonce}): ${equal.hash}. --client-ref ${clientRef} may be that transaction.`,
      `Compare: ${nextCommand(`tuk wallet tx show ${equal.hash} --network ${network}`)}`,
      equal.nonce,
    );
  if (count === 0) return nothingElsewhere;
  const message = isNew
    ? 'This ledger has nothing of the account, and the chain has: what a reference has paid elsewhere is not known here.'
    : `The account has sent ${counted(count, 'transaction')} elsewhere since the last one here${isUnread ? ', and the node does not show all of them' : '; none of them is equal to this one'}.`;
  const at = new Date(clock.now()).toISOString();
  return {
    notes: [{ code: 'ADOPTED', message }],
    record: async () => {
      for (const one of [...seen, { nonce: Number(last) }]) await journal.adopt(identity, from, { ...one, at });
    },
  };
}

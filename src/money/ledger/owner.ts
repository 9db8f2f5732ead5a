// The owner of operations: an account at an origin, in a sandbox in its world. Compares owners, and origins.

import { statSync } from 'node:fs';
import path from 'node:path';
import { excessMode } from '../../services/platform/owner.js';

/** The origin or sandbox world of a request, and the account there. */
export interface Binding {
  readonly origin?: string;
  readonly account?: string;
}
/** The owner of operations. The profile counts for operations of an earlier version, which have no binding. */
export interface Owner extends Binding {
  readonly profile: string;
}

/**
 * Compares the owners of an intent and a recorded operation. `unclear`: two sessions at one origin, or one account or
 * profile at another address of its services. Two sandbox worlds, and two chains, differ. Without both bindings the
 * profile counts.
 */
export function bindingTo(intent: Owner, line: Owner): 'same' | 'other' | 'unclear' {
  if (line.origin === undefined || intent.origin === undefined)
    return line.profile === intent.profile ? 'same' : 'other';
  if (line.origin !== intent.origin) {
    const isAccount =
      line.account === intent.account && line.account !== undefined && !line.account.startsWith('public:');
    return (isAccount || line.profile === intent.profile) && !areApart(line.origin, intent.origin)
      ? 'unclear'
      : 'other';
  }
  if (line.account === undefined || intent.account === undefined || line.account === intent.account) return 'same';
  const [kind, otherKind] = [line.account, intent.account].map((account) => account.split(':', 1)[0]);
  return kind === otherKind && kind !== 'session' ? 'other' : 'unclear';
}

/** Whether an operation was made at the origin of an owner, or may have been by an earlier version. */
export const isAt = (owner: Binding, line: Binding): boolean =>
  line.origin === undefined || owner.origin === undefined || line.origin === owner.origin;

/** Whether an owner is an account on a chain. */
export const isOnChain = ({ account }: Binding): boolean => account?.startsWith('address:') === true;

/**
 * Whether an operation may be of an owner, or counts with it: the transactions on chains and the transfers of a profile
 * do.
 */
export const mayBeOf = (owner: Owner, line: Owner): boolean =>
  bindingTo(owner, line) !== 'other' || (line.profile === owner.profile && (isOnChain(line) || isOnChain(owner)));

/**
 * Whether two origins certainly differ: by keys of sandboxes, by chain ids, by first blocks of one chain id, or by
 * genesis hashes.
 */
export function areApart(origin: string, other: string): boolean {
  const [proofs, otherProofs] = [proofsOf(origin), proofsOf(other)];
  return (
    proofs[0] === otherProofs[0] && proofs.some((proof, i) => otherProofs[i] !== undefined && otherProofs[i] !== proof)
  );
}
/**
 * The proofs of an origin: `sandbox` and its key; `eip155`, a chain id and, if it is known, the first block; `solana` and
 * its genesis hash.
 */
const proofsOf = (origin: string): readonly string[] =>
  /(sandbox):(.+)$/.exec(origin)?.slice(1) ??
  (/^(eip155|solana):/.test(origin) ? origin.split(':').filter((part) => part !== 'unknown') : []);

// Warns of a folder in which everybody can write: the ledger in it could be moved away, and limits and references would
// begin anew.

const sticky = 0o1000;

/**
 * Logs a warning if everybody can rename the files beside this one. A folder that is not there yet warns of nothing.
 */
export function warnOfOpenFolder(file: string, log: (line: string) => void): void {
  const folder = path.dirname(file);
  const stats = statSync(folder, { throwIfNoEntry: false });
  if (!stats || !excessMode(stats, 0o002) || (stats.mode & sticky) !== 0) return;
  log(`▲ Every user of this machine can write in ${folder}, and so move the ledger away: chmod go-w ${folder}`);
}

// Closes an operation whose chain no longer exists, before anything is asked about it.

import type { Context } from '../../cli/context.js';
import { closeOnOtherChain, isOfOtherChain, otherChain, otherChainSentence } from '../../money/evm/other-chain.js';
import type { Ledger, Operation } from '../../money/ledger.js';
import { chainAccess } from './access.js';
import { networkOf, withJournal } from './status.js';

/**
 * Closes an operation that was signed for another chain than its network has now.
 * @returns the operation as it is now, and why; nothing if it may be of the chain of the node
 * @throws {BadInput} {Guarded} as `chainAccess`; {Failure} of the read; {LocalFailure}
 */
export async function closedOnOtherChain(
  context: Context,
  operation: Operation,
  ledger: Ledger,
): Promise<{ readonly operation: Operation; readonly reason: string } | undefined> {
  const entries = withJournal(context, (journal) => journal.of(operation.id));
  const network = networkOf(operation, entries);
  if (!isOfOtherChain(operation, (await chainAccess(context, network)).identity)) return undefined;
  const now = closeOnOtherChain(operation, network, ledger, context.world.clock.now());
  return {
    operation: now,
    reason: now.lastStatus === otherChain ? otherChainSentence(network) : `${network} is another chain now, so nothing was read.`,
  };
}

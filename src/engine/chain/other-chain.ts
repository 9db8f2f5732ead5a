// Closes an operation of a chain that no longer exists, before any request about it.

import type { Context } from '../../cli/command/command.js';
import { closeOnOtherChain, isOfOtherChain, otherChain, otherChainSentence } from '../../money/chain/other-chain.js';
import type { Ledger } from '../../money/ledger/ledger.js';
import type { Operation } from '../../money/ledger/operation.js';
import { identityOf, networkOf } from './status.js';

/**
 * Closes an operation that was signed for another chain than its network now has.
 * @returns the updated operation, and the reason; undefined if it may belong to the node's chain
 * @throws {BadInput} {Guarded} as `chainAccess`; {Failure} of the read; {LocalFailure}
 */
export async function closedOnOtherChain(
  context: Context,
  operation: Operation,
  ledger: Ledger,
): Promise<{ readonly operation: Operation; readonly reason: string } | undefined> {
  const entries = await ledger.journal.of(operation.id);
  const network = networkOf(operation, entries);
  if (!isOfOtherChain(operation, await identityOf(context, network))) return undefined;
  const now = await closeOnOtherChain(operation, network, ledger, context.world.clock.now());
  return {
    operation: now,
    reason:
      now.lastStatus === otherChain
        ? otherChainSentence(network)
        : `${network} is another chain now, so nothing was read.`,
  };
}

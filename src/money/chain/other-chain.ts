// Operations whose chain no longer exists: a local node began anew, or a sandbox was reset. Their bytes cannot be
// mined.

import type { Ledger } from '../ledger/ledger.js';
import type { Operation } from '../ledger/operation.js';
import { areApart } from '../ledger/owner.js';
import { accountOf, type ChainDependencies, chainService, type Store } from './intent.js';

/** The last status of an operation whose node has another chain by now. */
export const otherChain = 'other-chain';

/**
 * Whether an operation was certainly signed for another chain than a local node has now, by their first blocks. A chain
 * with another id still exists elsewhere: nothing is concluded from ids.
 * @param identity the identity of the node's chain
 */
export const isOfOtherChain = ({ origin }: Pick<Operation, 'origin'>, identity: string): boolean =>
  origin !== undefined && hasFirstBlock(origin) && hasFirstBlock(identity) && areApart(origin, identity);
const hasFirstBlock = (identity: string) => /^(eip155:\d+:[0-9a-f]+|solana:\w+:local)$/.test(identity);

/**
 * Records that an operation of another chain has no effect, unless its end was seen or a person has judged it. Its
 * amount counts in the limit of its day.
 * @param now epoch milliseconds
 * @returns the operation as it is now
 * @throws {LocalFailure}
 */
export async function closeOnOtherChain(
  operation: Operation,
  network: string,
  ledger: Pick<Ledger, 'resolve'>,
  now: number,
): Promise<Operation> {
  if (operation.ending !== undefined || operation.settledBy === 'person') return operation;
  const resolution = {
    outcome: 'not-done',
    settledBy: 'check',
    lastStatus: otherChain,
    ending: 'failed',
    replacesDone: true,
  } as const;
  const note = otherChainSentence(network);
  return (await ledger.resolve(operation.id, { ...resolution, note }, now)) ?? operation;
}

/** Why an operation of another chain is closed. */
export const otherChainSentence = (network: string): string =>
  `It was signed for another chain than ${network} is now, for example for a sandbox before its reset. It cannot be mined here.`;

/**
 * Closes the open operations of an account on another chain: their bytes hold nothing up.
 * @throws {LocalFailure}
 */
export async function closeOthers(
  from: string,
  { identity, chain, clock }: ChainDependencies,
  { ledger }: Store,
): Promise<void> {
  for (const operation of await ledger.openOf(chainService, accountOf(from)))
    if (operation.network === chain.network && isOfOtherChain(operation, identity))
      await closeOnOtherChain(operation, chain.network, ledger, clock.now());
}

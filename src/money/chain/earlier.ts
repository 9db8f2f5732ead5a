// Operations that were begun before: open ones, and one whose reference is used again.

import { BadInput, Guarded, OutcomeUnknown, refusedUnsent } from '../../services/http/errors.js';
import { refuseUnclear } from '../facts/reference-binding.js';
import { type Intent, mayHaveEffect, type Operation } from '../ledger/operation.js';
import { areApart } from '../ledger/owner.js';
import { broadcast } from './broadcast.js';
import {
  accountOf,
  type ChainDependencies,
  chainService,
  type Outcome,
  requireStanding,
  type Store,
} from './intent.js';
import { closeOthers } from './other-chain.js';
import { look, type Observation, underLock } from './store.js';

/**
 * Settles the operations of an account whose transactions are in no block, as far as is known.
 * @param nonce the next nonce of the account by its node, or the height of its last final block
 * @returns what is seen of each
 */
export async function settleOpen(
  from: string,
  nonce: bigint,
  deps: ChainDependencies,
  store: Store,
): Promise<readonly Observation[]> {
  const { journal, ledger } = store;
  await closeOthers(from, deps, store);
  const operations = new Set((await journal.open(deps.identity, from, nonce)).map(({ operation }) => operation));
  for (const id of await journal.lateOffers(deps.identity, from, nonce)) operations.add(id);
  for (const { id, outcome, origin = '' } of await ledger.openOf(chainService, accountOf(from)))
    if (outcome === 'unknown' && !areApart(origin, deps.identity)) operations.add(id);
  const due = await Promise.all([...operations].filter((id) => !deps.isFollowed(id)).map((id) => takeOver(store, id)));
  return Promise.all(due.flatMap((operation) => (operation ? [look(operation, deps, store)] : [])));
}

/** The operation; its outcome is unknown if its process died, since this process has the lock of its account. */
export async function takeOver({ ledger }: Store, id: string): Promise<Operation | undefined> {
  const operation = await ledger.find(id);
  if (operation?.outcome !== 'sending') return operation;
  await ledger.settle(
    id,
    { outcome: 'unknown', message: 'Its process ended before it was broadcast.' },
    Date.parse(operation.at),
  );
  return ledger.find(id);
}

/**
 * The operation of a reference. Every one that was signed, or offered to a signer, is looked for, even one that counts
 * as not done: a reorganisation may bring its bytes back, and a signer may be late.
 * @throws {Failure} of a read
 */
export async function earlierWithReference(
  intent: Intent,
  deps: ChainDependencies,
  store: Store,
): Promise<Operation | undefined> {
  const taken = await store.ledger.findByReference(intent);
  if (taken) return taken;
  for (const operation of await store.ledger.allByReference(intent)) {
    if ((await store.journal.witnesses(operation.id)).length === 0) continue;
    const now = (await look(operation, deps, store)).operation;
    if (mayHaveEffect(now.outcome)) return now;
  }
  return undefined;
}

/**
 * The operation of a reference that was used before: nothing new is signed; bytes that the chain does not have are sent
 * again.
 */
export async function settleEarlier(
  recorded: Operation,
  intent: Intent,
  deps: ChainDependencies,
  store: Store,
): Promise<Outcome> {
  const { id } = recorded;
  const showCommand = deps.nextCommand(`tuk ops show ${id}`);
  refuseUnclear(intent, recorded, showCommand);
  if (recorded.digest !== intent.digest)
    throw new BadInput(
      'REF_USED',
      `--client-ref ${intent.ref} was used for something else (${id}).`,
      `See ${showCommand}`,
    );
  const seen = await look((await takeOver(store, id)) ?? recorded, deps, store);
  if (seen.state.kind === 'unsigned')
    throw new Guarded(
      'NOT_SIGNED',
      `${id} was recorded for --client-ref ${intent.ref} and never signed; its reference is free now.`,
      'Run it again.',
    );
  if (seen.state.kind === 'absent' && !seen.state.isPast && deps.dryRun)
    throw new Guarded(
      'UNSETTLED_TRANSACTION',
      `--client-ref ${intent.ref} is ${id}, which was signed and has not reached the chain.`,
      deps.nextCommand(`tuk wallet tx resume ${id}`),
    );
  const outcome = await goOn(seen, deps, store);
  if (outcome.kind === 'earlier')
    deps.log(
      `  ${/^(done|mined)$/.test(outcome.operation.outcome) ? 'Sent' : 'Begun'} before, as ${id}; nothing new was signed.`,
    );
  return outcome;
}

/**
 * Resumes an operation: looks first, and sends the same bytes if the node does not have them.
 * @throws as `runIntent`; {Refused} NOT_SIGNED
 */
export async function resume(id: string, from: string, deps: ChainDependencies): Promise<Outcome> {
  return underLock(from, deps, async (store) => {
    await deps.family.identify();
    const seen = await look((await takeOver(store, id))!, deps, store);
    if (seen.state.kind === 'unsigned')
      throw refusedUnsent('NOT_SIGNED', `${id} was never signed, so nothing can be sent.`, 'Run its command again.');
    return goOn(seen, deps, store);
  });
}

/** Sends bytes again if the node does not have them and they can still be mined. */
async function goOn({ operation, state }: Observation, deps: ChainDependencies, store: Store): Promise<Outcome> {
  if (state.kind === 'unsigned') throw new TypeError('an operation without signed bytes');
  const { entry } = state;
  if (state.kind !== 'absent') return { kind: 'earlier', operation, entry, warnings: [] };
  if (state.isPast) throw notSeen(operation, deps);
  const { family, nextCommand } = deps;
  if (entry.kind === 'offered')
    throw new Guarded(
      'UNSETTLED_TRANSACTION',
      `The signer was given the transaction of ${operation.id} with the nonce ${entry.nonce}, and may still send it.`,
      `Take its nonce: ${nextCommand(`tuk wallet tx cancel ${operation.id}`)}`,
    );
  const described = await family.describe(entry.raw, entry.sender);
  await family.simulateAgain(operation, entry.raw, entry.sender, nextCommand);
  const verdict = await deps.judge(described, entry.sender, store.ledger, operation.id);
  if (deps.dryRun) return { kind: 'plan', described, unsigned: family.unsignedOf(entry.raw), warnings: [] };
  await deps.confirm(described, verdict);
  await requireStanding(verdict, deps);
  return { kind: 'sent', operation: await broadcast(operation, entry, deps, store), entry, warnings: [] };
}

/** The failure for bytes that cannot be sent any more, of which the node shows nothing. */
export const notSeen = ({ id, ref }: Operation, { family, nextCommand }: ChainDependencies): OutcomeUnknown =>
  new OutcomeUnknown(
    'NOT_SEEN',
    family.notSeenSentence(id),
    {
      service: chainService,
      call: family.sendMethod,
      operation: id,
      clientRef: ref,
      look: nextCommand(`tuk ops check ${id}`),
    },
    undefined,
    'A node may lag behind, or forget old transactions. Ask another one: tuk profile set NAME rpc.NETWORK URL',
  );

// Broadcasts recorded bytes, and settles their outcome by their hash.

import { OutcomeUnknown, Refused } from '../../services/http/errors.js';
import type { Operation } from '../operation.js';
import { type ChainState, chainStateOf } from './chain-state.js';
import { type ChainDependencies, chainService, type Store } from './intent.js';
import type { JournalEntry } from './journal.js';
import { recordState } from './observation.js';
import { broadcastMethod } from './rpc-batches.js';
import { clearRefusal, isAlreadyKnown } from './rpc-failures.js';

/**
 * Broadcasts recorded bytes, once, and records the outcome.
 * @returns the operation as it is now
 * @throws {OutcomeUnknown} if the chain does not show them; {Refused} FEE_REFUSED, FUNDS_REFUSED, NONCE_WAITS,
 * BROADCAST_REFUSED if the node refuses them, NONCE_USED if another transaction has used their nonce
 */
export async function broadcast(
  operation: Operation,
  entry: JournalEntry,
  deps: ChainDependencies,
  store: Store,
): Promise<Operation> {
  const { rpc, chain, clock } = deps;
  const attempt = { operation, entry, deps, store };
  let problem: unknown;
  const hash = await rpc.broadcast(entry.raw).catch((error: unknown) => {
    problem = isAlreadyKnown(error) ? undefined : error;
    return entry.hash;
  });
  if (hash !== entry.hash)
    throw unknown(attempt, 'OTHER_HASH', `The node answered the hash ${hash}, which is not that of the signed bytes.`);
  if (problem !== undefined) {
    const state = await chainStateOf(store.journal.of(operation.id), rpc, chain.finality).catch(() => undefined);
    if (state === undefined || state.kind === 'absent') throw notTaken(attempt, problem, state);
    if (state.kind === 'replaced') {
      const now = recordState({ ...operation, outcome: 'unknown' }, state, undefined, chain, store, clock.now());
      throw new Refused(
        'refused',
        'NONCE_USED',
        `Another transaction has used the nonce ${entry.nonce}, in block ${state.block.number}; what was signed is not in it.`,
        deps.nextCommand(`tuk ops show ${now.id}`),
      );
    }
  }
  return recordState(
    { ...operation, outcome: 'accepted' },
    { kind: 'pending', entry },
    undefined,
    chain,
    store,
    clock.now(),
  );
}

/** The broadcast of one signed transaction. */
interface Attempt {
  readonly operation: Operation;
  readonly entry: JournalEntry;
  readonly deps: ChainDependencies;
  readonly store: Store;
}

/**
 * The failure for bytes that the chain does not show. Bytes that the node refuses with a reason stay signed, and may be
 * sent again.
 */
function notTaken(attempt: Attempt, problem: unknown, state: ChainState | undefined): Refused | OutcomeUnknown {
  const { operation, entry, deps, store } = attempt;
  const why = problem instanceof Error ? problem.message : String(problem);
  const refusal = state === undefined ? undefined : clearRefusal(problem);
  if (refusal === undefined)
    return unknown(
      attempt,
      'OUTCOME_UNKNOWN',
      `It was signed, and it is not known whether the chain has it: ${why}`,
      problem,
    );
  const { id } = operation;
  store.ledger.settle(id, { outcome: 'unknown', message: why }, deps.clock.now());
  const where = whereOf(attempt);
  const cancel = cancelHint(attempt);
  const resume = (when: string) => `Send the same bytes again ${when}: ${where.look}. ${cancel}`;
  const subject = `The node does not take the transaction of ${id}`;
  if (refusal === 'funds')
    return new Refused(
      'refused',
      'FUNDS_REFUSED',
      `${subject}, since the account cannot pay for it: ${why}`,
      resume('when it can'),
      where,
    );
  if (refusal === 'other')
    return new Refused('refused', 'BROADCAST_REFUSED', `${subject}: ${why}`, resume('if that has changed'), where);
  if (refusal === 'replacement' && entry.kind === 'original') {
    const message = `${subject}, since another transaction of the account waits with the nonce ${entry.nonce}: ${why}`;
    return new Refused('refused', 'NONCE_WAITS', message, resume('if that one is dropped'), where);
  }
  const speedUp = `Sign it again with a higher fee: ${deps.nextCommand(`tuk wallet tx speed-up ${id}`)}. ${cancel}`;
  return new Refused('refused', 'FEE_REFUSED', `${subject}, since its fee is too low for it: ${why}`, speedUp, where);
}

const cancelHint = ({ operation: { id }, deps }: Attempt): string =>
  `Or take its nonce: ${deps.nextCommand(`tuk wallet tx cancel ${id}`)}`;

const whereOf = ({ operation: { id, ref }, deps }: Attempt) => ({
  service: chainService,
  call: broadcastMethod,
  operation: id,
  clientRef: ref,
  look: deps.nextCommand(`tuk wallet tx resume ${id}`),
});

/** Records that an outcome is unknown. @returns the failure for it */
function unknown(attempt: Attempt, code: string, message: string, cause?: unknown): OutcomeUnknown {
  const { operation, entry, deps, store } = attempt;
  const where = whereOf(attempt);
  store.ledger.settle(operation.id, { outcome: 'unknown', message }, deps.clock.now());
  const hint = `Its bytes are signed and recorded. Look for them, and send the same bytes again: ${where.look}. ${cancelHint(attempt)}`;
  return new OutcomeUnknown(code, `${message} Hash: ${entry.hash}`, where, cause, hint);
}

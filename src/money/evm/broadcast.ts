// Broadcasts recorded bytes. What a node returns is settled by the hash of the bytes.

import { OutcomeUnknown, Refused } from '../../services/http/errors.js';
import type { Operation } from '../ledger.js';
import { type ChainState, chainStateOf } from './chain-state.js';
import { type ChainDependencies, chainService, type Store } from './intent.js';
import type { JournalEntry } from './journal.js';
import { recordState } from './observation.js';
import { clearRefusal, isAlreadyKnown } from './rpc.js';

/**
 * Broadcasts recorded bytes, once, and records the outcome.
 * @returns the operation as it is now
 * @throws {OutcomeUnknown} where the chain does not show them; {Refused} FEE_REFUSED, FUNDS_REFUSED where the node says that it does not take them, NONCE_USED where
 * another transaction has used their nonce
 */
export async function broadcast(operation: Operation, entry: JournalEntry, deps: ChainDependencies, store: Store): Promise<Operation> {
  const { rpc, chain, clock } = deps;
  const { journal } = store;
  const { id } = operation;
  let problem: unknown;
  try {
    const answered = await rpc.broadcast(entry.raw);
    if (answered !== entry.hash)
      throw unknown(
        operation,
        entry,
        deps,
        store,
        'OTHER_HASH',
        `The node answered the hash ${answered}, which is not that of the signed bytes.`,
      );
  } catch (error) {
    if (error instanceof OutcomeUnknown && error.code === 'OTHER_HASH') throw error;
    problem = isAlreadyKnown(error) ? undefined : error;
  }
  if (problem !== undefined) {
    const state = await chainStateOf(journal.of(id), rpc, chain.finality).catch(() => undefined);
    if (state === undefined || state.kind === 'absent') throw notTaken(problem, state, operation, entry, deps, store);
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
  return recordState({ ...operation, outcome: 'accepted' }, { kind: 'pending', entry }, undefined, chain, store, clock.now());
}

/** The failure for bytes that the chain does not show. A node that says why it does not take them has refused them; they stay signed, and may be sent again. */
function notTaken(
  problem: unknown,
  state: ChainState | undefined,
  operation: Operation,
  entry: JournalEntry,
  deps: ChainDependencies,
  store: Store,
): Refused | OutcomeUnknown {
  const why = problem instanceof Error ? problem.message : String(problem);
  const refusal = state === undefined ? undefined : clearRefusal(problem);
  if (refusal === undefined)
    return unknown(
      operation,
      entry,
      deps,
      store,
      'OUTCOME_UNKNOWN',
      `It was signed, and it is not known whether the chain has it: ${why}`,
      problem,
    );
  const { id } = operation;
  store.ledger.settle(id, { outcome: 'unknown', message: why }, deps.clock.now());
  const where = whereOf(operation, deps);
  const cancel = `Or take its nonce: ${deps.nextCommand(`tuk wallet tx cancel ${id}`)}`;
  const resume = (when: string) => `Send the same bytes again ${when}: ${where.look}. ${cancel}`;
  const subject = `The node does not take the transaction of ${id}`;
  if (refusal === 'funds')
    return new Refused('refused', 'FUNDS_REFUSED', `${subject}, since the account cannot pay for it: ${why}`, resume('when it can'), where);
  if (refusal === 'other') return new Refused('refused', 'BROADCAST_REFUSED', `${subject}: ${why}`, resume('if that has changed'), where);
  if (refusal === 'replacement' && entry.kind === 'original') {
    const message = `${subject}, since another transaction of the account waits with the nonce ${entry.nonce}: ${why}`;
    return new Refused('refused', 'NONCE_WAITS', message, resume('if that one is dropped'), where);
  }
  const speedUp = `Sign it again with a higher fee: ${deps.nextCommand(`tuk wallet tx speed-up ${id}`)}. ${cancel}`;
  return new Refused('refused', 'FEE_REFUSED', `${subject}, since its fee is too low for it: ${why}`, speedUp, where);
}

const whereOf = ({ id, ref }: Operation, { nextCommand }: ChainDependencies) => ({
  service: chainService,
  call: 'eth_sendRawTransaction',
  operation: id,
  clientRef: ref,
  look: nextCommand(`tuk wallet tx resume ${id}`),
});

/** Records that an outcome is unknown. @returns the failure that says so */
function unknown(
  operation: Operation,
  entry: JournalEntry,
  deps: ChainDependencies,
  { ledger }: Store,
  code: string,
  message: string,
  cause?: unknown,
): OutcomeUnknown {
  const { id } = operation;
  const where = whereOf(operation, deps);
  ledger.settle(id, { outcome: 'unknown', message }, deps.clock.now());
  const hint = `Its bytes are signed and recorded. Look for them, and send the same bytes again: ${where.look}. Or take its nonce: ${deps.nextCommand(`tuk wallet tx cancel ${id}`)}`;
  return new OutcomeUnknown(code, `${message} Hash: ${entry.hash}`, where, cause, hint);
}

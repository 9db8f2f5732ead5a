// Broadcasts recorded bytes, and settles their outcome by their hash.

import type { CodeOf } from '../../services/http/error-codes.js';
import { LocalFailure, OutcomeUnknown, Refused } from '../../services/http/errors.js';
import type { JournalEntry } from '../ledger/journal.js';
import type { Operation } from '../ledger/operation.js';
import { type ChainDependencies, chainService, type Store } from './intent.js';
import { recordState, stateSentence } from './observation.js';
import type { ChainState } from './state.js';
import { knownOf } from './store.js';

/**
 * Broadcasts recorded bytes, once, and records the outcome.
 * @returns the operation as it is now
 * @throws {OutcomeUnknown} if the chain does not show them, with a code of its kind of chain if the node refuses them,
 * or if the ledger cannot record what has become of them; {Refused} NONCE_USED if another transaction has used their
 * nonce, EXPIRED
 */
export async function broadcast(
  operation: Operation,
  entry: JournalEntry,
  deps: ChainDependencies,
  store: Store,
): Promise<Operation> {
  const attempt = { operation, entry, deps, store };
  return send(attempt).catch((error: unknown) => {
    if (!(error instanceof LocalFailure)) throw error;
    const where = whereOf(attempt);
    const message = `${operation.id} was signed and sent, and the ledger could not record what became of it: ${error.message} Hash: ${entry.hash}`;
    throw new OutcomeUnknown(error, message, where, error, `Its bytes are recorded. Look for them: ${where.look}`);
  });
}

async function send(attempt: Attempt): Promise<Operation> {
  const { operation, entry, deps, store } = attempt;
  const { family, clock } = deps;
  let problem: unknown;
  const hash = await family.send(entry.raw).catch((error: unknown) => {
    problem = family.isAlreadyKnown(error) ? undefined : error;
    return entry.hash;
  });
  if (hash !== entry.hash)
    throw await unknown(
      attempt,
      'OTHER_HASH',
      `The node answered the hash ${hash}, but the signed bytes have another hash.`,
    );
  if (problem !== undefined) {
    const { journal } = store;
    const state = await family
      .stateOf(await journal.of(operation.id), await knownOf(operation.id, false, journal))
      .catch(() => undefined);
    if (state === undefined || state.kind === 'absent') throw await notTaken(attempt, problem, state);
    if (state.kind === 'replaced' || state.kind === 'expired') {
      const now = await recordState({ ...operation, outcome: 'unknown' }, state, undefined, deps, store, clock.now());
      const [code, sentence] =
        state.kind === 'replaced'
          ? ([
              'NONCE_USED',
              `Another transaction has used the nonce ${entry.nonce}, in block ${state.block.number}; what was signed is not in it.`,
            ] as const)
          : (['EXPIRED', stateSentence(state, deps)] as const);
      throw new Refused('refused', code, sentence, deps.nextCommand(`tuk ops show ${now.id}`));
    }
  }
  return recordState(
    { ...operation, outcome: 'accepted' },
    { kind: 'pending', entry },
    undefined,
    deps,
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
async function notTaken(attempt: Attempt, problem: unknown, state: ChainState | undefined): Promise<OutcomeUnknown> {
  const { operation, entry, deps, store } = attempt;
  const why = problem instanceof Error ? problem.message : String(problem);
  const refusal =
    state === undefined ? undefined : deps.family.refusalOf(problem, entry, operation.id, deps.nextCommand);
  if (refusal === undefined)
    return unknown(
      attempt,
      'OUTCOME_UNKNOWN',
      `It was signed, and it is not known whether the chain has it: ${why}`,
      problem,
    );
  const { id } = operation;
  await store.ledger.settle(id, { outcome: 'unknown', message: why }, deps.clock.now());
  const { code, message, hint } = refusal;
  return new OutcomeUnknown({ code }, `${message}: ${why}`, whereOf(attempt), problem, hint);
}

const whereOf = ({ operation: { id, ref }, deps }: Attempt) => ({
  service: chainService,
  call: deps.family.sendMethod,
  operation: id,
  clientRef: ref,
  look: deps.nextCommand(`tuk wallet tx resume ${id}`),
});

/** Records that an outcome is unknown. @returns the failure for it */
async function unknown(
  attempt: Attempt,
  code: CodeOf<'unknown'>,
  message: string,
  cause?: unknown,
): Promise<OutcomeUnknown> {
  const { operation, entry, deps, store } = attempt;
  const where = whereOf(attempt);
  await store.ledger.settle(operation.id, { outcome: 'unknown', message }, deps.clock.now());
  const wayOut = deps.family.wayOut(operation.id, entry, deps.nextCommand);
  const hint = `Its bytes are signed and recorded. Look for them, and send the same bytes again: ${where.look}. ${wayOut}`;
  return new OutcomeUnknown(code, `${message} Hash: ${entry.hash}`, where, cause, hint);
}

// Opens the ledger and the journal of a run; under the lock of the account to sign or to send.

import type { Deadline } from '../../services/http/deadline.js';
import { Failure, partFailure } from '../../services/http/errors.js';
import { begin, openLock, writeHolder } from '../../session/lock.js';
import type { Journal } from '../ledger/journal.js';
import { withLedger } from '../ledger/open.js';
import type { Operation } from '../ledger/operation.js';
import { warnOfOpenFolder } from '../ledger/owner.js';
import type { Known } from './family.js';
import type { ChainDependencies, Store } from './intent.js';
import { recordState } from './observation.js';
import { type ChainResult, type ChainState, isFinal } from './state.js';

// The lock of an account on a chain: one process at a time builds, confirms, signs and sends.

/** How long a process waits for one holder of an account: longer than a dead one on another machine has it, milliseconds. */
const patience = 45_000;
/** How often it looks whether the holder is still the same. */
const parts = 3;

/**
 * Takes an account in its turn: a queue that moves on is waited for until the deadline, and one holder for `patience`.
 * @param take waits for the account until a deadline
 * @returns also whether another process had it
 * @throws as `take`
 */
async function inTurn<Value>(
  deadline: Deadline,
  take: (part: Deadline) => Promise<Value>,
  waited: { readonly holder?: string; readonly times: number } = { times: 0 },
): Promise<{ readonly value: Value; readonly hasWaited: boolean }> {
  try {
    return { value: await take(deadline.within(patience / parts)), hasWaited: waited.times > 0 };
  } catch (error) {
    const { code, message: holder } = error as Failure;
    const times = holder === waited.holder ? waited.times + 1 : 1;
    if (code !== 'ACCOUNT_LOCKED' || times === parts || deadline.timeLeft() === 0) throw error;
    return inTurn(deadline, take, { holder, times });
  }
}

/**
 * Runs `use` while no other process sends from an account.
 * @param use gets whether it had to wait for another process
 * @throws {LocalFailure} ACCOUNT_LOCKED, naming the holder; LOCK_UNUSABLE; {Failure} INTERRUPTED; as `use`
 */
async function withAccountLock<Result>(
  file: string,
  now: () => number,
  deadline: Deadline,
  use: (hasWaited: boolean) => Promise<Result>,
): Promise<Result> {
  const db = openLock(file);
  try {
    const { value, hasWaited } = await inTurn(deadline, (part) => begin(db, file, part, held));
    writeHolder(file, { pid: process.pid, since: new Date(now()).toISOString() });
    return await use(value || hasWaited);
  } finally {
    if (db.isOpen) db.close(); // ends the transaction that is the lock
  }
}

const held = (holder: string): Failure =>
  new Failure(
    'local',
    'ACCOUNT_LOCKED',
    `Another process is sending from this account: ${holder}.`,
    'Try again when it is done, or end it.',
    { unsent: true },
  );

/** Runs `use` with the ledger and the journal. @throws {LocalFailure} */
const withStore = <Result>(
  { ledger: place, log }: ChainDependencies,
  use: (store: Store) => Promise<Result>,
  mayChange = false,
): Promise<Result> => {
  if (mayChange && !place.lent && !place.shared) warnOfOpenFolder(place.file, log);
  return withLedger(place, mayChange ? 'moves' : 'reads', (ledger) => use({ ledger, journal: ledger.journal }));
};

/**
 * Runs `use` with the ledger and the journal, while no other process sends from the account. The members of a group
 * share the lock until the last of them has left.
 * @throws {LocalFailure}
 */
export async function underLock<Result>(
  from: string,
  deps: ChainDependencies,
  use: (store: Store) => Promise<Result>,
): Promise<Result> {
  const { group } = deps;
  const locked = <Value>(work: (store: Store) => Promise<Value>) =>
    withAccountLock(
      deps.lockFile(from),
      () => deps.clock.now(),
      deps.deadline,
      (hasWaited) =>
        withStore(
          deps,
          async (store) => {
            const { value: held, hasWaited: hasQueued } = await inTurn(deps.deadline, (part) =>
              store.ledger.holdAccount(from, part),
            );
            if (hasWaited || hasQueued || held.hasWaited) deps.family.renew(); // earlier reads may be old
            try {
              return await work(store);
            } finally {
              await held.release().catch(partFailure); // it ends by itself
            }
          },
          true,
        ),
    );
  if (!group?.isActive()) return locked(use);
  const store = await group.together('lock', undefined, async (members) => {
    const value = await new Promise<Store>((resolve, reject) => {
      locked((opened) => {
        resolve(opened);
        return group.ended;
      }).catch(reject);
    });
    return members.map(() => ({ status: 'fulfilled', value }));
  });
  return use(store);
}

/** The state of an operation on its chain, and the result of a mined one. */
export interface Observation {
  readonly operation: Operation;
  readonly state: ChainState;
  readonly result: ChainResult | undefined;
}

/**
 * Looks for the state of an operation, and records it. Sends nothing.
 * @param confirmations the least depth of a block that is recorded
 * @throws {Failure} of a read
 */
export async function look(
  operation: Operation,
  deps: ChainDependencies,
  store: Store,
  confirmations = 1n,
): Promise<Observation> {
  const { family, chain, clock } = deps;
  const { ledger, journal } = store;
  const { outcome, settledBy } = (await ledger.find(operation.id)) ?? operation;
  const isEnded = /^(done|not-done)$/.test(outcome) && settledBy !== 'person';
  const state = await family.stateOf(
    await journal.witnesses(operation.id),
    await knownOf(operation.id, isEnded, journal),
  );
  const now = (await ledger.find(operation.id)) ?? operation;
  if (state.kind === 'mined' && state.block.confirmations < confirmations && !isFinal(state, chain.finality))
    return { operation: now, state, result: undefined };
  const result = state.kind === 'mined' && state.receipt !== undefined ? await family.resultOf(state, now) : undefined;
  return { operation: await recordState(now, state, result, deps, store, clock.now()), state, result };
}

/** What the journal knows of an operation before its chain is asked. */
export const knownOf = async (operation: string, isEnded: boolean, journal: Journal): Promise<Known> => ({
  isEnded,
  seenIn: (await journal.history(operation)).findLast(({ state }) => /^(mined|reverted)$/.test(state))?.blockNumber,
  isOfOther: journal.isOfOther(operation),
});

/** Opens the ledger and looks for the state of an operation. @throws as `look` */
export const refresh = (operation: Operation, deps: ChainDependencies, confirmations?: bigint): Promise<Observation> =>
  withStore(deps, (store) => look(operation, deps, store, confirmations));

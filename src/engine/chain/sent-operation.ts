// After a transaction is sent: its record at the platform, and the wait for its blocks.

import type { Context } from '../../cli/command/command.js';
import { nextCommand } from '../../cli/settings/next-command.js';
import { resume } from '../../money/chain/earlier.js';
import type { ChainDependencies } from '../../money/chain/intent.js';
import { type Observation, refresh } from '../../money/chain/store.js';
import type { JournalEntry } from '../../money/ledger/journal.js';
import type { Operation } from '../../money/ledger/operation.js';
import { Failure, OutcomeUnknown } from '../../services/http/errors.js';
import { rounds } from '../../services/http/rounds.js';
import { readEndpoint } from '../request/call.js';

export interface FollowOptions {
  readonly confirmations: bigint;
  readonly interval: number;
  readonly maxWait: number;
  /** It is a step before another printed one. */
  readonly isStep?: true;
}

/**
 * Waits until an operation has its blocks, and records its end.
 * @throws {Failure} INTERRUPTED, without stopping the transaction
 */
export async function followOperation(
  context: Context,
  sent: Operation,
  from: string,
  deps: ChainDependencies,
  { confirmations, interval, maxWait, isStep }: FollowOptions,
): Promise<Observation> {
  let afterSent = isStep ? undefined : context.world.afterSent;
  let last = 'sent';
  const says = () => `${sent.id} is ${last}`;
  let reading: Observation | undefined;
  const pauses = { every: Math.min(interval, quickPause), most: interval, says };
  for await (const round of rounds(context.deadline.within(maxWait), pauses)) {
    reading = await refresh(sent, deps, confirmations).catch((error: unknown) => {
      if (!(error instanceof Failure) || error.kind === 'interrupted' || !error.retryable)
        throw withHash(error, sent, context);
      context.log(`  ${error.message}`);
      return undefined;
    });
    if (reading) {
      const { state } = reading;
      const depth = 'block' in state ? state.block.confirmations : undefined;
      const text =
        depth === undefined
          ? state.kind
          : `in block ${'block' in state ? state.block.number : ''}, ${depth} of ${confirmations} confirmations`;
      if (text !== last && depth !== undefined && confirmations > 1n) context.log(`  ${text}`);
      if (last.startsWith('in block') && depth === undefined)
        context.log('  Its block was reorganised away; waiting for another one.');
      last = text;
      if (confirmations === 0n || (depth !== undefined && depth >= confirmations)) return reading;
      if (state.kind === 'absent' && !state.isPast && !round.isLast())
        // the node lost it: send the same bytes again
        await resume(sent.id, from, { ...deps, confirm: async () => false }).catch(() => {});
    }
    if (round.isLast()) break;
    await afterSent?.(sent.id);
    afterSent = undefined;
  }
  if (reading) return reading;
  throw new OutcomeUnknown(
    'OUTCOME_UNKNOWN',
    `The node cannot be read, so the end of ${sent.id} is not known.`,
    whereIs(sent, context),
  );
}
const quickPause = 250;

/** A failure while a sent transaction is followed. */
function withHash(error: unknown, sent: Operation, context: Context): unknown {
  if (!(error instanceof Failure) || error.kind === 'interrupted') return error;
  const where = { ...error.where, ...whereIs(sent, context) };
  return new OutcomeUnknown(
    error,
    `It was sent as ${sent.id}, and its state cannot be read: ${error.message}`,
    where,
    error,
    `Look again: ${where.look}`,
  );
}

/** The operation as the fields of an error, with the command that reads its outcome. */
const whereIs = ({ id, ref }: Operation, context: Context) => ({
  operation: id,
  clientRef: ref,
  look: nextCommand(context, `tuk wallet tx resume ${id}`),
});

/**
 * Records a transaction at the platform, which follows it too. Only notes a failure, which does not undo the transaction
 * (platform 3.5).
 */
export async function record(context: Context, entry: JournalEntry, deps: ChainDependencies): Promise<void> {
  const { effect } = await deps.family.describe(entry.raw, entry.sender);
  const facts = deps.family.recordOf(entry, effect);
  if (facts === undefined) return; // a swap is recorded by its own call
  if (!(await context.session().isSignedIn())) {
    context.log('  Not signed in: the platform has no record of it.');
    return;
  }
  try {
    await readEndpoint(context, 'wallet', 'recordTransaction', {
      network: entry.network,
      ...facts,
      from: entry.sender,
      hash: entry.hash,
    });
  } catch (error) {
    if (!(error instanceof Failure) || error.code === 'EXISTING_TRANSACTION') return;
    context.note({
      is: 'left-out',
      part: 'The platform has not recorded the transaction, which goes on all the same',
      failure: error,
    });
  }
}

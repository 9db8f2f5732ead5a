// The entry of the ledger for a line: it says how a transfer ended.

import type { Context } from '../../cli/context.js';
import { endedBy } from '../../cli/errors.js';
import { exitCode } from '../../cli/exit-codes.js';
import { readLedger } from '../../cli/read-ledger.js';
import type { Ledger } from '../../money/ledger.js';
import { mayHaveEffect, type Operation } from '../../money/operation.js';
import type { PlannedLine } from './plan.js';
import type { LineEnd } from './run-line.js';

/** The operations with a reference of the profile, newest first: a purchase is an order and its payment. */
export function recordedAs(clientRef: string, context: Context): readonly Operation[] {
  const profile = context.settings().profile.value;
  const ofProfile = (ledger: Pick<Ledger, 'withReference'>) =>
    ledger.withReference(clientRef).filter((line) => line.profile === profile);
  const { ledger } = context.world;
  return ledger ? ofProfile(ledger) : readLedger(context, ofProfile);
}

/** The outcomes that a line may have without an error, the least certain first. */
const leastCertain = ['unknown', 'sending', 'accepted', 'mined', 'done'] as const;

/**
 * The end of a line as the ledger has it: the outcome of a transfer, of several the least certain one; and an interrupted
 * transfer that was recorded may have been sent.
 */
export function ledgerEnd({ clientRef, effect }: PlannedLine, end: LineEnd, context: Context): LineEnd {
  if (clientRef !== undefined && effect === 'transfer' && end.code === 0) {
    const recorded = recordedAs(clientRef, context);
    const outcome = leastCertain.find((one) => recorded.some((operation) => operation.outcome === one));
    const open = recorded.find((operation) => operation.outcome === outcome);
    return outcome === undefined
      ? end
      : { ...end, outcome, operation: outcome === 'accepted' ? open?.id : end.operation };
  }
  if (clientRef === undefined || end.code !== endedBy(context.world.signal?.reason)) return end;
  const [sent] = recordedAs(clientRef, context);
  if (!sent || !mayHaveEffect(sent.outcome)) return end;
  return {
    ...end,
    code: exitCode(/^(done|mined|accepted)$/.test(sent.outcome) ? 'pending' : 'unknown'),
    operation: sent.id,
  };
}

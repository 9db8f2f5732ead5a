// The entry of the ledger for a line that was interrupted.

import type { Context } from '../../cli/context.js';
import { endedBy } from '../../cli/errors.js';
import { exitCode } from '../../cli/exit-codes.js';
import { readLedger } from '../../cli/read-ledger.js';
import { mayHaveEffect, type Operation } from '../../money/operation.js';
import type { PlannedLine } from './plan.js';
import type { LineEnd } from './run-line.js';

/** The operations with a reference of the profile, newest first: a purchase is an order and its payment. */
export function recordedAs(clientRef: string, context: Context): readonly Operation[] {
  const profile = context.settings().profile.value;
  return readLedger(context, (ledger) => ledger.withReference(clientRef)).filter((line) => line.profile === profile);
}

/** Corrects the end of an interrupted transfer by the ledger: a recorded transfer may have been sent. */
export function ledgerEnd({ clientRef }: PlannedLine, end: LineEnd, context: Context): LineEnd {
  if (clientRef === undefined || end.code !== endedBy(context.world.signal?.reason)) return end;
  const [sent] = recordedAs(clientRef, context);
  if (!sent || !mayHaveEffect(sent.outcome)) return end;
  return {
    ...end,
    code: exitCode(/^(done|mined|accepted)$/.test(sent.outcome) ? 'pending' : 'unknown'),
    operation: sent.id,
  };
}

// The result of a read, as the outcome that the ledger records.

import type { Context } from '../../cli/command/command.js';
import { endingOf, type Operation, type Resolution } from '../../money/ledger/operation.js';

import type { SeenResult } from '../../money/outcome/look-up-result.js';
import { classOf, type StatusList } from '../../services/catalogue/statuses.js';
import { stringifyLossless } from '../../services/lossless-number.js';

/**
 * The outcome that a row shows: after a bad end the operation was not done; any other status of its list means that it
 * took effect. A bad end of a row without its id proves nothing of an operation that may
 * never have arrived, whose reference would be free.
 * @returns undefined if nothing is concluded, as of an unreadable or unlisted status
 */
export function resolutionBy(
  settledBy: 'check' | 'wait',
  { row, status, compared }: SeenResult,
  list: StatusList,
  operation: Operation,
  context: Context,
): Resolution | undefined {
  if (status === undefined || classOf(list, status) === 'unknown') return undefined;
  const ending = endingOf(list, status);
  const isBad = ending === 'returned' || ending === 'failed';
  if (isBad && !compared.includes('id') && operation.outcome === 'unknown') return undefined;
  return {
    outcome: isBad ? 'not-done' : 'done',
    settledBy,
    note: `The service shows it as ${status}.`,
    found: context.out.redact.cleanRecord(stringifyLossless(row)),
    lastStatus: status,
    ending,
    replacesDone: operation.settledBy !== 'person', // a person's judgement stays, until they change it
  };
}

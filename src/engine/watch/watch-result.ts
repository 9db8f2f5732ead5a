// The result of a watch: the last known state, and the exit code.

import type { Context } from '../../cli/command/command.js';
import { exitCode } from '../../cli/settings/exit-codes.js';
import { Failure } from '../../services/http/errors.js';
import { escapeControls } from '../../text/visible.js';
import type { WatchedItem, WatchState } from './status-stream.js';

/** The state of an item that has not ended: `op-1 is INCOMING`, `op-1 is not seen: 2 rows fit`. */
export const lastKnown = ({ id, status, reason }: WatchedItem<unknown>): string =>
  `${id} is ${status ?? 'not seen'}${reason === undefined ? '' : `: ${reason}`}`;

/**
 * Logs how the watch ended.
 * @returns its exit code.
 * @throws {Failure} NOT_YET at a timeout with JSON errors, since the log is then silent
 */
export function finalExitCode(context: Context, { kind, items, outage }: WatchState<unknown>): number {
  const bad = items.filter(({ ended }) => ended === 'bad');
  if (kind === 'out of time') {
    const open = items.filter(({ ended }) => !ended);
    const what = open.length === 1 ? lastKnown(open[0]!) : `${open.length} of ${items.length} continue`;
    const trouble = outage
      ? ` ${outage.responds ? 'The service fails' : 'The service does not respond'}: ${outage.message}`
      : '';
    if (context.out.jsonErrors)
      throw new Failure('pending', 'NOT_YET', `Not yet: ${what}; the time has run out.${trouble}`);
    context.log(`◐ Not yet: ${escapeControls(what)}; the time has run out.`);
    return exitCode('pending');
  }
  if (bad.length === 0) return 0;
  context.log(
    `✗ ${bad.length === 1 ? escapeControls(`${bad[0]!.id} ended ${bad[0]!.status}`) : `${bad.length} of ${items.length} failed`}.`,
    'failure',
  );
  return exitCode('ended-badly');
}

/** A change of a status, to announce. */
export const changeOf = ({ id, status, row }: WatchedItem<unknown>, previous: string | undefined) => ({
  title: `tuk: ${id}`,
  text: previous === undefined ? status : status && `${status}, was ${previous}`,
  env: { TUK_ID: id, TUK_STATUS: status, TUK_WAS: previous },
  row,
});

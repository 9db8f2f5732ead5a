// Logs that a reward was never claimed.

import type { Arguments, Context } from '../../cli/command/command.js';

import { isNothing, isRecord, type Row } from '../../services/json-value.js';

/** The message for a record without any value. */
export const unclaimed = 'Never claimed.';

/** Whether the output already prints the message for an empty record. */
const isShownEmpty = (status: Row, { world, out }: Context) =>
  world.stdout.isTTY === true && (out.options.format ?? 'table') === 'table' && Object.values(status).every(isNothing);

/** Returns the response unchanged; logs if its status is null. */
export function logUnclaimed(json: string, _: Arguments, context: Context): string {
  const status: unknown = JSON.parse(json);
  if (isRecord(status) && status.status === null && !isShownEmpty(status, context)) context.log(`  ${unclaimed}`);
  return json;
}

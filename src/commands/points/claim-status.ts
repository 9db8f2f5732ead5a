// Logs that a reward was never claimed.

import type { Arguments } from '../../cli/command.js';
import type { Context } from '../../cli/context.js';
import { isNothing, isRecord, type Row } from '../../services/json-value.js';

/** The message of a record that has nothing else than that nothing was claimed. */
export const unclaimed = 'Never claimed.';

/** Whether the response is shown as the message of an empty record. */
const saysNothingElse = (status: Row, { world, out }: Context): boolean =>
  world.stdout.isTTY === true && (out.options.format ?? 'table') === 'table' && Object.values(status).every(isNothing);

/** Returns the response unchanged; logs where its status says that nothing was claimed. */
export function logUnclaimed(json: string, _: Arguments, context: Context): string {
  const status: unknown = JSON.parse(json);
  if (isRecord(status) && status.status === null && !saysNothingElse(status, context)) context.log('  Never claimed.');
  return json;
}

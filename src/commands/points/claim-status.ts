// Logs that a reward was never claimed.

import type { Arguments } from '../../cli/command.js';
import type { Context } from '../../cli/context.js';
import { isRecord } from '../../services/json-value.js';

/** Returns the response unchanged; logs where its status says that nothing was claimed. */
export function logUnclaimed(json: string, _: Arguments, context: Context): string {
  const status: unknown = JSON.parse(json);
  if (isRecord(status) && status.status === null) context.log('  Never claimed.');
  return json;
}

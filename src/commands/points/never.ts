// The state of a claim that may never have been made.

import type { Arguments } from '../../cli/command.js';
import type { Context } from '../../cli/context.js';
import { isRecord } from '../../services/json-value.js';

/** The answer as it came; where it has no status, it is said that nothing was claimed. */
export function orNever(json: string, _: Arguments, context: Context): string {
  const answer: unknown = JSON.parse(json);
  if (isRecord(answer) && answer.status === null) context.log('  Never claimed.');
  return json;
}

// Decides whether a command may use the whole terminal, and in which form.

import { wantsLines } from '../../text/dialogue.js';
import type { Context } from './command.js';

/**
 * The form of a screen: drawn or linear. Undefined without a terminal, and with options for plain output (-o, --quiet,
 * -i, -v).
 */
export function formFor({
  world: { stdin, stdout, stderr, env, inDialog },
  flags,
  out,
}: Pick<Context, 'world' | 'flags' | 'out'>): 'screen' | 'lines' | undefined {
  if (inDialog || !stdin.isTTY || !stdout.isTTY || !stderr.isTTY || env.CI) return undefined;
  const { jq, fields, columns, sortBy, match, sum, quiet, include, verbose, noInput } = flags;
  const isFormatted = [out.options.format, jq, fields, columns, sortBy, match, sum].some(
    (value) => value !== undefined,
  );
  if (isFormatted || quiet || include || verbose || noInput) return undefined;
  return wantsLines(env) ? 'lines' : 'screen';
}

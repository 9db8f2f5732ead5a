// Whether a command may take the whole terminal, and in which form.

import { wantsLines } from '../ui/format/plain-dialogue.js';
import type { Context } from './context.js';

/**
 * How a person sees it who is at a terminal and has asked for nothing else (no form of output, no quiet, no traces between the rows): on the
 * screen, or in its linear form. Undefined for anybody else.
 */
export function formFor({
  world: { stdin, stdout, stderr, env },
  flags,
  out,
}: Pick<Context, 'world' | 'flags' | 'out'>): 'screen' | 'lines' | undefined {
  if (!stdin.isTTY || !stdout.isTTY || !stderr.isTTY || env.CI) return undefined;
  const { jq, fields, columns, sortBy, quiet, verbose, noInput, errorFormat } = flags;
  const asked = [out.options.format, jq, fields, columns, sortBy, errorFormat].some((one) => one !== undefined);
  if (asked || quiet || verbose || noInput) return undefined;
  return wantsLines(env) ? 'lines' : 'screen';
}

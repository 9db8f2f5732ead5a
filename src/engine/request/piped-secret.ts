// Secrets of requests come from standard input: a command line is visible to other programs.

import type { Context } from '../../cli/context.js';
import { readStdin } from '../../cli/input-file.js';
import { isDryRun } from '../../cli/settings.js';
import { BadInput } from '../../services/http/errors.js';

/**
 * Reads a secret of a request from standard input, and redacts it in the output; a dry run reads nothing.
 * @param name of the secret, and of its option: `token` of --token-stdin
 * @param isRequested whether the option is given
 * @param line the command line before the option, for the hint
 * @throws {BadInput} without the option, and for an empty input
 */
export async function pipedSecret(
  context: Context,
  name: string,
  { isRequested, line }: { readonly isRequested: boolean; readonly line: string },
): Promise<string> {
  if (!isRequested)
    throw new BadInput(
      'MISSING_OPTION',
      `--${name}-stdin is needed: pipe in the ${name}.`,
      `Like: ${line} --${name}-stdin < FILE`,
    );
  const secret = isDryRun(context.flags) ? '[redacted]' : (await readStdin(context.world, `the ${name}`)).trim();
  if (secret === '') throw new BadInput('EMPTY_INPUT', 'Standard input is empty.');
  context.out.redact.add(secret);
  return secret;
}

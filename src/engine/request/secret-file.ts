// Secrets of requests come from a file or standard input: a command line is visible to other programs.

import type { Context } from '../../cli/command.js';
import { readInput } from '../../cli/input-file.js';
import { isDryRun } from '../../cli/settings.js';
import { BadInput } from '../../services/http/errors.js';

/**
 * Reads a secret of a request from a file, and redacts it in the output; a dry run reads nothing.
 * @param name of the secret, and of its option: `token` of --token-file
 * @param file `-` for standard input
 * @param line the command line before the option, for the hint
 * @throws {BadInput} without the option, and for an empty input
 */
export async function secretFrom(context: Context, name: string, file: unknown, line: string): Promise<string> {
  if (file === undefined)
    throw new BadInput(
      'MISSING_OPTION',
      `--${name}-file is needed: the file with the ${name}, or - for standard input.`,
      `Like: ${line} --${name}-file FILE`,
    );
  const secret = isDryRun(context.flags) ? '[redacted]' : (await readInput(context.world, String(file))).trim();
  if (secret === '') throw new BadInput('EMPTY_INPUT', `The ${name} is empty.`);
  context.out.redact.add(secret);
  return secret;
}

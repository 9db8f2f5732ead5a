// Secrets of requests come from a file or standard input: a command line is visible to other programs.

import type { Context } from '../../cli/command/command.js';
import { readInput } from '../../cli/files/input-file.js';
import { isDryRun } from '../../cli/settings/options.js';
import { BadInput } from '../../services/http/errors.js';

// Secrets of requests come from a file or standard input: a command line is visible to other programs.

/**
 * Reads a secret of a request from a file, and redacts it in the output; a dry run reads nothing.
 * @param name of the secret: `token`
 * @param file `-` for standard input
 * @throws {BadInput} for an empty input
 */
export async function secretFrom(context: Context, name: string, file: unknown): Promise<string> {
  const secret = isDryRun(context.flags) ? '[redacted]' : (await readInput(context.world, String(file))).trim();
  if (secret === '') throw new BadInput('EMPTY_INPUT', `The ${name} is empty.`);
  context.out.redact.add(secret);
  return secret;
}

// Prompts on the terminal, on stderr since stdout is for data: a choice from a list, a line of text.
import { Failure } from '../../services/http/errors.js';
import type { LineOptions, Option } from '../../text/dialogue.js';
import type { Context } from '../command/command.js';
import { isJsonFormat } from '../settings/formats.js';

/** A choice in a list. Its texts may come from a service. */
export type Choice<Key extends string = string> = Option<Key>;

/** Whether stdin and stderr are terminals, and prompts are allowed. */
export const canAsk = ({ world, flags }: Context): boolean =>
  flags.noInput !== true && !world.env.CI && world.stdin.isTTY === true && world.stderr.isTTY === true;

/** Whether a person can be prompted: at a terminal, without --yes, and without output for a program. */
export const canPrompt = (context: Context): boolean => {
  const { yes, json, output } = context.flags;
  return canAsk(context) && !yes && !json && !isJsonFormat(output);
};

const stageOf = ({ world: { stdin, stderr, env, signal } }: Context) => ({ stdin, stdout: stderr, env, signal });

/** Prompts for a choice from a list. @throws {Failure} with `leftMessage` if the person leaves; default: nothing was sent */
export async function askChoice<Key extends string>(
  context: Context,
  question: string,
  choices: readonly Choice<Key>[],
  leftMessage?: string,
): Promise<Key> {
  const { choose } = await import('../../ui/mount.js');
  return requireInput(await choose(question, choices, stageOf(context)), leftMessage);
}

/** Prompts for a line, which may be empty. @throws {Failure} with `leftMessage` if the person leaves */
export async function askLine(
  context: Context,
  question: string,
  options: LineOptions,
  leftMessage?: string,
): Promise<string> {
  const { typeLine } = await import('../../ui/mount.js');
  return requireInput(await typeLine(question, options, stageOf(context)), leftMessage);
}

function requireInput<T>(input: T | undefined, leftMessage?: string): T {
  if (input !== undefined) return input;
  throw new Failure('interrupted', 'INTERRUPTED', leftMessage ?? 'The prompt was cancelled.', undefined, {
    unsent: leftMessage === undefined,
  });
}

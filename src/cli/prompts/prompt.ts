// A question on the terminal, drawn on stderr so that stdout stays data: whether somebody is there, one of a list, one line.
import { Failure } from '../../services/http/errors.js';
import type { LineOptions, Option } from '../../ui/format/dialogue.js';
import type { Context } from '../context.js';

/** One of the things that can be chosen. A service may have written its texts. */
export type Choice<Key extends string = string> = Option<Key>;

/** Whether somebody is there to be asked. */
export const canAsk = ({ world, flags }: Context): boolean =>
  flags.noInput !== true && !world.env.CI && world.stdin.isTTY === true && world.stderr.isTTY === true;

const stageOf = ({ world: { stdin, stderr, env, signal } }: Context) => ({ stdin, stdout: stderr, env, ...(signal ? { signal } : {}) });

/** Lets a person choose one of a list. @throws {Failure} with the sentence `left` where they leave */
export async function askChoice<Key extends string>(
  context: Context,
  question: string,
  choices: readonly Choice<Key>[],
  left: string,
): Promise<Key> {
  const { choose } = await import('../../ui/mount.js');
  return answered(await choose(question, choices, stageOf(context)), left);
}

/** Lets a person type a line, which may be empty. @throws {Failure} with the sentence `left` where they leave */
export async function askLine(context: Context, question: string, options: LineOptions, left: string): Promise<string> {
  const { typeLine } = await import('../../ui/mount.js');
  return answered(await typeLine(question, options, stageOf(context)), left);
}

function answered<T>(answer: T | undefined, left: string): T {
  if (answer !== undefined) return answer;
  throw new Failure('interrupted', 'INTERRUPTED', left);
}

// Adds `-w`, `--interval`, `--until` and `--count` to a command that reads.

import type { Command, Context } from '../../cli/command/command.js';
import { repeat } from './poll.js';
import { repeatOptions, repetitionOf } from './repetition.js';

/**
 * A command whose read can be repeated. It must change nothing, and return its result. If it has an option `--until` of
 * its own, there is no condition.
 */
export function repeatable(command: Command): Command {
  const names = new Set((command.options ?? []).map(({ flags }) => flags.split(' ')[0]));
  const options = [...(command.options ?? []), ...repeatOptions.filter(({ flags }) => !names.has(flags.split(' ')[0]))];
  return { ...command, options, run: repeating({ options }, command.run) };
}

/** The `run` of a command that repeats its read if its options say so. @param run reads once */
export const repeating =
  (command: Pick<Command, 'options' | 'open'>, run: Command['run']): Command['run'] =>
  async (args, context, runner) => {
    const repetition = repetitionOf(command, args);
    if (!repetition) return run(args, context, runner);
    const read = command.open
      ? await command.open(args, context)
      : (poll: Context) => run(repetition.line, poll, runner);
    return repeat(read, context, args.options);
  };

// Adds `-w`, `--interval`, `--until` and `--count` to a command that prints one response.

import type { Arguments, Command, Context } from '../../cli/command.js';

import { BadInput } from '../../services/http/errors.js';
import { pollOptions } from '../request/shared-options.js';
import { pollCommand } from './poll-command.js';
import { repetitionOf } from './repetition.js';

/**
 * A command whose read can be repeated. It must change nothing, and print one response with `out.print` or
 * `out.printResponse`. If it has an option `--until` of its own, there is no condition.
 * @param key the paths that tell its rows apart, if the id of its output does not
 */
export function repeatable(command: Command, key?: readonly string[]): Command {
  const names = new Set((command.options ?? []).map(({ flags }) => flags.split(' ')[0]));
  const options = [...(command.options ?? []), ...pollOptions.filter(({ flags }) => !names.has(flags.split(' ')[0]))];
  return {
    ...command,
    options,
    run: async (args: Arguments, context: Context, runner) => {
      const repetition = repetitionOf({ options }, args);
      if (repetition) return pollCommand(command, repetition, context, key);
      if (args.options.interval !== undefined)
        throw new BadInput('STRAY_OPTION', '--interval belongs to -w, --until or --count.');
      return command.run(args, context, runner);
    },
  };
}

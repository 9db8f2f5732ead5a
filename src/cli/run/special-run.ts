// Prepares the runs of -i, --check, --edit and --web, which change what a command reads or prints. Loaded for these
// options alone.

import { BadInput } from '../../services/http/errors.js';
import type { Arguments, Command } from '../command/command.js';
import type { CommandMatch } from '../lines/find-command.js';
import { runAndPrint } from '../print/print-result.js';
import type { Flags } from '../settings/options.js';
import type { World } from '../settings/world.js';
import { editingWorld, withEditedBody } from './edit.js';
import { including, type SpecialRun } from './include.js';
import { refuseUnchecked, withResponseCheck } from './response-check.js';
import { opening } from './web.js';

/** The run of a line with at least one of the options. @throws {BadInput} where an option makes no sense */
export function specialRun(args: Arguments, target: CommandMatch, world: World): SpecialRun {
  const { command } = target;
  const plain: SpecialRun = {
    command: args.options.check === true ? checking(command) : command,
    world,
    flags: args.options as Flags,
  };
  if (args.options.check === true) refuseUnchecked(args, target);
  if (args.options.web) return opening(args, { ...target, command: plain.command }, plain);
  const edited = args.options.edit ? editing(plain) : plain;
  return args.options.include === true ? including(args, target, edited) : edited;
}

const checking = (command: Command): Command => ({
  ...command,
  run: (args, context, runner) => withResponseCheck(context, (checked) => runAndPrint(command, args, checked, runner)),
});

function editing({ command, world, flags }: SpecialRun): SpecialRun {
  if (flags.profile?.includes(','))
    throw new BadInput('ONE_PROFILE', '--edit opens the body of one request: name one profile.');
  return {
    flags,
    world: editingWorld(world),
    command: { ...command, run: (args, context, runner) => command.run(withEditedBody(args), context, runner) },
  };
}

// Builds commands that wait until things of one kind have ended.

import type { Arguments, Command } from '../../cli/command.js';
import type { Values } from '../../cli/command-values.js';
import type { Context } from '../../cli/context.js';
import type { Flag } from '../../cli/options.js';
import { kindOf } from '../../things/kind.js';
import type { Thing } from '../../things/thing.js';
import { openThing, runWait } from './run-wait.js';
import type { Subject } from './status-reader.js';
import { watchFlags, watchNote } from './watch-flags.js';

/** A note in the help of a wait for things of one kind. */
export const usualNote =
  'On a terminal it also shows how long a status usually lasts, by up to eight earlier things of the ledger, which are read once.';

export interface WaitSpec extends Pick<Command, 'name' | 'summary' | 'description' | 'examples'> {
  readonly thing: Thing;
  /** The pause between two reads on a screen, milliseconds. */
  readonly interval?: number;
  /** The positional arguments, by default `<id...>`. */
  readonly values?: Values;
  readonly options?: readonly Flag[];
  /** The id for the call, if it differs from the typed one: of a transaction with its network. */
  readonly idOf?: (typed: string, args: Arguments, context: Context) => string;
}

/** Builds the command that waits until things have ended. Its exit codes are 0, 8 (out of time) and 13 (a bad end). */
export function waitCommand({
  thing,
  values = '<id...>',
  description,
  options = [],
  idOf = (typed) => typed,
  interval,
  ...spec
}: WaitSpec): Command {
  const kind = kindOf(thing);
  const { readings } = kind;
  const subject = (name: string, args: Arguments, context: Context): Subject => ({
    name,
    kind,
    id: idOf(name, args, context),
  });
  return {
    ...spec,
    values,
    description: [
      description,
      `${watchNote} Waits for at most an hour unless --max-wait says otherwise; 0 waits without limit.\n${usualNote}`,
    ]
      .filter(Boolean)
      .join('\n'),
    options: [...options, ...watchFlags],
    uses: { [readings[0]!.service]: [...new Set(readings.map(({ call }) => call))] },
    wait: {
      interval,
      open: async (args, context) => openThing(subject(args.positionals.at(-1)!, args, context)),
    },
    run: async (args, context) => {
      const subjects = [...new Set(args.positionals)].map((name) => subject(name, args, context));
      return runWait(subjects, args.options, context);
    },
  };
}

// Repeats a command that prints one response: each poll runs it, and captures its output.

import type { Arguments, Command, Context } from '../../cli/command.js';

import { capturingContext } from '../../cli/output/captured.js';
import type { Presentation } from '../../cli/output/output.js';
import { pollRead } from './poll.js';
import type { Repetition } from './repetition.js';

/**
 * Runs the command again and again, as `pollRead` says.
 * @returns the exit code
 * @throws as `pollRead`, and as the command
 */
export function pollCommand(
  command: Command,
  { line, poll }: Repetition,
  context: Context,
  key: readonly string[] | undefined,
): Promise<number> {
  let latest: Presentation = {};
  const load = async (pollContext: Context) => {
    const captured = await responseOf(command, line, pollContext);
    latest = captured?.presentation ?? latest;
    return captured?.json;
  };
  return pollRead(
    load,
    context,
    poll,
    presentationBy(() => latest),
    () => key ?? latest.idPath,
  );
}

/** Runs a command, and returns the response that it prints, or nothing in a dry run. @throws {Failure} */
async function responseOf(command: Command, line: Arguments, context: Context) {
  let captured: { readonly json: string; readonly presentation: Presentation } | undefined;
  const capturing = capturingContext(context, (json, presentation) => {
    captured ??= { json, presentation };
  });
  await command.run(line, capturing);
  if (context.out.deferred) throw context.out.deferred;
  return captured;
}

/** A presentation that is known only after the first response: its members are read when they are needed. */
export const presentationBy = (current: () => Presentation): Presentation => ({
  get columns() {
    return current().columns;
  },
  get csvColumns() {
    return current().csvColumns;
  },
  get idPath() {
    return current().idPath;
  },
  get empty() {
    return current().empty;
  },
  get singleRecord() {
    return current().singleRecord;
  },
  get persons() {
    return current().persons;
  },
  get hasShape() {
    return current().hasShape;
  },
  get of() {
    return current().of;
  },
});

// Prints the result of a command: its response, and then the parts that failed.

import type { Arguments, Command, CommandRunner, Context, Result } from '../command/command.js';
import { isUnderGrant } from '../settings/world.js';
import { printPages } from './print-pages.js';
import { printStream } from './print-stream.js';

/** Runs a command and prints its result. @returns the exit code @throws {Failure} also of the first part that failed */
export async function runAndPrint(
  command: Command,
  args: Arguments,
  context: Context,
  runner?: CommandRunner,
): Promise<number> {
  if (isUnderGrant(context.world))
    await (await import('../command/granted.js')).checkGrantedLine(command, args, context);
  const result = await command.run(args, context, runner);
  return typeof result === 'object' ? printResult(result, context) : (result ?? 0);
}

/** Prints a result. @returns the exit code @throws {Failure} of the first part that failed */
export async function printResult({ body, shown, failures, exit }: Result, context: Context): Promise<number> {
  const { out } = context;
  if (body.is === 'bytes') await out.printBytes(body.bytes);
  else if (body.is === 'lines') await out.printLines(body.lines);
  else if (body.is === 'text') await out.printText(body.text);
  else if (Symbol.asyncIterator in body.pages) await printStream(body.pages, shown, failures, context);
  else await printPages(body.pages, shown, failures, context);
  if (failures[0] === undefined) return exit;
  for (const { message, code } of failures.slice(1)) context.note({ is: 'failed', text: message, code });
  throw failures[0];
}

// Separates the options that repeat a read from the options of the read itself.

import type { Arguments, Command } from '../../cli/command/command.js';
import { flagKey } from '../../cli/settings/options.js';
import { isPolled, pollOptions } from '../request/shared-options.js';

/** A repeated read: the line of one read, and the options that repeat it. */
export interface Repetition {
  readonly line: Arguments;
  readonly poll: Arguments['options'];
}
/**
 * The repetition that the line of a command asks for; undefined if it reads once. Any option `--until`, `--count` or
 * `--interval` with another meaning stays with the line.
 * @throws {BadInput} STRAY_OPTION as `isPolled`
 */
export function repetitionOf({ options = [] }: Pick<Command, 'options'>, line: Arguments): Repetition | undefined {
  const names = pollOptions.filter((flag) => options.includes(flag)).map(({ flags }) => flagKey(flags));
  const poll = Object.fromEntries(names.map((name) => [name, line.options[name]]));
  if (!isPolled(poll)) return undefined;
  const otherOptions = Object.entries(line.options).filter(([name]) => !names.includes(name));
  return { line: { ...line, options: Object.fromEntries(otherOptions) }, poll };
}

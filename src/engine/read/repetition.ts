// Separates the options that repeat a read from the options of the read itself.

import type { Arguments, Command } from '../../cli/command/command.js';
import { flagKey } from '../../cli/settings/options.js';
import { camel } from '../../services/command-line.js';
import { BadInput } from '../../services/http/errors.js';
import { repeatOptions } from '../request/announce-flags.js';
import { isPolled } from '../request/shared-options.js';

/** A repeated read: the line of one read, and the options that repeat it. */
export interface Repetition {
  readonly line: Arguments;
  readonly poll: Arguments['options'];
}
/** `isPolled`. @throws {BadInput} STRAY_OPTION for another option that belongs to a repeated read */
function isRepeated(options: Readonly<Record<string, unknown>>): boolean {
  const stray = isPolled(options) ? undefined : strays.find((name) => options[camel(name)] !== undefined);
  if (stray !== undefined) throw new BadInput('STRAY_OPTION', `--${stray} belongs to -w, --until or --count.`);
  return isPolled(options);
}
const strays = ['interval', 'on-change', 'bell', 'notify'];

/**
 * The repetition that the line of a command asks for; undefined if it reads once. Any option `--until`, `--count` or
 * `--interval` with another meaning stays with the line.
 * @throws {BadInput} STRAY_OPTION for an option that belongs to a repeated read
 */
export function repetitionOf({ options = [] }: Pick<Command, 'options'>, line: Arguments): Repetition | undefined {
  const names = repeatOptions.filter((flag) => options.includes(flag)).map(({ flags }) => flagKey(flags));
  const poll = Object.fromEntries(names.map((name) => [name, line.options[name]]));
  if (!isRepeated(poll)) return undefined;
  const otherOptions = Object.entries(line.options).filter(([name]) => !names.includes(name));
  return { line: { ...line, options: Object.fromEntries(otherOptions) }, poll };
}

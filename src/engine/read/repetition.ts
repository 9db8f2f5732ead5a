// Separates the options that repeat a read from the options of the read itself.

import type { Arguments, Command } from '../../cli/command/command.js';
import { type Flag, flagKey } from '../../cli/settings/options.js';
import { BadInput } from '../../services/http/errors.js';
import { isPolled, pollOptions } from '../request/shared-options.js';

/** A repeated read: the line of one read, and the options that repeat it. */
export interface Repetition {
  readonly line: Arguments;
  readonly poll: Arguments['options'];
}
/** How a change is announced. */
export const signalFlags: readonly Flag[] = [
  { flags: '--bell', effects: 'plain', summary: 'ring the terminal bell at each change' },
  {
    flags: '--notify',
    effects: 'plain',
    summary: 'show a desktop notification at each change, where the terminal has them',
  },
];
/** The options of a read that can be repeated. */
export const repeatOptions: readonly Flag[] = [...pollOptions, ...signalFlags];

const strays = { interval: '--interval', onChange: '--on-change', bell: '--bell', notify: '--notify' };

/** `isPolled`. @throws {BadInput} STRAY_OPTION for another option that belongs to a repeated read */
function isRepeated(options: Readonly<Record<string, unknown>>) {
  if (isPolled(options)) return true;
  const stray = Object.entries(strays).find(([name]) => options[name] !== undefined);
  if (stray !== undefined) throw new BadInput('STRAY_OPTION', `${stray[1]} belongs to -w, --until or --count.`);
  return false;
}

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

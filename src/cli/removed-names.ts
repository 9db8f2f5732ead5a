// The commands and options of earlier versions that others have replaced. Loaded for the errors of unknown names only.

import { BadInput } from '../services/http/errors.js';

/** What replaces a name: a command line that runs, or a part of one for an option; and when to use it, if that is needed. */
type Successor = readonly [line: string, note?: string];

/** By the words of a command, or of the beginning of several. */
export const removedCommands: Readonly<Record<string, Successor>> = {
  'notify watch': ['tuk notify list -w'],
  'ops wait': ['tuk wait op-ID'],
  'ride wait': ['tuk wait ride:ID'],
  'ride watch': ['tuk watch ride:ID', 'tuk watch ride follows the one under way'],
  'store order wait': ['tuk wait order:ID'],
  'swap legacy create': ['tuk api bep20-swap create-swap'],
  'swap legacy fee': ['tuk api bep20-swap get-swap-fee'],
  'swap legacy list': ['tuk api bep20-swap list-swaps'],
  'swap legacy status': ['tuk api bep20-swap get-swap-status'],
  'wallet tx wait': ['tuk wait tx:NETWORK:HASH'],
};

/** By an option, or by a command and its option: `sandbox serve --size`. */
export const removedOptions: Readonly<Record<string, Successor>> = {
  '--concurrency': ['--parallel'],
};

/** The failure of a line that begins with the words of a removed command. */
export function replacedCommand(words: readonly string[]): BadInput | undefined {
  for (let count = words.length; count > 0; count--) {
    const name = words.slice(0, count).join(' ');
    if (Object.hasOwn(removedCommands, name)) return replaced(`tuk ${name}`, removedCommands[name]!);
  }
  return undefined;
}

/** The failure of a removed option. @param command the words of the command */
export function replacedOption(spelling: string, command: readonly string[]): BadInput | undefined {
  const own = `${command.join(' ')} ${spelling}`;
  const key = [own, spelling].find((name) => Object.hasOwn(removedOptions, name));
  return key === undefined ? undefined : replaced(spelling, removedOptions[key]!);
}

const replaced = (name: string, [line, note]: Successor): BadInput =>
  new BadInput('REPLACED', `${name} was removed. Use ${line}${note === undefined ? '' : `: ${note}`}`);

// The failures of options and values that a command does not take. Loaded for these errors only.

import { quoted } from '../../services/command-line.js';
import { BadInput } from '../../services/http/errors.js';
import { type Flag, spellings } from '../settings/options.js';
import { replacedCommand, replacedOption } from '../settings/removed-names.js';
import { suggestion } from '../settings/suggest.js';

/**
 * The failure of an option that a command does not have: the name that replaced it, or the closest one. A word such as
 * `-e5PIC` may be a value.
 * @param typed the option, without the short ones before it in its word
 */
export function unknownOption(
  typed: string,
  name: readonly string[],
  flags: readonly Flag[],
  argv: readonly string[] = [],
): BadInput {
  const spelling = typed.split('=', 1)[0]!;
  const replaced = replacedOption(spelling, name);
  if (replaced) return replaced;
  const spelledOptions = flags.flatMap((flag) => spellings(flag.flags));
  const line = ['tuk', ...name].join(' ');
  if (spelledOptions.includes(spelling))
    return new BadInput('EXCESS_VALUE', `${spelling} takes no value.`, seeHelp(name));
  if (/^-[^-]./.test(typed)) {
    const at = argv.findIndex((word) => /^-[^-]/.test(word) && word.endsWith(typed.slice(1)));
    const value = argv[at - 1]?.startsWith('-') ? '-VALUE' : (argv[at] ?? typed); // behind an option it may be its secret
    return new BadInput(
      'UNKNOWN_OPTION',
      `There is no option ${typed.slice(0, 2)} of ${line}.`,
      `Put a value that begins with a hyphen after --: ${line} -- ${quoted(value)}`,
    );
  }
  const field = spelledOptions.includes('--field') ? `A field is -f ${spelling.slice(2)}=VALUE. ` : '';
  const help =
    line === 'tuk api'
      ? 'A field is -f NAME=VALUE, a private one is in --input FILE. See tuk api show'
      : field + seeHelp(name);
  return new BadInput(
    'UNKNOWN_OPTION',
    `There is no option ${spelling} of ${line}.`,
    suggestion(spelling, spelledOptions, help),
  );
}

/** The failure of a value too many. @param most how many the command takes */
export function excessValue(positionals: readonly string[], most: number, name: readonly string[]): BadInput {
  const replaced = replacedCommand([...name, ...positionals]);
  if (replaced) return replaced;
  const line = ['tuk', ...name].join(' ');
  const excess = JSON.stringify(positionals[most]!.slice(0, 90));
  const takes = most === 0 ? 'no value' : most === 1 ? 'one value' : `${most} values`;
  return new BadInput('EXCESS_ARGUMENTS', `${line} takes ${takes}; ${excess} is one too many.`, seeHelp(name));
}

export const seeHelp = (name: readonly string[]): string => `See ${['tuk', ...name].join(' ')} --help`;

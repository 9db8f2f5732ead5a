// Options as lines of help, and the topic of the global flags.

import type { Field, Fields } from '../../services/catalogue/define.js';
import { present } from '../../text/present.js';
import { assumedFlag } from '../command/assumed-fields.js';
import type { Command } from '../command/command.js';
import { needText } from '../prompts/needs.js';
import { type Flag, type GlobalFlag, globalFlags, plain } from '../settings/options.js';

const headings: Readonly<Record<GlobalFlag['of'], string>> = {
  data: 'SHAPE DATA',
  output: 'PRINT',
  request: 'MAKE REQUESTS',
  safety: 'CONFIRM AND CHECK',
};

/** The page of all global flags. */
export const flagsPage = (): string =>
  `Flags of every command

A command refuses a flag that it could only ignore (exit 2). Flags may stand anywhere in a line; -- ends them.

${Object.entries(headings)
  .map(([about, heading]) => `${heading}\n${flagLines(globalFlags.filter(({ of }) => of === about))}`)
  .join('\n\n')}
`;

/** Options as in help, with what a command needs, and with the values of enums that it accepts. */
export const flagLines = (
  flags: readonly Flag[],
  command: Pick<Command, 'values' | 'options' | 'needs'> = {},
): string =>
  flags
    .map((flag) => {
      const { flags: spelt, summary, offers, words: all } = flag;
      const words = offers?.() ?? all;
      const need = needText(flag, command);
      const text = need === '' ? summary : `${summary} (${need})`;
      const lines = filledLines(words ? `${text}: ${words.join(' ')}` : text, words ? 96 : Number.POSITIVE_INFINITY);
      return `  ${(spelt.startsWith('--') ? `    ${spelt}` : spelt).padEnd(30)} ${lines.join(`\n${' '.repeat(33)}`)}`;
    })
    .join('\n');

/** The fields of a request as lines of help. @param spelt how a field is typed; by default an assumed one, in a line */
export const fieldLines = (
  fields: Fields,
  spelt = (name: string, field: Field) => `${assumedFlag(field)} ${name}=...`,
): string[] =>
  Object.entries(fields).flatMap(([name, field]) => {
    const { kind, required, words, secret, many } = field;
    const type = kind === 'word' ? 'text' : kind;
    const facts = [
      many ? `list of ${type}` : type,
      required ? 'required' : 'optional',
      secret && 'secret: with --input',
    ];
    return flagLines([plain(spelt(name, field), present(facts).join(', '), { words })]).split('\n');
  });

/** Wraps a text at blanks into lines of at most `most` characters. */
function filledLines(text: string, most: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + word.length < most) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}

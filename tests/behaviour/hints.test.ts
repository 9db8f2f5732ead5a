// Every command line in a message of the program exists: its group, command, options, topics and settings.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { readWords } from '../../src/cli/command/arguments.js';
import { topics } from '../../src/cli/help/help-topics.js';
import { findCommand, optionsOf } from '../../src/cli/lines/find-command.js';
import { prose } from '../../src/cli/settings/next-command.js';
import { globalFlags, spellings } from '../../src/cli/settings/options.js';
import { chainKeyOf } from '../../src/commands/profile/chains.js';
import { groupNames, groups } from '../../src/groups.js';
import { limitNames } from '../../src/money/policy/limit-table.js';
import { splitWords } from '../../src/services/command-line.js';
import { valueSettings } from '../../src/session/profile-check.js';

const root = path.resolve(import.meta.dirname, '../../src');
const sources = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((file) => /\.tsx?$/.test(file));

/** The code of a file without its comments, and with X for `${…}`. */
const codeOf = (file: string) =>
  readFileSync(path.join(root, file), 'utf8')
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/(^|\s)\/\/.*$/gm, '')
    .replace(/\$\{(?:[^{}`]|\{[^{}]*\}|`[^`]*`)*\}/g, 'X');

const clauseEnd =
  /([.,;:)](\s|$)|\)| \(| \| | (or|and|as|to|of|for|with|in|by|is|without|that|which|before|after|if|on|then) ).*$/;
/** The command lines in a text, each up to the end of its clause. */
const linesIn = (text: string) =>
  [...text.matchAll(/(?<![\w/.-])tuk ((?:-p X )?[a-z][^`\n]*)/g)]
    .map(([, line]) =>
      line!
        .replace(/(?<=[^\\\s])['"] ?[,)+;?:\]}].*$/, '') // the end of the literal
        .replace(clauseEnd, '')
        .replace(/['"]$|(?<=[a-z])X$/, '')
        .trim(),
    )
    .filter((line) => !prose.test(line));

/** The reason why a line is none of the program; undefined if it is one, as far as its words are known. */
async function problemOf(line: string): Promise<string | undefined> {
  const words = splitWords(line.replace(/^alias set \S+ '/, '')).filter((word) => word !== '--help'); // the line of an alias
  const [first, second = 'X', , key = 'X'] = words;
  if (first === 'help') return [...topics, ...groupNames, 'X'].includes(second) ? undefined : `has no topic ${second}`;
  if (words.includes('X') && words.indexOf('X') < 3) return undefined;
  const found = await findCommand(words, readWords(words), groups);
  if (!found) return undefined;
  const flags = [...globalFlags, ...(await optionsOf(found))].flatMap(({ flags }) => spellings(flags));
  const stray = words.find((word) => /^--?[a-z]/.test(word) && !flags.includes(word.split('=')[0]!));
  if (stray !== undefined) return `has no option ${stray}`;
  return line.startsWith('profile set ') && !isSetting(key) ? `has no setting ${key}` : undefined;
}
const isSetting = (key: string) =>
  /^(X+|KEY|(service|name|header)\..+|limits\.(KEY|X+))$/.test(key) ||
  chainKeyOf(key) !== undefined ||
  [...valueSettings, ...limitNames.map((name) => `limits.${name}`)].includes(key);

test('each command line in the source is one of the program', async () => {
  const wrong: string[] = [];
  let count = 0;
  for (const file of sources)
    for (const line of linesIn(codeOf(file))) {
      count += 1;
      const problem = await problemOf(line).catch((error: Error) => error.message);
      if (problem) wrong.push(`${file}: tuk ${line}: ${problem}`);
    }
  expect(wrong).toEqual([]);
  expect(count).toBeGreaterThan(700);
});

test('no group is named like prose', () => {
  expect(groupNames.filter((name) => prose.test(name))).toEqual([]);
});

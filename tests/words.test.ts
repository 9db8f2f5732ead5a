// The sentences of help, errors and docs: short enough to be understood at once (docs/style.md 4).
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import type { Command } from '../src/cli/command/command.js';
import { groupNames, groups } from '../src/groups.js';
import { errorCodes } from '../src/services/http/error-codes.js';
import { filesBelow } from './support/code-size.js';

/** The maximum number of words of a sentence. */
const most = 25;

/** Beginnings of longer sentences. Each is a list that cannot be split; a new one needs a reason that a reader accepts. */
const exceptions: readonly string[] = [];

const read = (file: string) => readFileSync(path.resolve(import.meta.dirname, '..', file), 'utf8');
/** The sentences of a text. Code is one word; a line of a table, a heading and an item of a list stand alone. */
const sentencesOf = (text: string): string[] =>
  text
    .replace(/```[\s\S]*?```/g, '\n\n')
    .replace(/`[^`]*`/g, 'CODE')
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/^(\||#|<|!| {2,}\S).*$/gm, '\n')
    .split(/(?<=[.!?]["')*]*)\s+(?=["'(*]*[A-Za-z-])|\n\s*\n|\n(?=- |\d+\. )|(?<=:)\n/)
    .map((sentence) => sentence.replace(/\s+/g, ' ').trim());
const wordsOf = (sentence: string): number => sentence.split(' ').filter((word) => /\w/.test(word)).length;
const tooLong = (text: string): string[] =>
  sentencesOf(text).filter(
    (sentence) => wordsOf(sentence) > most && !exceptions.some((beginning) => sentence.startsWith(beginning)),
  );

/** The words that nobody understands without the sentence before them, and what to write instead. */
const riddles: readonly (readonly [RegExp, string])[] = [
  [/\b(?:good|bad) end\b|\bended badly\b/, 'succeeded, failed'],
  [/\bmakes? nobody\b|\bmend it\b|\bis neither\.|, and none of (?:that|it)\b/, 'name the noun again'],
  [/(?:^|[.!?] )What (?:moves|was|leaves|must) [^?]*$/, 'the noun: a transfer, an operation'],
];
const riddlesIn = (text: string): string[] =>
  sentencesOf(text).flatMap((sentence) =>
    riddles.flatMap(([riddle, instead]) => (riddle.test(sentence) ? [`${sentence} → ${instead}`] : [])),
  );

const helpOf = ({ summary, description = '', options = [] }: Command): string =>
  [summary, description, ...options.map((option) => option.summary)].join('\n\n');
const commands = await Promise.all(
  groupNames.map(async (name) =>
    (await groups[name].load()).group.commands.map(
      (command) => [`tuk ${name} ${command.name}`.trim(), command] as const,
    ),
  ),
);
const help = commands.flat().map(([line, command]) => [line, helpOf(command)] as const);

const pages = ['README.md', ...filesBelow('docs').filter((file) => /^docs\/(?:sandbox\/)?[\w-]+\.md$/.test(file))];

/** The messages and hints of errors: texts that are sentences. A value in a text is one word. */
const messagesIn = (file: string): string[] =>
  [...read(file).matchAll(/^\s+(?:'((?:[^'\\\n]|\\.)+)'|`([^`\n]+)`)[,;]?$/gm)]
    .map(([, plain, filled]) => (plain ?? filled!).replace(/\$\{[^{}]*(?:\{[^{}]*\}[^{}]*)*\}/g, 'X'))
    .filter((text) => /^[A-Z"$X-].* .*[.?]$/.test(text));
const errors = [
  ['error-codes', Object.values(errorCodes).map(([, means]) => means)] as const,
  ...filesBelow('src')
    .filter((file) => /^src\/(?:cli|commands|engine|money|services|session)\/.*\.ts$/.test(file))
    .map((file) => [file, messagesIn(file)] as const)
    .filter(([, messages]) => messages.length > 0),
];

test('what is read is there', () => {
  const sentences = (texts: readonly string[]) => texts.flatMap(sentencesOf).length;
  expect(sentences(help.map(([, text]) => text))).toBeGreaterThan(700);
  expect(sentences(pages.map(read))).toBeGreaterThan(800);
  expect(sentences(errors.flatMap(([, texts]) => texts))).toBeGreaterThan(600);
});

test(`a sentence of more than ${most} words is found, in prose and in lists`, () => {
  const long = `It ${'goes on and '.repeat(8)}on.`;
  for (const text of [long, `Short. ${long} Short.`, `- Short.\n- ${long}`, `tuk waits.\n${long}`])
    expect(tooLong(text)).toEqual([expect.stringMatching(/^(- )?It goes on/)]);
  expect(tooLong('Short one. tuk ends here, and --since says when. '.repeat(9))).toEqual([]);
  expect(riddlesIn('It ends at a good end.')).toHaveLength(1);
});

test.each(help)('%s --help has short sentences without riddles', (_, text) => {
  expect([...tooLong(text), ...riddlesIn(text)]).toEqual([]);
});
test.each(pages)('%s has short sentences without riddles', (page) => {
  expect([...tooLong(read(page)), ...riddlesIn(read(page))]).toEqual([]);
});
test.each(errors)('the errors of %s have short sentences without riddles', (_, texts) => {
  expect(texts.flatMap((text) => [...tooLong(text), ...riddlesIn(text)])).toEqual([]);
});

test.each(groupNames)('help of %s says a closed list once, behind its option, and not in its summary', async (name) => {
  const { commands } = (await groups[name].load()).group;
  const twice = commands.flatMap(({ name: command, options = [] }) =>
    options.flatMap(({ flags, summary, words, offers }) => {
      const listed = offers?.() ?? words ?? [];
      const isTwice = listed.length > 2 && listed.every((word) => new RegExp(`\\b${word}\\b`).test(summary));
      return isTwice ? [`${command} ${flags}: ${summary}`] : [];
    }),
  );
  expect(twice).toEqual([]);
});

// Protects the words of a command line: what is quoted comes back as one word, and an open quote is seen.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { commandLines, quoted, splitWords, wordsOfLine } from '../../src/services/command-line.js';
import { property } from '../support/runs.js';

test('quoted words come back, whatever is in them', () => {
  property(1000, fc.array(fc.string({ minLength: 1 })), (words) => {
    const line = words.map(quoted).join(' ');
    expect(splitWords(line)).toEqual(words);
  });
});

test.each([
  [`a "b c" d`, ['a', 'b c', 'd']],
  [`--jq "{x:\\"y z\\"}"`, ['--jq', '{x:"y z"}']],
  [`"a\\\\b" "c\\d" "\\$HOME"`, ['a\\b', 'c\\d', '$HOME']],
  [`'a\\b' a\\ b x'y'"z"`, ['a\\b', 'a b', 'xyz']],
])('%s has the words %j', (line, words) => expect(wordsOfLine(line)).toEqual(words));

test.each([`a "b`, `a 'b`, 'a\nb', 'a\\', `"a\\"`, `x "y\\" z`])('%j is no whole line', (line) =>
  expect(wordsOfLine(line)).toBeUndefined(),
);

test('a line break within quotes belongs to its line', () => {
  expect(commandLines('a "b\\"\nc"\nd')).toEqual(['a "b\\"\nc"', 'd']);
});

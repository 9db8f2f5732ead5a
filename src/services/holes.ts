// Holes of a command line: `{id}` stands for a value, `{{` for a brace. Aliases, templates of a batch, rows and steps
// have them.

import { BadInput } from './http/errors.js';

/** A name has any letters and may have spaces, as columns have; JSON begins with a quote. */
const hole = /\{\{|\{([\p{L}\p{N}_][^{}"]*)\}/gu;
/** Holes as an earlier version wrote them; not a brace, as in `{{{{id}}`. */
const doubled = /(?<!\{)\{\{\s*[\p{L}\p{N}_][^{}"]*\}\}/u;
/** The options whose value is an expression of jq, in which braces are its own. */
const jqOptions = /^--(jq|until|assert)(?==|$)/;

/** Whether a word is an expression of jq, by the word before it. */
export const isExpression = (word: string, before: string | undefined): boolean =>
  jqOptions.test(word) || (before !== undefined && jqOptions.test(before) && !before.includes('='));

const mapWords = (words: readonly string[], changed: (word: string) => string): readonly string[] =>
  words.map((word, at) => (isExpression(word, words[at - 1]) ? word : changed(word)));

/** The names of the holes of a line, each once. @throws {BadInput} BAD_HOLE for `{{id}}` of an earlier version */
export function holesIn(words: readonly string[]): readonly string[] {
  const names = new Set<string>();
  mapWords(words, (word) => {
    const [earlier] = doubled.exec(word) ?? [];
    if (earlier !== undefined) throw new BadInput('BAD_HOLE', `${earlier} is written ${earlier.slice(1, -1)}`);
    for (const [, name] of word.matchAll(hole)) if (name !== undefined) names.add(name);
    return word;
  });
  return [...names];
}

/**
 * Fills the holes for which there is a value; others stay. A value is never split, and its own braces are text.
 * @throws {BadInput} BAD_HOLE if a value would become an option; as `valueFor`
 */
export const filledHoles = (
  words: readonly string[],
  valueFor: (name: string) => string | undefined,
): readonly string[] =>
  mapWords(words, (word) => {
    const filled = word.replace(hole, (whole, name: string | undefined) => {
      const value = name === undefined ? undefined : valueFor(name);
      return value === undefined ? whole : value.replaceAll('{', '{{');
    });
    if (filled.startsWith('-') && !word.startsWith('-'))
      throw new BadInput('BAD_HOLE', `The value of ${word} begins with a hyphen`);
    return filled;
  });

/** The words of a line whose holes are filled: `{{` is a brace. */
export const withBraces = (words: readonly string[]): readonly string[] =>
  mapWords(words, (word) => word.replaceAll('{{', '{'));

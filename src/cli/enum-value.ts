// Checks typed enum values, before anything is sent.
import { BadInput } from '../services/http/errors.js';
import { suggestion } from './suggest.js';

/** The word of a closed list that was typed, in any letters where only one fits; undefined for any other text. */
export function wordIn<Word extends string | number>(words: readonly Word[], typed: string): Word | undefined {
  const inAnyLetters = words.filter((word) => String(word).toLowerCase() === typed.toLowerCase());
  return words.find((word) => String(word) === typed) ?? (inAnyLetters.length === 1 ? inAnyLetters[0] : undefined);
}

/** The enum value that was typed, in any letters where only one fits; undefined where none was. @throws {BadInput} with the closest value */
export function enumValue<const Words extends readonly (string | number)[]>(
  words: Words,
  typed: unknown,
  where: string,
): Words[number] | undefined {
  if (typeof typed !== 'string') return undefined;
  const found = wordIn(words, typed);
  if (found !== undefined) return found;
  throw new BadInput(
    'UNKNOWN_WORD',
    `${JSON.stringify(typed)} is not a value of ${where}.`,
    suggestion(typed, words.map(String), `There are: ${words.join(', ')}.`),
  );
}
/** The enum value of a required option. @throws {BadInput} */
export function wordNeeded<const Words extends readonly (string | number)[]>(words: Words, typed: unknown, where: string): Words[number] {
  const word = enumValue(words, typed, where);
  if (word === undefined) throw new BadInput('MISSING_OPTION', `${where} is needed.`, `It is one of ${words.join(', ')}.`);
  return word;
}

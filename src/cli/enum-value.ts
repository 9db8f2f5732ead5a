// Words of closed lists as they are typed, checked before anything is sent.
import { BadInput } from '../services/http/errors.js';
import { suggestion } from './suggest.js';

/** A word of a list; nothing where none was typed. @throws {BadInput} naming the nearest one. */
export function enumValue<const Words extends readonly (string | number)[]>(
  words: Words,
  typed: unknown,
  where: string,
): Words[number] | undefined {
  if (typeof typed !== 'string') return undefined;
  const found = words.find((word) => String(word) === typed);
  if (found !== undefined) return found;
  throw new BadInput(
    'UNKNOWN_WORD',
    `${JSON.stringify(typed)} is no word for ${where}.`,
    suggestion(typed, words.map(String), `There are: ${words.join(', ')}.`),
  );
}
/** A word of a list that is needed. @throws {BadInput} */
export function wordNeeded<const Words extends readonly (string | number)[]>(words: Words, typed: unknown, where: string): Words[number] {
  const word = enumValue(words, typed, where);
  if (word === undefined) throw new BadInput('MISSING_OPTION', `${where} is needed.`, `It is one of ${words.join(', ')}.`);
  return word;
}

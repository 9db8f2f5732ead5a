// Checks typed enum values, before anything is sent.
import { BadInput } from '../../services/http/errors.js';
import { type Flag, flagKey } from '../settings/options.js';
import { suggestion } from '../settings/suggest.js';
import type { Arguments } from './command.js';

/** The typed word of a closed list, in any letter case if only one word matches. */
function wordIn<Word extends string | number>(words: readonly Word[], typed: string): Word | undefined {
  const caseless = words.filter((word) => String(word).toLowerCase() === typed.toLowerCase());
  return words.find((word) => String(word) === typed) ?? (caseless.length === 1 ? caseless[0] : undefined);
}

/** The options with their words in the spelling of the closed lists: `--status open` is `OPEN`. */
export function withWords(typed: Arguments['options'], flags: readonly Flag[]): Arguments['options'] {
  const spelled: Record<string, unknown> = { ...typed };
  for (const { flags: spelling, words = [] } of flags) {
    const [key, value] = [flagKey(spelling), typed[flagKey(spelling)]];
    const wordOf = (text: unknown) => (typeof text === 'string' ? String(wordIn(words, text) ?? text) : text);
    if (words.length > 0 && value !== undefined)
      spelled[key] = Array.isArray(value) ? value.map(wordOf) : wordOf(value);
  }
  return spelled as Arguments['options'];
}

/** A typed enum value, in any letter case if only one value matches. @throws {BadInput} with the closest value */
export function enumValue<const Words extends readonly (string | number)[]>(
  words: Words,
  typed: unknown,
  where: string,
): Words[number] | undefined {
  if (typeof typed !== 'string') return undefined;
  const word = wordIn(words, typed);
  if (word !== undefined) return word;
  throw new BadInput(
    'UNKNOWN_WORD',
    `${JSON.stringify(typed)} is not a value of ${where}.`,
    suggestion(typed, words.map(String)),
  );
}

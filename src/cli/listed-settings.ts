// Checks the settings whose values are closed lists. Loaded only for a value that somebody has set.
import { AuthClient, Language } from '../services/catalogue/words.js';
import { BadInput } from '../services/http/errors.js';
import { suggestion } from './suggest.js';

/**
 * Checks a setting whose values are a closed list (platform 1.2).
 * @param origin where the value is from, for the message
 * @throws {BadInput} UNKNOWN_WORD
 */
export function checkListed(setting: 'language' | 'client id', value: string, origin: string): void {
  const known: readonly string[] = setting === 'language' ? Language : AuthClient;
  if (known.includes(value)) return;
  throw new BadInput(
    'UNKNOWN_WORD',
    `${JSON.stringify(value)} is not a known ${setting} (${origin}).`,
    `${suggestion(value, known, `There are: ${known.join(', ')}.`)} Pass --allow-unknown-word to use it all the same.`,
  );
}

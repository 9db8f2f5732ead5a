// Checks settings with closed lists. Loaded only for values that a person has set.
import { AuthClient, Language } from '../../services/catalogue/words.js';
import { BadInput } from '../../services/http/errors.js';
import { suggestion } from './suggest.js';

/**
 * Checks a setting against its closed list (platform 1.2).
 * @param origin the source of the value
 * @throws {BadInput} UNKNOWN_WORD
 */
export function checkListed(setting: 'language' | 'client id', value: string, origin: string): void {
  const words: readonly string[] = setting === 'language' ? Language : AuthClient;
  if (words.includes(value)) return;
  throw new BadInput(
    'UNKNOWN_WORD',
    `${JSON.stringify(value)} is not a known ${setting} (${origin}).`,
    `${suggestion(value, words)} To use it anyway, add --allow-unknown-word.`,
  );
}

// Recognises a private key or a recovery phrase while a person types it: a form must not keep it. Pure.
import { wordlist } from '@scure/bip39/wordlists/english.js';
import {
  hashName,
  hasKeyForm,
  phraseLengths,
  shortestPhrase,
  unmistakable,
  withoutUuids,
  wordsIn,
} from './key-forms.js';

const englishWords = new Set(wordlist);
/** The beginning of a raw TON address, which has as many digits as a key. */
const rawTonStart = /^\s*(0|-1):[0-9a-f]{0,64}\s*$/i;

/**
 * Whether the text of a field may be a key: a form of keys, twelve English words of BIP-39 in a row, or only a phrase's
 * number of words in another script.
 * @param names the names of the field: a field for a hash may have as many digits as a key
 */
export function mayBeTypedKey(text: string, names: string): boolean {
  if (text.length < 24 || rawTonStart.test(text)) return false;
  const isHash = hashName.test(names) && !unmistakable.some((form) => form.test(text));
  return (!isHash && hasKeyForm(withoutUuids(text).replace(/^[\s[{]+/, ''))) || hasPhrase(text);
}

function hasPhrase(text: string): boolean {
  const words = wordsIn(text);
  let inRow = 0;
  const isEnglish = words.some((word) => {
    inRow = englishWords.has(word.toLowerCase()) ? inRow + 1 : 0;
    return inRow >= shortestPhrase;
  });
  return (
    isEnglish ||
    (phraseLengths.includes(words.length) &&
      /^[\p{L}\p{M}\s]+$/u.test(text) &&
      /[^\p{ASCII}\s]/u.test(text) &&
      words.every((word) => word.length <= 12))
  );
}

// A command line as the application shows it: without words that may hold a key or a recovery phrase.

import { quoted, splitWords } from '../../services/command-line.js';
import { isBytes32, isPrefixedHash } from '../../services/forms.js';
import {
  hashName,
  hasKeyForm,
  hasRow,
  solanaKey,
  unmistakable,
  withoutUuids,
  wordsIn,
} from '../../services/key-forms.js';
import { isSolanaSignature } from './ed25519.js';

const notRepeated = '[not repeated]';
/** Replaces digits that `find` accepts as a hash. */
const hashToSay = '[not repeated: add --hash if it is a hash]';
/** Commands whose value may be the signature of a Solana transaction, which has the length of a key pair. */
const takesSignature = /^(find|explain|wait)$/;
/** Whether a word is a key pair of Solana: it has the length of a signature, and is none. */
const isKeyPair = (word: string) => solanaKey.test(word) && !isSolanaSignature(word);
/** Replaces an option: a phrase does not continue across it. */
const betweenRows = 'x0';
/**
 * A command line as the application shows it, without words that may hold a key or a recovery phrase. Reads no word
 * lists, so it hides any twelve words in a row. The command itself refuses a key.
 */
export function lineWithoutKeys(line: string): string {
  const words = splitWords(line);
  const command = words.find((word) => word !== 'tuk');
  const isFind = command === 'find';
  const isSignature = (word: string) => isSolanaSignature(word) && takesSignature.test(command ?? '');
  const isFindOfHash = isFind && words.includes('--hash');
  const visible = words.map((word, at) => {
    const name =
      /^([\w.[\]-]+)=/.exec(word)?.[1] ??
      (words[at - 1]?.startsWith('-') ? words[at - 1]! : words.slice(0, Math.min(at, 3)).join(' '));
    const isKey = unmistakable.some((form) => form.test(word)) || isKeyPair(word);
    const isHash = (isFindOfHash || hashName.test(name)) && !isKey;
    if (isSignature(word)) return word;
    if (isHash || !hasKeyForm(withoutUuids(word))) return hasRow(wordsIn(word)) ? notRepeated : word;
    return isFind && (isPrefixedHash(word) || isBytes32(word)) ? hashToSay : notRepeated;
  });
  const isHidden = (word: string) => word === notRepeated || word === hashToSay;
  if (hasRow(wordsIn(visible.map((word) => (/^--?\w/.test(word) || isHidden(word) ? betweenRows : word)).join(' '))))
    return notRepeated;
  if (visible.some((word, at) => word !== words[at]))
    return visible.map((word) => (isHidden(word) ? word : quoted(word))).join(' ');
  const others = words.some(isSignature) ? words.filter((word) => !isSignature(word)).join(' ') : line;
  return !hashName.test(line) && hasKeyForm(withoutUuids(others)) ? notRepeated : line;
}

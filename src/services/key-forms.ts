// Forms of private keys and recovery phrases in texts. Pure: view models of the application use it too.
import { forms, whole } from './forms.js';

const { base58 } = forms;
const run = (length: string) => `(?<![A-Za-z0-9])${base58}{${length}}(?![A-Za-z0-9])`;
/** A raw TON address: workchain, colon, 64 hexadecimal digits. */
const isRawTon = whole(forms.rawTon);

/** Forms that no address has: base58 of a key's length, prefixes of keys, files of keys. */
export const keyForms: readonly RegExp[] = [
  /[xyzuvt]prv[0-9A-Za-z]{40}/i, // BIP-32: xprv, tprv and their kin
  new RegExp(`(?<![A-Za-z0-9])[5KLc9]${base58}{50,51}(?![A-Za-z0-9])`), // WIF of Bitcoin and its test network
  new RegExp(`(?<![A-Za-z0-9])6P${base58}{56}(?![A-Za-z0-9])`), // BIP-38
  new RegExp(run('80,90')), // 64 bytes: a secret key of Solana
  new RegExp(`(edsk|spsk|p2sk|edesk|spesk|p2esk|BLsk)${base58}{45}`), // Tezos
  /(?<![\w+/])[\w+/-]{43}=(?!=)|(?<![\w+/])[\w+/-]{86}==/, // 32 or 64 bytes in base64
];
/** Texts that are keys in any position. */
export const certain: readonly RegExp[] = [new RegExp(`[xyzuvt]prv${base58}{100}`), /PRIVATE KEY/, /"ciphertext"\s*:/];

/**
 * Whether a text has the form of a key: 60 or more hexadecimal digits in any grouping, or a form that no address has.
 */
export function hasKeyForm(text: string): boolean {
  const normalised = withoutBlanks(text);
  if (isRawTon(normalised)) return false;
  const digits = normalised.replace(/[-_:.,;'"`]/g, '');
  if (/[0-9a-f]{60}/i.test(digits) || /^[[{].{60}/.test(normalised)) return true;
  return [...keyForms, ...certain].some((form) => form.test(normalised) || form.test(text));
}

const [extended, wif, encryptedWif, solanaForm, tezosKey] = keyForms as readonly [
  RegExp,
  RegExp,
  RegExp,
  RegExp,
  RegExp,
  RegExp,
];
/** 64 bytes in base58. */
export const solanaKey = solanaForm;
/** Forms of keys that no hash, id, signature or text has. */
export const unmistakable = [extended, wif, encryptedWif, tezosKey, ...certain.slice(0, 2)];
/** Names of values that contain 64 hexadecimal digits, or 64 bytes in base58, by their nature. */
export const hashName = /hash|tx|transaction|signature|digest|nonce|proof|pubkey|publickey/i;

export const phraseLengths: readonly number[] = [12, 15, 18, 21, 24];
/** Whether a text has only characters of ASCII. Classes of Unicode take V8 two milliseconds to compile, so other texts alone need them. */
const isAscii = (text: string) => !/[\u0080-\uffff]/.test(text);
/** The words of a text, without numbers. */
export const wordsIn = (text: string): string[] =>
  (isAscii(text) ? text.split(/[^A-Za-z\d]+/) : text.normalize('NFKC').split(/[^\p{L}\p{M}\p{N}]+/u)).filter(
    (word) => word !== '' && !/^\d+$/.test(word),
  );
/** A text as one run of characters: without blanks, and without characters that nobody sees. */
export const withoutBlanks = (text: string): string =>
  isAscii(text) ? text.replace(/[^!-~]/g, '') : text.normalize('NFKC').replace(/[\p{Cf}\p{Cc}\p{Z}]/gu, '');
export const shortestPhrase = phraseLengths[0]!;
/** Whether a text has as many words in a row as a phrase. The word lists are loaded only then. */
export function hasRow(words: readonly string[]): boolean {
  let inRow = 0;
  return (
    words.length >= shortestPhrase &&
    words.some((word) => {
      inRow = /^[\p{L}\p{M}]{1,20}$/u.test(word) ? inRow + 1 : 0;
      return inRow >= shortestPhrase;
    })
  );
}

const isHex = whole(`(?:0[xX])?(?:${forms.bytes32}){1,2}`);
/** Whether a text is 32 or 64 bytes as hexadecimal digits, grouped or not. Two UUIDs are not. */
export function isHexKey(text: string): boolean {
  if (text.length < 64) return false;
  const bare = withoutBlanks(withoutUuids(text)).replace(/[:_.,;|'"`-]/g, '');
  return isHex(bare);
}
/** A text without its UUIDs; two of them have as many digits as a key. */
export const withoutUuids = (text: string): string => text.replace(new RegExp(forms.uuid, 'g'), '~');

// Recognises texts that may be a private key, and refuses requests that carry one in place of an address (docs/money.md
// 3).
import { type Call, type Field, pathNames } from '../catalogue/define.js';
import {
  certain,
  hashName,
  hasKeyForm,
  hasRow,
  isHexKey,
  keyForms,
  phraseLengths,
  shortestPhrase,
  solanaKey,
  unmistakable,
  withoutBlanks,
  withoutUuids,
  wordsIn,
} from '../key-forms.js';
import { parseLossless } from '../lossless-number.js';
import { Guarded } from './errors.js';
import { publicFields } from './params.js';

/**
 * Whether a text in place of an address may be a private key: 60 or more hexadecimal digits in any grouping, WIF, an
 * extended key, 64 bytes in base58, a recovery phrase, a key file. A raw TON address is not.
 */
export function mayBeKey(text: string): boolean {
  return hasKeyForm(text) || isPhrase(text);
}

/** A sentence without the whole keys and the cut hexadecimal keys that a person may have typed. */
export function withoutKeys(sentence: string): string {
  const forms = [/(0x)?[0-9a-f]{50,}/gi, ...keyForms, /[xyzuvt]prv[0-9A-Za-z]{20,}/gi];
  return forms.reduce(
    (text, form) =>
      text.replace(new RegExp(form, form.flags.includes('g') ? form.flags : `${form.flags}g`), '[not repeated]'),
    sentence,
  );
}

/** Whether a text has a phrase's number of words, in any language. */
const isPhrase = (text: string) => {
  const words = wordsIn(text);
  return phraseLengths.includes(words.length) && words.every((word) => /^\p{L}[\p{L}\p{M}]{0,11}$/u.test(word));
};
/** The word lists of BIP-39, those in Latin letters first. The others are read only for a text without an English phrase. */
const wordLists: readonly (() => Promise<{ readonly wordlist: readonly string[] }>)[] = [
  () => import('@scure/bip39/wordlists/english.js'),
  () => import('@scure/bip39/wordlists/spanish.js'),
  () => import('@scure/bip39/wordlists/french.js'),
  () => import('@scure/bip39/wordlists/italian.js'),
  () => import('@scure/bip39/wordlists/portuguese.js'),
  () => import('@scure/bip39/wordlists/czech.js'),
  () => import('@scure/bip39/wordlists/korean.js'),
  () => import('@scure/bip39/wordlists/japanese.js'),
  () => import('@scure/bip39/wordlists/simplified-chinese.js'),
  () => import('@scure/bip39/wordlists/traditional-chinese.js'),
];
const latinLists = 6;
/** A text that is in no word list. */
const noWord = '0x0';
/** A word for comparison, without accents and letter case, which people omit. */
const plainWord = (word: string) =>
  (isAscii(word) ? word : word.normalize('NFKD').replace(/\p{M}/gu, '')).toLowerCase();
const isAscii = (text: string) => /^[ -~]*$/.test(text);

/**
 * Whether a text has a recovery phrase in a language of BIP-39: twelve words of its list in a row, which no sentence
 * has by chance.
 */
async function hasPhrase(text: string) {
  const words = wordsIn(text);
  if (!hasRow(words)) return false;
  const plain = words.map(plainWord);
  for (const load of plain.every(isAscii) ? wordLists.slice(0, latinLists) : wordLists) {
    const { wordlist } = await load();
    const spellings = new Map(wordlist.map((word) => [plainWord(word), word]));
    const windows = new Set<string>(); // few for a text that repeats itself
    let inRow = 0;
    for (const [at, word] of plain.entries()) {
      inRow = spellings.has(word) ? inRow + 1 : 0;
      for (const length of phraseLengths)
        if (inRow >= length) windows.add(plain.slice(at + 1 - length, at + 1).join(' '));
    }
    // A mistyped phrase has no valid checksum. A text that repeats a few words is not a phrase.
    for (const window of windows) {
      const phrase = window.split(' ');
      if (new Set(phrase).size >= leastDistinct) return true;
      const { validateMnemonic } = await import('@scure/bip39');
      if (validateMnemonic(phrase.map((word) => spellings.get(word)!).join(' '), [...wordlist])) return true;
    }
  }
  return false;
}
/** The minimum number of different words in a phrase without a valid checksum. */
const leastDistinct = 8;

/** The failure for a text that may be a private key. Never repeats the text. */
export const keyRefused = (where: string): Guarded =>
  new Guarded(
    'MAY_BE_KEY',
    `${where} may hold a private key in place of an address or a recipient, so it is not shown.`,
    'If it is a key, move its funds to a new one: others can read the command line and its history.',
  );

/** Refuses a command line that has a key or a recovery phrase anywhere, quoted or not. @throws {Guarded} MAY_BE_KEY */
export async function refuseKeysInLine(argv: readonly string[]): Promise<void> {
  if (argv.some((text) => unmistakable.some((form) => form.test(text)))) throw keyInLine();
  // an option ends a phrase
  const unquoted = argv.map((word) => (word.startsWith('-') ? noWord : word.replace('=', ` ${noWord} `))).join(' ');
  if (wordsIn(argv.join(' ')).length < shortestPhrase) return;
  for (const text of new Set([...argv, unquoted])) if (await hasPhrase(text)) throw keyInLine();
}

/** Refuses a text with a key or a recovery phrase anywhere. @param where its place @throws {Guarded} MAY_BE_KEY */
export async function refuseKeysIn(text: string, where: string): Promise<void> {
  if (withoutKeys(text) !== text || (await hasPhrase(text))) throw keyRefused(where);
}

/** Options that the request checks by field names, and options that name files or filter a response. */
const ownChecks = /^(field|jsonField|query|input|jq)$|[fF]ile$/;
/**
 * Refuses values of a command line that are 32 or 64 bytes as hexadecimal digits, or 64 bytes in base58. Names of
 * hashes are exempt.
 * @param values the values and options by name
 * @throws {Guarded} MAY_BE_KEY
 */
export function refuseBareKeys(values: readonly (readonly [name: string, value: unknown])[]): void {
  const isKey = (value: unknown) =>
    typeof value === 'string' &&
    ([value, ...value.split(/[\s/?&=#,;()[\]{}"']+/)].some(isHexKey) || solanaKey.test(value));
  const isFigure = (name: string, value: unknown) => isAmount(name) && typeof value === 'string' && /^\d+$/.test(value);
  for (const [name, value] of values)
    if (!hashName.test(name) && !ownChecks.test(name) && !isFigure(name, value) && [value].flat().some(isKey))
      throw keyInLine();
}
/** Names of amounts: decimal digits there are an amount, not a key. */
const isAmount = (name: string) => /amount|atmost|price|value|quantity|minimum|maximum|supply$/i.test(name);

/** Refuses a reference (--client-ref) with a key in any form: the ledger stores it. @throws {Guarded} MAY_BE_KEY */
export async function refuseKeyReference(reference: string): Promise<void> {
  if (hasKeyForm(withoutUuids(reference)) || (await hasPhrase(reference))) throw keyInLine();
}

const keyInLine = (): Guarded =>
  new Guarded(
    'MAY_BE_KEY',
    'A value of the command line may be a private key or a recovery phrase, so it is not shown.',
    'If it is a key, move its funds to a new one: others can read the command line and its history.',
  );

/**
 * The role of a value: an address or recipient; another value beside an address (`beside`) or without one (`plain`); a
 * hash or a long text (`free`); an amount (`figure`); a secret, which is not checked.
 */
type Role = 'address' | 'beside' | 'plain' | 'free' | 'figure' | 'secret';

const addressName =
  /address|recipient|payee|beneficiary|receiver|destination|wallets?$|^(dest|to|from)$|^(to|from)(user|account|wallet)?(id|uid)?$|(private|secret)key|mnemonic|seedphrase/;
const secretName = /(share|jsonstring|initdata|password|token|secret|idtoken)$/;
/** Names of values that contain 64 hexadecimal digits, or are long texts, by their nature. */
const otherName =
  /((hash|tx|txn|transaction|block|signature|sig|proof|root|nonce|pubkey|publickey)(es|s)?(ids?)?|data|code|state|cursor|permit|calldata)(es|s)?$/;

const plainName = (name: string) => name.toLowerCase().replace(/[^a-z0-9]/g, '');
function roleOf(name: string, { secret }: Partial<Field> = {}, involvesAddress: boolean, isStreet: boolean): Role {
  const normalised = plainName(name);
  if (secret) return 'secret';
  if (addressName.test(normalised)) return isStreet ? 'beside' : 'address';
  if (secretName.test(normalised)) return 'secret';
  if (otherName.test(normalised)) return 'free';
  if (isAmount(normalised)) return 'figure';
  return involvesAddress ? 'beside' : 'plain';
}

interface RequestValue {
  readonly where: string;
  readonly role: Role;
  readonly value: unknown;
}

/**
 * Refuses a request that may carry a private key. Checks values of addresses and recipients in all notations, other
 * values except hashes in more notations if the call has an address or moves value, and everything for texts that are
 * certainly keys.
 * @param path the path and the query, without the base address
 * @param json the body as it would be sent
 * @throws {Guarded} MAY_BE_KEY
 */
export async function refuseKeys(call: Call, path: string, json: string | undefined): Promise<void> {
  const fields = publicFields(call);
  const isStreet = call.service === 'ride-hailing'; // its addresses are street addresses
  const names = [...pathNames(call.path), ...Object.keys(fields), ...Object.values((await assumedNames(call)) ?? {})];
  const unlisted = call.name === 'unlisted' && call.method !== 'GET';
  const involvesAddress =
    call.effect === 'money' || unlisted || (!isStreet && names.some((name) => addressName.test(plainName(name))));
  const role = (name: string) => roleOf(name, fields[name], involvesAddress, isStreet);
  const [bare = '', query = ''] = path.split(/\?(.*)/s, 2);
  const values: RequestValue[] = [
    ...pathEntries(call, bare).map(({ name, value }) => ({
      where: `The value for ${shownName(name)}`,
      role: role(name),
      value,
    })),
    ...[...new URLSearchParams(query)].map(([name, value]) => ({
      where: `The field ${shownName(name)}`,
      role: role(name),
      value,
    })),
    ...bodyValues(json, role, involvesAddress),
    { where: 'The query', role: 'free', value: listedWords([...new URLSearchParams(query).values()]) },
  ];
  for (const item of values) if (await holdsKey(item)) throw keyRefused(item.where);
}

const assumedNames = async (call: Call) => (await import('../catalogue/assumed-fields.js')).assumedFields(call);

/** A name for messages, without a long one: it may be a key itself. */
const shownName = (name: string) => (/^[\w.[\]-]{1,40}$/.test(name) ? name : 'of a long name');

/** The values in a path by the names of the call's path; for unlisted calls by the segment before. */
function pathEntries({ name, path: line }: Call, path: string): { name: string; value: string }[] {
  const segments = decoded(path).split('/').filter(Boolean);
  if (name === 'unlisted') return segments.map((value, at) => ({ name: segments[at - 1] ?? '', value }));
  const names = line.split('/').filter(Boolean);
  const lastSegments = segments.slice(-names.length);
  return names.flatMap((part, at) => {
    const name = /^\{(\w+)\}$/.exec(part)?.[1];
    if (name === undefined || lastSegments[at] === undefined) return [];
    const owner = name === 'id' ? (names[at - 1] ?? '').replace(/^\{.*/, '') : ''; // a transaction's id may be its hash
    return [{ name: owner + name, value: lastSegments[at] }];
  });
}
function decoded(path: string) {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** Every plain value and every field name of a body. Values inside an address field have the role of an address. */
function bodyValues(json: string | undefined, role: (name: string) => Role, involvesAddress: boolean): RequestValue[] {
  if (json === undefined) return [];
  const values: RequestValue[] = [];
  const walk = (value: unknown, where: string, inRole: Role) => {
    if (typeof value !== 'object' || value === null || 'digits' in value) values.push({ where, role: inRole, value });
    else if (Array.isArray(value)) {
      if (isBytes(value)) values.push({ where, role: inRole, value: Buffer.from(value).toString('hex') });
      else for (const item of value) walk(item, where, inRole);
    } else {
      if (isKeyFile(value)) values.push({ where, role: inRole, value: '"ciphertext":' });
      for (const [name, inner] of Object.entries(value)) {
        values.push({ where: 'The name of a field', role: involvesAddress ? 'beside' : 'plain', value: name });
        const fieldRole = role(name);
        walk(
          inner,
          `The field ${shownName(name)}`,
          inRole === 'address' && fieldRole === 'beside' ? 'address' : fieldRole,
        );
      }
    }
    if (isNested(value)) values.push({ where, role: 'free', value: listedWords(value) });
  };
  walk(parsed(json), 'The body', involvesAddress ? 'beside' : 'plain');
  return values;
}
const isNested = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !('digits' in value);
/** The single words of a list or an object, in order: a recovery phrase may be one word per value. */
const listedWords = (value: object) =>
  Object.values(value)
    .filter((word) => typeof word === 'string' && word.length <= 20)
    .join(' ');
const isBytes = (list: readonly unknown[]): list is number[] =>
  (list.length === 32 || list.length === 64) &&
  list.every((byte) => Number.isInteger(byte) && (byte as number) >= 0 && (byte as number) < 256);
/** Whether an object is a V3 key file (Web3 Secret Storage). */
const isKeyFile = (value: object) => 'ciphertext' in value && ('kdf' in value || 'cipher' in value);

function parsed(json: string): unknown {
  try {
    return parseLossless(json);
  } catch {
    return json; // checked as one text
  }
}

async function holdsKey({ role, value }: RequestValue) {
  if (role === 'secret' || value === null || value === undefined) return false;
  const text = String(value);
  if (role === 'address') return mayBeKey(text);
  if ([...certain, ...unmistakable].some((form) => form.test(text)) || (await hasPhrase(text))) return true;
  if (role === 'free' || (role === 'figure' && /^\d+$/.test(text))) return false;
  if (isHexKey(text)) return true;
  if (role === 'plain') return false;
  const bare = withoutBlanks(text);
  return keyForms.slice(0, -1).some((form) => form.test(bare)) && bare.length < 130;
}

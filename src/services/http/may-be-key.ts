// What may be a private key, told by its form: none is ever sent, shown or stored where an address belongs (SAFETY.md section 2).
import { type Call, type Field, pathNames } from '../catalogue/define.js';
import { parseLossless } from '../lossless-number.js';
import { Guarded } from './errors.js';
import { knownFields } from './params.js';

const base58 = '[1-9A-HJ-NP-Za-km-z]';
const run = (length: string) => `(?<![A-Za-z0-9])${base58}{${length}}(?![A-Za-z0-9])`;
/** An address of TON in its raw form: workchain, colon, 64 hexadecimal digits. */
const rawTon = /^(0|-1):[0-9a-f]{64}$/i;

/** Forms that no address has: base58 of a length that only keys have, names that stand before keys, files that hold one. */
const keyForms: readonly RegExp[] = [
  /[xyzuvt]prv[0-9A-Za-z]{40}/i, // BIP-32: xprv, tprv and their kin
  new RegExp(`(?<![A-Za-z0-9])[5KLc9]${base58}{50,51}(?![A-Za-z0-9])`), // WIF of Bitcoin and its test network
  new RegExp(`(?<![A-Za-z0-9])6P${base58}{56}(?![A-Za-z0-9])`), // BIP-38
  new RegExp(run('80,90')), // 64 bytes: a secret key of Solana
  new RegExp(`(edsk|spsk|p2sk|edesk|spesk|p2esk|BLsk)${base58}{45}`), // Tezos
  /(?<![\w+/])[\w+/-]{43}=(?!=)|(?<![\w+/])[\w+/-]{86}==/, // 32 or 64 bytes in base64
];
/** Texts that are keys wherever they stand. */
const certain: readonly RegExp[] = [/[xyzuvt]prv[1-9A-HJ-NP-Za-km-z]{100}/, /PRIVATE KEY/, /"ciphertext"\s*:/];

/**
 * Whether a text that stands where an address belongs may be a private key: 60 or more hexadecimal digits however they are grouped, WIF, an extended
 * key, 64 bytes in base58, a recovery phrase, a key file. The raw form of a TON address is none.
 */
export function mayBeKey(text: string): boolean {
  return hasKeyForm(text) || isPhrase(text);
}

function hasKeyForm(text: string): boolean {
  const plain = text.normalize('NFKC').replace(/[\p{Cf}\p{Cc}\p{Z}]/gu, '');
  if (rawTon.test(plain)) return false;
  const digits = plain.replace(/[-_:.,;'"`]/g, '');
  if (/[0-9a-f]{60}/i.test(digits) || /^[[{].{60}/.test(plain)) return true;
  return [...keyForms, ...certain].some((form) => form.test(plain) || form.test(text));
}

/** A sentence that repeats what was typed, without what may be a key in it: whole ones, and hexadecimal ones that were cut. */
export function withoutKeys(sentence: string): string {
  const forms = [/(0x)?[0-9a-f]{50,}/gi, ...keyForms, /[xyzuvt]prv[0-9A-Za-z]{20,}/gi];
  return forms.reduce(
    (text, form) => text.replace(new RegExp(form, form.flags.includes('g') ? form.flags : `${form.flags}g`), '[not repeated]'),
    sentence,
  );
}

const phraseLengths = [12, 15, 18, 21, 24]; // BIP-39
const wordsIn = (text: string): string[] =>
  text
    .normalize('NFKC')
    .trim()
    .split(/[\s,;|_./-]+/u)
    .filter((word) => word !== '' && !/^\d+$/.test(word));
/** As many words as a recovery phrase has, in any language. */
const isPhrase = (text: string): boolean => {
  const words = wordsIn(text);
  return phraseLengths.includes(words.length) && words.every((word) => /^\p{L}[\p{L}\p{M}]{0,11}$/u.test(word));
};
/** A recovery phrase of English words, which no sentence is by chance. */
async function isEnglishPhrase(text: string): Promise<boolean> {
  if (!isPhrase(text)) return false;
  const { wordlist } = await import('@scure/bip39/wordlists/english.js');
  return wordsIn(text.toLowerCase()).every((word) => wordlist.includes(word));
}

/** The failure for what may be a private key; its text is never repeated. */
export const keyRefused = (where: string): Guarded =>
  new Guarded(
    'MAY_BE_KEY',
    `${where} may hold a private key, where an address or a recipient belongs; nothing was sent, and its text is not repeated.`,
    'If it is a key, others may have read it from the command line or its history: move what it holds to a new one.',
  );

/** What a value is for: an address or somebody who gets something, another value of a call that names one, anything else; a secret is not looked at. */
type Role = 'address' | 'beside' | 'free' | 'secret';

const addressName =
  /address|recipient|payee|beneficiary|receiver|destination|wallets?$|^(dest|to|from)$|^(to|from)(user|account|wallet)?(id|uid)?$|(private|secret)key|mnemonic|seedphrase/;
const secretName = /(share|jsonstring|initdata|password|token|secret|idtoken)$/;
/** Names of what has 64 hexadecimal digits, or is a long text, by its nature. */
const otherName =
  /(hash|tx|txn|transaction|block|signature|sig|proof|root|nonce|pubkey|publickey|data|id|uuid|code|state|cursor|permit|calldata)(es|s)?$/;

const plainName = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]/g, '');
function roleOf(name: string, { secret }: Partial<Field> = {}, carries: boolean, street: boolean): Role {
  const plain = plainName(name);
  if (secret) return 'secret';
  if (addressName.test(plain)) return street ? 'beside' : 'address';
  if (secretName.test(plain)) return 'secret';
  return otherName.test(plain) || !carries ? 'free' : 'beside';
}

/** A value of a request, where it stands, and what for. */
interface Place {
  readonly where: string;
  readonly role: Role;
  readonly value: unknown;
}

/**
 * Refuses a request that carries what may be a private key: in a field, a path value or a query value that is for an address or a recipient, in any
 * other but a hash or an id where the call names an address or moves value, and anywhere what can be nothing but a key. Secret fields are not looked at.
 * @param path what stands behind the base address, with its query
 * @param json the body as it would be sent
 * @throws {Guarded} MAY_BE_KEY
 */
export async function refuseKeys(call: Call, path: string, json: string | undefined): Promise<void> {
  const fields = { ...knownFields(call.query), ...knownFields(call.body) };
  const street = call.service === 'ride-hailing'; // its addresses are those of houses
  const names = [...pathNames(call.path), ...Object.keys(fields), ...Object.values((await assumedNames(call)) ?? {})];
  const unlisted = call.name === 'unlisted' && call.method !== 'GET';
  const carries = call.effect === 'money' || unlisted || (!street && names.some((name) => addressName.test(plainName(name))));
  const role = (name: string) => roleOf(name, fields[name], carries, street);
  const [bare = '', query = ''] = path.split(/\?(.*)/s, 2);
  const places: Place[] = [
    ...pathPlaces(call, bare).map(({ name, value }) => ({ where: `The value for ${shownName(name)}`, role: role(name), value })),
    ...[...new URLSearchParams(query)].map(([name, value]) => ({ where: `The field ${shownName(name)}`, role: role(name), value })),
    ...bodyPlaces(json, role, carries),
  ];
  for (const place of places) if (await holdsKey(place)) throw keyRefused(place.where);
}

const assumedNames = async (call: Call) => (await import('../catalogue/assumed-fields.js')).assumedFields(call);

/** A name, where it can be repeated: what stands for a name may be a key itself. */
const shownName = (name: string): string => (/^[\w.[\]-]{1,40}$/.test(name) ? name : 'of a long name');

/** The values in a path by the names of the call's line; where no line is known, by the segment before. */
function pathPlaces({ name, path: line }: Call, path: string): { name: string; value: string }[] {
  const parts = decoded(path).split('/').filter(Boolean);
  if (name === 'unlisted') return parts.map((value, at) => ({ name: parts[at - 1] ?? '', value }));
  const names = line.split('/').filter(Boolean);
  const last = parts.slice(-names.length);
  return names.flatMap((part, at) => {
    const named = /^\{(\w+)\}$/.exec(part)?.[1];
    return named === undefined || last[at] === undefined ? [] : [{ name: named, value: last[at] }];
  });
}
function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** Every plain value of a body, and every name that is no name of a field. What stands inside of an address field is for an address, too. */
function bodyPlaces(json: string | undefined, role: (name: string) => Role, carries: boolean): Place[] {
  if (json === undefined) return [];
  const places: Place[] = [];
  const walk = (value: unknown, where: string, inRole: Role): void => {
    if (typeof value !== 'object' || value === null || 'digits' in value) places.push({ where, role: inRole, value });
    else if (Array.isArray(value)) {
      if (isBytes(value)) places.push({ where, role: inRole, value: Buffer.from(value).toString('hex') });
      else for (const one of value) walk(one, where, inRole);
    } else {
      if (isKeyFile(value)) places.push({ where, role: inRole, value: '"ciphertext":' });
      for (const [name, inner] of Object.entries(value)) {
        places.push({ where: 'The name of a field', role: carries ? 'beside' : 'free', value: name });
        const own = role(name);
        walk(inner, `The field ${shownName(name)}`, inRole === 'address' && own === 'beside' ? 'address' : own);
      }
    }
  };
  walk(parsed(json), 'The body', carries ? 'beside' : 'free');
  return places;
}
const isBytes = (list: readonly unknown[]): list is number[] =>
  (list.length === 32 || list.length === 64) && list.every((one) => Number.isInteger(one) && (one as number) >= 0 && (one as number) < 256);
/** A V3 key file: Web3 Secret Storage. */
const isKeyFile = (value: object): boolean => 'ciphertext' in value && ('kdf' in value || 'cipher' in value);

function parsed(json: string): unknown {
  try {
    return parseLossless(json);
  } catch {
    return json; // not ours to judge; it is looked at as one text
  }
}

async function holdsKey({ role, value }: Place): Promise<boolean> {
  if (role === 'secret' || value === null || value === undefined) return false;
  const text = String(value);
  if (role === 'address') return mayBeKey(text);
  if (certain.some((form) => form.test(text)) || (await isEnglishPhrase(text))) return true;
  if (role === 'free') return false;
  const bare = text.normalize('NFKC').replace(/[\p{Cf}\p{Cc}\p{Z}]/gu, '');
  return /^(0x)?([0-9a-f]{64}|[0-9a-f]{128})$/i.test(bare) || (keyForms.slice(0, -1).some((form) => form.test(bare)) && bare.length < 130);
}

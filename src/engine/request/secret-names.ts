// Names of secret fields, for calls without public fields: their values never come from the command line.

import type { Field } from '../../services/catalogue/define.js';
import { forms } from '../../services/forms.js';
import { BadInput } from '../../services/http/errors.js';
import { isNumeric, isRecord } from '../../services/json-value.js';

/** Credentials anywhere in a name, without letter case and punctuation. */
const credential =
  /pass(word|phrase|wd|code|key)|mnemonic|(seed|recovery|backup|secret)(phrase|words?|key|codes?|share)|(client|app|api|user|shared|webhook)secret|(api|priv|private|secret|access|signing|encryption|master|auth|spend|ssh)keys?($|[^a-z])|keystore|credentials?|authorization|cookie|jsonstring|initdata/;
/** Words that name a credential as the whole name or its last word. */
const lastWords =
  /^(secrets?|pwd|passwd|pin|pincode|otp|totp|otpcode|cvv|cvc|jwt|bearer|seed|wif|xprv|xpriv|tprv|privkey|mnemonics?)$/;
/** Words before `token` in names of currencies. */
const currencyBefore =
  /^(sell|buy|to|from|in|out|input|output|src|dst|source|dest|destination|target|base|quote|pay|paid|payment|paying|reward|rewards|fee|gas|native|wrapped|stake|staked|staking|lp|pool|bridge|bridged|swap|deposit|withdraw|withdrawal|receive|received|receiving|send|sent|spend|settlement|collateral|vehicle|supported|connector|erc|bep|nft|points?|governance|utility|stable|evm|by|per|of|for|and|is|has)$/;
/** Words after `token` in names of credentials. */
const valueAfter = /^(values?|strings?|text|secret|key|jwt|hash|raw|plain|body|content|credential|data|payload)$/;
/** Words before `token` in names of credentials, unless `aboutToken` follows. */
const credentialBefore =
  /^(access|refresh|auth|oauth|session|bearer|fcm|push|device|api|jwt|csrf|xsrf|google|apple|privy|firebase|login)$/;
const aboutToken = /^(type|kind|expir\w*|exp|ttl|issuer|count|length)$/;
/** Words before `share` in names of parts of something divided, not of a key. */
const dividedBefore =
  /^(revenue|profit|market|fee|commission|pool|income|dividend|number|num|total|min|max|available|owned|sold|of|per|ride|time)$/;
/** Words before `shares` in names of key shares. */
const keyBefore =
  /^(key|wallet|device|server|client|user|backup|recovery|secret|private|seed|mpc|tss|shamir|social|auth)$/;
/** Whether a value is a number of shares of a vehicle: a key share has more digits, or is not a number. */
const isCount = (value: unknown) =>
  value !== undefined &&
  [value]
    .flat()
    .every((item) => /^\d{1,9}(\.\d{1,9})?$/.test(String(item)) && (typeof item === 'string' || isNumeric(item)));
const shareAfter = /^(values?|strings?|text|secret|key|data|payload|hex|raw|json)$/;
/** Words before `pass` in names of passwords. */
const passBefore = /^(user|basic|auth|login|http|proxy|db|my|new|old|current|admin|wallet|account|key|confirm)$/;
/** `token` is a currency in several services: a symbol such as MVL or bMVL, an address, a number. */
const symbolOrAddress = new RegExp(`^(${forms.evmAddress}|[a-z]?[A-Z][A-Z0-9.$]{1,9}|\\d{1,9})$`);

/** Whether a value may be a secret, by its field's name, in which `.` and brackets nest. */
export function isSecretField(name: string, value: unknown): boolean {
  const folded = name.normalize('NFKD').replace(/[\p{M}\p{C}\p{Default_Ignorable_Code_Point}]/gu, '');
  const isPlain = /^[\w.[\]-]*$/.test(name);
  return folded.split(/[.[\]]+/).some((part) => isSecretName(wordsOf(part), isPlain ? value : undefined));
}

/** The words of a name in lower case, without digits. `token` is always a word of its own. */
const wordsOf = (name: string): string[] =>
  name
    .replace(/([\p{Ll}\p{N}])(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .replace(/token(s(?![a-z]))?/g, ' token ')
    .replace(/[^\p{L}]+/gu, ' ')
    .trim()
    .split(' ')
    .filter((word) => word !== '');

/** @param value undefined if the name alone decides */
function isSecretName(words: readonly string[], value: unknown) {
  const [last = '', before = ''] = words.toReversed();
  if (credential.test(words.join('')) || lastWords.test(last) || lastWords.test(words.join(''))) return true;
  if (last === 'pass' && (before === '' || passBefore.test(before))) return true;
  return words.some((word, at) => {
    const [previous = '', next = ''] = [words[at - 1], words[at + 1]];
    if (word === 'token') return isCredentialToken(previous, next, value);
    const share = /^(\p{L}*?)shares?$/u.exec(word);
    if (!share) return word === 'secret' || word === 'secrets';
    if (next !== '') return shareAfter.test(next);
    return (
      !dividedBefore.test(share[1] || previous) && !(word === 'shares' && !keyBefore.test(previous) && isCount(value))
    );
  });
}

function isCredentialToken(previous: string, next: string, value: unknown) {
  if (credentialBefore.test(previous)) return !aboutToken.test(next);
  if (next !== '') return valueAfter.test(next);
  if (previous !== '') return !currencyBefore.test(previous);
  return value === undefined || [value].flat().some((item) => typeof item === 'string' && !symbolOrAddress.test(item));
}

/**
 * Refuses a field of the command line with a secret's name, unless the catalogue knows the field. Never repeats its
 * value.
 * @param value a text, or parsed JSON with fields to check
 * @throws {BadInput} SECRET_FIELD
 */
export function refuseSecretField(name: string, value: unknown, field: Field | undefined): void {
  if (field?.secret || (field === undefined && isSecretField(name, value))) throw secretRefused(name);
  const pending: unknown[] = [value];
  for (let current = pending.pop(); current !== undefined; current = pending.pop()) {
    if (Array.isArray(current)) pending.push(...current.filter((part) => part !== undefined));
    else if (isRecord(current))
      for (const [inner, part] of Object.entries(current)) {
        if (isSecretField(inner, part)) throw secretRefused(inner);
        if (part !== undefined) pending.push(part);
      }
  }
}

/**
 * Refuses a typed query that has a secret, also for servers that divide a query at `;`.
 * @param fields the fields that the catalogue knows
 * @throws {BadInput} SECRET_FIELD
 */
export function refuseSecretQuery(query: string, fields: Readonly<Record<string, Field>>): void {
  for (const text of [query, query.replaceAll(/;|%3b/gi, '&')])
    for (const [key, value] of new URLSearchParams(text)) refuseSecretField(key, value, fields[key]);
}

const secretRefused = (name: string): BadInput =>
  new BadInput(
    'SECRET_FIELD',
    `${/^[\w.[\]-]{1,60}$/.test(name) ? name : 'A field'} is a secret, and cannot be typed on the command line, where other programs can read it.`,
    'Give all fields with --input, from a file or standard input.',
  );

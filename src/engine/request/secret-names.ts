// Names of fields that hold secrets, in calls whose fields are not public: such a value never comes from the command line.
import type { Field } from '../../services/catalogue/define.js';
import { BadInput } from '../../services/http/errors.js';
import { isNumeric, isRecord } from '../../services/json-value.js';

/** What names a credential wherever it stands in a name, letter case and punctuation aside. */
const credential =
  /pass(word|phrase|wd|code|key)|mnemonic|(seed|recovery|backup|secret)(phrase|words?|key|codes?|share)|(client|app|api|user|shared|webhook)secret|(api|priv|private|secret|access|signing|encryption|master|auth|spend|ssh)keys?($|[^a-z])|keystore|credentials?|authorization|cookie|jsonstring|initdata/;
/** Single words that name a credential as the whole name or as its last word. */
const lastWords = /^(secrets?|pwd|passwd|pin|pincode|otp|totp|otpcode|cvv|cvc|jwt|bearer|seed|wif|xprv|xpriv|tprv|privkey|mnemonics?)$/;
/** What precedes `token` where it is a currency. */
const currencyBefore =
  /^(sell|buy|to|from|in|out|input|output|src|dst|source|dest|destination|target|base|quote|pay|paid|payment|paying|reward|rewards|fee|gas|native|wrapped|stake|staked|staking|lp|pool|bridge|bridged|swap|deposit|withdraw|withdrawal|receive|received|receiving|send|sent|spend|settlement|collateral|vehicle|supported|connector|erc|bep|nft|points?|governance|utility|stable|evm|by|per|of|for|and|is|has)$/;
/** What follows `token` where it is a credential. */
const valueAfter = /^(values?|strings?|text|secret|key|jwt|hash|raw|plain|body|content|credential|data|payload)$/;
/** What precedes `token` where it is a credential, whatever follows but its kind and its end. */
const credentialBefore = /^(access|refresh|auth|oauth|session|bearer|fcm|push|device|api|jwt|csrf|xsrf|google|apple|privy|firebase|login)$/;
const aboutToken = /^(type|kind|expir\w*|exp|ttl|issuer|count|length)$/;
/** What precedes `share` where it is a part of something that is divided, not of a key. */
const dividedBefore =
  /^(revenue|profit|market|fee|commission|pool|income|dividend|number|num|total|min|max|available|owned|sold|of|per|ride|time)$/;
/** What precedes `shares` where they are those of a key. */
const keyBefore = /^(key|wallet|device|server|client|user|backup|recovery|secret|private|seed|mpc|tss|shamir|social|auth)$/;
/** Whether a value is a number of shares of a vehicle: a share of a key has more digits, or is not a number. */
const isCount = (value: unknown): boolean =>
  value !== undefined &&
  [value].flat().every((one) => /^\d{1,9}(\.\d{1,9})?$/.test(String(one)) && (typeof one === 'string' || isNumeric(one)));
const shareAfter = /^(values?|strings?|text|secret|key|data|payload|hex|raw|json)$/;
/** What precedes `pass` where it is a password. */
const passBefore = /^(user|basic|auth|login|http|proxy|db|my|new|old|current|admin|wallet|account|key|confirm)$/;
/** `token` is a currency in several services: a symbol such as MVL or bMVL, an address, a number. */
const symbolOrAddress = /^(0x[0-9a-fA-F]{40}|[a-z]?[A-Z][A-Z0-9.$]{1,9}|\d{1,9})$/;

/** Whether a value may be a secret, by the name of its field, in which `.` and brackets nest. */
export function isSecretField(name: string, value: unknown): boolean {
  const folded = name.normalize('NFKD').replace(/[\p{M}\p{C}\p{Default_Ignorable_Code_Point}]/gu, '');
  const isPlain = /^[\w.[\]-]*$/.test(name);
  return folded.split(/[.[\]]+/).some((part) => isSecretName(wordsOf(part), isPlain ? value : undefined));
}

/** The words of a name in lower case, without its digits; `token` is one of its own even where nothing divides it from the others. */
const wordsOf = (name: string): string[] =>
  name
    .replace(/([\p{Ll}\p{N}])(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .replace(/token(s(?![a-z]))?/g, ' token ')
    .replace(/[^\p{L}]+/gu, ' ')
    .trim()
    .split(' ')
    .filter((word) => word !== '');

/** @param value undefined where the name alone decides */
function isSecretName(words: readonly string[], value: unknown): boolean {
  const [last = '', before = ''] = words.toReversed();
  if (credential.test(words.join('')) || lastWords.test(last) || lastWords.test(words.join(''))) return true;
  if (last === 'pass' && (before === '' || passBefore.test(before))) return true;
  return words.some((word, at) => {
    const [previous = '', next = ''] = [words[at - 1], words[at + 1]];
    if (word === 'token') return isCredentialToken(previous, next, value);
    const share = /^(\p{L}*?)shares?$/u.exec(word);
    if (!share) return word === 'secret' || word === 'secrets';
    if (next !== '') return shareAfter.test(next);
    return !dividedBefore.test(share[1] || previous) && !(word === 'shares' && !keyBefore.test(previous) && isCount(value));
  });
}

function isCredentialToken(previous: string, next: string, value: unknown): boolean {
  if (credentialBefore.test(previous)) return !aboutToken.test(next);
  if (next !== '') return valueAfter.test(next);
  if (previous !== '') return !currencyBefore.test(previous);
  return value === undefined || [value].flat().some((one) => typeof one === 'string' && !symbolOrAddress.test(one));
}

/**
 * Refuses a field of the command line whose name is that of a secret, unless the catalogue knows it as none. Its value is not repeated.
 * @param value a text, or parsed JSON, whose own fields are checked as well
 * @throws {BadInput} SECRET_FIELD
 */
export function refuseSecretField(name: string, value: unknown, field: Field | undefined): void {
  if (field?.secret || (field === undefined && isSecretField(name, value))) throw secretRefused(name);
  const pending: unknown[] = [value];
  for (let one = pending.pop(); one !== undefined; one = pending.pop()) {
    if (Array.isArray(one)) pending.push(...one.filter((part) => part !== undefined));
    else if (isRecord(one))
      for (const [inner, part] of Object.entries(one)) {
        if (isSecretField(inner, part)) throw secretRefused(inner);
        if (part !== undefined) pending.push(part);
      }
  }
}

/**
 * Refuses a query of the command line, typed whole, that has a secret; servers that divide a query at `;` are thought of.
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
    `${/^[\w.[\]-]{1,60}$/.test(name) ? name : 'A field'} is a secret and never comes from the command line, where other processes and the history of the shell can read it.`,
    'Give all fields with --input, from a file or standard input.',
  );

// Names of fields that hold secrets, in calls whose fields are not public: such a value never comes from the command line.
import type { Field } from '../services/catalogue/define.js';
import { BadInput } from '../services/http/errors.js';
import { isRecord } from '../services/json-value.js';

/** Names that mean a credential in every service; letter case and punctuation aside. */
const credential =
  /(pass(word|phrase|wd|code)|secret|(access|refresh|id|auth|session|bearer|fcm|push|device|api|jwt|csrf)_?tokens?|api_?key|private_?key|secret_?key|mnemonic|seed(_?phrase)?|recovery_?(phrase|key)|credentials?|authorization|cookie|otp|pin_?code|cvv|cvc)$/;
const wholeNames = /^(share|shares|json_?string|init_?data|pin|jwt|pwd|bearer)$/;
/** `token` is a currency in several services: a symbol such as MVL or bMVL, an address, a number. */
const symbolOrAddress = /^(0x[0-9a-fA-F]{40}|[a-z]?[A-Z][A-Z0-9.$]{1,9}|\d{1,9})$/;

/** Whether a value may be a secret, by the name of its field. */
export function isSecretField(name: string, value: unknown): boolean {
  const plain = name
    .replace(/\[\]$/, '')
    .split('.')
    .at(-1)!
    .replace(/([a-z])([A-Z])/g, '$1_$2')
    .replace(/[\s-]+/g, '_')
    .toLowerCase();
  if (credential.test(plain) || wholeNames.test(plain)) return true;
  return /^tokens?$/.test(plain) && typeof value === 'string' && !symbolOrAddress.test(value);
}

/**
 * Refuses a field of the command line whose name is that of a secret, unless the catalogue knows it as none. Its value is not repeated.
 * @param value a text, or parsed JSON, whose own fields are checked as well
 * @throws {BadInput} SECRET_FIELD
 */
export function refuseSecretField(name: string, value: unknown, field: Field | undefined): void {
  if (field !== undefined && !field.secret) return;
  if (field?.secret || isSecretField(name, value)) throw secretRefused(name);
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

const secretRefused = (name: string): BadInput =>
  new BadInput(
    'SECRET_FIELD',
    `${/^[\w.[\]-]{1,60}$/.test(name) ? name : 'A field'} is a secret and never comes from the command line, where other processes and the history of the shell can read it.`,
    'Give all fields with --input, from a file or standard input.',
  );

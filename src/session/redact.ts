// Redacts secrets in texts: loaded ones in every encoding, and values that their names mark as secrets.

import { forms } from '../services/forms.js';
import { encodingsOf } from './encodings.js';

/** Names of fields and query values that are always secrets: tokens, codes, key shares. */
const secretNames = [
  'accessToken',
  'refreshToken',
  'token',
  'idtoken',
  'share',
  'jsonString',
  'initData',
  'fcmToken',
  'password',
  'signature',
];
/** Names of credentials in every service; `token` is often a currency. */
const credentialNames = ['accessToken', 'refreshToken', 'idtoken', 'password'];
/** More names of credentials in bodies of traces and reports. Letter case and underscores do not count. */
const shownSecret =
  /("(?:access_?token|refresh_?token|id_?token|session_?token|auth_?token|jwt(?:_?token)?|private_?key|secret(?:_?key)?|client_?secret|api_?key|mnemonic|seed(?:_?phrase)?|recovery_?phrase|pass(?:word|phrase))"\s*:\s*")((?:[^"\\]|\\.)*)/gi;
/** A JSON web token: its first part is the base64 of `{"`. */
const jsonWebToken = /\beyJ[\w-]{10,}\.[\w-]{8,}\.[\w-]*/g;
/** A token's symbol beside its contract is not a secret. */
const currency = `"token":"[\\w.$+-]{1,20}","contract":"${forms.evmAddress}"`;
const inJson = (names: readonly string[] = secretNames) =>
  new RegExp(`(?!${currency})("(?:${names.join('|')})"\\s*:\\s*")((?:[^"\\\\]|\\\\.)*)`, 'g');
const inQuery = () => new RegExp(`([?&](?:${secretNames.join('|')})=)[^&\\s"']+`, 'g');
/** The token of a grant. */
const grantToken = /\btukg_[\w-]{16,}/g;
const inHeader = /\b((?:Bearer|Basic) )[A-Za-z0-9._~+/=-]+/g;
const placeholder = '[redacted]';

export interface Redaction {
  add(secret: string | undefined): void;
  /**
   * Redacts every loaded secret, every JSON web token, and every value with the field, parameter or header name of a
   * secret.
   */
  clean(text: string): string;
  /** Redacts every loaded secret, and tokens and passwords by their full field names; the rest of a record stays. */
  cleanRecord(text: string): string;
}

/** Creates a redaction without loaded secrets. `add` ignores secrets of fewer than four characters. */
export function redaction(): Redaction {
  /** The forms of each secret, which the first text derives: many runs print none. */
  const secrets = new Map<string, readonly string[] | undefined>();
  const withoutSecrets = (text: string) => {
    let cleaned = text;
    for (const [secret, derived] of secrets) {
      const forms = derived ?? encodingsOf(secret);
      if (!derived) secrets.set(secret, forms);
      for (const form of forms) cleaned = cleaned.replaceAll(form, placeholder);
    }
    return cleaned;
  };
  const add = (secret: string) => void (secrets.has(secret) || secrets.set(secret, undefined));
  return {
    add(secret) {
      if (!secret || secret.length < 4) return;
      add(secret);
      const signature = secret.split('.')[2]; // of a JSON web token: with it, the rest can be guessed
      if (signature && signature.length >= 20) add(signature);
    },
    clean(text) {
      return withoutSecrets(
        text
          .replace(inHeader, `$1${placeholder}`)
          .replace(inJson(), `$1${placeholder}`)
          .replace(shownSecret, `$1${placeholder}`)
          .replace(jsonWebToken, placeholder)
          .replace(grantToken, placeholder)
          .replace(inQuery(), `$1${placeholder}`),
      );
    },
    cleanRecord: (text) =>
      withoutSecrets(text.replace(inJson(credentialNames), `$1${placeholder}`).replace(grantToken, placeholder)),
  };
}

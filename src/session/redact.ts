// Takes secrets out of text that is about to leave: those that were loaded, in every form they may stand in, and those that are named.

/** Names of fields and query values that are secrets wherever they stand: tokens, codes, key shares. */
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
/** The names that stand for a credential in every service; `token` is often a currency. */
const credentialNames = ['accessToken', 'refreshToken', 'idtoken', 'password'];
const inJson = (names: readonly string[] = secretNames) => new RegExp(`("(?:${names.join('|')})"\\s*:\\s*")((?:[^"\\\\]|\\\\.)*)`, 'g');
const inQuery = () => new RegExp(`([?&](?:${secretNames.join('|')})=)[^&\\s"']+`, 'g');
const inHeader = /\b((?:Bearer|Basic) )[A-Za-z0-9._~+/=-]+/g;
const shown = '[redacted]';

/** Remembers secrets and takes them out of texts. */
export interface Redaction {
  add(secret: string | undefined): void;
  /** Takes out every secret that was loaded, and every value whose field name, parameter or header says that it is one. */
  clean(text: string): string;
  /** Takes out every secret that was loaded, and every token and password by the full name of its field: all else of a record stays as it was. */
  cleanRecord(text: string): string;
}

export function redaction(): Redaction {
  const secrets = new Set<string>();
  const withoutLoaded = (text: string): string => {
    let cleaned = text;
    for (const secret of secrets) for (const form of formsOf(secret)) cleaned = cleaned.replaceAll(form, shown);
    return cleaned;
  };
  return {
    add(secret) {
      if (secret && secret.length >= 4) secrets.add(secret);
    },
    clean(text) {
      return withoutLoaded(text.replace(inHeader, `$1${shown}`).replace(inJson(), `$1${shown}`).replace(inQuery(), `$1${shown}`));
    },
    cleanRecord: (text) => withoutLoaded(text.replace(inJson(credentialNames), `$1${shown}`)),
  };
}

/** A secret as it may stand in a text: bare, in an address, in base64, in JSON. */
function formsOf(secret: string): string[] {
  const base64 = Buffer.from(secret).toString('base64');
  const percent = encodeURIComponent(secret.toWellFormed());
  const inJson = JSON.stringify(secret).slice(1, -1);
  const forms = [
    secret,
    percent,
    percent.replace(/%[0-9A-F]{2}/g, (code) => code.toLowerCase()),
    new URLSearchParams({ a: secret }).toString().slice(2), // as a form writes it
    base64,
    base64.replace(/=+$/, ''),
    Buffer.from(secret).toString('base64url'),
    inJson,
    JSON.stringify(inJson).slice(1, -1), // JSON inside JSON
  ];
  return [...new Set(forms)].sort((a, b) => b.length - a.length); // a longer form may hold a shorter one
}

// Takes secrets out of text that is about to leave: those that were loaded, in every form they may stand in, and those that are named.

/** Names of fields and query values that are secrets wherever they stand (COMMANDS: key shares, tokens, codes). */
const secretNames = ['accessToken', 'refreshToken', 'token', 'idtoken', 'share', 'jsonString', 'initData', 'fcmToken', 'password', 'signature'];
const inJson = new RegExp(`("(?:${secretNames.join('|')})"\\s*:\\s*")((?:[^"\\\\]|\\\\.)*)`, 'g');
const inQuery = new RegExp(`([?&](?:${secretNames.join('|')})=)[^&\\s"']+`, 'g');
const inHeader = /\b((?:Bearer|Basic) )[A-Za-z0-9._~+/=-]+/g;
const shown = '[redacted]';

/** Remembers secrets and takes them out of texts. */
export interface Redaction {
  add(secret: string | undefined): void;
  clean(text: string): string;
}

export function redaction(): Redaction {
  const forms = new Set<string>();
  return {
    add(secret) {
      if (!secret || secret.length < 4) return;
      const base64 = Buffer.from(secret).toString('base64');
      for (const form of [secret, encodeURIComponent(secret), base64, base64.replace(/=+$/, ''), Buffer.from(secret).toString('base64url'), JSON.stringify(secret).slice(1, -1)]) forms.add(form);
    },
    clean(text) {
      let cleaned = text.replace(inHeader, `$1${shown}`).replace(inJson, `$1${shown}`).replace(inQuery, `$1${shown}`);
      for (const form of forms) cleaned = cleaned.replaceAll(form, shown);
      return cleaned;
    },
  };
}

// The encodings in which a text of a service, a header or a log may repeat a secret.

/** The forms of a secret, longest first: a longer one may contain a shorter one. */
export function encodingsOf(secret: string): readonly string[] {
  const bytes = Buffer.from(secret);
  const base64 = bytes.toString('base64');
  const hex = bytes.toString('hex');
  const percent = encodeURIComponent(secret.toWellFormed());
  const inJson = JSON.stringify(secret).slice(1, -1);
  const escaped = Array.from({ length: secret.length }, (_, at) => secret.charCodeAt(at).toString(16).padStart(4, '0'));
  const forms = [
    secret,
    percent,
    percent.replace(/%[0-9A-F]{2}/g, (code) => code.toLowerCase()),
    new URLSearchParams({ a: secret }).toString().slice(2), // as a form writes it
    base64,
    base64.replace(/=+$/, ''),
    bytes.toString('base64url'),
    ...[0, 1, 2].flatMap((before) => inBase64(bytes, before)),
    hex,
    hex.toUpperCase(),
    inJson,
    JSON.stringify(inJson).slice(1, -1), // JSON inside JSON
    escaped.map((code) => `\\u${code}`).join(''),
    escaped.map((code) => `\\u${code.toUpperCase()}`).join(''),
  ];
  return [...new Set(forms)].sort((a, b) => b.length - a.length);
}

/**
 * The characters that bytes have in the base64 of a longer text, whatever stands after them and `before` bytes of it.
 */
function inBase64(bytes: Buffer, before: number): readonly string[] {
  const whole = Buffer.concat([Buffer.alloc(before), bytes]);
  const [start, end] = [Math.ceil((before * 8) / 6), Math.floor((whole.length * 8) / 6)];
  return [whole.toString('base64').slice(start, end), whole.toString('base64url').slice(start, end)];
}

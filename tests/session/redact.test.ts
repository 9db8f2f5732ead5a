// A secret that was loaded never leaves, in whatever form it stands; a named one never leaves even if nobody loaded it.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { redaction } from '../../src/session/redact.js';

const secret = fc.string({ unit: fc.constantFrom(...'abcXYZ019-._~+/=%"\\ é'), minLength: 8, maxLength: 40 });
const forms = (text: string) => [
  text,
  encodeURIComponent(text),
  Buffer.from(text).toString('base64'),
  Buffer.from(text).toString('base64url'),
  JSON.stringify(text).slice(1, -1),
];

test('no form of a loaded secret survives', () => {
  fc.assert(
    fc.property(secret, fc.string(), fc.string(), (text, before, after) => {
      const redact = redaction();
      redact.add(text);
      for (const form of forms(text)) expect(redact.clean(`${before}${form}${after}`)).not.toContain(form);
    }),
  );
});

test.each([
  ['{"accessToken":"abc.def","other":"kept"}', '"other":"kept"'],
  ['{"share" : "with \\"quotes\\" inside","n":1}', '"n":1'],
  ['https://host/v2/accounts/ss?token=abcdef&type=GOOGLE', 'type=GOOGLE'],
  ['Authorization: Bearer abcdef', 'Authorization: Bearer'],
])('named secrets go, the rest stays: %s', (text, kept) => {
  const clean = redaction().clean(text);
  expect(clean).toContain(kept);
  expect(clean).toContain('[redacted]');
  expect(clean).not.toMatch(/abc|inside/);
});

test('what is no secret is left alone, short words too', () => {
  const redact = redaction();
  redact.add('abc');
  redact.add(undefined);
  expect(redact.clean('abc {"code":"EXPIRED_SESSION"}')).toBe('abc {"code":"EXPIRED_SESSION"}');
});

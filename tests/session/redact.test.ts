// Redaction: a loaded secret is never printed in any encoding; a named secret is redacted even if it was not loaded.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { redaction } from '../../src/session/redact.js';
import { property } from '../support/runs.js';
import { respond, respondJson, type Script } from '../support/scripted-server.js';
import { newUser } from '../support/tuk.js';
import { stubUser } from '../support/users.js';

const secret = fc.string({ unit: fc.constantFrom(...'abcXYZ019-._~+/=%"\\ é'), minLength: 8, maxLength: 40 });

const forms = (text: string) => [
  text,
  encodeURIComponent(text),
  Buffer.from(text).toString('base64'),
  Buffer.from(text).toString('base64url'),
  JSON.stringify(text).slice(1, -1),
];

test('no encoding of a loaded secret is left', () => {
  property(100, secret, fc.string(), fc.string(), (text, before, after) => {
    const redact = redaction();
    redact.add(text);
    for (const form of forms(text)) expect(redact.clean(`${before}${form}${after}`)).not.toContain(form);
  });
});

const shown = '[redacted]';

test('a loaded secret is found in hexadecimal, as escapes, and in the base64 of a longer text', () => {
  const escapes = (text: string) =>
    Array.from(text, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`).join('');
  property(100, secret, fc.string({ maxLength: 5 }), fc.string({ maxLength: 5 }), (text, before, after) => {
    const redact = redaction();
    redact.add(text);
    const bytes = Buffer.from(text);
    const longer = Buffer.from(`${before}${text}${after}`);
    for (const form of [bytes.toString('hex'), bytes.toString('hex').toUpperCase(), escapes(text)])
      expect(redact.clean(`<${form}>`)).toBe(`<${shown}>`);
    for (const form of ['base64', 'base64url'] as const) expect(redact.clean(longer.toString(form))).toContain(shown);
  });
});

test('the signature of a loaded token is redacted alone, too', () => {
  const redact = redaction();
  const signature = 'c2lnbmF0dXJlLW9mLWEtdG9rZW4';
  redact.add(`eyJhbGciOiJub25lIn0.eyJzdWIiOiIxIn0.${signature}`);
  expect(redact.clean(`the signature ${signature} is wrong`)).toBe(`the signature ${shown} is wrong`);
});

test.each([
  ['{"accessToken":"abc.def","other":"kept"}', '"other":"kept"'],
  ['{"share" : "with \\"quotes\\" inside","n":1}', '"n":1'],
  ['https://host/v2/accounts/ss?token=abcdef&type=GOOGLE', 'type=GOOGLE'],
  ['Authorization: Bearer abcdef', 'Authorization: Bearer'],
])('named secrets are redacted, the rest is kept: %s', (text, kept) => {
  const clean = redaction().clean(text);
  expect(clean).toContain(kept);
  expect(clean).toContain('[redacted]');
  expect(clean).not.toMatch(/abc|inside/);
});

test('the token of a grant is redacted in any text, loaded or not', () => {
  const text = `--grant=tukg_${'aB-_'.repeat(11)} end`;
  for (const clean of [redaction().clean, redaction().cleanRecord]) expect(clean(text)).toBe('--grant=[redacted] end');
});

test('other text and short words are unchanged', () => {
  const redact = redaction();
  redact.add('abc');
  redact.add(undefined);
  expect(redact.clean('abc {"code":"EXPIRED_SESSION"}')).toBe('abc {"code":"EXPIRED_SESSION"}');
});

describe('secrets in output', () => {
  const token = `eyJ${'a1b2c3d4'.repeat(100)}`;
  const userOf = async (script: Script) => {
    const user = await stubUser(script, { signIn: false });
    await user.run('login --tokens-stdin', { stdin: JSON.stringify({ accessToken: token }) });
    return user;
  };

  test('a long token that a service repeats in an error or a response, truncated or not', async () => {
    const { run } = await userOf(respondJson({ message: `The token ${token} is of no use`, token }, 400));
    for (const more of ['', '--json', '-vv', '--json -vv']) {
      const { stdout, stderr } = await run(`api user get-current ${more}`);
      expect(stdout + stderr).not.toContain(token.slice(0, 24));
      expect(stderr).toContain('[redacted]');
    }
  });

  test('a cookie and a header that is named as a secret', async () => {
    const { run } = await userOf(
      respond(200, '{}', { 'Set-Cookie': 'sid=c00kie-value; Path=/', 'X-Session-Token': 'token-value' }),
    );
    const { stderr } = await run('api user get-current -vv -q');
    expect(stderr).toMatch(/set-cookie: \[redacted\]/i);
    expect(stderr).not.toMatch(/c00kie-value|token-value/);
  });

  test('a response so long that the trace truncates it within a token', async () => {
    const { run } = await userOf(respondJson({ pad: 'x'.repeat(3970), echo: token }));
    expect((await run('api user get-current -vv -q')).stderr).not.toContain(token.slice(0, 8));
  });

  test('a secret with quotes in a curl line', async () => {
    const user = newUser();
    const { stdout } = await user.run(['api', 'user', 'get-current', '--print-curl', '--query', "token=it's secret"]);
    expect(stdout).not.toContain('secret');
  });
});

test('the symbol of a token beside its contract is no secret, and a token beside anything else is one', () => {
  const contract = `0x${'f8'.repeat(20)}`;
  const clean = (value: object) => JSON.parse(redaction().clean(JSON.stringify(value)));
  expect(clean({ token: 'bMVL', contract })).toEqual({ token: 'bMVL', contract });
  for (const other of [
    { token: 'bMVL' },
    { token: 'bMVL', contract: 'x' },
    { token: 'bMVL', amount: '1', contract },
    { accessToken: 'a', contract },
  ])
    expect(JSON.stringify(clean(other))).toContain('[redacted]');
  expect(clean({ token: 'a'.repeat(21), contract }).token).toBe('[redacted]');
});

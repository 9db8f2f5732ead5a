// `tuk explain` on any text: no bug, an exit code of its own, at most 4,000 characters, never a key; and no text of more than 64 kB.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ends, exit } from '../support/exit.js';
import { asyncProperty } from '../support/runs.js';
import { newHome, newUser } from '../support/tuk.js';

const user = newUser(newHome('empty'));
const most = 4_000;

const hex = fc.uint8Array({ maxLength: 400 }).map((bytes) => Buffer.from(bytes).toString('hex'));
const base64 = fc.uint8Array({ minLength: 1, maxLength: 300 }).map((bytes) => Buffer.from(bytes).toString('base64url'));
const selectors = fc.constantFrom(...'a9059cbb 095ea7b3 38ed1739 ac9650d8 d505accf 02f8 01f8 f86c c0'.split(' '));
const encoded = (text: string) => Buffer.from(text).toString('base64url');
const claims = fc.json({ maxDepth: 3 }).map(encoded);
const texts = fc.oneof(
  hex,
  hex.map((digits) => `0x${digits}`),
  fc.tuple(selectors, hex).map(([start, digits]) => `0x${start}${digits}`),
  base64,
  fc.tuple(claims, base64).map(([body, signature]) => `eyJhbGciOiJIUzI1NiJ9.${body}.${signature}`),
  fc.json(),
  fc.json().map((text) => `{"error":${text}}`),
  fc.string({ unit: 'binary', maxLength: 80 }),
  fc.string({ maxLength: 40 }),
);

test('any text has an explanation or a refusal', async () => {
  await asyncProperty(400, texts, fc.constantFrom('json', 'table', 'yaml'), async (text, format) => {
    const { code, stdout, stderr } = await user.run(['explain', '-o', format, '-'], { stdin: text });
    expect([exit.ok, exit.usage, exit.notFound, exit.guarded]).toContain(code);
    expect(stdout.length).toBeLessThanOrEqual(most);
    expect(stdout + stderr).not.toMatch(/\n\s+at |"code":"BUG"|[Bb]ug in tuk/);
  });
});

const key = fc.uint8Array({ minLength: 32, maxLength: 32 });
test('64 hexadecimal digits that are a key are in no output', async () => {
  await asyncProperty(100, key, fc.constantFrom('', '0x', '0X', ' ', '"'), async (bytes, before) => {
    const digits = Buffer.from(bytes).toString('hex');
    for (const option of ['--', '--hash']) {
      const { stdout, stderr } = await user.run(['explain', option, `${before}${digits}`]);
      expect((stdout + stderr).toLowerCase()).not.toContain(digits.slice(8, 24));
    }
  });
});

const big = (length: number) => 'ab'.repeat(length / 2);
const ofClaims = (value: object) => `eyJhbGciOiJIUzI1NiJ9.${encoded(JSON.stringify(value))}.AAAA`;
const hidden = Object.fromEntries(Array.from({ length: 700 }, (_, at) => [`claim${at}`, '\u202e'.repeat(9)]));
test.each([
  ['call data', `0xa9059cbb${big(60_000)}`],
  ['call data of an unknown function', `0xdeadbeef${big(60_000)}`],
  ['a list of calls', `0xac9650d8${big(60_000)}`],
  ['claims', ofClaims({ text: 'x'.repeat(20_000), list: Array(5000).fill(7) })],
  ['many claims', ofClaims(hidden)],
  ['an error', JSON.stringify({ statusCode: 400, message: Array(3000).fill('must be right') })],
  ['a deep list', `${'['.repeat(30_000)}${']'.repeat(30_000)}`],
])('%s of 60 kB: at most 4,000 characters', async (_, text) => {
  for (const options of [{}, { terminal: true, env: { NO_COLOR: '1' } }])
    for (const format of ['json', 'table', 'yaml', 'csv', 'md']) {
      const { code, stdout } = await user.run(['explain', '-o', format, text], options);
      expect([exit.ok, exit.notFound]).toContain(code);
      expect(stdout.length, format).toBeLessThanOrEqual(most);
    }
});

test('more than 64 kB are a usage error, as a word and in a pipe', async () => {
  const text = `0x${big(100_000)}`;
  for (const word of [text, '-'])
    expect(await user.run(['explain', word], { stdin: text })).toMatchObject(ends(exit.usage, 'of at most 65536', ''));
});

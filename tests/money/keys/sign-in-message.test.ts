// The message of a web3 sign-in is refused unless every part of it is valid.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { checkSignInMessage, type Expected } from '../../../src/money/keys/sign-in-message.js';
import { property } from '../../support/runs.js';

const address = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
const now = Date.parse('2026-01-02T03:04:05.678Z');
const expected = {
  ...{ address, origins: ['https://users.example.com', 'https://app.example.com'], nonce: 'abcdef123456', now },
  acceptPlain: false,
};
const parts = {
  ...{ domain: 'users.example.com', address, statement: 'Sign in to the platform.' as string | undefined },
  ...{ uri: 'https://users.example.com/auth', chainId: '84532', nonce: 'abcdef123456' },
  ...{ issuedAt: '2026-01-02T03:04:05.678Z', rest: '\nExpiration Time: 2026-01-02T03:09:05.678Z' },
};
const message = (changed: Partial<typeof parts> = {}) => {
  const { domain, address, statement, uri, chainId, nonce, issuedAt, rest } = { ...parts, ...changed };
  return `${domain} wants you to sign in with your Ethereum account:\n${address}\n\n${statement === undefined ? '' : `${statement}\n`}\nURI: ${uri}\nVersion: 1\nChain ID: ${chainId}\nNonce: ${nonce}\nIssued At: ${issuedAt}${rest}`;
};
const codeOf = (text: string, options: Partial<Expected> = {}) => {
  try {
    checkSignInMessage(text, { ...expected, ...options });
    return 'signed';
  } catch (error) {
    return (error as { code: string }).code;
  }
};

test.each([
  ['as it should be', {}],
  ['without a statement', { statement: undefined }],
  ['of the domain that the profile names', { domain: 'app.example.com', uri: 'https://app.example.com' }],
  ['with a scheme', { domain: 'https://users.example.com' }],
  ['the address in another case', { address: address.toLowerCase() }],
  ['without an end', { rest: '' }],
  [
    'with everything',
    { rest: '\nExpiration Time: 2026-01-02T03:09:05Z\nNot Before: 2026-01-02T03:04:05Z\nRequest ID: 7' },
  ],
  ['issued a little ahead of our clock', { issuedAt: '2026-01-02T03:08:00Z' }],
])('a valid message is signed: %s', (_, changed) => {
  expect(codeOf(message(changed))).toBe('signed');
});

test.each([
  ['another domain', { domain: 'users.example.com.evil.example', uri: 'https://users.example.com.evil.example' }],
  ['another scheme', { domain: 'http://users.example.com' }],
  ['an address of another scheme', { uri: 'http://users.example.com/auth' }],
  ['user info', { uri: 'https://users.example.com@evil.example/' }],
  ['user info of the right host', { uri: 'https://evil@users.example.com/' }],
  ['an empty user info', { uri: 'https://@users.example.com/' }],
  ['a backslash before another host', { uri: 'https://users.example.com\\@evil.example/' }],
  ['an address without slashes', { uri: 'https:users.example.com/auth' }],
  ['a host with a final dot', { uri: 'https://users.example.com./auth' }],
  ['the domain of one and the address of the other', { uri: 'https://app.example.com' }],
  ['a wrong checksum', { address: address.replace('f39F', 'F39f') }],
  ['a month without such a day', { rest: '\nExpiration Time: 2026-02-30T03:09:05Z', issuedAt: '2026-01-02T03:04:05Z' }],
  ['an end after more than a day', { rest: '\nExpiration Time: 2026-01-03T03:04:06.678Z' }],
  [
    'an end a little more than a day ahead',
    { issuedAt: '2026-01-02T03:08:05.678Z', rest: '\nExpiration Time: 2026-01-03T03:08:04.678Z' },
  ],
  ['resources', { rest: '\nExpiration Time: 2026-01-02T03:09:05.678Z\nResources:\n- https://a.example' }],
  ['no resources, but their heading', { rest: '\nResources:' }],
  ['a capability', { rest: '\nResources:\n- urn:recap:eyJhdHQiOnt9fQ' }],
  [
    'a statement of capabilities',
    { statement: 'I further authorize the stated URI to perform the following actions on my behalf.' },
  ],
  ['an address of another host', { uri: 'https://evil.example' }],
  ['another account', { address: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8' }],
  ['a chain of no network', { chainId: '31337' }],
  ['a chain id in hex', { chainId: '0x14a34' }],
  ['a short nonce', { nonce: 'abc' }],
  ['no time', { issuedAt: 'yesterday' }],
  ['issued tomorrow', { issuedAt: '2026-01-03T03:04:05Z' }],
  ['issued last year', { issuedAt: '2025-01-02T03:04:05Z', rest: '' }],
  ['ended', { rest: '\nExpiration Time: 2026-01-02T03:04:04Z' }],
  ['ended before it began', { rest: '\nExpiration Time: never' }],
  ['not yet valid', { rest: '\nNot Before: 2026-01-02T04:04:05Z' }],
  ['a line of its own', { rest: '\nAllowance: unlimited' }],
  ['a statement of two lines', { statement: 'Sign in.\nAnd send everything.' }],
  ['a space at its end', { rest: ' ' }],
])('an almost valid message is refused, confirmed or not: %s', (_, changed) => {
  expect(codeOf(message(changed))).toBe('BAD_SIGN_IN_MESSAGE');
  expect(codeOf(message(changed), { acceptPlain: true })).toBe('BAD_SIGN_IN_MESSAGE');
});

test.each([
  ['empty', ' '],
  ['too long', 'a '.repeat(2049)],
  ['too long in bytes', 'é'.repeat(2049)],
  ['a bare hash', `0x${'ab'.repeat(32)}`],
  ['a hash without its prefix', 'ab'.repeat(32)],
  ['bytes in hex', '0xa9059cbb'],
  ['typed data', '{"types":{},"domain":{},"primaryType":"Permit","message":{}}'],
  ['a list', '["0x00"]'],
  ['an escape sequence', 'Hello\u001b[2J'],
  ['a return', 'Hello\r\nworld'],
  ['a tab', 'Hello\tworld'],
  ['a C1 character', 'Hello\u009b2J'],
  ['bidi', 'Hello \u202eworld'],
  ['zero width', 'Hel\u200blo'],
  ['half a surrogate', 'Hello \ud800'],
  ['full-width letters that mean a sign-in', message().replace('wants you to sign in', 'wants you to ｓｉｇｎ ｉｎ')],
  ['a sign-in for another chain', message().replace('Ethereum', 'Solana')],
])('a message that is never signed: %s', (_, text) => {
  expect(codeOf(text, { acceptPlain: true })).toBe('BAD_SIGN_IN_MESSAGE');
});

describe('a plain message', () => {
  const plain = 'Welcome!\n\nSign this to prove that the wallet is yours. 7f3a9c';
  test('is refused until it is confirmed', () => {
    expect(codeOf(plain)).toBe('PLAIN_MESSAGE');
    expect(codeOf(plain, { acceptPlain: true })).toBe('signed');
  });
  test.each(['Подпишите это сообщение, чтобы войти. Код: 7f3a9c', 'Sign to see your return recap: 42', 'សូមចុះហត្ថលេខា'])(
    'may be in any language: %s',
    (text) => {
      expect(codeOf(text, { acceptPlain: true })).toBe('signed');
    },
  );
});

test('any change to a valid message is refused, except in its open parts', () => {
  const right = message();
  const open = new RegExp(
    `^${message({ statement: 'S' })
      .replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
      .replace('\nS\n', '\n[\\x20-\\x7e]+\n')}$`,
  );
  property(2000, fc.nat(right.length - 1), fc.string({ unit: 'binary', minLength: 0, maxLength: 1 }), (at, put) => {
    const changed = right.slice(0, at) + put + right.slice(at + 1);
    const code = codeOf(changed, { acceptPlain: true });
    if (changed === right || open.test(changed)) return;
    // Differences that are allowed: the case of the address, a digit of a time, the end of a path.
    const fixed = (text: string) => text.replace(/0x[0-9a-f]{40}/gi, '').replace(/\d|URI:.*|T|Z|[+-]/g, '');
    if (code === 'signed') expect(fixed(changed)).toBe(fixed(right));
    else expect(code).toBe('BAD_SIGN_IN_MESSAGE');
  });
});

test.each([
  ['a plain message with a capability', 'Hello, sign this: urn:recap:eyJhdHQiOnt9fQ'],
  ['a plain message in wide letters', 'Hello ｕｒｎ：ｒｅｃａｐ：eyJhdHQiOnt9fQ'],
  ['a plain message with resources', 'Hello\nResources:\n- https://a.example'],
  ['a capability in other letters', 'Hello \u03c5\u0433\u043f:\u0433\u0435\u0441\u0430\u0440:eyJhdHQiOnt9fQ'],
  ['a capability with another colon', 'Hello urn\ua789recap\u02d0eyJhdHQiOnt9fQ'],
  ['a capability with accents', 'Hello u\u0301rn:rec\u0301ap:eyJhdHQiOnt9fQ'],
  ['other letters', message().replace('sign in with your', 'ѕіgn іn wіth yоur').replace('wants you', 'wаnts yоu')],
  ['a first line of a sign-in alone', 'users.example.com wаnts yоu to ѕign in wіth your Ethereum account'],
  ['a sign-in with signs between its words', 'users.example.com wants-you to s1gn.in, vvith your account'],
  ['a sign-in in small capitals', 'users.example.com ᴡᴀɴᴛs ʏᴏᴜ ᴛᴏ sɪɢɴ ɪɴ'],
  ['the lines of a sign-in in Greek letters', 'Hello\nURΙ: https://a.example\nΝοnce: abcdefgh\nІssued Аt: now'],
])('%s is not signed, whatever was agreed to', (_, text) => {
  expect(codeOf(text, { acceptPlain: true })).toBe('BAD_SIGN_IN_MESSAGE');
});

test('the chain is the one that the profile pins', () => {
  expect(codeOf(message(), { chainIds: [84_532] })).toBe('signed');
  expect(codeOf(message(), { chainIds: [1] })).toBe('BAD_SIGN_IN_MESSAGE');
  expect(codeOf(message(), { chainIds: [] })).toBe('BAD_SIGN_IN_MESSAGE');
});

test('what the message leaves open is said: its end, and a chain that nothing pins', () => {
  const open = (changed = {}, options = {}) => checkSignInMessage(message(changed), { ...expected, ...options });
  expect(open({}, { chainIds: [84_532] })).toEqual([]);
  expect(open({ rest: '' }, { chainIds: [84_532] })).toEqual([expect.stringMatching(/has no end time/)]);
  expect(open()).toEqual([
    expect.stringMatching(/BASE_SEPOLIA \(chain 84532\), and the profile pins no chain.*web3Chain BASE_SEPOLIA/),
  ]);
});

test('an address that differs from the origin in one character is refused', () => {
  const path = '/auth';
  property(1000, fc.nat(parts.uri.length - path.length - 1), fc.integer({ min: 0x21, max: 0x7e }), (at, code) => {
    const character = String.fromCharCode(code);
    fc.pre(character.toLowerCase() !== parts.uri[at]!.toLowerCase());
    const inserted = parts.uri.slice(0, at) + character + parts.uri.slice(at);
    const replaced = parts.uri.slice(0, at) + character + parts.uri.slice(at + 1);
    for (const uri of [inserted, replaced])
      expect([uri, codeOf(message({ uri }))]).toEqual([uri, 'BAD_SIGN_IN_MESSAGE']);
  });
});

// Any mutation of a body, a path or a response of a transfer is either refused, or recorded and evaluated as its strictest reader would. The readers below share
// no code with the source: they are what a lenient server could be.
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Ledger } from '../../src/money/ledger.js';
import { exit } from '../support/exit.js';
import { runs } from '../support/runs.js';
import { respond, type Script, scripted } from '../support/scripted-server.js';
import { newUser } from '../support/tuk.js';
import { confirmFieldNames } from '../support/users.js';

const recipient = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
const fee = { feeAmount: '0.5', currencyId: 'MVP' };
const reads = [
  ['/mvp/transfer/fee', fee],
  ['/currencies/MVL', { name: 'MVL', network: 'ETHEREUM', withdrawalFee: '1', tokenDecimal: 18 }],
] as const;

/** A user with limits of 10 MVP, whose back end gives `response` to every change, and what was sent and recorded by one line. */
async function limitedUser() {
  let response: Script = respond(200, '{"id":"t-1"}');
  const server = await scripted((socket, request) =>
    request.method === 'GET'
      ? respond(200, JSON.stringify(reads.find(([end]) => request.path.split('?')[0]!.endsWith(end))?.[1] ?? {}))(socket, request)
      : response(socket, request),
  );
  const user = newUser();
  await user.run(['profile', 'add', 'box', '--base', `${server.url}/{service}`]);
  confirmFieldNames(user.home, 'box');
  await user.run('profile use box');
  await user.run('login --tokens-stdin', { stdin: '{"accessToken":"aaaa","refreshToken":"rrrr"}' });
  const ledgerLines = () => {
    const ledger = new Ledger(path.join(user.home, 'ledger.db'));
    try {
      return ledger.list();
    } finally {
      ledger.close();
    }
  };
  const recorded = new Set<string>();
  return {
    ...user,
    respondWith: (script: Script) => (response = script),
    body: (text: string) => writeFileSync(path.join(user.home, 'body.json'), text),
    /** Runs a line; returns its result, the changes that it sent and the ledger entries that it made. */
    async attempt(line: readonly string[]) {
      const before = server.requests.length;
      const result = await user.run([...line]);
      const sent = server.requests.slice(before).filter(({ method }) => method !== 'GET');
      const entries = ledgerLines().filter(({ id }) => !recorded.has(id));
      for (const { id } of entries) recorded.add(id);
      expect(result.stderr).not.toMatch(/\n\s+at .*:\d+/); // no stack trace
      expect([exit.ok, exit.failed, exit.usage, exit.notFound, exit.guarded, exit.local, exit.unknown, exit.server]).toContain(result.code);
      return { ...result, sent, entries };
    },
  };
}

/** The names and values that a lenient reader takes from a JSON text: every member at any depth, also of duplicate names, names by their letters alone. */
function lenientMembers(text: string): readonly (readonly [name: string, value: string])[] {
  const members: [string, string][] = [];
  const pair = /("(?:[^"\\]|\\.)*")\s*:\s*("(?:[^"\\]|\\.)*"|(?=[{[])|[^\s,{}[\]]+)/g;
  for (const [, name, value] of text.matchAll(pair))
    members.push([lettersOf(JSON.parse(name!) as string), value!.startsWith('"') ? (JSON.parse(value!) as string) : value!]);
  return members;
}
const lettersOf = (text: string): string => [...text.normalize('NFKD').toLowerCase()].filter((one) => /[a-z]/.test(one)).join('');

/** A mutation of a text: replaces what is at a position by something that parsers treat differently. */
const noise = fc.constantFrom(
  ...[
    '\u0000',
    '\u200b',
    '\u0301',
    '\ufeff',
    '\\u0000',
    ' ',
    '\t',
    '"',
    ',',
    ':',
    '{',
    '}',
    '[',
    ']',
    '0',
    '1',
    '9',
    '-',
    '+',
    '.',
    'e',
    'E',
    'x',
    'A',
    'a',
  ],
  ...[
    '"amount":"1000",',
    '"Amount":1000,',
    '"ａｍｏｕｎｔ":"1000",',
    '"amount ":1e3,',
    '"amount[]":[1000],',
    '"toUserId":"u-2",',
    '"__proto__":{"amount":"1000"},',
  ],
  ...[
    '1000',
    '1e3',
    '0x3e8',
    '1_000',
    '1,000',
    'null',
    'true',
    '[1000]',
    '{"amount":"1000"}',
    '//',
    '/**/',
    'NaN',
    'Infinity',
    '١٠٠٠',
    "'",
  ],
);
const edits = fc.array(fc.record({ at: fc.double({ min: 0, max: 1, noNaN: true }), drop: fc.integer({ min: 0, max: 3 }), put: noise }), {
  minLength: 1,
  maxLength: 3,
});
const edited = (text: string, list: readonly { at: number; drop: number; put: string }[]): string =>
  list.reduce((was, { at, drop, put }) => {
    const place = Math.floor(at * was.length);
    return was.slice(0, place) + put + was.slice(place + drop);
  }, text);

/** A body of one object: members of the call and others, in any order, some of them twice or spelt in another way. */
const objects = fc
  .tuple(
    fc.constantFrom(
      '"amount":"1"',
      '"amount":"9.99"',
      '"amount":10',
      '"amount":"10.0"',
      '"amount":"11"',
      '"amount":1e1',
      '"amount":0.5',
      '"amount":"-1"',
    ),
    fc.constantFrom('"toUserId":"u-1"', '"toUserId":7', '"to\\u0055serId":"u-1"', '"toUserId":""', '"toUserId":["u-1"]'),
    fc.subarray(
      [
        '"note":"amount"',
        '"amount":"2"',
        '"Amount":"3"',
        '"備考":"b"',
        '"meta":{"amount":"1000"}',
        '"list":[{"note":"x"}]',
        '"memo":null',
        '"toUserId":"u-1"',
      ],
      { maxLength: 3 },
    ),
    fc.integer({ min: 0, max: 4 }),
  )
  .map(([amount, to, others, at]) => `{${[amount, ...others.slice(0, at), to, ...others.slice(at)].join(',')}}`);
const bodies = fc.oneof(
  objects,
  edits.map((list) => edited('{"toUserId":"u-1","amount":"1","note":"for you"}', list)),
  fc.tuple(objects, edits).map(([text, [edit]]) => edited(text, [edit!])),
);

test('a mutated body is refused, or its highest amount and only recipient are recorded and within the limit', async () => {
  const user = await limitedUser();
  await user.run(['profile', 'set', 'box', 'limits.transfer', '10.5 MVP']);
  let sentCount = 0;
  await fc.assert(
    fc.asyncProperty(bodies, fc.boolean(), async (text, byPath) => {
      user.body(text);
      const call = byPath ? ['POST', 'user', '/v2/balance/mvp/transfer'] : ['user', 'transfer-points'];
      const { code, sent, entries } = await user.attempt(['api', ...call, '--input', 'body.json', '--new-recipient', '--yes']);
      if (sent.length === 0) {
        expect([code === exit.ok || code === exit.unknown, entries]).toEqual([false, []]);
        return;
      }
      sentCount += 1;
      expect([code, sent.length, entries.length]).toEqual([exit.ok, 1, 1]);
      const members = lenientMembers(sent[0]!.body);
      const valuesOf = (name: string) => [...new Set(members.filter(([other]) => other === name).map(([, value]) => value))];
      const amounts = valuesOf('amount');
      expect(amounts.map((amount) => Number(amount) > 0 && Number(amount) <= 10)).toEqual(amounts.map(() => true));
      expect(amounts.map(Number)).toEqual([Number(entries[0]!.amount)]);
      expect(valuesOf('touserid')).toEqual(entries.flatMap(({ recipient: to }) => (to === undefined ? [] : [to])));
    }),
    { numRuns: runs(400) },
  );
  expect(sentCount).toBeGreaterThan(10);
});

/** The path that a lenient server could route to: decoded twice, folded, matrix parameters, extensions, empty and dot segments removed. */
function lenientRoute(typed: string): string {
  const decoded = [1, 2, 3].reduce((text) => {
    try {
      return decodeURIComponent(text);
    } catch {
      return text;
    }
  }, typed.split(/[?#]/)[0]!);
  const segments: string[] = [];
  for (const part of decoded
    .normalize('NFKD')
    .replace(/[\p{C}\p{M}]/gu, '')
    .toLowerCase()
    .split(/[/\\]+/)) {
    const name = part
      .trim()
      .replace(/;.*$/, '')
      .trim()
      .replace(/\.[a-z]+$|\.+$/, '');
    if (part === '..') segments.pop();
    else if (name !== '') segments.push(name);
  }
  return segments.join('/');
}
const pathNoise = fc.constantFrom(
  ...[
    '/',
    '//',
    '/./',
    '/../',
    '/x/../',
    '\\',
    ';',
    ';v=1',
    '.',
    '.json',
    '%2e',
    '%2F',
    '%5c',
    '%00',
    '%20',
    '%25',
    '%252f',
    ' ',
    '\t',
    '\u200b',
    '\u0301',
  ],
  ...[
    'M',
    'P',
    'ｍ',
    '%EF%BD%8D',
    '?',
    '?amount=1000',
    '?a=1&Amount=9',
    '#',
    '#x',
    'x',
    '-',
    '_',
    '0',
    '%74',
    '%6D',
    '%',
    '%zz',
    '*',
    ':',
    '@',
    '+',
  ],
);
test('a mutated path is refused, or is no spelling of a listed call and is recorded', async () => {
  const user = await limitedUser();
  const plain = 'v2/balance/mvp/transfer';
  let sentCount = 0;
  const check = async ({ at, drop, put }: { at: number; drop: number; put: string }, isLimited: boolean) => {
    const typed = edited(`/${plain}`, [{ at, drop, put }]);
    user.body('{"toUserId":"u-1","amount":"1000"}');
    const { code, sent, entries } = await user.attempt(['api', 'POST', 'user', typed, '--input', 'body.json', '--new-recipient', '--yes']);
    if (sent.length === 0) {
      expect([code === exit.ok || code === exit.unknown, entries]).toEqual([false, []]);
      return;
    }
    sentCount += 1;
    expect([typed, code, sent.length, entries.length, isLimited]).toEqual([typed, exit.ok, 1, 1, false]);
    const received = sent[0]!.path.replace(/^\/user\//, '');
    expect(entries[0]!.url).toContain(sent[0]!.path.split('?')[0]);
    if (lenientRoute(received) === plain) expect([typed, received.split('?')[0], entries[0]!.amount]).toEqual([typed, plain, '1000']);
  };
  const edit = fc.record({ at: fc.double({ min: 0, max: 1, noNaN: true }), drop: fc.integer({ min: 0, max: 3 }), put: pathNoise });
  await fc.assert(
    fc.asyncProperty(edit, (one) => check(one, false)),
    { numRuns: runs(200) },
  );
  expect(sentCount).toBeGreaterThan(0);
  await user.run(['profile', 'set', 'box', 'limits.transfer', '10 MVP']);
  await fc.assert(
    fc.asyncProperty(edit, (one) => check(one, true)),
    { numRuns: runs(150) },
  );
});

type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json };
/** Mutations of a response, each with whether the response still agrees with the request. */
const honest = {
  cancellable: true,
  finalized: false,
  title: 'Withdrawal',
  request: { id: 'w-1', status: 'INCOMING', amount: '25', feeAmount: '1', currencyId: 'MVL', address: recipient },
};
const withRequest = (over: Readonly<Record<string, Json>>) => ({ ...honest, request: { ...honest.request, ...over } });
const falseAmounts = fc.constantFrom<Json>('2500', '26', '25.000001', 2500, '-26', '0', 24, '1e9', '٢٥٠', '25 000', ['2500'], {
  value: '2500',
});
const falseResponses = fc.oneof(
  falseAmounts.map((amount) => withRequest({ amount })),
  fc.constantFrom<Json>('1.000001', '9', 2, '1e3').map((feeAmount) => withRequest({ feeAmount })),
  fc.constantFrom<Json>('USDC', 'BTC', 'MVP', 'bMVL').map((currencyId) => withRequest({ currencyId })),
  fc
    .constantFrom<Json>(
      '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
      `${recipient.slice(0, -1)}7`,
      '0x0000000000000000000000000000000000000000',
    )
    .map((address) => withRequest({ address })),
  fc.constantFrom<Json>('FAILED', 'REJECTED', 'ERROR').map((status) => withRequest({ status })),
  fc.constantFrom<Json>(
    ...[
      { ...honest, success: false },
      { ...honest, error: 'no' },
      { ...honest, errors: ['no'] },
      { success: false },
      { error: { message: 'no' } },
    ],
    ...[{ code: 'E1', message: 'no' }, {}, [], null, { statusCode: 500, ...honest }, { other: 1 }],
  ),
);
const wrap = fc.constantFrom<(value: Json) => Json>(
  (value) => value,
  (value) => ({ data: value }),
  (value) => ({ result: { data: value } }),
  (value) => [value],
);
const responseNoise = fc.constantFrom('', '<html>', '{', '{"request":', 'null', '[]', 'true', '"ok"', 'OK', '\u0000', '1');

test('a response that contradicts the withdrawal is exit 10 or 11, never a success; the recipient stays unknown', async () => {
  const user = await limitedUser();
  const line = ['wallet', 'withdraw', 'create', '--currency', 'MVL', '--amount', '25', '--to', recipient, '--yes'];
  const attempt = async (script: Script, reference: string) => {
    user.respondWith(script);
    const unknown = await user.attempt(line); // the recipient has never received anything
    expect([unknown.code, unknown.sent]).toEqual([exit.guarded, []]);
    const first = await user.attempt([...line, '--new-recipient', '--client-ref', reference]);
    expect([first.code === exit.unknown || first.code === exit.server, first.sent.length]).toEqual([true, 1]);
    expect(first.entries.map(({ outcome }) => outcome)).toEqual(['unknown']);
    const again = await user.attempt([...line, '--new-recipient', '--client-ref', reference]);
    expect([again.code, again.sent, again.entries]).toEqual([exit.unknown, [], []]);
  };
  let references = 0;
  const nextReference = () => {
    references += 1;
    return `ref-${references}`;
  };
  await fc.assert(
    fc.asyncProperty(falseResponses, wrap, async (value, envelope) =>
      attempt(respond(200, JSON.stringify(envelope(value as Json))), nextReference()),
    ),
    { numRuns: runs(120), endOnFailure: true },
  );
  await fc.assert(
    fc.asyncProperty(responseNoise, (text) => attempt(respond(200, text), nextReference())),
    { numRuns: runs(12), endOnFailure: true },
  );
  user.respondWith(respond(200, JSON.stringify(honest)));
  expect((await user.attempt([...line, '--new-recipient'])).entries.map(({ outcome }) => outcome)).toEqual(['done']);
  expect((await user.attempt(line)).code).toBe(exit.ok); // now the recipient is known
});

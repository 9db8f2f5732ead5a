// Any mutation of a body, a path or a response of a transfer is either refused, or recorded and evaluated as its strictest reader would. The readers below share
// no code with the source: they are what a lenient server could be.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { exit } from '../support/exit.js';
import { mine, other, platformUser, withdrawn } from '../support/platform.js';
import { asyncProperty, runs } from '../support/runs.js';
import { respond, respondJson, type Script } from '../support/scripted-server.js';

const words = (text: string): string[] => text.split(' ');

/** A user with what was sent and recorded by one line; the platform gives the response of `respondWith` to every change. */
async function mutatingUser() {
  let response: Script = respond(200, '{"id":"t-1"}');
  const user = await platformUser({ money: (...request: Parameters<Script>) => response(...request) });
  const recorded = new Set<string>();
  return {
    ...user,
    respondWith: (script: Script) => (response = script),
    /** Runs a line; returns its result, the changes that it sent and the ledger entries that it made. */
    async attempt(line: readonly string[]) {
      const before = user.transfers().length;
      const result = await user.run(line);
      const sent = user.transfers().slice(before);
      const entries = (await user.lines()).filter(({ id }) => !recorded.has(id));
      for (const { id } of entries) recorded.add(id);
      expect(result.stderr).not.toMatch(/\n\s+at .*:\d+/); // no stack trace
      const { ok, failed, usage, notFound, guarded, local, unknown, server } = exit;
      const known = [ok, failed, usage, notFound, guarded, local, unknown, server];
      expect(known).toContain(result.code);
      return { ...result, sent, entries };
    },
  };
}

/** The names and values that a lenient reader takes from a JSON text: every member at any depth, also of duplicate names, names by their letters alone. */
function lenientMembers(text: string): readonly (readonly [name: string, value: string])[] {
  const pair = /("(?:[^"\\]|\\.)*")\s*:\s*("(?:[^"\\]|\\.)*"|(?=[{[])|[^\s,{}[\]]+)/g;
  const plain = (value: string): string => (value.startsWith('"') ? JSON.parse(value) : value);
  return [...text.matchAll(pair)].map(([, name, value]) => [lettersOf(plain(name!)), plain(value!)]);
}
const lettersOf = (text: string): string =>
  [...text.normalize('NFKD').toLowerCase()].filter((one) => /[a-z]/.test(one)).join('');

/** A mutation of a text: replaces what is at a position by something that parsers treat differently. */
const noise = fc.constantFrom(
  ...words('\u0000 \u200b \u0301 \ufeff \\u0000 \t " , : { } [ ] 0 1 9 - + . e E x A a'),
  ...words(
    '"amount":"1000", "Amount":1000, "ａｍｏｕｎｔ":"1000", "amount[]":[1000], "toUserId":"u-2", "__proto__":{"amount":"1000"},',
  ),
  ...words('1000 1e3 0x3e8 1_000 1,000 null true [1000] {"amount":"1000"} // /**/ NaN Infinity ١٠٠٠ \''),
  ...[' ', '"amount ":1e3,'],
);
const editOf = (put: fc.Arbitrary<string>) =>
  fc.record({ at: fc.double({ min: 0, max: 1, noNaN: true }), drop: fc.integer({ min: 0, max: 3 }), put });
const edits = fc.array(editOf(noise), { minLength: 1, maxLength: 3 });
const edited = (text: string, list: readonly { at: number; drop: number; put: string }[]): string =>
  list.reduce((was, { at, drop, put }) => {
    const place = Math.floor(at * was.length);
    return was.slice(0, place) + put + was.slice(place + drop);
  }, text);

/** A body of one object: members of the call and others, in any order, some of them twice or spelt in another way. */
const amounts = words('"1" "9.99" 10 "10.0" "11" 1e1 0.5 "-1"').map((amount) => `"amount":${amount}`);
const recipients = words('"toUserId":"u-1" "toUserId":7 "to\\u0055serId":"u-1" "toUserId":"" "toUserId":["u-1"]');
const others = words(
  '"note":"amount" "amount":"2" "Amount":"3" "備考":"b" "meta":{"amount":"1000"} "list":[{"note":"x"}] "memo":null "toUserId":"u-1"',
);
const objects = fc
  .tuple(
    fc.constantFrom(...amounts),
    fc.constantFrom(...recipients),
    fc.subarray(others, { maxLength: 3 }),
    fc.integer({ min: 0, max: 4 }),
  )
  .map(([amount, to, more, at]) => `{${[amount, ...more.slice(0, at), to, ...more.slice(at)].join(',')}}`);
const bodies = fc.oneof(
  objects,
  edits.map((list) => edited('{"toUserId":"u-1","amount":"1","note":"for you"}', list)),
  fc.tuple(objects, edits).map(([text, [edit]]) => edited(text, [edit!])),
);

test('a mutated body is refused, or its highest amount and only recipient are recorded and within the limit', async () => {
  const user = await mutatingUser();
  await user.run(['profile', 'set', 'box', 'limits.transfer', '10.5 MVP']);
  let sentCount = 0;
  await asyncProperty(400, bodies, fc.boolean(), async (text, byPath) => {
    user.file(text);
    const call = byPath ? 'POST user /v2/balance/mvp/transfer' : 'user transfer-points';
    const { code, sent, entries } = await user.attempt(words(`api ${call} --input body.json --new-recipient --yes`));
    if (sent.length === 0) {
      expect([code === exit.ok || code === exit.unknown, entries]).toEqual([false, []]);
      return;
    }
    sentCount += 1;
    expect([code, sent.length, entries.length]).toEqual([exit.ok, 1, 1]);
    const members = lenientMembers(sent[0]!.body);
    const valuesOf = (name: string) => [
      ...new Set(members.filter(([other]) => other === name).map(([, value]) => value)),
    ];
    const stated = valuesOf('amount');
    expect(stated.map((amount) => Number(amount) > 0 && Number(amount) <= 10)).toEqual(stated.map(() => true));
    expect(stated.map(Number)).toEqual([Number(entries[0]!.amount)]);
    expect(valuesOf('touserid')).toEqual(entries.flatMap(({ recipient: to }) => (to === undefined ? [] : [to])));
  });
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
  ...words('/ // /./ /../ /x/../ \\ ; ;v=1 . .json %2e %2F %5c %00 %20 %25 %252f \t \u200b \u0301'),
  ...words('M P ｍ %EF%BD%8D ? ?amount=1000 ?a=1&Amount=9 # #x x - _ 0 %74 %6D % %zz * : @ +'),
  ' ',
);
test('a mutated path is refused, or is not a spelling of a listed call and is recorded', async () => {
  const user = await mutatingUser();
  const plain = 'v2/balance/mvp/transfer';
  let sentCount = 0;
  const check = async ({ at, drop, put }: { at: number; drop: number; put: string }, isLimited: boolean) => {
    const typed = edited(`/${plain}`, [{ at, drop, put }]);
    user.file('{"toUserId":"u-1","amount":"1000"}');
    const options = words('--input body.json --new-recipient --yes');
    const { code, sent, entries } = await user.attempt(['api', 'POST', 'user', typed, ...options]);
    if (sent.length === 0) {
      expect([code === exit.ok || code === exit.unknown, entries]).toEqual([false, []]);
      return;
    }
    sentCount += 1;
    expect([typed, code, sent.length, entries.length, isLimited]).toEqual([typed, exit.ok, 1, 1, false]);
    const received = sent[0]!.path.replace(/^\/user\//, '');
    expect(entries[0]!.url).toContain(sent[0]!.path.split('?')[0]);
    if (lenientRoute(received) === plain)
      expect([typed, received.split('?')[0], entries[0]!.amount]).toEqual([typed, plain, '1000']);
  };
  const edit = editOf(pathNoise);
  await asyncProperty(200, edit, (one) => check(one, false));
  expect(sentCount).toBeGreaterThan(0);
  await user.run(['profile', 'set', 'box', 'limits.transfer', '10 MVP']);
  await asyncProperty(150, edit, (one) => check(one, true));
});

const wrongFields: Readonly<Record<string, readonly unknown[]>> = {
  amount: ['2500', '26', '25.000001', 2500, '-26', '0', 24, '1e9', '٢٥٠', '25 000', ['2500'], { value: '2500' }],
  feeAmount: ['1.000001', '9', 2, '1e3'],
  currencyId: ['USDC', 'BTC', 'MVP', 'bMVL'],
  address: [other, `${mine.slice(0, -1)}7`, '0x0000000000000000000000000000000000000000'],
  status: ['FAILED', 'REJECTED', 'ERROR'],
};
/** Responses that do not agree with the request, and failures in any envelope; each kind as often as any other. */
const wrap = fc.constantFrom<(value: unknown) => unknown>(
  (value) => value,
  (value) => ({ data: value }),
  (value) => ({ result: { data: value } }),
  (value) => [value],
);
const falseResponses = fc.oneof(
  ...Object.entries(wrongFields).map(([name, values]) =>
    fc.constantFrom(...values).map((value) => withdrawn({ [name]: value })),
  ),
  fc
    .tuple(
      wrap,
      fc.constantFrom<unknown>(
        ...[{ success: false }, { error: 'no' }, { errors: ['no'] }, { statusCode: 500 }].map((more) => ({
          ...withdrawn(),
          ...more,
        })),
        ...[{ success: false }, { error: { message: 'no' } }, { code: 'E1', message: 'no' }],
      ),
    )
    .map(([envelope, value]) => envelope(value)),
);
/** Texts that are no JSON. */
const responseNoise = fc.constantFrom(...words('<html> { {"request": OK \u0000'));

test('a response that contradicts the withdrawal, or cannot be read, is exit 10 or 11, never a success; the recipient stays unknown', async () => {
  const line = ['wallet', 'withdraw', 'create', '--currency', 'MVL', '--amount', '25', '--to', mine, '--yes'];
  const attempt = async (script: Script) => {
    const user = await mutatingUser();
    user.respondWith(script);
    const first = await user.attempt([...line, '--new-recipient', '--client-ref', 'a']);
    expect([first.code === exit.unknown || first.code === exit.server, first.sent.length]).toEqual([true, 1]);
    expect(first.entries.map(({ outcome }) => outcome)).toEqual(['unknown']);
    const again = await user.attempt([...line, '--new-recipient', '--client-ref', 'a']);
    expect([again.code, again.sent, again.entries]).toEqual([exit.unknown, [], []]);
    const unknown = await user.attempt(line); // the recipient has never received anything
    expect([unknown.code, unknown.sent]).toEqual([exit.guarded, []]);
  };
  await fc.assert(
    fc.asyncProperty(falseResponses, (value) => attempt(respondJson(value))),
    { numRuns: runs(120), endOnFailure: true },
  );
  await fc.assert(
    fc.asyncProperty(responseNoise, (text) => attempt(respond(200, text))),
    { numRuns: runs(12), endOnFailure: true },
  );
  const user = await mutatingUser();
  user.respondWith(respondJson(withdrawn()));
  expect((await user.attempt([...line, '--new-recipient'])).entries.map(({ outcome }) => outcome)).toEqual(['done']);
  expect((await user.attempt(line)).code).toBe(exit.ok); // now the recipient is known
});

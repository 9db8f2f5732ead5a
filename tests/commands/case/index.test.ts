// A case as a file: packed masked and private, opened offline; whatever a file has, it shows texts or is one sentence.
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { caseIn, deepest, format, mostValues } from '../../../src/commands/case/index.js';
import { tellsOf } from '../../../src/commands/find/timeline.js';
import { caseOf } from '../../../src/ui/page-kinds/case.js';
import { ends, exit } from '../../support/exit.js';
import { property } from '../../support/runs.js';
import { respondJson } from '../../support/scripted-server.js';
import { signedIn, stubUser } from '../../support/users.js';

const ride = 'ride request --from PNH-01 --to PNH-02 --region KH --product STANDARD --currency POINT --yes';

test('a case is packed into a new private file without personal data, and shown without a request', async () => {
  const { run, json, home } = await signedIn('mina');
  await run(['sandbox', 'scenario', 'ride: driver cancels']);
  await run(ride);
  await run('sandbox advance 10m');
  const [{ id }] = (await json('ride status --known')) as [{ id: string }];
  const { code, stdout } = await run(`case pack ${id}`);
  const file = stdout.trim();
  expect([code, path.dirname(file), statSync(file).mode & 0o777]).toEqual([exit.ok, home, 0o600]);
  const text = readFileSync(file, 'utf8');
  expect(text).not.toMatch(/Mina|\+6590000001|accessToken|Bearer/);
  const packed = JSON.parse(text);
  expect(packed.requests[0]).toMatchObject({ method: 'GET', status: expect.any(String), at: expect.any(String) });
  expect(packed.rows[0].response.status).toBe('DRIVER_CANCELED_RECALLABLE');
  const other = await stubUser(respondJson({}));
  const opened = await other.run(['case', 'open', file]);
  const tells = /To the customer: Your driver cancelled at \d\d:\d\d; it is not known whether 7,030 KHR came back\./;
  expect(opened.stdout).toMatch(tells);
  expect(opened.stdout).not.toMatch(/matur/);
  expect(other.server.requests).toEqual([]);
});

test('nothing is packed of what nobody knows, and no file is overwritten', async () => {
  const { run, home } = await signedIn('mina');
  const before = readdirSync(home).length;
  expect((await run('case pack 5aee8d95-b51f-4705-8412-000000000000')).code).toBe(exit.notFound);
  expect(readdirSync(home).filter((name) => name.startsWith('case-'))).toEqual([]);
  expect(before).toBeGreaterThan(0);
});

const packed = (rows: unknown, more: object = {}) =>
  JSON.stringify({ format, about: 'x', packedAt: '2026-11-29T14:41:00Z', requests: [], rows, ...more });

test.each([
  ['no JSON', '{"format":'],
  ['another format', '{"format":"tuk case 2"}'],
  ['nested too deep', `${'['.repeat(deepest + 1)}${']'.repeat(deepest + 1)}`],
  ['nested without an end', '['.repeat(1_000_000)],
  ['too many values', packed([{ response: { list: Array(mostValues).fill(0) } }])],
  ['rows that are none', packed([1, 'x'])],
  ['too many rows', packed(Array(501).fill({}))],
  ['no time', packed([], { packedAt: 'now' })],
])('a file with %s is exit 2 in one sentence', async (_, text) => {
  const { run, home } = await signedIn('mina');
  writeFileSync(path.join(home, 'c.json'), text);
  const opened = await run(['case', 'open', path.join(home, 'c.json')]);
  expect(opened).toMatchObject(ends(exit.usage, /^✗ .* is no case file: [^.\n]+\.\n$/, ''));
});

const names = ['constructor', '__proto__', 'toString', '{id}', 'tuk x'];
const controls = ['\x1b]52;c;eA==\x07', '\x1b[2J', '\u202e', 'a\nb'];
const hostile = fc.oneof(fc.constantFrom(...names, ...controls), fc.string({ maxLength: 20 }));
const known = fc.constantFrom('at', 'state', 'amount', 'class', 'id');
const value: fc.Arbitrary<unknown> = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    hostile,
    fc.double(),
    fc.constantFrom(null, true, -1, 1e9),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(fc.oneof(hostile, known), tie('value'), { maxKeys: 5 }),
  ),
})).value;
const members =
  'what thing about status class means tells id links actions command money moneyIs timeline response noCallKnows';

test('whatever the rows have, the screen is drawn and spoken without control characters, and nothing can be run', () => {
  const row = fc.dictionary(fc.constantFrom(...members.split(' ')), value, { maxKeys: 16 });
  const rows = fc.array(row, { maxLength: 6 });
  property(400, rows, (own) => {
    const file = caseIn(packed(own), 'c.json');
    const drawn = caseOf.lines({ rows: file.rows }, { rows: 40, columns: 100 }, 0) ?? [];
    const spoken = caseOf.texts?.({ rows: file.rows }, 0) ?? [];
    const texts = [...drawn.flatMap((line) => line.map(({ text }) => text)), ...spoken];
    expect(texts.join('').match(/[\p{Cc}\u202e]/gu)).toBeNull();
    for (const row of file.rows) expect([row.actions, row.command]).toEqual([undefined, undefined]);
  });
});

test('the sentence for the customer has what happened and when, and where the money is', () => {
  const at = (clock: string) => new Date(`2026-11-29T${clock}`).toISOString();
  const part = (row: object, more: object = {}) =>
    ({
      ...{ what: 'ride', id: 'r', from: 'x', links: [], status: 'S', class: 'bad' },
      ...{ means: 'the driver cancelled it; again', row, ...more },
    }) as never;
  const now = Date.parse(at('15:00'));
  const money = { amount: '7,030 KHR', goesTo: 'the driver', state: 'returned', by: 'points change p-1' } as const;
  const change = part({ createdAt: at('14:42') }, { what: 'points change', id: 'p-1' });
  const told = tellsOf([part({ cancelledAt: at('14:41') }), change], money, now);
  expect(told).toBe('Your driver cancelled at 14:41; 7,030 KHR were returned at 14:42.');
  expect(tellsOf([part({}, { means: 'it has expired' })], undefined, now)).toBe('Your ride has expired.');
  // a time never stands beside a present tense
  const said = (means: string, is: string) =>
    tellsOf([part({ cancelledAt: at('14:41') }, { means, class: is })], undefined, now);
  expect(said('the ride is over', 'good')).toBe('Your ride was over at 14:41.');
  expect(said('it has expired', 'bad')).toBe('Your ride expired at 14:41.');
  expect(said('the driver is on the way to you', 'pending')).toBe('Your driver is on the way to you since 14:41.');
  expect(tellsOf([part({}, { class: 'unknown' })], money, now)).toBeUndefined();
});

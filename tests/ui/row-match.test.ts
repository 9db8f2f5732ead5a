// The terms that select rows: the filter of a table on the screen, and --match.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { matching } from '../../src/ui/format/row-match.js';
import { newUser } from '../support/tuk.js';

const now = Date.UTC(2026, 10, 20, 14);
const columns = [{ path: 'status' }, { path: 'title', heading: 'name' }, { path: 'interestRate' }, { path: 'since' }];
const ago = (minutes: number) => new Date(now - minutes * 60_000).toISOString();
const rows = [
  { id: 'a', status: 'OPEN', title: 'Phnom Penh I', interestRate: '8.5', since: ago(5), extra: 'x' },
  { id: 'b', status: 'OPEN', title: 'Hanoi Bikes', interestRate: '10', since: ago(30), extra: 'y' },
  { id: 'c', status: 'CLOSED', title: 'Saigon Bikes', interestRate: '123456789012345678901', since: ago(3000) },
  { id: 'd', status: null, title: 'No status' },
];
const ids = (terms: string) =>
  matching(rows, terms, columns, now)
    .map(({ id }) => id)
    .join('');

describe('terms', () => {
  test.each([
    ['', 'abcd'],
    ['  ', 'abcd'],
    ['!', 'abcd'],
    ['open', 'ab'],
    ['open bikes', 'b'],
    ['bikes OPEN', 'b'],
    ['!open', 'cd'],
    ['bikes !open', 'c'],
    ['"Phnom Penh"', 'a'],
    ['name:"phnom pe"', 'a'],
    ['"Penh Phnom"', ''],
    ['sta:closed', 'c'],
    ['status:!closed', ''],
    ['!status:closed', 'abd'],
    ['rate:>9', ''], // no column begins with it
    ['inter:>9', 'bc'],
    ['inter:>=10', 'bc'],
    ['inter:<10', 'a'],
    ['inter:=10.0', 'b'],
    ['inter:>123456789012345678900', 'c'], // every digit counts
    ['since:>20m', 'bc'],
    ['since:<20m', 'a'],
    ['since:>1d', 'c'],
    ['since:<2026-11-20', 'c'],
    ['since:>', 'abcd'], // still being typed
    ['status:=open', 'ab'],
    ['status:>open', ''],
    ['extra:y', 'b'], // a field without a column
    ['(hanoi|saigon)', 'bc'],
    ['(hanoi', ''],
    ['http://x', ''],
    ['"unfinished', ''],
  ])('%s selects %s', (terms, expected) => {
    expect([terms, ids(terms)]).toEqual([terms, expected]);
  });

  test('more terms never select more rows, and a negated term selects the others', () => {
    const term = fc.constantFrom('open', 'bikes', 'inter:>9', 'since:>20m', 'name:a', 'x', '(a|b)', 'status:=open');
    fc.assert(
      fc.property(fc.array(term, { maxLength: 3 }), term, (some, one) => {
        const all = matching(rows, some.join(' '), columns, now);
        const fewer = matching(rows, [...some, one].join(' '), columns, now);
        const others = matching(rows, [...some, `!${one}`].join(' '), columns, now);
        expect([...fewer, ...others].map(({ id }) => id).sort()).toEqual(all.map(({ id }) => id).sort());
      }),
    );
  });
});

test('--match selects the rows of a list in every format, and not the fields of one thing', async () => {
  const { run } = newUser();
  const all = JSON.parse((await run('assets offerings --json')).stdout) as { status: string; id: string }[];
  const open = all.filter(({ status }) => status === 'OPEN').map(({ id }) => id);
  expect(open.length).toBeGreaterThan(0);
  expect(open.length).toBeLessThan(all.length);
  const json = JSON.parse((await run(['assets', 'offerings', '--json', '--match', 'status:=OPEN'])).stdout) as { id: string }[];
  expect(json.map(({ id }) => id)).toEqual(open);
  expect((await run(['assets', 'offerings', '-o', 'name', '--match', 'status:=OPEN'])).stdout.trim().split('\n')).toEqual(open);
  const csv = (await run(['assets', 'offerings', '-o', 'csv', '--fields', 'id', '--match', 'status:=OPEN', '--sort-by', 'id'])).stdout;
  expect(csv.trim().split(/\r?\n/)).toEqual(['id', ...[...open].sort()]);
  const ndjson = (await run(['assets', 'offerings', '-o', 'ndjson', '--match', 'status:=OPEN'])).stdout;
  expect(ndjson.trim().split('\n')).toHaveLength(open.length);
  expect((await run(['assets', 'offerings', '--json', '--match', 'zzz'])).stdout.trim()).toBe('[]');
  expect((await run(['assets', 'offering', '1', '--json', '--match', 'zzz'])).stdout).toContain('"status"');
  expect((await run(['assets', 'offerings', '--jq', '.', '--match', 'x'])).code).toBe(2);
});

test('--match refuses a column that there is not, and takes a text with a colon that a row has', async () => {
  const { run } = newUser();
  const wrong = await run(['assets', 'offerings', '--match', 'rates:>9']);
  expect([wrong.code, wrong.stdout, wrong.stderr]).toEqual([
    11,
    '',
    expect.stringMatching(/--match names "rates", which is no column; there are: status, title, .*id\./),
  ]);
});

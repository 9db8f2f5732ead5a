// The terms that select rows: the filter of a table on the screen, and --match.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Column } from '../../src/text/column.js';
import { emptyReason, filterProblem, matching, uncompared } from '../../src/text/row-match.js';
import { ends, exit } from '../support/exit.js';
import { property } from '../support/runs.js';
import { respondJson } from '../support/scripted-server.js';
import { newUser } from '../support/tuk.js';
import { signedIn, stubUser } from '../support/users.js';

const now = Date.UTC(2026, 10, 20, 14);
const columns = [{ path: 'status' }, { path: 'title', heading: 'name' }, { path: 'interestRate' }, { path: 'since' }];
const ago = (minutes: number) => new Date(now - minutes * 60_000).toISOString();
const rows = [
  { id: 'a', status: 'OPEN', title: 'Phnom Penh I', interestRate: '8.5', since: ago(5), extra: 'x' },
  { id: 'b', status: 'OPEN', title: 'Hanoi Bikes', interestRate: '10', since: ago(30), extra: 'y' },
  { id: 'c', status: 'CLOSED', title: 'Saigon Bikes', interestRate: '123456789012345678901', since: ago(3000) },
  { id: 'd', status: null, title: 'No status' },
];
const idsOf = (found: readonly { readonly id?: unknown }[]) => found.map(({ id }) => id).join('');
const ids = (terms: string) => idsOf(matching(rows, terms, columns, now));

test('a state that follows from a past time is searched for as the column shows it', () => {
  const ended = ['ended', 'off', 'endsAt', 'past'] as const;
  const states = [ended, ['claimed', 'good', 'count', 'above 0'], ['open', 'on']] as const;
  const missions = [5, -5].map((ends) => ({ id: ends > 0 ? 'a' : 'b', state: true, endsAt: ago(ends), count: 1 }));
  const found = (terms: string) => idsOf(matching(missions, terms, [{ path: 'state', as: { states } }], now));
  expect([found('claimed'), found('ended')]).toEqual(['b', 'a']);
});

describe('terms', () => {
  test.each([
    ['', 'abcd'],
    ['open', 'ab'],
    ['bikes OPEN', 'b'],
    ['bikes !open', 'c'],
    ['"Phnom Penh"', 'a'],
    ['"Penh Phnom"', ''],
    ['status=!closed', ''],
    ['!status=closed', 'abd'],
    ['rate>9', ''], // no column begins with it
    ['inter>=10', 'bc'],
    ['inter=10.0', 'b'],
    ['inter>123456789012345678900', 'c'], // every digit counts
    ['since>20m', 'bc'],
    ['since<2026-11-20', 'c'],
    ['since>', 'abcd'], // still being typed
    ['status=open', 'ab'],
    ['status>open', ''],
    ['extra~y', 'b'], // a field without a column
    ['(hanoi|saigon)', 'bc'],
    ['(hanoi', ''],
    ['"unfinished', ''],
  ])('%s selects %s', (terms, expected) => expect([terms, ids(terms)]).toEqual([terms, expected]));

  test('more terms never select more rows, and a negated term selects the others', () => {
    const term = fc.constantFrom('open', 'bikes', 'inter>9', 'since>20m', 'name~a', 'x', '(a|b)', 'status=open');
    property(100, fc.array(term, { maxLength: 3 }), term, (some, one) => {
      const all = matching(rows, some.join(' '), columns, now);
      const fewer = matching(rows, [...some, one].join(' '), columns, now);
      const others = matching(rows, [...some, `!${one}`].join(' '), columns, now);
      expect([...fewer, ...others].map(({ id }) => id).sort()).toEqual(all.map(({ id }) => id).sort());
    });
  });
});

test('--match selects the rows of a list in every format, and is refused for one thing', async () => {
  const { run, json } = newUser();
  const all: { status: string; id: string }[] = await json('assets offerings');
  const open = all.filter(({ status }) => status === 'OPEN').map(({ id }) => id);
  expect(open.length).toBeGreaterThan(0);
  expect(open.length).toBeLessThan(all.length);
  const matched = async (options: string) =>
    (await run(`assets offerings --match status=OPEN ${options}`)).stdout.trim().split(/\r?\n/);
  expect((await json('assets offerings --match status=OPEN')).map(({ id }: { id: string }) => id)).toEqual(open);
  expect(await matched('-o name')).toEqual(open);
  expect(await matched('-o csv --fields id --sort-by id')).toEqual(['id', ...[...open].sort()]);
  expect(await matched('-o ndjson')).toHaveLength(open.length);
  for (const options of ['', ' --fields id']) expect(await json(`assets offerings --match zzz${options}`)).toEqual([]);
  expect((await run('assets offering 1 --match zzz')).code).toBe(exit.usage);
  const rates: { interestRate: string }[] = await json(['assets', 'offerings', '--match', 'status=open rate>8%']);
  expect(rates.length).toBeGreaterThan(0);
  expect(rates.every(({ interestRate }) => Number(interestRate) > 8)).toBe(true);
});

test.each([
  ['rates>9', /--match: "rates" is not a column; there are: status, title, .*id\./],
  ['rate>abc -v', /^(?![\s\S]*GET)[\s\S]*--match: "rate>abc" compares with "abc"/], // before anything is requested
  ['x --jq .', /--match/],
])('--match %s is refused', async (terms, said) => {
  const refused = await newUser().run(`assets offerings --match ${terms}`);
  expect(refused).toEqual({ code: exit.usage, stdout: '', stderr: expect.stringMatching(said) });
});

const shown: readonly Column[] = [
  { path: 'rate', as: 'percent' },
  { path: 'goal', as: { amount: 'currency' } },
  { path: 'starts', as: 'time' },
  { path: 'lasts', as: { lasts: 'seconds' } },
  { path: 'count' },
];
const shownRows = [
  { id: 'a', rate: '8.5', goal: '120000', currency: 'USDC', starts: ago(30), lasts: 90, count: 3 },
  { id: 'b', rate: '10.25', goal: '8000000', currency: 'MVL', starts: ago(5), lasts: 7200, count: 12 },
  { id: 'c', rate: 8, goal: '150000', currency: 'USDC', starts: ago(3000), lasts: null, count: 1200 },
];

test.each([
  ['rate>8%', 'ab'],
  ['"rate>=8 %"', 'abc'],
  ['rate=8.5%', 'a'],
  ['goal>130,000USDC', 'c'],
  ['"goal~8,000,000 MVL"', 'b'],
  ['lasts>30m', 'b'],
  ['starts>20m', 'ac'],
  ['count>1,000', 'c'],
])('a typed value may have the unit that the column shows: %s', (terms, expected) => {
  expect(filterProblem(terms, shown, shownRows)).toBeUndefined();
  expect(idsOf(matching(shownRows, terms, shown, now))).toBe(expected);
});

test.each([
  ['rate>abc', /^"rate>abc" compares with "abc", which is neither a number, a time nor an age such as 20m\.$/],
  ['starts>abc', /neither a number/],
  ['starts>5', /compares a time with "5"/],
  ['rate>5kg', /shows no unit kg/],
  ['rate>', /has no value to compare with/],
])('a comparison that no value can fulfil has a problem, also before there are rows: %s', (terms, expected) => {
  for (const rows of [[], shownRows]) expect(filterProblem(terms, shown, rows)).toMatch(expected);
});

test.each([
  ['goal>5', '1 row has a goal that is neither a number nor a time, so goal>5 does not judge it.'],
  ['status=x !goal<=5', '1 row has a goal that is neither a number nor a time, so !goal<=5 does not judge it.'],
  ['goal=5', undefined],
  ['count>5', undefined],
  ['starts>20m', undefined],
])('rows that a comparison cannot judge are said: %s', (terms, said) => {
  const rows = [...shownRows, { id: 'd', goal: '1.234,50', count: null, starts: ago(1) }];
  expect(uncompared(rows, terms, shown)).toBe(said);
});

test('a name that is not a column has a problem where there are rows', () => {
  const problem = '"foo" is not a column; there are: rate, goal, starts, lasts, count.';
  expect(filterProblem('foo~bar', shown, shownRows)).toBe(problem);
  for (const [terms, rows] of [['foo~bar'], ['currency~MVL', shownRows], ['starts~5']] as const)
    expect(filterProblem(terms, shown, rows), terms).toBeUndefined();
});

test('--sort-by takes the headings of a table, refuses what is neither a heading nor a field, and says that amounts are in several units', async () => {
  const { run, json } = newUser();
  for (const options of [['--sort-by=-rate'], ['--sort-by', '-rate']]) {
    const sorted: { interestRate: string }[] = await json(['assets', 'offerings', ...options]);
    const rates = sorted.map(({ interestRate }) => Number(interestRate));
    expect(rates).toEqual(rates.toSorted((one, other) => other - one));
  }
  for (const [wrong, said] of Object.entries({ nosuch: 'no field "nosuch"', '-v': 'no field "v"', '': '', '-': '' }))
    expect(await run(['assets', 'offerings', `--sort-by=${wrong}`])).toMatchObject(ends(exit.usage, said, ''));
  const mixed = await run('assets offerings --sort-by=-goal --limit 3 -o csv --fields title');
  expect(mixed.stderr).toMatch(/Sorted by the number alone, in several units: BTC, JPY, MVL, USD, USDC\./);
  expect((await run('assets offerings --sort-by goal --match currency=USDC -o csv')).stderr).not.toContain('Sorted by');
});

describe('a name that the rows do not have', () => {
  const of = (rows: readonly object[]) => stubUser(respondJson(rows));
  const stations = ['on', 'off'].map((mode, at) => ({ id: `st${at + 1}`, mode, note: null }));

  test.each([
    ['depin stations --match status=on', exit.usage, /has the field "status" of --match; there are: id, mode, note\./],
    ['depin stations --match !status=on -o name', exit.usage, /No row of the response has the field "stat/],
    ['depin stations --match stat~on -o csv', exit.usage, /No row of the response has the field "stat/],
    ['depin stations --match status=on --sum id', exit.usage, /No row of the response has the field "stat/],
    ['depin stations --sort-by status', exit.server, /no field "status"/],
    ['depin stations --match zzz~on', exit.usage, /"zzz" is not a column; there are: id, mode, note, status/],
    ['depin stations --sort-by zzz', exit.usage, /no field "zzz"/],
    ['depin stations --sum zzz', exit.usage, /no field "zzz"/],
    ['api vehicle-oracle list-stations --match zzz~on', exit.usage, /no such field/],
  ])('%s is exit %i, and names those that are there', async (line, code, message) => {
    const { run } = await of(stations);
    expect(await run(line)).toMatchObject({ code, stdout: '', stderr: expect.stringMatching(message) });
  });

  test('a name of the response is found, also one without a column, and one whose values are null', async () => {
    const { run } = await of(stations);
    expect((await run('depin stations --match mode=on -o name')).stdout).toBe('st1\n');
    expect(await run('depin stations --match note~x -o json')).toMatchObject({ code: exit.ok, stdout: '[]\n' });
  });

  test('a list without rows says that the name is unknown; a column of the command is known', async () => {
    const { run } = await of([]);
    for (const option of ['--match zzz~on', '--sort-by zzz', '--sum zzz', '--match status=on', '--match on']) {
      const { code, stderr } = await run(`depin stations ${option}`);
      const isNoted = stderr.includes('it is unknown whether they have "zzz"');
      expect([option, code, isNoted]).toEqual([option, exit.ok, option.includes('zzz')]);
    }
  });

  test('a row may lack a column that the public shape declares, or that this program makes', async () => {
    const user = await signedIn('mina');
    expect((await user.run('points transfer --to dara --amount 1 --new-recipient --yes')).code).toBe(exit.ok);
    expect(await user.run('ops list --match reference~x -o name')).toMatchObject({ code: exit.ok, stdout: '' });
  });

  test('a filter of a screen names the column that no row has', () => {
    const of = (terms: string) => emptyReason(terms, [{ path: 'status' }, { path: 'id' }], stations);
    expect([of('status=on'), of('id=x')]).toEqual(['No row of the response has status.', undefined]);
  });
});

test.each(['status:open', '!status:open', 'price:>9', 'nothing:=9', 'nothing:here', 'extra:y'])(
  'the earlier form %s is refused, whether or not it names a column, and never finds nothing in silence',
  (term) => {
    const rows = [{ id: 'a', status: 'OPEN', extra: 'y' }];
    expect(filterProblem(term, [{ path: 'status' }, { path: 'id' }], rows)).toMatch(/^".*" is ".*" by now\.$/);
  },
);

test('a text with a colon that a row has is a text', () => {
  const rows = [{ id: 'a', note: 'see:there', at: '12:30' }];
  for (const term of ['see:there', '12:30'])
    expect([term, filterProblem(term, [{ path: 'note' }, { path: 'at' }], rows)]).toEqual([term, undefined]);
});

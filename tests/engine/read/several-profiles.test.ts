// `--profile a,b`: the rows of several profiles in one list, and what takes one profile only.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { ends, exit } from '../../support/exit.js';
import { type ReceivedRequest, respond } from '../../support/scripted-server.js';
import { jsonLines } from '../../support/streams.js';
import { userOfTwo } from '../../support/users.js';

type Answer = readonly [status: number, body: unknown];

const withTwoProfiles = (answer: (token: string, request: ReceivedRequest) => Answer) =>
  userOfTwo((token, request) => {
    const [status, body] = answer(token, request);
    return respond(status, JSON.stringify(body), status === 429 ? { 'retry-after': '1' } : {});
  });
const ok = (body: unknown): Answer => [200, body];
const history = (token: string): Answer =>
  ok([{ id: '1', amount: token === 'a' ? '1.10' : '30000000000000000000001', createdAt: null }]);

test('each row has its profile, and the order is that of the profiles', async () => {
  const { json } = await withTwoProfiles((token) => ok([{ id: `${token}1` }, { id: `${token}2`, profile: 'other' }]));
  expect(await json('points history -p b,a')).toEqual([
    { profile: 'b', id: 'b1' },
    { profile: 'b', id: 'b2' },
    { profile: 'a', id: 'a1' },
    { profile: 'a', id: 'a2' },
  ]);
});

test('every output option works on the merged rows', async () => {
  const { run } = await withTwoProfiles(history);
  const out = async (options: string) => (await run(`points history -p a,b ${options}`)).stdout;
  expect(await out('-o csv --fields profile,amount')).toBe('profile,amount\na,1.10\nb,30000000000000000000001\n');
  expect(await out('--sort-by -amount --fields profile -o csv --no-header')).toBe('b\na\n');
  expect(await out('--match profile~b --fields amount -o csv')).toBe('profile,amount\nb,30000000000000000000001\n');
  expect(await out('--jq .[].profile')).toBe('a\nb\n');
  expect(await out('-o table')).toMatch(/^PROFILE .*\na .*1\.10?.*\nb /);
  expect(await out('-o name')).toBe('1\n1\n');
});

test('lists that begin with the newest row are merged by time, so that a limit takes the newest of all', async () => {
  const days: Readonly<Record<string, readonly number[]>> = { a: [24, 14], b: [27, 19, 11] };
  const { run } = await withTwoProfiles((token) => [
    200,
    days[token]!.map((day) => ({ id: `${token}${day}`, amount: '1', createdAt: `2026-11-${day}T10:00:00.000Z` })),
  ]);
  const out = async (options: string) => (await run(`points history -p a,b ${options}`)).stdout;
  expect(await out('-o name')).toBe('b27\na24\nb19\na14\nb11\n');
  expect(await out('--limit 2 --fields id -o csv')).toBe('profile,id\nb,b27\na,a24\n');
  expect(await out('--limit 1 --columns id -o csv')).toBe('profile,id\nb,b27\n');
});

test('lists without an order of times stand one behind the other', async () => {
  const days = ['2026-11-04', '2026-11-20', '2026-11-12'];
  const { run } = await withTwoProfiles((token) =>
    ok(days.map((createdAt, at) => ({ id: `${token}${at}`, createdAt }))),
  );
  expect((await run('points history -p a,b -o name')).stdout).toBe('a0\na1\na2\nb0\nb1\nb2\n');
});

test('a record is one row, that of tuk api and of a command without a table too, in the order of the profiles, whatever its time', async () => {
  const of = (id: string) => ({ id, createdAt: id === 'a' ? '2024-01-01T00:00:00Z' : '2025-01-01T00:00:00Z' });
  const { json } = await withTwoProfiles((token) => ok(of(token)));
  const rows = ['a', 'b'].map((profile) => ({ profile, ...of(profile) }));
  for (const line of ['whoami', 'api user get-current', 'api GET user /v1/users/me'])
    expect([line, await json(`${line} -p a,b`)]).toEqual([line, rows]);
  expect(await json('whoami -p b,a')).toEqual(rows.toReversed());
});

test('a profile that fails leaves the rows of the others, and its failure is the exit code', async () => {
  const { run } = await withTwoProfiles((token) => (token === 'a' ? [500, { message: 'broken' }] : history(token)));
  const { code, stdout, stderr } = await run('points history -p a,b');
  expect([code, JSON.parse(stdout).map(({ profile }: { profile: string }) => profile)]).toEqual([exit.server, ['b']]);
  expect(stderr).toContain('Profile a: ');
  expect(await run('points history -p a,nobody')).toMatchObject(ends(exit.usage, 'There is no profile "nobody"', ''));
  expect(await run('points history -p sandbox,b')).toMatchObject(ends(exit.signIn, 'Profile sandbox: Not signed in'));
});

test('what changes something, or follows it, takes one profile, and nothing is sent', async () => {
  const { run, requests } = await withTwoProfiles(() => [200, {}]);
  requests.length = 0;
  for (const line of [
    'points transfer --to u --amount 1 --yes',
    'api POST user /v1/anything --yes',
    'wallet send --to x --amount 1 --token ETH',
    'logout',
    'login --as mina',
    'wait ride:1',
    'watch ride:1',
    'notify dismiss 1 --yes',
    'auth refresh',
    'profile use a',
    'batch x',
    'smoke',
  ]) {
    expect([line, await run(`${line} -p a,b`)]).toMatchObject([line, ends(exit.usage, 'takes one profile', '')]);
  }
  expect(requests.length).toBe(0);
});

test('a list of profiles is checked: an empty name, a name twice', async () => {
  const { run, requests } = await withTwoProfiles(history);
  requests.length = 0;
  expect((await run('points history -p a,')).code).toBe(exit.usage);
  expect((await run(['points', 'history', '-p', ','])).code).toBe(exit.usage);
  expect(requests.length).toBe(0);
  expect(JSON.parse((await run(['points', 'history', '-p', ' a , a,b'])).stdout).length).toBe(2);
});

test('a service that took no notice of a filter is named with its profile', async () => {
  const { run } = await withTwoProfiles((token) =>
    ok(['SENT', token === 'a' ? 'RETURN' : 'SENT'].map((type, at) => ({ id: `${at}`, type }))),
  );
  const { stderr } = await run('assets transactions --type SENT -p a,b');
  expect(stderr).toContain('  Profile a: 1 of 2 rows have another type: the service took no notice of --type.\n');
  expect(stderr).not.toContain('Profile b: ');
});

test('-w repeats the read of every profile and tells their rows apart, though their ids are equal', async () => {
  let polls = 0;
  const { run } = await withTwoProfiles((token) => {
    polls += 1;
    return [200, [{ id: '1', amount: token === 'b' && polls > 3 ? '2' : '1' }]];
  });
  const { code, stdout } = await run('points history -p a,b -w --interval 5ms --until any(.[];.amount=="2")');
  const lines = jsonLines(stdout);
  expect(code).toBe(exit.ok);
  const seen = lines.map(({ id, change, after }) => `${id} ${change} ${after.profile} ${after.amount}`);
  expect(seen).toEqual(['a 1 is a 1', 'b 1 is b 1', 'b 1 changed b 2']);
});

test('rows of several profiles keep the id that is known in each, though all have the same', async () => {
  const { run } = await withTwoProfiles(() => [200, { result: { items: [{ entry_no: 1, why: 'x' }] } }]);
  const { stdout } = await run('points history -p a,b -w --count 1');
  expect(jsonLines(stdout).map(({ id }) => id)).toEqual(['a 1', 'b 1']);
  const table = await run('points history -p a,b -o table');
  expect(table.stdout).toMatch(/\bID\b/);
  expect(table.stderr).not.toMatch(/known as .*\bid\b/);
});

test('a profile that fails hides neither a note nor the failure of another one', async () => {
  const broken = [500, { err_msg: 'broke' }] as const;
  const notes = async (fails: string) => {
    const { run } = await withTwoProfiles((token) =>
      fails.includes(token) ? broken : [200, { data: [{}], total: 9 }],
    );
    const [said, error] = jsonLines((await run('points history -p a,b --json')).stderr);
    return [...said.notes, error.error].map(({ message }) => message);
  };
  const failure = (name: string) => expect.stringContaining(`Profile ${name}: broke`);
  expect(await notes('b')).toEqual([expect.stringContaining('Profile a: These are 1 of 9 rows'), failure('b')]);
  expect(await notes('ab')).toEqual([failure('b'), failure('a')]);
});

test('a fact has one name and one column, though the platforms spell it differently; other fields are shown beside', async () => {
  const { run, json } = await withTwoProfiles((token) => [
    200,
    token === 'a'
      ? [{ id: 'a1', name: 'Ride', endsAt: '2026-12-01T00:00:00Z' }]
      : { result: { list: [{ mission_id: 'b1', caption: 'Walk', ends_at: '2026-12-02T00:00:00Z' }], total_count: 7 } },
  ]);
  expect(await json('points missions list -p a,b')).toEqual([
    { profile: 'b', id: 'b1', caption: 'Walk', endsAt: '2026-12-02T00:00:00Z' }, // the later one is first
    { profile: 'a', id: 'a1', name: 'Ride', endsAt: '2026-12-01T00:00:00Z' },
  ]);
  const { stdout, stderr } = await run('points missions list -p a,b -o table', { columns: 200 });
  const [head, ...rows] = stdout.split('\n').map((line) => line.trim().split(/ {2,}/));
  expect([head?.[0], head?.at(-2), head?.at(-1)]).toEqual(['PROFILE', 'ID', 'CAPTION']);
  expect([rows[0]?.slice(-2), rows[1]?.at(-1)]).toEqual([['b1', 'Walk'], 'a1']);
  expect(stderr).toContain('Profile b: No field of the response is known as name');
  expect(stderr).toContain('Profile b: These are 1 of 7 rows');
});

test('a part that fails leaves the other rows of its profile', async () => {
  const addressOf = (at: number) => `0x${String(at + 1).repeat(40)}`;
  const wallets = ['BSC', 'BASE'].map((network, at) => ({ id: `${at}`, network, address: addressOf(at) }));
  const { run } = await withTwoProfiles((token, { path }) => {
    if (path.includes('balance')) {
      const isDown = token === 'b' && path.includes('BASE');
      return isDown ? [503, { message: 'down' }] : [200, [{ asset: { ticker: 'BNB' }, amount: '1' }]];
    }
    return [200, path.includes('wallets') ? wallets : []];
  });
  const result = await run('wallet balance -p a,b --fields profile,network -o csv --no-header');
  expect(result).toMatchObject(ends(exit.server, /Profile b: BASE, .*down/, 'a,BSC\na,BASE\nb,BSC\n'));
});

test('a dry run prints the request of each profile, and sends nothing', async () => {
  const { run, requests } = await withTwoProfiles(history);
  requests.length = 0;
  const { code, stdout } = await run('points history -p a,b --dry-run');
  expect([code, stdout.trim().split('\n').length, requests.length]).toEqual([exit.ok, 2, 0]);
});

test('tuk find asks with every profile, and nothing found is exit 5', async () => {
  const id = '02c35b85-7386-41ba-b6d5-b0e89fdd13d1';
  const { run, requests } = await withTwoProfiles((token, { path }) =>
    token === 'b' && path.endsWith(`/orders/${id}`)
      ? [200, { id, status: 'PAID', totalPrice: '1250', currencyId: 'MVP', name: 'Mina' }]
      : path.includes(id.slice(0, -1))
        ? [404, { message: 'none' }]
        : [200, []],
  );
  const found = await run(`find ${id} -p a,b`);
  const rows: Record<string, unknown>[] = JSON.parse(found.stdout);
  expect(found.code).toBe(exit.ok);
  expect(rows).toMatchObject([{ profile: 'b', status: 'PAID', about: '1,250 MVP' }]); // no name: it may be a person's
  expect((await run('find 02c35b85-7386-41ba-b6d5-b0e89fdd13d2 -p a,b')).code).toBe(exit.notFound);
  expect(new Set(requests.map(({ headers }) => headers.authorization)).size).toBeGreaterThan(1);
});

test('--reveal is audited for every profile', async () => {
  const { run, home } = await withTwoProfiles(history);
  await run('points history -p a,b --reveal', { terminal: true });
  expect(jsonLines(readFileSync(`${home}/audit.jsonl`, 'utf8')).map(({ profile }) => profile)).toEqual(['a', 'b']);
});

test('--sum prints no sum if a profile cannot be read, since it would look whole', async () => {
  const { run } = await withTwoProfiles((token) => (token === 'a' ? history(token) : [500, { message: 'down' }]));
  for (const format of ['json', 'table', 'csv']) {
    const result = await run(`points history -p a,b --sum amount -o ${format}`);
    expect(result).toMatchObject(ends(exit.server, /Profile b: .*No sum was printed: it would lack rows/, ''));
  }
  const both = await withTwoProfiles(history);
  expect(await both.json('points history -p a,b --sum amount')).toEqual([
    { currency: null, sum: '30000000000000000000002.1', rows: 2 },
  ]);
});

// References, day limits and known recipients belong to an account at an origin (in a sandbox: to its world), not to the name of a profile.
import { chmodSync } from 'node:fs';
import { expect, onTestFinished, test } from 'vitest';
import { startSandbox } from '../../../sandbox/server.js';
import { ends, exit } from '../../support/exit.js';
import { sandboxTokenOf, tokenOf } from '../../support/jwt.js';
import { mine, platformUser } from '../../support/platform.js';
import { respondJson, type Script, scripted } from '../../support/scripted-server.js';
import { newUser } from '../../support/tuk.js';
import { confirmFieldNames, signedIn, withoutHistory } from '../../support/users.js';

const transfer = 'points transfer --to u-9 --yes';

/** A user with profiles, each signed in as a subject at one of two servers; `transfers` are the requests of a server that change something. */
async function setup(profiles: Readonly<Record<string, readonly [server: 0 | 1, subject: string]>>) {
  const answer: Script = (socket, request) =>
    respondJson(
      request.method === 'GET'
        ? { feeAmount: '0', currencyId: 'MVP' }
        : { id: 't', amount: JSON.parse(request.body || '{}').amount },
    )(socket, request);
  const servers = [await scripted(withoutHistory(answer)), await scripted(withoutHistory(answer))];
  const user = newUser();
  for (const [name, [server, subject]] of Object.entries(profiles)) {
    await user.run(['profile', 'add', name, '--base', `${servers[server]!.url}/{service}`]);
    confirmFieldNames(user.home, name);
    await user.run(`login --tokens-stdin -p ${name}`, { stdin: JSON.stringify({ accessToken: tokenOf(subject) }) });
    await user.run(['profile', 'set', name, 'limits.day', '10 MVP']);
  }
  const transfers = () =>
    servers.map(
      ({ requests }) =>
        requests.filter(({ method, path }) => method === 'POST' && !path.startsWith('/_sandbox/')).length,
    );
  const code = async (line: string) => (await user.run(line)).code;
  return { ...user, transfers, code };
}

test('two profile names of one person and one origin share references, day limits and known recipients', async () => {
  const { code, transfers, run } = await setup({ one: [0, 'sub-1'], two: [0, 'sub-1'] });
  expect(await code(`${transfer} --amount 6 --new-recipient --client-ref r1 -p one`)).toBe(exit.ok);
  expect(await code(`${transfer} --amount 6 --client-ref r1 -p two`)).toBe(exit.ok);
  expect(transfers()).toEqual([1, 0]);
  expect(await code(`${transfer} --amount 3 -p two`)).toBe(exit.ok); // the recipient is known
  expect(await code(`${transfer} --amount 3 -p two`)).toBe(exit.guarded); // 6 + 3 + 3 is more than 10
  expect(await code(`${transfer} --amount 3 -p one`)).toBe(exit.guarded);
  expect((await run(`${transfer} --amount 5 --client-ref r1 -p two`)).stderr).toContain('was used for something else');
  expect(transfers()).toEqual([2, 0]);
});

test.each([
  ['another person', [0, 'sub-2']],
  ['another person at another origin', [1, 'sub-2']],
] as const)('%s shares nothing', async (_, [server, subject]) => {
  const { code, transfers } = await setup({ one: [0, 'sub-1'], two: [server, subject] });
  expect(await code(`${transfer} --amount 6 --new-recipient --client-ref r1 -p one`)).toBe(exit.ok);
  expect(await code(`${transfer} --amount 6 --client-ref r1 -p two`)).toBe(exit.guarded); // the recipient is new
  expect(await code(`${transfer} --amount 6 --new-recipient --client-ref r1 -p two`)).toBe(exit.ok);
  expect(transfers()).toEqual(server === 0 ? [2, 0] : [1, 1]);
});

/** What is done at the other address: its reference is unclear, the day counts what was done before, and its recipients are not known. */
async function expectUnclear(run: (line: string) => Promise<{ code: number; stderr: string }>, profile: string) {
  expect(await run(`${transfer} --amount 6 --new-recipient --client-ref r1 -p ${profile}`)).toMatchObject(
    ends(exit.guarded, /--client-ref r1 was used at another address \(op-\d{4}-0001, /),
  );
  expect((await run(`${transfer} --amount 6 --new-recipient -p ${profile}`)).stderr).toContain(
    '12 MVP within 24 hours is over',
  );
  expect((await run(`${transfer} --amount 3 -p ${profile}`)).stderr).toContain('--new-recipient');
  expect((await run(`${transfer} --amount 3 --new-recipient --client-ref r2 -p ${profile}`)).code).toBe(exit.ok);
}

test('the same account at another origin counts for the day, and its references are unclear there', async () => {
  const { code, run, transfers } = await setup({ one: [0, 'sub-1'], two: [1, 'sub-1'] });
  expect(await code(`${transfer} --amount 6 --new-recipient --client-ref r1 -p one`)).toBe(exit.ok);
  await expectUnclear(run, 'two');
  expect(transfers()).toEqual([1, 1]);
  expect((await run(`${transfer} --amount 6 --client-ref r1 -p one`)).stderr).toContain('Done before');
});

const subjects = ['sub-1', 'sub-2'];
test.each(subjects)('so does the same profile with another base address, signed in as %s', async (subject) => {
  const { code, run, json, transfers } = await setup({ one: [0, 'sub-1'], two: [1, 'sub-3'] });
  expect(await code(`${transfer} --amount 6 --new-recipient --client-ref r1 -p one`)).toBe(exit.ok);
  const { base } = await json('profile show two');
  await run(['profile', 'set', 'one', 'base', base]);
  await run('login --tokens-stdin -p one', { stdin: JSON.stringify({ accessToken: tokenOf(subject) }) });
  await expectUnclear(run, 'one');
  expect(transfers()).toEqual([1, 1]);
});

const hosts = ['localhost', 'LOCALHOST', '[::1]', '127.0.0.2'];
test.each(hosts)('so does another spelling of the address: %s', async (host) => {
  const { code, run, json } = await setup({ one: [0, 'sub-1'] });
  expect(await code(`${transfer} --amount 6 --new-recipient --client-ref r1`.concat(' -p one'))).toBe(exit.ok);
  const { base } = await json('profile show one');
  await run(['profile', 'set', 'one', 'base', base.replace('127.0.0.1', host)]);
  await run('login --tokens-stdin -p one', { stdin: JSON.stringify({ accessToken: tokenOf('sub-1') }) });
  expect(await code(`${transfer} --amount 6 --new-recipient --client-ref r1 -p one`)).toBe(exit.guarded);
  expect(await code(`${transfer} --amount 6 --new-recipient -p one`)).toBe(exit.guarded);
});

test('a reference that was used with another version of a call is unclear', async () => {
  const { run, json } = await signedIn();
  const deposit = `points deposit --amount 30 -f currencyId=MVL -f address=${mine} --yes --client-ref dep`;
  expect((await run(deposit)).code).toBe(exit.ok);
  expect(
    await run(`api user deposit-points-v2 -f amount=30 -f currencyId=MVL -f address=${mine} --yes --client-ref dep`),
  ).toMatchObject(ends(exit.guarded, /used with another version of the call \(op-\d{4}-0001, depositPoints\)/));
  expect((await run(deposit)).stderr).toContain('Done before');
  expect(await json('ops list')).toHaveLength(1);
});

test.each(['embedded', 'served'])(
  'sandbox reset starts a new world: what counted in the old %s one does no more',
  async (kind) => {
    const { run, json } = newUser();
    const sandbox = await startSandbox({ state: ':memory:' });
    onTestFinished(() => sandbox.close());
    await run(['profile', 'add', 'box', '--base', `${sandbox.url}/{service}`]);
    if (kind === 'served') await run('profile use box');
    await run('login --as mina');
    const pay = 'points transfer --to dara --amount 1 --yes --client-ref r1';
    const first = await run(`${pay} --new-recipient`);
    expect(await run(pay)).toMatchObject(ends(exit.ok, 'Done before', first.stdout));
    expect((await run('sandbox reset --yes')).code).toBe(exit.ok);
    await run('login --as mina');
    expect(await run(pay)).toMatchObject(ends(exit.guarded, '--new-recipient'));
    expect(await run(`${pay} --new-recipient`)).toMatchObject(ends(exit.ok, /^(?![\s\S]*Done before)/));
    const [operation] = await json('ops list');
    if (kind === 'served') expect(operation.origin).toMatch(new RegExp(`^${sandbox.url} sandbox:.`));
  },
);

test('a token that names a world of the sandbox does not choose the origin: references, limits and recipients stay those of the address', async () => {
  const { code, run, json, transfers } = await setup({ one: [0, 'sub-1'], two: [1, 'sub-1'] });
  const signIn = (profile: string, key: string) =>
    run(`login --tokens-stdin -p ${profile}`, { stdin: JSON.stringify({ accessToken: sandboxTokenOf('sub-1', key) }) });
  await signIn('one', 'k1');
  expect(await code(`${transfer} --amount 6 --new-recipient --client-ref r1 -p one`)).toBe(exit.ok);
  await signIn('one', 'k2');
  expect(await code(`${transfer} --amount 6 --client-ref r1 -p one`)).toBe(exit.ok);
  expect(await code(`${transfer} --amount 6 -p one`)).toBe(exit.guarded); // 6 + 6 is more than 10
  expect(transfers()).toEqual([1, 0]);
  await signIn('two', 'k1');
  expect((await run(`${transfer} --amount 1 -p two`)).stderr).toContain('--new-recipient');
  expect(transfers()).toEqual([1, 0]);
  const [operation] = await json('ops list -p one');
  expect(operation.origin).toBe((await json('profile show one')).base.replace('/{service}', ''));
});

test('a dry run knows the recipients of the account, whatever the name of the profile', async () => {
  const { run } = await setup({ work: [0, 'alice'], home: [0, 'alice'], foreign: [0, 'bob'] });
  expect((await run(`${transfer} --amount 1 --new-recipient -p work`)).code).toBe(exit.ok);
  const line = `${transfer} --amount 1 --dry-run`;
  expect((await run(`${line} -p home`)).code).toBe(exit.ok);
  expect((await run(`${line.replace('u-9', 'u-2')} -p home`)).code).toBe(exit.guarded);
  expect((await run(`${line} -p foreign`)).code).toBe(exit.guarded);
});

test('another user shares no reference of a call that needs no sign-in, either', async () => {
  const { run } = await signedIn();
  const legacy = `api bep20-swap create-swap -f amount=15000000000000000000 -f type=TO_BEP20 -f toAddress=${mine} -f fromAddress=${mine} --new-recipient --yes --client-ref k`;
  expect((await run(legacy)).code).toBe(exit.ok);
  expect((await run(legacy)).stderr).toContain('Done before');
  await run('login --as dara');
  expect((await run(legacy)).stderr).not.toContain('Done before');
});

test('a reference of a session with an unknown account is neither answered nor sent for another session; a known account is asked for', async () => {
  const line = `${transfer} --amount 1 --new-recipient --client-ref r1`;
  const login = { stdin: JSON.stringify({ accessToken: 'bbbb', refreshToken: 'rrrr' }) };
  const { run, transfers } = await platformUser();
  await run(line);
  await run('login --tokens-stdin', login);
  expect(await run(line)).toMatchObject(ends(exit.guarded, 'in another session', ''));
  expect(transfers()).toHaveLength(1);
  const known = await platformUser({ reads: { '/users/current': { id: 'user-1' } } });
  await known.run(line);
  await known.run('login --tokens-stdin', login);
  expect((await known.run(line)).stderr).toContain('Done before');
  expect(known.transfers()).toHaveLength(1);
});

// A transfer says that everybody can write in the folder of the ledger, and goes on; a read and a private folder say nothing.

test.skipIf(process.platform === 'win32')('an open folder is warned of once, before the transfer', async () => {
  const { home, run } = await signedIn();
  const pay = 'points transfer --to dara --amount 1 --new-recipient --yes';
  const warning = `Every user of this machine can write in ${home}`;
  expect((await run(pay)).stderr).not.toContain(warning);
  chmodSync(home, 0o777);
  const { code, stderr } = await run(pay);
  expect([code, stderr.split(warning).length - 1]).toEqual([exit.ok, 1]);
  expect((await run('ops list')).stderr).not.toContain(warning);
  chmodSync(home, 0o1777); // only the owner of a file can rename it
  expect((await run(pay)).stderr).not.toContain(warning);
});

// Grants: a person lets a program spend within bounds. Whatever door a run under a grant takes, it changes nothing else.
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { checkGrantedLine } from '../../src/cli/command/granted.js';
import { isReadOnly } from '../../src/cli/command/read-only.js';
import { RunContext } from '../../src/cli/run/run-context.js';
import { groups } from '../../src/groups.js';
import { account, chainProfile, friend } from '../support/chain.js';
import { ends, exit } from '../support/exit.js';
import { connect } from '../support/mcp-client.js';
import { mine, platformUser } from '../support/platform.js';
import { respondJson, type Script } from '../support/scripted-server.js';
import { now } from '../support/time.js';
import { argvOf, type User } from '../support/tuk.js';
import { signedIn } from '../support/users.js';

const pay = (amount: string, to = 'dara') => `points transfer --to ${to} --amount ${amount}`;
const usual = "--calls 'points transfer' --to dara --each '5.5 MVP' --day '12 MVP' --expires-in 2h";
const make = (user: User, words: string, typed = 'yes\n') =>
  user.run(argvOf(`grant new ${words} -o json`), { terminal: true, stdin: typed });
/** Makes a grant as a person does. @returns its id, and the variables of a run under it */
async function granted(user: User, words = usual) {
  const { stdout, stderr } = await make(user, words);
  const { id, token }: Record<'id' | 'token', string> = stdout ? JSON.parse(stdout) : expect.fail(stderr);
  return { id, token, env: { TUK_GRANT: token } };
}
/** A user who has paid dara once, so that she is known. */
async function payer() {
  const user = await signedIn();
  expect((await user.run(`${pay('1')} --new-recipient --yes`)).code).toBe(exit.ok);
  return user;
}
/** The words of a line; after a bar, one word. */
const wordsOf = (line: string) => line.split('|').flatMap((part, at) => (at === 0 ? part.split(' ') : part));
const codeIn = (stderr: string) => /"code":"(\w+)"/.exec(stderr)?.[1];
const stateOf = (user: User) =>
  Promise.all(['profile show', 'whoami', 'wallet contacts list'].map((line) => user.json(line)));
const operations = async (user: User) => (await user.json('ops list')).length as number;

test('doctor names the grant of the run; a revoked one is a fault', async () => {
  const user = await payer();
  const { id, env } = await granted(user);
  const finding = async (token: string) => {
    const { code, stdout } = await user.run('doctor --service sale -o json', { env: { TUK_GRANT: token } });
    const rows = JSON.parse(stdout) as { readonly check: string; readonly result: string; readonly says: string }[];
    return { code, ...rows.find(({ check }) => check === 'TUK_GRANT') };
  };
  const named = { code: exit.ok, result: 'ok', says: expect.stringContaining(id) };
  expect(await finding(env.TUK_GRANT)).toMatchObject(named);
  await user.run(`grant revoke ${id}`, { terminal: true, stdin: 'yes\n' });
  expect(await finding(env.TUK_GRANT)).toMatchObject({ code: exit.local, result: 'fault' });
});

describe('a grant is made', () => {
  let user: User;
  beforeAll(async () => {
    user = await payer();
  });

  test('by a person who types yes at a terminal; by nobody else, whatever the line has', async () => {
    const { env } = await granted(user);
    for (const [more, options, code] of [
      ['--yes', {}, 'NEEDS_PERSON'],
      ['--confirm sandbox', {}, 'NEEDS_PERSON'],
      ['', { terminal: true, stdin: 'yes\n', env }, 'NOT_GRANTED'],
      ['--no-input', { terminal: true }, 'NEEDS_PERSON'],
    ] as const)
      expect(await user.run(argvOf(`grant new ${usual} --json ${more}`), options)).toMatchObject(ends(7, code));
    expect((await make(user, `${usual} --yes`, 'no\n')).stderr).toContain('Not confirmed');
    const file = path.join(user.home, 'make.csv');
    writeFileSync(file, 'to\ndara\n');
    const batch = await user.run(['batch', file, '--template', 'grant new --expires-in 2h'], { terminal: true });
    expect(batch.code).not.toBe(exit.ok);
    expect(await user.json('grant list')).toHaveLength(1);
  });

  test.each([
    ['no bound', "--calls 'points transfer' --expires-in 2h", 'MISSING_OPTION'],
    ['no end', "--calls 'points transfer' --each '5 MVP'", 'MISSING_OPTION'],
    ['an end of 0', "--calls 'points transfer' --each '5 MVP' --expires-in 0", 'BAD_VALUE'],
    ['an unknown call', "--calls 'user transfer-everything' --each '5 MVP' --expires-in 2h", 'UNKNOWN_CALL'],
    ['a read', "--calls 'points balance' --each '5 MVP' --expires-in 2h", 'BAD_VALUE'],
    ['an allowance', "--calls 'chain approve' --each '5 MVP' --expires-in 2h", ''],
    ['a sign-in', '--calls login --expires-in 2h', 'BAD_VALUE'],
    ['a session', "--calls 'user sign-out' --expires-in 2h", 'BAD_VALUE'],
    ['a signature without an account', "--calls 'wallet send' --each '5 MVP' --expires-in 2h", 'MISSING_OPTION'],
    ['a bound that is none', "--calls 'points transfer' --each '-5 MVP' --expires-in 2h", 'BAD_AMOUNT'],
  ])('with %s by nobody', async (_, words, code) => {
    const end = await user.run(argvOf(`grant new ${words} --json`), { terminal: true, stdin: 'yes\n' });
    expect(end).toMatchObject(ends(exit.usage, code && `"code":"${code}"`, ''));
  });
});

test('a run under a grant spends within its bounds without --yes, says what is left, and is refused above them', async () => {
  const user = await payer();
  const { id, env } = await granted(user);
  const first = await user.run(`${pay('5')} --json`, { env });
  expect([first.code, first.stderr]).toEqual([
    exit.ok,
    expect.stringContaining(`${id}: 6.5 of 12 MVP in 24 h, 5.5 MVP each left`),
  ]);
  for (const [line, why] of [
    [`${pay('5.1')} --dry-run`, 'OVER_GRANT'],
    [`${pay('5.1')} --yes`, 'OVER_GRANT'],
    [`${pay('1', 'kenji')} --yes`, 'NOT_GRANTED'],
    [`${pay('1')} --new-recipient`, 'NOT_GRANTED'],
  ] as const)
    expect(await user.run(`${line} --json`, { env })).toMatchObject(ends(exit.guarded, why));
  expect((await user.run(pay('5'), { env })).code).toBe(exit.ok);
  expect((await user.run(`${pay('0.6')} --json`, { env })).stderr).toContain('OVER_GRANT');
  const [last] = await user.json('ops list');
  expect(await user.json(`ops show ${last.id}`)).toMatchObject({
    ...{ grantId: id, recipient: 'dara', grantLeft: '1 of 12 MVP in 24 h, 5.5 MVP each' },
  });
  expect(await user.json('grant list')).toMatchObject([
    { id, state: 'active', left: '1 of 12 MVP in 24 h, 5.5 MVP each', operations: 2, spent: '11 MVP' },
  ]);
  expect((await user.run('points balance', { env })).code).toBe(exit.ok);
});

test('every command that changes something is refused unless it makes a named call; what runs lines or calls is checked there', async () => {
  const user = await payer();
  const { env } = await granted(user);
  const world = {
    ...{ env: { TUK_HOME: user.home, ...env }, home: user.home, cwd: user.home },
    ...{ clock: { now: () => now }, stdout: {}, stderr: {}, stdin: {} },
  };
  const admitted: string[] = [];
  for (const [name, entry] of Object.entries(groups))
    for (const command of (await entry.load()).group.commands) {
      if (await isReadOnly(command)) continue;
      const context = new RunContext(world as never, {});
      const parsed = { positionals: [], options: {} };
      const end = await checkGrantedLine(command, parsed, context).catch(({ code }) => code);
      if (end === undefined) admitted.push(`${name} ${command.name}`.trim());
      else expect([command.name, end]).toEqual([command.name, 'NOT_GRANTED']);
    }
  expect(admitted).toEqual([
    ...['ride search', 'points transfer', 'image create', 'wait', 'watch', 'ops check'],
    ...['api list', 'api show', 'api openapi', 'api', 'batch', 'flow run', 'plan apply'],
    ...['alias list', 'mcp', 'completion', 'profile list', 'profile show', 'config show'],
  ]);
});

test.each([
  `${pay('1')} --new-recipient --yes`,
  `${pay('1')} --despite op-1 --yes`,
  `${pay('1')} --at-most 9 --yes`,
  'points withdraw --amount 50 --yes',
  'api user register-referrer -f userId=1 -f via=x --yes',
  'api user sign-out --yes',
  'api POST user /v1/anything --yes',
  'profile set sandbox limits.pause false',
  'wallet contacts add Dara 0x70997970C51812dc3A010C7d01b50e0d17dc79C8 --network BSC --yes',
  'grant revoke grant-1',
  'ops settle op-2611-0001 --as not-done --note x --yes',
  'ops adopt --yes',
  'logout --yes',
  'sandbox reset --yes',
  'batch rows.csv --client-ref b --yes --template|points transfer --to kenji --amount {amount}',
  'batch rows.csv --client-ref b --yes --new-recipient --template|points transfer --to dara --amount {amount}',
  'batch rows.csv --client-ref b --yes --template|notify dismiss {amount}',
  'flow run flow.json --client-ref f --yes',
  'saved',
])('is refused under a grant: %s', async (line) => {
  const user = await payer();
  const { env } = await granted(user);
  writeFileSync(path.join(user.home, 'rows.csv'), 'amount\n1\n2\n');
  writeFileSync(path.join(user.home, 'flow.json'), JSON.stringify({ steps: [{ name: 'a', run: 'notify dismiss 1' }] }));
  if (line === 'saved')
    await user.run(['alias', 'set', 'saved', '--', 'points', 'transfer', '--to', 'kenji', '--amount', '1']);
  const before = [await operations(user), await stateOf(user)];
  const { code, stderr } = await user.run(wordsOf(line), { env });
  expect([code, stderr]).toEqual([exit.guarded, expect.stringMatching(/grant/i)]);
  expect([await operations(user), await stateOf(user)]).toEqual(before);
});

test('a batch spends under a grant within the sum of its rows, and ends its sends when the grant is revoked', async () => {
  const user = await payer();
  const { id, env } = await granted(user);
  const rows = (file: string, ...amounts: readonly string[]) =>
    writeFileSync(path.join(user.home, file), ['amount', ...amounts].join('\n'));
  rows('over.csv', '4', '4', '4');
  rows('fits.csv', '1', '2');
  const batch = (file: string) =>
    user.run(wordsOf(`batch ${file} --client-ref ${file} --template|points transfer --to dara --amount {amount}`), {
      env,
    });
  expect([(await batch('over.csv')).code, await operations(user)]).toEqual([exit.guarded, 1]);
  expect([(await batch('fits.csv')).code, await operations(user)]).toEqual([exit.ok, 3]);
  expect(await user.json('grant list')).toMatchObject([{ id, left: '8 of 12 MVP in 24 h, 5.5 MVP each' }]);
  expect((await user.run(`grant revoke ${id}`)).code).toBe(exit.ok);
  rows('later.csv', '1', '1');
  expect([(await batch('later.csv')).code, await operations(user)]).toEqual([exit.guarded, 3]);
});

test('a grant that is revoked while a row is sent ends the batch before the next row', async () => {
  let revoke = async () => {};
  const money: Script = async (socket, request) => {
    await revoke();
    respondJson({ id: 't', status: 'ok', amount: JSON.parse(request.body).amount })(socket, request);
  };
  const user = await platformUser({ limits: { recipients: 'dara' }, money });
  const { id, env } = await granted(user);
  revoke = async () => void (await user.run(`grant revoke ${id}`));
  writeFileSync(path.join(user.home, 'rows.csv'), 'amount\n1\n2\n3\n');
  const { code, stderr } = await user.run(
    wordsOf('batch rows.csv --client-ref b --keep-going --template|points transfer --to dara --amount {amount}'),
    { env },
  );
  expect([code, user.transfers().length], stderr).toEqual([exit.guarded, 1]);
});

test('a bound in US dollars counts by the price of the moment; one in tokens counts the fee in its token, too', async () => {
  const user = await platformUser({ limits: { recipients: mine } });

  const withdraw = `wallet withdraw create --currency MVL --amount 25 --to ${mine} --json`;
  const spends = async (most: string) => {
    const { env } = await granted(user, `--calls 'user create-withdrawal' --expires-in 1h --total '${most}'`);
    const said: (string | undefined)[] = [];
    for (const _ of [1, 2, 3]) said.push(codeIn((await user.run(withdraw, { env })).stderr));
    return said;
  };
  expect(await spends('0.21')).toEqual(['GRANT_LEFT', 'GRANT_LEFT', 'OVER_GRANT']); // 26 MVL are 0.104 dollars
  expect(await spends('60 MVL')).toEqual(['GRANT_LEFT', 'GRANT_LEFT', 'OVER_GRANT']);
  expect(await spends('60 USDC')).toEqual(Array(3).fill('NOT_COMPARABLE'));
});

test('a transaction is signed under a grant of its network and account, and of no other', async () => {
  const user = await chainProfile({ settings: { 'limits.recipients': friend } });
  const words = (from: string, total: string) =>
    `--calls 'wallet send' --from ${from} --network BSC --total '${total}' --expires-in 1h`;
  const send = `wallet send --network BSC --token BNB --to ${friend} --amount 0.01 --key-file phrase.txt --interval 10ms --json`;
  const { env, id } = await granted(user, words(account, '0.025 BNB'));
  for (const says of ['GRANT_LEFT', 'GRANT_LEFT', 'OVER_GRANT'])
    expect(await user.run(send, { env })).toMatchObject(ends(says === 'OVER_GRANT' ? exit.guarded : exit.ok, says));
  expect(user.broadcasts()).toHaveLength(2);
  expect(await user.json('ops list')).toMatchObject([{ grantId: id }, { grantId: id }]);
  const other = await granted(user, words(friend, '1 BNB'));
  expect((await user.run(send, { env: other.env })).stderr).toContain('for another account');
  for (const line of ['wallet allowance set bMVL --amount 1 --spender', 'wallet tx cancel'])
    expect(
      (await user.run(`${line} ${friend} --network BSC --key-file phrase.txt --yes --json`, { env })).code,
    ).not.toBe(exit.ok);
  expect(user.broadcasts()).toHaveLength(2);
});

test('a change that moves no value needs no bound, and is refused for another account and after its end', async () => {
  const user = await payer();
  const { id, env } = await granted(user, "--calls 'notify dismiss' --expires-in 1h");
  const rows = async () => ((await user.json('notify list')) as readonly { id: string }[]).map((row) => row.id);
  const [first, second, ...rest] = await rows();
  expect((await user.run(`notify dismiss ${first}`, { env })).code).toBe(exit.ok);
  await user.run('login --as kenji');
  expect(codeIn((await user.run(`notify dismiss ${second} --json`, { env })).stderr)).not.toBeUndefined();
  await user.run('login --as mina');
  await user.run(`grant revoke ${id}`);
  expect(codeIn((await user.run(`notify dismiss ${second} --json`, { env })).stderr)).toBe('GRANT_REVOKED');
  expect(await rows()).toEqual([second, ...rest]);
});

test('a grant is of its account, profile and ledger: elsewhere it changes nothing', async () => {
  const user = await payer();
  const { env, token } = await granted(user);
  await user.run('login --as kenji');
  expect(codeIn((await user.run(`${pay('1')} --json`, { env })).stderr)).toMatch(/NEW_RECIPIENT|NOT_GRANTED/);
  expect((await user.run(`${pay('1')} --dry-run`, { env })).stderr).toContain('another account');
  const other = await payer();
  expect(codeIn((await other.run(`${pay('1')} --json`, { env })).stderr)).toBe('GRANT_UNKNOWN');
  await user.run('login --as mina');
  const file = path.join(user.home, 'grant.txt');
  writeFileSync(file, `${token}\n`);
  expect((await user.run(pay('1'), { env: { TUK_GRANT: file } })).code).toBe(exit.ok);
  for (const [TUK_GRANT, code] of [
    ['', 'EMPTY_VARIABLE'],
    [`${token}x`, 'GRANT_UNKNOWN'],
    ['no-file', 'GRANT_UNKNOWN'],
  ] as const) {
    const { stderr } = await user.run(`${pay('1')} --yes --json`, { env: { TUK_GRANT } });
    expect([codeIn(stderr), stderr.includes(token)]).toEqual([code, false]);
  }
});

test('a token is in no list, log, report, ledger, request or error: only its maker sees it, once', async () => {
  const user = await payer();
  const { id, token, env } = await granted(user);
  const lines = [
    ...[`${pay('1')} -vv`, `${pay('9')} -vv --json`, `${pay('1')} --print-curl`, `${pay('1')} --dry-run`],
    ...['grant list -o yaml', `grant show ${id} -o json`, 'config show --origin', 'doctor', 'ops list -o json'],
    ...[`mcp --grant ${token}x`, `api user ${token}`],
  ];
  for (const line of lines) {
    const { stdout, stderr } = await user.run(line, { env });
    expect([line, `${stdout}${stderr}`.includes(token)]).toEqual([line, false]);
  }
  for (const name of readdirSync(user.home, { recursive: true, encoding: 'utf8' }).filter((one) =>
    statSync(path.join(user.home, one)).isFile(),
  ))
    expect([name, readFileSync(path.join(user.home, name)).includes(token)]).toEqual([name, false]);
});

test('an MCP server under a grant offers what it names, spends without a person, and is refused above it and after its end', async () => {
  const user = await payer();
  const { id, token } = await granted(user);
  const server = await connect(user.home, `--grant ${token}`, () => 'yes', {}, { now: () => now });
  const { client, call, asked, close } = server;
  const tools = (await client.listTools()).tools.filter(({ annotations }) => annotations?.readOnlyHint === false);
  expect(tools.map(({ name }) => name)).toEqual(['points_transfer']);
  const sent = await call('points_transfer', { to: 'dara', amount: '5' });
  expect([sent.isError, sent.text]).toEqual([false, expect.stringContaining('6.5 of 12 MVP in 24 h')]);
  expect((await call('points_transfer', { to: 'dara', amount: '5.5' })).text).toContain('OVER_GRANT');
  expect((await call('points_transfer', { to: 'kenji', amount: '1' })).text).toContain('only for dara');
  expect((await call('api_call', { service: 'user', call: 'transfer-points', values: {} })).isError).toBe(true);
  expect((await call('points_balance')).isError).toBe(false);
  await user.run(`grant revoke ${id}`);
  const after = await call('points_transfer', { to: 'dara', amount: '1' });
  expect([after.isError, after.text]).toEqual([true, expect.stringContaining('GRANT_REVOKED')]);
  expect([asked, await operations(user)]).toEqual([[], 2]);
  await close();
  expect((await user.run(`mcp --grant ${token}`)).stderr).toContain('was revoked');
});

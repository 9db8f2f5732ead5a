// What is accepted acts, and what cannot act is refused with exit 2: ignored options, empty values, names of no field.
import { beforeAll, describe, expect, test } from 'vitest';
import { valuesOf } from '../../src/cli/command/command-values.js';
import { groups } from '../../src/groups.js';
import { ends, exit } from '../support/exit.js';
import { respondJson } from '../support/scripted-server.js';
import { argvOf, newUser, type User } from '../support/tuk.js';
import { signedIn, stubUser } from '../support/users.js';

let mina: Awaited<ReturnType<typeof signedIn>>;
beforeAll(async () => {
  mina = await signedIn('mina');
});

describe('--dry-run', () => {
  test('of a command that writes without a call is refused, and nothing is written', async () => {
    const user = newUser();
    await user.run(['profile', 'add', 'away', '--base', 'http://127.0.0.1:1/{service}']);
    for (const line of [
      'profile add other --base http://127.0.0.1:1/{service}',
      'profile set away timeout 3s',
      'profile use away',
      'profile remove away',
      'profile trust .',
      'learn x.har',
    ])
      for (const flag of ['--dry-run', '--print-curl']) {
        expect(await user.run([...line.split(' '), flag]), line).toMatchObject(ends(exit.usage, 'has no dry run'));
      }
    const profiles = JSON.parse((await user.run('profile list')).stdout) as { name: string; inUse: boolean }[];
    expect(profiles.map(({ name, inUse }) => [name, inUse])).toEqual([
      ['sandbox', true],
      ['away', false],
    ]);
  });

  test('each command without a call refuses it, or says that it has one', async () => {
    for (const [groupName, entry] of Object.entries(groups))
      for (const command of (await entry.load()).group.commands) {
        if (command.uses || command.read || command.wait || command.dryRun || command.usesEverywhere) continue;
        const values = valuesOf(command.values).filter(({ required }) => required);
        const argv = [groupName, ...command.name.split(' ').filter(Boolean), ...values.map(() => '1'), '--dry-run'];
        expect(await mina.run(argv), argv.join(' ')).toMatchObject({ code: exit.usage });
      }
  });
});

test.each([
  ['points balance --match foo', /one record, not a list, so --match/],
  ['points balance --limit 1', /so --limit/],
  ['whoami --sort-by name', /so --sort-by/],
  ['points history -o json --no-header', /--no-header is for tables and CSV/],
  ['points history --columns nope', /no field "nope"/],
  ['assets offerings --columns title,nope', /no field "nope"/],
  ['points history --sort-by nope', /no field "nope"/],
  ['points history --jq \'error("x")\'', /jq expression failed: x/],
  ["whoami --jq '.[0]'", /jq expression failed/],
  ['api user get-current --jq \'error("x")\'', /jq expression failed: x/],
])('%s is exit 2', async (line, says) => {
  const { code, stdout, stderr } = await mina.run(argvOf(line));
  expect([code, stdout, stderr]).toEqual([exit.usage, '', expect.stringMatching(says)]);
});

test('a field of --fields, or a column of the command, that the response lacks is exit 11: the service has changed', async () => {
  const { run } = await stubUser(respondJson([{ id: '1', title: 'One' }]));
  expect((await run('assets offerings --fields nope')).code).toBe(exit.server);
  expect((await run('assets offerings --columns rate')).code).toBe(exit.server);
  expect((await run('assets offerings --columns title')).code).toBe(exit.ok);
});

test('--columns takes the headings of the table, as --sort-by and --match do', async () => {
  const { stdout } = await mina.run('assets offerings --columns title,rate -o csv --limit 1');
  expect(stdout.split('\n')[0]).toBe('title,interestRate');
});

test('after a change an option that does not fit prints the whole response, and is no usage error', async () => {
  const { code, stdout, stderr } = await mina.run([
    ...'points transfer --to dara --amount 1 --new-recipient --yes --jq'.split(' '),
    'error("x")',
  ]);
  expect([code, JSON.parse(stdout)]).toEqual([exit.failed, expect.objectContaining({ amount: '1' })]);
  expect(stderr).toContain('The call was made');
});

test.each([
  ['--timeout', 'points balance'],
  ['--match', 'points history'],
  ['--columns', 'points history'],
  ['--profile', 'points balance'],
  ['--to', 'points transfer --amount 1'],
  ['--client-ref', 'points transfer --to dara --amount 1'],
  ['--network', 'wallet history'],
])('an empty value of %s is refused, as of an unset variable', async (option, line) => {
  for (const value of ['', ' ']) {
    const { code, stderr } = await mina.run([...line.split(' '), option, value]);
    expect([code, stderr]).toEqual([exit.usage, `✗ The value of ${option} is empty.\n`]);
  }
});

test('profiles are listed, added and removed while TUK_PROFILE names none; any other command says where the name is from', async () => {
  const user: User = newUser();
  const env = { TUK_PROFILE: 'later' };
  expect((await user.run('profile list -o name', { env })).stdout).toBe('sandbox\n');
  expect(await user.run('points balance', { env })).toMatchObject(ends(exit.usage, 'no profile "later" (TUK_PROFILE)'));
  const added = await user.run(['profile', 'add', 'later', '--base', 'http://127.0.0.1:1/{service}'], { env });
  expect(added.code).toBe(exit.ok);
  expect((await user.run('profile show', { env })).code).toBe(exit.ok);
});

test('a missing field of tuk api says how a secret one is passed, and so does an option that is none', async () => {
  const missing = await mina.run('api user get-account-state-v1');
  expect(missing.stderr).toContain('idtoken (optional, secret: in --input FILE)');
  const typed = await mina.run('api user get-account-state-v1 --idtoken x');
  expect([typed.code, typed.stderr]).toEqual([exit.usage, expect.stringContaining('a private one is in --input FILE')]);
});

test('a refused token of TUK_TOKEN is not mended by a sign-in, and the hint says so', async () => {
  const { stderr } = await mina.run('whoami', { env: { TUK_TOKEN: 'abc' } });
  expect(stderr).toContain('The token comes from TUK_TOKEN');
  expect(stderr).not.toContain('tuk login');
});

test('a status to wait for is taken in any letters, and a wrong one is suggested', async () => {
  expect((await mina.run('wait ride:x --for finished --fail-on User_Canceled')).code).toBe(exit.notFound);
  expect((await mina.run('wait ride:x --for finishd')).stderr).toContain('Did you mean FINISHED?');
});

test('an option after the name of several commands is refused with the names of these', async () => {
  const { code, stderr } = await mina.run('wallet withdraw --amount 1');
  expect([code, stderr]).toEqual([exit.usage, expect.stringMatching(/no option --amount.*\n.*create, show, active/)]);
});

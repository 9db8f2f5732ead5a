// What is accepted acts, and what cannot act is refused with exit 2, one sentence and a suggestion, before anything is sent.
import { beforeAll, expect, test } from 'vitest';
import { valuesOf } from '../../src/cli/command/command-values.js';
import { groups } from '../../src/groups.js';
import { ends, exit } from '../support/exit.js';
import { respondJson } from '../support/scripted-server.js';
import { argvOf, newUser, type User } from '../support/tuk.js';
import { signedIn, stubUser } from '../support/users.js';

let mina: Awaited<ReturnType<typeof signedIn>>;
beforeAll(async () => {
  mina = await signedIn('mina');
  await mina.run(['profile', 'add', 'away', '--base', 'https://host.example/{service}']);
});

test('each command without a call refuses a dry run, or says that it has one', async () => {
  for (const [groupName, entry] of Object.entries(groups))
    for (const command of (await entry.load()).group.commands) {
      if (command.uses || command.read || command.wait || command.dryRun || command.usesEverywhere) continue;
      const values = valuesOf(command.values).filter(({ required }) => required);
      const argv = [groupName, ...command.name.split(' ').filter(Boolean), ...values.map(() => '1')];
      const refused = ends(exit.usage, /has no dry run|^✗ --.* (is|are) needed/, '');
      for (const flag of ['--dry-run', '--print-curl'])
        expect(await mina.run([...argv, flag]), argv.join(' ')).toMatchObject(refused);
    }
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
  for (const more of [`--jq 'error("x")'`, '--fields nope']) {
    const line = `points transfer --to dara --amount 1 --new-recipient --yes ${more}`;
    const { code, stdout, stderr } = await mina.run(argvOf(line));
    expect([code, JSON.parse(stdout)]).toEqual([exit.failed, expect.objectContaining({ amount: '1' })]);
    expect(stderr).toContain('The call was made');
  }
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

const secret = /cannot be typed on the command line/;
test.each<[name: string, argv: string | string[], says: RegExp]>([
  ['an unknown group', 'rid', /no group "rid"/],
  ['an unknown command', 'profile lst', /no command "lst".\n {2}Did you mean list\?/],
  ['a command in the plural', 'wallet withdrawals', /no command "withdrawals".\n {2}Did you mean withdraw\?/],
  ['the longest beginning', 'wallet balance --network ETHEREUM_SEPOLIAX', /Did you mean ETHEREUM_SEPOLIA\?/],
  ['a command of another group', 'account sessions', /"sessions".\n {2}Other groups have it: tuk auth sessions,/],
  ['a plural of another group', 'points withdrawals', /mean withdraw\? Other groups have it: tuk wallet withdraw/],
  ['a command that most groups have', 'depin list', /no command "list".\n {2}There are: dash,/],
  ['no group', 'notification list', /no group "notification".\n {2}Commands that match it: tuk notify list,/],
  ['a word that nothing matches', 'xyzzy', /no group "xyzzy".\n {2}See all groups: tuk help/],
  ['an unknown service', 'api usr get-current', /no service "usr".\n {2}Did you mean user\?/],
  ['an unknown call', 'api user get-curent', /Did you mean get-current\?/],
  ['a path value too many', 'api musubi get-offering 1 2', /one too many/],
  ['a missing path value', 'api musubi get-offering', /needs a value for id/],
  ['an unknown path word', 'api ride-hailing list-region-currencies MARS', /not a value of region/],
  ['a word in the wrong case', 'api ride-hailing list-region-currencies kh', /Did you mean KH\?/],
  ['a missing query field', 'api user get-balance-v2 --address 0x1', /needs network/],
  ['a sibling route', 'api ride-hailing get-request active', /names another route/],
  ['a path value that climbs', 'api ride-hailing get-request ..', /would change the path/],
  ['a path of another host', 'api GET user //evil.example', /names another host/],
  ['a path without its slash', 'api GET user users', /does not begin with/],
  ['malformed JSON in -F', ['api', 'sale', 'create-order', '-F', 'a={'], /not valid JSON/],
  ['a field without a value', 'api sale create-order -f a', /not of the form key=value/],
  ['a field that pollutes', 'api sale create-order -f __proto__.x=1', /not a name for a field/],
  ['a field given twice', 'api sale create-order -f a=1 -f a=2', /given twice/],
  ['a typed secret', 'api user validate-deferred-code --type WEB3 -f code=1234', secret],
  ['a missing file', 'api sale create-order --input nowhere.json', /no such file/],
  ['a query that is not an object', 'api user get-current --input -', /not valid JSON/],
  ['a secret in a query', 'api user get-account-state-v2 --type GOOGLE --query token=x', secret],
  ['a bad jq expression', ['whoami', '--jq', '.a['], /jq/],
  ['a bad duration', 'whoami --timeout soon', /not a duration/],
  ['a bad number of tries', 'whoami --retry often', /not a number of tries/],
  ['a bad size', 'whoami --max-body big', /not a size/],
  ['a bad form', 'whoami -o tabel', /Did you mean table\?/],
  ['a bad language', 'whoami --lang ../x', /not a language/],
  ['an unknown profile', 'whoami -p nowhere', /no profile "nowhere"/],
  ['no way in', 'login -p away', /pipe in tokens or name a sign-in method/],
  ['an unknown sandbox user', 'login --as nobody', /no user "nobody"/],
  ['a service alone', 'api user', /Name a call of user/],
  ['a bad token in the environment', 'whoami', /TUK_TOKEN/],
])('%s', async (name, argv, expected) => {
  const options = name === 'a bad token in the environment' ? { env: { TUK_TOKEN: 'a\nb' } } : {};
  const typed = await mina.run(argv, options);
  expect(typed).toMatchObject(ends(exit.usage, expected, ''));
  expect(typed.stderr).toMatch(/^(◇ .*\n)?✗ [^\n]+\n( {2}[^\n]+\n)*$/);
  const asJson = await mina.run(['--json', ...(typeof argv === 'string' ? argv.split(' ') : argv)], options);
  expect(JSON.parse(asJson.stderr).error).toMatchObject({ exitCode: exit.usage, category: 'usage' });
});

test('an unknown field of the response is exit 11', async () => {
  expect(await mina.run('whoami --fields nope')).toMatchObject(ends(exit.server, 'nope'));
});

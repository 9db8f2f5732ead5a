// Bad input exits 2 with one sentence and a suggestion, as text and as JSON, and sends nothing.
import { beforeAll, expect, test } from 'vitest';
import { ends, exit } from '../support/exit.js';
import { newUser } from '../support/tuk.js';

const mina = newUser();
beforeAll(async () => {
  await mina.run(['profile', 'add', 'away', '--base', 'https://host.example/{service}']);
  expect(await mina.run('login')).toMatchObject({ code: exit.ok, stdout: '' });
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

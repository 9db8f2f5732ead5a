// Bad input exits 2 with one sentence and a suggestion, as text and as JSON, and sends nothing.
import { beforeAll, expect, test } from 'vitest';
import { exit } from '../support/exit.js';
import { newUser } from '../support/tuk.js';

const mina = newUser();
beforeAll(async () => {
  await mina.run(['profile', 'add', 'away', '--base', 'https://host.example/{service}']);
  expect(await mina.run('login')).toMatchObject({ code: exit.ok, stdout: '' });
});

const bad: [name: string, argv: string | string[], code: number, says: RegExp][] = [
  ['an unknown group', 'rid', exit.usage, /no group "rid"/],
  ['an unknown command', 'profile lst', exit.usage, /no command "lst".\n {2}Did you mean list\?/],
  ['a command in the plural', 'wallet withdrawals', exit.usage, /no command "withdrawals".\n {2}Did you mean withdraw\?/],
  ['the longest beginning', 'wallet balance --network ETHEREUM_SEPOLIAX', exit.usage, /Did you mean ETHEREUM_SEPOLIA\?/],
  ['a command of another group', 'account sessions', exit.usage, /no command "sessions".\n {2}Other groups have it: tuk auth sessions,/],
  [
    'a command in the plural that another group has',
    'points withdrawals',
    exit.usage,
    /Did you mean withdraw\? Other groups have it: tuk wallet withdraw/,
  ],
  ['a command that most groups have', 'ride list', exit.usage, /no command "list".\n {2}There are: places,/],
  ['a word that is no group', 'notification list', exit.usage, /no group "notification".\n {2}Commands that match it: tuk notify list,/],
  ['a plural that is no group', 'orders', exit.usage, /Commands that match it: tuk assets orders,/],
  ['a word that nothing matches', 'xyzzy', exit.usage, /no group "xyzzy".\n {2}See all groups: tuk help/],
  ['an unknown service', 'api usr get-current', exit.usage, /no service "usr".\n {2}Did you mean user\?/],
  ['an unknown call', 'api user get-curent', exit.usage, /Did you mean get-current\?/],
  ['an unknown option', 'api user get-current --jsn', exit.usage, /no option --jsn of tuk api.\n {2}Did you mean --json\?/],
  ['an unknown global option alone', '--nope', exit.usage, /no option --nope/],
  ['an option without its value', 'whoami --jq', exit.usage, /--jq needs a value/],
  ['a word too many', 'whoami now', exit.usage, /takes no value; "now" is one too many/],
  ['a path value too many', 'api musubi get-offering 1 2', exit.usage, /one too many/],
  ['a missing path value', 'api musubi get-offering', exit.usage, /needs a value for id/],
  ['an unknown path word', 'api ride-hailing list-region-currencies MARS', exit.usage, /not a value of region/],
  ['an unknown query word', 'api user get-balance-v2 --address 0x1 --network DOGE', exit.usage, /not a value of network/],
  ['a word in the wrong case', 'api ride-hailing list-region-currencies kh', exit.usage, /Did you mean KH\?/],
  ['a missing query field', 'api user get-balance-v2 --address 0x1', exit.usage, /needs network/],
  ['a sibling route', 'api ride-hailing get-request active', exit.usage, /names another route/],
  ['a path value that climbs', 'api ride-hailing get-request ..', exit.usage, /would change the path/],
  ['a path that climbs', 'api GET user /a/../b', exit.usage, /'\.\.' as a segment/],
  ['a path of another host', 'api GET user //evil.example', exit.usage, /names another host/],
  ['a path without its slash', 'api GET user users', exit.usage, /does not begin with/],
  ['malformed JSON in -F', ['api', 'sale', 'create-order', '-F', 'a={'], exit.usage, /not valid JSON/],
  ['a field without a value', 'api sale create-order -f a', exit.usage, /not of the form key=value/],
  ['a field that pollutes', 'api sale create-order -f __proto__.x=1', exit.usage, /no name for a field/],
  ['a field given twice', 'api sale create-order -f a=1 -f a=2', exit.usage, /given twice/],
  [
    'a secret on the command line',
    'api user validate-deferred-code --type WEB3 -f code=1234',
    exit.usage,
    /never comes from the command line/,
  ],
  ['a missing file', 'api sale create-order --input nowhere.json', exit.usage, /no such file/],
  ['a folder for a file', 'api sale create-order --input .', exit.usage, /it is a folder/],
  ['a query that is no object', 'api user get-current --input -', exit.usage, /not valid JSON/],
  ['a secret in a query', 'api user get-account-state-v2 --type GOOGLE --query token=x', exit.usage, /never comes from the command line/],
  ['a bad jq expression', ['whoami', '--jq', '.a['], exit.usage, /jq/],
  ['a bad duration', 'whoami --timeout soon', exit.usage, /no duration/],
  ['a bare number for a duration', 'whoami --timeout 10', exit.usage, /no duration/],
  ['a bad number of tries', 'whoami --retry often', exit.usage, /no number of tries/],
  ['a bad size', 'whoami --max-body big', exit.usage, /no size/],
  ['a bad form', 'whoami -o tabel', exit.usage, /Did you mean table\?/],
  ['a bad error format', 'whoami --error-format xml', exit.usage, /text or json/],
  ['a bad language', 'whoami --lang ../x', exit.usage, /no language/],
  ['an unknown profile', 'whoami -p nowhere', exit.usage, /no profile "nowhere"/],
  ['no way in', 'login -p away', exit.usage, /pipe in tokens or name a sign-in method/],
  ['an unknown sandbox user', 'login --as nobody', exit.usage, /no user "nobody"/],
  ['help on what is not there', 'help zzz', exit.usage, /No command or help topic matches "zzz"/],
  ['an unknown field', 'whoami --fields nope', exit.server, /nope/],
  ['a flag given twice', 'whoami --lang en --lang jp', exit.usage, /given twice/],
  ['a service alone', 'api user', exit.usage, /Name a call of user/],
  ['a bad token in the environment', 'whoami', exit.usage, /TUK_TOKEN/],
];
test.each(bad)('%s', async (name, argv, code, expected) => {
  const result = await mina.run(argv, name === 'a bad token in the environment' ? { env: { TUK_TOKEN: 'a\nb' } } : {});
  expect(`${result.code} ${result.stderr}`).toMatch(new RegExp(`^${code} `));
  expect(result.stderr).toMatch(expected);
  if (code === exit.usage) {
    expect(result.stdout).toBe('');
    expect(result.stderr).toMatch(/^(◇ .*\n)?✗ [^\n]+\n( {2}[^\n]+\n)*$/);
    const asJson = await mina.run(
      typeof argv === 'string' ? `${argv} --error-format json` : [...argv, '--error-format', 'json'],
      name === 'a bad token in the environment' ? { env: { TUK_TOKEN: 'a\nb' } } : {},
    );
    if (!/too many|bad error format|without its value/.test(name))
      expect(JSON.parse(asJson.stderr).error).toMatchObject({ exitCode: exit.usage, category: 'usage' });
  }
});

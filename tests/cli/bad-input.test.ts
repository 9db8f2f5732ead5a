// Bad input exits 2 with one sentence and a suggestion, as text and as JSON, and sends nothing.
import { beforeAll, expect, test } from 'vitest';
import { newUser } from '../support/tuk.js';

const mina = newUser();
beforeAll(async () => {
  await mina.run(['profile', 'add', 'away', '--base', 'https://host.example/{service}']);
  expect(await mina.run('login')).toMatchObject({ code: 0, stdout: '' });
});

const bad: [name: string, argv: string | string[], code: number, says: RegExp][] = [
  ['an unknown group', 'rid', 2, /no group "rid"/],
  ['an unknown command', 'profile lst', 2, /no command "lst".\n {2}Did you mean list\?/],
  ['a command in the plural', 'wallet withdrawals', 2, /no command "withdrawals".\n {2}Did you mean withdraw\?/],
  ['the longest beginning', 'wallet balance --network ETHEREUM_SEPOLIAX', 2, /Did you mean ETHEREUM_SEPOLIA\?/],
  ['a command of another group', 'account sessions', 2, /no command "sessions".\n {2}Other groups have it: tuk auth sessions,/],
  [
    'a command in the plural that another group has',
    'points withdrawals',
    2,
    /Did you mean withdraw\? Other groups have it: tuk wallet withdraw/,
  ],
  ['a command that most groups have', 'ride list', 2, /no command "list".\n {2}There are: places,/],
  ['a word that is no group', 'notification list', 2, /no group "notification".\n {2}Commands that match it: tuk notify list,/],
  ['a plural that is no group', 'orders', 2, /Commands that match it: tuk assets orders,/],
  ['a word that nothing matches', 'xyzzy', 2, /no group "xyzzy".\n {2}See all groups: tuk help/],
  ['an unknown service', 'api usr get-current', 2, /no service "usr".\n {2}Did you mean user\?/],
  ['an unknown call', 'api user get-curent', 2, /Did you mean get-current\?/],
  ['an unknown option', 'api user get-current --jsn', 2, /no option --jsn of tuk api.\n {2}Did you mean --json\?/],
  ['an unknown global option alone', '--nope', 2, /no option --nope/],
  ['an option without its value', 'whoami --jq', 2, /--jq needs a value/],
  ['a word too many', 'whoami now', 2, /takes no value; "now" is one too many/],
  ['a path value too many', 'api musubi get-offering 1 2', 2, /one too many/],
  ['a missing path value', 'api musubi get-offering', 2, /needs a value for id/],
  ['an unknown path word', 'api ride-hailing list-region-currencies MARS', 2, /not a value of region/],
  ['an unknown query word', 'api user get-balance-v2 --address 0x1 --network DOGE', 2, /not a value of network/],
  ['a word in the wrong case', 'api ride-hailing list-region-currencies kh', 2, /Did you mean KH\?/],
  ['a missing query field', 'api user get-balance-v2 --address 0x1', 2, /needs network/],
  ['a sibling route', 'api ride-hailing get-request active', 2, /names another route/],
  ['a path value that climbs', 'api ride-hailing get-request ..', 2, /would change the path/],
  ['a path that climbs', 'api GET user /a/../b', 2, /'\.\.' as a segment/],
  ['a path of another host', 'api GET user //evil.example', 2, /names another host/],
  ['a path without its slash', 'api GET user users', 2, /does not begin with/],
  ['malformed JSON in -F', ['api', 'sale', 'create-order', '-F', 'a={'], 2, /not valid JSON/],
  ['a field without a value', 'api sale create-order -f a', 2, /not of the form key=value/],
  ['a field that pollutes', 'api sale create-order -f __proto__.x=1', 2, /no name for a field/],
  ['a field given twice', 'api sale create-order -f a=1 -f a=2', 2, /given twice/],
  ['a secret on the command line', 'api user validate-deferred-code --type WEB3 -f code=1234', 2, /never comes from the command line/],
  ['a missing file', 'api sale create-order --input nowhere.json', 2, /no such file/],
  ['a folder for a file', 'api sale create-order --input .', 2, /it is a folder/],
  ['a query that is no object', 'api user get-current --input -', 2, /not valid JSON/],
  ['a secret in a query', 'api user get-account-state-v2 --type GOOGLE --query token=x', 2, /never comes from the command line/],
  ['a bad jq expression', ['whoami', '--jq', '.a['], 2, /jq/],
  ['a bad duration', 'whoami --timeout soon', 2, /no duration/],
  ['a bare number for a duration', 'whoami --timeout 10', 2, /no duration/],
  ['a bad number of tries', 'whoami --retry often', 2, /no number of tries/],
  ['a bad size', 'whoami --max-body big', 2, /no size/],
  ['a bad form', 'whoami -o tabel', 2, /Did you mean table\?/],
  ['a bad error format', 'whoami --error-format xml', 2, /text or json/],
  ['a bad language', 'whoami --lang ../x', 2, /no language/],
  ['an unknown profile', 'whoami -p nowhere', 2, /no profile "nowhere"/],
  ['no way in', 'login -p away', 2, /pipe in tokens or name a sign-in method/],
  ['an unknown sandbox user', 'login --as nobody', 2, /no user "nobody"/],
  ['help on what is not there', 'help zzz', 2, /No command or help topic matches "zzz"/],
  ['an unknown field', 'whoami --fields nope', 11, /nope/],
  ['a flag given twice', 'whoami --lang en --lang jp', 2, /given twice/],
  ['a service alone', 'api user', 2, /Name a call of user/],
  ['a bad token in the environment', 'whoami', 2, /TUK_TOKEN/],
];
test.each(bad)('%s', async (name, argv, code, expected) => {
  const result = await mina.run(argv, name === 'a bad token in the environment' ? { env: { TUK_TOKEN: 'a\nb' } } : {});
  expect(`${result.code} ${result.stderr}`).toMatch(new RegExp(`^${code} `));
  expect(result.stderr).toMatch(expected);
  if (code === 2) {
    expect(result.stdout).toBe('');
    expect(result.stderr).toMatch(/^(◇ .*\n)?✗ [^\n]+\n( {2}[^\n]+\n)*$/);
    const asJson = await mina.run(
      typeof argv === 'string' ? `${argv} --error-format json` : [...argv, '--error-format', 'json'],
      name === 'a bad token in the environment' ? { env: { TUK_TOKEN: 'a\nb' } } : {},
    );
    if (!/too many|bad error format|without its value/.test(name))
      expect(JSON.parse(asJson.stderr).error).toMatchObject({ exitCode: 2, category: 'usage' });
  }
});

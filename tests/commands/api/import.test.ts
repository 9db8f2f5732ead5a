// `tuk api import`: the forms of a curl line and of a file, what is left out, and what is refused. Nothing is ever sent.
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { splitWords } from '../../../src/services/command-line.js';
import { ends, exit } from '../../support/exit.js';
import { asyncProperty } from '../../support/runs.js';
import { respondJson, scripted } from '../../support/scripted-server.js';
import { newHome, newUser } from '../../support/tuk.js';

async function userOfServices() {
  const server = await scripted(respondJson({}));
  const user = newUser(newHome('empty'));
  await user.run(['profile', 'add', 'box', '--base', `${server.url}/{service}`]);
  await user.run('profile use box');
  /** The line of curl's line, in which URL stands for the address of the services, and EMAIL for a path of one. */
  const line = (text: string) =>
    user.run(['api', 'import', text.replaceAll('EMAIL', 'URL/user/users/email/me').replaceAll('URL', server.url)]);
  return { ...user, server, line };
}

describe('a form of curl', () => {
  const account = '/user/balance/accounts/current';
  test.each([
    ['an address alone', 'curl URL/user/users/current', 'tuk api user get-current'],
    ['a path value', 'curl URL/musubi/v1/offering/public/1', 'tuk api musubi get-offering 1'],
    ['no scheme and --url', 'curl --url URL/user/users/current', 'tuk api user get-current'],
    ['options of its output', 'curl -sSLk -o x -w %{http_code} URL/user/users/current', 'tuk api user get-current'],
    ['options together', 'curl -sXDELETE URL/user/users/me', 'tuk api user delete-user'],
    ['--request=', 'curl --request=DELETE URL/user/users/me', 'tuk api user delete-user'],
    ['-d', 'curl URL/user/users/email/me -d \'{"email":"x"}\'', 'tuk api user set-email -f email=x'],
    ['-d without a blank', 'curl URL/user/users/email/me -d\'{"email":"x"}\'', 'tuk api user set-email -f email=x'],
    ['--json', 'curl EMAIL --json \'{"a":1.50,"b":[1]}\'', "tuk api user set-email -F a=1.50 -F 'b=[1]'"],
    ['several -d', 'curl URL/user/users/email/me -d a=1 -d b=x%20y', "tuk api user set-email -f a=1 -f 'b=x y'"],
    ['--data-urlencode', "curl URL/user/users/email/me --data-urlencode 'a=x&y'", "tuk api user set-email -f 'a=x&y'"],
    ['-d @file', 'curl URL/user/users/email/me -d @body.json', 'tuk api user set-email --input body.json'],
    ['--data-raw @', 'curl URL/user/users/email/me --data-raw a=@x', 'tuk api user set-email -f a=@x'],
    ['-G', 'curl -G URL/ride-hailing/v1/places/search -d q=M', 'tuk api ride-hailing search-places --query q=M'],
    ['a known query', `curl URL${account}?currencyId=MVL`, 'tuk api user get-balance-account --currency-id MVL'],
    ['a query with PUT', 'curl -X PUT URL/user/nothing?a=b', "tuk api PUT user '/nothing?a=b'"],
    ['a path of no call', 'curl URL/user/nothing', 'tuk api GET user /nothing'],
    ['a language', "curl URL/user/users/current -H 'Accept-Language: jp'", 'tuk api user get-current --lang jp'],
    ['a time limit', 'curl --max-time 2.5 URL/user/users/current', 'tuk api user get-current --timeout 2.5s'],
    ['lines that go on', 'curl -X POST \\\n  EMAIL \\\r\n  -d \'{"email":"x"}\'', 'tuk api user set-email -f email=x'],
    ["$'…'", 'curl EMAIL -d $\'{"a":"it\\\'s \\u0041\\\\n"}\'', "tuk api user set-email -F 'a=\"it'\\''s A\\n\"'"],
    ['double quotes', 'curl URL/user/users/email/me -d "{\\"a\\":\\"x\\"}"', 'tuk api user set-email -f a=x'],
    ['a prompt before it', '$ curl URL/user/users/current', 'tuk api user get-current'],
    ['a program behind it', 'curl URL/user/users/current | jq .id', 'tuk api user get-current'],
    ['an & without quotes', 'curl URL/user/nothing?a=1&b=2', "tuk api GET user '/nothing?a=1&b=2'"],
    ['a path value that begins with a hyphen', 'curl URL/user/users/abstract/-5', 'tuk api user get-user --user-id=-5'],
    ['a blank path value', 'curl URL/user/users/abstract/%20', 'tuk api GET user /users/abstract/%20'],
    ['a value that begins with a hyphen', 'curl EMAIL -d \'{"a":"-x"}\'', 'tuk api user set-email -f a=-x'],
  ])('%s', async (_, text, expected) => {
    const { line, server } = await userOfServices();
    const { code, stdout, stderr } = await line(text);
    expect([stdout, code], stderr).toEqual([`${expected}\n`, exit.ok]);
    expect(server.requests).toEqual([]);
  });

  test('is taken from standard input and as words behind --, with a profile', async () => {
    const { run, server } = await userOfServices();
    const url = `${server.url}/user/users/current`;
    for (const argv of [[], ['-'], ['--', 'curl', '-X', 'GET', url], ['--', '-X', 'GET', url]]) {
      const { code, stdout } = await run(['api', 'import', ...argv], { stdin: `curl ${url}\n` });
      expect([code, stdout]).toEqual([exit.ok, 'tuk api user get-current\n']);
    }
    const named = await run(['api', 'import', `curl ${url}`, '-p', 'box', '-o', 'json']);
    expect(JSON.parse(named.stdout)).toBe('tuk api user get-current -p box\n');
  });
});

describe('secrets', () => {
  test.each([
    ["-H 'Authorization: Bearer SEKRET.1234'", 'Authorization'],
    ["-H 'authorization: Basic SEKRET1234'", 'authorization'],
    ["-H 'Cookie: sid=SEKRET'", 'Cookie'],
    ["-H 'X-Api-Key: SEKRET'", 'X-Api-Key'],
    ["-H 'x-hmac-sig: SEKRET'", 'x-hmac-sig'],
    ["-H 'X-Custom: Bearer SEKRET12345'", 'X-Custom'],
    ['-b sid=SEKRET', '-b (cookies)'],
    ['-u mina:SEKRET', '-u (user and password)'],
    ['-umina:SEKRET', '-u'],
    ['--oauth2-bearer SEKRET', '--oauth2-bearer'],
    ['-d \'{"a":"x","password":"SEKRET"}\'', 'the field password'],
    ['-d \'{"a":{"refreshToken":"SEKRET"}}\'', 'the field a.refreshToken'],
    ['-d \'{"a":[{"apiKey":"SEKRET"}]}\'', 'the field a.apiKey'],
    ['-d \'{"a":"eyJhbGciOiJIUzI1NiJ9.SEKRETSEKRET.x"}\'', 'the field a'],
    ['-d a=x -d access_token=SEKRET', 'the field access_token'],
    ['-X GET -G -d accessToken=SEKRET', 'the field accessToken'],
  ])('of %s are left out and named', async (options, name) => {
    const { line } = await userOfServices();
    const { code, stdout, stderr } = await line(`curl URL/user/users/email/me ${options}`);
    expect(code, stderr).toBe(exit.ok);
    expect(stdout).toMatch(/^tuk api user (set|get)-email/);
    expect(stderr).toContain(`Secrets that were left out: ${name}`);
    expect(stdout + stderr).not.toMatch(/SEKRET/);
  });

  test('of the address are left out, and a secret field that the call needs is not made up', async () => {
    const { line, run, server } = await userOfServices();
    const user = await line(`curl ${server.url.replace('://', '://a:SEKRET@')}/user/users/current`);
    expect(user.stderr).toContain('the user of the address');
    expect(user.stdout + user.stderr).not.toContain('SEKRET');
    expect(user.stdout).toBe('tuk api user get-current\n');
    const share = await line('curl -X PUT URL/user/v1/accounts/ss -d \'{"share":"SEKRET"}\'');
    expect(share).toMatchObject({ code: exit.ok, stdout: 'tuk api user set-account-state-v1\n' });
    const words = splitWords(share.stdout.trim()).slice(1);
    expect(await run([...words, '--print-curl'])).toMatchObject(ends(exit.usage, 'needs share'));
  });

  test('a private key is refused and not repeated; the hash of a transaction is none', async () => {
    const { line, server } = await userOfServices();
    const key = `0x${'ab12'.repeat(16)}`;
    const hash = await line(`curl URL/wallet/v1/transactions/hash/${key}`);
    expect([hash.code, hash.stdout.startsWith('tuk api ')], hash.stderr).toEqual([exit.ok, true]);
    const refused = await line(`curl URL/user/v2/balance/mvp/transfer --json '{"toUserId":"${key}","amount":"1"}'`);
    expect(refused).toMatchObject({ code: exit.guarded, stdout: '' });
    expect(refused.stderr).not.toContain('ab12');
    expect(server.requests).toEqual([]);
  });
});

describe('a line is refused', () => {
  test.each([
    ['of an unknown address', 'curl https://elsewhere.example/user/users/current', 'profile add NAME'],
    ['of a host that begins like one', 'curl http://127.0.0.1.example/user/users/current', 'No service of the profile'],
    ['of the host of the services alone', 'curl URL/users/current', 'See the addresses of its services'],
    ['of another program', 'wget URL/user/users/current', 'does not begin with curl'],
    ['with an open quote', "curl 'URL/user/users/current", 'open quote'],
    ['without an address', 'curl -s', 'no address'],
    ['with two addresses', 'curl URL/a URL/b', 'several addresses'],
    ['with another method', 'curl -X PATCH URL/user/users/current', 'no PATCH request'],
    ['with HEAD', 'curl -I URL/user/users/current', 'HEAD'],
    ['with parts of a form', 'curl -F a=b URL/user/users/current', 'sends JSON'],
    ['with a body of GET', "curl -X GET -d '{}' URL/user/users/current", 'body with GET'],
    ['with a broken body', 'curl -d \'{"a":\' URL/user/users/email/me', 'not valid JSON'],
    ['with a body of another kind', "curl -H 'content-type: text/plain' -d hello EMAIL", 'neither JSON nor a form'],
    ['with a variable', 'curl URL/user/users/$ID', 'a variable'],
    ['with a command', 'curl "URL/user/users/$(id)"', 'a variable'],
    ['with an unknown option', 'curl --nonsense URL/user/users/current', '--nonsense'],
    ['with a token in its path', 'curl URL/user/auth/eyJhbGciOiJIUzI1NiJ9.abcdefghij.x', 'holds a token'],
    ['with a missing value', 'curl URL/user/users/current -X', 'has no value'],
    ['with a file among the data', 'curl -d a=1 -d @x URL/user/users/email/me', 'in a file and in the line'],
    ['with a file name of two lines', "curl URL/user/users/email/me -d $'@a\\nb'", 'no name that a line can hold'],
    ['that is empty', ' ', 'is empty'],
    ['that a browser copied for cmd', 'curl ^"URL/user/users/current^" ^\r\n  -H ^"accept: */*^"', 'as cURL (bash)'],
    ['longer than 64 kB', `curl URL/user/users/current ${' '.repeat(65_536)}`, '65536 bytes'],
  ])('%s', async (_, text, message) => {
    const { line, server } = await userOfServices();
    expect(await line(text)).toMatchObject(ends(exit.usage, message, ''));
    expect(server.requests).toEqual([]);
  });

  test('of a terminal without a line, and of empty input; that of another profile names it', async () => {
    const { run } = await userOfServices();
    expect((await run('api import', { terminal: true })).code).toBe(exit.usage);
    expect((await run('api import')).stderr).toContain('There is no request');
    const ofSandbox = 'curl http://sandbox.localhost/user/users/current';
    expect(await run(['api', 'import', ofSandbox])).toMatchObject(ends(exit.usage, '-p sandbox'));
  });
});

describe('a file', () => {
  const har = (url: string) => {
    const request = (method: string, at: string, more: object = {}) => ({ request: { method, url: at, ...more } });
    const entries = [
      request('GET', `${url}/user/users/current`, { headers: [{ name: 'Cookie', value: 'SEKRET' }] }),
      { ...request('GET', `${url}/user/users/current`, { headers: [] }), response: {} },
      request('GET', 'https://elsewhere.example/x?token=SEKRET', { headers: [] }),
      request('OPTIONS', `${url}/user/users/email/me`),
      request('POST', `${url}/user/users/email/me`, { postData: { text: '{"email":"x"}' } }),
      request('POST', `${url}/user/users/email/me`, { postData: { params: [{ name: 'email', value: 'a b' }] } }),
    ];
    return JSON.stringify({ log: { entries } });
  };
  const httpFile = (url: string) => `@host = ${url}
@user = {{host}}/user

### The user
GET {{user}}/users/current HTTP/1.1
Authorization: Bearer SEKRET.1234

### Places
# of a city
{{host}}/ride-hailing/v1/places/search
  ?q=Market
  &city=PNH

###
// changes an address
POST {{user}}/users/email/me
Content-Type: application/json

{"email":"x",

"a":"y"}

> {% client.log("done") %}

### from a file
POST {{user}}/users/email/me

< ./body.json
`;
  const har5 = "tuk api user get-current\ntuk api user set-email -f email=x\ntuk api user set-email -f 'email=a b'\n";

  test('of a browser becomes a line for each request of a service, once, and says what is left out', async () => {
    const { run, server, home } = await userOfServices();
    writeFileSync(path.join(home, 'traffic.har'), har(server.url));
    for (const argv of ['api import traffic.har', 'api import -']) {
      const { code, stdout, stderr } = await run(argv, { stdin: har(server.url) });
      expect([code, stdout], stderr).toEqual([exit.ok, har5]);
      expect(stderr).toContain('Secrets that were left out: Cookie.');
      expect(stderr).toMatch(/1 request left out: No service of the profile box has the address/);
      expect(stderr).toMatch(/1 request left out: tuk api makes no OPTIONS request/);
      expect(stdout + stderr).not.toContain('SEKRET');
    }
    expect(server.requests).toEqual([]);
  });

  test('of an editor (.http) becomes a line for each request, with the variables of the file', async () => {
    const { run, server, home } = await userOfServices();
    writeFileSync(path.join(home, 'a.http'), httpFile(server.url).replaceAll('\n', '\r\n'));
    const { code, stdout, stderr } = await run('api import a.http');
    expect(code, stderr).toBe(exit.ok);
    expect(stdout.split('\n')).toEqual([
      'tuk api user get-current',
      'tuk api ride-hailing search-places --query q=Market --query city=PNH',
      'tuk api user set-email -f email=x -f a=y',
      'tuk api user set-email --input ./body.json',
      '',
    ]);
    expect(stderr).toContain('Authorization');
    expect(stdout + stderr).not.toContain('SEKRET');
    expect(server.requests).toEqual([]);
  });

  test('with a curl line is read as it, and another file is refused', async () => {
    const { run, server, home } = await userOfServices();
    const file = (text: string) => writeFileSync(path.join(home, 'x'), text);
    file(`curl ${server.url}/user/users/current \\\n  -H 'Cookie: a'\n`);
    expect((await run('api import x')).stdout).toBe('tuk api user get-current\n');
    for (const [text, message] of [
      ['hello', 'neither a curl line'],
      ['{"a":1}', 'neither a curl line'],
      [' \n', 'no request'],
      ['GET {{host}}/user/users/current', 'the variable {{host}}'],
      ['@a = {{a}}\nGET {{a}}/x', 'the variable {{a}}'],
      ['{"log":{"entries":[]}}', 'no request'],
    ] as const) {
      file(text);
      expect([text, await run('api import x')]).toMatchObject([text, ends(exit.usage, message, '')]);
    }
    expect((await run('api import none')).code).toBe(exit.usage);
  });
});

test('a body that is no object of fields becomes a file that a note names', async () => {
  const { line } = await userOfServices();
  for (const body of ['[1,2]', '{"a.b":1}', '"x"']) {
    const note = ends(exit.ok, 'write it to body.json', 'tuk api user set-email --input body.json\n');
    expect(await line(`curl URL/user/users/email/me --json '${body}'`)).toMatchObject(note);
  }
});

test('any text is a line, a usage error or a refused key: never a crash, and never a request', async () => {
  const { run, server } = await userOfServices();
  const signs = [...`'"\\\n^-=@%&|{} `, "$'", '^"', '--'];
  const piece = fc.constantFrom('curl ', '-X ', '-d ', '-H ', 'a', `${server.url}/user/users/email/me `, ...signs);
  const ofPieces = fc.array(piece, { maxLength: 30 }).map((pieces) => `curl ${pieces.join('')}`);
  const text = fc.oneof(fc.string({ unit: 'binary' }), ofPieces);
  await asyncProperty(500, text, async (stdin) => {
    const { code, stdout, stderr } = await run('api import', { stdin });
    expect([exit.ok, exit.usage, exit.guarded], stderr).toContain(code);
    expect(stdout.split('\n').length).toBeLessThanOrEqual(2);
  });
  expect(server.requests).toEqual([]);
});

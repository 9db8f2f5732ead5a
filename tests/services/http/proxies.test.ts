// Proxies from the environment: parsed before anything is sent, named in errors, not used for the embedded sandbox.
import { describe, expect, test } from 'vitest';
import { proxiesOf } from '../../../src/services/http/proxies.js';
import { exit } from '../../support/exit.js';
import { respondJson } from '../../support/scripted-server.js';
import { stubUser } from '../../support/users.js';

const variables = ['https_proxy', 'HTTPS_PROXY', 'http_proxy', 'HTTP_PROXY', 'all_proxy', 'ALL_PROXY'] as const;
const malformed = [
  ...'http://[ :::: socks5://x:1 ftp://x:1 http://x:99999 x.example:99999 http://x:0 http:// http://:3128 true 1'.split(
    ' ',
  ),
  ...'http:/x:1 http://us%er:hunter22@x:1 user:hunter22@ http://user:hunter22@[ x.example:3128/path'.split(' '),
  'two words.example:1',
];

describe('a malformed proxy', () => {
  test.each(malformed)('%s: refused, its variable is named, and its password is not', (value) => {
    for (const name of variables)
      expect(() => proxiesOf({ [name]: value })).toThrow(
        expect.objectContaining({
          ...{ kind: 'usage', code: 'BAD_VALUE', message: `The variable ${name} is not the address of a proxy.` },
          hint: expect.stringMatching(new RegExp(`^(?!.*hunter22).*unset ${name}`)),
        }),
      );
  });

  test('exit 2, and nothing is sent', async () => {
    const { run, server } = await stubUser(respondJson({ id: '1' }));
    for (const line of ['whoami', 'points transfer --to u --amount 1 --new-recipient --yes', 'smoke --service user'])
      expect(await run(line, { env: { HTTPS_PROXY: '::::' } })).toMatchObject({ code: exit.usage, stdout: '' });
    expect(server.requests).toEqual([]);
  });

  test('signing out works; the sandbox and help need no proxy', async () => {
    const { run } = await stubUser(respondJson({ id: '1' }));
    const env = { HTTPS_PROXY: 'http://[', http_proxy: '::::' };
    expect((await run('logout', { env })).code).toBe(exit.ok);
    expect((await run('auth token')).code).toBe(exit.signIn);
    await run('profile use sandbox');
    const lines = ['login', 'whoami', 'doctor --service user', 'logout', '--help', 'whoami --help'];
    for (const line of [...lines, 'profile list', 'ops list'])
      expect(`${line} ${(await run(line, { env })).code}`).toBe(`${line} ${line.startsWith('doctor') ? 9 : 0}`);
  });
});

test.each([
  ['127.0.0.1:3128', 'http://127.0.0.1:3128'],
  ['proxy.example', 'http://proxy.example'],
  ['proxy:3128', 'http://proxy:3128'],
  ['localhost:3128', 'http://localhost:3128'],
  ['[::1]:3128', 'http://[::1]:3128'],
  ['user:pass@proxy.example:3128', 'http://user:pass@proxy.example:3128'],
  [' http://proxy.example:1/ ', 'http://proxy.example:1/'],
  ['https://proxy.example', 'https://proxy.example'],
  ['HTTP://proxy', 'HTTP://proxy'],
])('%s is %s', (typed, address) => {
  for (const name of ['HTTPS_PROXY', 'https_proxy']) expect(proxiesOf({ [name]: typed })?.httpsProxy).toBe(address);
  expect(proxiesOf({ http_proxy: typed })).toMatchObject({ httpProxy: address, httpsProxy: address });
  expect(
    proxiesOf({ http_proxy: '', HTTP_PROXY: typed, https_proxy: 'http://first', HTTPS_PROXY: '::::' }),
  ).toMatchObject({ httpProxy: address, httpsProxy: 'http://first' });
});

// The log of requests: distinct paths, its own title, and the command that repeats a read.
import { expect, test } from 'vitest';
import { RequestLog } from '../../../src/commands/app/request-log.js';
import { ownerKey, SeenStates } from '../../../src/engine/watch/seen-states.js';
import type { Call } from '../../../src/services/catalogue/define.js';
import { splitWords } from '../../../src/services/command-line.js';
import { exit } from '../../support/exit.js';
import { program } from '../../support/screen.js';
import { respond } from '../../support/scripted-server.js';
import { stubUser } from '../../support/users.js';

test('in a table of 66 columns the end of each path is seen; its detail has the command that repeats the read, and that command runs', async () => {
  const networks = ['ETHEREUM', 'BSC', 'BASE'];
  const address = (nth: number) => `0x${'ab'.repeat(19)}${nth}${nth}`;
  const wallets = networks.map((network, nth) => ({ id: String(nth), network, address: address(nth) }));
  const { home, run, server } = await stubUser((socket, request) => {
    const body = /\/wallets($|\?)/.test(request.path) ? wallets : [];
    return respond(200, JSON.stringify(body), { 'x-request-id': 'req-1' })(socket, request);
  });
  await run(['profile', 'set', 'box', 'base', `${server.url}/gateway/{service}`]);
  const app = await program([], { home });
  await app.until(/BALANCES/);
  await app.press('3');
  await app.until(/No wallets, so no balances/);
  await app.press('L');
  await app.until(/Wallet › Request log/);
  await app.advance(2000);
  for (const nth of networks.keys())
    expect(app.text()).toMatch(new RegExp(`user +….*work=${networks[nth]}&address=0xab…ab${nth}${nth}`));
  expect(app.text()).not.toContain('/gateway/');
  expect(app.text()).toMatch(/─ \d+ rows ─/);
  expect(app.text()).toMatch(/STATUS +SINCE/);
  expect(app.text()).toContain('y copy request id');
  await app.press('y');
  await app.until(/Sent to the terminal: req-1/);
  await app.press('/ab11\r');
  await app.until(/1 of \d+ rows · \/ab11/);
  await app.press('\r');
  await app.until(/row 1 of 1/);
  expect(app.text()).not.toMatch(/tuk requests|\d+ of \d+ · \d+ of \d+/);
  await app.press('Y');
  const copied = app.written().split('\x1b]52;c;').at(-1)!.split('\x07')[0]!;
  const [, line = ''] = /^tuk (api GET user '[^']+')$/.exec(Buffer.from(copied, 'base64').toString()) ?? [];
  expect(line).toContain(`0x${'ab'.repeat(19)}11`);
  await app.press('J');
  await app.until(/JSON/);
  expect(app.text()).not.toMatch(/tuk requests/);
  const before = server.requests.length;
  expect((await run(splitWords(line))).code).toBe(exit.ok);
  expect(server.requests.at(-1)!.path).toContain('/gateway/user/');
  expect(server.requests.length).toBeGreaterThan(before);
  await run(['profile', 'add', 'other', '--base', `${server.url}/other/{service}`]);
  await run('profile use other');
  await app.until(/^ tuk {2}other/);
  await app.press('0L');
  await app.until(/Home › Request log/);
  expect(app.text()).not.toContain('0xab'); // the requests of another profile are dropped
  app.stop('SIGTERM');
  await app.ended();
});

test('what a response shows is known to the account that asked, and to no other profile or account', () => {
  const states = new SeenStates();
  const log = new RequestLog(() => 0, states);
  const listener = log.listener();
  const asked = (profile: string, token: string, id: string) =>
    listener(
      { redact: { clean: (text) => text }, profile },
      { service: 'bep20-swap', name: 'listBridgeSwaps', path: '/v1/bridge-swap' } as Call,
      { method: 'GET', shownUrl: 'http://x/v1/bridge-swap', headers: { Authorization: `Bearer ${token}` } } as never,
      { status: 200, headers: {}, body: Buffer.from(JSON.stringify([{ id, status: 'FAIL' }])) },
      1,
    );
  asked('one', 'mine', 's-1');
  asked('two', 'theirs', 's-2');
  asked('one', 'another', 's-3');
  const known = (profile: string, token: string) => {
    const seen = states.by(ownerKey(profile, token));
    return seen.holding(() => true).map(({ id }) => id);
  };
  expect([known('one', 'mine'), known('two', 'theirs'), known('one', 'another')]).toEqual([['s-1'], ['s-2'], ['s-3']]);
  log.clear(listener);
  expect(known('one', 'mine')).toEqual([]);
});

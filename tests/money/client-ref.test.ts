// A client reference (--client-ref) takes effect once: across processes, after a kill, and in a second run.
import { describe, expect, test } from 'vitest';
import { exit } from '../support/exit.js';
import { signedInHome, tukProcess, tukProcesses, until } from '../support/processes.js';
import { neverRespond, respond, type Script, scripted } from '../support/scripted-server.js';
import { newUser } from '../support/tuk.js';

const order = [
  'assets',
  'order',
  '--offering',
  '1',
  '--purchase-type',
  'FRACTIONAL',
  '--amount',
  '50',
  '--client-ref',
  'march',
  '--yes',
  '-p',
  'box',
];

async function limitedProfile(ordered: Script) {
  const server = await scripted((socket, request) =>
    (request.method === 'POST' ? ordered : respond(200, '{"title":"One"}'))(socket, request),
  );
  const home = await signedInHome('box', `${server.url}/{service}`, { accessToken: 'aaaa', refreshToken: 'rrrr' });
  return { home, posts: () => server.requests.filter(({ method }) => method === 'POST').length };
}

test('eight processes with one reference send one request, and none reports a second', async () => {
  const { home, posts } = await limitedProfile((socket, request) => setTimeout(() => respond(200, '{"id":"o1"}')(socket, request), 300));
  const results = await tukProcesses(8, order, { home });
  expect(posts()).toBe(1);
  const codes = results.map(({ code }) => code).sort();
  expect(codes[0]).toBe(0);
  expect(codes.every((code) => code === exit.ok || code === exit.unknown)).toBe(true); // 10: it was still pending
  const second = await tukProcess(order, { home }).done;
  expect([second.code, second.stdout]).toEqual([exit.ok, '{"id":"o1"}\n']);
  expect(posts()).toBe(1);
}, 120_000);

test('if the process is killed after sending, the same command line sends nothing again', async () => {
  const { home, posts } = await limitedProfile(neverRespond);
  const first = tukProcess(order, { home });
  await until(() => posts() === 1, 10_000);
  first.kill();
  await first.done;
  const second = await tukProcess(order, { home }).done;
  expect([second.code, second.stdout, posts()]).toEqual([exit.unknown, '', 1]);
  expect(second.stderr).toMatch(/was sent before[\s\S]*tuk ops show op-/);
}, 120_000);

async function signedIn() {
  const user = newUser();
  await user.run('login');
  return user;
}

describe('--client-ref', () => {
  test.each([
    ['', 'is blank'],
    ['  ', 'is blank'],
    ['x'.repeat(201), 'is longer than 200 characters'],
    ['a\u0007b', 'holds a control character'],
    ['a\nb', 'holds a control character'],
  ])('%j is an invalid reference: exit 2, and nothing is sent', async (name, why) => {
    const user = await signedIn();
    const lines = [
      'points transfer --to dara --amount 5 --new-recipient --yes',
      'store buy 1 --quantity 1 --currency MVP --yes',
      'ride request --from PNH-01 --to PNH-02 --region KH --product STANDARD --currency POINT --yes',
      'ride retry r1 --yes',
    ];
    for (const line of lines) {
      const result = await user.run([...line.split(' '), '--client-ref', name]);
      expect([line, result.code, result.stdout]).toEqual([line, exit.usage, '']);
      expect(result.stderr).toContain(why);
    }
    expect(JSON.parse((await user.run('ops list')).stdout)).toEqual([]);
  });
});

describe('a ride with a reference', () => {
  const ride = 'ride request --from PNH-01 --to PNH-02 --region KH --product STANDARD --currency POINT --yes';

  test('is requested once though each search has another id; another ride is refused', async () => {
    const user = await signedIn();
    const [first, second] = [await user.run(`${ride} --client-ref r1`), await user.run(`${ride} --client-ref r1`)];
    expect([first.code, second.code, second.stdout]).toEqual([exit.ok, exit.ok, first.stdout]);
    expect(second.stderr).toContain('nothing was sent');
    const other = await user.run(`${ride.replace('PNH-02', 'PNH-03')} --client-ref r1`);
    expect([other.code, other.stderr.includes('--client-ref r1 was used for something else')]).toEqual([exit.usage, true]);
    expect(JSON.parse((await user.run('ops list')).stdout)).toHaveLength(1);
  });

  test('is retried once', async () => {
    const server = await scripted((socket, request) => respond(200, '{"id":"r2","status":"WAITPAY","rawAmount":"7"}')(socket, request));
    const user = newUser();
    await user.run(['profile', 'add', 'box', '--base', `${server.url}/{service}`]);
    await user.run('profile use box');
    await user.run('login --tokens-stdin', { stdin: '{"accessToken":"aaaa","refreshToken":"rrrr"}' });
    for (const _ of [1, 2]) expect((await user.run('ride retry r1 --client-ref again --yes')).code).toBe(exit.ok);
    expect(server.requests.filter(({ path: at }) => at.endsWith('/re-try'))).toHaveLength(1);
    expect((await user.run('ride status r2')).stderr).toContain('Waiting for payment: id r2, status WAITPAY, rawAmount 7');
  });
});

// A client reference (--client-ref) takes effect once. Across processes and after a kill: behaviour/process.test.ts.
import { describe, expect, test } from 'vitest';
import { exit } from '../support/exit.js';
import { respond, scripted } from '../support/scripted-server.js';
import { newUser } from '../support/tuk.js';

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

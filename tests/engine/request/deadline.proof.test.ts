// A process that was suspended past its deadline: what lies in its socket is read before the time limit ends it.
import { expect, test } from 'vitest';
import { exit } from '../../support/exit.js';
import { until } from '../../support/limit.js';
import { tukProcess } from '../../support/processes.js';
import { respond, scripted } from '../../support/scripted-server.js';
import { signedInHome } from '../../support/users.js';

test.skipIf(process.platform === 'win32').each([
  ['one connection per request', {}],
  ['a pool', { HTTPS_PROXY: 'http://127.0.0.1:9', NO_PROXY: '127.0.0.1' }],
])(
  'a process that was suspended past its time limit reads the response that lies in its socket (%s)',
  async (_, env) => {
    let answer: (() => void) | undefined;
    const server = await scripted((socket, received) => {
      answer = () => respond(200, JSON.stringify({ text: 'x'.repeat(100_000) }))(socket, received);
    });
    const home = await signedInHome('box', `${server.url}/{service}`, { accessToken: 'aaaa', refreshToken: 'rrrr' });
    const running = tukProcess(['api', 'user', 'get-current', '-p', 'box', '--timeout', '3s'], { home, env });
    await until(() => answer !== undefined);
    const suspended = running.suspend(3500);
    answer!();
    await suspended;
    const { code, stdout, stderr } = await running.done;
    expect([code, stdout.length, stderr]).toEqual([exit.ok, 100_012, '']);
  },
);

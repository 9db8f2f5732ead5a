// The time limit of a watch holds for a request under way, and a server that does not respond is an outage for watch and wait alike.
import { expect, test } from 'vitest';
import { exit } from '../support/exit.js';
import { whileTimePasses } from '../support/fake-time.js';
import { neverRespond, scripted } from '../support/scripted-server.js';
import { newUser } from '../support/tuk.js';
import { signedInHome } from '../support/users.js';

async function hangingServer() {
  const server = await scripted(neverRespond);
  return newUser(await signedInHome('box', `${server.url}/{service}`, { accessToken: 'aaaa', refreshToken: 'rrrr' }));
}

test.each(['ride wait r1', 'ride watch r1', 'store order wait o1'])(
  '%s --max-wait ends while its request waits for a response, and says that none came',
  async (line) => {
    const user = await hangingServer();
    const { code, stderr } = await whileTimePasses(() => user.run(`${line} --max-wait 10s -p box`));
    expect([code, stderr]).toEqual([exit.pending, expect.stringMatching(/no response before the time ran out[\s\S]*the time has run out/)]);
    expect(stderr).not.toContain('Retrying');
  },
);

test.each(['ride wait r1', 'ride watch r1'])('%s tries again after a time-out', async (line) => {
  const user = await hangingServer();
  const { code, stderr } = await whileTimePasses(() => user.run(`${line} --timeout 5s --max-wait 20s -p box`));
  expect([code, stderr]).toEqual([exit.pending, expect.stringMatching(/no response within 5000 ms\. Retrying in/)]);
});

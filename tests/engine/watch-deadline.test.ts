// The time limit of a watch holds for a request under way, and a server that does not respond is an outage for watch and wait alike.
import { expect, test } from 'vitest';
import { exit } from '../support/exit.js';
import { signedInHome } from '../support/processes.js';
import { neverRespond, scripted } from '../support/scripted-server.js';
import { newUser } from '../support/tuk.js';

async function hangingServer() {
  const server = await scripted(neverRespond);
  return newUser(await signedInHome('box', `${server.url}/{service}`, { accessToken: 'aaaa', refreshToken: 'rrrr' }));
}

test.each(['ride wait r1', 'ride watch r1', 'store order wait o1'])(
  '%s --max-wait ends while its request waits for a response, and says that none came',
  { timeout: 15_000 },
  async (line) => {
    const user = await hangingServer();
    const { code, stderr } = await user.run(`${line} --max-wait 1s -p box`);
    expect([code, stderr]).toEqual([exit.pending, expect.stringMatching(/no response before the time ran out[\s\S]*the time has run out/)]);
    expect(stderr).not.toContain('Retrying');
  },
);

test.each(['ride wait r1', 'ride watch r1'])('%s tries again after a time-out', { timeout: 15_000 }, async (line) => {
  const user = await hangingServer();
  const { code, stderr } = await user.run(`${line} --timeout 200ms --max-wait 2s -p box`);
  expect([code, stderr]).toEqual([exit.pending, expect.stringMatching(/no response within 200 ms\. Retrying in/)]);
});

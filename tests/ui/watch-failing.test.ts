// A watched item whose service answers with failures: it fails, and is not offline, in the header, above the item and in lines.
import { expect, test } from 'vitest';
import { conversation } from '../support/conversation.js';
import { program } from '../support/screen.js';
import { reset, respond, scripted } from '../support/scripted-server.js';
import { signedInHome } from '../support/users.js';

async function rideOf(fails: 'with 503' | 'without an answer') {
  const backend = { fails: false };
  const server = await scripted((socket, request) => {
    if (!backend.fails) return respond(200, JSON.stringify({ id: 'ride-1', status: 'PICKUP' }))(socket, request);
    return fails === 'with 503' ? respond(503, '{"message":"Maintenance"}')(socket, request) : reset(socket, request);
  });
  const home = await signedInHome('staged', `${server.url}/{service}`, { accessToken: 'access-1', refreshToken: 'refresh-1' });
  return { home, backend };
}
const watch = ['ride', 'watch', 'ride-1', '-p', 'staged', '--interval', '1s'];

test.each([
  ['with 503', /─ failing ─/, /◌ failing \d+ s/],
  ['without an answer', /─ no answer ─/, /◌ offline \d+ s/],
] as const)('%s', async (fails, above, header) => {
  const { home, backend } = await rideOf(fails);
  const app = await program(watch, { home });
  await app.until(/◐ PICKUP/);
  backend.fails = true;
  await app.press('r');
  for (let tries = 0; tries < 10 && !above.test(app.text()); tries++) await app.advance(1000);
  await app.until(above);
  await app.until(header);
  expect(app.text()).toMatch(/◐ PICKUP/); // the data stay
  backend.fails = false;
  await app.press('r');
  await app.until(/● \d s/);
  await app.until(/─ live, next in/);
  app.stop('SIGTERM');
  await app.ended();
});

test('lines say what the service answered, and not that there is no response', async () => {
  const { home, backend } = await rideOf('with 503');
  const talk = conversation([...watch.slice(0, -1), '20ms'], { home, env: { ACCESSIBLE: '1' } });
  await talk.until(/Status PICKUP/);
  backend.fails = true;
  const said = await talk.until(/Next request in/);
  expect(said).toMatch(/503/);
  expect(said).not.toContain('No response');
  await talk.type('q');
  await talk.exitCode;
});

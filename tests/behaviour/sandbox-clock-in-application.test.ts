// The clock of the sandbox in the application: it plays on the embedded back end, step by step, until it is stopped or left.
import { expect, test } from 'vitest';
import { exit } from '../support/exit.js';
import { program } from '../support/screen.js';
import { signedIn } from '../support/users.js';

test('a clock that plays moves the time of the sandbox, and w stops it', async () => {
  const { home, json } = await signedIn();
  const time = async () => Date.parse(((await json('sandbox status')) as { now: string }).now);
  const app = await program([], { home });
  await app.until(/▸ ACTIVE RIDE/);
  const before = await time();
  await app.press('T');
  await app.until(/claim: cancelled/);
  await app.press('jjjjj\r');
  await app.until(/SANDBOX \d\d:\d\d 60x/);
  await app.advance(3000);
  await app.press('w');
  await app.until(/plays no longer/);
  await app.advance(5000);
  const moved = (await time()) - before;
  expect(moved).toBeGreaterThan(3 * 60_000);
  expect(moved).toBeLessThan(6 * 60_000); // it stands since
  await app.press('q');
  expect(await app.ended()).toBe(exit.ok);
});

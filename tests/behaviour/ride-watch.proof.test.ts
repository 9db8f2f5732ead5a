// The watch of a ride in a pseudo-terminal: to its end, left, resized, signalled; the terminal is restored.
import { expect, test } from 'vitest';
import { exit } from '../support/exit.js';
import { respond } from '../support/scripted-server.js';
import { ended, keys, type Terminal, terminal } from '../support/terminal.js';
import { stubUser, tokens } from '../support/users.js';

const id = '3f1c9a52-7c1e-4c0b-9d55-1f2b6a8e04d2';
const driverInfo = { name: 'Leng Tan', carModel: 'Prius', carColor: 'white', carPlate: 'SLK 4821 C' };

/** A stub back end with one ride whose status the test sets, and a signed-in user. */
async function withRide(word: string) {
  const backend = { word, token: tokens.accessToken };
  const { home } = await stubUser((socket, request) => {
    const isRenewal = request.path.endsWith('/refresh');
    const isKnown = isRenewal || request.headers.authorization === `Bearer ${backend.token}`;
    const ride = { id, status: backend.word, fare: '9.40', currency: 'SGD', driverInfo };
    const body = isRenewal ? { accessToken: backend.token, refreshToken: 'refresh-2' } : ride;
    return respond(isKnown ? 200 : 401, isKnown ? JSON.stringify(body) : '{"code":"EXPIRED_SESSION"}')(socket, request);
  });
  const watch = (more: readonly string[] = [], options: Partial<Parameters<typeof terminal>[1]> = {}) =>
    terminal(['watch', `ride:${id}`, '--interval', '1s', ...more], { home, ...options });
  return { backend, watch };
}
const left = async (term: Terminal) => (await term.all()).join('\n').trim();

test('to its end: redrawn in place, it stays until a key, then leaves one line; what was printed meanwhile follows', async () => {
  const { backend, watch } = await withRide('PICKUP');
  const term = watch(['--on-change', 'echo not here >&2; exit 3'], { cols: 120 });
  expect(await term.until(/◐ PICKUP +the driver is on the way to you/)).toContain('Le•• T••');
  expect(term.buffer()).toBe('alternate');
  backend.token = 'access-2';
  await term.until(/The session was renewed|Another process has renewed the session/);
  backend.word = 'INUSE';
  await term.until(/◐ INUSE +you are on the way.*\n.*step 9\/10/);
  backend.word = 'FINISHED';
  await term.until(/✓ FINISHED: nothing follows by itself\. esc leaves/);
  term.press('y'); // keys that show or copy do not leave
  await term.until(/Sent to the terminal: 3f1c/);
  expect(term.written()).toContain(`\x1b]52;c;${Buffer.from(id).toString('base64')}\x07`);
  expect(term.buffer()).toBe('alternate');
  term.press(keys.esc);
  expect(await ended(term)).toBe(exit.ok);
  expect(term.written().match(/\x1b\[\?1049l/g)).toHaveLength(1);
  expect(await left(term)).toMatch(/^\S+T\S+ {2}FINISHED +was INUSE +succeeded$/m);
  expect(await left(term)).toContain('The command of --on-change ended with 3.');
  expect(term.written()).not.toContain('not here');
});

test('q and Ctrl-C leave before the end; SIGTERM, SIGINT and SIGHUP restore the terminal', async () => {
  const { watch } = await withRide('PICKUP');
  for (const [how, code, said] of [
    ['q', exit.pending, /PICKUP[\s\S]*◐ Not yet: .* is PICKUP; it continues/],
    [keys.ctrlC, exit.interrupted, /^✗ Interrupted; the watched things continue\. \(INTERRUPTED\)$/],
    ['SIGTERM', exit.terminated, /^/],
    ['SIGINT', exit.interrupted, /^/],
    ['SIGHUP', exit.hungUp, /^/],
  ] as const) {
    const term = watch();
    await term.until(/step 7\/10/);
    if (how === 'q' || how === keys.ctrlC) term.press(how);
    else term.kill(how as NodeJS.Signals);
    expect(await ended(term)).toBe(code);
    expect(await left(term)).toMatch(said);
  }
});

test('after many resizes the screen is complete at every size', async () => {
  const { watch } = await withRide('PICKUP');
  const term = watch();
  await term.until(/step 7\/10/);
  for (let i = 0; i < 60; i++) term.resize(20 + ((i * 37) % 180), 5 + ((i * 13) % 55));
  term.resize(120, 40);
  expect(await term.until(/DRIVER[\s\S]*\? keys$/)).toMatch(/^ tuk {2}box/);
  term.resize(20, 8);
  expect(await term.until(/^tuk needs 40x10\.$/m)).toBeTruthy();
  term.resize(80, 24);
  const screen = (await term.until(/^ tuk {2}box[\s\S]*\? keys$/)).split('\n');
  expect(screen).toHaveLength(24);
  term.press('q');
  expect(await ended(term)).toBe(exit.pending);
  expect(term.written()).not.toContain('\x1b[3J');
});

// Watched items in lines: a change never stands in the middle of a question, and pause says what it does.
import { expect, test } from 'vitest';
import { conversation } from '../support/conversation.js';
import { exit } from '../support/exit.js';
import { respond, scripted } from '../support/scripted-server.js';
import { signedInHome } from '../support/users.js';

/** A service with rides of this status, and the number of their reads since it changed. */
async function rides() {
  const backend = { word: 'PICKUP', waiting: [] as { reads: number; done(): void }[] };
  const server = await scripted((socket, request) => {
    const [, id = 'ride-1'] = /request\/([^/?]+)/.exec(request.path) ?? [];
    for (const one of backend.waiting) if (--one.reads <= 0) one.done();
    return respond(200, JSON.stringify({ id, status: backend.word, region: 'SG' }))(socket, request);
  });
  const home = await signedInHome('staged', `${server.url}/{service}`, { accessToken: 'access-1', refreshToken: 'refresh-1' });
  /** The new status, once it has been read and used: the next request was sent. */
  const changed = (word: string) => {
    backend.word = word;
    return new Promise<void>((done) => backend.waiting.push({ reads: 2, done }));
  };
  return { home, backend, changed };
}
const linear = { ACCESSIBLE: '1' };

test('a change waits until the question of a command is answered, and is said then', async () => {
  const { home, changed } = await rides();
  const talk = conversation(['ride', 'watch', 'ride-1', '-p', 'staged', '--interval', '20ms'], { home, env: linear });
  await talk.until(/Status PICKUP/);
  expect(await talk.type('x')).toMatch(/1 {2}Cancel…[\s\S]*Number, 1 to 3/);
  expect(await talk.type('1')).toMatch(/Type y to go on: $/);
  await changed('INUSE');
  const said = await talk.type('n');
  expect(said).toMatch(/^n\n✗ Not confirmed; nothing was sent\.\n[\s\S]*Changed: status INUSE, was PICKUP\.[\s\S]*Choice or command: $/);
  expect(said.match(/Changed:/g)).toHaveLength(1);
  await talk.type('q');
  await talk.exitCode;
});

test('an end that comes while a list of actions is open is said after the answer, and ends the watching', async () => {
  const { home, backend } = await rides();
  const talk = conversation(['ride', 'watch', 'ride-1', '-p', 'staged', '--interval', '20ms'], { home, env: linear });
  await talk.until(/Status PICKUP/);
  await talk.until(/Number, 1 to/, 'x');
  backend.word = 'FINISHED';
  expect(await talk.until(/It is over/, '.')).toMatch(/Changed: status FINISHED, was PICKUP\.\nIt is over: good end/);
  expect(await talk.exitCode).toBe(exit.ok);
});

test('pause pauses and resumes what goes on, and the choices say which; of what has ended it says why it cannot', async () => {
  const { home, changed } = await rides();
  const watch = ['-p', 'staged', '--linear'];
  const talk = conversation(watch, { home });
  await talk.opening;
  expect(await talk.until(/Status PICKUP/, 'ride watch ride-1')).toMatch(/ {3}w pause {3}/);
  expect(await talk.type('pause')).toMatch(/^Paused: r reloads, w resumes\.[\s\S]* {3}w resume {3}/);
  expect(await talk.type('resume')).toMatch(/^Automatic refresh is on\.[\s\S]* {3}w pause {3}/);
  void changed('FINISHED');
  expect(await talk.until(/It is over/, 'r')).toMatch(/Changed: status FINISHED/);
  expect(await talk.type('h')).not.toMatch(/w pause|w resume|bell rings/);
  expect(await talk.type('pause')).toMatch(/^It has ended, so there is nothing to pause: r reloads\./);
  expect(await talk.until(/FINISHED[\s\S]*FINISHED/, 'watch ride:ride-1 ride:ride-2')).not.toMatch(/w pause/);
  expect(await talk.type('w')).toMatch(/^None of these goes on, so there is nothing to pause: r reloads\./);
  await talk.type('q');
  await talk.exitCode;
});

// The process is ended while a command runs in its dialog: the terminal is restored, the exit code is that of the signal, and the ledger tells what is known.
import path from 'node:path';
import { expect, test } from 'vitest';
import { exit } from '../support/exit.js';
import { until } from '../support/limit.js';
import { userOf } from '../support/operations.js';
import { neverRespond } from '../support/scripted-server.js';
import { ended, terminal } from '../support/terminal.js';
import { newHome, newUser } from '../support/tuk.js';

test('SIGTERM while a question waits: nothing is sent, and nothing is in the ledger', async () => {
  const home = newHome();
  expect((await newUser(home).run('login')).code).toBe(exit.ok);
  const term = terminal([], { home });
  await term.until(/UNDER WAY ─+ none/);
  term.press(':points transfer --to dara --amount 5\r');
  await term.until(/Type .* to go on/);
  term.kill('SIGTERM');
  expect(await ended(term)).toBe(exit.terminated);
  expect((await newUser(home).run('ops list --every -o json')).stdout.trim()).toBe('[]');
});

/** A transfer is under way in the dialog, and its service never answers. */
async function transferring(env: Readonly<Record<string, string>> = {}) {
  const user = await userOf(neverRespond, () => undefined);
  const term = terminal(['-p', 'box'], { home: user.home, env });
  await term.until(/\[Home\]/);
  term.press(':points transfer --to dara --amount 5 --new-recipient --yes\r');
  await until(() => user.sent() === 1);
  return { ...user, term };
}

test.each([
  ['SIGTERM', exit.terminated],
  ['SIGHUP', exit.hungUp],
] as const)('%s while a transfer is under way: its outcome is unknown', async (signal, code) => {
  const { term, list, sent } = await transferring();
  term.kill(signal);
  expect(await ended(term)).toBe(code);
  expect(await list()).toEqual([expect.objectContaining({ call: 'transferPoints', amount: '5', outcome: 'unknown' })]);
  expect(sent()).toBe(1);
});

test('a fault of the program while a transfer is under way: the exit code is that without a dialog, and the outcome is unknown', async () => {
  const env = { NODE_OPTIONS: `--require ${path.resolve(import.meta.dirname, '../support/throw-on-signal.cjs')}` };
  const { term, home, list } = await transferring(env);
  term.kill('SIGUSR2');
  const code = await ended(term);
  expect(code).toBeGreaterThan(0);
  expect(await list()).toEqual([expect.objectContaining({ call: 'transferPoints', outcome: 'unknown' })]);
  const plain = terminal(['-p', 'box'], { home, env });
  await plain.until(/\[Home\]/);
  plain.kill('SIGUSR2');
  expect(await ended(plain)).toBe(code);
});

// The process is ended while a command runs in its dialog: the terminal is restored, the exit code is that of the signal, and the ledger tells what is known.
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { exit } from '../support/exit.js';
import { until } from '../support/limit.js';
import { userOf } from '../support/operations.js';
import { neverRespond, scripted } from '../support/scripted-server.js';
import { keys, type Terminal, terminal } from '../support/terminal.js';
import { newHome, newUser } from '../support/tuk.js';
import { signedInHome } from '../support/users.js';

/** Waits for the exit code and checks that screen, cursor, paste marks, focus reports and mouse are as before. */
async function ended(term: Terminal): Promise<number> {
  const { exitCode } = await term.exited;
  await term.text();
  expect(term.buffer()).toBe('normal');
  const written = term.written();
  for (const mode of ['2004', '1004', '1000', '1006', '1049'])
    expect(written.lastIndexOf(`\x1b[?${mode}l`), mode).toBeGreaterThan(written.lastIndexOf(`\x1b[?${mode}h`));
  expect(written.lastIndexOf('\x1b[?25h')).toBeGreaterThan(written.lastIndexOf('\x1b[?25l'));
  return exitCode;
}
const signals = [
  ['SIGTERM', exit.terminated],
  ['SIGHUP', exit.hungUp],
] as const;

/** A home that is signed in to a service which never answers. */
async function withSilentService(): Promise<string> {
  const server = await scripted(neverRespond);
  return signedInHome('staged', `${server.url}/{service}`, { accessToken: 'access-1', refreshToken: 'refresh-1' });
}

describe.each(signals)('%s', (signal, code) => {
  test('while a question waits: nothing is sent, and nothing is in the ledger', async () => {
    const home = newHome();
    expect((await newUser(home).run('login')).code).toBe(exit.ok);
    const term = terminal([], { home });
    await term.until(/No ride is under way/);
    term.press(':points transfer --to dara --amount 5\r');
    await term.until(/Type .* to go on/);
    term.kill(signal);
    expect(await ended(term)).toBe(code);
    expect((await newUser(home).run('ops list --every -o json')).stdout.trim()).toBe('[]');
  });

  test('while a transfer is under way: its outcome is unknown', async () => {
    const { home, sent, list } = await userOf(neverRespond, () => undefined);
    const term = terminal(['-p', 'box'], { home });
    await term.until(/\[Home\]/);
    term.press(':points transfer --to dara --amount 5 --new-recipient --yes\r');
    await until(() => sent() === 1);
    term.kill(signal);
    expect(await ended(term)).toBe(code);
    expect(await list()).toEqual([expect.objectContaining({ call: 'transferPoints', amount: '5', outcome: 'unknown' })]);
    expect(sent()).toBe(1);
  });

  test('while a command runs that never ends', async () => {
    const home = await withSilentService();
    const term = terminal(['-p', 'staged'], { home });
    await term.until(/\[Home\]/);
    term.press(':api user getCurrent\r');
    await term.until(/tuk api user getCurrent/);
    term.kill(signal);
    expect(await ended(term)).toBe(code);
  });
});

test('ctrl-c ends a command that waits for a silent service; and the application goes on', async () => {
  const home = await withSilentService();
  const term = terminal(['-p', 'staged'], { home });
  await term.until(/\[Home\]/);
  term.press(':api user getCurrent\r');
  await term.until(/tuk api user getCurrent/);
  term.press(keys.ctrlC);
  await term.until(/Exit code 130\. Enter goes back/);
  term.press(keys.enter);
  await term.until(/^(?![\s\S]*Enter goes back)[\s\S]*\? keys$/);
  term.press('q');
  expect(await ended(term)).toBe(exit.ok);
});

describe('a fault of the program', () => {
  const env = { NODE_OPTIONS: `--require ${path.resolve(import.meta.dirname, '../support/throw-on-signal.cjs')}` };
  test('while a transfer is under way: the terminal is restored, the exit code is that without a dialog, and the outcome is unknown', async () => {
    const { home, sent, list } = await userOf(neverRespond, () => undefined);
    const plain = terminal(['-p', 'box'], { home, env });
    await plain.until(/\[Home\]/);
    plain.kill('SIGUSR2');
    const code = await ended(plain);
    expect(code).toBeGreaterThan(0);
    const term = terminal(['-p', 'box'], { home, env });
    await term.until(/\[Home\]/);
    term.press(':points transfer --to dara --amount 5 --new-recipient --yes\r');
    await until(() => sent() === 1);
    term.kill('SIGUSR2');
    expect(await ended(term)).toBe(code);
    expect(await list()).toEqual([expect.objectContaining({ call: 'transferPoints', outcome: 'unknown' })]);
  });
});

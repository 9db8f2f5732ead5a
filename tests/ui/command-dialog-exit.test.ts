// The process is ended while a command runs in its dialog: the terminal is restored, the exit code is that of the signal, and the ledger tells what is known.
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { exit } from '../support/exit.js';
import { userOf } from '../support/operations.js';
import { signedInHome, until } from '../support/processes.js';
import { fakeClock, program, renderApplication } from '../support/screen.js';
import { neverRespond, scripted } from '../support/scripted-server.js';
import { keys, type Terminal, terminal } from '../support/terminal.js';
import { newHome, newUser } from '../support/tuk.js';

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
  }, 60_000);

  test('while a transfer is under way: its outcome is unknown', async () => {
    const { home, sent, list } = await userOf(neverRespond, () => undefined);
    const term = terminal(['-p', 'box'], { home });
    await term.until(/\[Home\]/);
    term.press(':points transfer --to dara --amount 5 --new-recipient --yes\r');
    await until(() => sent() === 1, 20_000);
    term.kill(signal);
    expect(await ended(term)).toBe(code);
    expect(await list()).toEqual([expect.objectContaining({ call: 'transferPoints', amount: '5', outcome: 'unknown' })]);
    expect(sent()).toBe(1);
  }, 60_000);

  test('while a command runs that never ends', async () => {
    const home = await withSilentService();
    const term = terminal(['-p', 'staged'], { home });
    await term.until(/\[Home\]/);
    term.press(':api user getCurrent\r');
    await term.until(/tuk api user getCurrent/);
    const at = performance.now();
    term.kill(signal);
    expect(await ended(term)).toBe(code);
    expect(performance.now() - at).toBeLessThan(5000);
  }, 60_000);
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
}, 60_000);

test('a command that takes long says for how long it runs, and which request has no response', async () => {
  const app = await program(['-p', 'staged'], { home: await withSilentService() });
  await app.until(/7 panes/);
  await app.press(':api user getCurrent\r');
  await app.until(/◐ runs(?! \d)/);
  await app.advance(4000);
  await app.until(/◐ runs \d+ s, waits for GET user \/[\w/]+/);
  await app.press(keys.ctrlC);
  await app.until(/Exit code 130/);
  await app.press(keys.ctrlC);
  await app.press(keys.ctrlC);
  expect(await app.ended()).toBe(130);
}, 60_000);

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
    await until(() => sent() === 1, 20_000);
    term.kill('SIGUSR2');
    expect(await ended(term)).toBe(code);
    expect(await list()).toEqual([expect.objectContaining({ call: 'transferPoints', outcome: 'unknown' })]);
  }, 60_000);
});

describe('a command that neither ends nor hears its signal', () => {
  const commands = async () => [{ name: 'points balance', is: 'Show' }];
  async function stuck(signal?: AbortSignal) {
    fakeClock();
    let interrupted: AbortSignal | undefined;
    const app = await renderApplication(
      {
        load: async () => ({ value: [] }),
        commands,
        run: (_line, _owner, streams) => {
          interrupted = streams?.signal;
          return new Promise<never>(() => {});
        },
      },
      signal ? { signal } : {},
    );
    await app.press(':points balance --watch\r');
    await app.advance(100);
    expect(app.text()).toContain('tuk points balance --watch');
    return { app, isInterrupted: () => interrupted?.aborted === true };
  }
  test('the stop signal restores the terminal at once, interrupts it, and waits for it for two seconds at most', async () => {
    const stop = new AbortController();
    const { app, isInterrupted } = await stuck(stop.signal);
    stop.abort('SIGTERM');
    await app.advance(0);
    expect([app.raw(), isInterrupted()]).toEqual([false, true]);
    await app.advance(2000);
    expect(await app.exited).toBe('stopped');
  });

  test('ctrl-c interrupts it, a second one leaves', async () => {
    const { app, isInterrupted } = await stuck();
    await app.press(keys.ctrlC);
    expect([app.raw(), isInterrupted()]).toEqual([true, true]);
    await app.press(keys.ctrlC);
    expect(app.raw()).toBe(false);
    await app.advance(2000);
    expect(await app.exited).toBe('interrupted');
  });
});

// A command that takes long in its dialog: what is said of it, and how the application is left although it does not end.
import { describe, expect, test } from 'vitest';
import type { ApplicationDependencies } from '../../src/ui/application.js';
import { exit } from '../support/exit.js';
import { fakeClock, program, renderApplication } from '../support/screen.js';
import { neverRespond } from '../support/scripted-server.js';
import { stubUser } from '../support/users.js';

test('a command that takes long says for how long it runs, and which request has no response', async () => {
  const { home } = await stubUser(neverRespond);
  const app = await program([], { home });
  await app.until(/▸ NEEDS YOU/);
  await app.press(':api user getCurrent\r');
  await app.until(/◐ runs(?! \d)/);
  await app.advance(4000);
  await app.until(/◐ runs \d+ s, waits for GET user \/[\w/]+/);
  await app.press('\x03');
  await app.until(/Exit code 130/);
  await app.press('\x03');
  await app.press('\x03');
  expect(await app.ended()).toBe(exit.interrupted);
});

describe('a command that neither ends nor hears its signal', () => {
  async function stuck(size: Parameters<typeof renderApplication>[1] = {}) {
    fakeClock();
    let interrupted: AbortSignal | undefined;
    const load = async () => ({ value: [] });
    const commands = async () => [{ name: 'points balance', is: 'Show' }];
    const run: ApplicationDependencies['run'] = (_line, _owner, streams) => {
      interrupted = streams?.signal;
      return new Promise<never>(() => {});
    };
    const app = await renderApplication({ load, commands, run }, size);
    await app.press(':points balance --watch\r');
    await app.advance(100);
    expect(app.text()).toContain('tuk points balance --watch');
    return { app, isInterrupted: () => interrupted?.aborted === true };
  }
  test('the stop signal restores the terminal at once, interrupts it, and waits for it for two seconds at most', async () => {
    const stop = new AbortController();
    const { app, isInterrupted } = await stuck({ signal: stop.signal });
    stop.abort('SIGTERM');
    await app.advance(0);
    expect([app.raw(), isInterrupted()]).toEqual([false, true]);
    await app.advance(2000);
    expect(await app.exited).toBe('stopped');
  });

  test('ctrl-c interrupts it, a second one leaves', async () => {
    const { app, isInterrupted } = await stuck();
    await app.press('\x03');
    expect([app.raw(), isInterrupted()]).toEqual([true, true]);
    await app.press('\x03');
    expect(app.raw()).toBe(false);
    await app.advance(2000);
    expect(await app.exited).toBe('interrupted');
  });
});

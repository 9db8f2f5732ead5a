// Mounting a prompt on terminal-like streams: when it is shown, how it ends, and that the terminal is restored.
import { expect, test } from 'vitest';
import { choose, typeLine } from '../../src/ui/mount.js';
import { stage } from '../support/stage.js';

type Stage = ReturnType<typeof stage>;
const choices = [
  { key: 'web3', label: 'Web3 wallet' },
  { key: 'google', label: 'Google' },
] as const;
/** Checks that the terminal is as before the prompt. */
function expectGivenBack({ stdin, stdout, raw }: Stage) {
  expect(raw.at(-1)).toBe(false);
  expect(stdin.listenerCount('data')).toBe(0);
  expect(stdin.isPaused()).toBe(true);
  expect(stdout.listenerCount('resize')).toBe(0);
  expect(stdout.text.lastIndexOf('\x1b[?25h')).toBeGreaterThan(stdout.text.lastIndexOf('\x1b[?25l'));
}

test('if stdin or the output is not a terminal, no prompt is drawn', async () => {
  for (const end of ['stdin', 'stdout'] as const) {
    const on = stage();
    on[end].isTTY = false;
    await expect(choose('How', choices, on)).rejects.toThrow('no terminal');
    await expect(typeLine('Name', {}, on)).rejects.toThrow('no terminal');
    expect([on.stdout.text, on.raw]).toEqual(['', []]);
  }
});

test('after an answer the terminal is restored; later keys stay in the stream', async () => {
  const on = stage();
  const chosen = choose('How', choices, on);
  await on.shows('esc');
  expect(on.raw).toEqual([true]);
  on.stdin.write('2next');
  expect(await chosen).toBe('google');
  expectGivenBack(on);
  expect(on.stdout.text).toMatch(/How.* {2}Google\n/);
  expect(String(on.stdin.read())).toBe('next');
});

test('keys that arrive in pieces are recognised', async () => {
  const on = stage();
  const typed = typeLine('Name', {}, on);
  await on.shows('Name');
  for (const byte of Buffer.from('é한')) on.stdin.write(Buffer.from([byte]));
  on.stdin.write('\x1b[D\x1b[1;5Cx\r');
  expect(await typed).toBe('é한x');
});

test('the end of input cancels, and no prompt follows', async () => {
  for (const ACCESSIBLE of ['', '1']) {
    const on = stage({ env: { ACCESSIBLE } });
    const chosen = choose('How', choices, on);
    await on.shows('Google');
    on.stdin.end();
    expect(await chosen).toBeUndefined();
    await on.shows('(no answer)\n');
    const before = on.stdout.text;
    expect(await typeLine('Name', {}, on)).toBeUndefined();
    expect(on.stdout.text).toBe(before);
  }
});

test('a signal cancels: before, while Ink is loaded, and during the prompt', async () => {
  for (const [TERM, hidden] of [
    ['xterm', true],
    ['dumb', true],
    ['dumb', false],
  ] as const) {
    const stop = new AbortController();
    const early = stage({ env: { TERM }, signal: stop.signal });
    const line = typeLine('Name', { hidden }, early);
    stop.abort();
    expect(await line).toBeUndefined();
    expect(await choose('How', choices, early)).toBeUndefined();
    const later = new AbortController();
    const on = stage({ env: { TERM }, signal: later.signal });
    const typed = typeLine('Name', { hidden }, on);
    await on.shows('Name');
    on.stdin.write('half');
    later.abort();
    expect(await typed).toBeUndefined();
    await on.shows('(no answer)\n');
    expect(on.raw.at(-1) ?? false).toBe(false);
    expect(on.stdin.listenerCount('data')).toBe(0);
  }
});

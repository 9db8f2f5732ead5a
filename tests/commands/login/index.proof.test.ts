// `tuk login` in a pseudo-terminal: types keys and reads the screen.
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { exit } from '../../support/exit.js';
import { password, v3 } from '../../support/key-files.js';
import { keys, terminal } from '../../support/terminal.js';
import { newHome } from '../../support/tuk.js';

/** The ways to sign in beside a sandbox user. */
async function anotherWay(term: ReturnType<typeof terminal>) {
  await term.until(/another way/);
  term.press('9');
  return term.until(/Paste tokens/);
}
const stored = (home: string) => JSON.parse(readFileSync(path.join(home, 'sessions/sandbox.json'), 'utf8'));

test("two key presses select one of the sandbox's users, or another way", async () => {
  const home = newHome('empty');
  const term = terminal(['login'], { home });
  await term.until(/Sandbox user[\s\S]*another way to sign in/);
  term.press(`${keys.down}${keys.enter}`);
  expect(await term.exited).toMatchObject({ exitCode: exit.ok });
  expect((await term.all()).join('\n')).toMatch(/Sandbox user\s+dara[\s\S]*✓ Signed in as dara/);
  expect(stored(home).accessToken).toMatch(/^eyJ/);
});

test('a locked key prompts for its password, which never appears on the screen', { timeout: 120_000 }, async () => {
  const home = newHome('empty');
  writeFileSync(path.join(home, 'wallet.json'), v3);
  const term = terminal(['login'], { home });
  await anotherWay(term);
  term.press(keys.enter);
  await term.until(/Key file/);
  term.press(`wallet.json${keys.enter}`);
  await term.until(/Password of the key/);
  term.press(`${password}${keys.enter}`);
  expect(await term.exited).toMatchObject({ exitCode: exit.ok });
  expect((await term.all()).join('\n')).toContain('✓ Signed in as Mi•• P••');
  expect(term.written()).not.toContain('sesame');
});

test('pasted tokens are stored and never appear on the screen', async () => {
  const home = newHome('empty');
  const term = terminal(['login'], { home });
  const ways = await anotherWay(term);
  for (const way of ['Wallet key', 'Google', 'Ride login', 'Account key', 'One-time code', 'Privy'])
    expect(ways).toContain(way);
  term.press(`${keys.down.repeat(7)}${keys.enter}`);
  await term.until(/Access token/);
  term.press(`${'canary-access.'.repeat(40)}${keys.enter}`);
  await term.until(/Refresh token/);
  term.press(`canary-refresh${keys.enter}`);
  expect(await term.exited).toMatchObject({ exitCode: exit.ok });
  expect(term.written()).not.toMatch(/canary/);
  expect(stored(home)).toMatchObject({ accessToken: 'canary-access.'.repeat(40), refreshToken: 'canary-refresh' });
});

test.each([
  ['esc', keys.esc],
  ['Ctrl-C', keys.ctrlC],
  ['Ctrl-D', keys.ctrlD],
])('%s cancels: nothing is stored, and the exit code is set', async (_, key) => {
  const home = newHome('empty');
  const term = terminal(['login'], { home });
  await term.until(/Sandbox user/);
  term.press(key);
  expect(await term.exited).toMatchObject({ exitCode: exit.interrupted });
  expect((await term.all()).join('\n')).toContain('The prompt was cancelled. Nothing was sent.');
  expect(() => stored(home)).toThrow();
});

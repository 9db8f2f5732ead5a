// The whole program with its preferences: a second start has the table, the group and the switches of the first.
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { exit } from '../support/exit.js';
import { program } from '../support/screen.js';
import { signedIn } from '../support/users.js';

test('a sorted board without one column, its group and the switches come back', async () => {
  const { home } = await signedIn();
  const file = path.join(home, 'preferences.json');
  const first = await program([], { home });
  await first.press('1');
  await first.until(/STATUS/);
  await first.press('H');
  await first.press('s');
  const kept = JSON.parse(readFileSync(file, 'utf8'));
  expect(kept).toMatchObject({
    group: 'Assets',
    boards: { 'assets offerings': { hidden: ['status'], sort: { down: false } } },
  });
  for (const line of [':mouse off\r', ':theme light\r']) await first.press(line);
  expect(first.written()).toContain('\x1b[?1006l\x1b[?1000l');
  await first.press('q');
  expect(await first.ended()).toBe(exit.ok);
  const second = await program([], { home });
  await second.until(/↑/);
  expect(second.text()).not.toContain('STATUS');
  expect(second.written()).not.toContain('\x1b[?1000h');
  await second.press('q');
  expect(await second.ended()).toBe(exit.ok);
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({
    ...{ ...kept, mouse: false, theme: 'light' },
    left: { sandbox: expect.any(String) },
  });
});

test('the theme and the mouse of a profile of an earlier version become preferences', async () => {
  const { home } = await signedIn();
  const config = path.join(home, 'config.json');
  const base = 'http://127.0.0.1:9/{service}';
  writeFileSync(config, JSON.stringify({ current: 'old', profiles: { old: { base, theme: 'light', mouse: false } } }));
  const screen = await program([], { home });
  await screen.press(':theme auto\r');
  await screen.press('q');
  expect(await screen.ended()).toBe(exit.ok);
  expect(screen.written()).not.toContain('\x1b[?1000h');
  expect(JSON.parse(readFileSync(path.join(home, 'preferences.json'), 'utf8'))).toMatchObject({ mouse: false });
});

// Values on a terminal are in plain words: booleans, and the end of a session; data stays as it came.
import { expect, test } from 'vitest';
import { newUser } from '../support/tuk.js';

test('a boolean is yes or no in a table, and is found by either; in JSON it stays', async () => {
  const { run } = newUser();
  await run('login');
  const table = await run('points missions list --limit 5', { terminal: true, columns: 200 });
  expect(table.stdout).toMatch(/CLAIM[\s\S]*\b(yes|no)\b/);
  expect(table.stdout).not.toMatch(/\b(true|false)\b/);
  expect((await run('auth status', { terminal: true })).stdout).toMatch(/Usable.*yes/);
  const listed = JSON.parse((await run(['points', 'missions', 'list', '--match', 'claim:no'])).stdout) as { claimable: boolean }[];
  expect(listed.length).toBeGreaterThan(0);
  expect(listed.every(({ claimable }) => claimable === false)).toBe(true);
});

test('the end of a session is a date that a person reads', async () => {
  const { run } = newUser();
  await run('login');
  const { stdout } = await run('whoami', { terminal: true });
  expect(stdout).toMatch(/Session ends.*\d [A-Z][a-z]+ \d{4} \d\d:\d\d:\d\d/);
  expect(stdout).not.toMatch(/\dT\d\d:/);
});

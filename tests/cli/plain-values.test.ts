// Values on a terminal are in plain words: booleans, and the end of a session; data stays as it came.
import { expect, test } from 'vitest';
import { signedIn } from '../support/users.js';

test('a boolean is yes or no in a table, and is found by either; in JSON it stays', async () => {
  const { json, table } = await signedIn();
  const { stdout } = await table('points missions list --limit 5', { columns: 200 });
  expect(stdout).toMatch(/CLAIM[\s\S]*\b(yes|no)\b/);
  expect(stdout).not.toMatch(/\b(true|false)\b/);
  expect((await table('auth status')).stdout).toMatch(/Usable.*yes/);
  const listed: { claimable: boolean }[] = await json('points missions list --match claim:no');
  expect(new Set(listed.map(({ claimable }) => claimable))).toEqual(new Set([false]));
});

test('the end of a session is a date that a person reads', async () => {
  const { stdout } = await (await signedIn()).table('whoami');
  expect(stdout).toMatch(/Session ends.*\d [A-Z][a-z]+ \d{4} \d\d:\d\d:\d\d/);
  expect(stdout).not.toMatch(/\dT\d\d:/);
});

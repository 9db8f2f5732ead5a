// The pager of a terminal: for output that does not fit, and nothing else. Its usual course: behaviour/process.test.ts.
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { programsOf } from '../../src/services/platform/programs.js';
import { exit } from '../support/exit.js';
import { respondJson } from '../support/scripted-server.js';
import { terminal } from '../support/terminal.js';
import { newUser } from '../support/tuk.js';
import { stubUser } from '../support/users.js';

/** The last screen of a terminal of 24 rows, after a table with so many rows. */
async function shown(rows: number, line: string, env: Readonly<Record<string, string>>) {
  const row = (_: unknown, at: number) => ({ id: `row-${at + 1}`, amount: '1', description: `Change ${at + 1}` });
  const history = Array.from({ length: rows }, row);
  const { home } = await stubUser(respondJson(history));
  const term = terminal(line.split(' '), { home, env });
  const { exitCode } = await term.exited;
  return { text: (await term.all()).join('\n'), code: exitCode };
}
const pager = "sed 's/^/paged: /'";

test.each([
  ['--no-pager', 'points history --no-pager', { TUK_PAGER: pager }],
  ['an empty TUK_PAGER', 'points history', { TUK_PAGER: '' }],
  ['cat', 'points history', { TUK_PAGER: 'cat' }],
  ['a terminal without escape sequences', 'points history', { TUK_PAGER: pager, TERM: 'dumb' }],
  ['output that fits', 'points history --limit 5', { TUK_PAGER: pager }],
  ['a pager that is not there', 'points history', { TUK_PAGER: 'no-such-pager-of-ours' }],
  ['a pager that fails', 'points history', { TUK_PAGER: 'false' }],
  ['a pager that is killed', 'points history', { TUK_PAGER: 'kill -KILL $$' }],
] as const)('%s: it is printed at once', async (_, line, env) => {
  const { text, code } = await shown(40, line, env);
  expect([code, text]).toEqual([exit.ok, expect.stringMatching(/Change 5\b/)]);
  expect(text).not.toContain('paged:');
});

test('the pager of the system: without less, more shows it; without both it is printed', async () => {
  const TUK_PAGER = programsOf('linux').pager;
  const folder = newUser().home;
  writeFileSync(path.join(folder, 'more'), '#!/bin/sh\nwhile read -r line; do echo "more: $line"; done\n', {
    mode: 0o755,
  });
  expect((await shown(40, 'points history', { PATH: folder, TUK_PAGER })).text).toMatch(/more: .*Change 5\b/);
  expect((await shown(40, 'points history', { PATH: newUser().home, TUK_PAGER })).text).toMatch(
    /^(?!more).*Change 5\b/m,
  );
});

test('a pager that is left early is not a failure', async () => {
  const { text, code } = await shown(9000, 'points history', { TUK_PAGER: 'head -3' });
  expect([code, text]).toEqual([exit.ok, expect.stringMatching(/Change 1\b/)]);
});

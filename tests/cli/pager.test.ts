// The pager: long output on a terminal, and nothing else; and the totals below a table.
import { expect, test } from 'vitest';
import { exit } from '../support/exit.js';
import { respond, scripted } from '../support/scripted-server.js';
import { terminal } from '../support/terminal.js';
import { newUser } from '../support/tuk.js';

/** A home of a user at a server with a balance of so many rows. */
async function homeWith(rows: readonly unknown[]) {
  const { url } = await scripted(respond(200, JSON.stringify(rows)));
  const user = newUser();
  await user.run(['profile', 'add', 'box', '--base', `${url}/{service}`]);
  await user.run('login --tokens-stdin -p box', { stdin: '{"accessToken":"aaaa","refreshToken":"rrrr"}' });
  await user.run('profile use box');
  return user;
}
const history = (count: number) =>
  Array.from({ length: count }, (_, at) => ({ id: `row-${at + 1}`, amount: '1', description: `Change ${at + 1}` }));

/** What a terminal of 24 rows shows at the end. */
async function shown(home: string, line: string, env: Readonly<Record<string, string>>): Promise<{ text: string; code: number }> {
  const term = terminal(line.split(' '), { home, env });
  const { exitCode } = await term.exited;
  return { text: (await term.all()).join('\n'), code: exitCode };
}
const pager = "sed 's/^/paged: /'";

test('a table of more lines than the terminal has goes through the pager, and its notes follow', async () => {
  const { home } = await homeWith(history(40));
  const { text, code } = await shown(home, 'points history', { TUK_PAGER: pager });
  expect(code).toBe(exit.ok);
  expect(text).toMatch(/paged: .*Change 40\b/);
  expect(text).toMatch(/^40 rows/m);
});

test.each([
  ['--no-pager', 'points history --no-pager', { TUK_PAGER: pager }],
  ['an empty TUK_PAGER', 'points history', { TUK_PAGER: '' }],
  ['cat', 'points history', { TUK_PAGER: 'cat' }],
  ['a terminal without escape sequences', 'points history', { TUK_PAGER: pager, TERM: 'dumb' }],
  ['output that fits', 'points history --limit 5', { TUK_PAGER: pager }],
  ['a pager that is not there', 'points history', { TUK_PAGER: 'no-such-pager-of-ours' }],
] as const)('%s: it is printed at once', async (_, line, env) => {
  const { home } = await homeWith(history(40));
  const { text, code } = await shown(home, line, env);
  expect([code, text]).toEqual([exit.ok, expect.stringMatching(/Change 5\b/)]);
  expect(text).not.toContain('paged:');
});

test('a pager that is left early is no failure', async () => {
  const { home } = await homeWith(history(9000));
  const { text, code } = await shown(home, 'points history', { TUK_PAGER: 'head -3' });
  expect([code, text]).toEqual([exit.ok, expect.stringMatching(/Change 1\b/)]);
});

test('a pipe has no pager', async () => {
  const { run } = await homeWith(history(40));
  expect((await run('points history -o table', { env: { TUK_PAGER: pager } })).stdout).not.toContain('paged:');
});

const balance = (worth: string | null, currency = 'USD') => ({
  asset: { ticker: 'MVL', name: 'MVL' },
  amount: '1',
  network: 'BSC',
  valuatedAmount: worth,
  valuatedCurrency: currency,
});
test.each([
  [
    'one currency',
    [balance('0.10'), balance('0.20'), balance('79228162514264337593543950336')],
    'total 79,228,162,514,264,337,593,543,950,336.3 USD',
  ],
  ['two currencies', [balance('1'), balance('2', 'EUR')], undefined],
  ['a row without an amount', [balance('1'), balance(null)], undefined],
  ['one row', [balance('1')], undefined],
  ['what is no number', [balance('1'), balance('many')], undefined],
] as const)('totals of %s', async (_, rows, total) => {
  const { run } = await homeWith(rows);
  const { stderr } = await run('wallet balance --address 0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266 --network BSC', {
    terminal: true,
    columns: 200,
  });
  if (total === undefined) expect(stderr).not.toContain('total');
  else expect(stderr).toContain(total);
});

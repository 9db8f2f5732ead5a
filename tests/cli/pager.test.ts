// Long output in a pipe, which has no pager, and the totals below a table. On a terminal: pager.proof.test.ts.
import { expect, test } from 'vitest';
import { respondJson } from '../support/scripted-server.js';
import { stubUser } from '../support/users.js';

test('a pipe has no pager', async () => {
  const { run } = await stubUser(respondJson(Array.from({ length: 40 }, (_, at) => ({ id: `row-${at + 1}`, amount: '1' }))));
  expect((await run('points history -o table', { env: { TUK_PAGER: "sed 's/^/paged: /'" } })).stdout).not.toContain('paged:');
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
  const { table } = await stubUser(respondJson(rows));
  const line = 'wallet balance --address 0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266 --network BSC';
  const { stderr } = await table(line, { columns: 200 });
  if (total === undefined) expect(stderr).not.toContain('total');
  else expect(stderr).toContain(total);
});

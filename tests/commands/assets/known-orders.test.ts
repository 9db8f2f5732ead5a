// `tuk assets orders`: the orders of the ledger, each with the status of its purchase.
import { expect, test } from 'vitest';
import { exit } from '../../support/exit.js';
import { signedIn } from '../../support/users.js';

interface Row {
  readonly id: string | null;
  readonly status: string | null;
  readonly amount: string;
  readonly product: { readonly name: string };
  readonly here: { readonly operation: string; readonly unpaid?: string; readonly note?: string };
}

async function mina() {
  const user = await signedIn();
  await user.run('sandbox clock frozen');
  const rows = (): Promise<Row[]> => user.json('assets orders');
  const order = async (amount: number): Promise<string> =>
    (await user.json(`assets order --offering 1 --purchase-type FRACTIONAL --amount ${amount} --yes`)).id;
  return { ...user, rows, order };
}

test('an order with its payments is one row; it is PAID when a purchase shows it, and nothing before', async () => {
  const { run, rows, order } = await mina();
  expect(await rows()).toEqual([]);
  const [first, second] = [await order(150), await order(50)];
  await run(`assets payment create ${first} --method CRYPTO --yes`);
  expect((await rows()).map(({ id, status, here }) => [id, status, here.unpaid, here.note])).toEqual([
    [second, null, second, 'no purchase shows it; no payment was made here'],
    [first, null, undefined, 'no purchase shows it; its payment was READY when it was made'],
  ]);
  await run('sandbox advance 10m');
  expect(
    (await rows()).map(({ id, status, amount, product, here }) => [id, status, amount, product.name, here.unpaid]),
  ).toEqual([
    [second, null, '50', 'Phnom Penh Tuk-tuks I', second],
    [first, 'PAID', '150', 'Phnom Penh Tuk-tuks I', undefined],
  ]);
});

test('a payment that fails later shows no success, whatever the ledger says', async () => {
  const { run, rows, order } = await mina();
  const id = await order(50);
  await run(['sandbox', 'scenario', 'payment: not paid']);
  await run(`assets payment create ${id} --method CRYPTO --yes`);
  await run('sandbox advance 2d');
  const [row] = await rows();
  expect([row!.status, row!.here.note]).toEqual([null, expect.stringContaining('no purchase shows it')]);
});

test('an order whose response was lost names the command that looks for it; the one of another account is not listed', async () => {
  const { run, rows } = await mina();
  await run(['sandbox', 'fault', 'add', 'lost-answer', '--on', 'musubi createOrder', '--times', '1']);
  expect((await run('assets order --offering 1 --purchase-type FRACTIONAL --amount 70 --yes')).code).toBe(exit.unknown);
  const [row] = await rows();
  expect(row).toMatchObject({
    id: null,
    status: null,
    here: { note: `it is not known to be done: tuk ops check ${row!.here.operation}` },
  });
  const { stdout } = await run('sandbox token lan');
  await run('login --tokens-stdin --yes', { stdin: stdout });
  expect(await rows()).toEqual([]);
});

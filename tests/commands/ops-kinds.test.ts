// `tuk ops list --kind`: the operations of one kind, each with the id of what it is about, as the boards of orders use them.
import { expect, test } from 'vitest';
import { operationKinds } from '../../src/commands/ops/kinds.js';
import { exit } from '../support/exit.js';
import { newUser } from '../support/tuk.js';

interface Listed {
  readonly what: string;
  readonly subject?: string;
}
const to = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';

test('each operation is of one kind, and an order has the id of its payment as its subject', async () => {
  const { run } = newUser();
  await run('login');
  expect((await run('store buy 1 --quantity 2 --currency MVP --yes')).code).toBe(exit.ok);
  expect((await run('assets order --offering 1 --purchase-type FRACTIONAL --amount 50 --yes')).code).toBe(exit.ok);
  expect((await run(`points deposit --amount 20 -f currencyId=MVL -f address=${to} --yes`)).code).toBe(exit.ok);
  const list = async (line: string) => JSON.parse((await run(line)).stdout) as Listed[];
  const all = await list('ops list');
  const byKind = await Promise.all(operationKinds.map((kind) => list(`ops list --kind ${kind}`)));
  expect(byKind.flat().length, 'no operation is in two kinds or in none').toBe(all.length);
  const orders = await list('ops list --kind store-order');
  expect(orders.map(({ what }) => what)).toEqual(['store payment', 'store order']);
  const [payment, order] = orders;
  expect(payment!.subject).toBeDefined();
  expect(payment!.subject).toBe(order!.subject);
  expect((await run(`store order show ${order!.subject} --jq .id`)).stdout).toContain(order!.subject);
  expect((await list('ops list --kind asset-order')).map(({ what }) => what)).toEqual(['asset order']);
});

test('sums count the selected kind only, and an unknown kind is refused', async () => {
  const { run } = newUser();
  await run('login');
  await run('store buy 1 --quantity 2 --currency MVP --yes');
  await run('assets order --offering 1 --purchase-type FRACTIONAL --amount 50 --yes');
  const { stderr } = await run('ops list --kind asset-order -o table');
  expect(stderr).toContain('not paid: 50 USDC.');
  expect(stderr).not.toContain('MVP');
  expect((await run('ops list --kind orders')).code).toBe(exit.usage);
});

test('a response without an id gives no subject', async () => {
  const { run } = newUser();
  await run('login');
  await run(['sandbox', 'fault', 'add', 'lost-answer', '--on', 'sale createOrder', '--times', '1']);
  expect((await run('store buy 1 --quantity 2 --currency MVP --yes')).code).toBe(exit.unknown);
  const [order] = JSON.parse((await run('ops list --kind store-order')).stdout) as Listed[];
  expect(order).toMatchObject({ what: 'store order' });
  expect(order).not.toHaveProperty('subject');
});

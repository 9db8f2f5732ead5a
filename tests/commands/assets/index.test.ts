// `tuk assets`: reads, changes, the selection of endpoints, row filters and references.

import { describe, expect, test } from 'vitest';
import { ends, exit } from '../../support/exit.js';
import { respondJson } from '../../support/scripted-server.js';
import { signedIn, stubUser } from '../../support/users.js';

// `tuk assets orders`: the orders of the ledger, each with the status of its purchase.
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
  const name = 'Phnom Penh Tuk-tuks I';
  const [latest, paid] = await rows();
  expect(latest).toMatchObject({ id: second, status: null, amount: '50', product: { name }, here: { unpaid: second } });
  expect(paid).toMatchObject({ id: first, status: 'PAID', amount: '150', product: { name } });
  expect(paid!.here.unpaid).toBeUndefined();
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
  const note = `it is not known to be done: tuk ops check ${row!.here.operation}`;
  expect(row).toMatchObject({ id: null, status: null, here: { note } });
  const { stdout } = await run('sandbox token lan');
  await run('login --tokens-stdin --yes', { stdin: stdout });
  expect(await rows()).toEqual([]);
});

describe('on the sandbox', () => {
  test('a share is ordered and paid', async () => {
    const { run, json } = await signedIn();
    const [offering] = await json('assets offerings --status OPEN --sort-by=-interestRate');
    expect(offering.status).toBe('OPEN');
    const line = `assets order --offering ${offering.id} --purchase-type FRACTIONAL --amount ${offering.minAmount}`;
    const created = await run(`${line} --yes`);
    const receipt = new RegExp(`receipt[\\s\\S]*${offering.title}[\\s\\S]*In the ledger as op-`);
    expect(created).toMatchObject(ends(exit.ok, receipt));
    const next = /Next: tuk (.*)/.exec(created.stderr)![1]!;
    expect(await json(`${next} --yes`)).toMatchObject({ status: 'READY', method: 'CRYPTO' });
    await run('sandbox advance 5m');
    expect((await json('assets transactions --type PURCHASE'))[0].amount).toBe(offering.minAmount);
  });

  test.each([
    ['assets order --yes', exit.usage, '--offering and --purchase-type are needed, and --amount or --raw-amount is'],
    ['assets order --offering 1 --purchase-type OWNERSHIP --amount 1e3 --yes', exit.usage, 'is not a valid amount'],
    ['assets order --offering 1 --purchase-type FRACTIONAL --amount 50', exit.guarded, 'Add --yes to confirm'],
    ['assets lease apply --product 1 --months six --phone 1 --yes', exit.usage, '--months must be a number'],
    ['assets payment to-crypto --yes', exit.usage, '<payment-id> is needed'],
  ])('%s is refused in one sentence, and nothing is sent', async (line, code, output) => {
    const { run, json } = await signedIn();
    expect(await run(line)).toEqual({ code, stdout: '', stderr: expect.stringContaining(output) });
    expect(await json('ops list')).toEqual([]);
  });

  test('on a terminal: symbols and columns, a detail page, bars with their sums', async () => {
    const { table } = await signedIn();
    const runOnTerminal = async (line: string, columns = 80) => (await table(line, { columns })).stdout;
    const head = /^STATUS +TITLE +RATE +RAISED +GOAL +ENDS +KIND +BUY +STARTS +ID\n● OPEN +Phnom Penh/;
    expect(await runOnTerminal('assets offerings', 200)).toMatch(head);
    expect(await runOnTerminal('assets offerings')).not.toMatch(/…/); // a column that does not fit is omitted
    expect(await runOnTerminal('assets offering 1')).toMatch(/^Phnom Penh Tuk-tuks I +● OPEN\n\n {2}Rate +8.5 %\n/);
    expect(await runOnTerminal('assets incomes')).toMatch(/\d+ bars +[\d,.]+ MVL +average [\d,.]+ +high [\s\S]*█/);
  });
});

describe('with a scripted server', () => {
  const order = 'assets order --offering 1 --purchase-type FRACTIONAL --amount 50 --yes';

  test('a filter that the service ignores is reported, and all rows are shown', async () => {
    const { run } = await stubUser(respondJson(['OPEN', 'CLOSED'].map((status) => ({ id: status, status }))));
    const { code, stdout, stderr } = await run('assets offerings --status OPEN');
    expect([code, JSON.parse(stdout).length]).toEqual([exit.ok, 2]);
    expect(stderr).toContain('1 of 2 rows have another status: the service took no notice of --status.');
    expect((await run('assets offerings')).stderr).toBe('');
  });

  test('a read that fails before the order is reported, and nothing is ordered', async () => {
    const { run, server } = await stubUser(respondJson({ message: 'No offering', code: 'NOT_FOUND' }, 404));
    expect((await run(order)).code).toBe(exit.notFound);
    expect(server.requests.map(({ method }) => method)).toEqual(['GET']);
  });
});

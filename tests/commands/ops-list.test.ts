// `tuk ops list`: what counts as done where an order is paid by another operation, and the columns of its CSV.
import { describe, expect, test } from 'vitest';
import { type Place, placesOf } from '../../src/commands/ops/groups.js';
import type { Operation } from '../../src/money/ledger.js';
import { exit } from '../support/exit.js';
import { userOf } from '../support/operations.js';
import { respond } from '../support/scripted-server.js';
import { now } from '../support/time.js';
import { newUser } from '../support/tuk.js';

const to = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
const note = '  A status is as of when it was last seen; read them anew: tuk ops check\n';
const columns =
  'id,what,amount,token,recipient,state,at,outcome,profile,service,call,method,ref,within,status,lastStatus,ending,settledAt,settledBy,note,message,usd,stated,origin,account,seenAt';

/** A user of the sandbox after the lines, with what the list says. */
async function userAfter(...lines: readonly (readonly [line: string, code: number])[]) {
  const user = newUser();
  await user.run('login');
  for (const [line, code] of lines) {
    const argv = [...line.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, bare]) => quoted ?? bare!);
    expect([line, (await user.run(argv)).code]).toEqual([line, code]);
  }
  const table = await user.run('ops list -o table');
  const rows = JSON.parse((await user.run('ops list')).stdout) as (Operation & { readonly state: string; readonly what: string })[];
  return {
    ...user,
    sums: table.stderr.replace(/^◇.*\n/, '').replace(note, ''),
    amounts: rows.map(({ what, amount, state }) => [what, amount, state.replace(/op-\d{4}-/, 'op-YYMM-')]),
  };
}

const buy = 'store buy 1 --quantity 2 --currency MVP --yes';

describe('an order counts by the outcome of its payment', () => {
  test('paid: as done, on the line of the payment', async () => {
    const { sums, amounts } = await userAfter([buy, exit.ok]);
    expect(sums).toBe('  Done in all: 50 MVP.\n');
    expect(amounts).toEqual([
      ['store payment', '50', 'done'],
      ['store order', null, 'payment done (op-YYMM-0002)'],
    ]);
  });

  test('its payment refused: as ordered, and not as done', async () => {
    const { sums, amounts } = await userAfter(
      ["sandbox fault add status=400 --on 'sale payOrder' --times 1", exit.ok],
      [buy, exit.refused],
    );
    expect(sums).toBe('  Ordered or requested, not paid: 50 MVP.\n');
    expect(amounts).toEqual([
      ['store payment', null, 'refused'],
      ['store order', '50', 'ordered, not paid'],
    ]);
  });

  test('its payment lost: as not known', async () => {
    const { sums, amounts } = await userAfter(
      ["sandbox fault add lost-answer --on 'sale payOrder' --times 1", exit.ok],
      [buy, exit.unknown],
    );
    expect(sums).toBe('  Not known whether done: 50 MVP.\n');
    expect(amounts.map(([, amount]) => amount)).toEqual(['50', null]);
  });

  test('an order of an asset that nobody has paid is not done', async () => {
    const { sums, amounts } = await userAfter(['assets order --offering 1 --purchase-type FRACTIONAL --amount 50 --yes', exit.ok]);
    expect(sums).toBe('  Ordered or requested, not paid: 50 USDC.\n');
    expect(amounts).toEqual([['asset order', '50', 'ordered, not paid']]);
  });

  test('a deposit that is not paid in is under way', async () => {
    const { sums } = await userAfter([`points deposit --amount 20 -f currencyId=MVL -f address=${to} --yes`, exit.ok]);
    expect(sums).toBe('  Under way when last seen: 20 MVL.\n');
  });

  test('a deposit whose response has no status is requested, and not done', async () => {
    const user = await userOf(
      (socket, request) => respond(201, JSON.stringify(/pre-?check/i.test(request.path) ? {} : { id: 'd1' }))(socket, request),
      (requested) => (requested.endsWith('/currencies/MVL') ? { id: 'MVL', network: 'ETHEREUM', tokenDecimal: 18 } : undefined),
    );
    expect((await user.run(`points deposit --amount 50 -f currencyId=MVL -f address=${to} --yes -p box`)).code).toBe(exit.ok);
    const shown = await user.run('ops list -o table -p box');
    expect([shown.stdout, shown.stderr]).toEqual([
      expect.stringContaining('requested, not known to be paid in'),
      expect.stringMatching(/^ {2}Ordered or requested, not paid: 50 \w+\.\n$/),
    ]);
  });
});

const line = (id: string, call: string, more: Partial<Operation> = {}): Operation => ({
  id,
  at: '2026-11-23T00:00:00.000Z',
  pid: 1,
  outcome: 'done',
  profile: 'box',
  service: 'musubi',
  call,
  method: 'POST',
  url: 'https://x.example/',
  amount: '70',
  token: 'USDC',
  ...more,
});
const order = line('1', 'createOrder');
const payment = (id: string, outcome: Operation['outcome'], more: Partial<Operation> = {}) =>
  line(id, 'createPayment', { within: '1', outcome, ...more });

test.each<[string, Operation[], Record<string, Place['standing']>]>([
  [
    'paid twice over by a change of the payment',
    [line('3', 'changePaymentToCrypto', { within: '2' }), payment('2', 'done'), order],
    { 3: 'done' },
  ],
  ['a payment without an amount of its own', [payment('2', 'done', { amount: undefined, token: undefined }), order], { 2: 'done' }],
  ['refused, then done', [payment('3', 'done'), payment('2', 'refused'), order], { 3: 'done' }],
  ['done, then refused', [payment('3', 'refused'), payment('2', 'done'), order], { 2: 'done' }],
  ['unknown, then refused', [payment('3', 'refused'), payment('2', 'unknown'), order], { 2: 'unknown' }],
  ['paid elsewhere, as a read has shown', [{ ...order, lastStatus: 'PAID', ending: 'good' }], { 1: 'done' }],
  ['judged to be done by a person', [{ ...order, settledBy: 'person' }], { 1: 'done' }],
  ['an order that is unknown itself', [{ ...order, outcome: 'unknown' }], { 1: 'unknown' }],
  ['an order that was refused', [{ ...order, outcome: 'refused' }], { 1: 'none' }],
  ['refunded', [payment('2', 'done'), { ...order, outcome: 'not-done', ending: 'returned', lastStatus: 'REFUNDED' }], { 2: 'none' }],
  ['a payment whose order is not in the ledger', [payment('2', 'done', { within: 'x' })], { 2: 'done' }],
  ['lines that name each other', [line('1', 'createOrder', { within: '2' }), payment('2', 'done')], { 2: 'done' }],
])('the amount stands once, on the line that moved it: %s', (_, operations, expected) => {
  const placeOf = placesOf(operations);
  const carriers = operations.filter((operation) => placeOf(operation).carriesAmount);
  expect(Object.fromEntries(carriers.map((one) => [one.id, placeOf(one).standing]))).toEqual(expected);
  expect(carriers.map((one) => [placeOf(one).amount, placeOf(one).token])).toEqual(carriers.map(() => ['70', 'USDC']));
});

describe('a status in the ledger is as of when it was last seen', () => {
  const deposit = `points deposit --amount 20 -f currencyId=MVL -f address=${to} --yes`;
  test('the list says when, and names the command that asks anew', async () => {
    const { run } = await userAfter([deposit, exit.ok]);
    const hourLater = now + 3_660_000;
    const { stdout, stderr } = await run('ops list', { terminal: true, columns: 200, now: hourLater });
    expect(stdout.replaceAll('\u00a0', ' ')).toMatch(/LAST SEEN[\s\S]*INCOMING +1 h ago +1 h ago/);
    expect(stderr).toContain(note);
  });

  test('ops check without an id reads all that go on, and records what it finds', async () => {
    const { run } = await userAfter([deposit, exit.ok], [buy, exit.ok]);
    const checked = await run('ops check');
    const rows = JSON.parse(checked.stdout) as { readonly what: string; readonly outcome: string; readonly seenAt: string }[];
    expect(rows.map(({ what, outcome }) => [what, outcome])).toEqual([
      ['store order', 'done'],
      ['points deposit', 'done'],
    ]);
    const listed = JSON.parse((await run('ops list')).stdout) as { readonly what: string; readonly lastStatus?: string }[];
    expect(listed.map(({ what, lastStatus }) => [what, lastStatus])).toContainEqual(['store order', 'PAYMENT_PENDING']);
  });

  test('a ride that was requested is begun, and not done; one that was cancelled counts no more', async () => {
    const { run, sums, amounts } = await userAfter([
      'ride request --from PNH-01 --to PNH-02 --region KH --product STANDARD --currency POINT --yes',
      exit.ok,
    ]);
    expect([sums, amounts]).toEqual([
      expect.stringMatching(/^ {2}(Begun, end not seen|Under way when last seen): [\d,]+ \w+\.\n$/),
      [['ride', expect.any(String), expect.any(String)]],
    ]);
    const { stdout: id } = await run('ops list --jq .[0].subject');
    await run(`sandbox until ${id.trim()} PENDING`);
    expect((await run(`ride cancel ${id.trim()} --yes`)).code).toBe(exit.ok);
    await run('ops check');
    expect((await run('ops list -o table')).stderr).not.toMatch(/Begun|Under way|Done/);
  });
});

describe('CSV', () => {
  test('has the same columns whatever the ledger holds, as help says', async () => {
    const headings = [];
    for (const lines of [[], [[buy, 0]], [['points transfer --to dara --amount 5 --new-recipient --yes', 0]]] as const) {
      const { run } = await userAfter(...(lines as readonly (readonly [string, number])[]));
      const { stdout } = await run('ops list -o csv');
      headings.push(stdout.split('\n')[0]);
      for (const row of stdout.trim().split('\n')) expect(row.split(',')).toHaveLength(columns.split(',').length);
    }
    expect(headings).toEqual([columns, columns, columns]);
    const { stdout } = await newUser().run('ops list --help');
    expect(stdout.replace(/\s+/g, '')).toContain(columns);
  });
});

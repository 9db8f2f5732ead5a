// `tuk ops list`: the sums of orders and their payments, the kinds, and the columns of its CSV.
import { describe, expect, test } from 'vitest';
import { type Place, placesOf } from '../../../src/engine/operations/state.js';
import type { Operation } from '../../../src/money/ledger/operation.js';
import { operationKinds } from '../../../src/things/operation.js';
import { exit } from '../../support/exit.js';
import { operationOf } from '../../support/operation.js';
import { userOf } from '../../support/operations.js';
import { reset, respond, respondByPath, respondJson } from '../../support/scripted-server.js';
import { now } from '../../support/time.js';
import { argvOf, newUser } from '../../support/tuk.js';
import { signedIn } from '../../support/users.js';

// `tuk ops show`, `check` and `list`: the state of an operation in a table, whatever its outcome.
const to = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
const transfer = 'points transfer --to dara --amount 1 --new-recipient --yes -q';

/** A user of the sandbox with operations at different ends. */
async function ofSandbox() {
  const user = await signedIn('mina');
  const withdraw = `wallet withdraw create --currency MVL --amount 25 --to ${to} --new-recipient --yes -q`;
  for (const line of [transfer, withdraw, 'store buy 1 --yes -q']) await user.run(line);
  return user;
}
/** A user whose transfers end in this way. */
async function ofService(answer: Parameters<typeof userOf>[0]) {
  const user = await userOf(answer, {});
  await user.run(transfer);
  return user;
}

test.each([
  ['the sandbox', ofSandbox],
  ['an unknown outcome', () => ofService(reset)],
  ['a response that names nothing', () => ofService(respond(201, '{}'))],
  ['a refusal', () => ofService(respond(422, '{"code":"NO","message":"no"}'))],
])('%s: each table shows the state with its sign, and to a screen reader in words', async (_, setup) => {
  const user = await setup();
  const { stdout } = await user.run('ops list -o name');
  const ids = stdout.trim().split('\n');
  expect(ids[0]).toMatch(/^op-/);
  for (const line of ['ops list', 'ops check', ...ids.flatMap((id) => [`ops show ${id}`, `ops check ${id}`])])
    for (const env of [{ NO_COLOR: '1' }, { ACCESSIBLE: '1' } as Record<string, string>]) {
      const shown = (await user.run(line, { terminal: true, env })).stdout;
      expect([line, shown.match(/undefined|NaN|\[object /)]).toEqual([line, null]);
      const sign = line.includes('show') && !('ACCESSIBLE' in env) ? /State +[^\w\s] \w/ : /(?:)/;
      expect(shown).toMatch(sign);
    }
});

const note = '  Each status is the last one seen. Read them again: tuk ops check\n';
const columns =
  'id,what,amount,token,recipient,state,at,outcome,profile,service,call,method,ref,within,status,lastStatus,ending,settledAt,settledBy,note,message,usd,stated,origin,account,seenAt,hash,network,contract,block,blockTime,received,receivedToken,receivedContract,spent,fee,feeToken,maxFee,atMost,atMostToken';
const buy = 'store buy 1 --quantity 2 --currency MVP --yes';
const orderAsset = 'assets order --offering 1 --purchase-type FRACTIONAL --amount 50 --yes';
const deposit = `points deposit --amount 20 -f currencyId=MVL -f address=${to} --yes`;

type Line = readonly [line: string, code: number];
type Listed = Operation & { readonly what: string; readonly state: string; readonly subject?: string };
/** A user of the sandbox after the lines, with what the list says. */
async function userAfter(...lines: readonly Line[]) {
  const user = await signedIn();
  for (const [line, code] of lines) expect([line, (await user.run(argvOf(line))).code]).toEqual([line, code]);
  const list = async (more = ''): Promise<readonly Listed[]> => user.json(`ops list ${more}`);
  const table = await user.run('ops list -o table');
  return {
    ...user,
    list,
    sums: table.stderr.replace(/^◇.*\n/, '').replace(note, ''),
    amounts: (await list()).map(({ what, amount, state }) => [what, amount, state.replace(/op-\d{4}-/, 'op-YYMM-')]),
  };
}

describe('an order counts by the outcome of its payment', () => {
  const of = (what: string, amount: string | null, state: unknown) => [`store ${what}`, amount, state];
  const fault = (spec: string) => [`sandbox fault add ${spec} --on 'sale payOrder' --times 1`, exit.ok] as const;
  const [refused, lost]: Line[][] = [
    [fault('status=400'), [buy, exit.partial]],
    [fault('lost-answer'), [buy, exit.unknown]],
  ];
  const paid = [of('payment', '50', 'done'), of('order', null, 'payment done (op-YYMM-0002)')];
  const ordered = [of('payment', null, 'refused'), of('order', '50', 'ordered, not paid')];
  const unknown = [of('payment', '50', expect.any(String)), of('order', null, expect.any(String))];
  const [asset, paying] = [[['asset order', '50', 'ordered, not paid']], [['points deposit', '20', 'INCOMING']]];
  test.each<[title: string, lines: Line[] | undefined, sum: string, amounts: readonly unknown[]]>([
    ['paid: as done, on the line of the payment', [[buy, exit.ok]], 'Done in all: 50 MVP.', paid],
    ['its payment refused: as ordered, and not as done', refused, 'Ordered or requested, not paid: 50 MVP.', ordered],
    ['its payment lost: as not known', lost, 'Not known whether done: 50 MVP.', unknown],
    ['of an asset: as ordered', [[orderAsset, exit.ok]], 'Ordered or requested, not paid: 50 USDC.', asset],
    ['a deposit that is not paid in', [[deposit, exit.ok]], 'In progress when last seen: 20 MVL.', paying],
  ])('%s', async (_, lines = [], sum, expected) => {
    const { sums, amounts } = await userAfter(...lines);
    expect([sums, amounts]).toEqual([`  ${sum}\n`, expected]);
  });

  test('a deposit whose response has no status is requested, and not done', async () => {
    const made = respondJson({ balanceDepositRequest: { id: 'd1', goalAmount: '20' } }, 201);
    const currency = { id: 'MVL', network: 'ETHEREUM', tokenDecimal: 18 };
    const reads = { '/currencies/MVL': currency, '/currencies/MVP': {} };
    const user = await userOf(respondByPath({ '/precheck': {} }, made), reads);
    expect((await user.run(deposit)).code).toBe(exit.ok);
    const shown = await user.run('ops list -o table');
    expect(shown.stdout).toContain('requested, not known to be paid in');
    expect(shown.stderr).toMatch(/^ {2}Ordered or requested, not paid: 20 \w+\.\n$/);
  });
});

const line = (id: string, call: string, more: Partial<Operation> = {}): Operation =>
  operationOf({ id, service: 'musubi', call, amount: '70', token: 'USDC', ...more });
const order = line('1', 'createOrder');
const payment = (id: string, outcome: Operation['outcome'], more: Partial<Operation> = {}) =>
  line(id, 'createPayment', { within: '1', outcome, ...more });

const change = line('3', 'changePaymentToCrypto', { within: '2' });
const bare = payment('2', 'done', { amount: undefined, token: undefined });
const refunded: Operation = { ...order, outcome: 'not-done', ending: 'returned', lastStatus: 'REFUNDED' };
test.each<[string, Operation[], Record<string, Place['standing']>]>([
  ['paid twice over by a change of the payment', [change, payment('2', 'done'), order], { 3: 'done' }],
  ['a payment without an amount of its own', [bare, order], { 2: 'done' }],
  ['refused, then done', [payment('3', 'done'), payment('2', 'refused'), order], { 3: 'done' }],
  ['done, then refused', [payment('3', 'refused'), payment('2', 'done'), order], { 2: 'done' }],
  ['unknown, then refused', [payment('3', 'refused'), payment('2', 'unknown'), order], { 2: 'unknown' }],
  ['paid elsewhere, as a read has shown', [{ ...order, lastStatus: 'PAID', ending: 'good' }], { 1: 'done' }],
  ['judged to be done by a person', [{ ...order, settledBy: 'person' }], { 1: 'done' }],
  ['an order that is unknown itself', [{ ...order, outcome: 'unknown' }], { 1: 'unknown' }],
  ['an order that was refused', [{ ...order, outcome: 'refused' }], { 1: 'none' }],
  ['refunded', [payment('2', 'done'), refunded], { 2: 'none' }],
  ['a payment whose order is not in the ledger', [payment('2', 'done', { within: 'x' })], { 2: 'done' }],
  ['lines that name each other', [line('1', 'createOrder', { within: '2' }), payment('2', 'done')], { 2: 'done' }],
])('the amount stands once, on the line that moved it: %s', (_, operations, expected) => {
  const placeOf = placesOf(operations);
  const carriers = operations.filter((operation) => placeOf(operation).carriesAmount);
  expect(Object.fromEntries(carriers.map((one) => [one.id, placeOf(one).standing]))).toEqual(expected);
  expect(carriers.map((one) => [placeOf(one).amount, placeOf(one).token])).toEqual(carriers.map(() => ['70', 'USDC']));
});

describe('a status in the ledger is as of when it was last seen', () => {
  test('the list says when, and names the command that asks anew', async () => {
    const { table } = await userAfter([deposit, exit.ok]);
    const { stdout, stderr } = await table('ops list', { columns: 200, now: now + 3_660_000 });
    expect(stdout.replaceAll('\u00a0', ' ')).toMatch(/LAST SEEN[\s\S]*INCOMING +1 h ago +1 h ago/);
    expect(stderr).toContain(note);
  });

  test('ops check without an id reads all that go on, and records what it finds', async () => {
    const { json, list } = await userAfter([deposit, exit.ok], [buy, exit.ok]);
    const checked: Listed[] = await json('ops check');
    const found = checked.map(({ what, outcome }) => `${what} ${outcome}`);
    expect(found).toEqual(['store order done', 'points deposit done']);
    const seen = (await list()).map(({ what, lastStatus }) => `${what} ${lastStatus}`);
    expect(seen).toContain('store order PAYMENT_PENDING');
  });

  test('a ride that was requested is begun, and not done; one that was cancelled counts no more', async () => {
    const ride = 'ride request --from PNH-01 --to PNH-02 --region KH --product STANDARD --currency POINT --yes';
    const { run, list, sums, amounts } = await userAfter([ride, exit.ok]);
    expect(sums).toMatch(/^ {2}In progress(, end not| when last) seen: [\d,]+ \w+\.\n$/);
    expect(amounts).toEqual([['ride', expect.any(String), expect.any(String)]]);
    const [{ subject }] = (await list()) as [Listed];
    await run(`sandbox advance ${subject} PENDING`);
    expect((await run(`ride cancel ${subject} --yes`)).code).toBe(exit.ok);
    await run('ops check');
    expect((await run('ops list -o table')).stderr).not.toMatch(/Begun|Under way|Done/);
  });
});

test('the CSV has the same columns whatever the ledger holds, as help says', async () => {
  for (const lines of [[], [[buy, exit.ok]]] as const) {
    const { run } = await userAfter(...lines);
    const rows = (await run('ops list -o csv')).stdout.trim().split('\n');
    expect(rows[0]).toBe(columns);
    for (const row of rows) expect(row.split(',')).toHaveLength(columns.split(',').length);
  }
  const { stdout } = await newUser().run('ops list --help');
  expect(stdout.replace(/\s+/g, '')).toContain(columns);
});

describe('--kind', () => {
  test('each operation is of one kind, whose sums it has, and an order has the id of its payment as its subject', async () => {
    const { run, list } = await userAfter([buy, exit.ok], [orderAsset, exit.ok], [deposit, exit.ok]);
    const byKind = await Promise.all(operationKinds.map((kind) => list(`--kind ${kind}`)));
    expect(byKind.flat().length, 'no operation is in two kinds or in none').toBe((await list()).length);
    const [paid, ordered, ...more] = await list('--kind store-order');
    expect([paid!.what, ordered!.what, more]).toEqual(['store payment', 'store order', []]);
    expect([paid!.subject, ordered!.subject]).toEqual([expect.any(String), paid!.subject]);
    expect((await run(`store order show ${ordered!.subject} --jq .id`)).stdout).toContain(ordered!.subject);
    expect((await list('--kind asset-order')).map(({ what }) => what)).toEqual(['asset order']);
    const { stderr } = await run('ops list --kind asset-order -o table');
    expect(stderr).toContain('not paid: 50 USDC.');
    expect(stderr).not.toContain('MVP');
    expect((await run('ops list --kind orders')).code).toBe(exit.usage);
  });

  test('a response without an id gives no subject', async () => {
    const fault = "sandbox fault add lost-answer --on 'sale createOrder' --times 1";
    const { list } = await userAfter([fault, exit.ok], [buy, exit.unknown]);
    const [lost] = await list('--kind store-order');
    expect(lost).toMatchObject({ what: 'store order' });
    expect(lost).not.toHaveProperty('subject');
  });
});

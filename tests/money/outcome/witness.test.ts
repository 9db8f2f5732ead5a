// The history of an account is a witness beside the ledger: a folder that was restored or copied pays no reference twice.
import { cpSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { readHistory } from '../../../src/money/outcome/witness.js';
import { ends, exit } from '../../support/exit.js';
import { platformUser } from '../../support/platform.js';
import { type ReceivedRequest, respond, respondJson, type Script } from '../../support/scripted-server.js';
import { now } from '../../support/time.js';
import { argvOf, newHome, newUser, type User } from '../../support/tuk.js';

const pay = (to: string, amount: number, more = '') =>
  `points transfer --to ${to} --amount ${amount} --new-recipient --yes ${more}`;
const minute = 60_000;

/** A user of a platform that keeps what every program has sent; `history` answers its list, by default with the rows. */
async function payer(history?: Script) {
  const rows: object[] = [];
  const add = (receiverId: string, amount: number | string, at: number, over: object = {}) => {
    const id = `h-${rows.length + 1}`;
    rows.unshift({ id, amount: `-${amount}`, receiverId, createdAt: new Date(at).toISOString(), ...over });
    return id;
  };
  const money: Script = (socket, request: ReceivedRequest) => {
    const { amount, ...others } = JSON.parse(request.body || '{}') as Record<string, string>;
    const [to = ''] = Object.values(others);
    respondJson({ id: add(to, amount!, now + rows.length), amount, receiverId: to })(socket, request);
  };
  const list: Script = history ?? ((socket, request) => respondJson(rows)(socket, request));
  const user = await platformUser({ money, reads: { '/mvp/history': list } });
  /** The same person with a copy of the folder as it is now. */
  const copied = (): User => {
    const home = newHome('empty');
    cpSync(user.home, home, { recursive: true });
    const copy = newUser(home);
    return { ...copy, run: (line, options) => copy.run(typeof line === 'string' ? argvOf(line) : line, options) };
  };
  return { ...user, rows, add, copied, sent: () => user.transfers().length };
}

describe('a folder that was restored or copied', () => {
  test.each([false, true])('does not pay a reference again; with a witness of its own: %j', async (hasWitness) => {
    const { run, copied, sent } = await payer();
    await run(pay('lan', 1, hasWitness ? '--client-ref first' : ''));
    const backup = copied();
    expect((await run(pay('dara', 3, '--client-ref rent-12'))).code).toBe(exit.ok);
    expect((await run(pay('dara', 3, '--client-ref rent-12'))).code).toBe(exit.ok); // this ledger has it
    const equal = /equal to this one that the ledger does not have.*h-2[\s\S]*--despite h-2/;
    for (const more of ['', ' --dry-run'])
      expect(await backup.run(pay('dara', 3, `--client-ref rent-12${more}`))).toMatchObject(ends(exit.local, equal));
    expect(sent()).toBe(2);
    // another payment goes on, and does not make the first one forgotten
    const newer = ends(exit.ok, '1 newer entry of a points transfer that this ledger does not have');
    expect(await backup.run(pay('kenji', 2, '--client-ref other'))).toMatchObject(newer);
    expect((await backup.run(pay('dara', 3, '--client-ref rent-12'))).code).toBe(exit.local);
    expect((await backup.run(pay('dara', 3, '--client-ref rent-13 --despite h-2'))).code).toBe(exit.ok);
    expect(sent()).toBe(4);
  });

  test('checks every row of a batch before the first', async () => {
    const { run, copied, sent } = await payer();
    const backup = copied();
    await run(pay('dara', 3, '--client-ref a'));
    const stdin = 'to,amount\nlan,2\ndara,3\n';
    const line =
      "batch - --template 'points transfer --to {to} --amount {amount}' --client-ref b --new-recipient --yes";
    expect((await backup.run(line, { stdin })).code).toBe(exit.local);
    expect(sent()).toBe(1);
  });
});

test.each<[what: string, at: number, row: readonly [to: string, amount: number, over?: object], code: number]>([
  ['the same of an hour ago', -60 * minute, ['dara', 3], exit.local],
  ['the same of two days ago', -48 * 60 * minute, ['dara', 3], exit.ok],
  ['another amount', -minute, ['dara', 4], exit.ok],
  ['another recipient', -minute, ['lan', 3], exit.ok],
  ['an income', -minute, ['dara', 3, { amount: '3' }], exit.ok], // beside a debit
  ['a purchase, which names no recipient', -minute, ['dara', 3, { receiverId: null }], exit.ok],
  ['one without a time', -minute, ['dara', 3, { createdAt: null }], exit.local],
])('a fresh folder beside a phone: %s', async (_, at, [to, amount, over], code) => {
  const { run, add } = await payer();
  add(to, amount, now + at, over);
  add('kenji', 1, now - 3 * minute);
  expect((await run(pay('dara', 3, '--client-ref a'))).code).toBe(code);
});

test('rows without a recipient count in a list that has no field for it', async () => {
  const { run, add } = await payer();
  add('dara', 3, now - minute, { receiverId: undefined });
  expect((await run(pay('dara', 3, '--client-ref a'))).code).toBe(exit.local);
});

test.each([-10, -1, 1, 10])('the own transfers are known if the list states times %i hours off', async (hours) => {
  const { run, rows, add } = await payer();
  const shift = (row: object) =>
    Object.assign(row, { id: `x-${rows.length}`, createdAt: new Date(now + hours * 60 * minute).toISOString() });
  expect((await run(pay('dara', 3, '--client-ref a'))).code).toBe(exit.ok);
  shift(rows[0]!);
  expect((await run(pay('dara', 3, '--client-ref b'))).code).toBe(exit.ok);
  shift(rows[0]!);
  add('dara', 3, now + hours * 60 * minute);
  expect((await run(pay('dara', 3, '--client-ref c'))).code).toBe(exit.local);
});

test('what the ledger has is no witness against it: each of its operations has one row', async () => {
  const { run, add } = await payer();
  expect((await run(pay('dara', 3))).code).toBe(exit.ok);
  expect((await run(pay('dara', 3, '--client-ref a'))).code).toBe(exit.ok); // the equal one is its own
  add('dara', 3, now + minute);
  expect((await run(pay('dara', 3, '--client-ref b'))).code).toBe(exit.local); // a third one is not
  expect((await run(pay('dara', 3))).code).toBe(exit.ok); // without a reference nothing is asked
});

test.each<[string, Script, number, says: string]>([
  ['a failure', respond(500, '{}'), exit.local, 'Try again'],
  ['no list', respondJson({ id: 'x' }), exit.local, 'Try again'],
  ['rows without an amount', respondJson([{ id: 'x', receiverId: 'lan' }]), exit.local, 'A map names it: tuk learn'],
  ['a service without it', respond(404, '{"message":"no route"}'), exit.ok, ''],
])('a list that cannot be read: %s', async (_, script, code, says) => {
  const { run } = await payer(script);
  expect(await run(pay('dara', 3, '--client-ref a --retry 0'))).toMatchObject(ends(code, says));
});

test('a list that the service had and has no more cannot be read', async () => {
  let isGone = false;
  const rows = [{ id: 'h-9', amount: '-1', receiverId: 'lan', createdAt: new Date(now - minute).toISOString() }];
  const { run } = await payer((...on) => (isGone ? respond(404, '{"message":"no route"}') : respondJson(rows))(...on));
  expect((await run(pay('dara', 3, '--client-ref a'))).code).toBe(exit.ok);
  isGone = true;
  expect((await run(pay('kenji', 3, '--client-ref b'))).code).toBe(exit.local);
});

test('a list that is cut before what was seen cannot be read; one that reaches back can', async () => {
  let page = 9;
  const { run, add, rows } = await payer((...on) => respondJson(rows.slice(0, page))(...on));
  expect((await run(pay('lan', 1, '--client-ref a'))).code).toBe(exit.ok);
  expect((await run(pay('lan', 2, '--client-ref b'))).code).toBe(exit.ok); // has seen the first
  for (const amount of [3, 4, 5]) add('dara', amount, now + amount * minute);
  page = 2;
  expect(await run(pay('dara', 3, '--client-ref c'))).toMatchObject(ends(exit.local, 'does not reach back'));
  page = 9;
  expect((await run(pay('dara', 6, '--client-ref d'))).code).toBe(exit.ok);
});

test('the rows of a batch share the list of their own account alone', async () => {
  const memory = new Map<string, unknown>();
  const memo = (key: string, make: () => unknown) => memory.get(key) ?? memory.set(key, make()).get(key);
  const [read, call] = [async () => ({ text: '[]' }), { service: 'user', name: 'transferPoints' }];
  const keyOf = async (account: string, origin = 'https://a.example') => {
    const intent = { profile: 'p', origin, account };
    const list = readHistory(call, {} as never, intent as never, { read, batch: { memo } } as never);
    return list!();
  };
  const [mina, dara, again] = [await keyOf('mina'), await keyOf('dara'), await keyOf('mina')];
  const lists = [mina, dara, again, await keyOf('mina', 'https://b.example')];
  expect(new Set(lists).size).toBe(3);
  expect(lists[2]).toBe(lists[0]);
  expect(new Set(lists.map(({ key }) => JSON.stringify(key))).size).toBe(3);
});

// `tuk ops export`: the movements of an operation, the rows and their formats, and the period of --since and --until.
import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Movement, movementsOf } from '../../../src/commands/ops/movements.js';
import { periodOf, zonedTimes } from '../../../src/commands/ops/period.js';
import { placesOf } from '../../../src/engine/operations/state.js';
import type { Intent, Observation, Operation } from '../../../src/money/ledger/operation.js';
import { ends, exit } from '../../support/exit.js';
import { operationOf } from '../../support/operation.js';
import { userOf, withLedger } from '../../support/operations.js';
import { property } from '../../support/runs.js';
import { reset, respond, respondByPath, respondJson, type Script } from '../../support/scripted-server.js';
import { now } from '../../support/time.js';
import { argvOf } from '../../support/tuk.js';
import { signedIn, stubUser } from '../../support/users.js';

// `tuk ops settle` reads before it records: a judgement cannot contradict a row of the service.
const transfer = 'points transfer --to dara --amount 5 --new-recipient --yes';
const createdAt = new Date(now).toISOString();
const paid = { id: 'r1', amount: '-5', status: 'COMPLETED', receiverNickname: 'dara', createdAt };
const older = { id: 'r0', amount: '-1', createdAt: '2026-01-01T00:00:00.000Z' };

/** A user with transfers of 5 points, of which the last one's response was lost; the history is what `history` returns. */
async function lostAfter(answers: readonly Script[], history: () => unknown) {
  const left = [...answers, reset];
  const user = await userOf(
    (...request) => (left.shift() ?? reset)(...request),
    (requested) => {
      if (requested.endsWith('/mvp/history')) return history();
      return requested.endsWith('/fee') ? { feeAmount: '0.5', currencyId: 'MVP' } : undefined;
    },
  );
  for (const _ of [...left]) await user.run(transfer);
  const [{ id, outcome }] = (await user.list()) as [Operation];
  expect(outcome).toBe('unknown');
  const settle = (as: string) => user.run(`ops settle ${id} --as ${as} --note seen --yes`);
  return { ...user, id, settle, outcome: async () => (await user.list())[0]?.outcome };
}

describe('not-done', () => {
  test.each<[string, readonly object[], string]>([
    ['the row', [paid], 'one like it, COMPLETED, has the same amount, recipient, time, but no id of it'],
    ['the row with a status that no list has', [{ ...paid, status: 'ODD' }], 'which no public list has'],
    ['a row that does not name the recipient', [{ ...paid, receiverNickname: null }], 'does not name the recipient'],
    ['two rows that may be it', [paid, { ...paid, id: 'r2' }], '2 rows fit'],
  ])('is exit 7 where the service shows %s, and names it', async (_, rows, why) => {
    const { settle, outcome, sent } = await lostAfter([], () => [...rows, older]);
    const { code, stderr } = await settle('not-done');
    expect([code, stderr]).toEqual([exit.guarded, expect.stringContaining(why)]);
    expect(stderr).toContain('tuk ops check');
    expect([await outcome(), sent()]).toEqual(['unknown', 1]);
  });

  test.each<[string, readonly object[]]>([
    ['no row', []],
    ['a row of another recipient', [{ ...paid, receiverNickname: 'mallory' }]],
    ['a row of another time', [{ ...paid, createdAt: '2026-11-01T00:00:00.000Z' }]],
    ['a row that names no amount', [{ ...paid, amount: undefined, points: '-7' }]],
    ['a bad end', [{ ...paid, status: 'FAILED' }]],
  ])('is recorded where the service shows %s', async (_, rows) => {
    const { settle, outcome } = await lostAfter([], () => [...rows, older]);
    expect((await settle('not-done')).code).toBe(exit.ok);
    expect(await outcome()).toBe('not-done');
  });

  test('is recorded where every row is that of another operation that is known to be done', async () => {
    const { settle, outcome } = await lostAfter([respondJson({ id: 't1', amount: '5' }, 201)], () => [paid, older]);
    expect((await settle('not-done')).code).toBe(exit.ok);
    expect(await outcome()).toBe('not-done');
    const rows = [{ ...paid, id: 'r2' }, paid, older];
    const two = await lostAfter([respondJson({ id: 't1', amount: '5' }, 201)], () => rows);
    expect((await two.settle('not-done')).code).toBe(exit.guarded);
  });

  test('of an operation that no read shows is recorded unread, and done with the most that it cost, with that value', async () => {
    const user = await userOf(reset, {});
    expect((await user.run('api sale give-item -f to=u-1 --new-recipient --yes')).code).toBe(exit.unknown);
    const [{ id }] = (await user.list()) as [Operation];
    const reads = user.server.requests.length;
    expect((await user.run(`ops settle ${id} --as not-done --note seen --yes`)).code).toBe(exit.ok);
    expect(user.server.requests.length).toBe(reads);
    expect((await user.run('api sale give-item -f to=u-2 --new-recipient --yes')).code).toBe(exit.unknown);
    const [next] = (await user.list()) as [Operation];
    const settled = ['ops', 'settle', next.id, '--as', 'done', '--note', 'seen', '--at-most', '5 USD', '--yes'];
    expect((await user.run(settled)).code).toBe(exit.ok);
    expect(await user.withLedger((ledger) => ledger.find(next.id))).toMatchObject({ outcome: 'done', usd: '5' });
  });
});

describe('done', () => {
  test('is exit 7 where the service shows a bad end', async () => {
    const { settle, outcome } = await lostAfter([], () => [{ ...paid, status: 'FAILED' }, older]);
    const why = /cannot be settled as done: one like it, FAILED, /;
    expect(await settle('done')).toMatchObject(ends(exit.guarded, why));
    expect(await outcome()).toBe('unknown');
  });

  test('is recorded where the service shows it, or nothing; the receipt says which', async () => {
    const shown = await lostAfter([], () => [paid, older]);
    expect(await shown.settle('done')).toMatchObject(ends(exit.ok, /Service +one like it, COMPLETED/));
    const unseen = await lostAfter([], () => []);
    expect(await unseen.settle('done')).toMatchObject(ends(exit.ok, /Service +the service does not show it/));
  });
});

test.each<[string, Script, number]>([
  ['503', respond(503, '{"message":"busy"}'), exit.server],
  ['a reset', reset, exit.unreachable],
  ['a failure in a 200', respondJson({ success: false, items: [] }), exit.server],
  ['an object in place of a list', respondJson({ id: 'x' }), exit.server],
])('a read that fails settles nothing: %s', async (_, script, code) => {
  const answer: Script = (socket, request) => {
    if (request.method !== 'GET') return reset(socket, request);
    return request.path.endsWith('/mvp/history')
      ? script(socket, request)
      : respondByPath({}, respondJson({ feeAmount: '0.5' }))(socket, request);
  };
  const user = await stubUser(answer);
  await user.run(transfer);
  const [{ id }] = (await user.json('ops list')) as [Operation];
  for (const as of ['done', 'not-done'])
    expect([as, (await user.run(`ops settle ${id} --as ${as} --note x --yes`)).code]).toEqual([as, code]);
  expect((await user.json('ops list'))[0]).toMatchObject({ outcome: 'unknown' });
});

const own = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
const other = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
const contract = '0x90F79bf6EB2c4f870365E785982E1f101E93b906';
const header =
  'time,date,kind,asset,amount,contract,network,account,counterparty,operation,what,call,hash,block,reference,outcome,profile,note';

/** A transaction as it is recorded before it is sent. */
const intent = {
  ...{ profile: 'box', method: 'POST', url: 'https://x.example', service: 'chain', call: 'send', network: 'BSC' },
  ...{ account: `address:${own.toLowerCase()}`, amount: '2', token: 'USD', contract, recipient: other },
};
const chainLine = operationOf({
  ...{ ...intent, hash: '0xaa', block: '7', blockTime: '2026-01-01T00:00:05.000Z', lastStatus: 'SUCCESS', spent: '2' },
  ...{ received: '1.98', receivedToken: 'USD', receivedContract: contract },
  ...{ fee: '0.0001', feeToken: 'BNB', maxFee: '0.0003' },
});
const serviceLine = operationOf({ account: 'user:1', amount: '5', token: 'MVP', recipient: 'dara' });
const isOwn = (address: string) => address.toLowerCase() === own.toLowerCase();
/** The movements of an operation that is alone in the ledger: kind, asset, amount. */
const moved = (base: Operation, more: Partial<Operation> = {}) => {
  const operation = { ...base, ...more };
  const movements = movementsOf(operation, placesOf([operation])(operation), isOwn);
  return movements.map(({ kind, asset, amount }) => [kind, asset, amount]);
};

describe('the movements of a transaction', () => {
  const fee = ['fee', 'BNB', '0.0001'];
  const out = ['out', 'USD', '2'];
  const unseen = { block: undefined, blockTime: undefined, received: undefined, spent: undefined };
  const allowance = { call: 'approve', amount: undefined, token: undefined };
  const swap = { call: 'swap', object: 'USD TWO (0xab)', received: '9', receivedToken: 'TWO' };
  const hidden = { recipient: undefined, received: undefined, receivedToken: undefined };
  test.each<[string, Partial<Operation>, (string | undefined)[][]]>([
    ['a token that keeps a part: what left, whole', {}, [out, fee]],
    ['a token that takes a part beside: what left, whole', { spent: '2.5' }, [['out', 'USD', '2.5'], fee]],
    ['to itself: it arrives, too', { recipient: own }, [['out', 'USD', '2'], ['in', 'USD', '1.98'], fee]],
    ['in a block that is not deep enough', { outcome: 'mined' }, [out, fee]],
    ['reverted', { outcome: 'not-done', lastStatus: 'FAIL' }, [fee]],
    ['reverted in a block that is not deep enough', { outcome: 'mined', lastStatus: 'FAIL' }, [fee]],
    ['replaced by that of another program', { ...unseen, outcome: 'not-done', lastStatus: 'FAIL', fee: '0.0003' }, []],
    ['replaced for now', { ...unseen, outcome: 'mined', lastStatus: 'FAIL', fee: '0.0003' }, [['open', 'USD', '2']]],
    ['of a chain that is no more', { outcome: 'not-done', lastStatus: 'other-chain', ending: 'failed' }, []],
    ['in no block', { ...unseen, outcome: 'accepted', lastStatus: 'PENDING', fee: '0.0003' }, [['open', 'USD', '2']]],
    ['that the node lacks', { ...unseen, outcome: 'unknown', lastStatus: undefined }, [['open', 'USD', '2']]],
    ['not sent', { ...unseen, outcome: 'not-sent', lastStatus: undefined }, []],
    ['an allowance', { ...unseen, ...allowance, block: '7' }, [fee]],
    ['an allowance in no block', { ...unseen, ...allowance, outcome: 'accepted' }, [['open', undefined, undefined]]],
    ['a swap', { ...swap, recipient: undefined }, [out, ['in', 'TWO (0xab)', '9'], fee]],
    ['a swap for somebody else', swap, [out, fee]],
    ['a swap of a node that hides its end', { ...swap, ...hidden }, [out, ['in', 'TWO (0xab)', undefined], fee]],
    ['judged by a person', { ...unseen, settledBy: 'person', lastStatus: undefined }, [out, ['fee', 'BNB', undefined]]],
  ])('%s', (_, more, expected) => expect(moved(chainLine, more)).toEqual(expected));

  test('an amount that is not known is said in the note', () => {
    const operation: Operation = { ...chainLine, ...swap, ...hidden, block: undefined };
    const movements = movementsOf(operation, placesOf([operation])(operation), isOwn);
    expect(movements.map(({ amount, note }) => [amount, note])).toEqual([
      ['2', undefined],
      [undefined, 'Its node does not show how much has arrived.'],
      [undefined, 'Its node does not show which fee was paid.'],
    ]);
  });
});

describe('the movements of a transfer by a service', () => {
  const [out, open] = ['out', 'open'].map((kind) => [kind, 'MVP', '5']) as [string[], string[]];
  const completed = { lastStatus: 'COMPLETED' };
  const nothing = { amount: undefined, token: undefined };
  test.each<[string, Partial<Operation>, (string | undefined)[][]]>([
    ['a transfer', {}, [out]],
    ['with a fee on top', { fee: '0.5', feeToken: 'MVP' }, [out, ['fee', 'MVP', '0.5']]],
    ['refused', { outcome: 'refused' }, []],
    ['unknown', { outcome: 'unknown' }, [open]],
    ['a withdrawal that goes on', { call: 'createWithdrawal', lastStatus: 'INCOMING' }, [open]],
    ['a withdrawal that has arrived', { call: 'createWithdrawal', lastStatus: 'COMPLETED' }, [out]],
    ['one that ended badly, and came back', { outcome: 'not-done', ending: 'returned', lastStatus: 'FAILED' }, []],
    ['one that ended badly, nobody knows where', { outcome: 'not-done', ending: 'failed', lastStatus: 'X' }, [open]],
    ['a deposit that was paid in', { ...completed, call: 'depositPoints', token: 'MVL' }, [['in', 'MVL', '5']]],
    ['a claim', { ...completed, ...nothing, call: 'requestClaim' }, [['in', undefined, undefined]]],
    ['a paid order that is not delivered', { service: 'sale', call: 'payOrder', lastStatus: 'PAID' }, [out]],
    ['a ride that goes on', { service: 'ride-hailing', call: 'requestRide', lastStatus: 'PICKUP' }, [open]],
    ['an order that is not paid', { service: 'sale', call: 'createOrder' }, [open]],
  ])('%s', (_, more, expected) => expect(moved(serviceLine, more)).toEqual(expected));

  test('an order moves its amount once, on the line of its payment', () => {
    const order: Operation = { ...serviceLine, id: '1', service: 'sale', call: 'createOrder' };
    const payment: Operation = { ...order, id: '2', call: 'payOrder', within: '1', lastStatus: 'PAID' };
    const placeOf = placesOf([payment, order]);
    const kinds = [payment, order].map((one) => movementsOf(one, placeOf(one), isOwn).map(({ kind }) => kind));
    expect(kinds).toEqual([['out'], []]);
  });

  test('a fee that is taken out of the amount is named', () => {
    const operation: Operation = { ...serviceLine, receiptFee: '1', receiptFeeToken: 'MVP' };
    const movements = movementsOf(operation, placesOf([operation])(operation), isOwn);
    expect(movements).toMatchObject([{ note: 'The amount has a fee of 1 MVP in it.' }]);
  });
});

test('of any operation the amounts are texts of the ledger, and what is open has not moved', () => {
  const units = fc.bigInt({ min: 0n, max: 10n ** 40n });
  const amounts = units.map((one) => `${one}.${'0'.repeat(17)}1`);
  const amount = fc.option(amounts, { nil: undefined });
  const text = (...words: string[]) => fc.option(fc.constantFrom(...words), { nil: undefined });
  const outcomes = ['sending', 'done', 'accepted', 'mined', 'refused', 'unknown', 'not-sent', 'not-done'] as const;
  const operations = fc.record({
    outcome: fc.constantFrom<Operation['outcome']>(...outcomes),
    call: fc.constantFrom('send', 'approve', 'swap'),
    lastStatus: text('SUCCESS', 'FAIL', 'PENDING', 'other-chain'),
    block: text('7'),
    recipient: text(own, other),
    ...{ amount, spent: amount, received: amount, fee: amount },
  });
  property(500, operations, (more) => {
    const operation = { ...chainLine, ...more, maxFee: undefined };
    const rows = movementsOf(operation, placesOf([operation])(operation), isOwn);
    const known = [operation.amount, operation.spent, operation.received, operation.fee, undefined];
    for (const row of rows) expect(known).toContain(row.amount);
    const kinds = rows.map(({ kind }) => kind);
    if (kinds.includes('open')) expect(kinds).toEqual(['open']);
    const order: readonly Movement['kind'][] = ['out', 'in', 'fee', 'open'];
    expect(kinds).toEqual(order.filter((kind) => kinds.includes(kind)));
    if (/^(refused|not-sent)$/.test(operation.outcome) && !(operation.block && operation.lastStatus === 'FAIL'))
      expect(kinds).toEqual([]);
  });
});

describe('times in a zone', () => {
  const zones = ['UTC', 'Asia/Kathmandu', 'America/New_York', 'Africa/Cairo', 'Pacific/Apia', 'America/Sao_Paulo'];
  test('a time with its offset is the same time, and its day is in the period of that day alone', () => {
    const instants = fc.integer({ min: Date.UTC(2009, 0), max: Date.UTC(2040, 0) });
    const times = instants.map((at) => new Date(at).toISOString());
    property(500, times, fc.constantFrom(...zones), (at, zone) => {
      const zoned = zonedTimes(zone)(at);
      expect(Date.parse(zoned.time)).toBe(Math.floor(Date.parse(at) / 1000) * 1000);
      const day = (days: number) =>
        new Date(Date.parse(`${zoned.date}T00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
      const isIn = (options: { since?: string; until?: string }) => periodOf(options, zonedTimes(zone))(at, zoned);
      const minute = zoned.time.replace(/:\d\d([+-])/, '$1');
      for (const text of [day(0), minute, zoned.time]) expect(isIn({ since: text, until: text }), text).toBe(true);
      expect([isIn({ since: day(1) }), isIn({ until: day(-1) })]).toEqual([false, false]);
    });
  });

  const none = ['yesterday', '2026', '2026-02-30', '2026-13-01', '2026-01-01T24:00', '2026-01-01T10:00+99:00', ''];
  test.each(none)('%j is no day or time', (since) =>
    expect(() => periodOf({ since }, zonedTimes('UTC'))).toThrow('is not a day or time for --since.'),
  );

  test('an hour that the clocks leave out is no time of the zone', () => {
    const zoned = zonedTimes('America/New_York');
    expect(() => periodOf({ since: '2026-03-08T02:30' }, zoned)).toThrow('the clocks leave this hour out');
    for (const since of ['2026-03-08T01:59', '2026-03-08T03:00', '2026-11-01T01:30', '2026-03-08T02:30+00:00'])
      expect(() => periodOf({ since }, zoned)).not.toThrow();
    expect(() => periodOf({ until: '2026-03-08T02:30' }, zonedTimes('UTC'))).not.toThrow();
  });
});

const sheet = (csv: string): Record<string, string>[] => parse(csv, { columns: true, bom: true });
/** A user of a stub service, with transactions in the ledger. */
type Line = Partial<Intent> & { readonly at: string; readonly seen?: Partial<Observation> };
async function userWith(...lines: readonly Line[]) {
  const user = await stubUser((socket) => socket.destroy());
  await withLedger(user.home, async (ledger) => {
    for (const { at, seen, ...more } of lines) {
      const { id } = await ledger.begin({ ...intent, ...more }, Date.parse(at));
      const seenAs = { outcome: 'done', lastStatus: 'SUCCESS', ending: 'good', found: '{}', note: '' } as const;
      const paid = { fee: '0.0001', feeToken: 'BNB', spent: '2' };
      const facts = { hash: '0xaa', network: 'BSC', block: '7', blockTime: at, ...paid, ...seen?.facts };
      await ledger.observe(id, { ...seenAs, ...seen, facts }, Date.parse(at));
    }
  });
  const before = user.server.requests.length;
  return { ...user, reads: () => user.server.requests.length - before };
}

describe('the rows', () => {
  test('are a sheet without -o, exact, oldest first, in the zone of --tz; nothing is read', async () => {
    const seen = { facts: { spent: '0.100000000000000001', blockTime: undefined } };
    const { run, reads } = await userWith(
      { at: '2026-11-23T20:30:00.000Z', ref: '=1+1' },
      { at: '2026-11-23T16:59:59.000Z', amount: '0.100000000000000001', seen },
    );
    const { code, stdout, stderr } = await run('ops export --tz Asia/Phnom_Penh');
    expect([code, stderr, stdout.split('\r\n')[0]]).toEqual([exit.ok, '', `\uFEFF${header}`]);
    const rows = sheet(stdout);
    expect(rows.map(({ time, date, kind, amount, reference }) => [time, date, kind, amount, reference])).toEqual([
      ['2026-11-23T23:59:59+07:00', '2026-11-23', 'out', "'0.100000000000000001", ''],
      ['2026-11-23T23:59:59+07:00', '2026-11-23', 'fee', '0.0001', ''],
      ['2026-11-24T03:30:00+07:00', '2026-11-24', 'out', '2', "'=1+1"],
      ['2026-11-24T03:30:00+07:00', '2026-11-24', 'fee', '0.0001', "'=1+1"],
    ]);
    const parties = { account: own, counterparty: other, contract, network: 'BSC' };
    expect(rows[2]).toMatchObject({ ...parties, what: 'transaction', call: 'chain send' });
    expect(reads()).toBe(0);
  });

  test('have the same columns in each form, also without any', async () => {
    const { run } = await signedIn();
    expect(await run('ops export')).toMatchObject({ code: exit.ok, stdout: `\uFEFF${header}\r\n` });
    expect(await run('ops export --json')).toMatchObject({ code: exit.ok, stdout: '[]\n' });
    const user = await userWith({ at: '2026-11-23T20:30:00.000Z' });
    const [row] = await user.json('ops export --utc --json');
    expect([Object.keys(row).join(','), row.time, row.reference]).toEqual([header, '2026-11-23T20:30:00+00:00', null]);
    const fees = await user.run('ops export --fields kind,amount --match kind=fee -o csv');
    expect(fees.stdout).toBe('kind,amount\nfee,0.0001\n');
  });

  test('are those of the profile in use, with --every those of all; what is open is counted', async () => {
    const at = '2026-11-23T20:30:00.000Z';
    const open = { outcome: 'accepted', lastStatus: 'PENDING', ending: undefined } as const;
    const { run } = await userWith({ at }, { at, profile: 'b' }, { at, seen: open });
    const kinds = async (more: string) => {
      const { stdout, stderr } = await run(argvOf(`ops export -o csv ${more}`));
      const kinds = sheet(stdout).map(({ kind }) => kind);
      return [kinds.join(' '), stderr];
    };
    const note = '  Open, and no part of what moved: 1 operation. Check them: tuk ops check\n';
    expect(await kinds('')).toEqual(['out fee open', note]);
    expect(await kinds('--every')).toEqual(['out fee out fee open', note]);
  });
});

describe('--since and --until', () => {
  const times = ['2026-11-23T16:59:59.000Z', '2026-11-23T17:00:00.000Z', '2026-11-24T17:00:00.000Z'];
  const lines = times.map((at) => ({ at }));
  test.each([
    ['--since 2026-11-24 --tz Asia/Phnom_Penh', [1, 2]],
    ['--until 2026-11-23 --tz Asia/Phnom_Penh', [0]],
    ['--since 2026-11-24 --until 2026-11-24 --tz Asia/Phnom_Penh', [1]],
    ['--since 2026-11-23 --until 2026-11-23 --utc', [0, 1]],
    ['--since 2026-11-23T17:00 --utc', [1, 2]],
    ['--until 2026-11-24T00:00 --tz Asia/Phnom_Penh', [0, 1]],
    ['--since 2026-11-23T17:00Z --until 2026-11-25T00:00+07:00 --tz America/New_York', [1, 2]],
  ] as const)('%s', async (options, expected) => {
    const { run, json } = await userWith(...lines);
    const times = expected.map((at) => Date.parse(lines[at]!.at));
    const rows = sheet((await run(`ops export -o csv ${options}`)).stdout);
    expect(rows.filter(({ kind }) => kind === 'out').map(({ time }) => Date.parse(time!))).toEqual(times);
    const listed = (await json(`ops list ${options}`)) as Operation[];
    expect(listed.map(({ at }) => Date.parse(at))).toEqual([...times].reverse());
  });

  const exporting = ['ops list', 'ops export'];
  test.each(exporting)(
    '%s refuses what is no time, no zone, or no period, before anything is read',
    async (command) => {
      const { run } = await signedIn();
      for (const [options, why] of [
        ['--since yesterday', '"yesterday" is not a day or time for --since.'],
        ['--until 2026-02-30', '"2026-02-30" is not a day or time for --until.'],
        ['--since 2026-03-01 --until 2026-02-28', '--since is later than --until.'],
        ['--since 2026-03-01 --tz Mars/Olympus', 'There is no time zone "Mars/Olympus".'],
      ])
        expect(await run(`${command} ${options}`)).toMatchObject(ends(exit.usage, why!, ''));
    },
  );
});

test('ops list has the facts of a transaction at its top level, and warnings as objects', async () => {
  const warnings = JSON.stringify([{ code: 'ARRIVES_LESS', message: '1.98 USD arrived of 2.' }]);
  const { run, json } = await userWith({
    at: new Date(now).toISOString(),
    seen: { facts: { received: '1.98', receivedToken: 'USD', maxFee: '0.0003', warnings } },
  });
  expect(await json('ops list')).toMatchObject([
    {
      ...{ hash: '0xaa', network: 'BSC', contract, block: '7', spent: '2', received: '1.98', receivedToken: 'USD' },
      ...{ fee: '0.0001', feeToken: 'BNB', maxFee: '0.0003', warnings: JSON.parse(warnings) },
    },
  ]);
  const [row] = sheet((await run('ops list -o csv')).stdout);
  expect(row).toMatchObject({ hash: '0xaa', contract, received: '1.98', receivedContract: '', fee: '0.0001' });
  const [heading] = (await run('ops list -o md')).stdout.split('\n');
  expect(heading).toBe('| id | what | amount | token | recipient | state | at | ref | message |');
});

// `tuk ops`: check, settle and wait find the way out of an unknown outcome; list is for people and spreadsheets.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { prepareLookUp } from '../../src/engine/look-up.js';
import type { Intent, Operation } from '../../src/money/ledger.js';
import { stateReads } from '../../src/money/state-reads.js';
import { allCalls } from '../support/catalogue.js';
import { exit } from '../support/exit.js';
import { whileTimePasses } from '../support/fake-time.js';
import { userOf } from '../support/operations.js';
import { reset, respond } from '../support/scripted-server.js';
import { now } from '../support/time.js';
import { newUser } from '../support/tuk.js';

const to = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
const other = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
const withdraw = `wallet withdraw create --currency MVL --amount 25 --to ${to} --new-recipient --yes -p box`;
const transfer = 'points transfer --to dara --amount 5 --new-recipient --yes -p box';
const minute = 60_000;

interface Row {
  readonly id?: string;
  readonly status?: string | null;
  readonly amount?: string;
  readonly address?: string;
  readonly at?: number;
}
/** A withdrawal as the service shows it (CONTRACT.md 8.2). */
const withdrawal = ({ id = 'w1', status = 'INCOMING', amount = '25', address = to, at = now }: Row = {}) => ({
  title: 'Withdrawal',
  request: { id, status, amount, feeAmount: '1', address, currencyId: 'MVL', createdAt: new Date(at).toISOString() },
});

/** The list of the open withdrawals, whose first row is also the answer to a read of that withdrawal. */
const active = (rows: () => unknown) => (requested: string) => {
  if (requested.includes('/withdrawals/active')) return rows();
  return requested.endsWith('/withdrawals/w1') ? (rows() as readonly unknown[])[0] : undefined;
};
const history = (rows: () => unknown) => (requested: string) => (requested.endsWith('/mvp/history') ? rows() : undefined);

describe('ops check', () => {
  test.each<[string, () => unknown, number, string]>([
    ['it is in the list', () => [withdrawal()], exit.ok, 'done'],
    ['it is completed', () => [withdrawal({ status: 'COMPLETED' })], exit.ok, 'done'],
    ['it failed', () => [withdrawal({ status: 'FAILED' })], exit.ok, 'not-done'],
    ['it was cancelled', () => [withdrawal({ status: 'CANCELED' })], exit.ok, 'not-done'],
    ['nothing is in the list', () => [], exit.pending, 'unknown'],
    ['another amount', () => [withdrawal({ amount: '24' })], exit.pending, 'unknown'],
    ['another recipient', () => [withdrawal({ address: other })], exit.pending, 'unknown'],
    ['an hour before', () => [withdrawal({ at: now - 60 * minute })], exit.pending, 'unknown'],
    ['an hour after', () => [withdrawal({ at: now + 60 * minute })], exit.pending, 'unknown'],
    ['two that may be it', () => [withdrawal(), withdrawal({ id: 'w2' })], exit.pending, 'unknown'],
    ['a status that nobody knows', () => [withdrawal({ status: 'ODD' })], exit.pending, 'unknown'],
  ])('%s', async (_, rows, code, outcome) => {
    const user = await userOf(reset, active(rows));
    expect((await user.run(withdraw)).code).toBe(exit.unknown);
    const [{ id }] = (await user.list()) as [Operation];
    const checked = await user.run(`ops check ${id} -p box`);
    expect([checked.code, JSON.parse(checked.stdout)]).toEqual([code, expect.objectContaining({ id, outcome, known: code === exit.ok })]);
    const [line] = await user.list();
    expect([line?.outcome, line?.settledBy]).toEqual(code === exit.ok ? [outcome, 'check'] : ['unknown', undefined]);
    expect(user.sent()).toBe(1); // the withdrawal only: a check never sends a change
    const again = await user.run(`ops check ${id} -p box`);
    expect([again.code, JSON.parse(again.stdout).outcome]).toEqual([code, outcome]);
  });

  test('what it finds is the result of the same --client-ref', async () => {
    const user = await userOf(
      reset,
      active(() => [withdrawal({ status: 'COMPLETED' })]),
    );
    expect((await user.run(`${withdraw} --client-ref march`)).code).toBe(exit.unknown);
    expect((await user.run(`${withdraw} --client-ref march`)).code).toBe(exit.unknown);
    const [{ id }] = (await user.list()) as [Operation];
    await user.run(`ops check ${id} -p box`);
    const rerun = await user.run(`${withdraw} --client-ref march`);
    expect([rerun.code, JSON.parse(rerun.stdout).request.id, user.sent()]).toEqual([exit.ok, 'w1', 1]);
    expect(rerun.stderr).toMatch(/Done before.*as the service shows it/);
  });

  test('of two equal ones, a row that is the other one proves nothing', async () => {
    let first = true;
    const user = await userOf(
      (socket, request) => {
        const script = first ? respond(201, JSON.stringify(withdrawal())) : reset;
        first = false;
        script(socket, request);
      },
      active(() => [withdrawal()]),
    );
    expect((await user.run(withdraw)).code).toBe(exit.ok);
    expect((await user.run(withdraw)).code).toBe(exit.unknown);
    const [{ id }] = (await user.list()) as [Operation];
    expect((await user.run(`ops check ${id} -p box`)).code).toBe(exit.pending);
  });

  test('absence proves something only in a complete list that reaches back, and after ten minutes', async () => {
    const rows = (older: boolean) => [{ amount: '-7', createdAt: new Date(now - (older ? 60 : -1) * minute).toISOString(), status: null }];
    for (const [older, later, code] of [
      [false, 11, exit.pending],
      [true, 1, exit.pending],
      [true, 11, exit.ok],
    ] as const) {
      const user = await userOf(
        reset,
        history(() => rows(older)),
      );
      expect((await user.run(transfer)).code).toBe(exit.unknown);
      const [{ id }] = (await user.list()) as [Operation];
      const checked = await user.run(`ops check ${id} -p box`, { now: now + later * minute });
      expect([older, later, checked.code]).toEqual([older, later, code]);
      if (code === exit.ok) expect(JSON.parse(checked.stdout)).toMatchObject({ outcome: 'not-done', known: true });
    }
  });

  test('a points transfer is found by amount, recipient and time, with its fee or without, whatever its fields are called', async () => {
    for (const row of [{ amount: '-5.5', feeAmount: '0.5' }, { amount: '-5' }, { pointValue: '5.00' }]) {
      const user = await userOf(
        reset,
        history(() => [{ ...row, receiver: 'dara', happened: new Date(now).toISOString() }]),
      );
      expect((await user.run(transfer)).code).toBe(exit.unknown);
      const [{ id }] = (await user.list()) as [Operation];
      expect([row, (await user.run(`ops check ${id} -p box`)).code]).toEqual([row, exit.ok]);
    }
  });

  test('a response with an id that says another amount stays unknown, also when it is read', async () => {
    const user = await userOf(respond(201, JSON.stringify(withdrawal({ amount: '26' }))), (requested) =>
      requested.endsWith('/withdrawals/w1') ? withdrawal({ amount: '26' }) : undefined,
    );
    expect((await user.run(withdraw)).code).toBe(exit.unknown);
    const [{ id }] = (await user.list()) as [Operation];
    const checked = await user.run(`ops check ${id}`); // in its own profile, although another one is in use
    expect([checked.code, checked.stderr]).toEqual([exit.pending, expect.stringMatching(/says an amount of 26, and 25 was asked for/)]);
  });

  test('an operation that has ended is known; one that does not exist is exit 5; another profile is exit 2', async () => {
    const user = await userOf(respond(201, '{"id":"t1"}'), () => undefined);
    expect((await user.run(transfer)).code).toBe(exit.ok);
    const [{ id }] = (await user.list()) as [Operation];
    const reads = user.server.requests.length;
    expect((await user.run(`ops check ${id} -p box`)).code).toBe(exit.ok);
    expect(user.server.requests.length).toBe(reads);
    expect((await user.run('ops check op-0000-0001')).code).toBe(exit.notFound);
    user.withLedger((ledger) => ledger.settle(id, { outcome: 'unknown' }, now));
    expect((await user.run(`ops check ${id} -p sandbox`)).code).toBe(exit.usage);
  });

  test('another account is not asked: exit 7, and nothing is concluded', async () => {
    const token = (subject: string) => `e30.${Buffer.from(JSON.stringify({ sub: subject })).toString('base64url')}.x`;
    const user = await userOf(
      reset,
      active(() => []),
    );
    await user.run('login --tokens-stdin -p box', { stdin: JSON.stringify({ accessToken: token('a') }) });
    await user.run(`${withdraw} --client-ref r`);
    const [{ id }] = (await user.list()) as [Operation];
    await user.run('login --tokens-stdin -p box', { stdin: JSON.stringify({ accessToken: token('b') }) });
    expect((await user.run(`ops check ${id} -p box`)).code).toBe(exit.guarded);
    expect((await whileTimePasses(() => user.run(`ops wait ${id} -p box --max-wait 1s`))).code).toBe(exit.guarded);
  });

  test('a row with another amount, recipient or time is never taken for the operation', async () => {
    const at = Date.parse('2026-11-22T12:00:00.000Z');
    const operation: Operation = {
      id: 'op-1',
      at: new Date(at).toISOString(),
      pid: 1,
      outcome: 'unknown',
      profile: 'box',
      service: 'user',
      call: 'createWithdrawal',
      method: 'POST',
      url: 'https://x.example/balance/withdrawals',
      body: JSON.stringify({ amount: '25', currencyId: 'MVL', toAddress: to }),
      amount: '25',
      token: 'MVL',
      recipient: to,
    };
    const { find } = (await prepareLookUp(operation, {}))!;
    fc.assert(
      fc.property(
        fc.bigInt({ min: 1n, max: 10n ** 24n }),
        fc.constantFrom(to, to.toLowerCase(), other),
        fc.integer({ min: -90, max: 90 }),
        (units, address, away) => {
          const amount = units % 3n === 0n ? '25.000' : String(units);
          const row = withdrawal({ amount, address, at: at + away * minute });
          const isIt = /^25(\.000)?$/.test(amount) && address !== other && away >= 0 && away <= 15;
          expect([row, find(JSON.stringify([row]), [operation], at).kind]).toEqual([row, isIt ? 'seen' : 'absent']);
        },
      ),
    );
  });
});

describe('ops settle', () => {
  const unknown = async () => {
    const user = await userOf(reset, () => undefined);
    expect((await user.run(`${transfer} --client-ref march`)).code).toBe(exit.unknown);
    const [{ id }] = (await user.list()) as [Operation];
    const settle = (as: string, more = '--yes') =>
      user.run(['ops', 'settle', id, '--as', as, '--note', 'seen', '-p', 'box', ...more.split(' ').filter(Boolean)]);
    return { ...user, id, settle };
  };

  test('not-done records who judged, when and why, and frees the reference', async () => {
    const { run, id, settle, list, sent } = await unknown();
    expect((await settle('not-done')).code).toBe(exit.ok);
    expect(JSON.parse((await run(`ops show ${id} -p box`)).stdout)).toMatchObject({
      outcome: 'not-done',
      settledBy: 'person',
      note: 'seen',
      state: 'not done, as a person judged',
      settledAt: expect.any(String),
    });
    expect((await run(`${transfer} --client-ref march`)).code).toBe(exit.unknown); // it was sent again
    expect([sent(), (await list()).map(({ outcome }) => outcome)]).toEqual([2, ['unknown', 'not-done']]);
  });

  test('done makes the same command return what was recorded, and sends nothing', async () => {
    const { run, settle, sent } = await unknown();
    expect((await settle('done')).code).toBe(exit.ok);
    const again = await run(`${transfer} --client-ref march`);
    expect([again.code, sent()]).toEqual([exit.ok, 1]);
    expect(again.stderr).toMatch(/Done before, as op-\S+, as a person has judged/);
    expect((await settle('done')).code).toBe(exit.ok); // the same once more
    expect((await settle('not-done')).code).toBe(exit.usage);
  });

  test('without a terminal it needs --yes: exit 7, and nothing is recorded; a no at the prompt neither', async () => {
    const { run, id, settle, list } = await unknown();
    expect((await settle('done', '')).code).toBe(exit.guarded);
    const asked = await run(['ops', 'settle', id, '--as', 'done', '--note', 'seen', '-p', 'box'], { terminal: true, stdin: 'no\n' });
    expect(asked.code).toBe(exit.guarded);
    expect((await list())[0]?.outcome).toBe('unknown');
  });

  test.each([
    ['no judgement', ['--note', 'seen'], exit.usage],
    ['another word', ['--as', 'maybe', '--note', 'seen'], exit.usage],
    ['no note', ['--as', 'done'], exit.usage],
    ['a blank note', ['--as', 'done', '--note', ' '], exit.usage],
    ['a note with a control character', ['--as', 'done', '--note', 'a\u001b[2Jb'], exit.usage],
    ['a note with a key', ['--as', 'done', '--note', `0x${'ab'.repeat(32)}`], exit.guarded],
    ['a dry run', ['--as', 'done', '--note', 'seen', '--dry-run'], exit.usage],
  ])('%s records nothing', async (_, more, code) => {
    const { run, id, list } = await unknown();
    const result = await run(['ops', 'settle', id, '-p', 'box', '--yes', ...more]);
    expect([result.code, (await list())[0]?.outcome]).toEqual([code, 'unknown']);
    expect(result.stderr).not.toContain('abababab');
  });

  test.each<[Operation['outcome'], string]>([
    ['done', 'not-done'],
    ['refused', 'done'],
    ['refused', 'not-done'],
    ['not-sent', 'done'],
    ['not-sent', 'not-done'],
  ])('%s cannot be settled as %s: exit 2', async (outcome, as) => {
    const { id, settle, list, withLedger } = await unknown();
    withLedger((ledger) => ledger.settle(id, { outcome: outcome as 'done' }, now));
    expect([(await settle(as)).code, (await list())[0]?.outcome]).toEqual([exit.usage, outcome]);
  });

  test('one that a process is still sending cannot be settled: exit 2; check says 8', async () => {
    const { run, withLedger } = await unknown();
    const intent: Intent = { profile: 'box', service: 'user', call: 'transferPoints', method: 'POST', url: 'http://x/y' };
    const { id } = withLedger((ledger) => ledger.begin(intent, now)); // by this process, which runs
    expect((await run(`ops settle ${id} --as done --note seen --yes -p box`)).code).toBe(exit.usage);
    expect((await run(`ops check ${id} -p box`)).code).toBe(exit.pending);
    expect(withLedger((ledger) => ledger.find(id)?.outcome)).toBe('sending');
  });

  test('accepted counts as open: it can be settled, and its reference is not free before', async () => {
    const { run, id, settle, list, sent, withLedger } = await unknown();
    withLedger((ledger) => ledger.settle(id, { outcome: 'accepted' }, now));
    expect((await list())[0]).toMatchObject({ outcome: 'accepted', state: 'accepted, not known to be done' });
    expect([(await run(`${transfer} --client-ref march`)).code, sent()]).toEqual([exit.ok, 1]);
    expect([(await settle('not-done')).code, (await list())[0]?.outcome]).toEqual([exit.ok, 'not-done']);
  });
});

describe('ops wait', () => {
  test.each<[string, string, number]>([
    ['a good end', 'COMPLETED', exit.ok],
    ['a bad end', 'FAILED', exit.endedBadly],
    ['no end', 'CONFIRMING', exit.pending],
  ])('%s', async (_, status, code) => {
    const user = await userOf(respond(201, JSON.stringify(withdrawal())), (requested) =>
      requested.endsWith('/withdrawals/w1') ? withdrawal({ status }) : undefined,
    );
    expect((await user.run(withdraw)).code).toBe(exit.ok);
    const [{ id }] = (await user.list()) as [Operation];
    const waited = await whileTimePasses(() => user.run(`ops wait ${id} --max-wait 300ms --interval 50ms -o ndjson -p box`));
    expect([waited.code, JSON.parse(waited.stdout)]).toEqual([code, expect.objectContaining({ id, status })]);
  });

  test('an operation whose state nothing shows is exit 2; one that was refused is exit 13', async () => {
    const user = await userOf(respond(201, '{}'), () => undefined);
    const begin = (call: string, outcome: 'done' | 'refused') =>
      user.withLedger((ledger) => {
        const { id } = ledger.begin({ profile: 'box', service: 'user', call, method: 'POST', url: 'https://x.example/y' }, now);
        ledger.settle(id, { outcome, answer: '{}' }, now);
        return id;
      });
    const unseen = await whileTimePasses(() => user.run(`ops wait ${begin('transferAppBalance', 'done')} -p box`));
    expect([unseen.code, unseen.stderr]).toEqual([exit.usage, expect.stringMatching(/No endpoint is known to show/)]);
    expect((await whileTimePasses(() => user.run(`ops wait ${begin('createWithdrawal', 'refused')} -p box`))).code).toBe(exit.endedBadly);
    expect(user.server.requests).toEqual([]);
  });

  test('on the sandbox every kind of operation is followed to its end', async () => {
    const user = newUser();
    await user.run('login');
    const lines = [
      'points transfer --to dara --amount 5 --new-recipient --yes',
      `wallet withdraw create --currency MVL --amount 25 --to ${to} --new-recipient --yes`,
      `points deposit --amount 50 -f currencyId=MVL -f address=${to} --yes`,
      `points withdraw --amount 60 -f currencyId=MVL -f address=${to} --new-recipient --yes`,
      `swap bridge create --type TO_BEP20 --amount 20 -f toAddress=${to} --new-recipient --yes`,
      `swap legacy create --amount 15 -f type=TO_BEP20 -f fromAddress=${to} -f toAddress=${to} --new-recipient --yes`,
      'store buy 1 --quantity 1 --currency MVP --yes',
      'ride request --from PNH-01 --to PNH-02 --region KH --product STANDARD --currency POINT --yes',
      'points rank claim season-ranking -f network=TON_TEST -f address=EQCD39VS5jcptHL8vMjEXrzGaRcCVYto7HUn4bpAOg8xqB2N --new-recipient --yes',
    ];
    for (const line of lines) expect([line, (await user.run(line)).code]).toEqual([line, exit.ok]);
    const operations = JSON.parse((await user.run('ops list')).stdout) as (Operation & { readonly what: string })[];
    expect(operations).toHaveLength(lines.length + 1); // an order and its payment
    await user.run('sandbox advance 3h');
    for (const { id, what } of operations)
      expect([what, (await whileTimePasses(() => user.run(`ops wait ${id} --max-wait 2s`))).code]).toEqual([what, exit.ok]);
  }, 60_000);

  test('every call that moves value has a name and its reads exist', async () => {
    const calls = await allCalls();
    for (const { service, name } of calls.filter(({ effect }) => effect === 'money'))
      for (const read of stateReads(service, name).reads)
        expect(calls.find((call) => call.service === read.service && call.name === read.call)?.effect).toBe('none');
  });
});

describe('ops list', () => {
  test('reads as a person would write it, and sums by unit, an order and its payment once', async () => {
    const user = newUser();
    await user.run('login');
    await user.run('points transfer --to dara --amount 5 --new-recipient --yes');
    await user.run(`wallet withdraw create --currency MVL --amount 25 --to ${to} --new-recipient --yes`);
    expect((await user.run('store buy 1 --quantity 1 --currency MVP --yes')).code).toBe(exit.ok);
    const shown = await user.run('ops list', { terminal: true, columns: 120, env: { NO_COLOR: '1' } });
    expect(shown.stdout).toMatch(/^WHAT +AMOUNT +TO +STATE +AGE +LAST SEEN +ID/);
    expect(shown.stdout).toMatch(/withdrawal +25 MVL +0xf39\S* +INCOMING +\d+ s ago/);
    expect(shown.stdout).toMatch(/points transfer +5 MVP +dara +done/);
    expect(shown.stderr).toMatch(/Done in all: 30 MVP\.\n {2}Under way when last seen: 25 MVL\./);
    const [heading = '', ...lines] = (await user.run('ops list -o csv')).stdout.trim().split('\n');
    const column = (name: string) => lines.map((line) => line.split(',')[heading.split(',').indexOf(name)]);
    expect(column('amount')).toEqual(['25', '', '25', '5']); // the payment moved it
    expect(column('what')).toEqual(['store payment', 'store order', 'withdrawal', 'points transfer']);
    expect(column('within')).toEqual([column('id')[1], '', '', '']);
  });

  test('no text in its CSV is a formula; JSON has it as it is', async () => {
    const user = await userOf(respond(201, '{"id":"t1"}'), () => undefined);
    const begin = (recipient: string, ref: string) =>
      user.withLedger((ledger) => {
        const intent = {
          profile: 'box',
          service: 'user',
          call: 'transferPoints',
          method: 'POST',
          url: 'http://x/y',
          amount: '5',
          recipient,
          ref,
        };
        ledger.settle(ledger.begin(intent, now).id, { outcome: 'done', message: '-2+3' }, now);
      });
    begin('=1+1', '@SUM(1)');
    begin('+6590000001', '-5');
    const csv = (await user.run('ops list -o csv -p box --columns recipient,ref,message,amount')).stdout;
    expect(csv).toBe("recipient,ref,message,amount\n+6590000001,-5,'-2+3,5\n'=1+1,'@SUM(1),'-2+3,5\n");
    expect((await user.list()).map(({ recipient }) => recipient)).toEqual(['+6590000001', '=1+1']);
  });

  test('what is not known to be done is summed apart, and a judgement is shown as one', async () => {
    const user = await userOf(reset, () => undefined);
    await user.run(transfer);
    await user.run(transfer);
    const [{ id }] = (await user.list()) as [Operation];
    await user.run(`ops settle ${id} --as done --note seen --yes -p box`);
    const shown = await user.run('ops list -o table -p box');
    expect(shown.stdout).toMatch(/done, as a person judged/);
    expect(shown.stderr).toMatch(/Done in all: 5 MVP\.\n {2}Not known whether done: 5 MVP\./);
  });
});

describe('points', () => {
  test('a deposit says where to pay and how to follow it; a withdrawal how to follow it', async () => {
    const user = newUser();
    await user.run('login');
    const deposit = await user.run(`points deposit --amount 50 -f currencyId=MVL -f address=${to} --yes`);
    const { toAddress } = JSON.parse(deposit.stdout) as { toAddress: string };
    expect(deposit.stderr).toMatch(new RegExp(`Pay 50 MVL to ${toAddress}; .*\\n {2}Next: tuk ops wait op-\\d+-0001\\n`));
    const withdrawn = await user.run(`points withdraw --amount 60 -f currencyId=MVL -f address=${to} --new-recipient --yes`);
    expect(withdrawn.stderr).toMatch(/Next: tuk ops wait op-\d+-0002\n/);
  });

  test.each([
    ['the zero address', '0x0000000000000000000000000000000000000000', /nobody has the key of/],
    ['a wrong checksum', to.replace('f39F', 'F39f'), /mistyped/],
    ['an escape sequence', `${to}\u001b[2J`, /no address/],
    ["another network's address", 'EQCD39VS5jcptHL8vMjEXrzGaRcCVYto7HUn4bpAOg8xqB2N', /no address of ETHEREUM/],
    ['a private key', `0x${'ab'.repeat(32)}`, /private key/],
  ])('a deposit names no address to pay to that is none: %s', async (_, address, why) => {
    const answer = { balanceDepositRequest: { id: 'd1', status: 'INCOMING', goalAmount: '50', currencyId: 'MVL' }, toAddress: address };
    const user = await userOf(
      (socket, request) => respond(201, JSON.stringify(/pre-?check/i.test(request.path) ? {} : answer))(socket, request),
      (requested) => (requested.endsWith('/currencies/MVL') ? { id: 'MVL', network: 'ETHEREUM', tokenDecimal: 18 } : undefined),
    );
    const { code, stderr } = await user.run(`points deposit --amount 50 -f currencyId=MVL -f address=${to} --yes -p box`);
    expect([code, stderr]).toEqual([exit.ok, expect.stringMatching(why)]);
    expect(stderr).toMatch(/Do not pay/);
    expect(stderr).not.toMatch(/Pay 50|\u001b|abababab/);
  });

  test.each([
    ['success: false', { success: false, error: 'LIMIT' }],
    ['an error', { error: 'LIMIT' }],
    ['a status', { status: 'REJECTED' }],
    ['available: false', { available: false, reason: 'LIMIT' }],
    ['available: "false"', { available: 'false' }],
  ])('a deposit whose precheck fails is not sent: %s', async (_, precheck) => {
    const user = await userOf(
      (socket, request) => respond(201, JSON.stringify(/pre-?check/i.test(request.path) ? precheck : { id: 'd' }))(socket, request),
      (requested) =>
        /pre-?check/i.test(requested) ? precheck : requested.endsWith('/currencies/MVL') ? { id: 'MVL', network: 'ETHEREUM' } : undefined,
    );
    const { code, stderr } = await user.run(`points deposit --amount 50 -f currencyId=MVL -f address=${to} --yes -p box`);
    expect([code, stderr]).toEqual([
      exit.refused,
      expect.stringMatching(/The deposit is not available: .*Nothing was sent|precheck-points-deposit was answered 201, but it says/),
    ]);
    expect(await user.list()).toEqual([]);
  });

  test('a transfer reads no history', async () => {
    const user = await userOf(respond(201, '{"id":"t1"}'), () => undefined);
    expect((await user.run(transfer)).code).toBe(exit.ok);
    expect(user.server.requests.filter(({ path: at }) => at.includes('history'))).toEqual([]);
  });
});

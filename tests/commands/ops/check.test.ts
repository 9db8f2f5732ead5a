// `tuk ops check`, `settle` and `wait`: the ways out of an unknown outcome.
import { describe, expect, test } from 'vitest';
import type { Operation } from '../../../src/money/ledger/operation.js';
import { checksummed } from '../../../src/money/values/address.js';
import { ends, exit } from '../../support/exit.js';
import { whileTimePasses } from '../../support/fake-time.js';
import { tokenOf } from '../../support/jwt.js';
import { userOf } from '../../support/operations.js';
import { reset, respond, respondByPath, respondJson, type Script } from '../../support/scripted-server.js';
import { now } from '../../support/time.js';
import { signedIn } from '../../support/users.js';

const to = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
const withdraw = `wallet withdraw create --currency MVL --amount 25 --to ${to} --new-recipient --yes`;
const transfer = 'points transfer --to dara --amount 5 --new-recipient --yes';

/** A withdrawal as the service shows it (platform 12.2). */
const withdrawal = (more: object = {}) => ({
  title: 'Withdrawal',
  request: {
    ...{ id: 'w1', status: 'INCOMING', amount: '25', feeAmount: '1', address: to, currencyId: 'MVL' },
    ...{ createdAt: new Date(now).toISOString(), ...more },
  },
});
/** A user whose withdrawals are answered in this way, and whose list of open ones is `rows`. */
async function withActive(rows: readonly unknown[], ...answers: Script[]) {
  return withBalance(25, rows, ...answers);
}
/** @param takes what each change takes from the balance */
async function withBalance(takes: number, rows: readonly unknown[], ...answers: Script[]) {
  const user: Awaited<ReturnType<typeof userOf>> = await userOf(
    (...request) => (answers.shift() ?? reset)(...request),
    {
      '/withdrawals/w1': rows[0] ?? {},
      '/mvp/history': [],
      // before anything is sent, no list has it
      get '/withdrawals/active'() {
        return user.sent() > 0 ? rows : [];
      },
    },
    takes,
  );
  const last = async () => (await user.list())[0]!;
  return { ...user, last, check: async () => user.run(`ops check ${(await last()).id}`) };
}

describe('ops check', () => {
  test.each<[string, readonly unknown[], number, string]>([
    ['it is in the list', [withdrawal()], exit.ok, 'done'],
    ['it is completed', [withdrawal({ status: 'COMPLETED' })], exit.ok, 'done'],
    ['one like it failed', [withdrawal({ status: 'FAILED' })], exit.pending, 'unknown'],
    ['nothing is in the list', [], exit.pending, 'unknown'],
    ['a status that nobody knows', [withdrawal({ status: 'ODD' })], exit.pending, 'unknown'],
  ])('%s', async (_, rows, code, outcome) => {
    const { run, last, check, sent } = await withActive(rows);
    expect((await run(`${withdraw} --client-ref march`)).code).toBe(exit.unknown);
    const { id } = await last();
    const checked = await check();
    expect(checked.code).toBe(code);
    expect(JSON.parse(checked.stdout)).toMatchObject({ id, outcome, known: code === exit.ok });
    const { outcome: recorded, settledBy } = await last();
    expect([recorded, settledBy]).toEqual(code === exit.ok ? [outcome, 'check'] : ['unknown', undefined]);
    const all = await run('ops check');
    expect(all.stderr.includes(`The newest operation, ${id}, is `)).toBe(JSON.parse(all.stdout).length === 0);
    expect(sent()).toBe(1); // the withdrawal only: a check never sends a change
    const again = await check();
    expect([again.code, JSON.parse(again.stdout).outcome]).toEqual([code, outcome]);
  });

  test.each([
    ['the balance fell by its cost', 25, '--client-ref march', 'done', 'done, as a check found'],
    ['the balance is as it was', 0, '--client-ref march', 'unknown', 'unknown, one like it seen'],
    ['the balance fell by more', 26, '--client-ref march', 'unknown', 'unknown, one like it seen'],
    ['no balance was kept', 25, '', 'unknown', 'unknown, one like it seen'],
  ])('a row without its id is one like it, unless the balance says more: %s', async (_, takes, ref, outcome, state) => {
    const { run, last, check } = await withBalance(takes, [withdrawal({ status: 'COMPLETED' })]);
    expect((await run(`${withdraw} ${ref}`)).code).toBe(exit.unknown);
    expect(JSON.parse((await check()).stdout)).toMatchObject({ outcome, state });
    const { id, ...listed } = await last();
    expect(listed).toMatchObject({ state });
    const waited = await whileTimePasses(() => run(`wait ${id} --max-wait 1s`));
    expect(waited.code).toBe(outcome === 'done' ? exit.ok : exit.pending);
  });

  test('what it finds is the result of the same --client-ref', async () => {
    const { run, check, sent } = await withActive([withdrawal({ status: 'COMPLETED' })]);
    for (let nth = 0; nth < 2; nth++) expect((await run(`${withdraw} --client-ref march`)).code).toBe(exit.unknown);
    await check();
    const rerun = await run(`${withdraw} --client-ref march`);
    expect([rerun.code, JSON.parse(rerun.stdout).request.id, sent()]).toEqual([exit.ok, 'w1', 1]);
    expect(rerun.stderr).toMatch(/Done before.*as the service shows it/);
  });

  test('an operation that has ended is known; one that does not exist is exit 5; another profile is exit 2, unless none is named', async () => {
    const done = respond(201, '{"id":"t1","amount":"5"}');
    const { run, last, server, withLedger } = await withActive([withdrawal()], done);
    expect((await run(transfer)).code).toBe(exit.ok);
    const { id } = await last();
    const reads = server.requests.length;
    expect([(await run(`ops check ${id}`)).code, server.requests.length]).toEqual([exit.ok, reads]);
    expect((await run('ops check op-0000-0001')).code).toBe(exit.notFound);
    await withLedger((ledger) => ledger.settle(id, { outcome: 'unknown' }, now));
    expect((await run(`ops check ${id} -p sandbox`)).code).toBe(exit.usage);
    expect((await run('profile use sandbox')).code).toBe(exit.ok);
    expect(await run(`ops check ${id}`)).toMatchObject(ends(exit.pending, 'does not show it'));
  });

  test('another account is not asked: exit 7, and nothing is concluded', async () => {
    const { run, last, check } = await withActive([]);
    const signIn = (sub: string) =>
      run('login --tokens-stdin', { stdin: JSON.stringify({ accessToken: tokenOf(sub) }) });
    await signIn('a');
    await run(withdraw);
    await signIn('b');
    expect((await check()).code).toBe(exit.guarded);
    const { id } = await last();
    expect((await whileTimePasses(() => run(`wait ${id} --max-wait 1s`))).code).toBe(exit.guarded);
  });
});

describe('ops settle', () => {
  const unknown = async () => {
    const user = await userOf(reset, { '/mvp/history': [] });
    expect((await user.run(`${transfer} --client-ref march`)).code).toBe(exit.unknown);
    const [{ id }] = (await user.list()) as [Operation];
    const settle = (as: string, more = '--yes') => user.run(`ops settle ${id} --as ${as} --note seen ${more}`);
    return { ...user, id, settle };
  };

  test('not-done records who judged, when and why, and frees the reference', async () => {
    const { run, json, id, settle, list, sent } = await unknown();
    expect((await settle('not-done')).code).toBe(exit.ok);
    const state = 'not done, as a person judged';
    const judged = { outcome: 'not-done', settledBy: 'person', note: 'seen', state, settledAt: expect.any(String) };
    expect(await json(`ops show ${id}`)).toMatchObject(judged);
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
    const asked = await run(`ops settle ${id} --as done --note seen`, { terminal: true, stdin: 'no\n' });
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
    const result = await run(['ops', 'settle', id, '--yes', ...more]);
    expect([result.code, (await list())[0]?.outcome]).toEqual([code, 'unknown']);
    expect(result.stderr).not.toContain('abababab');
  });

  test.each<[Operation['outcome'], string]>([
    ['done', 'not-done'],
    ['refused', 'done'],
    ['not-sent', 'not-done'],
  ])('%s cannot be settled as %s: exit 2', async (outcome, as) => {
    const { id, settle, list, withLedger } = await unknown();
    await withLedger((ledger) => ledger.settle(id, { outcome: outcome as 'done' }, now));
    expect([(await settle(as)).code, (await list())[0]?.outcome]).toEqual([exit.usage, outcome]);
  });

  test('one that a process is still sending cannot be settled: exit 2; check says 8', async () => {
    const { run, withLedger } = await unknown();
    const intent = { profile: 'box', service: 'user', call: 'transferPoints', method: 'POST', url: 'http://x/y' };
    const { id } = await withLedger((ledger) => ledger.begin(intent, now)); // by this process, which runs
    expect((await run(`ops settle ${id} --as done --note seen --yes`)).code).toBe(exit.usage);
    expect((await run(`ops check ${id}`)).code).toBe(exit.pending);
    expect(await withLedger((ledger) => ledger.find(id))).toMatchObject({ outcome: 'sending' });
  });

  test('accepted counts as open: it can be settled, and its reference is not free before', async () => {
    const { run, id, settle, list, sent, withLedger } = await unknown();
    await withLedger((ledger) => ledger.settle(id, { outcome: 'accepted' }, now));
    expect((await list())[0]).toMatchObject({ outcome: 'accepted', state: 'accepted, not known to be done' });
    expect([(await run(`${transfer} --client-ref march`)).code, sent()]).toEqual([exit.ok, 1]);
    expect([(await settle('not-done')).code, (await list())[0]?.outcome]).toEqual([exit.ok, 'not-done']);
  });
});

describe('wait', () => {
  test('an operation whose state nothing shows is exit 2; one that was refused is exit 13', async () => {
    const user = await userOf(reset, {});
    const begin = (call: string, outcome: 'done' | 'refused') =>
      user.withLedger(async (ledger) => {
        const intent = { profile: 'box', service: 'user', call, method: 'POST', url: 'https://x.example/y' };
        const { id } = await ledger.begin(intent, now);
        await ledger.settle(id, { outcome, answer: '{}' }, now);
        return id;
      });
    const unseen = await whileTimePasses(async () => user.run(`wait ${await begin('transferAppBalance', 'done')}`));
    expect(unseen).toMatchObject(ends(exit.usage, /No endpoint is known to show/));
    const refused = await whileTimePasses(async () => user.run(`wait ${await begin('createWithdrawal', 'refused')}`));
    expect(refused.code).toBe(exit.endedBadly);
    expect(user.server.requests).toEqual([]);
  });

  test('on the sandbox every kind of operation is followed to its end', async () => {
    const { run, json } = await signedIn();
    const lines = [
      transfer,
      withdraw,
      `points deposit --amount 50 -f currencyId=MVL -f address=${to} --yes`,
      `points withdraw --amount 60 -f currencyId=MVL -f address=${to} --new-recipient --yes`,
      `swap bridge create --type TO_BEP20 --amount 20 -f toAddress=${to} --new-recipient --yes`,
      `api bep20-swap create-swap -f amount=15000000000000000000 -f type=TO_BEP20 -f fromAddress=${to} -f toAddress=${to} --new-recipient --yes`,
      'store buy 1 --quantity 1 --currency MVP --yes',
      'ride request --from PNH-01 --to PNH-02 --region KH --product STANDARD --currency POINT --yes',
      'points rank claim season-ranking -f network=TON_TEST -f address=EQCD39VS5jcptHL8vMjEXrzGaRcCVYto7HUn4bpAOg8xqB2N --new-recipient --yes',
    ];
    for (const line of lines) expect([line, (await run(line)).code]).toEqual([line, exit.ok]);
    const operations = (await json('ops list')) as (Operation & { readonly what: string })[];
    expect(operations).toHaveLength(lines.length + 1); // an order and its payment
    await run('sandbox advance 3h');
    for (const { id, what } of operations)
      expect([what, (await whileTimePasses(() => run(`wait ${id} --max-wait 2s`))).code]).toEqual([what, exit.ok]);
  }, 60_000);
});

describe('ops list', () => {
  test('reads as a person would write it, and sums by unit, an order and its payment once', async () => {
    const user = await signedIn();
    await user.run(transfer);
    await user.run(withdraw);
    expect((await user.run('store buy 1 --quantity 1 --currency MVP --yes')).code).toBe(exit.ok);
    const shown = await user.table('ops list', { columns: 120 });
    expect(shown.stdout).toMatch(/^WHAT +AMOUNT +TO +STATE +AGE +LAST SEEN +ID/);
    expect(shown.stdout).toMatch(/withdrawal +25 MVL +0xf39\S* +◐ INCOMING +<10 s ago/);
    expect(shown.stdout).toMatch(/points transfer +5 MVP +dara +✓ done/);
    expect(shown.stderr).toMatch(/Done in all: 30 MVP\.\n {2}In progress when last seen: 25 MVL\./);
    const [heading = '', ...lines] = (await user.run('ops list -o csv')).stdout.trim().split('\n');
    const column = (name: string) => lines.map((line) => line.split(',')[heading.split(',').indexOf(name)]);
    expect(column('amount')).toEqual(['25', '', '25', '5']); // the payment moved it
    expect(column('what')).toEqual(['store payment', 'store order', 'withdrawal', 'points transfer']);
    expect(column('within')).toEqual([column('id')[1], '', '', '']);
  });
});

describe('points', () => {
  const deposit = `points deposit --amount 50 -f currencyId=MVL -f address=${to} --yes`;
  const currency = { id: 'MVL', network: 'ETHEREUM', tokenDecimal: 18 };
  /** A user whose deposits are answered so, after this precheck. */
  const depositor = (precheck: object, answer: object) =>
    userOf(respondByPath({ '/deposit-requests/precheck': precheck }, respondJson(answer, 201)), {
      '/currencies/MVL': currency,
    });

  test('a deposit says where to pay and how to follow it; a withdrawal how to follow it', async () => {
    const { run } = await signedIn();
    const deposited = await run(deposit);
    const { toAddress } = JSON.parse(deposited.stdout) as { toAddress: string };
    const said = `Pay 50 MVL to ${checksummed(toAddress)} on ETHEREUM; .*\\n {2}Next: tuk wait op-\\d+-0001\\n`;
    expect(deposited.stderr).toMatch(new RegExp(said));
    const withdrawn = await run(`points withdraw --amount 60 -f currencyId=MVL -f address=${to} --new-recipient --yes`);
    expect(withdrawn.stderr).toMatch(/Next: tuk wait op-\d+-0002\n/);
  });

  test.each([
    ['the zero address', '0x0000000000000000000000000000000000000000', /without a key/],
    ['a wrong checksum', to.replace('f39F', 'F39f'), /mistyped/],
    ['an escape sequence', `${to}\u001b[2J`, /not an address/],
    ["another network's address", 'EQCD39VS5jcptHL8vMjEXrzGaRcCVYto7HUn4bpAOg8xqB2N', /not an address of ETHEREUM/],
    ['a private key', `0x${'ab'.repeat(32)}`, /private key/],
  ])('a deposit names no address to pay to that is none: %s', async (_, toAddress, why) => {
    const request = { id: 'd1', status: 'INCOMING', goalAmount: '50', currencyId: 'MVL' };
    const user = await depositor({}, { balanceDepositRequest: request, toAddress });
    const { code, stdout, stderr } = await user.run(deposit, { terminal: true, env: { NO_COLOR: '1' } });
    expect([code, stderr]).toEqual([exit.ok, expect.stringMatching(why)]);
    expect(stderr).toMatch(/Do not pay/);
    expect(stdout).not.toMatch(/[█▀▄]/);
    expect(stderr).not.toMatch(/Pay 50|\u001b\[2J|abababab/);
  });

  test.each([
    ['an error', { error: 'LIMIT' }],
    ['a status', { status: 'REJECTED' }],
    ['available: "false"', { available: 'false' }],
  ])('a deposit whose precheck fails is not sent: %s', async (_, precheck) => {
    const user = await depositor(precheck, { id: 'd' });
    const why =
      /The deposit is not available: .*Nothing was sent|precheck-points-deposit was answered 200, but it says/;
    expect(await user.run(deposit)).toMatchObject(ends(exit.refused, why));
    expect(await user.list()).toEqual([]);
  });

  test('a transfer reads no history', async () => {
    const user = await userOf(respond(201, '{"id":"t1","amount":"5"}'), {});
    expect((await user.run(transfer)).code).toBe(exit.ok);
    expect(user.server.requests.filter(({ path: at }) => at.includes('history'))).toEqual([]);
  });
});

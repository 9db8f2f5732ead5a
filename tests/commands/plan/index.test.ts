// A plan: what was reviewed is what is applied, once, by every door; else exit 7 with what has moved.
import { copyFileSync, existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { toolsOf } from '../../../src/commands/mcp/tools.js';
import { groups } from '../../../src/groups.js';
import { chainProfile, friend } from '../../support/chain.js';
import { conversation } from '../../support/conversation.js';
import { ends, exit } from '../../support/exit.js';
import { tokenOf } from '../../support/jwt.js';
import { prepared, transferCommands } from '../../support/money-commands.js';
import { withLedger } from '../../support/operations.js';
import { codeAndStderr, platformUser } from '../../support/platform.js';
import { respondJson, type Script } from '../../support/scripted-server.js';
import type { User } from '../../support/tuk.js';

const third = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC';
const signIn = async (user: Pick<User, 'run'>, subject: string) => {
  const stdin = JSON.stringify({ accessToken: tokenOf(subject), refreshToken: 'r' });
  expect(await user.run(['login', '--tokens-stdin'], { stdin })).toMatchObject({ code: exit.ok });
};
const line = 'points transfer --to u-1 --amount 5 --new-recipient';
const fee = { amount: '0.5' };
/** A user with a plan of a transfer in plan.json. */
async function planner(typed = line, options: Parameters<typeof platformUser>[0] = {}) {
  fee.amount = '0.5';
  const stated: Script = (...on) => respondJson({ feeAmount: fee.amount, currencyId: 'MVP' })(...on);
  const user = await platformUser({ ...options, reads: { '/mvp/transfer/fee': stated, ...options.reads } });
  await signIn(user, 'mina');
  const file = path.join(user.home, 'plan.json');
  const planned = await user.run(`${typed} --plan-out plan.json`);
  expect(codeAndStderr(planned)).toMatch(/^0 /);
  return { ...user, file, planned, apply: (more = '--yes') => user.run(`plan apply plan.json ${more}`) };
}

test('a plan is a private file without a secret; nothing is sent before it is applied, and that once from any copy', async () => {
  const user = await planner();
  expect([user.transfers().length, (await user.lines()).length]).toEqual([0, 0]);
  expect(statSync(user.file).mode & 0o777).toBe(0o600);
  expect(readFileSync(user.file, 'utf8')).not.toMatch(/eyJ/);
  const paid = { recipient: 'u-1', amount: '5', token: 'MVP', fee: '0.5', account: 'sub:mina' };
  const shown = { state: 'open', line: 'tuk points transfer --to=u-1 --amount=5 --new-recipient' };
  const transfers = [{ call: 'user transferPoints', ...paid }];
  expect(await user.json('plan show plan.json')).toMatchObject({ ...shown, transfers });
  copyFileSync(user.file, path.join(user.home, 'copy.json'));
  expect(await user.apply('--dry-run')).toMatchObject({ code: exit.ok });
  expect(await user.apply('')).toMatchObject(ends(exit.guarded, '--yes'));
  expect(await user.apply()).toMatchObject({ code: exit.ok });
  expect(user.transfers().map(({ body }) => JSON.parse(body).amount)).toEqual(['5']);
  for (const copy of ['plan.json', 'copy.json'])
    expect(await user.run(`plan apply ${copy} --yes`)).toMatchObject(ends(exit.guarded, 'applied before'));
  expect(user.transfers()).toHaveLength(1);
  expect((await user.json('plan show copy.json')).state).toBe('applied');
});

test('a withdrawn plan is not applied, and an applied one is not withdrawn', async () => {
  const user = await planner();
  expect(await user.run('plan withdraw plan.json')).toMatchObject({ code: exit.ok });
  expect(await user.apply()).toMatchObject(ends(exit.guarded, 'withdrawn before'));
  expect(user.transfers()).toEqual([]);
  const done = await planner();
  await done.apply();
  expect(await done.run('plan withdraw plan.json')).toMatchObject({ code: exit.guarded });
});

test('no byte of it can be edited', async () => {
  const user = await planner();
  const text = readFileSync(user.file, 'utf8');
  const edits = [
    text.replace('"amount": "5"', '"amount": "50"'),
    text.replace(/"expires": "20/, '"expires": "21'),
    text.replace(/"ledger": "./, '"ledger": "x'),
    `${text} `,
  ];
  for (const edit of edits) {
    expect(edit).not.toBe(text);
    writeFileSync(user.file, edit);
    expect(await user.apply()).toMatchObject({ code: exit.guarded });
  }
  expect(user.transfers()).toEqual([]);
});

test('a file that is not a plan is refused in a sentence, whatever it has', async () => {
  const user = await planner();
  const plan = JSON.parse(readFileSync(user.file, 'utf8'));
  const others = [null, 1, 'x', [], {}, [null], ['--help'], ['points'], ['nope'], [[]], { a: { b: {} } }];
  const names = ['command', 'values', 'options', 'inputs', 'open', 'transfers', 'limits', 'id', 'at', 'settings'];
  const texts = names.flatMap((name) => others.map((other) => JSON.stringify({ ...plan, ledger: 'x', [name]: other })));
  for (const text of ['{}', '', '['.repeat(100_000), ...texts]) {
    writeFileSync(user.file, text);
    const { code, stderr } = await user.run('plan show plan.json');
    expect([code, stderr], text.slice(0, 400)).toEqual([expect.toBeOneOf([exit.ok, exit.usage]), stderr]);
    expect(stderr).not.toContain('bug');
  }
  expect(await user.apply()).toMatchObject({ code: exit.usage });
});

test('an older copy of the ledger, which does not know that it was withdrawn, is refused', async () => {
  const user = await planner();
  await user.run(`${line} --yes`);
  const file = path.join(user.home, 'ledger.db');
  const before = await withLedger(user.home, () => readFileSync(file));
  await user.run('plan withdraw plan.json');
  writeFileSync(file, before);
  expect(codeAndStderr(await user.apply())).toMatch(/^9 .*lacks a plan/);
});

test('another ledger shows it, and does not apply it', async () => {
  const user = await planner();
  const elsewhere = await platformUser();
  copyFileSync(user.file, path.join(elsewhere.home, 'plan.json'));
  const foreign = ends(exit.ok, 'nothing in it was checked', expect.stringContaining('"foreign"'));
  expect(await elsewhere.run('plan show plan.json -o json')).toMatchObject(foreign);
  for (const verb of ['apply', 'withdraw'])
    expect(await elsewhere.run(`plan ${verb} plan.json --yes`)).toMatchObject({ code: exit.guarded });
  expect(elsewhere.transfers()).toEqual([]);
});

type Planner = Awaited<ReturnType<typeof planner>>;
test.each<readonly [what: string, happens: (user: Planner) => unknown, said: string]>([
  ['another person signs in', (user) => signIn(user, 'dara'), 'the account is not the same'],
  ['a limit is set', ({ run }) => run('profile set box limits.transfer 1000'), 'the limits of the profile are not'],
  [
    'a setting changes',
    ({ run }) => run('profile set box confirmRenewal false'),
    'the settings of the profile are not',
  ],
  ['the fee rises', () => Object.assign(fee, { amount: '0.6' }), 'the fee is 0.6 MVP, and was 0.5 MVP'],
  ['another profile is used', ({ run }) => run('profile use sandbox'), 'the profile is not the same'],
])('it is refused if %s', async (_, happens, said) => {
  const user = await planner();
  await happens(user);
  expect(await user.apply()).toMatchObject(ends(exit.guarded, said));
  expect(user.transfers()).toEqual([]);
});

test('a variable of a header is that of the plan', async () => {
  const user = await platformUser();
  await user.run(['profile', 'set', 'box', 'header.X-Ten', '$TEN']);
  const env = (TEN: string) => ({ env: { TEN } });
  expect(codeAndStderr(await user.run(`${line} --plan-out plan.json`, env('tenant-a')))).toMatch(/^0 /);
  expect(codeAndStderr(await user.run('plan apply plan.json --yes', env('tenant-b')))).toMatch(/^7 .*the settings/);
  expect(codeAndStderr(await user.run('plan apply plan.json --yes', env('tenant-a')))).toMatch(/^0 /);
});

test('two processes apply it once', async () => {
  const user = await planner();
  const ends = await Promise.all([user.apply(), user.apply()]);
  expect(ends.map(({ code }) => code).sort()).toEqual([exit.ok, exit.guarded]);
  expect(user.transfers()).toHaveLength(1);
});

test('a change of the limits at the open question is refused, and leaves the plan as it was', async () => {
  const user = await planner();
  const { opening, type, exitCode } = conversation(['plan', 'apply', 'plan.json'], { home: user.home });
  expect(await opening).toMatch(/5 MVP.*u-1.*yes/s);
  await user.run('profile set box limits.transfer 1000');
  expect(await type('yes')).toMatch(/the limits of the profile are not the same/);
  expect(await exitCode).toBe(exit.guarded);
  await user.run('profile set box limits.transfer');
  expect(await user.apply()).toMatchObject({ code: exit.ok });
});

test('no model, alias, batch or flow applies a plan', async () => {
  const user = await planner();
  const tools = await toolsOf(groups, { writes: true, all: true });
  expect(tools.filter(({ name }) => name.startsWith('plan'))).toEqual([]);
  expect(await user.run(['alias', 'set', 'go', 'plan apply plan.json'])).toMatchObject({ code: exit.usage });
  writeFileSync(path.join(user.home, 'go.csv'), 'command\nplan apply plan.json\n');
  expect(await user.run('batch go.csv --client-ref x --yes')).toMatchObject({ code: exit.usage });
  expect(user.transfers()).toEqual([]);
});

test('a plan expires after a day', async () => {
  const user = await planner();
  const now = Date.parse(JSON.parse(readFileSync(user.file, 'utf8')).expires) + 1;
  expect(await user.run('plan apply plan.json --yes', { now: () => now })).toMatchObject(ends(exit.guarded, 'expired'));
});

test('a line that is refused, or that moves nothing, has no plan', async () => {
  const user = await platformUser({ limits: { transfer: '1 MVP' } });
  expect(await user.run(`${line} --plan-out plan.json`)).toMatchObject({ code: exit.guarded });
  expect(existsSync(path.join(user.home, 'plan.json'))).toBe(false);
});

test('a new recipient is confirmed when the plan is applied', async () => {
  const user = await planner('points transfer --to u-1 --amount 5');
  expect(await user.apply()).toMatchObject(ends(exit.guarded, 'is a new recipient'));
  expect(await user.apply('--yes --new-recipient')).toMatchObject({ code: exit.ok });
});

const moves = Object.entries(transferCommands).flatMap(([name, all]) =>
  all.filter(({ line: typed }) => !/Palace|--step (?!pay)/.test(typed)).map((move) => [name, move] as const),
); // a place by its name is asked for; of a game only its fee moves value
test.each(moves)('%s is planned without a trace, applied, and not applied again: %o', async (_, move) => {
  const { run, home, words } = await prepared(move);
  const operations = () => withLedger(home, (ledger) => ledger.count());
  const before = await operations();
  expect(codeAndStderr(await run([...words, '--plan-out', 'plan.json'], { stdin: move.stdin }))).toMatch(/^0 /);
  expect(await operations()).toBe(before);
  const apply = () => run('plan apply plan.json --yes', { stdin: words.includes('--key-file') ? move.stdin : '' });
  expect(codeAndStderr(await apply())).toMatch(/^[035] /); // the sandbox refuses some of them
  const applied = await operations();
  expect(applied).toBeGreaterThan(before);
  expect(codeAndStderr(await apply())).toMatch(/^7 .*applied before/);
  expect(await operations()).toBe(applied);
});

test('of a call by its name, with the body of a file', async () => {
  const user = await platformUser();
  writeFileSync(path.join(user.home, 'body.json'), '{"toUserId":"u-1","amount":"5"}');
  const typed = 'api user transfer-points --input body.json --new-recipient --plan-out plan.json';
  expect(codeAndStderr(await user.run(typed))).toMatch(/^0 /);
  writeFileSync(path.join(user.home, 'body.json'), '{"toUserId":"u-1","amount":"9"}');
  expect((await user.json('plan show plan.json')).line).toContain('user transfer-points');
  expect(codeAndStderr(await user.run('plan apply plan.json --yes'))).toMatch(/^0 /);
  expect(user.transfers().map(({ body }) => JSON.parse(body).amount)).toEqual(['5']);
});

test('in a protected profile it is confirmed by the name', async () => {
  const user = await platformUser();
  await user.run('profile set box protected true');
  expect(await user.run(`${line} --plan-out plan.json`)).toMatchObject({ code: exit.ok });
  expect(await user.run('plan apply plan.json --yes')).toMatchObject({ code: exit.guarded });
  expect(user.transfers()).toEqual([]);
  expect(await user.run('plan apply plan.json --confirm box')).toMatchObject({ code: exit.ok });
});

test('an open operation is lifted where the plan is applied', async () => {
  const lost: Script = (socket) => socket.destroy();
  let isLost = true;
  const money: Script = (...on) => (isLost ? lost : respondJson({ id: 't-1', amount: '5' }))(...on);
  const user = await planner(line, { money });
  expect(await user.run(`${line} --yes`)).toMatchObject({ code: exit.unknown });
  isLost = false;
  const [open] = await user.lines();
  expect(await user.apply()).toMatchObject(ends(exit.guarded, `--despite ${open!.id}`));
  expect(await user.apply(`--yes --despite ${open!.id}`)).toMatchObject({ code: exit.ok });
});

describe('of a batch', () => {
  const batch = "batch pay.csv --client-ref p --template 'points transfer --to {to} --amount {amount}' --new-recipient";
  const write = (home: string, text: string) => writeFileSync(path.join(home, 'pay.csv'), text);
  async function batchPlanner(typed = batch) {
    const user = await platformUser();
    await signIn(user, 'mina');
    write(user.home, 'to,amount\nu-1,5\nu-2,6\n');
    expect(await user.run(`${typed} --plan-out plan.json`)).toMatchObject({ code: exit.ok });
    return user;
  }

  test('has the rows of its file, whatever the file says later', async () => {
    const user = await batchPlanner();
    write(user.home, 'to,amount\nu-1,5\nu-2,60\n');
    expect(await user.run('plan apply plan.json --yes')).toMatchObject({ code: exit.ok });
    expect(user.transfers().map(({ body }) => JSON.parse(body).amount)).toEqual(['5', '6']);
    expect(await user.run('plan apply plan.json --yes')).toMatchObject({ code: exit.guarded });
  });

  test('has the lines of its aliases', async () => {
    const user = await platformUser();
    write(user.home, 'amount\n5\n');
    await user.run(['alias', 'set', 'pay', 'points transfer --to u-1 --amount {1}']);
    await user.run("batch pay.csv --client-ref p --template 'pay {amount}' --new-recipient --plan-out plan.json");
    await user.run(['alias', 'set', '--replace', 'pay', 'points transfer --to u-9 --amount {1}']);
    expect(await user.run('plan apply plan.json --yes')).toMatchObject(ends(exit.guarded, 'another one'));
    expect(user.transfers()).toEqual([]);
  });

  test.each<readonly [what: string, row: string, more: string, TEN: string, email: string]>([
    ['a file that a row reads', 'api user set-email --input em.json', '', 'a', 'b'],
    ['a variable that --env allows', 'points transfer --to u-1 --amount 5', ' --env TEN', 'b', 'a'],
  ])('has %s', async (_, row, more, TEN, email) => {
    const user = await platformUser();
    const mail = (at: string) => writeFileSync(path.join(user.home, 'em.json'), `{"email":"${at}@example.com"}`);
    mail('a');
    write(user.home, `ref,command\na,${row}\nb,points transfer --to u-1 --amount 6\n`);
    const typed = `batch pay.csv --client-ref p --new-recipient${more} --plan-out plan.json`;
    expect(codeAndStderr(await user.run(typed, { env: { TEN: 'a' } }))).toMatch(/^0 /);
    mail(email);
    const applied = await user.run('plan apply plan.json --yes', { env: { TEN } });
    expect([applied, user.transfers()]).toMatchObject([ends(exit.guarded, 'is another one'), []]);
  });

  test.each([
    ['with a private key in its file', `to,amount,note\nu-1,5,${'59c6995e'.repeat(8)}\n`, batch, exit.guarded],
    ['without its reference', 'to,amount\nu-1,5\n', batch.replace('--client-ref p', ''), exit.usage],
  ])('is not written %s', async (_, text, typed, code) => {
    const user = await platformUser();
    write(user.home, text);
    const ended = await user.run(`${typed.replace('  ', ' ')} --plan-out plan.json`);
    expect([ended.code, existsSync(path.join(user.home, 'plan.json'))]).toEqual([code, false]);
  });
});

test('of a flow has its steps, and says which are not known before', async () => {
  const user = await platformUser();
  await signIn(user, 'mina');
  const step = (name: string, amount: string, more = '') =>
    `- {name: ${name}, run: 'points transfer --to u-1 --amount ${amount}'${more}}\n`;
  const stdin = `steps:\n${step('first', '5', ', save: {price: .amount}')}${step('then', '{price}')}`;
  const planned = await user.run('flow run - --client-ref f --new-recipient --plan-out plan.json', { stdin });
  expect(planned).toMatchObject({ code: exit.ok });
  const { open, transfers } = await user.json('plan show plan.json');
  expect([open, transfers.length]).toEqual([[2], 1]);
  expect(await user.run('plan apply plan.json --yes --jq length')).toMatchObject({ code: exit.ok });
  expect(user.transfers()).toHaveLength(2);
});

describe('of a transaction that is signed here', () => {
  const send = 'wallet send --network BSC --token BNB --to bob --amount 0.1 --key-file phrase.txt --new-recipient';
  async function sender() {
    const bench = await chainProfile();
    await bench.run(['wallet', 'contacts', 'add', 'bob', friend, '--network', 'BSC', '--yes']);
    expect(codeAndStderr(await bench.run(`${send} --plan-out plan.json`))).toMatch(/^0 /);
    expect(bench.broadcasts()).toEqual([]);
    return bench;
  }

  test('a step whose amount is not known before binds its key and the contacts', async () => {
    const bench = await chainProfile();
    await bench.run(['wallet', 'contacts', 'add', 'bob', friend, '--network', 'BSC', '--yes']);
    const sends = send.replace('0.1', '{amount}').replace(' --new-recipient', '');
    const read = { name: 'read', run: 'wallet contacts list', save: { amount: '"0.1"' } };
    const steps = [read, { name: 'send', run: sends }];
    writeFileSync(path.join(bench.home, 'flow.yaml'), JSON.stringify({ steps }));
    const contacts = path.join(bench.home, 'contacts', 'box.json');
    const files = [path.join(bench.home, 'phrase.txt'), contacts].map((file) => [file, readFileSync(file)] as const);
    const planned = await bench.run('flow run flow.yaml --client-ref f --new-recipient --plan-out plan.json');
    expect(codeAndStderr(planned)).toMatch(/^0 /);
    for (const [file, bytes] of files) {
      writeFileSync(file, file === contacts ? bytes.toString().replace(friend, third) : `${'0'.repeat(63)}1`);
      expect(codeAndStderr(await bench.run('plan apply plan.json --yes'))).toMatch(/^7 .*is another one/);
      writeFileSync(file, bytes);
    }
    expect(bench.broadcasts()).toEqual([]);
    expect(codeAndStderr(await bench.run('plan apply plan.json --yes'))).toMatch(/^0 /);
    expect(bench.broadcasts()).toHaveLength(1);
  });

  type Sender = Awaited<ReturnType<typeof sender>>;
  const changeContact = ({ home }: Sender) => {
    const file = path.join(home, 'contacts', 'box.json');
    writeFileSync(file, readFileSync(file, 'utf8').replace(friend, third));
  };
  const changeKey = ({ home }: Sender) => writeFileSync(path.join(home, 'phrase.txt'), `${'0'.repeat(63)}1`);
  const raiseGas = ({ node }: Sender) => {
    node.rules.eth_feeHistory = async (_, { forward }) => {
      const history = await forward();
      return { ...history, reward: history.reward.map((row: string[]) => row.map(() => '0x77359400')) };
    };
  };
  test.each<readonly [what: string, happens: (bench: Sender) => unknown, said: RegExp]>([
    ['the contact has another address', changeContact, new RegExp(`the recipient is ${third}, and was ${friend}`)],
    ['the key is another one', changeKey, /the account is address:0x7e5f/i],
    ['the price of gas is higher', raiseGas, /the fee is/],
  ])('is refused if %s', async (_, happens, said) => {
    const bench = await sender();
    await happens(bench);
    expect(await bench.run('plan apply plan.json --yes')).toMatchObject(ends(exit.guarded, said));
    expect(bench.broadcasts()).toEqual([]);
  });
});

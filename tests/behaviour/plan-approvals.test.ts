// `limits.approvals`: what is above a threshold leaves only as a plan that approvers have signed, through every door.
import { copyFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Wallet } from 'ethers';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { verified } from '../../src/money/verdict/approval.js';
import { chainProfile, friend } from '../support/chain.js';
import { exit } from '../support/exit.js';
import { tokenOf } from '../support/jwt.js';
import { connect } from '../support/mcp-client.js';
import { codeAndStderr, platformUser } from '../support/platform.js';
import { property } from '../support/runs.js';
import { program } from '../support/screen.js';
import { solanaKey } from '../support/solana.js';
import { through } from '../support/through.js';
import { argvOf, newUser, type User } from '../support/tuk.js';

const [anna, bo, eve] = [Wallet.createRandom(), Wallet.createRandom(), Wallet.createRandom()] as const;
const dara = solanaKey();
/** The file of a key, in a home. */
function keyIn(home: string, key: { readonly address: string; readonly privateKey?: string; readonly file?: string }) {
  const file = path.join(home, `${key.address}.key`);
  writeFileSync(file, key.privateKey ?? key.file!, { mode: 0o600 });
  return file;
}
const approvers = [anna.address, bo.address, dara.address].join(',');
const line = 'points transfer --to u-1 --amount 5 --new-recipient';
type Key = Parameters<typeof keyIn>[1];
const approve = (user: Pick<User, 'run' | 'home'>, key: Key, plan = 'plan.json') =>
  user.run(['plan', 'approve', plan, '--key-file', keyIn(user.home, key), '--yes']);

/** A user whose profile asks for approvals. */
async function limited(limits: Readonly<Record<string, string>> = {}) {
  const user = await platformUser({ limits: { approvals: '1 above 5 MVP', approvers, ...limits } });
  const stdin = JSON.stringify({ accessToken: tokenOf('mina'), refreshToken: 'r' });
  expect(await user.run(['login', '--tokens-stdin'], { stdin })).toMatchObject({ code: exit.ok });
  const file = path.join(user.home, 'plan.json');
  const apply = async (more = '--yes') => codeAndStderr(await user.run(`plan apply plan.json ${more}`));
  return { ...user, planFile: file, apply };
}
/** One with a plan in plan.json. */
async function planned(limits?: Readonly<Record<string, string>>, typed = line) {
  const user = await limited(limits);
  const said = codeAndStderr(await user.run(`${typed} --plan-out plan.json`));
  expect(said).toMatch(/^0 .*tuk plan show/s);
  return { ...user, said };
}
const show = async (user: Pick<User, 'run'>, plan = 'plan.json') =>
  JSON.parse((await user.run(['plan', 'show', plan, '-o', 'json'])).stdout);

test.each([
  ['a command', `${line} --yes`],
  ['a dry run', `${line} --dry-run`],
  ['a call by its name', 'api user transfer-points --input body.json --new-recipient --yes'],
  ['a path', 'api POST user /v2/balance/mvp/transfer --input body.json --new-recipient --yes'],
  ['a batch', 'batch pay.csv --client-ref p --new-recipient --yes'],
  ['a flow', 'flow run pay.yaml --client-ref p --new-recipient --yes'],
  ['an alias', 'pay --yes'],
  ['a batch of small rows', 'batch small.csv --client-ref p --new-recipient --yes'],
])('%s is refused above the threshold, and nothing is sent', async (_, typed) => {
  const user = await limited();
  user.file({ toUserId: 'u-1', amount: '5' });
  const pay = (amount: number) => `points transfer --to u-1 --amount ${amount}`;
  for (const [name, text] of [
    ['pay.csv', `ref,command\na,${pay(1)}\nb,${pay(5)}\n`],
    ['pay.yaml', `steps:\n  - name: a\n    run: ${pay(5)}\n`],
    ['small.csv', `command\n${`${pay(1)}\n`.repeat(4)}`],
  ] as const)
    writeFileSync(path.join(user.home, name), text);
  await user.run(['alias', 'set', 'pay', pay(5)]);
  const said = /^7 .*needs 1 approval \(limits\.approvals of the profile box, above 5 MVP\), and a line has none/s;
  expect(codeAndStderr(await user.run(typed))).toMatch(said);
  expect(user.transfers()).toEqual([]);
});

test('a model is refused, and finds no tool that approves', async () => {
  const user = await limited();
  const { call, client, close } = await connect(user.home, '--allow-writes', (text) =>
    /yes/.test(text) ? 'yes' : 'y',
  );
  const done = await call('points_transfer', { to: 'u-1', amount: '5' });
  expect(done.text).toContain('APPROVALS_NEEDED');
  expect((await client.listTools()).tools.filter(({ name }) => /plan.*(approve|apply)/.test(name))).toEqual([]);
  await close();
  expect(user.transfers()).toEqual([]);
});

test.each<readonly [approvals: string, amount: string, needs: number]>([
  ['1 above 5.5 MVP', '5', 0], // a fee of 0.5 on top
  ['1 above 5 MVP', '5', 1],
  ['1 above 0 MVP', '1', 1],
  ['1 above 5 MVP,2 above 50 MVP', '49', 1],
  ['1 above 5 MVP,2 above 50 MVP', '50', 2],
  ['3 above 1000000', '5', 3], // without a price
  ['2 above 1000000 USDC', '5', 2],
])('limits.approvals %j for %s MVP need %i', async (approvals, amount, needs) => {
  const user = await limited({ approvals });
  const typed = `points transfer --to u-1 --amount ${amount} --new-recipient`;
  const refused = codeAndStderr(await user.run(`${typed} --yes`));
  expect(refused).toMatch(needs === 0 ? /^0 / : new RegExp(`^7 .*needs ${needs} approval`));
  if (needs === 0) return;
  await user.run(`${typed} --plan-out plan.json`);
  expect((await show(user)).needs).toBe(needs);
});

const wrong = '0 above 5;1 over 5;1 above;above 5;1 above x;1 above 5,;1.5 above 5;1 above 5 MVP 6'.split(';');
test.each([
  ...wrong.map((text) => ['approvals', text] as const),
  ...['dara', '0x1', anna.address.toLowerCase().replace(/^0x./, '0xg')].map((text) => ['approvers', text] as const),
])('limits.%s %j is refused', async (name, text) => {
  const user = await platformUser();
  expect((await user.run(['profile', 'set', 'box', `limits.${name}`, text])).code).toBe(exit.usage);
});

test('it is approved on another machine, which shows all of it, and applied once', async () => {
  const user = await planned();
  expect(user.said).toMatch(/needs 1 approval: tuk plan approve plan\.json/);
  expect(await user.apply()).toMatch(/^7 .*and the plan has 0.*tuk plan approve PLAN/s);
  const away = newUser();
  copyFileSync(user.planFile, path.join(away.home, 'plan.json'));
  const approved = codeAndStderr(await approve(away, anna));
  expect(approved).toMatch(/^0 .*5 MVP to u-1.*has approved the plan \w+: 1 of 1.*plan\.json\.approvals/s);
  expect(approved).toContain((await show(user)).sha256);
  expect(await user.apply()).toMatch(/^7 /);
  copyFileSync(path.join(away.home, 'plan.json.approvals'), `${user.planFile}.approvals`);
  expect(await show(user)).toMatchObject({ state: 'open', needs: 1, approvals: [{ address: anna.address }] });
  expect(await user.apply('--dry-run')).toMatch(/^0 /);
  expect(await user.apply()).toMatch(new RegExp(`^0 .*Approved by ${anna.address}`, 's'));
  expect(user.transfers()).toHaveLength(1);
  const [{ id }] = JSON.parse((await user.run('ops list -o json')).stdout);
  const expected = { plan: (await show(user)).id, approvals: [{ address: anna.address, host: expect.any(String) }] };
  expect(JSON.parse((await user.run(`ops show ${id} -o json`)).stdout)).toMatchObject(expected);
  expect(await user.apply()).toMatch(/^7 .*applied before/);
});

test('keys of both kinds of chains count, each address once, whatever else is in the file', async () => {
  const user = await planned({ approvals: '2 above 5 MVP' });
  writeFileSync(`${user.planFile}.approvals`, 'not a line of ours\n{"plan":1}');
  for (let i = 0; i < 2; i++) expect(codeAndStderr(await approve(user, dara))).toMatch(/^0 .*1 of 2/s);
  expect(await user.apply()).toMatch(/^7 .*and the plan has 1/s);
  expect(codeAndStderr(await approve(user, anna))).toMatch(/^0 .*2 of 2/s);
  expect(await user.apply()).toMatch(/^0 /);
});

test('a key that is no approver, or that sends, approves nothing; an approver that is removed does not count', async () => {
  const user = await planned();
  expect(codeAndStderr(await approve(user, eve))).toMatch(/^7 .*cannot approve it/s);
  expect(existsSync(`${user.planFile}.approvals`)).toBe(false);
  await approve(user, anna);
  await user.run(['profile', 'set', 'box', 'limits.approvers', bo.address]);
  expect(await user.apply()).toMatch(/^7 .*the limits of the profile are not the same/);
  expect(user.transfers()).toEqual([]);
});

test('of a transaction on a chain the key that sends is not its own second person', async () => {
  const own = Wallet.fromPhrase('test test test test test test test test test test test junk');
  const settings = { 'limits.approvals': '1 above 0.1 BNB', 'limits.approvers': `${own.address},${bo.address}` };
  const user = await chainProfile({ settings });
  const sending = (amount: string) =>
    `wallet send --network BSC --token BNB --to ${friend} --amount ${amount} --key-file phrase.txt --new-recipient`;
  expect(codeAndStderr(await user.run(`${sending('0.2')} --yes`))).toMatch(/^7 .*needs 1 approval/);
  expect(codeAndStderr(await user.run(`${sending('0.01')} --yes`))).toMatch(/^0 /);
  expect(codeAndStderr(await user.run(`${sending('0.2')} --plan-out plan.json`))).toMatch(/^0 /);
  const approved = await user.run('plan approve plan.json --key-file phrase.txt --yes');
  expect(codeAndStderr(approved)).toMatch(/^7 .*no account that sends/s);
  expect(codeAndStderr(await approve(user, bo))).toMatch(/^0 .*1 of 1/s);
  user.node.rules.eth_sendRawTransaction = (_, { drop }) => drop();
  expect((await user.run('plan apply plan.json --yes')).code).toBe(exit.unknown);
  user.node.rules.eth_sendRawTransaction = undefined;
  const [{ id }] = await user.json('ops list');
  expect(codeAndStderr(await user.run(`wallet tx resume ${id} --yes`))).toMatch(/^0 /); // the same bytes, which were approved
  expect(new Set(user.broadcasts()).size).toBe(2);
});

test('of a planned batch each row above the threshold needs the approval of the whole', async () => {
  const user = await limited();
  writeFileSync(path.join(user.home, 'pay.csv'), 'to,amount\nu-1,1\nu-2,6\n');
  const batch = "batch pay.csv --client-ref p --template 'points transfer --to {to} --amount {amount}' --new-recipient";
  expect(codeAndStderr(await user.run(`${batch} --plan-out plan.json`))).toMatch(/^0 /);
  expect(await user.apply()).toMatch(/^7 .*needs 1 approval/s);
  expect(user.transfers()).toEqual([]);
  await approve(user, anna);
  expect(await user.apply()).toMatch(/^0 /);
  expect(user.transfers()).toHaveLength(2);
});

test('plans are listed, shown, approved, applied and withdrawn by their ids', async () => {
  const user = await planned();
  const { id } = await show(user);
  const listed = async () => JSON.parse((await user.run('plan list -o json')).stdout);
  expect(await listed()).toMatchObject([
    { id, state: 'needs approval', approvals: '0 of 1', sends: '5 MVP to u-1', by: 'mina' },
  ]);
  expect(codeAndStderr(await approve(user, anna, id))).toMatch(/^0 /);
  expect(await listed()).toMatchObject([{ state: 'open', approvals: '1 of 1', approvedBy: [anna.address] }]);
  expect(codeAndStderr(await user.run(`plan apply ${id} --yes`))).toMatch(/^0 /);
  await user.run(`${line} --plan-out two.json`);
  const other = (await show(user, 'two.json')).id;
  expect(codeAndStderr(await user.run(`plan withdraw ${other}`))).toMatch(/^0 /);
  expect((await listed()).map(({ state }: { state: string }) => state)).toEqual(['withdrawn', 'applied']);
  expect(codeAndStderr(await user.run('plan show 0123456789abcdef'))).toMatch(/^2 .*The ledger has no plan/);
});

test('no changed byte, no foreign key and no doubled signature counts', async () => {
  const user = await planned({ approvals: '2 above 5 MVP' });
  await approve(user, anna);
  const text = readFileSync(user.planFile, 'utf8');
  const plan = JSON.parse(text);
  const [own] = readFileSync(`${user.planFile}.approvals`, 'utf8')
    .trim()
    .split('\n')
    .map((one) => JSON.parse(one));
  expect(verified(plan, text, [own])).toHaveLength(1);
  await property(200, fc.nat(), fc.integer({ min: 1, max: 94 }), fc.nat(), (at, by, flip) => {
    const place = at % text.length;
    const set = (of: string, at: number, by: string) => of.slice(0, at) + by + of.slice(at + 1);
    const edited = set(text, place, String.fromCharCode(32 + ((text.charCodeAt(place) - 32 + by) % 95)));
    const digit = 2 + (flip % 128);
    const bad = set(own.signature, digit, ((Number.parseInt(own.signature[digit], 16) + 1) % 16).toString(16));
    expect(verified(plan, edited, [own])).toEqual([]);
    expect(verified(plan, text, [{ ...own, signature: bad }])).toEqual([]);
    for (const address of [eve.address, bo.address, dara.address])
      expect(verified(plan, text, [{ ...own, address }])).toEqual([]);
    expect(verified(plan, text, [own, own, { ...own, address: own.address.toLowerCase() }])).toHaveLength(1);
  });
});

test('Home says which plan needs an approval, and leads to what can be done with it', async () => {
  const { home, run } = await chainProfile();
  for (const typed of [
    'login --as mina',
    "profile set box limits.approvals '1 above 4 MVP'",
    `profile set box limits.approvers ${anna.address}`,
    `points transfer --to dara --amount 5 --new-recipient --plan-out ${path.join(home, 'plan.json')}`,
  ])
    expect(codeAndStderr(await run(argvOf(typed)))).toMatch(/^0 /);
  const app = await program([], { home });
  await through(app, /needs approval +plan 5 MVP to dara/, '\r', /Sha256/, 'x');
  expect(app.text()).toMatch(/Approve it… +tuk plan approve \w{16}.*Apply it….*Withdraw it…/s);
});

// Sends of one key in groups of ten at most, judged beside one another, with consecutive nonces, nothing of a group left that blocks one; and sends to a name, whose address is what counts.
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { AbiCoder, id, namehash } from 'ethers';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { resolveName } from '../../src/money/evm/ens.js';
import { Rpc } from '../../src/money/evm/rpc.js';
import { parseTransaction } from '../../src/money/evm/transaction.js';
import { chainProfile, friend } from '../support/chain.js';
import { ends, exit } from '../support/exit.js';
import { type RpcRequest, rpcProxy } from '../support/rpc-proxy.js';
import { solanaKey, solanaProfile } from '../support/solana.js';
import { jsonLines } from '../support/streams.js';
import { argvOf } from '../support/tuk.js';

type Bench = Awaited<ReturnType<typeof chainProfile>>;
const template = `wallet send --network BSC --token BNB --to ${friend} --amount {amount} --key-file phrase.txt`;
const amounts = (count: number) => Array.from({ length: count }, (_, at) => `0.00${at + 1}`);
const pay = ({ home }: Pick<Bench, 'home'>, rows: readonly string[]) =>
  writeFileSync(path.join(home, 'pay.csv'), `amount\n${rows.join('\n')}\n`);
/** A bench with a file of rows. */
async function withRows(rows: readonly string[]) {
  const bench = await chainProfile();
  pay(bench, rows);
  return bench;
}
const argv = (more = '', typed = template) =>
  argvOf(`batch pay.csv --client-ref p --template '${typed}' --new-recipient --yes --interval 10ms ${more}`);
const finals = (stdout: string) =>
  jsonLines(stdout)
    .filter(({ final }) => final)
    .sort((a, b) => a.row - b.row)
    .map(({ row, status }) => `${row} ${status}`);
const noncesOf = (bench: Bench) => bench.broadcasts().map((raw) => Number(parseTransaction(raw).nonce));
const upTo = (count: number) => Array.from({ length: count }, (_, at) => at);
const all = (count: number, status: string) => upTo(count).map((at) => `${at + 1} ${status}`);

test('23 sends take 4 rounds for each group of ten, and one or two for their check', async () => {
  const bench = await withRows(amounts(23));
  const before = bench.node.rounds.length;
  const { code, stdout } = await bench.run(argv());
  expect([code, finals(stdout)]).toEqual([exit.ok, all(23, 'done')]);
  const rounds = bench.node.rounds.slice(before).map((methods) => [...new Set(methods)].join(' '));
  expect(rounds.filter((methods) => methods === 'eth_sendRawTransaction')).toHaveLength(3);
  expect(noncesOf(bench)).toEqual(upTo(23));
  expect(rounds.length, rounds.join('\n')).toBeLessThanOrEqual(14);
});

test.each([1, 3])('--parallel %i states the largest group', async (parallel) => {
  const bench = await withRows(amounts(4));
  const { code } = await bench.run(argv(`--parallel ${parallel}`));
  const sends = bench.node.rounds.filter((methods) => methods.includes('eth_sendRawTransaction'));
  expect([code, sends.map(({ length }) => length)]).toEqual([exit.ok, parallel === 1 ? [1, 1, 1, 1] : [3, 1]]);
});

describe('a node refuses one of a group', () => {
  test('for a moment: the same bytes are sent once more, so that those behind it are not blocked', async () => {
    const bench = await withRows(amounts(5));
    let count = 0;
    bench.node.rules.eth_sendRawTransaction = (_, { forward, refuse }) => (++count === 2 ? refuse('busy') : forward());
    const { code, stdout } = await bench.run(argv());
    expect([code, finals(stdout)]).toEqual([exit.ok, all(5, 'done')]);
    expect(new Set(noncesOf(bench)).size).toBe(5);
  });

  test('for good: its row fails, and the same line again ends it; nothing is sent twice', async () => {
    const bench = await withRows(amounts(12));
    const held = async () => BigInt(await bench.ask('eth_getBalance', friend, 'latest'));
    const before = await held();
    bench.node.rules.eth_sendRawTransaction = ({ params: [raw] }, { forward, refuse }) =>
      parseTransaction(raw).nonce === 1n ? refuse('too cheap') : forward();
    const first = await bench.run(argv());
    expect(first.code).toBe(exit.unknown);
    expect(finals(first.stdout)).toEqual([
      ...['1 done', '2 unknown', ...all(10, 'pending').slice(2), '11 not-started', '12 not-started'],
    ]);
    expect(first.stdout).toContain('waits for');
    bench.node.rules.eth_sendRawTransaction = undefined;
    const again = await bench.run(argv());
    expect([again.code, finals(again.stdout)]).toEqual([exit.ok, all(12, 'done')]);
    expect(new Set(bench.broadcasts()).size).toBe(12);
    const paid = amounts(12).reduce((sum, amount) => sum + BigInt(Math.round(Number(amount) * 1e6)) * 10n ** 12n, 0n);
    expect((await held()) - before).toBe(paid);
  });
});

test('a group whose broadcast is lost is sent by the same line, whoever it pays: the dry run says so, and so does tx resume', async () => {
  const bench = await withRows(['0.001', '0.002', '0.003']);
  bench.node.rules.eth_sendRawTransaction = (_, { drop }) => drop();
  const lost = await bench.run(argv());
  expect([lost.code, bench.broadcasts()]).toEqual([exit.unknown, expect.any(Array)]);
  expect(lost.stderr).toMatch(/3 have an outcome that is not known yet[\s\S]*--new-recipient/);
  bench.node.rules.eth_sendRawTransaction = undefined;
  expect((await bench.run(argv('--dry-run'))).code).toBe(exit.ok);
  const first = (await bench.json('ops list')).at(-1).id;
  expect((await bench.run(`wallet tx resume ${first} --yes`)).code).toBe(exit.ok);
  const { code, stdout } = await bench.run(argv());
  expect([code, finals(stdout)]).toEqual([exit.ok, all(3, 'done')]);
  expect(new Set(bench.broadcasts()).size).toBe(3);
});

test('a limit that a person lowers meanwhile ends the batch before the next group', async () => {
  const bench = await withRows(amounts(12));
  bench.node.rules.eth_sendRawTransaction = async (_, { forward }) => {
    await bench.run(['profile', 'set', 'box', 'limits.pause', 'true', '--yes']);
    return forward();
  };
  const { code, stdout } = await bench.run(argv('--keep-going'));
  expect([code, bench.broadcasts().length]).toEqual([exit.guarded, 10]);
  expect(finals(stdout).slice(0, 10)).toEqual(all(10, 'done'));
});

test('the limit of a day counts the rows before in the same write: those beyond it are not recorded, nor sent', async () => {
  const bench = await chainProfile();
  await bench.run(['profile', 'set', 'box', 'limits.day', '0.01 BNB', '--yes']);
  pay(bench, ['0.004', '0.004', '0.001']);
  let reads = 0;
  bench.node.rules.eth_getTransactionCount = async ({ params: [, block] }, { forward }) => {
    const isAfterCheck = block === 'pending' && ++reads === 2;
    if (isAfterCheck) await bench.run(['profile', 'set', 'box', 'limits.day', '0.006 BNB', '--yes']);
    return forward();
  };
  const { code, stdout } = await bench.run(argv());
  expect([code, finals(stdout)]).toEqual([exit.guarded, ['1 done', '2 failed', '3 not-started']]);
});

test('behind a balancer, a node that lags does not lead to a nonce that was used', async () => {
  const bench = await withRows(amounts(12));
  bench.node.rules.eth_getTransactionCount = ({ params: [, block] }, { forward }) =>
    block === 'pending' ? '0x0' : forward();
  bench.node.rules.eth_getTransactionReceipt = (_, { forward }) => (bench.broadcasts().length < 12 ? null : forward());
  bench.node.rules.eth_getTransactionByHash = (_, { forward }) => (bench.broadcasts().length < 12 ? null : forward());
  const { stdout } = await bench.run(argv());
  expect(noncesOf(bench)).toEqual(upTo(12));
  expect(finals(stdout)).toEqual(all(12, 'done'));
});

test('a row that needs more than the rows before it leave is refused; they are sent', async () => {
  const bench = await withRows(['0.001', '0.002', '0.003']);
  let isChecked = false;
  bench.node.rules.eth_getBalance = async (_, { forward }) => {
    const balance = await forward();
    if (isChecked) return `0x${(35n * 10n ** 14n).toString(16)}`;
    isChecked = true;
    return balance;
  };
  const { stdout } = await bench.run(argv());
  expect(finals(stdout)).toEqual(['1 done', '2 done', '3 failed']);
});

test('on Solana a group shares its blockhash; equal rows are two transactions', async () => {
  const user = await solanaProfile();
  const { address: to } = solanaKey();
  pay(user, ['0.001', '0.002', '0.003', '0.003']);
  const solana = `wallet send --network SOLANA --token SOL --to ${to} --amount {amount} --key-file id.json`;
  const before = user.node.rounds.length;
  const { code, stdout } = await user.run(argv('', solana));
  expect([code, finals(stdout)]).toEqual([exit.ok, all(4, 'done')]);
  expect([new Set(user.node.sent).size, user.node.lamports(to)]).toEqual([4, 9_000_000n]);
  const rounds = user.node.rounds.slice(before);
  expect(rounds.flatMap((one) => (one.includes('sendTransaction') ? [one.length] : []))).toEqual([3, 1]);
  expect(rounds.length).toBeLessThanOrEqual(30);
});

const registry = '0x00000000000c2e074ec69a0dfb2997ba6c7d2e1e';
const resolver = '0x231b0ee14048e9dccd1d247744d114a4eb5e8e63';
const other = '0x90F79bf6EB2c4f870365E785982E1f101E93b906';
const abi = AbiCoder.defaultAbiCoder();
const selector = (signature: string) => id(signature).slice(0, 10);
const reverseName = (address: string) => `${address.slice(2).toLowerCase()}.addr.reverse`;

/** What the ENS of the test knows: addresses by name, names by address, and contracts. */
const ens = {
  names: { 'friend.eth': friend } as Record<string, string>,
  reverse: { [friend]: 'friend.eth' } as Record<string, string>,
  offchain: false,
  code: '0x',
};
const initial = structuredClone(ens);

type Refuse = (message: string, code?: number, data?: unknown) => never;
function answer({ params: [{ to, data }] }: RpcRequest, refuse: Refuse) {
  const node = data.slice(10);
  const isNode = (name: string) => namehash(name).slice(2) === node;
  const known = [...Object.keys(ens.names), ...Object.keys(ens.reverse).map(reverseName)];
  if (to.toLowerCase() === registry)
    return abi.encode(['address'], [known.some(isNode) ? resolver : `0x${'0'.repeat(40)}`]);
  if (ens.offchain) return refuse('execution reverted', 3, `0x556f1830${'0'.repeat(64)}`);
  if (data.startsWith(selector('addr(bytes32)')))
    return abi.encode(['address'], [Object.entries(ens.names).find(([name]) => isNode(name))![1]]);
  const [, name = ''] = Object.entries(ens.reverse).find(([address]) => isNode(reverseName(address))) ?? [];
  return abi.encode(['string'], [name]);
}

let bench: Awaited<ReturnType<typeof chainProfile>>;
let ethereum: Awaited<ReturnType<typeof rpcProxy>>;
const send = (name: string, more = '--new-recipient') =>
  bench.run(
    `wallet send --network BSC --token BNB --to ${name} --amount 0.01 --key-file phrase.txt --yes --interval 10ms ${more}`,
  );
beforeAll(async () => {
  bench = await chainProfile();
  ethereum = await rpcProxy(bench.sandbox.rpc.BSC_TEST!);
  Object.assign(ethereum.rules, {
    eth_call: (request: RpcRequest, { refuse }: { refuse: never }) => answer(request, refuse),
    eth_getCode: () => ens.code,
  });
});
afterEach(() => {
  Object.assign(ens, structuredClone(initial));
});
const pinEthereum = async () => {
  for (const line of ['chain.ETHEREUM 97', `rpc.ETHEREUM ${ethereum.url}`])
    expect(await bench.run(`profile set box ${line}`)).toMatchObject({ code: exit.ok });
};

test('without a node of Ethereum a name is one clear sentence', async () => {
  await bench.run('profile set box chain.ETHEREUM 97');
  const why = /A name is resolved by a node of Ethereum[\s\S]*rpc\.ETHEREUM/;
  expect(await send('friend.eth')).toMatchObject(ends(exit.usage, why, ''));
});

test('a name that leads to the address and back is shown with it, and is never a known recipient by itself', async () => {
  await pinEthereum();
  expect(await send('friend.eth', '')).toMatchObject(ends(exit.guarded, '--new-recipient'));
  const { code, stdout, stderr } = await send('Friend.ETH', '--new-recipient --client-ref name-1');
  expect([code, JSON.parse(stdout)]).toMatchObject([exit.ok, { to: friend }]);
  expect(stderr).toMatch(/Name +friend\.eth, which the address has set as its own/);
  expect(stderr.replaceAll(' ', '')).toContain(friend);
  ens.names['friend.eth'] = other;
  ens.reverse = {};
  const again = await send('friend.eth', '--new-recipient --client-ref name-1');
  expect([again.code, again.stdout]).toEqual([exit.usage, '']); // the reference stands for the address
  expect((await send('friend.eth', '')).stderr).toContain('--new-recipient');
});

test('a name that the address does not claim is told', async () => {
  ens.reverse = { [friend]: 'somebody.eth' };
  expect(await send('friend.eth', '--dry-run')).toMatchObject(ends(exit.ok, /has not set that name as its own/));
});

const leadsTo = (address: string) => () => (ens.names['friend.eth'] = address);
const burn = '0x000000000000000000000000000000000000dEaD';
test.each<[string, string, () => void, number, RegExp]>([
  ['unknown', 'nobody.eth', () => {}, exit.usage, /has no address on Ethereum/],
  ['without an address', 'friend.eth', leadsTo(`0x${'0'.repeat(40)}`), exit.usage, /has no address/],
  ['resolved off the chain', 'friend.eth', () => (ens.offchain = true), exit.guarded, /outside the chain/],
  ['of a contract of Ethereum', 'friend.eth', () => (ens.code = '0x6000'), exit.guarded, /contract of Ethereum/],
  ['of a burn address', 'friend.eth', leadsTo(burn), exit.guarded, /an address without a key/],
  ['with a letter of another script', 'frіend.eth', () => {}, exit.guarded, /beside plain ASCII/],
  ['with the Kelvin sign', '\u212aate.eth', () => {}, exit.guarded, /beside plain ASCII/],
  ['in Punycode', 'xn--frend-7ve.eth', () => {}, exit.usage, /not an ENS name/],
  ['with an empty label', 'a..eth', () => {}, exit.usage, /not an ENS name/],
])('a name %s is refused, and nothing is sent', async (_, name, change, code, says) => {
  change();
  const count = bench.broadcasts().length;
  expect(await send(name)).toMatchObject(ends(code, says, ''));
  expect(bench.broadcasts().length).toBe(count);
});

test.each(['after the receipt', 'after a batch was confirmed'])('a name that changes %s pays nobody', async (when) => {
  const rows = path.join(bench.home, 'rows.csv');
  const row = (amount: string) => `BSC,BNB,friend.eth,${amount},phrase.txt\n`;
  writeFileSync(rows, `network,token,to,amount,key-file\n${row('0.01')}${row('0.02')}`);
  const count = bench.broadcasts().length;
  let asked = 0;
  ethereum.rules.eth_call = (request, { refuse }) => {
    if (request.params[0].data.startsWith(selector('addr(bytes32)')) && ++asked > 1) ens.names['friend.eth'] = other;
    return answer(request, refuse as never);
  };
  const batch = ['batch', rows, '--client-ref', 'names', '--new-recipient', '--yes', '--interval', '10ms'];
  const { code, stdout, stderr } = await (when.includes('batch') ? bench.run(batch) : send('friend.eth'));
  ethereum.rules.eth_call = (request, { refuse }) => answer(request, refuse as never);
  const said = expect.stringMatching(/leads to another address now|NAME_CHANGED/);
  expect([code, stdout + stderr, bench.broadcasts().length]).toEqual([exit.guarded, said, count]);
});

test('a node that answers with something else than an address is not believed', async () => {
  for (const value of ['0x', '0x12', abi.encode(['uint256'], [2n ** 255n]), 7, null]) {
    const post = async (_: unknown, body: string) =>
      JSON.stringify({ jsonrpc: '2.0', id: (JSON.parse(body) as { readonly id: number }).id, result: value });
    const rpc = new Rpc({ post });
    await expect(resolveName('friend.eth', rpc)).rejects.toMatchObject({ code: 'BAD_RPC_ANSWER' });
  }
});

// The sends of one key in a batch: they are judged beside one another, then recorded, signed and broadcast in groups of
// ten at most, with consecutive nonces. Nothing of a group is left that blocks a nonce.

import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { parseTransaction } from '../../src/money/evm/transaction.js';
import { chainProfile } from '../support/chain.js';
import { exit } from '../support/exit.js';
import { solanaKey, solanaProfile } from '../support/solana.js';
import { jsonLines } from '../support/streams.js';
import { argvOf } from '../support/tuk.js';

type Bench = Awaited<ReturnType<typeof chainProfile>>;
const friend = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
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

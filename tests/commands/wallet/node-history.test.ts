// Protects `tuk wallet history --from node`: what each transaction changed for the owner, exactly and in order, and no empty list where nothing is known.

import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { base58 } from '@scure/base';
import { beforeEach, describe, expect, test } from 'vitest';
import { ends, exit } from '../../support/exit.js';
import { solanaKey, solanaProfile } from '../../support/solana.js';
import { phraseSecret } from '../../support/solana-client.js';
import { signedIn } from '../../support/users.js';

let bench: Awaited<ReturnType<typeof solanaProfile>>;
type Moved = Record<string, string | number | null>;
const line = (address: string, more = '') => `wallet history ${address} --network SOLANA --from node ${more}`.trim();
async function history(address: string, more = ''): Promise<Moved[]> {
  const { code, stdout, stderr } = await bench.run(line(address, more));
  expect([code, stderr]).toEqual([exit.ok, expect.not.stringContaining('took no notice')]); // from is a source, not a filter
  return JSON.parse(stdout);
}
const facts = ({ status, direction, ticker, value, wholeValue, fee, from, to }: Moved) => [
  ...[status, direction, ticker, value, wholeValue, fee, from, to],
];
/** Sends, and lets the block become final. */
async function send(token: string, amount: string, to: string, more = ''): Promise<string> {
  const result = await bench.run(bench.sending(token, amount, to, `--json ${more}`));
  expect([result.code, result.stderr]).toEqual([exit.ok, expect.anything()]);
  bench.node.advance(40);
  return JSON.parse(result.stdout).hash;
}

beforeEach(async () => {
  bench = await solanaProfile({ priorityFees: [0], blocksPerLook: 40 });
});

describe('the rows of a transaction', () => {
  test('are exact on both sides, newest first, and the fee stands on the side of its payer', async () => {
    const [own, to] = [bench.key.address, solanaKey().address];
    await bench.addToken();
    bench.node.advance(40);
    const first = await send('SOL', '1.5', to);
    const second = await send('USDX', '2.5', to);
    const rent = '2039280';
    const mine = await history(own);
    expect(mine.map(({ hash }) => hash)).toEqual([second, second, first]);
    expect(mine.map(facts)).toEqual([
      ['SUCCESS', 'out', 'SOL', rent, '0.00203928', '5000', own, expect.any(String)],
      ['SUCCESS', 'out', 'USDX', '2500000', '2.5', '0', own, to],
      ['SUCCESS', 'out', 'SOL', '1500000000', '1.5', '5000', own, to],
    ]);
    const theirs = await history(to);
    expect(theirs.map(({ hash }) => hash)).toEqual([second, first]);
    expect(theirs.map(facts)).toEqual([
      ['SUCCESS', 'in', 'USDX', '2500000', '2.5', '0', own, to],
      ['SUCCESS', 'in', 'SOL', '1500000000', '1.5', '0', own, to],
    ]);
    expect((await history(own, '--filter SEND --token USDX')).map(({ value }) => value)).toEqual(['2500000']);
    expect(await history(own, '--filter RECEIVE')).toEqual([]);
  });

  test('have a token that came without a mention of the owner, and its mint if no list names it', async () => {
    const [own, to] = [bench.key.address, solanaKey().address];
    const mint = await bench.node.createMint({ decimals: 2 });
    await bench.node.mint(mint, own, 500n);
    await bench.node.mint(mint, to, 1n);
    bench.node.advance(40);
    await send(mint, '0.99', to, '--decimals 2');
    bench.node.rules.getSignaturesForAddress = ({ params: [account] }, { forward }) =>
      account === to ? [] : forward(); // as the node has it if the sender makes no account for the recipient
    expect((await history(to)).map(facts)).toEqual([['SUCCESS', 'in', mint, '99', '0.99', '0', own, to]]);
  });

  test('say failed, and the fee only', async () => {
    const to = solanaKey().address;
    await send('SOL', '1', to);
    bench.node.rules.getSignaturesForAddress = async (_, { forward }) =>
      (await forward()).map((row: object) => ({ ...row, err: { InstructionError: [0, { Custom: 1 }] } }));
    bench.node.rules.getTransaction = async (_, { forward }) => {
      const { meta, ...row } = await forward();
      const after = meta.preBalances.map((one: bigint, at: number) => BigInt(one) - (at === 0 ? 5000n : 0n));
      return { ...row, meta: { ...meta, err: { InstructionError: [0, { Custom: 1 }] }, postBalances: after } };
    };
    const own = bench.key.address;
    expect((await history(own)).map(facts)).toEqual([['FAIL', 'out', 'SOL', '0', '0', '5000', own, null]]);
  });

  test('are pending in a block that may be taken back', async () => {
    const to = solanaKey().address;
    await send('SOL', '1', to);
    bench.node.depth.finalized = 200;
    bench.node.advance(1);
    expect((await history(to)).map(({ status }) => status)).toEqual(['PENDING']);
  });
});

test('pages join to the whole, each transaction once, and --limit ends them', async () => {
  const [own, to] = [bench.key.address, solanaKey().address];
  await send('SOL', '1', to);
  const [row] = (await (await fetchRows('getSignaturesForAddress', own)).result) as [Record<string, unknown>];
  const all = Array.from({ length: 60 }, (_, at) => ({ ...row, slot: 1000 - at, signature: `${row.signature}${at}` }));
  bench.node.rules.getSignaturesForAddress = ({ params: [, { limit, before }] }) => {
    const from = before === undefined ? 0 : all.findIndex(({ signature }) => signature === before) + 1;
    return all.slice(from, from + limit);
  };
  const transaction = await (await fetchRows('getTransaction', row.signature)).result;
  bench.node.rules.getTransaction = () => transaction;
  const first = await bench.run(line(own));
  expect(JSON.parse(first.stdout)).toHaveLength(25);
  expect(first.stderr).toContain('there may be more. All rows: --all');
  const whole = await history(own, '--all');
  expect(whole.map(({ hash }) => hash)).toEqual(all.map(({ signature }) => signature));
  expect(await history(own, '--all --limit 30')).toEqual(whole.slice(0, 30));
});

/** Asks the node itself, before a rule changes its answer. */
async function fetchRows(method: string, of: unknown) {
  const config = { commitment: 'confirmed', encoding: 'json', maxSupportedTransactionVersion: 0 };
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: [of, config] });
  const answer = await fetch(bench.node.url, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
  return (await answer.json()) as { readonly result: unknown };
}

describe('a node', () => {
  test('that keeps no history is named, and prints no list', async () => {
    bench.node.rules.getSignaturesForAddress = (_, { refuse }) =>
      refuse('Transaction history is not available', -32_011);
    const none = ends(exit.refused, 'keeps no history of transactions', '');
    expect(await bench.run(line(bench.key.address))).toMatchObject(none);
  });

  test('that has dropped its first blocks proves no empty history, and says so under the rows that it has; one with all does', async () => {
    await send('SOL', '1', bench.to);
    expect((await bench.run(line(bench.to))).stderr).toMatch(/keeps transactions from slot \d+ on; older ones are unk/);
    bench.node.rules.getFirstAvailableBlock = () => 0;
    expect((await bench.run(line(bench.to))).stderr).not.toContain('older');
    expect(await history(solanaKey().address)).toEqual([]);
    bench.node.rules.getFirstAvailableBlock = undefined;
    bench.node.firstBlock = bench.node.chain.tip - 5;
    const unknown = ends(exit.refused, 'Older ones are unknown', '');
    expect(await bench.run(line(bench.key.address))).toMatchObject(unknown);
  });

  test('that does not keep a transaction leaves its amount unknown', async () => {
    const hash = await send('SOL', '1', solanaKey().address);
    bench.node.rules.getTransaction = () => null;
    expect(await history(bench.key.address)).toMatchObject([{ hash, status: 'SUCCESS', value: null, fee: null }]);
  });

  test('that shows a transaction in another form is a failure, and the others are shown', async () => {
    const to = solanaKey().address;
    const hash = await send('SOL', '1', to);
    await send('SOL', '2', to);
    bench.node.rules.getTransaction = ({ params: [signature] }, { forward }) => (signature === hash ? {} : forward());
    const { code, stdout } = await bench.run(line(to));
    const values = (JSON.parse(stdout) as Moved[]).map(({ value }) => value);
    expect([code, values]).toEqual([exit.server, ['2000000000', null]]);
  });
});

test('an EVM network is a usage error, and a dry run sends nothing', async () => {
  const ofEvm = await bench.run(`wallet history 0x${'1'.repeat(40)} --network BSC --from node`);
  expect(ofEvm).toMatchObject(ends(exit.usage, 'Nodes of Solana', ''));
  const before = bench.node.requests.length;
  const { code, stdout } = await bench.run(line(bench.key.address, '--dry-run'));
  const body = { method: 'getSignaturesForAddress', params: [bench.key.address, {}] };
  expect([code, JSON.parse(stdout)]).toMatchObject([exit.ok, { dryRun: true, body }]);
  expect(bench.node.requests.length).toBe(before);
});

test('in the sandbox, the node and the service have the same transfer', async () => {
  const { json, run, home } = await signedIn('mina');
  expect(await json('wallet history --network SOLANA --from node')).toEqual([]);
  const [own] = await json('wallet list --network SOLANA');
  const keyFile = path.join(home, 'mina.json');
  const key = [...phraseSecret(0), ...base58.decode(own.address)];
  writeFileSync(keyFile, JSON.stringify(key), { mode: 0o600 });
  const sending = `wallet send --network SOLANA --token SOL --amount 0.5 --to ${solanaKey().address}`;
  const sent = await run(`${sending} --key-file ${keyFile} --new-recipient --yes --confirmations 0 --json`);
  await run('sandbox advance 1m');
  const node = await json('wallet history --network SOLANA --from node');
  const service = await json('wallet history --network SOLANA');
  const same = ({ hash, from, to, value, wholeValue, ticker, fee, status, direction, blockNumber }: Moved) => ({
    ...{ hash, from, to, value, wholeValue, ticker, fee, status, direction, blockNumber },
  });
  expect(node).toMatchObject([{ hash: JSON.parse(sent.stdout).hash, wholeValue: '0.5' }]);
  expect(node.map(same)).toEqual(service.map(same));
});

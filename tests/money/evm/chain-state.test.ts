// What a chain shows of an operation: whatever a node leaves out or forgets, nothing is concluded that is not in a block.
import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { quantity } from '../../../src/money/chain/hex.js';
import { isFinal } from '../../../src/money/chain/state.js';
import { chainStateOf } from '../../../src/money/evm/chain-state.js';
import type { Rpc } from '../../../src/money/evm/rpc.js';
import { serialize } from '../../../src/money/evm/transaction.js';
import type { JournalEntry } from '../../../src/money/ledger/journal.js';
import { changedNode, evmNode } from '../../support/evm-node.js';
import { asyncProperty } from '../../support/runs.js';

const sender = `0x${'12'.repeat(20)}`;
const payee = `0x${'34'.repeat(20)}`;
const hashOf = (name: string): string => `0x${createHash('sha256').update(name).digest('hex')}`;
const nonce = 3;
const entryOf = (name: string, more: Partial<JournalEntry> = {}): JournalEntry => ({
  ...{ hash: hashOf(name), operation: 'op-1', chain: 'eip155:1', network: 'ETHEREUM', sender, nonce },
  raw: serialize({
    ...{ chainId: 1n, nonce: BigInt(nonce), to: payee, value: 1n, data: '0x', gasLimit: 21_000n },
    price: { gasPrice: 100n },
  }),
  ...{ kind: 'original', at: '2026-01-01T00:00:00.000Z', state: 'sent' },
  ...more,
});

/** The effects and fees of the transactions of the model; those of `equal` are those of ours, with another hash. */
const shownOf = (name: string) => ({
  ...{ to: payee, value: name === 'foreign' ? '0x2' : '0x1', input: name === 'call' ? '0xa9059cbb' : '0x' },
  ...{ gas: '0x5208', gasPrice: '0x64' },
});

/** A block of the model: the transactions of the sender, by name. Each uses the next nonce. */
type Block = readonly string[];
/** What a node does not show. */
interface Gaps {
  readonly receipts: boolean;
  readonly transactions: boolean;
  /** It has forgotten the state of all blocks that are this deep, or deeper. */
  readonly stateFrom: number;
  readonly blocks: boolean;
}
const noGaps: Gaps = { receipts: false, transactions: false, stateFrom: Number.POSITIVE_INFINITY, blocks: false };

/** A node that shows a chain of blocks, but for its gaps. The nonces before the modelled ones were used in block 0. */
function nodeOf(
  blocks: readonly Block[],
  { receipts, transactions, stateFrom, blocks: noBlocks }: Gaps,
  waiting: readonly string[] = [],
) {
  const height = blocks.length - 1;
  const blockHash = (number: number) => hashOf(`block ${number} ${blocks[number]!.join()}`);
  const placeOf = (hash: string) => blocks.findIndex((names) => names.some((name) => hashOf(name) === hash));
  const usedUntil = (number: number) => nonce + blocks.slice(0, number + 1).flat().length;
  const answer = (method: string, params: readonly unknown[]): unknown => {
    const [first, second] = params as [string, unknown];
    switch (method) {
      case 'eth_blockNumber':
        return quantity(height);
      case 'eth_getTransactionCount': {
        const number = second === 'latest' || second === 'pending' ? height : Number(second);
        if (height - number >= stateFrom && number !== height) throw new Error('missing trie node');
        return quantity(usedUntil(number));
      }
      case 'eth_getTransactionReceipt': {
        const at = placeOf(first);
        if (receipts || at < 0) return null;
        return {
          ...{ transactionHash: first, blockNumber: quantity(at), blockHash: blockHash(at), status: '0x1' },
          ...{ gasUsed: '0x5208', effectiveGasPrice: '0x1', logs: [] },
        };
      }
      case 'eth_getTransactionByHash':
        return transactions || (placeOf(first) < 0 && !waiting.some((name) => hashOf(name) === first))
          ? null
          : { hash: first };
      case 'eth_getBlockByNumber': {
        const number = Number(first);
        if (noBlocks || number > height) return null;
        const before = usedUntil(number) - blocks[number]!.length;
        const shown = blocks[number]!.map((name, at) => ({
          ...{ hash: hashOf(name), from: sender, nonce: quantity(before + at) },
          ...shownOf(name),
        }));
        return {
          ...{ hash: blockHash(number), parentHash: number > 0 ? blockHash(number - 1) : hashOf('nothing') },
          ...{ timestamp: quantity(1000 + number), transactions: second === true ? shown : [] },
        };
      }
      default:
        throw new Error(method);
    }
  };
  const rpc = evmNode(answer, -32_000);
  return { rpc, height, blockHash, placeOf };
}

const gaps = fc.record({
  ...{ receipts: fc.boolean(), transactions: fc.boolean(), stateFrom: fc.constantFrom(0, 1, 3, 100) },
  blocks: fc.boolean(),
});
/** Chains of up to 40 blocks, in which ours, its replacement, an equal or another transaction may have the nonce. */
const chains = fc
  .record({
    length: fc.integer({ min: 2, max: 40 }),
    first: fc.constantFrom(undefined, 'ours', 'faster', 'equal', 'foreign', 'call'),
    at: fc.nat({ max: 39 }),
    later: fc.nat({ max: 3 }),
  })
  .map(({ length, first, at, later }) => {
    const blocks: string[][] = Array.from({ length }, () => []);
    if (first !== undefined) {
      blocks[1 + (at % (length - 1))]!.push(first);
      for (let more = 0; more < later; more++) blocks.at(-1)!.push(`later ${more}`);
    }
    return { blocks, first };
  });

test('whatever a node leaves out, a state is only what the chain has', async () => {
  await asyncProperty(300, chains, gaps, fc.boolean(), async ({ blocks, first }, missing, isWaiting) => {
    const { rpc, height, placeOf } = nodeOf(blocks, missing, isWaiting ? ['ours'] : []);
    const entries = [entryOf('ours'), entryOf('faster', { kind: 'speed-up' })];
    const state = await chainStateOf(entries, rpc, 3n);
    if (state.kind === 'mined' || state.kind === 'replaced') {
      const hash = state.kind === 'mined' ? state.entry.hash : state.by!;
      expect(placeOf(hash)).toBe(Number(state.block.number));
      expect(Number(state.block.confirmations)).toBe(height - placeOf(hash) + 1);
      expect(state.kind).toBe(isOther(first) ? 'replaced' : 'mined');
    }
    if (state.kind === 'absent' && !state.isPast) expect(first).toBeUndefined();
    if (state.kind === 'pending') expect(isWaiting || /ours|faster|equal/.test(first ?? '')).toBe(true);
  });
});

test('a node without gaps shows what has become of a nonce', async () => {
  await asyncProperty(100, chains, async ({ blocks, first }) => {
    const entries = [entryOf('ours'), entryOf('faster', { kind: 'speed-up' })];
    const state = await chainStateOf(entries, nodeOf(blocks, noGaps).rpc, 3n);
    expect(state.kind).toBe(first === undefined ? 'absent' : isOther(first) ? 'replaced' : 'mined');
    if (state.kind === 'mined') expect(state.entry.hash).toBe(hashOf(first!));
    if (first === 'equal') expect(state).toMatchObject({ entry: { kind: 'elsewhere', operation: 'op-1' } });
  });
});

/** What a node shows of ours on a chain. */
const ours = (blocks: readonly Block[], missing = noGaps, of: Partial<JournalEntry> = {}) =>
  chainStateOf([entryOf('ours', of)], nodeOf(blocks, missing).rpc, 1n);
const isOther = (name: string | undefined): boolean => name === 'foreign' || name === 'call';

test('an equal transaction that belongs to another operation is not the end of this one', async () => {
  const { rpc } = nodeOf([[], ['equal'], []], noGaps);
  expect((await chainStateOf([entryOf('ours')], rpc, 1n, async () => true)).kind).toBe('replaced');
});

test('what a signer was offered is found by its nonce, and only a free nonce is taken again', async () => {
  const offered = (at: number) => [entryOf('offered', { kind: 'offered', nonce: at })];
  const shown = async (blocks: readonly Block[], at = nonce) =>
    chainStateOf(offered(at), nodeOf(blocks, noGaps).rpc, 1n);
  expect(await shown([[], ['equal']])).toMatchObject({ kind: 'mined', entry: { hash: hashOf('equal') } });
  expect(await shown([[], ['foreign']])).toMatchObject({ kind: 'replaced', by: hashOf('foreign') });
  expect((await shown([[], []])).kind).toBe('unsigned');
  expect(await shown([[], []], nonce + 1)).toMatchObject({ kind: 'absent', isPast: false });
});

test('a nonce that an authorization has used is that of no operation', async () => {
  const { rpc } = nodeOf([[], ['foreign'], []], noGaps);
  const authorizing = changedNode(rpc, (_, __, result) => {
    const { transactions } = (result ?? {}) as { transactions?: object[] };
    const authorized = transactions?.map((one) => ({
      ...one,
      ...{ from: payee, nonce: '0x63', authorizationList: [{ address: payee, nonce: quantity(nonce) }] },
    }));
    return authorized ? { ...(result as object), transactions: authorized } : result;
  });
  expect(await chainStateOf([entryOf('ours')], authorizing, 1n)).toMatchObject({ kind: 'replaced' });
});

test('a used nonce and no transaction prove nothing', async () => {
  const missing = { ...noGaps, receipts: true, transactions: true };
  expect((await ours([[], ['ours'], []], missing)).kind).toBe('pending'); // its block has it, and its receipt is not shown
  const forgotten = await ours([[], ['ours'], []], { ...missing, stateFrom: 0 });
  expect(forgotten).toMatchObject({ kind: 'absent', isPast: true });
});

test('a block in which it was seen before is enough if it is still there', async () => {
  const blocks = [[], ['ours'], [], []];
  const missing = { ...noGaps, receipts: true, transactions: true, stateFrom: 0 };
  const { blockHash } = nodeOf(blocks, missing);
  const seen = { blockNumber: '1', blockHash: blockHash(1) };
  for (const [state, kind] of Object.entries({ SUCCESS: 'mined', FAIL: 'mined', replaced: 'replaced' }))
    expect(await ours(blocks, missing, { state: state as 'SUCCESS', ...seen })).toMatchObject({
      kind,
      block: { confirmations: 3n },
    });
  const other = { ...seen, blockHash: hashOf('another block') };
  expect((await ours(blocks, missing, { state: 'SUCCESS', ...other })).kind).toBe('absent');
});

/** A node that changes the receipts of another one. */
const withReceipts = (rpc: Rpc, change: object): Rpc =>
  changedNode(rpc, (method, _, result) =>
    method === 'eth_getTransactionReceipt' ? { ...(result as object), ...change } : result,
  );

const impossible = [{ gasUsed: '0x5209' }, { effectiveGasPrice: '0x65' }];
test.each(impossible)('a receipt with %j is impossible for what was signed', async (figures) => {
  const lying = withReceipts(nodeOf([[], ['ours']], noGaps).rpc, figures);
  const failed = { code: 'IMPOSSIBLE_FIGURES', kind: 'unknown' };
  await expect(chainStateOf([entryOf('ours')], lying, 1n)).rejects.toMatchObject(failed);
});

test('a receipt does not count if the chain has another block at its height', async () => {
  const other = withReceipts(nodeOf([[], ['ours']], noGaps).rpc, {
    blockHash: hashOf('a block that was reorganised away'),
  });
  expect((await chainStateOf([entryOf('ours')], other, 1n)).kind).toBe('pending');
});

test('a block is only as deep as the blocks that follow from it, whatever height another node has', async () => {
  const { rpc } = nodeOf([[], ['ours'], [], [], []], noGaps);
  const shown = async (change: (number: number) => object | null) => {
    const other = changedNode(rpc, (method, [number], result) => {
      if (method !== 'eth_getBlockByNumber' || Number(number) < 2) return result;
      const changed = change(Number(number));
      return changed && { ...(result as object), ...changed };
    });
    const state = await chainStateOf([entryOf('ours')], other, 3n);
    return state.kind === 'mined' ? [state.block.confirmations, isFinal(state, 3n)] : state.kind;
  };
  expect(await shown(() => ({}))).toEqual([4n, true]);
  expect(await shown((number) => (number === 3 ? { parentHash: hashOf('another branch') } : {}))).toEqual([2n, false]);
  expect(await shown((number) => (number === 2 ? { parentHash: hashOf('another branch') } : {}))).toEqual([1n, false]);
  expect(await shown(() => null)).toEqual([1n, false]);
});

test('a state is final from the depth on that is asked for', async () => {
  const state = await ours([[], ['ours'], [], []]);
  expect([1n, 3n, 4n].map((finality) => isFinal(state, finality))).toEqual([true, true, false]);
});

// What a new token account has cost, by the balances of a block: whatever was there before, and where lamports are the token.

import { generateKeyPairSync, sign } from 'node:crypto';
import { getBase58Decoder } from '@solana/kit';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { JournalEntry } from '../../../src/money/ledger/journal.js';
import { rentOf, solanaStateOf } from '../../../src/money/solana/family.js';
import { type MinedTransaction, SolanaRpc } from '../../../src/money/solana/rpc.js';
import { accountsOf, programs, requireSigned, serialize } from '../../../src/money/solana/transaction.js';
import { asyncProperty } from '../../support/runs.js';
import { type SolanaNode, solanaNode } from '../../support/solana-node.js';

const addressOf = (fill: number) => getBase58Decoder().decode(Buffer.alloc(32, fill));
const wrapped = 'So11111111111111111111111111111111111111112';
const rent = 2_039_280n;

/** The rent of a transfer into an account with `was` lamports before and `is` after it. */
function rentWith(mint: string, was: bigint, is: bigint, had = false): bigint {
  const transfer = {
    kind: 'token' as const,
    ...{ program: programs.token, mint, decimals: 9, raw: 1_000_000n, to: addressOf(9) },
    ...{ source: addressOf(8), destination: addressOf(7) },
  };
  const unsigned = serialize({ from: addressOf(6), blockhash: addressOf(5), unitLimit: 9, unitPrice: 0n, transfer });
  const raw = `0x01${'00'.repeat(64)}${unsigned.slice(2)}`;
  const index = accountsOf(raw).indexOf(transfer.destination);
  const balances = (lamports: bigint) => accountsOf(raw).map((_, place) => (place === index ? lamports : 5n));
  const mined: MinedTransaction = {
    ...{ slot: 1n, time: undefined, succeeded: true, fee: 5000n, units: undefined, raw, tokensAfter: [] },
    ...{ before: balances(was), after: balances(is), tokensBefore: had ? [{ index, mint, amount: 0n }] : [] },
  };
  return rentOf(mined, raw, transfer);
}

test.each([
  ['a new account', addressOf(4), 0n, rent, false, rent],
  ['an account that others have paid in part', addressOf(4), 900_000n, rent, false, rent - 900_000n],
  ['an account that others have paid', addressOf(4), rent + 5n, rent + 5n, false, 0n],
  ['an account that was there', addressOf(4), rent, rent, true, 0n],
  ['a new account of the wrapped coin', wrapped, 0n, rent + 1_000_000n, false, rent],
  ['an account of the wrapped coin that was there', wrapped, rent, rent + 1_000_000n, true, 0n],
] as const)('%s', (_, mint, was, is, had, expected) => {
  expect(rentWith(mint, was, is, had)).toBe(expected);
});

// What a Solana node shows of a transaction: not done is concluded from proof alone, whatever the node hides or forgets.

const rpcOf = (node: SolanaNode) =>
  new SolanaRpc({
    post: async (_, body) => {
      const response = await fetch(node.url, { method: 'POST', body, headers: { 'content-type': 'application/json' } });
      return response.text();
    },
  });

/** A transfer of 1 SOL that was signed on a node, as the journal has it. */
async function signedOn(node: SolanaNode) {
  const { privateKey } = generateKeyPairSync('ed25519');
  const from = getBase58Decoder().decode(Buffer.from(privateKey.export({ format: 'jwk' }).x!, 'base64url'));
  const rpc = rpcOf(node);
  node.fund(from, 5_000_000_000n);
  const { blockhash, lastValidBlockHeight, slot } = await rpc.latestBlockhash('confirmed');
  const to = getBase58Decoder().decode(Buffer.alloc(32, 7));
  const transfer = { kind: 'coin', to, lamports: 1_000_000_000n } as const;
  const unsigned = serialize({ from, blockhash, unitLimit: 1000, unitPrice: 0n, transfer });
  const message = Buffer.from(unsigned.slice(2), 'hex');
  const wire = Buffer.concat([Buffer.from([1]), sign(null, message, privateKey), message]);
  const { raw, hash } = requireSigned(unsigned, `0x${wire.toString('hex')}`, from);
  const entry: JournalEntry = {
    ...{ hash, operation: 'op-1', chain: 'solana:x:local', network: 'SOLANA', sender: from, raw, kind: 'expiring' },
    ...{ nonce: Number(lastValidBlockHeight), since: Number(slot), at: '2026-01-01T00:00:00.000Z', state: 'sent' },
  };
  return { rpc, entry, wire: new Uint8Array(wire), to, lastValidBlockHeight };
}

const local = { isPublic: false, isEnded: false, seenIn: undefined };
const open = { ...local, isPublic: true };

describe('a transaction that the node does not show', () => {
  test('is not called expired before 150 slots have passed, whatever last height the node had stated', async () => {
    const node = await solanaNode();
    const { rpc, entry } = await signedOn(node);
    for (const tooLow of [190, 151, 120]) {
      expect((await solanaStateOf([{ ...entry, nonce: entry.nonce - tooLow }], rpc, local)).kind).toBe('absent');
      node.advance(50);
    }
  });

  test('may be sent again while its blockhash is valid, is unknown until a final block, and is not done from then on', async () => {
    const node = await solanaNode();
    const { rpc, entry } = await signedOn(node);
    const kinds: string[] = [];
    for (let block = 0; block < 190; block++) {
      const state = await solanaStateOf([entry], rpc, local);
      const word = state.kind === 'absent' ? (state.isPast ? 'past' : 'valid') : state.kind;
      if (kinds.at(-1) !== word) kinds.push(word);
      node.advance();
    }
    expect(kinds).toEqual(['valid', 'past', 'expired']);
  });

  test('and that lands in the last block that takes it, is never called expired', async () => {
    const node = await solanaNode();
    const { rpc, entry, wire, to, lastValidBlockHeight } = await signedOn(node);
    node.sending = 'hold';
    await rpc.send(wire);
    const newest = () => BigInt(node.chain.blocks.at(-1)!.height);
    while (newest() < lastValidBlockHeight) node.advance();
    expect(node.release()).toHaveLength(1);
    for (let block = 0; block < 60; block++) {
      expect((await solanaStateOf([entry], rpc, local)).kind).not.toBe('expired');
      node.advance();
    }
    expect([(await solanaStateOf([entry], rpc, local)).kind, node.lamports(to)]).toEqual(['mined', 1_000_000_000n]);
  });

  test('proves nothing on a public chain if the history lags behind', async () => {
    const node = await solanaNode();
    const { rpc, entry, wire } = await signedOn(node);
    await rpc.send(wire);
    node.advance(400);
    node.historyBehind = 410;
    expect(await solanaStateOf([entry], rpc, open)).toMatchObject({ kind: 'absent', isPast: true });
    node.historyBehind = 0;
    expect((await solanaStateOf([entry], rpc, open)).kind).toBe('mined');
  });

  test('and was seen in a slot, is expired only if the final chain has left out that slot', async () => {
    const node = await solanaNode();
    const { rpc, entry } = await signedOn(node);
    node.advance(400);
    const state = async (blocks: unknown) => {
      node.rules.getBlocks = async (_, { refuse }) => blocks ?? refuse('no such method', -32_601);
      return (await solanaStateOf([entry], rpc, { ...local, seenIn: '302000123' })).kind;
    };
    for (const shown of [undefined, [], [302_000_123]]) expect(await state(shown)).toBe('absent');
    expect(await state([302_000_124])).toBe('expired');
  });

  test('keeps the end that a final block had shown, since nothing takes that back', async () => {
    const node = await solanaNode();
    const { rpc, entry } = await signedOn(node);
    const ended = { ...open, isEnded: true };
    for (const [state, expected] of [
      ['SUCCESS', { kind: 'mined', succeeded: true }],
      ['FAIL', { kind: 'mined', succeeded: false }],
      ['expired', { kind: 'expired' }],
    ] as const) {
      const recorded = { ...entry, state, blockNumber: '302000500' };
      expect(await solanaStateOf([recorded], rpc, ended)).toMatchObject({ ...expected, block: { confirmations: 32n } });
      expect((await solanaStateOf([recorded], rpc, open)).kind).toBe('absent');
    }
    expect((await solanaStateOf([entry], rpc, ended)).kind).toBe('absent');
  });

  test('proves nothing if the node has forgotten the time of its signature, or the journal has not recorded it', async () => {
    const node = await solanaNode();
    const { rpc, entry } = await signedOn(node);
    node.advance(400);
    expect((await solanaStateOf([entry], rpc, local)).kind).toBe('expired');
    expect((await solanaStateOf([{ ...entry, since: null }], rpc, local)).kind).toBe('absent');
    node.firstBlock = 500;
    expect((await solanaStateOf([entry], rpc, local)).kind).toBe('absent');
  });
});

test.each([
  ['another machine of the node lags behind', 'getSignatureStatuses', { context: { slot: 1 } }],
  ['its blockhash is still said to be valid', 'isBlockhashValid', { value: true }],
] as const)('a missing transaction is not called expired if %s', async (_, method, shown) => {
  const node = await solanaNode();
  const { rpc, entry } = await signedOn(node);
  node.advance(400);
  expect((await solanaStateOf([entry], rpc, local)).kind).toBe('expired');
  node.rules[method] = async (_params, { forward }) => ({ ...((await forward()) as object), ...shown });
  expect((await solanaStateOf([entry], rpc, local)).kind).toBe('absent');
});

test('a transaction whose status and receipt are of two forks is pending, whatever either says', async () => {
  const node = await solanaNode();
  const { rpc, entry, wire } = await signedOn(node);
  await rpc.send(wire);
  node.advance(40);
  expect((await solanaStateOf([entry], rpc, local)).kind).toBe('mined');
  node.rules.getTransaction = async (_, { forward }) => ({ ...((await forward()) as object), slot: 302_009_999 });
  expect((await solanaStateOf([entry], rpc, local)).kind).toBe('pending');
});

test('whatever a node hides, a landed transaction never counts as expired, unless every source hides it', async () => {
  await asyncProperty(
    40,
    fc.record({
      ...{ wait: fc.integer({ min: 0, max: 149 }), later: fc.integer({ min: 0, max: 260 }) },
      ...{ behind: fc.integer({ min: 0, max: 300 }), history: fc.integer({ min: 0, max: 200 }) },
      hidesStatus: fc.boolean(),
    }),
    async ({ wait, later, behind, history, hidesStatus }) => {
      const node = await solanaNode();
      const { rpc, entry, wire } = await signedOn(node);
      node.sending = 'hold';
      await rpc.send(wire);
      node.advance(wait);
      node.release();
      node.advance(later);
      Object.assign(node, { behind, historyBehind: hidesStatus ? 0 : Math.min(history, later) });
      if (hidesStatus)
        node.rules.getSignatureStatuses = async (_, { forward }) => ({ ...(await forward()), value: [null] });
      const state = await solanaStateOf([entry], rpc, open).catch(() => undefined);
      expect(state?.kind).not.toBe('expired');
    },
  );
});

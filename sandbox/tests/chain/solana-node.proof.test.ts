// Protects the sandbox's Solana: the same transactions have the same effects, errors and fees as on the real programs, and no lamport or unit is made or lost.
import { type Address, address, createNoopSigner, type Instruction, type KeyPairSigner } from '@solana/kit';
import { getSetComputeUnitLimitInstruction, getSetComputeUnitPriceInstruction } from '@solana-program/compute-budget';
import { getAddMemoInstruction } from '@solana-program/memo';
import { getTransferSolInstruction } from '@solana-program/system';
import {
  findAssociatedTokenPda,
  getCreateAssociatedTokenIdempotentInstruction,
  getTransferCheckedInstruction,
  TOKEN_PROGRAM_ADDRESS as tokenProgram,
} from '@solana-program/token';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { afterFile } from '../../../tests/support/cleanup.js';
import { asyncProperty } from '../../../tests/support/runs.js';
import { phraseSigner, solanaClient } from '../../../tests/support/solana-client.js';
import { solanaNode } from '../../../tests/support/solana-node.js';
import { startSandbox } from '../../server.js';
import { auditWorld } from '../audit.js';

const sol = 1_000_000_000n;
const usdc = address('Ek8GwM9xNLmKfDrYc6TPDPYD4qaFYSqXsLAzrMjRxnFM');
const other = address('So11111111111111111111111111111111111111112');
const system = address('1'.repeat(32));
const memoProgram = address('MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr');

const people = await Promise.all([0, 1, 2, 3].map(phraseSigner)); // mina, dara and two that have nothing
const accounts = await Promise.all(
  people.map(async ({ address: owner }) => (await findAssociatedTokenPda({ owner, mint: usdc, tokenProgram }))[0]),
);
const known: readonly Address[] = [...people.map((one) => one.address), ...accounts];

/** A new sandbox and a new chain with the same balances. */
async function bothNodes() {
  const sandbox = await startSandbox({ state: ':memory:', clock: 'frozen' });
  afterFile(() => sandbox.close());
  const node = await solanaNode();
  node.fund(people[0]!.address, (75n * sol) / 10n);
  await node.createMint({ address: usdc, decimals: 6 });
  await node.mint(usdc, people[0]!.address, 500_000_000n);
  const clients = [solanaClient(sandbox.rpc.SOLANA_DEV!), solanaClient(node.url)] as const;
  return { node, clients, sandbox };
}
type Client = ReturnType<typeof solanaClient>;
const stateOf = async ({ lamports, units }: Client) => [
  await Promise.all([...known, usdc, other].map(lamports)), // transfers go to the mints, too
  await Promise.all(accounts.map(units)),
];

/** One instruction of a generated transaction: who does what. */
interface Step {
  readonly kind: 'coin' | 'token' | 'create' | 'memo' | 'price' | 'limit' | 'wrong';
  readonly from: number;
  readonly to: number;
  readonly amount: bigint;
  /** A deviation, or none. */
  readonly odd: number;
}
const amounts = [
  0n,
  1n,
  890_879n,
  890_880n,
  2_039_280n,
  sol / 3n,
  sol * 2n,
  sol * 7n,
  (75n * sol) / 10n - 5000n,
  sol * 9n,
  2n ** 64n - 1n,
];
const step: fc.Arbitrary<Step> = fc.record({
  kind: fc.constantFrom('coin', 'coin', 'token', 'token', 'create', 'memo', 'price', 'limit', 'wrong'),
  ...{ from: fc.constantFrom(0, 0, 0, 1, 2), to: fc.nat(3) },
  ...{ amount: fc.oneof(fc.constantFrom(...amounts), fc.bigInt(0n, 2n * sol)), odd: fc.nat(16) },
});

function instruction(payer: KeyPairSigner, { kind, from, to, amount, odd }: Step): Instruction {
  const source = from === people.indexOf(payer) ? payer : createNoopSigner(people[from]!.address);
  const strange: Readonly<Record<number, Address>> = { 1: accounts[to]!, 9: usdc, 10: other };
  const destination = strange[odd] ?? people[to]!.address;
  const owner = people[to]!.address;
  if (kind === 'coin') return getTransferSolInstruction({ source, destination, amount });
  if (kind === 'token')
    return getTransferCheckedInstruction({
      ...{ source: odd === 2 ? accounts[to]! : accounts[from]!, mint: odd === 3 ? other : usdc },
      ...{ destination: odd === 4 ? owner : accounts[to]!, authority: source, amount, decimals: odd === 5 ? 7 : 6 },
    });
  if (kind === 'create')
    return getCreateAssociatedTokenIdempotentInstruction({
      ...{ payer: source, ata: odd === 6 ? accounts[from]! : accounts[to]!, owner, mint: usdc },
    });
  if (kind === 'memo') {
    const memo = getAddMemoInstruction({ memo: `memo ${amount}` }, { programAddress: memoProgram });
    return odd === 7 ? { ...memo, data: Uint8Array.of(0xff, 0xfe) } : memo;
  }
  if (kind === 'price')
    return getSetComputeUnitPriceInstruction({ microLamports: odd === 13 ? 2n ** 64n - 1n : amount % 1_000_000n });
  if (kind === 'limit') return getSetComputeUnitLimitInstruction({ units: odd === 8 ? 1 : 300_000 });
  return { programAddress: odd % 2 ? tokenProgram : system, accounts: [], data: Uint8Array.of(99, 0, 0, 0) };
}

interface Sent {
  readonly payer: number;
  readonly steps: readonly Step[];
  readonly way: 'preflight' | 'no preflight' | 'twice';
  readonly version: 0 | 'legacy';
}
const sent: fc.Arbitrary<Sent> = fc.record({
  payer: fc.constantFrom(0, 0, 0, 0, 1, 2),
  steps: fc.array(step, { minLength: 1, maxLength: 4 }),
  way: fc.constantFrom('preflight', 'no preflight', 'twice'),
  version: fc.constantFrom<0 | 'legacy'>(0, 'legacy'),
});
/** Sends a transaction and returns what the node says of it. */
async function outcome(client: Client, { payer, steps, way, version }: Sent): Promise<unknown> {
  const signer = people[payer]!;
  const instructions = steps.map((one) => instruction(signer, one));
  const wire = await client.sign(signer, instructions, version);
  const config = { skipPreflight: way === 'no preflight' };
  const first = await client.send(wire, config);
  const again = way === 'twice' ? await client.send(wire, config) : undefined;
  const status = first.result ? await client.status(first.result) : null;
  const said = ({ error }: { error?: { code: number; data?: { err: unknown } } }) =>
    error ? [error.code, error.data?.err] : 'accepted';
  return { first: said(first), again: again && said(again), status: status?.err, landed: status !== null };
}

test('the same transactions have the same outcomes as on the real programs, and the world agrees with itself', {
  timeout: 600_000,
}, async () => {
  await asyncProperty(50, fc.array(sent, { minLength: 1, maxLength: 6 }), async (all) => {
    const { node, clients, sandbox } = await bothNodes();
    try {
      expect(await stateOf(clients[0])).toEqual(await stateOf(clients[1]));
      for (const one of all) {
        const [ours, real] = [await outcome(clients[0], one), await outcome(clients[1], one)];
        expect(ours).toEqual(real);
        expect(await stateOf(clients[0])).toEqual(await stateOf(clients[1]));
      }
      const { state, settings } = sandbox.runtime;
      expect(state.read(() => auditWorld(state, settings.wall()))).toEqual([]);
    } finally {
      await sandbox.close();
      node.advance();
    }
  });
});

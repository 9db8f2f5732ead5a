// The bytes of a Solana transaction: what is built is parsed to the same, and nothing else is understood, signed or believed.
import { generateKeyPairSync, sign } from 'node:crypto';
import { getBase58Decoder } from '@solana/kit';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { tokenAccountOf } from '../../../src/money/solana/accounts.js';
import {
  feeOf,
  parseMessage,
  programs,
  requireSigned,
  type SolanaFields,
  serialize,
} from '../../../src/money/solana/transaction.js';
import { asyncProperty } from '../../support/runs.js';

const u64 = fc.bigInt({ min: 0n, max: 2n ** 64n - 1n });
const { privateKey } = generateKeyPairSync('ed25519');
const from = getBase58Decoder().decode(Buffer.from(privateKey.export({ format: 'jwk' }).x!, 'base64url'));
const addresses = fc.uint8Array({ minLength: 32, maxLength: 32 }).map((bytes) => getBase58Decoder().decode(bytes));
const fieldsOf = fc
  .record({
    ...{ to: addresses, mint: addresses, blockhash: addresses, raw: u64, isToken: fc.boolean() },
    ...{ unitLimit: fc.integer({ min: 1, max: 1_400_000 }), unitPrice: fc.bigInt({ min: 0n, max: 10n ** 12n }) },
    ...{ decimals: fc.integer({ min: 0, max: 18 }), program: fc.constantFrom(programs.token, programs.token2022) },
    memo: fc.option(fc.string({ minLength: 1, maxLength: 60, unit: 'grapheme' }), { nil: undefined }),
  })
  .filter(({ to, mint }) => to !== mint);
type Drawn = typeof fieldsOf extends fc.Arbitrary<infer Value> ? Value : never;
async function made({ to, mint, raw, isToken, decimals, program, ...common }: Drawn): Promise<SolanaFields> {
  if (!isToken) return { from, ...common, transfer: { kind: 'coin', to, lamports: raw } };
  const [source, destination] = await Promise.all([
    tokenAccountOf(from, mint, program),
    tokenAccountOf(to, mint, program),
  ]);
  return { from, ...common, transfer: { kind: 'token', program, mint, decimals, raw, to, source, destination } };
}
const signed = (unsigned: string): string => {
  const message = Buffer.from(unsigned.slice(2), 'hex');
  return `0x${Buffer.concat([Buffer.from([1]), sign(null, message, privateKey), message]).toString('hex')}`;
};

test('what is serialized is parsed to the same, with every unit', async () => {
  await asyncProperty(100, fieldsOf, async (drawn) => {
    const fields = await made(drawn);
    expect(parseMessage(serialize(fields))).toEqual(fields);
  });
});

test('a changed byte is refused, or is exactly what it is parsed to; it is never taken as signed', async () => {
  await asyncProperty(100, fieldsOf, fc.nat(), fc.integer({ min: 1, max: 255 }), async (drawn, place, change) => {
    const unsigned = serialize(await made(drawn));
    const bytes = Buffer.from(unsigned.slice(2), 'hex');
    bytes[place % bytes.length]! ^= change;
    const other = `0x${bytes.toString('hex')}`;
    expect(() => requireSigned(unsigned, signed(other), from)).toThrow('not the one');
    let parsed: SolanaFields;
    try {
      parsed = parseMessage(other);
    } catch (error) {
      expect((error as { code?: string }).code).toMatch(/^(BAD_TRANSACTION|OPAQUE_CALL)$/);
      return;
    }
    expect(parsed).not.toEqual(parseMessage(unsigned));
  });
});

test('a signature of another key, cut bytes and bytes behind are refused', async () => {
  const unsigned = serialize({
    ...{ from, blockhash: from, unitLimit: 500, unitPrice: 0n },
    transfer: { kind: 'coin', to: getBase58Decoder().decode(Buffer.alloc(32, 9)), lamports: 1n },
  });
  const good = signed(unsigned);
  expect(requireSigned(unsigned, good, from).raw).toBe(good);
  const forged = `0x01${'ab'.repeat(64)}${unsigned.slice(2)}`;
  for (const raw of [forged, `${good}00`, good.slice(0, -2), '0x', '0x01', 'no', `0x02${good.slice(4)}`])
    expect(() => requireSigned(unsigned, raw, from)).toThrow('not the one');
});

test('the fee is that of the signature and of the units, rounded up', () => {
  expect(feeOf({ unitLimit: 500, unitPrice: 0n })).toBe(5000n);
  expect(feeOf({ unitLimit: 500, unitPrice: 1n })).toBe(5001n);
  expect(feeOf({ unitLimit: 200_000, unitPrice: 5_000_000n })).toBe(1_005_000n);
});

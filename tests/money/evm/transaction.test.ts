// The bytes of transactions: ethers reads from them what was written, and nothing else is signed.
import { Interface, Transaction, Wallet } from 'ethers';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decodeCall, encodeCall, revertReason } from '../../../src/money/evm/contracts.js';
import {
  parseTransaction,
  requireSigned,
  serialize,
  signTransaction,
  type TransactionFields,
} from '../../../src/money/evm/transaction.js';
import { property } from '../../support/runs.js';

const wallet = new Wallet(`0x${'11'.repeat(32)}`);
const key = { address: wallet.address, privateKey: Uint8Array.from(Buffer.from('11'.repeat(32), 'hex')) };
const wei = (bits: number) => fc.bigInt({ min: 0n, max: 2n ** BigInt(bits) - 1n });
const address = fc
  .uint8Array({ minLength: 20, maxLength: 20 })
  .map((bytes) => `0x${Buffer.from(bytes).toString('hex')}`);
const price = fc.oneof(
  wei(60).map((gasPrice) => ({ gasPrice })),
  fc.tuple(wei(50), wei(50)).map(([tip, more]) => ({ maxPriorityFeePerGas: tip, maxFeePerGas: tip + more })),
);
const fieldsArbitrary: fc.Arbitrary<TransactionFields> = fc.record({
  ...{ chainId: fc.bigInt({ min: 1n, max: 2n ** 52n }), nonce: fc.bigInt({ min: 0n, max: 2n ** 50n }) },
  ...{ to: address, value: wei(255) },
  data: fc.uint8Array({ maxLength: 200 }).map((bytes) => `0x${Buffer.from(bytes).toString('hex')}`),
  ...{ gasLimit: fc.bigInt({ min: 21_000n, max: 30_000_000n }), price },
});

test('what is serialized is parsed to the same, signed as it is, and ethers reads the same from it', () => {
  property(60, fieldsArbitrary, (fields) => {
    const unsigned = serialize(fields);
    const parsed = parseTransaction(unsigned);
    expect({ ...parsed, to: parsed.to.toLowerCase() }).toEqual(fields);
    const { raw, hash } = signTransaction(unsigned, key);
    const read = Transaction.from(raw);
    expect([read.hash, read.from, read.to!.toLowerCase(), read.value, read.data, read.chainId]).toEqual([
      hash,
      wallet.address,
      fields.to,
      fields.value,
      fields.data,
      fields.chainId,
    ]);
    expect([BigInt(read.nonce), read.gasLimit]).toEqual([fields.nonce, fields.gasLimit]);
    expect(
      'gasPrice' in fields.price
        ? { gasPrice: read.gasPrice }
        : { maxFeePerGas: read.maxFeePerGas, maxPriorityFeePerGas: read.maxPriorityFeePerGas },
    ).toEqual(fields.price);
    expect(read.unsignedSerialized).toBe(unsigned);
  });
});

test('signed bytes are refused if a byte of them, the transaction or the address is another one', () => {
  property(60, fieldsArbitrary, fc.nat(), fc.integer({ min: 1, max: 255 }), (fields, place, change) => {
    const unsigned = serialize(fields);
    const { raw, hash } = signTransaction(unsigned, key);
    expect(requireSigned(unsigned, raw, wallet.address)).toEqual({ raw, hash });
    const bytes = Buffer.from(raw.slice(2), 'hex');
    const at = place % bytes.length;
    bytes[at] = bytes[at]! ^ change;
    const refused = [
      [unsigned, `0x${bytes.toString('hex')}`, wallet.address],
      [unsigned, raw, `0x${'22'.repeat(20)}`],
      [serialize({ ...fields, nonce: fields.nonce + 1n }), raw, wallet.address],
      [unsigned, unsigned, wallet.address],
      [unsigned, `${raw}00`, wallet.address],
      [unsigned, `0x${raw.slice(2).toUpperCase()}`, wallet.address], // another text of the same bytes
      [unsigned, '', wallet.address],
    ] as const;
    for (const [asked, signed, address] of refused)
      expect(() => requireSigned(asked, signed, address)).toThrow('was to be signed');
  });
});

test('without a chain id nothing is serialized: the library would take chain 1', () => {
  const [fields] = fc.sample(fieldsArbitrary, { numRuns: 1, seed: 7 });
  for (const chainId of [undefined, 0n, -1n, 97])
    expect(() => serialize({ ...fields!, chainId: chainId as never })).toThrow('names no chain');
});

describe('bytes that are refused', () => {
  const base = { to: wallet.address, nonce: 0, gasLimit: 21_000n, value: 1n, chainId: 97 };
  const eip1559 = { ...base, maxFeePerGas: 2n, maxPriorityFeePerGas: 1n };
  test.each([
    ['a creation of a contract', Transaction.from({ ...eip1559, type: 2, to: null, data: '0x00' }).unsignedSerialized],
    ['type 1', Transaction.from({ ...base, type: 1, gasPrice: 1n }).unsignedSerialized],
    [
      'an access list',
      Transaction.from({ ...eip1559, type: 2, accessList: [{ address: wallet.address, storageKeys: [] }] })
        .unsignedSerialized,
    ],
    ['type 4', Transaction.from({ ...eip1559, type: 4, authorizationList: [] }).unsignedSerialized],
    [
      'a transaction for every chain',
      Transaction.from({ type: 0, to: wallet.address, nonce: 0, gasLimit: 21_000n, gasPrice: 1n }).unsignedSerialized,
    ],
    ['nothing', '0x'],
    ['noise', '0x1234'],
    ['trailing bytes', `${Transaction.from({ ...eip1559, type: 2 }).unsignedSerialized}00`],
  ])('%s', (_, bytes) => {
    expect(() => parseTransaction(bytes)).toThrow(/cannot be signed|names no chain/);
    expect(() => signTransaction(bytes, key)).toThrow();
  });
});

describe('call data', () => {
  const abi = new Interface([
    'function transfer(address to, uint256 amount)',
    'function approve(address spender, uint256 amount)',
    'function swapExactTokensForTokens(uint256 amountIn, uint256 amountOutMin, address[] path, address to, uint256 deadline)',
    'function swapExactETHForTokens(uint256 amountOutMin, address[] path, address to, uint256 deadline)',
    'function swapExactTokensForETH(uint256 amountIn, uint256 amountOutMin, address[] path, address to, uint256 deadline)',
  ]);
  const addresses = fc.array(address, { minLength: 2, maxLength: 5 });
  const calls = fc.oneof(
    fc.tuple(fc.constantFrom('transfer', 'approve'), fc.tuple(address, wei(256))),
    fc.tuple(
      fc.constantFrom('swapExactTokensForTokens', 'swapExactTokensForETH'),
      fc.tuple(wei(256), wei(256), addresses, address, wei(64)),
    ),
    fc.tuple(fc.constant('swapExactETHForTokens'), fc.tuple(wei(256), addresses, address, wei(64))),
  );
  const listOf = (name: string) => (name.startsWith('swap') ? 'router' : 'erc20') as 'router' | 'erc20';
  const lower = (value: unknown): unknown =>
    typeof value === 'string' ? value.toLowerCase() : Array.isArray(value) ? value.map(lower) : value;

  test('what ethers encodes is decoded to the same', () => {
    property(100, calls, ([name, args]) => {
      const decoded = decodeCall(listOf(name), abi.encodeFunctionData(name, args));
      expect([decoded?.name, lower(Object.values(decoded!.args))]).toEqual([name, lower([...args])]);
    });
  });

  test('a changed byte is refused, or is exactly what it decodes to', () => {
    property(300, calls, fc.nat(), fc.integer({ min: 1, max: 255 }), ([name, args], place, change) => {
      const bytes = Buffer.from(abi.encodeFunctionData(name, args).slice(2), 'hex');
      const at = place % bytes.length;
      bytes[at] = bytes[at]! ^ change;
      const data = `0x${bytes.toString('hex')}`;
      const decoded = decodeCall(listOf(name), data);
      if (decoded) expect(encodeCall(listOf(name), decoded.name, decoded.args)).toBe(data);
    });
  });

  test('bytes more or less are refused', () => {
    property(50, calls, fc.uint8Array({ minLength: 1, maxLength: 64 }), ([name, args], more) => {
      const data = abi.encodeFunctionData(name, args);
      expect(decodeCall(listOf(name), data + Buffer.from(more).toString('hex'))).toBeUndefined();
      expect(decodeCall(listOf(name), data.slice(0, -2))).toBeUndefined();
    });
  });

  test('the reason of a revert is read from its data', () => {
    const error = new Interface(['error Error(string)', 'error Panic(uint256)']);
    expect(revertReason(error.encodeErrorResult('Error', ['not today']))).toBe('not today');
    expect(revertReason(error.encodeErrorResult('Panic', [17]))).toContain('overflow');
    for (const data of ['0x', '0x1234', 'nonsense']) expect(revertReason(data)).toBeUndefined();
  });
});

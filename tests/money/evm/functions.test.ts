// The table of known contract functions: each selector is that of its signature, and each signature decodes what it encodes.
import { keccak_256 } from '@noble/hashes/sha3.js';
import { expect, test } from 'vitest';
import { decodeCall, decodeFunction, encodeCall } from '../../../src/money/evm/contracts.js';
import { knownFunctions } from '../../../src/money/evm/functions.js';

const selectorOf = (signature: string): string => {
  const types = signature
    .replace(/^function /, '')
    .replace(/([(,])\s*([\w[\]]+) \w+/g, '$1$2')
    .replace(/\s/g, '');
  return `0x${Buffer.from(keccak_256(Buffer.from(types)).subarray(0, 4)).toString('hex')}`;
};

test('a selector is the beginning of the hash of its function', () => {
  const signed = Object.entries(knownFunctions).filter(([, { signature }]) => signature !== undefined);
  expect(signed.length).toBeGreaterThan(15);
  for (const [selector, { signature = '' }] of signed)
    expect([signature, selectorOf(signature)]).toEqual([signature, selector]);
});

test('every name in what a function does is an argument of it', () => {
  for (const { signature, does } of Object.values(knownFunctions))
    for (const [, name] of does.matchAll(/\{(\w+)\}/g)) expect(signature).toMatch(new RegExp(`\\b${name}\\b`));
});

const to = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
test('a call is decoded as it was encoded; a byte more, or a dirty word, is no call of that function', () => {
  const data = encodeCall('erc20', 'transfer', { to, amount: 5n });
  const { signature = '' } = knownFunctions[data.slice(0, 10)]!;
  expect(decodeFunction(signature, data)).toEqual({ name: 'transfer', args: { to: to.toLowerCase(), amount: 5n } });
  expect(decodeFunction(signature, `${data}00`)).toBeUndefined();
  expect(decodeFunction(signature, data.replace('0xa9059cbb00', '0xa9059cbb01'))).toBeUndefined();
});

test('what is explained is not signed: the functions of a signature are transfer, approve and three swaps', () => {
  const data = `0x23b872dd${to.slice(2).padStart(64, '0').repeat(2)}${'1'.padStart(64, '0')}`;
  expect(decodeFunction(knownFunctions['0x23b872dd']!.signature!, data)?.name).toBe('transferFrom');
  expect(decodeCall('erc20', data)).toBeUndefined();
  expect(decodeCall('router', data)).toBeUndefined();
});

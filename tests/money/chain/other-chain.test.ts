// Whether an operation was certainly signed for another chain than that of a node.
import { expect, test } from 'vitest';
import { isOfOtherChain } from '../../../src/money/chain/other-chain.js';

test.each([
  ['another first block of the same chain id', 'eip155:97:aa', 'eip155:97:bb', true],
  ['another chain id of a local node', 'eip155:97:aa', 'eip155:31337:bb', true],
  ['the same first block', 'eip155:97:aa', 'eip155:97:aa', false],
  ['a node elsewhere, of which only the chain id is known', 'eip155:97:aa', 'eip155:97', false],
  ['a node elsewhere with another chain id: that chain still exists', 'eip155:56', 'eip155:97', false],
  ['an operation that was sent to a node elsewhere', 'eip155:97', 'eip155:97:aa', false],
  ['an operation of another chain elsewhere', 'eip155:56', 'eip155:97:aa', false],
  ['an operation of an earlier version, which has no origin', undefined, 'eip155:97:aa', false],
  ['an operation of a service', 'sandbox:aa', 'eip155:97:aa', false],
])('%s', (_, origin, identity, isOther) => {
  expect(isOfOtherChain({ ...(origin === undefined ? {} : { origin }) }, identity)).toBe(isOther);
});

// The client of a node: whatever it answers ends in a value of the right form, or in a failure with a code.

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseRpcPin } from '../../../src/money/chain/pins.js';
import { chainOf, parseChainPin } from '../../../src/money/evm/chain.js';
import { checkChainId, Rpc } from '../../../src/money/evm/rpc.js';
import { Failure } from '../../../src/services/http/errors.js';
import { asyncProperty } from '../../support/runs.js';

const hash = `0x${'ab'.repeat(32)}`;
const someone = `0x${'12'.repeat(20)}`;
const reads: Readonly<Record<string, (rpc: Rpc) => Promise<unknown>>> = {
  ...{ chainId: (rpc) => rpc.chainId(), newestBlock: (rpc) => rpc.newestBlock(), block: (rpc) => rpc.block(1n) },
  ...{ transactionIn: (rpc) => rpc.transactionIn(1n, someone, 0n), tips: (rpc) => rpc.tips([50]) },
  ...{ nonce: (rpc) => rpc.nonce(someone, 'pending'), code: (rpc) => rpc.code(someone) },
  simulate: (rpc) => rpc.simulate({ from: someone, to: someone }),
  simulateLogs: (rpc) => rpc.simulateLogs({ from: someone, to: someone }),
  ...{ word: (rpc) => rpc.word({ from: someone, to: someone }), broadcast: (rpc) => rpc.broadcast('0x02') },
  ...{ hasTransaction: (rpc) => rpc.hasTransaction(hash), receipt: (rpc) => rpc.receipt(hash) },
  logs: (rpc) => rpc.logs({}),
};

const answering = (text: (id: number) => string) =>
  new Rpc({ post: async (_, body) => text((JSON.parse(body) as { id: number }).id) });
const result = (value: unknown) => answering((id) => JSON.stringify({ jsonrpc: '2.0', id, result: value }));

const node = fc.oneof(
  fc.jsonValue(),
  fc.constantFrom(
    '0x1',
    '0x',
    hash,
    null,
    [],
    {},
    { transactionHash: hash, blockNumber: '0x1', status: '0x2', blockHash: hash, gasUsed: '0x1', logs: [] },
  ),
);
test.each(Object.keys(reads))('%s: any answer is a value or a failure', async (name) => {
  await asyncProperty(60, node, async (value) => {
    await reads[name]!(result(value)).catch((error: unknown) => {
      expect(error).toBeInstanceOf(Failure);
      expect((error as Failure).code).toMatch(/^(BAD_RPC_ANSWER|RPC_REFUSED)$/);
    });
  });
});

test.each(['', 'null', '[]', '<html>', '{"jsonrpc":"2.0"}', '{"id":999,"result":"0x1"}', '{"id":null,"result":"0x1"}'])(
  '%j is not an answer',
  async (text) => {
    await expect(answering(() => text).chainId()).rejects.toMatchObject({ code: 'BAD_RPC_ANSWER' });
  },
);

test('a receipt of another transaction, and one of a status that is neither, are refused', async () => {
  const receipt = {
    ...{ transactionHash: hash, blockNumber: '0x1', blockHash: hash, status: '0x1', gasUsed: '0x5208', logs: [] },
  };
  expect(await result(receipt).receipt(hash)).toMatchObject({ succeeded: true, blockNumber: 1n });
  expect(await result({ ...receipt, status: '0x0' }).receipt(hash)).toMatchObject({ succeeded: false });
  for (const wrong of [
    { transactionHash: hash.replace('ab', 'cd') },
    { status: '0x2' },
    { status: undefined },
    { blockHash: 'x' },
    { logs: undefined },
  ])
    await expect(result({ ...receipt, ...wrong }).receipt(hash)).rejects.toMatchObject({ code: 'BAD_RPC_ANSWER' });
  expect(await result({ ...receipt, blockNumber: null }).receipt(hash)).toBeUndefined();
});

test('a node of another chain is refused', async () => {
  await expect(checkChainId(result('0x38'), { network: 'BSC', chainId: 97n })).rejects.toMatchObject({
    code: 'OTHER_CHAIN',
    kind: 'guarded',
  });
  await checkChainId(result('0x61'), { network: 'BSC', chainId: 97n });
});

test('chain ids come from the table or a pin, and no test network is pinned to a main chain', () => {
  const rpcs = {
    BSC: 'https://rpc.example.com/',
    ETHEREUM: 'https://rpc.example.com/',
    POLYGON_TEST: 'https://rpc.example.com/',
  };
  expect(chainOf('BSC', { rpcs }, 'p').chainId).toBe(56n);
  expect(chainOf('BSC', { rpcs, chains: { BSC: '97' } }, 'p').chainId).toBe(97n);
  const codeOf = (run: () => unknown) => {
    try {
      run();
    } catch (error) {
      return (error as Failure).code;
    }
    return undefined;
  };
  expect(codeOf(() => chainOf('ETHEREUM', { rpcs, chains: { BSC: '97' } }, 'p'))).toBe('MIXED_NETWORKS');
  expect(codeOf(() => chainOf('POLYGON_TEST', { rpcs }, 'p'))).toBe('NO_CHAIN_ID');
  expect(codeOf(() => chainOf('BSC', {}, 'p'))).toBe('NO_RPC');
  expect(codeOf(() => chainOf('SOLANA', {}, 'p'))).toBe('NOT_EVM');
  for (const [network, id] of [
    ['BSC_TEST', '56'],
    ['BSC_TEST', '1'],
    ['BSC', '1'],
    ['POLYGON_TEST', '137'],
  ] as const)
    expect(codeOf(() => parseChainPin(network, id))).toBe('PIN_ON_MAIN');
  for (const id of ['', '0', '-1', '0x61', '1e3', '97.0', '9'.repeat(17), ' 97'])
    expect(codeOf(() => parseChainPin('BSC', id))).toBe('BAD_VALUE');
  const wrong = 'http://rpc.example.com/ https://a:b@rpc.example.com/ ftp://x/ rpc.example.com https://x/#y';
  for (const url of wrong.split(' ')) expect(codeOf(() => parseRpcPin('BSC', url))).toBe('BAD_VALUE');
  expect(parseRpcPin('BSC', 'http://127.0.0.1:8545')).toBe('http://127.0.0.1:8545');
});

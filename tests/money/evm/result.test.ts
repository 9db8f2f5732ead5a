// What a transaction promises against what it would do (simulation) and what it has done (result): less is never passed over.

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type ChainToken, leastOf, type TransactionEffect } from '../../../src/money/chain/effect.js';
import { quantity } from '../../../src/money/chain/hex.js';
import type { ChainState } from '../../../src/money/chain/state.js';
import { paidFee, resultOf } from '../../../src/money/evm/result.js';
import type { MinedReceipt, Rpc } from '../../../src/money/evm/rpc.js';
import { simulate } from '../../../src/money/evm/simulation.js';
import { type GasPrice, serialize } from '../../../src/money/evm/transaction.js';
import { evmNode } from '../../support/evm-node.js';
import { asyncProperty, property } from '../../support/runs.js';

const sender = `0x${'12'.repeat(20)}`;
const payee = `0x${'34'.repeat(20)}`;
const router = `0x${'56'.repeat(20)}`;
const token: ChainToken = { address: `0x${'78'.repeat(20)}`, symbol: 'USDC', decimals: 6, isListed: true };
const coin: ChainToken = { address: undefined, symbol: 'BNB', decimals: 18 };
const word = (value: bigint | string): string =>
  `0x${typeof value === 'string' ? value.slice(2).padStart(64, '0') : value.toString(16).padStart(64, '0')}`;
const transferTopic = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';
const ownHash = word(1n);
let logCount = 0;
/** The event log of a transfer of the token, in our transaction or another one. */
const log = (from: string, to: string, raw: bigint, transactionHash = ownHash) => ({
  ...{ address: token.address!, topics: [transferTopic, word(from), word(to)], data: word(raw) },
  ...{ transactionHash, logIndex: quantity(logCount++) },
});
const sending = (raw: bigint, to = payee): TransactionEffect => ({ kind: 'transfer', moves: { token, raw }, to });
/** Coins for the payee, and the fields of their transfer. */
const coins = (raw: bigint): TransactionEffect => ({ kind: 'transfer', moves: { token: coin, raw }, to: payee });
const coinFields = { to: payee, value: 5n, data: '0x' };
const unlisted = (raw: bigint): TransactionEffect => {
  return { kind: 'transfer', moves: { token: { ...token, isListed: false }, raw }, to: payee };
};
const approval = (raw: bigint): TransactionEffect => {
  return { kind: 'approval', allows: { token, raw }, spender: router, isUnlimited: false };
};
const swap = (floor: ChainToken, raw: bigint, path: readonly string[]): TransactionEffect => {
  const sides = { sells: { token, raw: 1000n }, floor: { token: floor, raw } };
  return { kind: 'swap', ...sides, path, recipient: sender, deadline: 0n, router };
};
const fields = { to: token.address!, value: 0n, data: '0xa9059cbb' };

/** Numbers before and after: what accounts have of the token, and what the router may take. */
interface Probed {
  readonly recipient?: readonly [bigint, bigint];
  readonly sender?: readonly [bigint, bigint];
  readonly allowance?: readonly [bigint, bigint];
}
/** What a probe finds, by its call data. */
const found = (probed: Probed, data: string): readonly [bigint, bigint] => {
  const { recipient = [0n, 0n], sender: own = [0n, 0n], allowance = [0n, 0n] } = probed;
  if (data.startsWith('0xdd62ed3e')) return allowance;
  return data.endsWith(sender.slice(2)) ? own : recipient;
};
/** A node that simulates a transaction with these event logs. */
interface Shown extends Probed {
  readonly logs?: readonly unknown[];
  readonly canSimulate?: boolean;
  readonly code?: string;
}
const simulating = ({ logs = [], canSimulate = true, code = '0x', ...probed }: Shown): Rpc =>
  evmNode((method, params) => {
    if (method === 'eth_call') return word(1n);
    if (method === 'eth_getCode') return code;
    if (!canSimulate) throw new Error('the method does not exist');
    const [{ blockStateCalls }] = params as [{ blockStateCalls: [{ calls: { data: string }[] }] }];
    const { calls } = blockStateCalls[0];
    const middle = (calls.length - 1) / 2;
    const results = calls.map(({ data }, at) => {
      if (at === middle) return { status: '0x1', returnData: word(1n), logs };
      return { status: '0x1', returnData: word(found(probed, data)[at < middle ? 0 : 1]), logs: [] };
    });
    return [{ calls: results }];
  });
/** Another contract, and an account that is not part of the transfer. */
const [other, thief] = [`0x${'ab'.repeat(20)}`, `0x${'ba'.repeat(20)}`];
const eventOf = (topic: string, topics: readonly string[], data: string, address = other) => ({
  ...{ address, topics: [topic, ...topics.map(word)], data, transactionHash: ownHash, logIndex: quantity(logCount++) },
});
const approvalTopic = '0x8c5be1e5ebec7d5bd14f71427d1e84f3dd0314c0f7b2291e5b200ac8c7c3b925';
const approvalForAllTopic = '0x17307eab39ab6107e8899845ad3d59bd9653f200f220920489ca2b5937696c31';
const transferSingleTopic = '0xc3d58168c5ae7397731d063d5bbf3d657854427343f4c083240f7aacaa2d0f62';
const permit2Topic = '0xda9fa7c1b00402c17d0161b249b1ab8bbec047c5a52207b9c112deffd817036b';
/** What takes from the sender, or lets others take, beside a transfer: an event, and whether it does. */
const sideEffects: readonly (readonly [string, ReturnType<typeof eventOf>, boolean])[] = [
  ['another token leaves', eventOf(transferTopic, [sender, thief], word(1n)), true],
  ['an item leaves', eventOf(transferTopic, [sender, thief, word(7n)], '0x'), true],
  ['another token may be taken', eventOf(approvalTopic, [sender, thief], word(1n)), true],
  ['the token may be taken', eventOf(approvalTopic, [sender, thief], word(1n), token.address), true],
  ['all items may be taken', eventOf(approvalForAllTopic, [sender, thief], word(1n)), true],
  ['an item of many leaves', eventOf(transferSingleTopic, [thief, sender, thief], '0x'), true],
  ['a token may be taken by Permit2', eventOf(permit2Topic, [sender, other, thief], '0x'), true],
  ['nothing of another token leaves', eventOf(transferTopic, [sender, thief], word(0n)), false],
  ['an allowance is taken back', eventOf(approvalTopic, [sender, thief], word(0n)), false],
  ['another token arrives', eventOf(transferTopic, [thief, sender], word(1n)), false],
  ['others move', eventOf(transferTopic, [thief, payee], word(1n)), false],
];

const amounts = fc.bigInt({ min: 1n, max: 10n ** 30n });
const codeOf = async (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(() => undefined).catch(({ code }: { code: string }) => code);

describe('simulation', () => {
  const simulated = (effect: TransactionEffect, shown: Shown, call = fields, acceptLess?: string) =>
    simulate({ fields: call, effect, from: sender, ...(acceptLess && { acceptLess }) }, simulating(shown));
  const refusal = (...asked: Parameters<typeof simulated>) => codeOf(simulated(...asked));

  test('less by the balance of the recipient is refused whatever the events say; as much or more is not', async () => {
    await asyncProperty(100, amounts, amounts, amounts, async (raw, byEvents, byBalance) => {
      const shown: Shown = { logs: [log(sender, payee, byEvents)], recipient: [7n, 7n + byBalance] };
      expect(await refusal(sending(raw), shown)).toBe(byBalance < raw ? 'ARRIVES_LESS' : undefined);
    });
  });

  test('a share that is accepted is a warning, and nothing below it passes', async () => {
    const arriving = (raw: bigint) =>
      [sending(1000n), { logs: [log(sender, payee, raw)], recipient: [0n, raw] }, fields, '0.9'] as const;
    expect(await simulated(...arriving(900n))).toMatchObject([{ code: 'ARRIVES_LESS' }]);
    expect(await refusal(...arriving(899n))).toBe('ARRIVES_LESS');
    expect(await simulated(...arriving(1000n))).toEqual([]);
  });

  test('a contract may send on at once what it has received; a transfer to oneself arrives whole', async () => {
    const forwarding = { logs: [log(sender, payee, 5n), log(payee, router, 5n)], recipient: [0n, 0n] } as const;
    expect(await refusal(sending(5n), { ...forwarding, code: '0xfe' })).toBeUndefined();
    expect(await refusal(sending(5n), forwarding)).toBe('ARRIVES_LESS');
    expect(await simulated(sending(5n, sender), { logs: [log(sender, sender, 5n)] })).toEqual([]);
  });

  test('another allowance than asked for is refused, a revocation that does nothing too', async () => {
    const ends = (asked: bigint, becomes: bigint) => refusal(approval(asked), { allowance: [9n, becomes] });
    expect(await ends(5n, 5n)).toBeUndefined();
    for (const end of [ends(5n, 6n), ends(0n, 4n), ends(5n, 0n)]) expect(await end).toBe('ALLOWANCE_DIFFERS');
  });

  test.each<[string, TransactionEffect]>([
    ['a transfer', sending(5n)],
    ['an approval', approval(5n)],
    ['a transfer to oneself', sending(5n, sender)],
  ])('%s of which more leaves the sender is refused, whatever the events say', async (_, effect) => {
    const [logs, recipient] = [[log(sender, payee, 5n)], [0n, 5n] as const];
    expect(await refusal(effect, { logs, recipient, sender: [100n, 94n], allowance: [0n, 5n] })).toBe('SPENDS_MORE');
  });

  test.each(sideEffects)('%s beside a transfer: refused if it takes', async (_, event, takes) => {
    const paid = { recipient: [0n, 5n], sender: [9n, 4n], code: '0xfe' } as const;
    const code = takes ? 'SPENDS_MORE' : undefined;
    expect(await refusal(sending(5n), { ...paid, logs: [log(sender, payee, 5n), event] })).toBe(code);
    expect(await refusal(coins(5n), { ...paid, logs: [event] }, coinFields)).toBe(code);
  });

  const coinLog = (from: string, to: string, raw: bigint) =>
    eventOf(transferTopic, [from, to], word(raw), `0x${'ee'.repeat(20)}`);
  test('coins that a contract sends back have not arrived; those that it sends on have', async () => {
    const sent = (...logs: object[]) => refusal(coins(5n), { logs, code: '0xfe' }, coinFields);
    const paid = coinLog(sender, payee, 5n);
    expect(await sent(paid, coinLog(payee, thief, 5n))).toBeUndefined();
    expect(await sent(paid, coinLog(payee, sender, 1n))).toBe('ARRIVES_LESS');
    expect(await sent(paid, coinLog(sender, thief, 1n))).toBe('SPENDS_MORE');
    expect(await sent()).toBeUndefined(); // a node that traces no coins
    // a delegated sender: coins beside a token
    const token = (...logs: object[]) =>
      refusal(sending(5n), { logs: [log(sender, payee, 5n), ...logs], recipient: [0n, 5n], sender: [9n, 4n] });
    expect(await token(coinLog(sender, thief, 1n))).toBe('SPENDS_MORE');
    expect(await token(coinLog(sender, thief, 1n), coinLog(thief, sender, 1n))).toBeUndefined();
  });

  test('a delegated account is said; what runs unseen is said where nobody vouches for it', async () => {
    const codes = async (effect: TransactionEffect, code: string, canSimulate: boolean) =>
      (await simulated(effect, { code, canSimulate })).map((one) => one.code);
    const delegated = `0xef0100${'cd'.repeat(20)}`;
    expect(await codes(coins(0n), delegated, true)).toEqual(['DELEGATED_SENDER']);
    expect(await codes(coins(0n), delegated, false)).toEqual(['DELEGATED_SENDER', 'NOT_SIMULATED']);
    expect([await codes(coins(0n), '0x', false), await codes(sending(5n), '0x', false)]).toEqual([[], []]);
    expect(await codes(unlisted(0n), '0x', false)).toEqual(['NOT_SIMULATED']);
  });
});

describe('result', () => {
  const mined = (logs: readonly object[], succeeded = true) =>
    ({
      ...{ kind: 'mined', succeeded, entry: {}, block: { number: 9n, hash: word(9n), time: 0n, confirmations: 1n } },
      receipt: {
        ...{ hash: word(1n), succeeded, blockNumber: 9n, blockHash: word(9n) },
        ...{ gasUsed: 50n, gasPrice: 3n, dataFee: 0n, logs },
      },
    }) as unknown as ChainState<MinedReceipt> & { readonly kind: 'mined' };
  /** A node with what accounts have before and after block 9, and the event logs of that block; without them it has forgotten its state. */
  const stateOf = (probed?: Probed, logs: readonly { topics: readonly string[] }[] = [], nextNonce = '0x5') =>
    evmNode((method, params) => {
      if (method === 'eth_getCode') return '0x';
      if (probed === undefined) throw new Error('missing trie node');
      if (method === 'eth_getTransactionCount') return params[1] === '0x8' ? '0x4' : nextNonce;
      if (method === 'eth_getLogs') {
        const [{ topics }] = params as [{ topics: (string | null)[] }];
        return logs.filter((one) => topics.every((topic, at) => topic === null || one.topics[at] === topic));
      }
      const [{ data }, block] = params as [{ data: string }, string];
      return word(found(probed, data)[block === '0x8' ? 0 : 1]);
    });
  const concluded = (logs: readonly object[], effect: TransactionEffect, rpc: Rpc, agreed = {}) =>
    resultOf(mined(logs), effect, sender, agreed, rpc);
  const withdrawal = { topics: ['0x7fcf532c15f0a6db0bd6d0e038bea71d30d808c7d98cb3bf7268a95bf5081b65', word(router)] };
  const paid5 = { sender: [9n, 4n], recipient: [1n, 6n] } as const;
  const paid4 = { sender: [9n, 5n], recipient: [1n, 5n] } as const;

  const all = [log(sender, payee, 5n)];
  const lost = (raw: bigint) => ({ isLess: true, spent: { raw } });
  const allowed = { isLess: false, isUnknown: false, allowance: { raw: 5n }, spent: undefined };
  const received = (raw: bigint) => ({ isLess: raw < 5n, received: { raw } });
  test.each<[string, TransactionEffect, ReturnType<typeof log>[], Probed | undefined, object]>([
    ['all', sending(5n), all, paid5, { ...received(5n), spent: { raw: 5n }, warnings: [] }],
    ['all, and the node has forgotten', sending(5n), all, undefined, received(5n)],
    ['less by the events', sending(5n), [log(sender, payee, 4n)], paid4, received(4n)],
    ['less by the balance', sending(5n), all, { ...paid5, recipient: [1n, 1n] }, received(0n)],
    ['nothing at all', sending(5n), [], undefined, received(0n)],
    ['more leaves, shown', sending(5n), [...all, log(sender, router, 2n)], { ...paid5, sender: [9n, 2n] }, lost(7n)],
    ['more leaves, without events', sending(5n), all, { ...paid5, sender: [9n, 0n] }, lost(9n)],
    ['an approval that takes', approval(5n), [], { sender: [9n, 0n], allowance: [0n, 5n] }, lost(9n)],
    ['the allowance', approval(5n), [], { allowance: [0n, 5n] }, allowed],
    ['another allowance', approval(5n), [], { allowance: [0n, 6n] }, { isLess: true, allowance: { raw: 6n } }],
    ['an allowance that cannot be read', approval(5n), [], undefined, { isUnknown: true, allowance: undefined }],
    ['coins', coins(5n), [], undefined, received(5n)],
  ])('%s', async (_, effect, logs, probed, expected) => {
    expect(await concluded(logs, effect, stateOf(probed, logs))).toMatchObject({ fee: 150n, ...expected });
  });

  test.each(sideEffects)('%s beside a transfer: told if it takes', async (_, event, takes) => {
    const own = log(sender, payee, 5n);
    const result = await concluded([own, event], sending(5n), stateOf(paid5, [own]));
    expect([result.isLess, result.warnings.map(({ code }) => code)]).toEqual([takes, takes ? ['SPENT_MORE'] : []]);
    const leaves = takes && event.topics[0] !== approvalTopic && /leaves/.test(_);
    expect(result.others).toHaveLength(leaves ? 1 : 0);
  });

  test('coins are what the balances say: sent on or back by a contract, a charge of the network, a higher fee', async () => {
    const resultWith = async (own: bigint, theirs: bigint, codes: readonly [string, string], agreed = {}) => {
      const rpc = evmNode((method, params) => {
        const [address, block] = params as [string, string];
        const isOwn = address === sender;
        if (method === 'eth_getCode') return codes[isOwn ? 0 : 1];
        if (method === 'eth_getTransactionCount') return block === '0x8' ? '0x4' : '0x5';
        if (method !== 'eth_getBalance') throw new Error(method);
        return quantity(block === '0x8' ? 10_000n : 10_000n + (isOwn ? own : theirs));
      });
      const { fee, spent, received, isLess, warnings } = await concluded([], coins(500n), rpc, agreed);
      return [fee, spent?.raw, received?.raw, isLess, ...warnings.map(({ code }) => code)];
    };
    const [plain, toContract] = [['0x', '0x'] as const, ['0x', '0xfe'] as const];
    const delegated = [`0xef0100${'cd'.repeat(20)}`, '0x'] as const;
    expect(await resultWith(-650n, 500n, plain)).toEqual([150n, 500n, 500n, false]);
    expect(await resultWith(-640n, 9n, plain)).toEqual([150n, 500n, 500n, false]); // others move coins in the block
    expect(await resultWith(-657n, 500n, plain)).toEqual([157n, 500n, 500n, false]); // an operator's fee, say
    expect(await resultWith(-650n, 500n, toContract)).toEqual([150n, 500n, 500n, false]);
    expect(await resultWith(-650n, 20n, toContract)).toEqual([150n, 500n, 20n, false, 'SENT_ON']);
    expect(await resultWith(-150n, 0n, toContract)).toEqual([150n, 0n, 0n, true, 'ARRIVED_LESS']);
    expect(await resultWith(-650n, 500n, delegated)).toEqual([150n, 500n, 500n, false]);
    expect(await resultWith(-660n, 500n, delegated)).toEqual([150n, 510n, 500n, true, 'SPENT_MORE']);
    const mostFee = (raw: bigint) => ({ mostFee: { token: coin, raw } });
    expect(await resultWith(-650n, 500n, plain, mostFee(150n))).toEqual([150n, 500n, 500n, false]);
    expect(await resultWith(-650n, 500n, plain, mostFee(149n))).toEqual([150n, 500n, 500n, true, 'SPENT_MORE']);
  });

  test('coins at a contract whose balances the node does not show are not said to have arrived', async () => {
    const rpc = evmNode((method) => {
      if (method === 'eth_getCode') return '0xfe';
      throw new Error('missing trie node');
    });
    const unknown = { spent: undefined, received: undefined, isLess: false, warnings: [{ code: 'NOT_COMPARED' }] };
    expect(await concluded([], coins(5n), rpc)).toMatchObject(unknown);
  });

  test('what others move in the block is no loss; if something is missing, it is not known whose', async () => {
    const own = log(sender, payee, 5n);
    const resultWith = (others: ReturnType<typeof log>[], after: bigint) =>
      concluded([own], sending(5n), stateOf({ sender: [9n, 4n], recipient: [1n, after] }, [own, ...others]));
    const sentOn = await resultWith([log(payee, router, 6n, word(2n))], 0n);
    expect(sentOn).toMatchObject({ isLess: false, received: { raw: 5n }, warnings: [] });
    const missing = await resultWith([log(router, payee, 5n, word(2n))], 6n);
    expect(missing).toMatchObject({ isLess: false, warnings: [{ code: 'NOT_COMPARED' }] });
  });

  const newest = { sender: [4n, 4n], recipient: [6n, 6n] } as const;
  test.each<[string, Rpc]>([
    ['answers old blocks by its newest state', stateOf(newest, [log(sender, payee, 5n)], '0x4')],
    ['has not indexed the logs of the block', stateOf(paid5, [])],
  ])('nothing is concluded from a node that %s', async (_, rpc) => {
    const result = await concluded([log(sender, payee, 5n)], sending(5n), rpc);
    expect(result).toMatchObject({ isLess: false, received: { raw: 5n }, spent: { raw: 5n } });
  });

  test('a token that is the coin, too, loses the fee, and one without events has arrived by its balance', async () => {
    const own = log(sender, payee, 5n);
    const coinToo = stateOf({ sender: [900n, 900n - 155n], recipient: [1n, 6n] }, [own]);
    expect(await concluded([own], sending(5n), coinToo)).toMatchObject({ isLess: false, spent: { raw: 5n } });
    const byBalance = { isLess: false, received: { raw: 5n }, spent: { raw: 5n } };
    expect(await concluded([], sending(5n), stateOf(paid5))).toMatchObject(byBalance);
  });

  test('a token that the platform does not list, and that is not compared, is warned of', async () => {
    const result = await concluded([log(sender, payee, 5n)], unlisted(5n), stateOf());
    expect(result).toMatchObject({ received: undefined, isUncompared: true, warnings: [{ code: 'NOT_COMPARED' }] });
  });

  test('a recipient whose code cannot be read is not taken for a contract', async () => {
    const logs = [log(sender, payee, 5n), log(payee, router, 5n)];
    const unread = evmNode(() => undefined);
    expect(await concluded(logs, sending(5n), unread)).toMatchObject({ isLess: true, received: { raw: 0n } });
  });

  test('an allowance that the node has forgotten is that of the event', async () => {
    const event = { address: token.address!, topics: [approvalTopic, word(sender), word(router)], data: word(9n) };
    const result = await concluded([event], approval(5n), stateOf());
    expect(result).toMatchObject({ isLess: true, allowance: { raw: 9n } });
  });

  test('a swap that leaves an allowance says so, one to the coin has what the router has unwrapped', async () => {
    const weth = `0x${'9a'.repeat(20)}`;
    const effect = swap(coin, 70n, [token.address!, weth]);
    const sold = log(sender, router, 500n);
    const probed = { sender: [900n, 400n], allowance: [1000n, 500n] } as const;
    const logs = [sold, { ...withdrawal, address: weth, data: word(77n) }];
    const result = await concluded(logs, effect, stateOf(probed, [sold]));
    expect(result).toMatchObject({ received: { raw: 77n }, spent: { raw: 500n }, isLess: false });
    expect(result.warnings.map(({ code }) => code)).toEqual(['ALLOWANCE_LEFT', 'NOT_COMPARED']);
  });

  test('the fee is that of the receipt with the data fee of a rollup; without its price, by the base fee of the block', async () => {
    const base = { chainId: 1n, nonce: 0n, to: payee, value: 0n, data: '0x', gasLimit: 100n };
    const raw = (price: GasPrice) => serialize({ ...base, price });
    const feeOf = (price: GasPrice, receipt: object, baseFee: bigint | undefined) => {
      const { block, ...state } = mined([], false);
      const own = { entry: { raw: raw(price) }, block: { ...block, baseFee } };
      return paidFee({ ...state, ...own, receipt: { ...state.receipt, ...receipt } } as never);
    };
    const dynamic = { maxFeePerGas: 10n, maxPriorityFeePerGas: 2n };
    expect(feeOf(dynamic, { dataFee: 7n }, 5n)).toBe(157n);
    expect(feeOf(dynamic, { gasPrice: undefined }, 5n)).toBe(50n * 7n);
    expect(feeOf(dynamic, { gasPrice: undefined }, 9n)).toBe(50n * 10n);
    expect(feeOf({ gasPrice: 4n }, { gasPrice: undefined }, undefined)).toBe(200n);
    expect(feeOf(dynamic, { gasPrice: undefined }, undefined)).toBeUndefined();
  });

  test('coins of a swap that leaves no log are those of the balances, if the sender has nothing else in the block', async () => {
    const effect = swap(coin, 70n, [token.address!, `0x${'9a'.repeat(20)}`]);
    const answering = (count: bigint) =>
      evmNode((method, params) => {
        if (method === 'eth_getTransactionCount') return params[1] === '0x8' ? '0x4' : quantity(4n + count);
        if (method === 'eth_getBalance') return params[1] === '0x8' ? quantity(1000n) : quantity(1000n + 80n - 150n);
        return method === 'eth_getLogs' ? [] : word(0n);
      });
    const resultWith = (count: bigint, ...logs: object[]) => concluded(logs, effect, answering(count));
    expect((await resultWith(1n)).received).toMatchObject({ raw: 80n });
    expect(await resultWith(2n)).toMatchObject({ received: undefined, warnings: [{ code: 'NOT_COMPARED' }] });
    const unwrapped = { ...withdrawal, address: `0x${'9a'.repeat(20)}`, data: word(100n) };
    expect((await resultWith(1n, unwrapped)).received).toMatchObject({ raw: 80n }); // the router keeps some of it
    expect((await resultWith(2n, unwrapped)).received).toMatchObject({ raw: 100n });
  });

  test('a transaction that reverted has its fee, and no more', async () => {
    const result = await resultOf(mined([], false), sending(5n), sender, {}, stateOf());
    expect(result).toEqual({ fee: 150n, warnings: [], isLess: false });
  });
});

test('the least that has to arrive is the share, rounded up', () => {
  property(100, amounts, fc.integer({ min: 1, max: 1_000_000 }), (raw, millionths) => {
    const share = (millionths / 1_000_000).toFixed(6);
    const least = leastOf({ token, raw }, share);
    const exact = raw * BigInt(millionths);
    expect(least * 1_000_000n >= exact && (least - 1n) * 1_000_000n < exact).toBe(true);
  });
  expect([leastOf({ token, raw: 7n }, undefined), leastOf({ token, raw: 7n }, '1')]).toEqual([7n, 7n]);
});

// EVM chains as the pipeline knows them: the functions of a kind of chain, over one node.

import { Guarded, Refused } from '../../services/http/errors.js';
import { coinOf, type TransactionEffect } from '../chain/effect.js';
import type { BroadcastRefusal, ChainRules } from '../chain/family.js';
import { sameAddress } from '../chain/hex.js';
import type { MinedState } from '../chain/state.js';
import type { JournalEntry } from '../ledger/journal.js';
import type { Operation } from '../ledger/operation.js';
import { baseUnits } from '../values/decimal.js';
import { coinDecimals } from './chain.js';
import { chainStateOf } from './chain-state.js';
import { balanceCall } from './contracts.js';
import { describe, type EvmDescribed } from './describe.js';
import type { EvmReads } from './intent.js';
import { paidFee, resultOf } from './result.js';
import { broadcastMethod, checkChainId, type MinedReceipt } from './rpc.js';
import { clearRefusal, isAlreadyKnown } from './rpc-failures.js';
import { simulate } from './simulation.js';
import { maxFeeOf, parseTransaction, requireSigned, serialize } from './transaction.js';

/** The functions of an EVM chain. */
export function evmFamily(reads: EvmReads): ChainRules {
  const { rpc, chain, signedTokenAt } = reads;
  const describeSigned = (bytes: string, from: string): Promise<EvmDescribed> =>
    describe(bytes, from, { ...reads, tokenAt: signedTokenAt });
  return {
    name: 'evm',
    sendMethod: broadcastMethod,
    identify: () => checkChainId(rpc, chain),
    renew: () => rpc.renew(),
    release: () => rpc.release(),
    isSameAddress: sameAddress,
    describe: describeSigned,
    maxFeeOf: (raw) => maxFeeOf(parseTransaction(raw)),
    unsignedOf: (raw) => serialize(parseTransaction(raw)),
    requireSigned,
    send: (raw) => rpc.broadcast(raw),
    isAlreadyKnown,
    refusalOf,
    wayOut,
    stateOf: (entries, { isOfOther }) => chainStateOf(entries, rpc, chain.finality, isOfOther),
    resultOf: async (state, { acceptLess, receiptFee, receiptFeeToken }) => {
      const mined = state as MinedState<MinedReceipt>; // of `stateOf`
      const { sender, raw, kind } = mined.entry;
      if (kind === 'cancel') return { fee: paidFee(mined), warnings: [], isLess: false };
      const { effect } = await describeSigned(raw, sender);
      // of bytes that were signed later, or elsewhere, the receipt does not bound the fee
      const isBound = kind === 'original' && receiptFeeToken === chain.coin && receiptFee !== undefined;
      const mostFee = isBound
        ? { token: coinOf(chain), raw: baseUnits(receiptFee, coinDecimals, 'the fee') }
        : undefined;
      return resultOf(mined, effect, sender, { acceptLess, mostFee, tokenAt: signedTokenAt }, rpc);
    },
    absentSentence: ({ isPast }) =>
      isPast
        ? 'Its nonce is used, and the node shows neither its transaction nor the one that used it: what happened is not known.'
        : 'Its transaction is signed, and the node does not have it: it may still be sent.',
    depthText: ({ number, confirmations }) =>
      `block ${number}${confirmations >= chain.finality ? '' : ` (${confirmations} of ${chain.finality} blocks deep)`}`,
    usedBy: (state): Readonly<Record<string, string>> =>
      state.kind === 'mined' && state.receipt !== undefined
        ? { gasUsed: (state.receipt as MinedReceipt).gasUsed.toString() }
        : {},
    notSeenSentence: (operation) =>
      `The nonce of ${operation} is used, and the node shows no transaction with it. tuk signs nothing new.`,
    simulateAgain: (operation, bytes, from, nextCommand) =>
      simulateAgain(operation, bytes, from, { ...reads, nextCommand, describeSigned }),
    balanceOf: async ({ address }, owner) =>
      address === undefined ? rpc.balance(owner) : rpc.word({ from: owner, to: address, data: balanceCall(owner) }),
    recordOf,
  };
}

/** The command that takes the nonce of an operation, as a sentence. */
const wayOut: ChainRules['wayOut'] = (operation, _, nextCommand) =>
  `Or take its nonce: ${nextCommand(`tuk wallet tx cancel ${operation}`)}`;

/** Why a node does not take a transaction: the funds, its fee, another one with its nonce, or something else. */
function refusalOf(
  error: unknown,
  entry: JournalEntry,
  operation: string,
  nextCommand: (line: string) => string,
): BroadcastRefusal | undefined {
  const refusal = clearRefusal(error);
  if (refusal === undefined) return undefined;
  const subject = `The node does not take the transaction of ${operation}`;
  const cancel = wayOut(operation, entry, nextCommand);
  const resume = (when: string) =>
    `Send the same bytes again ${when}: ${nextCommand(`tuk wallet tx resume ${operation}`)}. ${cancel}`;
  if (refusal === 'funds')
    return {
      code: 'FUNDS_REFUSED',
      message: `${subject}, since the account cannot pay for it`,
      hint: resume('when it can'),
    };
  if (refusal === 'other') return { code: 'BROADCAST_REFUSED', message: subject, hint: resume('if that has changed') };
  if (refusal === 'replacement' && entry.kind === 'original') {
    const message = `${subject}, since another transaction of the account waits with the nonce ${entry.nonce}`;
    return { code: 'NONCE_WAITS', message, hint: resume('if that one is dropped') };
  }
  const speedUp = `Sign it again with a higher fee: ${nextCommand(`tuk wallet tx speed-up ${operation}`)}. ${cancel}`;
  return { code: 'FEE_REFUSED', message: `${subject}, since its fee is too low for it`, hint: speedUp };
}

/** Simulates bytes again: they may fail by now, as after a deadline. @throws {Guarded} WOULD_FAIL_NOW */
async function simulateAgain(
  operation: Operation,
  bytes: string,
  from: string,
  {
    rpc,
    signedTokenAt,
    nextCommand,
    describeSigned,
  }: EvmReads & {
    readonly nextCommand: (line: string) => string;
    readonly describeSigned: (bytes: string, from: string) => Promise<EvmDescribed>;
  },
) {
  try {
    const { fields, effect } = await describeSigned(bytes, from);
    await simulate({ fields, effect, from, acceptLess: operation.acceptLess, tokenAt: signedTokenAt }, rpc);
  } catch (error) {
    if (!(error instanceof Refused) || error.code !== 'WOULD_REVERT') throw error;
    throw new Guarded(
      'WOULD_FAIL_NOW',
      `The signed transaction of ${operation.id} would fail now, and only cost its fee: ${error.message}`,
      `Take its nonce, so that it can never be mined: ${nextCommand(`tuk wallet tx cancel ${operation.id}`)}`,
    );
  }
}

/** The platform's record of a transaction (platform 3.5); a swap is recorded by its own call. */
function recordOf(entry: JournalEntry, effect: TransactionEffect) {
  if (effect.kind === 'swap') return undefined;
  const { to, value, data } = parseTransaction(entry.raw);
  const isTransfer = effect.kind === 'transfer';
  return {
    type: isTransfer ? platformType(entry.network, effect.moves.token.address !== undefined) : 'UNKNOWN',
    value: (isTransfer ? effect.moves.raw : value).toString(),
    to,
    data: data === '0x' ? undefined : data,
    nonce: entry.nonce,
  };
}
/** The platform's types of transactions (platform 3.5). */
function platformType(network: string, isToken: boolean): string {
  if (network.startsWith('ETHEREUM')) return isToken ? 'SEND_ERC20' : 'SEND_ETH';
  if (network.startsWith('BSC')) return isToken ? 'SEND_BEP20' : 'SEND_BNB';
  return 'UNKNOWN';
}

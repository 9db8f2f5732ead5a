// Solana as the pipeline knows it: the functions of a kind of chain, over one node.

import { Guarded } from '../../services/http/errors.js';
import { isRecord } from '../../services/json-value.js';
import { whole } from '../amount-text.js';
import type { BroadcastRefusal, ChainRules } from '../chain/family.js';
import { hexToBytes } from '../chain/hex.js';
import { RpcRefusal } from '../chain/rpc-failures.js';
import type { MinedState } from '../chain/state.js';
import { mintIn, tokenAccountIn, tokenAccountOf } from './accounts.js';
import { finalDepth, solDecimals } from './chain.js';
import { solanaStateOf } from './chain-state.js';
import { describe, type SolanaDescribed } from './describe.js';
import type { SolanaReads } from './intent.js';
import { rentOf, solanaResultOf } from './result.js';
import { type MinedTransaction, type SolanaRpc, sendMethod } from './rpc.js';
import { feeOf, messageOf, parseMessage, requireSigned, unsignedWire } from './transaction.js';

/** The functions of a Solana chain. */
export function solanaRules({ rpc, chain, signedTokenAt }: SolanaReads): ChainRules {
  const describeSigned = (raw: string, from: string): Promise<SolanaDescribed> =>
    describe(messageOf(raw), from, { chain, tokenAt: signedTokenAt });
  return {
    name: 'solana',
    deepest: finalDepth,
    sendMethod,
    identify: () => checkGenesis(rpc, chain),
    renew: rpc.renew,
    release: rpc.release,
    isSameAddress: (one, other) => one === other,
    describe: describeSigned,
    maxFeeOf: (raw) => feeOf(parseMessage(messageOf(raw))),
    unsignedOf: messageOf,
    requireSigned,
    send: (raw) => rpc.send(hexToBytes(raw)),
    isAlreadyKnown: (error) => errorOf(error) === 'AlreadyProcessed',
    refusalOf,
    wayOut: (_, { nonce }) => `Or wait: it can be in no block above the height ${nonce}, and then counts as not done.`,
    stateOf: (entries, isEnded) => solanaStateOf(entries, rpc, { isPublic: chain.genesis !== undefined, isEnded }),
    resultOf: async (state, { acceptLess }) => {
      const { entry, receipt } = state as MinedState<MinedTransaction>; // of `stateOf`
      const { effect, fields } = await describeSigned(entry.raw, entry.sender);
      if (receipt === undefined || effect.kind !== 'transfer') return { warnings: [], isLess: false };
      return solanaResultOf(receipt, entry.raw, fields.transfer, effect, entry.sender, acceptLess);
    },
    absentSentence: ({ isPast, entry }) =>
      isPast
        ? 'Its blockhash is too old, and the node does not show it: it is not done as soon as a final block proves that.'
        : `Its transaction is signed, and the node does not show it: it may still be mined, up to the block height ${entry.nonce}.`,
    depthText: ({ number, confirmations }) =>
      `slot ${number}${confirmations >= chain.finality ? '' : ' (not finalized yet)'}`,
    usedBy: (state): Readonly<Record<string, string>> => {
      if (state.kind !== 'mined' || state.receipt === undefined) return {};
      const receipt = state.receipt as MinedTransaction;
      const { transfer } = parseMessage(messageOf(state.entry.raw));
      const rent = whole(rentOf(receipt, state.entry.raw, transfer).toString(), solDecimals)!;
      return { rent, ...(receipt.units === undefined ? {} : { unitsUsed: receipt.units.toString() }) };
    },
    notSeenSentence: (operation) =>
      `The blockhash of ${operation} is too old, and the node does not show its transaction, nor a final block that proves that it was not done; nothing new was signed.`,
    simulateAgain: async (operation, bytes, _from, _nextCommand) => {
      const { failure } = await rpc.simulate(unsignedWire(messageOf(bytes)), []);
      if (failure === undefined) return;
      throw new Guarded(
        'WOULD_FAIL_NOW',
        `The signed transaction of ${operation.id} would fail now, and only cost its fee: ${failure}; it was not sent.`,
        'It expires by itself, and then counts as not done.',
      );
    },
    balanceOf: async ({ address }, owner) => {
      if (address === undefined) return (await rpc.accounts([owner]))[0]?.lamports ?? 0n;
      const mint = mintIn((await rpc.accounts([address]))[0]);
      if (mint === undefined) return 0n;
      const account = await tokenAccountOf(owner, address, mint.program);
      return tokenAccountIn((await rpc.accounts([account]))[0])?.amount ?? 0n;
    },
    recordOf: () => undefined, // the platform's record has a nonce, and no type of Solana (platform 3.5)
  };
}

/** Checks that the node has the genesis hash of the network. @throws {Guarded} OTHER_CHAIN */
export async function checkGenesis(rpc: SolanaRpc, { genesis, network }: SolanaReads['chain']): Promise<void> {
  const stated = await rpc.genesisHash();
  if (genesis === undefined || stated === genesis) return;
  throw new Guarded(
    'OTHER_CHAIN',
    `The node is of the chain with the genesis hash ${stated}, and ${network} is that of ${genesis}; nothing was signed.`,
    `Name the right node: tuk profile set NAME rpc.${network} URL`,
  );
}

/** The error of a transaction in a refusal: its word, or the word of its kind. */
function errorOf(error: unknown): string | undefined {
  if (!(error instanceof RpcRefusal)) return undefined;
  const err = isRecord(error.data) ? error.data.err : undefined;
  if (typeof err === 'string') return err;
  if (isRecord(err)) return Object.keys(err)[0];
  return /already been processed/i.test(error.message) ? 'AlreadyProcessed' : undefined;
}

/** Why a node does not take a transaction: it has simulated it before it sends it on. */
function refusalOf(
  error: unknown,
  { nonce }: { readonly nonce: number },
  operation: string,
  nextCommand: (line: string) => string,
): BroadcastRefusal | undefined {
  const word = errorOf(error);
  if (word === undefined) return undefined;
  const subject = `The node does not take the transaction of ${operation}`;
  const again = `Send the same bytes again: ${nextCommand(`tuk wallet tx resume ${operation}`)}. `;
  const wait = `It can be in no block above the height ${nonce}, and then counts as not done.`;
  if (/^InsufficientFunds/.test(word))
    return { code: 'FUNDS_REFUSED', message: `${subject}, since the account cannot pay for it`, hint: again + wait };
  if (word === 'BlockhashNotFound')
    return {
      code: 'BLOCKHASH_UNKNOWN',
      message: `${subject}, since it does not know its blockhash`,
      hint: again + wait,
    };
  return { code: 'BROADCAST_REFUSED', message: subject, hint: again + wait };
}

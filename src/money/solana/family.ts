// Solana as a kind of chain of the pipeline: its functions over one node, the chain state of an operation, the result.
import { Guarded, OutcomeUnknown } from '../../services/http/errors.js';
import { isRecord } from '../../services/json-value.js';
import {
  amountText,
  type ChainWarning,
  leastOf,
  mostOf,
  type TransactionEffect,
  wholeAmount,
} from '../chain/effect.js';
import type { BroadcastRefusal, ChainRules, Known } from '../chain/family.js';
import { hexToBytes } from '../chain/hex.js';
import { RpcRefusal, unusable } from '../chain/rpc-failures.js';
import type { ChainResult, ChainState, MinedBlock, MinedState } from '../chain/state.js';
import type { JournalEntry } from '../ledger/journal.js';
import { whole } from '../values/decimal.js';
import {
  finalDepth,
  isPublicGenesis,
  mintIn,
  solDecimals,
  solText,
  tokenAccountIn,
  tokenAccountOf,
  validBlocks,
} from './accounts.js';

import { describe, type SolanaDescribed, type SolanaReads } from './describe.js';

import { type MinedTransaction, type SignatureStatus, type SolanaRpc, sendMethod } from './rpc.js';
import {
  accountsOf,
  feeOf,
  messageOf,
  parseMessage,
  programs,
  requireSigned,
  type SolanaTransfer,
  unsignedWire,
} from './transaction.js';

// The chain state of an operation on Solana, by the signature of its bytes. A transaction is valid for some 150 blocks:
// it is not done, and that is certain, when a final block is higher than its last one and the node, read after that,
// with a history that reaches back to its signature, still does not show it. Any other absence proves nothing.

/** For how many slots a node knows the status of every transaction without its history, and some fewer. */
const remembered = 280n;

/**
 * Reads the state of an operation.
 * @param known `isPublic`: the chain has other transactions all the time, by which a history shows how new it is;
 * `isEnded`: a final block has shown the end before; `seenIn`: the slot in which it was seen before
 * @throws {OutcomeUnknown} IMPOSSIBLE_FIGURES for a result that its transaction cannot have; {Failure} of a read
 */
export async function solanaStateOf(
  entries: readonly JournalEntry[],
  rpc: SolanaRpc,
  known: Omit<Known, 'isOfOther'> & { readonly isPublic: boolean },
): Promise<ChainState<MinedTransaction>> {
  const entry = entries.at(-1);
  if (entry === undefined) return { kind: 'unsigned' };
  const { status } = await rpc.status(entry.hash);
  if (status) return seenState(entry, status, rpc);
  return (known.isEnded ? endOf(entry) : undefined) ?? unseenState(entry, rpc, known);
}

/** The recorded end of a transaction that a node has forgotten: nothing takes back a finalized block. */
function endOf(entry: JournalEntry): ChainState<MinedTransaction> | undefined {
  const { state, blockNumber } = entry;
  if (blockNumber === undefined || blockNumber === null) return undefined;
  const block = { number: BigInt(blockNumber), hash: blockNumber, confirmations: finalDepth };
  if (state === 'expired') return { kind: 'expired', entry, block };
  return { kind: 'mined', entry, succeeded: state === 'SUCCESS', block };
}

/** The state of a transaction whose signature the node knows. */
async function seenState(
  entry: JournalEntry,
  status: SignatureStatus,
  rpc: SolanaRpc,
): Promise<ChainState<MinedTransaction>> {
  if (status.commitment === 'processed') return { kind: 'pending', entry };
  const block = blockOf(status);
  const { succeeded } = status;
  const receipt = await rpc.transaction(entry.hash).catch((error: unknown) => {
    if (error instanceof RpcRefusal) return 'not shown' as const; // a node without a history
    throw error;
  });
  if (receipt === 'not shown' || (receipt === undefined && entry.blockNumber === status.slot.toString()))
    return { kind: 'mined', entry, succeeded, block };
  if (receipt === undefined) return { kind: 'pending', entry }; // its history lags behind
  if (receipt.raw !== entry.raw) throw unusable('getTransaction', 'with another transaction');
  if (receipt.slot !== status.slot || receipt.succeeded !== succeeded) return { kind: 'pending', entry }; // two forks
  requirePossible(receipt, entry);
  return { kind: 'mined', entry, succeeded, block: { ...block, time: receipt.time }, receipt };
}

/** A slot as a block: only a finalized one is as deep as it can be. */
function blockOf({ slot, confirmations = 1n, commitment }: SignatureStatus): MinedBlock {
  const seen = confirmations < 1n ? 1n : confirmations >= finalDepth ? finalDepth - 1n : confirmations;
  return { number: slot, hash: slot.toString(), confirmations: commitment === 'finalized' ? finalDepth : seen };
}

/** The state of a transaction whose signature the node does not know: expired with proof, or absent. */
async function unseenState(
  entry: JournalEntry,
  rpc: SolanaRpc,
  { isPublic, seenIn }: { readonly isPublic: boolean; readonly seenIn: string | undefined },
): Promise<ChainState<MinedTransaction>> {
  const last = BigInt(entry.nonce);
  const [tip, height, confirmed] = await Promise.all([
    rpc.latestBlockhash('finalized'),
    rpc.blockHeight('finalized'),
    rpc.blockHeight('confirmed'),
  ]);
  const final = tip.lastValidBlockHeight - validBlocks;
  const isOver = final > last && height > last;
  if (!isOver) return { kind: 'absent', entry, isPast: confirmed > last };
  const unproven = { kind: 'absent', entry, isPast: true } as const;
  // only another block takes back what a block has shown: here none, if the final chain has left out its slot
  if (seenIn !== undefined && (await rpc.hasFinalBlock(BigInt(seenIn))) !== false) return unproven;
  const { blockhash } = parseMessage(messageOf(entry.raw));
  const [first, isValid] = await Promise.all([rpc.firstAvailableBlock(), rpc.isBlockhashValid(blockhash, 'finalized')]);
  const { since } = entry;
  if (since === undefined || since === null || first > BigInt(since) || isValid) return unproven;
  if (tip.slot - BigInt(since) <= validBlocks) return unproven; // there are no fewer slots than blocks
  try {
    const { slot, status } = await rpc.status(entry.hash); // read after the final height
    if (status) return seenState(entry, status, rpc);
    if (slot < tip.slot) return unproven; // another node, which lags behind
    if (isPublic && slot - BigInt(since) > remembered) {
      const lastSlot = tip.slot - (final - last - 1n);
      const newest = await rpc.newestInHistory(programs.system);
      if (newest === undefined || newest <= lastSlot) return unproven; // its history may end before that
    }
    if ((await rpc.transaction(entry.hash)) !== undefined) return { kind: 'pending', entry };
  } catch (error) {
    if (error instanceof RpcRefusal) return unproven;
    throw error;
  }
  return { kind: 'expired', entry, block: { number: final, hash: final.toString(), confirmations: finalDepth } };
}

/** @throws {OutcomeUnknown} IMPOSSIBLE_FIGURES for a fee above the signed one, and for balances that do not add up */
function requirePossible({ fee, before, after }: MinedTransaction, entry: JournalEntry) {
  const sum = (amounts: readonly bigint[]) => amounts.reduce((total, amount) => total + amount, 0n);
  const isPossible =
    fee <= feeOf(parseMessage(messageOf(entry.raw))) &&
    before.length > 0 &&
    before.length === after.length &&
    sum(before) - sum(after) === fee;
  if (isPossible) return;
  throw new OutcomeUnknown(
    'IMPOSSIBLE_FIGURES',
    `The node shows a result of ${entry.operation} with a fee, or with balances, that its transaction cannot have; nothing of it is believed. Signature: ${entry.hash}`,
    { service: 'chain', call: 'getTransaction', operation: entry.operation },
    undefined,
    'Try another node: tuk profile set NAME rpc.NETWORK URL',
  );
}

// The result of a transaction of Solana by its balances before and after: the fee, what left and arrived; compared with
// the promise.

/**
 * The lamports that a transaction has put into a new token account as its rent. Somebody may have put some there
 * before; the wrapped coin is lamports itself.
 */
export function rentOf(
  { before, after, tokensBefore }: MinedTransaction,
  raw: string,
  transfer: SolanaTransfer,
): bigint {
  if (transfer.kind === 'coin') return 0n;
  const place = accountsOf(raw).indexOf(transfer.destination);
  if (tokensBefore.some(({ index }) => index === place)) return 0n;
  const put = (after[place] ?? 0n) - (before[place] ?? 0n) - (transfer.mint === wrappedCoin ? transfer.raw : 0n);
  return put > 0n ? put : 0n;
}
/** The mint of SOL as a token. */
const wrappedCoin = 'So11111111111111111111111111111111111111112';

/**
 * The result of a mined transaction.
 * @param acceptLess the share of the sent amount that was accepted to arrive
 */
function solanaResultOf(
  mined: MinedTransaction,
  raw: string,
  transfer: SolanaTransfer,
  effect: TransactionEffect & { readonly kind: 'transfer' },
  from: string,
  acceptLess: string | undefined,
): ChainResult {
  const { fee, before, after, tokensBefore, tokensAfter, succeeded } = mined;
  if (!succeeded) return { fee, warnings: [], isLess: false };
  const accounts = accountsOf(raw);
  const { moves, to } = effect;
  const lamports = (account: string) => {
    const place = accounts.indexOf(account);
    return (after[place] ?? 0n) - (before[place] ?? 0n);
  };
  const units = (account: string) => {
    const place = accounts.indexOf(account);
    const at = (balances: typeof tokensBefore) =>
      balances.find(({ index, mint }) => index === place && mint === moves.token.address)?.amount ?? 0n;
    return at(tokensAfter) - at(tokensBefore);
  };
  const rent = rentOf(mined, raw, transfer);
  const coinsLeft = -lamports(from) - fee - rent;
  const isToSelf = to === from;
  const [left, arrived] =
    transfer.kind === 'coin'
      ? [isToSelf ? moves.raw : coinsLeft, isToSelf ? moves.raw : lamports(to)]
      : [
          isToSelf ? moves.raw : -units(transfer.source),
          isToSelf ? moves.raw + units(transfer.destination) : units(transfer.destination),
        ];
  const spent = { token: moves.token, raw: left };
  const received = { token: moves.token, raw: arrived < 0n ? 0n : arrived };
  const problems: ChainWarning[] = [];
  const said = `${amountText(received)} arrived of ${wholeAmount(moves)}`;
  if (received.raw < leastOf(moves, acceptLess)) problems.push({ code: 'ARRIVED_LESS', message: `${said}.` });
  if (spent.raw > mostOf(moves.raw, acceptLess))
    problems.push({
      code: 'SPENT_MORE',
      message: `${amountText(spent)} left the account, and not ${wholeAmount(moves)}.`,
    });
  const others = transfer.kind === 'coin' && !isToSelf ? 0n : coinsLeft;
  if (others > 0n)
    problems.push({ code: 'SPENT_MORE', message: `${solText(others)} left the account beside the fee.` });
  const isShare = problems.length === 0 && received.raw < moves.raw;
  return {
    fee,
    rent,
    spent,
    received,
    warnings: isShare
      ? [{ code: 'ARRIVES_LESS', message: `${said}: the token keeps a part of what is sent.` }]
      : problems,
    isLess: problems.length > 0,
  };
}

/** The functions of a Solana chain. */
export function solanaRules({ rpc, chain, signedTokenAt }: SolanaReads): ChainRules {
  const describeSigned = (raw: string, from: string): Promise<SolanaDescribed> =>
    describe(messageOf(raw), from, { chain, tokenAt: signedTokenAt });
  return {
    name: 'solana',
    deepest: finalDepth,
    sendMethod,
    identify: () => checkGenesis(rpc, chain),
    renew: () => rpc.renew(),
    release: () => rpc.release(),
    isSameAddress: (one, other) => one === other,
    describe: describeSigned,
    maxFeeOf: (raw) => feeOf(parseMessage(messageOf(raw))),
    unsignedOf: messageOf,
    requireSigned,
    send: (raw) => rpc.send(hexToBytes(raw)),
    isAlreadyKnown: (error) => errorOf(error) === 'AlreadyProcessed',
    refusalOf,
    wayOut: (_, { nonce }) => `Or wait: it can be in no block above the height ${nonce}, and then counts as not done.`,
    stateOf: async (entries, known) =>
      solanaStateOf(entries, rpc, { ...known, isPublic: isPublicGenesis(await rpc.genesisHash()) }),
    resultOf: async (state, { acceptLess }) => {
      const { entry, receipt } = state as MinedState<MinedTransaction>; // of `stateOf`
      const { effect, fields } = await describeSigned(entry.raw, entry.sender);
      if (receipt === undefined || effect.kind !== 'transfer') return { warnings: [], isLess: false };
      return solanaResultOf(receipt, entry.raw, fields.transfer, effect, entry.sender, acceptLess);
    },
    absentSentence: ({ isPast, entry }) =>
      isPast
        ? 'Its blockhash is too old, and the node does not show it. When a final block proves it, it counts as not done.'
        : `Its transaction is signed, and the node does not show it: it may still be mined, up to the block height ${entry.nonce}.`,
    depthText: ({ number, confirmations }) =>
      `slot ${number}${confirmations >= chain.finality ? '' : ' (not finalized yet)'}`,
    usedBy: (state): Readonly<Record<string, string>> => {
      if (state.kind !== 'mined' || state.receipt === undefined) return {};
      const receipt = state.receipt as MinedTransaction;
      const { transfer } = parseMessage(messageOf(state.entry.raw));
      const rent = whole(rentOf(receipt, state.entry.raw, transfer), solDecimals)!;
      return { rent, ...(receipt.units === undefined ? {} : { unitsUsed: receipt.units.toString() }) };
    },
    notSeenSentence: (operation) =>
      `The blockhash of ${operation} is too old. The node shows neither its transaction nor a final block that proves that it was not done, so tuk signs nothing new.`,
    simulateAgain: async (operation, bytes, _from, _nextCommand) => {
      const { failure } = await rpc.simulate(unsignedWire(messageOf(bytes)), []);
      if (failure === undefined) return;
      throw new Guarded(
        'WOULD_FAIL_NOW',
        `The signed transaction of ${operation.id} would fail now, and only cost its fee: ${failure}.`,
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
    `The node is of the chain with the genesis hash ${stated}, and ${network} is that of ${genesis}.`,
    `Name the right node: tuk profile set NAME rpc.${network} URL`,
  );
}

/** The error of a transaction in a refusal: its word, or the word of its kind. */
function errorOf(error: unknown): string | undefined {
  if (!(error instanceof RpcRefusal)) return undefined;
  const err = isRecord(error.data) ? error.data.err : undefined;
  if (typeof err === 'string') return err;
  if (isRecord(err)) return Object.keys(err)[0];
  return /already been processed/i.test(error.said) ? 'AlreadyProcessed' : undefined;
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

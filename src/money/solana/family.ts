// Solana as the pipeline knows it: the functions of a kind of chain, over one node.
import { Guarded } from '../../services/http/errors.js';
import { isRecord } from '../../services/json-value.js';
import { whole } from '../amount-text.js';
import {
  amountText,
  type ChainWarning,
  leastOf,
  mostOf,
  type TransactionEffect,
  wholeAmount,
} from '../chain/effect.js';
import type { BroadcastRefusal, ChainRules } from '../chain/family.js';
import { hexToBytes } from '../chain/hex.js';
import { RpcRefusal } from '../chain/rpc-failures.js';
import type { ChainResult, MinedState } from '../chain/state.js';
import { mintIn, solText, tokenAccountIn, tokenAccountOf } from './accounts.js';
import { finalDepth, solDecimals } from './chain.js';
import { solanaStateOf } from './chain-state.js';
import { describe, type SolanaDescribed } from './describe.js';
import type { SolanaReads } from './intent.js';
import { type MinedTransaction, type SolanaRpc, sendMethod } from './rpc.js';
import {
  accountsOf,
  feeOf,
  messageOf,
  parseMessage,
  requireSigned,
  type SolanaTransfer,
  unsignedWire,
} from './transaction.js';

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
  const lamports = (account: string): bigint => {
    const place = accounts.indexOf(account);
    return (after[place] ?? 0n) - (before[place] ?? 0n);
  };
  const units = (account: string): bigint => {
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

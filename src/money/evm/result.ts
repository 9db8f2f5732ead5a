// The result of a transaction by its block: the fee, the amounts that left and arrived, the allowance; compared with
// the promise.

import { partFailure } from '../../services/http/errors.js';
import {
  amountText,
  type ChainToken,
  type ChainWarning,
  leastOf,
  leavingBy,
  mostOf,
  type TokenAmount,
  type TokenAt,
  type TransactionEffect,
  tokensOf,
  wholeAmount,
} from '../chain/effect.js';
import { sameAddress } from '../chain/hex.js';
import type { ChainResult, MinedState } from '../chain/state.js';
import { named, textsOf, unpromisedBy } from './balance-sheet.js';
import { allowanceCall, balanceCall } from './contracts.js';
import {
  approvedBy,
  arrivedBy,
  isToSelf,
  movedBy,
  promisedBy,
  recipientOf,
  spentBy,
  transfersOf,
} from './movements.js';
import type { EventLog, MinedReceipt, Rpc } from './rpc.js';
import { type GasPrice, parseTransaction } from './transaction.js';

/** What was agreed beside the effect of a transaction. */
export interface Agreed {
  /** The share of the sent amount that was accepted to arrive. */
  readonly acceptLess?: string | undefined;
  /** The highest fee that was confirmed. */
  readonly mostFee?: TokenAmount | undefined;
  /** Finds the token of a contract, for sentences. */
  readonly tokenAt?: TokenAt;
}

/**
 * Reads the result of a mined transaction: what left and arrived, by events and by balances, of every asset.
 * @throws {Failure} of a read, but not for the state of a block that the node has forgotten
 */
export async function resultOf(
  state: MinedTransaction,
  effect: TransactionEffect,
  from: string,
  { acceptLess, mostFee, tokenAt }: Agreed,
  rpc: Rpc,
): Promise<ChainResult> {
  const { succeeded, block, receipt } = state;
  const stated = paidFee(state);
  if (receipt === undefined || !succeeded) return { fee: stated, warnings: [], isLess: false };
  const reads = readsIn(rpc, block, from, receipt);
  const { token, raw } = leavingBy(effect);
  const isCoin = effect.kind === 'transfer' && token.address === undefined && !isToSelf(effect, from);
  const [{ isContract, hasCode, own, theirs }, coins, there, here, allowance, others] = await Promise.all([
    receipt.accounts ?? accountsIn(reads, from, effect.kind === 'transfer' ? effect.to : undefined),
    coinsOfSwap(effect, from, stated, reads),
    isToSelf(effect, from) ? nothingMissing : missingOf(promisedBy(effect)?.token, recipientOf(effect), 0n, reads),
    missingOf(token, from, stated, reads),
    allowanceAfter(effect, from, receipt.logs, reads),
    named(unpromisedBy(receipt.logs, effect, from), tokenAt),
  ]);
  const value = token.address === undefined ? raw : 0n;
  const cost = own === undefined ? undefined : -own - (stated ?? 0n); // beside the fee
  // coins of an account without code leave it with its transactions only: what is missing is a charge of the network
  const charge = hasCode === false && cost !== undefined && cost > value ? cost - value : 0n;
  const fee = stated === undefined ? undefined : stated + charge;
  const left = cost === undefined || stated === undefined ? undefined : cost - charge;
  const arriving =
    arrivedBy(receipt.logs, effect, from, isContract) ??
    (isCoin ? coinsAt(effect.moves, isContract, left, theirs) : sentCoins(effect));
  const byLogs = arriving && { ...arriving, raw: atLeastZero(arriving.raw - lost(there, arriving.raw)) };
  const spending = spentBy(receipt.logs, effect, from);
  const byEvents = { ...spending, raw: spending.raw + lost(here, spending.raw) };
  const mayReturn = isCoin && !(isContract === false && hasCode === false);
  const spent = !mayReturn ? byEvents : left === undefined ? undefined : { token, raw: atLeastZero(left) };
  const isUnlisted = tokensOf(effect).some(({ address, isListed }) => address && !isListed);
  const isUncompared =
    [there, here].some(({ raw, isShared }) => raw === undefined && (isUnlisted || isShared)) ||
    coins === null ||
    (isCoin && (arriving === undefined || spent === undefined));
  const arrived = byLogs && coins ? { ...coins, raw: least(byLogs.raw, coins.raw) } : (byLogs ?? coins ?? undefined);
  const isSentOn = isCoin && left === value && arrived !== undefined && arrived.raw < value;
  const problems = problemsOf(effect, { arrived: isSentOn ? undefined : arrived, spent, allowance }, acceptLess);
  const more = (message: string) => problems.push({ code: 'SPENT_MORE', message });
  if (others.length > 0) more(`More left the account, or can be taken, than was promised: ${textsOf(others)}.`);
  if (!isCoin && left !== undefined && left > value) more(`${left - value} wei of the coin left the account, too.`);
  if (mostFee && fee !== undefined && fee > mostFee.raw)
    more(`The fee was ${amountText({ ...mostFee, raw: fee })}, and ${wholeAmount(mostFee)} at most was confirmed.`);
  const received = isUncompared && isUnlisted && problems.length === 0 ? undefined : arrived;
  return {
    fee,
    spent: effect.kind === 'approval' && spent?.raw === 0n ? undefined : spent,
    received,
    others: others.flatMap(({ moved }) => moved ?? []),
    allowance,
    warnings: [
      ...problems,
      ...(isSentOn ? [sentOn(arrived)] : notes(effect, problems.length > 0 ? undefined : received, allowance)),
      ...[uncompared].filter(() => isUncompared),
    ],
    isLess: problems.length > 0,
    isUncompared,
    isUnknown: effect.kind === 'approval' && allowance === undefined,
  };
}

/** The sender and the recipient around a block: whether they have code, and how many more coins. Unknown: undefined. */
interface AccountsInBlock {
  readonly hasCode: boolean | undefined;
  readonly own: bigint | undefined;
  readonly isContract: boolean | undefined;
  readonly theirs: bigint | undefined;
}
/** A receipt with reads of its block that were begun with it. */
export interface ReadReceipt extends MinedReceipt {
  readonly accounts?: Promise<AccountsInBlock>;
}
async function accountsIn(reads: BlockReads, from: string, to: string | undefined): Promise<AccountsInBlock> {
  const [hasCode, own, isContract, theirs] = await Promise.all([
    reads.hasCode(from),
    coinsBy(from, reads),
    to === undefined ? false : reads.hasCode(to),
    to === undefined ? undefined : coinsBy(to, reads),
  ]);
  return { hasCode, own, isContract, theirs };
}
/** Begins to read the accounts of a transfer of coins, in one round with its block. */
export function withAccounts(receipt: MinedReceipt, from: string, to: string, rpc: Rpc): ReadReceipt {
  const reads = readsIn(rpc, { number: receipt.blockNumber, hash: receipt.blockHash }, from, receipt);
  const accounts = accountsIn(reads, from, to);
  accounts.catch(() => {});
  return { ...receipt, accounts };
}

/**
 * The coins that have arrived. At an account without code, the value; at a contract, which may send them on or back,
 * what it has more, and the sender less; nothing if the node does not show that.
 */
function coinsAt(
  moves: TokenAmount,
  isContract: boolean | undefined,
  left: bigint | undefined,
  gained: bigint | undefined,
): TokenAmount | undefined {
  if (isContract === false) return moves;
  if (left === undefined || gained === undefined) return undefined;
  return { ...moves, raw: atLeastZero(least(least(left, gained), moves.raw)) };
}

/** How many more coins an account has after a block, if the sender has only this transaction in it. */
async function coinsBy(account: string, { rpc, number, around }: BlockReads): Promise<bigint | undefined> {
  if (number === 0n) return undefined;
  const { before, after, firstNonce, nextNonce } = await around((block) => rpc.balance(account, block));
  if (before === undefined || after === undefined || firstNonce === undefined || nextNonce !== firstNonce + 1n)
    return undefined;
  return after - before;
}

const sentOn = (arrived: TokenAmount): ChainWarning => ({
  code: 'SENT_ON',
  message: `The recipient is a contract, and has ${amountText(arrived)} more after the block: it has sent on what came.`,
});

const uncompared: ChainWarning = {
  code: 'NOT_COMPARED',
  message:
    'The node does not show the balances of that block, or others have moved the token in it. Only events show what has moved.',
};
/** The correction of the events by balances: a loss; of a token without events also a gain. */
const lost = ({ raw = 0n }: Shortfall, byEvents: bigint) => (raw > 0n || byEvents === 0n ? raw : 0n);
const atLeastZero = (raw: bigint) => (raw < 0n ? 0n : raw);

/** Reads about a block; a read that the node does not show returns nothing. */
interface BlockReads {
  readonly rpc: Rpc;
  readonly number: bigint;
  readonly hash: string;
  readonly from: string;
  readonly receipt: MinedReceipt;
  readonly ifShown: <Value>(read: Promise<Value>) => Promise<Value | undefined>;
  /** Whether an account has code at the block; unknown if the node does not say. */
  readonly hasCode: (account: string) => Promise<boolean | undefined>;
  /** A number before and after the block, and the next nonce of the sender at both times. */
  readonly around: (read: (block: bigint) => Promise<bigint>) => Promise<AccountStates>;
}
interface AccountStates {
  readonly before: bigint | undefined;
  readonly after: bigint | undefined;
  readonly firstNonce: bigint | undefined;
  readonly nextNonce: bigint | undefined;
}
function readsIn(
  rpc: Rpc,
  { number, hash }: Pick<MinedTransaction['block'], 'number' | 'hash'>,
  from: string,
  receipt: MinedReceipt,
): BlockReads {
  const ifShown = <Value>(read: Promise<Value>): Promise<Value | undefined> =>
    read.catch((error: unknown) => {
      partFailure(error); // a forgotten or future block, or no logs
      return undefined;
    });
  const atBoth = (read: (block: bigint) => Promise<bigint>) =>
    Promise.all([number - 1n, number].map((block) => ifShown(read(block))));
  let nonces: ReturnType<typeof atBoth> | undefined;
  const around = async (read: (block: bigint) => Promise<bigint>): Promise<AccountStates> => {
    nonces ??= atBoth((block) => rpc.nonce(from, block));
    const [[before, after], [firstNonce, nextNonce]] = await Promise.all([atBoth(read), nonces]);
    return { before, after, firstNonce, nextNonce };
  };
  const hasCode = async (account: string): Promise<boolean | undefined> => {
    const code = (await ifShown(rpc.code(account, number))) ?? (await ifShown(rpc.code(account)));
    return code === undefined ? undefined : code !== '0x';
  };
  return { rpc, number, hash, from, receipt, ifShown, hasCode, around };
}

/**
 * How much less of a token an account has than events say. `isShared`: other transactions of the block have moved the
 * token, too.
 */
interface Shortfall {
  readonly raw?: bigint;
  readonly isShared?: boolean;
}
const nothingMissing: Shortfall = { raw: 0n };

/**
 * Compares the balances of an account before and after a block with the event logs of the block: a token may move
 * without an event.
 * @param fee the fee that the account pays: a token may be the coin, too
 * @returns no amount if the node does not show both states and all logs: it reads old blocks by its newest state, or
 * its logs lag behind
 */
async function missingOf(
  token: ChainToken | undefined,
  account: string | undefined,
  fee: bigint | undefined,
  { rpc, number, hash, receipt, ifShown, around }: BlockReads,
): Promise<Shortfall> {
  const { address } = token ?? {};
  if (address === undefined || account === undefined) return nothingMissing;
  if (number === 0n) return {};
  const balance = { from: account, to: address, data: balanceCall(account) };
  const [{ before, after, firstNonce, nextNonce }, ...lists] = await Promise.all([
    around((block) => rpc.word(balance, block)),
    ...transfersOf(account).map((topics) => ifShown(rpc.logs({ blockHash: hash, address, topics }))),
  ]);
  const logs = distinct(lists.flatMap((list) => list ?? []));
  const receiptLogs = logs.filter(({ transactionHash }) => transactionHash === receipt.hash);
  const [listed, expected] = [movedBy(receiptLogs, address, account), movedBy(receipt.logs, address, account)];
  if (lists.includes(undefined) || listed.to !== expected.to || listed.from !== expected.from) return {};
  if (
    before === undefined ||
    after === undefined ||
    firstNonce === undefined ||
    nextNonce === undefined ||
    nextNonce <= firstNonce
  )
    return {};
  const moved = movedBy(logs, address, account);
  const raw = moved.to - moved.from - (after - before);
  if (raw <= 0n || raw === fee) return { raw: raw <= 0n ? raw : 0n };
  return receiptLogs.length < logs.length ? { isShared: true } : { raw };
}

/** Event logs without repetition: a transfer to oneself is in both lists. */
const distinct = (logs: readonly EventLog[]): readonly EventLog[] => [
  ...new Map(
    logs.map((log, place) => [log.index === undefined ? place : `${log.transactionHash} ${log.index}`, log] as const),
  ).values(),
];

/** A transaction in a block. */
type MinedTransaction = MinedState<ReadReceipt>;

/** The paid fee, wei; without a price of gas in the receipt by the transaction and the base fee of the block. */
export function paidFee({ entry, block, receipt }: MinedTransaction): bigint | undefined {
  if (receipt === undefined) return undefined;
  const gasPrice = receipt.gasPrice ?? priceIn(parseTransaction(entry.raw).price, block.baseFee);
  return gasPrice === undefined ? undefined : receipt.gasUsed * gasPrice + receipt.dataFee;
}
function priceIn(price: GasPrice, baseFee: bigint | undefined): bigint | undefined {
  if ('gasPrice' in price) return price.gasPrice;
  if (baseFee === undefined) return undefined;
  return least(price.maxFeePerGas, baseFee + price.maxPriorityFeePerGas);
}
const least = (one: bigint, other: bigint) => (one < other ? one : other);

/**
 * The coins that a swap brings its recipient, by the balances before and after the block; `null` if the node does not
 * have both, or the sender has other transactions in the block; nothing for anything else.
 */
async function coinsOfSwap(
  effect: TransactionEffect,
  from: string,
  fee: bigint | undefined,
  reads: BlockReads,
): Promise<TokenAmount | undefined | null> {
  if (effect.kind !== 'swap' || effect.floor.token.address !== undefined || reads.number === 0n) return undefined;
  const gained = await coinsBy(effect.recipient, reads);
  const paid = sameAddress(effect.recipient, from) ? fee : 0n;
  return gained === undefined || paid === undefined
    ? null
    : { token: effect.floor.token, raw: atLeastZero(gained + paid) };
}

/** Coins that are sent arrive with the block. */
const sentCoins = (effect: TransactionEffect): TokenAmount | undefined =>
  effect.kind === 'transfer' && effect.moves.token.address === undefined ? effect.moves : undefined;

/**
 * The allowance after the block; by the newest state if the node has forgotten the block, else by the event of the
 * approval.
 */
async function allowanceAfter(
  effect: TransactionEffect,
  from: string,
  logs: readonly EventLog[],
  { rpc, number, ifShown }: BlockReads,
): Promise<TokenAmount | undefined> {
  if (effect.kind === 'transfer') return undefined;
  const [token, spender] =
    effect.kind === 'approval' ? [effect.allows.token, effect.spender] : [effect.sells.token, effect.router];
  const { address } = token;
  if (address === undefined) return undefined;
  const read = (at?: bigint) => ifShown(rpc.word({ from, to: address, data: allowanceCall(from, spender) }, at));
  const raw = (await read(number)) ?? (await read()) ?? approvedBy(logs, address, from, spender);
  return raw === undefined ? undefined : { token, raw };
}

interface Actual {
  readonly arrived: TokenAmount | undefined;
  readonly spent: TokenAmount | undefined;
  readonly allowance: TokenAmount | undefined;
}
/** Less arrived than was promised, more left, or another allowance stands. */
function problemsOf(
  effect: TransactionEffect,
  { arrived, spent, allowance }: Actual,
  acceptLess: string | undefined,
): ChainWarning[] {
  const problems: ChainWarning[] = [];
  const promised = promisedBy(effect);
  if (promised && arrived && arrived.raw < leastOf(promised, acceptLess))
    problems.push({
      code: 'ARRIVED_LESS',
      message: `${arrivedOf(arrived, promised)}${effect.kind === 'swap' ? ' at least' : ''}.`,
    });
  const { raw } = leavingBy(effect);
  if (spent && spent.raw > mostOf(raw, acceptLess))
    problems.push({
      code: 'SPENT_MORE',
      message: `${amountText(spent)} left the account, and not ${wholeAmount({ ...spent, raw })}.`,
    });
  if (effect.kind === 'approval' && allowance && allowance.raw !== effect.allows.raw) {
    const message = `The spender may take ${amountText(allowance)} now, and not ${wholeAmount(effect.allows)}: the token does not do what it is asked for.`;
    problems.push({ code: 'ALLOWANCE_DIFFERS', message });
  }
  return problems;
}
const arrivedOf = (arrived: TokenAmount, promised: TokenAmount) =>
  `${amountText(arrived)} arrived of ${wholeAmount(promised)}`;

/** A smaller amount that was accepted, and an allowance that costs nothing. */
function notes(
  effect: TransactionEffect,
  received: TokenAmount | undefined,
  allowance: TokenAmount | undefined,
): ChainWarning[] {
  if (effect.kind === 'transfer' && received && received.raw < effect.moves.raw)
    return [
      {
        code: 'ARRIVES_LESS',
        message: `${arrivedOf(received, effect.moves)}: the token keeps a part of what is sent.`,
      },
    ];
  if (effect.kind === 'swap' && allowance && allowance.raw > 0n)
    return [{ code: 'ALLOWANCE_LEFT', message: `The router may still take ${amountText(allowance)} of this account.` }];
  return [];
}

// The state machine of transactions on the live chains: pending, mined in a block, or stuck.
import type { Network } from '../../src/services/catalogue/words.js';
import {
  type Context,
  clockRate,
  defineKind,
  emit,
  ensureSeeded,
  enterState,
  type Row,
  rowById,
  rows,
  type StateMachine,
  stepAfter,
} from '../core/index.js';
import { accounts, mint } from '../domains/balances/currencies.js';
import { accountBalance, moveValue } from '../domains/balances/ledger.js';
import {
  allow,
  type CallEffects,
  type ChainTransaction,
  intrinsicGas,
  type MinedTransaction,
  nativeCoin,
  type Receipt,
  Revert,
  type TokenMove,
} from './contract-calls.js';
import { wrapped } from './contracts.js';
import { recordExecuted } from './history-writer.js';
import { moveMarket } from './native-swap.js';
import { baseFeeOf, effectivePrice, heightOf, networks, onChain, unitOf } from './networks.js';
import { simulateCall, zeroAddress } from './simulate-call.js';

export const chainTransaction: StateMachine<ChainTransaction> = defineKind({
  name: 'chain-transaction',
  scenarioPrefix: 'tx',
  scenarios: { stuck: 'PENDING, and no further' },
  next: ({ body }, context) =>
    body.status === 'PENDING' && body.scenario !== 'stuck' && clockRate(context.state) > 0
      ? { target: 'mine', at: nextBlockAt(context, body.network) }
      : undefined,
  actions: { mine: (row, context) => mine(context, row).body },
  seed: ({ state }) =>
    state.define(
      "CREATE INDEX IF NOT EXISTS chain_transaction_block ON chain_transaction (owner, body ->> '$.receipt.blockNumber')",
    ),
});

/** By the clock alone. */
function nextBlockAt(context: Context, network: Network): number {
  const span = networks[network].blockSeconds! * 1000;
  return Math.floor(context.now / span) * span + span;
}

/** The newest block with a transaction. */
function lastMined(context: Context, network: Network): number {
  ensureSeeded(context, chainTransaction);
  const sql = "SELECT max(body ->> '$.receipt.blockNumber') AS last FROM chain_transaction WHERE owner = ?";
  return context.state.get<{ last: number | null }>(sql, network)?.last ?? 0;
}
/** By the clock, or by the last transaction if it is ahead. */
export const newestBlock = (context: Context, network: Network): number =>
  Math.max(heightOf(context, network), lastMined(context, network));

/** In order. */
export function minedIn(context: Context, network: Network, blockNumber: number): Row<MinedTransaction>[] {
  ensureSeeded(context, chainTransaction);
  const sql = "SELECT id FROM chain_transaction WHERE owner = ? AND body ->> '$.receipt.blockNumber' = ?";
  const mined = context.state
    .all<{ id: string }>(sql, network, blockNumber)
    .map(({ id }) => rowById(context, chainTransaction, id)!);
  return (mined as Row<MinedTransaction>[]).sort((a, b) => a.body.receipt.index - b.body.receipt.index);
}

const isFrom = (address: string) => (row: Row<ChainTransaction>) =>
  row.body.from.toLowerCase() === address.toLowerCase();
const ofSender = (context: Context, network: Network, address: string): Row<ChainTransaction>[] =>
  rows(context, chainTransaction, { owner: network }).filter(isFrom(address));
/** The number of mined transactions is the next nonce. */
export const nonceOf = (context: Context, network: Network, address: string): number =>
  ofSender(context, network, address).filter(({ body }) => body.receipt).length;
/** By nonce. */
export const pendingOf = (context: Context, network: Network, address: string): Row<ChainTransaction>[] =>
  ofSender(context, network, address)
    .filter(({ body }) => body.status === 'PENDING')
    .sort((a, b) => a.body.nonce - b.body.nonce);

/** Mines a transaction if its nonce is next, then the waiting ones of the sender. */
export function mine(context: Context, row: Row<ChainTransaction>): Row<ChainTransaction> {
  const { network, from, nonce, scenario } = row.body;
  if (row.body.status !== 'PENDING' || scenario === 'stuck' || nonce !== nonceOf(context, network, from)) return row;
  const place = placeFor(context, network);
  if (BigInt(row.body.feeCap) < baseFeeOf(context, network, place.blockNumber)) return retryNextBlock(context, row);
  const done = execute(context, row, place);
  const after = pendingOf(context, network, from)[0];
  if (after) mine(context, after);
  return done;
}

/** The fee is too low for this block. */
function retryNextBlock(context: Context, row: Row<ChainTransaction>): Row<ChainTransaction> {
  const step = stepAfter(chainTransaction, row, context);
  if (step)
    context.state.run(
      'INSERT INTO due (at, kind, id, word) VALUES (?, ?, ?, ?)',
      step.at,
      chainTransaction.name,
      row.id,
      step.target,
    );
  return row;
}

type Place = Pick<Receipt, 'blockNumber' | 'index'>;
/** Under a frozen clock each transaction has its own block at once; otherwise it joins the block that is due. */
function placeFor(context: Context, network: Network): Place {
  const last = lastMined(context, network);
  const inLast = minedIn(context, network, last);
  const together = clockRate(context.state) > 0 && inLast[0]?.body.receipt.at === context.now;
  if (together) return { blockNumber: last, index: inLast.length };
  const height = heightOf(context, network);
  return {
    blockNumber: clockRate(context.state) > 0 ? Math.max(height, last + 1) : Math.max(height, last) + 1,
    index: 0,
  };
}

function attempt(context: Context, tx: ChainTransaction): CallEffects | { readonly reason: string } {
  try {
    const plan = simulateCall(context, { ...tx, value: BigInt(tx.value) });
    return intrinsicGas(tx.data) + plan.gas > BigInt(tx.gasLimit) ? { reason: 'out of gas' } : plan;
  } catch (error) {
    if (error instanceof Revert) return { reason: error.message };
    throw error;
  }
}

/** The sandbox's own number. */
const revertGas = 5_000n;

function execute(context: Context, row: Row<ChainTransaction>, place: Place): Row<ChainTransaction> {
  const { body: tx } = row;
  const price = effectivePrice(baseFeeOf(context, tx.network, place.blockNumber), {
    feeCap: BigInt(tx.feeCap),
    tip: BigInt(tx.tip),
  });
  moveMarket(context, tx);
  const limit = BigInt(tx.gasLimit);
  // The maximum gas cost is reserved first: the call can only move the rest.
  const coin = nativeCoin(tx.network);
  const [account, unit] = [onChain(coin, tx.from), unitOf(coin)];
  const set = minimum(limit * price, accountBalance(context, account, unit));
  moveValue(context, account, accounts.gas, unit, set, `gas of ${tx.hash}`);
  const plan = attempt(context, tx);
  const failed = 'reason' in plan;
  const used = failed
    ? minimum(limit, plan.reason === 'out of gas' ? limit : intrinsicGas(tx.data) + revertGas)
    : intrinsicGas(tx.data) + plan.gas;
  const cost = minimum(used * price, set);
  moveValue(context, accounts.gas, account, unit, set - cost, `gas left of ${tx.hash}`);
  if (!failed) applyEffects(context, tx, plan);
  const receipt: Receipt = {
    ...place,
    gasUsed: used.toString(),
    gasPrice: price.toString(),
    logs: failed ? [] : plan.logs,
    reason: failed ? plan.reason : undefined,
    at: context.now,
  };
  const mined = enterState(
    context,
    chainTransaction,
    { ...row, body: { ...tx, receipt } },
    failed ? 'FAIL' : 'SUCCESS',
  );
  recordExecuted(context, mined.body as MinedTransaction, failed ? [] : plan.moves);
  return mined;
}
const minimum = (a: bigint, b: bigint): bigint => (a < b ? a : b);

/** Emits events, because deposits and payments may wait for the value. */
function applyEffects(context: Context, { network, hash }: ChainTransaction, { moves, approvals }: CallEffects): void {
  const cause = `transaction ${hash}`;
  for (const move of moves) {
    const [from, to] = [accountOf(move, move.from), accountOf(move, move.to)];
    moveValue(context, from, to, unitOf(move.token), move.amount, cause);
  }
  for (const { token, owner, spender, amount } of approvals) allow(context, token, owner, spender, amount);
  for (const { token, from, to, amount } of moves.filter((move) => move.token !== wrapped))
    emit(context, 'chain moved', { network, hash, from, to, unit: unitOf(token), rawAmount: amount.toString() });
}
const accountOf = ({ token }: TokenMove, address: string): string =>
  address === zeroAddress ? mint(unitOf(token)) : onChain(token, address);

// Transactions on the live chains: waiting for a block, carried out in one, or never.
import type { Network, WalletTransactionStatus } from '../../services/catalogue/words.js';
import { rateOfClock } from '../core/clock.js';
import { tell } from '../core/effects.js';
import { type Row, ready, rowById, rows } from '../core/rows.js';
import { enter, type Moving, type MovingKind } from '../core/state-machine.js';
import type { Moment } from '../core/world.js';
import { accounts, mint } from '../domains/balances/accounts.js';
import { holding, move } from '../domains/balances/ledger.js';
import type { Log } from './abi.js';
import { allow } from './allowances.js';
import { type Call, coinOf, intrinsicGas, type Move, type Plan, Revert } from './calls.js';
import { wrapped } from './contracts.js';
import { baseFeeOf, effectivePrice } from './fees.js';
import { noteExecuted } from './history-notes.js';
import { heightOf, networks } from './networks.js';
import { planOf } from './plan.js';
import { minted } from './router.js';
import { moveMarket } from './swap-scenarios.js';
import { onChain, unitOf } from './tokens.js';

type NetworkWord = (typeof Network)[number];

/** A transaction as stored, under its hash; its owner is its network. Amounts are in wei, as texts. */
export interface Transaction extends Moving {
  readonly status: (typeof WalletTransactionStatus)[number];
  readonly network: NetworkWord;
  readonly hash: string;
  readonly type: 0 | 2;
  readonly from: string;
  readonly to: string | null;
  readonly nonce: number;
  readonly value: string;
  readonly data: string;
  readonly gasLimit: string;
  /** The most that a unit of gas may cost, and what of it is given beside the base fee. */
  readonly feeCap: string;
  readonly tip: string;
  readonly signature: { readonly v: string; readonly yParity: number; readonly r: string; readonly s: string };
  readonly receipt?: Receipt;
  /** Another one took its nonce. */
  readonly replaced?: true;
}
interface Receipt {
  readonly blockNumber: number;
  readonly index: number;
  readonly gasUsed: string;
  readonly gasPrice: string;
  readonly logs: readonly Log[];
  /** Why it failed. */
  readonly reason?: string;
  /** Epoch milliseconds of world time. */
  readonly at: number;
}
export type Mined = Transaction & { readonly receipt: Receipt };

export const transaction: MovingKind<Transaction> = {
  name: 'chain-transaction',
  table: 'chain_transaction',
  noun: 'TRANSACTION',
  word: 'tx',
  scenarios: { stuck: 'PENDING, and no further' },
  owned: false,
  show: ({ body }) => ({ hash: body.hash, status: body.status }),
  next: ({ body }, moment) =>
    body.status === 'PENDING' && body.scenario !== 'stuck' && rateOfClock(moment.state) > 0
      ? { word: 'mine', at: nextBlockAt(moment, body.network) }
      : undefined,
  acts: { mine: (row, moment) => mine(moment, row).body },
  seed: ({ state }) =>
    state.define("CREATE INDEX IF NOT EXISTS chain_transaction_block ON chain_transaction (owner, body ->> '$.receipt.blockNumber')"),
};

/** When the next block of a chain comes, by the clock alone. */
function nextBlockAt(moment: Moment, network: NetworkWord): number {
  const span = networks[network].blockSeconds! * 1000;
  return Math.floor(moment.now / span) * span + span;
}

/** The number of the newest block that holds a transaction. */
function lastMined(moment: Moment, network: NetworkWord): number {
  ready(moment, transaction);
  const sql = "SELECT max(body ->> '$.receipt.blockNumber') AS last FROM chain_transaction WHERE owner = ?";
  return moment.state.get<{ last: number | null }>(sql, network)?.last ?? 0;
}
/** The number of the newest block: the clock's, or that of the last transaction where it is ahead. */
export const newestBlock = (moment: Moment, network: NetworkWord): number =>
  Math.max(heightOf(moment, network), lastMined(moment, network));

/** The transactions of a block, in their order. */
export function minedIn(moment: Moment, network: NetworkWord, blockNumber: number): Row<Mined>[] {
  ready(moment, transaction);
  const sql = "SELECT id FROM chain_transaction WHERE owner = ? AND body ->> '$.receipt.blockNumber' = ?";
  const found = moment.state.all<{ id: string }>(sql, network, blockNumber).map(({ id }) => rowById(moment, transaction, id)!);
  return (found as Row<Mined>[]).sort((a, b) => a.body.receipt.index - b.body.receipt.index);
}

const isFrom = (address: string) => (row: Row<Transaction>) => row.body.from.toLowerCase() === address.toLowerCase();
const ofSender = (moment: Moment, network: NetworkWord, address: string): Row<Transaction>[] =>
  rows(moment, transaction, { owner: network }).filter(isFrom(address));
/** How many transactions of an address are in blocks: the nonce of its next one. */
export const nonceOf = (moment: Moment, network: NetworkWord, address: string): number =>
  ofSender(moment, network, address).filter(({ body }) => body.receipt).length;
/** Those of an address that wait for a block, in the order of their nonces. */
export const waitingOf = (moment: Moment, network: NetworkWord, address: string): Row<Transaction>[] =>
  ofSender(moment, network, address)
    .filter(({ body }) => body.status === 'PENDING')
    .sort((a, b) => a.body.nonce - b.body.nonce);

/** Puts a transaction into a block, where its turn has come; then those of its sender that waited for it. */
export function mine(moment: Moment, row: Row<Transaction>): Row<Transaction> {
  const { network, from, nonce, scenario } = row.body;
  if (row.body.status !== 'PENDING' || scenario === 'stuck' || nonce !== nonceOf(moment, network, from)) return row;
  const place = placeFor(moment, network);
  if (BigInt(row.body.feeCap) < baseFeeOf(moment, network, place.blockNumber)) return later(moment, row);
  const done = carryOut(moment, row, place);
  const after = waitingOf(moment, network, from)[0];
  if (after) mine(moment, after);
  return done;
}

/** The fee is too low for this block: it waits for the next one. */
function later(moment: Moment, row: Row<Transaction>): Row<Transaction> {
  const step = transaction.next(row, moment);
  if (step) moment.state.run('INSERT INTO due (at, kind, id, word) VALUES (?, ?, ?, ?)', step.at, transaction.name, row.id, step.word);
  return row;
}

type Place = Pick<Receipt, 'blockNumber' | 'index'>;
/** Under a frozen clock each transaction has a block of its own, at once; else the block that the clock has just come to. */
function placeFor(moment: Moment, network: NetworkWord): Place {
  const last = lastMined(moment, network);
  const inLast = minedIn(moment, network, last);
  const together = rateOfClock(moment.state) > 0 && inLast[0]?.body.receipt.at === moment.now;
  if (together) return { blockNumber: last, index: inLast.length };
  const height = heightOf(moment, network);
  return { blockNumber: rateOfClock(moment.state) > 0 ? Math.max(height, last + 1) : Math.max(height, last) + 1, index: 0 };
}

/** The call that a transaction makes. */
export const callOf = ({ network, from, to, value, data }: Transaction): Call => ({ network, from, to, value: BigInt(value), data });

function attempt(moment: Moment, tx: Transaction): Plan | { readonly reason: string } {
  try {
    const plan = planOf(moment, callOf(tx));
    return intrinsicGas(tx.data) + plan.gas > BigInt(tx.gasLimit) ? { reason: 'out of gas' } : plan;
  } catch (error) {
    if (error instanceof Revert) return { reason: error.message };
    throw error;
  }
}

/** Gas that a call takes until it reverts: the sandbox's own number. */
const revertGas = 5_000n;

function carryOut(moment: Moment, row: Row<Transaction>, place: Place): Row<Transaction> {
  const { body: tx } = row;
  const price = effectivePrice(baseFeeOf(moment, tx.network, place.blockNumber), { feeCap: BigInt(tx.feeCap), tip: BigInt(tx.tip) });
  moveMarket(moment, tx);
  const limit = BigInt(tx.gasLimit);
  // The coin that its gas may cost is set aside first: what is left is what it may move.
  const set = least(limit * price, holding(moment, onChain(coinOf(tx.network), tx.from), unitOf(coinOf(tx.network))));
  pay(moment, tx, set, 'gas');
  const plan = attempt(moment, tx);
  const failed = 'reason' in plan;
  const used = failed
    ? least(limit, plan.reason === 'out of gas' ? limit : intrinsicGas(tx.data) + revertGas)
    : intrinsicGas(tx.data) + plan.gas;
  const cost = least(used * price, set);
  move(moment, accounts.gas, onChain(coinOf(tx.network), tx.from), unitOf(coinOf(tx.network)), set - cost, `gas left of ${tx.hash}`);
  if (!failed) apply(moment, tx, plan);
  const receipt: Receipt = {
    ...place,
    gasUsed: used.toString(),
    gasPrice: price.toString(),
    logs: failed ? [] : plan.logs,
    ...(failed && { reason: plan.reason }),
    at: moment.now,
  };
  const mined = enter(moment, transaction, { ...row, body: { ...tx, receipt } }, failed ? 'FAIL' : 'SUCCESS');
  noteExecuted(moment, mined.body as Mined, failed ? [] : plan.moves);
  return mined;
}
const least = (a: bigint, b: bigint): bigint => (a < b ? a : b);
const pay = (moment: Moment, tx: Transaction, amount: bigint, why: string): void =>
  move(moment, onChain(coinOf(tx.network), tx.from), accounts.gas, unitOf(coinOf(tx.network)), amount, `${why} of ${tx.hash}`);

/** Moves the value of a plan and tells who may have waited for it. */
function apply(moment: Moment, { network, hash }: Transaction, { moves, approvals }: Plan): void {
  for (const one of moves)
    move(moment, accountOf(one, one.from), accountOf(one, one.to), unitOf(one.token), one.amount, `transaction ${hash}`);
  for (const { token, owner, spender, amount } of approvals) allow(moment, token, owner, spender, amount);
  for (const { token, from, to, amount } of moves.filter((one) => one.token !== wrapped))
    tell(moment, 'chain moved', { network, hash, from, to, unit: unitOf(token), rawAmount: amount.toString() });
}
const accountOf = ({ token }: Move, address: string): string => (address === minted ? mint(unitOf(token)) : onChain(token, address));

// Contract calls and their effects: token moves, approvals and logs; and the stored rows of allowances and
// transactions.

import type { Network, WalletTransactionStatus } from '../../src/services/catalogue/words.js';
import {
  type Context,
  type Draft,
  defineKind,
  ensureSeeded,
  type Kind,
  type MachineBody,
  type Row,
  rowById,
} from '../core/index.js';
import { accountBalance } from '../domains/balances/ledger.js';
import { addressWord, type EventLog, encodeWords, topics, word } from './abi.js';
import { onChain, type Token, tokensOf, unitOf } from './networks.js';
import { ensurePools } from './pools.js';

/** Adds or replaces a row. */
export function putRow<Body>(
  context: Context,
  kind: Kind<Body>,
  id: string,
  { owner = null, body }: Draft<Body>,
): Row<Body> {
  ensureSeeded(context, kind);
  const sql = `INSERT INTO ${kind.table} (id, owner, at, body) VALUES (?, ?, ?, ?)
    ON CONFLICT (id) DO UPDATE SET owner = excluded.owner, at = excluded.at, body = excluded.body`;
  context.state.run(sql, id, owner, Math.floor(context.now), JSON.stringify(body));
  return rowById(context, kind, id)!;
}

interface Allowance {
  readonly amount: string;
}
const allowance: Kind<Allowance> = defineKind({
  name: 'allowance',
  table: 'chain_allowance',
});
/** An allowance without a limit, which is not counted down. */
const unlimited = 2n ** 256n - 1n;

const nameOf = (token: Token, owner: string, spender: string): string =>
  `${unitOf(token)} ${owner} ${spender}`.toLowerCase();

/** In base units. */
export function allowanceOf(context: Context, token: Token, owner: string, spender: string): bigint {
  ensureSeeded(context, allowance);
  return BigInt(rowById(context, allowance, nameOf(token, owner, spender))?.body.amount ?? '0');
}
/** Replaces an allowance; `amount` is in base units. */
export function allow(context: Context, token: Token, owner: string, spender: string, amount: bigint): void {
  putRow(context, allowance, nameOf(token, owner, spender), { body: { amount: amount.toString() } });
}

/** Addresses in any case; `to` is null for the creation of a contract. */
export interface ContractCall {
  readonly network: Network;
  readonly from: string;
  readonly to: string | null;
  readonly value: bigint;
  readonly data: string;
}
export interface TokenMove {
  readonly token: Token;
  readonly from: string;
  readonly to: string;
  readonly amount: bigint;
}
export interface Approval {
  readonly token: Token;
  readonly owner: string;
  readonly spender: string;
  readonly amount: bigint;
}
export interface CallEffects {
  /** Beside the intrinsic gas. */
  readonly gas: bigint;
  readonly moves: readonly TokenMove[];
  readonly approvals: readonly Approval[];
  readonly logs: readonly EventLog[];
  /** The return value. */
  readonly output: string;
}
/** For a call that reverts, with the reason. */
export class Revert extends Error {}

export const noEffects: CallEffects = { gas: 0n, moves: [], approvals: [], logs: [], output: '0x' };
/** Throws a Revert. */
export const revert = (reason: string): never => {
  throw new Revert(reason);
};

/** The token without a contract. */
export const nativeCoin = (network: Network): Token =>
  tokensOf(network).find(({ contractAddress }) => contractAddress === null)!;
/** In base units. */
export function balanceAt(context: Context, token: Token, address: string): bigint {
  ensurePools(context);
  return accountBalance(context, onChain(token, address), unitOf(token));
}
export const transferLog = (token: Token, from: string, to: string, amount: bigint): EventLog => ({
  address: token.contractAddress!,
  topics: [topics.Transfer, encodeWords(addressWord(from)), encodeWords(addressWord(to))],
  data: encodeWords(word(amount)),
});

/** The base cost, and the cost of each byte of data. */
export function intrinsicGas(input: string): bigint {
  const bytes = input.slice(2).match(/../g) ?? [];
  return bytes.reduce((gas, byte) => gas + (byte === '00' ? 4n : 16n), 21_000n);
}

/** The remaining allowance, if it is limited. @throws {Revert} */
export function spendAllowance(context: Context, { token, from, amount }: TokenMove, spender: string): Approval[] {
  const allowed = allowanceOf(context, token, from, spender);
  if (allowed < amount) revert(`insufficient allowance of ${token.symbol}`);
  return allowed === unlimited ? [] : [{ token, owner: from, spender, amount: allowed - amount }];
}

/** Stored under its hash; the owner is its network. Amounts are in wei, as texts. */
export interface ChainTransaction extends MachineBody {
  readonly status: WalletTransactionStatus;
  readonly network: Network;
  readonly hash: string;
  readonly type: 0 | 2;
  readonly from: string;
  readonly to: string | null;
  readonly nonce: number;
  readonly value: string;
  readonly data: string;
  readonly gasLimit: string;
  /** The highest price of gas, and its part above the base fee. */
  readonly feeCap: string;
  readonly tip: string;
  readonly signature: { readonly v: string; readonly yParity: number; readonly r: string; readonly s: string };
  readonly receipt?: Receipt;
  /** Another transaction took its nonce. */
  readonly replaced?: true;
}

export interface Receipt {
  readonly blockNumber: number;
  readonly index: number;
  readonly gasUsed: string;
  readonly gasPrice: string;
  readonly logs: readonly EventLog[];
  /** Of a failure. */
  readonly reason?: string;
  /** Epoch milliseconds of world time. */
  readonly at: number;
}

export type MinedTransaction = ChainTransaction & { readonly receipt: Receipt };

// Calls on a chain, and what they are made of: value that moves, spenders that are allowed, logs.
import type { Network } from '../../services/catalogue/words.js';
import type { Moment } from '../core/world.js';
import { holding } from '../domains/balances/ledger.js';
import { addressWord, data, type Log, topics, word } from './abi.js';
import { allowanceOf, unlimited } from './allowances.js';
import { openPools } from './pools.js';
import { onChain, type Token, tokensOf, unitOf } from './tokens.js';

type NetworkWord = (typeof Network)[number];

/** A call as it runs: addresses in any case, `to` nothing for a contract that would be made. */
export interface Call {
  readonly network: NetworkWord;
  readonly from: string;
  readonly to: string | null;
  readonly value: bigint;
  readonly data: string;
}
export interface Move {
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
/** What a call does. */
export interface Plan {
  /** Beside what every transaction takes for itself and its data. */
  readonly gas: bigint;
  readonly moves: readonly Move[];
  readonly approvals: readonly Approval[];
  readonly logs: readonly Log[];
  /** What the call answers. */
  readonly output: string;
}
/** Thrown for a call that does nothing, and says why. */
export class Revert extends Error {}

export const nothing: Plan = { gas: 0n, moves: [], approvals: [], logs: [], output: '0x' };
export const revert = (reason: string): never => {
  throw new Revert(reason);
};

export const coinOf = (network: NetworkWord): Token => tokensOf(network).find(({ contractAddress }) => contractAddress === null)!;
/** What an address holds of a token, in base units. */
export function balanceAt(moment: Moment, token: Token, address: string): bigint {
  openPools(moment);
  return holding(moment, onChain(token, address), unitOf(token));
}
export const transferLog = (token: Token, from: string, to: string, amount: bigint): Log => ({
  address: token.contractAddress!,
  topics: [topics.Transfer, data(addressWord(from)), data(addressWord(to))],
  data: data(word(amount)),
});

/** Gas that every transaction takes: for itself, and for each byte of its data. */
export function intrinsicGas(input: string): bigint {
  const bytes = input.slice(2).match(/../g) ?? [];
  return bytes.reduce((gas, byte) => gas + (byte === '00' ? 4n : 16n), 21_000n);
}

/** What is left to a spender; without a limit it stays so. @throws {Revert} */
export function spending(moment: Moment, { token, from, amount }: Move, spender: string): Approval[] {
  const allowed = allowanceOf(moment, token, from, spender);
  if (allowed < amount) revert(`insufficient allowance of ${token.symbol}`);
  return allowed === unlimited ? [] : [{ token, owner: from, spender, amount: allowed - amount }];
}

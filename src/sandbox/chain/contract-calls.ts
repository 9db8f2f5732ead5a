// Types of contract calls and their effects: token moves, approvals and logs.
import type { Network } from '../../services/catalogue/words.js';
import type { SandboxContext } from '../core/context.js';
import { accountBalance } from '../domains/balances/ledger.js';
import { addressWord, type EventLog, encodeWords, topics, word } from './abi.js';
import { allowanceOf, unlimited } from './allowances.js';
import { ensurePools } from './pools.js';
import { onChain, type Token, tokensOf, unitOf } from './tokens.js';

type NetworkWord = (typeof Network)[number];

/** A call as it runs. Addresses are in any case; `to` is null for the creation of a contract. */
export interface ContractCall {
  readonly network: NetworkWord;
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
/** The effects of a call. */
export interface CallEffects {
  /** Gas beside the intrinsic gas of every transaction. */
  readonly gas: bigint;
  readonly moves: readonly TokenMove[];
  readonly approvals: readonly Approval[];
  readonly logs: readonly EventLog[];
  /** The return value of the call. */
  readonly output: string;
}
/** Thrown for a call that reverts, with the reason. */
export class Revert extends Error {}

export const noEffects: CallEffects = { gas: 0n, moves: [], approvals: [], logs: [], output: '0x' };
export const revert = (reason: string): never => {
  throw new Revert(reason);
};

export const nativeCoin = (network: NetworkWord): Token => tokensOf(network).find(({ contractAddress }) => contractAddress === null)!;
/** The balance of a token at an address, in base units. */
export function balanceAt(context: SandboxContext, token: Token, address: string): bigint {
  ensurePools(context);
  return accountBalance(context, onChain(token, address), unitOf(token));
}
export const transferLog = (token: Token, from: string, to: string, amount: bigint): EventLog => ({
  address: token.contractAddress!,
  topics: [topics.Transfer, encodeWords(addressWord(from)), encodeWords(addressWord(to))],
  data: encodeWords(word(amount)),
});

/** The intrinsic gas of a transaction: its base cost, and the cost of each byte of its data. */
export function intrinsicGas(input: string): bigint {
  const bytes = input.slice(2).match(/../g) ?? [];
  return bytes.reduce((gas, byte) => gas + (byte === '00' ? 4n : 16n), 21_000n);
}

/** The allowance that is left after a transfer; one without a limit stays as it is. @throws {Revert} */
export function spendAllowance(context: SandboxContext, { token, from, amount }: TokenMove, spender: string): Approval[] {
  const allowed = allowanceOf(context, token, from, spender);
  if (allowed < amount) revert(`insufficient allowance of ${token.symbol}`);
  return allowed === unlimited ? [] : [{ token, owner: from, spender, amount: allowed - amount }];
}

// The transactions of an owner in the history of a node: their signatures, newest first, and what each has changed.

import { Refused } from '../../services/http/errors.js';
import { isRecord, type Row } from '../../services/json-value.js';
import { orRefusal, unusable } from '../chain/rpc-failures.js';
import { type SolanaRpc, whole } from './rpc.js';

/** A transaction in the history of an account. */
export interface HistoryEntry {
  readonly signature: string;
  readonly slot: bigint;
  readonly isFinal: boolean;
  readonly succeeded: boolean;
  /** Epoch seconds. */
  readonly time: bigint | undefined;
}
/** What an account had of lamports or of a mint before and after a transaction. */
interface AccountChange {
  readonly account: string;
  /** Of a token account; unknown in old transactions. */
  readonly owner: string | undefined;
  readonly mint: string;
  readonly decimals: number;
  readonly before: bigint;
  readonly after: bigint;
}
/** The balances of a transaction. */
export interface TransactionBalances {
  /** The account that paid the fee. */
  readonly payer: string;
  /** Lamports. */
  readonly fee: bigint;
  readonly lamports: readonly { readonly account: string; readonly before: bigint; readonly after: bigint }[];
  readonly tokens: readonly AccountChange[];
}

/** The failure of a node that keeps no history of transactions. */
const noHistory = (why: string): Refused =>
  new Refused('refused', 'NO_NODE_HISTORY', why, 'Try another node: tuk profile set NAME rpc.NETWORK URL');

/**
 * A part of the history of an account, newest first.
 * @param before the signature after which it begins
 * @throws {Refused} NO_NODE_HISTORY; {Failure} of the node
 */
export async function signaturesOf(
  rpc: SolanaRpc,
  account: string,
  { limit, before }: { readonly limit: number; readonly before?: string },
): Promise<readonly HistoryEntry[]> {
  const method = 'getSignaturesForAddress';
  const params = [account, { commitment: 'confirmed', limit, ...(before === undefined ? {} : { before }) }];
  const rows = await orRefusal(rpc.call(method, params), (refusal) => {
    if (refusal.rpcCode !== -32_601 && refusal.rpcCode !== -32_011) throw refusal;
    throw noHistory(`The node keeps no history of transactions: ${refusal.message}`);
  });
  if (!Array.isArray(rows) || rows.length > limit) throw unusable(method, 'without the asked list');
  return rows.map((row: unknown) => entryIn(method, row));
}

function entryIn(method: string, row: unknown): HistoryEntry {
  const { signature, slot, err, blockTime, confirmationStatus } = isRecord(row) ? row : ({} as Row);
  if (typeof signature !== 'string' || err === undefined) throw unusable(method, 'with a row that cannot be read');
  return {
    signature,
    slot: whole(method, slot),
    isFinal: confirmationStatus === 'finalized',
    succeeded: err === null,
    time: blockTime === null || blockTime === undefined ? undefined : whole(method, blockTime),
  };
}

/**
 * Checks what a history that was read to its end proves.
 * @param isEmpty whether it has no transaction
 * @returns the first slot whose transactions the node keeps; nothing if it keeps all
 * @throws {Refused} NO_NODE_HISTORY for an empty history that proves nothing
 */
export async function firstKeptSlot(rpc: SolanaRpc, account: string, isEmpty: boolean): Promise<bigint | undefined> {
  const first = await rpc.firstAvailableBlock();
  if (first <= 1n) return undefined;
  if (!isEmpty) return first;
  throw noHistory(
    `The node keeps transactions from slot ${first} on, and has no transaction of ${account}. Older ones are unknown.`,
  );
}

/** The balances before and after a transaction; nothing if the node does not keep it. @throws {Failure} */
export async function balancesIn(rpc: SolanaRpc, signature: string): Promise<TransactionBalances | undefined> {
  const method = 'getTransaction';
  const config = { commitment: 'confirmed', encoding: 'json', maxSupportedTransactionVersion: 0 };
  const row = await rpc.call(method, [signature, config]);
  if (row === null) return undefined;
  const { meta, transaction } = isRecord(row) ? row : ({} as Row);
  if (!isRecord(meta)) throw unusable(method, 'without its result');
  const accounts = accountsIn(method, transaction, meta.loadedAddresses);
  const [before, after] = [meta.preBalances, meta.postBalances].map((value) => numbersIn(method, value));
  if (before?.length !== accounts.length || after?.length !== accounts.length)
    throw unusable(method, 'without the balances of its accounts');
  return {
    payer: accounts[0]!,
    fee: whole(method, meta.fee),
    lamports: accounts.map((account, nth) => ({ account, before: before[nth]!, after: after[nth]! })),
    tokens: tokensIn(method, meta, accounts),
  };
}

/** The accounts of a transaction in the order of its balances: its own, then those of lookup tables. */
function accountsIn(method: string, transaction: unknown, loaded: unknown): readonly string[] {
  const message = isRecord(transaction) ? transaction.message : undefined;
  const { writable = [], readonly = [] } = isRecord(loaded) ? loaded : {};
  const lists = [isRecord(message) ? message.accountKeys : undefined, writable, readonly];
  if (!lists.every(Array.isArray)) throw unusable(method, 'without its accounts');
  const accounts = lists.flat() as unknown[];
  if (accounts.length === 0 || !accounts.every((account) => typeof account === 'string'))
    throw unusable(method, 'without its accounts');
  return accounts as string[];
}

function numbersIn(method: string, value: unknown): readonly bigint[] {
  if (!Array.isArray(value)) throw unusable(method, 'without balances');
  return value.map((item) => whole(method, item));
}

/** The token accounts of a transaction; one that it has opened or closed had nothing before, or has nothing after. */
function tokensIn(method: string, meta: Row, accounts: readonly string[]): readonly AccountChange[] {
  const before = tokenRowsIn(method, meta.preTokenBalances, accounts);
  const after = tokenRowsIn(method, meta.postTokenBalances, accounts);
  const keys = new Set([...before.keys(), ...after.keys()]);
  return [...keys].map((key) => {
    const { amount: _, ...facts } = (after.get(key) ?? before.get(key))!;
    return { ...facts, before: before.get(key)?.amount ?? 0n, after: after.get(key)?.amount ?? 0n };
  });
}

type TokenRow = Omit<AccountChange, 'before' | 'after'> & { readonly amount: bigint };
function tokenRowsIn(method: string, value: unknown, accounts: readonly string[]): ReadonlyMap<string, TokenRow> {
  if (value === null || value === undefined) return new Map();
  if (!Array.isArray(value)) throw unusable(method, 'without balances of tokens');
  const rows = value.map((item: unknown) => tokenRowIn(method, item, accounts));
  // an account that is closed and opened again in one transaction may have another mint and owner
  return new Map(rows.map((row) => [[row.account, row.mint, row.owner].join(' '), row]));
}

function tokenRowIn(method: string, item: unknown, accounts: readonly string[]): TokenRow {
  const { accountIndex, mint, owner, uiTokenAmount } = isRecord(item) ? item : ({} as Row);
  const { amount, decimals } = isRecord(uiTokenAmount) ? uiTokenAmount : ({} as Row);
  const account = accounts[Number(whole(method, accountIndex))];
  if (account === undefined || typeof mint !== 'string')
    throw unusable(method, 'with a balance of a token that cannot be read');
  return {
    account,
    owner: typeof owner === 'string' ? owner : undefined,
    mint,
    decimals: Number(whole(method, decimals)),
    amount: whole(method, amount),
  };
}

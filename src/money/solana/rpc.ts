// A client of Solana's JSON-RPC. Every result is checked: nothing that a node returns is believed to have a form.

import { getBase58Codec } from '@solana/kit';
import { isRecord, type Row } from '../../services/json-value.js';
import { parseLossless } from '../../services/lossless-number.js';
import { orRefusal, unusable } from '../chain/rpc-failures.js';
import { type NodeRequests, RpcReads } from '../chain/rpc-reads.js';

/** How sure a node is of a block: it has it, most validators have voted for it, it cannot be taken back. */
export type Commitment = 'processed' | 'confirmed' | 'finalized';

/** An account of the chain. */
export interface SolanaAccount {
  readonly lamports: bigint;
  /** The program that owns it, base58. */
  readonly owner: string;
  readonly isExecutable: boolean;
  readonly data: Uint8Array;
}
/** The status of a transaction by its signature. */
export interface SignatureStatus {
  readonly slot: bigint;
  /** Missing: the block is finalized. */
  readonly confirmations: bigint | undefined;
  readonly commitment: Commitment;
  readonly succeeded: boolean;
}
/** An amount of a token in an account of a transaction, in base units. */
interface TokenBalance {
  readonly index: number;
  readonly mint: string;
  readonly amount: bigint;
}
/** A transaction of a block. Balances are in the order of its accounts. */
export interface MinedTransaction {
  readonly slot: bigint;
  /** Epoch seconds. */
  readonly time: bigint | undefined;
  readonly succeeded: boolean;
  readonly fee: bigint;
  readonly before: readonly bigint[];
  readonly after: readonly bigint[];
  readonly tokensBefore: readonly TokenBalance[];
  readonly tokensAfter: readonly TokenBalance[];
  readonly units: bigint | undefined;
  /** The bytes, 0x hex. */
  readonly raw: string;
}
/** The result of a simulation. */
export interface Simulated {
  /** Why it fails, as a sentence of the node; nothing if it succeeds. */
  readonly failure: string | undefined;
  readonly units: bigint;
  /** The asked accounts afterwards. */
  readonly accounts: readonly (SolanaAccount | undefined)[];
}

/** The method that sends signed bytes: always alone, and never shared. */
export const sendMethod = 'sendTransaction';
/** The methods whose results are evidence of what has happened, or change with each block. */
const freshMethods: ReadonlySet<string> = new Set([
  sendMethod,
  'getSignatureStatuses',
  'getTransaction',
  'getBlockHeight',
  'getLatestBlockhash',
  'isBlockhashValid',
  'getFirstAvailableBlock',
  'getSignaturesForAddress',
  'getBlocks',
]);

/** The client of one node. */
export class SolanaRpc extends RpcReads {
  constructor(node: NodeRequests) {
    super(node, {
      trafficOf: (method) => (method === sendMethod ? 'send' : 'read'),
      isFresh: (method) => freshMethods.has(method),
      parse: parseLossless,
    });
  }

  /** The hash of the first block, base58: the identity of the chain. */
  async genesisHash(): Promise<string> {
    const method = 'getGenesisHash';
    const hash = await this.call(method, []);
    if (typeof hash !== 'string' || !isBase58(hash, 32)) throw unusable(method, 'without a hash');
    return hash;
  }
  /** The newest blockhash, the slot in which it was read, and the last height of a block that may use it. */
  async latestBlockhash(commitment: Commitment): Promise<{
    readonly slot: bigint;
    readonly blockhash: string;
    readonly lastValidBlockHeight: bigint;
  }> {
    const method = 'getLatestBlockhash';
    const { slot, value } = inContext(method, await this.call(method, [{ commitment }]));
    const { blockhash, lastValidBlockHeight } = isRecord(value) ? value : {};
    if (typeof blockhash !== 'string' || !isBase58(blockhash, 32)) throw unusable(method, 'without a blockhash');
    return { slot, blockhash, lastValidBlockHeight: whole(method, lastValidBlockHeight) };
  }
  blockHeight = async (commitment: Commitment): Promise<bigint> =>
    whole('getBlockHeight', await this.call('getBlockHeight', [{ commitment }]));
  /** The first slot of which the node has the history. */
  firstAvailableBlock = async (): Promise<bigint> =>
    whole('getFirstAvailableBlock', await this.call('getFirstAvailableBlock', []));
  async isBlockhashValid(blockhash: string, commitment: Commitment): Promise<boolean> {
    const method = 'isBlockhashValid';
    const { value } = inContext(method, await this.call(method, [blockhash, { commitment }]));
    if (typeof value !== 'boolean') throw unusable(method, 'without yes or no');
    return value;
  }
  /** Accounts as of the newest confirmed block, in their order. */
  async accounts(addresses: readonly string[]): Promise<readonly (SolanaAccount | undefined)[]> {
    const method = 'getMultipleAccounts';
    const config = { commitment: 'confirmed', encoding: 'base64' };
    const { value } = inContext(method, await this.call(method, [addresses, config]));
    return accountsIn(method, value, addresses.length);
  }
  /** The lamports that an account of a size must have to stay. */
  rentMinimum = async (size: number): Promise<bigint> =>
    whole(
      'getMinimumBalanceForRentExemption',
      await this.call('getMinimumBalanceForRentExemption', [size, { commitment: 'confirmed' }]),
    );
  /** The priority fees of recent blocks for writable accounts, micro-lamports for a compute unit. */
  async priorityFees(addresses: readonly string[]): Promise<readonly bigint[]> {
    const method = 'getRecentPrioritizationFees';
    const rows = await this.call(method, [addresses]);
    if (!Array.isArray(rows)) throw unusable(method, 'without a list');
    return rows.map((row: unknown) => whole(method, isRecord(row) ? row.prioritizationFee : undefined));
  }
  /** The fee of a message, lamports; nothing if the node does not know its blockhash. */
  async feeFor(message: Uint8Array): Promise<bigint | undefined> {
    const method = 'getFeeForMessage';
    const params = [base64(message), { commitment: 'confirmed' }];
    const { value } = inContext(method, await this.call(method, params));
    return value === null ? undefined : whole(method, value);
  }
  /** Simulates an unsigned transaction on the newest confirmed state. */
  async simulate(wire: Uint8Array, addresses: readonly string[]): Promise<Simulated> {
    const method = 'simulateTransaction';
    const config = {
      ...{ commitment: 'confirmed', encoding: 'base64', sigVerify: false, replaceRecentBlockhash: true },
      accounts: { encoding: 'base64', addresses },
    };
    const { value } = inContext(method, await this.call(method, [base64(wire), config]));
    if (!isRecord(value)) throw unusable(method, 'without a result');
    const { err, logs, unitsConsumed, accounts } = value;
    if (err !== null && err !== undefined)
      return { failure: failureText(err, logs), units: 0n, accounts: addresses.map(() => undefined) };
    return {
      failure: undefined,
      units: whole(method, unitsConsumed),
      accounts: accountsIn(method, accounts, addresses.length),
    };
  }
  /** Sends signed bytes. @returns the signature that the node responds with @throws {RpcRefusal} {Failure} */
  async send(wire: Uint8Array): Promise<string> {
    const config = { encoding: 'base64', preflightCommitment: 'confirmed' };
    const signature = await this.call(sendMethod, [base64(wire), config]);
    if (typeof signature !== 'string' || !isBase58(signature, 64)) throw unusable(sendMethod, 'without a signature');
    return signature;
  }
  /** The status of a signature, in recent blocks and in the history, and the slot in which it was read. */
  async status(signature: string): Promise<{ readonly slot: bigint; readonly status: SignatureStatus | undefined }> {
    const method = 'getSignatureStatuses';
    const params = [[signature], { searchTransactionHistory: true }];
    const { slot, value } = inContext(method, await this.call(method, params));
    if (!Array.isArray(value) || value.length !== 1) throw unusable(method, 'without one status');
    const [status] = value as readonly unknown[];
    if (status === null) return { slot, status: undefined };
    if (!isRecord(status)) throw unusable(method, 'with a status that cannot be read');
    const { confirmations, confirmationStatus, err } = status;
    if (!['processed', 'confirmed', 'finalized'].includes(String(confirmationStatus)) || err === undefined)
      throw unusable(method, 'with a status that cannot be read');
    return {
      slot,
      status: {
        slot: whole(method, status.slot),
        confirmations: confirmations === null ? undefined : whole(method, confirmations),
        commitment: confirmationStatus as Commitment,
        succeeded: err === null,
      },
    };
  }
  /** The slot of the newest transaction in the history that names an account; nothing if there is none. */
  async newestInHistory(account: string): Promise<bigint | undefined> {
    const method = 'getSignaturesForAddress';
    const rows = await this.call(method, [account, { limit: 1, commitment: 'finalized' }]);
    if (!Array.isArray(rows)) throw unusable(method, 'without a list');
    const [row] = rows as readonly unknown[];
    return row === undefined ? undefined : whole(method, isRecord(row) ? row.slot : undefined);
  }
  /** Whether the final chain has a block in a slot; nothing if the node does not say. */
  async hasFinalBlock(slot: bigint): Promise<boolean | undefined> {
    const method = 'getBlocks';
    const params = [Number(slot), Number(slot) + slotsBeyond, { commitment: 'finalized' }];
    const slots = await orRefusal(this.call(method, params), () => undefined);
    if (!Array.isArray(slots)) return undefined;
    const shown = slots.map((one: unknown) => whole(method, one));
    return shown.includes(slot) ? true : shown.length > 0 ? false : undefined;
  }
  /**
   * A transaction of a confirmed block; nothing if the node does not show it.
   * @throws {RpcRefusal} without a history
   */
  async transaction(signature: string): Promise<MinedTransaction | undefined> {
    const method = 'getTransaction';
    const config = { commitment: 'confirmed', encoding: 'base64', maxSupportedTransactionVersion: 0 };
    const row = await this.call(method, [signature, config]);
    if (row === null) return undefined;
    const meta = isRecord(row) ? row.meta : undefined;
    if (!isRecord(row) || !isRecord(meta) || meta.err === undefined) throw unusable(method, 'without its result');
    const [text] = Array.isArray(row.transaction) ? (row.transaction as unknown[]) : [];
    if (typeof text !== 'string') throw unusable(method, 'without its bytes');
    const numbers = (value: unknown): readonly bigint[] => {
      if (!Array.isArray(value)) throw unusable(method, 'without balances');
      return value.map((item) => whole(method, item));
    };
    const tokens = (value: unknown): readonly TokenBalance[] => {
      if (!Array.isArray(value)) throw unusable(method, 'without balances of tokens');
      return value.map((item: unknown) => {
        const { accountIndex, mint, uiTokenAmount } = isRecord(item) ? item : ({} as Row);
        const amount = isRecord(uiTokenAmount) ? uiTokenAmount.amount : undefined;
        if (typeof mint !== 'string') throw unusable(method, 'with a balance that cannot be read');
        return { index: Number(whole(method, accountIndex)), mint, amount: whole(method, amount) };
      });
    };
    return {
      slot: whole(method, row.slot),
      time: row.blockTime === null || row.blockTime === undefined ? undefined : whole(method, row.blockTime),
      succeeded: meta.err === null,
      fee: whole(method, meta.fee),
      before: numbers(meta.preBalances),
      after: numbers(meta.postBalances),
      tokensBefore: tokens(meta.preTokenBalances ?? []),
      tokensAfter: tokens(meta.postTokenBalances ?? []),
      units:
        meta.computeUnitsConsumed === undefined || meta.computeUnitsConsumed === null
          ? undefined
          : whole(method, meta.computeUnitsConsumed),
      raw: `0x${Buffer.from(text, 'base64').toString('hex')}`,
    };
  }
}

/** How many slots beyond a missing one are read for a block: with one, the final chain has passed it. */
const slotsBeyond = 100;

/** The bytes of a base58 text. */
export const fromBase58 = (text: string): Uint8Array => Uint8Array.from(getBase58Codec().encode(text));
/** Bytes as base58. */
export const toBase58 = (bytes: Uint8Array): string => getBase58Codec().decode(bytes);
function isBase58(text: string, length: number) {
  try {
    return text.length <= 90 && fromBase58(text).length === length;
  } catch {
    return false;
  }
}

const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64');

/** Why a simulation fails: the error of the node, and the last line of a program. */
function failureText(err: unknown, logs: unknown) {
  const lines = Array.isArray(logs) ? logs.filter((line): line is string => typeof line === 'string') : [];
  const said = lines.findLast((line) => /^Program log: (Error|AnchorError)|insufficient|Error:/i.test(line));
  const error = typeof err === 'string' ? err : JSON.stringify(err);
  return `${error.slice(0, 200)}${said === undefined ? '' : ` (${said.replace(/^Program log: /, '').slice(0, 200)})`}`;
}

/** A result with the slot of its context. @throws {Failure} BAD_RPC_ANSWER */
export function inContext(method: string, result: unknown): { readonly slot: bigint; readonly value: unknown } {
  if (!isRecord(result) || !isRecord(result.context) || !('value' in result))
    throw unusable(method, 'without its context');
  return { slot: whole(method, result.context.slot), value: result.value };
}

function accountsIn(method: string, value: unknown, count: number): readonly (SolanaAccount | undefined)[] {
  if (!Array.isArray(value) || value.length !== count) throw unusable(method, 'without the asked accounts');
  return value.map((row: unknown) => (row === null ? undefined : accountIn(method, row)));
}

/** An account with its bytes in base64. @throws {Failure} BAD_RPC_ANSWER */
export function accountIn(method: string, row: unknown): SolanaAccount {
  const { lamports, owner, executable, data } = isRecord(row) ? row : ({} as Row);
  const [text, encoding] = Array.isArray(data) ? (data as unknown[]) : [];
  if (typeof owner !== 'string' || typeof executable !== 'boolean' || typeof text !== 'string' || encoding !== 'base64')
    throw unusable(method, 'with an account that cannot be read');
  return {
    lamports: whole(method, lamports),
    owner,
    isExecutable: executable,
    data: Uint8Array.from(Buffer.from(text, 'base64')),
  };
}

/** A number without sign and places: every digit counts. @throws {Failure} BAD_RPC_ANSWER */
export function whole(method: string, value: unknown): bigint {
  const text = String(value);
  if (!/^(0|[1-9]\d{0,19})$/.test(text) || typeof value === 'boolean')
    throw unusable(method, 'with something else than a whole number');
  return BigInt(text);
}

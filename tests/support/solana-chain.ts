// A Solana chain for tests: the real programs in litesvm, blocks that advance by control, and every account as of every block.
import { createHash, createPublicKey, verify } from 'node:crypto';
import {
  type Address,
  address,
  type EncodedAccount,
  getBase58Decoder,
  getBase58Encoder,
  getCompiledTransactionMessageDecoder,
  getTransactionDecoder,
  type Transaction,
} from '@solana/kit';
import { FailedTransactionMetadata, LiteSVM, type SimulatedTransactionInfo, type TransactionMetadata } from 'litesvm';
import { type TransactionError, transactionError } from './solana-errors.js';

/** A block: its height counts blocks, its slot also the skipped ones. */
export interface Block {
  readonly slot: number;
  readonly height: number;
  readonly blockhash: string;
  /** Seconds since 1970. */
  readonly time: number;
}

/** The message of a transaction, as far as a chain without lookup tables needs it. */
export interface Message {
  readonly version: 'legacy' | 0;
  readonly header: {
    readonly numSignerAccounts: number;
    readonly numReadonlySignerAccounts: number;
    readonly numReadonlyNonSignerAccounts: number;
  };
  readonly staticAccounts: readonly Address[];
  readonly lifetimeToken: string;
  readonly instructions: readonly {
    readonly programAddressIndex: number;
    readonly accountIndices?: readonly number[];
    readonly data?: Uint8Array;
  }[];
}
/** A transaction as it was sent. */
export interface Wire {
  readonly bytes: Uint8Array;
  readonly transaction: Transaction;
  readonly message: Message;
  readonly signatures: readonly Uint8Array[];
  /** The first signature, in base58. */
  readonly signature: string;
}
/** What a run of a transaction shows. */
export interface Outcome {
  readonly err: TransactionError | null;
  readonly logs: readonly string[];
  readonly units: bigint;
  /** The accounts after a simulation. */
  readonly post: ReadonlyMap<string, EncodedAccount>;
}
/** A transaction that is in a block, done or failed. */
export interface Landed extends Outcome {
  readonly wire: Wire;
  readonly block: Block;
  readonly fee: bigint;
  readonly before: readonly (EncodedAccount | undefined)[];
  readonly after: readonly (EncodedAccount | undefined)[];
}

/** A blockhash is valid for this many blocks after its own. */
export const validBlocks = 150;
const firstHeight = 280_000_000;
const firstSlot = 302_000_000;
const firstTime = Date.UTC(2026, 0, 1) / 1000;
const base58 = (bytes: Uint8Array): string => getBase58Decoder().decode(bytes);

/** Decodes a transaction. @throws an Error if the bytes are none, are cut short or have more behind them */
export function decodeWire(bytes: Uint8Array): Wire {
  const transaction = getTransactionDecoder().decode(bytes);
  const message = getCompiledTransactionMessageDecoder().decode(transaction.messageBytes) as unknown as Message;
  const count = bytes[0]!;
  const signatures = Array.from({ length: count }, (_, at) => bytes.slice(1 + 64 * at, 65 + 64 * at));
  if (1 + 64 * count + transaction.messageBytes.length !== bytes.length) throw new Error('bytes are left over');
  if (count !== message.header.numSignerAccounts) throw new Error('not as many signatures as signers');
  return { bytes, transaction, message, signatures, signature: base58(signatures[0]!) };
}

/** Whether every signature is that of its account for this message. */
export const isSigned = ({ transaction, message, signatures }: Wire): boolean =>
  signatures.every((signature, at) => {
    const x = Buffer.from(getBase58Encoder().encode(message.staticAccounts[at]!)).toString('base64url');
    const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
    return verify(null, transaction.messageBytes as unknown as Uint8Array, key, signature);
  });

/** Whether a transaction may change the account at an index of its message. */
function isWritable({ header, staticAccounts }: Message, at: number): boolean {
  const { numSignerAccounts, numReadonlySignerAccounts, numReadonlyNonSignerAccounts } = header;
  return at < numSignerAccounts
    ? at < numSignerAccounts - numReadonlySignerAccounts
    : at < staticAccounts.length - numReadonlyNonSignerAccounts;
}

/** A chain with 400 empty blocks. */
export class SolanaChain {
  readonly svm = new LiteSVM().withBlockhashCheck(false).withTransactionHistory(0n).withSigverify(false);
  readonly blocks: Block[] = [];
  /** By signature, in the order in which they landed. */
  readonly landed = new Map<string, Landed>();
  #indexes = new Map<string, number>();
  #changes = new Map<string, { readonly at: number; readonly before: EncodedAccount | undefined }[]>();

  constructor() {
    this.advance(400);
  }

  /** The index of the newest block. */
  get tip(): number {
    return this.blocks.length - 1;
  }

  /** Adds empty blocks. Each eighth slot has none. */
  advance(count: number): void {
    for (let left = count; left > 0; left--) {
      const n = this.blocks.length;
      const slot = firstSlot + n + Math.floor(n / 7);
      const blockhash = base58(createHash('sha256').update(`block ${n}`).digest());
      const time = firstTime + Math.floor((slot - firstSlot) * 0.4);
      this.blocks.push({ slot, height: firstHeight + n, blockhash, time });
      this.#indexes.set(blockhash, n);
    }
  }

  /** Whether the block at an index accepts the blockhash as recent. */
  isRecent(blockhash: string, at: number): boolean {
    const of = this.#indexes.get(blockhash);
    return of !== undefined && of <= at && at - of <= validBlocks;
  }

  /** An account as of the block at an index; undefined if there is none. */
  accountAt(name: string, at = this.tip): EncodedAccount | undefined {
    const change = this.#changes.get(name)?.find((one) => one.at > at);
    return change ? change.before : this.#account(name);
  }

  #account(name: string): EncodedAccount | undefined {
    const account = this.svm.getAccount(address(name));
    return account.exists ? account : undefined;
  }

  /** The accounts of a program as of the block at an index. */
  accountsOf(program: Address, at: number): readonly EncodedAccount[] {
    const held = this.svm.getProgramAccounts(program).map((one) => one.address as string);
    const names = new Set<string>([...held, ...this.#changes.keys()]);
    return [...names]
      .map((name) => this.accountAt(name, at))
      .filter((one) => one !== undefined)
      .filter((one) => one.programAddress === program);
  }

  /** Runs a transaction on the accounts as of the block at an index and changes nothing. */
  simulate(wire: Wire, at: number): Outcome {
    const changed = wire.message.staticAccounts.filter((name) => this.#changes.get(name)?.some((one) => one.at > at));
    const now = changed.map((name) => this.#account(name));
    for (const name of changed) this.#set(name, this.accountAt(name, at));
    try {
      return outcomeOf(this.svm.simulateTransaction(wire.transaction));
    } finally {
      for (const [index, name] of changed.entries()) this.#set(name, now[index]);
    }
  }

  #set(name: string, account: EncodedAccount | undefined): void {
    if (account?.executable) return; // a program does not change
    const none = { data: new Uint8Array(), executable: false, lamports: 0n, programAddress: system, space: 0n };
    this.svm.setAccount((account ?? { ...none, address: address(name) }) as EncodedAccount);
  }

  /** Puts a transaction into a new block; undefined if no block accepts it. */
  land(wire: Wire): Landed | undefined {
    if (!isSigned(wire) || this.landed.has(wire.signature)) return undefined;
    if (!this.isRecent(wire.message.lifetimeToken, this.tip)) return undefined;
    const names = wire.message.staticAccounts;
    const before = names.map((name) => this.#account(name));
    this.advance(1);
    const block = this.blocks[this.tip]!;
    this.svm.warpToSlot(BigInt(block.slot));
    const outcome = outcomeOf(this.svm.sendTransaction(wire.transaction));
    const after = names.map((name) => this.#account(name));
    const fee = sum(before) - sum(after);
    if (outcome.err && fee === 0n) return undefined; // refused before it ran
    names.forEach((name, index) => {
      if (isWritable(wire.message, index))
        this.#changes.set(name, [...(this.#changes.get(name) ?? []), { at: this.tip, before: before[index] }]);
    });
    const landed = { ...outcome, wire, block, before, after, fee };
    this.landed.set(wire.signature, landed);
    return landed;
  }

  /** Runs a transaction outside the blocks, as of the first one: for what a test sets up. @throws an Error if it fails */
  setUp(transaction: Transaction): void {
    const { err, logs } = outcomeOf(this.svm.sendTransaction(transaction));
    if (err) throw new Error(`${JSON.stringify(err)} ${logs.join('\n')}`);
  }
}

const system = address('11111111111111111111111111111111');
const sum = (accounts: readonly (EncodedAccount | undefined)[]): bigint =>
  accounts.reduce((total, one) => total + (one?.lamports ?? 0n), 0n);

function outcomeOf(result: TransactionMetadata | FailedTransactionMetadata | SimulatedTransactionInfo): Outcome {
  const failed = result instanceof FailedTransactionMetadata;
  const meta = 'meta' in result ? result.meta() : result;
  const post = 'postAccounts' in result ? result.postAccounts() : [];
  return {
    ...{ err: failed ? transactionError(result.err()) : null, logs: meta.logs() },
    ...{ units: meta.computeUnitsConsumed(), post: new Map(post.map((one) => [one.address as string, one])) },
  };
}

// Runs the instructions of a Solana transaction: coin transfers, SPL transferChecked, associated accounts, memos and
// the compute budget. It changes nothing itself.

import { associatedAccount, type Instruction, isWritable, type Message, programs } from './solana-wire.js';

export interface TokenAccount {
  readonly owner: string;
  readonly mint: string;
}
/** The accounts before a transaction. Amounts are in base units. */
export interface Accounts {
  lamports(address: string): bigint;
  tokenAccount(address: string): TokenAccount | undefined;
  units(account: TokenAccount): bigint;
  /** Undefined for an address that is not a mint. */
  decimals(address: string): number | undefined;
}
/** A mint, or undefined for lamports. The parties of units are the owners of token accounts. */
export interface Move {
  readonly mint: string | undefined;
  readonly from: string;
  readonly to: string;
  readonly amount: bigint;
  /** Rent of a new account. */
  readonly rent?: true;
}
type InstructionError = string | { readonly Custom: number };
export type TransactionError =
  | string
  | { readonly InstructionError: readonly [number, InstructionError] }
  | { readonly DuplicateInstruction: number }
  | { readonly InsufficientFundsForRent: { readonly account_index: number } };
export interface Execution {
  readonly err: TransactionError | null;
  /** Whether a block takes it, and its fee. */
  readonly lands: boolean;
  readonly fee: bigint;
  readonly moves: readonly Move[];
  readonly created: ReadonlyMap<string, TokenAccount>;
  readonly units: number;
  readonly logs: readonly string[];
}

/** A transaction that no block takes. */
export const nothing = {
  lands: false,
  fee: 0n,
  moves: [],
  created: new Map<string, TokenAccount>(),
  units: 0,
  logs: [],
};

/** The rent-exempt minimum of an account with so many bytes. */
export const rentOf = (bytes: number): bigint => BigInt(128 + bytes) * 6960n;
export const tokenAccountSize = 165;

class Fails extends Error {
  readonly error: InstructionError;
  constructor(error: InstructionError) {
    super();
    this.error = error;
  }
}
const fail: (error: InstructionError | number) => never = (error) => {
  throw new Fails(typeof error === 'number' ? { Custom: error } : error);
};

/** Compute units of one instruction; the sandbox's own numbers for programs that are not built in. */
const unitsOf: Readonly<Record<string, number>> = {
  [programs.system]: 150,
  [programs.budget]: 150,
  [programs.token]: 6_200,
  [programs.associated]: 22_000,
  [programs.memo]: 20_000,
};
const builtIn = /^(1{32}$|ComputeBudget)/;
const exceeded = ({ program }: Instruction): string =>
  builtIn.test(program) ? 'ComputationalBudgetExceeded' : 'ProgramFailedToComplete';

/** The compute units that a message may use, its fee, and why no block takes it. */
export function budgetOf({ header, instructions }: Message) {
  const values = new Map<number, bigint>();
  let err: TransactionError | null = null;
  for (const [index, { program, data }] of instructions.entries()) {
    const kind = data[0] ?? 0;
    const size = kind === 3 ? 8 : 4;
    if (program !== programs.budget || err !== null) continue;
    if (kind < 1 || kind > 4 || data.length <= size) err = { InstructionError: [index, 'InvalidInstructionData'] };
    else if (values.has(kind)) err = { DuplicateInstruction: index };
    else values.set(kind, size === 8 ? data.readBigUInt64LE(1) : BigInt(data.readUInt32LE(1)));
  }
  const usual = instructions.reduce((sum, { program }) => sum + (builtIn.test(program) ? 3_000 : 200_000), 0);
  const limit = Math.min(Number(values.get(2) ?? usual), 1_400_000);
  const fee = 5_000n * BigInt(header[0]) + ((values.get(3) ?? 0n) * BigInt(limit) + 999_999n) / 1_000_000n;
  return { limit, fee, err };
}

/** Runs a message with valid signatures and a valid blockhash. */
export function execute(accounts: Accounts, message: Message): Execution {
  const { keys, instructions } = message;
  if (new Set(keys).size < keys.length) return { ...nothing, err: 'AccountLoadedTwice' };
  const { fee, limit, err } = budgetOf(message);
  if (err) return { ...nothing, err };
  const [payer = ''] = keys;
  const held = accounts.lamports(payer);
  if (held === 0n) return { ...nothing, err: 'AccountNotFound' };
  if (accounts.tokenAccount(payer)) return { ...nothing, err: 'InvalidAccountForFee' };
  if (held < fee) return { ...nothing, err: 'InsufficientFundsForFee' };
  if (held > fee && held - fee < rentOf(0) && held >= rentOf(0))
    return { ...nothing, err: { InsufficientFundsForRent: { account_index: 0 } } };
  if (instructions.some(({ program }) => unitsOf[program] === undefined))
    return { ...nothing, err: 'ProgramAccountNotFound' };

  const run = new Run(accounts, message, fee);
  const logs: string[] = [];
  let units = 0;
  for (const [index, instruction] of instructions.entries()) {
    logs.push(`Program ${instruction.program} invoke [1]`);
    units += unitsOf[instruction.program]!;
    const error = units > limit ? exceeded(instruction) : run.step(instruction);
    logs.push(`Program ${instruction.program} ${error ? `failed: ${errorText(error)}` : 'success'}`);
    if (error)
      return {
        ...nothing,
        lands: true,
        fee,
        units: Math.min(units, limit),
        logs,
        err: { InstructionError: [index, error] },
      };
  }
  const poor = keys.findIndex((key, at) => isWritable(message, at) && run.isBelowRent(key));
  if (poor >= 0)
    return { ...nothing, lands: true, fee, units, logs, err: { InsufficientFundsForRent: { account_index: poor } } };
  return { err: null, lands: true, fee, units, logs, moves: run.moves, created: run.created };
}

/** The accounts while the instructions run. */
class Run {
  readonly moves: Move[] = [];
  readonly created = new Map<string, TokenAccount>();
  readonly #accounts: Accounts;
  readonly #message: Message;
  readonly #fee: bigint;
  constructor(accounts: Accounts, message: Message, fee: bigint) {
    this.#accounts = accounts;
    this.#message = message;
    this.#fee = fee;
  }

  step({ program, accounts, data }: Instruction): InstructionError | undefined {
    const { keys, header } = this.#message;
    const roles = accounts.map((at) => ({
      key: keys[at]!,
      signs: at < header[0],
      writes: isWritable(this.#message, at),
    }));
    try {
      if (program === programs.system) this.#transfer(roles, data);
      if (program === programs.token) this.#transferChecked(roles, data);
      if (program === programs.associated) this.#createAssociated(roles, data);
      if (program === programs.memo) checkMemo(roles, data);
      return undefined;
    } catch (error) {
      if (error instanceof Fails) return error.error;
      throw error;
    }
  }

  #transfer([from, to]: readonly Role[], data: Buffer): void {
    if (data.length < 12 || data.readUInt32LE(0) !== 2) fail('InvalidInstructionData');
    if (!from || !to) fail('NotEnoughAccountKeys');
    if (!from.signs) fail('MissingRequiredSignature');
    this.#pay(from, to, data.readBigUInt64LE(4));
  }

  #pay(from: Role, to: Role, amount: bigint, rent?: true): void {
    if (this.tokenAccount(from.key)) fail('InvalidArgument');
    if (this.lamports(from.key) < amount) fail(1);
    if (amount > 0n && !(from.writes && to.writes)) fail('ReadonlyLamportChange');
    this.moves.push({ mint: undefined, from: from.key, to: to.key, amount, rent });
  }

  #transferChecked([source, mint, target, authority]: readonly Role[], data: Buffer): void {
    if (data.length < 10 || data[0] !== 12) fail(12);
    if (!source || !mint || !target || !authority) fail('NotEnoughAccountKeys');
    const [from, to] = [this.tokenAccount(source.key), this.tokenAccount(target.key)];
    if (!from || !to) fail('InvalidAccountData');
    const amount = data.readBigUInt64LE(1);
    if (this.units(from) < amount) fail(1);
    if (from.mint !== to.mint || from.mint !== mint.key) fail(3);
    if (data[9] !== this.#accounts.decimals(mint.key)) fail(18);
    if (from.owner !== authority.key) fail(4);
    if (!authority.signs) fail('MissingRequiredSignature');
    if (!source.writes || !target.writes) fail('ReadonlyDataModified');
    this.moves.push({ mint: from.mint, from: from.owner, to: to.owner, amount });
  }

  #createAssociated([payer, account, owner, mint, , tokens]: readonly Role[], data: Buffer): void {
    if (data.length !== 1 || data[0] !== 1) fail('InvalidInstructionData');
    if (!payer || !account || !owner || !mint || !tokens) fail('NotEnoughAccountKeys');
    if (tokens.key !== programs.token) fail('IncorrectProgramId');
    if (account.key !== associatedAccount(owner.key, mint.key)) fail('InvalidSeeds');
    if (this.tokenAccount(account.key)) return;
    if (this.#accounts.decimals(mint.key) === undefined) fail('IncorrectProgramId');
    if (!payer.signs || !payer.writes || !account.writes) fail('PrivilegeEscalation');
    const missing = rentOf(tokenAccountSize) - this.lamports(account.key);
    if (missing > 0n) this.#pay(payer, account, missing, true);
    this.created.set(account.key, { owner: owner.key, mint: mint.key });
  }

  tokenAccount(key: string): TokenAccount | undefined {
    return this.created.get(key) ?? this.#accounts.tokenAccount(key);
  }
  /** After the fee and the moves until now. */
  lamports(key: string): bigint {
    const held = this.#accounts.lamports(key) - (key === this.#message.keys[0] ? this.#fee : 0n);
    return held + changeOf(this.moves, undefined, key);
  }
  units(account: TokenAccount): bigint {
    return this.#accounts.units(account) + changeOf(this.moves, account.mint, account.owner);
  }
  /** Whether an account has become one that the chain does not keep. */
  isBelowRent(key: string): boolean {
    const [before, after] = [this.#accounts.lamports(key), this.lamports(key)];
    const isBelow = (lamports: bigint, bytes: number) => lamports > 0n && lamports < rentOf(bytes);
    if (!isBelow(after, this.tokenAccount(key) ? tokenAccountSize : 0)) return false;
    return !isBelow(before, 0) || after > before;
  }
}
interface Role {
  readonly key: string;
  readonly signs: boolean;
  readonly writes: boolean;
}

/** The change of one account by moves. */
export const changeOf = (moves: readonly Move[], mint: string | undefined, key: string): bigint =>
  moves
    .filter((move) => move.mint === mint)
    .reduce((sum, { from, to, amount }) => sum + (to === key ? amount : 0n) - (from === key ? amount : 0n), 0n);

function checkMemo(roles: readonly Role[], data: Buffer): void {
  if (!Buffer.from(data.toString()).equals(data)) fail('ProgramFailedToComplete');
  if (roles.some(({ signs }) => !signs)) fail('MissingRequiredSignature');
}

const sentences: Readonly<Record<string, string>> = {
  AccountNotFound: 'Attempt to debit an account but found no record of a prior credit.',
  AlreadyProcessed: 'This transaction has already been processed',
  BlockhashNotFound: 'Blockhash not found',
  InsufficientFundsForFee: 'Insufficient funds for fee',
  ProgramAccountNotFound: 'Attempt to load a program that does not exist',
};
const errorText = (error: InstructionError): string =>
  typeof error === 'string' ? error : `custom program error: 0x${error.Custom.toString(16)}`;

/** As in the message of a failed simulation. */
export function errorSentence(error: TransactionError): string {
  if (typeof error === 'string') return sentences[error] ?? error;
  if ('InstructionError' in error)
    return `Error processing Instruction ${error.InstructionError[0]}: ${errorText(error.InstructionError[1])}`;
  if ('DuplicateInstruction' in error)
    return `Transaction contains a duplicate instruction (${error.DuplicateInstruction}) that is not allowed`;
  return `Transaction results in an account (${error.InsufficientFundsForRent.account_index}) with insufficient funds for rent`;
}

// Transactions of Solana as bytes: builds, parses and checks them. A transfer of coins or of a token, with a memo: one
// signer, no lookup tables, and no instruction that is not named here.

import { createPublicKey, verify } from 'node:crypto';
import {
  address,
  appendTransactionMessageInstructions,
  type Blockhash,
  compileTransactionMessage,
  createNoopSigner,
  createTransactionMessage,
  getCompiledTransactionMessageDecoder,
  getCompiledTransactionMessageEncoder,
  type Instruction,
  pipe,
  setTransactionMessageFeePayer,
  setTransactionMessageLifetimeUsingBlockhash,
} from '@solana/kit';
import {
  COMPUTE_BUDGET_PROGRAM_ADDRESS,
  getSetComputeUnitLimitInstruction,
  getSetComputeUnitPriceInstruction,
} from '@solana-program/compute-budget';
import { getAddMemoInstruction } from '@solana-program/memo';
import { getTransferSolInstruction, SYSTEM_PROGRAM_ADDRESS } from '@solana-program/system';
import {
  ASSOCIATED_TOKEN_PROGRAM_ADDRESS,
  getCreateAssociatedTokenIdempotentInstruction,
  getTransferCheckedInstruction,
  TOKEN_PROGRAM_ADDRESS,
} from '@solana-program/token';
import { Guarded } from '../../services/http/errors.js';
import type { SignedBytes } from '../chain/family.js';
import { bytesToHex, hexToBytes } from '../chain/hex.js';
import { fromBase58, toBase58 } from './rpc.js';

/** The programs that a transaction may call beside those of the library. */
export const programs = {
  system: SYSTEM_PROGRAM_ADDRESS as string,
  token: TOKEN_PROGRAM_ADDRESS as string,
  token2022: 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb',
  memo: 'MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr',
} as const;

/** A transfer of coins, or of a token between associated accounts. Addresses are base58. */
export type SolanaTransfer =
  | { readonly kind: 'coin'; readonly to: string; readonly lamports: bigint }
  | {
      readonly kind: 'token';
      /** The token program of the mint. */
      readonly program: string;
      readonly mint: string;
      readonly decimals: number;
      /** In base units. */
      readonly raw: bigint;
      /** The owner of the account that receives. */
      readonly to: string;
      /** The token accounts that send and receive. */
      readonly source: string;
      readonly destination: string;
    };

/** A transaction before it is signed. */
export interface SolanaFields {
  readonly from: string;
  readonly blockhash: string;
  /** The most compute units. */
  readonly unitLimit: number;
  /** Micro-lamports for a compute unit. */
  readonly unitPrice: bigint;
  readonly transfer: SolanaTransfer;
  readonly memo?: string | undefined;
}

/** The fee of a signature, lamports. */
const signatureFee = 5000n;
/** The fee of a transaction, lamports: of its signature, and for its compute units whether it uses them or not. */
export const feeOf = ({ unitLimit, unitPrice }: Pick<SolanaFields, 'unitLimit' | 'unitPrice'>): bigint =>
  signatureFee + priorityFeeOf({ unitLimit, unitPrice });
/** The priority fee of a transaction, lamports, rounded up. */
export const priorityFeeOf = ({ unitLimit, unitPrice }: Pick<SolanaFields, 'unitLimit' | 'unitPrice'>): bigint =>
  (BigInt(unitLimit) * unitPrice + 999_999n) / 1_000_000n;

/** The instructions of a transaction, in their only order. */
function instructionsOf({ from, unitLimit, unitPrice, transfer, memo }: SolanaFields): readonly Instruction[] {
  const signer = createNoopSigner(address(from));
  const budget = [
    getSetComputeUnitLimitInstruction({ units: unitLimit }),
    getSetComputeUnitPriceInstruction({ microLamports: unitPrice }),
  ];
  // a token account that asks for a memo takes it right before the transfer only
  const memos = memo === undefined ? [] : [getAddMemoInstruction({ memo }, { programAddress: address(programs.memo) })];
  if (transfer.kind === 'coin') {
    const { to, lamports: amount } = transfer;
    return [...budget, ...memos, getTransferSolInstruction({ source: signer, destination: address(to), amount })];
  }
  const { to, mint, program, source, destination, raw: amount, decimals } = transfer;
  const tokenProgram = address(program);
  return [
    ...budget,
    getCreateAssociatedTokenIdempotentInstruction({
      ...{ payer: signer, ata: address(destination), owner: address(to), mint: address(mint), tokenProgram },
    }),
    ...memos,
    getTransferCheckedInstruction(
      {
        ...{ source: address(source), mint: address(mint), destination: address(destination), authority: signer },
        ...{ amount, decimals },
      },
      { programAddress: tokenProgram },
    ),
  ];
}

/** The message of a transaction, which is signed: 0x hex. */
export function serialize(fields: SolanaFields): string {
  const lifetime = { blockhash: fields.blockhash as Blockhash, lastValidBlockHeight: 0n };
  const message = pipe(
    createTransactionMessage({ version: 'legacy' }),
    (m) => setTransactionMessageFeePayer(address(fields.from), m),
    (m) => setTransactionMessageLifetimeUsingBlockhash(lifetime, m),
    (m) => appendTransactionMessageInstructions(instructionsOf(fields), m),
  );
  return bytesToHex(Uint8Array.from(getCompiledTransactionMessageEncoder().encode(compileTransactionMessage(message))));
}

/** A message with an empty place for its signature, as a simulation takes it. */
export const unsignedWire = (message: string): Uint8Array =>
  Uint8Array.from([1, ...new Uint8Array(64), ...hexToBytes(message)]);

const bad = (why: string): Guarded => new Guarded('BAD_TRANSACTION', `The transaction cannot be signed: ${why}.`);

/** An instruction of a message. */
interface Call {
  readonly program: string;
  readonly accounts: readonly string[];
  readonly data: Uint8Array;
}

/**
 * Parses the message of a transaction.
 * @throws {Guarded} BAD_TRANSACTION for bytes that cannot be read, several signers, lookup tables; OPAQUE_CALL for any
 * instruction but those of a transfer
 */
export function parseMessage(message: string): SolanaFields {
  const { from, blockhash, calls } = messageIn(message);
  const [limit, price, ...others] = calls;
  const [last, ...before] = [...others].reverse();
  if (!limit || !price || !last) throw opaque();
  const memo = before.find(({ program }) => program === programs.memo);
  const fields: SolanaFields = {
    from,
    blockhash,
    unitLimit: Number(littleEndian(limit.data, 1, 4)),
    unitPrice: littleEndian(price.data, 1, 8),
    memo: memo && textOf(memo.data),
    transfer: last.program === programs.system ? coinTransfer(last) : tokenTransfer(last, before),
  };
  // what these fields are made into has to be what the message has, account by account and byte by byte
  const expected = instructionsOf(fields);
  const isSame =
    expected.length === calls.length &&
    expected.every((instruction, index) => isSameCall(instruction, calls[index]!)) &&
    isPlain(calls, message, from);
  if (!isSame) throw opaque(calls.map(({ program }) => program).find((program) => !known.has(program)));
  return fields;
}
const known: ReadonlySet<string> = new Set<string>([
  ...Object.values(programs),
  COMPUTE_BUDGET_PROGRAM_ADDRESS,
  ASSOCIATED_TOKEN_PROGRAM_ADDRESS,
]);

function opaque(program?: string): Guarded {
  return new Guarded(
    'OPAQUE_CALL',
    program === undefined
      ? 'The transaction has instructions that tuk does not know, or hides some behind others.'
      : `The transaction calls the program ${program}, which tuk does not know.`,
    'tuk signs transfers of SOL and of tokens only.',
  );
}

function messageIn(message: string): {
  readonly from: string;
  readonly blockhash: string;
  readonly calls: readonly Call[];
} {
  const parsed = (() => {
    try {
      const bytes = hexToBytes(message);
      const decoded = getCompiledTransactionMessageDecoder().decode(bytes);
      const again = getCompiledTransactionMessageEncoder().encode(decoded as never);
      return Buffer.from(again as Uint8Array).equals(bytes) ? decoded : undefined; // nothing stands behind it
    } catch {
      return undefined;
    }
  })();
  if (parsed === undefined) throw bad('its bytes cannot be read');
  if (parsed.version !== 'legacy') throw bad('its version is one that tuk does not sign');
  const { header, staticAccounts, instructions, lifetimeToken } = parsed;
  if (header.numSignerAccounts !== 1 || header.numReadonlySignerAccounts !== 0) throw bad('it has several signers');
  if (new Set(staticAccounts).size !== staticAccounts.length) throw bad('it names an account twice');
  const at = (index: number): string => {
    const account = staticAccounts[index];
    if (account === undefined) throw bad('it names an account that it does not have');
    return account;
  };
  return {
    from: at(0),
    blockhash: lifetimeToken,
    calls: instructions.map(({ programAddressIndex, accountIndices = [], data = new Uint8Array() }) => ({
      program: at(programAddressIndex),
      accounts: accountIndices.map(at),
      data: Uint8Array.from(data),
    })),
  };
}

/** Whether a message names no account that its instructions do not use. */
function isPlain(calls: readonly Call[], message: string, from: string) {
  const used = new Set([from, ...calls.flatMap(({ program, accounts }) => [program, ...accounts])]);
  const { staticAccounts } = getCompiledTransactionMessageDecoder().decode(hexToBytes(message));
  return staticAccounts.every((account) => used.has(account));
}

const isSameCall = ({ programAddress, accounts = [], data = new Uint8Array() }: Instruction, call: Call) =>
  programAddress === call.program &&
  accounts.length === call.accounts.length &&
  accounts.every((account, index) => account.address === call.accounts[index]) &&
  Buffer.from(data as Uint8Array).equals(call.data);

function coinTransfer({ accounts, data }: Call): SolanaTransfer {
  const [, to] = accounts;
  if (to === undefined || data.length !== 12) throw opaque();
  return { kind: 'coin', to, lamports: littleEndian(data, 4, 8) };
}
function tokenTransfer({ program, accounts, data }: Call, before: readonly Call[]): SolanaTransfer {
  const [source, mint, destination] = accounts;
  const creation = before.find((call) => call.program === ASSOCIATED_TOKEN_PROGRAM_ADDRESS);
  const to = creation?.accounts[2];
  const isToken = program === programs.token || program === programs.token2022;
  if (!isToken || source === undefined || mint === undefined || destination === undefined || to === undefined)
    throw opaque(known.has(program) ? undefined : program);
  if (data.length !== 10) throw opaque();
  return { kind: 'token', program, mint, decimals: data[9]!, raw: littleEndian(data, 1, 8), to, source, destination };
}

/** A number of `size` bytes at an offset, little endian. @throws {Guarded} OPAQUE_CALL for too few bytes */
function littleEndian(data: Uint8Array, offset: number, size: number) {
  if (data.length < offset + size) throw opaque();
  return data.subarray(offset, offset + size).reduceRight((sum, byte) => sum * 256n + BigInt(byte), 0n);
}
function textOf(data: Uint8Array) {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(data);
  } catch {
    throw bad('its memo is not UTF-8');
  }
}

/** The message of signed bytes, 0x hex. @throws {Guarded} BAD_TRANSACTION */
export function messageOf(raw: string): string {
  const bytes = hexToBytes(raw);
  if (bytes[0] !== 1 || bytes.length <= 65) throw bad('its bytes do not have one signature');
  return bytesToHex(bytes.subarray(65));
}

/**
 * Checks that signed bytes have the unsigned message, and the signature of the address.
 * @returns the bytes, and the signature in base58, by which the chain shows them
 * @throws {Guarded} BAD_TRANSACTION
 */
export function requireSigned(unsigned: string, raw: string, signer: string): SignedBytes {
  const signature = signatureOf(unsigned.toLowerCase(), raw, signer);
  if (signature !== undefined) return { raw: raw.toLowerCase(), hash: signature };
  throw new Guarded('BAD_TRANSACTION', 'The signed transaction is not the one that was to be signed.');
}

function signatureOf(unsigned: string, raw: string, signer: string): string | undefined {
  try {
    if (messageOf(raw) !== unsigned || parseMessage(unsigned).from !== signer) return undefined;
    const bytes = hexToBytes(raw);
    const signature = bytes.subarray(1, 65);
    const x = Buffer.from(fromBase58(signer)).toString('base64url');
    const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
    return verify(null, hexToBytes(unsigned), key, signature) ? toBase58(signature) : undefined;
  } catch {
    return undefined;
  }
}

/** The accounts of signed bytes, in the order in which the chain shows their balances. */
export const accountsOf = (raw: string): readonly string[] =>
  getCompiledTransactionMessageDecoder().decode(hexToBytes(messageOf(raw))).staticAccounts;

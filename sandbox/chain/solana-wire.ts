// Reads wire transactions of Solana: legacy and version 0 messages without lookup tables. Addresses of programs and of
// associated accounts.

import { createHash, createPublicKey, verify } from 'node:crypto';
import { base58 } from '@scure/base';
import { RpcError } from './abi.js';

export interface Instruction {
  readonly program: string;
  /** Indexes of `keys`. */
  readonly accounts: readonly number[];
  readonly data: Buffer;
}
export interface Message {
  readonly version: 'legacy' | 0;
  readonly header: readonly [signers: number, readonlySigners: number, readonlyOthers: number];
  readonly keys: readonly string[];
  /** In base58. */
  readonly blockhash: string;
  readonly instructions: readonly Instruction[];
}
export interface WireTransaction {
  readonly signatures: readonly string[];
  readonly message: Message;
  /** The signed bytes. */
  readonly signed: Buffer;
}

const malformed = (): never => {
  throw new RpcError(-32602, 'failed to deserialize the transaction: io error: failed to fill whole buffer');
};

/** A reader of bytes. @throws {RpcError} at their end */
function reader(bytes: Buffer) {
  let at = 0;
  const take = (count: number): Buffer => {
    if (at + count > bytes.length) malformed();
    at += count;
    return bytes.subarray(at - count, at);
  };
  const byte = (): number => take(1)[0]!;
  /** Seven bits a byte, the lowest first. */
  const count = (): number => {
    let value = 0;
    for (let shift = 0; shift < 21; shift += 7) {
      const part = byte();
      value |= (part & 0x7f) << shift;
      if (part < 0x80) return value;
    }
    return malformed();
  };
  const list = <Item>(item: () => Item): Item[] => Array.from({ length: count() }, item);
  return { take, byte, count, list, peek: () => bytes[at], rest: () => bytes.subarray(at) };
}

/** @throws {RpcError} -32602 */
export function readMessage(bytes: Buffer): Message {
  const { take, byte, count, list, peek, rest } = reader(bytes);
  const version = peek()! >= 0x80 ? ((byte() & 0x7f) as 0) : 'legacy';
  if (version !== 'legacy' && version !== 0) malformed();
  const header = [byte(), byte(), byte()] as const;
  const keys = list(() => base58.encode(take(32)));
  const blockhash = base58.encode(take(32));
  const compiled = list(() => ({ program: byte(), accounts: list(byte), data: Buffer.from(take(count())) }));
  if (version === 0 && count() > 0) throw new RpcError(-32602, 'the sandbox reads no address lookup tables');
  if (rest().length > 0) malformed();
  const [signers, readonlySigners, readonlyOthers] = header;
  const isSound =
    signers > readonlySigners &&
    signers + readonlyOthers <= keys.length &&
    compiled.every(
      ({ program, accounts }) => program > 0 && [program, ...accounts].every((index) => index < keys.length),
    );
  if (!isSound)
    throw new RpcError(-32602, 'invalid transaction: Transaction failed to sanitize accounts offsets correctly');
  return {
    version,
    header,
    keys,
    blockhash,
    instructions: compiled.map((one) => ({ ...one, program: keys[one.program]! })),
  };
}

/** @throws {RpcError} -32602 */
export function readTransaction(bytes: Buffer): WireTransaction {
  const { take, list, rest } = reader(bytes);
  const signatures = list(() => base58.encode(take(64)));
  const message = readMessage(rest());
  if (signatures.length !== message.header[0] || bytes.length > 1232) malformed();
  return { signatures, message, signed: rest() };
}

const publicKeyPrefix = Buffer.from('302a300506032b6570032100', 'hex');

/** Whether each signer has signed. */
export const isSigned = ({ signatures, message, signed }: WireTransaction): boolean =>
  signatures.every((signature, at) => {
    const key = Buffer.concat([publicKeyPrefix, base58.decode(message.keys[at]!)]);
    return verify(null, signed, createPublicKey({ key, format: 'der', type: 'spki' }), base58.decode(signature));
  });

/** Whether the transaction may change the account at an index. */
export const isWritable = (
  { header: [signers, readonlySigners, readonlyOthers], keys }: Message,
  at: number,
): boolean => (at < signers ? at < signers - readonlySigners : at < keys.length - readonlyOthers);

export const programs = {
  system: '11111111111111111111111111111111',
  token: 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA',
  associated: 'ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL',
  memo: 'MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr',
  budget: 'ComputeBudget111111111111111111111111111111',
} as const;

const p = 2n ** 255n - 19n;
/** -121665 / 121666 */
const d = 37095705934669439343138083508754565189542113879843219016388785533085940283555n;

/** Whether 32 bytes are a point of the curve of ed25519, by Euler's criterion. */
function isOnCurve(bytes: Buffer): boolean {
  const y = BigInt(`0x${Buffer.from(bytes).reverse().toString('hex')}`) & (2n ** 255n - 1n);
  const square = y * y;
  let [power, base] = [1n, ((square - 1n) * (d * square + 1n)) % p];
  for (let rest = (p - 1n) / 2n; rest > 0n; rest >>= 1n) {
    if (rest & 1n) power = (power * base) % p;
    base = (base * base) % p;
  }
  return power < 2n; // 0 or 1
}

/** The token account that belongs to an owner and a mint of the token program. */
export function associatedAccount(owner: string, mint: string): string {
  const seeds = [owner, programs.token, mint].map((key) => base58.decode(key));
  for (let bump = 255; ; bump--) {
    const parts = [
      ...seeds,
      Uint8Array.of(bump),
      base58.decode(programs.associated),
      Buffer.from('ProgramDerivedAddress'),
    ];
    const hash = createHash('sha256').update(Buffer.concat(parts)).digest();
    if (!isOnCurve(hash)) return base58.encode(hash);
  }
}

// Transactions of EVM chains as bytes: builds, parses and signs them. Type 0 (EIP-155) and type 2 (EIP-1559) only; the
// chain id is always stated.

import { addr, Transaction } from 'micro-eth-signer';
import { isEvmAddress } from '../../services/forms.js';
import { Guarded } from '../../services/http/errors.js';
import type { SignedBytes } from '../chain/family.js';
import type { Key } from '../keys/keys.js';

/** The price of gas in wei: one price, or the maximum with the maximum of the tip (EIP-1559). */
export type GasPrice =
  | { readonly gasPrice: bigint }
  | { readonly maxFeePerGas: bigint; readonly maxPriorityFeePerGas: bigint };
/** A transaction before it is signed. Amounts are in wei. */
export interface TransactionFields {
  readonly chainId: bigint;
  readonly nonce: bigint;
  /** With its checksum. */
  readonly to: string;
  readonly value: bigint;
  /** 0x hex. */
  readonly data: string;
  readonly gasLimit: bigint;
  readonly price: GasPrice;
}
/** The most that a unit of gas can cost. */
export const mostPerGas = (price: GasPrice): bigint => ('gasPrice' in price ? price.gasPrice : price.maxFeePerGas);
/** The most that the gas of a transaction can cost, in wei. */
export const maxFeeOf = ({ gasLimit, price }: Pick<TransactionFields, 'gasLimit' | 'price'>): bigint =>
  gasLimit * mostPerGas(price);

/** The unsigned bytes of a transaction, 0x hex. */
export function serialize({ price, ...fields }: TransactionFields): string {
  requireChainId(fields.chainId);
  const transaction =
    'gasPrice' in price
      ? new Transaction('legacy', { ...fields, gasPrice: price.gasPrice }, { strict: false })
      : new Transaction('eip1559', { ...fields, ...price, accessList: [] }, { strict: false });
  return transaction.toHex({ includeSignature: false });
}

/**
 * Parses the bytes of a transaction, signed or not.
 * @throws {Guarded} BAD_TRANSACTION for other types, a creation of a contract, an access list, no chain id
 */
export function parseTransaction(bytes: string): TransactionFields {
  const bad = (why: string) => new Guarded('BAD_TRANSACTION', `The transaction cannot be signed: ${why}.`);
  const parsed = (() => {
    try {
      return Transaction.fromHex(bytes, false);
    } catch {
      throw bad('its bytes cannot be read');
    }
  })();
  const { raw } = parsed;
  if (parsed.type !== 'legacy' && parsed.type !== 'eip1559') throw bad(`its type is ${parsed.type}`);
  if (!addr.isValid(raw.to)) throw bad('it creates a contract, or its recipient is not an address');
  if ('accessList' in raw && raw.accessList.length > 0) throw bad('it has an access list');
  if (raw.chainId === undefined) throw bad('it names no chain');
  requireChainId(raw.chainId);
  const price: GasPrice =
    'maxFeePerGas' in raw
      ? { maxFeePerGas: raw.maxFeePerGas, maxPriorityFeePerGas: raw.maxPriorityFeePerGas }
      : { gasPrice: (raw as { readonly gasPrice: bigint }).gasPrice };
  const { chainId, nonce, to, value, data, gasLimit } = raw;
  return { chainId, nonce, to, value, data, gasLimit, price };
}

/** Signs unsigned bytes, and checks the result. @throws {Guarded} BAD_TRANSACTION */
export function signTransaction(
  unsigned: string,
  { address, privateKey }: Pick<Key, 'address' | 'privateKey'>,
): SignedBytes {
  parseTransaction(unsigned);
  return requireSigned(unsigned, Transaction.fromHex(unsigned, false).signBy(privateKey, true).toHex(), address);
}

/**
 * Checks that signed bytes have the fields of the unsigned ones, and the signature of the address.
 * @returns the bytes and their hash
 * @throws {Guarded} BAD_TRANSACTION
 */
export function requireSigned(unsigned: string, raw: string, address: string): SignedBytes {
  const hash = hashOfSigned(unsigned.toLowerCase(), raw, address);
  if (hash === undefined)
    throw new Guarded(
      'BAD_TRANSACTION',
      `The signed transaction is not the one that was to be signed${difference(unsigned, raw)}.`,
    );
  return { raw, hash };
}

/** What differs between unsigned and signed bytes, as the middle of a sentence; empty if only the signature does. */
function difference(unsigned: string, raw: string) {
  try {
    const [asked, signed] = [parseTransaction(unsigned), parseTransaction(raw)];
    const other = Object.entries(named).filter(([name]) => !isSame(asked, signed, name as keyof TransactionFields));
    return other.length === 0 ? ' (its signature)' : ` (its ${other.map(([, words]) => words).join(', ')})`;
  } catch {
    return ' (its bytes cannot be read)';
  }
}
const named: Readonly<Record<keyof TransactionFields, string>> = {
  chainId: 'chain',
  nonce: 'nonce',
  to: 'recipient',
  value: 'value',
  data: 'data',
  gasLimit: 'gas limit',
  price: 'fee',
};
const isSame = (one: TransactionFields, other: TransactionFields, name: keyof TransactionFields) =>
  name === 'price'
    ? Object.entries({ ...one.price, ...other.price }).every(
        ([part]) => (one.price as Record<string, bigint>)[part] === (other.price as Record<string, bigint>)[part],
      )
    : String(one[name]).toLowerCase() === String(other[name]).toLowerCase();

/** The hash of signed bytes, 0x hex; undefined for other fields or another signature. */
function hashOfSigned(unsigned: string, raw: string, address: string): string | undefined {
  try {
    const back = Transaction.fromHex(raw, false);
    const isSame =
      [unsigned, raw].every((bytes) => serialize(parseTransaction(bytes)) === unsigned) && back.toHex() === raw;
    return isSame && back.recoverSender().address === address ? `0x${back.hash.replace(/^0x/, '')}` : undefined;
  } catch {
    return undefined;
  }
}

/** An address with its EIP-55 checksum. @throws {RangeError} for a text of another form */
export function checksummed(address: string): string {
  if (!isEvmAddress(address)) throw new RangeError('no address');
  return addr.addChecksum(address.toLowerCase());
}

/**
 * The library signs for chain 1 if a transaction states no chain id, so none gets there without one.
 * @throws {Guarded} BAD_TRANSACTION
 */
function requireChainId(chainId: bigint | undefined) {
  if (typeof chainId !== 'bigint' || chainId <= 0n)
    throw new Guarded('BAD_TRANSACTION', 'The transaction names no chain.');
}

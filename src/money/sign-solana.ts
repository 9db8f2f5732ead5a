// Signs messages of Solana transactions that need one signature: of the account that pays the fee. The code of the
// chain decodes the effect of a message; here it has to be a whole message of the key's account.

import { base58 } from '@scure/base';
import { Guarded } from '../services/http/errors.js';
import { signEd25519 } from './ed25519.js';

/** The parts of a message that say who signs it. */
interface MessageSigners {
  readonly signatures: number;
  /** The accounts in base58; the first pays the fee, and the first `signatures` of them sign. */
  readonly accounts: readonly string[];
}

/** The most bytes of a whole transaction. */
const longestTransaction = 1232;

/**
 * Parses bytes as a whole message of a transaction, of the legacy form or version 0.
 * @returns undefined for anything else, such as a text
 */
export function solanaMessageSigners(bytes: Uint8Array): MessageSigners | undefined {
  try {
    return parse(bytes);
  } catch {
    return undefined;
  }
}

function parse(bytes: Uint8Array): MessageSigners | undefined {
  if (bytes.length > longestTransaction) return undefined;
  let at = 0;
  const take = (length: number): Uint8Array => {
    if (at + length > bytes.length) throw new RangeError('too short');
    at += length;
    return bytes.subarray(at - length, at);
  };
  const byte = (): number => take(1)[0]!;
  /** A length of one to three bytes, seven bits in each. */
  const length = (): number => {
    let value = 0;
    for (const shift of [0, 7, 14]) {
      const part = byte();
      value += (part & 0x7f) << shift;
      if ((part & 0x80) === 0) return value;
    }
    throw new RangeError('no length');
  };
  const times = <Item>(count: number, read: () => Item): Item[] => Array.from({ length: count }, read);
  const first = byte();
  const isVersioned = (first & 0x80) !== 0;
  if (isVersioned && first !== 0x80) return undefined;
  const signatures = isVersioned ? byte() : first;
  take(2); // how many accounts are read only
  const accounts = times(length(), () => base58.encode(take(32)));
  take(32); // the recent blockhash
  times(length(), () => {
    take(1);
    take(length());
    take(length());
  });
  if (isVersioned)
    times(length(), () => {
      take(32);
      take(length());
      take(length());
    });
  const isWhole = at === bytes.length && signatures >= 1 && signatures <= accounts.length;
  return isWhole ? { signatures, accounts } : undefined;
}

/**
 * Signs the message of a transaction that needs the signature of the key alone.
 * @param unsigned the message, 0x hex
 * @returns the whole transaction as it is broadcast, 0x hex: one signature and the message
 * @throws {Guarded} BAD_TRANSACTION for bytes that are not a message, and for other or more signatures
 */
export function signSolanaMessage(
  unsigned: string,
  { address, privateKey }: { readonly address: string; readonly privateKey: Uint8Array },
): string {
  const message = Buffer.from(unsigned.replace(/^0x/, ''), 'hex');
  const isHex = `0x${message.toString('hex')}` === unsigned.toLowerCase();
  const signers = isHex ? solanaMessageSigners(message) : undefined;
  if (!signers) throw new Guarded('BAD_TRANSACTION', 'The transaction cannot be signed: its bytes cannot be read.');
  if (signers.signatures !== 1 || signers.accounts[0] !== address)
    throw new Guarded('BAD_TRANSACTION', 'The transaction cannot be signed: it needs signatures of other accounts.');
  return `0x${Buffer.concat([Buffer.of(1), signEd25519(message, privateKey), message]).toString('hex')}`;
}

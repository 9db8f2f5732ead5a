// Verifies signatures of texts: EIP-191 by the recovered address, ed25519 by the address itself.

import { base58 } from '@scure/base';
import { eip191Signer } from 'micro-eth-signer';
import { isBytes64 } from '../../services/forms.js';
import { BadInput } from '../../services/http/errors.js';
import { isEd25519Signature } from './ed25519.js';
import type { ChainFamily } from './signer.js';

/**
 * Whether an address made a signature of a text. On EVM chains this is false for a contract, since a contract judges
 * signatures by its own code (EIP-1271).
 * @param signature 0x hex: 65 bytes, on Solana 64
 */
export function isSignatureOf(family: ChainFamily, text: string, signature: string, address: string): boolean {
  try {
    if (family === 'solana')
      return isEd25519Signature(Buffer.from(text), Buffer.from(signature.slice(2), 'hex'), address);
    const recovery = signature.slice(-2);
    const usual =
      signature.slice(0, -2) + (({ '00': '1b', '01': '1c' } as Record<string, string>)[recovery] ?? recovery);
    return eip191Signer.recoverAddress(usual, text).toLowerCase() === address.toLowerCase();
  } catch {
    return false;
  }
}

/**
 * Parses a typed signature: 65 bytes as hexadecimal digits, on Solana 64 bytes in base58.
 * @param ofContract a contract may accept it, so it may have any length
 * @returns 0x hex
 * @throws {BadInput} MALFORMED_SIGNATURE
 */
export function parseSignature(family: ChainFamily, typed: string, ofContract = false): string {
  const text = typed.trim();
  if (family === 'evm') {
    const digits = text.replace(/^0x/i, '').toLowerCase();
    if (/^([0-9a-f]{2})+$/.test(digits) && (ofContract || digits.length === 130)) return `0x${digits}`;
    throw new BadInput(
      'MALFORMED_SIGNATURE',
      ofContract
        ? 'The signature is not a text of hexadecimal digits.'
        : 'The signature is not of the form of EIP-191: 65 bytes as hexadecimal digits.',
      ofContract ? undefined : 'A contract accepts other forms: --on-chain asks it.',
    );
  }
  const bytes = isBytes64(text) ? base58.decode(text) : undefined;
  if (bytes?.length === 64) return `0x${Buffer.from(bytes).toString('hex')}`;
  throw new BadInput('MALFORMED_SIGNATURE', 'The signature is not of the form of Solana: 64 bytes in base58.');
}

/** A signature for people and programs: in hex, on Solana in base58. @param signature 0x hex */
export const shownSignature = (family: ChainFamily, signature: string): string =>
  family === 'solana' ? base58.encode(Uint8Array.from(Buffer.from(signature.slice(2), 'hex'))) : signature;

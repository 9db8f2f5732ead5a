// The interface of a signer: its address, its capabilities, and how it signs a transaction or a text. Key files and
// external signers implement it; the code of the chain checks the result.

import { Guarded } from '../../services/http/errors.js';
import { familyOf } from '../values/networks.js';

/** The chains that share one kind of key and of signature. */
export type ChainFamily = 'evm' | 'solana';

/** The request for a signature: a transaction or a text. A signer never gets a bare hash. */
export type ToSign =
  | {
      readonly kind: 'transaction';
      readonly family: ChainFamily;
      /** 0x hex: the unsigned bytes of an EVM transaction, or the message of a Solana transaction. */
      readonly unsigned: string;
    }
  /** A text for people: with the EIP-191 prefix on EVM chains, its UTF-8 bytes on Solana. */
  | { readonly kind: 'text'; readonly text: string };

/** The capabilities of a signer, and whether it may take long. */
interface SignerCapabilities {
  /** The families whose transactions it signs. */
  readonly transactions: readonly ChainFamily[];
  /** The families in whose manner it signs texts. */
  readonly texts: readonly ChainFamily[];
  /** Whether it may wait for a person, who can also refuse. */
  readonly mayWait: boolean;
}

/** Signs for one address, without giving its private key away. */
export interface Signer {
  /** Of EVM chains with its EIP-55 checksum, of Solana in base58. */
  readonly address: string;
  readonly capabilities: SignerCapabilities;
  /**
   * Signs a transaction or a text. The caller checks the result: it may be anything.
   * @returns 0x hex: of a transaction the signed bytes, for Solana with signatures and message; of a text the signature
   * @throws {Failure}
   */
  sign(described: ToSign): Promise<string>;
}

/** The family of a network's keys. */
export const familyOfNetwork = (network: string): ChainFamily => (familyOf(network) === 'solana' ? 'solana' : 'evm');
/** The name of a family in sentences. */
export const familyName = (family: ChainFamily): string => (family === 'solana' ? 'Solana' : 'EVM chains');
/** Whether two addresses of a family are the same: letter case counts on Solana only. */
export const isSameAccount = (one: string, other: string): boolean =>
  /^0x/i.test(one) ? one.toLowerCase() === other.toLowerCase() : one === other;

/** The failure for a key that signs for other chains. @param what the key, as the subject of a sentence */
export const otherFamily = (what: string, is: ChainFamily, needed: ChainFamily): Guarded =>
  new Guarded(
    'WRONG_KEY',
    `${what} is one of ${familyName(is)}, and cannot sign for ${familyName(needed)}.`,
    `See the family of each: tuk wallet key list. Make one: tuk wallet key new NAME --family ${needed}`,
  );

// A key that is unlocked once for a whole batch, and zeroed at its end.

import type { Signer } from '../../engine/signing-key.js';
import type { SigningKey } from '../../money/evm/transaction.js';

/** A signer whose key stays unlocked from its first use until `close`. */
export class HeldSigner implements Signer {
  readonly address: string;
  readonly #signer: Signer;
  readonly #closed: Promise<void>;
  #close = () => {};
  #key: Promise<SigningKey> | undefined;
  #ended: Promise<unknown> | undefined;

  constructor(signer: Signer) {
    this.address = signer.address;
    this.#signer = signer;
    this.#closed = new Promise((resolve) => {
      this.#close = resolve;
    });
  }

  async withKey<Result>(use: (key: SigningKey) => Promise<Result> | Result): Promise<Result> {
    this.#key ??= new Promise<SigningKey>((resolve, reject) => {
      this.#ended = this.#signer
        .withKey(async (key) => {
          resolve(key);
          await this.#closed;
        })
        .catch(reject);
    });
    return use(await this.#key);
  }

  /** Zeroes the key. */
  async close(): Promise<void> {
    this.#close();
    await this.#ended;
  }
}

// What the rows of a batch share: connections, facts that no row changes, unlocked keys, and one open ledger.

import type { Context } from '../../cli/context.js';
import { RunContext } from '../../cli/run-context.js';
import type { World } from '../../cli/world.js';
import type { Signer } from '../../engine/signing-key.js';
import { Ledger } from '../../money/ledger.js';
import { paths } from '../../session/paths.js';
import { HeldSigner } from './held-signer.js';

/** The context of the rows of a batch. */
export class SharedContext extends RunContext {
  readonly #signers: Map<string, Promise<HeldSigner>>;
  readonly #held: { ledger?: Ledger };

  /** @param connections how many are kept open to each server */
  constructor({ world, flags }: Context, connections: number) {
    const signers = new Map<string, Promise<HeldSigner>>();
    const held: { ledger?: Ledger } = {};
    const shared: World = Object.create(world, {
      connections: { value: connections },
      sharedFacts: { value: new Map() },
      followed: { value: new Set() },
      ledger: { get: () => held.ledger },
      signers: {
        value: {
          get: (name: string) => signers.get(name),
          hold: (name: string, signer: Promise<Signer>) => {
            const held = signer.then((one) => new HeldSigner(one));
            signers.set(name, held);
            held.catch(() => signers.delete(name));
            return held;
          },
        },
      },
    });
    super(shared, flags);
    this.#signers = signers;
    this.#held = held;
  }

  /** Opens the ledger for all rows, so that each is one write that waits for the disk. @throws {LocalFailure} */
  openLedger(): void {
    const { ledger, ledgerIdentity } = paths(this.world);
    this.#held.ledger ??= new Ledger(ledger, ledgerIdentity);
  }

  override async close(): Promise<void> {
    for (const signer of this.#signers.values()) await signer.then((one) => one.close()).catch(() => {});
    await super.close();
    this.#held.ledger?.close();
  }
}

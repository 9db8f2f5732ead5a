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
  #ledger: Ledger | undefined;

  /** @param connections how many are kept open to each server */
  constructor({ world, flags }: Context, connections: number) {
    const signers = new Map<string, Promise<HeldSigner>>();
    const shared: World = Object.create(world, {
      connections: { value: connections },
      sharedFacts: { value: new Map() },
      followed: { value: new Set() },
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
  }

  /** Keeps the ledger open, so that those of the rows open and close without folding the log of SQLite into the file. @throws {LocalFailure} */
  holdLedger(): void {
    this.#ledger ??= new Ledger(paths(this.world).ledger);
  }

  override async close(): Promise<void> {
    for (const signer of this.#signers.values()) await signer.then((one) => one.close()).catch(() => {});
    await super.close();
    this.#ledger?.close();
  }
}

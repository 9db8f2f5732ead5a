// The shared context of the lines of a batch or a flow: connections, unchanging facts, unlocked keys, and one open
// ledger.

import type { Context } from '../../cli/command/command.js';
import { rulesNow } from '../../cli/command/ledger-rules.js';
import { ledgerPlace } from '../../cli/command/read-ledger.js';
import { RunContext } from '../../cli/run/run-context.js';
import type { Sealed, World } from '../../cli/settings/world.js';
import type { Ledger } from '../../money/ledger/ledger.js';
import { openLedger } from '../../money/ledger/open.js';
import { contactNamed, type NamedAddress, readContacts } from '../../money/policy/address-book.js';
import { notAsConfirmed } from '../../money/verdict/seal.js';
import { Guarded } from '../../services/http/errors.js';
import { paths } from '../../session/paths.js';
import type { KeyProcess } from '../chain/key-handle.js';
import { limitsNow } from '../change/guard-change.js';

/** The context of all lines. */
export class SharedContext extends RunContext {
  readonly #slot: { ledger?: Ledger; sealed?: Sealed };

  constructor({ world, flags }: Context) {
    const slot: { ledger?: Ledger; sealed?: Sealed } = {};
    const shared: World = Object.create(world, {
      sharedFacts: { value: new Map() },
      followed: { value: new Set() },
      nodes: { value: new Map() },
      ledger: { get: () => slot.ledger },
      sealed: { get: () => slot.sealed },
      signers: { value: new Map() },
      names: { value: new Map() },
    });
    super(shared, flags);
    this.#slot = slot;
  }

  /** Opens the ledger for all lines: each then waits for one write to the disk. @throws {LocalFailure} */
  async openLedger(): Promise<void> {
    this.#slot.ledger ??= await openLedger(ledgerPlace(this), 'moves');
  }

  /**
   * Seals the lines before they are checked: for the account that is signed in, and the limits of the profile.
   * @throws {Failure} if they cannot be read
   */
  async seal(): Promise<void> {
    await this.session().seal();
    const map = await this.http().platformMap();
    const limitsText = async () => JSON.stringify([limitsNow(this), ...(await rulesNow(this))]);
    const limits = await limitsText();
    const requireAccount = async () => {
      map?.requireSame();
      await this.session().requireSealed();
    };
    const hasOtherAccount = () =>
      requireAccount().then(
        () => false,
        (error: unknown) => {
          if (error instanceof Guarded) return true;
          throw error;
        },
      );
    const hasChanged = async () => (await limitsText()) !== limits || (await hasOtherAccount());
    const file = paths(this.world).contacts(this.settings().profile.value);
    const contacts = readable(() => readContacts(file, () => {}));
    const requireContact = (name: string, address: string | undefined) => {
      const before = contactNamed(contacts, name)?.address;
      if (before !== address)
        throw notAsConfirmed(
          `The contact ${name} is ${address ?? 'removed'}, and was ${before ?? 'none'} at the check.`,
        );
    };
    this.#slot.sealed = { requireAccount, requireContact, hasChanged };
  }

  /** Ends the key process after the last signature. */
  endSigning(): void {
    (this.world.signers?.get('process') as KeyProcess | undefined)?.close();
  }

  override async close(): Promise<void> {
    await super.close();
    await this.#slot.ledger?.close();
  }
}

/** The contacts; none of an address book that cannot be used: what names one of it fails by itself. */
function readable(read: () => readonly NamedAddress[]): readonly NamedAddress[] {
  try {
    return read();
  } catch {
    return [];
  }
}

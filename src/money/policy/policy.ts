// The types of the transfer policy: the settings of a profile and a run, the operations of an account, warnings.

import type { Operation } from '../ledger/operation.js';
import type { NamedAddress } from './address-book.js';
import type { Limits, PriceLookup } from './limits.js';

/** An operation of the account. `isSure`: the account is certainly the same, not only perhaps. */
export type OwnedOperation = Operation & { readonly isSure: boolean };

/** A recipient of recorded operations. */
export interface RecordedRecipient
  extends Pick<Operation, 'service' | 'call' | 'outcome' | 'lastStatus' | 'recipient' | 'object'> {
  /** How many operations these are; by default one. */
  readonly times?: number;
}

/** The contracts of tokens. `isComplete`: the list of the platform could be read. */
export interface TokenContracts {
  readonly addresses: readonly string[];
  readonly isComplete: boolean;
}

/** The settings of the profile and the run for transfers, with known tokens and addresses. */
export interface Policy {
  readonly profile: string;
  readonly limits: Limits;
  /** The limits stand in the ledger, not in the profile. */
  readonly inLedger?: boolean;
  readonly prices: PriceLookup;
  readonly contacts: readonly NamedAddress[];
  /** The user's own wallets. */
  readonly wallets: readonly NamedAddress[];
  readonly contracts: TokenContracts;
  /** The person confirms a new recipient (--new-recipient). */
  readonly newRecipient: boolean;
  /** The open operations that the person has named (--despite). */
  readonly despite: readonly string[];
  /** A command line as a person may type it next. */
  readonly nextCommand: (line: string) => string;
}

/** A warning about a transfer, which does not stop it. */
export interface Warning {
  readonly code: string;
  readonly message: string;
}

// The dependencies of the transfer policy, as data and functions: the profile, the ledger, the clock, reads of the
// services.

import type { LimitSettings } from '../../session/profile.js';
import type { Redaction } from '../../session/redact.js';
import type { ReadEndpoint } from '../facts/reads.js';
import type { LedgerPlace } from '../ledger/open.js';
import type { Operation } from '../ledger/operation.js';
import type { NamedAddress } from '../policy/address-book.js';
import type { PriceLookup } from '../policy/limits.js';
import type { TokenContracts } from '../policy/policy.js';
import type { Decimal } from '../values/decimal.js';
import type { Sealing } from './seal.js';
import type { Verdict } from './verdict.js';

/** The dependencies of the transfer policy. */
export interface PolicyDependencies {
  readonly profile: {
    readonly name: string;
    /** The limits as the configuration has them at this moment: they may change while a run goes on. @throws {Failure} */
    readonly limits: () => LimitSettings | undefined;
    /** The origins of its services: limits in the ledger are of such a one. */
    readonly origins: readonly string[];
    /** Names of fields that are not public, by `service call option`. */
    readonly fieldNames: Readonly<Record<string, string>>;
  };
  readonly ledger: LedgerPlace;
  readonly clock: { now(): number };
  /**
   * How far the service's clock is ahead of `clock`, by its last response, milliseconds; nothing if that is not known.
   */
  readonly clockAhead: (url: string) => number | undefined;
  readonly redact: Redaction;
  /** A command line as a person may type it next, in the profile of this run or in another one. */
  readonly nextCommand: (line: string, profile?: string) => string;
  readonly log: (line: string) => void;
  readonly read: ReadEndpoint;
  /** The prices of tokens in US dollars, as far as they are known. */
  readonly prices: (tokens: Iterable<string>) => Promise<PriceLookup>;
  /** The contacts of the profile: known recipients. @throws {LocalFailure} for an address book that cannot be used */
  readonly contacts: () => Promise<readonly NamedAddress[]>;
  /** The addresses of the user's own wallets: known recipients. None if they cannot be read. */
  readonly ownWallets: () => Promise<readonly NamedAddress[]>;
  readonly contracts: () => Promise<TokenContracts>;
  /** The check of a batch that the transfer is a row of. */
  readonly batch?: BatchCheck;
  /** What the run was checked, confirmed or planned as. */
  readonly sealing?: Sealing | undefined;
}

/** The source of the value of a transfer. */
export interface SourceAccount {
  /** An account of a service, or an address on a network. */
  readonly account: string;
  /** The balance of a token, in whole tokens; nothing if that cannot be read. */
  readonly balance: (token: string) => Promise<Decimal | undefined>;
}
/** Adds up the rows of a batch before the first one is sent. */
export interface BatchCheck {
  /** The judged rows, as they would be recorded: they count for the limit of a day. */
  readonly planned: readonly Operation[];
  /** The operations that rows above will settle first: their unknown outcome does not refuse a row below. */
  readonly resumed: ReadonlySet<string>;
  /** Makes a read once for all rows: nothing changes while they are checked. */
  readonly memo: <T>(key: string, make: () => Promise<T>) => Promise<T>;
  /** Takes a verdict. */
  readonly add: (verdict: Verdict, sourceAccount: SourceAccount) => void;
  /** Takes the warnings of a transaction. */
  readonly warn: (messages: readonly string[]) => void;
}

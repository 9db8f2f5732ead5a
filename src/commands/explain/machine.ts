// The knowledge of this machine, without a request: the ledger, the signed transactions, the keys, the contacts, and
// the tokens and routers of the embedded sandbox or of the profile. An unreadable part is unknown, and is said to be.

import { existsSync } from 'node:fs';
import type { CommandRunner, Context } from '../../cli/command/command.js';
import { sandboxChains } from '../../cli/command/embedded-sandbox.js';
import { readLedger } from '../../cli/command/read-ledger.js';
import type { Explanation as WordExplanation } from '../../cli/help/explanations.js';
import { isEmbedded } from '../../cli/settings/options.js';
import { contactsOf } from '../../engine/read/contacts.js';
import { sameAddress } from '../../money/chain/hex.js';
import type { ChainPins } from '../../money/chain/pins.js';
import { pinnedRouter } from '../../money/evm/router.js';
import { listStoredKeys, type StoredKey } from '../../money/keys/key-store.js';
import type { JournalEntry } from '../../money/ledger/journal.js';
import type { Ledger } from '../../money/ledger/ledger.js';
import type { Operation } from '../../money/ledger/operation.js';
import { everything } from '../../money/ledger/records.js';
import type { NamedAddress } from '../../money/policy/address-book.js';
import { Failure } from '../../services/http/errors.js';
import { hasHome, paths } from '../../session/paths.js';

// The arguments and the result of a recogniser of `tuk explain`.

/** An explanation of a text. */
export interface Explanation extends WordExplanation {
  /** The command line that says more, or does the next step. */
  readonly next: string;
  /** The parts of the text by name, as they are shown. */
  readonly details?: Readonly<Record<string, string>>;
}

export interface Question {
  /** The text, without the spaces and the quotes around it. */
  readonly text: string;
  readonly context: Context;
  /** The knowledge of this machine: no request is made. */
  readonly machine: Machine;
  /** The groups of commands; undefined if a command cannot run others. */
  readonly runner: CommandRunner | undefined;
  /** 64 bare hexadecimal digits are a hash (--hash). */
  readonly isHash: boolean;
}

/** A kind of text that `tuk explain` knows. */
export interface Recogniser {
  /** The kind, for help: `call data of an EVM chain`. */
  readonly kind: string;
  /** No other recogniser is asked if it explains the text: a token or a transaction is not a word of a list. */
  readonly isWhole?: true;
  /**
   * Explains a text; an empty list for a text of another kind.
   * @throws {Failure} for a text of this kind that it refuses
   */
  explain(question: Question): readonly Explanation[] | Promise<readonly Explanation[]>;
}

/** A text for an explanation: its beginning with `…` if it is long. */
export const shortened = (text: string, most: number): string =>
  text.length <= most ? text : `${text.slice(0, Math.max(1, most - 1)).replace(/[\ud800-\udbff]$/, '')}…`;

/** Details without empty ones; undefined if all are empty. */
export function details(all: Readonly<Record<string, string | undefined>>): Explanation['details'] {
  const stated = Object.entries(all).flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as const]));
  return stated.length === 0 ? undefined : Object.fromEntries(stated);
}

/** A token that is known without a request. */
export interface KnownToken {
  readonly network: string;
  readonly symbol: string;
  /** Undefined if only the ledger names the token. */
  readonly decimals: number | undefined;
  readonly contract: string;
}

export interface Machine {
  /** Newest first. */
  operations(): Promise<readonly Operation[]>;
  transactions(): Promise<readonly JournalEntry[]>;
  contacts(): readonly NamedAddress[];
  keys(): readonly StoredKey[];
  /** The pinned chains and routers of the profile, or of the embedded sandbox. */
  pins(): Promise<ChainPins>;
  tokens(): Promise<readonly KnownToken[]>;
  /** The names of an address, each as the end of "it is …". */
  namesOf(address: string): Promise<readonly string[]>;
  /** The parts that could not be read: `the ledger (…)`. */
  readonly unread: string[];
}

/** The knowledge of the machine of a context. Each part is read on first use. */
export function machineOf(context: Context): Machine {
  const unread: string[] = [];
  const read = <Part>(what: string, empty: Part, load: () => Part) => {
    let part: Part | undefined;
    return (): Part => {
      part ??= orUnread(what, empty, load);
      return part;
    };
  };
  const unreadable =
    <Part>(what: string, empty: Part) =>
    (error: unknown): Part => {
      if (!(error instanceof Failure)) throw error;
      unread.push(what);
      return empty;
    };
  const orUnread = <Part>(what: string, empty: Part, load: () => Part): Part => {
    if (!hasHome(context.world)) return empty;
    try {
      return load();
    } catch (error) {
      return unreadable(what, empty)(error);
    }
  };
  const hasLedger = () => existsSync(paths(context.world).ledger); // opening it would create it
  const inLedger = <Part>(what: string, load: (ledger: Ledger) => Promise<readonly Part[]>) =>
    read<Promise<readonly Part[]>>(what, Promise.resolve([]), () =>
      hasLedger() ? readLedger(context, load).catch(unreadable(what, [])) : Promise.resolve([]),
    );
  const operations = inLedger<Operation>('the ledger', everything);
  const transactions = inLedger<JournalEntry>('the signed transactions', ({ journal }) => journal.list());
  const contacts = read<readonly NamedAddress[]>('the contacts', [], () => contactsOf(context));
  const keys = read<readonly StoredKey[]>('the keys', [], () => listStoredKeys(paths(context.world).keys, () => {}));
  const chains = () => (isEmbedded(context.settings()) ? sandboxChains('http://sandbox.localhost') : undefined);
  const pins = async (): Promise<ChainPins> => (await chains()) ?? context.settings().of;
  const tokens = async (): Promise<readonly KnownToken[]> => [
    ...((await chains())?.tokens ?? []),
    ...(await operations()).flatMap(({ contract, token, network }) =>
      contract && token && network ? [{ network, symbol: token, decimals: undefined, contract }] : [],
    ),
  ];
  return {
    operations,
    transactions,
    contacts,
    keys,
    pins,
    tokens,
    unread,
    namesOf: async (address) => [
      ...contacts()
        .filter((contact) => isSame(contact.address, address))
        .map(({ name, network }) => `the contact ${name} (${network})`),
      ...keys()
        .filter((key) => key.address !== undefined && isSame(key.address, address))
        .map(({ name }) => `the address of your key ${name}`),
      ...((await transactions()).some(({ sender }) => isSame(sender, address))
        ? ['an account that has signed on this machine']
        : []),
      ...routersIn(await pins())
        .filter((router) => isSame(router.address, address))
        .map(({ network }) => `the trusted router of ${network}`),
      ...distinct(
        (await tokens())
          .filter((token) => isSame(token.contract, address))
          .map(({ symbol, network }) => `the contract of the token ${symbol} on ${network}`),
      ),
    ],
  };
}

// base58 has small letters and capitals
const isSame = (one: string, other: string): boolean => (/^0x/i.test(one) ? sameAddress(one, other) : one === other);
const distinct = (texts: readonly string[]): readonly string[] => [...new Set(texts)];

/** The pinned routers by network. */
function routersIn(pins: ChainPins): readonly { readonly network: string; readonly address: string }[] {
  return Object.keys(pins.routers ?? {}).flatMap((network) => {
    const pin = pinnedRouter(pins, network);
    return pin ? [{ network, address: pin.address }] : [];
  });
}

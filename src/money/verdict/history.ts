// The history of an account for a verdict, by keys: what concerns a recipient, an object, a call, or the last 24 hours.

import { asText, isRecord } from '../../services/json-value.js';
import { parsedIfJson } from '../../services/lossless-number.js';
import type { LimitSettings } from '../../session/profile.js';
import type { TransferFacts } from '../facts/facts.js';
import type { Grants, GrantUse } from '../ledger/grants.js';
import { dayLength, type Operation } from '../ledger/operation.js';
import { bindingTo, mayBeOf, type Owner } from '../ledger/owner.js';
import type { RecordedGroup, Records } from '../ledger/records.js';
import type { OwnedOperation, RecordedRecipient } from '../policy/policy.js';
import type { RecordedPrice } from '../policy/pricing.js';
import { hasForms } from '../values/address.js';
import { isSame, lookalike } from '../values/recipients.js';

/** What a verdict asks the ledger. */
export interface AccountHistory {
  /** The done and accepted operations of a call that certainly are of the account, and whose response contains a text. */
  readonly responding: (service: string, call: string, text: string) => Promise<readonly Operation[]>;
  /** Whether one was sent before the last 24 hours by both clocks, so that the clock of the service may decide. */
  readonly hasTimedBefore: (time: number) => Promise<boolean>;
  /**
   * The operations since 24 hours ago.
   * @param now epoch milliseconds
   * @param clockAhead the offset of the clock of the service, milliseconds; undefined: every one with a time by that
   * clock counts, however old
   */
  readonly day: (now: number, clockAhead: number | undefined) => Promise<readonly OwnedOperation[]>;
  /** The operations on the subject of a transfer: all of unknown outcome, and the newest others. */
  readonly onSubject: (facts: TransferFacts) => Promise<readonly OwnedOperation[]>;
  /** The prices that operations of the profile have used since 24 hours ago. @param now epoch milliseconds */
  readonly prices: (now: number) => Promise<readonly RecordedPrice[]>;
  /** The recorded recipients that are a recipient, or an address like it, that certainly are of the account. */
  readonly recipients: (facts: TransferFacts) => Promise<readonly RecordedRecipient[]>;
  /** The limits that stand in the ledger for a platform, by its origins. */
  readonly rules: (origins: readonly string[]) => Promise<readonly LimitSettings[]>;
  /** What the grant of the run has spent. @param now epoch milliseconds */
  readonly grant: (now: number) => Promise<GrantUse | undefined>;
}

/** The history without a ledger. */
export const noHistory: AccountHistory = {
  responding: async () => [],
  hasTimedBefore: async () => false,
  day: async () => [],
  onSubject: async () => [],
  prices: async () => [],
  recipients: async () => [],
  rules: async () => [],
  grant: async () => undefined,
};

/** The most operations on one subject that are looked through for one that has not ended. */
const mostOnSubject = 20;

/**
 * The history of an owner in a ledger.
 * @param isSure whether an operation that may be of the owner certainly is; by default by its binding
 * @param except the id of an operation that does not count: the transfer itself
 */
export function historyIn(
  ledger: Records & { readonly grants: Pick<Grants, 'inUse'> },
  owner: Owner,
  {
    isSure = (line) => bindingTo(owner, line) === 'same',
    except,
  }: { readonly isSure?: (line: Owner) => boolean; readonly except?: string | undefined } = {},
): AccountHistory {
  const owned = (lines: readonly Operation[]): readonly OwnedOperation[] =>
    lines
      .filter((line) => line.id !== except && mayBeOf(owner, line))
      .map((line) => ({ ...line, isSure: isSure(line) }));
  let known: Promise<readonly string[]> | undefined;
  const all = (): Promise<readonly string[]> => {
    known ??= ledger.recipients();
    return known;
  };
  // the rows of a batch are checked with one history, and most have one recipient
  const counted = new Map<string, Promise<readonly RecordedGroup[]>>();
  const found = new Map<string, Promise<readonly OwnedOperation[]>>();
  const once = <T>(of: Map<string, Promise<T>>, key: readonly unknown[], read: () => Promise<T>): Promise<T> => {
    const text = JSON.stringify(key);
    const value = of.get(text) ?? read();
    of.set(text, value);
    return value;
  };
  const spelled = async (id: string): Promise<readonly string[]> =>
    hasForms(id) ? (await all()).filter((text) => isSame(text, id)) : [id];
  const objectsOf = ({ recipient }: TransferFacts) =>
    recipient ? [recipient.id, recipient.userId].flatMap(present) : [];
  return {
    rules: (origins) => ledger.book.rules(origins),
    responding: async (service, call, text) =>
      owned(await ledger.respondingWith(service, call, text)).filter((line) => line.isSure),
    hasTimedBefore: (time) => ledger.hasTimedBefore(owner, time),
    day: async (now, clockAhead) =>
      owned(
        await ledger.operationsOf(
          owner,
          now - dayLength,
          clockAhead === undefined ? undefined : now + clockAhead - dayLength,
        ),
      ),
    prices: async (now) => (await ledger.pricesSince(owner.profile, now - dayLength)).flatMap(pricesIn),
    onSubject: async (facts) => {
      const { call, recipient, object } = facts;
      const recipients = [...(recipient ? await spelled(recipient.id) : []), ...present(recipient?.userId)];
      const objects = [...new Set([...present(object), ...objectsOf(facts)])];
      const isAnything = recipients.length === 0 && objects.length === 0;
      const calls = isAnything ? (service: string) => service === call.service : undefined;
      return once(found, [call.service, recipients, objects], async () => {
        const lines = await Promise.all([
          ledger.unknownOf(call.service),
          ledger.newestOn(owner, { recipients, objects, calls }, mostOnSubject),
        ]);
        return owned([...new Map(lines.flat().map((line) => [line.id, line])).values()].sort(newestFirst));
      });
    },
    recipients: async (facts) => {
      const { recipient } = facts;
      if (recipient === undefined) return [];
      const { id, userId, kind } = recipient;
      const near =
        kind === 'address'
          ? (await all()).filter((text) => isSame(text, id) || lookalike(id, [text]))
          : await spelled(id);
      const [texts, objects] = [[...new Set([...near, ...present(userId)])], objectsOf(facts)];
      const groups = await once(counted, [texts, objects], () => ledger.groupsTo(texts, objects));
      return groups.filter((group) => mayBeOf(owner, group) && isSure(group));
    },
    grant: (now) => ledger.grants.inUse(now),
  };
}

/** The prices in a record of the ledger. */
function pricesIn({ at: usedAt, prices }: { readonly at: string; readonly prices: string }): readonly RecordedPrice[] {
  const rows = parsedIfJson(prices);
  return (Array.isArray(rows) ? rows.filter(isRecord) : []).map(({ token, usd, source }) => ({
    token: asText(token),
    usd: asText(usd),
    source: asText(source),
    usedAt,
  }));
}

const present = (text: string | undefined): readonly string[] => (text === undefined ? [] : [text]);
const newestFirst = (a: Operation, b: Operation): number =>
  a.at === b.at ? (a.id < b.id ? 1 : -1) : a.at < b.at ? 1 : -1;

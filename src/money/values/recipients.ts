// The recipient policy: compares recipients, finds lookalike addresses, and formats an address for comparison;
// `verdict.ts` applies it.

import { canonicalAddress } from './address.js';

/** A recipient: an address on a chain, a user, or an app's own user. */
export interface Recipient {
  readonly kind: 'address' | 'user' | 'app-user';
  readonly id: string;
  /** The id that the service has for a user whom `id` names otherwise. */
  readonly userId?: string;
}

/** Whether two recipients are equal: the same address in any of its forms, or the same name. */
export const isSame = (a: string, b: string): boolean => a === b || canonicalAddress(a) === canonicalAddress(b);

/**
 * The equal characters at both ends that make a near miss: people compare so many, and attackers can search for so
 * many.
 */
const enoughEnds = 7;
/** Typing errors, from one to this many, that make a near miss. */
const maxEdits = 3;

/** A known address that another one may be mistaken for. */
export interface NearMiss {
  readonly known: string;
  /** The number of different characters, if it is small. */
  readonly edits: number | undefined;
}

/**
 * Finds a known address that another one may be mistaken for: seven or more equal characters at its ends, as address
 * poisoning uses (docs/money.md 3), or one to three typing errors. Undefined for a known address.
 */
export function lookalike(address: string, addresses: readonly string[]): NearMiss | undefined {
  if (addresses.some((candidate) => isSame(candidate, address))) return undefined;
  for (const candidate of addresses) {
    const pairs = [[address, candidate] as const, [canonicalAddress(address), canonicalAddress(candidate)] as const];
    const edits = Math.min(...pairs.map(([text, other]) => editDistance(text, other, maxEdits)));
    if (edits <= maxEdits) return { known: candidate, edits };
    if (pairs.some(([text, other]) => equalEnds(text, other) >= enoughEnds))
      return { known: candidate, edits: undefined };
  }
  return undefined;
}

/** The prefixes of addresses, which do not distinguish them. */
const formPrefix = /^(0x|(bc|tb)1[qp]|[EUk0][Qf](?=[\w+/-]{46}$)|-?\d:|tz[1-4]|KT1)/i;

/** How many characters two addresses share at the start, after the prefix of their form, and at the end. */
function equalEnds(address: string, other: string) {
  const [a, b] = [address, other].map((text) => text.replace(formPrefix, '')) as [string, string];
  const shorter = Math.min(a.length, b.length);
  let head = 0;
  while (head < shorter && a[head] === b[head]) head++;
  let tail = 0;
  while (tail < shorter - head && a.at(-1 - tail) === b.at(-1 - tail)) tail++;
  return head + tail;
}

/** The Levenshtein distance of two texts; any number above `most` if it is more. */
function editDistance(a: string, b: string, most: number) {
  if (Math.abs(a.length - b.length) > most) return most + 1;
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++)
      next.push(Math.min(row[j]! + 1, next[j - 1]! + 1, row[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1)));
    if (Math.min(...next) > most) return most + 1;
    row = next;
  }
  return row[b.length]!;
}

const groupsOfFour = (address: string): string[] => address.replace(/^0x/i, '').match(/.{1,4}/gs) ?? [];

/** An address as people compare it: `0x 5aAe b605 …`. */
export const groupedAddress = (address: string): string =>
  [...(/^0x/i.test(address) ? ['0x'] : []), ...groupsOfFour(address)].join(' ');

/** The differences of an address from a known one, group by group: `1aad for 1bbd, …`. */
export function differences(address: string, other: string): string {
  const [groups, knownGroups] = [address, other].map(groupsOfFour) as [string[], string[]];
  const isHexadecimal = /^0x/i.test(address);
  const folded = (text: string | undefined) => (isHexadecimal ? text?.toLowerCase() : text);
  const differing = [...Array(Math.max(groups.length, knownGroups.length)).keys()].filter(
    (index) => folded(groups[index]) !== folded(knownGroups[index]),
  );
  return differing.map((index) => `${groups[index] ?? 'nothing'} for ${knownGroups[index] ?? 'nothing'}`).join(', ');
}

const typedCharacters = 6;
/** The last six characters of a recipient, which are typed to confirm it. */
export const lastOf = (id: string): string => [...id].slice(-typedCharacters).join('');

/** Whether these are the last characters of a recipient. */
export const isLastOf = (typed: string, { kind, id }: Recipient): boolean =>
  kind === 'address' ? typed.toLowerCase() === lastOf(id).toLowerCase() : typed === lastOf(id);

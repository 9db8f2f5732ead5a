// The recipient policy: compares recipients, finds lookalike addresses, and formats an address for comparison; `evaluate.ts` applies it.

/** A recipient: an address on a chain, a user, or an app's own user. */
export interface Recipient {
  readonly kind: 'address' | 'user' | 'app-user';
  readonly id: string;
}

/** Only hexadecimal addresses ignore letter case. */
const foldCase = (id: string): string => (/^0x/i.test(id) ? id.toLowerCase() : id);
export const isSame = (one: string, other: string): boolean => foldCase(one) === foldCase(other);

const shownEnds = 4;
const ends = (address: string): string => {
  const digits = foldCase(address).replace(/^0x/, '');
  return `${digits.slice(0, shownEnds)}…${digits.slice(-shownEnds)}`;
};

/** Finds a known address with the same first and last characters as another one: address poisoning uses such (SAFETY.md section 2). */
export function lookalike(address: string, known: readonly string[]): string | undefined {
  if (known.some((one) => isSame(one, address))) return undefined;
  return known.find((one) => ends(one) === ends(address));
}

const groupsOfFour = (address: string): string[] => address.replace(/^0x/i, '').match(/.{1,4}/gs) ?? [];

/** An address as people compare it: `0x 5aAe b605 …`. */
export const groupedAddress = (address: string): string => [...(/^0x/i.test(address) ? ['0x'] : []), ...groupsOfFour(address)].join(' ');

/** Where an address differs from a known one, group by group: `1aad for 1bbd, …`. */
export function differences(address: string, known: string): string {
  const [groups, knownGroups, folded, knownFolded] = [address, known, foldCase(address), foldCase(known)].map(groupsOfFour) as [
    string[],
    string[],
    string[],
    string[],
  ];
  const differing = [...Array(Math.max(groups.length, knownGroups.length)).keys()].filter((index) => folded[index] !== knownFolded[index]);
  return differing.map((index) => `${groups[index] ?? 'nothing'} for ${knownGroups[index] ?? 'nothing'}`).join(', ');
}

const typedCharacters = 6;
/** The last six characters of a recipient, all of a shorter one: they are typed to confirm it. */
export const lastOf = (id: string): string => [...id].slice(-typedCharacters).join('');

/** Whether these are the last characters of a recipient. */
export const isLastOf = (typed: string, { kind, id }: Recipient): boolean =>
  kind === 'address' ? typed.toLowerCase() === lastOf(id).toLowerCase() : typed === lastOf(id);

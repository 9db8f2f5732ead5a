// Whom value goes to: whether somebody is known, and whether an address only looks like one that is.

/** Somebody who gets something: an address on a chain, a user, what an app calls a user of its own. */
export interface Recipient {
  readonly kind: 'address' | 'user' | 'app-user';
  readonly id: string;
}

/** Addresses in hexadecimal digits are the same in any case of letters; nothing else is. */
const plain = (id: string): string => (/^0x/i.test(id) ? id.toLowerCase() : id);
export const isSame = (one: string, other: string): boolean => plain(one) === plain(other);

const shownEnds = 4;
const ends = (address: string): string => {
  const digits = plain(address).replace(/^0x/, '');
  return `${digits.slice(0, shownEnds)}…${digits.slice(-shownEnds)}`;
};

/** The known address that another one begins and ends like without being it: what poisons histories is made so (SAFETY.md section 2). */
export function lookalike(address: string, known: readonly string[]): string | undefined {
  if (known.some((one) => isSame(one, address))) return undefined;
  return known.find((one) => ends(one) === ends(address));
}

const fours = (address: string): string[] => address.replace(/^0x/i, '').match(/.{1,4}/gs) ?? [];

/** An address as people compare it: `0x 5aAe b605 …`. */
export const inFours = (address: string): string => [...(/^0x/i.test(address) ? ['0x'] : []), ...fours(address)].join(' ');

/** Where an address differs from a known one, group by group: `1aad for 1bbd, …`. */
export function differences(address: string, known: string): string {
  const [own, others, read, read2] = [address, known, plain(address), plain(known)].map(fours) as [string[], string[], string[], string[]];
  const places = [...Array(Math.max(own.length, others.length)).keys()].filter((at) => read[at] !== read2[at]);
  return places.map((at) => `${own[at] ?? 'nothing'} for ${others[at] ?? 'nothing'}`).join(', ');
}

const typedCharacters = 6;
/** What is typed to say that a recipient was looked at: the last six characters, all of a shorter one. */
export const lastOf = (id: string): string => [...id].slice(-typedCharacters).join('');

/** Whether these are the last characters of a recipient. */
export const isLastOf = (typed: string, { kind, id }: Recipient): boolean =>
  kind === 'address' ? typed.toLowerCase() === lastOf(id).toLowerCase() : typed === lastOf(id);

// The users that every new sandbox has (users.json), and the ten riders whose rides have no step due.
import type { Region, UserIdentifierType } from '../../../services/catalogue/words.js';
import { day } from '../../core/clock.js';
import users from './users.json' with { type: 'json' };

type IdentifierType = (typeof UserIdentifierType)[number];

/** A person of the seeded world. */
export interface SeedUser {
  readonly handle: string;
  readonly name: string;
  readonly region: (typeof Region)[number];
  readonly language: 'en' | 'jp';
  readonly phone: string | null;
  /** Ways in: the first is the one a session is begun with unless another is named. */
  readonly identifiers: readonly (readonly [type: IdentifierType, identifier: string])[];
  /**
   * An address of the published test phrase of Ethereum tools (`test test ... junk`, m/44'/60'/0'/0/n): everyone holds its
   * key, and nothing on it is worth anything.
   */
  readonly address: string | null;
  readonly verifiedWalletType?: 'PRIVY_EXTERNAL' | 'PRIVY_EMBEDDED' | 'CLUTCH';
  readonly deleted?: true;
  /** Has nothing at all: every list of theirs is empty. */
  readonly bare?: true;
  /** How long before the opening they joined. */
  readonly joinedDaysAgo: number;
  /** The opening balances in whole tokens, by currency; of ride points by region; on the chains by `NETWORK/SYMBOL`: up to 78 digits of base units. */
  readonly balances?: Amounts;
  readonly ridePoints?: Amounts;
  readonly onChain?: Amounts;
}
type Amounts = Readonly<Record<string, string>>;

const namedUsers = users as unknown as readonly SeedUser[];

const riders = Array.from({ length: 10 }, (_, index): SeedUser => {
  const n = index + 1;
  const phone = `+8551200${String(n).padStart(4, '0')}`;
  const identifiers = [['TELEGRAM_MINIAPP', String(700_000_100 + n)]] as const;
  const person = { handle: `rider-${n}`, name: `Rider ${n}`, region: 'KH', language: 'en', phone, identifiers, address: null } as const;
  const games = n <= 3 && { balances: { MVP: '250' } }; // the first three play them
  return { ...person, joinedDaysAgo: 200, ridePoints: { KH: '100000' }, ...games };
});

/** The person of a handle that there is. */
export const seedUser = (handle: string): SeedUser => seedUsers.find((person) => person.handle === handle)!;
/** When a seed user joined, epoch milliseconds: before everything that they have done. @param opening when the world begins */
export const joinedAt = (opening: number, handle: string): number => opening - seedUser(handle).joinedDaysAgo * day;
/** When the deleted user left. */
export const leftAt = (opening: number): number => opening - 30 * day;

/** In the order of their ordinals: the named people are users 1 to 8, the riders 9 to 18. */
export const seedUsers: readonly SeedUser[] = [...namedUsers, ...riders];
/** The ordinal of a seed user. */
export const ordinalOf = (handle: string): number => seedUsers.findIndex((person) => person.handle === handle) + 1;

/** An identifier without a user: signing in with it is refused with MUST_BE_SIGNED_UP. */
export const unsignedIdentifier = { handle: 'unsigned', type: 'GOOGLE', identifier: 'unsigned' } as const;

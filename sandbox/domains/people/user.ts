// Users, their sign-in identifiers and the auth clients, and the users of every new sandbox (users.json).

import { AuthClient, type Region, type UserIdentifierType } from '../../../src/services/catalogue/words.js';
import {
  addRow,
  type Context,
  day,
  defineKind,
  findRow,
  iso,
  type Kind,
  notFound,
  type ResponseOf,
  type Row,
  requireRow,
  rowById,
  rows,
  seededId,
} from '../../core/index.js';
import type * as shapes from '../../core/shapes/user.js';
import users from './users.json' with { type: 'json' };

type IdentifierType = (typeof UserIdentifierType)[number];

interface SeedUser {
  readonly handle: string;
  readonly name: string;
  readonly region: Region;
  readonly language: 'en' | 'jp';
  readonly phone: string | null;
  /** A session begins with the first by default. */
  readonly identifiers: readonly (readonly [type: IdentifierType, identifier: string])[];
  /**
   * An address of the published test phrase of Ethereum tools (`test test ... junk`, m/44'/60'/0'/0/n): everyone has
   * its key.
   */
  readonly address: string | null;
  readonly verifiedWalletType?: 'PRIVY_EXTERNAL' | 'PRIVY_EMBEDDED' | 'CLUTCH';
  readonly deleted?: true;
  /** Has nothing: every list is empty. */
  readonly bare?: true;
  readonly joinedDaysAgo: number;
  /**
   * Opening balances in whole tokens by currency, ride points by region, on chains by `NETWORK/SYMBOL`: up to 78
   * digits of base units.
   */
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
  const person = {
    handle: `rider-${n}`,
    name: `Rider ${n}`,
    region: 'KH',
    language: 'en',
    phone,
    identifiers,
    address: null,
  } as const;
  const balances = n <= 3 ? { MVP: '250' } : undefined; // the first three play games
  return { ...person, joinedDaysAgo: 200, ridePoints: { KH: '100000' }, balances };
});

/** The handle must exist. */
export const seedUser = (handle: string): SeedUser => seedUsers.find((person) => person.handle === handle)!;
/** The address of a seed user who has one. */
export const seedAddress = (handle: string): string => seedUser(handle).address!;
/** Epoch milliseconds, before all activity of the user. */
export const joinedAt = (opening: number, handle: string): number => opening - seedUser(handle).joinedDaysAgo * day;
const leftAt = (opening: number): number => opening - 30 * day;

/** By ordinal: the named people are 1 to 8, the riders 9 to 18. */
export const seedUsers: readonly SeedUser[] = [...namedUsers, ...riders];
/** Counts from 1. */
export const ordinalOf = (handle: string): number => seedUsers.findIndex((person) => person.handle === handle) + 1;

/** An identifier without a user: sign-in gets MUST_BE_SIGNED_UP. */
export const unsignedIdentifier = { handle: 'unsigned', type: 'GOOGLE', identifier: 'unsigned' } as const;

/** UserEntity (platform 12.2), and the handle of the sandbox's own commands. */
export interface User {
  readonly handle: string | null;
  readonly email: string | null;
  readonly name: string;
  readonly avatar: string | null;
  readonly pending: boolean;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly country: string | null;
  readonly data: UserData;
  readonly deletedAt: string | null;
}
/** The sandbox's own names in a user's open `data`. */
interface UserData {
  readonly region: Region;
  readonly phone: string | null;
  readonly phoneVerifiedAt: string | null;
  readonly emailVerifiedAt?: string | null;
  readonly referralCode: string;
  readonly language: 'en' | 'jp';
}

export const user: Kind<User> = defineKind({
  name: 'user',
  key: 'handle',
  show: ({ id, body: { handle, ...fields } }) => ({ id, ...fields }),
  seed: (opening) => {
    for (const person of seedUsers) {
      const at = joinedAt(opening.now, person.handle);
      addRow(opening, user, { at, body: personBody(person, iso(at), iso(leftAt(opening.now))) });
    }
  },
});

type Person = (typeof seedUsers)[number];
const personBody = (
  { handle, name, region, language, phone, deleted }: Person,
  at: string,
  deletedAt: string,
): User => ({
  handle,
  email: phone === null ? null : `${handle}@sandbox.invalid`,
  name,
  avatar: null,
  pending: false,
  createdAt: at,
  updatedAt: deleted ? deletedAt : at,
  country: region === 'GLOBAL' ? null : region,
  data: {
    region,
    phone,
    phoneVerifiedAt: phone === null ? null : at,
    emailVerifiedAt: phone === null ? null : at,
    referralCode: handle.replace('-', '').toUpperCase(),
    language,
  },
  deletedAt: deleted ? deletedAt : null,
});

/** UserIdentifierEntity (platform 12.2). */
export interface Identifier {
  readonly type: (typeof UserIdentifierType)[number];
  readonly avatar: string | null;
  readonly name: string | null;
  /** The id at the identity provider: an address, an account number, a name. */
  readonly identifier: string;
  readonly data: Readonly<Record<string, unknown>>;
  readonly createdAt: string;
  readonly updatedAt: string;
}

export const identifier: Kind<Identifier, ResponseOf<typeof shapes.Account>['identifiers'][number]> = defineKind({
  name: 'identifier',
  show: ({ id, owner, body }) => ({ id, userId: owner, ...body }),
  seed: (opening) => {
    const add = (owner: string | null, at: number, type: Identifier['type'], name: string | null, externalId: string) =>
      addRow(opening, identifier, { owner, at, body: identifierBody(type, name, externalId, iso(at)) });
    for (const [index, person] of seedUsers.entries()) {
      const id = seededId(opening.seed, 'user', index + 1);
      for (const [type, externalId] of person.identifiers)
        add(id, joinedAt(opening.now, person.handle), type, person.name, externalId);
    }
    add(null, opening.now, unsignedIdentifier.type, null, unsignedIdentifier.identifier);
  },
});

/** `at` is an ISO time. */
export const identifierBody = (
  type: Identifier['type'],
  name: string | null,
  externalId: string,
  at: string,
): Identifier => ({
  type,
  avatar: null,
  name,
  identifier: externalId,
  data: {},
  createdAt: at,
  updatedAt: at,
});

/** AuthClientEntity (platform 12.2). */
export interface Client {
  readonly name: string;
  readonly tokenRefreshable: boolean;
  readonly tokenRefreshableDurationMs: string | null;
  readonly minimumVersion: number | null;
}
export const refreshableMs = 30 * 86_400_000;

export const client: Kind<Client> = defineKind({
  name: 'client',
  table: 'auth_client',
  noun: 'AUTH_CLIENT',
  always: true,
  key: 'name',
  seed: (opening) => {
    for (const name of AuthClient) {
      const tokenRefreshable = name !== 'DemocopterPaymentRedirection';
      const tokenRefreshableDurationMs = tokenRefreshable ? String(refreshableMs) : null;
      const minimumVersion = name === 'DemocopterApp' ? 2 : null;
      addRow(opening, client, {
        body: { name, tokenRefreshable, tokenRefreshableDurationMs, minimumVersion },
      });
    }
  },
});

/** The client of a session without a named one. */
export const defaultClient = 'TadaTonMiniApp' satisfies (typeof AuthClient)[number];

/** Undefined for an unknown or deleted account. */
export function liveUser(context: Context, id: string): Row<User> | undefined {
  const row = rowById(context, user, id);
  return row?.body.deletedAt === null ? row : undefined;
}

/** Throws a Refusal if the id does not exist. */
export const requireUser = (context: Context, id: string): Row<User> => requireRow(context, user, id);

/** By handle, id or ordinal. */
export const findUser = (context: Context, name: string): Row<User> | undefined => findRow(context, user, name);

/** A live user by handle, id or ordinal. @throws {Refusal} 404 NOT_FOUND_USER */
export function requireLiveUser(context: Context, name: string): Row<User> {
  const row = findUser(context, name);
  return row?.body.deletedAt === null ? row : notFound('USER', name);
}

/** Of a type, or the first. */
export function identifierOf(context: Context, userId: string, type?: string): Row<Identifier> | undefined {
  const identifiers = rows(context, identifier, { owner: userId });
  return identifiers.find((row) => row.body.type === type) ?? identifiers[0];
}

export const identifierNamed = (context: Context, type: string, externalId: string): Row<Identifier> | undefined =>
  rows(context, identifier).find((row) => row.body.type === type && row.body.identifier === externalId);

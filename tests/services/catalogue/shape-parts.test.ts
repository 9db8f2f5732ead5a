// Response shapes: the values that they accept and refuse.
import { describe, expect, expectTypeOf, it } from 'vitest';
import * as z from 'zod/mini';
import * as account from '../../../src/services/catalogue/account.shapes.js';
import * as activity from '../../../src/services/catalogue/activity.shapes.js';
import * as rides from '../../../src/services/catalogue/ride-hailing.shapes.js';
import { base, decimal, object, time, uuid, word } from '../../../src/services/catalogue/shape-parts.js';
import * as user from '../../../src/services/catalogue/user.shapes.js';
import * as wallet from '../../../src/services/catalogue/wallet.shapes.js';
import { RideStatus } from '../../../src/services/catalogue/words.js';

/** The paths at which a value does not fit, each as `a.0.b`; none if it fits. */
function invalidPaths(shape: z.core.$ZodType, value: unknown): string[] {
  const result = z.safeParse(shape, value);
  return result.success ? [] : result.error.issues.map((issue) => issue.path.join('.'));
}

const without = (value: object, field: string) =>
  Object.fromEntries(Object.entries(value).filter(([name]) => name !== field));

const at = '2022-11-07T23:00:00.000Z';

const webUser = {
  ...{ id: 'u1', email: null, name: 'Sok', avatar: null, pending: false, createdAt: at, updatedAt: at, country: 'KH' },
  ...{ data: null, deletedAt: null },
};
const identifier = {
  ...{ type: 'GOOGLE', id: 'i1', userId: 'u1', avatar: null, name: null, identifier: 'sok@example.com', data: {} },
  ...{ createdAt: at, updatedAt: at },
};
const signedIn = { ...identifier, user: { ...webUser, wallet: null } };

const withdrawal = {
  ...{ status: 'WAITING_TRANSACTION', amount: '123.456789', feeAmount: '0.5', id: 'w1', address: '0x0' },
  ...{ currencyId: 'bMVL', description: null, balanceAccountId: 'b1', userId: 'u1', data: null },
  ...{ createdAt: at, updatedAt: at },
};
const withdrawalOf = (over: object) => ({
  ...{ cancellable: true, finalized: false, title: '', abstractHtml: '', descriptionHtml: '' },
  request: { ...withdrawal, ...over },
});
const mission = {
  ...{ id: 'm1', name: 'Open the app', activityTypes: null, accomplishable: true, claimable: false },
  userClaimedCount: 0,
};

describe('building blocks', () => {
  it('accept an unknown enum value, and refuse other types', () => {
    expect(invalidPaths(word(RideStatus), 'INUSE')).toEqual([]);
    expect(invalidPaths(word(RideStatus), 'TELEPORTED')).toEqual([]);
    expect(invalidPaths(word(RideStatus), 20)).toEqual(['']);
    expectTypeOf<z.infer<ReturnType<typeof word<['A', 'B']>>>>().toEqualTypeOf<'A' | 'B' | (string & {})>();
  });

  it('show the known enum values as examples', () => {
    expect(z.toJSONSchema(word(['A', 'B']))).toMatchObject({ type: 'string', examples: ['A', 'B'] });
  });

  it.each([
    ['time', time, [at], ['2022-11-07T23:00:00Z', '2022-11-07 23:00:00.000Z', '2022-11-07', '', 1667862000000]],
    ['decimal', decimal, ['0', '-1.5', '123.456789', '100000000000000000000'], ['1e-7', '1.', '.5', '+1', '', 1.5]],
    ['base', base, ['0', '15000000000000000000'], ['-1', '0.04', '1e18', '0x10', '', 15]],
    ['uuid', uuid, ['eea00000-0000-4000-0000-000000000000'], ['eea00000', '']],
    ['object', object, [{}, { a: [1] }], [[], null, 'text']],
  ])('accept only a well-formed %s', (_name, shape, good, bad) => {
    for (const value of good) expect(invalidPaths(shape, value), JSON.stringify(value)).toEqual([]);
    for (const value of bad) expect(invalidPaths(shape, value), JSON.stringify(value)).toEqual(['']);
  });
});

const inUser = ['user.pending'];
const deep = ['identifiers.0.user.identifiers.0.data'];
const nested = (deepest: object) => ({
  ...webUser,
  identifiers: [{ ...identifier, user: { ...webUser, identifiers: [deepest] } }],
});
it.each<[what: string, shape: z.core.$ZodType, value: unknown, invalid?: string[]]>([
  ['an unknown sign-in method', user.SignedUserIdentifier, { ...signedIn, type: 'PASSKEY' }],
  ['a wrong type', user.SignedUserIdentifier, { ...signedIn, user: { ...signedIn.user, pending: 'no' } }, inUser],
  ['null where the published type has it', user.SignedUserIdentifier, { ...signedIn, avatar: null }],
  ['null where it has not', user.SignedUserIdentifier, { ...signedIn, userId: null }, ['userId']],
  ['users and identifiers at any depth', user.UserEntity, nested(identifier)],
  ['a path at any depth', user.UserEntity, nested({ ...identifier, data: null }), deep],
  ['null for a relation that has it', user.UserIdentifierEntity, { ...identifier, user: null }],
  ['null for a relation that has it not', user.UserEntity, { ...webUser, identifiers: null }, ['identifiers']],
  ['amounts as decimal text', user.BalanceWithdrawalRequestStatuses, [withdrawalOf({})]],
  ['amounts as numbers', user.BalanceWithdrawalRequestStatuses, [withdrawalOf({ amount: 1.5 })], ['0.request.amount']],
  ['a field that is missing', user.EarnEventClaimCheck, {}, ['status']],
  ['a price as text', wallet.Prices, { 'mass-vehicle-ledger': { usd: '0.0031' } }, ['mass-vehicle-ledger.usd']],
  ['both tokens', rides.Login, { accessToken: 'a', refreshToken: 'r' }],
  ['one token', account.Tokens, { accessToken: 'a' }, ['refreshToken']],
])('%s', (_, shape, value, invalid = []) => expect(invalidPaths(shape, value)).toEqual(invalid));

it('unknown fields are kept', () => {
  const response = { ...signedIn, loyalty: { level: 3 }, user: { ...signedIn.user, nickname: 'S' } };
  expect(z.parse(user.SignedUserIdentifier, response)).toEqual(response);
});

it('every known field of a signed-in user and of a mission is required, and more of a mission of the lottery game', () => {
  for (const field of Object.keys(signedIn))
    expect(invalidPaths(user.SignedUserIdentifier, without(signedIn, field))).toEqual([field]);
  for (const field of Object.keys(mission))
    expect(invalidPaths(activity.Missions, [without(mission, field)])).toEqual([`0.${field}`]);
  expect(invalidPaths(activity.DemocopterMissions, [mission])).toContain('0.rewardAmount');
});

it('the types are those that the program reads', () => {
  type SignedIn = z.infer<typeof user.SignedUserIdentifier>;
  expectTypeOf<SignedIn['user']['email']>().toEqualTypeOf<string | null>();
  expectTypeOf<SignedIn['user']['pending']>().toEqualTypeOf<boolean>();
  type Just = z.infer<typeof user.SignedUserIdentifierWithAccessToken>;
  expectTypeOf<NonNullable<Just['authSession']>['refreshToken']>().toEqualTypeOf<string | undefined>();
  expectTypeOf<z.infer<typeof user.BalanceWithdrawalRequestStatus>['request']['amount']>().toEqualTypeOf<string>();
});

const everyShape = Object.entries({ account, activity, rides, user, wallet }).flatMap(([service, shapes]) =>
  Object.entries(shapes).map(([name, shape]): [string, z.core.$ZodType] => [`${service} ${name}`, shape]),
);

// Describing a shape resolves all its relations, so a broken getter fails here.
it.each(everyShape)('convert %s to a JSON schema', (_name, shape) => {
  expect(z.toJSONSchema(shape)).toHaveProperty('$schema');
});

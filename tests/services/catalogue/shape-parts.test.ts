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
  id: 'u1',
  email: null,
  name: 'Sok',
  avatar: null,
  pending: false,
  createdAt: at,
  updatedAt: at,
  country: 'KH',
  data: null,
  deletedAt: null,
};

const identifier = {
  type: 'GOOGLE',
  id: 'i1',
  userId: 'u1',
  avatar: null,
  name: null,
  identifier: 'sok@example.com',
  data: {},
  createdAt: at,
  updatedAt: at,
};

const signedIn = { ...identifier, user: { ...webUser, wallet: null } };

const withdrawal = {
  status: 'WAITING_TRANSACTION',
  amount: '123.456789',
  feeAmount: '0.5',
  id: 'w1',
  address: '0x0',
  currencyId: 'bMVL',
  description: null,
  balanceAccountId: 'b1',
  userId: 'u1',
  data: null,
  createdAt: at,
  updatedAt: at,
};

const withdrawalState = {
  cancellable: true,
  finalized: false,
  title: '',
  abstractHtml: '',
  descriptionHtml: '',
  request: withdrawal,
};

const historyRow = {
  type: 'SEND_BEP20',
  status: 'PENDING',
  id: 't1',
  from: '0x1',
  hash: '0x2',
  value: '15000000000000000000',
  fee: '0.04',
  updatedAt: at,
  logIndex: 0,
  blockNumber: 2147483647,
};

const mission = {
  id: 'm1',
  name: 'Open the app',
  activityTypes: null,
  accomplishable: true,
  claimable: false,
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

const nested = (deepest: object) => ({
  ...webUser,
  identifiers: [{ ...identifier, user: { ...webUser, identifiers: [deepest] } }],
});
const balance = {
  ...{ asset: { ticker: 'MVL', name: 'MVL', iconUrl: '', tokenType: null } },
  ...{ amount: '1500', valuatedAmount: '0.01', valuatedCurrency: 'USD' },
};
const older = { ...without(without(historyRow, 'id'), 'logIndex'), index: 3, nonce: 0 };
const amounts = { toTokenAmount: '2', fromTokenAmount: '1' };
const tx = { from: '0x1', to: '0x2', data: '0x', value: '0' };
const info = { symbol: 'BNB', name: 'BNB', address: '0xEee', decimals: 18, logoURI: '' };
const token = { symbol: 'BNB', name: 'BNB', decimals: 18, contractAddress: null, logoURI: '', priceId: 'binancecoin' };

it.each<[what: string, shape: z.core.$ZodType, value: unknown, invalid?: string[]]>([
  ['an unknown sign-in method', user.SignedUserIdentifier, { ...signedIn, type: 'PASSKEY' }],
  [
    'the path of a wrong type',
    user.SignedUserIdentifier,
    { ...signedIn, user: { ...signedIn.user, pending: 'no' } },
    ['user.pending'],
  ],
  ['null where the published type has it', user.SignedUserIdentifier, { ...signedIn, avatar: null }],
  ['null where it has not', user.SignedUserIdentifier, { ...signedIn, userId: null }, ['userId']],
  ['an identifier of nobody', user.UserIdentifierEntity, { ...identifier, userId: null }],
  ['a user without a wallet', user.UserEntity, webUser],
  ['a signed-in user without a wallet', user.SignedUser, webUser, ['wallet']],
  ['users and identifiers at any depth', user.UserEntity, nested(identifier)],
  ['an identifier without a user at any depth', user.UserEntity, nested({ ...identifier, user: null })],
  [
    'a path at any depth',
    user.UserEntity,
    nested({ ...identifier, data: null }),
    ['identifiers.0.user.identifiers.0.data'],
  ],
  ['null for a relation that has it', user.UserIdentifierEntity, { ...identifier, user: null }],
  ['null for a relation that has it not', user.UserEntity, { ...webUser, identifiers: null }, ['identifiers']],
  [
    'null for the user of a withdrawal',
    user.BalanceWithdrawalRequestStatus,
    { ...withdrawalState, request: { ...withdrawal, user: null } },
    ['request.user'],
  ],
  ['amounts as decimal text', user.BalanceWithdrawalRequestStatuses, [withdrawalState]],
  [
    'amounts as numbers',
    user.BalanceWithdrawalRequestStatuses,
    [{ ...withdrawalState, request: { ...withdrawal, amount: 123.456789 } }],
    ['0.request.amount'],
  ],
  ['a balance in base units', user.Balances, [balance]],
  ['a balance in whole tokens', user.Balances, [{ ...balance, amount: '1.5' }], ['0.amount']],
  ['a claim that was never made', user.EarnEventClaimCheck, { status: null }],
  ['a claim without a status', user.EarnEventClaimCheck, {}, ['status']],
  ['the bare number of a started game', user.GameStart, 7],
  ['a started game as an object', user.GameStart, { id: 7 }, ['']],
  ['a history row', wallet.History, [historyRow]],
  ['a history row of another chain', wallet.History, [{ ...historyRow, type: 'SEND_TON', ticker: 'TON' }]],
  ['a history row in whole tokens', wallet.HistoryRow, { ...historyRow, value: '0.04' }, ['value']],
  ['a history row to nobody', wallet.HistoryRow, { ...historyRow, to: null }, ['to']],
  ['the older history', wallet.Transactions, [older]],
  ['the newer history as the older', wallet.Transactions, [historyRow], ['0.index', '0.nonce']],
  ['the older history as the newer', wallet.History, [older], ['0.id', '0.logIndex']],
  ['an opaque route as an object', wallet.Quote, { ...amounts, protocols: { a: 1 } }],
  ['an opaque route as a list', wallet.Quote, { ...amounts, protocols: [[{ name: 'X' }]] }],
  ['no route', wallet.Quote, amounts],
  ['the texts of the route of a swap', wallet.SwapTransaction, { ...amounts, tx, protocols: ['X'] }],
  [
    'another route of a swap, and no transaction',
    wallet.SwapTransaction,
    { ...amounts, protocols: {} },
    ['tx', 'protocols'],
  ],
  ['tokens by any key', wallet.SwapTokens, { tokens: { '0xEee': info } }],
  ['decimals as text', wallet.SwapTokens, { tokens: { BNB: { ...info, decimals: '18' } } }, ['tokens.BNB.decimals']],
  ['a coin without a contract', wallet.Tokens, [token]],
  ['prices by id and currency', wallet.Prices, { 'mass-vehicle-ledger': { usd: 0.0031 } }],
  ['a price as text', wallet.Prices, { 'mass-vehicle-ledger': { usd: '0.0031' } }, ['mass-vehicle-ledger.usd']],
  ['the observed fields of a mission', activity.Missions, [mission]],
  ['a mission with activities', activity.Missions, [{ ...mission, activityTypes: ['open_telegram_miniapp'] }]],
  ['no mission of the lottery game', activity.DemocopterMissions, []],
  ['a rank of any type', activity.Rank, { rank: { position: 1 } }],
  ['a null rank', activity.Rank, { rank: null }],
  ['no rank', activity.Rank, {}, ['rank']],
  ['the result of an activity', activity.ActivityResult, { status: 'ok' }],
  ['a claim of a mission', activity.MissionClaim, { missionPointTransactions: [{}] }],
  ['points as text', activity.MissionPoint, { amount: '10' }, ['amount']],
  ['a count of invitees', activity.InviteCount, { count: 2 }],
  ...[rides.Login, account.Tokens, user.Tokens].flatMap((shape): [string, z.core.$ZodType, unknown, string[]][] => [
    ['both tokens', shape, { accessToken: 'a', refreshToken: 'r' }, []],
    ['one token', shape, { accessToken: 'a' }, ['refreshToken']],
  ]),
])('%s', (_, shape, value, invalid = []) => {
  expect(invalidPaths(shape, value)).toEqual(invalid);
});

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

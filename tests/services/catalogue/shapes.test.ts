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

const without = (value: object, field: string) => Object.fromEntries(Object.entries(value).filter(([name]) => name !== field));

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

const withdrawalState = { cancellable: true, finalized: false, title: '', abstractHtml: '', descriptionHtml: '', request: withdrawal };

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

const mission = { id: 'm1', name: 'Open the app', activityTypes: null, accomplishable: true, claimable: false, userClaimedCount: 0 };

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

describe('the shapes of the user service', () => {
  it('keep unknown fields', () => {
    const response = { ...signedIn, loyalty: { level: 3 }, user: { ...signedIn.user, nickname: 'S' } };
    expect(z.parse(user.SignedUserIdentifier, response)).toEqual(response);
  });

  it('accept an unknown sign-in method', () => {
    expect(invalidPaths(user.SignedUserIdentifier, { ...signedIn, type: 'PASSKEY' })).toEqual([]);
  });

  it.each(Object.keys(signedIn))('report a missing %s of a signed-in user', (field) => {
    expect(invalidPaths(user.SignedUserIdentifier, without(signedIn, field))).toEqual([field]);
  });

  it('report the path of a value of the wrong type', () => {
    expect(invalidPaths(user.SignedUserIdentifier, { ...signedIn, user: { ...signedIn.user, pending: 'no' } })).toEqual(['user.pending']);
  });

  it('accept null only where CONTRACT.md has it', () => {
    expect(invalidPaths(user.SignedUserIdentifier, { ...signedIn, avatar: null })).toEqual([]);
    expect(invalidPaths(user.SignedUserIdentifier, { ...signedIn, userId: null })).toEqual(['userId']);
    expect(invalidPaths(user.UserIdentifierEntity, { ...identifier, userId: null })).toEqual([]);
  });

  it('require the wallet of a signed-in user, which is optional elsewhere', () => {
    expect(invalidPaths(user.UserEntity, webUser)).toEqual([]);
    expect(invalidPaths(user.SignedUser, webUser)).toEqual(['wallet']);
  });

  it('have the types that the program reads', () => {
    type SignedIn = z.infer<typeof user.SignedUserIdentifier>;
    expectTypeOf<SignedIn['user']['email']>().toEqualTypeOf<string | null>();
    expectTypeOf<SignedIn['user']['pending']>().toEqualTypeOf<boolean>();
    type Just = z.infer<typeof user.SignedUserIdentifierWithAccessToken>;
    expectTypeOf<NonNullable<Just['authSession']>['refreshToken']>().toEqualTypeOf<string | undefined>();
    expectTypeOf<z.infer<typeof user.BalanceWithdrawalRequestStatus>['request']['amount']>().toEqualTypeOf<string>();
  });

  it('resolve users and identifiers recursively at any depth', () => {
    const nested = (deepest: object) => ({ ...webUser, identifiers: [{ ...identifier, user: { ...webUser, identifiers: [deepest] } }] });
    expect(invalidPaths(user.UserEntity, nested(identifier))).toEqual([]);
    expect(invalidPaths(user.UserEntity, nested({ ...identifier, user: null }))).toEqual([]);
    expect(invalidPaths(user.UserEntity, nested({ ...identifier, data: null }))).toEqual(['identifiers.0.user.identifiers.0.data']);
  });

  it('accept null for a relation only where CONTRACT.md has it', () => {
    expect(invalidPaths(user.UserIdentifierEntity, { ...identifier, user: null })).toEqual([]);
    expect(invalidPaths(user.UserEntity, { ...webUser, identifiers: null })).toEqual(['identifiers']);
    const orphan = { ...withdrawalState, request: { ...withdrawal, user: null } };
    expect(invalidPaths(user.BalanceWithdrawalRequestStatus, orphan)).toEqual(['request.user']);
  });

  it('require the amounts of a withdrawal as decimal text', () => {
    expect(invalidPaths(user.BalanceWithdrawalRequestStatuses, [withdrawalState])).toEqual([]);
    const asNumber = { ...withdrawalState, request: { ...withdrawal, amount: 123.456789 } };
    expect(invalidPaths(user.BalanceWithdrawalRequestStatuses, [asNumber])).toEqual(['0.request.amount']);
  });

  it('require a chain balance in base units', () => {
    const balance = {
      asset: { ticker: 'MVL', name: 'MVL', iconUrl: '', tokenType: null },
      amount: '1500',
      valuatedAmount: '0.01',
      valuatedCurrency: 'USD',
    };
    expect(invalidPaths(user.Balances, [balance])).toEqual([]);
    expect(invalidPaths(user.Balances, [{ ...balance, amount: '1.5' }])).toEqual(['0.amount']);
  });

  it('accept null for a claim that was never made', () => {
    expect(invalidPaths(user.EarnEventClaimCheck, { status: null })).toEqual([]);
    expect(invalidPaths(user.EarnEventClaimCheck, {})).toEqual(['status']);
  });

  it('accept the bare number of a started game', () => {
    expect(invalidPaths(user.GameStart, 7)).toEqual([]);
    expect(invalidPaths(user.GameStart, { id: 7 })).toEqual(['']);
  });
});

describe('the shapes of the wallet service', () => {
  it('accept a history row in base units, with a fee of unknown unit', () => {
    expect(invalidPaths(wallet.History, [historyRow])).toEqual([]);
    expect(invalidPaths(wallet.History, [{ ...historyRow, type: 'SEND_TON', ticker: 'TON' }])).toEqual([]);
    expect(invalidPaths(wallet.HistoryRow, { ...historyRow, value: '0.04' })).toEqual(['value']);
    expect(invalidPaths(wallet.HistoryRow, { ...historyRow, to: null })).toEqual(['to']);
  });

  it('distinguish the two histories', () => {
    const older = { ...without(without(historyRow, 'id'), 'logIndex'), index: 3, nonce: 0 };
    expect(invalidPaths(wallet.Transactions, [older])).toEqual([]);
    expect(invalidPaths(wallet.Transactions, [historyRow])).toEqual(['0.index', '0.nonce']);
    expect(invalidPaths(wallet.History, [older])).toEqual(['0.id', '0.logIndex']);
  });

  it('accept the opaque route of a quote in any form, and a list of texts with a swap', () => {
    const amounts = { toTokenAmount: '2', fromTokenAmount: '1' };
    for (const protocols of [{ a: 1 }, [[{ name: 'X' }]], undefined])
      expect(invalidPaths(wallet.Quote, { ...amounts, protocols })).toEqual([]);
    const tx = { from: '0x1', to: '0x2', data: '0x', value: '0' };
    expect(invalidPaths(wallet.SwapTransaction, { ...amounts, tx, protocols: ['X'] })).toEqual([]);
    expect(invalidPaths(wallet.SwapTransaction, { ...amounts, protocols: {} })).toEqual(['tx', 'protocols']);
  });

  it('accept tokens by any key, and a coin without a contract', () => {
    const info = { symbol: 'BNB', name: 'BNB', address: '0xEee', decimals: 18, logoURI: '' };
    expect(invalidPaths(wallet.SwapTokens, { tokens: { '0xEee': info } })).toEqual([]);
    expect(invalidPaths(wallet.SwapTokens, { tokens: { BNB: { ...info, decimals: '18' } } })).toEqual(['tokens.BNB.decimals']);
    const token = { symbol: 'BNB', name: 'BNB', decimals: 18, contractAddress: null, logoURI: '', priceId: 'binancecoin' };
    expect(invalidPaths(wallet.Tokens, [token])).toEqual([]);
  });

  it('accept prices by id and currency', () => {
    expect(invalidPaths(wallet.Prices, { 'mass-vehicle-ledger': { usd: 0.0031 } })).toEqual([]);
    expect(invalidPaths(wallet.Prices, { 'mass-vehicle-ledger': { usd: '0.0031' } })).toEqual(['mass-vehicle-ledger.usd']);
  });
});

describe('the shapes of the other services', () => {
  it('require only the observed fields of a mission', () => {
    expect(invalidPaths(activity.Missions, [mission])).toEqual([]);
    expect(invalidPaths(activity.Missions, [{ ...mission, activityTypes: ['open_telegram_miniapp'] }])).toEqual([]);
    for (const field of Object.keys(mission)) expect(invalidPaths(activity.Missions, [without(mission, field)])).toEqual([`0.${field}`]);
  });

  it('accept a rank of any type, if there is one', () => {
    for (const rank of [1, '1', null, { position: 1 }]) expect(invalidPaths(activity.Rank, { rank })).toEqual([]);
    expect(invalidPaths(activity.Rank, {})).toEqual(['rank']);
  });

  it('accept the small responses of the activity service', () => {
    expect(invalidPaths(activity.ActivityResult, { status: 'ok' })).toEqual([]);
    expect(invalidPaths(activity.MissionClaim, { missionPointTransactions: [{}] })).toEqual([]);
    expect(invalidPaths(activity.MissionPoint, { amount: '10' })).toEqual(['amount']);
    expect(invalidPaths(activity.InviteCount, { count: 2 })).toEqual([]);
  });

  it('require the whole mission of the lottery game', () => {
    expect(invalidPaths(activity.DemocopterMissions, [])).toEqual([]);
    expect(invalidPaths(activity.DemocopterMissions, [mission])).toContain('0.rewardAmount');
  });

  it.each([rides.Login, account.Tokens, user.Tokens])('require both tokens', (shape) => {
    expect(invalidPaths(shape, { accessToken: 'a', refreshToken: 'r' })).toEqual([]);
    expect(invalidPaths(shape, { accessToken: 'a' })).toEqual(['refreshToken']);
  });
});

const everyShape = Object.entries({ account, activity, rides, user, wallet }).flatMap(([service, shapes]) =>
  Object.entries(shapes).map(([name, shape]): [string, z.core.$ZodType] => [`${service} ${name}`, shape]),
);

// Describing a shape resolves all its relations, so a broken getter fails here.
it.each(everyShape)('convert %s to a JSON schema', (_name, shape) => {
  expect(z.toJSONSchema(shape)).toHaveProperty('$schema');
});

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
function misfits(shape: z.core.$ZodType, value: unknown): string[] {
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
    expect(misfits(word(RideStatus), 'INUSE')).toEqual([]);
    expect(misfits(word(RideStatus), 'TELEPORTED')).toEqual([]);
    expect(misfits(word(RideStatus), 20)).toEqual(['']);
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
    for (const value of good) expect(misfits(shape, value), JSON.stringify(value)).toEqual([]);
    for (const value of bad) expect(misfits(shape, value), JSON.stringify(value)).toEqual(['']);
  });
});

describe('the shapes of the user service', () => {
  it('keep unknown fields', () => {
    const response = { ...signedIn, loyalty: { level: 3 }, user: { ...signedIn.user, nickname: 'S' } };
    expect(z.parse(user.SignedUserIdentifier, response)).toEqual(response);
  });

  it('accept an unknown sign-in method', () => {
    expect(misfits(user.SignedUserIdentifier, { ...signedIn, type: 'PASSKEY' })).toEqual([]);
  });

  it.each(Object.keys(signedIn))('report a missing %s of a signed-in user', (field) => {
    expect(misfits(user.SignedUserIdentifier, without(signedIn, field))).toEqual([field]);
  });

  it('report the path of a value of the wrong type', () => {
    expect(misfits(user.SignedUserIdentifier, { ...signedIn, user: { ...signedIn.user, pending: 'no' } })).toEqual(['user.pending']);
  });

  it('accept null only where CONTRACT.md has it', () => {
    expect(misfits(user.SignedUserIdentifier, { ...signedIn, avatar: null })).toEqual([]);
    expect(misfits(user.SignedUserIdentifier, { ...signedIn, userId: null })).toEqual(['userId']);
    expect(misfits(user.UserIdentifierEntity, { ...identifier, userId: null })).toEqual([]);
  });

  it('require the wallet of a signed-in user, which is optional elsewhere', () => {
    expect(misfits(user.UserEntity, webUser)).toEqual([]);
    expect(misfits(user.SignedUser, webUser)).toEqual(['wallet']);
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
    expect(misfits(user.UserEntity, nested(identifier))).toEqual([]);
    expect(misfits(user.UserEntity, nested({ ...identifier, user: null }))).toEqual([]);
    expect(misfits(user.UserEntity, nested({ ...identifier, data: null }))).toEqual(['identifiers.0.user.identifiers.0.data']);
  });

  it('accept null for a relation only where CONTRACT.md has it', () => {
    expect(misfits(user.UserIdentifierEntity, { ...identifier, user: null })).toEqual([]);
    expect(misfits(user.UserEntity, { ...webUser, identifiers: null })).toEqual(['identifiers']);
    const orphan = { ...withdrawalState, request: { ...withdrawal, user: null } };
    expect(misfits(user.BalanceWithdrawalRequestStatus, orphan)).toEqual(['request.user']);
  });

  it('require the amounts of a withdrawal as decimal text', () => {
    expect(misfits(user.BalanceWithdrawalRequestStatuses, [withdrawalState])).toEqual([]);
    const asNumber = { ...withdrawalState, request: { ...withdrawal, amount: 123.456789 } };
    expect(misfits(user.BalanceWithdrawalRequestStatuses, [asNumber])).toEqual(['0.request.amount']);
  });

  it('require a chain balance in base units', () => {
    const balance = {
      asset: { ticker: 'MVL', name: 'MVL', iconUrl: '', tokenType: null },
      amount: '1500',
      valuatedAmount: '0.01',
      valuatedCurrency: 'USD',
    };
    expect(misfits(user.Balances, [balance])).toEqual([]);
    expect(misfits(user.Balances, [{ ...balance, amount: '1.5' }])).toEqual(['0.amount']);
  });

  it('accept null for a claim that was never made', () => {
    expect(misfits(user.EarnEventClaimCheck, { status: null })).toEqual([]);
    expect(misfits(user.EarnEventClaimCheck, {})).toEqual(['status']);
  });

  it('accept the bare number of a started game', () => {
    expect(misfits(user.GameStart, 7)).toEqual([]);
    expect(misfits(user.GameStart, { id: 7 })).toEqual(['']);
  });
});

describe('the shapes of the wallet service', () => {
  it('accept a history row in base units, with a fee of unknown unit', () => {
    expect(misfits(wallet.History, [historyRow])).toEqual([]);
    expect(misfits(wallet.History, [{ ...historyRow, type: 'SEND_TON', ticker: 'TON' }])).toEqual([]);
    expect(misfits(wallet.HistoryRow, { ...historyRow, value: '0.04' })).toEqual(['value']);
    expect(misfits(wallet.HistoryRow, { ...historyRow, to: null })).toEqual(['to']);
  });

  it('distinguish the two histories', () => {
    const older = { ...without(without(historyRow, 'id'), 'logIndex'), index: 3, nonce: 0 };
    expect(misfits(wallet.Transactions, [older])).toEqual([]);
    expect(misfits(wallet.Transactions, [historyRow])).toEqual(['0.index', '0.nonce']);
    expect(misfits(wallet.History, [older])).toEqual(['0.id', '0.logIndex']);
  });

  it('accept the opaque route of a quote in any form, and a list of texts with a swap', () => {
    const amounts = { toTokenAmount: '2', fromTokenAmount: '1' };
    for (const protocols of [{ a: 1 }, [[{ name: 'X' }]], undefined]) expect(misfits(wallet.Quote, { ...amounts, protocols })).toEqual([]);
    const tx = { from: '0x1', to: '0x2', data: '0x', value: '0' };
    expect(misfits(wallet.SwapTransaction, { ...amounts, tx, protocols: ['X'] })).toEqual([]);
    expect(misfits(wallet.SwapTransaction, { ...amounts, protocols: {} })).toEqual(['tx', 'protocols']);
  });

  it('accept tokens by any key, and a coin without a contract', () => {
    const info = { symbol: 'BNB', name: 'BNB', address: '0xEee', decimals: 18, logoURI: '' };
    expect(misfits(wallet.SwapTokens, { tokens: { '0xEee': info } })).toEqual([]);
    expect(misfits(wallet.SwapTokens, { tokens: { BNB: { ...info, decimals: '18' } } })).toEqual(['tokens.BNB.decimals']);
    const token = { symbol: 'BNB', name: 'BNB', decimals: 18, contractAddress: null, logoURI: '', priceId: 'binancecoin' };
    expect(misfits(wallet.Tokens, [token])).toEqual([]);
  });

  it('accept prices by id and currency', () => {
    expect(misfits(wallet.Prices, { 'mass-vehicle-ledger': { usd: 0.0031 } })).toEqual([]);
    expect(misfits(wallet.Prices, { 'mass-vehicle-ledger': { usd: '0.0031' } })).toEqual(['mass-vehicle-ledger.usd']);
  });
});

describe('the shapes of the other services', () => {
  it('require only the observed fields of a mission', () => {
    expect(misfits(activity.Missions, [mission])).toEqual([]);
    expect(misfits(activity.Missions, [{ ...mission, activityTypes: ['open_telegram_miniapp'] }])).toEqual([]);
    for (const field of Object.keys(mission)) expect(misfits(activity.Missions, [without(mission, field)])).toEqual([`0.${field}`]);
  });

  it('accept a rank of any type, if there is one', () => {
    for (const rank of [1, '1', null, { position: 1 }]) expect(misfits(activity.Rank, { rank })).toEqual([]);
    expect(misfits(activity.Rank, {})).toEqual(['rank']);
  });

  it('accept the small responses of the activity service', () => {
    expect(misfits(activity.ActivityResult, { status: 'ok' })).toEqual([]);
    expect(misfits(activity.MissionClaim, { missionPointTransactions: [{}] })).toEqual([]);
    expect(misfits(activity.MissionPoint, { amount: '10' })).toEqual(['amount']);
    expect(misfits(activity.InviteCount, { count: 2 })).toEqual([]);
  });

  it('require the whole mission of the lottery game', () => {
    expect(misfits(activity.DemocopterMissions, [])).toEqual([]);
    expect(misfits(activity.DemocopterMissions, [mission])).toContain('0.rewardAmount');
  });

  it.each([rides.Login, account.Tokens, user.Tokens])('require both tokens', (shape) => {
    expect(misfits(shape, { accessToken: 'a', refreshToken: 'r' })).toEqual([]);
    expect(misfits(shape, { accessToken: 'a' })).toEqual(['refreshToken']);
  });
});

const everyShape = Object.entries({ account, activity, rides, user, wallet }).flatMap(([service, shapes]) =>
  Object.entries(shapes).map(([name, shape]): [string, z.core.$ZodType] => [`${service} ${name}`, shape]),
);

// Describing a shape resolves all its relations, so a broken getter fails here.
it.each(everyShape)('convert %s to a JSON schema', (_name, shape) => {
  expect(z.toJSONSchema(shape)).toHaveProperty('$schema');
});

// Missions: activities, claims, rankings and their rewards, referrals, banners.
import { beforeEach, describe, expect, it } from 'vitest';
import {
  BannerType,
  LinkAction,
  MissionFrequency,
  MissionReward,
  MissionType,
  MissionTypeV1,
  RankingAccomplishmentStatus,
  RankingRewardNetwork,
} from '../../../../src/services/catalogue/words.js';
import { code, requestRide, sandboxOfEachTest } from '../../support.js';

const sandbox = sandboxOfEachTest();
let token: string;
let dara: string;
beforeEach(async () => {
  token = (await sandbox.signIn('mina')).accessToken;
  dara = (await sandbox.signIn('dara')).accessToken;
});

interface Mission {
  readonly id: string;
  readonly slug: string;
  readonly claimable: boolean;
  readonly accomplishable: boolean;
  readonly userClaimedCount: number;
  readonly userAccomplishedCount: number;
  readonly accomplishProgress: string;
}
const get = async (at: string, as = dara) => (await sandbox.get(at, { token: as })).body;
const post = (at: string, body?: unknown, as = dara, headers = {}) =>
  sandbox.post(`activity${at}`, body, { token: as, headers });
const missions = (as = dara, query = ''): Promise<Mission[]> => get(`activity/v3/missions${query}`, as);
const mission = async (slug: string, as = dara) => (await missions(as)).find((one) => one.slug === slug)!;
const report = (typeId: string, as = dara) => post(`/v3/activities/${typeId}`, {}, as);
const claim = async (slug: string, as = dara) =>
  post(`/v3/missions/${(await mission(slug, as)).id}/claim`, undefined, as);
const points = async (id: string, as = dara) =>
  (await get(`activity/v1/mission-point?missionPointId=${id}`, as)).amount;
const rank = (group: string, as = dara) => get(`activity/v1/ranking-mission/${group}/rank`, as);
const mvp = async (as = dara) => (await get('user/v2/balance/mvp/current', as)).amount;
const notes = (as = dara): Promise<{ title: string; entityId: string }[]> =>
  get('notification/v1/entity-notifications?entityType=MISSION_GROUP', as);
const idOf = async (alias: string) => (await get(`activity/v3/missions/groups/${alias}`)).id;
const ton = 'kQAsandboxsandboxsandboxsandboxsandboxsandbox123';

it('a mission counts activities, notifies, and pays once', async () => {
  const before = await rank('grand-ranking');
  expect((await mission('daily-open')).claimable).toBe(false);
  expect(code(await claim('daily-open'))).toEqual([422, 'NOT_CLAIMABLE']);
  const reported = await post('/v2/activities/open_telegram_miniapp', {});
  expect([reported.status, reported.body]).toEqual([201, { status: 'ok' }]);
  const listed = await get('activity/v2/missions');
  expect(listed.find(({ slug }: Mission) => slug === 'daily-open')).toMatchObject({
    claimable: true,
    accomplishable: false,
  });
  expect((await notes()).map(({ entityId }) => entityId)).toEqual([await idOf('daily')]);
  const had = await points('MISSION_POINT');
  const claimed = await claim('daily-open');
  expect([claimed.status, claimed.body.missionPointTransactions.length]).toEqual([201, 1]);
  expect(await points('MISSION_POINT')).toBe(had + 10);
  expect(code(await claim('daily-open'))).toEqual([409, 'ALREADY_CLAIMED']);
  expect(await mission('daily-open')).toMatchObject({ claimable: false, userClaimedCount: 1 });
  const after = await rank('grand-ranking');
  expect(after.score).toBe(before.score + 10);
  expect(after.rank).toBeLessThanOrEqual(before.rank);
  await report('open_telegram_miniapp'); // once a day
  expect((await mission('daily-open')).claimable).toBe(false);
  await sandbox.advance('1d');
  expect(await mission('daily-open')).toMatchObject({ claimable: false, accomplishable: true, userClaimedCount: 0 });
  await report('open_telegram_miniapp');
  expect((await claim('daily-open')).status).toBe(201);
});

it('balances are paid through the ledger, and some rewards automatically', async () => {
  expect(await mvp()).toBe('800');
  for (let n = 1; n <= 3; n++) await report('finish_ride');
  expect(await mission('daily-three-rides')).toMatchObject({ claimable: true, accomplishProgress: '3/3' });
  expect(await mission('ten-rides')).toMatchObject({ claimable: false, accomplishProgress: '3/10' });
  expect(await mission('grand-rides')).toMatchObject({
    claimable: false,
    userClaimedCount: 3,
    userAccomplishedCount: 3,
  });
  const claimed = (await claim('first-ride')).body;
  expect(claimed).toMatchObject({
    missionPointTransactions: [],
    balanceTransactions: [{ currencyId: 'MVP', amount: '20' }],
  });
  expect(await mvp()).toBe('820');
  expect((await get('user/v2/balance/mvp/history'))[0]).toMatchObject({ amount: '20', description: 'Finish a ride' });
  const all = await missions();
  const withoutAuto = await missions(dara, '?excludeAutoClaimable=true');
  expect(all.filter(({ id }) => !withoutAuto.some((one) => one.id === id)).map(({ slug }) => slug)).toEqual([
    'grand-rides',
  ]);
  const ofWelcome = await missions(dara, `?missionGroupId=${await idOf('welcome')}`);
  expect(ofWelcome).toHaveLength(5);
  expect(await missions(dara, '?missionGroupId=nothing')).toEqual([]);
  expect(await get('activity/v3/missions/groups/welcome')).toMatchObject({ missionCount: 5, userClaimedCount: 1 });
  const done = await post(`/v3/missions/${ofWelcome[1]!.id}/after-action`, {});
  expect(done.body).toMatchObject({ status: 'ok' });
});

it('impossible claims are refused', async () => {
  expect(code(await report('fly'))).toEqual([404, 'NOT_FOUND_ACTIVITY_TYPE']);
  expect(code(await post('/v3/missions/nothing/claim'))).toEqual([404, 'NOT_FOUND_MISSION']);
  await report('purchase_item');
  expect(code(await claim('season-store'))).toEqual([422, 'NOT_OPEN']);
  expect(code(await sandbox.get('activity/v1/mission-point?missionPointId=GOLD', { token: dara }))).toEqual([
    404,
    'NOT_FOUND_MISSION_POINT',
  ]);
  expect(code(await sandbox.get('activity/v3/missions/groups/nothing', { token: dara }))).toEqual([
    404,
    'NOT_FOUND_MISSION_GROUP',
  ]);
  expect(code(await sandbox.get('activity/v1/ranking-mission/daily/rank', { token: dara }))).toEqual([422, 'NOT_OPEN']);
});

describe('activities of other services', () => {
  it('count: a purchase, also for the friend who bought', async () => {
    const { id } = (await sandbox.post('sale/v1/orders', { productId: '1' }, { token: dara })).body;
    await sandbox.post(`sale/v1/orders/${id}/payments`, {}, { token: dara });
    await sandbox.advance('10s');
    expect([(await mission('first-purchase')).claimable, (await mission('daily-store')).claimable]).toEqual([
      true,
      true,
    ]);
    expect(await mission('friend-buys')).toMatchObject({ claimable: false });
    expect(await mission('friend-buys', token)).toMatchObject({ claimable: true }); // mina has invited dara
    expect(await mission('first-purchase', token)).toMatchObject({ claimable: false });
    expect((await notes()).map(({ title }) => title).sort()).toEqual([
      'Buy something in the store',
      'Buy something in the store',
    ]);
    expect((await notes(token))[0]!.title).toBe('A friend: Buy something in the store');
  });

  it('count: a ride, with a point for the inviter of the rider', async () => {
    await requestRide(sandbox, dara);
    const active = await points('REFERRAL_POINT_ACTIVE', token);
    await sandbox.advance('10m');
    expect(await mission('daily-ride')).toMatchObject({ claimable: true });
    expect(await mission('friend-rides', token)).toMatchObject({ claimable: true });
    expect(await points('REFERRAL_POINT_ACTIVE', token)).toBe(active + 1);
  });

  it('count: a share of a vehicle', async () => {
    const mvl = async () => (await get('user/balance/accounts/current?currencyId=MVL')).amount;
    expect(code(await claim('first-asset', token))).toEqual([409, 'ALREADY_CLAIMED']); // mina has bought one before
    expect(code(await claim('first-asset'))).toEqual([422, 'NOT_CLAIMABLE']);
    const { id: orderId } = (await sandbox.post('musubi/v1/order', { offeringId: '1', amount: '100' }, { token: dara }))
      .body;
    await sandbox.post('musubi/v1/payment', { orderId, method: 'BANK' }, { token: dara });
    await sandbox.advance('5m');
    const before = await mvl();
    const { balanceTransactions } = (await claim('first-asset')).body;
    expect(balanceTransactions).toMatchObject([{ currencyId: 'MVL', amount: '100' }]);
    expect(Number(await mvl())).toBe(Number(before) + 100);
  });

  it('count: a battery swap', async () => {
    const vin = 'SBXT1E046SS000001';
    const stations = await get('vehicle-oracle/v1/depin/battery/stations?city=PNH&status=ON', token);
    const tries: number[] = [];
    for (const { id: stationId } of stations.slice(0, 10)) {
      tries.push((await sandbox.post('vehicle-oracle/vehicle/battery/swap', { vin, stationId }, { token })).status);
      if (tries.includes(201)) break;
    }
    expect(tries).toContain(201);
    expect([await mission('daily-swap', token), await mission('grand-swaps', token)]).toMatchObject([
      { claimable: true },
      { claimable: true },
    ]);
  });

  it('count: a sign-up', async () => {
    const response = await sandbox.post(
      'user/v2/accounts',
      {
        type: 'GOOGLE',
        token: 'sns:GOOGLE:ana@sandbox.invalid',
        share: '{"share":{"share":"a1","shareIndex":"1"},"polynomialID":"b2"}',
      },
      { headers: { 'x-auth-client-id': 'Clutch', 'x-auth-client-version': '9' } },
    );
    expect(response.status).toBe(201);
    const ana = response.body.accessToken;
    expect(await mission('first-sign-in', ana)).toMatchObject({ claimable: true });
    expect((await claim('first-sign-in', ana)).status).toBe(201);
    expect(await mvp(ana)).toBe('10');
  });
});

describe('a ranking', () => {
  const claimRanking = (group: string, body: object, as = dara, headers = {}) =>
    post(`/v1/ranking-mission/${group}/claim`, body, as, headers);
  const status = (as = dara) => get('activity/v1/ranking-mission/season-ranking/claim/status', as);
  const onTon = async () =>
    (await get(`user/v2/wallets/balance?network=TON_TEST&address=${ton}`)).map(
      ({ amount }: { amount: string }) => amount,
    );

  it('pays its reward once, to an address of its network', async () => {
    const group = await idOf('season-ranking');
    const { rank: place } = await rank(group);
    expect(place).toBeGreaterThan(0);
    expect(await status()).toEqual({ status: null, network: null, address: null, claimedAt: null });
    const body = { network: 'TON_TEST', address: ton };
    const first = await claimRanking(group, body);
    expect([first.status, first.body]).toEqual([201, { result: 'SUCCESS' }]);
    expect((await claimRanking(group, body)).body).toEqual({ result: 'DUPLICATED' });
    expect(await status()).toMatchObject({ status: 'REQUESTED', ...body });
    await sandbox.advance('5s');
    expect((await rank(group)).accomplishmentStatus).toBe('PENDING');
    await sandbox.advance('25s');
    expect(await status()).toMatchObject({ status: 'SUCCESS' });
    expect((await claimRanking(group, body)).body).toEqual({ result: 'DUPLICATED' });
    const prize = place <= 50 ? 200 : place <= 100 ? 50 : 10;
    expect(await onTon()).toContain(`${prize}000000000`);
  });

  it('may fail to pay, and be claimed again', async () => {
    const body = { network: 'TON_TEST', address: ton };
    const headers = { 'x-sandbox-scenario': 'ranking: payout fails' };
    expect((await claimRanking('season-ranking', body, dara, headers)).body).toEqual({ result: 'SUCCESS' });
    await sandbox.advance('25s');
    expect([(await status()).status, (await onTon()).filter((amount: string) => amount !== '0')]).toEqual(['FAIL', []]);
    const already = { 'x-sandbox-scenario': 'ranking: claimed already' };
    expect((await claimRanking('season-ranking', body, dara, already)).body).toEqual({ result: 'DUPLICATED' });
    expect((await claimRanking('season-ranking', body)).body).toEqual({ result: 'SUCCESS' });
  });

  it('refuses a claim that is too early, of another network, or of nobody', async () => {
    const body = { network: 'TON_TEST', address: ton };
    const { accessToken: fresh } = await sandbox.signIn('fresh');
    expect(
      code(await claimRanking('season-ranking', { ...body, network: 'TON', address: ton.replace('kQ', 'EQ') })),
    ).toEqual([400, 'INVALID_REQUEST']);
    expect(code(await claimRanking('season-ranking', { ...body, address: '0x1' }))).toEqual([400, 'INVALID_REQUEST']);
    expect(code(await claimRanking('season-ranking', body, fresh))).toEqual([422, 'NOT_CLAIMABLE']);
    expect(code(await claimRanking('daily', body))).toEqual([422, 'NOT_OPEN']);
    expect(
      code(await claimRanking('grand-ranking', { ...body, network: 'TON', address: ton.replace('kQ', 'EQ') })),
    ).toEqual([422, 'NOT_OPEN']);
    await sandbox.advance('77d');
    expect(
      (await claimRanking('grand-ranking', { ...body, network: 'TON', address: ton.replace('kQ', 'EQ') })).body,
    ).toEqual({
      result: 'SUCCESS',
    });
  });

  it('has a board that grows while it runs and is fixed when it has ended', async () => {
    const board = (group: string, query = '') =>
      sandbox.get(`activity/v1/ranking-mission/${group}/leader-board${query}`, { token: dara });
    const first = await board('season-ranking');
    const scores = first.body.map(({ score }: { score: number }) => score);
    expect([first.body.length, Number(first.headers.get('x-sandbox-total'))]).toEqual([100, 306]);
    expect(scores).toEqual([...scores].sort((a, b) => b - a));
    const second = (await board('season-ranking', '?page=2&pageSize=50')).body;
    expect(second).toEqual(first.body.slice(50, 100));
    const { rank: place } = await rank('season-ranking');
    const around = (await board('season-ranking', `?page=${place}&pageSize=1`)).body;
    expect(around).toMatchObject([{ rank: place, name: 'Dara Sok', score: 640 }]);
    const running = (await board('grand-ranking')).body[0].score;
    await sandbox.advance('10d');
    expect((await board('season-ranking')).body).toEqual(first.body);
    expect((await board('grand-ranking')).body[0].score).toBeGreaterThan(running);
    const { accessToken: fresh } = await sandbox.signIn('fresh');
    expect(await rank('season-ranking', fresh)).toEqual({ rank: null, score: 0, accomplishmentStatus: null });
  });
});

it('a referral code is registered once, for both services', async () => {
  const { accessToken: fresh, user } = await sandbox.signIn('fresh');
  const { code: own } = await get('activity/v1/referralCode/current');
  expect(own).toBe('DARA');
  const register = (as: string, code: string) => post('/v1/referralCode/register', { code }, as);
  const count = async () => (await get('activity/v1/referrals/current/invite-count')).count;
  expect([await count(), await points('REFERRAL_POINT_PASSIVE')]).toEqual([0, 0]);
  expect(code(await register(fresh, 'NOBODY'))).toEqual([404, 'NOT_FOUND_REFERRAL_CODE']);
  expect(code(await register(dara, own))).toEqual([422, 'NOT_CHANGEABLE']);
  const response = await register(fresh, 'dara');
  expect(response.status).toBe(201);
  expect([await count(), await points('REFERRAL_POINT_PASSIVE')]).toEqual([1, 10]);
  expect((await get('user/users/invitees')).data.map(({ id }: { id: string }) => id)).toEqual([user.id]);
  expect(await mission('invite-friend')).toMatchObject({ claimable: true });
  expect(await mission('five-friends')).toMatchObject({ claimable: false, accomplishProgress: '1/5' });
  expect(code(await register(fresh, 'MINA'))).toEqual([409, 'ALREADY_EXIST']);
  await report('play_democopter', fresh);
  const v1 = async (query: string) =>
    (await sandbox.get(`activity/missions/democopter${query}`)).body.map(({ slug }: Mission) => slug);
  expect(await v1('')).toEqual(['play', 'retweet', 'invite-player']);
  expect(await v1('?type=REFEREE_ACTIVITIES_COUNT')).toEqual(['invite-player']);
  expect(await v1('?slug=play&slug=retweet')).toEqual(['play', 'retweet']);
  expect(await mission('invite-player')).toMatchObject({ claimable: true });
});

it('public calls need no session, the others do', async () => {
  const open = (await sandbox.get('activity/v1/public/banners')).body;
  expect(open.every(({ region }: { region: unknown }) => region === null)).toBe(true);
  expect((await sandbox.get('activity/v1/banners/KH')).status).toBe(401);
  const ofKh = await get('activity/v1/banners/KH');
  expect(new Set(ofKh.map(({ region }: { region: unknown }) => region))).toEqual(new Set([null, 'KH']));
  const all = await get('activity/v1/banners');
  expect(new Set(all.map(({ type }: { type: string }) => type))).toEqual(new Set(BannerType));
  expect(new Set(all.map(({ linkAction }: { linkAction: string }) => linkAction))).toEqual(new Set(LinkAction));
  expect(await get('activity/v1/banners?type=Clutch')).toEqual(
    all.filter(({ type }: { type: string }) => type === 'Clutch'),
  );
  const jp = (await sandbox.get('activity/activity/v1/public/banners', { headers: { 'accept-language': 'jp' } })).body;
  expect([jp[0].title, open[0].title]).toEqual(['トゥクトゥクのオーナーに', 'Own a part of a tuk-tuk']);
  const groups = (await sandbox.get('activity/v2/public/missions/groups')).body;
  expect(new Set(groups.map(({ rewardNetwork }: { rewardNetwork: unknown }) => rewardNetwork))).toEqual(
    new Set([null, ...RankingRewardNetwork]),
  );
  const seen = (await sandbox.get('activity/v2/public/missions')).body;
  expect(seen).toHaveLength(24);
  const words = (field: string) => new Set(seen.map((one: Record<string, unknown>) => one[field]));
  expect([words('type'), words('frequency'), words('rewardType')]).toEqual(
    [MissionType, MissionFrequency, MissionReward].map((list) => new Set(list)),
  );
  for (const { id, missionCount } of groups)
    expect((await sandbox.get(`activity/v2/public/missions?missionGroupId=${id}`)).body).toHaveLength(missionCount);
  const v1 = (await sandbox.get('activity/missions/democopter')).body;
  expect(new Set(v1.map(({ type }: { type: string }) => type))).toEqual(new Set(MissionTypeV1));
  const claims = await Promise.all(
    ['kenji', 'lan', 'whale', 'rider-1'].map(async (who) => {
      const { accessToken } = await sandbox.signIn(who);
      return (await get('activity/v1/ranking-mission/1/claim/status', accessToken)).status;
    }),
  );
  expect(new Set(claims)).toEqual(new Set(RankingAccomplishmentStatus));
});

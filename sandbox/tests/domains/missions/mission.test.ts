// Missions: activities, claims, rankings and their rewards.
import { beforeEach, describe, expect, it } from 'vitest';
import { code, sandboxOfEachTest } from '../../support.js';

const sandbox = sandboxOfEachTest();
let dara: string;
beforeEach(async () => {
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
});

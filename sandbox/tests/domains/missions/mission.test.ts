// Missions: activities, claims, rankings and their rewards.
import { describe, expect, it } from 'vitest';
import { code, userOfEachTest } from '../../support.js';

const { sandbox, get, post: send, points: mvp } = userOfEachTest('', 'dara');

interface Mission {
  readonly id: string;
  readonly slug: string;
  readonly claimable: boolean;
  readonly accomplishable: boolean;
  readonly userClaimedCount: number;
  readonly userAccomplishedCount: number;
  readonly accomplishProgress: string;
}
const post = (at: string, body?: unknown, scenario?: string) => send(`activity${at}`, body, scenario);
const missions = (query = ''): Promise<Mission[]> => get(`activity/v3/missions${query}`);
const mission = async (slug: string) => (await missions()).find((one) => one.slug === slug)!;
const report = (typeId: string) => post(`/v3/activities/${typeId}`, {});
const claim = async (slug: string) => post(`/v3/missions/${(await mission(slug)).id}/claim`);
const points = async (id: string) => (await get(`activity/v1/mission-point?missionPointId=${id}`)).amount;
const rank = (group: string) => get(`activity/v1/ranking-mission/${group}/rank`);
const notes = (): Promise<{ title: string; entityId: string }[]> =>
  get('notification/v1/entity-notifications?entityType=MISSION_GROUP');
const idOf = async (alias: string) => (await get(`activity/v3/missions/groups/${alias}`)).id;
const ton = 'kQAsandboxsandboxsandboxsandboxsandboxsandbox123';

it('a mission counts activities, notifies, and pays once', async () => {
  const before = await rank('grand-ranking');
  expect((await mission('daily-open')).claimable).toBe(false);
  expect(code(await claim('daily-open'))).toEqual([422, 'NOT_CLAIMABLE']);
  const reported = await post('/v2/activities/open_telegram_miniapp', {});
  expect([reported.status, reported.body]).toEqual([201, { status: 'ok' }]);
  const listed = await get('activity/v2/missions');
  const daily = listed.find(({ slug }: Mission) => slug === 'daily-open');
  expect(daily).toMatchObject({ claimable: true, accomplishable: false });
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
    ...{ claimable: false, userClaimedCount: 3, userAccomplishedCount: 3 },
  });
  const claimed = (await claim('first-ride')).body;
  const balanceTransactions = [{ currencyId: 'MVP', amount: '20' }];
  expect(claimed).toMatchObject({ missionPointTransactions: [], balanceTransactions });
  expect(await mvp()).toBe('820');
  expect((await get('user/v2/balance/mvp/history'))[0]).toMatchObject({ amount: '20', description: 'Finish a ride' });
  const all = await missions();
  const withoutAuto = await missions('?excludeAutoClaimable=true');
  expect(all.filter(({ id }) => !withoutAuto.some((one) => one.id === id)).map(({ slug }) => slug)).toEqual([
    'grand-rides',
  ]);
  const ofWelcome = await missions(`?missionGroupId=${await idOf('welcome')}`);
  expect(ofWelcome).toHaveLength(5);
  expect(await missions('?missionGroupId=nothing')).toEqual([]);
  expect(await get('activity/v3/missions/groups/welcome')).toMatchObject({ missionCount: 5, userClaimedCount: 1 });
  const done = await post(`/v3/missions/${ofWelcome[1]!.id}/after-action`, {});
  expect(done.body).toMatchObject({ status: 'ok' });
});

describe('a ranking', () => {
  const claimRanking = (group: string, body: object, scenario?: string) =>
    post(`/v1/ranking-mission/${group}/claim`, body, scenario);
  const status = () => get('activity/v1/ranking-mission/season-ranking/claim/status');
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
    expect((await claimRanking('season-ranking', body, 'ranking: payout fails')).body).toEqual({ result: 'SUCCESS' });
    await sandbox.advance('25s');
    expect([(await status()).status, (await onTon()).filter((amount: string) => amount !== '0')]).toEqual(['FAIL', []]);
    expect((await claimRanking('season-ranking', body, 'ranking: claimed already')).body).toEqual({
      result: 'DUPLICATED',
    });
    expect((await claimRanking('season-ranking', body)).body).toEqual({ result: 'SUCCESS' });
  });
});

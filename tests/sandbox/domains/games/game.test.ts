// Games, forms, purchasables and the remaining calls of the user service.
import { beforeEach, describe, expect, it } from 'vitest';
import { PurchasablePayMethod, PurchasableType } from '../../../../src/services/catalogue/words.js';
import { code, sandboxOfEachTest } from '../../support.js';

const sandbox = sandboxOfEachTest();
let token: string;
beforeEach(async () => {
  token = (await sandbox.signIn('mina')).accessToken;
});

const get = async (at: string) => (await sandbox.get(`user${at}`, { token })).body;
const post = (at: string, body?: unknown, headers = {}) => sandbox.post(`user${at}`, body, { token, headers });
const points = async () => (await get('/v2/balance/mvp/current')).amount;

describe('a game', () => {
  it('is paid, played, won and followed by the next', async () => {
    const game = await get('/games/democopter/active');
    const { id } = game;
    expect(await get(`/games/${id}`)).toEqual(game);
    expect(code(await post(`/games/democopter/${id}/start`))).toEqual([422, 'NOT_PAID']);
    const paid = await post(`/games/${id}/payment`, {});
    expect([paid.status, paid.body.payment.status, paid.body.finalized]).toEqual([
      201,
      'CONFIRMING_BALANCE_TRANSACTION',
      false,
    ]);
    expect(code(await post(`/games/${id}/payment`))).toEqual([409, 'ALREADY_PAID']);
    await sandbox.advance('3s');
    expect(await points()).toBe('3195');
    expect(code(await post(`/games/democopter/${id}/start`))).toEqual([422, 'NOT_PAID']);
    await sandbox.advance('2s');
    const before = await get(`/games/democopter/${id}`);
    expect(before).toMatchObject({
      paymentFulfilled: true,
      currentBalance: '3195',
      totalPrizeAmount: '120',
      feeDeductedPrizeAmount: '108',
    });
    expect(before.game.totalEntries).toBe(4);
    expect((await post('/games/user/result', { gameId: id, data: '5' })).body.code).toBe('NOT_STARTED');
    expect((await post(`/games/democopter/${id}/start`)).body).toBe(1);
    const sent = await post('/games/user/result', { gameId: id, data: '{"score":1000000000}' });
    expect(sent.body).toMatchObject({ ranking: 1 });
    expect((await post('/games/user/result', { gameId: id, data: '5' })).body.code).toBe('NOT_STARTED');
    expect((await post(`/games/democopter/${id}/start`)).body).toBe(2);
    expect((await post('/games/user/result', { gameId: id, data: '7' })).body.id).toBe(sent.body.id);
    const result = (await sandbox.get(`user/games/gameResults/${sent.body.id}`)).body;
    expect(result).toMatchObject({ score: 1e9, tried: 2, username: 'Mina Park', winner: null });
    const leaders = await get(`/games/democopter/${id}/leaderboard`);
    expect(leaders[0]).toMatchObject({ position: 1, mine: true, ticket: 10_000_001, prize: null });
    expect(leaders).toHaveLength(4);
    await sandbox.advance('5d');
    expect((await get(`/games/democopter/${id}`)).winnerSelected).toBe(true);
    expect(await points()).toBe('3303'); // nearly all tickets are hers
    expect((await get('/v2/balance/mvp/history'))[0]).toMatchObject({ amount: '108', balanceAfter: '3303' });
    expect(code(await post(`/games/${id}/payment`))).toEqual([422, 'NOT_OPEN']);
    expect((await sandbox.get('user/games/democopter/active', { token })).status).toBe(404);
    await sandbox.advance('1h');
    const next = await get('/games/democopter/active');
    expect([next.title, next.createdAt]).toEqual(['Democopter 7', (await get(`/games/${id}`)).nextGameStartsAt]);
    const past = await get('/games/democopter/pastResults');
    expect([past.length, past[0].userId]).toEqual([6, result.userId]);
  });

  it('is not paid if the payment fails or the balance is too low', async () => {
    const { id } = await get('/games/democopter/active');
    await post(`/games/${id}/payment`, {}, { 'x-sandbox-scenario': 'game: payment fails' });
    await sandbox.advance('1m');
    expect([await points(), (await get(`/games/democopter/${id}`)).paymentFulfilled]).toEqual(['3200', false]);
    expect((await post(`/games/${id}/payment`)).status).toBe(201); // may be tried again
    token = (await sandbox.signIn('fresh')).accessToken;
    expect(code(await post(`/games/${id}/payment`))).toEqual([400, 'NOT_ENOUGH_BALANCE']);
  });

  it('refuses the result of another user, and stores the picture of an own one', async () => {
    const { id } = await get('/games/democopter/active');
    const sent = (await post('/games/result', { gameId: id, data: '20', username: 'guest' })).body;
    expect(sent).toMatchObject({ userId: null, ranking: 4 });
    const short = await sandbox.get(`user/games/gameResults/${sent.id}/abstract`);
    expect(short.body).toEqual({ id: sent.id, score: 20, username: 'guest', position: 4 });
    expect((await post(`/games/gameResults/${sent.id}/thumbnail`, { image: 'data:,' })).status).toBe(404);
    expect(code(await post('/games/result', { gameId: id, data: 'far' }))).toEqual([400, 'INVALID_REQUEST']);
    await post(`/games/${id}/payment`);
    await sandbox.advance('5s');
    await post(`/games/democopter/${id}/start`);
    const mine = (await post('/games/user/result', { gameId: id, data: '20' })).body.id;
    expect((await post(`/games/gameResults/${mine}/thumbnail`, { image: 'data:,' })).body).toEqual({
      thumbnail: 'data:,',
    });
    expect((await get(`/games/gameResults/${mine}`)).thumbnail).toBe('data:,');
    await post(`/games/democopter/results/${mine}/twitter/share/validate`, { screenName: 'mina' });
    expect((await post(`/games/democopter/results/${sent.id}/twitter/share/validate`, {})).status).toBe(404);
    expect((await post('/games/democopter/missions/fly/twitter/retweet/validate', {})).body.screenName).toBe(
      'Mina_Park',
    );
  });
});

describe('a form', () => {
  const send = (form: string, body: object) => sandbox.post(`user/forms/${form}`, body);
  it('is returned and submitted', async () => {
    const { body } = await sandbox.get('user/forms/1');
    const sent = await send(body.id, { data: { message: 'hello' } });
    expect(sent.body).toMatchObject({ formId: body.id, data: { message: 'hello' }, userId: null });
    expect(code(await send('1', { data: { other: 1 } }))).toEqual([400, 'INVALID_REQUEST']);
    expect(code(await send('2', { data: { reason: 'late' } }))).toEqual([422, 'NOT_OPEN']);
  });
  it('is submitted for tokens of the wallet, once for each', async () => {
    const walletAddress = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
    const inventory = async () => (await sandbox.post('user/forms/3/inventory', { walletAddress })).body;
    const tokens = await inventory();
    expect(tokens).toHaveLength(3);
    const body = { data: { name: 'Tuk' }, walletAddress, signature: '0x1', tokenIds: [tokens[0].tokenId] };
    expect(code(await send('3', { data: body.data }))).toEqual([400, 'INVALID_REQUEST']);
    expect(code(await send('3', { ...body, tokenIds: ['9'] }))).toEqual([422, 'NOT_OWNED']);
    const sent = await send('3', body);
    expect(sent.body.nfts[0].nftId).toBe(tokens[0].id);
    expect(code(await send('3', body))).toEqual([409, 'ALREADY_SENT']);
    expect((await inventory()).map((one: { completed: boolean }) => one.completed)).toEqual([true, false, false]);
    expect((await sandbox.post('user/forms/3/inventory', {})).body).toEqual([]);
  });
});

it('sells items of every type with every method', async () => {
  const sale = await get('/purchasables/1stSale');
  expect(sale.map((one: { type: string }) => one.type).sort()).toEqual([...PurchasableType].sort());
  expect(sale.map((one: { payMethod: string }) => one.payMethod).sort()).toEqual([...PurchasablePayMethod].sort());
  const group = await get('/purchasables/group/first');
  expect([group.slug, group.currentBalance, group.purchasables.length]).toEqual(['first', '3200', 3]);
});

it('admits the waiting list in order, and signs bids', async () => {
  const wallet = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
  const first = await post('/waitinglist/signature', { wallet });
  expect(first.body).toMatchObject({ waitingNumber: 1, signature: expect.stringMatching(/^0x[0-9a-f]{130}$/) });
  expect(code(await post('/waitinglist/signature', { wallet: '0x1' }))).toEqual([404, undefined]);
  const bid = (await post('/users/current/wallet/bidSignature', { timestamp: '1' })).body;
  expect((await post('/users/current/wallet/bidSignature', { timestamp: '1' })).body).toEqual(bid);
  expect((await post('/users/current/wallet/bidSignature', { timestamp: '2' })).body).not.toEqual(bid);
  await sandbox.advance('30d');
  token = (await sandbox.signIn('mina')).accessToken;
  expect(code(await post('/waitinglist/signature', { wallet }))).toEqual([403, undefined]);
  token = (await sandbox.signIn('partner')).accessToken;
  expect((await post('/users/current/wallet/bidSignature', { timestamp: '1' })).status).toBe(404);
});

it('stores data of a web page', async () => {
  const put = (body: object) => sandbox.send('PUT', 'user/v1/web-submit/input', { body });
  const first = await put({ key: 'survey', value: { stars: 4 } });
  await sandbox.advance('1m');
  const second = await put({ key: 'survey', value: 5 });
  expect(second.body).toEqual({ id: first.body.id, key: 'survey', value: 5, updatedAt: '2026-06-01T00:01:00.000Z' });
});

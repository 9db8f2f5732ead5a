// Games: paid, played, won and followed by the next.
import { describe, expect, it } from 'vitest';
import { code, userOfEachTest } from '../../support.js';

const user = userOfEachTest('user');
const { sandbox, get, post, points } = user;

describe('a game', () => {
  it('is paid, played, won and followed by the next', async () => {
    const game = await get('/games/democopter/active');
    const { id } = game;
    expect(await get(`/games/${id}`)).toEqual(game);
    expect(code(await post(`/games/democopter/${id}/start`))).toEqual([422, 'NOT_PAID']);
    const paid = await post(`/games/${id}/payment`, {});
    const payment = { status: 'CONFIRMING_BALANCE_TRANSACTION' };
    expect(paid).toMatchObject({ status: 201, body: { payment, finalized: false } });
    expect(code(await post(`/games/${id}/payment`))).toEqual([409, 'ALREADY_PAID']);
    await sandbox.advance('3s');
    expect(await points()).toBe('3195');
    expect(code(await post(`/games/democopter/${id}/start`))).toEqual([422, 'NOT_PAID']);
    await sandbox.advance('2s');
    const before = await get(`/games/democopter/${id}`);
    expect(before).toMatchObject({
      ...{ paymentFulfilled: true, currentBalance: '3195', totalPrizeAmount: '120', feeDeductedPrizeAmount: '108' },
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
    expect((await sandbox.get('user/games/democopter/active', user)).status).toBe(404);
    await sandbox.advance('1h');
    const next = await get('/games/democopter/active');
    expect([next.title, next.createdAt]).toEqual(['Democopter 7', (await get(`/games/${id}`)).nextGameStartsAt]);
    const past = await get('/games/democopter/pastResults');
    expect([past.length, past[0].userId]).toEqual([6, result.userId]);
  });

  it('is not paid if the payment fails or the balance is too low', async () => {
    const { id } = await get('/games/democopter/active');
    await post(`/games/${id}/payment`, {}, 'game: payment fails');
    await sandbox.advance('1m');
    expect([await points(), (await get(`/games/democopter/${id}`)).paymentFulfilled]).toEqual(['3200', false]);
    expect((await post(`/games/${id}/payment`)).status).toBe(201); // may be tried again
    user.token = (await sandbox.signIn('fresh')).accessToken;
    expect(code(await post(`/games/${id}/payment`))).toEqual([400, 'NOT_ENOUGH_BALANCE']);
  });
});

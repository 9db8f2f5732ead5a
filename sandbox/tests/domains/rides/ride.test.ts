// Complete rides with every status, and their ledger.
import { describe, expect, it } from 'vitest';
import { askForRide, code, inScenario, locations, requestRide as requested, userOfEachTest } from '../../support.js';

const user = userOfEachTest('ride-hailing');
const { sandbox, get, post } = user;
const points = async (region = 'KH') => Number((await get(`/v1/balance/point/${region}`)).amount);
const requestRide = (scenario?: string, payCurrency?: string) =>
  requested(sandbox, user.token, inScenario(scenario), payCurrency);
const statusOf = async (id: string) => (await get(`/v1/rides/request/${id}`)).status;

it('a ride runs to its end', async () => {
  const found = await get('/v1/places/search?q=Market&city=PNH');
  expect(found.map((place: { name: string }) => place.name)).toContain('Central Market');
  const search = (await post('/v1/rides/base-search', { region: 'KH', locations })).body;
  expect(search).toMatchObject({ distanceKm: 1.62, durationS: 300, validUntil: '2026-06-01T00:03:00.000Z' });
  const product = { productCode: 'STANDARD', fare: '7030', payAmount: '7030', currency: 'KHR' };
  expect(search.products[0]).toMatchObject(product);
  const id = await requestRide('ride: my vehicle');
  expect((await get('/v1/rides/request/active')).status).toBe('WAITPAY');
  await sandbox.advance('30s');
  const onItsWay = await get('/v1/rides/request/active');
  expect(onItsWay.status).toBe('PICKUP');
  expect(onItsWay.driverInfo.carPlate).toBe('OWN-000001');
  expect(code(await askForRide(sandbox, user.token))).toEqual([409, 'ALREADY_ACTIVE_RIDE']);
  await sandbox.advance('10m');
  const over = await get(`/v1/rides/request/${id}`);
  expect(over.status).toBe('FINISHED');
  expect(over.statusLog).toHaveLength(10);
  const times = over.statusLog.map(({ at }: { at: string }) => at);
  expect(times).toEqual([...times].sort());
  expect(times[1]).toBe('2026-06-01T00:00:01.000Z'); // stamped with its due time, not with the time of the catch-up
  expect(await points()).toBe(200_000 - 6960);
  expect((await sandbox.get('ride-hailing/v1/rides/request/active', user)).body.code).toBe('NOT_FOUND_RIDE_REQUEST');
});

it('a ride is cancelled late for a fee, after a retry', async () => {
  const id = await requestRide('ride: driver cancels');
  await sandbox.advance('5m');
  expect(await statusOf(id)).toBe('DRIVER_CANCELED_RECALLABLE');
  expect(await points()).toBe(200_000 - 7030);
  const again = (await post(`/v1/rides/request/${id}/re-try`)).body;
  expect([again.status, again.tries]).toEqual(['PENDING', 2]);
  await sandbox.advance('60s');
  expect(await statusOf(id)).toBe('PICKUP');
  const late = { isFreeCancel: false, cancellable: true, feeAmount: '2109' };
  expect(await get('/v1/rides/cancel-status')).toMatchObject(late);
  const cancelled = await post(`/v1/rides/request/${id}/cancel`, {});
  expect([cancelled.status, cancelled.body.isFreeCancel]).toEqual([201, false]);
  expect(await statusOf(id)).toBe('USER_CANCELED_NO_FREE');
  expect(await points()).toBe(200_000 - 7030 + 4921);
  expect(code(await post(`/v1/rides/request/${id}/cancel`, {}))).toEqual([422, 'NOT_CANCELLABLE']);
});

it('a ride ends early during the trip', async () => {
  const id = await requestRide();
  for (let left = 40; left > 0 && (await statusOf(id)) !== 'INUSE'; left--) await sandbox.advance('5s');
  expect((await post(`/v1/rides/request/${id}/cancel`, {})).status).toBe(422);
  expect((await post(`/v1/rides/request/${id}/cancel-wait`)).status).toBe(201);
  expect(await statusOf(id)).toBe('INUSE_WITH_CANCEL_PENDING');
  await sandbox.advance('15s');
  expect(await statusOf(id)).toBe('FINISHED');
  expect(await points()).toBeGreaterThan(200_000 - 6960);
});

it('cancelling is refused while a payment is held', async () => {
  const id = await requestRide('ride: hold');
  await sandbox.advance('5s');
  const refused = { code: 'NOT_CANCELLABLE', message: expect.stringContaining('held until') };
  expect((await post(`/v1/rides/request/${id}/cancel`, {})).body).toMatchObject(refused);
  const held = { cancellable: false, holdUntil: '2026-06-01T00:00:30.000Z' };
  expect(await get('/v1/rides/cancel-status')).toMatchObject(held);
  await sandbox.advance('25s');
  expect((await post(`/v1/rides/request/${id}/cancel`, {})).status).toBe(201);
});

it('the held fare is refunded if the ride is not requested again', async () => {
  const id = await requestRide('ride-no-driver');
  await sandbox.advance('2m');
  expect([await statusOf(id), await points()]).toEqual(['NOT_MATCHED', 200_000 - 7030]);
  await sandbox.advance('10m');
  expect([await statusOf(id), await points()]).toEqual(['NOT_MATCHED', 200_000]);
  expect((await post(`/v1/rides/request/${id}/re-try`)).body.code).toBe('NOT_RETRYABLE');
});

describe('every status', () => {
  const ends: [scenario: string, words: string[]][] = [
    ['ride: not paid', ['WAITPAY', 'EXPIRED_BEFORE_PAY']],
    ['ride: payment fails', ['WAITPAY', 'ERROR_PAYMENT']],
    ['ride: no driver', ['WAITPAY', 'PAYCONFIRMED', 'PENDING', 'NOT_MATCHED']],
    ['ride: nobody answers', ['WAITPAY', 'PAYCONFIRMED', 'PENDING', 'EXPIRED_RECALLABLE', 'EXPIRED']],
    ['ride: driver cancels for good', ['MATCHED', 'CONFIRMED', 'ASSIGNED', 'PICKUP', 'DRIVER_CANCELED']],
    ['ride: company cancels', ['ASSIGNED', 'COMPANY_CANCELED_RECALLABLE']],
    ['ride: company cancels for good', ['ASSIGNED', 'COMPANY_CANCELED']],
    ['ride: breaks', ['PICKUP_ARRIVED', 'INUSE', 'ERROR']],
  ];
  it.each(ends)('of %s is reached in order', async (scenario, words) => {
    const id = await requestRide(scenario);
    await sandbox.advance('30m');
    const log = (await get(`/v1/rides/request/${id}`)).statusLog.map(({ status }: { status: string }) => status);
    expect(log.slice(-words.length)).toEqual(words);
    expect(await points()).toBe(200_000);
  });

  it('of a deadline can be reached', async () => {
    const before = await requestRide();
    await post(`/v1/rides/request/${before}/cancel-wait`);
    expect(await statusOf(before)).toBe('USER_CANCELED_BEFORE_CALL');
    const free = await requestRide();
    await sandbox.advance('5s');
    expect((await post(`/v1/rides/request/${free}/cancel`, {})).body.isFreeCancel).toBe(true);
    expect(await statusOf(free)).toBe('USER_CANCELED');
    const waiting = await requestRide();
    await sandbox.advance('11s');
    expect(await statusOf(waiting)).toBe('MATCHED');
    await post(`/v1/rides/request/${waiting}/cancel-wait`);
    expect(await statusOf(waiting)).toBe('MATCHED');
    await sandbox.advance('5s');
    expect(await statusOf(waiting)).toBe('USER_CANCELED');
    expect(await points()).toBe(200_000);
  });
});

describe('payment from a wallet', () => {
  const balance = async () => BigInt(await user.onChain('BASE', '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266', 'USDC'));
  it('requests base units and takes them from the main wallet', async () => {
    const before = await balance();
    const id = await requestRide(undefined, 'USDC_BASE_SEPOLIA');
    const payment = await get(`/v1/rides/request/${id}/pre-request`);
    const tokenAddress = '0x725a0a8E1Abd6E4d8e7B537b7F92fc78262A4488';
    expect(payment).toMatchObject({ network: 'BASE_SEPOLIA', tokenAddress, rawAmount: '1714635' });
    await sandbox.advance('7s');
    expect(await statusOf(id)).toBe('PAYCONFIRMED');
    expect(before - (await balance())).toBe(1_714_635n);
    await post(`/v1/rides/request/${id}/cancel`, {});
    expect(await balance()).toBe(before);
  });
  it('waits for insufficient funds, and gives up', async () => {
    user.token = (await sandbox.signIn('fresh')).accessToken;
    const id = await requestRide(undefined, 'USDC_BASE_SEPOLIA');
    await sandbox.advance('3m');
    expect(await statusOf(id)).toBe('EXPIRED_BEFORE_PAY');
    expect(code(await askForRide(sandbox, user.token))).toEqual([400, 'NOT_ENOUGH_BALANCE']);
  });
});

it('a phone number is verified with the fixed code', async () => {
  const verify = async (call: string, fields: object) => post(`/v1/phone-verification/${call}`, fields);
  expect(await get('/v1/phone-verification/check?phone=%2B6590000001')).toEqual({ verified: true });
  expect((await verify('send-code', { phone: '+6590000001' })).body.result).toBe('ALREADY_VERIFIED');
  const phone = '+6590009999';
  expect((await verify('send-code', { phone })).body.result).toBe('SUCCESS');
  for (let n = 0; n < 5; n++)
    expect((await verify('confirm', { phone, code: '000000' })).body).toEqual({ verified: false });
  expect((await verify('confirm', { phone, code: '246810' })).status).toBe(429);
  await verify('send-code', { phone });
  expect((await verify('confirm', { phone, code: '246810' })).body).toEqual({ verified: true });
  expect(await get(`/v1/phone-verification/check?phone=${encodeURIComponent(phone)}`)).toEqual({ verified: true });
});

// One state file for two servers at once, and after a restart; and the same world from the same seed. In several processes: state.proof.test.ts.
import { expect, it } from 'vitest';
import { openState } from '../../core/state.js';
import { temporaryFile } from '../files.js';
import { locations, startTestSandbox } from '../support.js';

it('two servers serve one file and write at the same time', async () => {
  const state = temporaryFile();
  const [one, two] = await Promise.all([startTestSandbox({ state }), startTestSandbox({ state })]);
  const { accessToken } = await one.signIn('dara');
  const address = (n: number) => `0x${n.toString(16).padStart(40, '0')}`;
  const sent = Array.from({ length: 40 }, (_, n) =>
    (n % 2 ? one : two).post('user/v3/wallets', { network: 'ETHEREUM', address: address(n) }, { token: accessToken }),
  );
  const responses = await Promise.all(sent);
  expect(responses.map(({ status }) => status)).toEqual(Array.from({ length: 40 }, () => 201));
  expect(new Set(responses.map(({ body }) => body.id)).size).toBe(40);
  expect((await two.get('user/v3/wallets?network=ETHEREUM', { token: accessToken })).body).toHaveLength(41);
  await Promise.all([one.close(), two.close()]);
});

it('the state continues after a restart', async () => {
  const state = temporaryFile();
  const first = await startTestSandbox({ state, clock: '1x' });
  const { accessToken, refreshToken } = await first.signIn('mina');
  await first.close();
  const second = await startTestSandbox({ state, at: '2030-01-01T00:00:00.000Z', seed: 7 });
  second.clock.wall += 60_000;
  expect((await second.get('user/users/current', { token: accessToken })).status).toBe(200);
  expect((await second.post('user/v2/accounts/sessions/refresh', undefined, { token: refreshToken })).status).toBe(201);
  expect(await second.control('status')).toMatchObject({ now: '2026-06-01T00:00:00.000Z', rate: 0, seed: 1 });
  await second.close();
  await second.close(); // is not an error
});

it('a file of another version is moved aside, and replaces none that was', async () => {
  const state = temporaryFile();
  const setAside = [1, 2, 3].map(() => {
    const opened = openState(state, () => {});
    opened.write(() => opened.setMeta('version', '0'));
    opened.close();
    return opened.setAside;
  });
  expect(setAside).toEqual([undefined, `${state}.version-0`, `${state}.version-0.2`]);
  const next = await startTestSandbox({ state });
  expect((await next.signIn('mina')).user.id).toBe('2dac6521-3744-47dd-a259-6538fb9b2266');
  await next.close();
  const old = openState(`${state}.version-0`, () => {});
  expect(old.meta('version')).toMatch(/^\d+$/);
  old.close();
});

it('the same seed, time and requests give the same bytes', async () => {
  const runRequests = async (seed: number) => {
    const own = await startTestSandbox({ seed });
    const token = (await own.signIn('mina')).accessToken;
    const texts: string[] = [];
    const sendRequest = async (method: string, where: string, body?: unknown) =>
      texts.push((await own.send(method, where, { token, body })).text);
    await sendRequest('GET', 'user/users/current');
    await sendRequest('GET', 'musubi/v1/offering/public');
    await sendRequest('POST', 'ride-hailing/v1/rides/base-search', { region: 'KH', locations });
    const { searchId } = JSON.parse(texts.at(-1)!);
    const rider = { name: 'Mina', phone: '+6590000001' };
    await sendRequest('POST', 'ride-hailing/v1/rides/pre-request', {
      ...{ searchId, productCode: 'POOL', payCurrency: 'POINT', rider },
    });
    await own.advance('45s');
    await sendRequest('GET', 'ride-hailing/v1/rides/request/active');
    await sendRequest('GET', 'wallet/v1/fee/BSC');
    await sendRequest('GET', 'user/games/1');
    await own.close();
    return texts;
  };
  const [one, two, other] = [await runRequests(1), await runRequests(1), await runRequests(2)];
  expect(two).toEqual(one);
  expect(other).not.toEqual(one);
});

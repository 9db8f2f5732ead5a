// Other stateful parts of the world: wallets, prices, shapes; and the controls.

import { beforeAll, describe, expect, it } from 'vitest';
import { ownShapes } from '../../src/sandbox/core/shapes/index.js';
import { catalogue, isService } from '../../src/services/catalogue/index.js';
import { Network } from '../../src/services/catalogue/words.js';
import { sandboxOfTheFile, startTestSandbox } from '../sandbox/support.js';

const sandbox = sandboxOfTheFile();
let token: string;
beforeAll(async () => {
  token = (await sandbox.signIn('mina')).accessToken;
});
const get = async (path: string, by = token) => (await sandbox.get(path, { token: by })).body;

describe('users and their wallets', () => {
  it('are created and deleted', async () => {
    const lan = (await sandbox.signIn('lan')).accessToken;
    const send = (path: string, body: unknown) => sandbox.post(path, body, { token: lan });
    const created = await send('user/v3/wallets', {
      network: 'BSC',
      address: '0x15d34AAf54267DB7D7c367839AAf71A00a2C6A65',
    });
    expect(created.body).toMatchObject({ index: 1, name: 'Wallet 2', main: false });
    const twice = await send('user/v2/wallets', {
      network: 'BSC',
      address: '0x15d34aaf54267db7d7c367839aaf71a00a2c6a65',
      index: 2,
      name: 'x',
    });
    expect([twice.status, twice.body.code]).toEqual([409, 'ALREADY_EXIST']);
    expect((await send('user/v3/wallets', { network: 'BSC', address: 'nowhere' })).status).toBe(400);
    expect((await send('user/v3/wallets/delete', { id: created.body.id })).body).toEqual({ status: 'ok' });
    expect((await get('user/v3/wallets?network=BSC', lan)).length).toBe(1);
    const main = (await get('user/v3/wallets?network=ETHEREUM', lan))[0];
    expect((await send('user/v3/wallets/delete', { id: main.id })).status).toBe(422);
    const basic = { authorization: `Basic ${Buffer.from('sandbox:sandbox').toString('base64')}` };
    const unsigned = await sandbox.post(
      'user/v1/wallets',
      { network: 'BSC', address: 'x', index: 0, name: 'x' },
      { headers: basic },
    );
    expect([unsigned.status, unsigned.body]).toEqual([401, { message: 'Invalid Hmac sig!' }]);
    const wrong = await sandbox.post('user/v1/wallets', {}, { headers: { authorization: 'Basic eDp5' } });
    expect([wrong.status, wrong.body.code]).toEqual([401, 'UNAUTHORIZED']);
  });
});

it('the market is a function of world time', async () => {
  const chains = await get('wallet/v2/blockchain/chains');
  expect(chains.map((one: { network: string }) => one.network)).toEqual([...Network]);
  const price = await get(
    'wallet/v2/wallets/simple/price?ids=mass-vehicle-ledger,none&vs_currencies=USD,khr&include_24hr_change=true',
  );
  expect(Object.keys(price)).toEqual(['mass-vehicle-ledger']);
  expect(price['mass-vehicle-ledger'].usd).toBeCloseTo(0.003, 3);
  expect(Object.keys(price['mass-vehicle-ledger'])).toEqual(['usd', 'usd_24h_change', 'khr', 'khr_24h_change']);
  const history = await get('wallet/v1/price/history/mvl?currency=JPY&days=90');
  expect([history.length, history.at(-1).at]).toEqual([91, '2026-06-01T00:00:00.000Z']);
  expect((await sandbox.get('wallet/v1/price/history/mvl?days=91')).status).toBe(400);
  expect((await sandbox.get('wallet/v1/token/SERVERED')).body.code).toBe('NOT_SUPPORTED_NETWORK');
  expect((await get('wallet/v3/token/TON')).map((one: { tokenType: string }) => one.tokenType)).toContain('JETTON');
  expect((await get('wallet/v3/token/BSC/bMVL')).network).toBe('BSC');
  for (const level of Object.values(await get('wallet/v1/fee/BSC'))) expect(level).toMatch(/^\d+$/);
});

describe('own shapes', () => {
  it('are exports, of existing calls', async () => {
    for (const [service, { load, calls }] of Object.entries(ownShapes)) {
      const [known, shapes] = await Promise.all([isService(service) ? catalogue(service) : undefined, load()]);
      for (const [name, { shape, widens }] of Object.entries(calls)) {
        expect(known?.calls, `${service} ${name}`).toHaveProperty(name);
        expect(shapes, `${service} ${shape}`).toHaveProperty(shape);
        if (widens) expect(await known?.shapes?.(), `${service} ${widens}`).toHaveProperty(widens);
        expect(known?.calls[name]?.response, `${service} ${name} has a public shape`).toBeUndefined();
      }
    }
  });
  it('state the origin of each name', async () => {
    const wallets = await sandbox.control('shapes/user/listWallets');
    const sourceOf = (path: string) => wallets.fields.find((field: { path: string }) => field.path === path).source;
    expect([wallets.source, sourceOf('[].address'), sourceOf('[].main')]).toEqual(['partial', 'contract', 'sandbox']);
    expect((await sandbox.control('shapes/user/getCurrent')).source).toBe('contract');
    expect((await sandbox.control('shapes/activity/listMissions')).source).toBe('partial');
    expect((await sandbox.control('shapes/account/refreshSession')).source).toBe('spec');
    expect((await sandbox.get('_sandbox/shapes/user/nothing')).status).toBe(404);
  });
});

describe('the control', () => {
  it('reports the world and advances its time', async () => {
    const own = await startTestSandbox();
    expect(await own.control('status')).toMatchObject({
      now: '2026-06-01T00:00:00.000Z',
      rate: 0,
      seed: 1,
      rotation: 'two-phase',
    });
    expect(await own.advance('1h30m')).toEqual({ now: '2026-06-01T01:30:00.000Z' });
    expect(await own.control('clock', { rate: '20x' })).toMatchObject({ rate: 20 });
    own.clock.wall += 1000;
    expect((await own.control('status')).now).toBe('2026-06-01T01:30:20.000Z');
    own.clock.wall -= 60_000;
    expect((await own.control('status')).now).toBe('2026-06-01T01:30:00.000Z');
    expect((await own.post('_sandbox/advance', { by: 'soon' })).status).toBe(400);
    await own.control('clock', { rate: '100000x' });
    own.clock.wall += 200 * 365 * 86_400_000;
    expect((await own.control('status')).now).toBe('9999-12-31T00:00:00.000Z');
    await own.close();
  });
  it('resets to the seed, tokens included', async () => {
    const own = await startTestSandbox();
    const { accessToken } = await own.signIn('mina');
    await own.get('musubi/v1/offering/public');
    await own.advance('20d');
    await own.control('reset');
    expect((await own.get('user/users/current', { token: accessToken })).body.code).toBe('INVALID_TOKEN');
    expect((await own.get('musubi/v1/offering/public/2')).body.status).toBe('COMMING_SOON');
    expect((await own.signIn('mina')).user.id).toBe('2dac6521-3744-47dd-a259-6538fb9b2266');
    await own.close();
  });
  it('counts requests', async () => {
    await sandbox.get('clutch/health');
    const { text, headers } = await sandbox.get('clutch/metrics');
    expect(headers.get('content-type')).toContain('text/plain; version=0.0.4');
    expect(text).toContain('http_requests_total{call="getHealth",status="200"} 1');
    expect(text).toMatch(/^sandbox_due_rows \d+$/m);
  });
});

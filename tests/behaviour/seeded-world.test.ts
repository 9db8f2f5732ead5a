// Other stateful parts of the world: wallets, prices, shapes; and the controls.

import { beforeAll, describe, expect, it } from 'vitest';
import { ownShapes } from '../../sandbox/core/shapes/index.js';
import { sandboxOfTheFile, startTestSandbox } from '../../sandbox/tests/support.js';
import { catalogue, isService } from '../../src/services/catalogue/index.js';
import { Network } from '../../src/services/catalogue/words.js';

const sandbox = sandboxOfTheFile();
let token: string;
beforeAll(async () => {
  token = (await sandbox.signIn('mina')).accessToken;
});
const get = async (path: string, by = token) => (await sandbox.get(path, { token: by })).body;

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
});

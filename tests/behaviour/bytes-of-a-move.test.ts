// What moves and stillness write to the terminal: on a slow line a held key must not lag, and a still screen is still.
import { expect, test } from 'vitest';
import { fakeClock, renderApplication } from '../support/screen.js';
import { through } from '../support/through.js';

const rides = Array.from({ length: 200 }, (_, at) => ({
  id: `3f1c9a52-7c1e-4c0b-9d55-${String(at * 7_654_321).padStart(12, '0')}`,
  status: 'FINISHED',
  origin: { name: `Place ${at * 17} of the town` },
  driver: { name: `Driver ${at * 31}`, plate: `PNH-${at * 97}` },
  fare: `${at * 1234}.50`,
}));
const columns = ['status', 'origin.name', 'fare', 'driver.name', 'driver.plate', 'id'].map((path) => ({ path }));

test('each move costs at most 0.6 kB, and the preview follows when the key rests', async () => {
  fakeClock();
  const app = await renderApplication({ load: async () => ({ value: rides, columns }) }, { columns: 200, rows: 60 });
  await through(app, '1', /▸.*Place 0/);
  const costs: number[] = [];
  const move = async (keys: string) => {
    const before = app.written().length;
    await app.press(keys);
    costs.push(app.written().length - before);
  };
  await move('j');
  expect(app.text()).toMatch(/▸.*Place 17[\s\S]*Fare +0.50/);
  await app.advance(150);
  expect(app.text()).toMatch(/Fare +1,234.50/);
  for (let at = 2; at <= 52; at++) await move('j');
  expect(Math.max(...costs)).toBeLessThanOrEqual(600);
  costs.length = 0;
  for (let at = 0; at < 40; at++) await move('j'); // every 100 ms; the list scrolls: each frame has other rows
  expect(costs.reduce((sum, cost) => sum + cost, 0) / 40).toBeLessThanOrEqual(1700); // some are dropped
  await app.advance(300);
  expect(app.text()).toMatch(/▸.*Place 1564/);
  expect(app.text()).toMatch(/Fare +113,528.50/);
  await app.press('q');
});

test('a still list writes at most 3 kB in a minute, and no age changes within ten seconds', async () => {
  fakeClock();
  const app = await renderApplication({ load: async () => ({ value: rides, columns }) });
  await through(app, '1', /▸.*Place 0/);
  const before = app.written().length;
  for (let seconds = 0; seconds < 9; seconds++) await app.advance(1000);
  expect(app.written().length).toBe(before);
  for (let part = 0; part < 5; part++) await app.advance(10_000);
  expect(app.written().length - before).toBeLessThan(3000);
  await app.press('q');
});

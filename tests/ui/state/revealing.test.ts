// The key m: what it shows whole is recorded first, and what cannot be recorded stays masked. The raw JSON of a watched ride is masked, too.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { markPersons, masked, maskName } from '../../../src/text/mask.js';
import type { ApplicationDependencies } from '../../../src/ui/application.js';
import { recordingReveals } from '../../../src/ui/state/revealing.js';
import { applicationRows } from '../../support/frames.js';
import { property } from '../../support/runs.js';
import { fakeClock, renderApplication } from '../../support/screen.js';
import { through } from '../../support/through.js';
import { watchingRide } from '../../support/watch.js';

const loaded = {
  value: [{ id: '1', title: 'x', email: 'mina@example.com' }],
  columns: [{ path: 'title' }, { path: 'email' }],
};

describe('in the application', () => {
  async function opened(revealed: ApplicationDependencies['revealed']) {
    fakeClock();
    const app = await renderApplication({ load: async () => loaded, revealed });
    await app.press('1');
    return app;
  }
  test('m records the screen before it shows anything whole, and records no masking', async () => {
    const recorded: string[] = [];
    const app = await opened((line) => void recorded.push(line));
    expect(app.text()).toContain('mi••@ex••');
    await app.press('m');
    expect(app.text()).toContain('mina@example.com');
    expect(recorded).toEqual(['tuk assets offerings']);
    await app.press('m');
    expect(app.text()).not.toContain('mina@');
    expect(recorded).toHaveLength(1);
    await app.press('q');
  });

  test('each screen that is opened while personal data are shown is recorded, and every one says that they are', async () => {
    const recorded: string[] = [];
    const app = await opened((line) => void recorded.push(line));
    await through(app, 'm', 'l', 'h');
    expect(recorded).toEqual(['tuk assets offerings', recorded[1], 'tuk assets offerings']);
    expect(recorded[1]).not.toBe('tuk assets offerings');
    expect(app.text()).toContain('! personal data shown');
    await through(app, 'm', 'l');
    expect(recorded).toHaveLength(3);
    expect(app.text()).not.toContain('personal data shown');
    await app.press('q');
  });

  test('a screen that cannot be recorded is not opened', async () => {
    let full = false;
    const app = await opened(() => (full ? 'The disk is full.' : undefined));
    await app.press('m');
    const before = app.text();
    full = true;
    await app.press('l');
    expect(app.text()).toContain('The disk is full.');
    expect(app.text().split('\n')[1]).toBe(before.split('\n')[1]);
    await app.press('q');
  });

  test('what cannot be recorded stays masked in the list, its JSON and a detail, with the reason', async () => {
    const app = await opened(() => 'Personal data stay masked: the disk is full.');
    await app.press('m');
    expect(app.text()).toContain('the disk is full');
    await through(app, 'J', /"email"/, '\x1b', '\r', /assets offering 1/);
    expect(app.frames()).not.toContain('mina@');
    await app.press('q');
  });
});

describe('a watched ride', () => {
  const rider = { name: 'Mina Park', phone: '+6590000001' };
  const row = { id: '1', status: 'PICKUP', rider, driverInfo: { name: 'Leng Tan' } };
  const item = { id: '1', status: 'PICKUP', class: 'pending', row, seen: [{ status: 'PICKUP', at: 0 }] } as const;
  const seen = { what: 'watched', line: 'watch ride:1', list: 'RideStatus', last: false } as const;
  const shownAfter = (record: (() => string | undefined) | undefined, ...keys: string[]) => {
    const { update, initial } = recordingReveals(watchingRide('1'), record);
    let [state] = update(initial, { ...seen, state: { kind: 'changed', at: 0, items: [item], changed: ['1'] } }, 0);
    for (const key of keys) [state] = update(state, { what: 'key', key, size: { rows: 40, columns: 80 } }, 0);
    return applicationRows(state, { rows: 40, columns: 80 }, 0).join('\n');
  };

  test('its JSON has no person whole until m', () => {
    expect(shownAfter(undefined, 'J')).not.toMatch(/Mina Park|Leng Tan|\+6590000001/);
    expect(shownAfter(undefined, 'm', 'J')).toMatch(/Mina Park[\s\S]*\+6590000001[\s\S]*Leng Tan/);
    expect(shownAfter(() => 'No.', 'm', 'J')).not.toMatch(/Mina Park|Leng Tan|\+6590000001/);
  });
});

describe('the rule', () => {
  const isMasked = (value: unknown, shown: unknown) => {
    expect(masked(value)).toEqual(shown);
    expect(masked([{ inner: value }])).toEqual([{ inner: shown }]);
  };
  const account = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
  test.each<[what: string, value: unknown, shown: unknown]>([
    ['a telephone of a station', { name: 'Market', phone: '+85510000002' }, { name: 'Market', phone: '+85••••02' }],
    ['a user', { user: { name: 'Mina Park', id: 'u1' } }, { user: { name: 'Mi•• P••', id: 'u1' } }],
    ['users', { winners: [{ name: 'Bo' }, { name: 'Lu' }] }, { winners: [{ name: 'B••' }, { name: 'L••' }] }],
    ['a driver', { driver: 'Leng Tan', driverName: 'Leng Tan' }, { driver: 'Le•• T••', driverName: 'Le•• T••' }],
    ['an address of a person', { rider: { address: '12 Orchard Road' } }, { rider: { address: '1•• O•• R••' } }],
    ['where a driver is', { driverLocation: { latitude: 11.5 } }, { driverLocation: { latitude: '••••' } }],
    ['a point of a rider', { rider: { location: [11.5, 104.9] } }, { rider: { location: ['••••', '••••'] } }],
    ['a birthday', { dateOfBirth: '1990-02-03', bornIn: 'SG' }, { dateOfBirth: '••••', bornIn: 'SG' }],
    ['a telephone as a number', { phone: 6590000001, phoneCount: 3 }, { phone: '659••••01', phoneCount: 3 }],
    ['a licence', { licencePlate: 'SLK 4821 C' }, { licencePlate: 'SL••••C' }],
    ['a plate of a user', { user: { plate: 'AB 123' } }, { user: { plate: 'AB••••3' } }],
    ['an e-mail address in a text', { note: 'write to mina@x.example.' }, { note: 'write to mi••@x.••.' }],
    ['a sentence about a person', { why: 'Sent to Dara Sok' }, { why: 'Sent to Da•• S••' }],
  ])('masks %s', (_, value, shown) => isMasked(value, shown));

  test.each<[what: string, value: unknown]>([
    ['the name of a product', { name: 'Helmet', userId: '1' }],
    ['a status of a driver', { driver: 'ASSIGNED', owner: account }],
    ['an account on a chain', { recipient: { address: account, network: 'BSC' } }],
    ['the address of a station', { station: { address: '12 Orchard Road' } }],
    ['a vehicle', { chassis: 'RL4', nickname: 'Tuk nine', licencePlate: 'SLK 4821 C', machine: { plate: '77' } }],
    ['the plate of the car of a ride', { driverInfo: { carPlate: 'SLK 4821 C' } }],
    ['a sentence about a place', { why: 'On the way to Changi Airport' }],
  ])('leaves %s', (_, value) => isMasked(value, value));

  test('an object that is marked as a person is one; a mark is not shown', () => {
    const value = { data: [{ id: '1', name: 'Mina Park' }], count: 1 };
    markPersons(value);
    expect(JSON.stringify(value)).toBe('{"data":[{"id":"1","name":"Mina Park"}],"count":1}');
    expect(masked(value)).toEqual({ data: [{ id: '1', name: 'Mi•• P••' }], count: 1 });
    expect(masked(value.data)).toEqual([{ id: '1', name: 'Mi•• P••' }]);
  });

  test('keeps the fields, is the same when it is applied again, and shows no word of a name whole', () => {
    const word = fc.string({ unit: fc.constantFrom(...'abcXYZ한éñ'), minLength: 2, maxLength: 8 });
    const name = fc.array(word, { minLength: 1, maxLength: 3 }).map((words) => words.join(' '));
    property(100, name, (one) => {
      const shown = maskName(one);
      expect(maskName(shown)).toBe(shown);
      for (const [at, part] of one.split(' ').entries()) expect(shown.split(' ')[at]).not.toContain(part);
    });
    property(100, fc.jsonValue(), (value) => {
      const shown = masked({ user: value });
      const keys = (of: unknown): unknown =>
        Array.isArray(of)
          ? of.map(keys)
          : typeof of === 'object' && of !== null
            ? Object.entries(of).map(([key, inner]) => [key, keys(inner)])
            : null;
      expect(keys(shown)).toEqual(keys({ user: value }));
      expect(masked(shown)).toEqual(shown);
    });
  });
});

// The page of a record beside a table: labels and values in line at any width, nothing lost, ids shortened and words whole.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Column } from '../../src/text/column.js';
import { lineText, wide } from '../../src/text/line.js';
import { recordLines } from '../../src/text/record.js';
import { property } from '../support/runs.js';

const record = {
  ...{ title: 'Phnom Penh Tuk-tuks I', goal: '120000', currency: 'USDC', buy: 'FRACTIONAL' },
  orderId: '8a408246-57ed-4735-9e21-5c634f6ccb46',
  description: 'Phnom Penh Tuk-tuks I: 24 vehicles, 8.5 % a year, paid every month.',
};
const columns = [{ path: 'goal', as: { amount: 'currency' } }] as const;
const page = (width: number) => recordLines(record, columns, { wide: width, now: 0, isCut: true });

test('a narrow page has short values at the right, and longer ones below their labels, indented', () => {
  expect(page(22).map(lineText).slice(2).filter(Boolean)).toEqual([
    '  Goal    120,000 USDC',
    '  Buy       FRACTIONAL',
    '  Order id',
    '    8a408246-…4f6ccb46',
    '  Description',
    '    Phnom Penh',
    '    Tuk-tuks I: 24',
    '    vehicles, 8.5 % a',
    '    year, paid every',
    '    month.',
  ]);
});

test('a wider page has values in a column of their own', () => {
  const lines = page(48).map(lineText);
  expect(lines).toContain('  Goal          120,000 USDC');
  expect(lines.find((text) => text.includes('Order id'))).toMatch(/^ {2}Order id {6}8a4\S*…\S*b46$/);
});

test('no line is longer than the page, every label is there, and no value is at the left of its label', () => {
  for (let width = 20; width < 100; width++) {
    const lines = page(width);
    expect(Math.max(...lines.map(wide)), String(width)).toBeLessThanOrEqual(width);
    const texts = lines.map(lineText);
    for (const label of ['Goal', 'Buy', 'Order id', 'Description'])
      expect(texts.some((text) => text.startsWith(`  ${label}`))).toBe(true);
    expect(texts.slice(2).filter((text) => text !== '' && !text.startsWith('  '))).toEqual([]);
  }
});

test('a code says that its meaning is not public, and what belongs to nobody is unknown', () => {
  const lines = recordLines(
    { status: 40, claimable: false },
    [
      { path: 'status', as: 'code' },
      { path: 'claimable', as: 'unknown' },
    ],
    { wide: 60, now: 0 },
  ).map(lineText);
  expect(lines).toEqual(['  Status        40, no public meaning', '  Claimable     –']);
});

test('a label that is longer than a narrow page is wrapped between words', () => {
  const lines = recordLines({ battery_ready_count: 10 }, [], { wide: 20, now: 0, isCut: true }).map(lineText);
  expect(lines.filter(Boolean)).toEqual(['  Battery ready', '  count', '    10']);
});

test.each([29, 40, 60])(
  'on a page of %i columns that cuts, every value begins in one column, or on a line of its own',
  (wide) => {
    const count = { user_claimable_accomplishments_count: 0 };
    const fields = { kind: 'TUKTUK', settlement_period: 'month', ...count, rate: '8.5 %' };
    const lines = recordLines(fields, [], { wide, now: 0, isCut: true }).map(lineText);
    const at = lines.find((text) => text.includes('TUKTUK'))!.indexOf('TUKTUK');
    for (const value of ['month', '8.5 %']) expect(lines.find((text) => text.includes(value))!.indexOf(value)).toBe(at);
    expect(lines.join('\n')).toMatch(new RegExp(`count\n {${at}}0\n`));
  },
);

test('sections stand beside the fields where there is room, tables below both, without the id of the record in each row', () => {
  const station = {
    ...{ id: 'station-1', type: 'HUB', city: 'PNH', location: { latitude: '11.564' } },
    chargers: [1, 2].map((slot) => ({ id: 'ab'[slot - 1], slot, stationId: 'station-1' })),
  };
  const text = (wide: number) => recordLines(station, [], { wide, now: 0, flows: true }).map(lineText);
  const beside = text(60);
  expect(beside[0]).toMatch(/Id +station-1 +LOCATION/);
  expect(beside[1]).toMatch(/Type +HUB +Latitude +11\.564/);
  expect(beside.filter((one) => one.includes('station-1'))).toHaveLength(1);
  expect(beside.findIndex((one) => one.startsWith('CHARGERS'))).toBeGreaterThan(2);
  expect(text(30).findIndex((one) => one.startsWith('LOCATION'))).toBeGreaterThan(2);
});

test('a page says the id of a part once', () => {
  const app = { id: 'app-1', name: 'Mini' };
  const session = { id: 's-1', appId: 'app-1', ownerId: 'app-2', app };
  const text = recordLines(session, [], { wide: 60, now: 0, flows: true }).map(lineText).join('\n');
  expect(text.match(/app-1/g)).toHaveLength(1);
  expect(text).toMatch(/Owner id +app-2/);
});

const dash =
  (counts: Readonly<Record<string, number>>, columns: readonly Column[] = []) =>
  (wide: number) =>
    recordLines({ name: 'Hub', chargerCounts: counts, specs: { rangeKm: 120, seats: 4 } }, columns, {
      ...{ wide, now: 0, isCut: true, flows: true },
    });

test('counts that are parts of a whole are bars, with the signs of their statuses; other numbers are not', () => {
  const counts = { FULLY_CHARGED: 3, CHARGING: 1, PROBLEM: 0 };
  // a column of a count does not take it out of the whole
  const text = dash(counts, [{ path: 'chargerCounts.PROBLEM', heading: 'problem' }])(80)
    .map(lineText)
    .join('\n');
  expect(text).toMatch(/CHARGER COUNTS {2}4/);
  expect(text).toMatch(/✓ FULLY_CHARGED {2}3 {2}■+·+ {2}75 %/);
  expect(text).toMatch(/✗ PROBLEM {8}0 {2}·+ {3}0 %/);
  expect(text).toMatch(/Range +120 km\n.*Seats +4/);
  const vehicles = (total: number) =>
    recordLines({ id: 'a', vehicles: { total, on: 3, off: 1 } }, [], { wide: 60, now: 0, flows: true }).map(lineText);
  expect(vehicles(4).join('\n')).toMatch(/On +3 {2}■+·+ {2}75 %/);
  expect(vehicles(5).join('\n')).not.toContain('%'); // they are not all of them
});

test('any counts in any width: each whole, on its own line, and none wider than the page', () => {
  const counts = fc.dictionary(fc.stringMatching(/^[a-z]{1,12}$/), fc.maxSafeNat(), { minKeys: 2, maxKeys: 6 });
  property(100, counts, fc.integer({ min: 44, max: 200 }), (named, room) => {
    const lines = dash(named)(room);
    expect(Math.max(...lines.map(wide))).toBeLessThanOrEqual(room);
    const text = lines.map(lineText).join('\n').replaceAll(',', '');
    for (const count of Object.values(named)) expect(text).toContain(String(count));
  });
});

test('fields beside those with columns have a heading; addresses come last, pictures and words that stand above are left out', () => {
  const links = { page: 'https://a.example/1', image: 'https://a.example/1.png' };
  const record = { ...links, fare: '7', tries: 1, code: 'x', same: 'pnh', city: 'PNH' };
  const on = { wide: 100, now: 0, isCut: true, flows: true };
  const text = recordLines(record, [{ path: 'fare' }, { path: 'city' }], on).map(lineText);
  expect(text.map((one) => one.trim().split(/ {2,}/)[0])).toEqual(['Fare', 'City', 'Code', 'Page']);
  expect(text[0]).toMatch(/Fare +7 +MORE$/);
  const html = { shortHtml: '<p>25 MVL</p>', longHtml: '<p>25 MVL</p><p>sent</p>', fare: '7' };
  expect(
    recordLines(html, [{ path: 'fare' }], on)
      .map(lineText)
      .join('\n'),
  ).toMatch(/^ +Fare +7\n +Long +25 MVL\n +sent$/);
});

test.each([
  [{ energyKwhToday: 12.4 }, 'Energy today +12.4 kWh'],
  [{ top_speed_kmh: '60' }, 'Top speed +60 km/h'],
  [{ ratePercent: 5 }, 'Rate +5 %'],
  [{ pricePerKm: 300 }, 'Price per km +300'],
  [{ km: 7 }, 'Km +7'],
  [{ distanceKm: 'far' }, 'Distance km +far'],
  [{ isOpen: true }, 'Open +yes'],
])('the label of a field is words, and its unit stands behind its number: %j', (record, text) => {
  const [line] = recordLines(record, [], { wide: 60, now: 0 }).map(lineText);
  expect(line).toMatch(new RegExp(`^ {2}${text}$`));
});

test('fields without a column stand below the headings of those with one', () => {
  const row = { tries: 1, id: 'r1', fare: '7030' };
  const own = [{ path: 'fare', section: 'Trip' }, { path: 'id' }];
  const text = recordLines(row, own, { wide: 60, now: 0 }).map(lineText);
  expect(text.findIndex((one) => one.includes('Fare'))).toBeLessThan(text.findIndex((one) => one.includes('Tries')));
});

// The page of a record beside a table: labels and values in line at any width, nothing lost, ids shortened and words whole.
import { expect, test } from 'vitest';
import { lineText, wide } from '../../src/text/line.js';
import { recordLines } from '../../src/text/record.js';

const record = {
  title: 'Phnom Penh Tuk-tuks I',
  goal: '120000',
  currency: 'USDC',
  buy: 'FRACTIONAL',
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
    {
      wide: 60,
      now: 0,
    },
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
    const fields = {
      kind: 'TUKTUK',
      settlement_period: 'month',
      user_claimable_accomplishments_count: 0,
      rate: '8.5 %',
    };
    const lines = recordLines(fields, [], { wide, now: 0, isCut: true }).map(lineText);
    const at = lines.find((text) => text.includes('TUKTUK'))!.indexOf('TUKTUK');
    for (const value of ['month', '8.5 %']) expect(lines.find((text) => text.includes(value))!.indexOf(value)).toBe(at);
    expect(lines.join('\n')).toMatch(new RegExp(`count\n {${at}}0\n`));
  },
);

test('sections stand beside the fields where there is room, tables below both, without the id of the record in each row', () => {
  const station = {
    id: 'station-1',
    type: 'HUB',
    city: 'PNH',
    location: { latitude: '11.564' },
    chargers: [
      { id: 'a', slot: 1, stationId: 'station-1' },
      { id: 'b', slot: 2, stationId: 'station-1' },
    ],
  };
  const text = (wide: number) => recordLines(station, [], { wide, now: 0, flows: true }).map(lineText);
  const beside = text(60);
  expect(beside[0]).toMatch(/Id +station-1 +LOCATION/);
  expect(beside[1]).toMatch(/Type +HUB +Latitude +11\.564/);
  expect(beside.filter((one) => one.includes('station-1'))).toHaveLength(1);
  expect(beside.findIndex((one) => one.startsWith('CHARGERS'))).toBeGreaterThan(2);
  expect(text(30).findIndex((one) => one.startsWith('LOCATION'))).toBeGreaterThan(2);
});

test('fields without a column stand below the headings of those with one', () => {
  const row = { tries: 1, id: 'r1', fare: '7030' };
  const text = recordLines(row, [{ path: 'fare', section: 'Trip' }, { path: 'id' }], { wide: 60, now: 0 }).map(
    lineText,
  );
  expect(text.findIndex((one) => one.includes('Fare'))).toBeLessThan(text.findIndex((one) => one.includes('Tries')));
});

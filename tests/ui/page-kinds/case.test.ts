// The case screen: status, money, one time line, the tree by links, fields, and what no call knows, at every width.
import { expect, test } from 'vitest';
import { lineText } from '../../../src/text/line.js';
import { inAscii } from '../../../src/text/signs.js';
import { caseOf } from '../../../src/ui/page-kinds/case.js';
import { now } from '../../support/time.js';

const [ride, operation] = ['5aee8d95-b51f-4705-8412-5e9964c312ab', 'op-2611-0001'];
const rows = [
  {
    ...{ what: 'ride', thing: 'ride', id: ride, status: 'DRIVER_CANCELED', class: 'bad', links: [1] },
    means: 'the driver cancelled it',
    money: { amount: '7,030 KHR', goesTo: 'the driver', state: 'not known' },
    actions: [['Request again', `ride retry ${ride}`]],
    response: { id: ride, status: 'DRIVER_CANCELED', fare: '7030', currency: 'KHR', note: 'by the door' },
    noCallKnows: 'No call says why.',
  },
  { what: 'operation', id: operation, status: 'done', class: 'good', links: [0], response: { id: operation } },
  { what: 'wallet', id: 'w-1', links: [], about: 'of a friend', response: { id: 'w-1' } },
  {
    what: 'time line',
    timeline: [
      { at: '2026-11-20T05:00:00Z', what: 'operation', id: operation, event: 'sent', summary: 'ride' },
      { at: '2026-11-20T05:00:08Z', what: 'ride', id: ride, event: 'ASSIGNED', class: 'pending' },
      { at: '2026-11-20T05:00:38Z', what: 'ride', id: ride, event: 'DRIVER_CANCELED', class: 'bad' },
    ],
  },
  { what: 'failed', about: 'the service is down', from: 'user getActivity' },
];
const drawn = (columns: number, of: readonly object[] = rows) =>
  caseOf.lines({ rows: of as never }, { rows: 40, columns }, now)!.map(lineText);

test('it says status, money, time line, tree, fields, what no call knows and what has failed', () => {
  const text = drawn(80).join('\n');
  expect(text).toMatch(/^✗ DRIVER_CANCELED {2}ride +5aee8d95-b51f-4705-8412-5e9964c312ab\n {2}the driver cancelled it/);
  expect(text).toContain('you ━━ 7,030 KHR ━━▶ the service ✗ the driver');
  expect(text).toContain('? nothing with its id says whether it came back');
  expect(text).toMatch(/· operation sent ride\n.*◐ ASSIGNED {2}\+8 s\n.*✗ DRIVER_CANCELED {2}\+30 s/);
  expect(text).toMatch(
    /TREE {2}3\n {2}ride .*\n {2}├ operation {2}op-2611-0001 {2}✓ done\n {2}└ wallet {2}w-1 {2}of a friend/,
  );
  expect(text).toMatch(/FIELDS\n[\s\S]*Fare +7,030 KHR[\s\S]*Note +by the door/);
  expect(text).toMatch(/NOT KNOWN {2}No call says why\.\nFAILED {5}the service is down: user getActivity/);
});

test.each([
  ['unpaid', '┄┄ 7,030 KHR not paid ┄┄ the driver'],
  ['held', '━━ 7,030 KHR ━━▶ the service ┄┄ the driver'],
  ['arrived', '━━ 7,030 KHR ━━▶ the driver'],
  ['returned', '◀━━ came back 7,030 KHR  refundHash 0x1'],
])('money that is %s', (state, strip) => {
  const money = { amount: '7,030 KHR', goesTo: 'the driver', state, by: 'refundHash 0x1' };
  expect(drawn(120, [{ ...rows[0], money }]).join('\n')).toContain(strip);
});

test('enter opens, x acts on, and y copies the first thing', () => {
  expect(caseOf.selected!(rows)).toBe(rows[0]);
  expect(caseOf.actions!(rows[0]!)).toEqual([['Request again', `ride retry ${ride}`]]);
  expect(caseOf.copies!({ rows })).toBe(ride);
});

test('without a thing it says only what was not asked', () => {
  expect(drawn(80, [{ what: 'not asked', about: 'they need a session', from: 'user getRide' }])).toEqual([
    'NOT ASKED  they need a session: user getRide',
  ]);
});

test('in words it says all of the same', () => {
  const texts = caseOf.texts!(
    { rows: [{ ...rows[0], moneyIs: '7,030 KHR was paid.' }, ...rows.slice(1)] as never },
    now,
  )!;
  expect(texts[0]).toBe(`ride ${ride}, DRIVER_CANCELED, failed. The driver cancelled it.`);
  expect(texts).toContain('Money: 7,030 KHR was paid.');
  expect(texts).toContainEqual(expect.stringMatching(/^Time line of \d+ \w{3}.*, 3 events:$/));
  expect(texts.find((text) => text.includes('DRIVER_CANCELED, failed, after'))).toMatch(/after 30 seconds\.$/);
  expect(texts).toContain(`  operation ${operation}, done, succeeded.`);
  expect(texts).toContain('Fare: 7,030 KHR');
  expect(texts).toContain('Not known: No call says why.');
  expect(texts).toContain('Failed: the service is down: user getActivity.');
});

test('every sign of it has one of ASCII', () => {
  for (const state of ['unpaid', 'held', 'arrived', 'returned', 'not known']) {
    const money = { amount: '7,030 KHR', goesTo: 'the driver', state, by: 'refundHash 0x1' };
    const own = [{ ...rows[0], money }, ...rows.slice(1)] as never;
    const lines = caseOf.lines({ rows: own }, { rows: 40, columns: 100 }, now)!;
    expect(lines.map((one) => lineText(inAscii(one))).join('\n')).toMatch(/^[\x20-\x7e\n]*$/);
  }
});

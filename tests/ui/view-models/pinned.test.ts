// The strip of pinned things and the title of the window: what is said at a glance, and what gives way.
import { expect, test } from 'vitest';
import { groupScreens } from '../../../src/commands/app/boards.js';
import type { WatchState } from '../../../src/engine/watch/status-stream.js';
import { classOf } from '../../../src/services/catalogue/statuses.js';
import { lineText, wide } from '../../../src/text/line.js';
import type { WatchItem } from '../../../src/ui/state/core/screens.js';
import type { Application } from '../../../src/ui/state/core/state.js';
import { watchOf, watchScreen } from '../../../src/ui/state/watch/watch-screen.js';
import { pinnedLine, windowTitle } from '../../../src/ui/view-models/pinned.js';
import { now } from '../../support/time.js';

/** A watched thing with a status since so many milliseconds. */
function thing(line: string, status: string, more: Partial<WatchItem> = {}, row: object = {}, since = 0): WatchItem {
  const [item] = watchOf(groupScreens, line)!.items;
  const list = line.startsWith('watch r')
    ? 'RideStatus'
    : line.startsWith('watch w')
      ? 'BalanceRequestStatus'
      : 'StoreOrderStatus';
  const ended = more.hasEnded ? 'good' : undefined;
  const read = { id: item!.id, status, class: classOf(list, status), row, seen: [], ended } as const;
  const state: WatchState<unknown> = { kind: 'same', at: now, items: [read], changed: [] };
  return { ...item!, list, state, respondedAt: now, history: [{ status, at: now - since }], ...more };
}
const seen = (...pinned: readonly WatchItem[]): Application =>
  ({ pinned, stack: [], responses: {}, reveal: false }) as unknown as Application;
const strip = (columns: number, ...pinned: readonly WatchItem[]) => {
  const line = pinnedLine(seen(...pinned), columns, now)!;
  expect(wide(line)).toBeLessThanOrEqual(columns);
  return lineText(line).trimEnd();
};

const ride = thing(
  'watch ride:r-1',
  'PICKUP',
  { position: { latitude: 11.5751, longitude: 104.9283, seenAt: now } },
  { origin: { latitude: 11.57, longitude: 104.9283 } },
);
const withdrawal = thing('watch withdrawal:w-1', 'CONFIRMING', {}, {}, 4 * 60_000);
const order = thing('watch order:o-1', 'SUCCESS', { hasEnded: true });

test('each thing has its kind, sign, status, and the distance of its driver or the time in its status', () => {
  expect(strip(100, ride, withdrawal, order)).toMatch(
    /^ pinned {2}ride ◐ PICKUP 570 m · withdrawal ◐ CONFIRMING 4 min · order ✓ SUCCESS +W opens$/,
  );
  expect(strip(100, thing('watch ride:r-2', 'PENDING', {}, {}, 59_000))).toMatch(/^ pinned {2}ride ◐ PENDING +W/);
  expect(pinnedLine(seen(), 80, now)).toBeUndefined();
});

test('details give way first, then things, which are counted', () => {
  expect(strip(76, ride, withdrawal, order)).toMatch(
    /^ pinned {2}ride ◐ PICKUP · withdrawal ◐ CONFIRMING · order ✓ SUCCESS +W opens$/,
  );
  expect(strip(60, ride, withdrawal, order)).toMatch(/^ pinned {2}ride ◐ PICKUP {2}\+2 +W opens$/);
});

test('two things of a kind are told apart; failures, outages and what is not known yet are said', () => {
  const other = { ...ride, id: 'r-2', line: 'watch ride:r-2' };
  expect(strip(100, ride, other)).toContain('ride r-1 ◐ PICKUP 570 m · ride r-2 ◐ PICKUP 570 m');
  expect(strip(100, { ...ride, trouble: { text: 'Gone.' } })).toContain('ride ✗ not watched');
  expect(strip(100, { ...ride, state: undefined })).toContain('ride ◐ requesting');
  const outage = { since: now, message: 'no', wait: 1 };
  expect(strip(100, { ...ride, state: { ...ride.state!, outage } })).toContain('ride ◌ PICKUP no answer');
  expect(strip(100, thing('watch ride:r-3', 'EVIL\x1b]2;x\x07'))).not.toMatch(/[\x1b\x07]/);
});

test('the title is of what waits for the person, else of what goes on, with the number of others', () => {
  expect(windowTitle(seen(order, ride), now)).toBe('tuk ◐ PICKUP 570 m +1');
  const waits = thing('watch order:o-2', 'PAYMENT_PENDING');
  expect(windowTitle(seen(order, ride, waits), now)).toBe('tuk ! PAYMENT_PENDING +2');
  expect(windowTitle(seen(order), now)).toBe('tuk ✓ SUCCESS');
  expect(windowTitle({ ...seen(), stack: [watchScreen('Ride', [ride])] } as Application, now)).toBe(
    'tuk ◐ PICKUP 570 m',
  );
  expect(windowTitle(seen(), now)).toBeUndefined();
});

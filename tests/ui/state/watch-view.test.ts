// The times of a watched item: those that the response states, and no others; seen is not since. One clock, on the screen and in lines.
import { describe, expect, test } from 'vitest';
import { groupScreens } from '../../../src/commands/app/boards.js';
import { homePanes } from '../../../src/commands/app/home-panes.js';
import type { WatchState } from '../../../src/engine/watch/status-stream.js';
import type { StatusList } from '../../../src/services/catalogue/statuses.js';
import { screenLines } from '../../../src/ui/screen-reader/screen-lines.js';
import { watchChangeTexts } from '../../../src/ui/screen-reader/watch.js';
import { application } from '../../../src/ui/state/application.js';
import type { WatchScreen } from '../../../src/ui/state/screens.js';
import { type Application, serviceTime, topOf } from '../../../src/ui/state/state.js';
import { watchOf } from '../../../src/ui/state/watch-screen.js';
import { applicationRows } from '../../support/frames.js';

const start = new Date(2026, 10, 25, 9, 15, 14).getTime();
const minute = 60_000;
const iso = (at: number) => new Date(at).toISOString();

interface Seen {
  readonly status: string;
  readonly row?: object;
  readonly at?: number;
  readonly ended?: 'good' | 'bad';
}
/** The application on the watch screen of a line after these responses, by a clock that is behind that of the service. */
function watching(line: string, list: StatusList, responses: readonly Seen[], clockOffset = 0): Application {
  const board = application({
    head: { profile: 'box' },
    signedIn: true,
    groups: groupScreens,
    panes: homePanes,
    suffix: '',
  });
  const screen = watchOf(groupScreens, line)!;
  const own = screen.items[0]!.line;
  const seen: { status: string; at: number }[] = [];
  const initial: Application = { ...board.initial, stack: [screen] };
  return responses.reduce((state, { status, row = { status }, at = start, ended }) => {
    if (seen.at(-1)?.status !== status) seen.push({ status, at });
    const item = {
      id: 'x',
      status,
      class: ended ?? 'pending',
      row,
      seen: [...seen],
      ...(ended ? { ended } : {}),
    } as const;
    const stream: WatchState<unknown> = { kind: 'changed', at, items: [item], changed: ['x'] };
    return board.update(
      state,
      { what: 'watched', line: own, list, state: stream, last: ended !== undefined, clockOffset },
      at,
    )[0];
  }, initial);
}
const drawn = (state: Application, now: number) => applicationRows(state, { rows: 40, columns: 120 }, now).join('\n');
const said = (state: Application, now: number) => {
  const { rest } = screenLines(state, serviceTime(state, now));
  return Array.from({ length: rest!.count }, (_, at) => rest!.line(at)).join('\n');
};
const withdrawal = (status: string, updatedAt?: number) => ({
  cancellable: false,
  finalized: true,
  request: { id: 'x', status, ...(updatedAt === undefined ? {} : { updatedAt: iso(updatedAt) }) },
});

describe('an item whose end was before the first look', () => {
  const over = (status: string, ended: 'good' | 'bad') =>
    watching('watch withdrawal:x', 'BalanceRequestStatus', [{ status, row: withdrawal(status), ended }]);
  test.each([
    ['withdrawal:x', 'BalanceRequestStatus', 'COMPLETED', withdrawal('COMPLETED', start - 20 * minute)],
    ['deposit:x', 'BalanceRequestStatus', 'COMPLETED', { status: 'COMPLETED', updatedAt: iso(start - 20 * minute) }],
    [
      'payment:x',
      'PaymentStatus',
      'REFUNDED',
      { status: 'REFUNDED', refundedAt: iso(start - 20 * minute), updatedAt: iso(start) },
    ],
    [
      'order:x',
      'StoreOrderStatus',
      'SUCCESS',
      { status: 'SUCCESS', statusLog: [{ status: 'SUCCESS', at: iso(start - 20 * minute) }] },
    ],
  ] as const)('%s has the time that its response states', (name, list, status, row) => {
    const state = watching(`watch ${name}`, list, [{ status, row, ended: 'good' }]);
    expect(drawn(state, start)).toMatch(new RegExp(`${status} +08:55:14`));
    expect(drawn(state, start)).toMatch(new RegExp(`${status} .* 20 min 0 s`));
    expect(drawn(state, start)).not.toMatch(/seen 09:15|at least/);
    expect(said(state, start)).toMatch(new RegExp(`Status ${status}, .*, for 20 minutes\\.`));
    expect(said(state, start)).toMatch(new RegExp(`${status}, now, 08:55:14\\.`));
  });

  test('claims no time where its response states none, and says when it was seen', () => {
    const state = over('COMPLETED', 'good');
    expect(drawn(state, start + 2000)).toMatch(/✓ COMPLETED .* at least 2 s/);
    expect(drawn(state, start + 2000)).toMatch(/✓ COMPLETED +seen 09:15:14/);
    expect(said(state, start + 2000)).toMatch(/for at least 2 seconds\./);
    expect(said(state, start + 2000)).toMatch(/COMPLETED, now, seen 09:15:14\./);
  });

  test('stands below the steps that were not seen, in the order of the road', () => {
    expect(drawn(over('COMPLETED', 'good'), start)).toMatch(
      /· INCOMING +not seen[\s\S]*· CONFIRMING +not seen[\s\S]*· WAITING_TRANSACTION +not seen[\s\S]*✓ COMPLETED +seen/,
    );
    expect(drawn(over('CANCELED', 'bad'), start)).toMatch(
      /· INCOMING +not seen[\s\S]*✗ CANCELED +seen[\s\S]*· COMPLETED +not seen/,
    );
  });
});

test('before the end, the time of the last change is not that of the status', () => {
  const row = { status: 'CONFIRMING', updatedAt: iso(start - 20 * minute) };
  expect(drawn(watching('watch deposit:x', 'BalanceRequestStatus', [{ status: 'CONFIRMING', row }]), start)).toMatch(
    /CONFIRMING +seen 09:15:14/,
  );
});

test('a change that was seen as it happened has a time, one after a long silence has none; no duration begins at a first look', () => {
  const state = watching('watch deposit:x', 'BalanceRequestStatus', [
    { status: 'INCOMING' },
    { status: 'CONFIRMING', at: start + 10_000 },
    { status: 'WAITING_TRANSACTION', at: start + 20_000 },
    { status: 'COMPLETED', at: start + 10 * minute, ended: 'good' },
  ]);
  const text = drawn(state, start + 10 * minute);
  expect(text).toMatch(
    /INCOMING +seen 09:15:14[\s\S]*CONFIRMING +09:15:24[\s\S]*WAITING_TRANSACTION +09:15:34 +\+10 s[\s\S]*COMPLETED +seen 09:25:14/,
  );
  expect(text).not.toMatch(/CONFIRMING +09:15:24 +\+/);
  expect(text).toMatch(/09:25:14 +COMPLETED +seen then/);
});

test('ages are by the clock of the service, once, in all that is said and drawn', () => {
  const ahead = 297_000; // 4 min 57 s
  const ended = start + ahead - 23 * minute;
  const completed = { status: 'COMPLETED', row: withdrawal('COMPLETED', ended), ended: 'good' } as const;
  const state = watching('watch withdrawal:x', 'BalanceRequestStatus', [completed], ahead);
  expect(said(state, start)).toContain('for 23 minutes.');
  expect(said(state, start + minute)).toContain('for 24 minutes.');
  expect(drawn(state, start + minute)).toContain('24 min 0 s');
  // @ts-expect-error a time of the service is not one of this machine
  serviceTime(state, serviceTime(state, start));
  // @ts-expect-error nor is a time of this machine one of the service
  screenLines(state, start);
});

test('a change has the time of the status, by the clock of the service', () => {
  const deposit = (...seen: Seen[]) => watching('watch deposit:x', 'BalanceRequestStatus', seen, minute);
  const first = deposit({ status: 'INCOMING' });
  const then = deposit({ status: 'INCOMING' }, { status: 'CONFIRMING', at: start + 5000 });
  const changes = watchChangeTexts(
    topOf(first) as WatchScreen,
    topOf(then) as WatchScreen,
    then,
    serviceTime(then, start + 5000),
  );
  expect(changes[0]).toBe('09:16:19. Changed: status CONFIRMING, was INCOMING.');
});

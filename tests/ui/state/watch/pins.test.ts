// Pinned things: they are watched on every screen, and their news reach the person on any of them, once.
import { expect, test } from 'vitest';
import { areaOf, bodySize } from '../../../../src/ui/state/core/page.js';
import { type AppEvent, topOf } from '../../../../src/ui/state/core/state.js';

import { appAfter, type Step, small, typed } from '../../../support/frames.js';
import { responded } from '../../../support/queries.js';
import { now } from '../../../support/time.js';
import { hasStatus } from '../../../support/watch.js';

const [ride, order] = ['5aee8d95-b51f-4705-8412-5e9964c312ab', '8d20f3a4-55b1-4b3e-8a0c-9f6e2d411c7e'];
const rideLine = `watch ride:${ride}`;
const orderLine = `watch order:${order}`;
const state = (line: string, status: string): AppEvent =>
  line === rideLine
    ? hasStatus(line, 'RideStatus', ride!, status, now)
    : hasStatus(line, 'StoreOrderStatus', order!, status, now);
const opening = (line: string): Step[] => [`\x1b[200~${line}`, 'enter'];
const app = (...steps: readonly Step[]) => appAfter(steps, { commands: [] });
const pinnedRide = [...opening(rideLine), state(rideLine, 'PENDING'), 'P'];
const lastWatch = (effects: readonly { readonly do: string }[]) => effects.findLast((one) => one.do === 'watch');
const told = (effects: readonly { readonly do: string; readonly text?: string }[]) =>
  effects.filter((one) => one.do === 'tell').map(({ text }) => text);

test('a pinned thing goes on being watched on other screens, one stream for each', () => {
  const home = app(...pinnedRide, '0');
  expect(lastWatch(home.effects)).toEqual({ do: 'watch', lines: [rideLine] });
  expect(home.effects.filter((one) => one.do === 'watch')).toHaveLength(1); // its stream stays open
  const both = app(...pinnedRide, '0', ...opening(orderLine), state(orderLine, 'DRAFT'), 'P', '6');
  expect(lastWatch(both.effects)).toEqual({ do: 'watch', lines: [rideLine, orderLine] });
  expect(both.state.pinned?.map(({ line }) => line)).toEqual([rideLine, orderLine]);
  const left = app(...pinnedRide, 'P', 'esc');
  expect([left.state.pinned, lastWatch(left.effects)]).toEqual([undefined, { do: 'watch', lines: [] }]);
});

test('the end of a pinned thing is a message on any screen, a note, and stays in the strip until it is dismissed', () => {
  const ended = app(...pinnedRide, '5', state(rideLine, 'INUSE'), state(rideLine, 'FINISHED'));
  expect(told(ended.effects)).toEqual(['ride 5aee8d…c312ab has ended: FINISHED']);
  const expected = { text: 'ride 5aee8d…c312ab has ended: FINISHED. W shows the pinned items.', class: 'good' };
  expect(ended.state.notice).toMatchObject(expected);
  expect(lastWatch(ended.effects)).toEqual({ do: 'watch', lines: [] });
  expect(ended.text()).toMatch(/\n pinned {2}ride ✓ FINISHED +W opens ?\n/);
  const dismissed = app(...pinnedRide, '5', state(rideLine, 'FINISHED'), 'W', 'P', 'esc');
  expect(dismissed.text()).not.toContain('pinned  ride');
  expect(dismissed.text().split('\n')).toHaveLength(small.rows);
});

test('what waits for a person, or fails, is told; what goes on, a first state, and the same end again are not', () => {
  const paid = app(...opening(orderLine), state(orderLine, 'DRAFT'), 'P', '0', state(orderLine, 'PAYMENT_PENDING'));
  expect(told(paid.effects)).toEqual(['order 8d20f3…411c7e waits for you: PAYMENT_PENDING']);
  expect(paid.state.notice?.class).toBe('needs-you');
  const same = app(
    ...opening(orderLine),
    state(orderLine, 'DRAFT'),
    'P',
    '0',
    ...[1, 2].map(() => state(orderLine, 'PAYMENT_PENDING')),
  );
  expect(told(same.effects)).toHaveLength(1);
  expect(told(app(...pinnedRide, '0', state(rideLine, 'PICKUP')).effects)).toEqual([]);
  expect(told(app(...opening(rideLine), state(rideLine, 'FINISHED')).effects)).toEqual([]);
  const again = app(...pinnedRide, state(rideLine, 'FINISHED'), 'r', state(rideLine, 'FINISHED'));
  expect(told(again.effects)).toHaveLength(1);
  const failed = app(...pinnedRide, '0', { what: 'watch failed', line: rideLine, failure: { text: 'Gone.' } });
  expect(told(failed.effects)).toEqual(['ride 5aee8d…c312ab is not watched any more: Gone.']);
});

test('a watched thing that is not pinned is told by a note alone: its screen says it', () => {
  const { effects, state: after } = app(...opening(rideLine), state(rideLine, 'PENDING'), state(rideLine, 'FINISHED'));
  expect(told(effects)).toHaveLength(1);
  expect(after.notice).toBeUndefined();
});

test('W opens the pinned things side by side with what is known of them, and says so if there are none', () => {
  const both = [...pinnedRide, '0', ...opening(orderLine), state(orderLine, 'DRAFT'), 'P', '0', 'W'];
  const { top, state: after } = app(...both);
  expect(top).toMatchObject({ kind: 'watch', whole: false });
  expect(JSON.stringify(top)).toMatch(/PENDING[\s\S]*DRAFT/);
  expect(app(...both, 'W').state.stack).toHaveLength(after.stack.length);
  expect(app('W').state.notice?.text).toBe('Nothing is pinned: P on a watch screen pins its items.');
  const opened = app(...pinnedRide, '0', ...opening(rideLine)); // its stream says nothing until the next response
  expect(opened.text()).toMatch(/◐ PENDING/);
  expect(opened.text()).not.toContain('requesting');
});

test('a paused watch screen holds only its own streams, and lets them go when it is left', () => {
  const paused = app(...pinnedRide, '0', ...opening(orderLine), state(orderLine, 'DRAFT'), 'w');
  expect(paused.last).toEqual([{ do: 'watched', effect: { do: 'pause', on: true, lines: [orderLine] } }]);
  const own = app(...pinnedRide, 'w', 'esc');
  expect(own.effects).toContainEqual({ do: 'watched', effect: { do: 'pause', on: false } });
  expect(own.state.isPaused).toBeUndefined();
});

test('at most six things are pinned; another owner gets none of them', () => {
  const rides = Array.from({ length: 7 }, (_, at) => `watch ride:r-${at}`);
  const many = app(...rides.flatMap((line) => [...opening(line), 'P']));
  expect(many.state.pinned).toHaveLength(6);
  expect(many.state.notice?.text).toMatch(/^At most 6 things are pinned/);
  const other = app(...pinnedRide, { what: 'owner', owner: 'another', head: { profile: 'b' }, signedIn: true });
  expect(other.state.pinned).toBeUndefined();
  expect(lastWatch(other.effects)).toEqual({ do: 'watch', lines: [] });
});

test('the strip takes a row of the body, but none of a small terminal; P is text where one types', () => {
  const { state: after, text } = app(...pinnedRide, '5');
  for (const size of [small, { rows: 36, columns: 120 }, { rows: 16, columns: 60 }]) {
    expect(bodySize(size, 1).rows).toBe(bodySize(size).rows - 1);
    expect(text(now, size).split('\n')).toHaveLength(size.rows);
    expect(text(now, size)).toContain('pinned  ride');
    expect(text(now, size).split('\n').at(-1)).toMatch(/\? keys *$/);
  }
  const many = Array.from({ length: 60 }, (_, at) => ({ id: `row-${at}` }));
  const list = responded('assets offerings', { value: many, columns: [{ path: 'id' }] });
  expect(areaOf({ pinned: after.pinned }, small)).toEqual(bodySize(small, 1));
  expect(app(...pinnedRide, '1', list, 'G').text()).toMatch(/▸ +row-59/); // the last row is not behind the strip
  const tiny = { rows: 12, columns: 50 };
  expect(bodySize(tiny, 1)).toEqual(bodySize(tiny));
  expect(text(now, tiny)).not.toContain('pinned');
  expect(topOf(after).kind).toBe('board');
  expect(app(...pinnedRide, ':', ...typed('PW')).state.palette?.field.before).toBe('PW');
});

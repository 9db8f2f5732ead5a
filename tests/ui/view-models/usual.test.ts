// Whether an item takes longer than usual, on its watch screen: learnt from lists and from what this run has watched, never
// from the item itself, and silent if nobody knows.
import { expect, test } from 'vitest';
import { watchTexts } from '../../../src/ui/screen-reader/watch.js';
import type { QueryResponse } from '../../../src/ui/state/responses.js';
import type { WatchScreen } from '../../../src/ui/state/screens.js';
import { type Application, serviceTime, topOf } from '../../../src/ui/state/state.js';
import { applicationRows } from '../../support/frames.js';
import { rideState, watchingRide } from '../../support/watch.js';

const id = '3f1c9a52-7c1e-4c0b-9d55-1f2b6a8e04d2';
const start = Date.parse('2026-11-20T06:02:11Z');
const iso = (at: number) => new Date(at).toISOString();

/** A ride that was on its way to the pick-up for so many seconds. */
const earlier = (seconds: number, own = `ride-${seconds}`) => ({
  id: own,
  status: 'FINISHED',
  statusLog: [
    { status: 'PICKUP', at: iso(start - 9_000_000) },
    { status: 'FINISHED', at: iso(start - 9_000_000 + seconds * 1000) },
  ],
});
const response = (rows: readonly object[]): QueryResponse => ({
  at: start,
  rows: rows as QueryResponse['rows'],
  columns: [{ path: 'status', as: { status: 'RideStatus' } }],
  id: 'id',
  options: {},
});
/** The application with a ride in PICKUP since `start`, and lists of earlier rides. */
function watching(...lists: readonly (readonly object[])[]): Application {
  const board = watchingRide(id, { profile: 'staged' });
  const row = { id, status: 'PICKUP', statusLog: [{ status: 'PICKUP', at: iso(start) }] };
  const item = { id, status: 'PICKUP', class: 'pending', row, seen: [{ status: 'PICKUP', at: start }] } as const;
  const state = { kind: 'began', at: start, items: [item], changed: [id] } as const;
  const [watched] = board.update(board.initial, rideState(id, state), start);
  return { ...watched, responses: Object.fromEntries(lists.map((rows, at) => [`ride list ${at}`, response(rows)])) };
}
const shown = (state: Application, seconds: number) =>
  applicationRows(state, { rows: 24, columns: 120 }, start + seconds * 1000)
    .find((row) => row.includes('usual for'))
    ?.replace(/^.*│ /, '')
    .trim();
const spoken = (state: Application, seconds: number) =>
  watchTexts(topOf(state) as WatchScreen, state, serviceTime(state, start + seconds * 1000)).find((text) =>
    text.startsWith('Usual'),
  );
const three = [earlier(60), earlier(90), earlier(180)];

test('three earlier ones say what is usual, and how far it is', () => {
  expect(shown(watching(three), 35)).toBe('usual for PICKUP: 1 to 2 min, of 3 earlier  ▓▓░░░░░░');
  expect(spoken(watching(three), 35)).toBe(
    'Usual for PICKUP: 1 minute 15 seconds to 2 minutes 15 seconds, of 3 earlier ones.',
  );
});

test('much longer than usual is said, with the factor', () => {
  const alike = [earlier(60), earlier(61), earlier(62)];
  expect(shown(watching(alike), 250)).toBe('usual for PICKUP: about 1 min, of 3 earlier  ▓▓▓▓▓▓▓▓  ! 4 times as long');
  expect(spoken(watching(alike), 250)).toContain('It takes 4 times as long.');
  expect(shown(watching(alike), 100)).not.toContain('!');
});

test('two earlier ones, one of them in two lists, the item itself, and other kinds of things say nothing', () => {
  const two = three.slice(0, 2);
  expect(shown(watching(two, two), 60)).toBeUndefined();
  expect(shown(watching(two, [earlier(70, id)]), 60)).toBeUndefined();
  const orders = { ...response(three), columns: [{ path: 'status', as: { status: 'StoreOrderStatus' } }] } as const;
  expect(shown({ ...watching(two), responses: { orders } }, 60)).toBeUndefined();
  expect(spoken(watching(two), 60)).toBeUndefined();
});

test('what this run has watched counts, also on screens that were left', () => {
  const state = watching(three.slice(0, 2));
  const screen = topOf(state) as WatchScreen;
  const history = [
    { status: 'PICKUP', at: start - 500_000 },
    { status: 'INUSE', at: start - 440_000 },
  ];
  const row = { id: 'other', status: 'INUSE' };
  const one = { id: 'other', status: 'INUSE', class: 'pending', row, seen: history } as const;
  const watched = { kind: 'same', at: start, items: [one], changed: [] } as const;
  const items = [{ ...screen.items[0]!, id: 'other', history, state: watched }];
  expect(shown({ ...state, past: [[{ ...screen, items }]] }, 60)).toContain('of 3 earlier');
});

test('a status with an unknown beginning has no bar, but is late if it is late at least', () => {
  const alike = watching([earlier(60), earlier(61), earlier(62)]);
  const screen = topOf(alike) as WatchScreen;
  const [item] = screen.items;
  const thing = { ...item!.state!.items[0]!, row: { id, status: 'PICKUP' } };
  const items = [{ ...item!, state: { ...item!.state!, items: [thing] } }];
  const unknown = { ...alike, stack: [{ ...screen, items }] };
  expect(shown(unknown, 30)).toBe('usual for PICKUP: about 1 min, of 3 earlier');
  expect(shown(unknown, 250)).toContain('! at least 4 times as long');
});

test('after the end nothing is usual', () => {
  const state = watching(three);
  const screen = topOf(state) as WatchScreen;
  expect(shown({ ...state, stack: [{ ...screen, items: [{ ...screen.items[0]!, over: true }] }] }, 60)).toBeUndefined();
});

// The watch screen of a ride without a terminal: its state after events and keys, and its lines.
import { describe, expect, test } from 'vitest';
import type { WatchState } from '../../../src/engine/watch/status-stream.js';
import { statusLists } from '../../../src/services/catalogue/statuses.js';
import { lineText } from '../../../src/text/line.js';
import { keyName } from '../../../src/ui/state/core/keymap.js';
import type { WatchScreen } from '../../../src/ui/state/core/screens.js';
import { type AppEvent, type Application, topOf } from '../../../src/ui/state/core/state.js';

import { watchParts } from '../../../src/ui/view-models/watch.js';
import { applicationRows, drawnApplication } from '../../support/frames.js';
import { rideState, viewOfWatched, watchingRide } from '../../support/watch.js';

const id = '3f1c9a52-7c1e-4c0b-9d55-1f2b6a8e04d2';
const start = new Date(2026, 10, 20, 14, 2, 11).getTime();
const head = { profile: 'sandbox', mark: 'sandbox', who: 'Mina Park', sessionEnds: start + 41 * 60_000 } as const;
const size = { rows: 24, columns: 80 };

/** The application after some events and keys, which come a second apart. */
function watchAfter(...events: (AppEvent | string)[]) {
  const board = watchingRide(id, head);
  let state = board.initial;
  const effects: object[] = [];
  for (const [nth, event] of events.entries()) {
    const own: Parameters<typeof board.update>[1] =
      typeof event === 'string' ? { what: 'key', key: event, size } : event;
    const [next, ...wanted] = board.update(state, own, start + (nth + 1) * 1000);
    state = next;
    effects.push(...wanted);
  }
  return { state, effects };
}
/** An event with the seen statuses of a ride, eight seconds apart, and its row. */
function state(words: readonly string[], row: object = {}, more: Partial<WatchState<unknown>> = {}, last = false) {
  const status = words.at(-1)!;
  const seen = words.map((one, at) => ({ status: one, at: start + at * 8000 }));
  const thing = { id, status, class: 'pending', row: { id, status, ...row }, seen } as const;
  const at = start + words.length * 8000;
  return rideState(id, { kind: 'changed', at, items: [thing], changed: [id], ...more }, last);
}
const linesOf = (of: Application, now = start + 60_000, at = size) => applicationRows(of, at, now);
const rideView = (of: Application) => viewOfWatched(of, start + 60_000);
const car = { carModel: 'Toyota Prius', carColor: 'white', carPlate: 'SLK 4821 C' };
const driver = { driverInfo: { name: 'Leng Tan', ...car } };
const finished = { id, status: 'FINISHED' };
const endedItem = { ...finished, class: 'good', row: finished, seen: [], ended: 'good' } as const;

describe('the state of a ride', () => {
  const inWords = (steps: ReturnType<typeof rideView>['steps']) =>
    steps.map(({ status, is }) => `${is} ${status}`).join(', ');
  test('the statuses in order of arrival, then the rest of the list', () => {
    const { steps, reached } = rideView(watchAfter(state(['WAITPAY', 'PENDING', 'MATCHED', 'PICKUP'])).state);
    expect(inWords(steps)).toBe(
      'passed WAITPAY, not seen PAYCONFIRMED, passed PENDING, passed MATCHED, not seen CONFIRMED, not seen ASSIGNED, now PICKUP, ' +
        'ahead PICKUP_ARRIVED, ahead INUSE, ahead FINISHED',
    );
    expect(steps[2]!.after).toBeUndefined(); // nothing states when the status before it began
    expect(steps[3]).toMatchObject({ status: 'MATCHED', after: 8000 });
    expect(reached).toBe(7);
  });

  test('an unknown status is shown unchanged and is not an end; a ride that is requested again continues', () => {
    const { steps, class: kind, means } = rideView(watchAfter(state(['PENDING', 'TELEPORTING'])).state);
    expect(steps.find(({ is }) => is === 'now')).toMatchObject({ status: 'TELEPORTING', class: 'unknown' });
    expect([kind, means]).toEqual(['unknown', 'not known']);
    const again = rideView(watchAfter(state(['PENDING', 'DRIVER_CANCELED_RECALLABLE', 'PENDING'])).state);
    expect(inWords(again.steps.slice(0, 4))).toBe(
      'not seen WAITPAY, not seen PAYCONFIRMED, passed DRIVER_CANCELED_RECALLABLE, now PENDING',
    );
  });

  test("the service's status log is used if it is consistent, the seen statuses otherwise", () => {
    const at = (seconds: number) => new Date(start + seconds * 1000).toISOString();
    const log = [
      { status: 'WAITPAY', at: at(-60) },
      { status: 'PICKUP', at: at(-5) },
    ];
    const current = (statusLog: unknown) =>
      rideView(watchAfter(state(['PICKUP'], { statusLog })).state).steps.find(({ is }) => is === 'now');
    expect(current(log)).toMatchObject({ status: 'PICKUP', at: start - 5000, after: 55_000 });
    for (const unusual of ['x', [], [{ status: 'WAITPAY' }], [...log, { status: 7, at: at(0) }], [log[0]], [null]])
      expect(current(unusual)).toMatchObject({ status: 'PICKUP', at: start, begunBefore: true });
  });

  test('no driver, no fare, no places: no fields, and the same layout', () => {
    expect(linesOf(watchAfter(state(['PENDING'])).state).join('\n')).not.toMatch(/DRIVER|TRIP/);
    for (const row of [{}, { driverInfo: 'x' }, { driverInfo: {} }, { origin: 3 }, { fare: { a: 1 } }])
      expect(linesOf(watchAfter(state(['PENDING'], row)).state)).toHaveLength(24);
  });

  test('every status has a meaning, an end has no next status', () => {
    for (const status of Object.values(statusLists.RideStatus).flat())
      expect(rideView(watchAfter(state([status])).state).means, status).toBeTruthy();
    const over = watchAfter(state(['PICKUP', 'FINISHED'], driver, { kind: 'ended' }, true));
    expect(linesOf(over.state)[22]).toContain('✓ FINISHED: nothing follows by itself. esc leaves.');
    expect(rideView(over.state).steps.filter(({ is }) => is === 'ahead')).toEqual([]);
  });
});

test('a long status leaves a gap between the columns; after the end only working keys are offered', () => {
  const words = ['WAITPAY', 'PENDING', 'USER_CANCELED_NO_FREE'];
  const lines = linesOf(watchAfter(state(words, driver, { kind: 'ended' }, true)).state);
  expect(lines.join('\n')).toMatch(/ ✗ USER_CANCELED_NO_FREE +\d\d:\d\d:\d\d +\+8 s {2,}(Car|Colour)/);
  expect(lines.at(-1)).not.toMatch(/cancel|bell|pause/);
  expect(lines.at(-1)).toMatch(/y copy id.*J json.*\? keys/);
});

test('after a bad end it says how far the money came and which key looks for the rest; while it is under way it does not', () => {
  const paid = { ...driver, fare: '7030', currency: 'KHR' };
  const text = (of: AppEvent) => linesOf(watchAfter(of).state, start + 60_000, { rows: 36, columns: 120 }).join('\n');
  const ended = text(state(['WAITPAY', 'PICKUP', 'DRIVER_CANCELED'], paid, { kind: 'ended' }, true));
  expect(ended).toMatch(/you ━━ 7,030 KHR ━━▶ the service ✗ the driver +\? its case says whether it came back: i/);
  expect(text(state(['WAITPAY', 'PICKUP'], paid))).not.toContain('━━▶');
});

describe('keys', () => {
  test('leave, stop, copy; a paused screen sends no requests', () => {
    for (const key of ['q', 'esc'])
      expect(watchAfter(state(['PICKUP']), key).effects).toEqual([{ do: 'leave', how: 'left' }]);
    expect(watchAfter(state(['PICKUP']), 'ctrl-c').effects).toEqual([{ do: 'leave', how: 'interrupted' }]);
    expect(watchAfter(state(['FINISHED'], {}, {}, true), 'ctrl-c').effects).toEqual([{ do: 'leave', how: 'left' }]);
    expect(watchAfter(state(['PICKUP']), 'y', 'Y').effects).toEqual([
      { do: 'copy', text: id },
      { do: 'copy', text: `tuk watch ride:${id}` },
    ]);
    expect(watchAfter(state(['PICKUP']), 'w', 'p').effects).toEqual([
      { do: 'watched', effect: { do: 'pause', on: true } },
      { do: 'watched', effect: { do: 'pause', on: false } },
    ]);
    expect(watchAfter(state(['PENDING'], {}, { kind: 'out of time' }, true)).effects).toEqual([
      { do: 'leave', how: 'left' },
    ]);
    const failed: AppEvent = { what: 'watch failed', line: `watch ride:${id}`, failure: { text: 'Gone.' } };
    expect(watchAfter(state(['PENDING']), failed).effects).toEqual([{ do: 'leave', how: 'left' }]);
  });

  test('D and the first action run the command that cancels, which asks by itself; after a good end there is none', () => {
    for (const keys of [['D'], ['enter'], ['x', 'enter']])
      expect(watchAfter(state(['PICKUP'], driver), ...keys).effects.at(-1), keys.join(' ')).toEqual({
        do: 'run',
        line: `ride cancel ${id}`,
      });
    const over = watchAfter(state(['FINISHED'], driver, { items: [endedItem] }, true), 'D', 'enter');
    expect(over.effects).toEqual([]);
  });

  test('the bell rings at changes only; without a response no JSON opens', () => {
    expect(topOf(watchAfter('J').state).kind).toBe('watch');
    expect(
      watchAfter(state(['PICKUP']), 'b', state(['PICKUP'], {}, { changed: [] }), state(['PICKUP', 'INUSE'])).effects,
    ).toEqual([{ do: 'ring' }]);
  });

  test('the stream of the command goes on in another group, also to its end; what was missed is there on the way back', () => {
    const end = state(['PICKUP', 'FINISHED'], driver, { items: [endedItem] }, true);
    const away = watchAfter({ what: 'begun' }, state(['PICKUP'], driver), '5');
    expect(away.effects).toContainEqual({ do: 'watch', lines: [`watch ride:${id}`] });
    expect(away.effects).not.toContainEqual({ do: 'watch', lines: [] });
    const back = watchAfter({ what: 'begun' }, state(['PICKUP'], driver), '5', end, '[');
    expect(back.effects).toContainEqual({ do: 'watch', lines: [] }); // as soon as it has ended
    expect(linesOf(back.state).join('\n')).toContain('✓ FINISHED: nothing follows by itself. esc leaves.');
  });

  test('key names for the sequences of terminals', () => {
    for (const [sent, name] of Object.entries({
      ...{ '\x1b': 'esc', '\r': 'enter', '\t': 'tab', '\x1b[A': 'up', '\x1bOB': 'down', '\x1b[6~': 'pgdn' },
      ...{ '\x1b[1;2C': 'shift-right', '\x03': 'ctrl-c', '\x1c': 'ctrl-\\', ' ': 'space', 한: '한', '👍': '👍' },
      ...{ '\x1b[1;5C': '', '\x00': '', '\x1bx': '' },
    }))
      expect(keyName(sent), name).toBe(name);
  });
});

describe('lines', () => {
  test('80x24 as designed', () => {
    const places = { origin: { name: 'Marina Gate 2' }, destination: { name: 'Changi Airport T3' } };
    const row = { ...driver, ...places, region: 'SG', fare: '9.40', currency: 'SGD' };
    const now = start + 5 * 60_000 + 60_000;
    const rows = linesOf(
      watchAfter(state(['WAITPAY', 'PAYCONFIRMED', 'CONFIRMED', 'PICKUP'], row, { at: now - 2000, wait: 6400 })).state,
      now,
    );
    expect(rows.map((one) => one.trimEnd().replace(/─{6,}/g, '─'))).toEqual(
      [
        ' tuk  sandbox  ◇ SANDBOX nothing here is real   Mi•• P••  session 35 min  ● now ',
        ' Home  1Assets [2Ride] 3Wallet  4Swap  5Points  6Store  7Depin  8Image  9Notify ',
        '─ Ride › Requests › 3f1c9a…8e04d2 ────────────── live, next in 5 s ─',
        ' ◐ PICKUP   the driver is on the way to you                   for 5 min 36 s',
        ` ${'━'.repeat(46)}${'╌'.repeat(19)}   step 7/10`,
        '',
        ' ✓ WAITPAY        seen 14:02:11         DRIVER',
        ' ✓ PAYCONFIRMED   14:02:19                Driver        Le•• T••',
        ' · PENDING        not seen                Car           Toyota Prius',
        ' · MATCHED        not seen                Colour        white',
        ' ✓ CONFIRMED      14:02:27     +8 s       Plate         SLK 4821 C',
        ' · ASSIGNED       not seen                Position      not known',
        ' ◐ PICKUP         14:02:35     +8 s',
        ' ○ PICKUP_ARRIVED                       TRIP',
        ' ○ INUSE                                  From          Marina Gate 2',
        ' ○ FINISHED                               To            Changi Airport T3',
        '                                          Fare          9.40 SGD',
        '                                          Region        SG',
        '',
        '',
        ` ▸ Cancel…   tuk ride cancel ${id}`,
        `─ $ tuk watch ride:${id} ───────────── Y copies ─`,
        '',
        ' ↑↓ choose  enter do it…  D cancel…  esc back  y copy id  w pause        ? keys',
      ].map((one) => one.trimEnd().replace(/─{6,}/g, '─')),
    );
  });

  test('an outage, failures of a service that answers, and a protected profile are described in words', () => {
    const outage = { since: start, message: 'No answer.', wait: 65_000 };
    const down = (more: object) =>
      linesOf(
        watchAfter(state(['PICKUP'], driver, { kind: 'outage', at: start, outage: { ...outage, ...more } })).state,
      ).join('\n');
    expect(down({})).toMatch(/◌ offline 1 min, next try in 5 s[\s\S]*─ no answer ─[\s\S]*◐ PICKUP[\s\S]*◌ No answer\./);
    const long = down({ message: `The status 500 is of ${'a service, '.repeat(9)}and whole.` });
    expect(long).toMatch(/✗ The status 500[\s\S]*and whole\.[\s\S]*◌ What is known stays: r asks now\./);
    expect(long.match(/The status 500/g)).toHaveLength(1);
    expect(down({ responds: true })).toMatch(/◌ failing 1 min, next try in 5 s[\s\S]*─ failing ─[\s\S]*◐ PICKUP/);
    const { initial } = watchingRide(id, { profile: 'live', mark: 'protected' });
    const rows = drawnApplication(initial, size, start).split('\n');
    expect([rows[2], rows[21]]).toEqual([expect.stringMatching(/^\x1b\[31m─/), expect.stringMatching(/^\x1b\[31m─/)]);
  });

  test('a slow read says how long it takes: the first one, and one that is due', () => {
    const first = watchAfter({ what: 'begun' }).state;
    expect(linesOf(first, start + 7000).join('\n')).toMatch(/◐ requesting: tuk watch ride:\S+ {2}6\.0 s/);
    const read = watchAfter(state(['PICKUP'], driver, { wait: 3000 })).state; // 8 s after the start
    const right = (after: number) => linesOf(read, start + 8000 + after)[2];
    expect(right(0)).toContain('live, next in 3 s');
    expect(right(4000)).toMatch(/live, reading ─/);
    expect(right(11_000)).toContain('live, reading for 8 s');
  });

  test('a number is never wrapped away from its unit', () => {
    const at = (seconds: number) => new Date(start + 60_000 - seconds * 1000).toISOString();
    for (const [away, age] of [
      [0.064, 6],
      [0.00064, 66],
    ] as const)
      for (let columns = 60; columns <= 90; columns += 1) {
        const driverLocation = { latitude: 1 + away, longitude: 103, at: at(age) };
        const row = { ...driver, origin: { latitude: 1, longitude: 103 }, driverLocation };
        const { state: watched } = watchAfter(state(['PICKUP'], row));
        const area = { rows: 33, columns: columns - 2 };
        const parts = watchParts(topOf(watched) as WatchScreen, watched, area, start + 60_000)!;
        const text = parts.facts.map(lineText).join('\n');
        expect(text, String(columns)).toMatch(/\d (m|km) to/);
        expect(text, String(columns)).not.toMatch(/pick-up,( \d+ min)? \d+ *\n/);
      }
  });
});

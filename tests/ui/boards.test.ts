// What every screen is made of, without a terminal: lists, tables of any length, typed lines, the palette, looks, ASCII, the application's model.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type AppEvent, type Application, application, commandOf, keymapOf } from '../../src/ui/models/application.js';
import { edited, emptyField, typed } from '../../src/ui/models/field.js';
import { type Move, moved, moveKeys } from '../../src/ui/models/list.js';
import { screenGroups } from '../../src/ui/models/page.js';
import { found } from '../../src/ui/models/palette.js';
import { themeOf } from '../../src/ui/parts/theme.js';
import { applicationLines, rideGrid } from '../../src/ui/present/application.js';
import { grid, gridLines } from '../../src/ui/present/grid.js';
import { cut, filled, line, span, textOf, wide } from '../../src/ui/present/line.js';
import { maskName } from '../../src/ui/present/mask.js';
import { footerLine } from '../../src/ui/present/page.js';
import { inAscii } from '../../src/ui/present/signs.js';
import { clockTime, exactSpan, spanOf } from '../../src/ui/present/time.js';

const size = { rows: 24, columns: 80 };
const now = new Date(2026, 10, 20, 14, 0, 0).getTime();

describe('a list', () => {
  test('any moves: the mark is on a row, and the row is seen', () => {
    const move = fc.constantFrom(...moveKeys.map(({ act }) => act as Move));
    fc.assert(
      fc.property(
        fc.array(move, { maxLength: 40 }),
        fc.integer({ min: 0, max: 30_000 }),
        fc.integer({ min: 1, max: 60 }),
        (moves, count, seen) => {
          let place = { marked: 0, top: 0 };
          for (const one of moves) {
            place = moved(place, one, count, seen);
            expect(place.marked).toBeGreaterThanOrEqual(0);
            expect(place.marked).toBeLessThanOrEqual(Math.max(0, count - 1));
            expect(place.top).toBeGreaterThanOrEqual(0);
            expect(place.marked).toBeGreaterThanOrEqual(place.top);
            expect(place.marked).toBeLessThan(place.top + seen);
          }
        },
      ),
    );
  });

  test('a table shows its window alone, wide signs and all, aligned', () => {
    let asked = 0;
    const cell = (text: string) => {
      asked++;
      return span(text);
    };
    const rows = Array.from({ length: 20_000 }, (_, at) => ({ at, name: at % 3 === 0 ? '전기차'.repeat(at % 5) : `Ride ${at}` }));
    const table = grid(rows, [
      { heading: 'NAME', cell: ({ name }) => cell(name), gives: true },
      { heading: 'ROW', cell: ({ at }) => span(String(at), 'muted'), right: true },
    ]);
    asked = 0;
    const lines = gridLines(table, { marked: 10_003, top: 10_000 }, 11, 40);
    expect(asked).toBe(10);
    expect(lines).toHaveLength(11);
    expect(textOf(lines[0]!)).toBe(`  NAME${' '.repeat(30)} ROW`.padEnd(40).slice(0, 40));
    for (const one of lines) expect(wide(one)).toBeLessThanOrEqual(40);
    expect(lines.slice(1).map((one) => textOf(one).slice(-5))).toEqual(Array.from({ length: 10 }, (_, at) => String(10_000 + at)));
    expect(lines[4]).toEqual(expect.arrayContaining([{ text: '▸ ', role: 'select' }]));
    expect(lines[4]!.every(({ role }) => role === 'select')).toBe(true);
    for (const columns of [1, 5, 12, 20])
      for (const one of gridLines(table, { marked: 0, top: 0 }, 5, columns)) expect(wide(one)).toBeLessThanOrEqual(columns);
  });
});

test('a typed line: every sign is text, an emoji is one sign', () => {
  const keys = ['M', 'i', 'space', '👍', 'left', 'q', 'home', ':', 'end', 'backspace', 'ctrl-c', 'enter', 'tab'];
  expect(typed(keys.reduce(edited, emptyField))).toBe(':Mi q');
  expect(edited({ before: 'abc', after: 'd' }, 'ctrl-u')).toEqual({ before: '', after: 'd' });
  expect(edited({ before: 'a', after: '👩‍👩‍👧d' }, 'delete')).toEqual({ before: 'a', after: 'd' });
});

test('the palette: starts of words before letters, values may follow', () => {
  const commands = ['ride watch', 'ride wait', 'ride cancel', 'ride cancel-wait', 'auth sessions revoke'].map((name) => ({ name, is: '' }));
  const names = (text: string) => found(text, commands).map(({ name }) => name);
  expect(names('')).toHaveLength(5);
  expect(names('tuk ride wa')).toEqual(['ride wait', 'ride watch', 'ride cancel-wait']);
  expect(names('ride watch 3f1c')).toEqual(['ride watch']);
  expect(names('r c').slice(0, 2)).toEqual(['ride cancel', 'ride cancel-wait']);
  expect(names('rvk')).toEqual(['auth sessions revoke']);
  expect(names('zzz')).toEqual([]);
});

describe('looks', () => {
  test('the depth of colours, and none that may vanish on a background that is not known', () => {
    expect(themeOf({ TERM: 'xterm-256color' })).toMatchObject({ depth: 1, wait: { color: 'cyan' }, need: { bold: true }, ascii: false });
    expect(themeOf({ COLORTERM: 'truecolor', COLORFGBG: '15;0' })).toMatchObject({ depth: 3, wait: { color: '#4A9FF5' } });
    expect(themeOf({ COLORTERM: '24bit', COLORFGBG: '0;default;15' })).toMatchObject({ depth: 3, wait: { color: '#0B4A7A' } });
    expect(themeOf({ TERM: 'xterm-256color', COLORFGBG: '15;0' })).toMatchObject({ depth: 2, good: { color: 'ansi256(43)' } });
    expect(themeOf({ TERM: 'xterm', COLORFGBG: '15;0' })).toMatchObject({ depth: 1, need: { color: 'yellow' } });
    for (const env of [{ NO_COLOR: '1', COLORTERM: 'truecolor' }, { TERM: 'dumb' }])
      expect(JSON.stringify(themeOf(env))).not.toMatch(/"(c|backgroundC)olor"/);
    expect(themeOf({ LC_ALL: 'C' }).ascii).toBe(true);
  });

  test('ASCII takes the room that it needs from a space or a rule', () => {
    expect(textOf(inAscii([span('─ 3f1c9a…8e04d2 '), span('──────'), span(' Y ─')]))).toBe('- 3f1c9a..8e04d2 ----- Y -');
    expect(textOf(inAscii(line('D cancel…  y copy')))).toBe('D cancel.. y copy');
    expect(wide(inAscii(line('full…')))).toBe(5);
    expect(textOf(inAscii(line('◐ ✓ ✗ ○ ● ▸ 한')))).toBe('~ + x o * > 한');
  });

  test('lines: cut with a mark, filled, never half a wide sign', () => {
    expect(textOf(cut([span('abc'), span('def')], 5))).toBe('abcd…');
    expect(textOf(cut([span('abc'), span('def')], 3))).toBe('ab…');
    expect(textOf(filled([span('전기차')], 4))).toBe('전… ');
    expect(cut(line('abc'), 0)).toEqual([{ text: '' }]);
    expect(maskName('Leng  Tan 한국')).toBe('Le•• T•• 한••');
    expect([spanOf(59_999), spanOf(60_000), spanOf(7_200_000), spanOf(2e8), spanOf(-5)]).toEqual(['59 s', '1 min', '2 h', '2 d', '0 s']);
    expect([exactSpan(61_000), exactSpan(3_660_000), clockTime(now), clockTime(Number.NaN)]).toEqual([
      '1 min 1 s',
      '1 h 1 min',
      '14:00:00',
      '–',
    ]);
  });

  test('the footer: keys in order of use, the help key whatever is left out', () => {
    const keymap = keymapOf(app().state);
    for (let columns = 39; columns < 100; columns++) expect(textOf(footerLine(keymap, columns)).trimEnd()).toMatch(/\? keys$/);
  });
});

const head = { profile: 'sandbox', mark: 'sandbox' } as const;
const ride = (at: number, status = 'PICKUP', more: object = {}) => ({
  id: `ride-${at}`,
  status,
  origin: { name: `From ${at}` },
  destination: { name: `To ${at}` },
  fare: '1.00',
  currency: 'SGD',
  requestedAt: new Date(now - at * 60_000).toISOString(),
  ...more,
});
/** The application after some events and keys. */
function app(events: readonly (AppEvent | string)[] = [], signedIn = true) {
  const board = application({ head, signedIn });
  let state = board.initial;
  const effects: { do: string }[] = [];
  events.forEach((event, at) => {
    const [next, ...wanted] = board.update(state, typeof event === 'string' ? { what: 'key', key: event, size } : event, now + at * 1000);
    state = next;
    effects.push(...wanted);
  });
  return { state, effects };
}
const rides = (...list: unknown[]): AppEvent => ({ what: 'rides', rides: list });
const drawn = (state: Application, at = size) => applicationLines(state, rideGrid(state.rides), at, now).map(textOf).join('\n');

describe('the application', () => {
  test('the mark stays on its ride when other rides come', () => {
    const { state } = app([rides(ride(1), ride(2), ride(3)), '2', 'j', rides(ride(0), ride(1), ride(2))]);
    expect(state.rides[state.list.marked]?.id).toBe('ride-2');
    expect(app([rides(ride(1), ride(2)), '2', 'G', rides(ride(1))]).state.list.marked).toBe(0);
  });

  test('answers of any shape make rows that say what they lack', () => {
    const { state } = app([
      rides(ride(1), { id: 'x' }, { status: 'FINISHED' }, null, 7, [], { id: 3 }, { id: 'y', status: 'TELEPORTING', requestedAt: 'soon' }),
      '2',
    ]);
    expect(state.rides.map(({ id }) => id)).toEqual(['ride-1', 'x', 'y']);
    expect(drawn(state)).toMatch(/◐ PICKUP +From 1 → To 1 +1\.00 SGD +1 min[\s\S]*\? not known +– +– +–[\s\S]*\? TELEPORTING/);
  });

  test('every group is there: its screen, or the command that stands in for it', () => {
    for (const { digit, name } of screenGroups.slice(1)) {
      const { state } = app([rides(), digit]);
      expect(state.group).toBe(name);
      if (name !== 'Ride') expect(drawn(state)).toContain(`The screens of ${name} come later.`);
      expect(commandOf(state)).toMatch(/^tuk /);
    }
    expect(app([rides(), '4', 'esc']).state.group).toBe('Home');
  });

  test('a ride opens over the list, its keys are its own, leaving it comes back', () => {
    const opened = app([rides(ride(1)), '2', 'enter']);
    expect(opened.effects).toEqual([{ do: 'watch', id: 'ride-1' }]);
    const { state, effects } = app([rides(ride(1)), '2', 'enter', 'w', 'D', 'n', 'q']);
    expect(effects.map((one) => one.do)).toEqual(['watch', 'ride', 'stop watching', 'load']);
    expect([state.ride, state.group]).toEqual([undefined, 'Ride']);
    expect(app([rides(ride(1)), '2', 'enter', '5']).state).toMatchObject({ group: 'Points' });
    expect(app([rides(ride(1)), '2', 'enter', 'D', '5']).state.ride).toBeDefined(); // an answer to the question, not a way out of it
    const failed = app([rides(ride(1)), '2', 'enter', { what: 'ride failed', text: 'Gone.' }]);
    expect(drawn(failed.state)).toMatch(/STATUS[\s\S]*✗ Gone\./);
    expect(app([{ what: 'ride', event: { what: 'cancelled', text: '', failed: false } }]).state.ride).toBeUndefined();
  });

  test('what is said of a failure stays until a key; what is done, for a while', () => {
    const board = application({ head, signedIn: true });
    const [failed] = board.update(app([rides()]).state, { what: 'ride failed', text: 'Gone.' }, now);
    expect(applicationLines(failed, rideGrid([]), size, now + 3_600_000).map(textOf)[22]).toContain('✗ Gone.');
    expect(drawn(board.update(failed, { what: 'key', key: 'z', size }, now)[0])).not.toContain('Gone.');
  });

  test('the welcome is for the first run of the sandbox alone', () => {
    expect(drawn(app([], false).state)).toContain('Look around the sandbox');
    expect(app(['j', 'enter'], false).effects).toEqual([{ do: 'copy', text: 'tuk profile add' }]);
    expect(app(['enter'], false).effects).toEqual([{ do: 'look around' }]);
    expect(application({ head: { profile: 'live' }, signedIn: false }).initial.welcome).toBe(false);
    expect(drawn(application({ head: { profile: 'live' }, signedIn: false }).initial)).toContain('not signed in');
    expect(app([rides(), ':', ...'welcome', 'enter']).state.welcome).toBe(true);
  });

  test('keys while the palette is open are text; ctrl-c closes it, twice outside it leaves', () => {
    expect(app([':', 'q', 'space', '?', 'j']).state.palette?.field).toEqual({ before: 'q ?j', after: '' });
    expect(app([':', 'ctrl-c']).state.palette).toBeUndefined();
    expect(app(['ctrl-c', 'ctrl-c']).effects).toEqual([{ do: 'leave', how: 'interrupted' }]);
    expect(app([':', 'q', 'enter']).effects.at(-1)).toEqual({ do: 'leave', how: 'left' });
    const commands: AppEvent = { what: 'commands', commands: [{ name: 'auth status', is: 'Show the session' }] };
    expect(app([':', commands, 'a', 'u', 'enter']).effects.at(-1)).toEqual({ do: 'copy', text: 'tuk auth status' });
    expect(app([':', commands, 'a', 'u', 'tab']).state.palette?.field.before).toBe('auth status ');
  });

  test.each([
    [80, 24],
    [200, 60],
    [120, 40],
    [60, 16],
    [40, 10],
    [20, 6],
  ])('%ix%i is filled and never left, whatever is open', (columns, rows) => {
    const hostile = ride(1, '\x1b[2J\u202eGONE', { origin: { name: '한'.repeat(200) }, fare: '\r\n1' });
    for (const keys of [[], ['2'], ['2', 'J'], ['?'], [':', 'r'], ['5'], ['2', 'enter']])
      for (const signedIn of [true, false]) {
        const { state } = app([rides(hostile, ...Array.from({ length: 40 }, (_, at) => ride(at + 2))), ...keys], signedIn);
        const lines = applicationLines(state, rideGrid(state.rides), { rows, columns }, now);
        expect(lines).toHaveLength(rows);
        for (const one of lines) {
          expect(wide(one), textOf(one)).toBeLessThanOrEqual(columns);
          expect(textOf(one)).not.toMatch(/[\p{Cc}\p{Cf}]/u);
        }
      }
  });
});

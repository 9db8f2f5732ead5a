// Home by keys and clicks: what works on lists only says so, a click focuses a pane, the help separates keys from texts, a second Ctrl-C leaves.
import { expect, test } from 'vitest';
import { groupScreens } from '../../src/commands/app/boards.js';
import { homePanes } from '../../src/commands/app/home-panes.js';
import type { AppEvent } from '../../src/ui/state/app-events.js';
import { application } from '../../src/ui/state/application.js';
import { type Application, topOf } from '../../src/ui/state/state.js';
import { exit } from '../support/exit.js';
import { applicationRows, clickTargets } from '../support/frames.js';
import { responded } from '../support/queries.js';

const now = 1_000_000;
const sizes = [
  { rows: 24, columns: 80 },
  { rows: 36, columns: 120 },
  { rows: 60, columns: 200 },
];
const vehicles = responded('assets vehicles --mine', {
  value: Array.from({ length: 6 }, (_, nth) => ({ num: nth, name: `T1 000${nth}`, category: 'CAR' })),
  columns: [{ path: 'num' }, { path: 'name' }, { path: 'category' }],
});
const balances = responded('wallet balance', {
  value: Array.from({ length: 14 }, (_, nth) => ({ symbol: `TOK${nth}`, amount: '1' })),
  columns: [{ path: 'symbol' }, { path: 'amount' }],
});
const board = application({ head: { profile: 'x' }, groups: groupScreens, panes: homePanes, suffix: '', signedIn: true });
/** The application after some keys and events, and the effects of the last one. */
function app(events: readonly (AppEvent | string)[], size = sizes[0]!, at: (nth: number) => number = () => now) {
  let state: Application = { ...board.initial, commands: [] };
  let effects: readonly object[] = [];
  for (const [nth, event] of [{ what: 'begun' } as AppEvent, ...events].entries())
    [state, ...effects] = board.update(state, typeof event === 'string' ? { what: 'key', key: event, size } : event, at(nth));
  return { state, effects };
}

test('a key that works on lists only says what it is for and how to get there; the pane stays marked', () => {
  for (const key of ['/', 'c', 'J', 'v', 'x', 's', 'y', 'space']) {
    const { state } = app([key]);
    expect(applicationRows(state, sizes[0]!, now).at(-2), key).toMatch(/is for lists: enter opens the marked pane\./);
    expect(topOf(state)).toMatchObject({ kind: 'home', pane: 0 });
  }
  for (const key of ['w', 't', 'tab', 'r', 'Z'])
    expect(applicationRows(app([key]).state, sizes[0]!, now).join('\n'), key).not.toContain('is for lists');
});

test.each(sizes)('a click on any line of a pane focuses it, a second one opens its screen, at %o', (size) => {
  const { state } = app([vehicles, balances], size);
  const lines = applicationRows(state, size, now);
  const targets = clickTargets(state, size, now);
  for (const [at, { title, screen }] of homePanes.entries()) {
    const y = lines.findIndex((line) => line.includes(title.toUpperCase()));
    const x = lines[y]!.indexOf(title.toUpperCase()) + 1;
    const target = targets.at(x, y);
    expect([title, target]).toEqual([title, { pane: at }]);
    const [focused] = at === 0 ? [state] : board.update(state, { what: 'click', target: target!, size }, now); // the first one has the focus
    expect(topOf(focused)).toMatchObject({ kind: 'home', pane: at });
    const [opened] = board.update(focused, { what: 'click', target: target!, size }, now);
    expect(topOf(opened)).toMatchObject({ spec: { name: screen } });
  }
  const y = lines.findIndex((line) => line.includes('T1 0001'));
  expect(targets.at(lines[y]!.indexOf('T1 0001'), y)).toEqual({ pane: homePanes.length - 1 });
  expect(clickTargets(app([vehicles, ':'], size).state, size, now).at(2, size.rows - 4)).toBeUndefined();
});

test('at 80x24 the lines that are free go to the vehicles: most of six are seen', () => {
  const text = applicationRows(app([vehicles, balances]).state, sizes[0]!, now).join('\n');
  expect(text.match(/T1 000\d/g)!.length).toBeGreaterThanOrEqual(4);
});

test('the help of every screen has a space between a key and what it does', () => {
  const rows = responded('assets offerings', { value: [{ id: 'a', title: 'One' }], columns: [{ path: 'title' }] });
  for (const keys of [['?'], ['1', rows, '?'], ['1', rows, 'enter', '?'], ['8', '?'], ['7', 'l', 'l', 'l', '?']]) {
    const text = applicationRows(app(keys).state, sizes[2]!, now).join('\n');
    expect(text).toContain('Keys of');
    expect(text).not.toMatch(/shift-tab\S|ctrl-.\w/);
  }
  expect(applicationRows(app(['?']).state, sizes[0]!, now).join('\n')).toMatch(/shift-tab +pane before/);
});

test('the help says what the numbers beside the groups count and what the signs mean, where there are any', () => {
  const rides = responded('ride status --known', { value: [{ id: 'a', status: 'INUSE' }] });
  for (const [size, screens] of [
    [sizes[1]!, [[], ['5']]],
    [sizes[2]!, [[], ['1'], ['5'], ['8']]],
  ] as const)
    for (const keys of screens) {
      const text = applicationRows(app([rides, ...keys, '?'], size).state, size, now).join('\n');
      expect(text).toMatch(/Ride +1 /);
      expect(text.replace(/[│\s]+/g, ' ')).toMatch(
        /number beside a group[^.]*Ride rides under way, Points missions to claim, Notify notifications\./,
      );
      expect(text).toMatch(/◐ pending {2}! waits for you {2}✓ good end[\s\S]*• marked/);
    }
  expect(applicationRows(app(['5', '?']).state, sizes[0]!, now).join('\n')).not.toMatch(/number beside a group/); // the bar has none
});

test.each([{ rows: 20, columns: 60 }, { rows: 10, columns: 40 }, sizes[0]!])(
  'every key of the help can be read, also where it does not fit, at %o',
  (size) => {
    const rows = responded('assets offerings', { value: [{ id: 'a', title: 'One' }], columns: [{ path: 'title' }] });
    let { state } = app(['1', rows, '?'], size);
    const seen: string[] = [];
    for (let press = 0; press < 60; press++) {
      seen.push(applicationRows(state, size, now).join('\n'));
      [state] = board.update(state, { what: 'key', key: 'down', size }, now);
    }
    expect(state.help).toBe(true);
    for (const does of ['open', 'next, previous', 'copy id', 'twice: quit', 'to the shell', '• marked'])
      expect(seen.join('\n')).toContain(does);
    const [closed] = board.update(state, { what: 'key', key: 'esc', size }, now);
    expect([closed.help, closed.helpTop]).toEqual([false, undefined]);
  },
);

test.each([
  ['a palette', [':']],
  ['a filter', ['1', responded('assets offerings', { value: [{ id: 'a' }] }), '/']],
  ['a command that reads nothing', [{ what: 'command screen', lines: ['x'], typing: '', isReading: false } as AppEvent]],
  ['nothing', []],
])('a second Ctrl-C within a second leaves, also where the first one closed %s', (_, open) => {
  expect(app([...open, 'ctrl-c']).effects).not.toContainEqual(expect.objectContaining({ do: 'leave' }));
  expect(app([...open, 'ctrl-c', 'ctrl-c']).effects).toEqual([{ do: 'leave', how: 'interrupted' }]);
  const late = app([...open, 'ctrl-c', 'ctrl-c'], sizes[0]!, (nth) => now + nth * 3000).effects;
  expect(late).not.toContainEqual(expect.objectContaining({ do: 'leave' }));
});

test('a second Ctrl-C leaves where the first one ended the command of a dialog', () => {
  const ended: AppEvent = { what: 'command ended', line: 'store buy p-1', code: exit.interrupted, head: { profile: 'x' }, signedIn: true };
  const running = app(['6', responded('store featured', { value: [{ id: 'p-1' }] }), 'x', 'enter']);
  expect(running.state.running).toBeDefined();
  const events = ['6', responded('store featured', { value: [{ id: 'p-1' }] }), 'x', 'enter', 'ctrl-c', ended];
  expect(app([...events, 'ctrl-c']).effects).toEqual([{ do: 'leave', how: 'interrupted' }]);
  const late = app([...events, 'ctrl-c'], sizes[0]!, (nth) => (nth > events.length ? now + 5000 : now));
  expect(late.state.running).toBeUndefined();
  expect(late.effects).not.toContainEqual(expect.objectContaining({ do: 'leave' }));
});

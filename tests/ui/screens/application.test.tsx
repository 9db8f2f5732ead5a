// Home: every pane is in sight when it is marked and opens its screen, at every size; rows by height, totals and trends; keys, clicks and help.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { groupScreens } from '../../../src/commands/app/boards.js';
import { homePanes } from '../../../src/commands/app/home-panes.js';
import { jsonLine, jsonRows } from '../../../src/text/json-lines.js';
import { lineText } from '../../../src/text/line.js';
import { escapeControls } from '../../../src/text/visible.js';
import { ClickTargets } from '../../../src/ui/components/lines.js';
import { ChooserDialog, Palette } from '../../../src/ui/screens/application.js';
import { badgesOf } from '../../../src/ui/state/core/badges.js';
import type { Chooser } from '../../../src/ui/state/core/chooser.js';
import type { Size } from '../../../src/ui/state/core/page.js';
import type { ReadResult } from '../../../src/ui/state/core/responses.js';
import { type AppEvent, topOf } from '../../../src/ui/state/core/state.js';
import { linesOfPane } from '../../../src/ui/state/queries/observed.js';
import { exit } from '../../support/exit.js';
import { appAfter, clickTargets, frame, large, type Step, small, typed } from '../../support/frames.js';
import { commandEnded, responded } from '../../support/queries.js';
import { property } from '../../support/runs.js';
import { now } from '../../support/time.js';

const day = 86_400_000;
const at = (days: number) => new Date(now - days * day).toISOString();
const balance = (ticker: string, valuatedAmount: string | undefined, valuatedCurrency = 'USD') => {
  return { asset: { ticker }, wholeAmount: '1.5', valuatedAmount, valuatedCurrency };
};
const columns = [
  { path: 'asset.ticker' },
  { path: 'valuatedAmount', as: 'amount' as const },
  { path: 'valuatedCurrency' },
];
const balances = (...value: readonly object[]) => ({ 'wallet balance': { value, columns, id: 'asset.ticker' } });
const prices = Array.from({ length: 30 }, (_, nth) => {
  return { at: at(30 - nth), price: `0.00${30 + nth}`, currency: 'USD' };
});
const chart = { at: 'at', value: 'price', by: 'currency', of: 'last' } as const;
const answers: Readonly<Record<string, object | undefined>> = {
  'ride status --known': {
    value: ['FINISHED', 'FINISHED', 'NOT_MATCHED'].map((status, nth) => ({ id: `r${nth}`, status, requestedAt: null })),
    columns: [{ path: 'status', as: { status: 'RideStatus' } }],
  },
  'points balance': { value: { amount: '3200', currencyId: 'MVP' } },
  'points history': { value: [3, 2, 1].map((days) => ({ createdAt: at(days), balanceAfter: String(1000 * days) })) },
  ...balances(...['10.10', '20.20', '0.03'].map((worth, nth) => balance(`T${nth}`, worth))),
  'wallet price-history': { value: prices, chart },
  'notify list': { value: [{ id: 'n1', title: 'Voucher' }] },
  'points missions list': {
    value: [{ id: 'm1', name: 'Ride', claimable: false }],
    columns: [{ path: 'claimable', as: { states: [['open', 'on']] } }],
  },
  'assets vehicles --mine': {
    value: [0, 1, 2, 3, 4, 5].map((num) => ({ num, name: `T1 000${num}`, category: num < 4 ? 'TUKTUK' : 'CAR' })),
  },
  'assets incomes': { value: [] },
};
const sizes: readonly Size[] = [{ columns: 40, rows: 10 }, small, { columns: 120, rows: 36 }, large];
const lines = [...new Set(homePanes.flatMap(linesOfPane))];
/** Home with all responses, and after these keys. */
function home(size: Size = large, other: Readonly<Record<string, object>> = {}, ...keys: readonly string[]) {
  const all = { ...answers, ...other };
  const responses = lines.map((line) => {
    if (!Object.hasOwn(all, line)) return responded(line, { value: [] });
    return responded(line, all[line] as ReadResult);
  });
  return appAfter([...responses, ...keys], { size, commands: [], badges: badgesOf(groupScreens) });
}

/** No read of several has rows: enter opens the screen of a pane. */
const noRows = { value: [] };
const noEvents = { 'points history': noRows, 'ride status --known': noRows, 'points missions list': noRows };

describe.each(sizes)('navigation at $columns x $rows', (size) => {
  test('tab marks each pane in turn, in sight, and shift-tab goes back', () => {
    for (const [nth, { title }] of homePanes.entries())
      expect(home(size, {}, ...Array<string>(nth).fill('tab')).text(), title).toContain(`▸ ${title.toUpperCase()}`);
    expect(topOf(home(size, {}, ...homePanes.map(() => 'tab')).state)).toMatchObject({ pane: 0 });
    expect(home(size, {}, 'shift-tab').text()).toContain(`▸ ${homePanes.at(-1)!.title.toUpperCase()}`);
  });

  test('enter opens the screen of each pane, esc goes back to Home', () => {
    for (const [nth, { group, screen }] of homePanes.entries()) {
      const keys = [...Array<string>(nth).fill('tab'), 'enter'];
      const { top, text } = home(size, noEvents, ...keys);
      expect(top).toMatchObject({ group, spec: { name: screen } });
      if (size.rows >= 16) expect(text()).toMatch(new RegExp(`${group}[\\s\\S]*${screen}`)); // a small terminal has no path
      expect(topOf(home(size, noEvents, ...keys, 'esc').state).kind).toBe('home');
    }
  });
});

test.each(sizes)(
  'no digit of a long amount stands alone: it is shortened with its magnitude, at $columns x $rows',
  (size) => {
    const long = '12345678901234567890123456789012345678901234567890';
    const other = {
      'points balance': { value: { amount: long, currencyId: 'MVP' } },
      ...balances({ ...balance('T0', '1'), wholeAmount: long }, balance('T1', '2')),
    };
    for (const nth of homePanes.keys())
      for (const [shown] of home(size, other, ...Array<string>(nth).fill('tab'))
        .text()
        .matchAll(/1\.?2345\S*|12,345\S*/g))
        expect(shown).toMatch(/^1\.2345\d*…e49$/);
  },
);

const rideColumns = [{ path: 'status', as: { status: 'RideStatus' } }, { path: 'destination.name' }] as const;
const ridesOf = (...rows: readonly object[]) => ({
  'ride status --known': {
    value: rows.map((row, nth) => ({ id: `r${nth}`, requestedAt: null, ...row })),
    columns: rideColumns,
  },
});
const opsOf = (...rows: readonly object[]) => ({
  'ops list': {
    value: rows.map((row) => ({ state: 'so', at: at(9), ...row })),
    columns: [{ path: 'what' }, { path: 'state', as: { classAt: 'class' } }],
  },
});

describe('what needs the person first', () => {
  const waits = { status: 'WAITPAY', requestedAt: at(2), destination: { name: 'Market' } };
  test('is one row for each thing, with its state, what it is and its age; enter opens that thing', () => {
    const other = {
      ...ridesOf({ status: 'FINISHED' }, waits),
      ...opsOf({ id: 'op-1', subject: 'r1', class: 'needs-you' }),
    };
    expect(home(large, other).text()).toMatch(
      /▸ NEEDS YOU ─+ enter opens 1 [\s\S]*▸ ! WAITPAY {2}ride to Market +2 d /,
    );
    expect(topOf(home(large, other, 'enter').state)).toMatchObject({ kind: 'watch', items: [{ id: 'r1' }] });
    expect(topOf(home(large, other, 'enter', 'esc').state).kind).toBe('home');
  });
  test('what only the ledger has seen says when, and is not shown as the present state', () => {
    const iso = (at: number) => new Date(at).toISOString();
    const operation = (seenAt: number) => {
      const own = { id: 'op-1', what: 'withdrawal', amount: '25 MVL', state: 'INCOMING', class: 'pending' };
      const columns = [{ path: 'what' }, { path: 'amount' }, { path: 'state', as: { classAt: 'class' } }];
      const value = [{ ...own, at: iso(now - 900_000), seenAt: iso(seenAt) }];
      return { 'ops list': { value, columns, ofMachine: true } };
    };
    expect(home(large, operation(now - 600_000)).text()).toMatch(/◌ INCOMING +withdrawal .*seen 10 min ago/);
    expect(home(large, operation(now - 5_000)).text()).toMatch(/◐ INCOMING +withdrawal .* 15 min/);
  });
  test('what one read knows to be over is not under way by another', () => {
    const ride = opsOf({ id: 'op-1', subject: 'r0', class: 'pending', what: 'ride' });
    const done = { ...ridesOf({ status: 'FINISHED' }), ...ride };
    expect(home(large, done).text()).toMatch(/UNDER WAY ─+ none/);
  });
  test('what is open stands in the pane that is more urgent, and in no other', () => {
    for (const status of ['WAITPAY', 'PICKUP']) {
      const text = home(large, ridesOf({ ...waits, status })).text();
      expect(text.match(new RegExp(`${status} +ride`, 'g'))).toHaveLength(1);
    }
  });
  test('j goes through the rows, then to the next pane; tab leaves the pane at once', () => {
    const two = ridesOf(waits, { ...waits, destination: { name: 'Museum' } });
    expect(home(large, two, 'j').text()).toMatch(/▸ ! WAITPAY {2}ride to Museum/);
    expect(topOf(home(large, two, 'j', 'enter').state)).toMatchObject({ items: [{ id: 'r1' }] });
    expect(topOf(home(large, two, 'j', 'j').state)).toMatchObject({ pane: 1 });
    expect(topOf(home(large, two, 'tab').state)).toMatchObject({ pane: 1 });
  });
  test('nothing is said to be nothing before every read has its response', () => {
    expect(home().text()).toMatch(/NEEDS YOU ─+ none/);
    const { text } = appAfter([responded('ride status --known', { value: [] })], { size: large });
    expect(text()).not.toMatch(/NEEDS YOU ─+ none/);
  });
});

test('what is newer than the last visit is marked, by the clock of the service; a time that is still to come is none', () => {
  const history = (...days: readonly number[]) => ({
    'points history': {
      value: days.map((day, nth) => ({ id: `p${nth}`, createdAt: at(day), amount: '5', description: `Day ${day}` })),
    },
  });
  const since = (days: number) => ({ head: { profile: 'box' }, preferences: { left: { box: at(days) } } });
  const textOf = (of: object) => {
    const responses = lines.map((line) =>
      responded(line, (history(1, 3) as Record<string, ReadResult>)[line] ?? { value: [] }),
    );
    return appAfter(responses, { size: large, ...of }).text();
  };
  expect(textOf(since(2))).toMatch(/LATEST ─+ 1 new in 2 d[\s\S]*• points 5 {2}Day 1 [\s\S]* {3}points 5 {2}Day 3/);
  expect(textOf(since(0.5))).toContain('none new in');
  expect(textOf(since(-1))).not.toMatch(/new in/);
});

test('at 200x60 each of three columns has text in 7 of 10 rows', () => {
  const many = Array.from({ length: 40 }, (_, nth) => {
    return { id: `p${nth}`, createdAt: at(nth), amount: '5', balanceAfter: String(100 + nth) };
  });
  const other = { 'points history': { value: many }, ...balances(...many.map((_, nth) => balance(`T${nth}`, '1'))) };
  const rows = home(large, other).text().split('\n').slice(2, -3);
  const body = rows.map((row) => row.slice(18));
  const wide = Math.floor((large.columns - 20) / 3);
  for (const nth of [0, 1, 2]) {
    const filled = body.filter((row) => row.slice(nth * wide, (nth + 1) * wide - 2).trim() !== '');
    expect(filled.length / body.length, `column ${nth}`).toBeGreaterThanOrEqual(0.7);
  }
});

test('at 80x24 each pane has a line of its own in sight', () => {
  const text = home(small).text();
  for (const shown of [/UNDER WAY ─+ none/, /3,200 MVP/, /T0 +10\.10/, /0\.0059 USD/, /Voucher/, /T1 0000/])
    expect(text).toMatch(shown);
});

describe('totals', () => {
  test('are exact, for each currency, and say what they leave out', () => {
    expect(home().text()).toContain('total 30.33 USD');
    expect(home(large, balances(balance('A', undefined), balance('B', undefined))).text()).not.toContain('total ');
    const two = balances(balance('A', '0.1'), balance('B', '0.2'), balance('C', '5', 'SGD'));
    expect(home(large, two).text()).toContain('total 0.3 USD, 5 SGD');
    const great = [balance('A', '9007199254740993'), balance('B', '1')];
    const some = balances(...great, balance('C', undefined), balance('D', 'much'));
    expect(home(large, some).text()).toContain('total 9,007,199,254,740,994 USD   2 not counted');
  });
  test('rows are counted by their kind, also those that are not shown', () => {
    const text = home().text();
    expect(text).toContain('6 in all: 4 TUKTUK, 2 CAR');
  });
});

describe('trends', () => {
  test('at 200x60 are charts with labelled axes, of histories only', () => {
    const text = home().text();
    expect(text).toMatch(/0\.00\d+ ┤/);
    expect(text).toMatch(/└┬─+/);
    expect(text).toContain('Balance after each change');
    expect(text).toMatch(/1,000 +low 1,000 +high 3,000 +change -66\.7 %/);
    expect(text).not.toContain('Incomes'); // an empty history has no chart
  });
  test('at 80x24 the price is a sparkline with its figures', () => {
    const text = home(small).text();
    expect(text).toMatch(/0\.0059 USD +\+96\.7 %/);
    expect(text).toMatch(/[▁▂▃▄▅▆▇█]{10}/);
    expect(text).toContain('low 0.0030   high 0.0059');
  });
});

const app = (steps: readonly Step[], size = small, every = 0) => appAfter(steps, { size, every, commands: [] });

test('a key that works on lists only says what it is for and how to get there; the pane stays marked', () => {
  for (const key of ['/', 'c', 'J', 'v', 'x', 's', 'y', 'space']) {
    const { state, text } = app([key]);
    expect(text().split('\n').at(-2), key).toMatch(/is for lists: enter opens the marked pane\./);
    expect(topOf(state)).toMatchObject({ kind: 'home', pane: 0 });
  }
  for (const key of ['w', 't', 'tab', 'r', 'Z']) expect(app([key]).text(), key).not.toContain('is for lists');
});

test.each(sizes.slice(1))('a click on any line of a pane focuses it, a second one opens its screen, at %o', (size) => {
  const { state, board, text } = home(size, noEvents);
  const lines = text().split('\n');
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
  expect(targets.at(lines[y]!.indexOf('T1 0001'), y)).toEqual({
    pane: homePanes.findIndex(({ title }) => title === 'Your vehicles'),
  });
  expect(clickTargets(home(size, {}, ':').state, size, now).at(2, size.rows - 4)).toBeUndefined();
});

test('the help scrolls, and esc closes it; it says what the numbers beside the groups count where the rail has them', () => {
  const open = appAfter(['?', 'down', 'down'], { size: { rows: 10, columns: 40 } });
  expect(open.text()).toMatch(/lines 3-\d+ of/);
  expect(appAfter(['?', 'down', 'esc']).state).toMatchObject({ help: false });
  expect(appAfter(['?', 'down', 'esc']).state.helpTop).toBeUndefined();
  expect(home(sizes[2], {}, '5', '?').text()).toMatch(/number beside a group/);
  expect(home(small, {}, '5', '?').text()).not.toMatch(/number beside a group/); // the bar has none
});

test.each([
  ['a palette', [':']],
  ['a filter', ['1', responded('assets offerings', { value: [{ id: 'a' }] }), '/']],
  [
    'a command that reads nothing',
    [{ what: 'command screen', lines: ['x'], typing: '', isReading: false } as AppEvent],
  ],
  ['nothing', []],
])('a second Ctrl-C within a second leaves, also where the first one closed %s', (_, open) => {
  expect(app([...open, 'ctrl-c']).last).not.toContainEqual(expect.objectContaining({ do: 'leave' }));
  expect(app([...open, 'ctrl-c', 'ctrl-c']).last).toEqual([{ do: 'leave', how: 'interrupted' }]);
  const late = app([...open, 'ctrl-c', 'ctrl-c'], small, 3000).last;
  expect(late).not.toContainEqual(expect.objectContaining({ do: 'leave' }));
});

test('a second Ctrl-C leaves where the first one ended the command of a dialog', () => {
  const ended = commandEnded('notify dismiss p-1', { code: exit.interrupted });
  const running = ['9', responded('notify list', { value: [{ id: 'p-1' }] }), 'x', 'enter'];
  expect(app(running).state.running).toBeDefined();
  expect(app([...running, 'ctrl-c', ended, 'ctrl-c']).last).toEqual([{ do: 'leave', how: 'interrupted' }]);
  const late = app([...running, 'ctrl-c', ended, 'ctrl-c'], small, 5000);
  expect(late.state.running).toBeUndefined();
  expect(late.last).not.toContainEqual(expect.objectContaining({ do: 'leave' }));
});

// The short list over a screen: as wide as its texts, as high as there is room, with a note; several that are on or off.

const items = (n: number) =>
  Array.from({ length: n }, (_, at) => ({ value: `v${at}`, label: `Label ${at}`, is: `tuk do ${at}` }));
function chooser(more: Partial<Chooser> = {}, { columns = 78, rows = 18 } = {}) {
  const targets = new ClickTargets();
  const of: Chooser = { of: 'actions', title: 'Actions', items: items(3), marked: 1, ...more };
  return { targets, ...frame(<ChooserDialog chooser={of} area={{ rows, columns }} />, { columns, rows, targets }) };
}

test('its items with what they do, the marked one with a sign', () => {
  expect(chooser().text()).toMatch(
    /╭─ Actions ─+╮\n.*│ {3}Label 0 {2}tuk do 0 +│\n.*│ ▸ Label 1 {2}tuk do 1 +│\n.*│ {3}Label 2/,
  );
});

test('a list with several has boxes', () => {
  const on = items(3).map((one, at) => ({ ...one, on: at === 0 }));
  expect(chooser({ of: 'columns', title: 'Columns', items: on, marked: 0 }).text()).toMatch(
    /▸ \[x\] Label 0[\s\S]* {3}\[ \] Label 1/,
  );
});

test('a long list is a window around the marked item, and a click is its place', () => {
  const { text, rows, targets } = chooser({ items: items(60), marked: 40 }, { columns: 60, rows: 12 });
  expect(rows().length).toBeLessThanOrEqual(12);
  expect(text()).toContain('▸ Label 40');
  const y = rows().findIndex((row) => row.includes('Label 42'));
  expect(targets.at(rows()[y]!.indexOf('Label'), y)).toEqual({ choice: 42 });
});

test('a note stands below, wrapped; control characters are escaped', () => {
  const note = `For one row at a time: ${'Buy a share…, '.repeat(9)}end\x1b[2J.`;
  const text = chooser({ note, items: [{ value: 'a', label: 'La\u202ebel' }] }).text();
  expect(text).toContain('La\\u202ebel');
  expect(text.replace(/[│\s]+/g, ' ')).toContain(note.replace('\x1b', '\\x1b').replace(/\s+/g, ' '));
});

test('no character of any line is lost or changed', () => {
  property(
    200,
    fc.oneof(
      fc.string({ unit: 'grapheme' }),
      fc.jsonValue().map((value) => jsonRows(value)[0] ?? ''),
    ),
    (text) => {
      expect(lineText(jsonLine(escapeControls(text)))).toBe(escapeControls(text));
    },
  );
});

// The palette: its field with the cursor, the matches around the marked one, their number.

const commands = Array.from({ length: 30 }, (_, at) => ({ name: `zebra run ${at}`, is: `Run ${at}\x1b[2J` }));
/** The palette of a state, drawn in an area. */
function paletteOf({ state }: Pick<ReturnType<typeof appAfter>, 'state'>, { columns = 78, rows = 18 } = {}) {
  const targets = new ClickTargets();
  const part = <Palette {...{ state, now }} palette={state.palette!} area={{ rows, columns }} />;
  return { ...frame(part, { columns, rows, targets }), targets };
}
const palette = (text: string, { keys = [] }: { readonly keys?: readonly string[] } = {}) =>
  paletteOf(appAfter([':', ...typed(text), ...keys], { commands }));

test('the first ten matches, the first one marked, and their number', () => {
  const { text } = palette('zebra');
  expect(text()).toMatch(/╭─ Command ─[\s\S]*│ : zebra▏[\s\S]*COMMANDS +30 │\n.*│ ▸ zebra run 0 +Run 0\\x1b\[2J/);
  expect(text()).toContain('zebra run 9');
  expect(text()).not.toContain('zebra run 10');
  expect(text()).toContain('enter opens reads, and runs what is typed in full');
});

test('the marked match comes into view', () => {
  const { text } = palette('zebra', { keys: Array<string>(12).fill('down') });
  expect(text()).toMatch(/ {2}zebra run 3 [\s\S]*▸ zebra run 12 /);
  expect(text()).not.toContain('zebra run 2 ');
});

test('the cursor stands within the text; a long text is cut at its beginning', () => {
  expect(palette('zebra', { keys: ['left', 'left'] }).text()).toContain(': zeb▏ra');
  expect(palette('zebra '.repeat(20)).text()).toMatch(/: ….*zebra ▏/);
});

test('a click on a match is its place, also where the list is scrolled', () => {
  const { targets, rows } = palette('zebra', { keys: Array<string>(12).fill('down') });
  const y = rows().findIndex((row) => row.includes('zebra run 5 '));
  expect(targets.at(rows()[y]!.indexOf('zebra'), y)).toEqual({ choice: 5 });
});

test('on a wide screen what is marked is previewed: a thing with its masked fields, a command with what it does', () => {
  const bikes = { id: 'a-1', title: 'Hanoi Bikes', owner: { name: 'Mina Park' } };
  const found = appAfter(['1', responded('assets offerings', { value: [bikes] }), ':', ...typed('hanoi')]);
  const wide = { rows: 30, columns: 110 };
  const thing = paletteOf(found, wide).text();
  expect(thing).toMatch(/▸ Hanoi Bikes +Assets › Offerings/);
  expect(thing).toMatch(/│ +OWNER/);
  expect(thing).not.toContain('Mina Park');
  expect(paletteOf(appAfter([':', ...typed('zebra run 7')], { commands }), wide).text()).toMatch(/│ tuk zebra run 7/);
});

test('the preview stays within its frame, whatever it has; where nothing matches, that is said', () => {
  const id = '5aee8d95-b51f-4705-8412-5e9964c312ab';
  const held = responded('assets offerings', { value: [{ id, link: `https://a.test/${id}`, pair: id }] });
  for (const columns of [100, 110, 180]) {
    const drawn = paletteOf(appAfter(['1', held, ':', ...typed(id)], { commands }), { rows: 30, columns });
    const rows = drawn.rows().filter((row) => /^ *[│╭╰]/.test(row));
    expect(new Set(rows.map((row) => row.trimEnd().length)).size).toBe(1);
    for (const row of rows.slice(1, -1)) expect(row.trimEnd()).toMatch(/│$/);
  }
  expect(palette('qqzz 1').text()).toContain('no command, screen or loaded thing is like that');
});

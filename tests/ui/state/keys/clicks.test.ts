// The mouse: clicks on groups, screens and rows, the wheel, and terminals that do not report it.
import { expect, test } from 'vitest';
import { keymapOf } from '../../../../src/ui/state/application.js';
import { keyName } from '../../../../src/ui/state/core/keymap.js';
import { type BoardScreen, opened, type Screen } from '../../../../src/ui/state/core/screens.js';
import { type Application, topOf } from '../../../../src/ui/state/core/state.js';
import { mouseReport } from '../../../../src/ui/state/keys/clicks.js';
import { TerminalScreen } from '../../../../src/ui/terminal-screen.js';
import { appAfter, applicationRows, clickTargets, large, type Step, small } from '../../../support/frames.js';
import { responded } from '../../../support/queries.js';
import { fakeClock, renderApplication } from '../../../support/screen.js';

const now = 1_000_000;
const rows = responded('assets offerings', {
  value: Array.from({ length: 80 }, (_, at) => ({ id: `o-${at}`, title: `Offering ${at}.` })),
  columns: [{ path: 'title' }],
});
const sizes = [small, large, { rows: 10, columns: 40 }];
const app = (steps: readonly Step[], size = sizes[0]!) => appAfter(steps, { size, at: now, commands: [] });

test.each(sizes)('a click on each visible row is that row, at %o', (size) => {
  for (const keys of [[], ['G'], ['ctrl-f', 'ctrl-f', 'k']]) {
    const { state } = app(['1', rows, ...keys], size);
    const lines = applicationRows(state, size, now);
    const targets = clickTargets(state, size, now);
    let seen = 0;
    for (const [y, line] of lines.entries()) {
      const table = size.columns < 100 ? line : (line.split('│')[1] ?? ''); // between the groups and the preview
      const at = /^ +(?:▸ +)?Offering (\d+)\.\s/.exec(`${table} `)?.[1];
      if (at === undefined || (size.columns < 100 && y > size.rows - 8 && size.rows >= 18)) continue;
      const x = line.indexOf(`Offering ${at}.`) + 2;
      expect([line, targets.at(x, y)]).toEqual([line, { row: Number(at) }]);
      seen++;
    }
    expect(seen).toBeGreaterThan(3);
  }
});

test('a click selects a row, a second one opens it', () => {
  const { state, board } = app(['1', rows]);
  const [selected] = board.update(state, { what: 'click', target: { row: 4 }, size: sizes[0]! }, now);
  expect((topOf(selected) as BoardScreen).place.marked).toBe(4);
  const [opened] = board.update(selected, { what: 'click', target: { row: 4 }, size: sizes[0]! }, now);
  expect(opened.stack).toHaveLength(2);
});

test.each(sizes.slice(0, 2))('a click on a group or on a screen of the group opens it, at %o', (size) => {
  const { state, board } = app(['1', rows], size);
  const targets = clickTargets(state, size, now);
  const lines = applicationRows(state, size, now);
  const targetOf = (text: string) => {
    const y = lines.findIndex((line) => line.includes(text));
    return targets.at(lines[y]!.indexOf(text) + 1, y);
  };
  const wallet = targetOf('Wallet');
  expect(wallet).toEqual({ group: 3 });
  expect(topOf(board.update(state, { what: 'click', target: wallet!, size }, now)[0]).group).toBe('Wallet');
  const vehicles = targetOf('Vehicles');
  expect(vehicles).toEqual({ screen: 1 });
  expect(topOf(board.update(state, { what: 'click', target: vehicles!, size }, now)[0])).toMatchObject({
    spec: { name: 'Vehicles' },
  });
  expect(targets.at(1, 0)).toBeUndefined();
});

test('nothing is hit below a dialog, while text is typed, and outside of what is listed', () => {
  for (const keys of [[':'], ['c'], ['?'], ['/']]) {
    const { state, board } = app(['1', rows, ...keys]);
    const targets = clickTargets(state, sizes[0]!, now);
    for (let x = 0; x < 80; x++)
      for (let y = 0; y < 23; y++) {
        const target = targets.at(x, y);
        if (!target || 'key' in target || 'choice' in target) continue;
        expect(board.update(state, { what: 'click', target, size: sizes[0]! }, now)[0].stack).toBe(state.stack);
      }
  }
  const few = responded('assets offerings', { value: [{ id: 'a', title: 'One' }], columns: [{ path: 'title' }] });
  expect(clickTargets(app(['1', few]).state, sizes[0]!, now).at(6, 9)).toBeUndefined();
});

test.each(sizes)('every key of a footer is clicked as it is pressed, also that of a dialog, at %o', (size) => {
  for (const keys of [[], ['1', rows], ...[':', 'c', '?', 'J', '/'].map((key) => ['1', rows, key]), ['4']]) {
    const { state, board } = app(keys, size);
    const targets = clickTargets(state, size, now);
    const lines = applicationRows(state, size, now);
    const hints = [...(lines.at(-1) ?? '').matchAll(/(?<=^ | {2}|\s)(\S+) (?=\S)/g)];
    const clicked = hints.flatMap(({ index }) => targets.at(index, size.rows - 1) ?? []);
    expect(clicked.length).toBeGreaterThan(0);
    for (const target of clicked) {
      expect(target).toEqual({ key: expect.any(String) });
      const { key } = target as { key: string };
      expect(keymapOf(state).some(({ keys: [first] }) => first === key)).toBe(true);
      const pressed = board.update(state, { what: 'key', key, size }, now);
      expect(board.update(state, { what: 'click', target, size }, now)).toEqual(pressed);
    }
  }
});

test.each(sizes.slice(0, 2))('a click takes a choice of the palette, of a list or of a form, at %o', (size) => {
  const names = ['points balance', 'points history', 'points missions list'];
  const commands = names.map((name) => ({ name, is: 'Show', reads: true }));
  const text = { before: '', after: '' };
  const fields = ['From', 'To'].map((label) => ({ label, is: 'a field', required: true, text }));
  const form = { ...opened('Ride', { name: 'Request', command: 'ride request', kind: 'form' }), fields } as Screen;
  const { state, board } = app(['1', rows], size);
  const places: readonly [Application, string, key: string][] = [
    [app([':', ...'points'], size).state, 'points earn', 'enter'],
    [board.update(state, { what: 'key', key: 'c', size }, now)[0], '[x] title', 'space'],
    [{ ...state, stack: [form] }, 'To', 'enter'],
  ];
  for (const [plain, text, key] of places) {
    const shown = { ...plain, commands };
    const lines = applicationRows(shown, size, now);
    const y = lines.findIndex((line, nth) => nth > 0 && line.includes(text));
    const target = clickTargets(shown, size, now).at((lines[y] ?? '').lastIndexOf(text) + 1, y);
    expect([text, target]).toEqual([text, { choice: expect.any(Number) }]);
    const { choice } = target as { choice: number };
    const [clicked, ...effects] = board.update(shown, { what: 'click', target: target!, size }, now);
    const selected = {
      ...shown,
      ...(shown.palette ? { palette: { ...shown.palette, marked: choice } } : {}),
      ...(shown.chooser ? { chooser: { ...shown.chooser, marked: choice } } : {}),
      stack: shown.stack.map((one) => (one.kind === 'form' ? { ...one, at: choice } : one)),
    };
    expect([text, clicked, ...effects]).toEqual([text, ...board.update(selected, { what: 'key', key, size }, now)]);
  }
});

test('a click selects a line of the JSON', () => {
  const { state, board } = app(['1', rows, 'J']);
  const lines = applicationRows(state, sizes[0]!, now);
  const y = lines.findIndex((line) => line.includes('"title"'));
  const target = clickTargets(state, sizes[0]!, now).at(20, y)!;
  const [selected] = board.update(state, { what: 'click', target, size: sizes[0]! }, now);
  expect(applicationRows(selected, sizes[0]!, now)[y]).toMatch(/▸/);
});

test('reports of a terminal: left button and wheel, and nothing else', () => {
  expect(keyName('\x1b[<0;12;7M')).toBe('click:11:6');
  expect(mouseReport('click:11:6')).toEqual({ does: 'click', x: 11, y: 6 });
  expect(['\x1b[<64;1;1M', '\x1b[<65;1;1M'].map(keyName)).toEqual(['wheel-up:0:0', 'wheel-down:0:0']);
  for (const other of ['\x1b[<0;12;7m', '\x1b[<2;1;1M', '\x1b[<35;1;1M', '\x1b[<4;1;1M', '\x1b[<0;;1M'])
    expect(keyName(other)).toBe('');
});

test.each([
  [true, /^(?=[\s\S]*\x1b\[\?1000h\x1b\[\?1006h)[\s\S]*\x1b\[\?1006l\x1b\[\?1000l/],
  [false, /^(?![\s\S]*100[06])/],
])(
  'the terminal reports the mouse from the opening of the screen to its end, and never where it is off: %j',
  (mouse, written) => {
    const chunks: string[] = [];
    const screen = new TerminalScreen(
      { write: (chunk: string) => chunks.push(chunk) > 0 } as unknown as NodeJS.WriteStream,
      { mouse },
    );
    screen.open();
    screen.close();
    expect(chunks.join('')).toMatch(written);
  },
);

test('in the application: the wheel scrolls what it is over, a click selects, opens a group and presses a key of the footer', async () => {
  fakeClock();
  const row = (at: number) => ({
    id: `o-${at}`,
    ...Object.fromEntries(Array.from({ length: 60 }, (_, nth) => [`field${nth}`, `value ${at} ${nth}`])),
  });
  const rendered = await renderApplication(
    {
      load: async (line) =>
        line === 'assets offerings' ? { value: [0, 1, 2].map(row), columns: [{ path: 'id' }] } : { value: [] },
    },
    { columns: 120, rows: 36 },
  );
  await rendered.press('1');
  await rendered.press('\x1b[<65;110;10M'.repeat(9)); // over the preview
  expect(rendered.text()).toMatch(/▸ o-0/);
  expect(rendered.text()).not.toContain('value 0 0 ');
  await rendered.press('\x1b[<65;30;4M\x1b[<65;3;3M'); // over the list, and over the groups
  expect(rendered.text()).toMatch(/▸ o-2/);
  await rendered.press('\x1b[<0;30;4M');
  expect(rendered.text()).toMatch(/▸ o-0/);
  await rendered.press('\x1b[<0;110;10M'); // gives the preview the focus
  expect(rendered.text()).toContain('tab back to the list');
  const clickOn = (text: string) => {
    const lines = rendered.text().split('\n');
    const y = lines.findLastIndex((line) => line.includes(text));
    return rendered.press(`\x1b[<0;${lines[y]!.indexOf(text) + 1};${y + 1}M`);
  };
  await clickOn('6 Store');
  expect(rendered.text()).toContain('Store › Featured');
  await rendered.press(':');
  await rendered.press('\x1b[<65;60;10M');
  expect(rendered.text()).toMatch(/▸ home account/);
  await clickOn('esc close');
  expect(rendered.text()).not.toContain('COMMANDS');
  await clickOn('q quit');
  expect(await rendered.exited).toBe('left');
});

test('a click on a cell of a map or on a column of a chart selects it', () => {
  const size = sizes[0]!;
  const cells = [
    { latitude: 10, longitude: 100, count: 1 },
    { latitude: 10.01, longitude: 100.02, count: 100 },
  ];
  const { state, board } = app(['7', 'l', 'l', 'l', responded('depin heatmap', { value: cells })], size);
  const targets = clickTargets(state, size, now);
  const places = Array.from({ length: size.columns * size.rows }, (_, at) =>
    targets.at(at % size.columns, Math.floor(at / size.columns)),
  ).flatMap((target) => (target && 'cell' in target ? [target] : []));
  expect(places.length).toBeGreaterThan(4);
  const least = places.find(({ cell }) => cell.latitude === 10 && cell.longitude === 100)!;
  const [next] = board.update(state, { what: 'click', target: least, size }, now);
  expect(topOf(next)).toMatchObject({ cell: { latitude: 10, longitude: 100 } });
  const [after] = board.update(next, { what: 'click', target: { time: 5 }, size }, now);
  expect(topOf(after)).toMatchObject({ time: 5 });
});

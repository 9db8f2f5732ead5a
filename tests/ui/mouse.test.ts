// The mouse: clicks on groups, screens and rows, the wheel, and terminals that do not report it.
import { expect, test } from 'vitest';
import { groupScreens, homePanes } from '../../src/commands/app/boards.js';
import { hitTest, mouseReport } from '../../src/ui/screens/hit-test.js';
import type { AppEvent } from '../../src/ui/state/app-events.js';
import { application } from '../../src/ui/state/application.js';
import { keyName } from '../../src/ui/state/keymap.js';
import type { BoardScreen } from '../../src/ui/state/screens.js';
import { type Application, topOf } from '../../src/ui/state/state.js';
import { TerminalScreen } from '../../src/ui/terminal-screen.js';
import { fakeClock, renderApplication } from '../support/application.js';
import { applicationRows } from '../support/frames.js';
import { responded } from '../support/queries.js';

const now = 1_000_000;
const rows = responded('assets offerings', {
  value: Array.from({ length: 80 }, (_, at) => ({ id: `o-${at}`, title: `Offering ${at}.` })),
  columns: [{ path: 'title' }],
});
const sizes = [
  { rows: 24, columns: 80 },
  { rows: 36, columns: 120 },
  { rows: 60, columns: 200 },
  { rows: 16, columns: 60 },
  { rows: 10, columns: 40 },
];

function app(events: readonly (AppEvent | string)[], size = sizes[0]!) {
  const board = application({ head: { profile: 'x' }, groups: groupScreens, panes: homePanes, suffix: '', signedIn: true });
  let state: Application = { ...board.initial, commands: [] };
  for (const event of [{ what: 'begun' } as AppEvent, ...events])
    [state] = board.update(state, typeof event === 'string' ? { what: 'key', key: event, size } : event, now);
  return { state, board };
}
/** The place of a text on the screen. */
function placeOf(state: Application, size: { rows: number; columns: number }, text: string) {
  const lines = applicationRows(state, size, now);
  const y = lines.findIndex((line) => line.includes(text));
  return { x: (lines[y] ?? '').indexOf(text) + 1, y };
}

test.each(sizes)('a click on each visible row is that row, at %o', (size) => {
  for (const keys of [[], ['G'], ['ctrl-f', 'ctrl-f', 'k']]) {
    const { state } = app(['1', rows, ...keys], size);
    const lines = applicationRows(state, size, now);
    let seen = 0;
    for (const [y, line] of lines.entries()) {
      const table = size.columns < 100 ? line : (line.split('│')[1] ?? ''); // between the groups and the preview
      const at = /^ +(?:▸ +)?Offering (\d+)\.\s/.exec(`${table} `)?.[1];
      if (at === undefined || (size.columns < 100 && y > size.rows - 8 && size.rows >= 18)) continue;
      const x = line.indexOf(`Offering ${at}.`) + 2;
      expect([line, hitTest(state, { x, y }, size, now)]).toEqual([line, { row: Number(at) }]);
      seen++;
    }
    expect(seen).toBeGreaterThan(3);
  }
});

test('a click selects a row, a second one opens it', () => {
  const { state, board } = app(['1', rows]);
  const [selected] = board.update(state, { what: 'click', target: { row: 4 } }, now);
  expect((topOf(selected) as BoardScreen).place.marked).toBe(4);
  const [opened] = board.update(selected, { what: 'click', target: { row: 4 } }, now);
  expect(opened.stack).toHaveLength(2);
});

test.each(sizes.slice(0, 3))('a click on a group or on a screen of the group opens it, at %o', (size) => {
  const { state, board } = app(['1', rows], size);
  const wallet = hitTest(state, placeOf(state, size, 'Wallet'), size, now);
  expect(wallet).toEqual({ group: 3 });
  expect(topOf(board.update(state, { what: 'click', target: wallet! }, now)[0]).group).toBe('Wallet');
  const vehicles = hitTest(state, placeOf(state, size, 'Vehicles'), size, now);
  expect(vehicles).toEqual({ screen: 1 });
  expect(topOf(board.update(state, { what: 'click', target: vehicles! }, now)[0])).toMatchObject({ spec: { name: 'Vehicles' } });
  expect(hitTest(state, { x: 1, y: 0 }, size, now)).toBeUndefined();
  expect(hitTest(state, { x: 1, y: size.rows - 1 }, size, now)).toBeUndefined();
});

test('nothing is hit below a dialog, while text is typed, and outside of what is listed', () => {
  for (const keys of [[':'], ['c'], ['?'], ['/']])
    expect(hitTest(app(['1', rows, ...keys]).state, { x: 6, y: 6 }, sizes[0]!, now)).toBeUndefined();
  const few = responded('assets offerings', { value: [{ id: 'a', title: 'One' }], columns: [{ path: 'title' }] });
  expect(hitTest(app(['1', few]).state, { x: 6, y: 9 }, sizes[0]!, now)).toBeUndefined();
});

test('reports of a terminal: left button and wheel, and nothing else', () => {
  expect(keyName('\x1b[<0;12;7M')).toBe('click:11:6');
  expect(mouseReport('click:11:6')).toEqual({ does: 'click', x: 11, y: 6 });
  expect(['\x1b[<64;1;1M', '\x1b[<65;1;1M'].map(keyName)).toEqual(['wheel-up:0:0', 'wheel-down:0:0']);
  for (const other of ['\x1b[<0;12;7m', '\x1b[<2;1;1M', '\x1b[<35;1;1M', '\x1b[<4;1;1M', '\x1b[<0;;1M']) expect(keyName(other)).toBe('');
});

test('the terminal reports the mouse from the opening of the screen to its end, and never where it is off', () => {
  const written = (mouse: boolean) => {
    let text = '';
    const write = (chunk: string) => {
      text += chunk;
      return true;
    };
    const screen = new TerminalScreen({ write } as unknown as NodeJS.WriteStream, { mouse });
    screen.open();
    const opened = text;
    screen.close();
    return { opened, closed: text.slice(opened.length) };
  };
  expect(written(true).opened).toContain('\x1b[?1000h\x1b[?1006h');
  expect(written(true).closed).toMatch(/^\x1b\[\?1006l\x1b\[\?1000l/);
  expect(JSON.stringify(written(false))).not.toMatch(/100[06]/);
});

test('in the application: the wheel scrolls, a click opens a group', async () => {
  fakeClock();
  const rendered = await renderApplication({
    load: async (line) =>
      line === 'assets offerings'
        ? { value: Array.from({ length: 40 }, (_, at) => ({ id: `o-${at}` })), columns: [{ path: 'id' }] }
        : { value: [] },
  });
  await rendered.press('1');
  await rendered.press('\x1b[<65;10;10M\x1b[<65;10;10M');
  expect(rendered.text()).toMatch(/▸ o-2/);
  await rendered.press('\x1b[<0;10;8M');
  expect(rendered.text()).not.toMatch(/▸ o-2/);
  const x = rendered.text().split('\n')[1]!.indexOf('Store') + 1;
  await rendered.press(`\x1b[<0;${x};2M`);
  expect(rendered.text()).toContain('[6Store]');
  await rendered.press('q');
});

test('the wheel over the preview scrolls the preview, not the list; a click there gives it the focus', async () => {
  fakeClock();
  const row = (at: number) => ({
    id: `o-${at}`,
    ...Object.fromEntries(Array.from({ length: 60 }, (_, nth) => [`field${nth}`, `value ${at} ${nth}`])),
  });
  const rendered = await renderApplication(
    { load: async (line) => (line === 'assets offerings' ? { value: [row(0), row(1)], columns: [{ path: 'id' }] } : { value: [] }) },
    undefined,
    { columns: 120, rows: 36 },
  );
  await rendered.press('1');
  expect(rendered.text()).toContain('value 0 0');
  await rendered.press('\x1b[<65;110;10M'.repeat(9));
  expect(rendered.text()).toMatch(/▸ o-0/);
  expect(rendered.text()).not.toContain('value 0 0 ');
  await rendered.press('\x1b[<65;30;4M');
  expect(rendered.text()).toMatch(/▸ o-1/);
  await rendered.press('\x1b[<0;110;10M');
  await rendered.press('\x1b[<0;30;4M');
  expect(rendered.text()).toMatch(/▸ o-0/);
  await rendered.press('q');
});

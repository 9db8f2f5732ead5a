// Footers and help of every board match the handled keys; selected rows, map cells, read-only actions.
import { describe, expect, test } from 'vitest';
import { groupScreens } from '../../src/commands/app/boards.js';
import { homePanes } from '../../src/commands/app/home-panes.js';
import type { Loaded } from '../../src/ui/state/answers.js';
import type { AppEvent } from '../../src/ui/state/app-events.js';
import { type ApplicationOf, application, keymapOf } from '../../src/ui/state/application.js';
import type { Size } from '../../src/ui/state/page.js';
import type { BoardScreen, ScreenSpec } from '../../src/ui/state/screens.js';
import { type Application, topOf } from '../../src/ui/state/state.js';
import { applicationRows } from '../support/frames.js';
import { responded } from '../support/queries.js';

const small: Size = { rows: 24, columns: 80 };
const large: Size = { rows: 60, columns: 200 };
const now = Date.parse('2026-11-20T06:00:00Z');
const model = { head: { profile: 'p' }, signedIn: true, groups: groupScreens, panes: homePanes, suffix: '' } as const;

function app(events: readonly (AppEvent | string)[], at = small, of: ApplicationOf = model) {
  const board = application(of);
  let state = board.initial;
  let effects: readonly { do: string; line?: string; text?: string }[] = [];
  for (const event of [{ what: 'begun' } as AppEvent, ...events])
    [state, ...effects] = board.update(state, typeof event === 'string' ? { what: 'key', key: event, size: at } : event, now) as [
      Application,
      ...{ do: string }[],
    ];
  return { state, effects, board };
}
const render = (state: Application, at = small) => applicationRows(state, at, now).join('\n');
const top = (state: Application) => topOf(state) as BoardScreen;
const responseEvent = (line: string, value: unknown, more: Partial<Loaded> = {}): AppEvent => responded(line, { value, ...more });
const keysTo = (spec: ScreenSpec): string[] => {
  const group = groupScreens.find(({ screens }) => screens.includes(spec))!;
  const next = group.screens.slice(0, group.screens.indexOf(spec)).map(({ kind }) => (kind === 'heat map' ? 'tab' : 'l'));
  return [group.digit, ...(group.digit === '0' ? ['l'] : []), ...next]; // the panes of Home come first
};
/** The events that open a board with a response that has all kinds of fields. */
function way(spec: ScreenSpec): (AppEvent | string)[] {
  const before = groupScreens
    .flatMap(({ screens }) => screens)
    .filter(({ kind }) => kind === 'heat map')
    .map(({ command: line }) => responseEvent(line, cells));
  const options = spec.cycles === undefined ? {} : { [spec.cycles]: ['ONE', 'TWO'] };
  const rows = [1, 2].map((id) => ({
    id: `id-${id}`,
    num: id,
    name: `Row ${id}`,
    latitude: id,
    longitude: id,
    count: id,
    network: 'BSC',
    address: '0x1',
  }));
  const columns = ['id', 'name', 'num'].map((path) => ({ path }));
  const own = responseEvent(spec.command, rows, {
    columns,
    options,
    ...(spec.kind === 'chart' ? { chart: { at: 'id', value: 'num', of: 'sum' as const } } : {}),
  });
  const fields: AppEvent = {
    what: 'fields',
    line: spec.command,
    fields: [{ label: 'Id', is: '', required: true, text: { before: '', after: '' } }],
  };
  return [
    ...before,
    ...keysTo(spec),
    spec.kind === 'form' ? fields : spec.kind === 'heat map' ? responseEvent(spec.command, cells, { options }) : own,
  ];
}
const cells = [
  { latitude: 10, longitude: 100, count: 1 },
  { latitude: 10.01, longitude: 100.02, count: 100 },
  { latitude: 10.005, longitude: 100, count: 30 },
];

const boards = groupScreens.flatMap(({ screens }) => screens);
test.each(boards.map((spec) => [spec.command, spec] as const))('every key in the footer of tuk %s does something', (_, spec) => {
  for (const size of [small, large]) {
    const events = way(spec);
    const { state, board } = app(events, size);
    expect('spec' in topOf(state) && (topOf(state) as BoardScreen).spec.command).toBe(spec.command);
    const before = render(state, size);
    expect(before.split('\n')).toHaveLength(size.rows);
    for (const { keys, helpOnly, does } of keymapOf(state)) {
      if (helpOnly) continue;
      const [next, ...effects] = board.update(state, { what: 'key', key: keys[0]!, size }, now);
      expect(effects.length > 0 || next !== state, `${keys[0]} ${does}`).toBe(true);
      expect(effects.length > 0 || render(next, size) !== before, `${keys[0]} ${does} is seen`).toBe(true);
    }
  }
});

test.each(boards.map((spec) => [spec.command, spec] as const))('the help of tuk %s is whole', (_, spec) => {
  const { state } = app([...way(spec), '?']);
  const text = render(state);
  expect(text).toMatch(/Keys of /);
  const leads = keymapOf(app(way(spec)).state).flatMap(({ does }) => (does.endsWith('…') ? [does] : []));
  const named = text.split('\n').filter((line) => line.includes('│') && !line.includes('Keys that open'));
  expect(leads.reduce((all, one) => all.replaceAll(one, ''), named.join('\n'))).not.toMatch(/…\s/);
  for (const word of ['quit', 'command', 'twice: quit']) expect(text).toContain(word);
  expect(text).toMatch(/ esc close\s*$/);
  expect(app([...way(spec), '?', 'q']).effects).toEqual([]);
});

describe('selected rows', () => {
  const offerings = responseEvent(
    'assets offerings',
    [1, 2, 3].map((id) => ({ id: `id-${id}`, title: `Row ${id}` })),
  );
  test("space selects and moves on, y copies all selected; ctrl-\\ clears, and y copies the cursor's row", () => {
    const { state, effects } = app(['1', offerings, 'space', 'down', 'space', 'y']);
    expect(effects).toContainEqual({ do: 'copy', text: 'id-1\nid-3' });
    expect(render(state)).toMatch(/3 rows · 2 marked[\s\S]*\n • Row 1[^\n]*\n {3}Row 2[^\n]*\n ▸•Row 3/);
    expect(app(['1', offerings, 'space', 'ctrl-\\', 'y']).effects).toContainEqual({ do: 'copy', text: 'id-2' });
    expect(app(['1', offerings, 'space', 'up', 'space', 'y']).effects).toContainEqual({ do: 'copy', text: 'id-2' });
  });
});

describe('a heat map', () => {
  const at = (...keys: string[]) =>
    app([...way(boards.find(({ kind }) => kind === 'heat map')!), responseEvent('depin heatmap', cells), ...keys]);
  test('starts at the busiest cell, moves by cells to the edges, describes each, copies its position', () => {
    expect(render(at().state)).toMatch(/▸ cell A5\n.* 100, 76\.3 % of all\n.* 10\.010, 100\.020\n.* the busiest/);
    expect(render(at('down', 'h', 'left', 'h', 'left', 'left').state)).toMatch(/▸ cell B1\n.* 30, 22\.9 % of all\n.* 10\.005, 100\.000/);
    expect(render(at('G', 'l', 'l', 'l', 'l').state)).toMatch(/▸ cell C5\n.* 0\n/);
    expect(at('y').effects).toContainEqual({ do: 'copy', text: '10.01,100.02' });
    expect(at('j', 'h', 'y').effects).toContainEqual({ do: 'copy', text: '10.005,100.015' });
    expect(top(at('tab').state).spec.command).toBe('depin vehicles');
    expect(top(at('shift-tab').state).spec.command).toBe('depin chargers');
  });
});

test('actions that only read open as screens; all others run their command', () => {
  const mine = responseEvent('assets vehicles --mine', [{ vin: 'V1', name: 'One' }], { id: 'vin' });
  const { state, effects } = app(['1', 'l', 'l', mine, 'x', 'enter']);
  expect(effects.map((one) => one.do)).not.toContain('run');
  expect(top(state)).toMatchObject({ line: 'assets incomes V1', over: ['Mine'], spec: { name: 'Show its incomes', kind: 'chart' } });
  const offerings = responseEvent('assets offerings', [{ id: 'id-1', title: 'One' }]);
  expect(app(['1', offerings, 'x', 'enter']).effects).toContainEqual({ do: 'run', line: 'assets order --offering id-1' });
});

test('the application opens at the named group, after the sign-in to the sandbox if there is none', () => {
  expect(top(app([], small, { ...model, first: 'Store' }).state).spec.command).toBe('store featured');
  const sandbox = { ...model, head: { profile: 'sandbox', mark: 'sandbox' }, signedIn: false, first: 'Store' } as const;
  expect(topOf(app([], small, sandbox).state).kind).toBe('welcome');
  expect(top(app([{ what: 'signed in', signedIn: true, head: sandbox.head }], small, sandbox).state).spec.command).toBe('store featured');
});

test('after a filter is cleared every row that fits is visible', () => {
  const rows = responseEvent(
    'assets offerings',
    Array.from({ length: 12 }, (_, at) => ({ id: `id-${at}`, title: `Row ${at}` })),
  );
  const { state } = app(['1', rows, '/', ...'Row 7', 'esc']);
  expect(render(state)).toMatch(/Row 0 [\s\S]*Row 11 /);
});

test('a number that does not fit is not shown in part', () => {
  const staked = (amount: string) => ({ id: 'a', status: 'ACTIVE', type: 'SINGLE_LOCKUP', amount, reward: amount });
  const columns = [
    { path: 'status' },
    { path: 'type' },
    { path: 'amount', as: { units: 'd' } },
    { path: 'reward', as: { units: 'd' } },
  ] as const;
  const value = responseEvent('wallet balance', [staked('1'.repeat(40)), staked('2')], { columns });
  const text = render(app(['3', value]).state);
  expect(text).toContain(`${'1'.repeat(40)} base units`);
  expect(text.split(' ─ selected')[0]).not.toMatch(/1…(?!e39)/);
});

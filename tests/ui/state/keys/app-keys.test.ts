// Footers and help of every board match the handled keys; selected rows, map cells, read-only actions.
import { expect, test } from 'vitest';
import { groupScreens } from '../../../../src/commands/app/boards.js';
import { keymapOf } from '../../../../src/ui/state/application.js';
import type { ReadResult } from '../../../../src/ui/state/core/responses.js';
import { board, type ScreenSpec } from '../../../../src/ui/state/core/screens.js';
import { type AppEvent, topOf } from '../../../../src/ui/state/core/state.js';

import { appAfter as app, applicationRows, large, type Step, small } from '../../../support/frames.js';
import { responded } from '../../../support/queries.js';
import { now } from '../../../support/time.js';

const responseEvent = (line: string, value: unknown, more: Partial<ReadResult> = {}): AppEvent =>
  responded(line, { value, ...more });
const keysTo = (spec: ScreenSpec): string[] => {
  const group = groupScreens.find(({ screens }) => screens.includes(spec))!;
  const next = group.screens
    .slice(0, group.screens.indexOf(spec))
    .map(({ kind }) => (kind === 'heat map' ? 'tab' : 'l'));
  return [group.digit, ...(group.digit === '0' ? ['l'] : []), ...next]; // the panes of Home come first
};
/** The events that open a board with a response that has all kinds of fields. */
function way(spec: ScreenSpec): Step[] {
  const maps = groupScreens.flatMap(({ screens }) => screens.filter(({ kind }) => kind === 'heat map'));
  const before = maps.map(({ command }) => responseEvent(command, cells));
  const options = spec.cycles === undefined ? {} : { [spec.cycles]: ['ONE', 'TWO'] };
  const rows = [1, 2].map((num) => ({
    ...{ id: `id-${num}`, num, name: `Row ${num}`, day: `2026-11-0${num}T00:00:00Z`, network: 'BSC', address: '0x1' },
    ...{ latitude: num, longitude: num, location: { latitude: -num, longitude: num } },
  }));
  const columns = ['id', 'name', 'num'].map((path) => ({ path }));
  const chart = spec.kind === 'chart' ? { chart: { at: 'day', value: 'num', of: 'sum' as const } } : {};
  const own = responseEvent(spec.command, rows, { columns, options, ...chart });
  const field = { label: 'Id', is: '', required: true, text: { before: '', after: '' } };
  const fields: AppEvent = { what: 'fields', line: spec.command, fields: [field] };
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
const drawn = new Set<string>();
test.each(boards.map((spec) => [spec.command, spec] as const))(
  'every key in the footer of tuk %s does something, and no two are the same',
  (_, spec) => {
    for (const size of [small, large]) {
      const { state, board, top } = app(way(spec), { size });
      expect('spec' in top && top.spec.command).toBe(spec.command);
      const names = keymapOf(state).flatMap(({ keys }) => keys);
      expect(new Set(names).size).toBe(names.length);
      for (const { keys, helpOnly, act, label } of keymapOf(state)) {
        if (helpOnly) continue;
        const [next, ...effects] = board.update(state, { what: 'key', key: keys[0]!, size }, now);
        expect(effects.length > 0 || next !== state, `${keys[0]} ${label}`).toBe(true);
        const kind = `${spec.kind} ${size.columns} ${act}`;
        if (effects.length > 0 || drawn.has(kind)) continue; // a key is drawn once for each kind of board
        drawn.add(kind);
        const before = applicationRows(state, size, now);
        expect(before).toHaveLength(size.rows);
        expect(applicationRows(next, size, now), `${keys[0]} ${label} is seen`).not.toEqual(before);
      }
    }
  },
);

test('a heat map starts at the busiest cell, moves by cells to the edges, describes each, copies its position', () => {
  const map = boards.findIndex(({ kind }) => kind === 'heat map');
  const at = (...keys: string[]) => app([...way(boards[map]!), responseEvent('depin heatmap', cells), ...keys]);
  expect(at().text()).toMatch(/▸ cell A5\n.* 100, 76\.3 % of all\n.* 10\.010, 100\.020\n.* the busiest/);
  expect(at('down', 'h', 'left', 'h', 'left', 'left').text()).toMatch(
    /▸ cell B1\n.* 30, 22\.9 % of all\n.* 10\.005, 100\.000/,
  );
  expect(at('G', 'l', 'l', 'l', 'l').text()).toMatch(/▸ cell C5\n.* 0\n/);
  expect(at('y').last).toContainEqual({ do: 'copy', text: '10.01,100.02' });
  expect(at('j', 'h', 'y').last).toContainEqual({ do: 'copy', text: '10.005,100.015' });
  expect(at('tab').top.spec.command).toBe(boards[map + 1]!.command);
  expect(at('shift-tab').top.spec.command).toBe(boards[map - 1]!.command);
});

test('actions that only read open as screens; all others run their command', () => {
  const mine = responseEvent('assets vehicles --mine', [{ vin: 'V1', name: 'One' }], { id: 'vin' });
  const { top, last } = app(['1', 'l', 'l', mine, 'x', 'enter']);
  expect(last.map((one) => one.do)).not.toContain('run');
  const spec = { name: 'Its incomes', kind: 'chart' };
  expect(top).toMatchObject({ line: 'assets incomes V1', parents: ['Mine'], spec });
  const offerings = responseEvent('assets offerings', [{ id: 'id-1', title: 'One' }]);
  expect(app(['1', offerings, 'x', 'enter']).last).toContainEqual({ do: 'run', line: 'assets order --offering id-1' });
});

test('the application opens at the named group, after the sign-in to the sandbox if there is none', () => {
  expect(app([], { first: 'Store' }).top.spec.command).toBe('store featured');
  const sandbox = { head: { profile: 'sandbox', mark: 'sandbox' }, signedIn: false, first: 'Store' } as const;
  expect(topOf(app([], sandbox).state).kind).toBe('welcome');
  expect(app([{ what: 'signed in', signedIn: true, head: sandbox.head }], sandbox).top.spec.command).toBe(
    'store featured',
  );
});

test('a number that does not fit is not shown in part', () => {
  const columns = [{ path: 'type' }, ...['amount', 'reward'].map((path) => ({ path, as: { units: 'd' } }))];
  const staked = ['1'.repeat(40), '2'].map((amount) => ({ type: 'SINGLE_LOCKUP', amount, reward: amount }));
  const text = app(['3', responseEvent('wallet balance', staked, { columns })]).text();
  expect(text).toContain(`${'1'.repeat(40)} base units`);
  expect(text.split(' ─ selected')[0]).not.toMatch(/1…(?!e39)/);
});

test('a case file has only its case: no key leads to a group, a command, a service or a sandbox', () => {
  const line = 'case open c.json';
  const screen = board('Case', { name: 'c', command: line, kind: 'case' });
  const rows = responded(line, { value: [{ what: 'ride', id: 'r-1', status: 'FINISHED', links: [] }], id: 'id' });
  const keys = [...'0123456789:xiDrwmfLTSWME-hl'];
  const of = { groups: [], panes: [], screen, head: { profile: 'case file' } };
  const { state } = app([rows], of);
  const ends = keys.map((key) => app([rows, key], of).state);
  expect(ends.map(({ stack, palette, chooser }) => [stack, palette, chooser])).toEqual(
    keys.map(() => [state.stack, undefined, undefined]),
  );
  expect(keymapOf(state).map(({ act }) => act)).toEqual(expect.arrayContaining(['json', 'quit', 'keys']));
});

test('the guard of a key decides both whether it is listed and whether it runs', () => {
  const { state: full, board } = app(way(boards[0]!), { size: small });
  const state = { ...full, groups: [] };
  const guarded = keymapOf(full).filter(({ needs }) => needs === 'services');
  expect(guarded.length).toBeGreaterThan(10);
  const listed = keymapOf(state).flatMap(({ keys }) => keys);
  for (const key of guarded.flatMap(({ keys }) => keys)) {
    expect(listed).not.toContain(key);
    const [next, ...effects] = board.update(state, { what: 'key', key, size: small }, now);
    expect([next, effects], key).toEqual([{ ...state, notice: next.notice }, []]);
    expect(next.notice?.text).toMatch(/has no effect here now/);
  }
});

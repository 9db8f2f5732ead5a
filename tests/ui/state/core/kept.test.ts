// What the application keeps for its next start: boards, the group that is open, what was chosen in the palette, mouse and theme.
import { expect, test } from 'vitest';
import { groupScreens } from '../../../../src/commands/app/boards.js';
import type { Preferences } from '../../../../src/ui/preferences.js';
import { preferencesOf, savingPreferences } from '../../../../src/ui/state/core/kept.js';
import type { CommandLine } from '../../../../src/ui/state/core/palette.js';
import { paletteFound } from '../../../../src/ui/state/palette/palette-entries.js';
import { appAfter, type Step, small, typed } from '../../../support/frames.js';
import { responded } from '../../../support/queries.js';
import { now } from '../../../support/time.js';

const commands: readonly CommandLine[] = [
  { name: 'ride history', is: 'List past rides', reads: true },
  { name: 'wallet balance', is: 'Show balances', reads: true },
  { name: 'ride show', values: '<id>', is: 'Show a ride', reads: true, needs: true },
  { name: 'login', is: 'Sign in' },
  { name: 'mine', is: 'tuk depin stations', entry: 'alias', line: 'depin stations --sort-by -name --columns name,id' },
];
const palette = (text: string): readonly Step[] => [':', ...typed(text), 'enter'];
const after = (steps: readonly Step[], preferences: Preferences = {}) => appAfter(steps, { commands, preferences });
const kept = (steps: readonly Step[], preferences?: Preferences) => preferencesOf(after(steps, preferences).state);
const columns = [{ path: 'title' }, { path: 'status' }, { path: 'id' }];
const rows = ['one', 'two'].map((title) => ({ id: title, title, status: 'OPEN' }));
/** A chart that cycles through an option, and the keys to it. */
const rangedGroup = groupScreens.find(({ screens }) =>
  screens.some((one) => one.cycles !== undefined && one.kind === 'chart'),
)!;
const ranged = rangedGroup.screens.find((one) => one.cycles !== undefined && one.kind === 'chart')!;
const toRanged = [
  rangedGroup.digit,
  ...rangedGroup.screens.slice(0, rangedGroup.screens.indexOf(ranged)).map(() => 'l'),
];
const offerings = responded('assets offerings', { value: rows, columns });

test('a board, its table and its group are as they were left', () => {
  const left = kept(['1', offerings, 's', 's', '>', 'H']);
  expect(left).toEqual({
    group: 'Assets',
    boards: { 'assets offerings': { hidden: ['status'], sort: { path: 'title', down: true } } },
  });
  const { top, text } = appAfter([offerings], { preferences: left, first: left.group! });
  expect(top).toMatchObject({ group: 'Assets', hidden: ['status'], sort: { path: 'title', down: true } });
  expect(text()).toMatch(/two[\s\S]*one/);
  expect(text()).not.toContain('STATUS');
});

test('the screen of a group that was left is open again, and the one that a group opens with is kept by nothing', () => {
  const left = kept(['1', 'l', 'l']);
  const { name } = groupScreens.find((group) => group.name === 'Assets')!.screens[2]!;
  expect(left).toEqual({ group: 'Assets', screen: name });
  expect(appAfter([], { preferences: left, first: 'Assets' }).top).toMatchObject({ group: 'Assets', spec: { name } });
  expect(kept(['1', 'l', 'h'], left)).toEqual({ group: 'Assets' });
  expect(kept(['0', 'l']).screen).toBe(groupScreens[0]!.screens[0]!.name);
  expect(appAfter([], { preferences: left, first: 'Ride' }).top).toMatchObject({ group: 'Ride' }); // a group that was asked for
  const gone = appAfter([], { preferences: { group: 'Assets', screen: 'No such' }, first: 'Assets' });
  expect(gone.top.spec).toEqual(groupScreens.find((group) => group.name === 'Assets')!.screens[0]);
});

test('the range of a chart is kept, and given to it however it is opened; none, and the filter of a table, are not', () => {
  const { command, cycles } = ranged;
  const options = responded(command, { value: rows, options: { [cycles!]: ['ONE', 'TWO'] }, columns });
  const turned = kept([...toRanged, options, 'p']);
  expect(turned.ranges).toEqual({ [command]: 'ONE' });
  expect(after(toRanged, turned).top.line).toBe(`${command} ${cycles} ONE`);
  const words = { [cycles!]: ['ONE', 'TWO'] };
  const second = responded(`${command} ${cycles} ONE`, { value: rows, options: words, columns });
  expect(kept([...toRanged, second, 'p'], turned).ranges).toEqual({ [command]: 'TWO' });
  const third = responded(`${command} ${cycles} TWO`, { value: rows, options: { [cycles!]: ['ONE', 'TWO'] }, columns });
  const any = after([...toRanged, third, 'p'], { ranges: { [command]: 'TWO' } });
  expect([any.state.preferences.ranges, any.top.line]).toEqual([undefined, command]);
  const filter = responded('assets offerings', { value: rows, options: { '--status': ['OPEN'] }, columns });
  const filtered = after(['1', filter, 'p']);
  expect([filtered.state.preferences.ranges, filtered.top.line]).toEqual([undefined, 'assets offerings --status OPEN']);
});

test('the table of the command, and Home, are kept by keeping nothing', () => {
  const preferences = { group: 'Ride', boards: { 'assets offerings': { hidden: ['status'] } } };
  expect(kept(['1', offerings, '='], preferences)).toEqual({ group: 'Assets', boards: {} });
  expect(kept(['1', '0'], preferences)).toEqual({ boards: preferences.boards });
});

test('another profile has the same tables: they hold nothing of an owner', () => {
  const owner = { what: 'owner', owner: 'x', head: { profile: 'q' }, signedIn: true } as const;
  const { state } = after(['1', offerings, 's', owner]);
  expect(state.tableSettings).toEqual({ 'assets offerings': { hidden: [], sort: { path: 'title', down: false } } });
});

test('a typed line and an alias change no board for the next start, and no id is kept', () => {
  const detail = responded('ride show r-1', { value: [{ id: 'r-1' }], columns: [{ path: 'id' }] });
  const steps = [...palette('ride show r-1'), detail, 's', ...palette('mine')];
  expect(kept(steps)).toEqual({ group: 'Depin', recent: ['ride show'] });
});

test('what was chosen in the palette stands first there, commands and screens alone, each once', () => {
  const steps = ['wallet balance', 'ride show 1', 'r-1', 'wallet balance', '2'].flatMap(palette);
  expect(kept(steps)).toMatchObject({ group: 'Ride', recent: ['wallet balance', 'ride show'] });
  const opened = after([...steps, ':']).state;
  expect(paletteFound(opened).map(({ name }) => name)).toEqual(
    expect.arrayContaining(commands.map(({ name }) => name)),
  );
  expect(paletteFound(opened).slice(0, 3)).toMatchObject([1, 2, 0].map((at) => ({ name: commands[at]!.name })));
  const many = Array.from({ length: 20 }, (_, at) => `no such ${at}`);
  expect(kept(palette('login'), { recent: many }).recent).toEqual(['login', ...many.slice(0, 9)]);
  expect(paletteFound(after([':'], { recent: many }).state)[0]).toMatchObject({ name: commands[0]!.name });
});

test('mouse and theme are switched in the palette, at once and for the next start', () => {
  for (const [line, preferences, effect] of [
    ['mouse off', { mouse: false }, { do: 'mouse', on: false }],
    ['mouse on', { mouse: true }, { do: 'mouse', on: true }],
    ['theme light', { theme: 'light' }, { do: 'theme', theme: 'light' }],
    ['theme okabe-dark', { theme: 'okabe-dark' }, { do: 'theme', theme: 'okabe-dark' }],
    ['theme auto', {}, { do: 'theme', theme: undefined }],
  ] as const) {
    const { state, last } = after(palette(line), { theme: 'dark', ...preferences });
    const expected = [line === 'theme auto' ? {} : { theme: 'dark', ...preferences }, effect];
    expect([state.preferences, last[0]]).toEqual(expected);
    expect(state.notice?.text.toLowerCase()).toBe(`${line.replace(' ', ': ')}.`);
  }
});

test("a theme of one's own is in the palette; a wrong one says why, and changes nothing", () => {
  const ownThemes = [
    { name: 'night', palettes: {} },
    { name: 'broken', trouble: 'The theme broken.json cannot be used: no.' },
  ];
  const chosen = (line: string) => appAfter(palette(line), { commands, ownThemes, preferences: {} });
  const night = chosen('theme night');
  expect([night.state.preferences.theme, night.last[0]]).toEqual(['night', { do: 'theme', theme: 'night' }]);
  const broken = chosen('theme broken');
  expect([broken.state.preferences, broken.last]).toEqual([{}, []]);
  expect(broken.state.notice?.text).toBe('The theme broken.json cannot be used: no.');
});

test('a change is saved at once, and why it cannot be is on the screen', () => {
  const saved: Preferences[] = [];
  const { board, state } = after(['1', offerings]);
  const saving = savingPreferences(board, (preferences) => {
    saved.push(preferences);
    return saved.length === 1 ? 'The disk is full.' : undefined;
  });
  const press = (of: typeof state, key: string) => saving.update(of, { what: 'key', key, size: small }, now)[0];
  const sorted = press(state, 's');
  expect(sorted.notice?.text).toBe('The disk is full.');
  const moved = press(sorted, 'down');
  expect(press(moved, 's').notice?.text).toMatch(/^Sorted by/);
  const expected = [
    ['Assets', false],
    ['Assets', true],
  ];
  expect(saved.map(({ group, boards }) => [group, boards?.['assets offerings']?.sort?.down])).toEqual(expected);
});

test('what a command has opened, and the welcome, are no choice of a group', () => {
  const preferences = { group: 'Wallet' };
  const opening = { line: 'watch ride:1', bell: false, reveal: false };
  expect(preferencesOf(appAfter([], { preferences, opening }).state)).toEqual(preferences);
  const welcome = appAfter([], { preferences, signedIn: false, head: { profile: 'sandbox', mark: 'sandbox' } });
  expect(preferencesOf(welcome.state)).toEqual(preferences);
});

test('a warning stands on the first screen until a key', () => {
  const warning = 'The preferences cannot be read, and begin anew: no.';
  expect(appAfter([], { warning }).text()).toContain(warning);
  expect(appAfter(['down'], { warning }).text()).not.toContain(warning);
});

test('a case lies over a group: the next start has the screen of that group', () => {
  expect(kept(['1', 'l', offerings, 'h', offerings, 'i'])).toEqual({ group: 'Assets' });
});

// The command palette finds screens, things that were opened, rows, aliases and profiles; a command that lacks a value becomes a form.
import { expect, test } from 'vitest';
import { groupScreens } from '../../../../src/commands/app/boards.js';
import { homePanes } from '../../../../src/commands/app/home-panes.js';
import { application } from '../../../../src/ui/state/application.js';
import type { CommandLine } from '../../../../src/ui/state/core/palette.js';
import { type AppEvent, type Application, topOf } from '../../../../src/ui/state/core/state.js';
import { paletteFound } from '../../../../src/ui/state/palette/palette-entries.js';

import { appAfter, typed as keyNames, type Step, small as size } from '../../../support/frames.js';
import { responded } from '../../../support/queries.js';

const commands: readonly CommandLine[] = [
  { name: 'assets offerings', is: 'List the offerings', reads: true },
  { name: 'assets offering', values: '<id>', is: 'Show an offering', reads: true, needs: true },
  { name: 'points transfer', is: 'Send points', needs: true },
  { name: 'auth code', is: 'Create a code' },
  { name: 'auth code revoke', values: '<id>', is: 'End it' },
  { name: 'alias set', values: '<name>', is: 'Save an alias', needs: true },
  { name: 'ctx live', is: 'profile', entry: 'profile', line: 'profile use live' },
  {
    ...({ name: 'open-ones', is: 'alias', entry: 'alias' } as const),
    line: "assets offerings --status OPEN --match 'rate>8 hanoi' --sort-by=-title",
  },
];
const model = { head: { profile: 'x' }, groups: groupScreens, panes: homePanes, suffix: '', signedIn: true };
const printOptions = ['-o', '--output', '--limit', '-w'];
const rows = responded('assets offerings', {
  value: [{ id: '8d20f3a4-55b1', title: 'Hanoi Bikes' }],
  columns: [{ path: 'title' }],
});

function app(steps: readonly Step[]) {
  const of = { owner: 'first', printOptions, at: 1_000_000 };
  const { state, effects } = appAfter([{ what: 'commands', commands }, ...steps], of);
  return { state, effects: effects.filter((one) => ['run', 'leave'].includes(one.do)) };
}
const typed = (text: string) => [':', ...keyNames(text)];
/** What a typed line leads to. */
const opened = (text: string, ...before: Step[]) => topOf(app([...before, ...typed(text), 'enter']).state);
const names = (state: Application) => paletteFound(state).map(({ name, entry }) => `${entry ?? 'command'}: ${name}`);

const openOnes = {
  ...{ line: 'assets offerings --status OPEN', filter: 'rate>8 hanoi', spec: { name: 'open-ones' } },
  sort: { path: 'title', down: true },
};
test.each([
  ['a screen that no plain command opens', 'assets mine', { line: 'assets vehicles --mine' }],
  [
    'a screen that shares its command with another one',
    'depin station map',
    { line: 'depin stations', spec: { name: 'Station map', kind: 'map' } },
  ],
  ['a screen by the digit of its group', '7', { line: 'depin dash' }],
  [
    'the screen of a line, whose list options become its filter and its order',
    "assets offerings --match 'status=open rate>8' --sort-by -rate",
    { line: 'assets offerings', filter: 'status=open rate>8', sort: { path: 'rate', down: true } },
  ],
  [
    'a command by its words, and the words behind them are its values',
    'offering 8d20',
    { line: 'assets offering 8d20' },
  ],
  ['a thing to watch', 'watch ride:r-1', { kind: 'watch' }],
  ['an alias that reads by its entry, with its filter and its order', 'open-o', openOnes],
  ['an alias by its name', 'open-ones', openOnes],
])('it opens %s', (_, text, screen) => {
  expect(opened(text)).toMatchObject({ kind: 'board', ...screen });
});

test('things that were opened are found by their names, and are gone with their owner', () => {
  const found = app(['1', rows, 'enter', '3', ...typed('hanoi')]);
  expect(names(found.state)).toContain('recent: offerings hanoi bikes');
  const line = 'assets offering 8d20f3a4-55b1';
  expect(opened('hanoi bikes', '1', rows, 'enter', '3')).toMatchObject({ line });
  const other: AppEvent = { what: 'owner', owner: 'second', head: { profile: 'y' }, signedIn: true };
  expect(JSON.stringify(app(['1', rows, 'enter', '3', other]).state)).not.toMatch(/hanoi/i);
});

test('a pasted id leads to the screen that holds it, filtered to it; the words of a name to the thing', () => {
  const pasted = app(['1', rows, '3', ...typed('8D20F3A4-55b1')]);
  expect(names(pasted.state)[0]).toBe('row: assets offerings');
  const held = opened('8D20F3A4-55b1', '1', rows, '3');
  expect(held).toMatchObject({ line: 'assets offerings', filter: '8D20F3A4-55b1' });
  expect(names(app(['1', rows, '3', ...typed('bik han')]).state)).toEqual(['row: Hanoi Bikes']);
  const shown = { line: 'assets offerings', filter: '"Hanoi Bikes"', shown: [{ title: 'Hanoi Bikes' }] };
  expect(opened('bik han', '1', rows, '3')).toMatchObject(shown);
});

test('a whole id leads to its case, which is newer than a list that holds it; a search that was made before is listed once', () => {
  const id = '8d20f3a4-55b1-4c0b-9d55-1f2b6a8e04d2';
  const held = responded('assets offerings', { value: [{ id, title: 'Hanoi Bikes' }], columns: [{ path: 'title' }] });
  const { state } = app(['1', held, '3', ...typed(id)]);
  expect(names(state)).toEqual([`recent: find ${id}`, 'row: assets offerings']);
  // a line of find is what it looks for, with the thing as far as a list has it
  expect(paletteFound(app(['1', held, '3', ...typed(`find ${id}`)]).state)).toMatchObject([
    { name: `find ${id}`, entry: 'recent', line: `find ${id}`, row: { title: 'Hanoi Bikes' } },
  ]);
  expect(opened(`find ${id}`, '1', held, '3')).toMatchObject({ line: `find ${id}` });
  expect(opened(id, '1', held, '3')).toMatchObject({ line: `find ${id}`, spec: { kind: 'case' } });
  expect(names(app(['1', held, '3', ...typed(id), 'enter', ...typed(id)]).state)).toEqual(names(state));
});

test('the name of a screen leads to its command before the group that has it; a name that nothing has is searched for, a phrase never', () => {
  // a word in another form is no value: the screen Orders is of `store order list`
  const listed = { name: 'store order list', is: 'List the orders', reads: true };
  const orders = app([':', { what: 'commands', commands: [listed] } as never, ...'store orders', 'enter']).state;
  expect(topOf(orders)).toMatchObject({ line: 'store order list' });
  const { state } = app([...typed('offerings')]);
  expect(names(state)[0]).toBe('command: assets offerings');
  expect(paletteFound(state)[0]!.is).toBe('List the offerings: Assets › Offerings');
  const products = app([...typed('collections')]).state;
  expect(names(products)).toEqual(['screen: assets collections', 'group: assets']);
  expect(names(app([...typed('Dara Qqzz')]).state)).toEqual(['recent: find Dara Qqzz']);
  // its letters are scattered in the words of a command, which says nothing of it
  const scattered = { name: 'wallet withdraw create', is: 'Withdraw from a balance', reads: false };
  const dara = app([':', { what: 'commands', commands: [scattered] } as never, ...'dara']).state;
  expect(names(dara)).toEqual(['command: wallet withdraw create', 'recent: find dara']);
  expect(opened('Dara Qqzz')).toMatchObject({ line: "find 'Dara Qqzz'" });
  expect(names(app([...typed(`${'zoo '.repeat(11)}wrong`)]).state)).toEqual([]);
});

test('S begins the command that saves the visible list, with its filter', () => {
  const { state } = app(['1', rows, '/', 'h', 'a', 'enter', 'S', 'x']);
  expect(state.palette?.field).toEqual({ before: 'alias set x', after: ' -- assets offerings --match ha' });
  const saved = { do: 'run', line: 'alias set x -- assets offerings' };
  expect(app(['1', rows, 'S', 'x', 'enter']).effects).toEqual([saved]);
  expect(app(['S']).state.palette).toBeUndefined(); // Home is not a list
  const spaced = app([...typed('alias set My open -- assets offerings'), 'enter']);
  expect(spaced.effects).toEqual([{ do: 'run', line: 'alias set my-open -- assets offerings' }]);
});

test('a profile is switched only where ctx was typed', () => {
  expect(app([...typed('ctx'), 'enter']).effects[0]).toEqual({ do: 'run', line: 'profile use live' });
  expect(app([...typed('live'), 'enter']).effects).toEqual([]);
});

test('a command that lacks a value becomes a form; one that changes something is run only when it is typed in full', () => {
  expect(opened('assets offering').kind).toBe('form');
  expect(opened('points transfer')).toMatchObject({ kind: 'form', line: 'points transfer' });
  for (const [text, before] of Object.entries({ 'alias se': 'alias set ', au: 'auth code ' }))
    for (const key of ['enter', 'tab'])
      expect(app([...typed(text), key])).toMatchObject({ state: { palette: { field: { before } } }, effects: [] });
  for (const line of ['auth code', 'auth code revoke s-1'])
    expect(app([...typed(line), 'enter']).effects).toEqual([{ do: 'run', line }]);
});

test('enter before the commands are known waits for them: nothing that was typed at once is lost, and no profile is mixed up', () => {
  const board = application({ ...model, owner: 'first' });
  const after = (line: string, ...more: readonly string[]) => {
    let state: Application = board.initial;
    const effects: { readonly do: string }[] = [];
    const tell = (event: Parameters<typeof board.update>[1]) => {
      const [next, ...came] = board.update(state, event, 1_000_000);
      state = next;
      effects.push(...came.filter((one) => ['run', 'leave'].includes(one.do)));
    };
    tell({ what: 'begun' });
    for (const key of [...typed(line), 'enter', ...more]) tell({ what: 'key', key, size });
    const before = { state, effects: [...effects] };
    tell({
      what: 'commands',
      commands: [...commands, { name: 'login', is: 'Sign in' }, { name: 'wallet balance', is: '', reads: true }],
    });
    return { before, effects };
  };
  expect(after('login --as whale').before).toMatchObject({ effects: [], state: { palette: { entered: true } } });
  expect(after('login --as whale').effects).toEqual([{ do: 'run', line: 'login --as whale' }]);
  expect(after('wallet balance -p other').effects[0]).toEqual({ do: 'run', line: 'wallet balance -p other' });
  expect(after('login --as whale', 'esc').effects).toEqual([]);
  expect(after('login --as whale', 'x').effects).toEqual([]);
  expect(after('q').before.effects).toEqual([{ do: 'leave', how: 'left' }]);
});

test('a pasted id is found in a field that is not a column; for one that no open list holds, `find` is opened; a key is never looked up', () => {
  const ledger = responded('ops list', {
    value: [{ id: 'op-1', subject: 'FED79344-e773' }, { id: 'op-2' }],
    columns: [{ path: 'id' }],
  });
  const shown = app([ledger, ...typed('fed79344-e773'), 'enter', ledger]).state;
  expect(topOf(shown)).toMatchObject({ line: 'ops list', filter: 'fed79344-e773', shown: [{ id: 'op-1' }] });
  expect(opened('0ef49f32-dd06')).toMatchObject({ kind: 'board', line: 'find 0ef49f32-dd06' });
  const hash = `0x${'ab'.repeat(32)}`;
  expect(opened(hash)).toMatchObject({ line: `find --hash ${hash}` });
  expect(opened('ab'.repeat(32))).not.toMatchObject({ line: expect.stringContaining('find') });
});

test('a line with an option that shapes what is printed is run', () => {
  for (const line of ['assets offerings --limit 3', 'assets offerings --output=csv', 'assets offerings -w'])
    expect(app([...typed(line), 'enter']).effects).toEqual([{ do: 'run', line }]);
});

test('an unknown command stays in the palette, with the reason', () => {
  const { state } = app([...typed('qqzz 1'), 'enter']);
  expect(state.palette?.field.before).toBe('qqzz 1');
  expect(state.notice?.text).toBe('There is no command like qqzz 1.');
});

test('an alias that prints sums is run: a screen would show the rows', () => {
  const line = 'points history --sum amount';
  const total: CommandLine = { name: 'total', is: 'alias', entry: 'alias', line };
  const { state, effects } = appAfter(
    [{ what: 'commands', commands: [...commands, total] }, ...typed('total'), 'enter'],
    { owner: 'first', printOptions, at: 1_000_000 },
  );
  expect(effects).toContainEqual({ do: 'run', line });
  expect(topOf(state)).not.toMatchObject({ spec: { name: 'total' } });
});

test('ctrl-z goes to the shell and ctrl-l redraws, whatever is open', () => {
  const board = application(model);
  const running = { line: 'login', lines: [], typing: '', isReading: true, scrolled: 0 };
  const field = { before: 'a', after: '' };
  for (const open of [{ running }, { palette: { field, marked: 0 } }, { help: true }, {}])
    for (const [key, effect] of Object.entries({ 'ctrl-z': 'suspend', 'ctrl-l': 'redraw' }))
      expect(board.update({ ...board.initial, ...open }, { what: 'key', key, size }, 0)[1]).toEqual({ do: effect });
});

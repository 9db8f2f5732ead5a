// The keys of a screen as a dialog: every key by its name, a window where not all fit, what the signs and numbers mean.
import { expect, test } from 'vitest';
import { groupScreens } from '../../../src/commands/app/boards.js';
import { KeyHelp } from '../../../src/ui/components/key-help.js';
import { keymapOf } from '../../../src/ui/state/application.js';
import { badgesOf, countedTexts } from '../../../src/ui/state/badges.js';
import type { Keymap } from '../../../src/ui/state/keymap.js';
import { appAfter, frame } from '../../support/frames.js';
import { responded } from '../../support/queries.js';

const list = responded('assets offerings', { value: [{ id: 'a', title: 'One' }], columns: [{ path: 'title' }] });
const screens = [[], ['1', list], ['1', list, 'enter'], ['8'], ['7', 'l', 'l', 'l']].map((steps) =>
  keymapOf(appAfter(steps).state),
);
const help = (keymap: Keymap, { columns = 100, rows = 40, top = 0, counted = [] as readonly string[] } = {}) =>
  frame(<KeyHelp title="Ride" area={{ rows, columns }} {...{ keymap, top, counted }} />, { columns, rows }).text();

test.each(screens.map((keymap, at) => [at, keymap] as const))(
  'a space stands between a key and what it does: screen %i',
  (_, keymap) => {
    const text = help(keymap, { columns: 160, rows: 60 });
    expect(text).toContain('Keys of Ride ─');
    expect(text).not.toMatch(/shift-tab\S|ctrl-.\w/);
    expect(text).toMatch(/◐ pending {2}! waits for you {2}✓ good end[\s\S]*• marked/);
  },
);

test('it says what the numbers beside the groups count, where there are any', () => {
  const said = /number beside a group[^.]*Ride rides under way, Points missions to claim, Notify notifications\./;
  expect(help(screens[0]!, { counted: countedTexts(badgesOf(groupScreens)) }).replace(/[│\s]+/g, ' ')).toMatch(said);
  expect(help(screens[0]!)).not.toMatch(/number beside a group/);
});

test.each([
  [20, 58],
  [7, 38],
])(
  'in %i rows of %i columns it is a window that says which lines are seen, and all of it can be read',
  (rows, columns) => {
    const all: string[] = [];
    for (let top = 0; top < 60; top += rows - 2) all.push(help(screens[1]!, { rows, columns, top }));
    expect(all[0]).toMatch(/Keys of Ride, lines 1-\d+ of \d+ ─/);
    for (const does of ['open', 'next, previous', 'copy id', 'twice: quit', 'to the shell', '• marked'])
      expect(all.join('\n')).toContain(does);
  },
);

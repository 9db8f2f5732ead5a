// The footer of every screen: its keys in order of use, as many as fit; the help key always.
import { describe, expect, test } from 'vitest';
import { groupScreens } from '../../../src/commands/app/boards.js';
import { Footer, KeyHelp } from '../../../src/ui/components/frame.js';
import { keymapOf } from '../../../src/ui/state/application.js';
import { badgesOf, countedTexts } from '../../../src/ui/state/badges.js';
import type { Keymap } from '../../../src/ui/state/keymap.js';
import { appAfter, frame } from '../../support/frames.js';
import { responded } from '../../support/queries.js';

const list = responded('assets offerings', { value: [{ id: 'a', title: 'One' }], columns: [{ path: 'title' }] });
test.each([
  ['Home', []],
  ['a list', ['1', list]],
  ['raw JSON', ['1', list, 'J']],
  ['a form', ['2', 'l']],
])('%s: what does not fit is left out from the right, the help key never', (_, steps) => {
  const keymap = keymapOf(appAfter(steps).state);
  const inOrder = keymap.filter(({ helpOnly, keys: [key] }) => !helpOnly && key !== '?').map(({ does }) => does);
  let before = 0;
  for (let columns = 40; columns < 130; columns++) {
    const text = frame(<Footer {...{ keymap, columns }} />, { columns }).text();
    expect(text, String(columns)).toMatch(/\? keys$/);
    expect(text.length).toBeLessThan(columns); // some terminals scroll at the last column of the last row
    const seen = inOrder.filter((does) => text.includes(` ${does}`)).length;
    for (const does of inOrder.slice(0, seen)) expect(text).toContain(does);
    expect(seen).toBeGreaterThanOrEqual(before);
    before = seen;
  }
});

// The keys of a screen as a dialog: every key by its name, a window where not all fit, what the signs and numbers mean.
describe('key help', () => {
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
});

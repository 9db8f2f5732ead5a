// The footer of every screen: its keys in order of use, as many as fit; the help key always.
import { describe, expect, test } from 'vitest';
import { CommandRule, Footer, Header, headerLine, KeyHelp, PathRule } from '../../../src/ui/components/frame.js';
import { themeOf } from '../../../src/ui/components/theme.js';
import { keymapOf } from '../../../src/ui/state/application.js';
import type { Keymap } from '../../../src/ui/state/core/keymap.js';
import type { Freshness, Head } from '../../../src/ui/state/core/page.js';
import { appAfter, frame } from '../../support/frames.js';
import { responded } from '../../support/queries.js';
import { now } from '../../support/time.js';

const list = responded('assets offerings', { value: [{ id: 'a', title: 'One' }], columns: [{ path: 'title' }] });
test.each([
  ['Home', []],
  ['a list', ['1', list]],
  ['raw JSON', ['1', list, 'J']],
  ['a form', ['2', 'l']],
])('%s: what does not fit is left out from the right, the help key never', (_, steps) => {
  const keymap = keymapOf(appAfter(steps).state);
  const inOrder = keymap.filter(({ helpOnly, keys: [key] }) => !helpOnly && key !== '?').map(({ label }) => label);
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
  const help = (keymap: Keymap, { columns = 100, rows = 40, top = 0 } = {}) =>
    frame(<KeyHelp title="Ride" area={{ rows, columns }} {...{ keymap, top }} counted={[]} />, {
      columns,
      rows,
    }).text();

  test.each(screens.map((keymap, at) => [at, keymap] as const))(
    'a space stands between a key and what it does: screen %i',
    (_, keymap) => {
      const text = help(keymap, { columns: 160, rows: 60 });
      expect(text).toContain('Keys of Ride ─');
      expect(text).not.toMatch(/shift-tab\S|ctrl-.\w/);
      expect(text).toMatch(/◐ pending {2}! waits for you {2}✓ succeeded[\s\S]*• marked/);
    },
  );

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

// The header of every screen: what is at the right gives way, the mark of the profile never; ages, outages and the end of the session.

const minute = 60_000;
const full: Head = { profile: 'sandbox', mark: 'sandbox', who: 'Mina Park', sessionEnds: now + 41 * minute };
const header = (head: Head, { fresh, columns = 80 }: { readonly fresh?: Freshness; readonly columns?: number } = {}) =>
  frame(<Header {...{ head, fresh, columns, now }} />, { columns }).text();

test('with room it has profile, mark, person, session and age', () => {
  expect(header(full, { fresh: { at: now - 2000 } })).toBe(
    ' tuk  sandbox  ◇ SANDBOX nothing here is real   Mi•• P••  session 41 min  ● now',
  );
});

test('the mark stays at any width', () => {
  for (let columns = 40; columns < 130; columns++) {
    const text = header(full, { columns });
    expect(text, String(columns)).toContain('◇ SANDBOX');
    expect(text.length).toBeLessThanOrEqual(columns);
    const revealed = header({ ...full, revealed: true }, { columns });
    expect(revealed, String(columns)).toMatch(/SANDBOX.*! (personal data )?shown/);
    expect(revealed.length).toBeLessThanOrEqual(columns);
  }
  expect(header({ profile: 'a-long-name-of-a-profile'.repeat(3), mark: 'protected' }, { columns: 40 })).toMatch(
    /▲ PROTECTED$/,
  );
});

test('the time of the sandbox stands beside its mark where there is room, and gives way before the mark', () => {
  const clocked = { ...full, sandboxClock: '22 Nov 14:26 60x' };
  expect(header(clocked, { columns: 120 })).toContain('◇ SANDBOX 22 Nov 14:26 60x  nothing here is real ');
  expect(header(clocked, { columns: 80 })).toContain('◇ SANDBOX 22 Nov 14:26 60x ');
  expect(header(clocked, { columns: 70 })).toMatch(/◇ SANDBOX {3,}Mi•• P••/);
  expect(header({ profile: 'box', sandboxClock: '14:26' })).toMatch(/^ tuk {2}box {2}14:26 /); // a served one has no mark
  expect(header(clocked, { columns: 40 })).toContain('◇ SANDBOX');
});

test('a live profile is louder than the sandbox: reversed, in the colour of a failure, at any width', () => {
  const live: Head = { ...full, profile: 'main', mark: 'live' };
  expect(header(live)).toMatch(/^ tuk {2}main {3}LIVE {2}all of this is real /);
  for (const columns of [40, 60]) expect(header(live, { columns })).toMatch(/ LIVE /);
  const roleOf = (head: Head, fresh: Freshness, text: string) =>
    headerLine({ head, fresh }, 100, now).find((piece) => piece.text.includes(text))?.role;
  expect(roleOf(live, { at: now }, 'LIVE')).toBe('protected');
  expect(themeOf({}).protected).toMatchObject({ inverse: true, bold: true, color: 'red' });
  expect(roleOf(live, { outage: { since: now - minute, next: now + 5000 } }, 'offline 1 min')).toBe('bad');
  expect(roleOf({ ...full, sessionEnds: now + 100_000 }, { at: now }, 'session ends in 1 min')).toBe('need');
});

test.each<[string, Partial<Head>, RegExp]>([
  ['nobody is signed in', { note: 'not signed in' }, / not signed in /],
  ['a second profile is shown', { other: 'two' }, /^ tuk {2}live \| two/],
  ['the session ends soon', { sessionEnds: now + 100_000 }, /! session ends in 1 min/],
  ['the session is at its end', { sessionEnds: now - 1 }, /session renews with the next read/],
  ['a profile has control characters', { profile: 'li\x1b[2Jve\u202e' }, /^ tuk {2}li\\x1b\[2Jve\\u202e/],
])('it says where %s', (_, more, said) => {
  expect(header({ profile: 'live', ...more })).toMatch(said);
});

test.each<[string, Freshness | undefined, RegExp]>([
  ['none', undefined, /◐$/],
  ['new', { at: now - 5000 }, /● now$/],
  ['of seconds, in tens', { at: now - 25_000 }, /● 20 s$/],
  ['requested', { at: now - 5000, asked: now - 1000 }, /◐$/],
  ['requested for long', { at: now - minute, asked: now - 5000 }, /◐ waits 5 s, data 1 min old$/],
  ['failed', { at: now - minute, failed: true }, /◌ 1 min$/],
  ['never', { failed: true }, /◌ no data$/],
  ['offline', { outage: { since: now - minute, next: now + 5000 } }, /◌ offline 1 min, next try in 5 s$/],
  ['failing', { outage: { since: now - minute, next: now, responds: true } }, /◌ failing 1 min, next try now$/],
])('the age of the data %s', (_, fresh, said) => {
  expect(header({ profile: 'live' }, fresh ? { fresh } : {})).toMatch(said);
});

// The rules of a screen: the path with the screens around the open one, and the command that gives the same data.

const names = ['Offerings', 'Vehicles', 'Mine', 'Incomes', 'Claimable', 'Orders'];
const role = 'rule';
const path = (at: number, columns: number, more: object = {}) =>
  frame(
    <PathRule
      group="Assets"
      path="Assets › Offerings"
      isScreen
      screens={{ names, at }}
      {...{ columns, role }}
      {...more}
    />,
    { columns },
  ).text();

test('the screens of the group stand around the open one, as many as fit', () => {
  expect(path(0, 80)).toMatch(/^─ Assets › \[Offerings\] Vehicles {2}Mine {2}Incomes {2}Claimable .*─$/);
  expect(path(3, 44)).toMatch(/^─ Assets › … .*\[Incomes\].* … ─+$/);
  for (let columns = 40; columns < 100; columns++)
    expect(path(3, columns, { state: '9 rows' })).toMatch(/\[Incomes\].* 9 rows ─$/);
});

test('a detail has its path alone, and what a rail shows is not repeated', () => {
  expect(path(0, 80, { isScreen: false })).toMatch(/^─ Assets › Offerings ─+$/);
  expect(path(0, 120)).toMatch(/^─ Assets › Offerings ─+$/);
});

test('the command stands with the key that copies it; control characters are escaped', () => {
  const rule = (command: string, joint?: string) =>
    frame(<CommandRule columns={60} {...{ command, joint, role }} />, { columns: 60 }).text();
  expect(rule('tuk assets offerings')).toMatch(/^─ \$ tuk assets offerings ─+ Y copies ─$/);
  expect(rule('tuk a\x1b[2J', '──┴')).toMatch(/^──┴─ \$ tuk a\\x1b\[2J ─+ Y copies ─$/);
  expect(rule('')).toBe('─'.repeat(60));
});

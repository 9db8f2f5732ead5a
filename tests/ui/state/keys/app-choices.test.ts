// The linear form does what the keys of the screens do: every action of the keymaps has its words, and both lead to the same state.

import { describe, expect, test } from 'vitest';
import { groupScreens } from '../../../../src/commands/app/boards.js';
import { listColumns } from '../../../../src/things/list-columns.js';
import { offering } from '../../../../src/things/offering.js';
import type { AppAct } from '../../../../src/ui/state/core/acts.js';
import { opened, type Screen, type WatchSpec } from '../../../../src/ui/state/core/screens.js';
import { commandOf } from '../../../../src/ui/state/keys/actions.js';
import {
  choicesText,
  type Has,
  meantBy,
  type ScreenKind,
  whyNotInLines,
} from '../../../../src/ui/state/keys/app-choices.js';
import { keysOf } from '../../../../src/ui/state/keys/app-keys.js';
import { watchScreen } from '../../../../src/ui/state/watch/watch-screen.js';
import { conversation } from '../../../support/conversation.js';
import { exit } from '../../../support/exit.js';
import { appAfter } from '../../../support/frames.js';
import { responded } from '../../../support/queries.js';
import { signedIn } from '../../../support/users.js';

const everything: Has = {
  ...{ more: true, filled: true, rows: true, signedIn: false, among: true, watches: true, sandbox: true },
  ...{ actions: 'of a row', turns: 'status', marked: 2 },
};
const kinds: readonly ScreenKind[] = ['groups', 'group', 'list', 'page', 'chart', 'json', 'search', 'watch'];

/** The actions of the keys of every kind of screen, in every state that has keys of its own. */
function actsOfKeys(): ReadonlySet<AppAct> {
  const specs = groupScreens.flatMap(({ screens }) => screens);
  const all = [undefined, ['a']].flatMap((picked) =>
    specs.flatMap((spec): Screen[] => {
      const screen = opened('Any', spec);
      if (screen.kind !== 'board') return [screen];
      const list = picked ? { ...screen, picked } : screen;
      return [list, { ...list, scrolled: 0 }, { ...list, filter: 'a' }];
    }),
  );
  const json = {
    ...({ kind: 'json', group: 'Any', parents: [], line: 'a' } as const),
    ...{ layout: ['a'], top: 0, query: 'a', id: 'a' },
  };
  const spec: WatchSpec = { name: 'A', actions: [['Cancel', 'b {id}', { role: 'cancel' }]] };
  const items = [{ id: 'a', class: 'pending', row: {}, seen: [] }] as const;
  const state = { kind: 'began', at: 0, changed: [], items } as const;
  const watch = watchScreen('Any', [{ spec, id: 'a', line: 'a a', history: [], hasEnded: false, state }]);
  const home = { kind: 'home', group: 'Home', pane: 0 } as const;
  const welcome = { kind: 'welcome', group: 'Home', menu: { marked: 0, top: 0 } } as const;
  const acts = [...all, json, watch, { ...watch, whole: false }, home, welcome].flatMap((screen) =>
    [true, false].flatMap((listed) =>
      [true, false].flatMap((filled) =>
        keysOf(screen, { listed, filled, isOver: true, among: true, signsIn: true, named: 'id' }).map(({ act }) => act),
      ),
    ),
  );
  return new Set(acts);
}

/** The actions that lines do by another one, or by a number. */
const alike: Readonly<Record<string, string>> = {
  ...{ first: 'more', last: 'more', 'page down': 'more', 'page up': 'more', 'half down': 'more', 'half up': 'more' },
  ...{ group: 'a number', 'move right': 'move left', range: 'pick', cancel: 'actions' },
};
test('every action of the keymaps has a choice or a number in lines, or a reason', () => {
  const acts = actsOfKeys();
  expect(acts.size).toBeGreaterThan(40);
  const helps = kinds.map((seen) => choicesText(seen, everything, 'all'));
  const without: string[] = [];
  for (const act of acts) {
    const why = whyNotInLines(act);
    const own = alike[act] ?? act;
    if (why !== undefined && act !== 'pause') {
      without.push(act);
      expect(why).toMatch(/^[A-Z].*\.$/);
    } else if (own === 'a number') expect(helps.some((help) => /A number opens/.test(help))).toBe(true);
    else
      expect(
        kinds.some((seen) => [own, own === 'filter' ? '/a' : ':a'].some((typed) => choiceOf(typed, seen) === own)),
        act,
      ).toBe(true);
  }
  expect(without.sort()).toEqual(
    [
      ...['links', 'down', 'up', 'left', 'right', 'column left', 'column right'], // the cursor
      ...['next pane', 'pane before', 'export', 'line', 'next find', 'find before', 'redraw', 'suspend', 'stop'],
    ].sort(),
  );
});
const choiceOf = (typed: string, seen: ScreenKind) => {
  const meant = meantBy(typed, seen, everything);
  return meant && 'choice' in meant ? meant.choice : undefined;
};
test.each([
  ['mark 1 4-6', 'list', { choice: 'pick', text: '1 4-6' }],
  ['hide rate', 'list', { choice: 'hide column', text: 'rate' }],
  ['copy 3', 'list', { choice: 'copy id', number: 3 }],
  ['copy command', 'groups', { choice: 'copy command' }],
  ['Y', 'json', { choice: 'copy command' }],
  ['l', 'groups', { choice: 'sign in' }],
  ['save night', 'page', { choice: 'save', text: 'night' }],
  [':rides', 'json', { choice: 'palette', text: 'rides' }],
  ['/id', 'json', { choice: 'filter', text: 'id' }],
  ['m 21', 'list', { choice: 'more', number: 21 }],
  ['3', 'list', { number: 3 }],
  ['x 3', 'list', { choice: 'actions', number: 3 }],
  ['/open: a', 'list', { choice: 'filter', text: 'open: a' }],
  ['', 'list', { again: true }],
  ['back', 'json', { choice: 'back' }],
  ['QUIT', 'groups', { choice: 'quit' }],
  ['?', 'groups', { choice: 'keys' }],
  ['/a', 'page', undefined],
  ['b', 'groups', undefined],
  ['yes', 'list', undefined],
  ['1e3', 'list', undefined],
  ['99999999999999999999', 'list', undefined],
  ['mark 1', 'page', undefined],
  ['store buy 1', 'list', undefined],
] as const)('%j on a %s', (line, seen, meant) => {
  expect(meantBy(line, seen, everything)).toEqual(meant);
});

/** The command of a board after these keys, with the rows of the sandbox. */
function commandAfter(keys: string, rows: readonly object[], columns: readonly { path: string }[]): string {
  const { state } = appAfter(['1', responded('assets offerings', { value: rows, columns }), ...keys], {
    head: { profile: 'sandbox' },
  });
  return commandOf(state);
}

describe('on the sandbox', { timeout: 60_000 }, () => {
  /** A session of the linear form, at the list of offerings. */
  async function atOfferings() {
    const { home, json } = await signedIn();
    const rows: readonly { id: string; title: string }[] = await json('assets offerings');
    const session = conversation(['-p', 'sandbox'], { home });
    await session.opening;
    await session.type('1');
    const list = await session.type('1');
    const ends = async () => {
      await session.type('q');
      expect(await session.exitCode).toBe(exit.ok);
    };
    return { session, rows, list, ends };
  }

  test('no answer is longer than a screen, and the number of rows comes first', async () => {
    const { session, list, ends } = await atOfferings();
    const high = (text: string) =>
      text.split('\n').reduce((sum, line) => sum + Math.max(1, Math.ceil(line.length / 80)), 0);
    expect(list.trim()).toMatch(/^Assets, Offerings\. 12 rows\./);
    const texts = [list];
    for (const line of 'm,j,m,m 200,b,,h,columns,preview 1,ride request,.,wallet chains,depin rides'.split(','))
      texts.push(await session.type(line));
    for (const text of texts) expect(high(text), text).toBeLessThanOrEqual(24);
    expect(texts.at(-1)).toMatch(/Depin, Rides\. [\d,]+ rows\.\n/);
    await ends();
  });

  test('a command that runs from it says records as lines and a map as its cells, the greatest first', async () => {
    const { home } = await signedIn();
    const session = conversation(['-p', 'sandbox'], { home, env: { TERM: 'dumb' } });
    await session.opening;
    const cells = await session.type('depin heatmap --city PNH -p sandbox');
    expect(cells).toMatch(/\n\d+ rows\.\n +1\. count [\d,]+\. point \w+\. latitude 11\.\d+\. longitude 104\.\d+\.\n/);
    const counts = [...cells.matchAll(/\. count ([\d,]+)\./g)].map(([, count]) => Number(count!.replaceAll(',', '')));
    expect(counts).toEqual([...counts].sort((one, other) => other - one));
    expect(counts.length).toBeGreaterThan(3);
    const board = await session.type('depin heatmap');
    expect(board).toMatch(/Depin, Heat map\. \d+ rows\.\n[\s\S]* 1\. count /);
    const list = await session.type('assets offerings -p sandbox');
    expect(list).toMatch(/\n12 rows\.\n +1\. status \w+, \w[^\n]* id [0-9a-f-]{36}\.\n/);
    const prices = await session.type('wallet price-history -p sandbox');
    expect(prices).toMatch(/USD\. \d+ lines\. Last 0\.\d+ USD\. Average [\d.]+\. High /);
    expect(await session.type('points balance -p sandbox')).toMatch(/^Amount: [\d,.]+/m);
    for (const text of [cells, list, prices]) expect(text).not.toMatch(/[█░▏]|^[A-Z]+ {2,}[A-Z]/m);
    expect(await session.type('assets offerings -p sandbox -o table')).toMatch(/^STATUS +TITLE/m);
    await session.type('q');
  });

  test('marks and ranges: ids copied, actions for all, cleared by words and by b', async () => {
    const { session, rows, ends } = await atOfferings();
    expect(await session.type('mark 1 3-4')).toContain('3 rows marked: 1, 3 to 4.');
    expect(await session.type('copy')).toContain([0, 2, 3].map((at) => rows[at]!.id).join('\n'));
    expect(await session.type('copy 2')).toContain(rows[1]!.id);
    expect(await session.type('mark 3')).toContain('2 rows marked: 1, 4.'); // as space does it
    expect(await session.type('x')).toContain('For one row at a time: Buy a share…. clear marks clears the marks.');
    expect(await session.type('x 2')).toContain('2 rows marked: x is for them. For row 2 alone: clear marks first.');
    expect(await session.type('/hanoi')).toMatch(/1 of 12 match hanoi\. 2 marked\.\n[\s\S]* 1\. Marked\. status OPEN/);
    expect(await session.type('copy')).toContain([3, 0].map((at) => rows[at]!.id).join('\n'));
    for (const line of ['mark', 'mark all of them']) expect(await session.type(line)).toContain('Which rows?');
    expect(await session.type('mark 1 99')).toContain('There is no 99 here.');
    expect(await session.type('b')).toContain('No row is marked.');
    expect(await session.type('copy')).toContain('Of which row?');
    await session.type('notify list');
    await session.type('mark 1-2');
    expect(await session.type('x')).toMatch(/Actions on 2 marked rows\n +1 {2}Dismiss…: tuk notify dismiss \S+ \S+\n/);
    await session.type('1');
    expect(await session.type('y')).toContain('Done.');
    expect(await session.type('')).toContain('Notify, Notifications. 0 rows.');
    await ends();
  });

  test('columns: the same command as by the keys', async () => {
    const { session, rows, ends } = await atOfferings();
    const columns = listColumns(offering).map(({ path }) => ({ path }));
    const said = async () => /tuk assets offerings.*/.exec(await session.type('c'))![0].replace(' -p sandbox', '');
    expect(await session.type('columns')).toMatch(/10 columns:\n {2}1\. status\n {2}2\. title\n/);
    expect(await session.type('hide rate')).toMatch(/rate is hidden\.\nColumns: status, title, raised, goal/);
    expect(await said()).toBe(commandAfter('>>>H', rows, columns));
    expect(await session.type('move raised left')).toContain('Columns: status, raised, title, goal');
    expect(await said()).toBe(commandAfter('>>>H{', rows, columns));
    expect(await session.type('s goal')).toMatch(
      /Sorted by goal, the least first\.[\s\S]* 1\. status \w+, on\. [^\n]*Hong Kong Cars/,
    );
    expect(await said()).toBe(commandAfter('>>>H{>>s', rows, columns));
    expect(await session.type('s')).toMatch(/10 columns:\n[\s\S]*goal, sorted, the least first\n/);
    expect(await session.type('s goal')).toContain('Sorted by goal, the greatest first.');
    expect(await said()).toBe(commandAfter('>>>H{>>ss', rows, columns));
    expect(await session.type('columns')).toMatch(
      /3\. title\n[\s\S]*rate, hidden\n[\s\S]*goal, sorted, the greatest first\n/,
    );
    expect(await session.type('show rate')).toMatch(/Columns: .*rate/);
    expect(await session.type('show')).toMatch(
      /All columns, in the order of the command\.\nColumns: status, title, rate/,
    );
    expect(await session.type('s goal')).toContain('Not sorted: the order of the service.');
    expect(await said()).toBe('tuk assets offerings');
    expect(await session.type('hide s')).toMatch(/s begins 2 columns: status, starts\./);
    expect(await session.type('move rate')).toContain('Where to? move rate left, or move rate right.');
    for (const line of ['hide 99', 'show 99'])
      expect(await session.type(line)).toContain('There is no column 99 here.');
    await ends();
  });

  test('an alias, its palette entry, a pasted id, profiles, the requests, the history', async () => {
    const { session, rows, ends } = await atOfferings();
    await session.type('/open');
    await session.type('s rate');
    expect(await session.type('save night')).toMatch(
      /\$ tuk alias set night -- assets offerings --match open --sort-by interestRate[\s\S]*Done\./,
    );
    await session.type('wallet chains');
    expect(await session.type('night')).toMatch(
      /Assets, night\. \d+ of 12 match open\. Sorted by rate, the least first\./,
    );
    expect(await session.type('c')).toContain('tuk assets offerings --match open --sort-by interestRate -p sandbox\n'); // the alias names no profile
    expect(await session.type(':night')).toMatch(/1 found:\n +1 {2}night/);
    expect(await session.type('1')).toContain('Assets, night.');
    await session.type('save');
    expect(await session.type('late')).toContain('alias set late');
    // a command with its value is what is meant: nothing is left to choose
    expect(await session.type(':find 4da20f98-8dc4-427c-88b7-8703b349db9f')).toMatch(/Case, 4da20f…49db9f\./);
    await session.type('assets offerings');
    const title = /Assets, Offerings, (.+)\.\n/.exec(await session.type('2'))![1]!;
    await session.type('wallet chains');
    expect(await session.type(`:${title.toLowerCase()}`)).toMatch(/opened: tuk assets offering/); // a thing that was opened
    await session.type('.');
    expect(await session.type(rows[3]!.id)).toMatch(/Assets, Offerings\. 1 of 12 match [\s\S]* 1\. .*Hanoi/);
    expect(await session.type('[')).toContain('Wallet, Chains.');
    expect(await session.type(']')).toContain('Assets, Offerings.');
    expect(await session.type('next screen')).toContain('Assets, Vehicles.');
    expect(await session.type('-')).toContain('Assets, Offerings.');
    expect(await session.type('requests')).toMatch(/Request log\. \d+ rows\.\n[\s\S]*status 200/);
    expect(await session.type('b')).toContain('Back at Assets, Offerings.');
    expect(await session.type('pause')).toContain('This screen is not read again by itself. r reads it now.');
    expect(await session.type('profile add other --base http://127.0.0.1:9/{service}')).toContain('Done.');
    expect(await session.type('ctx')).toMatch(
      /1 {2}ctx other: profile: tuk profile use other\n +2 {2}ctx sandbox: the profile in use/,
    );
    expect(await session.type('1')).toMatch(/Profile other is the default now; -p sandbox stays in use here\./);
    await ends();
  });
});

// The state of the application without a terminal: screens, keys, responses, requests, frames of every size.

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { groupScreens } from '../../../src/commands/app/boards.js';
import { homePanes } from '../../../src/commands/app/home-panes.js';
import type { Column } from '../../../src/text/column.js';
import { width } from '../../../src/text/text.js';
import { rowKindOf } from '../../../src/things/action.js';
import { missionGroup } from '../../../src/things/mission.js';
import { invitee } from '../../../src/things/user.js';
import { screenLines } from '../../../src/ui/screen-reader/screen-lines.js';
import { application } from '../../../src/ui/state/application.js';
import { previewRest } from '../../../src/ui/state/core/list.js';
import type { ReadResult } from '../../../src/ui/state/core/responses.js';
import type { BoardScreen, ReadFailure } from '../../../src/ui/state/core/screens.js';
import { type AppEvent, type Application, type ServiceTime, topOf } from '../../../src/ui/state/core/state.js';
import { commandOf } from '../../../src/ui/state/keys/actions.js';
import { linesOfPane } from '../../../src/ui/state/queries/observed.js';
import { exit } from '../../support/exit.js';
import { appAfter, applicationRows, type Step, small } from '../../support/frames.js';
import { commandEnded, failing, observes, requested, responded } from '../../support/queries.js';
import { property } from '../../support/runs.js';

const size = small;
const now = new Date(2026, 10, 20, 14, 0, 0).getTime();
const head = { profile: 'sandbox', mark: 'sandbox' } as const;
const model = { head, groups: groupScreens, panes: homePanes, suffix: '' };

/** The application after some events and keys, a second apart. */
const app = (steps: readonly Step[] = [], { signedIn = true, at = size } = {}) =>
  appAfter(steps, { head, signedIn, size: at, at: now, every: 1000 });
const drawn = (state: Application, at = size, when = now) => applicationRows(state, at, when).join('\n');
const top = (state: Application) => topOf(state) as BoardScreen;
const responseEvent = (line: string, value: unknown, more: Partial<ReadResult> = {}): AppEvent =>
  responded(line, { value, ...more });
const offeringColumns: ReadResult['columns'] = [
  { path: 'status', as: { status: 'OfferingStatus' } },
  { path: 'title' },
  { path: 'interestRate', heading: 'rate', as: 'percent' },
  { path: 'startDate', heading: 'starts', as: 'time' },
  { path: 'id' },
];
const offering = (id: number, more: object = {}) => {
  const startDate = new Date(now - id * 3_600_000).toISOString();
  const rate = { interestRate: String(20 - id), startDate };
  return { id: `id-${id}`, status: 'OPEN', title: `Offering ${id}`, ...rate, ...more };
};
const offerings = (...list: unknown[]) =>
  responseEvent('assets offerings', list, { columns: offeringColumns, options: { '--status': ['OPEN', 'CLOSED'] } });
const three = offerings(offering(1), offering(2), offering(3));
const ride = (at: number) => ({
  ...{ id: `ride-${at}`, status: 'PICKUP' },
  ...{ origin: { name: `From ${at}` }, destination: { name: `To ${at}` } },
});
const rideColumns = groupScreens[2]!.screens[0]!.columns;
const rides = (...list: unknown[]) => responseEvent('ride status --known', list, { columns: rideColumns });

describe('requests', () => {
  test('nothing is requested before the first frame, then only what the visible screen needs', () => {
    const board = application({ ...model, signedIn: true });
    expect(board.update(board.initial, { what: 'key', key: 'j', size }, now)).toHaveLength(1);
    const lines = [...new Set(homePanes.flatMap(linesOfPane))];
    const home = lines.map((line) => expect.objectContaining({ line, spec: line }));
    expect(app().effects).toEqual([{ do: 'observe', owner: undefined, queries: home }]);
    const offerings = { line: 'assets offerings', spec: 'assets offerings', interval: 30_000 };
    expect(app(['1']).effects.slice(1)).toEqual([{ do: 'observe', owner: undefined, queries: [offerings] }]);
    expect(app([], { signedIn: false }).effects).toEqual([]);
  });

  test('the queries of the visible screen are observed, others are not; r invalidates them; rows stay until new ones arrive', () => {
    const effects = (events: (AppEvent | string)[]) => app(['1', ...events]).effects.slice(2); // after those of Home and of the board
    expect(effects([three, 'j', 'k'])).toEqual([]);
    expect(effects([three, 'r'])).toEqual([{ do: 'invalidate', lines: ['assets offerings'] }]);
    expect(drawn(app(['1', three, 'r', requested('assets offerings')]).state)).toContain('Offering 1');
    const below = ['wallet balance', 'wallet price-history']; // the rows, and the chart below them
    const queries = below.map((line) => expect.objectContaining({ line }));
    expect(effects([three, '3'])[0]).toEqual({ do: 'observe', owner: undefined, queries });
  });

  test('tab gives the focus to the preview, which scrolls to its end and no further; without room for one it opens the row', () => {
    const at = { rows: 30, columns: 160 };
    const many = offerings(
      offering(1, Object.fromEntries(Array.from({ length: 60 }, (_, nth) => [`f${nth}`, `value ${nth}`]))),
    );
    const body = (...keys: string[]) => drawn(app(['1', many, ...keys], { at }).state, at);
    expect(body()).not.toContain('tab goes back');
    expect(body('tab')).toMatch(/tab goes back[\s\S]*tab back to the list/);
    expect(body('tab')).not.toContain('value 55');
    const end = body('tab', 'G');
    expect(end).not.toBe(body('tab'));
    expect(body('tab', 'G', 'j', 'j')).toBe(end);
    expect(body('tab', 'G', 'j', 'j', 'k')).not.toBe(end); // no key without effect
    for (const back of ['tab', 'esc']) expect(body('tab', 'j', back)).toBe(body());
    expect(topOf(app(['1', three, 'tab']).state)).toMatchObject({ line: 'assets offering id-1' });
  });

  test('w pauses refreshing until it is pressed again; r still requests', () => {
    const last = (events: string[]) => app(['1', three, ...events]).effects.at(-1);
    expect(last(['w'])).toEqual(observes('assets offerings', { paused: true }));
    const queries = [expect.not.objectContaining({ paused: true })];
    expect(last(['w', 'w'])).toEqual({ do: 'observe', owner: undefined, queries });
    expect(drawn(app(['1', three, 'w']).state)).toMatch(/3 rows · paused/);
    expect(last(['w', 'r'])).toEqual({ do: 'invalidate', lines: ['assets offerings'] });
  });

  test('a wait is shown after 150 ms, an outage with its next attempt', () => {
    const { state } = app(['1', requested('assets offerings')]);
    expect(drawn(state, size, now + 2100)).not.toContain('requesting');
    expect(drawn(state, size, now + 2400)).toMatch(/◐ requesting: tuk assets offerings {2}0\.4 s/);
    const kept = app(['1', three, failing('assets offerings', { text: 'No answer.', passes: true })]).state;
    expect(drawn(kept, size, now + 4000)).toMatch(
      /◌ offline <10 s, next try in 29 s[\s\S]*✗ No answer\.\s+It is tried again in 29 s; r tries now[\s\S]*Offering 1/,
    );
    const signedOut = ['1', failing('assets offerings', { text: 'Not signed in.', kind: 'sign-in' })];
    expect(drawn(app(signedOut, { signedIn: false }).state)).toMatch(/Enter signs in/);
    expect(app([...signedOut, 'enter']).effects).toContainEqual({ do: 'load fields', line: 'login' });
  });

  test('a failure says once, whole: what, what next, the status and the id of the request', () => {
    const text = `The service has refused it because ${'of this and that '.repeat(12)}in the end.`;
    const shown = (failed: Partial<ReadFailure>) =>
      drawn(app(['1', failing('assets offerings', { text, ...failed })]).state, size, now + 1000);
    const whole = shown({ status: 403, requestId: 'req-7', kind: 'refused' });
    expect(whole.replace(/\s+/g, ' ')).toContain(text);
    expect(whole.split('The service has refused it')).toHaveLength(2);
    expect(whole).toMatch(/not allowed to see it[\s\S]*HTTP 403 · request req-7/);
    expect(shown({ status: 429, kind: 'rate-limited', wait: 30_000 })).toMatch(
      /asks to wait: the next request is in (29|30|31) s/,
    );
    expect(shown({ status: 503, passes: true, hint: 'Do this.' })).not.toContain('Do this');
    expect(shown({ status: 500, hint: 'Do this.' })).toContain('Do this. It is tried again');
  });

  test('an empty response shows the next step; a response of any shape does not crash', () => {
    const empty = (next: string) =>
      drawn(app(['1', responseEvent('assets offerings', [], { empty: ['No offerings.', next] })]).state);
    expect(empty('See the vehicles: tuk assets products')).toMatch(
      /^ No offerings\.\s*\n See the vehicles: tuk assets products/m,
    );
    expect(empty('List them all: tuk assets offerings')).not.toContain('List them all'); // this list is open already
    property(100, fc.jsonValue(), (value) => {
      const { state } = app(['1', responseEvent('assets offerings', value), 'j', 'G', 'enter', 'J']);
      for (const one of applicationRows(state, size, now)) expect(width(one)).toBeLessThanOrEqual(80);
    });
  });
});

describe('a list', () => {
  test('the cursor stays on its row by id when rows are added, filtered or sorted', () => {
    const marked = (events: (AppEvent | string)[]) => {
      const { shown: visibleRows, place } = top(app(['1', ...events]).state);
      return (visibleRows[place.marked] as { id: string } | undefined)?.id;
    };
    expect(marked([three, 'j', offerings(offering(0), offering(1), offering(2))])).toBe('id-2');
    expect(marked([three, 'G', offerings(offering(1))])).toBe('id-1');
    expect(marked([three, 'j', '/', '2', 'enter', 'esc'])).toBe('id-2');
  });

  test('a filter: every letter is text, esc restores all rows, no match is reported', () => {
    const { state } = app(['1', three, '/', 'q', ':', '1']);
    expect(top(state).filter).toBe('q:1');
    expect(drawn(state)).toMatch(/0 of 3 match \/q:1[\s\S]*esc shows all\.[\s\S]*\/q:1▏/);
    expect(top(app(['1', three, '/', 'z', 'enter', 'esc']).state).shown).toHaveLength(3);
    expect(top(app(['1', three, '/', 'z', 'esc']).state).filter).toBe('');
  });

  test('p cycles through the values of an option and requests each, then all', () => {
    const words = ['p', 'p', 'p'].map((_, at, all) =>
      commandOf(app(['1', three, ...all.slice(0, at + 1).flatMap((p) => [p, three])]).state),
    );
    expect(words[0]).toBe('tuk assets offerings --status OPEN');
    const { state, effects } = app(['1', three, 'p']);
    expect(effects.at(-1)).toEqual(observes('assets offerings --status OPEN', { spec: 'assets offerings' }));
    const open = responseEvent('assets offerings --status OPEN', [offering(1)], {
      options: { '--status': ['OPEN', 'CLOSED'] },
    });
    expect(commandOf(app(['1', three, 'p', open, 'p']).state)).toBe('tuk assets offerings --status CLOSED');
    expect(drawn(state)).toContain('OPEN');
  });

  test('a single object is a detail page although it contains a list', () => {
    const quote = { amount: '5', protocols: [{ name: 'V2' }] };
    expect(drawn(app(['1', responseEvent('assets offerings', quote)]).state)).toMatch(/1 row[\s\S]*▸ V2/);
    expect(drawn(app(['1', responseEvent('assets offerings', quote, { singleRecord: true })]).state)).toMatch(
      /Amount +5[\s\S]*PROTOCOLS {2}1/,
    );
  });

  test('unknown enum values and rows without a field are shown unchanged', () => {
    const { state } = app(['1', offerings(offering(1, { status: 'TELEPORTING' }), { id: 'x' }, null, 7)]);
    expect(drawn(state)).toMatch(/\? TELEPORTING[\s\S]*– +–/);
  });
});

describe('navigation', () => {
  test("enter opens the detail with the row's data until its response arrives; < and > go to neighbours; esc goes back", () => {
    const opened = app(['1', three, 'j', 'enter']);
    expect(opened.effects.at(-1)).toEqual(observes('assets offering id-2'));
    expect(drawn(opened.state)).toMatch(/Assets › Offerings › Offering 2[\s\S]*2 of 3[\s\S]*Rate +18 %/);
    const full = responseEvent('assets offering id-2', { ...offering(2), region: 'KH' }, { columns: offeringColumns });
    expect(drawn(app(['1', three, 'j', 'enter', full]).state)).toMatch(/Region +KH/);
    expect(commandOf(app(['1', three, 'j', 'enter', '>']).state)).toBe('tuk assets offering id-3');
    expect(commandOf(app(['1', three, 'j', 'enter', '>', '>']).state)).toBe('tuk assets offering id-3');
    const { state } = app(['1', three, 'j', 'enter', '<', 'esc']);
    expect([top(state).line, top(state).place.marked]).toEqual(['assets offerings', 0]);
  });

  test('Home has screens beside its panes: l goes through them and back to the panes, 0 and esc go to the panes', () => {
    const path = (...keys: string[]) => /─ (Home.*?) +[─│]/.exec(drawn(app(keys).state))![1];
    expect(path('l')).toMatch(/^Home › .*\[Ledger\]/);
    expect(path()).toMatch(/^Home › \[Now\] +Ledger/);
    expect(path('l', 'h')).toMatch(/^Home › \[Now\]/);
    expect(path('h')).toMatch(/\[Grants\]/);
    expect(path('l', 'esc')).toMatch(/^Home › \[Now\]/);
    expect(path('l', '3', '0')).toMatch(/^Home › \[Now\]/);
    expect(app(['l']).effects.at(-1)).toEqual(observes('ops list'));
  });

  test('enter on an order follows it; without its id it shows the row', () => {
    const orders = (id: string | null) =>
      responseEvent('store order list', [{ id, status: null, here: { operation: 'op-1' } }]);
    const opened = (id: string | null) => topOf(app(['6', 'l', 'l', orders(id), 'enter']).state);
    expect(opened('o-7')).toMatchObject({ kind: 'watch', items: [{ id: 'o-7' }] });
    expect(opened(null)).toMatchObject({ kind: 'board', line: '' });
  });

  test('an asset order offers its payment only while it has none and no purchase shows it', () => {
    const columns: readonly Column[] = [{ path: 'status', as: { status: 'PaymentStatus' } }, { path: 'id' }];
    const offered = (status: string | null, here: object) => {
      const row = { id: 'o-7', status, here: { operation: 'op-1', ...here } };
      const keys = ['1', ...Array<string>(9).fill('l'), responseEvent('assets orders', [row], { columns }), 'x'];
      return app(keys).state.chooser!.items.map(({ value }) => value);
    };
    expect(offered(null, { unpaid: 'o-7' })).toContain('assets payment create o-7');
    for (const other of [offered(null, {}), offered('PAID', { unpaid: 'o-7' })])
      expect(other).toEqual(['ops check op-1', 'wait op-1', 'ops settle op-1']);
  });

  test('an order of the ledger offers what its status allows, and to look after its operation', () => {
    const columns: readonly Column[] = [{ path: 'status', as: { status: 'StoreOrderStatus' } }, { path: 'id' }];
    const offered = (status: string | null) => {
      const rows = [{ id: 'o-7', status, here: { operation: 'op-1' } }];
      const orders = responseEvent('store order list', rows, { columns });
      return app(['6', 'l', 'l', orders, 'x']).state.chooser!.items.map(({ value }) => value);
    };
    const ops = ['ops check op-1', 'ops settle op-1', 'ops show op-1'];
    expect(offered('DRAFT').sort()).toEqual([...ops, 'store order cancel o-7', 'store order pay o-7']);
    expect(offered(null).sort()).toEqual(ops); // not read
  });

  test('J shows the row as JSON, y copies its id, Y the command; a search goes from line to line', () => {
    const { state } = app(['1', three, 'j', 'J']);
    expect(drawn(state)).toMatch(
      /Offering 2 › JSON[\s\S]*"title": "Offering 2"[\s\S]*tuk assets offering id-2 -o json/,
    );
    expect(app(['1', three, 'j', 'J', 'y']).effects.at(-1)).toEqual({ do: 'copy', text: 'id-2' });
    expect(app(['1', three, 'G', 'y']).effects.at(-1)).toEqual({ do: 'copy', text: 'id-3' });
    expect(app(['1', three, 'Y']).effects.at(-1)).toEqual({ do: 'copy', text: 'tuk assets offerings' });
    const found = app(['1', three, 'J', '/', ...'start', 'enter']).state;
    expect(topOf(found)).toMatchObject({ kind: 'json', query: 'start', marked: 5 });
    expect(top(app(['1', three, 'J', 'esc']).state).line).toBe('assets offerings');
  });

  test('a group keeps its state while another is open; [ and ] go through the history', () => {
    const there = ['1', three, 'l', '3'];
    expect(commandOf(app([...there, '1']).state)).toBe('tuk assets vehicles');
    expect(commandOf(app([...there, '1', '1']).state)).toBe('tuk assets offerings');
    expect(commandOf(app([...there, '[']).state)).toBe('tuk assets vehicles');
    expect(commandOf(app([...there, '[', '[']).state)).toBe('tuk assets offerings');
    expect(commandOf(app([...there, '[', '[', ']', ']']).state)).toBe('tuk wallet balance');
    expect(commandOf(app([...there, '-']).state)).toBe('tuk assets vehicles');
    expect(commandOf(app([...there, '-', '-']).state)).toBe('tuk wallet balance');
    expect(topOf(app(['1', 'esc']).state).kind).toBe('home');
    expect(topOf(app(['1', 'h']).state)).toMatchObject({ spec: { name: groupScreens[1]!.screens.at(-1)!.name } });
  });

  test('a ride opens over the list with its own keys; leaving it returns to the list', () => {
    const list = rides(ride(1));
    const opened = app(['2', list, 'enter']);
    expect(opened.effects.at(-1)).toEqual({ do: 'watch', lines: ['watch ride:ride-1'] });
    const { state, effects } = app(['2', list, 'enter', 'w', 'esc']);
    expect(effects.slice(-4).map((one) => one.do)).toEqual(['watched', 'invalidate', 'observe', 'watch']);
    expect(effects.at(-1)).toEqual({ do: 'watch', lines: [] });
    expect(top(state).group).toBe('Ride');
    const elsewhere = app(['2', list, 'enter', '5']);
    expect(top(elsewhere.state).group).toBe('Points');
    expect(elsewhere.effects).toContainEqual({ do: 'watch', lines: [] });
    const failed = app([
      '2',
      list,
      'enter',
      { what: 'watch failed', line: 'watch ride:ride-1', failure: { text: 'Gone.' } },
    ]);
    expect(drawn(failed.state)).toMatch(/✗ Gone\.\s*\n +r tries again/);
    expect(app(['2', list, 'enter', '5', '[']).effects.at(-1)).toEqual({ do: 'watch', lines: ['watch ride:ride-1'] });
  });
});

describe('actions', () => {
  test("an action runs its command line with that command's prompts; an id that looks like an option is not one", () => {
    const { state } = app(['1', three, 'x']);
    expect(drawn(state)).toMatch(/Actions[\s\S]*▸ Buy a share… +tuk assets order --offering id-1/);
    expect(app(['1', three, 'x', 'enter']).effects.at(-1)).toEqual({ do: 'run', line: 'assets order --offering id-1' });
    expect(app(['1', offerings(offering(1, { id: '--yes' })), 'x']).state.chooser).toBeUndefined();
    expect(app(['1', offerings(offering(1, { id: "a'b $(c)" })), 'x']).state.chooser?.items[0]?.value).toBe(
      "assets order --offering 'a'\\''b $(c)'",
    );
    const ended = app(['1', three, commandEnded('assets order', { code: exit.guarded, head })]);
    expect(drawn(ended.state)).toContain('✗ Exit code 7: tuk assets order');
    expect(ended.effects.at(-1)).toEqual(observes('assets offerings'));
  });

  const toForm = ['5', 'h', 'h', 'h'];
  const field = (label: string, is: string, more: object = {}) => {
    const own = { label, is, flag: `--${label.toLowerCase()}`, required: false };
    return { ...own, ...more, text: { before: '', after: '' } };
  };
  const fields: AppEvent = {
    ...{ what: 'fields', line: 'points deposit' },
    fields: [
      field('From', 'where it starts', { required: true }),
      field('Region', 'which', { words: ['KH', 'SG'] }),
      field('Quietly', 'or not', { isSwitch: true }),
    ],
  };
  test('a form: letters are text only in a field, required fields are prompted for, the command line is built and run', () => {
    expect(app([...toForm]).effects.at(-1)).toEqual({ do: 'load fields', line: 'points deposit' });
    const typing = app([...toForm, fields, 'enter', ...'q 1?', 'tab', 'enter', 'down', 'down', 'enter', 'enter']).state;
    expect(commandOf(typing)).toBe("tuk points deposit --from 'q 1?' --region SG --quietly");
    expect(drawn(typing)).toMatch(/From +q 1\?[\s\S]*‹ SG ›[\s\S]*\[x\]/);
    const missing = app([...toForm, fields, 'k', 'enter']);
    expect(drawn(missing.state)).toContain('Still needed: From.');
    expect(topOf(missing.state)).toMatchObject({ at: 0 });
    const run = app([...toForm, fields, 'enter', 'A', 'enter', 'enter']).effects.at(-1);
    expect(run).toEqual({ do: 'run', line: 'points deposit --from A' });
    const filled = (...keys: readonly string[]) => topOf(app([...toForm, fields, ...keys]).state);
    expect(filled('enter', 'A', 'enter')).toMatchObject({ at: 3 }); // nothing more is needed
    expect(filled('enter', 'A', 'tab')).toMatchObject({ at: 1 }); // a tab goes on to what may be filled
    expect(top(app([...toForm, fields, '3']).state).group).toBe('Wallet'); // no field has the focus, so keys act as keys
  });

  test('a created picture is drawn beside its form; one that cannot be drawn is reported', () => {
    const own = { ...fields, line: 'image create' } as AppEvent;
    const facts = ['2 × 2', 'image/png', '99 bytes'];
    const rgba = Uint8Array.from([0, 255, 0, 255].flatMap((one) => [one, one, one, 255]));
    const picture = { width: 2, height: 2, rgba };
    const created = (made: object): AppEvent =>
      commandEnded('image create --out a.png', { head, made: { path: 'a.png', facts, at: now, ...made } });
    const drawnOf = (made: object, at = size) => drawn(app(['8', own, created(made)]).state, at);
    const empty = drawn(app(['8', { ...fields, line: 'image create', fields: [] } as AppEvent]).state);
    expect(empty).toContain('creates the image and writes the file');
    expect(drawnOf({ picture })).toMatch(/MADE {2}a\.png\n.*From +– [\s\S]* █[\s\S]*2 × 2 · image\/png · 99 bytes/);
    expect(drawnOf({})).toMatch(/MADE {2}a\.png\s*\n.*Only a PNG/);
    const narrow = { rows: 10, columns: 40 };
    for (const one of drawnOf({ picture }, narrow).split('\n')) expect(one.length).toBeLessThanOrEqual(narrow.columns);
    expect(drawn(app(['8', own, created({ picture }), '7']).state)).not.toContain('MADE');
  });

  test('an action on a row of a list is not one on the rows of what it opens', () => {
    const kind = rowKindOf(missionGroup);
    const of = (ranking: unknown) =>
      responseEvent('points missions groups', [{ id: 'g-1', title: 'Season', ranking }], { kind });
    const leaders = responseEvent('points rank board g-1', [{ userId: 'u-7', rank: 1 }], { id: 'userId' });
    const ranks = (ranking: unknown): Step[] => ['5', 'l', 'l', 'l', of(ranking)];
    const listed = ['show', 'board', 'claim'].map((name) => `points rank ${name} g-1`);
    expect(app([...ranks(true), 'x']).state.chooser?.items.map(({ value }) => value)).toEqual(listed);
    expect(app([...ranks(true), 'x', 'down', 'enter', leaders, 'x']).state.chooser).toBeUndefined();
    // its page reads what belongs to it, by what the row says
    const read = (ranking: unknown) => top(app([...ranks(ranking), 'enter']).state).spec.below?.command;
    expect([true, false, undefined].map(read)).toEqual([
      'points rank show g-1',
      ...Array(2).fill('points missions list -f missionGroupId=g-1'),
    ]);
    const own = responseEvent('points rank show g-1', { rank: 236 }, { columns: [{ path: 'rank' }] });
    const { state } = app([...ranks(true), 'enter', own]);
    expect(drawn(state)).toMatch(/YOUR RANK\s+Rank +236/);
    expect(screenLines(state, now as ServiceTime).head).toContain('Your rank: rank 236.');
    const high = { rows: 40, columns: 100 };
    const all = app([...ranks(true), 'enter', own, leaders], { at: high });
    expect(drawn(all.state, high)).toMatch(/YOUR RANK[\s\S]*Rank +236[\s\S]*LEADERS[\s\S]*u-7/); // what is read has room at once
    expect(all.effects.at(-1)).toMatchObject({
      queries: [...listed.slice(0, 2), 'points missions list -f missionGroupId=g-1'].map((line) => ({ line })),
    });
    const lost = app([...ranks(true), 'enter', failing('points rank show g-1', { text: 'HTTP 500' })]).state;
    expect(drawn(lost)).toMatch(/YOUR RANK\s+✗ HTTP 500/);
    expect(screenLines(lost, now as ServiceTime).head).toContain('Your rank: HTTP 500. r tries again.');
  });

  test('a search is requested after a pause; old rows stay until new ones arrive; a letter is text only while typing', () => {
    const places = ['2', 'l', 'l', 'l'];
    expect(drawn(app(places).state)).toMatch(/What do you look for\?[\s\S]*tuk ride places search/);
    expect(app([...places, 'enter', 'c']).effects.some(({ line = '' }) => line.startsWith('ride places'))).toBe(false);
    const typing = [...places, 'enter', 'c', 'e'];
    expect(app(typing).effects.at(-1)).toEqual(observes('ride places search ce', { debounce: 300 }));
    const found = responseEvent('ride places search ce', [{ placeId: 'P-1' }, { placeId: 'P-2' }], { id: 'placeId' });
    expect(app([...typing, found, 'down', 'enter', 'enter']).effects.at(-1)).toEqual(observes('ride places show P-2'));
    expect(app([...typing, 'n', 'backspace']).effects.at(-1)).toEqual(observes('ride places search ce'));
    expect(topOf(app([...typing, found, 'enter', '3']).state).group).toBe('Wallet');
    expect(commandOf(app([...places, '/', ...'a b']).state)).toBe("tuk ride places search 'a b'");
  });

  test('the last mission comes into view; a dashboard is its record, a map is drawn', () => {
    const forty = Array.from({ length: 40 }, (_, at) => ({ id: `m-${at}`, name: `Mission ${at}` }));
    const missions = responseEvent('points missions list', forty);
    expect(drawn(app(['5', missions, 'G']).state)).toContain('▸ Mission 39');
    const batteries = { count: 12, chargerCounts: { CHARGING: 3, PROBLEM: 1, NEW: 0 } };
    const dash = responseEvent('depin dash', { batteries });
    expect(drawn(app(['7', dash]).state)).toMatch(/Count +12 +CHARGING +3 +■+·+ +75 %/);
    const map = responseEvent('depin heatmap', [{ latitude: 1, longitude: 2, count: 9 }]);
    const steps = groupScreens[7]!.screens.findIndex(({ kind }) => kind === 'heat map');
    expect(drawn(app(['7', ...Array.from({ length: steps }, () => 'l'), map]).state)).toMatch(/██[\s\S]*north is up/);
    expect(drawn(app(['7', 'l', 'l', 'l', map, 'enter']).state)).toMatch(/Heat map › Rows[\s\S]*▸/);
  });

  test('a form that only reads shows its response in the application', () => {
    const own = { ...fields, line: 'swap quote' } as AppEvent;
    const { effects, state } = app(['4', own, 'enter', 'A', 'enter', 'enter']);
    expect(effects.at(-1)).toEqual(observes('swap quote --from A'));
    expect(topOf(app(['4', own, 'enter', 'A', 'enter', 'enter', 'esc']).state).kind).toBe('form');
    expect(drawn(state)).toContain('Swap › Quote › Answer');
  });

  test('a failure message stays until a key', () => {
    const { state, board } = app([{ what: 'trouble', text: 'Gone.' }]);
    expect(drawn(state, size, now + 3_600_000)).toContain('✗ Gone.');
    expect(drawn(board.update(state, { what: 'key', key: 'z', size }, now)[0])).not.toContain('Gone.');
  });

  test('a sign-in by a command from the application signs in the application, too', () => {
    const login = commandEnded('login', { head: { profile: 'live' } });
    const { state, effects } = app([':', ...'welcome', 'enter', login]);
    expect(topOf(state).kind).toBe('home');
    expect(drawn(app([login], { signedIn: false }).state)).toMatch(/^ tuk {2}live(?!.*not signed in)/);
    expect(effects.at(-1)).toMatchObject({ do: 'observe' });
  });

  test('the welcome appears only on the first run of the sandbox', () => {
    const out = { signedIn: false };
    expect(drawn(app([], out).state)).toContain('Look around the sandbox');
    expect(app(['j', 'enter'], out).effects).toEqual([{ do: 'copy', text: 'tuk profile add' }]);
    expect(app(['enter'], out).effects).toEqual([{ do: 'enter sandbox' }]);
    expect(app(['j', 'j', 'enter'], out).effects[0]).toEqual({ do: 'load fields', line: 'login' });
    const { initial } = application({ ...model, head: { profile: 'live' }, signedIn: false });
    expect([topOf(initial).kind, drawn(initial)]).toEqual(['home', expect.stringContaining('not signed in')]);
    expect(topOf(app([{ what: 'commands', commands: [] }, ':', ...'welcome', 'enter']).state).kind).toBe('welcome');
  });
});

test('a row without a page of its own is shown itself, and a page has the columns of its own command', () => {
  const notices = responseEvent('depin notices', [{ id: 'n1', title: 'New station', rangeKm: '12' }]);
  expect(drawn(app(['7', ...Array(10).fill('l'), notices, 'enter']).state)).toMatch(/New station\n[\s\S]*Range +12 km/);
  const columns = [{ path: 'status' }, { path: 'raised', heading: 'got so far' }];
  const page = responseEvent('assets offering id-1', { id: 'id-1', status: 'ON', raised: '5' }, { columns });
  const opened = drawn(app(['1', three, 'enter', page]).state);
  expect(opened).toMatch(/● ON\n[\s\S]*Got so far +5/);
  expect(opened).not.toContain('? ON'); // the status of another list
});

test('conditions that are off come last, amounts in one unit have a share, base units and other fields are on pages alone', () => {
  const columns: Column[] = [
    { path: 'network' },
    { path: 'worth', as: 'amount', total: 'in' },
    { path: 'in' },
    { path: 'state', as: 'condition' },
    { path: 'worth', heading: 'base units', role: 'units' },
    { path: 'explorer', room: 'page' },
  ];
  const row = (network: string, worth: string, state: string) => {
    return { network, worth, in: 'USD', state, explorer: 'e.test' };
  };
  const rows = [row('A', '0.1', 'closed'), row('B', '0.2', 'Open'), row('C', '99999999999999999999.7', 'soon')];
  const list = (value: unknown, more = {}) =>
    drawn(app(['1', responseEvent('assets offerings', value, { columns, id: 'network', ...more })]).state, {
      columns: 96,
      rows: 24,
    });
  const all = list(rows);
  expect([...all.matchAll(/^.* ([ABC]) {3}/gm)].map(([, name]) => name)).toEqual(['B', 'C', 'A']);
  expect(all).toMatch(/NETWORK .*WORTH {2}IN {3}SHARE/);
  expect(all).toMatch(/■{9}· {2}99 %/); // rounded down, of the exact sum
  expect(all.split('selected')[0]).not.toMatch(/BASE UNITS|EXPLORER/);
  expect(all.split('selected')[1]).toMatch(/Share +0 % of 100,000,000,000,000,000,000[\s\S]*Explorer +e\.test/);
  expect(list([...rows, { ...rows[0], in: 'EUR' }])).not.toContain('SHARE');
  expect(list(rows, { cut: { isCertain: true } })).not.toContain('SHARE');
  // a field of a part, whose name says a unit, and rows in a row under their own heading
  const [part, row0] = [
    { path: 'client.tokenMs', heading: 'renewable for', as: { lasts: 'milliseconds' }, room: 'page' } as const,
    { id: 'a', client: { tokenMs: '2592000000' }, pointArr: [{ soc: 7 }, { soc: 8 }] },
  ];
  const held = list([row0], {
    columns: [{ path: 'id' }, part, { path: 'pointArr', heading: 'what counts', room: 'page' }],
    id: 'id',
  });
  expect(held).toMatch(/Renewable for +30 d[\s\S]*WHAT COUNTS {2}2\s+CHARGE|BATTERY CHARGE/);
  expect(held).not.toMatch(/2592000000|POINT ARR/);
});

test('a list at 80x24', () => {
  const { state } = app(['1', three, 'j']);
  expect(drawn(state)).toMatch(/▸ ● OPEN {2}Offering 2[\s\S]*\n Offering 1 /); // the page follows once the key rests
  expect(
    drawn(state, size, now + 3000 + previewRest)
      .split('\n')
      .map((row) => row.trimEnd()),
  ).toEqual([
    ' tuk  sandbox  ◇ SANDBOX nothing here is real                             ● now',
    ' Home [1Assets] 2Ride  3Wallet  4Swap  5Points  6Store  7Depin  8Image  9Notify',
    '─ Assets › [Offerings] Vehicles  Mine  Incomes  Claimable  … ────────── 3 rows ─',
    '   STATUS  TITLE       RATE  STARTS      ID',
    '   ● OPEN  Offering 1  19 %  1 h ago     id-1',
    ' ▸ ● OPEN  Offering 2  18 %  2 h ago     id-2',
    '   ● OPEN  Offering 3  17 %  3 h ago     id-3',
    ` ─ selected ${'─'.repeat(66)}`,
    ` Offering 2${' '.repeat(60)}● OPEN`,
    ' id-2',
    '',
    '   Rate          18 %',
    '   Starts        2 h ago, 20 Nov 2026 12:00:00',
    ...Array<string>(8).fill(''),
    '─ $ tuk assets offerings ──────────────────────────────────────────── Y copies ─',
    '',
    ' enter open  / filter  s sort  p status  x actions…  i its case          ? keys',
  ]);
});

describe('a paste', () => {
  const pasted = (text: string) => `\x1b[200~${text}`;
  test('filters the rows of a table, and opens the palette anywhere else; none of its characters is a key', () => {
    const { state } = app(['1', offerings(offering(1), offering(2)), pasted('Offering\r\n2q')]);
    expect([top(state).filter, top(state).shown.length]).toEqual(['Offering', 2]);
    const home = app([pasted('wallet price\x1b[2J')]);
    expect([home.state.palette, home.effects.some((one) => one.do === 'leave')]).toEqual([
      { field: { before: 'wallet price[2J', after: '' }, marked: 0 },
      false,
    ]);
  });
  test('goes into the field that is typed, where the cursor is; an empty one does nothing', () => {
    expect(app([':', 'a', 'b', 'left', pasted(' x y \n')]).state.palette?.field).toEqual({
      before: 'ax y',
      after: 'b',
    });
    expect(app([pasted(' \n')]).state.palette).toBeUndefined();
  });
});

test('the end of the session stands by the clock of the service, whatever this machine says', () => {
  const ends = now + 41 * 60_000; // by the clock of the service
  for (const ahead of [0, 30 * 60_000, -30 * 60_000]) {
    const board = application({ ...model, head: { ...head, sessionEnds: ends + ahead }, signedIn: true });
    const [state] = board.update(
      board.initial,
      responseEvent('points balance', { amount: '1' }, { clockOffset: 99 * 60_000, sessionOffset: ahead }),
      now,
    );
    expect(drawn(state)).toContain('session 41 min');
  }
});

test('r on the ledger asks the services anew; its times count by the clock that stated them: the one of the service, if known', () => {
  const ahead = responded('points balance', { value: { amount: '1' }, clockOffset: 4 * 3_600_000 });
  const iso = (at: number) => new Date(at).toISOString();
  const ops = (more: object) =>
    responded('ops list', {
      value: [{ id: 'op-1', at: iso(now - 120_000), ...more }],
      columns: [...['at', 'settledAt', 'seenAt'].map((path) => ({ path, as: 'time' as const })), { path: 'id' }],
      ofMachine: true,
    });
  const { state, last, text } = appAfter(['0', ahead, 'l', ops({}), 'r'], { at: now, size });
  expect(topOf(state)).toMatchObject({ line: 'ops list' });
  expect(text()).toContain('2 min ago');
  expect(last).toContainEqual({ do: 'ask', line: 'ops check' });
  const asked = (isWhole: boolean) =>
    appAfter(['0', ahead, 'l', ops({}), 'r', { what: 'asked', isWhole }], { at: now, size });
  expect(
    [asked(true), asked(false)].map(({ text: shown }) => /(asked anew|Not all rows could be read)/.exec(shown())?.[1]),
  ).toEqual(['asked anew', 'Not all rows could be read']);
  // sent when the sandbox was 1 h ahead, which is 4 h ahead by now
  const times = { serviceAt: iso(now + 58 * 60_000), settledAt: iso(now - 60_000), seenAt: iso(now - 60_000) };
  expect(appAfter(['0', ahead, 'l', ops(times)], { at: now, size }).text()).toMatch(
    /3 h ago +3 h ago +1 min ago +op-1/,
  );
  const near = responded('points balance', { value: { amount: '1' }, clockOffset: 3000 });
  expect(appAfter(['0', near, 'l', ops(times)], { at: now, size }).text()).toMatch(
    /2 min ago +1 min ago +1 min ago +op-1/,
  );
});

test('a name is masked in paths and in the palette, which finds it as a whole', () => {
  const dara = responseEvent(
    'points referral invitees',
    [{ id: 'u-1', name: 'Dara Sok', invitedAt: '2026-11-05T00:00:00Z' }],
    {
      kind: rowKindOf(invitee),
      persons: true,
    } as Partial<ReadResult>,
  );
  const invitees: Step[] = ['5', 'l', 'l', 'l', 'l', 'l', 'l', dara];
  for (const keys of [['enter'], ['J'], [':', ...'dara sok']]) {
    const [hidden = '', shown] = [invitees, [...invitees, 'm']].map((before) => drawn(app([...before, ...keys]).state));
    expect(hidden).toContain('Da•• S••');
    expect(hidden.replace(': dara sok', '')).not.toMatch(/sok/i);
    expect(shown).toContain('Dara Sok');
  }
});

test('the command of Home is the one of the row under the cursor, on the screen and copied', () => {
  const open = rides({ ...ride(1), status: 'WAITPAY' });
  const mission = responseEvent('points missions list', [{ id: 'm-1', claimable: true, name: 'M' }], {
    columns: [
      { path: 'claimable', as: { states: [['to claim', 'needs-you', 'claimable', 'true']] } },
      { path: 'name' },
    ],
  });
  const { state } = app([mission, open]);
  expect(drawn(state)).toContain('$ tuk points missions list');
  const moved = app([mission, open, 'j', 'Y']);
  expect(drawn(moved.state)).toContain('$ tuk ride status --known');
  expect(moved.effects.at(-1)).toMatchObject({ do: 'copy', text: 'tuk ride status --known' });
});

// What a screen says of a read that failed or has none of the expected fields: the reason and the age of what stands, once; never that there is nothing.

import { describe, expect, test } from 'vitest';
import { homePanes } from '../../../src/commands/app/home-panes.js';
import { ride } from '../../../src/things/ride.js';
import { failureOf } from '../../../src/ui/state/core/responses.js';
import { linesOfPane } from '../../../src/ui/state/queries/observed.js';
import { appAfter, applicationRows, type Step, small } from '../../support/frames.js';
import { failing, observes, responded } from '../../support/queries.js';
import { now } from '../../support/time.js';

const size = small;

/** The application after some events and keys, each as many milliseconds after the first one. */
function app(events: readonly (Step | readonly [event: Step, after: number])[]) {
  const { board, state: begun, last } = appAfter([], { head: { profile: 'one' } });
  let state = begun;
  let effects: readonly unknown[] = last;
  for (const one of events) {
    const [event, after] = Array.isArray(one) ? (one as [Step, number]) : [one as Step, 0];
    [state, ...effects] = board.update(
      state,
      typeof event === 'string' ? { what: 'key', key: event, size } : event,
      now + after,
    );
  }
  return { state, effects };
}
const screen = ({ state }: Pick<ReturnType<typeof app>, 'state'>, after = 0, at = size) =>
  applicationRows(state, at, now + after).join('\n');
const minutes = 60_000;
const text503 = 'musubi answered 503 to GET /v1/offerings.';
const answered503 = { text: text503, status: 503, requestId: 'req-9', passes: true } as const;

describe('a list whose refresh fails', () => {
  const list = 'assets offerings';
  const rows = responded(list, { value: [{ id: 'a', title: 'Hanoi' }] });
  const none = responded(list, { value: [], empty: ['No offerings.', 'See the vehicles: tuk assets products'] });

  test('says how old its rows are, and the status once', () => {
    const shown = screen(app(['1', rows, [failing(list, answered503, 30_000, 1), 5 * minutes]]), 5 * minutes);
    expect(shown).toMatch(/answered 503[\s\S]*request req-9[\s\S]*These rows are 5 min old\.[\s\S]*Hanoi/);
    expect(shown.match(/503/g)).toHaveLength(1);
    expect(shown).toContain('1 row');
  });
  test('does not say that there is nothing: it says when there was nothing', () => {
    const shown = screen(app(['1', none, [failing(list, answered503, 30_000, 1), 5 * minutes]]), 5 * minutes);
    expect(shown).toMatch(/answered 503[\s\S]*There were none 5 min ago\./);
    expect(shown).not.toMatch(/No offerings|0 rows|See the vehicles/);
  });
  test('names with its rows the part that is not in them', () => {
    const left = ['BSC, 0x1\ud800: The address is not an address of BSC.'];
    const events = [responded(list, { value: [{ id: 'a', title: 'Hanoi' }], leftOut: left })];
    expect(screen(app(['1', ...events]))).toMatch(
      /✗ BSC, 0x1\\ud800: The address is not an address of BSC\.\s*\n[\s\S]*Hanoi/,
    );
  });
});

describe('a read whose values were refused', () => {
  const list = 'assets offerings';
  test.each([{ kind: 'usage' }, { kind: 'refused', status: 400 }])('is repeated by a key alone: %j', (why) => {
    const failed = { text: 'There is no place like Nowhereville.', hint: 'Or give a point: LAT,LON', ...why };
    const { state, effects } = app(['1', failing(list, failed)]);
    expect(screen({ state })).toContain('Or give a point: LAT,LON. r tries again.');
    expect(effects).toContainEqual({
      do: 'observe',
      owner: undefined,
      queries: [expect.not.objectContaining({ interval: expect.anything() })],
    });
    expect(app(['1', failing(list, failed), 'r']).effects).toContainEqual({ do: 'invalidate', lines: [list] });
    expect(app(['1', failing(list, failed), responded(list, { value: [] })]).effects).toContainEqual(
      observes(list, { interval: 30_000 }),
    );
  });
  test('is another matter than a service that fails: that is asked again', () => {
    const shown = screen(app(['1', failing('assets offerings', answered503)]));
    expect(shown).toContain('It is tried again in 30 s; r tries now.');
  });
});

test('a Retry-After beyond an hour is honoured for an hour, and the screen says so', () => {
  const failed = failureOf(
    Object.assign(new Error('x'), { what: 'Too many requests.', status: 429, wait: 99_999_999_000 }),
  );
  expect(failed).toMatchObject({ wait: 3_600_000, asksFor: 99_999_999_000 });
  const state = app(['1', failing('assets offerings', failed, 3_600_000)]);
  expect(screen(state).replace(/\s+/g, ' ')).toContain(
    'asks to wait 1157 d, and is waited for 1 h at most: the next request is in 1 h.',
  );
  expect(
    screen(app(['1', failing('assets offerings', failed, 3_600_000), 'r']), 1000, { rows: 24, columns: 160 }),
  ).toContain('r tries again in');
  expect(failureOf({ wait: 30_000 })).toEqual({ text: '[object Object]', wait: 30_000 });
});

describe('a pane of Home', () => {
  const pane = (title: string) => homePanes.find((one) => one.title === title)!.command;
  const large = { rows: 60, columns: 200 };
  const unusable = 'The response has none of the expected fields.';
  const nulls = [{ id: null, name: null, claimable: null, status: null }];

  test.each([
    ['Price of MVL', 'a text', /No prices/],
    ['Notifications', 'a text', /Nothing here/],
    ['Points', { amount: null }, /never/],
  ])('%s says that a response is unusable, and not that there is nothing', (title, value, nothing) => {
    const shown = screen(app([responded(pane(title), { value, empty: ['No prices.', ''] })]), 0, large);
    expect(shown).toContain(unusable);
    expect(shown).not.toMatch(nothing);
  });
  test('says that there is nothing where there is nothing', () => {
    const reads = homePanes.flatMap(linesOfPane).map((line) => responded(line, { value: [] }));
    expect(screen(app(reads), 0, large)).toMatch(/NEEDS YOU ─+ none[\s\S]*UNDER WAY ─+ none/);
  });
  test.each([
    ['lacks a part', { leftOut: ['BASE cannot be read.'] }],
    ['is cut', { cut: { isCertain: true, total: '500', follows: true } }],
  ])('does not say that there is nothing if a response %s', (_, more) => {
    const reads = homePanes.flatMap(linesOfPane).map((line) => responded(line, { value: [], ...more }));
    const shown = screen(app(reads), 0, large);
    expect(shown).not.toMatch(/(NEEDS YOU|UNDER WAY) ─+ none|Nothing (waits|is under way)/);
    expect(shown).toMatch(/UNDER WAY[\s\S]*Not everything is read yet/);
  });
  test('of several reads says which of them is unusable, and not that nothing waits', () => {
    const reads = homePanes.flatMap(linesOfPane).map((line) => responded(line, { value: [] }));
    for (const value of [nulls, 'a text']) {
      const shown = screen(app([...reads, responded('store order list', { value })]), 0, large);
      expect(shown).toContain('? tuk store order list: none of the expected fields');
      expect(shown).not.toMatch(/(NEEDS YOU|UNDER WAY) ─+ none/);
    }
  });
  test('has the id of a failed request below the age of its rows where there is room', () => {
    const rows = responded(pane('Notifications'), { value: [{ id: 'n-1', title: 'Hello' }] });
    const shown = screen(
      app([rows, [failing(pane('Notifications'), answered503, 30_000, 1), 5 * minutes]]),
      5 * minutes,
      large,
    );
    expect(shown).toMatch(/◌ 5 min old {2}musubi answered 503[\s\S]*request req-9/);
  });
  test('says how to sign in, and when it is read again', () => {
    const refused = failing(pane('Balances'), { text: 'answered 401.', kind: 'sign-in', status: 401 });
    expect(screen(app([refused]), 0, large)).toContain('Sign in: type :login');
    const waits = failing(pane('Balances'), { text: 'answered 429.', status: 429, wait: 90_000 }, 90_000);
    expect(screen(app([waits]), 1000, large)).not.toContain('r tries again');
  });
  test('names what is not in its rows', () => {
    const rows = responded(pane('Balances'), { value: [{ id: 'b', amount: '5' }], leftOut: ['BSC, 0x1: refused.'] });
    expect(screen(app([rows]), 0, large)).toContain('✗ BSC, 0x1: refused.');
  });
});

test('a page whose own read fails says so above the row of its list, which scrolls to its end', () => {
  const fields = Object.fromEntries(Array.from({ length: 30 }, (_, at) => [`field${at}`, `value ${at}`]));
  const list = responded('assets offerings', { value: [{ id: 'a', title: 'Hanoi', ...fields }] });
  const refused = failing('assets offering a', { text: 'answered 403.', status: 403 });
  const opened: Step[] = ['1', list, 'enter', refused];
  expect(screen(app(opened))).toMatch(/✗ answered 403\.[\s\S]*not allowed[\s\S]*its row in the list\.[\s\S]*Hanoi/);
  expect(screen(app([...opened, 'G']))).toMatch(/answered 403[\s\S]*value 29/);
  expect(screen(app(['1', list, 'enter']))).not.toContain('in the list');
});
test('an item that is not watched any more keeps what was seen, as old, and says why and what to do', () => {
  const line = 'watch ride:r-1';
  const list = responded('ride status --known', { value: [{ id: 'r-1', status: 'PICKUP' }] });
  const item = { status: 'PICKUP', seen: [], row: { id: 'r-1', status: 'PICKUP' } };
  const state = { kind: 'state', at: now, items: [item], changed: [] };
  const came = { what: 'watched', line, list: ride.status.list, state, last: false } as never;
  const text = `The session has ended (${'ride-hailing '.repeat(8)}answered 401).`;
  const stopped: Step = { what: 'watch failed', line, failure: { text, kind: 'sign-in', status: 401 } };
  const shown = screen(app(['2', list, 'enter', came, [stopped, minutes]]), minutes);
  expect(shown).toMatch(
    /◌ PICKUP +when last asked, 1 min ago[\s\S]*✗ The session[\s\S]*401\)\.\s+Sign in: type :login/,
  );
  expect(shown).toContain('r watches it again');
});

test('columns without a value, and counts that are all zero, give way before a name is cut', () => {
  const columns = [{ path: 'name' }, { path: 'note' }, { path: 'count' }, { path: 'amount', as: 'amount' as const }];
  const shown = (name: string) =>
    screen(
      app([
        '1',
        responded('assets offerings', { value: [{ id: 'm', name, note: null, count: 0, amount: '0' }], columns }),
      ]),
    );
  const long = 'A mission with a name that is rather long, but not yet too long 1';
  expect(shown(long)).toMatch(new RegExp(`NAME +AMOUNT[\\s\\S]*${long}`));
  expect(shown('Short')).toMatch(/NAME +NOTE +COUNT +AMOUNT/);
});

test('an alias has the columns that it was saved with, although they are known only later', () => {
  const line = 'assets offerings --columns title,id --sort-by=-rate';
  const alias = { name: 'mine', is: 'alias', entry: 'alias', line } as const;
  const columns = [{ path: 'title' }, { path: 'rate' }, { path: 'id' }];
  const rows = responded('assets offerings', { value: [{ id: 'a', title: 'Hanoi', rate: '1' }], columns });
  const shown = (...keys: string[]) =>
    screen(app(['1', { what: 'commands', commands: [alias] }, ':', ...'mine', 'enter', rows, ...keys]));
  expect(shown()).toMatch(/TITLE +ID/);
  expect(shown()).not.toContain('RATE ');
  expect(shown('=')).toMatch(/TITLE +RATE.* +ID/);
});

// The application for screen readers: its text, its typed choices, and a session.
import { expect, test } from 'vitest';
import type { Column } from '../../../src/text/column.js';
import { chartTexts, pageLines, rowText } from '../../../src/text/spoken-record.js';

import { groupNamesLines, ownerText, screenNames } from '../../../src/ui/screen-reader/group-lines.js';
import { paneText } from '../../../src/ui/screen-reader/home.js';
import { screenLines, seenOf } from '../../../src/ui/screen-reader/screen-lines.js';
import { application } from '../../../src/ui/state/application.js';
import { board, type Screen, type ScreenSpec } from '../../../src/ui/state/core/screens.js';
import { type AppEvent, type Application, serviceTime } from '../../../src/ui/state/core/state.js';
import { choicesText, type Has } from '../../../src/ui/state/keys/app-choices.js';

import { conversation } from '../../support/conversation.js';
import { exit } from '../../support/exit.js';
import { failing, responded, viewOf } from '../../support/queries.js';
import { newUser } from '../../support/tuk.js';
import { signedIn } from '../../support/users.js';

const now = Date.parse('2026-11-20T06:00:00Z');
const columns: readonly Column[] = [
  { path: 'status', as: { status: 'OfferingStatus' } },
  { path: 'title' },
  { path: 'interestRate', heading: 'rate', as: 'percent' },
  { path: 'endDate', heading: 'ends', as: 'time' },
  { path: 'id' },
];
const offering = {
  ...{ id: '4da20f98-8dc4-427c-88b7-8703b349db9f', status: 'OPEN', title: 'Phnom Penh\x1b[2J Tuk-tuks\u202e I' },
  ...{ interestRate: '8.5', endDate: '2026-11-22T07:00:00Z', mail: 'mina.park@example.com' },
};
const spec: ScreenSpec = { name: 'Offerings', command: 'assets offerings', opens: 'assets offering {id}' };
const order: ScreenSpec = { name: 'Order', command: 'assets order', kind: 'form' };
const map: ScreenSpec = { name: 'Map', command: 'assets map', kind: 'heat map' };
const assets = { digit: '1', name: 'Assets', screens: [spec, order, map] } as const;
const groups = [{ digit: '0', name: 'Home', screens: [] }, assets] as const;

/** An application with one screen on top, after these events. */
function withScreen(screen: Screen, ...events: AppEvent[]): Application {
  const of = { head: { profile: 'staged' }, groups, panes: [], suffix: ' -p staged' };
  const { initial, update } = application({ ...of, signedIn: true });
  return events.reduce((state, event) => update(state, event, now)[0], { ...initial, stack: [screen] } as Application);
}
const responseEvent = (line: string, value: unknown, more: object = {}): AppEvent =>
  responded(line, { value, columns, id: 'id', ...more });
const whole = (state: Application): string[] => {
  const { head, rest } = screenLines(state, serviceTime(state, now));
  return [...head, ...Array.from({ length: rest?.count ?? 0 }, (_, at) => rest!.line(at))];
};

/** The lines of a screen of offerings with a response. */
const offeringLines = (value: unknown, { on = {}, ...more }: { readonly on?: object; [part: string]: unknown } = {}) =>
  whole(withScreen({ ...board('Assets', spec), ...on }, responseEvent('assets offerings', value, more)));

test('profile and session are described in words, names of users are masked', () => {
  const head = { profile: 'prod', mark: 'protected', who: 'Mina Park', sessionEnds: now + 41 * 60_000 } as const;
  expect(ownerText(head, true, now)).toBe(
    'tuk. Protected. Profile prod. Session ends in 41 minutes. Signed in as Mi, masked.',
  );
  const expiresSoon = { ...head, sessionEnds: now + (4 * 60 + 34) * 1000 };
  expect(ownerText(expiresSoon, true, now)).toContain(' Session ends in 4 minutes 34 seconds. ');
  expect(ownerText({ profile: 'sandbox', mark: 'sandbox' }, false, now)).toBe(
    'tuk. Sandbox: nothing here is real. Profile sandbox. Nobody is signed in.',
  );
});

test('groups and screens are numbered, and forms and pages say what they are', () => {
  expect(groupNamesLines(groups)).toEqual(['Groups:', '  0. Home, the present state', '  1. Assets, 3 screens']);
  const screens = ['  1. Offerings', '  2. Order, a form', '  3. Map, counts by place'];
  expect(screenNames(groups[1])).toEqual(['Assets. 3 screens:', ...screens]);
});

test('a row is a sentence: the class of its status in words, its name, its id only if it has no name', () => {
  expect(rowText(offering, 2, 12, { columns, id: 'id' }, now)).toBe(
    '   3. status OPEN, on. Phnom Penh\\x1b[2J Tuk-tuks\\u202e I. rate 8.5 %. ends in 2 days.',
  );
  const only = (row: object, ...paths: string[]) =>
    rowText({ ...row }, 0, 1, { columns: paths.map((path) => ({ path })), id: 'id' }, now);
  expect(only({ text: 'It ends.', payAmount: 1 }, 'text', 'payAmount')).toBe('  1. text It ends. pay amount 1.');
  expect(only({ id: offering.id, count: 3 }, 'count', 'id')).toBe('  1. count 3. id 4da20f…49db9f.');
  const words = { IN_OPERATION: 'pending', FINISHED: 'succeeded', CLOSED: 'off', BRAND_NEW: 'not known' };
  for (const [word, output] of Object.entries(words))
    expect(rowText({ status: word }, 0, 1, { columns, id: 'id' }, now)).toBe(`  1. status ${word}, ${output}.`);
});

test('a list has its name, count and columns; filtered, the number of matches; empty, the next step', () => {
  const rows = [offering, { ...offering, id: 'b', title: 'Hanoi Bikes', status: 'CLOSED' }];
  const state = withScreen(board('Assets', spec), responseEvent('assets offerings', rows));
  expect(seenOf(state)).toBe('list');
  expect(whole(state).slice(0, 3)).toEqual([
    'Assets, Offerings. 2 rows.',
    'Columns: status, title, rate, ends.',
    '  1. status OPEN, on. Phnom Penh\\x1b[2J Tuk-tuks\\u202e I. rate 8.5 %. ends in 2 days.',
  ]);
  expect(offeringLines(rows, { on: { filter: 'hanoi' } })).toEqual([
    'Assets, Offerings. 1 of 2 match hanoi.',
    'Columns: status, title, rate, ends.',
    '  1. status CLOSED, off. Hanoi Bikes. rate 8.5 %. ends in 2 days.',
  ]);
  const none = offeringLines([], { empty: ['No offerings.', 'Look again: r'] });
  expect(none).toEqual(['Assets, Offerings. 0 rows.', 'No offerings. Look again: r']);
});

test('a failed response is one sentence', () => {
  const failed = (failure: Parameters<typeof failing>[1]) =>
    whole(withScreen(board('Assets', spec), failing('assets offerings', failure)));
  const broken = failed({ text: 'musubi answered 500\x1b[0m.' });
  expect(broken).toEqual(['Assets, Offerings.', 'musubi answered 500\\x1b[0m. r tries again.']);
  const limited = failed({ text: 'Too many requests.', status: 429, wait: 90_000, requestId: 'r-1\x07' });
  expect(limited[1]).toBe(
    'Too many requests. The service asks to wait 1 minute 30 seconds. r tries again. HTTP 429, request r-1\\x07.',
  );
});

test('rows that an outage keeps are said with their age', () => {
  const line = 'assets offerings';
  const outage = failing(line, { text: 'musubi failed.' });
  const state = withScreen(board('Assets', spec), responseEvent(line, [offering]), outage);
  expect(screenLines(state, serviceTime(state, now + 90_000)).head.slice(0, 3)).toEqual([
    'musubi failed. r tries again.',
    'What follows was read 1 minute 30 seconds ago.',
    'Assets, Offerings. 1 row.',
  ]);
});

test('a page has one line per label, sections with names; users are masked, ids are complete', () => {
  const record = { ...offering, driver: { name: 'Leng', plate: 'X 1' }, parts: [{ title: 'Wheel', count: 3 }] };
  const state = withScreen(
    board('Assets', { name: 'One', command: 'assets offering b' }),
    responseEvent('assets offering b', record),
  );
  expect(seenOf(state)).toBe('page');
  expect(whole(state)).toEqual([
    'Assets, One.',
    'Phnom Penh\\x1b[2J Tuk-tuks\\u202e I.',
    'Status: OPEN, on',
    'Rate: 8.5 %',
    expect.stringMatching(/^Ends: in 2 days, 22 Nov 2026 \d\d:00:00$/),
    'Mail: mi••@ex••',
    'Id: 4da20f98-8dc4-427c-88b7-8703b349db9f',
    'Section Driver:',
    '  Name: Le••',
    '  Plate: ••••',
    'Section Parts, 1 row:',
    '  1. Wheel. count 3.',
  ]);
  expect(pageLines({ title: 'Same', on: true }, [], now, 'Same')).toEqual(['On: yes']);
});

test('a chart is printed as numbers: sum, average, high, low, change, then one line each', () => {
  const rows = [
    { at: '2026-10-01', amount: '10.50', currency: 'USD' },
    { at: '2026-11-01', amount: '21', currency: 'USD' },
  ];
  const sum = 'USD. 2 lines. Sum 31.5 USD. Average 15.75. High 21, Nov 2026. Low 10.5, Oct 2026. Change plus 100.0 %.';
  const chart = { at: 'at', value: 'amount', by: 'currency', of: 'sum' } as const;
  expect(chartTexts(rows, chart)).toEqual([sum, '  Oct 2026: 10.5 USD', '  Nov 2026: 21 USD']);
  const state = withScreen(
    board('Assets', { ...spec, kind: 'chart' }),
    responseEvent('assets offerings', rows, { chart }),
  );
  expect(seenOf(state)).toBe('chart');
  expect(whole(state)[1]).toBe(sum);
  const map = offeringLines(rows, { on: board('Assets', { ...spec, kind: 'heat map' }), columns: undefined });
  expect(map.at(-1)).toBe('  2. amount 21. at 1 Nov. currency USD.');
});

test('a pane of Home is one line, its amount with the currency', () => {
  const opens = { group: 'Points', screen: 'Balance' } as const;
  const balance = { title: 'Points', command: 'points balance', shows: 'figures', fields: ['amount'] } as const;
  const pane = { ...balance, column: 0, ...opens } as const;
  const responses = {
    'points balance': viewOf({ value: { amount: '12480.50', currencyId: 'MVP' }, singleRecord: true }, now),
  };
  expect(paneText({ responses, reveal: false, preferences: {}, panes: [], head: { profile: 'x' } }, pane, now)).toBe(
    'Points: Amount 12,480.50 MVP.',
  );
});

const has: Has = {
  ...{ more: true, actions: 'of a row', filled: true, rows: true },
  ...{ turns: undefined, signedIn: true, among: false },
};
test('each screen prints its main choices, help prints all', () => {
  expect(choicesText('list', has, 'first')).toBe(
    'A number opens a row   m more   / and a text filters   x 1 actions of row 1   j json, raw   r reload   c command line   b back   h help   q quit',
  );
  expect(choicesText('list', has, 'all')).toContain('s 2 sorts by column 2');
  expect(choicesText('list', { ...has, more: false, rows: false }, 'first')).toMatch(
    /^\/ and a text filters {3}j json/,
  );
  expect(choicesText('groups', { ...has, signedIn: false }, 'first')).toContain('l login');
});

/** Types a line at the prompt; the output up to the next one must match. */
async function choose(talk: ReturnType<typeof conversation>, line: string, expected: RegExp): Promise<void> {
  expect((await talk.type(line)).trimEnd(), line).toMatch(expected);
}
test("a form is its command, which asks for what it needs; an action runs its command with that command's confirmation", async () => {
  const { home } = await signedIn();
  const talk = conversation(['--linear', '-p', 'sandbox'], { home, columns: 160, rows: 60 });
  expect(await talk.opening).toMatch(
    /tuk\. Sandbox: nothing here is real\. Profile sandbox\. .*Signed in as Mi, masked\.[\s\S]*1\. Assets, \d+ screens/,
  );
  const ride = await talk.type('2');
  const prices = /(\d+)\. Prices, a form/.exec(ride)![1]!;
  await choose(talk, prices, /From \(.*"\." cancels\):$/);
  await choose(talk, 'PNH-01', /To \(.*\):$/);
  await choose(talk, 'PNH-02', /Number, 1 to 11, or "\." to cancel:$/);
  await choose(
    talk,
    '3',
    /^\$ tuk ride search --from PNH-01 --to PNH-02 --region KH\n[\s\S]*\n\d+ rows\.\n[\s\S]*Done\.\n\nBack at Ride\./,
  );
  await choose(talk, 'b', /Back at the groups\./);
  await choose(talk, '9', /1\. Notifications/);
  await choose(talk, '1', /Notify, Notifications\. 2 rows\./);
  await choose(talk, 'r', /Notify, Notifications\. 2 rows\./);
  await choose(talk, 'x\x1b[A', /^Of which row\? x and its number, such as x 1\.\nChoice or command:$/); // an arrow types nothing
  await choose(talk, '3', /There is no 3 here\. 0 is Home, h says what there is\.\nChoice or command:$/);
  await talk.type('x 1');
  await choose(talk, '1', /\$ tuk notify dismiss [\s\S]*Type y to go on:$/);
  await choose(
    talk,
    'n',
    /Not confirmed\. Nothing was sent\.[\s\S]*Exit code \d+\.\n\nBack at Notify, Notifications\./,
  );
  await talk.type('q');
  expect(await talk.exitCode).toBe(exit.ok);
});

test('the clock of the sandbox is moved and its stories are armed by the number of a choice', async () => {
  const { home, json } = await signedIn();
  const talk = conversation(['--linear', '-p', 'sandbox'], { home, columns: 160, rows: 60 });
  await talk.opening;
  const list = await talk.type('clock');
  expect(list).toMatch(/Sandbox clock: \d\d:\d\d\n[\s\S]*1 {2}\+1 min:[\s\S]*ride: driver cancels[\s\S]*none of these/);
  expect(list).not.toContain('play');
  await choose(talk, '3', /Sandbox clock: \d\d:\d\d\.\n/);
  const number = /(\d+) {2}ride: driver cancels: /.exec(await talk.type('clock'))![1]!;
  await choose(talk, number, /Armed for the next one: ride: driver cancels\./);
  await talk.type('q');
  const armed: readonly { scenario: string; armed: readonly unknown[] }[] = await json('sandbox scenario');
  expect(armed.filter((one) => one.armed.length > 0).map(({ scenario }) => scenario)).toEqual(['ride: driver cancels']);
});

test('what needed a session is carried out once somebody has signed in', async () => {
  const talk = conversation(['--linear'], { home: newUser().home, columns: 160, rows: 60 });
  await talk.opening;
  await choose(talk, 'points transfer --to dara --amount 5', /Not signed in[\s\S]*Exit code 4\./);
  await choose(talk, 'l', /carried out now\.[\s\S]*Amount +5 MVP[\s\S]*Type it to go on:$/);
  await talk.type('no');
  await choose(talk, 'l', /^(?![\s\S]*carried out)/);
  await talk.type('q');
  expect(await talk.exitCode).toBe(exit.ok);
});

test('0 is Home from a list, and no choice is broken over two lines', async () => {
  const { home } = await signedIn();
  const talk = conversation(['--linear'], { home, columns: 40 });
  await talk.opening;
  await choose(talk, '1', /Assets/);
  const list = await talk.type('1');
  expect(list).toContain('Assets, Offerings. 12 rows.');
  for (const line of list.split('\n').filter((text) => / {3}/.test(text.trim())))
    for (const choice of line.trim().split('   ')) expect(choice).toMatch(/ /); // its key and its word
  await choose(talk, '0', /Needs you[\s\S]*Home\. \d+ screens/i);
  await talk.type('q');
  expect(await talk.exitCode).toBe(exit.ok);
});

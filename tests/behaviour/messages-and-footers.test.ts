// Messages, footers and forms: a message ends with what it speaks of, no key is silent, no footer offers one that does nothing, and a form has the values of its row.
import { describe, expect, test } from 'vitest';
import { groupScreens } from '../../src/commands/app/boards.js';
import { keymapOf } from '../../src/ui/state/application.js';
import { typed as textOf, typed } from '../../src/ui/state/core/field.js';
import type { ReadResult } from '../../src/ui/state/core/responses.js';
import type { FormField, FormScreen } from '../../src/ui/state/core/screens.js';
import { type AppEvent, type Application, topOf } from '../../src/ui/state/core/state.js';
import { formLine } from '../../src/ui/state/forms/form.js';
import { appAfter, applicationRows, type Step, small } from '../support/frames.js';
import { responded } from '../support/queries.js';
import { now } from '../support/time.js';

/** The application after some events and keys. */
const after = (steps: readonly Step[], signedIn = true) =>
  appAfter(steps, { head: { profile: 'sandbox', mark: 'sandbox' }, signedIn, size: small });
const app = (steps: readonly Step[], signedIn = true): Application => after(steps, signedIn).state;
const drawn = (state: Application) => applicationRows(state, small, now).join('\n');
/** The keys that open the board or form of a command in its group. */
const keysTo = (line: string) => {
  const { digit, screens } = groupScreens.find((group) => group.screens.some(({ command }) => command === line))!;
  return [digit, ...Array<string>(screens.findIndex(({ command }) => command === line)).fill('l')];
};
const footer = (state: Application) =>
  keymapOf(state).flatMap(({ keys, label, helpOnly }) => (helpOnly ? [] : [`${keys[0]} ${label}`]));
const columns: ReadResult['columns'] = [
  ...([{ path: 'status', as: { status: 'OfferingStatus' } }, { path: 'title' }, { path: 'id' }] as const),
];
const rows = [1, 2].map((id) => ({ id: `id-${id}`, title: `Row ${id}`, status: 'OPEN' }));
const offerings = responded('assets offerings', { value: rows, columns });
const field = (label: string, flag?: string): FormField => {
  return { label, flag, is: `the ${label}`, required: flag === undefined, text: { before: '', after: '' } };
};

describe('a message ends with what it speaks of', () => {
  test('what was copied or said of a filter goes with the filter; other keys leave it', () => {
    const seen = (...keys: readonly string[]) => drawn(app(['1', offerings, ...keys]));
    const copied = ['/', 'R', 'enter', 'Y'];
    expect(seen(...copied)).toContain('Sent to the terminal: tuk assets offerings --match R');
    expect(seen(...copied, 'j')).toContain('Sent to the terminal: tuk');
    expect(seen(...copied, '/', 'o', 'enter')).not.toContain('Sent to the terminal: tuk');
    expect(seen('Y', 'j', '}')).not.toContain('Sent to the terminal: tuk');
  });

  test('a form no longer says what it needed once that is typed in', () => {
    const fields: AppEvent = { what: 'fields', line: 'points transfer', fields: [field('From'), field('To')] };
    const way = [...keysTo('points transfer'), fields, 'j', 'j', 'enter'];
    expect(drawn(app(way))).toContain('! Still needed: From, To.');
    expect(drawn(app([...way, 'enter', 'a']))).not.toContain('Still needed');
    expect(drawn(app([...way, 'enter', 'a', 'enter']))).toMatch(/needs To/);
  });
});

test.each([
  [['9', 'l'], 'Notify has no other screen.'],
  [[']'], 'There is nothing to go forward to'],
  [['['], 'There is no screen to go back to.'],
  [['-'], 'No other screen was open yet.'],
  [['1', offerings, 'p'], 'The values of --status are not known yet.'],
  [['1', offerings, '}'], 'status is now behind title.'], // though there may be no room for either
  [['1', offerings, '>', '{'], 'status is the first column.'],
])('a key whose effect is not seen says so %j', (keys, said) => {
  expect(drawn(app(keys))).toContain(said);
});

describe('a footer offers nothing that does nothing', () => {
  test('actions only where the status of the row allows one', () => {
    const orders = (status: string) =>
      responded('store order list', {
        value: [{ id: 'o-1', status }],
        columns: [{ path: 'status', as: { status: 'StoreOrderStatus' } }, { path: 'id' }],
      });
    const way = (status: string) => app([...keysTo('store order list'), orders(status)]);
    expect(footer(way('DRAFT'))).toContain('x actions…');
    expect(footer(way('CANCEL_REFUNDED'))).not.toContain('x actions…');
  });

  test('the next find only where something is found; that nothing is, is said at once', () => {
    const found = app(['1', offerings, 'J', '/', ...'title', 'enter']);
    expect(footer(found)).toContain('n next');
    const none = app(['1', offerings, 'J', '/', ...'fee', 'enter']);
    expect(drawn(none)).toContain('No line has fee.');
    expect(footer(none)).not.toContain('n next');
  });

  test('the welcome', () => {
    expect(drawn(app([], false))).toMatch(/^ enter look around /m);
  });
});

const notes = responded('notify list', { value: [{ id: 'n-1', title: 'Ride voucher' }] });
const tokens: Step = { what: 'commands', commands: [{ name: 'wallet tokens', is: '', reads: true }] };

test('a key without effect says so, on every kind of screen; a move at the end of a list does not', () => {
  for (const steps of [[], ['1'], ['9', notes], ['3', 'h'], ['2', 'l']])
    expect(app([...steps, 'Q']).notice?.text, steps.join(' ')).toMatch(/^Q has no effect here now/);
  expect(app(['9', notes, 'j']).notice).toBeUndefined();
});

test('D runs the action that dismisses the selected row, and says where there is none', () => {
  expect(after(['9', notes, 'D']).effects.at(-1)).toEqual({ do: 'run', line: 'notify dismiss n-1' });
  expect(app(['9', notes, 'space', 'D']).chooser?.items[0]?.value).toBe('notify dismiss n-1');
  expect(after(['1', 'D']).effects.some((effect) => effect.do === 'run')).toBe(false);
});

test('up in an empty palette brings back what was typed in this run, the newest first; a possible key is not kept', () => {
  const first = [':', tokens, ...'wallet tokens', 'enter'];
  const lines = (...keys: string[]) =>
    typed(app([...first, ':', ...'wat', 'enter', 'esc', ':', ...keys]).palette!.field);
  expect([lines('up'), lines('up', 'up'), lines('up', 'up', 'up')]).toEqual(['wat', 'wallet tokens', 'wallet tokens']);
  const phrase = `\x1b[200~${'test '.repeat(11)}junk`;
  const state = app([...first, ':', phrase, 'enter', 'esc']);
  expect(JSON.stringify(state.typedLines)).not.toContain('junk');
});

test('a pasted text filters the list if a row has it; otherwise the palette has it', () => {
  const inList = app(['9', notes, '\x1b[200~voucher']);
  expect([topOf(inList), inList.palette]).toMatchObject([{ filter: 'voucher' }, undefined]);
  const elsewhere = app(['9', notes, '\x1b[200~383ac875-1111']);
  expect(typed(elsewhere.palette!.field)).toBe('383ac875-1111');
  expect(drawn(elsewhere)).toContain('383ac875-1111');
});

test('i opens the case of the selected row; a row that warns of a trap, and a screen without rows, say why not', () => {
  expect(topOf(app(['9', notes, 'i']))).toMatchObject({ group: 'Case', line: 'find n-1' });
  const trap = responded('notify list', { value: [{ id: 'n-1', warning: 'it only looks alike' }] });
  expect(app(['9', trap, 'i']).notice?.text).toBe('Not looked for: it only looks alike');
  expect(app(['i']).notice?.text).toMatch(/^i \(its case\) is for lists/);
});

test('at the last time of a chart the key that selects a later one names the key that leaves', () => {
  const value = ['2026-11-01', '2026-11-02', '2026-11-03'].map((date, at) => ({ date, price: String(at + 1) }));
  const prices = responded('wallet price-history', { value, chart: { at: 'date', value: 'price', of: 'last' } });
  const at = (...keys: string[]) => app(['3', 'l', 'l', 'l', 'l', prices, ...keys]);
  expect(at('l').notice?.text).toBe('Nothing is further to the right: tab is the next screen.');
  expect([at('h').notice, at('h', 'h', 'l').notice]).toEqual([undefined, undefined]);
  expect(topOf(at('tab'))).toMatchObject({ spec: { name: 'Withdrawals' } });
});

const contacts = responded('wallet contacts list', {
  value: [{ name: 'lan', address: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266' }],
  columns: [{ path: 'name' }, { path: 'address' }],
  id: 'name',
});
const toContacts = [':', ...'wallet contacts', 'enter'].map((key) => (key === ' ' ? 'space' : key));
const lists = [{ name: 'wallet contacts list', is: 'List', reads: true }];

test('the form has the values of the row, and its line is whole', () => {
  const fields = [field('to', '--to'), field('amount', '--amount')];
  const { state } = appAfter([...toContacts, contacts, 'x', 'enter', { what: 'fields', line: 'wallet send', fields }], {
    commands: lists,
  });
  const form = topOf(state) as FormScreen;
  expect(form.fields?.map(({ text }) => textOf(text))).toEqual(['0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266', '']);
  expect(formLine(form)).toBe('wallet send --to 0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266');
});

test('an empty list has the actions that need no row, and nothing else', () => {
  const empty = responded('wallet contacts list', { value: [], columns: [{ path: 'name' }], id: 'name' });
  const { state } = appAfter([...toContacts, empty, 'x'], { commands: lists });
  expect(state.chooser?.items.map(({ label, is }) => [label, is])).toEqual([['Add one…', 'tuk wallet contacts add']]);
});

test('an action whose row lacks a value is not offered', () => {
  const columns = [{ path: 'name' }];
  const nameless = responded('wallet contacts list', { value: [{ name: 'lan' }], columns, id: 'name' });
  const { state } = appAfter([...toContacts, nameless, 'x'], { commands: lists });
  expect(state.chooser?.items.map(({ label }) => label)).toEqual(['Add one…', 'Remove…']);
});

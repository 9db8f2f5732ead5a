// Messages, footers and forms: a message ends with what it speaks of, a key that does nothing now says why, and no footer offers one.
import { describe, expect, test } from 'vitest';
import { groupScreens } from '../../src/commands/app/boards.js';
import { lineText, wide } from '../../src/ui/format/line.js';
import type { Loaded } from '../../src/ui/state/answers.js';
import type { AppEvent } from '../../src/ui/state/app-events.js';
import { keysOf } from '../../src/ui/state/app-keys.js';
import { keymapOf } from '../../src/ui/state/application.js';
import type { Keymap } from '../../src/ui/state/keymap.js';
import { board, type FormField, opened } from '../../src/ui/state/screens.js';
import type { Application } from '../../src/ui/state/state.js';
import { watchScreen } from '../../src/ui/state/watch-screen.js';
import { helpLines } from '../../src/ui/view-models/key-help.js';
import { appAfter, applicationRows, type Step, small } from '../support/frames.js';
import { responded } from '../support/queries.js';
import { now } from '../support/time.js';

const size = small;
/** The application after some events and keys. */
const app = (steps: readonly Step[], signedIn = true): Application =>
  appAfter(steps, { head: { profile: 'sandbox', mark: 'sandbox' }, signedIn }).state;
const drawn = (state: Application) => applicationRows(state, size, now).join('\n');
const footer = (state: Application) => keymapOf(state).flatMap(({ keys, does, helpOnly }) => (helpOnly ? [] : [`${keys[0]} ${does}`]));
const columns: Loaded['columns'] = [{ path: 'status', as: { status: 'OfferingStatus' } }, { path: 'title' }, { path: 'id' }];
const offerings = responded('assets offerings', {
  value: [1, 2].map((id) => ({ id: `id-${id}`, title: `Row ${id}`, status: 'OPEN' })),
  columns,
});
const field = (label: string, more: Partial<FormField> = {}): FormField => ({
  label,
  is: `the ${label}`,
  required: true,
  text: { before: '', after: '' },
  ...more,
});

describe('a message ends with what it speaks of', () => {
  test('what was copied or said of a filter goes with the filter; other keys leave it', () => {
    const copied = app(['1', offerings, '/', 'R', 'enter', 'Y']);
    expect(drawn(copied)).toContain('Copied tuk assets offerings --match R');
    expect(drawn(app(['1', offerings, '/', 'R', 'enter', 'Y', 'j']))).toContain('Copied tuk');
    expect(drawn(app(['1', offerings, '/', 'R', 'enter', 'Y', '/', 'o', 'enter']))).not.toContain('Copied tuk');
    expect(drawn(app(['1', offerings, 'Y', 'j', '}']))).not.toContain('Copied tuk');
  });

  test('a form no longer says what it needed once that is typed in', () => {
    const fields: AppEvent = { what: 'fields', line: 'assets order', fields: [field('From'), field('To')] };
    const opens = groupScreens[1]!.screens.findIndex(({ command }) => command === 'assets order');
    const way = ['1', ...Array<string>(opens).fill('l'), fields, 'j', 'j', 'enter'];
    expect(drawn(app(way))).toContain('! Still needed: From, To.');
    expect(drawn(app([...way, 'enter', 'a']))).not.toContain('Still needed');
    expect(drawn(app([...way, 'enter', 'a', 'enter']))).toMatch(/needs To/);
  });
});

describe('a key that does nothing now says why', () => {
  test('screens beside, back and forward', () => {
    expect(drawn(app(['9', 'l']))).toContain('Notify has no other screen.');
    expect(drawn(app(['9', 'h']))).toContain('Notify has no other screen.');
    expect(drawn(app([']']))).toContain('There is nothing to go forward to');
    expect(drawn(app(['[']))).toContain('There is no screen to go back to.');
    expect(drawn(app(['-']))).toContain('No other screen was open yet.');
  });

  test('the values of an option that no response has named', () => {
    expect(drawn(app(['1', offerings, 'p']))).toContain('The values of --status are not known yet.');
  });

  test('a column that is moved past another says so, though there may be no room for either', () => {
    expect(drawn(app(['1', offerings, '}']))).toContain('status is now behind title.');
    expect(drawn(app(['1', offerings, '>', '{']))).toContain('status is the first column.');
  });
});

describe('a footer offers nothing that does nothing', () => {
  test('actions only where the status of the row allows one', () => {
    const orders = (status: string) =>
      responded('store order list', {
        value: [{ id: 'o-1', status }],
        columns: [{ path: 'status', as: { status: 'StoreOrderStatus' } }, { path: 'id' }],
      });
    const at = groupScreens[6]!.screens.findIndex(({ command }) => command === 'store order list');
    const way = (status: string) => app(['6', ...Array<string>(at).fill('l'), orders(status)]);
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

test('in a form a long value and its hint stand apart, also while it is typed', () => {
  const address = `0x${'1f'.repeat(20)}`;
  const fields: AppEvent = { what: 'fields', line: 'wallet send', fields: [field('To', { is: 'the recipient' }), field('Amount')] };
  const at = groupScreens[3]!.screens.findIndex(({ command }) => command === 'wallet send');
  const way = ['3', ...Array<string>(at).fill('l'), fields, 'enter', `\x1b[200~${address}`];
  expect(drawn(app(way))).toMatch(new RegExp(`To .*${address}▏ +the recip`));
  expect(drawn(app([...way, 'enter']))).toMatch(new RegExp(`To .*${address} {2,}the recip`));
  const long = drawn(app([...way, `\x1b[200~${'z'.repeat(90)}`]));
  expect(long).toMatch(/z▏ *$/m);
});

test('the columns of the help stand apart, and none is cut', () => {
  const watch = watchScreen('Any', [
    { spec: { command: 'a {id}', name: 'A' }, id: 'a', line: 'a a', history: [], answers: 1, over: false },
  ]);
  const json = { kind: 'json', group: 'Any', over: [], line: 'a', layout: ['a'], top: 0, query: 'a', id: 'a' } as const;
  const boards = groupScreens.flatMap(({ name, screens }) => screens.map((spec) => opened(name, spec)));
  for (const screen of [json, watch, { ...watch, whole: false }, board('Any', { name: 'A', command: 'a' }), ...boards]) {
    const keymap: Keymap = keysOf(screen, { listed: true, isOver: true });
    for (const columns of [36, 56, 76, 80]) {
      const lines = helpLines(keymap, columns);
      const texts = lines.map(lineText);
      for (const { does, brief } of keymap)
        expect(
          texts.some((text) => text.includes(brief ?? does)),
          `${does} in ${columns}`,
        ).toBe(true);
      for (const one of lines) {
        expect(wide(one)).toBeLessThanOrEqual(columns);
        expect(one.slice(1).every((piece, nth) => piece.role !== 'accent' || /(?:^| {2})$/.test(lineText(one.slice(0, nth + 1))))).toBe(
          true,
        );
      }
    }
  }
});

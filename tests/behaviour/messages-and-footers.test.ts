// Messages, footers and forms: a message ends with what it speaks of, a key that does nothing now says why, and no footer offers one.
import { describe, expect, test } from 'vitest';
import { groupScreens } from '../../src/commands/app/boards.js';
import { keymapOf } from '../../src/ui/state/application.js';
import type { ReadResult } from '../../src/ui/state/core/responses.js';
import type { FormField } from '../../src/ui/state/core/screens.js';
import type { AppEvent, Application } from '../../src/ui/state/core/state.js';
import { appAfter, applicationRows, type Step, small } from '../support/frames.js';
import { responded } from '../support/queries.js';
import { now } from '../support/time.js';

/** The application after some events and keys. */
const app = (steps: readonly Step[], signedIn = true): Application =>
  appAfter(steps, { head: { profile: 'sandbox', mark: 'sandbox' }, signedIn }).state;
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
const field = (label: string): FormField => {
  return { label, is: `the ${label}`, required: true, text: { before: '', after: '' } };
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

describe('a key whose effect is not seen says so', () => {
  test.each([
    [['9', 'l'], 'Notify has no other screen.'],
    [[']'], 'There is nothing to go forward to'],
    [['['], 'There is no screen to go back to.'],
    [['-'], 'No other screen was open yet.'],
    [['1', offerings, 'p'], 'The values of --status are not known yet.'],
    [['1', offerings, '}'], 'status is now behind title.'], // though there may be no room for either
    [['1', offerings, '>', '{'], 'status is the first column.'],
  ])('%j', (keys, said) => {
    expect(drawn(app(keys))).toContain(said);
  });
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

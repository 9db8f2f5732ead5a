// The watch screen of an order without a terminal: its steps, its prompts, its end, and one stream at a time.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { endsFor, type WatchedItem, type WatchState } from '../../../src/engine/watch/status-stream.js';
import { statusLists } from '../../../src/services/catalogue/statuses.js';
import { width } from '../../../src/text/text.js';
import { commandOf } from '../../../src/ui/state/actions.js';
import { keymapOf } from '../../../src/ui/state/application.js';
import { type AppEvent, type Application, topOf } from '../../../src/ui/state/state.js';

import { roadOf, stepsOf } from '../../../src/ui/state/steps.js';
import { exit } from '../../support/exit.js';
import { appAfter, applicationRows, type Step, small, typed } from '../../support/frames.js';
import { observes, responded } from '../../support/queries.js';
import { runs } from '../../support/runs.js';

const size = small;
const start = new Date(2026, 10, 20, 14, 0, 0).getTime();
const id = '8d20f3a4-55b1-4b3e-8a0c-9f6e2d411c7e';
const line = `watch order:${id}`;
const head = { profile: 'sandbox', mark: 'sandbox' } as const;

/** The application after some events and keys, a second apart, and its requests to the stream. */
function app(steps: readonly Step[], at = size) {
  const { state, effects } = appAfter(steps, { head, at: start, every: 1000, size: at, commands: [] });
  return {
    state,
    effects: effects.filter(({ do: what }) => !['observe', 'invalidate', 'list commands'].includes(what)),
    all: effects,
  };
}
const drawn = (state: Application, at = size, when = start) => {
  const lines = applicationRows(state, at, when);
  for (const one of lines) expect(width(one)).toBeLessThanOrEqual(at.columns);
  return lines.join('\n');
};
/** The order as an event of its stream. */
function order(status: string, row: object = {}, more: Partial<WatchState<unknown>> = {}): AppEvent {
  const ends = endsFor('StoreOrderStatus');
  const ended = ends.good.has(status) ? 'good' : ends.bad.has(status) ? 'bad' : undefined;
  const own = { id, status: status, productId: 'p-1', quantity: 2, totalPrice: '24.00', currencyId: 'USDC', ...row };
  const seen = [{ status, at: start }];
  const thing: WatchedItem<unknown> = { id, status, class: 'pending', row: own, seen, ...(ended ? { ended } : {}) };
  const state: WatchState<unknown> = { kind: 'changed', at: start, items: [thing], changed: [id], ...more };
  return { what: 'watched', line, list: 'StoreOrderStatus', state, last: ended !== undefined };
}
/** The line is pasted into the palette, and run. */
const opening = [`\x1b[200~${line}`, 'enter'];
const product: AppEvent = responded('store product p-1', { value: { id: 'p-1', name: 'Helmet, half shell' } });
const log = (...words: string[]) => ({
  statusLog: words.map((status, at) => ({ status, at: new Date(start - (words.length - at) * 60_000).toISOString() })),
});
const watchedThen = [{ do: 'watch', lines: [line] }];

describe('an order', () => {
  test('shows past statuses in order, then the expected ones; the next condition, its subject, its command', () => {
    const pending = order('PAYMENT_PENDING', {
      ...log('DRAFT', 'PAYMENT_PENDING'),
      expiresAt: new Date(start + 12 * 60_000).toISOString(),
    });
    const { state, all, effects } = app([...opening, pending, product]);
    expect(effects).toEqual(watchedThen);
    expect(all).toContainEqual(observes('store product p-1'));
    const text = drawn(state);
    expect(text).toMatch(/─ Store › Orders › 8d20f3…411c7e ─.* live ─/);
    expect(text).toMatch(/! PAYMENT_PENDING {3}waits for its payment {3}expires in 12 min/);
    expect(text).toMatch(/✓ DRAFT +13:58:00[\s\S]*! PAYMENT_PENDING +13:59:00 +\+1 min[\s\S]*○ PAID[\s\S]*○ SUCCESS/);
    expect(text).toMatch(/Product +Helmet, half shell[\s\S]*Total +24.00 USDC[\s\S]*Pay until +in 12 min/);
    expect(text).toMatch(
      /tuk watch order:8d20f3a4.* Y copies[\s\S]*It waits for you: enter runs the marked action[\s\S]* ↑↓ choose {2}enter do it… {2}D cancel… {2}esc back {2}y copy id {2}w pause/,
    );
    expect(drawn(state, { rows: 60, columns: 200 })).toMatch(/✓ DRAFT +13:58:00 +│? *Product +Helmet/);
    expect(commandOf(state)).toBe(`tuk ${line}`);
  });

  test('seen statuses stay after a new request, and an unknown status is not an end', () => {
    const failed: AppEvent = { what: 'watch failed', line, text: 'No answer.' };
    const came = app([...opening, order('DRAFT'), order('TELEPORTING'), failed, 'r', order('PAID')]);
    expect(came.effects.filter((one) => one.do === 'watch')).toEqual([
      ...watchedThen,
      { do: 'watch', lines: [] },
      ...watchedThen,
    ]);
    const text = drawn(came.state);
    expect(text).toMatch(/✓ DRAFT[\s\S]*\? TELEPORTING[\s\S]*· PAYMENT_PENDING +not seen[\s\S]*◐ PAID[\s\S]*○ SUCCESS/);
  });

  test('arrows select an action, enter or x runs its command; afterwards the order is requested again', () => {
    expect(drawn(app([...opening, order('DRAFT'), 'down']).state)).toMatch(/\n {3}Pay…[^\n]*\n ▸ Cancel the order…/);
    for (const [keys, does] of [
      [['x', 'enter'], 'pay'],
      [['j', 'j', 'j', 'enter'], 'cancel'],
      [['down', 'up', 'd'], 'pay'],
    ] as const)
      expect(app([...opening, order('DRAFT'), ...keys]).effects.slice(-1)).toEqual([
        { do: 'run', line: `store order ${does} ${id}` },
      ]);
    const ended: AppEvent = {
      what: 'command ended',
      line: `store order pay ${id}`,
      code: exit.ok,
      head,
      signedIn: true,
    };
    expect(app([...opening, order('PAYMENT_FAILED'), ended]).effects.at(-1)).toEqual({ do: 'watch', lines: [line] });
  });

  test('its end is shown, no further request is sent, and a good end has no actions', () => {
    const good = app([...opening, order('SUCCESS')]);
    expect(good.effects.at(-1)).toEqual({ do: 'watch', lines: [] });
    expect(drawn(good.state)).toMatch(
      / ended ─[\s\S]*✓ SUCCESS {3}it is done[\s\S]*✓ SUCCESS: nothing follows by itself/,
    );
    expect(keymapOf(good.state).some(({ act }) => act === 'actions' || act === 'pause')).toBe(false);
    const bad = app([...opening, order('PAYMENT_FAILED')]);
    expect(drawn(bad.state)).toMatch(/✗ PAYMENT_FAILED {3}the payment failed/);
  });

  test.each([
    ['DRAFT', ['Pay…', 'Cancel the order…']],
    ['PAID', ['Cancel the order…']],
    ['TELEPORTING', ['Pay…', 'Cancel the order…']],
    ['CANCEL_REQUESTED', []],
    ['SUCCESS', []],
  ])('%s: the actions are %j', (status, labels) => {
    const { state } = app([...opening, order(status)]);
    expect(drawn(state).match(/(Pay|Cancel the order)…/g) ?? []).toEqual(labels);
    expect(keymapOf(state).some(({ act }) => act === 'actions')).toBe(labels.length > 0);
  });

  test('w pauses its stream, r resumes and requests; J shows its JSON in between', () => {
    const { state, effects } = app([...opening, order('DRAFT'), 'w', 'r']);
    expect(effects.slice(1)).toEqual([
      { do: 'watched', effect: { do: 'pause', on: true } },
      { do: 'watched', effect: { do: 'pause', on: false } },
      { do: 'watched', effect: { do: 'ask now' } },
    ]);
    expect(drawn(app([...opening, order('DRAFT'), 'w']).state)).toMatch(/ paused ─/);
    expect(drawn(state)).toMatch(/ live ─/);
    expect(drawn(app([...opening, order('DRAFT'), 'J']).state)).toMatch(
      /"status": "DRAFT"[\s\S]*\$ tuk store order show 8d20f3a4/,
    );
    expect(drawn(app([...opening, order('DRAFT'), 'J', order('PAID'), 'esc']).state)).toContain('◐ PAID   it is paid');
  });
});

describe('opening', () => {
  test('by a command that has placed an order', () => {
    const bought: AppEvent = {
      what: 'command ended',
      line: 'store buy 1',
      code: exit.ok,
      head,
      signedIn: true,
      watches: line,
    };
    expect(topOf(app(['6', bought]).state)).toMatchObject({ kind: 'watch', items: [{ id }] });
  });

  test('not by any option or any other line', () => {
    for (const text of ['watch', 'watch -x', 'watching a']) {
      const keys = [':', ...typed(text), 'enter'];
      expect(topOf(app(keys).state).kind, text).not.toBe('watch');
    }
  });
});

test('every status list has a progress of its own statuses, without a bad end', () => {
  for (const [list, classes] of Object.entries(statusLists) as [
    keyof typeof statusLists,
    Record<string, readonly string[]>,
  ][]) {
    const statuses = roadOf(list);
    expect(statuses.every((status) => Object.values(classes).flat().includes(status))).toBe(true);
    expect(statuses.some((status) => classes.bad?.includes(status))).toBe(false);
    expect(stepsOf(list, [], undefined, false).map(({ status }) => status)).toEqual([...statuses]);
  }
});

test('hostile text: nothing is executed, hidden or wider than the screen; it scrolls to its end', () => {
  const unusual = fc.oneof(fc.jsonValue(), fc.constantFrom('\x1b[31mx', 'a\u202eb', 'x'.repeat(300)));
  const fields = ['statusLog', 'productId', 'totalPrice', 'createdAt', 'expiresAt', 'price'];
  const row = fc.record(Object.fromEntries(fields.map((field) => [field, unusual])));
  const sizes = fc.constantFrom(size, { rows: 60, columns: 200 }, { rows: 16, columns: 60 }, { rows: 10, columns: 40 });
  fc.assert(
    fc.property(
      fc.constantFrom('DRAFT', 'SUCCESS', 'a\x1b[2Jb', ''),
      row,
      sizes,
      fc.constantFrom('', 'G', 'x', 'J'),
      (status, own, at, key) => {
        const { state } = app([...opening, order(status, own), key], at);
        expect(drawn(state, at)).not.toMatch(/[\x00-\x09\x0b-\x1f\u202e]/);
      },
    ),
    { numRuns: runs(120) },
  );
  const low = { rows: 10, columns: 70 };
  const [top, end] = [[], ['G']].map((keys) => drawn(app([...opening, order('DRAFT'), ...keys], low).state, low));
  for (const text of [top, end]) expect(text).toContain('Cancel the order…'); // the actions stay visible
  expect(top).not.toMatch(/Quantity/);
  expect(end).toMatch(/Quantity/);
});

// The watch screen of an order without a terminal: its steps, its prompts, its end, and one stream at a time.

import { describe, expect, test } from 'vitest';
import { groupScreens } from '../../../../src/commands/app/boards.js';
import { homePanes } from '../../../../src/commands/app/home-panes.js';
import { type StatusList, statusLists } from '../../../../src/services/catalogue/statuses.js';
import { width } from '../../../../src/text/text.js';
import { screenLines } from '../../../../src/ui/screen-reader/screen-lines.js';
import { watchChangeTexts, watchTexts } from '../../../../src/ui/screen-reader/watch.js';
import { application, keymapOf } from '../../../../src/ui/state/application.js';
import type { WatchScreen } from '../../../../src/ui/state/core/screens.js';
import { type AppEvent, type Application, serviceTime, topOf } from '../../../../src/ui/state/core/state.js';
import { commandOf } from '../../../../src/ui/state/keys/actions.js';
import { roadOf, stepsOf } from '../../../../src/ui/state/watch/steps.js';
import { watchOf } from '../../../../src/ui/state/watch/watch-screen.js';
import { appAfter, applicationRows, type Step, small } from '../../../support/frames.js';
import { commandEnded, observes, responded } from '../../../support/queries.js';
import { hasStatus, watched } from '../../../support/watch.js';

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
const order = (status: string, row: object = {}): AppEvent => {
  const own = { productId: 'p-1', quantity: 2, totalPrice: '24.00', currencyId: 'USDC', ...row };
  return hasStatus(line, 'StoreOrderStatus', id, status, start, own);
};
/** The line is pasted into the palette, and run. */
const opening = [`\x1b[200~${line}`, 'enter'];
const product: AppEvent = responded('store product p-1', { value: { id: 'p-1', name: 'Helmet, half shell' } });
const log = (...words: string[]) => ({
  statusLog: words.map((status, at) => ({ status, at: new Date(start - (words.length - at) * 60_000).toISOString() })),
});
const watchedThen = [{ do: 'watch', lines: [line] }];

test('a kind alone is watched as that kind: its fields, and actions on the row that is under way', () => {
  const event = hasStatus('watch ride', 'RideStatus', 'r-1', 'PICKUP', start, { fare: '9' });
  const { initial, update } = application({ head, groups: groupScreens, panes: homePanes, suffix: '', signedIn: true });
  const opened = { ...initial, stack: [watchOf(groupScreens, 'watch ride')!] };
  const [ride] = update(opened, event, start);
  expect(topOf(ride)).toMatchObject({ group: 'Ride', items: [{ line: 'watch ride' }] });
  expect(drawn(ride)).toMatch(/Cancel… +tuk ride cancel r-1/);
});

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
    const failed: AppEvent = { what: 'watch failed', line, failure: { text: 'No answer.' } };
    const came = app([...opening, order('DRAFT'), order('TELEPORTING'), failed, 'r', order('PAID')]);
    const watches = came.effects.filter((one) => one.do === 'watch');
    expect(watches).toEqual([...watchedThen, { do: 'watch', lines: [] }, ...watchedThen]);
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
    const ended = commandEnded(`store order pay ${id}`, { head });
    expect(app([...opening, order('PAYMENT_FAILED'), ended]).effects.at(-1)).toEqual({ do: 'watch', lines: [line] });
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
    const asked = [{ do: 'pause', on: true }, { do: 'pause', on: false }, { do: 'ask now' }];
    expect(effects.slice(1)).toEqual(asked.map((effect) => ({ do: 'watched', effect })));
    expect(drawn(app([...opening, order('DRAFT'), 'w']).state)).toMatch(/ paused ─/);
    expect(drawn(state)).toMatch(/ live ─/);
    expect(drawn(app([...opening, order('DRAFT'), 'J']).state)).toMatch(
      /"status": "DRAFT"[\s\S]*\$ tuk store order show 8d20f3a4/,
    );
    expect(drawn(app([...opening, order('DRAFT'), 'J', order('PAID'), 'esc']).state)).toContain('◐ PAID   it is paid');
  });
});

test('every status list has a progress of its own statuses, without a bad end', () => {
  for (const list of Object.keys(statusLists) as StatusList[]) {
    const statuses = roadOf(list);
    const { bad = [], ...classes }: Record<string, readonly string[]> = statusLists[list];
    for (const status of statuses) expect([...Object.values(classes).flat()]).toContain(status);
    for (const status of statuses) expect(bad).not.toContain(status);
    expect(stepsOf(list, [], undefined, false).map(({ status }) => status)).toEqual([...statuses]);
  }
});

test('a small screen scrolls to its end, and its actions stay visible', () => {
  const low = { rows: 10, columns: 70 };
  const [top, end] = [[], ['G']].map((keys) => drawn(app([...opening, order('DRAFT'), ...keys], low).state, low));
  for (const text of [top, end]) expect(text).toContain('Cancel the order…'); // the actions stay visible
  expect(top).not.toMatch(/Quantity/);
  expect(end).toMatch(/Quantity/);
});

// The times of a watched item: those that the response states, and no others; seen is not since. One clock, on the screen and in lines.
describe('watch view', () => {
  const start = new Date(2026, 10, 25, 9, 15, 14).getTime();
  const minute = 60_000;
  const iso = (at: number) => new Date(at).toISOString();

  interface Seen {
    readonly status: string;
    readonly row?: object;
    readonly at?: number;
    readonly ended?: 'good' | 'bad';
  }
  /** The application on the watch screen of a line after these responses, by a clock that is behind that of the service. */
  function watching(line: string, list: StatusList, responses: readonly Seen[], clockOffset = 0): Application {
    const of = { head: { profile: 'box' }, groups: groupScreens, panes: homePanes, suffix: '' };
    const { initial, update } = application({ ...of, signedIn: true });
    const screen = watchOf(groupScreens, line)!;
    const seen: { status: string; at: number }[] = [];
    return responses.reduce(
      (state, { status, row = { status }, at = start, ended }) => {
        if (seen.at(-1)?.status !== status) seen.push({ status, at });
        const own = { id: 'x', status, class: ended ?? 'pending', row, seen: [...seen] } as const;
        const items = [ended ? { ...own, ended } : own];
        const stream = { kind: 'changed', at, items, changed: ['x'] } as const;
        const event = watched(screen.items[0]!.line, list, stream, ended !== undefined, clockOffset);
        return update(state, event, at)[0];
      },
      { ...initial, stack: [screen] } as Application,
    );
  }
  const drawn = (state: Application, now: number) => applicationRows(state, { rows: 40, columns: 120 }, now).join('\n');
  const said = (state: Application, now: number) => {
    const { rest } = screenLines(state, serviceTime(state, now));
    return Array.from({ length: rest!.count }, (_, at) => rest!.line(at)).join('\n');
  };
  const withdrawal = (status: string, updatedAt?: number) => {
    const request = { id: 'x', status, ...(updatedAt === undefined ? {} : { updatedAt: iso(updatedAt) }) };
    return { cancellable: false, finalized: true, request };
  };
  const ago = iso(start - 20 * minute);

  describe('an item whose end was before the first look', () => {
    const over = (status: string, ended: 'good' | 'bad') =>
      watching('watch withdrawal:x', 'BalanceRequestStatus', [{ status, row: withdrawal(status), ended }]);
    test.each([
      ['withdrawal:x', 'BalanceRequestStatus', 'COMPLETED', withdrawal('COMPLETED', start - 20 * minute)],
      ['deposit:x', 'BalanceRequestStatus', 'COMPLETED', { status: 'COMPLETED', updatedAt: ago }],
      ['payment:x', 'PaymentStatus', 'REFUNDED', { status: 'REFUNDED', refundedAt: ago, updatedAt: iso(start) }],
      ['order:x', 'StoreOrderStatus', 'SUCCESS', { status: 'SUCCESS', statusLog: [{ status: 'SUCCESS', at: ago }] }],
    ] as const)('%s has the time that its response states', (name, list, status, row) => {
      const state = watching(`watch ${name}`, list, [{ status, row, ended: 'good' }]);
      expect(drawn(state, start)).toMatch(new RegExp(`${status} +08:55:14`));
      expect(drawn(state, start)).toMatch(new RegExp(`${status} .* 20 min 0 s`));
      expect(drawn(state, start)).not.toMatch(/seen 09:15|at least/);
      expect(said(state, start)).toMatch(new RegExp(`Status ${status}, .*, for 20 minutes\\.`));
      expect(said(state, start)).toMatch(new RegExp(`${status}, now, 08:55:14\\.`));
    });

    test('claims no time where its response states none, and says when it was seen', () => {
      const state = over('COMPLETED', 'good');
      expect(drawn(state, start + 2000)).toMatch(/✓ COMPLETED .* at least 2 s/);
      expect(drawn(state, start + 2000)).toMatch(/✓ COMPLETED +seen 09:15:14/);
      expect(said(state, start + 2000)).toMatch(/for at least 2 seconds\./);
      expect(said(state, start + 2000)).toMatch(/COMPLETED, now, seen 09:15:14\./);
    });

    test('stands below the steps that were not seen, in the order of the road', () => {
      expect(drawn(over('COMPLETED', 'good'), start)).toMatch(
        /· INCOMING +not seen[\s\S]*· CONFIRMING +not seen[\s\S]*· WAITING_TRANSACTION +not seen[\s\S]*✓ COMPLETED +seen/,
      );
      expect(drawn(over('CANCELED', 'bad'), start)).toMatch(
        /· INCOMING +not seen[\s\S]*✗ CANCELED +seen[\s\S]*· COMPLETED +not seen/,
      );
    });
  });

  test('before the end, the time of the last change is not that of the status', () => {
    const row = { status: 'CONFIRMING', updatedAt: iso(start - 20 * minute) };
    expect(drawn(watching('watch deposit:x', 'BalanceRequestStatus', [{ status: 'CONFIRMING', row }]), start)).toMatch(
      /CONFIRMING +seen 09:15:14/,
    );
  });

  test('a change that was seen as it happened has a time, one after a long silence has none; no duration begins at a first look', () => {
    const state = watching('watch deposit:x', 'BalanceRequestStatus', [
      { status: 'INCOMING' },
      { status: 'CONFIRMING', at: start + 10_000 },
      { status: 'WAITING_TRANSACTION', at: start + 20_000 },
      { status: 'COMPLETED', at: start + 10 * minute, ended: 'good' },
    ]);
    const text = drawn(state, start + 10 * minute);
    expect(text).toMatch(
      /INCOMING +seen 09:15:14[\s\S]*CONFIRMING +09:15:24[\s\S]*WAITING_TRANSACTION +09:15:34 +\+10 s[\s\S]*COMPLETED +seen 09:25:14/,
    );
    expect(text).not.toMatch(/CONFIRMING +09:15:24 +\+/);
    expect(text).toMatch(/09:25:14 +COMPLETED +seen then/);
  });

  test('ages are by the clock of the service, once, in all that is said and drawn', () => {
    const ahead = 297_000; // 4 min 57 s
    const ended = start + ahead - 23 * minute;
    const completed = { status: 'COMPLETED', row: withdrawal('COMPLETED', ended), ended: 'good' } as const;
    const state = watching('watch withdrawal:x', 'BalanceRequestStatus', [completed], ahead);
    expect(said(state, start)).toContain('for 23 minutes.');
    expect(said(state, start + minute)).toContain('for 24 minutes.');
    expect(drawn(state, start + minute)).toContain('24 min 0 s');
    // @ts-expect-error a time of the service is not one of this machine
    serviceTime(state, serviceTime(state, start));
    // @ts-expect-error nor is a time of this machine one of the service
    screenLines(state, start);
  });

  test('a change has the time of the status, by the clock of the service', () => {
    const deposit = (...seen: Seen[]) => watching('watch deposit:x', 'BalanceRequestStatus', seen, minute);
    const first = deposit({ status: 'INCOMING' });
    const then = deposit({ status: 'INCOMING' }, { status: 'CONFIRMING', at: start + 5000 });
    const [before, after] = [topOf(first) as WatchScreen, topOf(then) as WatchScreen];
    const changes = watchChangeTexts(before, after, then, serviceTime(then, start + 5000));
    expect(changes[0]).toBe('09:16:19. Changed: status CONFIRMING, was INCOMING.');
  });
});

describe('what is known of a watched item', () => {
  const createdAt = new Date(start - 13 * 3_600_000).toISOString();
  const row = { id, status: 'PAYMENT_PENDING', totalPrice: '24.00', currencyId: 'USDC', createdAt };
  const known = (status = 'PAYMENT_PENDING', ago = 40_000, more: object = {}): AppEvent => ({
    ...{ what: 'known', line, list: 'StoreOrderStatus' },
    known: { status, at: start - ago, row: { ...row, status } },
    ...more,
  });
  const outage = (): AppEvent => {
    const out = { since: start, message: 'sale answered 500', wait: 5000 };
    const items = [{ id, class: 'unknown', seen: [] }] as const;
    return watched(line, 'StoreOrderStatus', { kind: 'outage', at: start, items, changed: [], outage: out });
  };
  test('is shown with its age in the headline while its service fails, and no step is ticked that was not seen', () => {
    const text = drawn(app([...opening, known(), outage()]).state);
    expect(text).toMatch(/◌ PAYMENT_PENDING {3}when last asked, 40 s ago/);
    expect(text).toContain('24.00 USDC');
    expect(text).not.toMatch(/no status|✓ PAYMENT_PENDING/);
    expect(text).not.toMatch(/✓ (DRAFT|PAID|SUCCESS)/);
  });
  test('stays when the screen is left and opened again, or its stream begins anew without a status', () => {
    const text = drawn(app([...opening, order('PAID'), '3', '[', outage()]).state);
    expect(text).toMatch(/◌ PAID {3}when last asked/);
    expect(drawn(app([...opening, order('PAID'), outage(), order('SUCCESS')]).state)).toMatch(/✓ SUCCESS/);
  });
  test('gives way to a response, and never to what is older', () => {
    expect(drawn(app([...opening, order('PAID'), known('DRAFT')]).state)).not.toMatch(/[◌◐] DRAFT/);
    const { state } = app([...opening, known('PAID', 10_000), known('DRAFT', 90_000), outage()]);
    expect(drawn(state)).toMatch(/◌ PAID {3}when last asked, 10 s/);
  });
  test('is said in lines with its age', () => {
    const { state } = app([...opening, known(), outage()]);
    const texts = watchTexts(topOf(state) as WatchScreen, state, serviceTime(state, start));
    expect(texts.join('\n')).toContain('PAYMENT_PENDING when last asked, 40 seconds ago.');
  });
  test('an item in its first status has been in it since it began; longer than usual is said by the last ones alone', () => {
    const began = { createdAt: row.createdAt, status: 'DRAFT' };
    const seen = (took?: readonly number[]) =>
      drawn(app([...opening, known('DRAFT', 0, { took }), order('DRAFT', began)]).state, { rows: 24, columns: 120 });
    expect(seen()).toMatch(/! DRAFT .* for 13 h/);
    expect(seen()).not.toMatch(/at least|your last/);
    expect(seen([60_000, 120_000])).not.toContain('your last'); // two say nothing
    expect(seen([60_000, 120_000, 90_000])).toMatch(/for 13 h[^;]*; your last 3 took 2 min at most/);
    expect(seen([60_000, 120_000, 60 * 3_600_000])).not.toContain('your last');
  });
});

// Several items watched side by side in the application: from marks in a list or a typed line, a stream for each, one of them whole, and back.
import { describe, expect, test, vi } from 'vitest';
import { groupScreens } from '../../../src/commands/app/boards.js';
import type { WatchState } from '../../../src/engine/watch/status-stream.js';
import type { ApplicationDependencies } from '../../../src/ui/application.js';
import { watchPlace } from '../../../src/ui/screen-reader/watch.js';
import { watchOf, wholeItem } from '../../../src/ui/state/watch/watch-screen.js';
import { exit } from '../../support/exit.js';
import { clockNow, fakeClock, type RunningApplication, renderApplication } from '../../support/screen.js';

const ids = ['ride-a', 'ride-b', 'ride-c', 'ride-d'];
const start = Date.parse('2026-11-20T06:00:00Z');
const rowOf = (id: string, status: string, more: object = {}) => ({
  ...{ id, status, region: 'SG' },
  origin: { name: `Gate ${id.at(-1)}`, latitude: 1.28, longitude: 103.85 },
  destination: { name: 'Airport', latitude: 1.35, longitude: 103.98 },
  driverInfo: { name: 'Leng Tan' },
  ...more,
});

/** Rides whose states the test sends, and what the application has done with their streams. */
function rides() {
  interface Waiting {
    next(state: WatchState<unknown>, done: boolean): void;
    fail(error: Error): void;
  }
  const waiting = new Map<string, Waiting>();
  const [opened, over, asked]: [string[], string[], string[]] = [[], [], []];
  const watch = async (line: string) => {
    const id = line.replace(/^watch (ride:)?/, '');
    opened.push(id);
    return {
      list: () => 'RideStatus' as const,
      clockOffset: () => 0,
      stream: {
        next: () =>
          new Promise<IteratorResult<WatchState<unknown>, WatchState<unknown>>>((resolve, reject) =>
            waiting.set(id, { next: (value, done) => resolve({ value, done }), fail: reject }),
          ),
      } as AsyncIterator<WatchState<unknown>, WatchState<unknown>>,
      askNow: () => void asked.push(id),
      over: () => void over.push(id),
    };
  };
  const send = (
    id: string,
    status: string,
    { ended, row = {}, kind }: { ended?: 'good' | 'bad'; row?: object; kind?: 'out of time' } = {},
  ) => {
    const own = { id, status, class: ended ?? 'pending', row: rowOf(id, status, row), seen: [{ status, at: start }] };
    const items = [ended ? { ...own, ended } : own] as WatchState<unknown>['items'];
    const shown = kind ?? (ended ? 'ended' : 'changed');
    waiting.get(id)!.next({ kind: shown, at: clockNow(), changed: [id], items }, ended !== undefined);
  };
  const fail = (id: string, why: string) => waiting.get(id)!.fail(new Error(why));
  return { watch, opened, over, asked, send, fail };
}

/** The application on its list of rides, so many of them marked and watched. */
async function watching(
  count: number,
  { size, ...reads }: Partial<ApplicationDependencies> & { size?: { columns: number; rows: number } } = {},
) {
  fakeClock(start);
  const source = rides();
  const load = vi.fn(async (line: string) => ({
    value: line === 'ride status --known' ? ids.map((id) => rowOf(id, 'PICKUP')) : [],
  }));
  const app = await renderApplication({ load, watch: source.watch, ...reads }, size);
  await app.press('2');
  for (let nth = 0; nth < count; nth++) await app.press(' ');
  await app.press('w');
  return { app, source };
}
const row = (app: RunningApplication, wanted: RegExp) => new RegExp(`.*${wanted.source}.*`).exec(app.text())?.[0] ?? '';

describe('marked rides', () => {
  test('w opens them side by side at 200 columns, each with a stream of its own; esc goes back and ends them', async () => {
    const { app, source } = await watching(3, { size: { columns: 200, rows: 60 } });
    expect(source.opened).toEqual(['ride-a', 'ride-b', 'ride-c']);
    const driverLocation = { latitude: 1.287_374, longitude: 103.85, at: new Date(start).toISOString() };
    source.send('ride-a', 'PICKUP', { row: { driverLocation } });
    source.send('ride-b', 'INUSE');
    source.send('ride-c', 'FINISHED', { ended: 'good' });
    await app.advance(1000);
    expect(app.text()).toContain('3 watched');
    expect(row(app, /◐ PICKUP/)).toMatch(/◐ PICKUP .*◐ INUSE .*✓ FINISHED/);
    expect(app.text()).toContain('820 m to the pick-up');
    await app.press('\x1b');
    source.send('ride-b', 'FINISHED'); // too late
    await app.advance(1000);
    expect(app.text()).toMatch(/Requests[\s\S]*3 marked/);
    expect(source.over.toSorted()).toEqual(['ride-a', 'ride-b', 'ride-c']); // the ride that had ended first
  });

  test('stand in one column of cards where there is no room beside', async () => {
    const { app, source } = await watching(3, { size: { columns: 120, rows: 36 } });
    for (const id of ids.slice(0, 3)) source.send(id, 'PICKUP');
    await app.advance(1000);
    for (const id of ids.slice(0, 3)) expect(row(app, new RegExp(id)), id).not.toContain('│ ride');
    expect(app.text().match(/◐ PICKUP +the driver is on the way to you/g)).toHaveLength(3);
  });

  test('more than the screen holds: the selected ride is always in sight', async () => {
    const { app } = await watching(4, { size: { columns: 80, rows: 24 } });
    for (const id of ids) {
      expect(row(app, new RegExp(`▸ ride ${id}`)), id).not.toBe('');
      await app.press('\t');
    }
    expect(row(app, /▸ ride ride-a/)).not.toBe('');
  });

  test('enter shows one whole, with its own keys, while the others go on; only that one is cancelled', async () => {
    const run = vi.fn(async () => ({ code: exit.ok, head: { profile: 'one' }, signedIn: true }));
    const { app, source } = await watching(2, { run });
    for (const id of ['ride-a', 'ride-b']) source.send(id, 'PICKUP');
    await app.press('\t');
    await app.press('\r');
    expect(app.text()).toContain('Ride › Requests › ride-b');
    await app.press('D');
    expect(run).toHaveBeenCalledWith('ride cancel ride-b', undefined, expect.anything());
    source.send('ride-a', 'INUSE');
    await app.advance(1000);
    await app.press('\r'); // closes the dialog
    await app.press('\x1b');
    await app.advance(1000);
    expect(app.text()).toContain('◐ INUSE');
    expect(source.over).toEqual([]);
  });

  test('w pauses all and goes on with all, r asks for all at once', async () => {
    const { app, source } = await watching(2);
    source.send('ride-a', 'PICKUP');
    source.send('ride-b', 'PENDING', { kind: 'out of time' }); // which does not end the watching of the other
    await app.press('w');
    expect(app.text().match(/paused/g)).toHaveLength(2);
    await app.press('w');
    expect(app.text()).not.toContain('paused');
    await app.press('r');
    expect(source.asked).toEqual(['ride-a', 'ride-b']);
  });

  test('names are masked until m shows those of all rides, which is recorded', async () => {
    const revealed: string[] = [];
    const { app, source } = await watching(2, { revealed: (line) => void revealed.push(line) });
    for (const id of ['ride-a', 'ride-b']) source.send(id, 'PICKUP');
    await app.advance(1000);
    expect(app.text()).not.toContain('Leng Tan');
    await app.press('m');
    expect(app.text().match(/Leng Tan/g)).toHaveLength(2);
    expect(revealed).toEqual(['tuk watch ride:ride-a ride:ride-b']);
    await app.press('m');
    expect(app.text()).not.toContain('Leng Tan');
  });

  test('one marked ride opens its own screen; a digit leaves the rides for its group and ends their streams', async () => {
    const one = await watching(1);
    expect(one.app.text()).toContain('Ride › Requests › ride-a');
    const { app, source } = await watching(2);
    await app.press('9');
    expect(app.text()).toContain('Notifications');
    expect(source.over).toEqual(['ride-a', 'ride-b']);
  });
});

describe('a line of several kinds', () => {
  async function ofLine(names: string, before = '', size = { columns: 120, rows: 36 }) {
    fakeClock(start);
    const source = rides();
    const app = await renderApplication({ load: async () => ({ value: [] }), watch: source.watch }, size);
    await app.press(`${before}:watch ${names}\r`);
    return { app, source };
  }

  test('each has a title of one form, the reason why one is not watched is read whole, and what has ended cannot be paused', async () => {
    const { app, source } = await ofLine('ride:ride-a withdrawal:w-1 payment:p-1', '', { columns: 80, rows: 24 });
    source.send('ride-a', 'FINISHED', { ended: 'good' });
    source.send('withdrawal:w-1', 'INCOMING');
    source.fail('payment:p-1', 'The service has no payment of that id, and no list of this account has it.');
    await app.advance(1000);
    for (const title of ['ride ride-a', 'withdrawal w-1', 'payment p-1'])
      expect(row(app, new RegExp(title)), title).not.toBe('');
    expect(app.text().replace(/\s+/g, ' ')).toContain('no list of this account has it.');
    expect(source.opened).toEqual(['ride-a', 'withdrawal:w-1', 'payment:p-1']);
    expect(row(app, /payment p-1/)).toMatch(/not watched/);
    expect(app.text()).toContain('$ tuk watch ride:ride-a withdrawal:w-1 payment:p-1');
    expect(app.text()).toMatch(/ w pause/);
    await app.press('w');
    expect(app.text()).toMatch(/ w resume/);
    await app.press('w');
    await app.press('\r'); // the ride that has ended, while the withdrawal goes on
    expect(app.text()).toContain('FINISHED');
    expect(app.text()).not.toMatch(/ w (pause|resume)/);
    await app.press('w');
    expect(app.text()).not.toContain('Paused');
  });

  test('each stands in the group of its kind, whatever was opened before it and beside it; an operation in that of the ledger', async () => {
    const screen = watchOf(groupScreens, 'watch ride:a order:b withdrawal:c deposit:d payment:e op-2611-0003')!;
    expect(screen.items.map((_, at) => watchPlace(wholeItem(screen, at)))).toEqual([
      'Ride, Requests, a.',
      'Store, Orders, b.',
      'Wallet, Withdrawals, c.',
      'Points, Deposits, d.',
      'Assets, Payments, e.',
      'Home, Watched, op-2611-0003.',
    ]);
    const odd = watchOf(groupScreens, "watch 'withdrawal:a b'")!;
    expect(watchOf(groupScreens, odd.items[0]!.line)?.items[0]).toMatchObject({ id: 'a b', line: odd.items[0]!.line });
    const { app, source } = await ofLine('ride:ride-a order:x op-2611-0003', '1', { columns: 200, rows: 40 }); // from Assets
    source.send('op-2611-0003', 'CONFIRMED');
    await app.advance(1000);
    expect(row(app, /▸ ride ride-a/)).toMatch(/▸ ride ride-a .*│ *order x .*│ *op-2611-0003 /);
    expect(app.text()).toContain('$ tuk watch ride:ride-a order:x op-2611-0003');
    await app.press('\t\r');
    expect(app.text()).toContain('Store › Orders › x');
    await app.press('\x1b');
    await app.advance(200);
    expect(app.text()).toContain('3 watched');
  });

  test('at most twelve, each by its name: any other line is not a watch screen', () => {
    const many = Array.from({ length: 13 }, (_, at) => `ride:${at}`).join(' ');
    for (const line of [
      `watch ${many}`,
      'watch',
      'watch --for PAID ride:a',
      'watch -x',
      'wait ride:a -o json',
      'watching a',
    ])
      expect(watchOf(groupScreens, line), line).toBeUndefined();
    const linesOf = (line: string) => watchOf(groupScreens, line)?.items.map((item) => item.line);
    expect(linesOf('watch ride:a ride:a op-1')).toEqual(['watch ride:a', 'watch op-1']);
    expect(linesOf('watch ride:-x ride:')).toEqual(['watch ride:-x', 'watch ride:']); // refused by the command
    expect(watchOf(groupScreens, 'watch order:7')?.items).toMatchObject([
      { line: 'watch order:7', spec: { kind: 'order' } },
    ]);
  });
});

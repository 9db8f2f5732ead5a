// The status stream of every `watch` and `wait`: good and bad ends, unknown statuses, outages, time-outs, several ids.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { endsFor, type WatchState, watchStates } from '../../../src/engine/watch/status-stream.js';
import { classOf, statusLists, wordsOf } from '../../../src/services/catalogue/statuses.js';
import * as lists from '../../../src/services/catalogue/words.js';
import { asyncProperty } from '../../support/runs.js';
import { virtualTime } from '../../support/virtual-time.js';

class Down extends Error {}
type Script = readonly (string | Error | undefined)[];

/**
 * Watches scripted ids on a fake clock that only waiting advances. Each script is the sequence of statuses of one id;
 * the last one repeats.
 */
async function watch(
  scripts: Readonly<Record<string, Script>>,
  options: {
    wanted?: readonly string[];
    failing?: readonly string[];
    until?: number;
    waits?: number;
    progress?: readonly (string | undefined)[];
  } = {},
) {
  const requests: Record<string, number> = {};
  const pauses: number[] = [];
  const { now, deadlineIn } = virtualTime();
  let polledAt: number | undefined;
  const stream = watchStates(Object.keys(scripts), {
    onPoll: () => {
      if (polledAt !== undefined) pauses.push(now() - polledAt);
      polledAt = now();
    },
    statusesOf: () => ({ statusList: 'RideStatus', ends: endsFor('RideStatus', options.wanted, options.failing) }),
    fetchStatus: async (id) => {
      const script = scripts[id]!;
      const index = Math.min(requests[id] ?? 0, script.length - 1);
      requests[id] = (requests[id] ?? 0) + 1;
      const status = script[index];
      if (status instanceof Error) throw status;
      const progress = options.progress?.[index];
      return { status, row: { status }, ...(progress === undefined ? {} : { progress }) };
    },
    outageOf: (error) =>
      error instanceof Down
        ? { message: 'down', ...(options.waits === undefined ? {} : { wait: options.waits }) }
        : undefined,
    ...{ now, interval: 1000, random: () => 0.5, deadline: deadlineIn(options.until) },
  });
  const states: WatchState<unknown>[] = [];
  for (;;) {
    const { value, done } = await stream.next();
    states.push(value);
    if (done) return { states, last: value, requests, pauses };
  }
}
const kinds = (states: readonly WatchState<unknown>[]) => states.map(({ kind }) => kind);

test('a stream ends at a good or bad end, and keeps every status that it saw', async () => {
  const { last, states } = await watch({ a: ['PENDING', 'PENDING', 'PICKUP', 'FINISHED'] });
  expect(kinds(states)).toEqual(['began', 'same', 'changed', 'ended']);
  const seen = ['PENDING', 'PICKUP', 'FINISHED'].map((status) => ({ status }));
  expect(last.items[0]).toMatchObject({ ended: 'good', seen });
  const bad = await watch({ a: ['PENDING', 'DRIVER_CANCELED'] });
  expect(bad.last.items[0]).toMatchObject({ ended: 'bad', class: 'bad' });
});

test('the awaited status is the good end, any other end is bad; --fail statuses fail', async () => {
  for (const [last, options, end] of [
    ['PICKUP', { wanted: ['PICKUP'] }, 'good'],
    ['FINISHED', { wanted: ['PICKUP'] }, 'bad'],
    ['PICKUP', { failing: ['PICKUP'] }, 'bad'],
    ['DRIVER_CANCELED', { wanted: ['DRIVER_CANCELED'] }, 'good'],
  ] as const)
    expect((await watch({ a: ['PENDING', last] }, options)).last.items[0]?.ended, last).toBe(end);
});

test('an unknown status is printed and is not an end, nor is a response without a status', async () => {
  const { states, last } = await watch({ a: ['PENDING', 'TELEPORTING', undefined, 'FINISHED'] });
  expect(states.map(({ items: things }) => things[0]?.class)).toEqual(['pending', 'unknown', 'unknown', 'good']);
  expect(last.items[0]?.seen.map(({ status }) => status)).toEqual(['PENDING', 'TELEPORTING', 'FINISHED']);
});

test('an outage is logged and survived, with the Retry-After of the service', async () => {
  const a = ['PENDING', new Down(), new Down(), 'PENDING', 'FINISHED'];
  const { states, pauses } = await watch({ a }, { waits: 7000 });
  expect(kinds(states)).toEqual(['began', 'outage', 'outage', 'back', 'ended']);
  expect(states[2]?.outage).toMatchObject({ since: 1000, message: 'down', wait: 7000 });
  expect(pauses.slice(1, 3)).toEqual([7000, 7000]);
  expect(states[1]?.items[0]?.status).toBe('PENDING');
});

test('while requests fail the wait grows to a minute; after a response it begins anew', async () => {
  const downs = Array.from({ length: 14 }, () => new Down());
  const { pauses } = await watch({ a: ['PENDING', ...downs, 'PENDING', 'PENDING', 'FINISHED'] });
  const failing = pauses.slice(1, 15);
  for (const [at, pause] of failing.slice(1).entries()) expect(pause).toBeGreaterThanOrEqual(failing[at]!);
  expect(failing.at(-1)).toBe(60_000);
  expect(pauses.slice(15)).toEqual([1000, 1500]);
});

test('a permanent failure ends the stream', async () => {
  await expect(watch({ a: ['PENDING', new Error('not found')] })).rejects.toThrow('not found');
});

test('the time-out is exact, also during an outage', async () => {
  const { last, pauses } = await watch({ a: ['PENDING'] }, { until: 10_000 });
  expect(last.kind).toBe('out of time');
  expect(pauses.reduce((sum, one) => sum + one, 0)).toBe(10_000);
  for (const options of [{ until: 2500 }, { until: 5000, waits: 60_000 }]) {
    const ended = { kind: 'out of time', at: options.until, outage: { message: 'down' } };
    expect((await watch({ a: ['PENDING', new Down()] }, options)).last).toMatchObject(ended);
  }
});

test('a poll that fails at the deadline is cut by it: an outage is what was there before', async () => {
  const cut = await watch({ a: ['PENDING', new Down()] }, { until: 1000 });
  expect(cut.last).toMatchObject({ kind: 'out of time', items: [{ status: 'PENDING' }] });
  expect(cut.last.outage).toBeUndefined();
  expect((await watch({ a: ['PENDING', new Down()] }, { until: 5000 })).last.outage).toMatchObject({ message: 'down' });
});

test('a change of progress keeps the interval short as a change of status does, and a poll without one lets it grow, up to a bound', async () => {
  const positions = ['1', '2', '3', '3', '3', '4', ...Array<undefined>(8).fill(undefined)];
  const a = [...Array<string>(14).fill('PICKUP'), 'FINISHED'];
  const { pauses, states } = await watch({ a }, { progress: positions });
  expect(pauses).toEqual([1000, 1000, 1000, 1500, 2250, 1000, 1000, 1500, 2250, 3375, 5063, 7594, 8000, 8000]);
  expect(states.flatMap(({ changed }) => changed)).toEqual(['a', 'a']); // no change of status is made up
});

test('each state says how long it really is until the next poll: after a change, while nothing changes, after Retry-After', async () => {
  const script = ['PENDING', 'PENDING', 'PENDING', new Down(), 'PENDING', 'PICKUP', 'FINISHED'];
  for (const waits of [undefined, 45_000]) {
    const { states, pauses } = await watch({ a: script }, waits === undefined ? {} : { waits });
    expect(states.slice(0, -1).map(({ wait }) => wait)).toEqual(pauses);
    expect(states.at(-1)).not.toHaveProperty('wait');
    if (waits !== undefined) expect(pauses).toContain(waits);
  }
});

test('200 ids in one stream: none is requested again after its end', async () => {
  const scripts = Object.fromEntries(
    Array.from({ length: 200 }, (_, i) => [`r${i}`, [...Array<string>(i % 5).fill('PENDING'), 'FINISHED']]),
  );
  const { last, requests } = await watch(scripts);
  expect(last.items.every(({ ended }) => ended === 'good')).toBe(true);
  for (let i = 0; i < 200; i++) expect(requests[`r${i}`]).toBe((i % 5) + 1);
});

test('any sequence of responses ends as its last statuses determine', async () => {
  const status = fc.constantFrom(...wordsOf('RideStatus'), 'TELEPORTING');
  const step = fc.oneof({ weight: 4, arbitrary: status }, { weight: 1, arbitrary: fc.constant(new Down()) });
  await asyncProperty(
    100,
    fc.array(fc.tuple(fc.array(step, { maxLength: 8 }), fc.constantFrom('FINISHED', 'ERROR')), {
      minLength: 1,
      maxLength: 6,
    }),
    async (courses) => {
      const scripts = Object.fromEntries(courses.map(([steps, end], i) => [`r${i}`, [...steps, end]]));
      const { last } = await watch(scripts);
      for (const [i, [steps, end]] of courses.entries()) {
        const first = [...steps, end].find(
          (one) => typeof one === 'string' && ['good', 'bad'].includes(classOf('RideStatus', one)),
        );
        expect(last.items[i]).toMatchObject({ status: first, ended: classOf('RideStatus', first as string) });
      }
    },
  );
});

test('the classes contain every status of their list once, and no other', () => {
  const known = new Map<string, readonly unknown[]>(Object.entries(lists));
  for (const list of Object.keys(statusLists) as (keyof typeof statusLists)[])
    expect([...wordsOf(list)].sort(), list).toEqual([...(known.get(list) ?? [])].sort());
});

test('the last read is made at the deadline, and no other one just before', async () => {
  const { last, requests } = await watch({ a: ['PENDING', 'FINISHED'] }, { until: 1200 });
  expect([last.kind, last.at, requests]).toEqual(['ended', 1200, { a: 2 }]);
  const more = await watch({ a: ['PENDING', 'PENDING', 'FINISHED'] }, { until: 2500 });
  expect([more.last.kind, more.last.at, more.requests]).toEqual(['ended', 2500, { a: 3 }]);
});

test('a read that a sleep of the machine cut off is made once more after the deadline', async () => {
  const { clock, now, deadlineIn } = virtualTime();
  let reads = 0;
  const limits: number[] = [];
  const stream = watchStates(['a'], {
    statusesOf: () => ({ statusList: 'RideStatus', ends: endsFor('RideStatus') }),
    fetchStatus: async (_, deadline) => {
      reads += 1;
      limits.push(deadline.timeLeft());
      if (reads === 2) {
        clock.at += 60_000; // asleep
        throw new Down();
      }
      return { status: reads < 3 ? 'PENDING' : 'FINISHED', row: {} };
    },
    ...{ outageOf: () => ({ message: 'down' }), now, interval: 1000, random: () => 0.5 },
    deadline: deadlineIn(7000),
  });
  let next = await stream.next();
  while (!next.done) next = await stream.next();
  expect([next.value.kind, reads]).toEqual(['ended', 3]);
  expect(limits.at(-1)).toBe(5000);
});

test('what is done about a state counts towards the deadline: the stream does not sleep beyond it', async () => {
  const { clock, now, deadlineIn } = virtualTime();
  let reads = 0;
  const stream = watchStates(['a'], {
    statusesOf: () => ({ statusList: 'RideStatus', ends: endsFor('RideStatus') }),
    fetchStatus: async () => {
      reads += 1;
      return { status: 'PENDING', row: {} };
    },
    ...{ outageOf: () => undefined, now, interval: 60_000, random: () => 0.5, deadline: deadlineIn(100_000) },
  });
  await stream.next();
  clock.at = 99_000; // a command of --on-change
  expect((await stream.next()).value).toMatchObject({ kind: 'out of time', at: 100_000 });
  expect(reads).toBe(2);
});

// The query cache of the application: what is requested when, for whom, and what is kept, over hours of a fake clock.
import fc from 'fast-check';
import { expect, onTestFinished, test, vi } from 'vitest';
import { backOff, type Load, Queries } from '../../src/ui/queries.js';
import { type ObservedQuery, type QueryState, queried } from '../../src/ui/state/core/responses.js';
import { property } from '../support/runs.js';
import { clockRest, fakeClock, renderApplication } from '../support/screen.js';

const minute = 60_000;
const query = (line: string, more: Partial<ObservedQuery> = {}): ObservedQuery => {
  return { line, spec: line, interval: 10_000, ...more };
};
const advance = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds);

/** Queries over a fake clock, with their requests and the states that were told. */
function cache(load: Load = async (line) => ({ value: [line] })) {
  fakeClock();
  const requests: string[] = [];
  const notice: { owner: string | undefined; line: string; state: QueryState }[] = [];
  const queries = new Queries((line, spec) => {
    requests.push(line);
    return load(line, spec);
  });
  onTestFinished(() => queries.close());
  queries.listen((owner, line, state) => notice.push({ owner, line, state }));
  /** Observes these for a while. */
  const during = async (milliseconds: number, ...of: readonly ObservedQuery[]) => {
    queries.observe('one', of);
    await advance(milliseconds);
  };
  return { queries, requests, notice, during };
}

test('a read is repeated at its interval; while it fails, after 10, 20, 40 and 60 seconds, then every minute', async () => {
  let down = false;
  const { queries, requests } = cache(async (line) => {
    if (down) throw new Error('503');
    return { value: [line] };
  });
  const during = async (minutes: number) => {
    const before = requests.length;
    await advance(minutes * minute);
    return requests.length - before;
  };
  queries.observe('one', [query('a')]);
  expect(requests).toEqual(['a']); // at once, and every ten seconds
  expect(await during(55)).toBe(330);
  down = true;
  const failures = await during(10);
  expect(failures).toBeLessThanOrEqual(14);
  expect(failures).toBeGreaterThanOrEqual(10);
  down = false;
  const after = await during(55);
  expect(after).toBeGreaterThanOrEqual(324);
  expect(after).toBeLessThanOrEqual(331);
}, 60_000);

test('a query that is observed again is requested only when it is due, also after a failure', async () => {
  const { requests, during } = cache(async (line) => {
    if (line === 'bad') throw new Error('500');
    return { value: 1 };
  });
  for (let times = 0; times < 20; times++) {
    await during(100, query('good'), query('bad'));
    await during(100);
  }
  expect(requests).toEqual(['good', 'bad']);
  await during(11_000, query('good'), query('bad'));
  expect(requests).toEqual(['good', 'bad', 'good', 'bad']);
});

test('the back-off of a slow failure counts from its end', async () => {
  const { requests, during } = cache(async () => {
    await clockRest(45_000);
    throw new Error('500');
  });
  await during(54_000, query('a'));
  expect(requests).toEqual(['a']);
  await advance(2_000);
  expect(requests).toEqual(['a', 'a']);
});

test('a screen that is left and opened again waits for the same request; one that replaces it waits from its own start on', async () => {
  let isDown = false;
  const { queries, requests, notice, during } = cache(() =>
    isDown ? new Promise(() => {}) : Promise.resolve({ value: 1 }),
  );
  await during(100, query('a'));
  isDown = true;
  await advance(10_000);
  const waiting = queried({}, 'a', notice.at(-1)!.state, 1_000);
  for (let times = 0; times < 3; times++) {
    await during(400);
    await during(400, query('a'));
  }
  expect(requests).toEqual(['a', 'a']);
  expect(queried(waiting, 'a', notice.at(-1)!.state, 2_000).a!.asked).toBe(1_000);
  queries.invalidate(['a']);
  await advance(400);
  expect(requests).toEqual(['a', 'a', 'a']);
  expect(queried(waiting, 'a', notice.at(-1)!.state, 3_000).a!.asked).toBe(3_000);
});

test('another owner: all data of the one before are removed, and what comes late is not told', async () => {
  const waiting: (() => void)[] = [];
  const { queries, notice, requests } = cache(
    (line) => new Promise((resolve) => waiting.push(() => resolve({ value: line }))),
  );
  queries.observe('first', [query('a')]);
  queries.observe('second', [query('a')]);
  for (const on of waiting) on();
  await advance(1);
  expect(requests).toEqual(['a', 'a']);
  expect(notice.filter(({ state }) => state.loaded).map(({ owner }) => owner)).toEqual(['second']);
  queries.observe('first', [query('a')]);
  const expected = { owner: 'first', line: 'a', state: { fetching: true, request: 1, loaded: undefined, version: 0 } };
  expect(notice.at(-1)).toEqual(expected);
});

test('an invalidated query is requested at once, whatever its back-off or pause; one that is not observed, when it is shown', async () => {
  const { queries, requests, during } = cache(async () => Promise.reject(new Error('refused')));
  await during(5 * minute, query('a', { paused: true }));
  expect(requests).toEqual(['a']);
  queries.invalidate(['a']);
  await advance(1);
  expect(requests).toEqual(['a', 'a']);
  queries.observe('one', []);
  queries.invalidate();
  await advance(minute);
  expect(requests).toEqual(['a', 'a']);
  await during(2000, query('a'));
  expect(requests).toEqual(['a', 'a', 'a']);
});

test('a service that asks to wait (Retry-After) is not asked before, by whatever key or command', async () => {
  const { queries, requests, during } = cache(async () =>
    Promise.reject(Object.assign(new Error('429'), { wait: 10 * minute })),
  );
  await during(1, query('a'));
  for (let press = 0; press < 9; press++) {
    queries.invalidate(['a']);
    await queries.read('one', query('a'), 0);
    await advance(minute);
  }
  expect(requests).toEqual(['a']);
  await advance(2 * minute);
  expect(requests).toEqual(['a', 'a']);
});

test('nothing is requested by itself while the terminal is not focused; then what is due is', async () => {
  const { queries, requests, during } = cache();
  await during(1, query('a'));
  queries.setFocused(false);
  await advance(30 * minute);
  expect(requests).toEqual(['a']);
  queries.setFocused(true);
  await advance(11_000);
  expect(requests.length).toBeGreaterThanOrEqual(2);
  expect(requests.length).toBeLessThanOrEqual(3);
});

test('what is typed on is requested once, for what stands there after a pause', async () => {
  const { requests, during } = cache();
  for (const typed of ['a', 'ab', 'abc']) {
    await during(100, query(typed, { debounce: 300 }));
  }
  await advance(400);
  expect(requests).toEqual(['abc']);
});

test('the back-off is never shorter than the interval or Retry-After, nor longer than a minute without them', () => {
  property(
    100,
    fc.integer({ min: 1, max: 2000 }),
    fc.integer({ min: 1, max: 1e6 }),
    fc.integer({ min: 0, max: 1e6 }),
    (failures, interval, wait) => {
      const rest = backOff(failures, interval, wait);
      expect(rest).toBeGreaterThanOrEqual(Math.max(interval, wait));
      expect(rest).toBeLessThanOrEqual(Math.max(interval, wait, minute));
    },
  );
});

test('the application hears the focus of its terminal', async () => {
  fakeClock();
  let requests = 0;
  const app = await renderApplication({
    load: async () => {
      requests++;
      return { value: [] };
    },
  });
  await app.press('9');
  await app.press('\x1b[O');
  const before = requests;
  await app.advance(5 * minute);
  expect(requests).toBe(before);
  await app.press('\x1b[I');
  await app.advance(1000);
  expect(requests).toBe(before + 1);
  await app.press('q');
}, 60_000);

test('things of one name are rows of their own in the palette: none of them stays when the text changes', async () => {
  fakeClock();
  const value = ['1', '2', '3'].map((id) => ({ id, title: 'Hanoi Bikes' }));
  const load = async () => ({ value, rows: value, columns: [{ path: 'title' }], id: 'id' });
  const app = await renderApplication({ load });
  const inPalette = async () => (await app.text()).match(/Hanoi Bikes +Assets › Offerings/g)?.length ?? 0;
  for (const key of ['1', ':', 'hano']) await app.press(key);
  expect(await inPalette()).toBe(3);
  await app.press('xx');
  expect(await inPalette()).toBe(0);
  for (const key of ['\x1b', 'q']) await app.press(key);
}, 60_000);

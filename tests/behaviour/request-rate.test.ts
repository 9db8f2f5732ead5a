// The request rate of the application over minutes of a fake clock: back-off after failures, and at most one request per second of one read.
import { describe, expect, test, vi } from 'vitest';
import { createThrottle } from '../../src/commands/app/throttle.js';
import { endsFor, watchStates } from '../../src/engine/watch/status-stream.js';
import { clockNow, clockRest, fakeClock, renderApplication } from '../support/screen.js';
import { virtualTime } from '../support/virtual-time.js';

const minute = 60_000;
const flood = 200; // requests

describe('a failing read of the application', () => {
  test('on Home no line is requested sooner than its back-off; a slow failure counts from its end', async () => {
    fakeClock();
    const requests = new Map<string, { began: number; ended: number }[]>();
    const load = async (line: string) => {
      const request = { began: clockNow(), ended: Number.NaN };
      requests.set(line, [...(requests.get(line) ?? []), request]);
      if (requests.get(line)!.length > flood) return new Promise<never>(() => {}); // fail the test instead of hanging
      await clockRest(45_000);
      request.ended = clockNow();
      throw new Error(`${line} answered 500.`);
    };
    const app = await renderApplication({ load });
    await app.advance(2.5 * minute);
    expect(requests.size).toBeGreaterThan(5);
    for (const [line, all] of requests) {
      const [first, ...more] = all.slice(1).map(({ began }, at) => Math.round((began - all[at]!.ended) / 1000));
      expect([10, 30], line).toContain(first);
      for (const rest of more) expect(rest).toBeGreaterThan(first!);
    }
    await app.press('q');
  });

  test('failing fields of a form are not requested repeatedly', async () => {
    fakeClock();
    let requests = 0;
    const app = await renderApplication({
      load: async () => ({ value: [] }),
      fields: async () => {
        if (++requests > flood) return new Promise<never>(() => {});
        throw new Error('The form cannot be read.');
      },
    });
    await app.press('2l'); // New: a form
    expect(app.text()).toContain('The form cannot be read.');
    await app.advance(minute);
    await app.press('jk');
    expect(requests).toBeLessThanOrEqual(2);
    await app.press('q');
    expect(await app.exited).toBe('left');
  });
});

describe('the minimum interval', () => {
  test('two requests of one read are at least a second apart, others are not delayed, and repeated requests do not queue', async () => {
    fakeClock();
    const began = clockNow();
    const pass = (to: number) => vi.advanceTimersByTimeAsync(to - (clockNow() - began));
    const spaced = createThrottle({ now: clockNow, pause: clockRest });
    const requests: string[] = [];
    const request = (read: string, name: string, takes = 0) =>
      spaced(read, async () => {
        requests.push(`${name} at ${clockNow() - began}`);
        if (takes > 0) await clockRest(takes);
      }).catch((error: Error) => requests.push(`${name}: ${error.message}`));
    for (const name of ['a1', 'a2', 'a3', 'a4']) request('a', name);
    request('b', 'b1');
    await pass(0);
    expect(requests).toEqual(['a1 at 0', 'b1 at 0']);
    await pass(5000);
    const replaced = ['a2', 'a3'].map((name) => `${name}: A newer request has replaced this one.`);
    expect(requests.slice(2).sort()).toEqual([...replaced, 'a4 at 1000']);
    request('a', 'a5', 700);
    await pass(5500);
    expect(requests.at(-1)).toBe('a5 at 5000');
    await pass(5900);
    request('a', 'a6');
    await pass(9000);
    expect(requests.at(-1)).toBe('a6 at 6700'); // a second after the previous response
  });

  test.each([
    ['who wants it now, again and again', {}, 100],
    ['a service that says: no wait at all', { wait: 0 }, undefined],
  ])('followed objects: %s', async (_, trouble, cut) => {
    const { now, deadlineIn } = virtualTime(cut);
    const requests: number[] = [];
    const stream = watchStates(['ride'], {
      statusesOf: () => ({ statusList: 'RideStatus', ends: endsFor('RideStatus') }),
      fetchStatus: async () => {
        requests.push(now());
        if ('wait' in trouble) throw new Error('down');
        return { status: requests.length % 2 === 0 ? 'PENDING' : 'ASSIGNED', row: {} };
      },
      outageOf: () => ({ message: 'down', ...trouble }),
      now,
      interval: 1000,
      random: () => 0,
      deadline: deadlineIn(60_300),
    });
    for (let done: boolean | undefined; !done && requests.length < flood; ) ({ done } = await stream.next());
    expect(requests.length).toBeGreaterThan(5);
    for (const [at, one] of requests.slice(1).entries()) expect(one - requests[at]!).toBeGreaterThanOrEqual(1000);
  });
});

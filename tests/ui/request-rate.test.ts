// The request rate of the application over minutes of a fake clock: back-off after failures, and at most one request per second of one read.
import { describe, expect, test } from 'vitest';
import { createThrottle } from '../../src/commands/app/throttle.js';
import { endsFor, watchStates } from '../../src/engine/status-stream.js';
import { exit } from '../support/exit.js';
import { clockNow, clockRest, fakeClock, program, renderApplication } from '../support/screen.js';
import { respond, scripted } from '../support/scripted-server.js';
import { signedInHome } from '../support/users.js';

const minute = 60_000;
const flood = 200; // requests
/** A read that fails after a delay, with the start and end of each of its requests in milliseconds since the first. */
function failing(after: number, error: object = {}) {
  const requests = new Map<string, { began: number; ended?: number }[]>();
  const load = async (line: string) => {
    const request: { began: number; ended?: number } = { began: clockNow() };
    requests.set(line, [...(requests.get(line) ?? []), request]);
    if (requests.get(line)!.length > flood) return new Promise<never>(() => {}); // fail the test instead of hanging
    await (after === 0 ? new Promise((on) => setImmediate(on)) : clockRest(after));
    request.ended = clockNow();
    throw Object.assign(new Error(`${line} answered 500.`), error);
  };
  /** The seconds between the end of each request and the start of the next. */
  const rests = (line: string) => {
    const all = requests.get(line) ?? [];
    return all.slice(1).map(({ began }, at) => Math.round((began - (all[at]!.ended ?? Number.NaN)) / 1000));
  };
  return { load, rests, requests: (line: string) => requests.get(line)?.length ?? 0, lines: () => [...requests.keys()] };
}

describe('a failing read of the application', () => {
  test('is retried after its last failure, with doubled intervals up to a minute', async () => {
    fakeClock();
    const reads = failing(0);
    const app = await renderApplication(reads);
    await app.press('2'); // Ride: requested every ten seconds while it responds
    await app.advance(4 * minute);
    expect(reads.rests('ride status --known').slice(-5)).toEqual([10, 20, 40, 60, 60]);
    expect(app.text()).toContain('✗ ride status --known answered 500.');
    await app.press('q');
    expect(await app.exited).toBe('left');
  });

  test('on Home no line is requested sooner than its back-off; a slow failure counts from its end', async () => {
    fakeClock();
    const reads = failing(45_000);
    const app = await renderApplication(reads);
    await app.advance(2.5 * minute);
    expect(reads.lines().length).toBeGreaterThan(5);
    for (const line of reads.lines()) {
      const [first, ...more] = reads.rests(line);
      expect([10, 30], line).toContain(first);
      for (const rest of more) expect(rest).toBeGreaterThan(first!);
    }
    await app.press('q');
  });

  test('is not retried before Retry-After, and resumes its own interval after a response', async () => {
    fakeClock();
    const reads = failing(0, { passes: true, wait: 150_000 });
    let down = true;
    const app = await renderApplication({ load: (line) => (down ? reads.load(line) : reads.load(line).catch(() => ({ value: [] }))) });
    await app.press('2');
    expect(app.text()).toMatch(/offline .*next try in 2 min/);
    await app.advance(2 * minute);
    expect(reads.requests('ride status --known')).toBe(1);
    down = false;
    await app.advance(minute);
    expect(reads.rests('ride status --known').slice(0, 3)).toEqual([150, 10, 10]);
    await app.press('q');
  });

  test('is not retried by navigation or while paused', async () => {
    fakeClock();
    const reads = failing(0);
    const app = await renderApplication({
      load: async (line) => (line === 'ride status --known' ? reads.load(line) : { value: [{ id: 'a' }] }),
    });
    for (let times = 0; times < 5; times++) await app.press('2101');
    expect(reads.requests('ride status --known')).toBe(1);
    await app.press('w'); // paused
    await app.press('2');
    await app.advance(3 * minute);
    expect(reads.requests('ride status --known')).toBe(1);
    await app.press('r');
    expect(reads.requests('ride status --known')).toBe(2);
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
  /** A fake clock that only waiting advances, and the times of some reads on it. */
  function turns() {
    let now = 0;
    const waits: { at: number; on: () => void }[] = [];
    const spaced = createThrottle({ now: () => now, pause: (ms) => new Promise((on) => waits.push({ at: now + ms, on })) });
    const pass = async (to: number) => {
      for (;;) {
        await new Promise((on) => setImmediate(on));
        const next = waits.filter(({ at }) => at <= to).sort((one, other) => one.at - other.at)[0];
        if (!next) break;
        waits.splice(waits.indexOf(next), 1);
        now = next.at;
        next.on();
      }
      now = to;
    };
    return { spaced, pass, now: () => now, pause: (ms: number) => new Promise<void>((on) => waits.push({ at: now + ms, on })) };
  }

  test('two requests of one read are at least a second apart, others are not delayed, and repeated requests do not queue', async () => {
    const { spaced, pass, now, pause } = turns();
    const requests: string[] = [];
    const request = (read: string, name: string, takes = 0) =>
      spaced(read, async () => {
        requests.push(`${name} at ${now()}`);
        if (takes > 0) await pause(takes);
      }).catch((error: Error) => requests.push(`${name}: ${error.message}`));
    for (const name of ['a1', 'a2', 'a3', 'a4']) request('a', name);
    request('b', 'b1');
    await pass(0);
    expect(requests).toEqual(['a1 at 0', 'b1 at 0']);
    await pass(5000);
    expect(requests.slice(2).sort()).toEqual([
      'a2: A newer request has replaced this one.',
      'a3: A newer request has replaced this one.',
      'a4 at 1000',
    ]);
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
    ['an interval of a second that is to vary', {}, undefined],
  ])('followed objects: %s', async (_, trouble, cut) => {
    let now = 0;
    const requests: number[] = [];
    const stream = watchStates(['ride'], {
      statusList: 'RideStatus',
      ends: endsFor('RideStatus'),
      fetchStatus: async () => {
        requests.push(now);
        if ('wait' in trouble) throw new Error('down');
        return { status: requests.length % 2 === 0 ? 'PENDING' : 'ASSIGNED', row: {} };
      },
      outageOf: () => ({ message: 'down', ...trouble }),
      sleep: async (milliseconds) => {
        now += Math.min(milliseconds, cut ?? Number.POSITIVE_INFINITY);
      },
      now: () => now,
      interval: 1000,
      random: () => 0,
      deadline: 60_300,
    });
    for (let done: boolean | undefined; !done && requests.length < flood; ) ({ done } = await stream.next());
    expect(requests.length).toBeGreaterThan(5);
    for (const [at, one] of requests.slice(1).entries()) expect(one - requests[at]!).toBeGreaterThanOrEqual(1000);
  });

  /** A service with this status, and the request times of each path. */
  async function withService(status: number) {
    const requested = new Map<string, number[]>();
    const ride = { id: '3f1c9a52-7c1e-4c0b-9d55-1f2b6a8e04d2', status: 'PICKUP' };
    const server = await scripted((socket, request) => {
      requested.set(request.path, [...(requested.get(request.path) ?? []), clockNow()]);
      respond(status, JSON.stringify(request.path.includes('/request/') ? ride : []))(socket, request);
    });
    const home = await signedInHome('staged', `${server.url}/{service}`, { accessToken: 'access-1', refreshToken: 'refresh-1' });
    requested.clear();
    const expectSpaced = () => {
      for (const [path, at] of requested)
        for (const [nth, then] of at.slice(1).entries()) expect(then - at[nth]!, path).toBeGreaterThanOrEqual(1000);
    };
    return { home, requested, expectSpaced };
  }

  test('r pressed repeatedly, Home and back, a ride opened and left: requests of each path are at least a second apart', async () => {
    const { home, requested, expectSpaced } = await withService(200);
    const app = await program(['-p', 'staged'], { home });
    await app.until(/ACTIVE RIDE[\s\S]*PICKUP/);
    for (let times = 0; times < 3; times++) {
      await app.press('rr0r2rr');
      await app.until(/\[[ 2]*Requests\]/);
      await app.press('\r');
      await app.until(/› 3f1c9a/);
      await app.press('rr\x1b');
      await app.until(/\[[ 2]*Requests\]/);
      await app.press('0r');
      await app.until(/ACTIVE RIDE/);
    }
    expect([...requested.values()].flat().length).toBeGreaterThan(8);
    expectSpaced();
    app.stop('SIGTERM');
    await app.ended();
  });

  test('the linear form: r typed ahead repeatedly', async () => {
    const { home, requested, expectSpaced } = await withService(500);
    const app = await program(['-p', 'staged'], { home, env: { TERM: 'dumb' }, size: { columns: 80, rows: 200 } });
    await app.until(/Choice or command:/);
    await app.press('2\n1\nr\nr\nr\nc\n');
    await app.until(/tuk ride status --known/);
    expect(requested.get('/ride-hailing/v1/rides/request/active')?.length).toBe(4);
    expectSpaced();
    await app.press('q\n');
    expect(await app.ended()).toBe(exit.ok);
  });
});

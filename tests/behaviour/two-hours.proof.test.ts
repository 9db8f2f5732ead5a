// The whole application over two hours of a fake clock, on a service that fails for ten minutes: its requests are counted, keys and signals are answered.
import { expect, test } from 'vitest';
import { exit } from '../support/exit.js';
import { clockNow, program } from '../support/screen.js';
import {
  neverRespond,
  type ReceivedRequest,
  reset,
  respond,
  type Script,
  scripted,
} from '../support/scripted-server.js';
import { through } from '../support/through.js';
import { newUser } from '../support/tuk.js';
import { signedInHome } from '../support/users.js';

const [second, minute] = [1000, 60_000];
const rideId = '3f1c9a52-7c1e-4c0b-9d55-1f2b6a8e04d2';
const ride = { id: rideId, status: 'PICKUP' };

/** A service whose script can be changed, with the times of its requests by method and path. */
async function service() {
  const requests = new Map<string, number[]>();
  let pending = 0;
  let failing: Script | undefined;
  const healthy: Script = (socket, request) => respond(200, JSON.stringify(bodyOf(request)))(socket, request);
  const server = await scripted((socket, request) => {
    const key = `${request.headers.authorization ?? ''} ${request.method} ${request.path}`;
    requests.set(key, [...(requests.get(key) ?? []), clockNow()]);
    const isStuck = failing === neverRespond;
    if (!isStuck) {
      pending += 1;
      socket.once('close', () => {
        pending -= 1;
      });
    }
    (failing ?? healthy)(socket, request);
  });
  return {
    server,
    requests,
    pending: () => pending,
    fails: (script: Script | undefined) => {
      failing = script;
    },
    /** The requests of each key since a time. */
    since: (from: number) =>
      new Map(
        [...requests]
          .map(([key, at]) => [key, at.filter((time) => time >= from)] as const)
          .filter(([, at]) => at.length > 0),
      ),
  };
}
const bodyOf = ({ path }: ReceivedRequest): unknown => {
  if (path.includes('/request/active')) return ride;
  if (path.includes('/request/')) return ride;
  if (path.includes('current')) return { id: 'u-1', name: 'Private Person' };
  return [{ id: 'row-1', name: 'Private row', amount: '5' }];
};
const gaps = (at: readonly number[]) => at.slice(1).map((time, nth) => time - at[nth]!);

test('two hours: one request a second at most, back-off to a minute, other owners, stuck requests, keys and SIGTERM', async () => {
  const { server, requests, since, pending, fails } = await service();
  const home = await signedInHome('staged', `${server.url}/{service}`, {
    accessToken: 'first',
    refreshToken: 'refresh-1',
  });
  await newUser(home).run(['profile', 'add', 'other', '--base', `${server.url}/other/{service}`]);
  await newUser(home).run('profile use staged');
  requests.clear();
  const app = await program([], { home, pending });
  const answersKeys = async () => {
    await through(app, '?', /Keys of/, '?', /^(?![\s\S]*Keys of)/);
  };
  /** The requests of a while, in which they fail like this. */
  const during = async (script: Script | undefined, milliseconds: number) => {
    const from = clockNow();
    fails(script);
    await app.advance(milliseconds);
    return since(from);
  };
  const begin = clockNow();
  const outside = (line: string | readonly string[], stdin = '') => newUser(home).run(line, { stdin });
  await app.until(/NEEDS YOU[\s\S]*PICKUP/);
  await during(undefined, 5 * minute);

  // ten minutes of failures: Home with all its panes, the watch of a ride
  const onHome = await during(respond(500, '{}'), 3 * minute);
  expect(onHome.size).toBeGreaterThan(5);
  for (const [key, at] of onHome) expect(at.length, key).toBeLessThanOrEqual(7);
  expect(app.text()).toMatch(/answered 500/);
  await answersKeys();
  for (let times = 0; times < 12; times++) await app.press('r'); // whatever is pressed, a second lies between two requests
  await app.advance(3 * second);
  fails(undefined);
  await through(app, '2', /▸ . PICKUP/, '\r', /step \d+\/\d+/);
  const onRide = await during(reset, 4 * minute);
  const polls = [...onRide].find(([key]) => key.includes(rideId))![1];
  expect(polls.length).toBeLessThanOrEqual(12);
  expect(Math.max(...gaps(polls))).toBeGreaterThan(45 * second);
  await app.press('r'); // at once, though it backs off
  const before = requests.get([...onRide.keys()].find((key) => key.includes(rideId))!)!.length;
  await app.advance(2 * second);
  expect(requests.get([...onRide.keys()].find((key) => key.includes(rideId))!)!.length).toBeLessThanOrEqual(before + 2);
  const healed = await during(undefined, 2 * minute);
  expect([...healed].find(([key]) => key.includes(rideId))![1].length).toBeGreaterThan(5); // each few seconds again

  await through(app, '0', /NEEDS YOU[\s\S]*PICKUP/);

  // requests that are never answered: keys are, and nothing piles up
  const silent = await during(neverRespond, 10 * minute);
  for (const [key, at] of silent) expect(at.length, key).toBeLessThanOrEqual(20);
  await answersKeys();
  await during(undefined, 5 * minute);

  // signed out elsewhere: no request of the person who was signed in, and no data
  await through(app, '1l', /Private row/);
  expect((await outside('logout -p staged')).code).toBe(exit.ok);
  await app.until(/Nobody is signed in/);
  const out = await during(undefined, 10 * minute);
  expect([...out.keys()].filter((key) => key.includes('Bearer'))).toEqual([]);
  await app.press('0');
  expect(app.text()).not.toContain('Private');
  await answersKeys();

  // another person, then another profile
  expect(
    (await outside('login --tokens-stdin -p staged', '{"accessToken":"second","refreshToken":"refresh-2"}')).code,
  ).toBe(exit.ok);
  await app.until(/Another session is in use now/);
  const other = await during(undefined, 10 * minute);
  expect([...other.keys()].some((key) => key.startsWith('Bearer second'))).toBe(true);
  expect([...other.keys()].filter((key) => key.startsWith('Bearer first'))).toEqual([]);
  expect((await outside('profile use other')).code).toBe(exit.ok);
  await app.until(/^ tuk {2}other/);
  const elsewhere = await during(respond(500, '{}'), 10 * minute);
  expect([...elsewhere.keys()].filter((key) => key.includes('Bearer'))).toEqual([]);
  expect((await outside('profile use staged')).code).toBe(exit.ok);
  await app.until(/^ tuk {2}staged/);
  await during(undefined, begin + 120 * minute - clockNow());
  await app.until(/PICKUP/);

  for (const [key, at] of requests)
    expect(Math.min(...gaps(at), Number.POSITIVE_INFINITY), key).toBeGreaterThanOrEqual(second);

  // the end, while every request is stuck
  await during(neverRespond, minute);
  app.stop('SIGTERM');
  expect([await app.ended(), app.raw()]).toEqual([143, false]);
  expect(app.written()).toMatch(/\x1b\[\?1049l/);
}, 600_000);

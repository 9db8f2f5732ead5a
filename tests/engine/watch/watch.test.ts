// A person who waits on a terminal is told once how long a status usually lasts, and once that it lasts longer; pipes and
// programs are told nothing, and make no request for it.
import { expect, test } from 'vitest';
import type { Context } from '../../../src/cli/command/command.js';
import type { WatchedItem } from '../../../src/engine/watch/status-stream.js';
import type { StatusDuration } from '../../../src/engine/watch/usual.js';
import { usualTeller } from '../../../src/engine/watch/watch.js';
import { whileTimePasses } from '../../support/fake-time.js';
import { now } from '../../support/time.js';
import { signedIn } from '../../support/users.js';

const minute = 60_000;
function teller(samples: readonly StatusDuration[], { offset = 0 } = {}) {
  const said: string[] = [];
  let asked = 0;
  const context = { log: (text: string) => said.push(text), http: () => ({ clockOffset: offset }) } as never as Context;
  const tell = usualTeller(context, async () => {
    asked += 1;
    return samples;
  });
  const at = (time: number, ...items: readonly Partial<WatchedItem<unknown>>[]) =>
    tell({ kind: 'same', at: now + time, changed: [], items: items.map((one) => ({ id: 'r-1', ...item, ...one })) });
  return { said, at, asked: () => asked };
}
const item = { status: 'PICKUP', class: 'pending', seen: [{ status: 'PICKUP', at: now }] } as const;
const alike = Array.from({ length: 4 }, () => ({ status: 'PICKUP', milliseconds: 2 * minute }));

test('a status is said once with its usual time, and once if it is late, by when it was first seen', async () => {
  const { said, at, asked } = teller(alike);
  for (const time of [0, minute, 3 * minute, 9 * minute, 12 * minute]) await at(time, {});
  expect(said).toEqual([
    '  Usual for PICKUP: about 2 minutes, of 4 earlier ones.',
    '▲ PICKUP takes 4 times as long as usual.',
  ]);
  expect(asked()).toBe(1);
});

test('the log of the service says since when, by the clock of the service', async () => {
  const statusLog = [{ status: 'PICKUP', at: new Date(now).toISOString() }];
  const { said, at } = teller(alike, { offset: 10 * minute });
  await at(0, { row: { status: 'PICKUP', statusLog } });
  expect(said.at(-1)).toBe('▲ PICKUP takes 5 times as long as usual.');
});

test.each([
  ['too few earlier things', alike.slice(0, 2), {}],
  ['other statuses', alike.map((one) => ({ ...one, status: 'ASSIGNED' })), {}],
  ['an end', alike, { class: 'good', ended: 'good' }],
  ['no status', alike, { status: undefined }],
  ['a status of seconds', alike.map((one) => ({ ...one, milliseconds: 2000 })), {}],
] as const)('nothing is said of %s', async (_, samples, over) => {
  const { said, at } = teller(samples);
  await at(0, over);
  expect(said).toEqual([]);
});

test('several things are told apart, and an id is escaped', async () => {
  const { said, at } = teller(alike);
  await at(0, {}, { id: 'r-2\x1b[2J' });
  expect(said.map((text) => text.split(' about')[0])).toEqual([
    '  Usual for r-1: PICKUP:',
    String.raw`  Usual for r-2\x1b[2J: PICKUP:`,
  ]);
});

test('the rides of the ledger say it on a terminal; a pipe makes no request for it', async () => {
  const { run, json } = await signedIn();
  const request = 'ride request --from PNH-01 --to PNH-02 --region KH --product STANDARD --currency POINT --yes';
  for (let count = 0; count < 3; count += 1) {
    const { rideRequestId } = await json(request);
    await run(`sandbox advance ride:${rideRequestId} FINISHED`);
  }
  const { rideRequestId: id } = await json(request);
  await run(`sandbox advance ride:${id} PICKUP`);
  await run('sandbox clock frozen');
  for (const line of [`wait ride:${id}`, `watch ride:${id}`]) {
    const wait = (options: object) => whileTimePasses(() => run(`${line} --max-wait 3s -v`, options));
    const { stderr } = await wait({ terminal: true, env: { NO_COLOR: '1' } });
    expect(stderr, line).toMatch(/ {2}Usual for PICKUP: .*, of \d earlier ones\.\n/);
    const requests = (text: string) => new Set(text.match(/rides\/request\/[\w-]+/g)).size;
    expect(requests(stderr), line).toBeGreaterThan(3);
    const piped = await wait({});
    expect(piped.stderr, line).not.toContain('Usual');
    expect(requests(piped.stderr), line).toBe(1);
  }
});

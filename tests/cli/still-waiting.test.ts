// A request without a response says so after 10 s and again each minute, with how to limit the wait; a wait in a pipe gives a sign of life each minute.
import { expect, test } from 'vitest';
import { StillWaiting } from '../../src/cli/still-waiting.js';
import type { ShownRequest } from '../../src/services/http/transport.js';
import { exit } from '../support/exit.js';
import { inFakeTime, whileTimePasses } from '../support/fake-time.js';
import { neverRespond, respondJson } from '../support/scripted-server.js';
import { stubUser } from '../support/users.js';

const request = (timeout = 0): ShownRequest => ({
  ...{ method: 'GET', shownUrl: 'https://host.example/a', isPathSecret: false, headers: {}, timeout, maxBody: 1 },
});

test('one line speaks for all requests, from 10 s on and then each minute, until the last has ended', async () => {
  await inFakeTime(async ({ pass }) => {
    const said: string[] = [];
    const waiting = new StillWaiting((line) => said.push(line));
    const endFirst = waiting.begin(request());
    await pass(6000);
    const endSecond = waiting.begin(request(90_000));
    await pass(3000);
    expect(said).toEqual([]);
    await pass(1500);
    expect(said).toEqual([
      '◌ No response from host.example for 10 s, and 1 more requests wait. Set a limit with --timeout, like --timeout 30s.',
    ]);
    await pass(60_000);
    expect(said).toHaveLength(2);
    endFirst();
    await pass(500);
    expect(said.at(-1)).toContain('for 65 s. It is waited for at most 90 s.');
    endSecond();
    await pass(300_000);
    expect(said).toHaveLength(3);
  });
});

test('a command whose service never responds says so; -q and --json do not', async () => {
  const { run } = await stubUser(neverRespond);
  const stderrOf = async (line: string) => (await whileTimePasses(() => run(line))).stderr;
  const notes = (await stderrOf('points balance --timeout 80s')).match(/No response from 127\.0\.0\.1:\d+ for \d+ s/g);
  expect(notes?.map((note) => / for (\d+ s)$/.exec(note)?.[1])).toEqual(['10 s', '70 s']);
  for (const option of ['-q', '--json'])
    expect(await stderrOf(`points balance --timeout 80s ${option}`)).not.toContain('◌');
});

test.each([
  ['wait order:11111111-1111-4111-8111-111111111111 --interval 5m --max-wait 150s', 2],
  ['store order list -w --interval 5m --max-wait 150s', 2],
  ['notify watch --interval 5m --max-wait 150s', 2],
  ['wait order:11111111-1111-4111-8111-111111111111 --interval 5m --max-wait 150s -q', 0],
])('%s in a pipe gives %d signs of life', async (line, count) => {
  const { run } = await stubUser((socket, received) =>
    respondJson(
      /orders\/1/.test(received.path) ? { id: '11111111-1111-4111-8111-111111111111', status: 'PAYMENT_PENDING' } : [],
    )(socket, received),
  );
  const { stderr } = await whileTimePasses(() => run(line, { now: Date.now }));
  expect(stderr.match(/Still waiting after \d min/g) ?? []).toHaveLength(count);
});

test('a wait on a terminal gives no sign of life on stderr', async () => {
  const { run } = await stubUser(respondJson({ id: '1', status: 'PAYMENT_PENDING' }));
  const { code, stderr } = await whileTimePasses(() =>
    run('wait order:1 --interval 1s --max-wait 90s -o csv', { terminal: true, now: Date.now }),
  );
  expect([code, stderr]).toEqual([exit.pending, expect.not.stringContaining('Still waiting')]);
});

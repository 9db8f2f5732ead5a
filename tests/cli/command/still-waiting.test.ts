// A request without a response says so after 10 s and again each minute, with how to limit the wait; a wait in a pipe gives a sign of life each minute.
import { expect, test } from 'vitest';
import { StillWaiting } from '../../../src/cli/command/still-waiting.js';
import { monotonicNow } from '../../../src/services/http/cancellation.js';
import type { ShownRequest } from '../../../src/services/http/transport.js';
import { exit } from '../../support/exit.js';
import { inFakeTime, whileTimePasses } from '../../support/fake-time.js';
import { neverRespond, respondJson } from '../../support/scripted-server.js';
import { stubUser } from '../../support/users.js';

const request = (timeout = 0): ShownRequest => ({
  ...{ method: 'GET', shownUrl: 'https://host.example/a', isPathSecret: false, headers: {}, timeout, maxBody: 1 },
});

test('one line speaks for all requests, at most once a minute, until the last has ended', async () => {
  await inFakeTime(async ({ pass }) => {
    const said: string[] = [];
    const waiting = new StillWaiting((line) => said.push(line));
    const [one, other] = [request(), request(90_000)];
    const hint = 'Set a limit with --timeout, like --timeout 30s.';
    waiting.add(one, monotonicNow() - 10_000);
    waiting.add(other, monotonicNow() - 10_000);
    expect(said).toEqual([`  No response from host.example for 10 s. ${hint}`]);
    await pass(60_000);
    expect(said.slice(1)).toEqual([`  No response from host.example (and to 1 more) for 70 s. ${hint}`]);
    waiting.remove(one);
    await pass(60_000);
    expect(said.slice(2)).toEqual(['  No response from host.example for 130 s. It is waited for at most 90 s.']);
    waiting.remove(other);
    await pass(300_000);
    expect(said).toHaveLength(3);
    waiting.add(one, monotonicNow() - 10_000);
    expect(said).toHaveLength(4);
  });
});

test('a command whose service never responds says so; -q and --json do not', async () => {
  const { run } = await stubUser(neverRespond);
  const stderrOf = async (line: string) => (await whileTimePasses(() => run(line))).stderr;
  const notes = (await stderrOf('points balance --timeout 80s')).match(/No response from 127\.0\.0\.1:\d+ for \d+ s/g);
  expect(notes?.map((note) => / for (\d+ s)$/.exec(note)?.[1])).toEqual(['10 s', '70 s']);
  for (const option of ['-q', '--json'])
    expect(await stderrOf(`points balance --timeout 80s ${option}`)).not.toContain('No response');
});

test.each([
  ['wait order:11111111-1111-4111-8111-111111111111 --interval 5m --max-wait 150s', 2],
  ['store order list -w --interval 5m --max-wait 150s', 2],
  ['notify list -w --interval 5m --max-wait 150s', 2],
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

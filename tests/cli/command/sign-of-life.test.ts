// What a run waits for is said on stderr from 10 s on and then each minute, on a terminal in one line that is redrawn.
import { expect, test } from 'vitest';
import { RunSign } from '../../../src/cli/command/sign-of-life.js';
import { Deadline } from '../../../src/services/http/deadline.js';
import { exit } from '../../support/exit.js';
import { inFakeTime, whileTimePasses } from '../../support/fake-time.js';
import { neverRespond, respondJson } from '../../support/scripted-server.js';
import { stubUser } from '../../support/users.js';

/** A deadline whose sign of life is kept: lines, or what is drawn on a terminal. */
function spoken({ isTTY = false, env = {} }: { readonly isTTY?: boolean; readonly env?: Record<string, string> } = {}) {
  const said: string[] = [];
  const out = { log: (line: string) => said.push(line), draw: (text: string) => said.push(text) };
  const stream = { isTTY, columns: 60 };
  const world = { stdout: stream, stderr: stream, env } as unknown as ConstructorParameters<typeof RunSign>[2];
  const deadline = new Deadline();
  deadline.startSign = (run) => new RunSign(run, out, world, {});
  return { deadline, said };
}
const request = (timeout = 0) => ({ shownUrl: 'https://host.example/a', timeout });
const hint = 'Set a limit with --timeout, like --timeout 30s.';

test('one line speaks for all requests, at most once a minute, until the last has ended', async () => {
  await inFakeTime(async ({ pass }) => {
    const { deadline, said } = spoken();
    const [endOne, endOther] = [request(), request(90_000)].map((each) => deadline.within(1e6).waitsFor(each));
    await pass(10_000);
    expect(said).toEqual([`  No response from host.example (and to 1 more) for 10 s. ${hint}`]);
    endOne!();
    await pass(60_000);
    expect(said.slice(1)).toEqual(['  No response from host.example for 1 min 10 s. It is waited for at most 90 s.']);
    endOther!();
    await pass(300_000);
    expect(said).toHaveLength(2);
    deadline.waitsFor(request());
    await pass(11_000);
    expect(said).toHaveLength(3);
    deadline.end();
    await pass(300_000);
    expect(said).toHaveLength(3);
  });
});

test('a wait says what it is for; many short requests in a row say that the run is at work', async () => {
  await inFakeTime(async ({ pass }) => {
    const { deadline, said } = spoken();
    const ask = async (count: number) => {
      for (let nth = 0; nth < count; nth++) {
        const end = deadline.waitsFor(request());
        await pass(500);
        end();
      }
    };
    await ask(19);
    expect(said).toEqual([]);
    await ask(4);
    expect(said).toEqual([expect.stringMatching(/^ {2}Still at work after 1\d s, with 2\d requests so far\.$/)]);
    await pass(70_000); // a question to a person
    expect(said).toHaveLength(1);
    deadline.waitsFor(() => 'the session is locked by process 7');
    await pass(11_000);
    expect(said.slice(1)).toEqual([
      expect.stringMatching(/^ {2}Still waiting after 1[01] s: the session is locked by process 7\.$/),
    ]);
    deadline.waitsFor(() => 'a command runs'); // within the other one
    await pass(70_000);
    expect(said.at(-1)).toMatch(/^ {2}Still waiting after [^:]+: a command runs\.$/);
  });
});

test('on a terminal the line is redrawn each second, cut to its width, and gone before anything else is written', async () => {
  await inFakeTime(async ({ pass }) => {
    const { deadline, said } = spoken({ isTTY: true });
    const end = deadline.waitsFor(request());
    await pass(12_000);
    expect(said).toHaveLength(3);
    expect(said[0]).toBe('\r\x1b[2K  No response from host.example for 10 s. Set a limit with…');
    deadline.within(5).root.sign!.hush();
    expect(said.slice(3)).toEqual(['\r\x1b[2K']);
    deadline.root.sign!.hush();
    expect(said).toHaveLength(4);
    await pass(1000);
    end();
    expect(said.slice(4)).toEqual([expect.stringContaining('for 13 s'), '\r\x1b[2K']);
  });
  await inFakeTime(async ({ pass }) => {
    const { deadline, said } = spoken({ isTTY: true, env: { ACCESSIBLE: '1' } });
    deadline.waitsFor(request());
    await pass(12_000);
    expect(said).toEqual([`  No response from host.example for 10 s. ${hint}`]);
  });
});

test('a command whose service never responds says so; -q and --json do not', async () => {
  const { run } = await stubUser(neverRespond);
  const stderrOf = async (line: string) => (await whileTimePasses(() => run(line))).stderr;
  const notes = (await stderrOf('points balance --timeout 80s')).match(/No response from 127\.0\.0\.1:\d+ for [^.]+/g);
  expect(notes?.map((note) => / for (.*)$/.exec(note)?.[1])).toEqual(['10 s', '1 min 10 s']);
  for (const option of ['-q', '--json'])
    expect(await stderrOf(`points balance --timeout 80s ${option}`)).not.toContain('No response');
});

test.each([
  ['wait order:11111111-1111-4111-8111-111111111111 --interval 5m --max-wait 150s', 3],
  ['store order list -w --interval 5m --max-wait 150s', 3],
  ['notify list -w --interval 5m --max-wait 150s', 3],
  ['wait order:11111111-1111-4111-8111-111111111111 --interval 5m --max-wait 150s -q', 0],
])('%s in a pipe gives %d signs of life', async (line, count) => {
  const { run } = await stubUser((socket, received) =>
    respondJson(
      /orders\/1/.test(received.path) ? { id: '11111111-1111-4111-8111-111111111111', status: 'PAYMENT_PENDING' } : [],
    )(socket, received),
  );
  const { stderr } = await whileTimePasses(() => run(line, { now: Date.now }));
  expect(stderr.match(/Still waiting after \d+ /g) ?? []).toHaveLength(count);
});

test('a wait on a terminal draws its sign of life, and leaves nothing of it', async () => {
  const { run } = await stubUser(respondJson({ id: '1', status: 'PAYMENT_PENDING' }));
  const { code, stderr } = await whileTimePasses(() =>
    run('wait order:1 --interval 1s --max-wait 30s -o csv', { terminal: true, now: Date.now }),
  );
  expect(code).toBe(exit.pending);
  expect(stderr).toContain('\r\x1b[2K  Still waiting after 10 s: order:1 is PAYMENT_PENDING.');
  expect(stderr.slice(stderr.lastIndexOf('Still waiting'))).toMatch(/^[^\n\r]*\r\x1b\[2K/);
});

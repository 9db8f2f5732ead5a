// `tuk notify`: notifications are listed, dismissed and watched, also in an outage and with an expired session.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { exit } from '../../support/exit.js';
import { whileTimePasses } from '../../support/fake-time.js';
import { afterTurns } from '../../support/later.js';
import { neverRespond, reset, respond, respondJson, type Script } from '../../support/scripted-server.js';
import { signedIn, stubUser } from '../../support/users.js';

/** A user of a stub service that answers its n-th request by n. */
function userOf(script: (count: number) => Script) {
  let count = 0;
  return stubUser((socket, request) => script(count++)(socket, request));
}
const note = (id: string, minute: number) => ({
  id,
  title: `Note ${id}`,
  body: 'Something came.',
  entityType: 'MISSION_GROUP',
  createdAt: `2026-11-20T10:${String(minute).padStart(2, '0')}:00.000Z`,
});
const notes = (...rows: unknown[]): Script => respondJson(rows);

describe('on the sandbox', () => {
  test('notifications are listed, filtered, dismissed one by one and all at once; the remaining ones are printed', async () => {
    const { run, json } = await signedIn();
    const all = await json('notify list');
    expect(all.length).toBe(2);
    expect(await json('notify list --type INVENTORY_ITEM')).toEqual([all[1]]);
    const one = await run(`notify dismiss ${all[0].id} --yes`);
    expect([one.code, JSON.parse(one.stdout)]).toEqual([exit.ok, [all[1]]]);
    expect(one.stderr).toMatch(
      new RegExp(`Notification +${all[0].title}\\n +Text +${all[0].body}\\n[^]*✓ 1 of 1 dismissed\\.`),
    );
    await run('store buy 1 --quantity 1 --yes');
    await run('sandbox advance 1m');
    expect((await json('notify list')).length).toBeGreaterThan(1);
    const every = await run('notify dismiss --every --yes');
    expect(every.stderr).toMatch(/Notification +Helmet/);
    expect([every.code, every.stdout]).toEqual([exit.ok, '[]\n']);
    expect((await run('notify dismiss --every')).code).toBe(exit.ok); // nothing to confirm
  });

  test('one that is in no list is dismissed without a title', async () => {
    const { run } = await stubUser((...request) =>
      respondJson(request[1].method === 'GET' ? [{ id: 'a', title: 'One' }] : {})(...request),
    );
    const { code, stderr } = await run('notify dismiss zzz --yes');
    expect([code, stderr]).toEqual([exit.ok, expect.stringMatching(/✓ 1 of 1 dismissed\.$/m)]);
  });

  test('if one of several is missing, the others are dismissed: exit 14', async () => {
    const { run } = await signedIn();
    const result = await run('notify dismiss 99 1 --yes');
    expect([result.code, JSON.parse(result.stdout).length]).toEqual([exit.partial, 1]);
    expect(result.stderr).toContain('99 is not dismissed: ');
    expect(result.stderr).toMatch(/✓ 1 of 2 dismissed: \S/); // 1 is an ordinal, which no row of the list has
  });

  test.each([
    ['notify dismiss --yes', '<id> or --every is needed'],
    ['notify dismiss 1 --every --yes', 'or give --every'],
    ['notify dismiss 1', 'Add --yes to confirm'],
    ['notify list --type mission', 'MISSION_GROUP'],
    ['notify list --bell', 'belong to -w'],
    ['notify list -w --interval soon', '--interval'],
  ])('%s is refused in one sentence', async (line, output) => {
    const { run, json } = await signedIn();
    const code = output.startsWith('Add --yes') ? exit.guarded : exit.usage;
    expect(await run(line)).toEqual({ code, stdout: '', stderr: expect.stringContaining(output) });
    expect(await json('notify list')).toHaveLength(2);
  });

  test('a dismissal succeeds although the remaining ones cannot be read', async () => {
    const { run, server } = await userOf((count) => respond(count === 1 ? 200 : 500, ''));
    const result = await run('notify dismiss a --yes');
    expect([result.code, result.stdout, server.requests.length]).toEqual([exit.ok, '', 3]);
    expect(result.stderr).toContain('could not be read');
    expect(result.stderr).toContain('Notification  a: not in the list');
  });

  test.each([
    ['dismiss 1 2', /"DELETE"[\s\S]*"DELETE"/],
    ['dismiss --every', /"GET"/],
    ['list -w', /"GET"/],
  ])('notify %s: a dry run sends nothing', async (line, methods) => {
    const { run, json } = await signedIn();
    expect(await run(`notify ${line} --dry-run`)).toMatchObject({
      code: exit.ok,
      stdout: expect.stringMatching(methods),
    });
    expect(await json('notify list')).toHaveLength(2);
  });
});

describe('list -w', () => {
  const changes = (stdout: string) =>
    stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
      .map(({ id, change }) => `${id} ${change}`);

  test('--on-change runs a command for each that comes or goes, not for those of the first response', async () => {
    const steps = [[note('a', 1)], [note('b', 2), note('a', 1)], [note('b', 2)]];
    const over = respond(403, '{}'); // ends the watch
    const { run, home } = await userOf((count) => (steps[count] ? notes(...steps[count]) : over));
    const file = path.join(home, 'new.txt');
    const watched = 'notify list -w --interval 5ms'.split(' ');
    const result = await run([...watched, '--on-change', `(echo $TUK_ID $TUK_CHANGE; cat) >> ${file}`]);
    expect([result.code, changes(result.stdout)]).toEqual([exit.refused, ['a is', 'b came', 'a went']]);
    expect(readFileSync(file, 'utf8')).toMatch(/^b came\n\{"id":"b".*\na went\n\{"id":"a".*\n$/);
    const failing = await userOf((count) => (count < 2 ? notes(...steps[count]!) : over));
    expect((await failing.run([...watched, '--on-change', 'false'])).stderr).toContain(
      'The command of --on-change ended with 1.',
    );
  });

  test.each([
    ['resets', reset],
    ['500s', respond(503, '')],
    ['answers that never come', neverRespond],
  ])('survives %s and logs it', async (_, script) => {
    const { run } = await userOf((count) => (count === 0 ? notes() : count === 1 ? script : notes(note('a', 1))));
    const result = await whileTimePasses(() => run('notify list -w --interval 50ms --max-wait 3s --timeout 400ms'));
    expect([result.code, changes(result.stdout)]).toEqual([exit.ok, ['a came']]);
    expect(result.stderr).toMatch(/◌ .* Retrying until it responds\.[\s\S]*● It responds again\./);
  });

  test('a refusal ends it; Ctrl-C ends it with 130, between two requests and during one', async () => {
    const refused = await userOf((count) =>
      count === 0 ? notes() : respond(403, '{"message":"no","code":"FORBIDDEN"}'),
    );
    expect((await whileTimePasses(() => refused.run('notify list -w --interval 50ms --max-wait 600ms'))).code).toBe(
      exit.refused,
    );
    for (const script of [notes(), neverRespond]) {
      const stop = new AbortController();
      const { run } = await userOf(() => {
        void afterTurns(20, () => stop.abort());
        return script;
      });
      expect((await run('notify list -w --interval 10s', { signal: stop.signal })).code).toBe(exit.interrupted);
    }
  });
});

test('empty, hostile and unusual responses', async () => {
  const empty = await userOf(() => notes());
  expect((await empty.run('notify list', { terminal: true })).stderr).toContain('tuk notify list -w');
  const hostile = await userOf(() => notes({ id: '1', title: '\u001b]0;x\u0007', entityType: 'NEWS' }));
  const { stdout } = await hostile.table('notify list');
  expect(stdout).toContain('NEWS');
  expect(stdout).not.toMatch(/[\u0007\u001b]/);
});

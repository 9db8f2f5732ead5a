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
    expect(result.stderr).toContain('✗ 99: ');
    expect(result.stderr).toMatch(/✓ 1 of 2 dismissed: \S/); // 1 is an ordinal, which no row of the list has
  });

  test.each([
    ['notify dismiss --yes', '<id> or --every is needed'],
    ['notify dismiss 1 --every --yes', 'or give --every'],
    ['notify dismiss 1', 'Add --yes to confirm'],
    ['notify list --type mission', 'MISSION_GROUP'],
    ['notify watch -o csv', 'does not support -o csv'],
    ['notify watch --interval soon', '--interval'],
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
    ['watch', /"GET"/],
  ])('notify %s: a dry run sends nothing', async (line, methods) => {
    const { run, json } = await signedIn();
    expect(await run(`notify ${line} --dry-run`)).toMatchObject({
      code: exit.ok,
      stdout: expect.stringMatching(methods),
    });
    expect(await json('notify list')).toHaveLength(2);
  });
});

describe('watch', () => {
  const watch = 'notify watch --interval 50ms --max-wait 600ms';

  test('only new notifications are printed, once, oldest first; --on-new runs for each', async () => {
    const steps = [
      [note('a', 1)],
      [note('c', 3), note('b', 2), note('a', 1)],
      [note('b', 2)],
      [note('c', 3), note('a', 1)],
    ];
    const over = respond(403, '{}'); // ends the watch
    const { run, home } = await userOf((count) => (steps[count] ? notes(...steps[count]) : over));
    const file = path.join(home, 'new.txt');
    const watched = 'notify watch --interval 5ms'.split(' ');
    const result = await run([...watched, '--on-new', `(echo $TUK_ID $TUK_TYPE $TUK_TITLE; cat) >> ${file}`]);
    expect(result.code).toBe(exit.refused);
    expect(result.stdout).toBe(`${JSON.stringify(note('b', 2))}\n${JSON.stringify(note('c', 3))}\n`);
    expect(readFileSync(file, 'utf8')).toMatch(
      /^b MISSION_GROUP Note b\n\{"id":"b".*\nc MISSION_GROUP Note c\n\{"id":"c".*\n$/,
    );
    const failing = await userOf((count) => (count < 2 ? notes(...steps[count]!) : over));
    expect((await failing.run([...watched, '--on-new', 'false'])).stderr).toContain(
      'The command of --on-new ended with 1.',
    );
  });

  test('on a terminal notifications are readable lines; jq selects', async () => {
    const responses = (count: number) => (count === 0 ? notes() : notes({ ...note('a', 1), body: '\u001b[2Jx' }));
    const { table } = await userOf(responses);
    const { stdout } = await whileTimePasses(() => table(watch));
    expect(stdout).toMatch(/^20 Nov \d\d:01:00 {2}Note a {2}\S*\[2Jx\n$/);
    expect(stdout).not.toContain('\u001b');
    const picked = await userOf(responses);
    expect((await whileTimePasses(() => picked.run(`${watch} --jq .title`))).stdout).toBe('Note a\n');
  });

  test.each([
    ['resets', reset],
    ['500s', respond(503, '')],
    ['answers that never come', neverRespond],
  ])('survives %s and logs it', async (_, script) => {
    const { run } = await userOf((count) => (count === 0 ? notes() : count === 1 ? script : notes(note('a', 1))));
    const result = await whileTimePasses(() => run('notify watch --interval 50ms --max-wait 3s --timeout 400ms'));
    expect([result.code, result.stdout]).toEqual([exit.ok, `${JSON.stringify(note('a', 1))}\n`]);
    expect(result.stderr).toMatch(/◌ .* Retrying until it responds\.[\s\S]*● It responds again\./);
  });

  test('a refusal ends it; Ctrl-C ends it with 130, between two requests and during one', async () => {
    const refused = await userOf((count) =>
      count === 0 ? notes() : respond(403, '{"message":"no","code":"FORBIDDEN"}'),
    );
    expect((await whileTimePasses(() => refused.run(watch))).code).toBe(exit.refused);
    for (const script of [notes(), neverRespond]) {
      const stop = new AbortController();
      const { run } = await userOf(() => {
        void afterTurns(20, () => stop.abort());
        return script;
      });
      expect((await run('notify watch --interval 10s', { signal: stop.signal })).code).toBe(exit.interrupted);
    }
  });
});

test('empty, hostile and unusual responses', async () => {
  const empty = await userOf(() => notes());
  expect((await empty.run('notify list', { terminal: true })).stderr).toContain('tuk notify watch');
  const hostile = await userOf(() => notes({ id: '1', title: '\u001b]0;x\u0007', entityType: 'NEWS' }));
  const { stdout } = await hostile.table('notify list');
  expect(stdout).toContain('NEWS');
  expect(stdout).not.toMatch(/[\u0007\u001b]/);
  const nameless = await userOf((count) =>
    count === 0 ? notes({ text: 'old' }) : notes({ text: 'new' }, { text: 'old' }),
  );
  expect((await whileTimePasses(() => nameless.run('notify watch --interval 50ms --max-wait 300ms'))).stdout).toBe(
    '{"text":"new"}\n',
  );
});

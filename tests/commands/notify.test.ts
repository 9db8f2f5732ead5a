// The notify group: notifications are listed, dismissed and watched, through outages and the end of a session.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { answer, hang, reset, type Script, scripted } from '../support/scripted-server.js';
import { secondBackend } from '../support/second-backend.js';
import { person } from '../support/tuk.js';

async function mina() {
  const one = person();
  await one.run('login');
  return { ...one, json: async (line: string) => JSON.parse((await one.run(line)).stdout) };
}
async function box(script: (count: number) => Script) {
  let count = 0;
  const server = await scripted((socket, asked) => script(count++)(socket, asked));
  const one = person();
  await one.run(['profile', 'add', 'box', '--base', `${server.url}/{service}`]);
  await one.run('profile use box');
  await one.run('login --tokens-stdin', { stdin: '{"accessToken":"aaaa","refreshToken":"rrrr"}' });
  return { ...one, server };
}
const note = (id: string, minute: number) => ({
  id,
  title: `Note ${id}`,
  body: 'Something came.',
  entityType: 'MISSION_GROUP',
  createdAt: `2026-11-20T10:${String(minute).padStart(2, '0')}:00.000Z`,
});
const notes = (...rows: unknown[]): Script => answer(200, JSON.stringify(rows));

describe('on the sandbox', () => {
  test('notifications are listed, filtered, dismissed one by one and all at once; the rest is shown', async () => {
    const { run, json } = await mina();
    const all = await json('notify list');
    expect(all.length).toBe(2);
    expect(await json('notify list --type INVENTORY_ITEM')).toEqual([all[0]]);
    const one = await run(`notify dismiss ${all[0].id} --yes`);
    expect([one.code, JSON.parse(one.stdout)]).toEqual([0, [all[1]]]);
    await run('store buy 1 --quantity 1 --yes');
    await run('sandbox advance 1m');
    expect((await json('notify list')).length).toBeGreaterThan(1);
    const every = await run('notify dismiss --every --yes');
    expect(every.stderr).toMatch(/Notification +Helmet/);
    expect([every.code, every.stdout]).toEqual([0, '[]\n']);
    expect((await run('notify dismiss --every')).code).toBe(0); // there is nothing to agree to
  });

  test('one of several that is not there: the others go, and it is the exit code', async () => {
    const { run } = await mina();
    const ran = await run('notify dismiss 99 1 --yes');
    expect([ran.code, JSON.parse(ran.stdout).length]).toEqual([5, 1]);
    expect(ran.stderr).toContain('✗ 99: ');
  });

  test.each([
    ['notify dismiss --yes', 'or give --every'],
    ['notify dismiss 1 --every --yes', 'or give --every'],
    ['notify dismiss 1', 'Add --yes to confirm'],
    ['notify list --type mission', 'MISSION_GROUP'],
    ['notify watch -o csv', 'does not support -o csv'],
    ['notify watch --interval soon', '--interval'],
  ])('%s is refused in one sentence', async (line, said) => {
    const { run, json } = await mina();
    const ran = await run(line);
    expect(ran).toMatchObject({ code: said.startsWith('Add --yes') ? 7 : 2, stdout: '' });
    expect(ran.stderr).toContain(said);
    expect(await json('notify list')).toHaveLength(2);
  });

  test('a dismissal stays a success where the rest cannot be read', async () => {
    const { run, server } = await box((count) => answer(count === 0 ? 200 : 500, ''));
    const ran = await run('notify dismiss a --yes');
    expect([ran.code, ran.stdout, server.requests.length]).toEqual([0, '', 2]);
    expect(ran.stderr).toContain('could not be read');
  });

  test('dry runs send nothing', async () => {
    const { run, json } = await mina();
    expect((await run('notify dismiss 1 2 --dry-run')).stdout.match(/"method":\s*"DELETE"/g)).toHaveLength(2);
    expect((await run('notify dismiss --every --dry-run')).stdout).toMatch(/"method":\s*"GET"/);
    expect((await run('notify watch --dry-run')).code).toBe(0);
    expect(await json('notify list')).toHaveLength(2);
  });
});

describe('watched', () => {
  const watch = 'notify watch --interval 50ms --max-wait 600ms';

  test('only new notifications are printed, once, oldest first; --on-new runs for each', async () => {
    const steps = [[note('a', 1)], [note('c', 3), note('b', 2), note('a', 1)], [note('b', 2)], [note('c', 3), note('a', 1)]];
    const { run, home } = await box((count) => notes(...steps[Math.min(count, 3)]!));
    const file = path.join(home, 'new.txt');
    const ran = await run([...watch.split(' '), '--on-new', `(echo $TUK_ID $TUK_TYPE $TUK_TITLE; cat) >> ${file}`]);
    expect(ran.code).toBe(0);
    expect(ran.stdout).toBe(`${JSON.stringify(note('b', 2))}\n${JSON.stringify(note('c', 3))}\n`);
    expect(readFileSync(file, 'utf8')).toMatch(/^b MISSION_GROUP Note b\n\{"id":"b".*\nc MISSION_GROUP Note c\n\{"id":"c".*\n$/);
    const failing = await box((count) => notes(...steps[Math.min(count, 1)]!));
    expect((await failing.run(`${watch} --on-new false`)).stderr).toContain('The command of --on-new ended with 1.');
  });

  test('on a terminal a line for eyes; jq picks', async () => {
    const course = (count: number) => (count === 0 ? notes() : notes({ ...note('a', 1), body: '\u001b[2Jx' }));
    const { run } = await box(course);
    const seen = await run(watch, { terminal: true, env: { NO_COLOR: '1' } });
    expect(seen.stdout).toMatch(/^20 Nov \d\d:01:00 {2}Note a {2}\S*\[2Jx\n$/);
    expect(seen.stdout).not.toContain('\u001b');
    const picked = await box(course);
    expect((await picked.run(`${watch} --jq .title`)).stdout).toBe('Note a\n');
  });

  test.concurrent.each([
    ['resets', reset],
    ['500s', answer(503, '')],
    ['answers that never come', hang],
  ])('outlasts %s and logs it', async (_, script) => {
    const { run } = await box((count) => (count === 0 ? notes() : count === 1 ? script : notes(note('a', 1))));
    const ran = await run('notify watch --interval 50ms --max-wait 3s --timeout 400ms');
    expect([ran.code, ran.stdout]).toEqual([0, `${JSON.stringify(note('a', 1))}\n`]);
    expect(ran.stderr).toMatch(/◌ .* Retrying until it responds\.[\s\S]*● It responds again\./);
  });

  test('a refusal ends it; Ctrl-C ends it with 130, between two askings and within one', async () => {
    const refused = await box((count) => (count === 0 ? notes() : answer(403, '{"message":"no","code":"FORBIDDEN"}')));
    expect((await refused.run(watch)).code).toBe(3);
    for (const script of [notes(), hang]) {
      const { run } = await box(() => script);
      const stop = new AbortController();
      setTimeout(() => stop.abort(), 150);
      expect((await run('notify watch --interval 10s', { signal: stop.signal })).code).toBe(130);
    }
  });

  test('a session that expires meanwhile is renewed and reported', async () => {
    const server = await secondBackend();
    let asked = 0;
    server.interfere(({ path: at }) => {
      if (!at.includes('entity-notifications')) return undefined;
      asked++;
      if (asked === 2) return { status: 401, body: { message: 'over', code: 'EXPIRED_SESSION' } };
      return { status: 200, body: asked === 1 ? [] : [note('a', 1)] };
    });
    const one = person();
    await one.run(['profile', 'add', 'box', '--base', `${server.url}/{service}`]);
    await one.run('login --tokens-stdin -p box', { stdin: JSON.stringify(server.signIn()) });
    const ran = await one.run(`${watch} -p box`);
    expect([ran.code, ran.stdout]).toEqual([0, `${JSON.stringify(note('a', 1))}\n`]);
    expect(ran.stderr).toContain('The session was renewed.');
    expect(server.count('refresh')).toBe(1);
    await server.close();
  });
});

test('empty, hostile and strange answers', async () => {
  const empty = await box(() => notes());
  expect((await empty.run('notify list', { terminal: true })).stderr).toContain('tuk notify watch');
  const hostile = await box(() => notes({ id: '1', title: '\u001b]0;x\u0007', entityType: 'NEWS' }));
  const seen = await hostile.run('notify list', { terminal: true, env: { NO_COLOR: '1' } });
  expect(seen.stdout).toContain('NEWS');
  expect(seen.stdout).not.toMatch(/[\u0007\u001b]/);
  const nameless = await box((count) => (count === 0 ? notes({ text: 'old' }) : notes({ text: 'new' }, { text: 'old' })));
  expect((await nameless.run('notify watch --interval 50ms --max-wait 300ms')).stdout).toBe('{"text":"new"}\n');
});

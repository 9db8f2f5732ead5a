// `tuk notify`: notifications are listed and dismissed.

import { describe, expect, test } from 'vitest';
import { ends, exit } from '../../support/exit.js';
import { respond, type Script } from '../../support/scripted-server.js';
import { signedIn, stubUser } from '../../support/users.js';

/** A user of a stub service that answers its n-th request by n. */
function userOf(script: (count: number) => Script) {
  let count = 0;
  return stubUser((socket, request) => script(count++)(socket, request));
}

describe('on the sandbox', () => {
  test('notifications are listed, filtered, dismissed one by one and all at once; the remaining ones are printed', async () => {
    const { run, json } = await signedIn();
    const all = await json('notify list');
    expect(all.length).toBe(2);
    expect(await json('notify list --type INVENTORY_ITEM')).toEqual([all[1]]);
    const one = await run(`notify dismiss ${all[0].id} --yes`);
    expect([one.code, JSON.parse(one.stdout)]).toEqual([exit.ok, [all[1]]]);
    const receipt = `Notification +${all[0].title}\\n +Text +${all[0].body}\\n[^]*✓ 1 of 1 dismissed\\.`;
    expect(one.stderr).toMatch(new RegExp(receipt));
    await run('store buy 1 --quantity 1 --yes');
    await run('sandbox advance 1m');
    expect((await json('notify list')).length).toBeGreaterThan(1);
    expect(await run('notify dismiss --every --yes')).toMatchObject(ends(exit.ok, /Notification +Helmet/, '[]\n'));
    expect((await run('notify dismiss --every')).code).toBe(exit.ok); // nothing to confirm
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
    ['notify list --bell', 'belongs to -w'],
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
    const stdout = expect.stringMatching(methods);
    expect(await run(`notify ${line} --dry-run`)).toMatchObject({ code: exit.ok, stdout });
    expect(await json('notify list')).toHaveLength(2);
  });
});

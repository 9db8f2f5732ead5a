// `tuk view` saves, lists, shows and removes a line that reads; a line with an effect is neither saved nor run from a file.
import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { valuesOf } from '../../../src/cli/command-values.js';
import { checkViewLine } from '../../../src/cli/view-line.js';
import { groupNames, groups } from '../../../src/groups.js';
import { catalogue } from '../../../src/services/catalogue/index.js';
import { listViews, removeView, saveView } from '../../../src/session/views.js';
import { exit } from '../../support/exit.js';
import { runs } from '../../support/runs.js';
import { argvOf, newHome } from '../../support/tuk.js';
import { signedIn } from '../../support/users.js';

/** A user who may save views. */
const viewer = async () => {
  const user = await signedIn();
  const run = (line: string) => user.run(argvOf(line));
  return { ...user, run, fileOf: (name: string) => path.join(user.home, 'views', `${name}.json`) };
};

describe('a view', () => {
  test('is saved, listed, shown with further options, and removed', async () => {
    const user = await viewer();
    const line = "depin stations --match 'status:on' --sort-by name --fields name,status";
    expect(await user.run(`view save on-stations -- ${line}`)).toMatchObject({
      code: exit.ok,
      stdout: '',
      stderr: expect.stringContaining('tuk view show on-stations'),
    });
    const command = 'tuk depin stations --match status:on --sort-by name --fields name,status';
    expect(await user.json('view list')).toEqual([{ name: 'on-stations', command }]);
    const direct = await user.run(line);
    expect(direct.stdout).not.toBe('');
    for (const shown of ['view show on-stations', 'view on-stations'])
      expect((await user.run(shown)).stdout).toBe(direct.stdout);
    const csv = await user.run(`${line} -o csv`);
    for (const shown of ['view show on-stations -o csv', 'view show -o csv on-stations', '-o csv view on-stations'])
      expect((await user.run(shown)).stdout).toBe(csv.stdout);
    expect((await user.run('view remove on-stations')).code).toBe(exit.ok);
    expect(existsSync(user.fileOf('on-stations'))).toBe(false);
    expect(await user.run('view show on-stations')).toMatchObject({ code: exit.usage, stdout: '' });
  });

  test('an option that is typed replaces the one of the view, in whatever spelling', async () => {
    const user = await viewer();
    await user.run('view save mine -- depin stations -o wide --fields=name --sort-by name');
    const name = (await user.run('depin stations -o json --fields status --sort-by name')).stdout;
    for (const typed of [
      '-o json --fields status',
      '--output=json --fields=status',
      '-ojson --fields status',
      '--json --fields status',
    ])
      expect((await user.run(`view show mine ${typed}`)).stdout).toBe(name);
    const columns = (await user.run('depin stations -o csv --columns id --sort-by name')).stdout;
    expect((await user.run('view show mine --columns id -o csv')).stdout).toBe(columns);
  });

  test('keeps options of its own command, and takes them when it is shown', async () => {
    const user = await viewer();
    await user.run('view save pnh -- depin stations --status ON -o name');
    expect((await user.run('view show pnh')).stdout).toBe(
      (await user.run('depin stations --status ON -o name')).stdout,
    );
    expect((await user.run('view show pnh --status OFF')).stdout).toBe(
      (await user.run('depin stations --status OFF -o name')).stdout,
    );
    expect(await user.run('view show pnh --no-such')).toMatchObject({
      code: exit.usage,
      stderr: expect.stringContaining('tuk depin stations'),
    });
  });

  test('words that look like options, and spaces, come back as they were typed', async () => {
    const user = await viewer();
    await user.run("view save terms -- depin stations --match '!closed name:Market' --utc");
    const { line } = JSON.parse(readFileSync(user.fileOf('terms'), 'utf8'));
    expect(line).toEqual(['depin', 'stations', '--match', '!closed name:Market', '--utc']);
  });

  test('is not replaced without --replace, and not saved in a dry run', async () => {
    const user = await viewer();
    await user.run('view save a -- depin stations');
    expect(await user.run('view save a -- depin chargers')).toMatchObject({
      code: exit.usage,
      stderr: expect.stringContaining('--replace'),
    });
    expect((await user.run('view save a --replace -- depin chargers')).code).toBe(exit.ok);
    expect((await user.json('view list'))[0].command).toBe('tuk depin chargers');
    expect((await user.run('view save b --dry-run -- depin chargers')).code).toBe(exit.ok);
    expect((await user.run('view list -o name')).stdout).toBe('a\n');
  });

  test.each([
    ['view save a -- points transfer --to 2 --amount 5 --yes', 'may change something'],
    ['view save a -- api POST user /v2/balance/mvp/transfer -f a=b', 'may change something'],
    ['view save a -- api user get-account-state', 'may change something'],
    ['view save a -- auth token', 'may change something'],
    ['view save a -- ops check op-1', 'may change something'],
    ['view save a -- view show b', 'may change something'],
    ['view save a -- watch ride:1', 'does not end'],
    ['view save a -- depin stations -w', 'does not end'],
    ['view save a -- whoami --reveal', '--reveal lifts a check, so a view cannot hold it'],
    ['view save a -- ride status 1 --web', '--web runs another program'],
    ['view save a -- depin', 'prints help'],
    ['view save a -- tuk depin stations', 'without tuk'],
    ['view save a', 'needs a command line'],
    ['view save a --match x -- depin stations', 'belong after --'],
    ['view save a depin stations --sort-by name', 'belong after --'],
    ['view save a -- depin stations --no-such', 'no option --no-such'],
    ['view save a -- no-such-group', 'no group'],
    ['view save show -- depin stations', 'a word of tuk view'],
    ['view save ../a -- depin stations', 'is not a name'],
  ])('%s is refused', async (line, why) => {
    const user = await viewer();
    expect(await user.run(line)).toMatchObject({ code: exit.usage, stdout: '', stderr: expect.stringContaining(why) });
    expect(existsSync(path.join(user.home, 'views'))).toBe(false);
  });

  test('nothing whose call has an effect can be saved, whatever the command', async () => {
    for (const name of groupNames)
      for (const command of (await groups[name].load()).group.commands) {
        const uses = Object.entries(command.uses ?? {}) as [Parameters<typeof catalogue>[0], readonly string[]][];
        const called = await Promise.all(
          uses.map(async ([service, names]) => {
            const { calls } = await catalogue(service);
            return names.map((one) => calls[one]!);
          }),
        );
        if (command.read || called.flat().every(({ effect }) => effect === 'none')) continue;
        const values = valuesOf(command.values).flatMap(({ required }) => (required ? ['1'] : []));
        const line = [name, ...command.name.split(' ').filter(Boolean), ...values];
        await expect(checkViewLine(line, groups), line.join(' ')).rejects.toMatchObject({ kind: 'usage' });
      }
  });
});

describe('its file', () => {
  test.runIf(process.platform !== 'win32')(
    'is private, repaired where others may read it, read through a link, and refused if that leads to no file',
    async () => {
      const user = await viewer();
      await user.run('view save a -- depin stations');
      expect(statSync(user.fileOf('a')).mode & 0o777).toBe(0o600);
      chmodSync(user.fileOf('a'), 0o644);
      expect((await user.run('view list')).stderr).toContain('600 now');
      expect(statSync(user.fileOf('a')).mode & 0o777).toBe(0o600);
      symlinkSync(user.fileOf('a'), user.fileOf('b'));
      expect((await user.run('view show b')).code).toBe(exit.ok);
      rmSync(user.fileOf('b'));
      symlinkSync(`${user.fileOf('a')}.none`, user.fileOf('b'));
      expect(await user.run('view show b')).toMatchObject({
        code: exit.local,
        stdout: '',
        stderr: expect.stringContaining('symbolic link'),
      });
      const listed = await user.run('view list -o name');
      expect(listed).toMatchObject({ code: exit.ok, stdout: 'a\n', stderr: expect.stringContaining('symbolic link') });
      expect((await user.run('view remove b')).code).toBe(exit.ok);
    },
  );

  test.each([
    ['{"version":1,"line":["points","transfer","--to","2","--amount","5","--yes"]}', exit.usage],
    ['{"version":1,"line":["view","show","bad"]}', exit.usage],
    ['{"version":1,"line":"depin stations"}', exit.local],
    ['{"line":[1]}', exit.local],
    ['not JSON', exit.local],
  ])('a file of %s shows nothing and sends nothing', async (text, code) => {
    const user = await viewer();
    mkdirSync(path.join(user.home, 'views'));
    writeFileSync(user.fileOf('bad'), text, { mode: 0o600 });
    const before = (await user.run('points balance')).stdout;
    const result = await user.run('view show bad');
    expect(result).toMatchObject({ code, stdout: '' });
    expect(result.stderr).not.toMatch(/ at .*\.ts/);
    expect((await user.run('points balance')).stdout).toBe(before);
  });

  test('the store returns the words that were saved', () => {
    const words = fc.array(fc.string({ unit: 'grapheme', maxLength: 20 }), { minLength: 1, maxLength: 6 });
    const folder = path.join(newHome(), 'views');
    fc.assert(
      fc.property(fc.stringMatching(/^[a-z0-9][a-z0-9-]{4,20}$/), words, (name, line) => {
        saveView(folder, { name, words: line }, { replace: true });
        const warnings: string[] = [];
        expect(listViews(folder, (one) => warnings.push(one))).toEqual([{ name, words: line }]);
        expect(warnings).toEqual([]);
        expect(removeView(folder, name)).toBe(true);
        expect(removeView(folder, name)).toBe(false);
      }),
      { numRuns: runs(50) },
    );
  });
});

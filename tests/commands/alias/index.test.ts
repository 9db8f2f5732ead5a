// `tuk alias`: a value is one word and never an option, what a line refuses its alias refuses, nothing is saved in part.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { aliasText, expandedLine } from '../../../src/cli/alias-line.js';
import { groupNames, groups } from '../../../src/groups.js';
import { splitWords } from '../../../src/services/command-line.js';
import { saveView } from '../../../src/session/views.js';
import { exit } from '../../support/exit.js';
import { runs } from '../../support/runs.js';
import { argvOf, newHome, newUser } from '../../support/tuk.js';
import { signedIn } from '../../support/users.js';

const owner = async () => {
  const user = await signedIn();
  return {
    ...user,
    run: (line: string | readonly string[]) => user.run(typeof line === 'string' ? argvOf(line) : line),
  };
};
const pay = "alias set pay 'points transfer --to $1 --amount $2'";

describe('an alias', () => {
  test('is saved, listed, run with its values and further options, and removed', async () => {
    const user = await owner();
    expect(await user.run(pay)).toMatchObject({ code: exit.ok, stdout: '' });
    expect(await user.json('alias list')).toEqual([{ name: 'pay', line: 'points transfer --to $1 --amount $2' }]);
    const direct = 'points transfer --to kenji --amount 3 --new-recipient --client-ref a --yes';
    expect((await user.run(direct)).code).toBe(exit.ok);
    const again = await user.run('pay kenji 3 --new-recipient --client-ref a --yes -o json');
    expect(JSON.parse(again.stdout)).toMatchObject({ amount: '3' }); // the same reference: not paid a second time
    expect(await user.json('ops list')).toHaveLength(1);
    expect((await user.run('alias remove pay')).code).toBe(exit.ok);
    expect(await user.run('pay kenji 3')).toMatchObject({ code: exit.usage, stdout: '' });
  });

  test.each(['-o yaml points balance', '--output yaml points balance', '-o $1 points balance'])(
    'may begin with an option: %s',
    async (line) => {
      const { run } = await signedIn();
      expect(await run(['alias', 'set', 'bal', line])).toMatchObject({ code: exit.ok });
      expect((await run(line.includes('$1') ? 'bal yaml' : 'bal')).stdout).toMatch(/^id: .*\namount: /);
      expect((await run(['whoami', line])).code).toBe(exit.usage); // anywhere else it is a value, and one too many
    },
  );
  test('needs no profile, as a view does', async () => {
    const { run } = newUser();
    const env = { TUK_PROFILE: 'nope' };
    for (const line of [
      ['alias', 'set', 'st', 'depin stations'],
      ['alias', 'list'],
      ['alias', 'export'],
      ['view', 'list'],
      ['view', 'save', 'all', '--', 'depin', 'stations'],
      ['view', 'remove', 'all'],
      ['alias', 'remove', 'st'],
    ])
      expect([line, (await run(line, { env })).code]).toEqual([line, exit.ok]);
    expect((await run('whoami', { env })).stderr).toContain('There is no profile "nope"');
  });
  test('is refused as the line that is typed, and a change takes no option twice', async () => {
    const user = await owner();
    await user.run(pay);
    for (const line of ['kenji 3', 'kenji 3,5 --yes --new-recipient', 'nobody-here 3 --yes --new-recipient']) {
      const [to, amount, ...more] = line.split(' ');
      const direct = await user.run(`points transfer --to ${to} --amount ${amount} ${more.join(' ')}`.trim());
      const { code, stderr } = await user.run(`pay ${line}`);
      expect(code, line).not.toBe(exit.ok);
      const withoutId = (text: string) => text.replace(/request id \S+/, '');
      expect([code, withoutId(stderr)], line).toEqual([direct.code, withoutId(direct.stderr)]);
    }
    const twice = await user.run('pay kenji 3 --amount 900 --yes --new-recipient');
    expect(twice).toMatchObject({ code: exit.usage, stderr: expect.stringContaining('--amount is given twice') });
    expect(await user.json('ops list')).toEqual([]);
  });

  test('without a value, or with an empty one, nothing is sent', async () => {
    const user = await owner();
    await user.run(pay);
    for (const [line, message] of [
      ['pay', '$1 is missing'],
      ['pay kenji', '$2 is missing'],
      ["pay kenji ''", '$2 of tuk pay is empty'],
    ] as const)
      expect(await user.run(line), line).toMatchObject({ code: exit.usage, stderr: expect.stringContaining(message) });
  });

  test('of a line that reads is a view as well, and the other way round', async () => {
    const user = await owner();
    await user.run(pay);
    await user.run("alias set on 'depin stations --match status=on --fields name'");
    await user.run('view save off -- depin stations --match status=off --fields name');
    expect((await user.json('view list')).map(({ name }: { name: string }) => name)).toEqual(['off', 'on']);
    expect((await user.run('view on')).stdout).toBe((await user.run('on')).stdout);
    expect((await user.run('off')).stdout).toBe((await user.run('view off')).stdout);
    expect((await user.run('on --fields id')).stdout).not.toBe((await user.run('on')).stdout); // a read: the typed one counts
    expect((await user.run('view pay')).code).toBe(exit.usage);
  });

  test.each([
    ["ride 'points balance'", 'is a command of tuk'],
    ["help 'points balance'", 'word'],
    ["x 'tuk points balance'", 'begins with its command'],
    ["x 'points balanc'", 'no command'],
    ["x 'points balance --nope'", 'There is no option --nope'],
    ["x 'alias list'", 'works on saved lines'],
    ["x 'points history --reveal'", '--reveal lifts a check, so an alias cannot hold it'],
    ["x 'points transfer --to dara --amount 1 --yes'", '--yes confirms what a person must confirm'],
    ["x 'points transfer --to $1 --amount $2 -y'", '--yes confirms'],
    ["x 'points transfer --to dara --amount 1 --new-recipient'", '--new-recipient lifts a check'],
    ["x 'points transfer --to dara --amount 1 --despite $1'", '--despite lifts a check'],
    ["x 'points transfer --to dara --amount 1 --at-most=$1'", '--at-most lifts a check'],
    ["x 'wait ride:1 --on-change ls'", '--on-change runs another program'],
    ["x 'store buy 1 --edit'", '--edit runs another program'],
    [`x 'batch pay.csv --template "points transfer --to {to} --amount 1 --new-recipient"'`, '--template runs another'],
    ["x 'profile set box limits.pause false'", '<setting> lifts a check'],
    ["x 'wallet contacts add a 0x70997970C51812dc3A010C7d01b50e0d17dc79C8 --network BSC'", '<contact> lifts a check'],
    ["x ''", 'is empty'],
    ["X 'points balance'", 'not a name'],
    ["x 'points transfer --to $1 --amount $3'", 'has $3, and no $2'],
    ["x 'find $0'", '$0 is not a value'],
  ])('alias set %s is refused in one sentence', async (words, message) => {
    const user = await owner();
    const { code, stderr } = await user.run(`alias set ${words}`);
    expect(code).toBe(exit.usage);
    expect(stderr).toContain(message);
    expect(await user.json('alias list')).toEqual([]);
  });

  test.each([
    `points transfer --to 'kenji --amount 3`,
    'points balance "',
    'points balance\nwhoami',
    'points balance \\',
  ])('a line that is not whole is refused: %j', async (line) => {
    const user = await owner();
    expect(await user.run(['alias', 'set', 'x', line])).toMatchObject({ code: exit.usage, stdout: '' });
    writeFileSync(path.join(user.home, 'in.json'), JSON.stringify({ x: line }));
    expect((await user.run('alias import in.json')).code).toBe(exit.usage);
    expect(await user.json('alias list')).toEqual([]);
  });

  test('no name of a command can be taken', async () => {
    const user = await owner();
    for (const name of groupNames) expect((await user.run(`alias set ${name} 'points balance'`)).code).toBe(exit.usage);
  });

  test('--help shows the help of its command', async () => {
    const user = await owner();
    await user.run(pay);
    expect((await user.run('pay --help')).stdout).toBe((await user.run('points transfer --help')).stdout);
  });

  test('is a line of a batch, with the same check', async () => {
    const user = await owner();
    await user.run(pay);
    writeFileSync(path.join(user.home, 'rows.csv'), 'to,amount\nkenji,1\nkenji,2\n');
    const line = "batch rows.csv --client-ref b --template 'pay {to} {amount}' --yes --new-recipient";
    expect(await user.run(line)).toMatchObject({ code: exit.ok });
    expect(await user.json('ops list')).toHaveLength(2);
  });
});

describe('export and import', () => {
  test('move all aliases, or none', async () => {
    const [user, other] = [await owner(), await owner()];
    await user.run(pay);
    await user.run(['alias', 'set', 'cost', `depin stations --match 'name:"a b"' --fields name`]);
    const { stdout } = await user.run('alias export');
    expect(await user.run('alias export all.json')).toMatchObject({ code: exit.ok, stdout: '' });
    expect((await user.run('alias export all.json')).code).toBe(exit.usage);
    expect(JSON.parse(readFileSync(path.join(user.home, 'all.json'), 'utf8'))).toEqual(JSON.parse(stdout));
    const file = path.join(user.home, 'all.json');
    expect((await other.run(`alias import ${file}`)).code).toBe(exit.ok);
    expect(await other.json('alias list')).toEqual(await user.json('alias list'));
    expect((await other.run(`alias import ${file}`)).stderr).toContain('cost, pay already');
    expect((await other.run(`alias import ${file} --replace`)).code).toBe(exit.ok);
  });

  test.each(['[]', '{"a":1}', 'x', '{"a":"points balance","b":"points balanc"}', '{"../a":"points balance"}'])(
    '%s is refused, and nothing is saved',
    async (text) => {
      const user = await owner();
      writeFileSync(path.join(user.home, 'in.json'), text);
      expect((await user.run('alias import in.json')).code).toBe(exit.usage);
      expect(existsSync(path.join(user.home, 'views'))).toBe(false);
    },
  );
});

describe('values', () => {
  const expanded = async (saved: readonly string[], values: readonly string[]) => {
    const home = newHome();
    saveView(path.join(home, 'views'), { name: 'x', words: saved });
    return expandedLine(['x', '--', ...values], { env: { TUK_HOME: home }, cwd: home } as never, groups);
  };

  test('any value is one word of the option or the value that it stands for', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.string({ minLength: 1, unit: 'grapheme' }).filter((text) => text.trim() !== '' && !text.includes('\u0000')),
        fc.constantFrom('--yes', '-y', '--', '-', '--to=x', '$1', "'", ' a b ', '-o json', 'plain'),
        async (one, two) => {
          const line = await expanded(['points', 'transfer', '--to', '$1', '--amount=$2'], [one, two]);
          expect(line).toEqual(['points', 'transfer', `--to=${one}`, `--amount=${two}`]);
          const read = await expanded(['ride', 'status', '$2'], [one, two]);
          expect(read.at(-1)).toBe(two);
          expect(read.length - (read.includes('--') && two !== '--' ? 1 : 0)).toBeLessThanOrEqual(4);
          if (two.startsWith('-') && two.length > 1) expect(read.at(-2)).toBe('--');
        },
      ),
      { numRuns: runs(60) },
    );
  });

  test.each(['-5', '-.5', '-33.8,151.2'])('%s is a value once, without --', async (value) => {
    const home = newHome();
    saveView(path.join(home, 'views'), { name: 'x', words: ['points', 'transfer', '--amount', '$1'] });
    const line = await expandedLine(['x', value, '--yes'], { env: { TUK_HOME: home }, cwd: home } as never, groups);
    expect(line).toEqual(['points', 'transfer', `--amount=${value}`, '--yes']);
  });

  test('the text of a line is split into the same words', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ minLength: 1 }), { minLength: 1 }), (words) => {
        expect(splitWords(aliasText(words))).toEqual(words);
      }),
    );
  });
});

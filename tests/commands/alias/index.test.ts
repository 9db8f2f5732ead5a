// `tuk alias`: a value is one word and never an option, what a line refuses its alias refuses, nothing is saved in part.
import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { valuesOf } from '../../../src/cli/command/command-values.js';
import { aliasText, expandedLine, isReadLine } from '../../../src/cli/lines/alias-line.js';
import { groupNames, groups } from '../../../src/groups.js';
import { catalogue } from '../../../src/services/catalogue/index.js';
import { splitWords } from '../../../src/services/command-line.js';
import { listAliases, removeAlias, saveAlias } from '../../../src/session/aliases.js';
import { ends, exit } from '../../support/exit.js';
import { asyncProperty, property } from '../../support/runs.js';
import { argvOf, newHome, newUser } from '../../support/tuk.js';
import { signedIn } from '../../support/users.js';

const owner = async () => {
  const user = await signedIn();
  const fileOf = (name: string) => path.join(user.home, 'views', `${name}.json`);
  const run = (line: string | readonly string[]) => user.run(typeof line === 'string' ? argvOf(line) : line);
  return { ...user, fileOf, run };
};
const pay = "alias set pay 'points transfer --to {1} --amount {2}'";

describe('an alias', () => {
  test('is saved, listed, run with its values and further options, and removed', async () => {
    const user = await owner();
    expect(await user.run(pay)).toMatchObject({ code: exit.ok, stdout: '' });
    expect(await user.json('alias list')).toEqual([{ name: 'pay', line: 'points transfer --to {1} --amount {2}' }]);
    const direct = 'points transfer --to kenji --amount 3 --new-recipient --client-ref a --yes';
    expect((await user.run(direct)).code).toBe(exit.ok);
    const again = await user.run('pay kenji 3 --new-recipient --client-ref a --yes -o json');
    expect(JSON.parse(again.stdout)).toMatchObject({ amount: '3' }); // the same reference: not paid a second time
    expect(await user.json('ops list')).toHaveLength(1);
    expect((await user.run('alias remove pay')).code).toBe(exit.ok);
    expect(await user.run('pay kenji 3')).toMatchObject({ code: exit.usage, stdout: '' });
  });

  test.each(['-o yaml points balance', '--output yaml points balance', '-o {1} points balance'])(
    'may begin with an option: %s',
    async (line) => {
      const { run } = await signedIn();
      expect(await run(['alias', 'set', 'bal', line])).toMatchObject({ code: exit.ok });
      expect((await run(line.includes('{1}') ? 'bal yaml' : 'bal')).stdout).toMatch(/^id: .*\namount: /);
      expect((await run(['whoami', line])).code).toBe(exit.usage); // anywhere else it is a value, and one too many
    },
  );
  test('needs no profile', async () => {
    const { run } = newUser();
    const env = { TUK_PROFILE: 'nope' };
    for (const line of [['set', 'st', 'depin stations'], ['list'], ['export'], ['remove', 'st']])
      expect([line, (await run(['alias', ...line], { env })).code]).toEqual([line, exit.ok]);
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
    expect(twice).toMatchObject(ends(exit.usage, '--amount is given twice'));
    expect(await user.json('ops list')).toEqual([]);
  });

  test('without a value, or with an empty one, nothing is sent', async () => {
    const user = await owner();
    await user.run(pay);
    expect(await user.run('pay kenji')).toMatchObject(ends(exit.usage, '{2} is missing'));
    expect(await user.run("pay kenji ''")).toMatchObject(ends(exit.usage, '{2} of tuk pay is empty'));
  });

  test('of a read takes an option again, in whatever spelling', async () => {
    const user = await owner();
    await user.run('alias set mine -- depin stations -o csv --fields=name --sort-by name');
    const status = (await user.run('depin stations -o json --fields status --sort-by name')).stdout;
    const spellings = ['-o json', '--output=json', '-ojson', '--json'];
    for (const typed of spellings.map((json) => `${json} --fields status`)) {
      expect((await user.run(`mine ${typed}`)).stdout).toBe(status);
      expect((await user.run(`${typed} mine`)).stdout).toBe(status);
    }
    const columns = (await user.run('depin stations -o csv --columns id --sort-by name')).stdout;
    expect((await user.run('mine --columns id -o csv')).stdout).toBe(columns);
    await user.run("alias set pnh 'depin stations --status ON -o name'");
    const off = (await user.run('depin stations --status OFF -o name')).stdout;
    expect((await user.run('pnh --status OFF')).stdout).toBe(off);
    expect(await user.run('pnh --no-such')).toMatchObject(ends(exit.usage, 'tuk depin stations'));
  });

  test('is a list in the application only if it is complete, ends by itself, and only reads', async () => {
    const isRead = (line: string) => isReadLine(argvOf(line), groups);
    expect(await isRead("depin stations --match 'status=on'")).toBe(true);
    for (const line of [
      ...['ride watch 1', 'depin stations -w', 'depin', 'depin station {1}', 'depin stations -i', 'auth token'],
      ...['whoami --reveal', 'api user get-account-state', 'api POST user /v2/balance/mvp/transfer -f a=b', 'no-such'],
    ])
      expect([line, await isRead(line)]).toEqual([line, false]);
    for (const name of groupNames)
      for (const command of (await groups[name].load()).group.commands) {
        const uses = Object.entries(command.uses ?? {}) as [Parameters<typeof catalogue>[0], readonly string[]][];
        const effects: string[] = [];
        for (const [service, names] of uses)
          for (const one of names) effects.push((await catalogue(service)).calls[one]!.effect);
        if (command.read || effects.every((effect) => effect === 'none')) continue;
        const values = valuesOf(command.values).flatMap(({ required }) => (required ? ['1'] : []));
        const line = [name, ...command.name.split(' ').filter(Boolean), ...values];
        expect([line, await isReadLine(line, groups)]).toEqual([line, false]);
      }
  });

  test.each([
    ["help 'points balance'", 'is a command of tuk'],
    ["x 'tuk points balance'", 'begins with its command'],
    ["x 'points balanc'", 'no command'],
    ["x 'points balance --nope'", 'There is no option --nope'],
    ["x 'alias list'", 'works on aliases'],
    ["x 'points history --reveal'", '--reveal lifts a check, so an alias cannot hold it'],
    ["x 'points transfer --to dara --amount 1 --yes'", '--yes confirms what a person must confirm'],
    ["x 'points transfer --to {1} --amount {2} -y'", '--yes confirms'],
    ["x 'points transfer --to dara --amount 1 --new-recipient'", '--new-recipient lifts a check'],
    ["x 'points transfer --to dara --amount 1 --despite {1}'", '--despite lifts a check'],
    ["x 'points transfer --to dara --amount 1 --at-most={1}'", '--at-most lifts a check'],
    ["x 'wait ride:1 --on-change ls'", '--on-change runs another program'],
    ["x 'store buy 1 --edit'", '--edit runs another program'],
    [`x 'batch pay.csv --template "points transfer --to {to} --amount 1 --new-recipient"'`, '--template runs another'],
    ["x 'profile set box limits.pause false'", '<setting> lifts a check'],
    ["x 'wallet contacts add a 0x70997970C51812dc3A010C7d01b50e0d17dc79C8 --network BSC'", '<contact> lifts a check'],
    ["x ''", 'is empty'],
    ["X 'points balance'", 'cannot name an alias'],
    ["../a 'points balance'", 'cannot name an alias'],
    ["x 'points transfer --to {1} --amount {3}'", 'has {3}, and no {2}'],
    ["x 'find {0}'", '{0} is not a value'],
  ])('alias set %s is refused in one sentence', async (words, message) => {
    const user = await owner();
    expect(await user.run(`alias set ${words}`)).toMatchObject(ends(exit.usage, message));
    expect(await user.json('alias list')).toEqual([]);
  });

  const cut = ['points balance "', 'points balance\nwhoami', 'points balance \\'];
  test.each([`points transfer --to 'kenji --amount 3`, ...cut])(
    'a line that is not whole is refused: %j',
    async (line) => {
      const user = await owner();
      expect(await user.run(['alias', 'set', 'x', line])).toMatchObject({ code: exit.usage, stdout: '' });
      writeFileSync(path.join(user.home, 'in.json'), JSON.stringify({ x: line }));
      expect((await user.run('alias import in.json')).code).toBe(exit.usage);
      expect(await user.json('alias list')).toEqual([]);
    },
  );

  test('takes no name of a command, has the help of its command, and is a line of a batch, with the same check', async () => {
    const user = await owner();
    for (const name of groupNames) expect((await user.run(`alias set ${name} 'points balance'`)).code).toBe(exit.usage);
    await user.run(pay);
    expect((await user.run('pay --help')).stdout).toBe((await user.run('points transfer --help')).stdout);
    writeFileSync(path.join(user.home, 'rows.csv'), 'to,amount\nkenji,1\nkenji,2\n');
    const line = "batch rows.csv --client-ref b --template 'pay {to} {amount}' --yes --new-recipient";
    expect((await user.run(line)).code).toBe(exit.ok);
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

  const texts = ['[]', '{"a":1}', 'x', '{"a":"points balance","b":"points balanc"}', '{"../a":"points balance"}'];
  test.each(texts)('%s is refused, and nothing is saved', async (text) => {
    const user = await owner();
    writeFileSync(path.join(user.home, 'in.json'), text);
    expect((await user.run('alias import in.json')).code).toBe(exit.usage);
    expect(existsSync(path.join(user.home, 'views'))).toBe(false);
  });
});

describe('its file', () => {
  test.runIf(process.platform !== 'win32')(
    'is private, repaired where others may read it, read through a link, and refused if that leads to no file',
    async () => {
      const user = await owner();
      await user.run("alias set a 'depin stations'");
      expect(statSync(user.fileOf('a')).mode & 0o777).toBe(0o600);
      chmodSync(user.fileOf('a'), 0o644);
      expect((await user.run('alias list')).stderr).toContain('600 now');
      expect(statSync(user.fileOf('a')).mode & 0o777).toBe(0o600);
      symlinkSync(user.fileOf('a'), user.fileOf('b'));
      expect((await user.run('b')).code).toBe(exit.ok);
      rmSync(user.fileOf('b'));
      symlinkSync(`${user.fileOf('a')}.none`, user.fileOf('b'));
      expect(await user.run('b')).toMatchObject(ends(exit.local, 'symbolic link', ''));
      const listed = await user.run('alias list -o name');
      expect(listed).toMatchObject(ends(exit.ok, 'symbolic link', 'a\n'));
      expect((await user.run('alias remove b')).code).toBe(exit.ok);
    },
  );

  const written = async (files: Readonly<Record<string, string>>) => {
    const user = await owner();
    mkdirSync(path.join(user.home, 'views'));
    for (const [name, text] of Object.entries(files)) writeFileSync(user.fileOf(name), text, { mode: 0o600 });
    return user;
  };
  test.each([
    ['{"version":1,"line":["points","transfer","--to","2","--amount","5","--yes"]}', exit.usage],
    ['{"version":1,"line":["bad"]}', exit.usage],
    ['{"version":1,"line":"depin stations"}', exit.local],
    ['{"line":[1]}', exit.local],
    ['not JSON', exit.local],
  ])('a file of %s shows nothing and sends nothing', async (text, code) => {
    const user = await written({ bad: text });
    const before = (await user.run('points balance')).stdout;
    const stderr = expect.not.stringMatching(/ at .*\.ts/);
    expect(await user.run('bad')).toEqual({ code, stdout: '', stderr });
    expect((await user.run('points balance')).stdout).toBe(before);
  });

  test('a view that an earlier version has saved runs; doctor names the one that cannot', async () => {
    const lines = {
      ...{ on: ['depin', 'stations', '--status', 'ON', '-o', 'wide'], balances: ['api', 'search', 'balance'] },
      ...{ spec: ['openapi', '--service', 'sale'], points: ['points', 'balance'] },
      old: ['depin', 'stations', '--no-such'],
      'of-jq': ['depin', 'stations', '--jq', 'map(select(.name == "$1"))'],
      ...{ removed: ['wallet', 'balance', '--in', 'USD'], braces: ['depin', 'stations', '--match', 'name:{{x}}'] },
    };
    const files = Object.entries(lines).map(([name, line]) => [name, JSON.stringify({ version: 1, line })]);
    const user = await written(Object.fromEntries(files));
    expect((await user.run('on')).stdout).toBe((await user.run('depin stations --status ON -o table')).stdout);
    expect((await user.run('balances')).stdout).toBe((await user.run('api list balance')).stdout);
    expect((await user.run('spec')).code).toBe(exit.ok);
    expect(await user.run('of-jq Central')).toMatchObject(ends(exit.usage, '--match'));
    expect(await user.run('removed')).toMatchObject(ends(exit.usage, 'Use --currency'));
    const findings: { check: string; result: string; says: string; mend: string }[] = await user.json('doctor');
    const notes = findings.filter(({ check, result }) => check === 'aliases' && result === 'note');
    expect(notes.map(({ says, mend }) => `${says} | ${mend}`)).toEqual([
      expect.stringMatching(/^tuk of-jq does not run: \$1 is in an expression of jq.* \| .*alias set of-jq --replace/),
      expect.stringMatching(/^tuk old does not run: .*--no-such.* \| .*depin stations --no-such/),
      expect.stringMatching(/^tuk points does not run: .*a command of tuk.* \| .*alias set NEW/),
      expect.stringMatching(/^tuk removed does not run: --in was removed.* \| .*alias set removed/),
    ]);
  });

  test('the store returns the words that were saved', () => {
    const words = fc.array(fc.string({ unit: 'grapheme', maxLength: 20 }), { minLength: 1, maxLength: 6 });
    const folder = path.join(newHome(), 'views');
    property(50, fc.stringMatching(/^[a-z0-9][a-z0-9-]{4,20}$/), words, (name, line) => {
      saveAlias(folder, { name, words: line }, { replace: true });
      const warnings: string[] = [];
      expect(listAliases(folder, (one) => warnings.push(one))).toEqual([{ name, words: line }]);
      expect(warnings).toEqual([]);
      expect(removeAlias(folder, name)).toBe(true);
      expect(removeAlias(folder, name)).toBe(false);
    });
  });
});

describe('values', () => {
  const expanded = async (saved: readonly string[], values: readonly string[]) => {
    const home = newHome();
    saveAlias(path.join(home, 'views'), { name: 'x', words: saved });
    return expandedLine(['x', '--', ...values], { env: { TUK_HOME: home }, cwd: home } as never, groups);
  };

  test('any value is one word of the option or the value that it stands for', async () => {
    const words = fc
      .string({ minLength: 1, unit: 'grapheme' })
      .filter((text) => text.trim() !== '' && !text.includes('\u0000'));
    const others = fc.constantFrom('--yes', '-y', '--', '-', '--to=x', '{1}', "'", ' a b ', '-o json', 'plain');
    await asyncProperty(60, words, others, async (one, two) => {
      const line = await expanded(['points', 'transfer', '--to', '{1}', '--amount={2}'], [one, two]);
      expect(line).toEqual(['points', 'transfer', `--to=${one}`, `--amount=${two}`]);
      const read = await expanded(['ride', 'status', '{2}'], [one, two]);
      expect(read.at(-1)).toBe(two);
      expect(read.length - (read.includes('--') && two !== '--' ? 1 : 0)).toBeLessThanOrEqual(4);
      if (two.startsWith('-') && two.length > 1) expect(read.at(-2)).toBe('--');
    });
  });

  test.each(['-5', '-.5', '-33.8,151.2'])('%s is a value once, without --', async (value) => {
    const home = newHome();
    saveAlias(path.join(home, 'views'), { name: 'x', words: ['points', 'transfer', '--amount', '{1}'] });
    const line = await expandedLine(['x', value, '--yes'], { env: { TUK_HOME: home }, cwd: home } as never, groups);
    expect(line).toEqual(['points', 'transfer', `--amount=${value}`, '--yes']);
  });

  test('the text of a line is split into the same words', () => {
    property(100, fc.array(fc.string({ minLength: 1 }), { minLength: 1 }), (words) => {
      expect(splitWords(aliasText(words))).toEqual(words);
    });
  });
});

test('a line of an earlier version runs as it did: its values, its braces, its terms of --match', async () => {
  const user = newUser();
  const saved = (name: string, line: readonly string[]) => {
    mkdirSync(path.join(user.home, 'views'), { recursive: true, mode: 0o700 });
    writeFileSync(path.join(user.home, 'views', `${name}.json`), JSON.stringify({ version: 1, line }), { mode: 0o600 });
  };
  saved('a', ['depin', 'stations', '--match', 'status:on name:$1 num:>3', '--jq', '{id: .id}']);
  saved('b', ['api', 'user', 'get-user', '-f', 'a={x}', '-f', 'b=$$1$2', '--match=price:>=9 !kind:fee at 12:30']);
  expect(await user.json('alias list')).toEqual([
    { name: 'a', line: "depin stations --match 'status~on name~{1} num>3' --jq '{id: .id}'" },
    { name: 'b', line: "api user get-user -f a={{x} -f b=$1{2} '--match=price>=9 !kind~fee at 12:30'" },
  ]);
});

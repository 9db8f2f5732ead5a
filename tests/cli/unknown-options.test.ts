// An unknown option at any position exits 2 with nothing on stdout, also after a bare group and beside --help.
import { describe, expect, test } from 'vitest';
import { groupNames } from '../../src/groups.js';
import { exit } from '../support/exit.js';
import { newUser } from '../support/tuk.js';

const mina = newUser();
const page = /^.+\n\n?/;

describe.each(groupNames.map((name) => [name]))('tuk %s', (name) => {
  test.each([
    `${name} --nosuch`,
    `${name} --json --nosuch`,
    `${name} --nosuch -o json`,
    `${name} --help --nosuch`,
    `${name} --nosuch -h`,
    `${name} --nosuch=secret --help`,
    `${name} -Z`,
    `${name} -Z --help`,
    `help ${name} --nosuch`,
    `${name} --help -o`,
    `help ${name} -p`,
  ])('%s: exit 2', async (line) => {
    const { code, stdout, stderr } = await mina.run(line);
    expect({ code, stdout }).toEqual({ code: exit.usage, stdout: '' });
    expect(stderr).not.toMatch(/bug|secret|\n\s+at /);
    if (/json/.test(line))
      expect(JSON.parse(stderr).error).toMatchObject({ code: 'UNKNOWN_OPTION', category: 'usage', exitCode: exit.usage });
    else expect(stderr).toMatch(/^✗ .*(--nosuch|-Z|--output|--profile)/);
  });

  test('help is printed with the options that have the same meaning everywhere', async () => {
    for (const line of [`${name} --help`, `${name} --help --json`, `help ${name} -p sandbox`, `${name} -h -vv --tz Asia/Singapore`])
      expect(await mina.run(line)).toMatchObject({ code: exit.ok, stdout: expect.stringMatching(page), stderr: '' });
  });
});

test.each([
  '--nosuch',
  '--nosuch --help',
  '--help --nosuch',
  '--version --nosuch',
  '-V --nosuch',
  'help --nosuch',
  'help exit-codes --nosuch',
  '-Z',
  '-p',
  '--json=3',
])('tuk %s: exit 2', async (line) => {
  expect(await mina.run(line)).toMatchObject({ code: exit.usage, stdout: '', stderr: expect.stringMatching(/^✗ /) });
  const result = await mina.run(`--json ${line}`);
  expect(result).toMatchObject({ code: exit.usage, stdout: '' });
  expect(JSON.parse(result.stderr).error.exitCode).toBe(exit.usage);
});

test.each([
  'ride',
  'ride --json',
  'ride -p sandbox',
  'ride --output=table',
  'ride -o json -v',
  '--json',
  '-vv',
  'help',
  '--help --no-input',
  'help exit-codes -q',
])('tuk %s: help, exit 0', async (line) => {
  expect(await mina.run(line)).toMatchObject({ code: exit.ok, stdout: expect.stringMatching(page), stderr: '' });
});

test.each([
  'ride search --from x --help',
  'ride search --help --from x',
  'ride --help --from=x',
  'api musubi get-offering --id 1 --help',
  'wallet --help --network=BSC',
])('tuk %s: options of the command are accepted beside --help', async (line) => {
  expect(await mina.run(line)).toMatchObject({ code: exit.ok, stderr: '' });
});

test('a misspelt option gets a suggestion', async () => {
  expect((await mina.run('ride --jsno')).stderr).toContain('Did you mean --json?');
  expect((await mina.run('ride search --help --form x')).stderr).toContain('Did you mean --from?');
  expect((await mina.run('ride --nosuch')).stderr).toContain('See tuk ride --help');
});

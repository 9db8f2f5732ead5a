// No text of others begins a line of ours or is a command to a CI system; and what a saved line, a line of a file, an imported line and a model may not use.
import { existsSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { valuesOf } from '../../src/cli/command/command-values.js';
import { admits } from '../../src/cli/command/effects.js';
import { flagKey } from '../../src/cli/settings/options.js';
import { readGroups, toolsOf } from '../../src/commands/mcp/tools.js';
import { groups } from '../../src/groups.js';
import { withoutCommands } from '../../src/text/ci-commands.js';
import { isOnCi } from '../../src/text/visible.js';
import { ends, exit } from '../support/exit.js';
import { respond, respondJson } from '../support/scripted-server.js';
import { argvOf, newUser, type User } from '../support/tuk.js';
import { signedIn, stubUser } from '../support/users.js';

const lineEnders = ['\n', '\r\n', '\r', '\v', '\f', '\u0085', '\u2028', '\u2029'];
const forged = lineEnders.map((end) => `${end}::error title=forged::x${end}##[error]forged${end}✓ forged`).join('');
const lineEnds = /\r\n|[\n\r\v\f\u0085\u2028\u2029]/;
const isForged = (line: string) => /^\s*(::error|##\[|✓ forged)/.test(line);
const forgedLines = (text: string) => text.split(lineEnds).filter(isForged);

const ways: readonly Parameters<User['run']>[1][] = [
  {},
  { env: { CI: '1', GITHUB_ACTIONS: 'true' } },
  { terminal: true, env: { NO_COLOR: '1' } },
];

const lines = [
  'api user get-current',
  'api user get-current -v',
  'api user get-current -vv',
  'whoami',
  'depin stations',
  'wallet balance',
  'ride status r1',
  'find x1',
  'auth status',
  'doctor',
  'smoke --auth public --service sale --retry 0',
  'smoke --auth public --service sale --retry 0 --report github',
  'notify list',
  'points transfer --to u1 --amount 1 --yes --new-recipient',
  'ops list',
  'login --password --email a@b.c',
];

const failure = { message: `boom${forged}`, code: `A${forged}`, requestId: `r${forged}` };
const thing = { id: `i${forged}`, name: forged, status: forged, message: `m${forged}`, createdAt: forged };
describe.each([
  ['a failure', respondJson(failure, 500)],
  ['a refusal', respondJson({ message: `no${forged}`, error: { message: forged } }, 400)],
  ['a text', respond(400, `x${forged}`, { 'content-type': 'text/plain' })],
  ['a response', respondJson([thing])],
])('%s of a service', (_, script) => {
  test.each(lines)('%s', { timeout: 30_000 }, async (line) => {
    const { run } = await stubUser(script);
    for (const options of ways) {
      const { stderr } = await run(line, options);
      const own = stderr.split('\n').filter((one) => !/^::\w+ title=[^\n]*::/.test(one) || !line.includes('github'));
      expect(forgedLines(own.join('\n'))).toEqual([]);
    }
  });
});

describe('a text of this machine', () => {
  const bad = `x${forged}`;
  const user = (): User => newUser();
  test.each<[what: string, argv: string[], env?: Record<string, string>]>([
    ['an argument', ['ride', 'status', bad]],
    ['an option', ['depin', 'stations', '--status', bad]],
    ['an unknown word', ['depin', bad]],
    ['an unknown option', ['depin', 'stations', `--${bad}`]],
    ['a profile', ['whoami', '-p', bad]],
    ['a file', ['batch', bad, '--template', 'points balance']],
    ['a jq expression', ['depin', 'stations', '--jq', bad]],
    ['an expression of jq that says something', ['depin', 'stations', '--jq', '"a\\n::error::x" | debug | stderr']],
    ['a column', ['depin', 'stations', '--columns', bad]],
    ['a filter', ['depin', 'stations', '--match', `name>${bad}`]],
    ['a time zone', ['depin', 'stations', '--tz', bad]],
    ['TUK_PROFILE', ['whoami'], { TUK_PROFILE: bad }],
    ['TUK_OUTPUT', ['whoami'], { TUK_OUTPUT: bad }],
    ['TUK_TOKEN', ['whoami'], { TUK_TOKEN: bad }],
    ['HTTPS_PROXY', ['doctor'], { HTTPS_PROXY: bad, HTTP_PROXY: bad }],
    ['a key', ['wallet', 'send', '--key-file', bad, '--to', bad, '--amount', bad, '--network', bad]],
    ['a line to explain', ['explain', bad]],
  ])(
    '%s',
    async (_what, argv, env = {}) => {
      for (const options of [{ env }, { env: { ...env, CI: '1' } }, { terminal: true, env: { ...env, NO_COLOR: '1' } }])
        expect(forgedLines((await user().run(argv, options)).stderr)).toEqual([]);
    },
    30_000,
  );
  test.each(['config.json', '.tuk.json', 'rows.csv'])('%s', async (name) => {
    const { home, run } = user();
    writeFileSync(path.join(home, name), `{"current": ${JSON.stringify(bad)}, ${forged}`);
    for (const line of ['whoami', 'doctor', "batch rows.csv --template 'points balance'", 'profile list'])
      expect(forgedLines((await run(argvOf(line), { env: { CI: '1' } })).stderr)).toEqual([]);
  });
});

test('on a CI system a table begins no line with a command; data is as it came', async () => {
  const { run } = await stubUser(respondJson([{ status: '::error::x', name: '##[error]y', id: '##vso[task.x]z' }]));
  const env = { CI: 'true' };
  for (const format of ['table', 'md']) {
    const { stdout } = await run(`depin stations -o ${format} --columns status,name,id`, { env });
    expect(stdout).toContain('error');
    expect(stdout).not.toMatch(/^\s*::|##\w*\[/m);
  }
  for (const [format, text] of [
    ['csv', '::error::x,##[error]y,##vso[task.x]z'],
    ['json', '"::error::x"'],
    ['yaml', '::error::x'],
    ['ndjson', '"##[error]y"'],
    ['name', '##vso[task.x]z'],
  ])
    expect((await run(`depin stations -o ${format}`, { env })).stdout).toContain(text);
  expect((await run(['depin', 'stations', '--jq', '.[].status'], { env })).stdout).toBe('::error::x\n');
});

test.each([
  ['::error::x', '\\x3a:error::x'],
  ['  ::error::x\n\u001b[2m::notice::y', '  \\x3a:error::x\n\u001b[2m\\x3a:notice::y'],
  ['a ##vso[x] ###[y]', 'a \\x23#vso[x] #\\x23#[y]'],
  ['a::b ## [c] #1', 'a::b ## [c] #1'],
])('%j is no command to a CI system', (text, shown) => {
  expect(withoutCommands(text)).toBe(shown);
  expect([isOnCi({ GITHUB_ACTIONS: 'true' }), isOnCi({ CI: '1' }), isOnCi({})]).toEqual([true, true, false]);
});

let mina: User;
beforeAll(async () => {
  mina = await signedIn();
});
const file = (name: string, text: string) => {
  writeFileSync(path.join(mina.home, name), text);
  return name;
};
const transfer = 'points transfer --to dara --amount 1';
const nothingSent = async () => expect(await mina.json('ops list')).toEqual([]);

describe('a model', () => {
  test('gets no option and no value that is not plain, of any command', async () => {
    const tools = await toolsOf(groups, { writes: true, all: true });
    for (const name of readGroups)
      for (const command of (await groups[name as keyof typeof groups].load()).group.commands) {
        const tool = tools.find(
          (one) => one.name === [name, ...command.name.split(' ')].filter(Boolean).join('_').replaceAll('-', '_'),
        );
        if (!tool) continue;
        const offered = Object.keys(tool.inputSchema.properties);
        const parts = [
          ...(command.options ?? []).map(({ flags, effects }) => [flagKey(flags), effects] as const),
          ...valuesOf(command.values).map(({ key, effects }) => [key, effects] as const),
        ];
        const found = parts.filter(([key, effects]) => !admits('foreign', effects) && offered.includes(key));
        expect(found, tool.name).toEqual([]);
      }
  });
  test('cannot pass an argument that a tool does not offer, nor standard input', async () => {
    const tools = await toolsOf(groups, { writes: true, all: true });
    const argv = (name: string, input: object) => tools.find((tool) => tool.name === name)!.argv(input);
    for (const more of [{ onChange: 'touch x' }, { 'on-change': 'touch x' }, { yes: true }, { profile: 'other' }])
      expect(() => argv('wait', { idOrHash: ['ride:1'], ...more })).toThrow('no argument');
    for (const more of [{ despite: ['op-1'] }, { atMost: '9 MVP' }, { newRecipient: true }, { input: 'x.json' }])
      expect(() => argv('points_transfer', { to: 'dara', amount: '1', ...more })).toThrow('no argument');
    expect(() => argv('explain', { word: '-' })).toThrow('reads no file');
    expect(argv('explain', { word: 'NO_SERVICE' })).toContain('NO_SERVICE');
  });
});

describe('an imported alias', () => {
  test.each([
    `${transfer} --yes`,
    `${transfer} --new-recipient --yes`,
    `${transfer} -y`,
    `${transfer} -qy`,
    `${transfer} --despite op-2611-0001`,
    `${transfer} --at-most=9`,
    `${transfer} -p other`,
    `${transfer} --input body.json`,
    'wait ride:1 --on-change ls',
    'batch pay.csv',
    'explain -',
    'profile use other',
    'profile set box limits.pause false',
    'login --as whale',
    'auth token',
    'wallet send --network BSC --token BNB --to {1} --amount {2} --key main',
  ])('cannot be %s', async (line) => {
    const name = file('aliases.json', JSON.stringify({ balance: line }));
    const end = await mina.run(`alias import ${name}`);
    expect(end).toMatchObject(ends(exit.usage, 'an imported alias cannot hold it'));
    expect(existsSync(path.join(mina.home, 'views'))).toBe(false);
    expect((await mina.run('balance')).code).toBe(exit.usage);
    await nothingSent();
  });

  test('may be any line that is plain', async () => {
    const lines = { send: 'points transfer --to {1} --amount {2}', on: 'depin stations --match status=ON' };
    expect((await mina.run(`alias import ${file('plain.json', JSON.stringify(lines))}`)).code).toBe(exit.ok);
    for (const alias of ['send', 'on']) await mina.run(`alias remove ${alias}`);
  });
});

test('an alias whose file was changed by hand is refused when it runs', async () => {
  await mina.run(`alias set gift '${transfer}'`);
  const saved = path.join(mina.home, 'views', 'gift.json');
  writeFileSync(saved, JSON.stringify({ line: [...transfer.split(' '), '--new-recipient', '--yes'] }), { mode: 0o600 });
  expect(await mina.run('gift')).toMatchObject({ code: exit.usage, stderr: expect.stringContaining('cannot hold it') });
  await nothingSent();
  await mina.run('alias remove gift');
});

describe('a row of a batch and a step of a flow', () => {
  test.each([
    ['--despite', 'to,amount,despite\ndara,1,op-2611-0001\n'],
    ['--at-most', 'to,amount,at-most\ndara,1,9\n'],
    ['--accept-less', 'command\nwallet send --network BSC --token BNB --to dara --amount 1 --accept-less 0.5\n'],
    ['--on-change', 'command\n"wait ride:1 --on-change ls"\n'],
    ['--allow-unknown-word', 'command\n"depin stations --status NOPE --allow-unknown-word"\n'],
  ])('of a file cannot have %s', async (option, text) => {
    const rows = text.startsWith('to,')
      ? text.replace('to,', 'command,to,').replace('\ndara', '\npoints transfer,dara')
      : text;
    const { code, stderr } = await mina.run(`batch ${file('rows.csv', rows)} --client-ref x --yes`);
    expect({ code, stderr }).toEqual({ code: exit.usage, stderr: expect.stringContaining(`it has ${option}, which`) });
    const run = rows.split('\n')[1]!.replaceAll('"', '');
    if (!text.startsWith('to,')) {
      const flow = file('steps.yaml', JSON.stringify({ steps: [{ name: 'a', run }] }));
      expect((await mina.run(`flow run ${flow} --client-ref x --yes`)).stderr).toContain(`it has ${option}, which`);
    }
    await nothingSent();
  });

  test('of a template that is typed may have what widens, but a column names no option', async () => {
    const rows = file('typed.csv', 'to,amount,option\ndara,1,despite\n');
    const run = async (template: string) =>
      (await mina.run(['batch', rows, '--client-ref', 'y', '--new-recipient', '--dry-run', '--template', template]))
        .stderr;
    expect(await run('points transfer --to {to} --amount {amount} --at-most 9')).not.toContain('which lifts');
    expect(await run('points transfer --to {to} --amount {amount} --{option}=op-1')).toContain(
      'the name of an option from a column',
    );
    await nothingSent();
  });
});

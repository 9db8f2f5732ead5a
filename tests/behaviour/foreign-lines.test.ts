// No text of others begins a line of ours on stderr, whatever it comes from; on a CI system no line of stderr, of a table or of a report is a command to it.
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { withoutCommands } from '../../src/text/ci-commands.js';
import { isOnCi } from '../../src/text/visible.js';
import { respond, respondJson } from '../support/scripted-server.js';
import { argvOf, newUser, type User } from '../support/tuk.js';
import { stubUser } from '../support/users.js';

const ends = ['\n', '\r\n', '\r', '\v', '\f', '\u0085', '\u2028', '\u2029'];
const forged = ends.map((end) => `${end}::error title=forged::x${end}##[error]forged${end}✓ forged`).join('');
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
  test.each(lines)(
    '%s',
    async (line) => {
      const { run } = await stubUser(script);
      for (const options of ways) {
        const { stderr } = await run(line, options);
        const own = stderr.split('\n').filter((one) => !/^::\w+ title=[^\n]*::/.test(one) || !line.includes('github'));
        expect(forgedLines(own.join('\n'))).toEqual([]);
      }
    },
    30_000,
  );
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

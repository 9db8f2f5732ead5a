// The parser: every command line has one meaning, or is refused in one sentence.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseArguments, readWords } from '../../../src/cli/command/arguments.js';
import { findCommand, parseLine } from '../../../src/cli/lines/find-command.js';
import { globalFlags } from '../../../src/cli/settings/options.js';
import { groupNames, groups } from '../../../src/groups.js';
import { BadInput } from '../../../src/services/http/errors.js';
import { ends, exit } from '../../support/exit.js';
import { property } from '../../support/runs.js';
import { argvOf, newUser } from '../../support/tuk.js';

/** The parsed command line: command, values and options. */
async function understood(line: string) {
  const argv = argvOf(`tuk ${line}`);
  const found = await findCommand(argv, readWords(argv), groups);
  if (!found) return 'help';
  const { positionals, options } = await parseLine(argv, found);
  const { verbose, ...rest } = options;
  const given = Object.entries({ ...rest, ...(verbose ? { verbose } : {}) });
  const parsed = Object.fromEntries(given.filter(([, value]) => value !== undefined));
  return [[found.groupName, found.command.name].filter(Boolean).join(' '), positionals, parsed];
}

const offerings = (options: object) => ['assets offerings', [], options];
test.each<[line: string, means: unknown]>([
  // the output format, in every spelling and position
  ['assets offerings -o json', offerings({ output: 'json' })],
  ['assets offerings -o=json', offerings({ output: 'json' })],
  ['assets offerings --output=json', offerings({ output: 'json' })],
  ['-o json assets offerings', offerings({ output: 'json' })],
  ['--output=json assets offerings', offerings({ output: 'json' })],
  ['assets --json offerings', offerings({ json: true })],
  // several short options in one word
  ['-qo json notify list', ['notify list', [], { quiet: true, output: 'json' }]],
  ['notify -qo=json list', ['notify list', [], { quiet: true, output: 'json' }]],
  ['notify list -qojson', ['notify list', [], { quiet: true, output: 'json' }]],
  ['-vv notify list -v', ['notify list', [], { verbose: 3 }]],
  ['-vqy notify list', ['notify list', [], { verbose: 1, quiet: true, yes: true }]],
  // profiles, also one named like a group
  ['-p staging whoami', ['whoami', [], { profile: 'staging' }]],
  ['-pstaging whoami', ['whoami', [], { profile: 'staging' }]],
  ['whoami --profile=staging', ['whoami', [], { profile: 'staging' }]],
  ['-p wallet whoami', ['whoami', [], { profile: 'wallet' }]],
  ['--profile whoami whoami', ['whoami', [], { profile: 'whoami' }]],
  // an option's value that looks like a command
  ['assets offerings --status offerings', offerings({ status: 'offerings' })],
  ['assets offering vehicles', ['assets offering', ['vehicles'], {}]],
  ["assets contact --title 'changed plans'", ['assets contact', [], { title: 'changed plans' }]],
  ['swap bridge --type fee create --amount 5', ['swap bridge create', [], { type: 'fee', amount: '5' }]],
  ['assets --status OPEN offerings', offerings({ status: 'OPEN' })],
  ['assets -o csv --status OPEN offerings', offerings({ output: 'csv', status: 'OPEN' })],
  ['assets offerings --status OPEN --sort-by title', offerings({ status: 'OPEN', sortBy: 'title' })],
  // the end of options
  ['assets offering -- -1', ['assets offering', ['-1'], {}]],
  ['assets offering -- --json', ['assets offering', ['--json'], {}]],
  ['-o json -- assets offering 1', ['assets offering', ['1'], { output: 'json' }]],
  ['assets -- offering 1', ['assets offering', ['1'], {}]],
  ['-- whoami', ['whoami', [], {}]],
  // negative numbers
  ['assets offering -1', ['assets offering', ['-1'], {}]],
  ['ride places nearby -33.86,151.2', ['ride places nearby', ['-33.86,151.2'], {}]],
  ['ride search --from -33.86,151.2 --to -1,2', ['ride search', [], { from: '-33.86,151.2', to: '-1,2' }]],
  ['ride search --from=-33.86,151.2', ['ride search', [], { from: '-33.86,151.2' }]],
  ['wallet withdraw create --amount -5', ['wallet withdraw create', [], { amount: '-5' }]],
  ['api sale get-product -5 -o json', ['api', ['sale', 'get-product', '-5'], { output: 'json' }]],
  // repeated options
  ['assets offerings -o json --output=json', offerings({ output: 'json' })],
  ['api sale create-order -f a=1 -f b=2', ['api', ['sale', 'create-order'], { field: ['a=1', 'b=2'] }]],
  ['api sale -f a=1 create-order --field b=2', ['api', ['sale', 'create-order'], { field: ['a=1', 'b=2'] }]],
  ['api sale create-order -fa=1', ['api', ['sale', 'create-order'], { field: ['a=1'] }]],
  ['api sale create-order -F a={"b":-1}', ['api', ['sale', 'create-order'], { jsonField: ['a={"b":-1}'] }]],
  ['wait ride:1 ride:2 --for X --for CANCELED', ['wait', ['ride:1', 'ride:2'], { for: ['X', 'CANCELED'] }]],
  // switches that begin with no
  ['whoami --no-input', ['whoami', [], { noInput: true }]],
  ['api sale create-order --no-input --input -', ['api', ['sale', 'create-order'], { noInput: true, input: '-' }]],
  // values
  ['wallet --network BSC tx show 0xab', ['wallet tx show', ['0xab'], { network: 'BSC' }]],
  ['api GET user /users/current', ['api', ['GET', 'user', '/users/current'], {}]],
  ['api --address 0x1 user get-balance-v2', ['api', ['user', 'get-balance-v2'], { address: '0x1' }]],
  ['api show user get-current', ['api show', ['user', 'get-current'], {}]],
  ['auth sessions', ['auth sessions', [], {}]],
  ['auth sessions revoke 1', ['auth sessions revoke', ['1'], {}]],
  ['assets offerings --jq=.[0].id', offerings({ jq: '.[0].id' })],
  ["assets offerings --jq '-1'", offerings({ jq: '-1' })],
  ['assets offerings --sort-by -title', offerings({ sortBy: '-title' })],
  ["profile set box limits.transfer '400,1000 MVP'", ['profile set', ['box', 'limits.transfer', '400,1000 MVP'], {}]],
  // help and bare groups
  ['wallet', 'help'],
  ['wallet tx', 'help'],
  ['wallet --help', 'help'],
  ['--help wallet', 'help'],
  ['-h wallet balance', 'help'],
  ['help wallet withdraw', 'help'],
  ['', 'help'],
  ['-p staging', 'help'],
])('tuk %s', async (line, means) => expect(await understood(line)).toEqual(means));

const mina = newUser();
const page = /^.+\n\n?/;
describe('is refused in one sentence', () => {
  test.each<[line: string, sentence: RegExp]>([
    ['--nosuch', /^There is no option --nosuch of tuk\.$/],
    ['ride --nosuch=1', /no option --nosuch of tuk ride\./],
    ['whoami --nosuch', /no option --nosuch of tuk whoami\./],
    ['whoami -qZ', /no option -Z of tuk whoami\./],
    ['store order show -e5PIC', /no option -e of tuk store order show\./],
    ['--status OPEN assets offerings', /no option --status of tuk/],
    ['api --nosuch user get-current', /no option --nosuch of tuk api\./],
    ['help wallet --nosuch', /no option --nosuch of tuk wallet\./],
    ['--version --nosuch', /no option --nosuch/],
    ['whoami -o', /^--output needs a value\.$/],
    ['whoami -qo', /^--output needs a value\.$/],
    ['whoami -o --json', /^--output needs a value, and --json is an option\.$/],
    ['assets offerings --status --json', /^--status needs a value, and --json is an option\.$/],
    ['whoami --json=1', /^--json takes no value\.$/],
    ['whoami -o json -o yaml', /^--output is given twice, with different values\.$/],
    ['whoami -ojson --output=yaml', /^--output is given twice, with different values\.$/],
    ['assets offerings --status OPEN --status CLOSED', /^--status is given twice, with different values\.$/],
    ['whoami now', /^tuk whoami takes no value; "now" is one too many\.$/],
    ['whoami -- --json', /^tuk whoami takes no value; "--json" is one too many\.$/],
    ['assets offering 1 2', /^tuk assets offering takes one value; "2" is one too many\.$/],
    ['assets offering', /^tuk assets offering needs <id>\.$/],
    ['api show user', /^tuk api show needs <call>\.$/],
    ['rid --help', /^There is no group "rid"\.$/],
    ['wallet lst --help', /^tuk wallet has no command "lst"\.$/],
    ['help wallet tx lists', /^tuk wallet tx has no command "lists"\.$/],
    ['help zzz', /^No command or help topic matches "zzz"\.$/],
    ["''", /^There is no group ""\.$/],
  ])('tuk %s', async (line, sentence) => {
    const argv = argvOf(`tuk ${line}`);
    const { code, stdout, stderr } = await mina.run([...argv]);
    expect({ code, stdout }).toEqual({ code: exit.usage, stdout: '' });
    const json = await mina.run(['--json', ...argv]);
    expect({ code: json.code, stdout: json.stdout }).toEqual({ code: exit.usage, stdout: '' });
    const { error } = JSON.parse(json.stderr);
    expect(error).toMatchObject({ category: 'usage', exitCode: exit.usage, message: expect.stringMatching(sentence) });
    if (/json/.test(line)) return; // the line itself asks for JSON
    expect(stderr.split('\n')[0]).toBe(`✗ ${error.message}`);
    expect(stderr).not.toMatch(/\n\s+at |bug/);
  });
});

test('an error is text with every spelling of -o json', async () => {
  for (const spelling of ['-o json', '-ojson', '--output=json', '-qo=json', '-o ndjson']) {
    const failed = await mina.run(`whoami --nosuch ${spelling}`, { env: { TUK_OUTPUT: 'json' } });
    expect([spelling, failed]).toMatchObject([spelling, ends(exit.usage, /^✗ /, '')]);
  }
});

test('a setting of an earlier version that names -o wide prints a table', async () => {
  const env = { TUK_OUTPUT: 'wide' };
  expect((await mina.run('profile list', { env })).stdout).toBe((await mina.run('profile list -o table')).stdout);
  expect((await mina.run('profile list -o wide')).stderr).toContain('-o wide was removed. Use --columns');
});

test('with --json errors are JSON, and data too, unless -o names another format', async () => {
  expect(await mina.json('profile list --json')).toEqual([expect.objectContaining({ name: 'sandbox' })]);
  for (const line of ['profile list --json -o yaml', 'profile list -o yaml --json'])
    expect((await mina.run(line)).stdout).toBe((await mina.run('profile list -o yaml')).stdout);
  const { stdout, stderr } = await mina.run('profile list -o table --json --columns nosuch');
  expect([stdout, JSON.parse(stderr).error.exitCode]).toEqual(['', expect.any(Number)]);
});

const spellings = ['--json', '--json -o csv', '-q --json'];
test.each(spellings)('an error is JSON if the command line has %s, at any position', async (spelling) => {
  for (const line of [`${spelling} whoami --nosuch`, `whoami now ${spelling}`, `${spelling} rid`]) {
    const { code, stdout, stderr } = await mina.run(line);
    expect({ line, code, stdout }).toEqual({ line, code: exit.usage, stdout: '' });
    expect(JSON.parse(stderr).error.exitCode, line).toBe(exit.usage);
  }
});

const odd = ['-', '', '-1', '--', '--nosuch', '-Z', '=', '--=', '---', '-=', '\u0000-1'];
const word = fc.oneof(
  fc.constantFrom('wallet', 'list', 'x', '1', 'json', ...odd),
  fc.constantFrom('__proto__', 'constructor'),
  fc.constantFrom(...globalFlags.flatMap(({ flags }) => flags.match(/--?[\w-]+/g) ?? [])),
  fc.constantFrom('-o=json', '-ojson', '--output=yaml', '-vv', '-qv', '--json=1', '-p=x', '--profile='),
  fc.string({ maxLength: 6 }),
);
test('any command line is parsed or refused as bad input, and no option is lost', () => {
  property(3000, fc.array(word, { maxLength: 7 }), (argv) => {
    const { flags } = readWords(argv);
    try {
      const { options } = parseArguments(argv, { name: [], options: [], values: '[words...]' });
      for (const [key, value] of Object.entries(flags)) if (value !== undefined) expect(options[key]).toEqual(value);
    } catch (error) {
      expect(error).toBeInstanceOf(BadInput);
    }
  });
});

test.each([
  ['ride', 'status', ''],
  ['notify', 'dismiss', '\t'],
  ['api', 'user', 'get-withdrawal', ' '],
])('a blank value is refused before anything is sent: %s %s', async (...argv) => {
  expect(await newUser().run(argv)).toMatchObject(
    ends(exit.usage, /^✗ [<[][a-z-]+(\.\.\.)?[>\]] of tuk .* is empty\.\n {2}See tuk .* --help\n$/),
  );
});

describe.each(groupNames.map((name) => [name]))('tuk %s', (name) => {
  const wrong = ['--nosuch=secret', '--help --nosuch', '-Z -h', '--help -o'].map((rest) => `${name} ${rest}`);
  test.each([...wrong, `help ${name} --nosuch`])('%s is refused beside --help, too', async (line) => {
    const { code, stdout, stderr } = await mina.run(line);
    expect({ code, stdout }).toEqual({ code: exit.usage, stdout: '' });
    expect(stderr).toMatch(/^✗ .*(--nosuch|-Z|--output)/);
    expect(stderr).not.toMatch(/bug|secret|\n\s+at /);
  });

  test('help is printed with the options that have the same meaning everywhere', async () => {
    for (const line of [`${name} --help --json`, `help ${name} -p sandbox`, `${name} -h -vv --tz Asia/Singapore`])
      expect(await mina.run(line)).toMatchObject({ code: exit.ok, stdout: expect.stringMatching(page), stderr: '' });
  });
});

test.each(['--nosuch --help', '-V --nosuch', 'help exit-codes --nosuch', '-p', '--json=3'])(
  'tuk %s: exit 2',
  async (line) => {
    expect(await mina.run(line)).toMatchObject(ends(exit.usage, /^✗ /, ''));
    const { code, stdout, stderr } = await mina.run(`--json ${line}`);
    expect([code, stdout, JSON.parse(stderr).error.exitCode]).toEqual([exit.usage, '', exit.usage]);
  },
);

const helped = ['ride search --from x --help', 'ride --help --from=x', 'api musubi get-offering --id 1 --help'];
test.each([
  ...['ride', 'ride -o json -v', 'swap bridge', '--json', 'help', '--help --no-input', 'help exit-codes -q', ...helped],
])('tuk %s: help, exit 0', async (line) => {
  expect(await mina.run(line)).toMatchObject({ code: exit.ok, stdout: expect.stringMatching(page), stderr: '' });
});

test.each([
  ['ride --jsno', 'Did you mean --json?'],
  ['ride search --help --form x', 'Did you mean --from?'],
  ['ride --nosuch', 'See tuk ride --help'],
])('tuk %s gets a suggestion', async (line, suggestion) => expect((await mina.run(line)).stderr).toContain(suggestion));

// The parser: every command line has one meaning, or is refused in one sentence.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseArguments, readWords } from '../../src/cli/arguments.js';
import { findCommand, parseLine } from '../../src/cli/find-command.js';
import { globalFlags } from '../../src/cli/options.js';
import { groups } from '../../src/groups.js';
import { BadInput } from '../../src/services/http/errors.js';
import { exit } from '../support/exit.js';
import { runs } from '../support/runs.js';
import { argvOf, newUser } from '../support/tuk.js';

/** The parsed command line: command, values and options. */
async function understood(line: string) {
  const argv = argvOf(`tuk ${line}`);
  const found = await findCommand(argv, readWords(argv), groups);
  if (!found) return 'help';
  const { positionals, options } = await parseLine(argv, found);
  const { verbose, ...rest } = options;
  const parsed = Object.fromEntries(
    Object.entries({ ...rest, ...(verbose ? { verbose } : {}) }).filter(([, value]) => value !== undefined),
  );
  return [[found.groupName, found.command.name].filter(Boolean).join(' '), positionals, parsed];
}

const offerings = (options: object) => ['assets offerings', [], options];
test.each<[line: string, means: unknown]>([
  // the output format, in every spelling and position
  ['assets offerings -o json', offerings({ output: 'json' })],
  ['assets offerings -ojson', offerings({ output: 'json' })],
  ['assets offerings -o=json', offerings({ output: 'json' })],
  ['assets offerings --output json', offerings({ output: 'json' })],
  ['assets offerings --output=json', offerings({ output: 'json' })],
  ['assets -o json offerings', offerings({ output: 'json' })],
  ['-o json assets offerings', offerings({ output: 'json' })],
  ['-ojson assets offerings', offerings({ output: 'json' })],
  ['-o=json assets offerings', offerings({ output: 'json' })],
  ['--output=json assets offerings', offerings({ output: 'json' })],
  ['--json assets offerings', offerings({ json: true })],
  ['assets --json offerings', offerings({ json: true })],
  ['assets offerings --json', offerings({ json: true })],
  // several short options in one word
  ['-qo json notify list', ['notify list', [], { quiet: true, output: 'json' }]],
  ['notify list -qo json', ['notify list', [], { quiet: true, output: 'json' }]],
  ['notify -qo=json list', ['notify list', [], { quiet: true, output: 'json' }]],
  ['notify list -qojson', ['notify list', [], { quiet: true, output: 'json' }]],
  ['notify list -vo json', ['notify list', [], { verbose: 1, output: 'json' }]],
  ['notify list -vv', ['notify list', [], { verbose: 2 }]],
  ['notify -v list -v', ['notify list', [], { verbose: 2 }]],
  ['-vv notify list -v', ['notify list', [], { verbose: 3 }]],
  ['-vqy notify list', ['notify list', [], { verbose: 1, quiet: true, yes: true }]],
  // profiles, also one named like a group
  ['-p staging whoami', ['whoami', [], { profile: 'staging' }]],
  ['-pstaging whoami', ['whoami', [], { profile: 'staging' }]],
  ['whoami -p staging', ['whoami', [], { profile: 'staging' }]],
  ['whoami --profile=staging', ['whoami', [], { profile: 'staging' }]],
  ['-p wallet whoami', ['whoami', [], { profile: 'wallet' }]],
  ['--profile whoami whoami', ['whoami', [], { profile: 'whoami' }]],
  ['whoami -p whoami', ['whoami', [], { profile: 'whoami' }]],
  // an option's value that looks like a command
  ['assets offerings --status offerings', offerings({ status: 'offerings' })],
  ['assets offering vehicles', ['assets offering', ['vehicles'], {}]],
  ['ride cancel 7 --reason wait', ['ride cancel', ['7'], { reason: 'wait' }]],
  ["ride cancel 7 --reason 'changed plans'", ['ride cancel', ['7'], { reason: 'changed plans' }]],
  ['swap --type TO_BEP20 bridge create --amount 5', ['swap bridge create', [], { type: 'TO_BEP20', amount: '5' }]],
  ['swap bridge --type fee create --amount 5', ['swap bridge create', [], { type: 'fee', amount: '5' }]],
  ['assets --status OPEN offerings', offerings({ status: 'OPEN' })],
  ['assets --status=OPEN offerings', offerings({ status: 'OPEN' })],
  ['assets -o csv --status OPEN offerings', offerings({ output: 'csv', status: 'OPEN' })],
  ['assets offerings --status OPEN --sort title --order DESC', offerings({ status: 'OPEN', sort: 'title', order: 'DESC' })],
  ['depin --city PNH heatmap', ['depin heatmap', [], { city: 'PNH' }]],
  // the end of options
  ['assets offering -- 1', ['assets offering', ['1'], {}]],
  ['assets offering -- -1', ['assets offering', ['-1'], {}]],
  ['assets offering -- --json', ['assets offering', ['--json'], {}]],
  ['-o json -- assets offering 1', ['assets offering', ['1'], { output: 'json' }]],
  ['assets -- offering 1', ['assets offering', ['1'], {}]],
  ['assets offering 1 --', ['assets offering', ['1'], {}]],
  ['-- whoami', ['whoami', [], {}]],
  // negative numbers
  ['assets offering -1', ['assets offering', ['-1'], {}]],
  ['ride places nearby -33.86,151.2', ['ride places nearby', ['-33.86,151.2'], {}]],
  ['ride places nearby -.5,151', ['ride places nearby', ['-.5,151'], {}]],
  ['ride search --from -33.86,151.2 --to -33.87,151.21', ['ride search', [], { from: '-33.86,151.2', to: '-33.87,151.21' }]],
  ['ride search --from=-33.86,151.2', ['ride search', [], { from: '-33.86,151.2' }]],
  ['wallet withdraw create --amount -5', ['wallet withdraw create', [], { amount: '-5' }]],
  ['api sale get-product -5 -o json', ['api', ['sale', 'get-product', '-5'], { output: 'json' }]],
  // repeated options
  ['assets offerings -o json -o json', offerings({ output: 'json' })],
  ['assets offerings --json --json', offerings({ json: true })],
  ['assets offerings -o json --output=json', offerings({ output: 'json' })],
  ['api sale create-order -f a=1 -f b=2', ['api', ['sale', 'create-order'], { field: ['a=1', 'b=2'] }]],
  ['api sale -f a=1 create-order --field b=2', ['api', ['sale', 'create-order'], { field: ['a=1', 'b=2'] }]],
  ['api -f a=1 sale create-order', ['api', ['sale', 'create-order'], { field: ['a=1'] }]],
  ['api sale create-order -fa=1', ['api', ['sale', 'create-order'], { field: ['a=1'] }]],
  ['api sale create-order --field=a=1', ['api', ['sale', 'create-order'], { field: ['a=1'] }]],
  ['api sale create-order -f a=-1', ['api', ['sale', 'create-order'], { field: ['a=-1'] }]],
  ['api sale create-order -F a={"b":-1}', ['api', ['sale', 'create-order'], { jsonField: ['a={"b":-1}'] }]],
  ['ride wait 1 2 --for FINISHED --for CANCELED', ['ride wait', ['1', '2'], { for: ['FINISHED', 'CANCELED'] }]],
  // switches that begin with no
  ['whoami --no-input', ['whoami', [], { noInput: true }]],
  ['--no-input whoami', ['whoami', [], { noInput: true }]],
  ['api sale create-order --no-input --input -', ['api', ['sale', 'create-order'], { noInput: true, input: '-' }]],
  ['api sale create-order --input=- -y', ['api', ['sale', 'create-order'], { input: '-', yes: true }]],
  // values
  ['wallet tx show 0xab --network BSC', ['wallet tx show', ['0xab'], { network: 'BSC' }]],
  ['wallet tx --network BSC show 0xab', ['wallet tx show', ['0xab'], { network: 'BSC' }]],
  ['wallet --network BSC tx show 0xab', ['wallet tx show', ['0xab'], { network: 'BSC' }]],
  ['api user get-current', ['api', ['user', 'get-current'], {}]],
  ['api GET user /users/current', ['api', ['GET', 'user', '/users/current'], {}]],
  ['api user get-balance-v2 --address 0x1 --network BSC', ['api', ['user', 'get-balance-v2'], { address: '0x1', network: 'BSC' }]],
  ['api --address 0x1 user get-balance-v2', ['api', ['user', 'get-balance-v2'], { address: '0x1' }]],
  ['api list --service musubi', ['api list', [], { service: 'musubi' }]],
  ['api show user get-current', ['api show', ['user', 'get-current'], {}]],
  ['auth sessions', ['auth sessions', [], {}]],
  ['auth sessions revoke 1', ['auth sessions revoke', ['1'], {}]],
  ["assets offerings --jq '.[0].id'", offerings({ jq: '.[0].id' })],
  ['assets offerings --jq=.[0].id', offerings({ jq: '.[0].id' })],
  ["assets offerings --jq '-1'", offerings({ jq: '-1' })],
  ['assets offerings --fields status,title', offerings({ fields: 'status,title' })],
  ['assets offerings --sort-by -title', offerings({ sortBy: '-title' })],
  ["profile set box limits.transfer '400,1000 MVP'", ['profile set', ['box', 'limits.transfer', '400,1000 MVP'], {}]],
  // help and bare groups
  ['wallet', 'help'],
  ['wallet --json', 'help'],
  ['wallet tx', 'help'],
  ['swap bridge', 'help'],
  ['wallet --help', 'help'],
  ['wallet -h', 'help'],
  ['--help wallet', 'help'],
  ['wallet balance --help', 'help'],
  ['-h wallet balance', 'help'],
  ['wallet balance -vh', 'help'],
  ['help wallet', 'help'],
  ['help wallet withdraw', 'help'],
  ['', 'help'],
  ['-p staging', 'help'],
])('tuk %s', async (line, means) => {
  expect(await understood(line)).toEqual(means);
});

const mina = newUser();
describe('is refused in one sentence', () => {
  test.each<[line: string, sentence: RegExp]>([
    ['--nosuch', /^There is no option --nosuch of tuk\.$/],
    ['-Z', /no option -Z of tuk\./],
    ['ride --nosuch', /no option --nosuch of tuk ride\./],
    ['ride --nosuch=1', /no option --nosuch of tuk ride\./],
    ['whoami --nosuch', /no option --nosuch of tuk whoami\./],
    ['whoami --jsno', /no option --jsno of tuk whoami\./],
    ['whoami --no-such-thing', /no option --no-such-thing/],
    ['whoami -Z', /no option -Z of tuk whoami\./],
    ['whoami -qZ', /no option -Z of tuk whoami\./],
    ['assets offerings --statsu OPEN', /no option --statsu of tuk assets offerings\./],
    ['assets --nosuch offerings', /no option --nosuch of tuk assets\./],
    ['--nosuch assets offerings', /no option --nosuch of tuk/],
    ['--status OPEN assets offerings', /no option --status of tuk/],
    ['wallet tx show 0xab --nosuch', /no option --nosuch of tuk wallet tx show\./],
    ['api user get-current --nosuch', /no option --nosuch of tuk api\./],
    ['api --nosuch user get-current', /no option --nosuch of tuk api\./],
    ['help --nosuch', /no option --nosuch/],
    ['help wallet --nosuch', /no option --nosuch of tuk wallet\./],
    ['wallet --help --nosuch', /no option --nosuch of tuk wallet\./],
    ['swap bridge --nosuch', /no option --nosuch of tuk swap bridge\./],
    ['--version --nosuch', /no option --nosuch/],
    ['whoami --output', /^--output needs a value\.$/],
    ['whoami -o', /^--output needs a value\.$/],
    ['whoami --json -o', /^--output needs a value\.$/],
    ['whoami -qo', /^--output needs a value\.$/],
    ['-o', /^--output needs a value\.$/],
    ['whoami -o --json', /^--output needs a value, and --json is an option\.$/],
    ['whoami --profile -v', /^--profile needs a value, and -v is an option\.$/],
    ['assets offerings --status --json', /^--status needs a value, and --json is an option\.$/],
    ['assets offerings --status', /^--status needs a value\.$/],
    ['whoami --json=1', /^--json takes no value\.$/],
    ['whoami --no-input=1', /^--no-input takes no value\.$/],
    ['whoami --quiet=yes', /^--quiet takes no value\.$/],
    ['whoami -o json -o yaml', /^--output is given twice, with different values\.$/],
    ['-o json whoami -o yaml', /^--output is given twice, with different values\.$/],
    ['whoami -ojson --output=yaml', /^--output is given twice, with different values\.$/],
    ['-p a whoami -p b', /^--profile is given twice, with different values\.$/],
    ['assets offerings --status OPEN --status CLOSED', /^--status is given twice, with different values\.$/],
    ['whoami now', /^tuk whoami takes no value; "now" is one too many\.$/],
    ['whoami -- --json', /^tuk whoami takes no value; "--json" is one too many\.$/],
    ['assets offering 1 2', /^tuk assets offering takes one value; "2" is one too many\.$/],
    ['assets offering', /^tuk assets offering needs <id>\.$/],
    ['assets offerings 1', /^tuk assets offerings takes no value; "1" is one too many\.$/],
    ['api show user', /^tuk api show needs <call>\.$/],
    ['rid', /^There is no group "rid"\.$/],
    ['rid --help', /^There is no group "rid"\.$/],
    ['-o json rid', /^There is no group "rid"\.$/],
    ['wallet lst', /^tuk wallet has no command "lst"\.$/],
    ['wallet lst --help', /^tuk wallet has no command "lst"\.$/],
    ['wallet tx lists', /^tuk wallet tx has no command "lists"\.$/],
    ['help wallet tx lists', /^tuk wallet tx has no command "lists"\.$/],
    ['swap bridge lst', /^tuk swap bridge has no command "lst"\.$/],
    ['help zzz', /^No command or help topic matches "zzz"\.$/],
    ["''", /^There is no group ""\.$/],
  ])('tuk %s', async (line, sentence) => {
    const argv = argvOf(`tuk ${line}`);
    const { code, stdout, stderr } = await mina.run([...argv]);
    expect({ code, stdout }).toEqual({ code: exit.usage, stdout: '' });
    const json = await mina.run(['--error-format', 'json', ...argv]);
    expect({ code: json.code, stdout: json.stdout }).toEqual({ code: exit.usage, stdout: '' });
    const { error } = JSON.parse(json.stderr);
    expect(error).toMatchObject({ category: 'usage', exitCode: exit.usage, message: expect.stringMatching(sentence) });
    if (/json/.test(line)) return; // the line itself asks for JSON
    expect(stderr.split('\n')[0]).toBe(`✗ ${error.message}`);
    expect(stderr).not.toMatch(/\n\s+at |bug/);
  });
});

test.each(['--json', '-o json', '-ojson', '-o=json', '--output=json', '--output json', '-qo json', '-vo=json', '-o ndjson'])(
  'an error is JSON if the command line has %s, at any position',
  async (spelling) => {
    for (const line of [
      `${spelling} whoami --nosuch`,
      `whoami ${spelling} --nosuch`,
      `whoami --nosuch ${spelling}`,
      `whoami now ${spelling}`,
      `${spelling} rid`,
    ]) {
      const { code, stdout, stderr } = await mina.run(line);
      expect({ line, code, stdout }).toEqual({ line, code: exit.usage, stdout: '' });
      expect(JSON.parse(stderr).error.exitCode, line).toBe(exit.usage);
    }
  },
);

const word = fc.oneof(
  fc.constantFrom(
    'wallet',
    'list',
    'x',
    '1',
    '-',
    '',
    '-1',
    '--',
    'json',
    '--nosuch',
    '-Z',
    '=',
    '--=',
    '---',
    '-=',
    '\u0000-1',
    '__proto__',
    'constructor',
  ),
  fc.constantFrom(...globalFlags.flatMap(({ flags }) => flags.match(/--?[\w-]+/g) ?? [])),
  fc.constantFrom('-o=json', '-ojson', '--output=yaml', '-vv', '-qv', '--json=1', '-p=x', '--profile='),
  fc.string({ maxLength: 6 }),
);
test('any command line is parsed or refused as bad input, and no option is lost', () => {
  fc.assert(
    fc.property(fc.array(word, { maxLength: 7 }), (argv) => {
      const { flags } = readWords(argv);
      try {
        const { options } = parseArguments(argv, { name: [], options: [], values: '[words...]' });
        for (const [key, value] of Object.entries(flags)) if (value !== undefined) expect(options[key]).toEqual(value);
      } catch (error) {
        expect(error).toBeInstanceOf(BadInput);
      }
    }),
    { numRuns: runs(3000) },
  );
});

test.each([
  ['ride', 'status', ''],
  ['wait', 'ride:1', ' '],
  ['notify', 'dismiss', ''],
  ['depin', 'station', '\t'],
  ['assets', 'vehicle', ''],
  ['api', 'user', 'get-withdrawal', ''],
])('a blank value is refused before anything is sent: %s %s', async (...argv) => {
  const { code, stderr } = await newUser().run(argv);
  expect([code, stderr]).toEqual([
    exit.usage,
    expect.stringMatching(/^✗ [<[][a-z-]+(\.\.\.)?[>\]] of tuk .* is empty\.\n {2}See tuk .* --help\n$/),
  ]);
});

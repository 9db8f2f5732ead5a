// The examples in help, one test per group: each exits 0 on the embedded sandbox, and a read makes only the calls that its help names.
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { base58 } from '@scure/base';
import { encryptKeystoreJsonSync, Wallet } from 'ethers';
import { expect, test } from 'vitest';
import { endpointLines } from '../../src/cli/command/endpoint-lines.js';
import { type GroupName, groupNames, groups } from '../../src/groups.js';
import { solanaAddressOf } from '../../src/money/keys/ed25519.js';
import { callReader } from '../support/calls-made.js';
import { exit } from '../support/exit.js';
import { miniAppData } from '../support/mini-app.js';
import { argvOf, newUser } from '../support/tuk.js';

const phrase = 'test test test test test test test test test test test junk';
const seed = Buffer.alloc(32, 7);
/** The files that examples name. */
const files: Readonly<Record<string, string>> = {
  'tokens.json': '{"accessToken":"aaaa"}',
  'phrase.txt': phrase,
  'id.json': JSON.stringify([...seed, ...base58.decode(solanaAddressOf(seed))]),
  'question.txt': 'Where is my tuk-tuk?',
  'wallet.json': encryptKeystoreJsonSync(new Wallet(Wallet.fromPhrase(phrase).privateKey), 'p', {
    scrypt: { N: 1024, r: 8, p: 1 },
  }),
  'password.txt': 'p',
  'answers.json': '{"message":"More stations, please"}',
  'web-input.json': '{"key":"size","value":"M"}',
  'pay.csv': 'to,amount\ndara,5\nlan,7.5\n',
  'order.yaml': 'steps:\n- {name: me, run: whoami, save: {id: .user.id}}\n',
  'pay.yaml': 'steps:\n- {name: lan, run: points transfer --to lan --amount 1}\n',
  'smoke.yaml': 'steps:\n- {name: featured, run: store featured, expect: length >= 1}\n',
  'lines.ndjson': '{"command":"wallet chains"}\n{"command":"points balance"}\n',
  'data.txt': String(miniAppData({ id: 700_000_001, first_name: 'Mina' })),
};
const aRide = 'ride request --from PNH-01 --to PNH-02 --region KH --product STANDARD --currency POINT --yes';
/** The command lines to run before a matching example. */
const before: readonly (readonly [example: RegExp, lines: readonly string[]])[] = [
  [/^tuk ride request/, ['sandbox advance 1h']], // one ride at a time
  [/cancel-status/, [aRide]],
  [/^tuk (wallet (send|allowance)|swap run)/, ['sandbox clock frozen']], // each transaction has a block at once
];

/** The examples of a group that need no pipe, no other profile, no long-running server and no input. */
async function examplesOf(group: GroupName) {
  const { commands } = (await groups[group].load()).group;
  return commands.flatMap((command) =>
    command.examples
      .filter(
        (line) =>
          !/<| > |\.\.\.|staging|sandbox serve|login google|learn( |$)|--(code|token)-file|(wait|watch) ride( |$)/.test(
            line,
          ),
      )
      .map((line) => ({ command, line })),
  );
}

test.each(groupNames)('the examples of tuk %s run', async (group) => {
  const examples = await examplesOf(group);
  const callsIn = await callReader();
  const user = newUser();
  for (const [name, text] of Object.entries(files)) writeFileSync(path.join(user.home, name), text);
  for (const { command, line } of examples) {
    if ((await user.run('auth token')).code !== exit.ok) await user.run('login');
    for (const [example, lines] of before) if (example.test(line)) for (const earlier of lines) await user.run(earlier);
    if (line.includes('profile trust')) writeFileSync(path.join(user.home, '.tuk.json'), '{}');
    if (line.includes('code.json'))
      writeFileSync(path.join(user.home, 'code.json'), (await user.run('auth code --yes')).stdout);
    const terminal = command.read !== undefined || command.readOnly === true;
    const { code, stdout, stderr } = await user.run([...argvOf(line), '-v'], {
      env: { TUK_KEY_PASSWORD_FILE: 'password.txt' },
      terminal,
    });
    expect(`${line}: ${code} ${stderr}`).toMatch(`${line}: 0 `);
    // a table shows what is not there as –, and an object by its fields
    if (terminal && !/ (-o|--json|--jq|-i|--fields) ?/.test(line))
      expect([line, stdout.match(/\b(undefined|NaN)\b|\[object |(?<=^|\s{2})null(?=\s{2}|$)/m)]).toEqual([line, null]);
    if (!command.read) continue;
    const uses = await endpointLines(command);
    const isNode = (call: string) => call.startsWith('rpc '); // of a chain: no call of a service
    expect({ line, calls: callsIn(stderr).filter((call) => !uses.includes(call) && !isNode(call)) }).toEqual({
      line,
      calls: [],
    });
  }
});

/** A global option, and whether a run that exits with 0 has obeyed it. */
const obeyed: readonly (readonly [
  option: readonly string[],
  holds: (end: { readonly stdout: string; readonly stderr: string }) => boolean,
])[] = [
  [['--jq', '"XX"'], ({ stdout }) => stdout.startsWith('XX')],
  [['--fields', 'nope'], ({ stdout }) => isEmpty(stdout)],
  [['--match', 'nope~1'], ({ stdout }) => isEmpty(stdout)],
  [['--sort-by', 'nope'], ({ stdout }) => isEmpty(stdout)],
  [['--columns', 'nope', '-o', 'table'], ({ stdout }) => isEmpty(stdout)],
  [['--sum', 'nope'], ({ stdout }) => isEmpty(stdout)],
  [['--limit', '1'], ({ stdout }) => !stdout.startsWith('[{') || (JSON.parse(stdout) as unknown[]).length === 1],
  [['--check'], ({ stderr }) => /[✓○] /.test(stderr)],
  [['-i'], ({ stdout, stderr }) => stdout.startsWith('HTTP/') || stderr.includes('No call was made')],
  [['--print-curl'], ({ stdout }) => stdout.startsWith('curl')],
  [['-q'], ({ stdout }) => stdout === ''],
  [['-o', 'yaml'], ({ stdout }) => !/^[[{]"/.test(stdout)],
  [['--no-header', '-o', 'csv'], ({ stdout }) => !/^[[{]"/.test(stdout)],
];
/** No data, or the heading of a CSV without rows. */
const isEmpty = (stdout: string): boolean =>
  stdout.trim() === '[]' || stdout.trim() === '' || /^\uFEFF?[a-zA-Z,]+\r?\n$/.test(stdout);

test.each(groupNames)('each command of tuk %s obeys each global option, or refuses it', async (group) => {
  const user = newUser();
  for (const [name, text] of Object.entries(files)) writeFileSync(path.join(user.home, name), text);
  const seen = new Set<unknown>();
  for (const { command, line } of await examplesOf(group)) {
    if (seen.has(command)) continue;
    seen.add(command);
    for (const [option, holds] of obeyed) {
      if ((await user.run('auth token')).code !== exit.ok) await user.run('login');
      for (const [example, lines] of before)
        if (example.test(line)) for (const earlier of lines) await user.run(earlier);
      if (line.includes('profile trust')) writeFileSync(path.join(user.home, '.tuk.json'), '{}');
      const end = await user.run([...option, ...argvOf(line)], { env: { TUK_KEY_PASSWORD_FILE: 'password.txt' } });
      expect({
        line: [line, ...option].join(' '),
        ignored: end.code === exit.ok && !holds(end) && !(command.prints === 'stream' && end.stdout === ''),
      }).toEqual({ line: [line, ...option].join(' '), ignored: false });
    }
  }
});

test('most commands have an example that runs on the sandbox', async () => {
  const counts = await Promise.all(
    groupNames.map(async (group) => [(await groups[group].load()).group.commands, await examplesOf(group)] as const),
  );
  const commands = counts.flatMap(([all]) => all);
  const covered = new Set(counts.flatMap(([, examples]) => examples.map(({ command }) => command)));
  expect(covered.size).toBeGreaterThan(0.8 * commands.length);
});

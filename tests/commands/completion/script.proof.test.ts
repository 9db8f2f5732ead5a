// `tuk completion`: the scripts run in the installed shells.
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { topics } from '../../../src/cli/help-topics.js';
import { globalFlags, spellings } from '../../../src/cli/options.js';
import { formatNames } from '../../../src/cli/output/formats.js';
import { groupNames, groups } from '../../../src/groups.js';
import { kebab } from '../../../src/services/catalogue/define.js';
import { catalogues, serviceNames } from '../../../src/services/catalogue/index.js';
import { exit } from '../../support/exit.js';
import { newUser } from '../../support/tuk.js';

const user = newUser();
const installed = (shell: string) => spawnSync(shell, ['-c', 'true']).status === 0;
async function scriptFor(shell: string): Promise<string> {
  const { code, stdout } = await user.run(`completion ${shell}`);
  expect(code).toBe(exit.ok);
  const file = path.join(user.home, `completion.${shell}`);
  writeFileSync(file, stdout);
  return file;
}
/** The stdout of a shell that runs this script. */
function output(shell: string, script: string): string {
  const { status, stdout, stderr } = spawnSync(shell, ['-c', script], { encoding: 'utf8' });
  expect([status, stderr]).toEqual([0, '']);
  return stdout;
}

describe('in bash', () => {
  /** The candidates for each of these lines; the `tuk` stub has profiles and an operation. */
  async function offered(lines: readonly (readonly string[])[]): Promise<string[][]> {
    const file = await scriptFor('bash');
    const tries = lines.map((words) => {
      const quoted = words.map((word) => `'${word}'`).join(' ');
      return `COMP_WORDS=(tuk ${quoted}); COMP_CWORD=${words.length}; COMPREPLY=(); _tuk; (IFS=' '; echo "\${COMPREPLY[*]}")`;
    });
    const stub =
      'tuk() { case "$*" in "profile list -o name") printf "sandbox\\nstaging\\n";; "ops list -o name") echo op-2611-0003;; "alias list -o name") ;; *) echo "wrong: $*";; esac; }';
    const out = output('bash', [stub, `source '${file}'`, ...tries].join('\n')).split('\n');
    return lines.map((_, at) => out[at]!.split(' ').filter(Boolean));
  }

  test('completes groups, commands and values', async () => {
    const lines = [
      [''],
      ['ride', 'w'],
      ['ride', 'places', 're'],
      ['help', 'e'],
      ['completion', ''],
      ['-p', 'staging', '--json', 'auth', 's'],
      ['profile', 'set', 'st'],
      ['profile', 'set', 'staging', 'explorer.BS'],
    ];
    expect(await offered(lines)).toEqual([
      [...groupNames, 'help'],
      ['watch', 'wait'],
      expect.arrayContaining(['recommend', 'reverse', 'restricted', 'region']),
      ['explain', ...topics.filter((name) => name.startsWith('e'))],
      ['bash', 'zsh', 'fish'],
      ['status', 'sessions'],
      ['staging'],
      ['explorer.BSC', 'explorer.BSC_TEST'],
    ]);
  });

  test('completes options of a command, those that have the same meaning everywhere, and their values', async () => {
    const [all, everywhere, ...others] = await offered([
      ['smoke', '-'],
      ['--'],
      ['smoke', '--sh'],
      ['-o', ''],
      ['whoami', '--output', '=', 'y'],
      ['smoke', '--auth', 's'],
      ['whoami', '-p', 's'],
      ['profile', 'use', 'st'],
      ['smoke', '--report-junit', ''],
    ]);
    expect(all).toEqual(expect.arrayContaining(globalFlags.flatMap(({ flags }) => spellings(flags))));
    expect(everywhere).toContain('--dry-run');
    expect(everywhere).not.toContain('--shard');
    const fileNames: string[] = []; // bash completes them
    expect(others).toEqual([
      ['--shard'],
      formatNames,
      ['yaml'],
      ['signed-in'],
      ['sandbox', 'staging'],
      ['staging'],
      fileNames,
    ]);
  });

  test('completes the kinds of things to wait for, and operations of the ledger also behind others', async () => {
    const lines = [
      ['wait', 'ri'],
      ['watch', 'op'],
      ['wait', 'op-2611-0003', 'ride', ':', '7', 'op-'],
      ['wait', 'ride', ':', 'o'],
      ['ops', 'show', ''],
    ];
    expect(await offered(lines)).toEqual([['ride:'], ['op-2611-0003'], ['op-2611-0003'], [], ['op-2611-0003']]);
  });

  test('completes services, calls, and the options and enum values of a call', async () => {
    const all = await catalogues();
    expect(await offered(all.map(({ name }) => ['api', name, '']))).toEqual(
      all.map((service) => Object.values(service.calls).map(({ name }) => kebab(name))),
    );
    const calls = await offered([
      ['api', ''],
      ['api', 'show', 'sale', 'list-currenc'],
      ['api', 'user', 'get-balance-v2', '--a'],
      ['api', 'user', 'get-balance-v2', '--address', '0x1', '--network', 'BS'],
      ['api', 'GET', 'us'],
    ]);
    expect(calls).toEqual([
      ['list', 'search', 'show', ...serviceNames, 'GET', 'POST', 'PUT', 'DELETE'],
      ['list-currencies'],
      ['--at-most', '--address', '--allow-unknown-word'],
      ['BSC', 'BSC_TEST'],
      ['user'],
    ]);
  });

  test('every command of every group can be completed word by word', async () => {
    const named: string[][] = [];
    for (const name of groupNames)
      for (const command of (await groups[name].load()).group.commands)
        if (command.name !== '') named.push([name, ...command.name.split(' ')]);
    const candidates = await offered(named);
    for (const [at, words] of named.entries()) expect(candidates[at], words.join(' ')).toContain(words.at(-1));
  });

  test('completion on a key press starts no process and prints nothing', async () => {
    const file = await scriptFor('bash');
    const script = `tuk() { echo started >&2; }; source '${file}'; complete -p tuk`;
    expect(output('bash', script)).toBe('complete -o default -F _tuk tuk\n');
  });
});

test.skipIf(!installed('zsh'))('in zsh: the script parses and finds its data', async () => {
  const file = await scriptFor('zsh');
  expect(output('zsh', `compdef() { echo "$@"; }; source '${file}'; _tuk_next ride | head -1`)).toMatch(
    /^_tuk tuk\nplaces/,
  );
});

test.skipIf(!installed('fish'))('in fish', async () => {
  const file = await scriptFor('fish');
  expect(output('fish', `source '${file}'; complete -C 'tuk ri'`)).toMatch(/^ride\t/);
  expect(output('fish', `source '${file}'; complete -C 'tuk smoke --auth s'`)).toBe('signed-in\n');
});

test.each(['bash', 'zsh', 'fish'])(
  'the launcher prints the same script of %s from a file, without the program',
  async (shell) => {
    const written = readFileSync(path.join(import.meta.dirname, `../../../dist/completion/${shell}`), 'utf8');
    expect((await user.run(`completion ${shell}`)).stdout).toBe(written);
    const launcher = path.join(import.meta.dirname, '../../../bin/tuk.cjs');
    const env = { ...process.env, TUK_HOME: user.home, NODE_DEBUG: 'module' };
    const { stdout, stderr } = spawnSync(process.execPath, [launcher, 'completion', shell], { encoding: 'utf8', env });
    expect([stdout === written, /main\.cjs/.test(stderr)]).toEqual([true, false]);
  },
);

test('another shell is a usage error, and help lists the shells', async () => {
  expect((await user.run('completion powershell')).code).toBe(exit.usage);
  expect((await user.run('completion')).code).toBe(exit.usage);
  expect((await user.run('completion --help')).stdout).toContain('source <(tuk completion bash)');
  for (const shell of ['zsh', 'fish'])
    expect((await user.run(`completion ${shell}`)).stdout).toContain('list-offerings');
});

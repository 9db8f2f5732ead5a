// `tuk completion`: the scripts run in the installed shells, with the built program; ids that a shell would run stay text.
import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { topics } from '../../../src/cli/help/help-topics.js';
import { formatNames } from '../../../src/cli/settings/formats.js';
import { globalFlags, spellings } from '../../../src/cli/settings/options.js';
import { groupNames } from '../../../src/groups.js';
import { kebab } from '../../../src/services/catalogue/define.js';
import { catalogues, serviceNames } from '../../../src/services/catalogue/index.js';
import { exit } from '../../support/exit.js';
import { newUser } from '../../support/tuk.js';

const user = newUser();
const launcher = path.join(import.meta.dirname, '../../../bin/tuk.cjs');
const written = (shell: string) => path.join(import.meta.dirname, `../../../dist/completion/${shell}`);
const installed = (shell: string) => spawnSync(shell, ['-c', 'true']).status === 0;
/** A folder with a program `tuk` that prints a file in place of candidates, and notes that it ran. */
function stubTuk(printed: string): string {
  const folder = newUser().home;
  writeFileSync(path.join(folder, 'printed'), printed);
  writeFileSync(path.join(folder, 'tuk'), `#!/bin/sh\ncat '${folder}/printed'\n`);
  chmodSync(path.join(folder, 'tuk'), 0o755);
  return folder;
}
/** The stdout of a shell that runs this script; `tuk` is the built program, or that of a folder. */
function output(shell: string, script: string, { home = user.home, folder = '' } = {}): string {
  const tuk = folder === '' ? `tuk() { '${process.execPath}' '${launcher}' "$@"; };` : '';
  const env = { ...process.env, TUK_HOME: home, PATH: `${folder}:${process.env.PATH}` };
  const words = ['-c', `${shell === 'fish' ? '' : tuk}\n${script}`];
  const { status, stdout, stderr } = spawnSync(shell, words, { encoding: 'utf8', env, cwd: home });
  expect([status, stderr]).toEqual([0, '']);
  return stdout;
}

describe('in bash', () => {
  /** The candidates for each of these lines, whose last word is the one at the cursor. */
  function offered(lines: readonly string[], options = {}): string[][] {
    const show = `COMP_POINT=\${#COMP_LINE}; _tuk; (IFS=$'\\x01'; echo "\${COMPREPLY[*]}")`;
    const tries = lines.map((line) => `COMP_LINE='${line}'; ${show}`);
    const out = output('bash', [`source '${written('bash')}'`, ...tries].join('\n'), options).split('\n');
    return lines.map((_, at) => out[at]!.split('\u0001').filter(Boolean));
  }

  test('completes groups, commands, options and values', () => {
    const wanted = {
      ...{ 'tuk ': [...groupNames, 'help'], 'tuk ride ca': ['cancel-status', 'cancel'] },
      'tuk help e': ['explain', ...topics.filter((name) => name.startsWith('e'))],
      'tuk completion ': ['bash', 'zsh', 'fish', 'powershell', 'nushell'],
      ...{ 'tuk -p sandbox --json auth s': ['status', 'sessions'], 'tuk -o ': [...formatNames] },
      ...{ 'tuk whoami --output=y': ['yaml'], 'tuk smoke --auth s': ['signed-in'], 'tuk smoke --sh': ['--shard'] },
      'tuk smoke --values ': [], // bash completes names of files
      'tuk wait ri': ['ride:'],
      "tuk 'ride' se": ['search'],
    };
    expect(offered(Object.keys(wanted))).toEqual(Object.values(wanted));
    const [all] = offered(['tuk whoami -']);
    expect(all).toEqual(expect.arrayContaining(globalFlags.flatMap(({ flags }) => spellings(flags))));
  });

  test('completes services, calls, and the options and enum values of a call', async () => {
    const all = await catalogues();
    const calls = all.map((service) => Object.values(service.calls).map(({ name }) => kebab(name)));
    expect(offered(all.map(({ name }) => `tuk api ${name} `))).toEqual(calls);
    const wanted = {
      'tuk api ': ['list', 'show', 'openapi', 'import', ...serviceNames, 'GET', 'POST', 'PUT', 'DELETE'],
      'tuk api show sale list-currenc': ['list-currencies'],
      'tuk api user get-balance-v2 --a': ['--at-most', '--address', '--allow-unknown-word'],
      'tuk api user get-balance-v2 --address 0x1 --network BS': ['BSC', 'BSC_TEST'],
      'tuk api GET us': ['user'],
    };
    expect(offered(Object.keys(wanted))).toEqual(Object.values(wanted));
  });

  test('ids of the sandbox, behind a colon and an equals sign as bash splits them', () => {
    const mina = newUser();
    const stations = output('bash', 'tuk login --as mina 2>/dev/null; tuk depin stations -o name', mina);
    const ids = stations.split('\n').filter(Boolean);
    const [first = ''] = ids;
    const lines = ['tuk depin station ', `tuk depin swaps --station=${first.slice(0, 8)}`, 'tuk wait payment:'];
    const payments = expect.arrayContaining([expect.stringMatching(/^[\da-f-]{36}$/)]);
    expect(offered(lines, mina)).toEqual([ids, [first], payments]);
  });

  test('the words of the shell do without its line', () => {
    const words = (typed: string, at: number) =>
      `COMP_WORDS=(${typed}); COMP_CWORD=${at}; _tuk; (IFS=' '; echo "\${COMPREPLY[*]}")`;
    const lines = [words('tuk whoami --output = y', 4), words('tuk -p sandbox auth s', 4), words("tuk ''", 1)];
    const out = output('bash', [`source '${written('bash')}'`, ...lines].join('\n')).split('\n');
    expect(out.slice(0, 2)).toEqual(['yaml', 'status sessions']);
  });

  test('nothing that is offered runs, neither in the script nor on the line', () => {
    const folder = stubTuk('words\n\\$\\(touch\\ ran\\)\n\\`touch\\ ran\\`\n\\;touch\\ ran\n$(touch ran)\n*\n');
    const script = `source '${written('bash')}'; COMP_LINE='tuk x '; COMP_POINT=6; _tuk; printf '%s\\n' "\${COMPREPLY[@]}"
      eval "set -- \${COMPREPLY[0]} \${COMPREPLY[1]} \${COMPREPLY[2]}"; printf '%s\\n' "$@"`;
    const asText = '\\$\\(touch\\ ran\\)\n\\`touch\\ ran\\`\n\\;touch\\ ran\n$(touch ran)\n*\n';
    expect(output('bash', script, { folder, home: folder })).toBe(`${asText}$(touch ran)\n\`touch ran\`\n;touch ran\n`);
    expect(existsSync(path.join(folder, 'ran'))).toBe(false);
  });

  test('the script starts nothing when it is read, and completes files without the program', () => {
    const script = `tuk() { echo started >&2; }; source '${written('bash')}'; complete -p tuk`;
    expect(output('bash', script)).toBe('complete -o default -F _tuk tuk\n');
    const gone = `tuk() { return 127; }; source '${written('bash')}'; COMP_LINE='tuk '; COMP_POINT=4; _tuk; echo "\${#COMPREPLY[@]}"`;
    expect(output('bash', gone)).toBe('0\n');
  });
});

test.skipIf(!installed('zsh'))('in zsh: the script parses, and passes the line and the candidates as they are', () => {
  const folder = stubTuk('words\n$(touch ran)\tON\n-rf\nride:\ta ride\n');
  const script = `compdef() { echo "$@"; }; compset() { :; }; compadd() { local name="\${@[-1]}"; print -rl -- "\${(@P)name}"; }
    source '${written('zsh')}'; words=(tuk 'a b' ''); CURRENT=3; PREFIX=''; _tuk`;
  const out = output('zsh', script, { folder, home: folder });
  expect(out).toContain('_tuk tuk\n');
  expect(out).toContain('\n$(touch ran)\n-rf\n');
  expect(existsSync(path.join(folder, 'ran'))).toBe(false);
});

test.skipIf(!installed('fish'))('in fish', () => {
  const folder = stubTuk('words\n$(touch ran)\tON\nride\tridesharing\n');
  const script = `source '${written('fish')}'; complete -C 'tuk '`;
  expect(output('fish', script, { folder, home: folder })).toBe('$(touch ran)\tON\nride\tridesharing\n');
  expect(existsSync(path.join(folder, 'ran'))).toBe(false);
});

test.skipIf(!installed('nu'))('nushell hands on what tuk prints, and leaves files and others to the shell', () => {
  const [shell, folder] = ['nu', stubTuk('words\n$(touch ran)\tON\nride\n')] as const;
  const completed = (words: string) => {
    const env = { ...process.env, PATH: `${folder}:${process.env.PATH}` };
    const completer = `do $env.config.completions.external.completer ${words} | to json -r`;
    const argv = ['--no-config-file', '-c', `source '${written('nushell')}'; ${completer}`];
    return JSON.parse(spawnSync(shell, argv, { encoding: 'utf8', env }).stdout);
  };
  const ride = { value: 'ride', description: '' };
  expect(completed('[tuk ""]')).toEqual([{ value: '$(touch ran)', description: 'ON' }, ride]);
  expect(completed('[git ""]')).toBeNull();
  expect(existsSync(path.join(folder, 'ran'))).toBe(false);
});

test('PowerShell and nushell get what begins like the word, quoted for them', async () => {
  const offered = async (shell: string, ...words: readonly string[]) =>
    (await user.run(['completion', shell, '--', ...words.map((word) => `:${word}`)])).stdout.trimEnd().split('\n');
  for (const shell of ['powershell', 'nushell']) {
    const [kind, ...found] = await offered(shell, 'ride', 'ca');
    expect([kind, found.map((line) => line.split('\t')[0])]).toEqual(['words', ['cancel-status', 'cancel']]);
    expect(await offered(shell, 'batch', '')).toEqual(['files']);
  }
});

const shells = ['bash', 'zsh', 'fish', 'powershell', 'nushell'];
test.each(shells)('the launcher prints the same script of %s from a file, without the program', async (shell) => {
  const text = readFileSync(written(shell), 'utf8');
  expect((await user.run(`completion ${shell}`)).stdout).toBe(text);
  expect(text.length).toBeLessThan(2000); // a shell reads it at each start
  const env = { ...process.env, TUK_HOME: user.home, NODE_DEBUG: 'module' };
  const { stdout, stderr } = spawnSync(process.execPath, [launcher, 'completion', shell], { encoding: 'utf8', env });
  expect([stdout === text, /main\.cjs/.test(stderr)]).toEqual([true, false]);
});

test('another shell is a usage error, and help lists the shells', async () => {
  expect((await user.run('completion tcsh')).code).toBe(exit.usage);
  expect((await user.run('completion')).code).toBe(exit.usage);
  expect((await user.run('completion --help')).stdout).toContain('eval "$(tuk completion bash)"');
});

// What surrounds a process: its folder, variables, streams, signals, its Node. Everyday lines in each of them, and every command in three, end
// with a known exit code and, if they fail, one sentence: never as a bug, never with a stack.
import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { isReadOnly } from '../../src/cli/command/read-only.js';
import { exitCodes } from '../../src/cli/settings/exit-codes.js';
import { type GroupName, groupNames, groups } from '../../src/groups.js';
import { exit } from '../support/exit.js';
import { limit } from '../support/limit.js';
import { argvOf, newUser } from '../support/tuk.js';

const bin = path.resolve(import.meta.dirname, '../../bin/tuk.cjs');
const { home, run: inProcess } = newUser();
const inHome = (name: string, text: string) => {
  writeFileSync(path.join(home, name), text);
  return path.join(home, name);
};
const otherSystem = inHome(
  'other-system.cjs',
  `Object.defineProperty(process, 'arch', { value: 'sparc' });
   const { Module } = require('node:module');
   const { _load } = Module;
   Module._load = (name, ...rest) => {
     if (name === 'node:sqlite') throw new Error('No such built-in module');
     return _load(name, ...rest);
   };`,
);

/** The surroundings, as the beginning of a script of bash: `"$@"` is the line. */
const surroundings = {
  plain: '"$@"',
  'a folder that was deleted': 'mkdir d$$ && cd d$$ && rmdir ../d$$; "$@"',
  'no TMPDIR': 'unset TMPDIR; "$@"',
  'a TMPDIR that is missing': 'TMPDIR=/nonexistent "$@"',
  'a TMPDIR that is no path': 'TMPDIR=$(printf "\\1 x") "$@"',
  'a HOME that is empty': 'unset TUK_HOME; HOME= "$@"',
  'a HOME that is missing': 'unset TUK_HOME; HOME=$HOME/missing/h "$@"',
  'a HOME that takes no file': 'unset TUK_HOME; HOME=/sys "$@"',
  'a HOME that is relative': 'unset TUK_HOME; HOME=h "$@"',
  'a home that is a file': 'TUK_HOME=$OTHER_SYSTEM "$@"',
  'TZ of POSIX': 'TZ=IST-5:30 "$@"',
  'TZ with summer time': 'TZ=CET-1CEST,M3.5.0,M10.5.0/3 "$@"',
  'TZ of nowhere': 'TZ=Nowhere/Land "$@"',
  'TZ that is no text': 'TZ=$(printf "\\377") "$@"',
  'LANG C': 'LC_ALL=C LANG=C "$@"',
  'LANG that is missing': 'LC_ALL=xx_YY.UTF-99 LANG= "$@"',
  'LANG from the right': 'LANG=ar_EG.UTF-8 LC_ALL=tr_TR.UTF-8 "$@"',
  'variables of form that are empty':
    'TUK_OUTPUT= TUK_TIMEOUT= TUK_MAX_WAIT= TUK_RETRY= TUK_PAGER= PAGER= EDITOR= VISUAL= BROWSER= NO_COLOR= FORCE_COLOR= CI= TERM= COLUMNS= LINES= TZ= TMPDIR= PATH=$PATH "$@"',
  'variables of identity that are empty': 'TUK_TOKEN= TUK_PROFILE= "$@"',
  'proxies that are empty': 'HTTP_PROXY= https_proxy= NO_PROXY= ALL_PROXY= "$@"',
  'variables of form that are wrong': 'TUK_OUTPUT=nope TUK_TIMEOUT=-1 COLUMNS=-3 LINES=x TERM=nope FORCE_COLOR=9 "$@"',
  'no variable': 'env -i TUK_HOME="$TUK_HOME" "$@"',
  nohup: 'nohup "$@"',
  'the background': '"$@" & wait $!',
  'a closed stdin': '"$@" <&-',
  'a closed stdout': '"$@" >&-',
  'a closed stderr': '"$@" 2>&-',
  'no stream': '"$@" <&- >&- 2>&-',
  'a stdout that takes nothing': '"$@" 1</dev/null',
  'a stderr that takes nothing': '"$@" 2</dev/null',
  'files that take nothing': 'ulimit -f 0; "$@"',
  'no terminal': 'setsid -w "$@"',
  'a slow reader': 'set -o pipefail; "$@" | { sleep 0.2; cat; }',
  'a reader that leaves': 'set -o pipefail; "$@" | head -c 1',
  'few files': 'ulimit -n 40; "$@"',
  'a system that no database fits': 'NODE_OPTIONS="--require $OTHER_SYSTEM" "$@"',
};
const names = Object.keys(surroundings) as (keyof typeof surroundings)[];
/** Terminals, for lines that ask nothing. */
const inTerminal = 'PAGER=cat script -qec "$(printf "%q " "$@")" /dev/null';
const terminals = {
  'a dumb terminal': `TERM=dumb ${inTerminal}`,
  'a terminal of no width': `TERM= COLUMNS=0 ${inTerminal}`,
};

/** Twelve everyday lines; the transfer has one reference, so that it is sent once. */
const lines = [
  ...['--version', 'whoami', 'points balance --jq .amount', 'assets offerings -o table', 'ops list -o csv'],
  'ops list --since 2026-01-01',
  'points transfer --to dara --amount 0.01 --client-ref one --new-recipient --yes',
  ...[`batch ${inHome('rows.csv', 'at\n1\n2\n')} --template whoami`, 'notify list -o yaml'],
  ...['doctor --service user -o json', 'points balance -w --count 1', 'wallet balnce'],
];

type End = { readonly code: number | null; readonly stdout: string; readonly stderr: string };

type Surroundings = keyof typeof surroundings | keyof typeof terminals;

/** Runs a line of the built program in surroundings. */
const runIn = (name: Surroundings, argv: readonly string[]): Promise<End> =>
  new Promise((resolve, reject) => {
    const { TUK_TEST_TIER: _, CI: __, ...rest } = process.env;
    const script = { ...surroundings, ...terminals }[name]!;
    const env = { ...rest, HOME: home, TUK_HOME: home, OTHER_SYSTEM: otherSystem };
    const child = spawn('bash', ['-c', script, 'sh', process.execPath, bin, ...argv], {
      ...{ cwd: home, env, timeout: limit },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const text = { stdout: '', stderr: '' };
    for (const stream of ['stdout', 'stderr'] as const)
      child[stream].setEncoding('utf8').on('data', (part: string) => {
        text[stream] += part;
      });
    child.once('error', reject);
    child.once('close', (code) => resolve({ code, ...text }));
  });

/** The tests take a minute each on a machine with nothing else to do. */
const mostTime = 10 * limit;

const known = exitCodes.map(([code]) => code);
/** What is wrong with the end of a line; undefined for a known exit code and, for a failure, one sentence. */
function wrong(name: Surroundings, { code, stdout, stderr }: End): string | undefined {
  const all = stdout + stderr;
  const said = () => `exit ${code}: ${stderr.slice(-600)}`;
  if (!known.includes(code as (typeof known)[number]) || code === exit.failed) return said();
  if (/a bug in tuk|"BUG"|uncaught|unhandled|^ +at .*[:(]|\b\w*Error: |Warning: /im.test(all)) return said();
  // what cannot be read is no absence
  if (code === exit.notFound && !/answered 404|NO_RIDE/.test(all)) return said();
  const sentences = stderr.match(/^✗ .*[.!?)]/gm)?.length ?? 0;
  const canSay =
    !['a closed stderr', 'a stderr that takes nothing', 'no stream'].includes(name) && !stdout.includes('✗');
  return code !== exit.ok && canSay && sentences === 0 && !/"(error|result)":/.test(all) ? said() : undefined;
}

/** Runs all tries, three at a time, and returns those that end as they must not. */
async function failures(tries: readonly (readonly [name: Surroundings, argv: readonly string[]])[]): Promise<string[]> {
  const found: string[] = [];
  const left = [...tries];
  const worker = async (): Promise<void> => {
    for (let next = left.shift(); next; next = left.shift()) {
      const [name, argv] = next;
      const fault = wrong(name, await runIn(name, argv));
      if (fault !== undefined) found.push(`${name}: tuk ${argv.join(' ')}: ${fault}`);
    }
  };
  await Promise.all([worker(), worker(), worker()]);
  return found;
}

test(
  'everyday lines in each of the surroundings',
  async () => {
    expect((await inProcess('login --as mina')).code).toBe(exit.ok);
    const tries = [...names, ...(Object.keys(terminals) as (keyof typeof terminals)[])].flatMap((name) =>
      lines.map((line) => [name, line.split(' ')] as const),
    );
    expect(await failures(tries)).toEqual([]);
    expect((await inProcess('ops list --jq length')).stdout).toBe('1\n');
  },
  mostTime,
);

/** A line of each command: its first example that needs no other program, as a dry run if it may change something. */
async function linesOf(group: GroupName): Promise<string[][]> {
  const { commands } = (await groups[group].load()).group;
  const endless = /<| > |\||\.\.\.|serve|login google|\b(wait|watch)\b|-w\b|--watch|mcp|key-process/;
  const found = commands.map(async (command) => {
    const line = command.examples.find((one) => !endless.test(one)) ?? `tuk ${group} ${command.name} --help`;
    return [...argvOf(line), ...((await isReadOnly(command)) ? [] : ['--dry-run'])];
  });
  return Promise.all(found);
}

test(
  'every command in three of the surroundings',
  async () => {
    expect((await inProcess('login --as mina')).code).toBe(exit.ok);
    const all = (await Promise.all(groupNames.map(linesOf))).flat();
    const tries = all.flatMap((argv, at) =>
      [1, 2, 3].map((turn) => [names[(at * 11 + turn * 13) % names.length]!, argv] as const),
    );
    expect(await failures(tries)).toEqual([]);
  },
  mostTime,
);

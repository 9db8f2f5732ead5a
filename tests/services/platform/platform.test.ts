// One table of platforms, tried for each: folders, programs, shells, what a process is known by.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { splitWords } from '../../../src/services/command-line.js';
import { isRunning, processStamp } from '../../../src/services/platform/is-running.js';
import { foldersOf } from '../../../src/services/platform/platform.js';
import { clipboardsOf, programsOf } from '../../../src/services/platform/programs.js';
import { forShell, quotedFor, shellOf } from '../../../src/services/platform/shells.js';
import { property } from '../../support/runs.js';

test.each<[NodeJS.Platform, string, Record<string, string>, string, string]>([
  ['linux', '/home/m', {}, '/home/m/.config/tuk', '/home/m/.local/state/tuk'],
  ['freebsd', '/home/m', { XDG_STATE_HOME: 'x' }, '/home/m/.config/tuk', '/home/m/.local/state/tuk'],
  ['linux', '/home/m', { XDG_CONFIG_HOME: '/x', XDG_STATE_HOME: '/y' }, '/x/tuk', '/y/tuk'],
  ['darwin', '/Users/m', {}, '/Users/m/Library/Application Support/tuk', '/Users/m/Library/Application Support/tuk'],
  ['win32', 'C:\\U\\m', { APPDATA: 'D:\\R', LOCALAPPDATA: '' }, 'D:\\R\\tuk', 'C:\\U\\m\\tuk'],
])('the folders on %s, with the home %s and %o', (platform, home, env, config, state) => {
  expect(foldersOf(env, home, platform)).toEqual([config, state]);
});

test('every platform has its programs; POSIX is the one of any other name', () => {
  expect(programsOf('aix')).toBe(programsOf('linux'));
  for (const platform of ['linux', 'darwin', 'win32'] as const) {
    const { pager, editor, terminal, opener } = programsOf(platform);
    expect([pager, editor, terminal, opener[0]].every((text) => text)).toBe(true);
    expect(pager).toMatch(/less.*more/); // `more` where `less` is not
  }
  expect(clipboardsOf({ PATH: 'C:\\' }, 'win32')).toEqual(['clip']);
});

test.each<[string, Record<string, string>, NodeJS.Platform]>([
  ['posix', { SHELL: '/bin/bash' }, 'linux'],
  ['nushell', { SHELL: '/bin/bash', NU_VERSION: '0.100.0' }, 'darwin'],
  ['powershell', { PSModulePath: 'C:\\Users\\m\\Modules;C:\\P;C:\\W' }, 'win32'],
  ['cmd', { PSModulePath: 'C:\\P;C:\\W' }, 'win32'],
  ['cmd', {}, 'win32'],
  ['posix', { SHELL: '/usr/bin/bash', PSModulePath: 'a;b;c' }, 'win32'],
])('the shell is %s with %o on %s', (shell, env, platform) => expect(shellOf(env, platform)).toBe(shell));

const hint = "Resume it: tuk batch 'my rows.csv' --jq '.[0]' --columns a,b, or see tuk help batch. It's fine.";
test.each([
  ['cmd', 'Resume it: tuk batch "my rows.csv" --jq ".[0]" --columns a,b, or see tuk help batch. It\'s fine.'],
  ['powershell', "Resume it: tuk batch 'my rows.csv' --jq '.[0]' --columns 'a,b', or see tuk help batch. It's fine."],
  ['nushell', hint],
  ['posix', hint],
] as const)('a printed line is quoted for %s', (shell, printed) => expect(forShell(hint, {}, shell)).toBe(printed));

test('a word is quoted so that its shell reads it as it is', () => {
  const powershell = (word: string) => (word.startsWith("'") ? word.slice(1, -1).replaceAll("''", "'") : word);
  const nushell = (word: string) =>
    word.startsWith('"') ? (JSON.parse(word) as string) : word.startsWith("'") ? word.slice(1, -1) : word;
  property(500, fc.string({ unit: fc.constantFrom(...`ab '"\\$,{}@.`), minLength: 1 }), (word) => {
    expect(splitWords(quotedFor('posix', word))).toEqual([word]);
    expect(powershell(quotedFor('powershell', word))).toBe(word);
    expect(nushell(quotedFor('nushell', word))).toBe(word);
    for (const shell of ['powershell', 'nushell', 'cmd'] as const)
      expect(forShell(`tuk batch ${quotedFor('posix', `${word} x`)}`, {}, shell)).toBe(
        `tuk batch ${quotedFor(shell, `${word} x`)}`,
      );
  });
});

/** A system that says this of any process. */
const saying = (platform: NodeJS.Platform, text: string) => ({ platform, run: () => text });
/** A time as `ps -o lstart=` and PowerShell print it. */
const said = (platform: NodeJS.Platform, time: number) =>
  platform === 'win32'
    ? `${new Date(time).toISOString()}\r\n`
    : `${new Date(time).toUTCString().replace(/^(\w+), (\d+) (\w+) (\d+) (.*) GMT/, '$1 $3 $2 $5 $4')}\n`;

const others = ['darwin', 'win32'] as const;
test.each(others)('on %s the start of a process beside its number says which it is', (platform) => {
  const start = Date.UTC(2026, 10, 29, 12);
  const own = processStamp(process.pid, saying(platform, ''))!;
  expect(own).toMatch(new RegExp(`^${platform} - \\d{13}$`));
  const stamp = `${platform} - ${start}`;
  const parent = process.ppid;
  expect(isRunning(parent, stamp, 0, saying(platform, said(platform, start + 900)))).toBe(true);
  expect(isRunning(parent, stamp, 0, saying(platform, said(platform, start + 60_000)))).toBe(false);
  expect(isRunning(parent, stamp, 0, saying(platform, 'nobody knows'))).toBe(true); // unknown is not gone
  expect(isRunning(4_194_304, stamp, 0, saying(platform, said(platform, start)))).toBe(false);
});

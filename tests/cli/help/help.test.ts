// Help: every group and command has a page with examples, topics exist, and `help keys` lists the keys of the
// application.

import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { shown } from '../../../src/cli/command/command.js';
import { pageFor } from '../../../src/cli/help/help.js';
import { topics } from '../../../src/cli/help/help-topics.js';
import { groupNames, groups } from '../../../src/groups.js';
import { signingNetworks } from '../../../src/money/chain/pins.js';
import { evmNetworks } from '../../../src/money/values/networks.js';
import { board } from '../../../src/ui/state/core/screens.js';
import { keysOf } from '../../../src/ui/state/keys/app-keys.js';
import { ends, exit } from '../../support/exit.js';
import { newUser } from '../../support/tuk.js';

const { run } = newUser();

test('every group and every command has a page with examples, and so have the topics', async () => {
  for (const name of groupNames) {
    const page = await run(`${name} --help`);
    expect(page).toMatchObject({ code: exit.ok, stderr: '' });
    expect(page.stdout).toMatch(/USAGE[\s\S]*EXAMPLES\n {2}(tuk|curl) /);
    const help = await run(`help ${name}`);
    if (topics.some((topic) => topic === name))
      expect(help.stdout).toMatch(/^[A-Z ]+\n/); // the page of the documentation
    else expect(help.stdout.startsWith(page.stdout)).toBe(true); // with other groups' commands that mention it
  }
  for (const topic of ['exit-codes', 'output', 'environment'])
    expect((await run(`help ${topic}`)).stdout.length).toBeGreaterThan(200);
  expect((await run('profile set --help')).stdout).toContain('tuk profile set <name> <setting> [value] [flags]');
  expect((await run('')).stdout).toContain('TOPICS');
});

test('every word of a summary finds its command in a search', async () => {
  const pages = new Map<string, string>();
  const missing: string[] = [];
  for (const name of groupNames)
    for (const { name: command, summary } of shown((await groups[name]!.load()).group.commands))
      for (const word of new Set(summary.split(/[^\p{L}\p{N}]+/u).filter((one) => one.length > 2))) {
        if (!pages.has(word)) pages.set(word, await pageFor(groups, ['help', word], '0', () => ''));
        const line = ['tuk', name, command].filter(Boolean).join(' ');
        // the name of a group or a topic opens its page
        if (!/^Search results/.test(pages.get(word)!)) continue;
        if (!pages.get(word)!.includes(`  ${line}`)) missing.push(`${word}: ${line}`);
      }
  expect(pages.size).toBeGreaterThan(300);
  expect(missing).toEqual([]);
});

test('a search without a summary that fits finds words of options and descriptions', async () => {
  expect((await run('help junit')).stdout).toMatch(/^Search results for "junit":\n\n.* {2}tuk smoke /s);
  expect((await run('junit')).stderr).toContain('tuk smoke');
});

test('a page of a command ends with what to read next', async () => {
  expect((await run('store order show --help')).stdout).toMatch(
    /\nSEE ALSO {2}tuk store order list, .*, tuk help scripting\n$/,
  );
  expect((await run('points transfer --help')).stdout).toMatch(/SEE ALSO .*, tuk help money\n$/);
});

test('commands and options for development are listed by --help --all only', async () => {
  const [page, whole] = [(await run('sandbox --help')).stdout, (await run('sandbox --help --all')).stdout];
  for (const line of ['session expire <user>', 'openapi', 'ids', 'token <user> [of]']) {
    expect(page).not.toContain(`  ${line}`);
    expect(whole).toContain(`  ${line}`);
  }
  expect(page).toContain('tuk sandbox --help --all lists');
  expect((await run('sandbox token --help')).stdout).toContain('USAGE\n  tuk sandbox token');
  expect((await run('sandbox serve --help')).stdout).not.toContain('--durable');
  expect((await run('sandbox serve --help --all')).stdout).toContain('--durable');
  expect((await run('store product 1 --help --all')).code).toBe(exit.usage);
});

test('a search prints the matching lines of topics; without a result it says so and suggests words', async () => {
  expect((await run('help TUK_LANG')).stdout).toMatch(/^ {2}tuk help environment +TUK_LANG the language of responses/m);
  expect(await run('help invoices')).toMatchObject(ends(exit.usage, 'tuk api list invoices', ''));
  expect((await run('help balnce')).stderr).toContain('Did you mean balance?');
});

test('a search ranks names above summaries, and takes a plural for its singular', async () => {
  const lines = async (words: string) =>
    (await run(`help ${words}`)).stdout.split('\n').filter((line) => line.startsWith('  tuk '));
  const found = await lines('history');
  const place = (command: string) => found.findIndex((line) => line.includes(command));
  expect(place('tuk wallet price-history')).toBe(0);
  expect(place('tuk points history')).toBeLessThan(place('tuk wallet tx show'));
  expect((await lines('payments')).at(0)).toContain('tuk assets payment create');
  expect(await lines('session')).toContainEqual(expect.stringContaining('tuk auth sessions'));
});

test('`help keys` lists every key of a list, and the front page names the topic', async () => {
  const { code, stdout, stderr } = await run('help keys');
  expect([code, stderr]).toEqual([exit.ok, '']);
  const none = { name: '', command: '' };
  for (const { keys, keysLabel: output, label } of keysOf(board('', none), { listed: true, isOver: false })) {
    const line = stdout
      .split('\n')
      .find((one) => one.startsWith(`  ${output ?? keys.join(' ')} `) && one.endsWith(` ${label}`));
    expect(line, label).toBeDefined();
  }
  expect(stdout).toContain('cancel…');
  expect((await run('--help')).stdout).toMatch(/TOPICS .*\bkeys\b/);
});

test('the page `environment` lists every environment variable that the source reads', async () => {
  const { stdout: page } = await run('help environment');
  const root = path.resolve(import.meta.dirname, '../../../src');
  const sources = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((file) => /\.tsx?$/.test(file));
  const read = sources.flatMap(
    (file) => readFileSync(path.join(root, file), 'utf8').match(/(?<=\benv\.)TUK_[A-Z_]+/g) ?? [],
  );
  expect(read).toContain('TUK_PROFILE');
  expect([...new Set(read)].filter((name) => !page.includes(`  ${name} `))).toEqual([]);
});

test('a network of a command that signs is one that it signs on in its help, as in its refusals', async () => {
  const { run } = newUser();
  for (const line of [
    'wallet send',
    ...['set', 'list', 'revoke'].map((one) => `wallet allowance ${one}`),
    'swap run',
  ]) {
    const { stdout } = await run(`${line} --help`);
    const [, listed = ''] = /--network <network> +the network[^:]*: ([A-Z_\s]+?)\n {2,6}-/.exec(stdout) ?? [];
    expect([line, listed.trim().split(/\s+/)]).toEqual([line, line === 'wallet send' ? signingNetworks : evmNetworks]);
  }
});

// Help: every group and command has a page with examples, topics exist, and `help keys` lists the keys of the application.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { groupNames } from '../../src/groups.js';
import { keysOf } from '../../src/ui/models/app-keys.js';
import { board } from '../../src/ui/models/screens.js';
import { person } from '../support/tuk.js';

const mina = person();
beforeAll(async () => {
  expect(await mina.run('login')).toMatchObject({ code: 0, stdout: '' });
});

test('every group and every command has a page with examples, and so have the topics', async () => {
  for (const name of groupNames) {
    const page = await mina.run(`${name} --help`);
    expect(page).toMatchObject({ code: 0, stderr: '' });
    expect(page.stdout).toMatch(/USAGE[\s\S]*EXAMPLES\n {2}(tuk|curl) /);
    expect((await mina.run(`help ${name}`)).stdout.startsWith(page.stdout)).toBe(true); // with other groups' commands that mention it
  }
  for (const topic of ['exit-codes', 'output', 'environment']) expect((await mina.run(`help ${topic}`)).stdout.length).toBeGreaterThan(200);
  expect((await mina.run('profile set --help')).stdout).toContain('tuk profile set <name> <key> [value] [flags]');
  expect((await mina.run('')).stdout).toContain('HELP TOPICS');
});

test('`help keys` lists every key of a list, and the front page names the topic', async () => {
  const someone = person();
  const { code, stdout, stderr } = await someone.run('help keys');
  expect([code, stderr]).toEqual([0, '']);
  for (const { keys, shown, does } of keysOf(board('', { name: '', command: '' }), { listed: true, lies: false })) {
    const line = stdout.split('\n').find((one) => one.startsWith(`  ${shown ?? keys.join(' ')} `) && one.endsWith(` ${does}`));
    expect(line, does).toBeDefined();
  }
  expect(stdout).toContain('cancel…');
  expect((await someone.run('--help')).stdout).toMatch(/HELP TOPICS\n.*\bkeys\b/);
});

test('every variable of the environment that the source reads is on the page of the environment', async () => {
  const { stdout: page } = await person().run('help environment');
  const root = path.resolve(import.meta.dirname, '../../src');
  const sources = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((file) => /\.tsx?$/.test(file));
  const read = sources.flatMap((file) => readFileSync(path.join(root, file), 'utf8').match(/(?<=\benv\.)TUK_[A-Z_]+/g) ?? []);
  expect(read).toContain('TUK_PROFILE');
  expect([...new Set(read)].filter((name) => !page.includes(`  ${name} `))).toEqual([]);
});

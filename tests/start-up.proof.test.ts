// Start-up cost: the files that the built program loads for everyday commands. `npm test` builds first.
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { servedSandbox } from './support/processes.js';
import { newHome } from './support/tuk.js';

const root = path.resolve(import.meta.dirname, '..');
const home = newHome();
const hook = path.join(home, 'opened.cjs');

/** The files that a run of the program opens, once for each open; those of dist/ relative to the root. */
function opened(line: string): string[] {
  const { status, stderr } = spawnSync(
    process.execPath,
    ['-r', hook, path.join(root, 'bin/tuk.cjs'), ...line.split(' ')],
    {
      env: { ...process.env, TUK_HOME: home },
      encoding: 'utf8',
    },
  );
  expect(status, stderr).toBe(0);
  return [...stderr.matchAll(/^opened (.*)$/gm)].map(([, file]) => path.relative(root, file!).replaceAll('\\', '/'));
}
/** The files of dist/ that a run loads, without the code cache, which has only their compiled code. */
const loaded = (line: string) =>
  opened(line).filter((file) => file.startsWith('dist/') && !file.startsWith('dist/code-cache/'));

beforeAll(async () => {
  writeFileSync(
    hook,
    `const fs = require('node:fs');
     for (const name of ['openSync', 'readFileSync']) {
       const whole = fs[name];
       fs[name] = (file, ...rest) => {
         if (typeof file === 'string') process._rawDebug('opened ' + file);
         return whole(file, ...rest);
       };
     }`,
  );
  opened('login');
  const { ready } = await servedSandbox(home);
  opened(`profile add served --base ${ready.url}/{service}`);
  opened('login --as mina -p served');
});

test.each([
  'whoami',
  'assets offerings',
  'assets collections',
  'ride places search Market --city PNH',
  'wallet list',
  'wallet balance',
  'swap bridge list',
  'points history',
  'points missions list',
  'store purchasables',
  'depin stations',
  'notify list',
  'api user get-current',
])('%s loads at most 16 files, also as a table', async (line) => {
  expect(new Set(loaded(`${line} -p served -o json`)).size).toBeLessThanOrEqual(16);
  expect(new Set(loaded(`${line} -p served -o table`)).size).toBeLessThanOrEqual(16);
});

test('a read of several requests reads the session file once', () => {
  const files = opened('wallet balance -o json');
  expect(files.filter((file) => /sessions?\/.*\.json$/.test(file))).toHaveLength(1);
});

test('no plain command loads conf', () => {
  const files = Object.entries(
    JSON.parse(readFileSync(path.join(root, 'dist/meta.json'), 'utf8')) as Record<string, { inputs: string[] }>,
  );
  const holding = files
    .filter(([, { inputs }]) => inputs.some((input) => input.includes('node_modules/conf/')))
    .map(([file]) => file);
  expect(holding).toEqual([expect.stringMatching(/^dist\/chunks\/preferences-/)]);
  for (const line of ['whoami', 'config show', 'profile list', 'alias list', 'assets offerings -o table'])
    expect(loaded(line)).not.toContain(holding[0]);
});

test('what signs, verifies or resolves names is loaded by no command that only reads', () => {
  const files = Object.entries(
    JSON.parse(readFileSync(path.join(root, 'dist/meta.json'), 'utf8')) as Record<string, { inputs: string[] }>,
  );
  const signing =
    /src\/(engine\/chain\/external-signer|money\/(evm\/(ens|external-signer)|ed25519|message-signature|signer))\.ts$/;
  const holding = files.filter(([, { inputs }]) => inputs.some((input) => signing.test(input))).map(([file]) => file);
  expect(holding.length).toBeGreaterThan(3);
  for (const line of ['wallet balance -o json', 'wallet key list', 'whoami', 'assets offerings -o table'])
    expect(loaded(line).filter((file) => holding.includes(file))).toEqual([]);
});

test('help opens the page of the launcher and no file that runs a command', () => {
  for (const line of ['--help', 'wallet --help', 'wallet balance --help', 'help wallet withdraw', 'swap bridge --help'])
    expect([line, ...loaded(line)]).toEqual([line, expect.stringMatching(/^dist\/help(\/\w+\.json|\.txt)$/)]);
});

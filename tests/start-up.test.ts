// Start-up cost, without a clock: the exact files, and about the bytes, that the built program loads for twelve everyday lines. `npm test` builds first.
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { exit } from './support/exit.js';
import { servedSandbox, tukProcess } from './support/processes.js';
import { newHome } from './support/tuk.js';

const root = path.resolve(import.meta.dirname, '..');
const home = newHome();
const hook = path.join(home, 'opened.cjs');
const rows = path.join(home, 'rows.csv');
const list = path.join(import.meta.dirname, 'fixtures/start-up.txt');

/** The twelve lines, on a served sandbox. The transfer begins the ledger. */
const lines: Readonly<Record<string, number>> = {
  '--version': exit.ok,
  whoami: exit.ok,
  'api user get-current': exit.ok,
  'assets offerings --json': exit.ok,
  'assets offerings -o table': exit.ok,
  'assets offerings --jq .[0].id': exit.ok,
  'wallet balance': exit.ok,
  'points transfer --to dara --amount 0.01 --new-recipient --yes': exit.ok,
  'batch rows.csv --template whoami': exit.ok,
  'find mina': exit.ok,
  'config show': exit.ok,
  'wallet balnce': exit.usage,
};
/** How much the bytes of a line may differ from the list: a change of a few words is no news, nor the name of the commit. */
const toleranceOf = (bytes: number) => Math.max(bytes * 0.02, 100);

/** The sources of each file of the build. */
const sourcesOf = JSON.parse(readFileSync(path.join(root, 'dist/meta.json'), 'utf8')) as Readonly<
  Record<string, { readonly inputs: readonly string[] }>
>;

/** The files that a run of the program opens, once for each open; those of dist/ relative to the root. */
async function opened(line: string, code: number = exit.ok): Promise<string[]> {
  const { stderr, ...end } = await tukProcess(line.split(' '), { home, env: { NODE_OPTIONS: `--require=${hook}` } })
    .done;
  expect(end.code, stderr).toBe(code);
  return [...stderr.matchAll(/^opened (.*)$/gm)].map(([, file]) => path.relative(root, file!).replaceAll('\\', '/'));
}
/** The files of dist/ that a run loads, without the code cache, which has only their compiled code. SQLite is a file of its own or a part of Node. */
async function loaded(line: string, code?: number): Promise<string[]> {
  const files = (await opened(line, code)).map((file) =>
    /sqlite\/[^/]+\.node$|SQLite$/.test(file) ? 'dist/sqlite' : file,
  );
  return [...new Set(files)].filter((file) => /^dist\/(?!code-cache\/|help\/|version$)/.test(file)).sort();
}
const results = new Map<string, readonly string[]>();

beforeAll(async () => {
  writeFileSync(
    hook,
    `const fs = require('node:fs');
     const say = (file) => process._rawDebug('opened ' + file);
     for (const name of ['openSync', 'readFileSync']) {
       const whole = fs[name];
       fs[name] = (file, ...rest) => {
         const result = whole(file, ...rest);
         if (typeof file === 'string') say(file);
         return result;
       };
     }
     const { dlopen } = process;
     process.dlopen = (module, file, ...rest) => {
       say(file);
       return dlopen.call(process, module, file, ...rest);
     };
     process.on('exit', () => process.moduleLoadList.includes('NativeModule sqlite') && say('${root}/dist/SQLite'));`,
  );
  writeFileSync(rows, 'at\n1\n2\n');
  const { ready } = await servedSandbox(home);
  await opened(`profile add served --base ${ready.url}/{service}`);
  await opened('profile use served');
  await opened('login --as mina');
  for (const [line, code] of Object.entries(lines)) results.set(line, await loaded(line, code));
});

const escaped = (text: string) => text.replaceAll(/[^\w ]/g, '\\$&');
/** The list as it is now: bytes that differ little keep the figure of the list. */
function current(): string {
  const before = readFileSync(list, 'utf8');
  const head = before.slice(0, before.indexOf('\n\n'));
  const parts = [...results].map(([line, files]) => {
    const bytes = files.reduce(
      (sum, file) => sum + (file === 'dist/sqlite' ? 0 : statSync(path.join(root, file)).size),
      0,
    );
    const known = Number(new RegExp(`^tuk ${escaped(line)}: (\\d+) bytes`, 'm').exec(before)?.[1] ?? 0);
    const figure = Math.abs(bytes - known) <= toleranceOf(known) ? known : bytes;
    return [`tuk ${line}: ${figure} bytes`, ...files.map((file) => `  ${file.slice('dist/'.length)}`)].join('\n');
  });
  return `${[head, ...parts].join('\n\n')}\n`;
}

test('each everyday line loads the files of the list, and as many bytes; the list says what to do if not', async () => {
  await expect(current()).toMatchFileSnapshot(list);
});

const screens = /node_modules\/(ink|react|conf)\//;

test.each([
  ['api user get-current', /^src\/(money|ui|sandbox)\/|SQLite/],
  ['whoami', /^src\/(money|ui|sandbox)\/|SQLite/],
  ['config show', screens],
  ['find mina', screens],
  ['wallet balnce', screens],
  ['assets offerings -o table', screens],
])('%s loads nothing of %s', (line, kept) => {
  const sources = results
    .get(line)!
    .flatMap((file) => sourcesOf[file]?.inputs ?? (file === 'dist/sqlite' ? ['SQLite'] : []));
  expect(sources.filter((source) => kept.test(source))).toEqual([]);
});

test('a read of several requests reads the session file once', async () => {
  const files = await opened('wallet balance -o json');
  expect(files.filter((file) => /sessions?\/.*\.json$/.test(file))).toHaveLength(1);
});

test('help opens the page of the launcher and no file that runs a command', async () => {
  const pages = ['--help', 'wallet --help', 'wallet balance --help', 'help wallet withdraw', 'swap bridge --help'];
  for (const line of pages) {
    const files = (await opened(line)).filter((file) => file.startsWith('dist/'));
    expect([line, ...files]).toEqual([line, expect.stringMatching(/^dist\/help(\/\w+\.json|\.txt)$/)]);
  }
});

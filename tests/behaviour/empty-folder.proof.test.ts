// What the pages and the CI recipes print runs in an empty folder, with the packed program alone: no checkout, no file but those that the lines make.
import { execFile, execFileSync } from 'node:child_process';
import {
  appendFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { parse } from 'yaml';
import { afterFile } from '../support/cleanup.js';
import { ends, exit } from '../support/exit.js';
import { servedSandbox, tukProcess } from '../support/processes.js';
import { newHome } from '../support/tuk.js';

const root = path.resolve(import.meta.dirname, '../..');
const read = (file: string) => readFileSync(path.join(root, file), 'utf8');
const { name: packageName, version } = JSON.parse(read('package.json')) as Record<'name' | 'version', string>;
const newFolder = () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'tuk-empty-'));
  afterFile(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
};

/** The folder of programs of the installed package, as `npm install --global` makes it; an `npm` in it notes its line in npm.log. */
let programs = '';
beforeAll(() => {
  const prefix = newFolder();
  const own = path.join(prefix, 'lib/node_modules', packageName);
  programs = path.join(prefix, 'bin');
  execFileSync('npm', ['pack', '--ignore-scripts', '--pack-destination', prefix], { cwd: root, stdio: 'pipe' });
  execFileSync('tar', ['-xf', path.join(prefix, readdirSync(prefix)[0]!), '-C', prefix]);
  mkdirSync(path.dirname(own), { recursive: true });
  cpSync(path.join(prefix, 'package'), own, { recursive: true });
  symlinkSync(path.join(root, 'node_modules/@napi-rs'), path.join(own, '../../@napi-rs')); // as npm has it from the registry
  mkdirSync(programs);
  symlinkSync(path.join(own, 'bin/tuk.cjs'), path.join(programs, 'tuk'));
  const npm = `#!/bin/sh\nif [ "$1" = root ]; then echo '${path.join(prefix, 'lib/node_modules')}'; else echo "$*" >> '${prefix}/npm.log'; fi\n`;
  writeFileSync(path.join(programs, 'npm'), npm, { mode: 0o755 });
});

/** Runs lines of a shell with the installed program, in a folder and with a home. */
function shell(lines: string, cwd: string, env: Readonly<Record<string, string>>) {
  const variables = { PATH: `${programs}:${path.dirname(process.execPath)}:${process.env.PATH}`, HOME: cwd, ...env };
  return new Promise<{ code: number; stdout: string; stderr: string }>((resolve) => {
    const script = `set -eE; trap 'echo "failed: $BASH_COMMAND" >&2' ERR\n${lines}`;
    const child = execFile('bash', ['-c', script], { cwd, env: variables }, (error, stdout, stderr) =>
      resolve({ code: error === null ? 0 : Number(error.code), stdout, stderr }),
    );
    child.stdin?.end();
  });
}

/** The blocks of a page in a language, without their fences. */
const blocksOf = (page: string, language: string) =>
  [...read(page).matchAll(new RegExp(`^\`\`\`(?:${language})\\n(.*?)^\`\`\``, 'gms'))].map(([, text]) => text!);

/** What needs another program, a server that stays, a failed run, or a file or an id of the reader. */
const notHere =
  /^(clef|git) |sandbox serve|127\.0\.0\.1:8550|0xYOURS|traffic\.har|openapi\.yaml|learn responses|rerun-failed|<id>|…/;
const pages = [
  'README.md',
  ...['docs', 'docs/sandbox'].flatMap((folder) =>
    readdirSync(path.join(root, folder)).map((name) => `${folder}/${name}`),
  ),
].filter((page) => page.endsWith('.md') && blocksOf(page, 'sh|console').length > 0);

test.each(pages)('the lines of %s run', async (page) => {
  const home = newHome();
  const folder = newFolder();
  const { ready } = await servedSandbox(home, '--clock', '20x');
  const typed = [...read(page).matchAll(/^```(sh|console)\n(.*?)^```/gms)].flatMap(([, language, text]) =>
    language === 'sh' ? text!.split('\n') : [...text!.matchAll(/^\$ (.*)/gm)].map(([, line]) => line!),
  );
  const lines = typed.filter((line) => !notHere.test(line)).join('\n');
  const own = lines
    .replaceAll(/https:\/\/api\.(staging\.)?example\.com/g, ready.url)
    .replaceAll('http://127.0.0.1:4010', ready.url)
    .replace(/^tuk learn (--yes|check)/gm, '$& --rate 200/s'); // a real service is asked five times a second
  const before = [
    'tuk sandbox clock 20x -q',
    'tuk login --as mina -q',
    ...['live', 'staging', 'box']
      .filter((name) => !lines.includes(`profile add ${name}`))
      .map((name) => `tuk profile add ${name} --base ${ready.url}/{service} -q`),
    `tuk profile add tokens --base ${ready.url}/{service} -q`,
    'tuk sandbox token mina -p tokens > tokens.json',
  ];
  const { code, stderr } = await shell([...before, own].join('\n'), folder, { TUK_HOME: path.join(home, 'own') });
  expect({ code, failed: code === 0 ? '' : stderr }).toEqual({ code: 0, failed: '' });
});

interface Job {
  readonly steps?: readonly { readonly run?: string; readonly with?: { readonly run?: string } }[];
  readonly script?: readonly string[];
}
/** The shell lines of the jobs in a text: of GitHub, GitLab or Jenkins. */
function jobsIn(text: string): string[] {
  if (/^pipeline/m.test(text)) return [...text.matchAll(/sh '''\n(.*?)'''/gs)].map(([, lines]) => lines!);
  const { jobs, ...rest } = parse(text) as { jobs?: Record<string, Job> } & Record<string, Job>;
  return Object.values(jobs ?? rest).map(
    ({ script, steps = [] }) => script?.join('\n') ?? steps.map((step) => step.run ?? step.with?.run ?? '').join('\n'),
  );
}
const recipes = blocksOf('docs/smoke.md', 'yaml|groovy').flatMap(jobsIn);
const examples = ['examples/smoke-github.yml', 'examples/smoke-gitlab.yml'].flatMap((file) => jobsIn(read(file)));

test('every recipe installs this version of the package', () => {
  const named = [
    'docs/smoke.md',
    'docs/scripting.md',
    'examples/smoke-github.yml',
    'examples/smoke-gitlab.yml',
  ].flatMap((file) => read(file).match(/(@tuk\/cli@|tuk@v|tuk-cli-)\d+\.\d+\.\d+/g) ?? []);
  expect(named.length).toBeGreaterThan(6);
  expect(named.filter((text) => !text.endsWith(version))).toEqual([]);
  expect([recipes.length, examples.length]).toEqual([4, 2]);
});

/** Each job with one rotation of refresh tokens, and one job with each: the lines do not look at the rotation. */
const pairs = [
  ['strict', 0],
  ['strict', 1],
  ['strict', 2],
  ['strict', 3],
  ['two-phase', 0],
  ['one-phase', 3],
] as const;

test.each(pairs)('rotation %s: recipe %i works in three builds, each with a new home', async (rotation, at) => {
  const home = newHome();
  const { ready } = await servedSandbox(home, '--rotation', rotation, '--access-ttl', '3s');
  const run = (line: string) => tukProcess(line.split(' '), { home }).done;
  await run(`profile add served --base ${ready.url}/{service}`);
  const { stdout: session } = await run('sandbox token mina -p served');
  const folder = newFolder();
  for (let nth = 1; nth <= 3; nth++) {
    const { code, stderr } = await shell(recipes[at]!, folder, {
      TUK_HOME: path.join(newFolder(), 'tuk'),
      BASE: `${ready.url}/{service}`,
      TUK_KEY: 'test test test test test test test test test test test junk',
      TUK_SESSION: session,
      TUK_CACHE_KEY: 'a long random text',
    });
    expect([nth, code, stderr]).toEqual([nth, exit.ok, expect.stringContaining('✓ PASSED')]);
  }
});

test.each(examples)('an example of a job runs on the sandbox: %#', async (lines) => {
  expect(await shell(lines, newFolder(), { TUK_HOME: newHome() })).toMatchObject(ends(exit.ok, '✓ PASSED'));
});

test.each(['', version])('the action installs the version %j and runs its lines', async (chosen) => {
  const action = parse(read('action.yml')) as {
    inputs: Record<string, { default: string }>;
    runs: { using: string; steps: { uses?: string; run?: string; shell?: string; env?: Record<string, string> }[] };
  };
  const folder = newFolder();
  const inputs: Readonly<Record<string, string>> = {
    version: chosen,
    run: 'tuk --version > version\necho "$CHOICE" > choice',
  };
  expect(action.runs.using).toBe('composite');
  for (const { run, shell: language, env = {} } of action.runs.steps.filter((step) => step.run)) {
    const own = Object.entries(env).map(([name, value]) => [
      name,
      value.replace(
        /^\$\{\{ inputs\.([\w-]+) \}\}$/,
        (_, input: string) => inputs[input] ?? action.inputs[input]!.default,
      ),
    ]);
    expect([language, run!.includes('${{')]).toEqual(['bash', false]); // an input in the text of a script could be more lines of it
    appendFileSync(path.join(folder, 'tuk-cli-1.tgz'), '');
    const end = await shell(run!, folder, {
      TUK_HOME: newHome(),
      GITHUB_ACTION_PATH: folder,
      CHOICE: 'a b',
      ...Object.fromEntries(own),
    });
    expect([end.code, end.stderr]).toEqual([0, '']);
  }
  const installed = readFileSync(path.join(programs, '../npm.log'), 'utf8').trim().split('\n').at(-1);
  expect(installed).toBe(`install --global ${chosen === '' ? './tuk-cli-1.tgz' : `${packageName}@${version}`}`);
  expect(readFileSync(path.join(folder, 'version'), 'utf8').startsWith(version)).toBe(true);
  expect(readFileSync(path.join(folder, 'choice'), 'utf8')).toBe('a b\n');
});

test('the examples run as the page copies them, and the image has what the build reads', async () => {
  const copy = /^ {4}(cp .*)$/m.exec(read('examples/README.md'))![1]!;
  const { code, stderr } = await shell(`${copy}\ntuk login -q\nexamples/payroll.sh march`, newFolder(), {
    TUK_HOME: newHome(),
  });
  expect({ code, stderr: code === 0 ? '' : stderr }).toEqual({ code: 0, stderr: '' });
  const ignored = read('.dockerignore').trim().split('\n');
  const needed = (JSON.parse(read('package.json')) as { files: string[] }).files.filter(
    (name) => !name.startsWith('!'),
  );
  expect(
    ignored.filter((name) => ['src', 'scripts', ...needed.filter((one) => one !== 'dist')].includes(name)),
  ).toEqual([]);
});

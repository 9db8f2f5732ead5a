// Packs the program, installs it into empty folders with several versions of Node and several package managers, and runs the first hour of the README there:
// as this user, as nobody on a small disk in memory, and without a home. Needs the npm registry; what this machine does not allow is named and left out.
// npm run try-nodes -- [--nodes 20.19.0,22] [--managers npm,pnpm,yarn]

import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';

const { values } = parseArgs({
  options: {
    nodes: { type: 'string', default: '20.19.0,20,22,24,26' },
    managers: { type: 'string', default: 'npm,pnpm,yarn' },
  },
});
const root = path.resolve(import.meta.dirname, '..');
const folder = mkdtempSync(path.join(tmpdir(), 'tuk-nodes-'));
const { NODE_OPTIONS: _, ...env } = process.env;

/** How each manager installs a file: its package, and the arguments. */
const managers = {
  npm: (file) => ['npm@11', ['npm', 'install', '--no-audit', '--no-fund', '--loglevel=error', file]],
  pnpm: (file) => ['pnpm@10', ['pnpm', 'add', '--reporter=silent', file]],
  yarn: (file) => ['yarn@1', ['yarn', 'add', '--silent', '--non-interactive', `file:${file}`]],
};

/** Runs a command; @throws with its output where it fails */
function run(command, args, options = {}) {
  const { status, stdout, stderr, error } = spawnSync(command, args, {
    encoding: 'utf8',
    env,
    timeout: 300_000,
    ...options,
  });
  if (status !== 0)
    throw new Error(`${[command, ...args].join(' ')}: ${error?.message ?? `exit ${status}`}\n${stdout}${stderr}`);
  return { stdout, stderr };
}

/** The Node of a major version, from the package that holds its program for this platform. */
function nodeOf(major) {
  const name = `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`;
  const at = path.join(folder, `node-${major}`);
  mkdirSync(at);
  writeFileSync(path.join(at, 'package.json'), '{"private":true}');
  run('npm', ['install', '--no-audit', '--no-fund', '--loglevel=error', `${name}@${major}`], { cwd: at });
  return path.join(at, 'node_modules', name, 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
}

/** The first hour of the README: each line, and what it prints. */
const firstHour = [
  [['--version'], /^\d+\.\d+\.\d+\+\S+\n$/],
  [['login', '--as', 'mina'], /^/],
  [['whoami', '--jq', '.user.name'], /^Mina Park\n$/],
  [
    ['ride', 'search', '--from', 'PNH-01', '--to', 'Central Market', '--region', 'KH', '--jq', '.products[0].fare'],
    /\d/,
  ],
  [['points', 'balance', '--fields', 'amount,currencyId', '-o', 'csv'], /^amount,currencyId\n/],
  [['assets', 'offerings', '--status', 'OPEN', '--fields', 'title,currency', '-o', 'csv'], /^title,currency\n/],
  [['wallet', 'balance', '-o', 'table'], /ETH/],
  [['points', 'transfer', '--to', 'dara', '--amount', '5', '--client-ref', 'rent-11', '--new-recipient', '--yes'], /^/],
  [['ops', 'list', '--jq', 'length'], /^1\n$/],
  [['explain', '10'], /unknown/],
  [['smoke', '-o', 'ndjson', '--report', 'junit:smoke.xml'], /"outcome":"passed"/],
];

/** A small disk in memory that everybody may write to; undefined if this machine mounts none. */
function smallDisk() {
  const at = path.join(folder, 'disk');
  mkdirSync(at);
  const { status } = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=16m,mode=1777', 'tmpfs', at]);
  return status === 0 ? at : undefined;
}
const disk = smallDisk();
const asNobody = ['setpriv', '--reuid=65534', '--regid=65534', '--clear-groups', 'env', '-i'];
const hasNobody = process.getuid?.() === 0 && spawnSync(asNobody[0], [...asNobody.slice(1), 'true']).status === 0;

/** Who runs the program: the words before it, its variables, its folder. */
function users(at) {
  const own = mkdtempSync(path.join(at, 'home-'));
  const all = [{ who: 'this user', words: [], home: own }];
  if (!hasNobody || disk === undefined) return all;
  const home = mkdtempSync(path.join(disk, 'home-'));
  chmodSync(home, 0o777);
  return [...all, { who: 'nobody, 16 MB', words: asNobody, home }, { who: 'nobody, no home', words: asNobody }];
}

/** What is wrong with an installed program: an empty list where nothing is. */
function problemsOf(node, at) {
  const bin = path.join(at, 'node_modules/@tuk/cli/bin/tuk.cjs');
  return users(at).flatMap(({ who, words, home }) => {
    const lines =
      home === undefined
        ? [
            [['explain', '10'], /unknown/],
            [['login'], /^$/, 9],
          ]
        : firstHour;
    const variables = { TUK_NO_BANNER: '1', ...(home && { TUK_HOME: home }) };
    return lines.flatMap(([args, expected, code = 0]) => {
      const [command, ...rest] = [
        ...words,
        ...Object.entries(words.length > 0 ? variables : {}).map((pair) => pair.join('=')),
        node,
        bin,
        ...args,
      ];
      const options = { encoding: 'utf8', timeout: 120_000, cwd: home ?? '/', env: { ...env, ...variables } };
      const { status, stdout, stderr } = spawnSync(command, rest, options);
      const isRight = status === code && expected.test(stdout) && !/warning|deprecat/i.test(stderr);
      return isRight
        ? []
        : [`${who}: tuk ${args.join(' ')}: exit ${status}, ${stdout.slice(0, 200)} ${stderr.slice(0, 400)}`];
    });
  });
}

let failed = 0;
if (!hasNobody || disk === undefined)
  console.log('○ not tried here: as nobody, on a small disk, without a home (they need root, setpriv and mount)');
chmodSync(folder, 0o755); // for nobody
try {
  const { stdout } = run('npm', ['pack', '--silent', '--pack-destination', folder], { cwd: root });
  const tarball = path.join(folder, stdout.trim().split('\n').at(-1));
  for (const major of values.nodes.split(',')) {
    const node = nodeOf(major);
    const version = run(node, ['--version']).stdout.trim();
    for (const name of values.managers.split(',')) {
      const at = path.join(folder, `${name}-${major}`);
      mkdirSync(at);
      writeFileSync(path.join(at, 'package.json'), '{"name":"empty","private":true}');
      const [manager, args] = managers[name](tarball);
      let problems;
      let said = '';
      try {
        const installed = run('npm', ['exec', '--yes', '--package', manager, '--', ...args], {
          cwd: at,
          env: { ...env, PATH: `${path.dirname(node)}${path.delimiter}${env.PATH}` },
        });
        said = `${installed.stdout}${installed.stderr}`.trim();
        problems = problemsOf(node, at);
      } catch (error) {
        problems = [error.message];
      }
      if (problems.length > 0) failed++;
      console.log(`${problems.length === 0 ? '✓' : '✗'} ${version.padEnd(10)} ${name}`);
      for (const problem of problems) console.log(`    ${problem.replaceAll('\n', '\n    ')}`);
      if (said !== '' && problems.length > 0) console.log(`    it said: ${said.slice(0, 1000)}`);
    }
  }
} finally {
  if (disk !== undefined) spawnSync('umount', [disk]);
  rmSync(folder, { recursive: true, force: true });
}
process.exitCode = failed > 0 ? 1 : 0;

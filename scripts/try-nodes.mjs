// Packs the program, installs it into empty folders with several versions of Node and several package managers, and runs it there. Needs the npm registry.
// node scripts/try-nodes.mjs [--nodes 20,22,24,26] [--managers npm,pnpm,yarn]

import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';

const { values } = parseArgs({
  options: {
    nodes: { type: 'string', default: '20,22,24,26' },
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

/** What an installed program has to do, and what is wrong with it: an empty list where nothing is. */
function problemsOf(node, at) {
  const home = path.join(at, 'home');
  const bin = path.join(at, 'node_modules/@tuk/cli/bin/tuk.cjs');
  const own = { cwd: at, env: { ...env, TUK_HOME: home, TUK_NO_BANNER: '1' } };
  const problems = [];
  const check = (args, expected) => {
    const { status, stdout, stderr } = spawnSync(node, [bin, ...args], { encoding: 'utf8', timeout: 120_000, ...own });
    const isWrong = status !== 0 || !expected.test(stdout) || /warning|deprecat/i.test(stderr);
    if (isWrong)
      problems.push(`tuk ${args.join(' ')}: exit ${status}, ${stdout.slice(0, 200)} ${stderr.slice(0, 400)}`);
  };
  check(['--version'], /^\d+\.\d+\.\d+\+\S+\n$/);
  check(['login', '--as', 'mina'], /^/);
  check(['whoami', '--jq', '.user.name'], /^Mina Park\n$/);
  check(['wallet', 'balance', '-o', 'table'], /ETH/);
  check(['smoke', '-o', 'ndjson', '--report', 'junit:smoke.xml'], /"outcome":"passed"/);
  return problems;
}

let failed = 0;
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
  rmSync(folder, { recursive: true, force: true });
}
process.exitCode = failed > 0 ? 1 : 0;

// `npm run flakes`: runs a part of the tests several times beside a load on all cores, and lists what failed.
// node scripts/flakes.mjs [--times 10] [--project unit --project program] [files…]

import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';

const root = path.resolve(import.meta.dirname, '..');
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    times: { type: 'string', default: '10' },
    project: { type: 'string', multiple: true, default: ['unit', 'program'] },
  },
});
const times = Number(values.times);
const folder = mkdtempSync(path.join(tmpdir(), 'tuk-flakes-'));

/** Spins for 50 ms at a time, and ends when its stdin closes, as it does when this process dies. */
const spin = `process.stdin.on('end', () => process.exit()).resume();
(function work() { for (const end = Date.now() + 50; Date.now() < end; ); setImmediate(work); })();`;
const load = Array.from({ length: availableParallelism() }, () =>
  spawn(process.execPath, ['-e', spin], { stdio: ['pipe', 'ignore', 'ignore'] }),
);
process.on('exit', () => {
  for (const child of load) child.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit(130));

/** Failures by their file and test. */
const failures = new Map();
let broken = 0;
console.log(`${times} runs beside ${load.length} busy processes`);
for (let run = 1; run <= times; run++) {
  const started = Date.now();
  const { passed, failed } = await runTests(path.join(folder, `${run}.json`));
  for (const name of failed) failures.set(name, (failures.get(name) ?? 0) + 1);
  if (passed === 0) broken++;
  console.log(
    `${String(run).padStart(3)}: ${((Date.now() - started) / 1000).toFixed(1)} s, ${passed} passed, ${failed.length} failed`,
  );
}
for (const [name, count] of [...failures].sort((a, b) => b[1] - a[1])) console.log(`${count} of ${times}  ${name}`);
if (broken > 0) console.log(`${broken} runs passed no test.`);
console.log(failures.size === 0 ? 'No test failed.' : `${failures.size} tests failed.`);
process.exit(failures.size + broken > 0 ? 1 : 0);

/** Runs the tests once. @returns the number that passed, and the names of those that failed */
async function runTests(report) {
  const projects = values.project.map((name) => `--project=${name}`);
  const args = ['run', '--reporter=json', `--outputFile=${report}`, ...projects, ...positionals];
  const vitest = spawn(process.execPath, [path.join(root, 'node_modules/vitest/vitest.mjs'), ...args], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let errors = '';
  vitest.stderr.on('data', (data) => (errors += data));
  const code = await new Promise((ended) => vitest.once('close', ended));
  if (!existsSync(report)) return { passed: 0, failed: [`vitest ended with ${code} and no report: ${errors.trim()}`] };
  const { testResults, numPassedTests } = JSON.parse(readFileSync(report, 'utf8'));
  const failed = testResults.flatMap(({ name, status, assertionResults, message }) => {
    const file = path.relative(root, name);
    const tests = assertionResults
      .filter((one) => one.status === 'failed')
      .map(({ fullName }) => `${file}: ${fullName}`);
    return tests.length > 0 || status !== 'failed' ? tests : [`${file}: ${message.split('\n', 1)[0]}`];
  });
  if (code !== 0 && failed.length === 0) failed.push(`vitest ended with ${code}: ${errors.trim().split('\n', 1)[0]}`);
  return { passed: numPassedTests, failed };
}

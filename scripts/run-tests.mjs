// Runs tests by vitest in processes of their own, which end with this one, and reads the report.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const report = path.join(tmpdir(), `tuk-tests-${process.pid}.json`);
let running;
process.on('exit', () => {
  rmSync(report, { force: true });
  try {
    if (running) process.kill(-running.pid, 'SIGKILL');
  } catch {
    // it has ended
  }
});
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit(130));

/**
 * Runs the tests of `projects` in a checkout once. @returns how many passed, and what failed by file and test @throws where vitest made no report, or ended
 * with a failure of no test
 */
export async function runTests(root, projects, more) {
  rmSync(report, { force: true });
  const args = ['run', '--reporter=json', `--outputFile=${report}`, ...projects.map((name) => `--project=${name}`)];
  running = spawn(process.execPath, [path.join(root, 'node_modules/vitest/vitest.mjs'), ...args, ...more], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'pipe'],
    detached: true, // a group of its own, so that its workers can be ended with it
  });
  let errors = '';
  running.stderr.on('data', (data) => (errors += data));
  const [code] = await once(running, 'close');
  running = undefined;
  if (!existsSync(report)) throw new Error(`vitest ended with ${code} and no report: ${errors.trim()}`);
  const { testResults, numPassedTests } = JSON.parse(readFileSync(report, 'utf8'));
  const failed = testResults.flatMap(({ name, status, assertionResults, message }) => {
    const tests = assertionResults.filter((one) => one.status === 'failed').map(({ fullName }) => fullName);
    if (tests.length === 0 && status === 'failed') tests.push(message.split('\n', 1)[0] || 'it cannot be loaded');
    return tests.map((test) => ({ file: path.relative(root, name), test }));
  });
  if (code !== 0 && failed.length === 0)
    throw new Error(`vitest ended with ${code}, and no test failed: ${errors.trim()}`);
  return { passed: numPassedTests, failed };
}

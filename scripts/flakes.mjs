// `npm run flakes`: runs a part of the tests several times beside a load on all cores, and lists what failed.
// node scripts/flakes.mjs [--times 10] [--project unit --project program] [files…]

import { spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { runTests } from './run-tests.mjs';

const root = path.resolve(import.meta.dirname, '..');
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    times: { type: 'string', default: '10' },
    project: { type: 'string', multiple: true, default: ['unit', 'program'] },
  },
});
const times = Number(values.times);

/** Spins for 50 ms at a time, and ends when its stdin closes, as it does when this process dies. */
const spin = `process.stdin.on('end', () => process.exit()).resume();
(function work() { for (const end = Date.now() + 50; Date.now() < end; ); setImmediate(work); })();`;
const load = Array.from({ length: availableParallelism() }, () =>
  spawn(process.execPath, ['-e', spin], { stdio: ['pipe', 'ignore', 'ignore'] }),
);

/** Failures by their file and test. */
const failures = new Map();
let broken = 0;
console.log(`${times} runs beside ${load.length} busy processes`);
for (let run = 1; run <= times; run++) {
  const started = Date.now();
  const { passed, failed } = await runTests(root, values.project, positionals).catch(({ message }) => ({
    passed: 0,
    failed: [{ file: 'vitest', test: message }],
  }));
  for (const { file, test } of failed) failures.set(`${file}: ${test}`, (failures.get(`${file}: ${test}`) ?? 0) + 1);
  if (passed === 0) broken++;
  const seconds = ((Date.now() - started) / 1000).toFixed(1);
  console.log(`${String(run).padStart(3)}: ${seconds} s, ${passed} passed, ${failed.length} failed`);
}
for (const [name, count] of [...failures].sort((a, b) => b[1] - a[1])) console.log(`${count} of ${times}  ${name}`);
if (broken > 0) console.log(`${broken} runs passed no test.`);
console.log(failures.size === 0 ? 'No test failed.' : `${failures.size} tests failed.`);
process.exit(failures.size + broken > 0 ? 1 : 0);

// `npm run mutate`: breaks the program in one place after the other (mutations.txt), runs the tests of that place's folder, and lists whether they noticed.
// It works on a copy of a commit, so that the checkout stays as it is. `--at REF`: of another commit than HEAD. `--only N`: one mutation; may be repeated.

import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { mutations } from './mutations.mjs';
import { runTests } from './run-tests.mjs';

const root = path.resolve(import.meta.dirname, '..');
const { values } = parseArgs({ options: { at: { type: 'string' }, only: { type: 'string', multiple: true } } });
const chosen = values.only?.map(Number) ?? mutations.map((_, index) => index + 1);
if (!chosen.every((number) => mutations[number - 1])) fail(`--only takes 1 to ${mutations.length}.`);

const git = (...args) => {
  const { status, stdout, stderr } = spawnSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 30 });
  if (status !== 0) fail(stderr.trim());
  return stdout;
};
if (values.at === undefined) {
  const changed = git('status', '--porcelain', '--', ...new Set(mutations.map(({ file }) => file))).trim();
  if (changed !== '') fail(`Commit these first, since a commit is mutated:\n${changed}`);
}
const commit = git('rev-parse', '--verify', `${values.at ?? 'HEAD'}^{commit}`).trim();

const copy = mkdtempSync(path.join(tmpdir(), 'tuk-mutate-'));
process.on('exit', () => rmSync(copy, { recursive: true, force: true, maxRetries: 5 }));

const archive = path.join(copy, 'archive.tar');
git('archive', '--output', archive, commit);
must('tar', ['-xf', archive]);
rmSync(archive);
cpSync(path.join(root, 'node_modules'), path.join(copy, 'node_modules'), { recursive: true, verbatimSymlinks: true }); // a build looks for packages below its own folder

/** The projects in the order in which they are run: the quick ones first. */
const stages = [['unit', 'program'], ['proof']];

/** Builds the copy as it is now. */
const build = () => must(process.execPath, ['scripts/build.mjs']);
build();
/** Whether the last build was of mutated code. */
let isBuiltMutated = false;

console.log(`${chosen.length} mutations of ${commit.slice(0, 10)}`);
const survivors = [];
for (const number of chosen) {
  const { what, file, from, to, tests } = mutations[number - 1];
  const place = path.join(copy, file);
  const text = readFileSync(place, 'utf8');
  const parts = text.split(from);
  if (parts.length !== 2)
    fail(
      `Mutation ${number} does not apply: its text occurs ${parts.length - 1} times in ${file} at ${commit}. Revise it.`,
    );
  const line = parts[0].split('\n').length;
  const started = Date.now();
  let caughtBy;
  try {
    writeFileSync(place, parts.join(to));
    caughtBy = await firstFailure(tests);
  } finally {
    writeFileSync(place, text);
  }
  const isUnclear = caughtBy !== undefined && (await failsAnyway(caughtBy));
  const seconds = `${Math.round((Date.now() - started) / 1000)} s`;
  console.log(`${String(number).padStart(2)} ${file}:${line}  ${what}`);
  if (isUnclear) console.log(`   not known: ${caughtBy.file} fails without the mutation, too (${seconds})`);
  else if (caughtBy) console.log(`   caught by ${caughtBy.file}: ${caughtBy.test} (${seconds})`);
  else console.log(`   SURVIVED (${seconds})`);
  if (isUnclear || !caughtBy) survivors.push(number);
}
console.log(survivors.length === 0 ? 'All were caught.' : `Not caught: ${survivors.join(', ')}`);
process.exit(survivors.length === 0 ? 0 : 1);

/** The first test that fails with the mutated code. The quick projects have few tests of the built program: it is built anew for the others only. */
async function firstFailure(filters) {
  for (const projects of stages) {
    if (isBuiltMutated || projects.includes('proof')) {
      build();
      isBuiltMutated = true;
    }
    const failed = await failure(projects, filters);
    if (failed) return { ...failed, projects };
  }
  return undefined;
}
/** Whether the file of a failure has one without the mutation, too. */
async function failsAnyway({ file, projects }) {
  if (isBuiltMutated) build();
  isBuiltMutated = false;
  return (await failure(projects, [file])) !== undefined;
}

/** The first failure of test files. */
async function failure(projects, files) {
  const run = runTests(copy, projects, ['--bail=1', '--passWithNoTests', ...files]);
  return (await run.catch((error) => fail(error.message))).failed[0];
}

function must(command, args) {
  const { status, stderr } = spawnSync(command, args, { cwd: copy, encoding: 'utf8' });
  if (status !== 0) fail(`${command} ${args.join(' ')} ended with ${status}: ${stderr}`);
}
function fail(why) {
  console.error(why);
  process.exit(2);
}

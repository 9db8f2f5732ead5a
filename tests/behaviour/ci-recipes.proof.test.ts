// The run lines of the CI jobs in docs/smoke.md work in one build after the other, in fresh homes, with the rotations of refresh tokens.
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { exit } from '../support/exit.js';
import { servedSandbox, tukProcess } from '../support/processes.js';
import { newHome } from '../support/tuk.js';

interface Job {
  readonly steps?: readonly { readonly run?: string }[];
  readonly script?: readonly string[];
}
const page = readFileSync(path.resolve(import.meta.dirname, '../../docs/smoke.md'), 'utf8');
/** The shell lines of each job of the page that sign in, without the installation. */
const jobs = [...page.matchAll(/```yaml\n(smoke:.*?)```/gs)].map(([, text]) => {
  const { smoke } = parse(text!) as { smoke: Job };
  const lines = smoke.script ?? smoke.steps!.flatMap(({ run }) => run ?? []);
  return lines.filter((line) => line !== 'npm ci').join('\n');
});
const bin = path.resolve(import.meta.dirname, '../../bin/tuk.cjs');

/** Runs the lines as a build does, in a new home: only `folder` is kept. */
function build(lines: string, folder: string, env: Readonly<Record<string, string>>) {
  const home = mkdtempSync(path.join(tmpdir(), 'tuk-build-'));
  const script = `set -e\nnpx() { shift; "${process.execPath}" "${bin}" "$@"; }\n${lines}`;
  const variables = { PATH: process.env.PATH, HOME: home, ...env, TUK_HOME: path.join(home, 'tuk') };
  return new Promise<{ code: number; stderr: string }>((resolve) => {
    execFile('bash', ['-c', script], { cwd: folder, env: variables }, (error, _, stderr) => {
      rmSync(home, { recursive: true, force: true });
      resolve({ code: error === null ? 0 : Number(error.code), stderr });
    });
  });
}

test('the page has three jobs', () => expect(jobs).toHaveLength(3));

/** Each job with one rotation, and one job with each: the lines do not look at the rotation. */
const pairs = [
  ['strict', 1],
  ['strict', 2],
  ['strict', 3],
  ['two-phase', 1],
  ['one-phase', 2],
] as const;

test.each(pairs)(
  'rotation %s: job %i works in three builds',
  async (rotation, at) => {
    const lines = jobs[at - 1]!;
    const home = newHome();
    const { ready } = await servedSandbox(home, '--rotation', rotation, '--access-ttl', '3s');
    const run = (line: string) => tukProcess(line.split(' '), { home }).done;
    await run(`profile add served --base ${ready.url}/{service}`);
    const { stdout: session } = await run('sandbox token mina -p served');
    const folder = mkdtempSync(path.join(tmpdir(), 'tuk-checkout-'));
    const env = {
      BASE: `${ready.url}/{service}`,
      TUK_KEY: 'test test test test test test test test test test test junk',
      TUK_SESSION: session,
      TUK_CACHE_KEY: 'a long random text',
    };
    try {
      for (let nth = 1; nth <= 3; nth++) {
        const { code, stderr } = await build(lines, folder, env);
        expect([nth, code, stderr]).toEqual([nth, exit.ok, expect.stringContaining('✓ PASSED')]);
      }
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
  60_000,
);

// The built program as a job of a shell: suspended, continued and ended in the background, where it must not touch the terminal.
import path from 'node:path';
import { expect, test } from 'vitest';
import { until as holds } from '../support/limit.js';
import { inTerminal, type Terminal } from '../support/terminal.js';
import { through } from '../support/through.js';
import { newHome } from '../support/tuk.js';

const bin = path.resolve(import.meta.dirname, '../../bin/tuk.cjs');

/** A shell with job control in which the application was opened and suspended. */
async function shell(): Promise<Terminal & { readonly pid: number; run(line: string): void }> {
  const home = newHome();
  const env = { TUK_HOME: home, PS1: 'ready> ', BASH_SILENCE_DEPRECATION_WARNING: '1' };
  const term = inTerminal(['--norc', '--noprofile', '-i'], { program: 'bash', cwd: home, env });
  await term.until(/ready>$/);
  const run = (line: string) => term.press(`${line}\r`);
  run(`${process.execPath} ${bin}`);
  await through(term, /Look around the sandbox/, '\x1a', /Stopped[\s\S]*ready>$/);
  expect(term.buffer()).toBe('normal');
  run('echo "process $(jobs -p)."');
  return { ...term, run, pid: Number(/process (\d+)\./.exec(await term.until(/process \d+\.\s+ready>$/))![1]) };
}
const isGone = (pid: number): boolean => {
  try {
    return !process.kill(pid, 0);
  } catch {
    return true;
  }
};
const lasts = { timeout: 60_000, skip: process.platform === 'win32' };

test('suspended, it ends by SIGTERM', lasts, async () => {
  const { run, pid, until } = await shell();
  run('kill %1'); // bash continues it, too
  await holds(() => isGone(pid));
  run('');
  await until(/(?:Terminated|Exit 143)[\s\S]*ready>$/);
});

test('stopped by another process, it ends by SIGTERM and leaves its screen', lasts, async () => {
  const { run, pid, until, buffer } = await shell();
  run('fg');
  await until(/Look around the sandbox/);
  process.kill(pid, 'SIGSTOP');
  await until(/Stopped[\s\S]*ready>$/);
  process.kill(pid, 'SIGTERM');
  process.kill(pid, 'SIGCONT');
  await holds(() => isGone(pid));
  run('');
  await until(/ready>$/);
  expect(buffer()).toBe('normal');
});

test(
  'continued in the background it stops again; in the foreground it draws itself and takes keys',
  lasts,
  async () => {
    const { run, press, until, buffer } = await shell();
    run('bg; wait; echo "it waits"'); // bash waits until a job ends or stops
    await until(/^it waits\s+ready>$/m);
    run('fg');
    await until(/Look around the sandbox/);
    expect(buffer()).toBe('alternate');
    press('q');
    await until(/ready>$/);
    expect(buffer()).toBe('normal');
  },
);

// Runs the built program as child processes, one or several at once, and ends them after the tests.
import { type ChildProcess, spawn } from 'node:child_process';
import path from 'node:path';
import { afterFile } from './cleanup.js';
import { inTime } from './limit.js';

/** The exit code and output of a process. */
export interface Result {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}
/** A running process. */
export interface Running {
  readonly child: ChildProcess;
  /** Resolves when the process has ended and its output has been read. */
  readonly done: Promise<Result>;
  /** Waits until its output has this, and returns what it has printed to that stream. @throws {Error} if it ends before */
  prints(pattern: RegExp, stream?: 'stdout' | 'stderr'): Promise<string>;
  /** Signals this process; SIGKILL by default. */
  kill(signal?: NodeJS.Signals): void;
  /** Suspends this process for so many milliseconds of real time, past a deadline of its own. */
  suspend(milliseconds: number): Promise<void>;
}
interface ProcessOptions {
  readonly home: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Text piped to stdin; an empty pipe by default. */
  readonly stdin?: string;
}

const bin = path.resolve(import.meta.dirname, '../../bin/tuk.cjs');

/** The environment of the tests without variables that affect the program: CI, TUK_*, proxies. */
function cleanEnvironment(): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^(CI|TUK_.*|.*_PROXY)$/i.test(name)));
}

/** Starts the built program. */
export function tukProcess(argv: readonly string[], { home, env = {}, stdin = '' }: ProcessOptions): Running {
  const child = spawn(process.execPath, [bin, ...argv], {
    ...{ cwd: home, env: { ...cleanEnvironment(), TUK_HOME: home, ...env }, stdio: ['pipe', 'pipe', 'pipe'] },
  });
  const out: Buffer[] = [];
  const err: Buffer[] = [];
  child.stdout.on('data', (data: Buffer) => out.push(data));
  child.stderr.on('data', (data: Buffer) => err.push(data));
  child.stdin.on('error', () => {}); // the process may end before it reads stdin
  child.stdin.end(stdin);
  const text = (chunks: Buffer[]) => Buffer.concat(chunks).toString('utf8');
  let closed = false;
  const done = new Promise<Result>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code, signal) => {
      closed = true;
      resolve({ code, signal, stdout: text(out), stderr: text(err) });
    });
  });
  const running: Running = {
    child,
    done,
    prints(pattern, stream = 'stdout') {
      const chunks = stream === 'stdout' ? out : err;
      const printed = new Promise<string>((resolve, reject) => {
        const look = () => pattern.test(text(chunks)) && resolve(text(chunks));
        child[stream].on('data', look);
        done.then(() => reject(new Error(`it ended without printing ${pattern}: ${text(out)}${text(err)}`)), reject);
        look();
      });
      return inTime(printed, () => `${pattern} in the output: ${text(out)}${text(err)}`);
    },
    kill(signal = 'SIGKILL') {
      child.kill(signal);
    },
    async suspend(milliseconds) {
      child.kill('SIGSTOP');
      await new Promise((over) => setTimeout(over, milliseconds));
      child.kill('SIGCONT');
    },
  };
  afterFile(async () => {
    if (!closed) running.kill();
    await Promise.allSettled([done]);
  });
  return running;
}

/** Runs the same command line in several processes at once, in the same home. */
export async function tukProcesses(count: number, argv: readonly string[], options: ProcessOptions): Promise<Result[]> {
  return Promise.all(Array.from({ length: count }, () => tukProcess(argv, options).done));
}

/** Serves a sandbox in memory from a process. @returns the process and the line that it prints when it is ready */
export async function servedSandbox(
  home: string,
  ...options: readonly string[]
): Promise<{
  readonly sandbox: Running;
  readonly ready: { readonly url: string; readonly services: Readonly<Record<string, string>> };
}> {
  const sandbox = tukProcess(['sandbox', 'serve', '--memory', ...options], { home });
  return { sandbox, ready: JSON.parse(await sandbox.prints(/\n/)) };
}

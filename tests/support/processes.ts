// The built program as real processes, one or many at once, each with its home; all end with the tests.
import { type ChildProcess, spawn } from 'node:child_process';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterFile } from './cleanup.js';
import { confirmNames } from './confirmed.js';
import { newHome, person } from './tuk.js';

/** How a process ended and what it said. */
export interface Result {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}
/** A process under way. */
export interface Running {
  readonly child: ChildProcess;
  /** Settles when the process is over and all it said has been read. */
  readonly done: Promise<Result>;
  /** Ends this process and no other; SIGKILL unless another signal is named. */
  kill(signal?: NodeJS.Signals): void;
}
interface Given {
  readonly home: string;
  readonly env?: Readonly<Record<string, string>>;
  /** What is piped in; nothing is an empty pipe. */
  readonly stdin?: string;
}

const bin = path.resolve(import.meta.dirname, '../../bin/tuk.cjs');

/** The environment of the tests without what would change the program: CI, TUK_*, proxies. */
function outside(): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^(CI|TUK_.*|.*_PROXY)$/i.test(name)));
}

/** Starts the built program. */
export function tukProcess(argv: readonly string[], { home, env = {}, stdin = '' }: Given): Running {
  const child = spawn(process.execPath, [bin, ...argv], {
    cwd: home,
    env: { ...outside(), TUK_HOME: home, ...env },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  const out: Buffer[] = [];
  const err: Buffer[] = [];
  child.stdout.on('data', (data: Buffer) => out.push(data));
  child.stderr.on('data', (data: Buffer) => err.push(data));
  child.stdin.on('error', () => {}); // it need not read what it is given
  child.stdin.end(stdin);
  const text = (chunks: Buffer[]) => Buffer.concat(chunks).toString('utf8');
  let isOver = false;
  const done = new Promise<Result>((over, failed) => {
    child.once('error', failed);
    child.once('close', (code, signal) => {
      isOver = true;
      over({ code, signal, stdout: text(out), stderr: text(err) });
    });
  });
  const started: Running = {
    child,
    done,
    kill(signal = 'SIGKILL') {
      child.kill(signal);
    },
  };
  afterFile(async () => {
    if (!isOver) started.kill();
    await Promise.allSettled([done]);
  });
  return started;
}

/** Runs the same command line in so many processes at once, in the same home. */
export async function many(n: number, argv: readonly string[], given: Given): Promise<Result[]> {
  return Promise.all(Array.from({ length: n }, () => tukProcess(argv, given).done));
}

/** A new home with one profile whose field names are confirmed, for services at a template like `${url}/{service}`, that is signed in. Use it with `-p profileName`. */
export async function homeWith(
  profileName: string,
  base: string,
  tokens: { readonly accessToken: string; readonly refreshToken: string },
): Promise<string> {
  const home = newHome();
  await succeeds(home, ['profile', 'add', profileName, '--base', base]);
  confirmNames(home, profileName);
  await succeeds(home, ['login', '--tokens-stdin', '--profile', profileName], JSON.stringify(tokens));
  return home;
}

/** Runs a line in this process: how a home is made is not what these tests are about. */
async function succeeds(home: string, argv: readonly string[], stdin = ''): Promise<void> {
  const { code, stderr } = await person(home).run(argv, { stdin });
  if (code !== 0) throw new Error(`tuk ${argv.join(' ')} ended with ${code}: ${stderr}`);
}

/** Waits until this is so, looking every 5 ms; throws when it is not so in time. */
export async function until(condition: () => boolean | Promise<boolean>, ms: number): Promise<void> {
  const end = performance.now() + ms;
  while (!(await condition())) {
    if (performance.now() >= end) throw new Error(`not so within ${ms} ms: ${condition}`);
    await pause(5);
  }
}

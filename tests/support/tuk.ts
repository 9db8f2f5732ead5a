// Runs the whole program in-process with its own argv, streams, clock and home.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { inject, vi } from 'vitest';
import { run } from '../../src/main.js';
import type { Keyring } from '../../src/session/stored-session.js';
import { afterFile } from './cleanup.js';
import { collector } from './streams.js';
import { stubTransport } from './stub-transport.js';
import { now as testTime } from './time.js';

interface RunOptions {
  /** Text piped to stdin; an empty pipe by default. */
  readonly stdin?: string;
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Whether stdin, stdout and stderr are terminals; `columns` is their width. */
  readonly terminal?: boolean;
  readonly columns?: number;
  /** The time of the wall clock, or the function that says it; by default that of `time.ts`, a millisecond later at each look, or fake time. */
  readonly now?: number | (() => number);
  readonly signal?: AbortSignal;
  readonly cwd?: string;
  readonly keyring?: () => Promise<Keyring>;
  /** The minimum of --interval in milliseconds; a second outside of tests. */
  readonly leastInterval?: number;
  /** As the launcher has it: the text of an error states its code. */
  readonly statesCodes?: boolean;
  /** Whether the line was made in the application. */
  readonly hasScreen?: boolean;
  /** The test expects that the program reports a bug of its own. */
  readonly findsBugs?: boolean;
  /** Whether requests take the program's own transport, as in a real process, and not that of the tests. */
  readonly ownTransport?: boolean;
}
interface RunResult {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}
export interface User {
  readonly home: string;
  run(argv: string | readonly string[], options?: RunOptions): Promise<RunResult>;
  /** Runs the line and parses its stdout. */
  json(argv: string | readonly string[], options?: RunOptions): Promise<ReturnType<typeof JSON.parse>>;
  /** Runs the line on a terminal of 80 columns without colour. */
  table(argv: string | readonly string[], options?: RunOptions): Promise<RunResult>;
}

/** Splits a command line as help prints it into arguments, without `tuk`; text in single quotes is one argument. */
export const argvOf = (line: string): string[] =>
  [...line.matchAll(/'([^']*)'|(\S+)/g)]
    .map(([, quoted, bare]) => quoted ?? bare!)
    .slice(line.startsWith('tuk ') ? 1 : 0);

/** A key ring in memory: what it holds by account, and the option of a run that has it; `set` stores in another way. */
export function keyringOf(set?: Keyring['set']) {
  const held = new Map<string, string>();
  const own: Keyring = {
    get: async (account) => held.get(account),
    set: set ?? (async (account, secret) => void held.set(account, secret)),
    delete: async (account) => void held.delete(account),
  };
  return { held, options: { keyring: async () => own } };
}

let seeded: Buffer | undefined;

/** Creates a home that is removed after the tests of the file. Its sandbox is seeded; that of an `empty` one is not. */
export function newHome(contents: 'seeded' | 'empty' = 'seeded'): string {
  const home = mkdtempSync(path.join(tmpdir(), 'tuk-test-'));
  if (contents === 'seeded') {
    seeded ??= readFileSync(inject('seededState'));
    writeFileSync(path.join(home, 'sandbox.db'), seeded, { mode: 0o600 });
  }
  afterFile(() => rmSync(home, { recursive: true, force: true }));
  return home;
}

/** A user with a home, by default a new one. `run` splits a command line given as one string at spaces. */
export function newUser(home = newHome()): User {
  let looks = 0;
  const clock = () => (vi.isFakeTimers() ? Date.now() : testTime + looks++);
  const user: User = {
    home,
    json: async (argv, options) => JSON.parse((await user.run(argv, options)).stdout),
    table: (argv, { env, ...options } = {}) =>
      user.run(argv, { terminal: true, env: { NO_COLOR: '1', ...env }, ...options }),
    async run(
      argv,
      {
        stdin = '',
        env = {},
        terminal = false,
        columns = 80,
        now = clock,
        signal,
        cwd = home,
        keyring,
        leastInterval = 0,
        statesCodes = false,
        hasScreen = false,
        findsBugs = false,
        ownTransport = false,
      } = {},
    ) {
      const stdout = collector({ isTTY: terminal, columns });
      const stderr = collector({ isTTY: terminal, columns });
      const input = Object.assign(Readable.from(stdin === '' ? [] : [Buffer.from(stdin)]), { isTTY: terminal });
      const world = {
        ...{ stdin: input, stdout, stderr, env: { TUK_HOME: home, ...env } },
        ...{ clock: { now: typeof now === 'function' ? now : () => now }, home, cwd, version: '0.0.0-test' },
        readDoc: (file: string) => readFileSync(path.resolve(import.meta.dirname, '../../docs', file), 'utf8'),
        ...(ownTransport ? {} : { transport: stubTransport }),
        ...{ leastInterval, statesCodes, hasScreen },
        ...(signal ? { signal } : {}),
        ...(keyring ? { keyring } : {}),
      };
      const code = await run(typeof argv === 'string' ? argv.split(' ').filter(Boolean) : argv, world);
      await Promise.all([stdout, stderr].map((stream) => new Promise<void>((out) => stream.end(out))));
      // no test may take a bug for a refusal
      if (!findsBugs && /A bug in tuk|"code":"BUG"/.test(stderr.text))
        throw new Error(`${String(argv)}: ${stderr.text}`);
      return { code, stdout: stdout.text, stderr: stderr.text };
    },
  };
  return user;
}

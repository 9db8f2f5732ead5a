// Runs the whole program in-process: argv, streams, clock and home are passed in.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { run } from '../../src/main.js';
import type { Keyring } from '../../src/session/store.js';
import { afterFile } from './cleanup.js';
import { collector } from './streams.js';

interface Given {
  /** What is piped in; nothing is an empty pipe. */
  readonly stdin?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Whether stdin, stdout and stderr are terminals; `columns` is their width. */
  readonly terminal?: boolean;
  readonly columns?: number;
  readonly now?: number;
  readonly signal?: AbortSignal;
  readonly cwd?: string;
  readonly keyring?: () => Promise<Keyring>;
  /** The shortest --interval, milliseconds; a person's own is a second. */
  readonly leastInterval?: number;
}
interface Ran {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}
interface Person {
  readonly home: string;
  run(argv: string | readonly string[], given?: Given): Promise<Ran>;
}

/** The arguments of a line as help prints it, `tuk` left out; what stands in single quotes is one argument. */
export const argvOf = (line: string): string[] =>
  [...line.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, bare]) => quoted ?? bare!).slice(line.startsWith('tuk ') ? 1 : 0);

/** A new home that is removed after the tests of the file. */
export function newHome(): string {
  const home = mkdtempSync(path.join(tmpdir(), 'tuk-test-'));
  afterFile(() => rmSync(home, { recursive: true, force: true }));
  return home;
}

/** A person with a home, a new one unless it is given. A command line given as one string is split at spaces. */
export function person(home = newHome()): Person {
  return {
    home,
    async run(argv, { stdin = '', env = {}, terminal = false, columns = 80, now, signal, cwd = home, keyring, leastInterval = 0 } = {}) {
      const stdout = collector({ isTTY: terminal, columns });
      const stderr = collector({ isTTY: terminal, columns });
      const input = Object.assign(Readable.from(stdin === '' ? [] : [Buffer.from(stdin)]), { isTTY: terminal });
      const world = {
        stdin: input,
        stdout,
        stderr,
        env: { TUK_HOME: home, ...env },
        clock: { now: () => now ?? Date.now() },
        home,
        cwd,
        version: '0.0.0-test',
        leastInterval,
        ...(signal ? { signal } : {}),
        ...(keyring ? { keyring } : {}),
      };
      const code = await run(typeof argv === 'string' ? argv.split(' ').filter(Boolean) : argv, world);
      await Promise.all([stdout, stderr].map((stream) => new Promise<void>((out) => stream.end(out))));
      return { code, stdout: stdout.text, stderr: stderr.text };
    },
  };
}

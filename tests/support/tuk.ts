// The whole program run in-process: argv, streams, clock and home passed in; its own folder for every run or for one test.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { afterAll } from 'vitest';
import { run } from '../../src/main.js';
import type { Keyring } from '../../src/session/keyring.js';
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

const folders: string[] = [];
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

/** A person with a home of their own. A command line given as one string is split at spaces. */
export function person(): Person {
  const home = mkdtempSync(path.join(tmpdir(), 'tuk-test-'));
  folders.push(home);
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

// The world that a command runs in, passed in whole so that tests can pass another.
import type { Keyring } from '../session/store.js';

type Input = NodeJS.ReadableStream & { isTTY?: boolean };
type Output = NodeJS.WritableStream & { isTTY?: boolean; columns?: number };

export interface World {
  readonly stdin: Input;
  readonly stdout: Output;
  readonly stderr: Output;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The wall clock, epoch milliseconds. */
  readonly clock: { now(): number };
  /** The person's home folder. */
  readonly home: string;
  /** The folder that relative file names start from. */
  readonly cwd: string;
  /** Aborted by Ctrl-C, SIGTERM or SIGHUP; its reason is the signal's name. */
  readonly signal?: AbortSignal;
  /** Whether the signal has fired, without making it: that costs a start something. Where it is missing, the signal is asked. */
  readonly stopped?: () => boolean;
  /** The key ring; the system's own where none is given. */
  readonly keyring?: () => Promise<Keyring>;
  /** The shortest pause between two askings that a person may ask for, milliseconds; a second if nothing is said. */
  readonly leastInterval?: number;
  /** The package's version. */
  readonly version: string;
  /** Shows times in a zone from now on; only a process of its own can. */
  readonly inZone?: (name: string) => void;
}

// The exit codes. Scripts rely on them, so none changes its meaning.
import type { Kind } from '../services/http/errors.js';

/** Every exit code with its kind and its meaning; `tuk help exit-codes` prints this table. */
export const exitCodes: readonly (readonly [code: number, word: Kind | 'ok', meaning: string])[] = [
  [0, 'ok', 'done'],
  [1, 'failed', 'a check failed, or a bug in tuk'],
  [2, 'usage', 'a usage error; no change was sent'],
  [3, 'refused', 'the service refused (4xx other than those below)'],
  [4, 'sign-in', 'not signed in, or the session has ended'],
  [5, 'not-found', '404'],
  [6, 'unreachable', 'no response, and nothing can have changed; safe to repeat'],
  [7, 'guarded', 'stopped by a safety rule: a limit, a new recipient, a checksum, a missing --yes or --confirm; nothing was sent'],
  [8, 'pending', 'timed out while waiting'],
  [9, 'local', 'a local failure: session file, lock, key store or disk'],
  [10, 'unknown', 'a call with an effect was sent and its outcome is unknown, or its response contradicts the request'],
  [11, 'server', '5xx, a refused redirect, or an unusable response'],
  [12, 'rate-limited', '429 after all allowed retries'],
  [13, 'ended-badly', 'the awaited operation ended in a bad state'],
  [74, 'output', 'the output could not be written'],
  [130, 'interrupted', 'Ctrl-C (143: SIGTERM, 129: the terminal was closed)'],
];

/** The exit code of a kind of failure. */
export const exitCode = (kind: Kind | 'ok'): number => exitCodes.find(([, word]) => word === kind)?.[0] ?? 1;

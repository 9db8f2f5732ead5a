// The exit codes, which scripts rely on.
import type { Kind } from '../services/http/errors.js';

/** Every exit code with its word and its meaning; `tuk help exit-codes` prints this table. */
export const exitCodes: readonly (readonly [code: number, word: Kind | 'ok', meaning: string])[] = [
  [0, 'ok', 'done'],
  [1, 'failed', 'a check failed, or a bug in tuk'],
  [2, 'usage', 'used wrongly; nothing was sent that changes anything'],
  [3, 'refused', 'the service refused (4xx other than those below)'],
  [4, 'sign-in', 'not signed in, or the session has ended'],
  [5, 'not-found', '404'],
  [6, 'unreachable', 'no answer, and nothing can have changed; safe to repeat'],
  [7, 'guarded', 'stopped by a safety rule of ours: a limit, a new recipient, a checksum, a missing --yes or --confirm; nothing was sent'],
  [8, 'pending', 'not yet: still waiting when the time ran out'],
  [9, 'local', 'session file, lock, key store or disk'],
  [10, 'unknown', 'a call with an effect has left and its outcome is not known, or its answer contradicts the request'],
  [11, 'server', '5xx, a refused redirect, or an answer that cannot be used'],
  [12, 'rate-limited', '429 after the allowed waiting'],
  [13, 'ended-badly', 'what was waited for ended in a bad state'],
  [74, 'output', 'the output could not be written'],
  [130, 'interrupted', 'Ctrl-C (143: SIGTERM, 129: the terminal was closed)'],
];

/** The exit code of a kind of failure. */
export const exitCode = (kind: Kind | 'ok'): number => exitCodes.find(([, word]) => word === kind)?.[0] ?? 1;

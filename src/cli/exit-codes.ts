// The exit codes, which scripts rely on: one for each kind of failure. Data.
import type { Kind } from '../services/http/errors.js';

const byKind: Readonly<Record<Kind | 'ok', readonly [code: number, meaning: string]>> = {
  ok: [0, 'done'],
  failed: [1, 'a check failed, or a bug in tuk'],
  usage: [2, 'used wrongly; nothing was sent that changes anything'],
  refused: [3, 'the service refused (4xx other than those below)'],
  'sign-in': [4, 'not signed in, or the session has ended'],
  'not-found': [5, '404'],
  unreachable: [6, 'no answer, and nothing can have changed; safe to repeat'],
  guarded: [7, 'stopped by a safety rule of ours: a limit, a new recipient, a checksum, a missing --yes or --confirm; nothing was sent'],
  pending: [8, 'not yet: still waiting when the time ran out'],
  local: [9, 'session file, lock, key store or disk'],
  unknown: [10, 'a call with an effect has left and its outcome is not known, or its answer contradicts the request'],
  server: [11, '5xx, a refused redirect, or an answer that cannot be used'],
  'rate-limited': [12, '429 after the allowed waiting'],
  'ended-badly': [13, 'what was waited for ended in a bad state'],
  output: [74, 'the output could not be written'],
  interrupted: [130, 'Ctrl-C (143: SIGTERM, 129: the terminal was closed)'],
};

/** Every exit code with its word and its meaning; `tuk help exit-codes` and docs/commands.md print this table. */
export const exitCodes = Object.entries(byKind).map(([word, [code, meaning]]) => [code, word, meaning] as const);

/** The exit code of a kind of failure. */
export const exitCode = (kind: Kind | 'ok'): number => byKind[kind][0];

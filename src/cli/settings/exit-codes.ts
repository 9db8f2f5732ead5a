// The exit codes, one per kind of failure. Scripts rely on them: none changes its meaning. Data.
import type { Kind } from '../../services/http/errors.js';

const byKind: Readonly<Record<Kind | 'ok', readonly [code: number, meaning: string]>> = {
  ok: [0, 'done'],
  failed: [1, 'a check failed, or a bug in tuk'],
  usage: [2, 'a usage error; no change was sent'],
  refused: [3, 'the service refused (4xx other than those below)'],
  'sign-in': [4, 'not signed in, or the session has ended'],
  'not-found': [5, '404'],
  unreachable: [6, 'no response; nothing has changed, and you can repeat the line'],
  guarded: [
    7,
    'refused by a safety rule: a limit, a new recipient, a checksum, a missing --yes or --confirm; nothing was sent',
  ],
  pending: [8, 'timed out while waiting'],
  local: [9, 'a local failure: session file, lock, key store or disk'],
  unknown: [10, 'a change was sent; its outcome is unknown or contradicts the request'],
  server: [11, '5xx, a refused redirect, an unusable response, or one without a field of --fields'],
  'rate-limited': [12, '429 after all allowed retries'],
  'ended-badly': [13, 'the operation that you waited for failed'],
  partial: [14, 'some changes were made, and others were not'],
  output: [74, 'the output could not be written'],
  interrupted: [130, 'Ctrl-C (143: SIGTERM, 129: the terminal was closed)'],
};

/** Every exit code with its kind and its meaning, for `tuk help exit-codes` and docs/commands/README.md. */
export const exitCodes = Object.entries(byKind).map(([kind, [code, meaning]]) => [code, kind, meaning] as const);

/** The exit code of a kind of failure; 0 for `ok`. */
export const exitCode = (kind: Kind | 'ok'): number => byKind[kind][0];

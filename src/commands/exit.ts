// The exit codes, which scripts rely on, and the one function that explains a failure.
import { Failure, type Kind } from '../services/http/failure.js';
import type { World } from './world.js';

/** Every exit code with its word and its meaning; `tuk help exit-codes` prints this table. */
export const exitCodes: readonly (readonly [code: number, word: Kind | 'ok', meaning: string])[] = [
  [0, 'ok', 'done'],
  [1, 'failed', 'a check failed, or a bug in tuk'],
  [2, 'usage', 'used wrongly; nothing was sent'],
  [3, 'refused', 'the service refused (4xx other than those below)'],
  [4, 'sign-in', 'not signed in, or the session has ended'],
  [5, 'not-found', '404'],
  [6, 'unreachable', 'no answer, and nothing can have changed; safe to repeat'],
  [7, 'guarded', 'stopped by a safety rule of ours'],
  [8, 'pending', 'not yet: still waiting when the time ran out'],
  [9, 'local', 'session file, lock, key store or disk'],
  [10, 'unknown', 'a call with an effect has left and its outcome is not known'],
  [11, 'server', '5xx, a refused redirect, or an answer that cannot be used'],
  [12, 'rate-limited', '429 after the allowed waiting'],
  [13, 'ended-badly', 'what was waited for ended in a bad state'],
  [74, 'output', 'the output could not be written'],
  [130, 'interrupted', 'Ctrl-C (143: SIGTERM)'],
];

/** The exit code of a kind of failure. */
export const exitCode = (kind: Kind | 'ok'): number => exitCodes.find(([, word]) => word === kind)?.[0] ?? 1;

/** Whatever was thrown, as a failure: what is not one of ours is a bug in tuk, named without a stack trace. */
export function asFailure(error: unknown): Failure {
  if (error instanceof Failure) return error;
  const message = error instanceof Error ? error.message : String(error);
  return new Failure('failed', 'BUG', `A bug in tuk: ${message}.`, 'Run the command again with TUK_DEBUG=1 and report what it prints.', {}, error);
}

/**
 * Explains a failure on stderr: a sentence and the next step, or one JSON object.
 * @returns the exit code.
 */
export async function explain(error: unknown, world: World, json: boolean, clean: (text: string) => string = (text) => text): Promise<number> {
  const failure = asFailure(error);
  const code = failure.kind === 'interrupted' && world.signal?.reason === 'SIGTERM' ? 143 : exitCode(failure.kind);
  if (json) {
    const { service, call, status, requestId } = failure.where;
    const { code: word, kind, hint, retryable } = failure;
    const body = { code: word, category: kind, message: failure.message, hint, status, service, call, requestId, retryable, exitCode: code };
    const { escapeForTerminal } = await import('../services/exact.js');
    world.stderr.write(`${escapeForTerminal(clean(JSON.stringify({ error: body })))}\n`);
  } else {
    const { visible } = await import('../ui/present/text.js');
    const lines = [`✗ ${failure.message}`, failure.hint, failure.where.requestId && `request id ${failure.where.requestId}`];
    const shown = lines.filter((line) => line !== undefined && line !== '').map((line, i) => (i === 0 ? '' : '  ') + visible(clean(line!)));
    world.stderr.write(`${shown.join('\n')}\n`);
  }
  if (world.env.TUK_DEBUG && failure.kind === 'failed') world.stderr.write(`${clean(String((failure.cause as Error | undefined)?.stack))}\n`);
  return code;
}

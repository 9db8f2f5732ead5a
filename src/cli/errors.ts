// Prints failures on stderr as text or JSON, and returns their exit codes.

import { bug, Failure } from '../services/http/errors.js';
import { withoutKeys } from '../services/http/may-be-key.js';
import { escapeForTerminal } from '../services/json-text.js';
import type { Redaction } from '../session/redact.js';
import type { Context } from './command.js';
import { exitCode } from './exit-codes.js';
import { hintFor } from './next-command.js';
import type { Note } from './notes.js';
import { notesAsData, sayNotes } from './say-notes.js';
import type { World } from './world.js';

const longest = 600;
const mostShown = 20;
/** Shortens a line. Needs redacted text: half a secret would not be recognised. */
const short = (text: string): string => (text.length > longest ? `${text.slice(0, longest)}…` : text);

/** A sign-in does not replace the token of the environment. */
const tokenVariableHint =
  'The token comes from TUK_TOKEN: set a valid one, or unset it to use the session of the profile.';

/** Prints a failure on stderr: a sentence and the next step, or one JSON object. @returns the exit code */
export async function explain(
  error: unknown,
  world: World,
  json: boolean,
  {
    redact,
    tell,
    dryRun = false,
    profile,
    notes = [],
  }: {
    readonly redact: Pick<Redaction, 'clean'>;
    tell(line: string): void;
    readonly dryRun?: boolean;
    /** The profile that a flag named. */
    readonly profile?: string;
    /** The notes of the run as data. */
    readonly notes?: readonly object[];
  },
): Promise<number> {
  const failure = error instanceof Failure ? error : bug(error);
  const refusals = failure.refusals ?? (dryRun ? [failure] : []);
  // A wrong argument may be a misplaced private key, which no message may repeat.
  const isUsage = [failure, ...refusals].some(({ kind }) => kind === 'usage');
  const repeated = isUsage ? withoutKeys : (text: string) => text;
  const isOfVariable = failure.kind === 'sign-in' && failure.where.status === 401 && Boolean(world.env.TUK_TOKEN);
  const nextStep = (hint: string | undefined) => {
    if (isOfVariable && hint === failure.hint) return tokenVariableHint;
    return hint && repeated(hintFor(hint, profile));
  };
  const code = failure.kind === 'interrupted' ? endedBy(world.signal?.reason) : exitCode(failure.kind);
  if (json) {
    const { service, call, status, requestId, reason, operation, clientRef, look, allowance, revoke } = failure.where;
    const { code: word, kind, hint, retryable } = failure;
    const body = {
      code: word,
      category: kind,
      message: short(repeated(redact.clean(failure.message))),
      reason: reason && short(redact.clean(reason)),
      hint: nextStep(hint),
      refusals:
        failure.refusals === undefined && !dryRun
          ? undefined
          : refusals.map(({ code, message, hint }) => ({
              code,
              message: repeated(message),
              hint: nextStep(hint),
            })),
      operation,
      clientRef,
      look,
      allowance,
      revoke,
      status,
      service,
      call,
      requestId,
      retryable,
      exitCode: code,
    };
    const all = notes.length === 0 ? { error: body } : { error: body, notes };
    tell(escapeForTerminal(redact.clean(JSON.stringify(all))));
  } else {
    const { requestId, look } = failure.where;
    const others = refusals.filter(({ message }) => message !== failure.message);
    const isNew = look !== undefined && !failure.hint?.includes(look);
    const lines = [
      `✗ ${repeated(failure.message)}`,
      nextStep(failure.hint),
      ...others
        .slice(0, mostShown)
        .map(({ message, hint }) => [repeated(message), nextStep(hint)].filter(Boolean).join(' ')),
      others.length > mostShown && `and ${others.length - mostShown} more`,
      isNew && `Command that reads the outcome: ${look}`,
      requestId && `request id ${requestId}`,
    ];
    const code = world.statesCodes && !world.inDialog ? ` (${redact.clean(failure.code)})` : '';
    for (const [at, line] of lines.flatMap((line) => line || []).entries())
      tell(at === 0 ? `${short(redact.clean(line))}${code}` : `  ${short(redact.clean(line))}`);
  }
  if (world.env.TUK_DEBUG && failure.kind === 'failed')
    for (const line of String((failure.cause as Error | undefined)?.stack).split('\n')) tell(redact.clean(line));
  return code;
}

/** The exit code of a run that a signal ended. */
export const endedBy = (signal: unknown): number =>
  signal === 'SIGTERM' ? 143 : signal === 'SIGHUP' ? 129 : exitCode('interrupted');

/**
 * Prints the failure that ended a run. A closed pipe is not a failure; a failed write to stdout is exit 74.
 * @param notes of the run, which precede it
 * @returns the exit code
 */
export async function explainEnd(error: unknown, context: Context, notes: readonly Note[] = []): Promise<number> {
  const { code, syscall } = (error ?? {}) as { code?: string; syscall?: string };
  if (code === 'EPIPE' || code === 'ERR_STREAM_DESTROYED') return 0;
  if (syscall === 'write' && (code === 'ENOSPC' || code === 'EIO' || code === 'EDQUOT')) {
    context.out.writeLine('✗ The output could not be written: no space, or the device failed.');
    return exitCode('output');
  }
  const redact = context.out.redact;
  const { jsonErrors } = context.out;
  if (!jsonErrors && notes.length > 0) sayNotes(notes, context);
  const tell = (line: string) => context.out.writeLine(line);
  const { dryRun = false, profile } = context.flags;
  const data = jsonErrors && notes.length > 0 ? notesAsData(notes, context) : [];
  return explain(error, context.world, jsonErrors, { redact, tell, dryRun, profile, notes: data });
}

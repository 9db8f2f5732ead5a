// Prints failures on stderr as text or JSON, and returns their exit codes.

import { bug, Failure, LocalFailure } from '../../services/http/errors.js';
import { withoutKeys } from '../../services/http/may-be-key.js';
import { escapeForTerminal } from '../../services/json-text.js';
import type { Context } from '../command/command.js';
import type { Note } from '../command/notes.js';
import { exitCode } from '../settings/exit-codes.js';
import { hintIn } from '../settings/next-command.js';
import type { SaidError } from '../settings/world.js';
import { notesAsData, sayNotes } from './say-notes.js';

const longest = 600;
const mostShown = 20;
/** Shortens a line. Needs redacted text: half a secret would not be recognised. */
const short = (text: string): string => (text.length > longest ? `${text.slice(0, longest)}…` : text);

/** A sign-in does not replace the token of the environment. */
const tokenVariableHint =
  'The token comes from TUK_TOKEN: set a valid one, or unset it to use the session of the profile.';

/** A failure as it is printed: redacted, and without what may be a misplaced key. */
interface Printed {
  readonly exit: number;
  /** The members of `error` in JSON. */
  readonly data: SaidError;
  /** The sentences for people. */
  readonly lines: readonly string[];
}

/** What the program says of its own files: they are those of another version, or none fits this machine. This is no bug. */
type OfProgram = Error & { readonly code: 'NO_DATABASE' | 'PROGRAM_REPLACED' };
const isOfProgram = (error: unknown): error is OfProgram =>
  /^(NO_DATABASE|PROGRAM_REPLACED)$/.test(String(Object(error).code));

/** The failure that ended a run, as it is printed. */
export function printedFailure(error: unknown, context: Omit<Context, 'http' | 'session'>): Printed {
  const { world, out, flags } = context;
  const { redact } = out;
  const { dryRun = false } = flags;
  const own = [error, Object(error).cause].find(isOfProgram); // whatever could not be opened for it
  const failure = own ? new LocalFailure(own, own.message) : error instanceof Failure ? error : bug(error);
  const refusals = failure.refusals ?? (dryRun ? [failure] : []);
  // A wrong argument may be a misplaced private key, which no message may repeat.
  const isUsage = [failure, ...refusals].some(({ kind }) => kind === 'usage');
  const repeated = (text: string) => (isUsage ? withoutKeys(redact.clean(text)) : redact.clean(text));
  const isOfVariable = failure.kind === 'sign-in' && failure.where.status === 401 && Boolean(world.env.TUK_TOKEN);
  const nextStep = (hint: string | undefined) => {
    if (isOfVariable && hint === failure.hint) return tokenVariableHint;
    return hint && repeated(hintIn(context, hint));
  };
  const exit = failure.kind === 'interrupted' ? endedBy(world.signal?.reason) : exitCode(failure.kind);
  const { service, call, status, requestId, reason, operation, clientRef, look, allowance, revoke } = failure.where;
  const { code, kind, hint, retryable } = failure;
  const data = {
    code,
    category: kind,
    message: short(repeated(failure.message)),
    reason: reason && short(redact.clean(reason)),
    hint: nextStep(hint),
    refusals:
      failure.refusals === undefined && !dryRun
        ? undefined
        : refusals.map(({ code, message, hint }) => ({ code, message: repeated(message), hint: nextStep(hint) })),
    unsent: failure.isUnsent || undefined,
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
    exitCode: exit,
  };
  const others = refusals.filter(({ message }) => message !== failure.message);
  const isNew = look !== undefined && !hint?.includes(look);
  const stated = world.statesCodes && !world.inDialog ? ` (${redact.clean(code)})` : '';
  const lines = [
    `✗ ${repeated(failure.message)}${failure.isUnsent ? ' Nothing was sent.' : ''}`,
    nextStep(hint),
    ...others
      .slice(0, mostShown)
      .map(({ message, hint }) => [repeated(message), nextStep(hint)].filter(Boolean).join(' ')),
    others.length > mostShown && `and ${others.length - mostShown} more`,
    isNew && `Command that reads the outcome: ${look}`,
    requestId && `request id ${requestId}`,
  ].flatMap((line) => line || []);
  const shown = lines.map((line, at) =>
    at === 0 ? `${short(redact.clean(line))}${stated}` : `  ${short(redact.clean(line))}`,
  );
  const stack =
    world.env.TUK_DEBUG && failure.kind === 'failed' ? String((failure.cause as Error | undefined)?.stack) : '';
  return {
    exit,
    data,
    lines: [...shown, ...(stack === '' ? [] : stack.split('\n').map((line) => redact.clean(line)))],
  };
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
  if (syscall === 'write' && /^(EBADF|EDQUOT|EFBIG|EIO|ENODEV|ENOSPC|ENXIO)$/.test(code ?? '')) {
    context.out.writeLine('✗ The output could not be written: no space, or the device failed.');
    return exitCode('output');
  }
  const { out, world } = context;
  const { exit, data, lines } = printedFailure(error, context);
  if (world.report || out.jsonErrors) {
    const said = { error: data, notes: notes.length === 0 ? undefined : notesAsData(notes, context) };
    const json = out.redact.clean(JSON.stringify(said));
    if (world.report) world.report(JSON.parse(json));
    else out.writeLine(escapeForTerminal(json));
    return exit;
  }
  if (notes.length > 0) sayNotes(notes, context);
  for (const line of lines) out.writeLine(line);
  return exit;
}

// What a look at something gives, and how a list of looks is gone through so that none can spoil the others.
import { Failure } from '../../services/http/errors.js';

/** One row of what `doctor` prints. */
export interface Finding {
  readonly check: string;
  readonly result: 'ok' | 'note' | 'fault';
  readonly says: string;
  /** Milliseconds, where something was measured. */
  readonly latency?: number;
  /** The command, or the act, that mends it. */
  readonly mend?: string;
}
/** A finding of a check, under the check's own name unless it has one of its own. */
export type Found = Omit<Finding, 'check'> & { readonly check?: string };
/** One thing to look at. It changes nothing; what it throws becomes its fault. */
export interface Check<Subject> {
  readonly check: string;
  readonly look: (subject: Subject) => readonly Found[] | Promise<readonly Found[]>;
}

/** It is as it should be. */
export const ok = (says: string): Found => ({ result: 'ok', says });
/** Nothing is wrong with it, but a person should know. */
export const note = (says: string, mend?: string): Found => ({ result: 'note', says, ...(mend === undefined ? {} : { mend }) });
/** It is wrong, and what mends it. */
export const fault = (says: string, mend?: string): Found => ({ result: 'fault', says, ...(mend === undefined ? {} : { mend }) });

/** A failure as a fault: its sentence, and its own next step unless a better one is known. */
export function faultOf(error: unknown, mend?: string): Found {
  if (error instanceof Failure) return fault(error.message, mend ?? error.hint);
  return fault(`It cannot be looked at: ${error instanceof Error ? error.message : String(error)}.`, mend);
}

/** Goes through the checks one after the other. */
export async function lookAt<Subject>(checks: readonly Check<Subject>[], subject: Subject): Promise<Finding[]> {
  const rows: Finding[] = [];
  for (const { check, look } of checks) {
    const found = await (async () => look(subject))().catch((error: unknown) => [faultOf(error)]);
    rows.push(...found.map((one) => ({ check, ...one })));
  }
  return rows;
}

/** A path as a POSIX shell takes it, for commands that a person copies. */
export const shellWord = (text: string): string => (/^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`);

// Defines the findings of `tuk doctor` and runs a list of checks so that a failing check does not stop the others.
import { Failure } from '../../services/http/errors.js';

/** One row of the output of `tuk doctor`. */
export interface Finding {
  readonly check: string;
  readonly result: 'ok' | 'note' | 'fault';
  readonly says: string;
  /** Milliseconds, where a request was measured. */
  readonly latency?: number;
  /** The command or action that fixes it. */
  readonly mend?: string;
}
/** A finding of a check; it has the name of the check unless it names its own. */
export type CheckResult = Omit<Finding, 'check'> & { readonly check?: string };
/** A check. It changes nothing; an error becomes a finding of the kind `fault`. */
export interface Check<Subject> {
  readonly check: string;
  readonly run: (subject: Subject) => readonly CheckResult[] | Promise<readonly CheckResult[]>;
}

/** A finding without a problem. */
export const ok = (message: string): CheckResult => ({ result: 'ok', says: message });
/** A finding that is not a problem but worth knowing. */
export const note = (message: string, remedy?: string): CheckResult => ({
  result: 'note',
  says: message,
  ...(remedy === undefined ? {} : { mend: remedy }),
});
/** A problem, with its remedy. */
export const fault = (message: string, remedy?: string): CheckResult => ({
  result: 'fault',
  says: message,
  ...(remedy === undefined ? {} : { mend: remedy }),
});

/** Turns an error into a fault: its message, and its hint unless a better remedy is known. */
export function faultOf(error: unknown, remedy?: string): CheckResult {
  if (error instanceof Failure) return fault(error.message, remedy ?? error.hint);
  return fault(`The check failed: ${error instanceof Error ? error.message : String(error)}.`, remedy);
}

/** Runs the checks one after the other. */
export async function runChecks<Subject>(checks: readonly Check<Subject>[], subject: Subject): Promise<Finding[]> {
  const rows: Finding[] = [];
  for (const { check, run: look } of checks) {
    const results = await (async () => look(subject))().catch((error: unknown) => [faultOf(error)]);
    rows.push(...results.map((one) => ({ check, ...one })));
  }
  return rows;
}

/** Quotes a path for a POSIX shell, for commands to copy. */
export const shellWord = (text: string): string => (/^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`);

// The result of a look-up of an operation, with the reason for no conclusion.

import { findCall } from '../../services/catalogue/index.js';
import { quoted } from '../../services/command-line.js';
import { asText, type Row } from '../../services/json-value.js';
import { lookCommands } from '../../things/operations.js';
import { parseRequestFields } from '../facts/request-fields.js';
import type { Operation } from '../ledger/operation.js';
import type { RowReading, RowStatus } from './row.js';

/**
 * The service's record of an operation. `why`: the reason for no conclusion, as a part of a sentence; missing if no
 * row is similar.
 */
export type LookUpResult =
  /** Its row and status, and the compared facts. */
  | ({ readonly kind: 'seen'; readonly row: Row; readonly compared: readonly string[] } & RowStatus)
  /** A row with its id that contradicts it. `isOther`: the row has another id, and says nothing of it. */
  | { readonly kind: 'contradicts'; readonly row: Row; readonly why: string; readonly isOther?: true }
  /**
   * Several rows that may be it, or a row that may be another operation's. `isOfOthers`: as many other operations are
   * done, so perhaps no row is it.
   */
  | { readonly kind: 'ambiguous'; readonly rows: readonly Row[]; readonly why: string; readonly isOfOthers: boolean }
  /** A similar row that lacks facts. */
  | { readonly kind: 'partial'; readonly rows: readonly Row[]; readonly why: string }
  /** A row with the same effect and without an id of it: one like it. */
  | ({ readonly kind: 'like'; readonly rows: readonly Row[]; readonly why: string } & Pick<RowStatus, 'status'>)
  /**
   * No row is known to be it. `conclusive`: the list is complete, reaches back beyond it, and no row may be it. `rows`:
   * similar rows with other times, without an amount, or with another fact. `failure`: the response is not evidence, as
   * the end of a sentence.
   */
  | {
      readonly kind: 'absent';
      readonly conclusive: boolean;
      readonly rows?: readonly Row[];
      readonly why?: string;
      readonly failure?: string;
    };

/** The result of a look-up that found the row of the operation. */
export type SeenResult = LookUpResult & { kind: 'seen' };

/** The response proves nothing: the operation may exist. @param failure the reason, as the end of a sentence */
export const noEvidence = (failure: string): LookUpResult => ({
  kind: 'absent',
  conclusive: false,
  failure,
  why: `the answer is not evidence: ${failure}`,
});

/** A row that was found by its facts alone proves nothing of an operation, unless the balance does. */
export const isOneLike = ({ compared }: SeenResult): boolean =>
  compared.length > 0 && !compared.includes('id') && !compared.includes('balance');
/** @param lookedUp the row with the same facts */
export const oneLike = ({ row, status, compared, unread }: SeenResult): LookUpResult & { kind: 'like' } => ({
  kind: 'like',
  rows: [row],
  status,
  why: `one like it${status === undefined ? '' : `, ${status},`} has the same ${compared.join(', ')}, but no id of it${unread === undefined ? '' : `; ${unread}`}`,
});

/** @param done the number of other operations, known to be done, that the rows may be */
export const ambiguous = (of: readonly RowReading[], done: number): LookUpResult => ({
  kind: 'ambiguous',
  rows: of.map(({ row }) => row),
  isOfOthers: done >= of.length,
  why:
    of.length === 1
      ? `the row that fits${timesOf(of)} may be that of another operation`
      : `${of.length} rows fit${timesOf(of)}, and any of them may be it`,
});
/**
 * A row that fits, but lacks facts, or states one that cannot be compared.
 * @param fitting the equal facts
 * @param missing the facts that it lacks, as keys of `lacking`
 * @param unlike the fact that cannot be compared, as the end of a sentence
 */
export function partial(
  of: readonly RowReading[],
  fitting: readonly string[],
  missing: readonly string[],
  unlike?: string,
): LookUpResult {
  const lacks = missing.length === 0 ? unlike : missing.map((fact) => lacking[fact]).join(', and ');
  return {
    kind: 'partial',
    rows: of.map(({ row }) => row),
    why: `the row that fits${timesOf(of)} has the same ${fitting.join(', ')}, but ${lacks}`,
  };
}
/** The facts that a row lacks, as a part of a sentence. */
const lacking: Readonly<Record<string, string>> = {
  recipient: 'does not name the recipient',
  unit: 'does not name the unit',
  kind: 'does not say of what kind it is',
  time: 'its time does not fit',
};
const maxTimes = 3;
/** The known times of rows in parentheses, at most three, in ISO 8601; empty if no time is known. */
export function timesOf(of: readonly RowReading[]): string {
  const times = of.flatMap(({ at }) => (at === undefined || Math.abs(at) > maxDate ? [] : new Date(at).toISOString()));
  const visible = [...times.slice(0, maxTimes), ...(times.length > maxTimes ? ['…'] : [])];
  return visible.length === 0 ? '' : ` (${visible.join(', ')})`;
}
const maxDate = 8.64e15; // milliseconds

// The command that shows the outcome of a transfer whose response was lost.

type RecordedOperation = Pick<Operation, 'profile' | 'service' | 'call' | 'url' | 'body'>;

/** The profile's field names, and the function that completes a command line. */
interface RecoveryDependencies {
  readonly fieldNames: Readonly<Record<string, string>>;
  readonly nextCommand: (line: string, profile?: string) => string;
}

/** The command line that reads the outcome of an operation, in its profile, if there is one. */
export const recoveryCommand = async (
  operation: RecordedOperation & { readonly id?: string },
  deps: RecoveryDependencies,
): Promise<string | undefined> =>
  operation.service === 'chain'
    ? operation.id && deps.nextCommand(`tuk wallet tx resume ${operation.id}`, operation.profile)
    : findCommand(operation, deps).catch(() => undefined); // a hint about a failure must not replace it

async function findCommand(
  { profile, service, call: name, url, body }: RecordedOperation,
  { fieldNames, nextCommand }: RecoveryDependencies,
): Promise<string | undefined> {
  const call = await findCall(service, name);
  if (!call) return undefined;
  const requestFields = await parseRequestFields(call, { url, body }, fieldNames);
  for (const line of lookCommands(service, name)) {
    const names = [...line.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!);
    const values = names.map((name) => [name, asText(requestFields.paramValue(name))] as const);
    if (values.some(([, value]) => /^(-|$)/.test(value))) continue;
    const words = new Map(values);
    return nextCommand(`tuk ${line.replace(/\{(\w+)\}/g, (_, name) => quoted(words.get(name)!))}`, profile);
  }
  return undefined;
}

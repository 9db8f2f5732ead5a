// The read that shows the state of an operation, with its parameters from the record.

import type { Call } from '../../services/catalogue/define.js';
import { findCall, type ServiceName } from '../../services/catalogue/index.js';
import type { StatusList } from '../../services/catalogue/statuses.js';
import { Failure } from '../../services/http/errors.js';
import { partsOf } from '../../things/call-name.js';
import type { StateRead } from '../../things/operation.js';
import { stateReads } from '../../things/operations.js';
import { parseRequestFields } from '../facts/request-fields.js';
import { mayHaveEffect, type Operation } from '../ledger/operation.js';
import { findIn } from './find-row.js';
import type { LookUpResult } from './look-up-result.js';
import { mayShare, otherCandidateOf, recordOf, sentAt } from './other-candidates.js';
import { amountOf, hasId, idsOf, type OperationRecord, sourceValue } from './row.js';

export interface PreparedLookUp {
  readonly service: ServiceName;
  readonly call: string;
  readonly statusList: StatusList;
  readonly read: StateRead;
  readonly params: Readonly<Record<string, string>>;
  /** The ids that a row of the operation has, as far as they are known. */
  readonly ids: readonly string[];
  /** Whether operations of a call may be other ones that a row shows. */
  readonly isCandidate: (service: string, call: string) => boolean;
  /**
   * Finds the operation in the response of the read.
   * @param operations other operations of the rows
   * @param now epoch milliseconds
   * @param clockAhead the offset of the service's clock, milliseconds, for operations without a recorded service time
   */
  readonly find: (text: string, operations: readonly Operation[], now: number, clockAhead?: number) => LookUpResult;
}

/**
 * Prepares the read for the state of an operation; undefined if no endpoint shows it, or nothing that identifies it was
 * recorded.
 * @param fieldNames the profile's names of fields that are not public
 */
export async function prepareLookUp(
  operation: Operation,
  fieldNames: Readonly<Record<string, string>>,
): Promise<PreparedLookUp | undefined> {
  return (await lookUpsOf(operation, fieldNames)).find(({ read }) => !read.onlyCompared);
}

/** The reads that can show an operation, the best first. @param by only the reads of this call */
async function lookUpsOf(
  operation: Operation,
  fieldNames: Readonly<Record<string, string>>,
  by?: string,
): Promise<readonly PreparedLookUp[]> {
  const call = await findCall(operation.service, operation.call);
  if (!call) return [];
  const requestFields = await requestFieldsOf(call, operation, fieldNames);
  const record: OperationRecord = { ...recordOf(operation, 0), requestFields };
  const { statusList, reads } = stateReads(operation.service, operation.call);
  return reads.flatMap((read): PreparedLookUp[] => {
    if (by !== undefined && read.call !== by) return [];
    const params = paramsOf(read, record);
    if (!params || (read.isList && !hasId(read, record) && !amountOf(record))) return [];
    const find: PreparedLookUp['find'] = (text, operations, now, clockAhead = 0) => {
      const otherCandidates = operations
        .filter(({ id, outcome }) => id !== operation.id && mayHaveEffect(outcome))
        .flatMap((otherCandidate) => otherCandidateOf(otherCandidate, operation, read, clockAhead));
      return findIn(text, {
        read,
        statusList,
        record: { ...record, sentAt: sentAt(operation, clockAhead) },
        otherCandidates,
        now,
      });
    };
    const isCandidate = (service: string, name: string) => mayShare({ service, call: name }, operation, read);
    return [{ ...partsOf(read.call), statusList, read, params, ids: idsOf(read, record), isCandidate, find }];
  });
}

/**
 * What the response of a read says otherwise of an operation than was confirmed, if it shows the operation by its id.
 * @param texts JSON: of each row of a list, or of the one thing
 * @param by the call of the read, as `service call`
 */
export async function contradictionIn(
  texts: readonly string[],
  by: string,
  operation: Operation,
  fieldNames: Readonly<Record<string, string>>,
): Promise<Extract<LookUpResult, { kind: 'contradicts' }> | undefined> {
  for (const { find, read, ids } of await lookUpsOf(operation, fieldNames, by)) {
    const named = read.isList ? texts.filter((text) => ids.some((id) => text.includes(id))) : texts;
    const lookedUp = named.length > 0 && find(read.isList ? `[${named.join(',')}]` : named[0]!, [], 0);
    if (lookedUp && lookedUp.kind === 'contradicts' && !lookedUp.isOther) return lookedUp;
  }
  return undefined;
}

/**
 * The id of an operation's subject, in its response or its request: the order of a payment, the withdrawal.
 * @param fieldNames the profile's names of fields that are not public
 */
export async function subjectOf(
  operation: Operation,
  fieldNames: Readonly<Record<string, string>>,
): Promise<string | undefined> {
  const sources = stateReads(operation.service, operation.call).reads.flatMap(({ ids = [] }) =>
    ids.flatMap((id) => id.sources),
  );
  if (sources.length === 0) return undefined;
  const call = await findCall(operation.service, operation.call);
  const asksRequest = call !== undefined && sources.some((source) => 'request' in source);
  const requestFields = asksRequest ? await requestFieldsOf(call, operation, fieldNames) : undefined;
  const record = { ...recordOf(operation, 0), requestFields };
  return sources.map((source) => sourceValue(source, record)).find((value) => value !== undefined);
}

/** The fields of the recorded request; undefined if it is redacted or unreadable. */
const requestFieldsOf = (call: Call, operation: Operation, fieldNames: Readonly<Record<string, string>>) =>
  parseRequestFields(call, operation, fieldNames).catch((error: unknown) => {
    if (error instanceof Failure || error instanceof SyntaxError) return undefined;
    throw error;
  });

function paramsOf({ params = {} }: StateRead, record: OperationRecord): Record<string, string> | undefined {
  const values = Object.entries(params).map(([name, source]) => [name, sourceValue(source, record)] as const);
  return values.some(([, value]) => value === undefined) ? undefined : Object.fromEntries(values as [string, string][]);
}

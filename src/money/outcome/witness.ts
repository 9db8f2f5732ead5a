// The history of an account is a witness beside the ledger: a restored or copied folder, or a new one, does not know what
// the account has sent since. Before a reference counts as new, the newest rows of the list that shows operations of its
// kind are compared with the ledger: one with the same effect may be the transfer of the reference
// (docs/decisions/2026-11-29-witnesses-of-services.md).

import { kebab } from '../../services/catalogue/define.js';
import { classOf } from '../../services/catalogue/statuses.js';
import { counted } from '../../services/counted.js';
import { rowsIn } from '../../services/decode/rows.js';
import { Failure, LocalFailure } from '../../services/http/errors.js';
import { asText, isNothing, type Row, valueAt } from '../../services/json-value.js';
import { parsedIfJson } from '../../services/lossless-number.js';
import { partsOf } from '../../things/call-name.js';
import type { StateRead } from '../../things/operation.js';
import { declaredResponse, operationName, stateReads } from '../../things/operations.js';
import type { RequestFields } from '../facts/request-fields.js';
import type { Ledger } from '../ledger/ledger.js';
import { dayLength, type Intent, mayHaveEffect, type Operation, type RecordedFacts } from '../ledger/operation.js';
import { bindingTo, isAt } from '../ledger/owner.js';
import type { PolicyDependencies } from '../verdict/dependencies.js';
import { appearsWithin, mayBeOf, mayShare, type Rival, recordOf } from './rivals.js';
import {
  idsOf,
  madeAt,
  namesAll,
  type OperationRecord,
  type RowReading,
  readRow,
  signOf,
  sourceValue,
  statusOf,
} from './row.js';
import { timesOf } from './sighting.js';

type Dependencies = Pick<PolicyDependencies, 'read' | 'clock' | 'clockAhead' | 'nextCommand'>;
/** What the witness shows: a note for the person, and the record of it for the moment of the sending. */
export interface Witnessed {
  readonly note?: string;
  readonly record: () => void;
}

/** Begins the read of the list that shows operations of a call; undefined if none does. */
export function readHistory(
  { service, name }: { readonly service: string; readonly name: string },
  requestFields: RequestFields,
  { read }: Pick<Dependencies, 'read'>,
): (() => Promise<History>) | undefined {
  const list = stateReads(service, name).reads.find(({ isList }) => isList === true);
  if (list === undefined) return undefined;
  const record = { requestFields } as OperationRecord;
  const params = Object.entries(list.params ?? {}).map(([key, source]) => [key, sourceValue(source, record)] as const);
  if (params.some(([, value]) => value === undefined)) return undefined;
  const of = partsOf(list.call);
  const response = read(of.service, of.call, Object.fromEntries(params), { patient: true });
  response.catch(() => {}); // whoever waits for it gets its failure
  return async () => {
    try {
      return { list, rows: rowsIn(parsedIfJson((await response).text))?.rows };
    } catch (error) {
      if (!(error instanceof Failure) || /^(interrupted|sign-in|local)$/.test(error.kind)) throw error;
      return { list, rows: undefined, why: error.message, isMissing: error.kind === 'not-found' };
    }
  };
}
/** The rows of a list; undefined if they cannot be read. */
interface History {
  readonly list: StateRead;
  readonly rows: readonly Row[] | undefined;
  readonly why?: string;
  /** The service does not have the list. */
  readonly isMissing?: boolean;
}

/**
 * Compares the history of an account with the ledger for a transfer whose reference the ledger does not have.
 * @param despite the ids of rows that the person knows to be other transfers
 * @throws {LocalFailure} SENT_ELSEWHERE for a row with the same effect that the ledger does not have, since the
 * last witness or within a day; NOT_SEEN_ELSEWHERE if the rows cannot be read
 */
export async function witnessed(
  { list, rows, why = 'The response is not a list.', isMissing = false }: History,
  transfer: { readonly intent: Intent; readonly recorded: RecordedFacts; readonly requestFields: RequestFields },
  despite: readonly string[],
  ledger: Ledger | undefined,
  { clock, clockAhead, nextCommand }: Dependencies,
): Promise<Witnessed> {
  const { intent, recorded, requestFields } = transfer;
  const what = operationName(intent.service, intent.call);
  const seen = await ledger?.witness(intent, list.call);
  if (isMissing && seen === undefined) return { record: async () => {} };
  const unread = (reason: string) =>
    new LocalFailure(
      'NOT_SEEN_ELSEWHERE',
      `What the account has sent elsewhere cannot be read (${list.call}), and --client-ref ${intent.ref} may have been used for it. ${reason}`,
      `Try again when it can be read. Without --client-ref it is sent: then look first whether it was done.`,
    );
  if (rows === undefined) throw unread(why);
  const now = clock.now() + (clockAhead(intent.url) ?? 0);
  const operation: Operation = {
    ...intent,
    ...recorded,
    id: '',
    at: new Date(now).toISOString(),
    pid: 0,
    outcome: 'sending',
  };
  const record: OperationRecord = { ...recordOf(operation, 0), requestFields, sentAt: now };
  const { sign } = list.row;
  const { statusList } = stateReads(intent.service, intent.call);
  const isSigned = sign !== undefined && rows.some((row) => signOf(row, list) === 'out');
  const effective = rows
    .filter((row) => !isSigned || (signOf(row, list) ?? sign) === sign)
    .filter((row) => classOf(statusList, statusOf(row, list, statusList).status) !== 'bad'); // it has no effect
  const { amount } = list.row;
  if (amount !== undefined && rows.length > 0 && rows.every((row) => isNothing(valueAt(row, amount))))
    throw unread('No row of the list has an amount.');
  const [dayAgo, seenAt] = [now - dayLength, seen && Date.parse(seen.at)];
  const isAfter = ({ at, row }: RowReading) =>
    seenAt !== undefined && (at === undefined || at > seenAt || (at === seenAt && idOf(row, list) !== seen!.row));
  const isNew = (reading: RowReading) => reading.at === undefined || reading.at >= dayAgo || isAfter(reading);
  const since = Math.min(dayAgo, seenAt ?? now) - appearsWithin;
  const elsewhere = (await withoutOwn(effective, list, record, since, ledger)).filter(isNew);
  // a list with a field for the recipient has rows that name none: a purchase, a reward
  const isWhole = ({ row }: RowReading) => namesAll(row, list);
  const { toNames = [], kind } = list.row;
  const stated = [...toNames, ...(kind ? [kind.at] : [])];
  const statesThem = rows.some((row) => stated.some((path) => valueAt(row, path) !== undefined));
  const equal = elsewhere.find(
    (reading) => isLike(reading) && (isWhole(reading) || !statesThem) && !despite.includes(idOf(reading.row, list)),
  );
  if (equal !== undefined) {
    const [id, of] = [idOf(equal.row, list), partsOf(list.call)];
    const likeness = equal.missing.length === 0 && equal.unlike === undefined ? 'equal to' : 'like';
    throw new LocalFailure(
      'SENT_ELSEWHERE',
      `The account has a ${what} ${likeness} this one that the ledger does not have${timesOf([equal])}: ${id}. --client-ref ${intent.ref} may be that one.`,
      `Compare: ${nextCommand(`tuk api ${of.service} ${kebab(of.call)}`)}. If this is another one, add to its line: --despite ${id}`,
    );
  }
  const times = effective.flatMap((row) => {
    const at = madeAt(row, list);
    return at === undefined ? [] : [{ at, row: idOf(row, list) }];
  });
  const newest = times.reduce<{ at: number; row: string } | undefined>(
    (most, one) => (most && most.at >= one.at ? most : one),
    undefined,
  );
  const ahead = elsewhere.filter((reading) => seen === undefined || isAfter(reading)).length;
  const reachesBack = seenAt === undefined || rows.some((row) => (madeAt(row, list) ?? now) <= seenAt);
  if (list.complete === true && ahead > 0 && !reachesBack)
    throw unread('The list does not reach back to what this ledger has seen of it.');
  return {
    note:
      ahead === 0
        ? undefined
        : `The account has ${counted(ahead, 'newer entry', 'newer entries')} of a ${what} that this ledger does not have. tuk does not know if one of them equals yours.`,
    record: async () =>
      newest &&
      (await ledger?.recordWitness(intent, list.call, { row: newest.row, at: new Date(newest.at).toISOString() })),
  };
}

/** Whether a row has the amount, and nothing that contradicts. */
const isLike = ({ other, same }: RowReading): boolean => other === undefined && same.includes('amount');
const idOf = (row: Row, { row: { id = 'id' } }: StateRead): string => asText(valueAt(row, id));

/**
 * The rows that are no operation of the ledger: each operation has at most one row, by its id, else by its facts and
 * its time; one that is done also by its facts alone, since the service may state times in its own way.
 * @param since what is older is left out, epoch milliseconds
 */
async function withoutOwn(
  all: readonly Row[],
  list: StateRead,
  record: OperationRecord,
  since: number,
  ledger: Ledger | undefined,
): Promise<readonly RowReading[]> {
  const intent = record.operation;
  const isOfList = (service: string, call: string) => mayShare({ service, call }, intent, list);
  const own = ((await ledger?.operationsOf(intent, since, since)) ?? [])
    .filter((one) => isOfList(one.service, one.call) && bindingTo(intent, one) !== 'other' && isAt(intent, one))
    .map((operation) => ({
      record: recordOf(operation, 0),
      reads: stateReads(operation.service, operation.call).reads.filter((read) => read.call === list.call),
    }))
    .filter(({ record }) => record.sentAt >= since);
  const rows = all.filter((row) => (madeAt(row, list) ?? since) >= since);
  const byId = new Map(own.flatMap((one) => idsOfRival(one, list).map((id) => [id, one] as const)));
  const named = rows.map((row) => idsOfRow(row, list).flatMap((id) => byId.get(id) ?? [])[0]);
  const taken = new Set(named);
  const unclaimed = (left: readonly RowReading[], mayBe: (one: Rival, reading: RowReading) => boolean) =>
    left.filter((reading) => {
      const rival = own.find((one) => !taken.has(one) && mayBe(one, reading));
      if (rival) taken.add(rival);
      return rival === undefined;
    });
  const others = unclaimed(
    rows.filter((_, at) => named[at] === undefined).map((row) => readRow(row, list, record)),
    (one, reading) => mayHaveEffect(one.record.operation.outcome) && mayBeOf(one, reading),
  );
  return unclaimed(
    others,
    ({ record, reads }, { row }) =>
      record.operation.outcome === 'done' && reads.some((read) => isLike(readRow(row, read, record))),
  );
}
const idsOfRow = (row: Row, list: StateRead): readonly string[] =>
  [list.row.id ?? 'id', ...(list.ids ?? []).flatMap((id) => id.row)].flatMap((at) => asText(valueAt(row, at)) || []);
function idsOfRival({ record, reads }: Rival, { row: { id = 'id' } }: StateRead): readonly string[] {
  const { operation, found, response } = record;
  const own = declaredResponse(operation.service, operation.call)?.id ?? 'id';
  const stored = [valueAt(found, id), valueAt(response, 'id'), valueAt(response, own)].flatMap(
    (value) => asText(value) || [],
  );
  return [...stored, ...reads.flatMap((read) => idsOf(read, record))];
}

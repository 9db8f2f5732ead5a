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
import { timesOf } from './look-up-result.js';
import { appearsWithin, fits, mayBeOf, mayShare, type OtherCandidate, recordOf } from './other-candidates.js';
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

type Dependencies = Pick<PolicyDependencies, 'read' | 'clock' | 'clockAhead' | 'nextCommand' | 'batch'>;
/** Computes what is the same for all rows of a batch once: nothing changes while they are checked. */
const once = <T>(
  { batch }: Pick<Dependencies, 'batch'>,
  key: readonly unknown[],
  make: () => Promise<T>,
): Promise<T> => (batch ? batch.memo(JSON.stringify(['witness', ...key]), make) : make());
/** What the witness shows: a note for the person, and the record of it for the moment of the sending. */
export interface Witnessed {
  readonly note?: string;
  readonly record: () => void;
}

/** Begins the read of the list that shows operations of a call; undefined if none does. */
export function readHistory(
  { service, name }: { readonly service: string; readonly name: string },
  requestFields: RequestFields,
  { profile, origin, account }: Intent,
  { read, batch }: Pick<Dependencies, 'read' | 'batch'>,
): (() => Promise<History>) | undefined {
  const list = stateReads(service, name).reads.find(({ isList }) => isList === true);
  if (list === undefined) return undefined;
  const record = { requestFields } as OperationRecord;
  const params = Object.entries(list.params ?? {}).map(([key, source]) => [key, sourceValue(source, record)] as const);
  if (params.some(([, value]) => value === undefined)) return undefined;
  const of = partsOf(list.call);
  const key = [profile, origin, account, list.call, params];
  const history = once({ batch }, key, async (): Promise<History> => {
    try {
      const response = await read(of.service, of.call, Object.fromEntries(params), { patient: true });
      return { list, key, rows: rowsIn(parsedIfJson(response.text))?.rows };
    } catch (error) {
      if (!(error instanceof Failure) || /^(interrupted|sign-in|local)$/.test(error.kind)) throw error;
      return { list, key, rows: undefined, why: error.message, isMissing: error.kind === 'not-found' };
    }
  });
  history.catch(() => {}); // whoever waits for it gets its failure
  return () => history;
}
/** The rows of a list; undefined if they cannot be read. */
interface History {
  readonly list: StateRead;
  /** Whose list it is, and with which parameters. */
  readonly key: readonly unknown[];
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
  { list, key, rows, why = 'The response is not a list.', isMissing = false }: History,
  transfer: { readonly intent: Intent; readonly recorded: RecordedFacts; readonly requestFields: RequestFields },
  despite: readonly string[],
  ledger: Ledger | undefined,
  { clock, clockAhead, nextCommand, batch }: Dependencies,
): Promise<Witnessed> {
  const { intent, recorded, requestFields } = transfer;
  const what = operationName(intent.service, intent.call);
  const seen = await ledger?.witness(intent, list.call);
  if (isMissing && seen === undefined) return { record: async () => {} };
  const unread = (reason: string, first = 'Try again when it can be read') =>
    new LocalFailure(
      'NOT_SEEN_ELSEWHERE',
      `What the account has sent elsewhere cannot be read (${list.call}), and --client-ref ${intent.ref} may have been used for it. ${reason}`,
      `${first}. Without --client-ref it is sent: then look first whether it was done.`,
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
  const [dayAgo, seenAt] = [now - dayLength, seen && Date.parse(seen.at)];
  const isAfter = ({ at, row }: RowReading) =>
    seenAt !== undefined && (at === undefined || at > seenAt || (at === seenAt && idOf(row, list) !== seen!.row));
  const isNew = (reading: RowReading) => reading.at === undefined || reading.at >= dayAgo || isAfter(reading);
  const since = Math.min(dayAgo, seenAt ?? now) - appearsWithin;
  const left = await once({ batch }, [...key, intent.service, intent.call], () =>
    withoutNamed(rows, list, intent, since, ledger),
  );
  if (left.isWithoutAmounts)
    throw unread('No row of the list has an amount that tuk knows.', `A map names it: ${nextCommand('tuk learn')}`);
  const elsewhere = withoutOwn(left, list, record).filter(isNew);
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
      left.newest &&
      (await ledger?.recordWitness(intent, list.call, {
        row: idOf(left.newest.row, list),
        at: new Date(left.newest.at).toISOString(),
      })),
  };
}

/** Whether a row has the amount, and nothing that contradicts. */
const isLike = ({ other, same }: RowReading) => other === undefined && same.includes('amount');
const idOf = (row: Row, { row: { id = 'id' } }: StateRead) => asText(valueAt(row, id));

/** The rows of a list that have an effect and are no operation of the ledger, and the operations that no row is. */
interface Left {
  readonly rows: readonly Row[];
  readonly own: readonly OtherCandidate[];
  /** The newest row with an effect. */
  readonly newest: { readonly at: number; readonly row: Row } | undefined;
  readonly isWithoutAmounts: boolean;
}
/** Without the rows that are an operation, each the first of `own` that `mayBe` it, and without these operations. */
function withoutPairs<T>(
  rows: readonly T[],
  own: readonly OtherCandidate[],
  mayBe: (one: OtherCandidate, row: T) => boolean,
): { readonly rows: readonly T[]; readonly own: readonly OtherCandidate[] } {
  const taken = new Set<OtherCandidate>();
  const left = rows.filter((row) => {
    const otherCandidate = own.find((one) => !taken.has(one) && mayBe(one, row));
    if (otherCandidate) taken.add(otherCandidate);
    return otherCandidate === undefined;
  });
  return { rows: left, own: own.filter((one) => !taken.has(one)) };
}

/**
 * The rows that are no operation of the ledger by their ids, or by all facts that the list has and their time.
 * @param since what is older is left out, epoch milliseconds
 */
async function withoutNamed(
  stated: readonly Row[],
  list: StateRead,
  intent: Intent,
  since: number,
  ledger: Ledger | undefined,
): Promise<Left> {
  const { sign, amount } = list.row;
  const { statusList } = stateReads(intent.service, intent.call);
  const isSigned = sign !== undefined && stated.some((row) => signOf(row, list) === 'out');
  const timed = stated
    .filter((row) => !isSigned || (signOf(row, list) ?? sign) === sign)
    .filter((row) => classOf(statusList, statusOf(row, list, statusList).status) !== 'bad') // it has no effect
    .map((row) => ({ row, at: madeAt(row, list) }));
  const isOfList = (service: string, call: string) => mayShare({ service, call }, intent, list);
  const own = ((await ledger?.operationsOf(intent, since, since)) ?? [])
    .filter((one) => isOfList(one.service, one.call) && bindingTo(intent, one) !== 'other' && isAt(intent, one))
    .map((operation) => ({
      record: recordOf(operation, 0),
      reads: stateReads(operation.service, operation.call).reads.filter((read) => read.call === list.call),
    }))
    .filter(({ record }) => record.sentAt >= since);
  const rows = timed.flatMap(({ row, at = since }) => (at >= since ? [row] : []));
  const byId = new Map(own.flatMap((one) => idsOfOther(one, list).map((id) => [id, one] as const)));
  const named = rows.map((row) => idsOfRow(row, list).flatMap((id) => byId.get(id) ?? [])[0]);
  const taken = new Set(named);
  const left = withoutPairs(
    rows.filter((_, at) => named[at] === undefined),
    own.filter((one) => !taken.has(one)),
    ({ record, reads }, row) =>
      hasEffect(record) && reads.some((read) => namesAll(row, read) && isIt(row, read, record)),
  );
  const newest = timed.reduce<Left['newest']>(
    (most, { row, at }) => (at === undefined || (most && most.at >= at) ? most : { row, at }),
    undefined,
  );
  const isWithoutAmounts =
    amount !== undefined && stated.length > 0 && stated.every((row) => isNothing(valueAt(row, amount)));
  return { ...left, newest, isWithoutAmounts };
}
/**
 * The rows that are no operation of the ledger: each operation has at most one row; one that is done also by its facts
 * alone, since the service may state times in its own way.
 */
function withoutOwn({ rows, own }: Left, list: StateRead, record: OperationRecord): readonly RowReading[] {
  const readings = rows.map((row) => readRow(row, list, record));
  const left = withoutPairs(readings, own, (one, reading) => hasEffect(one.record) && mayBeOf(one, reading));
  return withoutPairs(
    left.rows,
    left.own,
    ({ record, reads }, { row }) =>
      record.operation.outcome === 'done' && reads.some((read) => isLike(readRow(row, read, record))),
  ).rows;
}
const hasEffect = ({ operation }: OperationRecord) => mayHaveEffect(operation.outcome);
const isIt = (row: Row, read: StateRead, record: OperationRecord) => fits(readRow(row, read, record), read, record);
const idsOfRow = (row: Row, list: StateRead): readonly string[] =>
  [list.row.id ?? 'id', ...(list.ids ?? []).flatMap((id) => id.row)].flatMap((at) => asText(valueAt(row, at)) || []);
function idsOfOther({ record, reads }: OtherCandidate, { row: { id = 'id' } }: StateRead): readonly string[] {
  const { operation, found, response } = record;
  const own = declaredResponse(operation.service, operation.call)?.id ?? 'id';
  const stored = [valueAt(found, id), valueAt(response, 'id'), valueAt(response, own)].flatMap(
    (value) => asText(value) || [],
  );
  return [...stored, ...reads.flatMap((read) => idsOf(read, record))];
}

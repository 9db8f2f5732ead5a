// What this machine itself knows of a text: operations of the ledger with what they have led to, and contacts.

import type { Context } from '../../cli/context.js';
import { ownOperations } from '../../engine/change/own-operations.js';
import { placesOf, stateIn } from '../../engine/operations/state.js';
import { contactsOf } from '../../engine/read/contacts.js';
import { Ledger, mayHaveEffect, type Operation } from '../../money/ledger.js';
import { progressOf } from '../../money/operation-status.js';
import { prepareLookUp } from '../../money/outcome/look-up.js';
import type { StatusClass, StatusList } from '../../services/catalogue/statuses.js';
import { Failure } from '../../services/http/errors.js';
import { fieldsIn } from '../../services/json-fields.js';
import { asText, isRecord, type Row, valueAt } from '../../services/json-value.js';
import { parseLossless } from '../../services/lossless-number.js';
import { paths } from '../../session/paths.js';
import type { Column } from '../../text/column.js';
import type { StateRead } from '../../things/operation.js';
import { awaited, operationName, stateReads, thingOfCall } from '../../things/operations.js';
import type { Thing } from '../../things/thing.js';
import { withdrawalRead } from '../../things/withdrawal.js';
import type { Lead } from './links.js';
import { isNamedBy } from './match.js';
import type { Scrap } from './scrap.js';

const mostOperations = 25;
/** So many withdrawals of this machine are read for the hash of their transaction, which only they say. */
const mostWithdrawals = 8;

/** A row of this machine: of the ledger, or a contact. */
export interface LocalRow {
  readonly thing?: Thing | undefined;
  readonly what: string;
  readonly id: string;
  readonly command: string;
  readonly row: Row;
  readonly from?: string;
  readonly status?: string;
  readonly class?: StatusClass;
  readonly statusList?: StatusList;
  readonly means?: string;
  /** The id of what it is about, and the reads that show that: what they have shown by now is newer than the ledger. */
  readonly about?: { readonly id: string; readonly reads: readonly StateRead[] };
}
/** The columns of an operation of the ledger: what it is, and what the service has responded. */
export const operationColumns: readonly Column[] = [
  { path: 'what', heading: 'operation' },
  { path: 'outcome', heading: 'request' },
  { path: 'amount', as: { amount: 'token' } },
  { path: 'recipient', heading: 'to' },
  { path: 'sentAt', heading: 'sent', as: 'time' },
  { path: 'answeredAt', heading: 'answered', as: 'time' },
  { path: 'foundAt', heading: 'outcome found', as: 'time' },
  { path: 'answer.id', heading: 'made' },
  { path: 'answer.status', heading: 'its status then' },
  { path: 'lastStatus', heading: 'status since' },
  { path: 'state', heading: 'in the ledger' },
];

/** What this machine knows, and where it leads. */
export interface LocalKnowledge {
  readonly rows: readonly LocalRow[];
  readonly leads: readonly Lead[];
  /** The rows of the operations that are about one of these ids. */
  readonly about: (ids: ReadonlySet<string>) => readonly LocalRow[];
}

/** Finds a text in the ledger (an id or its beginning, a reference, a recipient, an id or a hash of a response) and among the contacts. */
export async function searchMachine(context: Context, scrap: Scrap): Promise<LocalKnowledge> {
  const own = await ownIds(context);
  const fieldNames = context.settings().of.names ?? {};
  const ledger = new Ledger(paths(context.world).ledger);
  try {
    const all = ledger.list();
    const placeOf = placesOf(all);
    const rows = new Map(all.map((operation) => [operation, rowOf(operation, stateIn(operation, placeOf(operation)))]));
    const matching = all.filter((operation) => holds(rows.get(operation)!, scrap)).slice(0, mostOperations);
    const isOwn = ({ id }: Operation) => own.has(id);
    const candidates = scrap.kinds.includes('hash') ? all.filter((one) => isOwn(one) && isWithdrawal(one)).slice(0, mostWithdrawals) : [];
    const reads = new Map<Operation, Lead>();
    for (const one of new Set([...matching.filter(isOwn), ...candidates])) {
      const read = await prepareLookUp(one, fieldNames);
      if (read && read.read.isList !== true) reads.set(one, { read: read.read.call, id: Object.values(read.params)[0] ?? '' });
    }
    const ownRows = (operations: readonly Operation[]) =>
      operations.flatMap((one) => rowsOfOperation(one, rows.get(one)!, { isOwn: isOwn(one), readId: reads.get(one)?.id }));
    return {
      rows: [...ownRows(matching), ...contactRows(context, scrap)],
      leads: [
        ...matching.filter(isOwn).map((one): Lead => ({ ...reads.get(one), row: { answer: rows.get(one)!.answer } })),
        ...candidates
          .filter((one) => !matching.includes(one))
          .flatMap((one) => (reads.has(one) ? { ...reads.get(one)!, holding: scrap.text } : [])),
      ],
      about: (ids) =>
        ownRows([...reads].flatMap(([operation, { id = '' }]) => (ids.has(id) && !matching.includes(operation) ? operation : []))),
    };
  } finally {
    ledger.close();
  }
}
/** The operations of the account in use, at the services in use: what others have made is another thing, whatever its id. */
async function ownIds(context: Context): Promise<ReadonlySet<string>> {
  try {
    return new Set((await ownOperations(context, 'musubi', 'listTransactions', {})).map(({ id }) => id));
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return new Set(); // without a session none is known to be its own
  }
}
const isWithdrawal = ({ service, call, outcome }: Operation): boolean =>
  stateReads(service, call).reads.includes(withdrawalRead) && mayHaveEffect(outcome);

/** Whether a field of an operation is the text: any but its name and its state, which are words of this program. */
const holds = ({ what: _, state: __, ...rest }: Row, scrap: Scrap): boolean => fieldsIn(rest).some(({ text }) => isNamedBy(text, scrap));

function contactRows(context: Context, scrap: Scrap): readonly LocalRow[] {
  return contactsOf(context)
    .filter(({ name, address }) => isNamedBy(name, scrap) || isNamedBy(address, scrap))
    .map((contact) => ({ what: 'contact', id: contact.name, command: 'tuk wallet contacts list', row: { ...contact } }));
}

/**
 * An operation, and what its response says of the thing that it has made: an order, a payment.
 * @param readId the id by which a read shows it
 */
function rowsOfOperation(
  operation: Operation,
  row: Row,
  { isOwn, readId }: { readonly isOwn: boolean; readonly readId: string | undefined },
): readonly LocalRow[] {
  const { service, call, outcome, settledBy } = operation;
  const { reads, statusList } = stateReads(service, call);
  const progress = progressOf(operation);
  const isOrdered = awaited(service, call) === 'payment' && row.state === 'done' && progress?.class !== 'good';
  const status = isOrdered ? 'ordered' : asText(row.state); // an order that is done is not a paid one
  const isAccepted = outcome === 'done' && settledBy === undefined && progress?.class !== 'good';
  const thing = thingOfCall(service, call);
  const paths = [
    ...reads.flatMap(({ ids = [] }) => ids.flatMap(({ own }) => own.flatMap((source) => ('response' in source ? source.response : [])))),
    'id',
  ];
  const thingId = isRecord(row.answer) ? paths.map((path) => asText(valueAt(row.answer, path))).find(Boolean) : undefined;
  const id = readId ?? thingId;
  const common = { command: `tuk ops show ${operation.id}`, statusList, ...(id === undefined || !isOwn ? {} : { about: { id, reads } }) };
  const own: LocalRow = {
    ...common,
    what: 'operation',
    id: operation.id,
    row,
    status,
    ...(progress?.status === status ? { class: progress.class } : {}),
    ...(isAccepted ? { means: 'the service has accepted the request; no later state is known here' } : {}),
  };
  if (thingId === undefined) return [own];
  const made: LocalRow = {
    ...common,
    thing,
    what: operationName(service, call),
    id: thingId,
    row: row.answer as Row,
    from: `this machine, the response of ${operation.id}`,
    ...(progress === undefined ? {} : { status: progress.status, class: progress.class }),
    ...(progress === undefined || progress.class === 'good' ? {} : { means: 'when the request was answered' }),
  };
  return [own, made];
}

/** What a person asks of an operation, with its response as fields. Its time is that of the service, where it was measured. */
function rowOf(operation: Operation, state: string): Row {
  const { id, at, serviceAt = at, service, call, settledAt, settledBy, answer: reply, found, outcome, ...rest } = operation;
  const { amount, token, recipient, ref, profile, lastStatus, note } = rest;
  const known = {
    what: operationName(service, call),
    state,
    sentAt: serviceAt,
    outcome,
    amount,
    token,
    recipient,
    ref,
    profile,
    service,
    call,
    lastStatus,
    [settledBy === undefined ? 'answeredAt' : 'foundAt']: settledAt,
    note,
  };
  return {
    id,
    ...Object.fromEntries(Object.entries(known).filter(([, value]) => value !== undefined)),
    ...(reply === undefined ? {} : { answer: parsed(reply) }),
    ...(found === undefined ? {} : { found: parsed(found) }),
  };
}
function parsed(text: string): unknown {
  try {
    return parseLossless(text);
  } catch {
    return text;
  }
}

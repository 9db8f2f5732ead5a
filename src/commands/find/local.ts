// Searches this machine: operations of the ledger with their results, contacts, and what this run has read.

import type { Context } from '../../cli/command/command.js';
import { readLedger } from '../../cli/command/read-ledger.js';
import type { SeenThing } from '../../cli/settings/world.js';
import { ownerOf } from '../../engine/change/own-operations.js';
import { shownFields } from '../../engine/operations/state.js';
import { contactsOf } from '../../engine/read/contacts.js';
import { seenBy } from '../../engine/watch/seen-states.js';
import { mayHaveEffect, type Operation, progressOf } from '../../money/ledger/operation.js';
import { bindingTo, isAt, isOnChain, type Owner } from '../../money/ledger/owner.js';
import type { CallFilter } from '../../money/ledger/records.js';
import { prepareLookUp } from '../../money/outcome/look-up.js';
import { hasForms } from '../../money/values/address.js';
import type { StatusList } from '../../services/catalogue/statuses.js';
import { quoted } from '../../services/command-line.js';
import { counted } from '../../services/counted.js';
import { isEvmAddress } from '../../services/forms.js';
import { Failure } from '../../services/http/errors.js';
import { fieldsIn } from '../../services/json-fields.js';
import { asText, isRecord, type Row, valueAt } from '../../services/json-value.js';
import { parsedIfJson } from '../../services/lossless-number.js';
import type { Column } from '../../text/column.js';
import { ageOf } from '../../text/time.js';
import type { StateRead } from '../../things/operation.js';
import { operationName, stateReads, thingOfCall } from '../../things/operations.js';
import { ride } from '../../things/ride.js';
import { withdrawalRead } from '../../things/withdrawal.js';
import { isNamedBy, type Lead, matchingFields } from './match.js';

import type { Query, QueryKind } from './query.js';
import { type Hit, idOf, mostRides, type Part, sourceOf } from './results.js';

const mostOperations = 25;
/** The most withdrawals that are read for a hash: only they state the hash of their transaction. */
const mostWithdrawals = 8;

/** A row of this machine: an operation, its result, or a contact. */
export interface LocalRow extends Omit<Part, 'links' | 'matches' | 'summary' | 'shown' | 'from'> {
  readonly from?: string;
  readonly statusList?: StatusList;
  /** The id of its thing, and the reads of that thing: their status is newer than the ledger. */
  readonly about?: { readonly id: string; readonly reads: readonly StateRead[] };
}
/** The columns of an operation of the ledger, with its response. */
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

interface LocalKnowledge {
  readonly rows: readonly LocalRow[];
  readonly leads: readonly Lead[];
  /** The rows of the operations on things with these ids. */
  readonly about: (ids: ReadonlySet<string>) => readonly LocalRow[];
  /** What is left out, since it belongs to another account: sentences with the command that shows it. */
  readonly leftOut: readonly string[];
}

/** Finds a text in the operations of the ledger and their responses, and among the contacts. */
export async function searchMachine(context: Context, query: Query): Promise<LocalKnowledge> {
  const owner = await ownerInUse(context);
  const fieldNames = context.settings().of.names ?? {};
  const isOwn = (operation: Operation) =>
    owner.origin !== undefined && isAt(owner, operation) && isSure(owner, operation);
  const { named, matching, withdrawals, rides, rows } = await readLedger(context, async (ledger) => {
    const candidates = await ledger.naming(indexedText(query));
    const named = candidates.filter((operation) => holds(rowOf(operation).row, query));
    // what another account has done is no state of this one, and its services would answer about something else
    const matching = named.filter((operation) => !isOfAnother(owner, operation)).slice(0, mostOperations);
    const byId = new Map(matching.map((operation) => [operation.id, operation]));
    const newestOwn = async (isOf: CallFilter, most: number): Promise<readonly Operation[]> => {
      const found: Operation[] = [];
      for await (const operation of ledger.newest({ calls: isOf }))
        if (isOwn(operation) && mayHaveEffect(operation.outcome)) {
          found.push(byId.get(operation.id) ?? operation);
          if (found.length === most) break;
        }
      return found;
    };
    const withdrawals = query.kinds.includes('hash') ? await newestOwn(isWithdrawal, mostWithdrawals) : [];
    const rides = namesRides(query) ? await newestOwn(isRide, mostRides) : [];
    const rows = new Map<Operation, OperationRow>();
    for (const operation of new Set([...matching, ...withdrawals, ...rides]))
      rows.set(operation, rowOf(operation, await shownFields(operation, ledger)));
    return { named, matching, withdrawals, rides, rows };
  });
  const reads = new Map<Operation, Lead>();
  for (const operation of new Set([...matching.filter(isOwn), ...withdrawals, ...rides])) {
    const { read, params } = (await prepareLookUp(operation, fieldNames)) ?? {};
    if (read && params && read.isList !== true)
      reads.set(operation, { read: read.call, id: Object.values(params)[0] ?? '' });
  }
  const rowsOf = (operation: Operation) =>
    rowsOfOperation(operation, rows.get(operation)!, isOwn(operation), reads.get(operation)?.id);
  const others = [...reads].filter(([operation]) => !matching.includes(operation));
  return {
    rows: [...matching.flatMap(rowsOf), ...contactRows(context, query)],
    leads: [
      ...matching
        .filter(isOwn)
        .map((operation): Lead => ({ ...reads.get(operation), row: { answer: rows.get(operation)!.row.answer } })),
      ...others.map(([, lead]) => ({ ...lead, holding: query.text })),
      ...(await seenLeads(query, context)),
    ],
    leftOut: leftOutOf(
      named.filter((operation) => isOfAnother(owner, operation)),
      query,
      owner.profile,
    ),
    about: (ids) =>
      others.flatMap(([operation, { id = '' }]) =>
        ids.has(id) && !rides.includes(operation) ? rowsOf(operation) : [],
      ),
  };
}
/** The account in use, at the origin of its services; without a session only the profile is known. */
async function ownerInUse(context: Context): Promise<Owner> {
  try {
    return await ownerOf(context, 'musubi', 'listTransactions', {});
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return { profile: context.settings().profile.value };
  }
}
/** Whether an operation is certainly of another account. Those on chains belong to the profile, whose keys signed them. */
const isOfAnother = (owner: Owner, operation: Operation): boolean =>
  isOnChain(operation) || owner.origin === undefined
    ? operation.profile !== owner.profile
    : bindingTo(owner, operation) === 'other';
const isSure = (owner: Owner, operation: Operation): boolean => bindingTo(owner, operation) !== 'other';
/** A sentence for each profile with operations of another account. */
function leftOutOf(operations: readonly Operation[], { text }: Query, inUse: string): readonly string[] {
  const profiles = [...new Set(operations.map(({ profile }) => profile))];
  return profiles.map((profile) => {
    const count = operations.filter((operation) => operation.profile === profile).length;
    const are = counted(count, 'operation of another account is', 'operations of another account are');
    const find = `tuk find ${quoted(text)} -p ${quoted(profile)}`;
    return profile === inUse
      ? `${are} on this machine, and not shown here: sign in as that account (tuk login -p ${quoted(profile)}), then ${find}.`
      : `${are} on this machine, and not shown here: ${find}.`;
  });
}
const isWithdrawal: CallFilter = (service, call) => stateReads(service, call).reads.includes(withdrawalRead);
const isRide: CallFilter = (service, call) => thingOfCall(service, call) === ride;
/** What each field that a query names has in small letters, unless it is spelled in another way; '' if nothing is sure. */
function indexedText({ text, kinds }: Query): string {
  if (kinds.includes('address') && hasForms(text) && !isEvmAddress(text)) return '';
  if (/^\d{4}-\d\d-\d\dT/.test(text)) return ''; // times are shown on the clock of the service
  const start = kinds.includes('part') ? text.split(/…|\.{2,3}/)[0]! : text;
  return /^[\x20-\x7e]*$/.test(start) ? start : '';
}
/** Whether a text may be a field of a ride, which only the ride itself states. */
const namesRides = ({ kinds }: Query) => kinds.includes('phone') || kinds.includes('plate');

/** Whether a field of an operation is the text. Its name and its state are words of this program, and do not count. */
const holds = ({ what: _, state: __, ...rest }: Row, query: Query) =>
  fieldsIn(rest).some(({ text }) => isNamedBy(text, query));

function contactRows(context: Context, query: Query): readonly LocalRow[] {
  return contactsOf(context)
    .filter(({ name, address }) => isNamedBy(name, query) || isNamedBy(address, query))
    .map((contact) => ({
      what: 'contact',
      id: contact.name,
      command: 'tuk wallet contacts list',
      row: { ...contact },
    }));
}

/** An operation, and the order or payment in its response. @param readId the id by which a read shows it */
function rowsOfOperation(
  operation: Operation,
  { row, class: kind }: OperationRow,
  isOwn: boolean,
  readId: string | undefined,
): readonly LocalRow[] {
  const { service, call, outcome, settledBy } = operation;
  const { reads, statusList } = stateReads(service, call);
  const progress = progressOf(operation);
  const isAccepted = outcome === 'done' && settledBy === undefined && progress?.class !== 'good';
  const sources = reads.flatMap(({ ids = [] }) => ids.flatMap(({ sources: idSources }) => idSources));
  const paths = [...sources.flatMap((source) => ('response' in source ? source.response : [])), 'id'];
  const thingId = isRecord(row.answer)
    ? paths.map((path) => asText(valueAt(row.answer, path))).find(Boolean)
    : undefined;
  const id = readId ?? thingId;
  const common = {
    command: `tuk ops show ${operation.id}`,
    statusList,
    about: id === undefined || !isOwn ? undefined : { id, reads },
  };
  const request: LocalRow = {
    ...common,
    what: 'operation',
    id: operation.id,
    row,
    status: asText(row.state),
    class: kind,
    means: isAccepted
      ? 'the service has accepted the request; no later state is known here'
      : progress?.class === 'pending'
        ? operation.note?.replace(/\.$/, '')
        : undefined,
  };
  if (thingId === undefined) return [request];
  const result: LocalRow = {
    ...common,
    thing: thingOfCall(service, call),
    what: operationName(service, call),
    id: thingId,
    row: row.answer as Row,
    from: `this machine, the response of ${operation.id}`,
    status: progress?.status,
    class: progress?.class,
    means: progress === undefined || progress.class === 'good' ? undefined : 'when the request was answered',
  };
  return [request, result];
}

/** The fields of an operation, and the class of its state. */
type OperationRow = Pick<Part, 'row' | 'class'>;
/** The fields of an operation, with its response parsed. Its times are the service's, if that was measured. */
function rowOf(operation: Operation, shown?: Awaited<ReturnType<typeof shownFields>>): OperationRow {
  const { id, at, serviceAt = at, service, call, settledAt, settledBy, answer: response, found, outcome } = operation;
  const { amount, token, recipient, ref, profile, lastStatus, note } = operation;
  const fields = {
    id,
    what: operationName(service, call),
    state: shown?.state,
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
    [settledBy === undefined ? 'answeredAt' : 'foundAt']: onClockOf(serviceAt, at, settledAt),
    note,
    answer: parsed(response),
    found: parsed(found),
  };
  const row = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
  return { row, class: shown?.class };
}
/** A time of this machine on the clock of the service, as far as the first time of the operation shows it. */
function onClockOf(serviceAt: string, at: string, time: string | undefined): string | undefined {
  const ahead = Date.parse(serviceAt) - Date.parse(at);
  return time === undefined || !ahead ? time : new Date(Date.parse(time) + ahead).toISOString();
}
function parsed(text: string | undefined): unknown {
  const value = parsedIfJson(text);
  return value === undefined ? text : value;
}

/** Kinds of texts by which a person knows a thing: they are compared with every row that this run has read. */
const compared: readonly QueryKind[] = ['plate', 'phone', 'email', 'name'];
/** Whether a row that this run has read has the text: as its id, or in a field of such a kind. */
function isNamedIn(query: Query): (seen: SeenThing) => boolean {
  const kinds = query.kinds.filter((kind) => compared.includes(kind));
  return ({ id, row }) =>
    isNamedBy(id, query) || (kinds.length > 0 && matchingFields(row, { ...query, kinds }).length > 0);
}
const mostSeen = 25;
/** What the application has seen; another run has seen nothing, and loads nothing for it. */
const seenIn = async (context: Context) => context.world.seenStates && seenBy(context);
/** The reads of the things that this run has seen with the text: their services are asked again. */
const seenLeads = async (query: Query, context: Context): Promise<readonly Lead[]> =>
  ((await seenIn(context))?.holding(isNamedIn(query)) ?? [])
    .slice(-mostSeen)
    .map(({ call, id }) => ({ read: call, id, holding: query.text }));
/** What this run has last seen of the things with the text, and of those of the ledger, that no service has shown now. */
export async function seenHits(
  found: readonly Hit[],
  local: readonly LocalRow[],
  query: Query,
  context: Context,
): Promise<readonly Hit[]> {
  const known = new Set(found.flatMap(({ source, row }) => idOf(source.thing, row) ?? []));
  const ids = new Set(local.flatMap(({ about }) => about?.id ?? []));
  const isNamed = isNamedIn(query);
  const seen = (await seenIn(context))?.holding((one) => !known.has(one.id) && (ids.has(one.id) || isNamed(one))) ?? [];
  return seen.slice(-mostSeen).flatMap(({ thing, call, row, at }): Hit[] => {
    const source = sourceOf(thing, call);
    return source ? [{ source, row, seen: `last seen ${ageOf(context.world.clock.now() - at)} ago` }] : [];
  });
}

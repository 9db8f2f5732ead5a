// Gathers the facts of a transfer: from the path and body of its request, by the table of `money/transfer-fields.ts`, and from reads of the services.

import { type Call, kebab } from '../../services/catalogue/define.js';
import { duplicateField, refuseDuplicateKeys } from '../../services/duplicate-keys.js';
import { foldName } from '../../services/fold-name.js';
import { Failure, Guarded, ServerFailure } from '../../services/http/errors.js';
import type { HttpRequest } from '../../services/http/transport.js';
import { asText, compact, isId, isNothing, isNumeric, isRecord, isScalar, type Row } from '../../services/json-value.js';
import { parseLossless } from '../../services/lossless-number.js';
import { reportedFailures } from '../../services/reported-failure.js';
import { plainNumber } from '../decimal.js';
import { parseRequestFields, type RequestFields } from '../request-fields.js';
import { type FactLocation, pricedCalls, type TransferFields, transferFields } from '../transfer-fields.js';
import type { PolicyDependencies } from './dependencies.js';
import { factOf, factsWithinTexts, hasEmpty, isCompared, type ReadAnswer, rowOf } from './read-answer.js';

/**
 * Finds the fact at a location; nothing where there is none, or where it needs a read and `reads` is false. A read that fails leaves its fact unknown, and with
 * `'required'` it throws. @throws {ServerFailure} OTHER_ANSWER, DUPLICATE_FIELD, UNUSABLE_ANSWER; {Guarded} OTHER_USER; {Failure} of a required read
 */
export type FindFact = (location: FactLocation | undefined, reads?: boolean | 'required') => Promise<string | undefined>;

/** The answers of reads by key: no read is repeated, whether it succeeded or failed. */
type ReadAnswers = Map<string, Promise<ReadAnswer | undefined>>;
/** The key of a read: its call and parameters. */
export const answerKey = (service: string, call: string, params: Row): string =>
  JSON.stringify([service, call, Object.entries(params).sort(([one], [other]) => (one < other ? -1 : 1))]);

/** The reads on the way to a transfer: each is made once. */
export interface TransferReads {
  readonly answers: ReadAnswers;
  /** The token contracts that reads have returned: a transfer to one is refused. */
  readonly contracts: Set<string>;
}
export const emptyReads = (): TransferReads => ({ answers: new Map(), contracts: new Set() });

/** The facts of one transfer. */
export interface Facts extends TransferReads {
  readonly fields: TransferFields;
  readonly requestFields: RequestFields;
  readonly find: FindFact;
  /** Whether an earlier read has answered with an empty field at a location: the service then has no such fact. */
  readonly isEmpty: (location: FactLocation | undefined) => Promise<boolean>;
}
/** Gathers the facts of a transfer: its request is parsed once. @throws {BadInput} for a path that is not percent-encoded */
export async function gatherFacts(
  call: Call,
  request: Pick<HttpRequest, 'url' | 'body'>,
  { profile, read, log }: Pick<PolicyDependencies, 'profile' | 'read' | 'log'>,
  reads: TransferReads = emptyReads(),
): Promise<Facts> {
  const requestFields = await parseRequestFields(call, request, profile.fieldNames);
  const find = factFinder(requestFields, reads, { read, log });
  return {
    ...reads,
    fields: transferFieldsOf(call),
    requestFields: requestFields,
    find,
    isEmpty: async (location) => {
      if (typeof location !== 'object' || !('read' in location)) return false;
      const params = await readParams(location, (from) => find(from));
      const answered = await reads.answers.get(answerKey(location.read.service, location.read.call, params))?.catch(() => undefined);
      return answered !== undefined && hasEmpty(answered, location.at);
    },
  };
}
/** The locations of the facts of a call; none for a call that is not in the catalogue. */
export const transferFieldsOf = ({ service, name }: Pick<Call, 'service' | 'name'>): TransferFields =>
  transferFields[`${service} ${name}`] ?? {};

/** Makes the function that finds the facts of a request. An answer of an earlier read is used even where reads are not allowed. */
function factFinder(
  { paramValue }: RequestFields,
  { answers, contracts }: TransferReads,
  { read, log }: Pick<PolicyDependencies, 'read' | 'log'>,
): FindFact {
  const paramText = (name: string) => scalar(paramValue(name));
  const unreachable = new Set<string>(); // services without a response are not read again: each read could wait for the whole time-out
  const find: FindFact = async (location, reads = false) => {
    if (location === undefined) return undefined;
    if (typeof location === 'string') return paramText(location);
    if ('constant' in location) return location.constant;
    if ('by' in location) return location.values[paramText(location.by) ?? ''];
    const params = await readParams(location, (from) => find(from, reads));
    if (Object.values(params).includes(undefined)) return undefined;
    const { service, call: name } = location.read;
    const key = answerKey(service, name, params);
    const isFirst = !answers.has(key);
    if (isFirst && (!reads || (reads !== 'required' && unreachable.has(service)))) return undefined;
    const answer =
      answers.get(key) ??
      read(service, name, params).then((response) => {
        const parsed = readAnswerOf(service, name, params, response.text);
        for (const contract of contractsIn([parsed && rowIn(parsed)])) contracts.add(contract);
        return parsed;
      });
    answers.set(key, answer);
    const answered = await answer.catch((error: unknown) => {
      if (reads === 'required' || (error instanceof Failure && error.code === duplicateField)) throw error;
      if (error instanceof Failure && error.kind === 'unreachable') unreachable.add(service);
      return logUnreadable(error, isFirst, log);
    });
    const fact = answered && factOf(answered, location.at);
    if (answered === undefined || fact === undefined) {
      if (answered) refuseTextFact(answered, location.at);
      if (reads === 'required' && (answered === undefined || rowIn(answered) === undefined)) throw notAnObject(service, name);
      return undefined;
    }
    checkIdentity(service, name, params, rowIn(answered));
    const text = factText(fact.value);
    if (text !== undefined) refuseInvisible(answered, location.at, text);
    return text;
  };
  return find;
}
/** @throws {ServerFailure} UNUSABLE_ANSWER for a fact with control or invisible characters: what a person reads on the receipt would not be what is compared */
function refuseInvisible({ service, call }: ReadAnswer, name: string, text: string): void {
  if (!isCompared(name) || !/[\p{Cc}\p{Cf}\u2028\u2029]/u.test(text)) return;
  throw new ServerFailure(
    'UNUSABLE_ANSWER',
    `${service} ${kebab(call)} was answered with invisible characters in ${name}; nothing was sent.`,
    {
      service,
      call,
    },
  );
}
const notAnObject = (service: string, call: string): ServerFailure =>
  new ServerFailure('UNUSABLE_ANSWER', `${service} ${kebab(call)} was answered with something else than an object; nothing was sent.`, {
    service,
    call,
  });
/** The values of the parameters of a read. */
async function readParams(
  { read }: Extract<FactLocation, { readonly read: unknown }>,
  find: (from: FactLocation) => Promise<string | undefined>,
): Promise<Readonly<Record<string, string | undefined>>> {
  const entries = Object.entries(read.paramsFrom ?? {}).map(async ([name, from]) => [name, await find(from)] as const);
  return Object.fromEntries(await Promise.all(entries));
}
/** @throws {ServerFailure} UNUSABLE_ANSWER for a fact that the answer states only in a JSON text within it: some readers parse that, and others do not */
function refuseTextFact(read: ReadAnswer, name: string): void {
  if (!isCompared(name) || !factsWithinTexts(read).some((inner) => factOf(inner, name) !== undefined)) return;
  const { service, call } = read;
  throw new ServerFailure(
    'UNUSABLE_ANSWER',
    `${service} ${kebab(call)} was answered with ${name} in a text that is JSON within the JSON; nothing was sent.`,
    { service, call },
    'Whether the service takes that value is not known. Try again when it says it as a field.',
  );
}

/**
 * The JSON text that a read has returned; nothing where it has no object.
 * @throws {ServerFailure} REPORTED_FAILURE where it says that it failed: nothing that it states is a fact then; DUPLICATE_FIELD where it says a name twice in one
 * object, by whatever letter case
 */
export function readAnswerOf(service: string, call: string, params: Row, text: string): ReadAnswer | undefined {
  const answer = parseLossless(text || 'null');
  refuseDuplicateKeys(service, call, text, { folds: true });
  const [failure] = reportedFailures(answer, isRecord(answer) ? [answer] : [], 'reads');
  if (failure !== undefined)
    throw new ServerFailure('REPORTED_FAILURE', `${service} ${kebab(call)} reports a failure: ${failure}; nothing was sent.`, {
      service,
      call,
    });
  const read: ReadAnswer = { service, call, params, answer };
  return rowIn(read) === undefined && factsWithinTexts(read).length === 0 ? undefined : read;
}
/** The object of a read, its envelope removed and the facts that the policy takes from it under their names. */
export const rowIn = (read: ReadAnswer): Row | undefined => rowOf(read, factNamesOf(read.service, read.call));

/** The names of the facts that the table takes from a read, and of those that its answer is known by. */
function factNamesOf(service: string, call: string): readonly string[] {
  const names = (location: unknown): readonly string[] => {
    if (Array.isArray(location)) return location.flatMap(names);
    if (!isRecord(location)) return [];
    const { read, at } = location;
    if (!isRecord(read) || typeof at !== 'string') return Object.values(location).flatMap(names);
    return [...(read.service === service && read.call === call ? [at] : []), ...names(read.paramsFrom)];
  };
  const [known, own] = [identified[`${service} ${call}`], names(Object.values({ ...transferFields, ...pricedCalls }))];
  if (known === undefined && own.length === 0) return [];
  return [...new Set([...own, ...idFieldsOf(call, 'id'), ...(known ? [...known, ...contractFields] : [])])];
}
/** Reads whose answers may be a row without a fact of the table: the fields of which one that is about the thing has one. */
const identified: Readonly<Record<string, readonly string[]>> = {
  'user getCurrency': ['name', 'network', 'tokenDecimal', 'withdrawalFee'],
  'user getUser': ['name', 'nickname', 'avatar'],
};
/** Reads of another thing than their `id` names, and the fields in which their answers name that. */
const ofEvent = ['earnEventId', 'eventId'];
const idFieldsOfOthers: Readonly<Record<string, readonly string[]>> = { getClaimInformation: ofEvent, getClaimStatus: ofEvent };
/**
 * The fields in which the answer of a read names what it is about, by the name of its call and of the parameter that names it: `id`, `earnEventId` and `eventId`
 * for the `id` of `getEarnEvent`; `missionGroupId` alone for that of `getRankingClaim`, whose own id is that of a claim. None for a parameter that is not an id.
 */
function idFieldsOf(call: string, param: string): readonly string[] {
  const words = /^get([A-Z]\w*?)(V\d[\d_]*)?$/.exec(call)?.[1]?.match(/[A-Z][a-z\d]*/g) ?? [];
  const ends = words.map((_, at) => words.slice(at).join(''));
  const ofThing = ['id', ...ends.map((end) => `${end[0]!.toLowerCase()}${end.slice(1)}Id`)];
  if (ends.length === 0 || !/^id$|Id$/.test(param)) return [];
  if (param === 'id') return idFieldsOfOthers[call] ?? ofThing;
  return ofThing.includes(param) ? ofThing : [param];
}

/**
 * Refuses an answer about another thing (currency, user, offering, product, order, ...) than the one that was asked for, by its id. An answer that names no id is
 * taken for one about it.
 * @throws {ServerFailure} OTHER_ANSWER; {Guarded} OTHER_USER for a recipient
 */
export function checkIdentity(service: string, call: string, params: Row, row: Row | undefined): void {
  const has = identified[`${service} ${call}`];
  if (row === undefined || (has !== undefined && !has.some((name) => !isNothing(row[name])))) return;
  for (const [param, value] of Object.entries(params)) {
    const asked = scalar(value);
    const names = new Set(idFieldsOf(call, param).map(foldName));
    const shown = Object.entries(row).flatMap(([name, id]) => (names.has(foldName(name)) ? (scalar(id) ?? []) : []));
    const other = asked === undefined ? undefined : shown.find((one) => isOtherId(asked, one, row));
    if (asked === undefined || other === undefined) continue;
    const message = `${service} ${kebab(call)} was asked for ${JSON.stringify(asked.slice(0, 60))} and answered about ${JSON.stringify(other.slice(0, 60))}; nothing was sent.`;
    if (call === 'getUser') throw new Guarded('OTHER_USER', message, 'Give the id that the service has for the recipient.');
    throw new ServerFailure('OTHER_ANSWER', message, { service, call });
  }
}
/**
 * Whether an id is another one than was asked for. A service may take a name or a short number in place of an id, and answer with the id: the two are not compared.
 * Where it was asked by a long id, one of another form is another one, unless a further field of the row has the id that was asked for.
 */
function isOtherId(asked: string, answered: string, row: Row): boolean {
  const isSame = (one: unknown) => isScalar(one) && asText(one).toLowerCase() === asked.toLowerCase();
  if (isSame(answered)) return false;
  const form = idForm(asked);
  if (form === idForm(answered)) return true;
  const mayStandIn = form === 'name' || (form === 'number' && asked.length <= mostStandInDigits);
  return !mayStandIn && !Object.values(row).some(isSame);
}
/** As many digits as a number in place of an id may have, as in `engine/row-facts`. */
const mostStandInDigits = 6;
/** The form of an id: a number, a long one such as a UUID or a hash, or a name. */
const idForm = (text: string): string => (/^\d+$/.test(text) ? 'number' : isId(text) ? 'long' : 'name');
/** Whether a text may be the symbol of a currency. */
export const isSymbol = (text: string): boolean => /^[A-Za-z][A-Za-z0-9.]{0,19}$/.test(text);

/** Logs the failure of a read once; its fact stays unknown. A 404 is not logged. */
function logUnreadable(error: unknown, isFirst: boolean, log: PolicyDependencies['log']): undefined {
  if (!(error instanceof Failure) || error.kind === 'interrupted') throw error;
  if (isFirst && error.kind !== 'not-found') log(`  A fact of the transfer cannot be read: ${error.message}`);
}

const contractFields = ['contractAddress', 'tokenAddress'] as const;
/** The token contracts that rows name. */
export const contractsIn = (rows: readonly unknown[]): string[] =>
  rows
    .filter(isRecord)
    .flatMap((row) => contractFields.flatMap((field) => (typeof row[field] === 'string' && row[field] !== '' ? [row[field]] : [])));

/** A value as text; anything but a text or a number as JSON. */
export const textIn = (value: unknown): string => (typeof value === 'string' || isNumeric(value) ? String(value) : compact(value));

/** What a service states of a fact, as text; nothing where it states nothing. A value that is not a text and no number does not count as missing. */
export function factText(value: unknown): string | undefined {
  if (isNothing(value) || value === '') return undefined;
  return isNumeric(value) ? plainNumber(String(value)) : textIn(value);
}

/** A text or a number as text; nothing for anything else. */
export const scalar = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : isNumeric(value) ? String(value) : undefined;

// What a request moves, found by the table of `money/transfer-fields.ts`: in its path, in its body, and where a limit needs it, in a read beside it.

import type { Context } from '../../cli/context.js';
import { readOnce } from '../../engine/read-command.js';
import { assumedFields } from '../../services/catalogue/assumed-fields.js';
import { type Call, kebab, pathNames } from '../../services/catalogue/define.js';
import { BadInput, Failure } from '../../services/http/errors.js';
import { knownFields } from '../../services/http/params.js';
import type { HttpRequest } from '../../services/http/transport.js';
import { compact, decimalsOf, isNothing, isNumeric, isRecord, type Row, valueAt } from '../../services/json-value.js';
import { parseLossless } from '../../services/lossless-number.js';
import { amountOf } from '../amount.js';
import { decimalOf, fromBase, isMore, textOf, times } from '../decimal.js';
import type { Recipient } from '../recipients.js';
import { guardedNames, type Place, type TransferFields } from '../transfer-fields.js';
import { checkBody, checkPlainValues } from './body.js';

/** The text that stands at a place; nothing where nothing does, or where it would have to be read and `reads` is not said. */
export type Find = (place: Place | undefined, reads?: boolean) => Promise<string | undefined>;

/** What a request carries, by the names that options have: in its path, and in its body under the names that are known, the profile's, or assumed. */
export interface Carried {
  readonly body: Row;
  /** The field of the body that a name stands for; nothing for one in the path, and for one that nobody knows. */
  readonly fieldOf: (name: string) => string | undefined;
  readonly carries: (name: string) => unknown;
  /** The names that stand for something in the body of such a request. */
  readonly names: readonly string[];
}
export async function carriedIn(context: Context, call: Call, request: Pick<HttpRequest, 'url' | 'body'>): Promise<Carried> {
  const fields = await assumedFields(call);
  const renamed = context.settings.of.names ?? {};
  const [inPath, body] = [pathValues(call, request.url), bodyOf(request.body)];
  const isInPath = (name: string) => pathNames(call.path).includes(name);
  const fieldOf = (name: string) => {
    if (isInPath(name)) return undefined;
    return name in knownFields(call.body) ? name : (renamed[`${call.service} ${call.name} ${name}`] ?? fields?.[name]);
  };
  const carries = (name: string) => {
    if (isInPath(name)) return inPath[name];
    const field = fieldOf(name);
    return field === undefined ? undefined : valueAt(body, field);
  };
  const names = Object.keys({ ...fields, ...knownFields(call.body) }).filter((name) => !isInPath(name));
  return { body, fieldOf, carries, names };
}

/**
 * Checks that every reader takes the body of a call that moves value for the same request. @throws {Guarded}
 * @param text the body as it would be sent; nothing where there is none
 */
export function checkUnambiguous(move: TransferFields, text: string | undefined, { body, names, fieldOf }: Carried): void {
  if (text === undefined) return;
  checkBody(
    parseLossless(text),
    names.map((name) => fieldOf(name) ?? name),
  );
  const guarded = guardedNames(move).flatMap((name) => {
    const field = fieldOf(name);
    return field !== undefined && isGiven(body, field) ? [[field, valueAt(body, field)] as const] : [];
  });
  checkPlainValues(guarded);
}
/** Whether a field stands in a body, as null too. */
const isGiven = (body: Row, field: string): boolean => {
  const dot = field.lastIndexOf('.');
  const parent = dot < 0 ? body : valueAt(body, field.slice(0, dot));
  return isRecord(parent) && Object.hasOwn(parent, field.slice(dot + 1));
};

/** The answers of reads, by what was asked for: what one has told, or failed to, is not asked for again. */
export type Answers = Map<string, Promise<Row | undefined>>;
export const answerKey = (service: string, call: string, values: Row): string =>
  JSON.stringify([service, call, Object.entries(values).sort(([one], [other]) => (one < other ? -1 : 1))]);

/** The answers of the reads of this run. */
export function answersOf({ transfer }: Context): Answers {
  transfer.answers ??= new Map();
  return transfer.answers;
}

/** What finds the facts of a request by what it carries. Each read is made once; what it has told before is found without leave to read. */
export function finderOf(context: Context, { carries }: Carried, answers: Answers = answersOf(context)): Find {
  const named = (name: string) => scalar(carries(name));
  const find: Find = async (place, reads = false) => {
    if (place === undefined) return undefined;
    if (typeof place === 'string') return named(place);
    if ('is' in place) return place.is;
    if ('by' in place) return place.are[named(place.by) ?? ''];
    const given = Object.entries(place.read.with ?? {}).map(async ([name, from]) => [name, await find(from, reads)] as const);
    const values = Object.fromEntries(await Promise.all(given));
    if (Object.values(values).includes(undefined)) return undefined;
    const { service, call: name } = place.read;
    const key = answerKey(service, name, values);
    if (!reads && !answers.has(key)) return undefined;
    const first = answers.get(key) === undefined;
    const answer = answers.get(key) ?? read(context, place.read, values);
    answers.set(key, answer);
    const told = valueAt(await answer.catch((error: unknown) => unread(context, error, first)), place.at);
    return isNothing(told) || told === '' ? undefined : textIn(told); // what is no text and no number must not pass for nothing
  };
  return find;
}

/**
 * Refuses a request whose amount, or count, is no plain one: what a service makes of `1e3` or `0x10`, nobody has agreed to. One whose field is not
 * there, or not known, is not looked at. @throws {BadInput}
 */
export function checkExact({ amount, decimals, times: count }: TransferFields, { fieldOf, carries }: Carried): void {
  if (typeof amount === 'string' && !isNothing(carries(amount)))
    amountOf(textIn(carries(amount)), `The field ${fieldOf(amount) ?? amount}`, decimals === undefined ? undefined : 0);
  if (typeof count !== 'string' || isNothing(carries(count)) || isCount(textIn(carries(count)))) return;
  throw new BadInput(
    'BAD_COUNT',
    `The field ${fieldOf(count) ?? count} takes a whole number from 1, and ${JSON.stringify(textIn(carries(count)).slice(0, 90))} is none.`,
  );
}
/**
 * Holds what a request says against what the service says of the same: a unit or a kind that differs, an amount below the least. Reads what it needs;
 * what cannot be read contradicts nothing.
 * @throws {BadInput} CONTRADICTION, BELOW_MINIMUM
 */
export async function checkAgreement(
  { agrees = [], amount, minimum, decimals = 0 }: TransferFields,
  { fieldOf, carries }: Carried,
  find: Find,
): Promise<void> {
  for (const { name, with: place } of agrees) {
    const asked = scalar(carries(name));
    const told = asked === undefined ? undefined : await find(place, true);
    if (asked === undefined || told === undefined || namesOf(told).some((one) => one.toUpperCase() === asked.toUpperCase())) continue;
    throw new BadInput(
      'CONTRADICTION',
      `The field ${fieldOf(name) ?? name} says ${JSON.stringify(asked.slice(0, 60))}, and the service says ${JSON.stringify(told.slice(0, 60))}; nothing was sent.`,
      `Leave --${kebab(name)} out, or give what the service says.`,
    );
  }
  const asked = await find(amount);
  const [number, least] = [decimalOf(asked ?? ''), decimalOf((asked !== undefined && (await find(minimum, true))) || '')];
  if (number && least && isMore(least, number))
    throw new BadInput(
      'BELOW_MINIMUM',
      `The amount is ${textOf(fromBase(number, decimals))}, and the service takes ${textOf(fromBase(least, decimals))} or more; nothing was sent.`,
    );
}
/** The names that a read tells: one, or those of a list. */
const namesOf = (told: string): readonly string[] => {
  const list: unknown = told.startsWith('[') ? parseLossless(told) : undefined;
  return Array.isArray(list) ? list.map(String) : [told];
};
const textIn = (value: unknown): string => (typeof value === 'string' || isNumeric(value) ? String(value) : compact(value));
/** Whether a text is a whole number from 1 that fits a count. */
export const isCount = (text: string): boolean => /^[1-9]\d{0,8}$/.test(text);

/** How many decimals the token of an amount has, as far as that is told. */
export async function decimalsIn({ decimals, decimalsOf: told }: TransferFields, find: Find): Promise<number | undefined> {
  if (decimals !== undefined) return decimals;
  const said = decimalsOf(await firstIn(told, find, true));
  return Number.isNaN(said) ? undefined : said;
}

/** @throws {Failure} where a read before it tells a fee that is no plain amount: what leaves in all cannot be said then */
export async function checkFee({ fee }: TransferFields, find: Find): Promise<void> {
  const told = await find(fee?.amount);
  if (told === undefined || /^(0|[1-9]\d*)(\.\d+)?$/.test(told)) return;
  throw new Failure(
    'server',
    'UNUSABLE_FEE',
    `The fee is told as ${JSON.stringify(told.slice(0, 90))}, which is no amount; nothing was sent.`,
  );
}

async function read(context: Context, { service, call }: { service: Parameters<typeof readOnce>[1]; call: string }, values: Row) {
  const answer = parseLossless((await readOnce(context, service, call, values)).text || 'null');
  return isRecord(answer) ? answer : undefined;
}
/** What a read that cannot be had would have told stays unknown; that it cannot is said once, save where the platform has no such thing. */
function unread(context: Context, error: unknown, first: boolean): undefined {
  if (!(error instanceof Failure) || error.kind === 'interrupted') throw error;
  if (first && error.kind !== 'not-found') context.log(`  What it moves cannot be read: ${error.message}`);
}

const scalar = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : isNumeric(value) ? String(value) : undefined;

function bodyOf(text: string | undefined): Row {
  if (text === undefined) return {};
  const body = parseLossless(text);
  return isRecord(body) ? body : {};
}

/**
 * The values that stand in the path of a request, by the names of the call's line, as a server may read it: empty segments, letter case and encoding
 * aside. None where it does not read like the call's path: then they are not known.
 */
function pathValues(call: Call, url: string): Readonly<Record<string, string>> {
  const parts = call.path.split('/').slice(1);
  const last = decoded(new URL(url).pathname).split('/').filter(Boolean).slice(-parts.length); // a base address may have a path of its own
  const named = (part: string) => /^\{(\w+)\}$/.exec(part)?.[1];
  const alike = parts.every((part, at) => named(part) !== undefined || part.toLowerCase() === last[at]?.toLowerCase());
  return alike ? Object.fromEntries(parts.flatMap((part, at) => (named(part) === undefined ? [] : [[named(part)!, last[at]!]]))) : {};
}
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new BadInput('BAD_PATH', 'The path is not percent-encoded as it should be; nothing was sent.');
  }
}

/** The amount in whole tokens, in its shortest form; nothing for what is no plain amount. */
export async function amountIn(
  { amount, decimals = 0, times: count }: TransferFields,
  find: Find,
  reads: boolean,
): Promise<string | undefined> {
  const each = plainAmount(await find(amount, reads), decimals);
  if (each === undefined || count === undefined) return each;
  const often = await find(count, reads);
  return often !== undefined && /^\d{1,9}$/.test(often) ? textOf(times(decimalOf(each)!, decimalOf(often)!)) : undefined;
}

/** A text as an amount in whole tokens, where it is one; in base units, where there are decimals. */
export function plainAmount(text: string | undefined, decimals = 0): string | undefined {
  if (text === undefined) return undefined;
  try {
    const plain = amountOf(text, 'amount', decimals === 0 ? undefined : 0);
    return textOf(fromBase(decimalOf(plain)!, decimals));
  } catch (error) {
    if (!(error instanceof BadInput)) throw error;
    return undefined;
  }
}

/** The first of several places where something is known. */
export async function firstIn(places: readonly Place[] = [], find: Find, reads: boolean): Promise<string | undefined> {
  for (const place of places) {
    const found = await find(place, reads);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Who gets it, as the request says it. */
export async function recipientIn({ to }: TransferFields, find: Find): Promise<Recipient | undefined> {
  const id = await find(to?.at);
  if (!to || id === undefined) return undefined;
  const of = await find(to.of);
  return { kind: to.kind, id: of === undefined ? id : `${of}/${id}` };
}

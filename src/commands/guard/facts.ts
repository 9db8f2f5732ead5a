// What a request moves, found by the table of `money/moves.ts`: in its path, in its body, and where a limit needs it, in a read beside it.
import { amountOf } from '../../money/amount.js';
import { decimalOf, fromBase, textOf, times } from '../../money/decimal.js';
import type { Move, Place } from '../../money/moves.js';
import type { Recipient } from '../../money/recipients.js';
import { assumedFields } from '../../services/assumed.js';
import { type Call, pathNames } from '../../services/define.js';
import { parseExact } from '../../services/exact.js';
import { known } from '../../services/http/ask.js';
import type { HttpRequest } from '../../services/http/exchange.js';
import { BadInput, Failure } from '../../services/http/failure.js';
import { isNumeric, isRecord, type Row, valueAt } from '../../ui/present/value.js';
import type { Context } from '../context.js';
import { readOnce } from '../kinds/reading.js';

/** The text that stands at a place; nothing where nothing does, or where it would have to be read and `reads` is not said. */
export type Find = (place: Place | undefined, reads?: boolean) => Promise<string | undefined>;

/** What finds the facts of a request. Each read is made once. */
export async function finderOf(context: Context, call: Call, request: Pick<HttpRequest, 'url' | 'body'>): Promise<Find> {
  const fields = await assumedFields(call);
  const renamed = context.settings.of.names ?? {};
  const [inPath, body] = [pathValues(call, request.url), bodyOf(request.body)];
  const answers = new Map<string, Promise<Row | undefined>>();
  const named = (name: string) => {
    if (pathNames(call.path).includes(name)) return inPath[name];
    const field = name in known(call.body) ? name : (renamed[`${call.service} ${call.name} ${name}`] ?? fields?.[name]);
    return field === undefined ? undefined : scalar(valueAt(body, field));
  };
  const find: Find = async (place, reads = false) => {
    if (place === undefined) return undefined;
    if (typeof place === 'string') return named(place);
    if ('is' in place) return place.is;
    if ('by' in place) return place.are[named(place.by) ?? ''];
    if (!reads) return undefined;
    const given = Object.entries(place.read.with ?? {}).map(async ([name, from]) => [name, await find(from)] as const);
    const values = Object.fromEntries(await Promise.all(given));
    if (Object.values(values).includes(undefined)) return undefined;
    const { service, call: name } = place.read;
    const key = JSON.stringify([service, name, values]);
    const answer = answers.get(key) ?? read(context, place.read, values);
    answers.set(key, answer);
    return scalar(valueAt(await answer, place.at));
  };
  return find;
}

/** The answer of a read; that it cannot be had is said, and what it would have told stays unknown. */
async function read(context: Context, { service, call }: { service: Parameters<typeof readOnce>[1]; call: string }, values: Row) {
  try {
    const answer = parseExact((await readOnce(context, service, call, values)).text || 'null');
    return isRecord(answer) ? answer : undefined;
  } catch (error) {
    if (!(error instanceof Failure) || error.kind === 'interrupted') throw error;
    context.say(`  What it moves cannot be read: ${error.message}`);
    return undefined;
  }
}

const scalar = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : isNumeric(value) ? String(value) : undefined;

function bodyOf(text: string | undefined): Row {
  if (text === undefined) return {};
  const body = parseExact(text);
  return isRecord(body) ? body : {};
}

/** The values that stand in the path of a request, by the names of the call's line. */
function pathValues(call: Call, url: string): Readonly<Record<string, string>> {
  const parts = call.path.split('/');
  const last = new URL(url).pathname.split('/').slice(-parts.length + 1); // a base address may have a path of its own
  const pairs = parts.slice(1).flatMap((part, at) => {
    const name = /^\{(\w+)\}$/.exec(part)?.[1];
    return name === undefined || last[at] === undefined ? [] : [[name, decodeURIComponent(last[at]!)] as const];
  });
  return Object.fromEntries(pairs);
}

/** The amount in whole tokens, in its shortest form; nothing for what is no plain amount. */
export async function amountIn({ amount, decimals = 0, times: count }: Move, find: Find, reads: boolean): Promise<string | undefined> {
  const each = plainAmount(await find(amount, reads), decimals);
  if (each === undefined || count === undefined) return each;
  const often = await find(count, reads);
  if (often === undefined) return each;
  return /^\d{1,9}$/.test(often) ? textOf(times(decimalOf(each)!, decimalOf(often)!)) : undefined;
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
export async function recipientIn({ to }: Move, find: Find): Promise<Recipient | undefined> {
  const id = await find(to?.at);
  if (!to || id === undefined) return undefined;
  const of = await find(to.of);
  return { kind: to.kind, id: of === undefined ? id : `${of}/${id}` };
}

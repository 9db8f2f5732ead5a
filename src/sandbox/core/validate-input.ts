// Checks what was sent against a plain table of fields, the catalogue's own or a line's.
import type { Field, Fields, Open } from '../../services/catalogue/define.js';
import { Refusal, refuse } from './refusal.js';

export interface Taken {
  readonly values: Readonly<Record<string, unknown>>;
  /** Names that the call does not know. */
  readonly ignored: readonly string[];
}

/** An error of its own for a field that is missing, where CONTRACT.md shows one. */
export type Lacking = Readonly<Record<string, readonly [status: number, code: string, message: string]>>;

/** The longest text that is taken; key material may be longer. */
const longest = { plain: 2000, secret: 20_000 };
const most = 100;

/** Takes the fields of a table out of what was sent. `open` and nothing take no field at all. */
export function takeFields(
  table: Fields | Open | undefined,
  given: Readonly<Record<string, unknown>>,
  where: 'body' | 'query',
  lacking: Lacking = {},
): Taken {
  const fields: Fields = table === undefined || table === 'open' ? {} : table;
  const values: Record<string, unknown> = {};
  for (const [name, field] of Object.entries(fields)) {
    const sent = Object.hasOwn(given, name) ? given[name] : undefined;
    const value = sent === null || sent === undefined ? undefined : take(field, sent, where);
    if (value instanceof Mismatch) refuse(400, `${name} ${value.why}. ${manual(fields, where)}`, 'INVALID_REQUEST');
    if (value === undefined && field.needed) missing(name, fields, where, lacking);
    if (value !== undefined) values[name] = value;
  }
  return { values, ignored: Object.keys(given).filter((name) => !Object.hasOwn(fields, name)) };
}

function missing(name: string, fields: Fields, where: string, lacking: Lacking): never {
  const known = lacking[name];
  if (known) throw new Refusal(known[0], known[2], known[1]);
  return refuse(400, `${name} is missing. ${manual(fields, where)}`, 'INVALID_REQUEST');
}

/** One sentence that lists every field a call takes. */
function manual(fields: Fields, where: string): string {
  const lines = Object.entries(fields).map(([name, field]) => `${name} (${describe(field)}${field.needed ? '' : ', optional'})`);
  return `The ${where} takes ${lines.join(', ')}.`;
}
const describe = (field: Field): string => `${field.words ? field.words.join(' | ') : field.kind}${field.many ? ', several' : ''}`;

class Mismatch {
  readonly why: string;
  constructor(why: string) {
    this.why = why;
  }
}

function take(field: Field, sent: unknown, where: 'body' | 'query'): unknown {
  if (!field.many) return takeOne(field, Array.isArray(sent) && where === 'query' ? sent[0] : sent, where);
  const list = Array.isArray(sent) ? sent : where === 'query' ? [sent] : undefined;
  if (!list) return new Mismatch('must be a list');
  if (list.length > most) return new Mismatch(`may hold ${most} values at most`);
  const taken = list.map((value) => takeOne(field, value, where));
  return taken.find((value) => value instanceof Mismatch) ?? taken;
}

function takeOne(field: Field, sent: unknown, where: 'body' | 'query'): unknown {
  if (field.words) {
    const word = field.words.find((known) => known === sent || (where === 'query' && String(known) === sent));
    return word ?? new Mismatch(`is ${JSON.stringify(sent)?.slice(0, 100)}, not one of ${field.words.join(', ')}`);
  }
  if (field.kind === 'json') return sent;
  if (field.kind === 'text') return takeText(sent, field.secret ? longest.secret : longest.plain);
  const value = where === 'query' ? fromText(field.kind, sent) : sent;
  const fits = typeof value === field.kind && (typeof value !== 'number' || Number.isFinite(value));
  return fits ? value : new Mismatch(`must be a ${field.kind}`);
}

function takeText(sent: unknown, limit: number): unknown {
  if (typeof sent !== 'string') return new Mismatch('must be text');
  if (sent === '') return new Mismatch('is empty');
  return sent.length <= limit ? sent : new Mismatch(`is longer than ${limit} characters`);
}

function fromText(kind: Field['kind'], sent: unknown): unknown {
  if (kind === 'boolean') return sent === 'true' ? true : sent === 'false' ? false : sent;
  return typeof sent === 'string' && /^-?\d+(\.\d+)?$/.test(sent) ? Number(sent) : sent;
}

// Validates input against the fields of the catalogue or of the handler.
import type { Field, Fields, Open } from '../../src/services/catalogue/define.js';
import { badRequest, Refusal } from './context.js';

export interface ParsedInput {
  readonly values: Readonly<Record<string, unknown>>;
  /** Names that the call has no field for. */
  readonly ignored: readonly string[];
}

/** Public errors of missing fields (platform 1.4). */
export type MissingErrors = Readonly<Record<string, readonly [status: number, code: string, message: string]>>;

/** The longest text. Key material may be longer. */
const maxLength = { plain: 2000, secret: 20_000 };
const maxItems = 100;

/** Parses the fields of a table. */
export function parseFields(
  table: Fields | Open | undefined,
  input: Readonly<Record<string, unknown>>,
  where: 'body' | 'query',
  lacking: MissingErrors = {},
): ParsedInput {
  const fields: Fields = table === undefined || table === 'open' ? {} : table;
  const values: Record<string, unknown> = {};
  for (const [name, field] of Object.entries(fields)) {
    const sent = Object.hasOwn(input, name) ? input[name] : undefined;
    const value = sent === null || sent === undefined ? undefined : parseField(field, sent, where);
    if (value instanceof Mismatch) badRequest(`${name} ${value.reason}. ${describeFields(fields, where)}`);
    if (value === undefined && field.required) refuseMissing(name, fields, where, lacking);
    if (value !== undefined) values[name] = value;
  }
  return { values, ignored: Object.keys(input).filter((name) => !Object.hasOwn(fields, name)) };
}

function refuseMissing(name: string, fields: Fields, where: string, lacking: MissingErrors): never {
  const error = lacking[name];
  if (error) throw new Refusal(error[0], error[2], error[1]);
  return badRequest(`${name} is missing. ${describeFields(fields, where)}`);
}

function describeFields(fields: Fields, where: string): string {
  const lines = Object.entries(fields).map(
    ([name, field]) => `${name} (${describe(field)}${field.required ? '' : ', optional'})`,
  );
  return `The ${where} takes ${lines.join(', ')}.`;
}
const describe = (field: Field): string =>
  `${field.words ? field.words.join(' | ') : field.kind}${field.many ? ', several' : ''}`;

class Mismatch {
  readonly reason: string;
  constructor(why: string) {
    this.reason = why;
  }
}

function parseField(field: Field, sent: unknown, where: 'body' | 'query') {
  if (!field.many) return parseValue(field, Array.isArray(sent) && where === 'query' ? sent[0] : sent, where);
  const list = Array.isArray(sent) ? sent : where === 'query' ? [sent] : undefined;
  if (!list) return new Mismatch('must be a list');
  if (list.length > maxItems) return new Mismatch(`may hold ${maxItems} values at most`);
  const values = list.map((value) => parseValue(field, value, where));
  return values.find((value) => value instanceof Mismatch) ?? values;
}

function parseValue(field: Field, sent: unknown, where: 'body' | 'query') {
  if (field.words) {
    const word = field.words.find((option) => option === sent || (where === 'query' && String(option) === sent));
    return word ?? new Mismatch(`is ${JSON.stringify(sent)?.slice(0, 100)}, not one of ${field.words.join(', ')}`);
  }
  if (field.kind === 'json') return sent;
  if (field.kind === 'text') return parseText(sent, field.secret ? maxLength.secret : maxLength.plain);
  const value = where === 'query' ? parseScalar(field.kind, sent) : sent;
  const fits = typeof value === field.kind && (typeof value !== 'number' || Number.isFinite(value));
  return fits ? value : new Mismatch(`must be a ${field.kind}`);
}

function parseText(sent: unknown, limit: number) {
  if (typeof sent !== 'string') return new Mismatch('must be text');
  if (sent === '') return new Mismatch('is empty');
  return sent.length <= limit ? sent : new Mismatch(`is longer than ${limit} characters`);
}

function parseScalar(kind: Field['kind'], sent: unknown) {
  if (kind === 'boolean') return sent === 'true' ? true : sent === 'false' ? false : sent;
  return typeof sent === 'string' && /^-?\d+(\.\d+)?$/.test(sent) ? Number(sent) : sent;
}

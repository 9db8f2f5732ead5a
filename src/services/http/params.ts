// Checks and places the params of an endpoint: path values, query and body, before anything is sent.
import { type Call, type Field, type Fields, open, pathNames } from '../catalogue/define.js';
import { BadInput } from './errors.js';
import { unknownWord } from './path.js';

export interface CallParams {
  readonly path: Readonly<Record<string, unknown>>;
  readonly query: Readonly<Record<string, unknown>>;
  /** A value to be written as JSON, or `JsonText`. */
  readonly body?: unknown;
}
/** A body that is already JSON text; numbers keep their digits. */
export class JsonText {
  readonly json: string;
  constructor(json: string) {
    this.json = json;
  }
}

/** The public fields of a query or a body; empty for an open one. */
export const knownFields = (fields: Call['query']): Fields => (fields === undefined || fields === open ? {} : fields);

/** The public fields of the query and the body of a call. */
export const publicFields = ({ query, body }: Pick<Call, 'query' | 'body'>): Fields => ({
  ...knownFields(query),
  ...knownFields(body),
});

/** Splits a flat object into path, query and body, by the names in the catalogue. @throws {BadInput} UNKNOWN_FIELD */
export function toParams(call: Call, flat: Readonly<Record<string, unknown>>): CallParams {
  const {
    query = {},
    body,
    ...rest
  } = flat as { query?: Record<string, unknown>; body?: unknown } & Record<string, unknown>;
  const names = new Set(pathNames(call.path));
  const path: Record<string, unknown> = {};
  const queryValues: Record<string, unknown> = { ...query };
  const fields: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(rest)) {
    if (names.has(name)) path[name] = value;
    else if (name in knownFields(call.query)) queryValues[name] = value;
    else if (name in knownFields(call.body)) fields[name] = value;
    else throw new BadInput('UNKNOWN_FIELD', `${call.method} ${call.path} has no field ${name}.`);
  }
  const merged =
    body instanceof JsonText || Object.keys(fields).length === 0 ? body : { ...(body as object), ...fields };
  return { path, query: queryValues, body: merged };
}

/**
 * Checks the known fields of a query and a body: presence, enum values and types. JSON text is not checked.
 * @throws {BadInput}
 */
export function checkParams(call: Call, params: CallParams, allowUnknownWord = false): void {
  checkFields(knownFields(call.query), params.query, allowUnknownWord, 'query');
  if (!(params.body instanceof JsonText))
    checkFields(knownFields(call.body), (params.body ?? {}) as Record<string, unknown>, allowUnknownWord, 'body');
}

function checkFields(
  fields: Fields,
  values: Readonly<Record<string, unknown>>,
  allowUnknownWord: boolean,
  where: string,
) {
  const missing = Object.entries(fields).filter(([name, field]) => field.required && values[name] === undefined);
  if (missing.length > 0) {
    const names = missing.map(([name]) => name).join(', ');
    throw new BadInput('MISSING_FIELD', `The ${where} needs ${names}.`, `It takes: ${listFields(fields)}`);
  }
  for (const [name, value] of Object.entries(values)) {
    const field = fields[name];
    if (field)
      for (const item of field.many && Array.isArray(value) ? value : [value])
        checkValue(name, field, item, allowUnknownWord);
  }
}

function checkValue(name: string, field: Field, value: unknown, allowUnknownWord: boolean) {
  const text = String(value);
  const words = field.words?.map(String);
  if (words && !allowUnknownWord && !words.includes(text)) throw unknownWord(name, text, words);
  const bad = (what: string) =>
    new BadInput('BAD_VALUE', `The value for ${name} is not ${what}: ${JSON.stringify(text)}.`);
  if (field.kind === 'number' && !/^-?\d+(\.\d+)?([eE][+-]?\d+)?$/.test(text)) throw bad('a number');
  if (field.kind === 'boolean' && !/^(true|false)$/.test(text)) throw bad('true or false');
}

/** The fields of a call as one line: `network, address, ticker (optional)`. A secret one is not an option. */
const listFields = (fields: Fields) =>
  Object.entries(fields)
    .map(([name, field]) => {
      const notes = [!field.required && 'optional', field.secret && 'secret: in --input FILE'].filter(Boolean);
      return notes.length === 0 ? name : `${name} (${notes.join(', ')})`;
    })
    .join(', ');

/** A query string with its question mark, or nothing. Several values repeat the name (platform 1.2). */
export function queryString(query: Readonly<Record<string, unknown>>): string {
  const pairs = Object.entries(query).flatMap(([name, value]) =>
    (Array.isArray(value) ? value : [value]).map((item) => [name, item] as const),
  );
  const written = pairs
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${encode(name)}=${encode(String(value))}`);
  return written.length > 0 ? `?${written.join('&')}` : '';
}

function encode(value: string) {
  if (!value.isWellFormed()) throw new BadInput('BAD_VALUE', 'A query value is not well-formed text.');
  return encodeURIComponent(value).replaceAll("'", '%27'); // a quote would end a quoted address
}

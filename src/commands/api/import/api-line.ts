// Writes a request as the words of `tuk api`: by the name of its call, else by method and path.

import { type Flag, spellings } from '../../../cli/settings/options.js';
import type { Destination } from '../../../engine/request/destination.js';
import { optionsOf } from '../../../engine/request/shared-options.js';
import { type Call, type Field, type Fields, kebab, pathNames } from '../../../services/catalogue/define.js';
import { BadInput } from '../../../services/http/errors.js';
import { checkParams, knownFields } from '../../../services/http/params.js';
import { fillPath, router } from '../../../services/http/path.js';
import { isNumeric, isRecord } from '../../../services/json-value.js';
import { stringifyLossless } from '../../../services/lossless-number.js';

export interface ApiRequest {
  readonly method: string;
  readonly to: Destination;
  /** The query as it is written, without its question mark. */
  readonly query: string;
  /** The fields of the body; undefined without a body. */
  readonly fields?: Readonly<Record<string, unknown>>;
  /** The file of the body. */
  readonly file?: string;
  /** Whether secrets were left out: the call may need them, and then says so. */
  readonly isPartial: boolean;
}

/** The words behind `tuk`. @param reservedFlags the options of every call, which no field can have */
export function apiWords(request: ApiRequest, reservedFlags: readonly Flag[]): readonly string[] {
  return namedWords(request, reservedFlags) ?? pathWords(request);
}

/** The words by method and path: everything that an address can say. */
function pathWords({ method, to, query, fields, file }: ApiRequest): readonly string[] {
  const path = query === '' ? to.path : `${to.path}?${query}`;
  const definitions = to.match ? knownFields(to.match.call.body) : {};
  return ['api', method, to.service.name, path, ...bodyWords(fields, definitions, () => undefined), ...fileWords(file)];
}

const fileWords = (file: string | undefined): readonly string[] => (file === undefined ? [] : ['--input', file]);

/** The words by the name of the call; undefined if it would refuse the request, or make another one. */
function namedWords(request: ApiRequest, reservedFlags: readonly Flag[]): readonly string[] | undefined {
  const { to, query, fields, file, isPartial } = request;
  const { match, service } = to;
  if (!match) return undefined;
  const { call, values } = match;
  const pairs = [...new URLSearchParams(query)];
  const isWritten = pairs.every(([name, value]) => /^[^.[\]=]+$/.test(name) && name !== '__proto__' && isLine(value));
  if (!isWritten || query.split('&').length !== Math.max(1, pairs.length)) return undefined;
  const allowed = [false, true].find((anyWord) => isAccepted(request, call, pairs, anyWord));
  if (allowed === undefined && !isPartial) return undefined;
  try {
    if (fillPath(call, values, router(service.calls), true) !== to.path) return undefined;
  } catch {
    return undefined;
  }
  const option = optionNames(call, reservedFlags);
  const places = pathNames(call.path).map((name) => [name, values[name]!] as const);
  if (places.some(([, value]) => value.trim() === '')) return undefined;
  const arePlain = places.every(([, value]) => !value.startsWith('-'));
  const pathOptions = places.map(([name, value]) => [option(name), value] as const);
  if (!arePlain && pathOptions.some(([name]) => name === undefined)) return undefined;
  return [
    'api',
    call.service,
    kebab(call.name),
    ...(arePlain ? places.map(([, value]) => value) : pathOptions.map(([name, value]) => `${name}=${value}`)),
    ...pairs.flatMap(([name, value]) => queryWords(name, value, { call, pairs, option })),
    ...bodyWords(fields, knownFields(call.body), option),
    ...fileWords(file),
    ...(allowed ? ['--allow-unknown-word'] : []),
  ];
}

/** Whether the call takes the values, as its catalogue knows them. */
function isAccepted(
  { fields, file, to }: ApiRequest,
  call: Call,
  pairs: readonly (readonly [string, string])[],
  anyWord: boolean,
): boolean {
  const query: Record<string, unknown> = {};
  for (const [name, value] of pairs) query[name] = Object.hasOwn(query, name) ? [query[name], value].flat() : value;
  const path = to.match!.values;
  try {
    fillPath(call, path, router(to.service.calls), anyWord);
    if (file === undefined) checkParams(call, { path, query, body: fields }, anyWord);
    return true;
  } catch (error) {
    if (error instanceof BadInput) return false;
    throw error;
  }
}

/** One line without control characters, which an option can hold. */
const isLine = (text: string): boolean => !/[\p{Cc}\u2028\u2029]/u.test(text) && text.isWellFormed();

type OptionOf = (name: string) => string | undefined;
/** The option of a path value or a field; undefined if it has no option of its own. */
function optionNames(call: Call, reservedFlags: readonly Flag[]): OptionOf {
  const others = new Set(reservedFlags.flatMap(({ flags }) => spellings(flags)));
  const names = optionsOf(call).map(({ flags }) => spellings(flags)[0]!);
  return (name) => {
    const option = `--${kebab(name)}`;
    return names.filter((spelling) => spelling === option).length === 1 && !others.has(option) ? option : undefined;
  };
}

function queryWords(
  name: string,
  value: string,
  {
    call,
    pairs,
    option,
  }: { readonly call: Call; readonly pairs: readonly (readonly [string, string])[]; readonly option: OptionOf },
): readonly string[] {
  const isRepeated = pairs.filter(([pairName]) => pairName === name).length > 1;
  const field = knownFields(call.query)[name];
  const optionName =
    isRepeated || field === undefined || field.kind === 'json' || field.many ? undefined : option(name);
  return optionName === undefined || value.trim() === ''
    ? ['--query', `${name}=${value}`]
    : optionWords(optionName, value);
}
const optionWords = (option: string, value: string): readonly string[] =>
  /^[-=]/.test(value) ? [`${option}=${value}`] : [option, value];

/** The words of the fields of a body. */
const bodyWords = (fields: ApiRequest['fields'], definitions: Fields, option: OptionOf): readonly string[] =>
  Object.entries(fields ?? {}).flatMap(([name, value]) => fieldWords(name, value, definitions[name], option(name)));

function fieldWords(
  name: string,
  value: unknown,
  field: Field | undefined,
  option: string | undefined,
): readonly string[] {
  const isText = field === undefined || field.kind === 'text' || field.kind === 'word';
  const optionName = field && !field.many ? option : undefined;
  if (typeof value === 'string' && isText && isLine(value))
    return optionName !== undefined && value.trim() !== ''
      ? optionWords(optionName, value)
      : ['-f', `${name}=${value}`];
  const isTyped =
    (field?.kind === 'number' && isNumeric(value)) || (field?.kind === 'boolean' && typeof value === 'boolean');
  if (optionName !== undefined && isTyped) return optionWords(optionName, String(value));
  const areTexts =
    Array.isArray(value) && value.length > 0 && value.every((item) => typeof item === 'string' && isLine(item));
  if (areTexts && isText) return (value as string[]).flatMap((item) => ['-f', `${name}[]=${item}`]);
  return ['-F', `${name}=${escapedJson(value)}`];
}

/** JSON on one line, without characters that act on a terminal. */
const escapedJson = (value: unknown): string =>
  stringifyLossless(value).replace(
    /[\p{Cc}\p{Cf}\u2028\u2029]/gu,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

/** Whether -f and -F can name every field of a body. */
export const areFields = (body: unknown): body is Readonly<Record<string, unknown>> =>
  isRecord(body) && Object.keys(body).every((name) => /^[^.[\]=\p{Cc}]+$/u.test(name) && name !== '__proto__');

// -f, -F and --query: parses typed fields into the tree of a body or the values of a query.

import type { Arguments } from '../../cli/command/command.js';
import { parseInput } from '../../cli/files/input-file.js';
import type { Call, Field } from '../../services/catalogue/define.js';
import { BadInput } from '../../services/http/errors.js';
import { publicFields } from '../../services/http/params.js';
import { isRecord } from '../../services/json-value.js';
import { parseLossless } from '../../services/lossless-number.js';
import type { ProfileNames } from './field-names.js';
import { refuseSecretField } from './secret-names.js';

/** How each parameter was typed, for messages: `--amount`, `<id>`; by default the option of its name. */
export type ParamLabels = Readonly<Record<string, string>>;

/** The fields of a command line for a call, without the values of its path. */
export interface TypedFields {
  readonly call: Call;
  /** By parameter. */
  readonly values: Readonly<Record<string, unknown>>;
  readonly labels: ParamLabels;
  readonly options: Arguments['options'];
  readonly names: ProfileNames;
}

/** Fields by name; objects nest. */
export type FieldTree = { [name: string]: unknown };

type Options = Arguments['options'];
/** The values of an option that may be repeated. */
export const texts = (value: Options[string]): string[] => (value === undefined ? [] : ([value].flat() as string[]));

/** Splits `key=value` at its first equals sign. @throws {BadInput} */
export function keyValue(argument: string, flag: string): [key: string, value: string] {
  const at = argument.indexOf('=');
  if (at < 1) throw new BadInput('BAD_VALUE', `${JSON.stringify(argument)} is not of the form key=value (${flag}).`);
  return [argument.slice(0, at), argument.slice(at + 1)];
}

/**
 * Converts a text to the type of its field: numbers and booleans as in JSON, everything else as text.
 * @throws {BadInput}
 */
export async function typedValue(name: string, text: string, field: Field | undefined): Promise<unknown> {
  if (field === undefined || field.secret) refuseSecretField(name, text, field); // a text has no fields of its own
  if (field?.kind === 'number' && /^-?\d+(\.\d+)?([eE][+-]?\d+)?$/.test(text)) return jsonValue(name, text);
  if (field?.kind === 'boolean' && /^(true|false)$/.test(text)) return text === 'true';
  if (field?.kind === 'json') {
    const value = await jsonValue(name, text);
    refuseSecretField(name, value, field);
    return value;
  }
  return text;
}

/** Parses a JSON value like a file's; numbers keep their digits. @throws {BadInput}; {Guarded} for a duplicate key */
async function jsonValue(name: string, text: string): Promise<unknown> {
  parseInput(text, `The value for ${name}`);
  return parseLossless(text);
}

/**
 * Sets a field of a tree: `a.b` nests, `k[]` appends to a list.
 * @throws {BadInput} for a key with a value of another form, and for a key that would reach the prototype of an object
 */
export function setField(tree: FieldTree, key: string, value: unknown): void {
  const repeats = key.endsWith('[]');
  const names = (repeats ? key.slice(0, -2) : key).split('.');
  const bad = (why: string) => new BadInput('BAD_VALUE', `The field ${JSON.stringify(key)} ${why}.`);
  if (names.some((name) => name === '' || name === '__proto__' || name.includes('[')))
    throw bad('is not a name for a field');
  let node = tree;
  for (const name of names.slice(0, -1)) {
    const next = Object.hasOwn(node, name) ? node[name] : {};
    if (!isRecord(next)) throw bad('is given once as a value and once as an object');
    node[name] = next;
    node = next as FieldTree;
  }
  const last = names.at(-1)!;
  if (!repeats && Object.hasOwn(node, last)) throw bad('is given twice; write key[]= for a list');
  if (!repeats) node[last] = value;
  else if (!Object.hasOwn(node, last)) node[last] = [value];
  else if (Array.isArray(node[last])) (node[last] as unknown[]).push(value);
  else throw bad('is given once as a value and once as a list');
}

/** The keys of the fields of -f and -F, without the `[]` of lists. @throws {BadInput} */
export const typedKeys = ({ field, jsonField }: Options): readonly string[] =>
  [
    ...texts(field).map((argument) => keyValue(argument, '-f')[0]),
    ...texts(jsonField).map((argument) => keyValue(argument, '-F')[0]),
  ].map((key) => key.replace(/\[\]$/, ''));

/** The fields of -f and -F as a tree, with the types of the catalogue. @throws {BadInput} */
export async function fieldTree(call: Call, { field, jsonField }: Options): Promise<FieldTree> {
  const fields = publicFields(call);
  const tree: FieldTree = {};
  for (const argument of texts(field)) {
    const [key, text] = keyValue(argument, '-f');
    setField(tree, key, await typedValue(key, text, fields[key.replace(/\[\]$/, '')]));
  }
  for (const argument of texts(jsonField)) {
    const [key, text] = keyValue(argument, '-F');
    refuseSecretField(key, text.replace(/^"|"$/g, ''), fields[key]); // before parsing: an error would repeat its text
    const value = await jsonValue(key, text);
    refuseSecretField(key, value, fields[key]);
    setField(tree, key, value);
  }
  return tree;
}

/** Converts texts to the types of their fields. Secrets were not typed on the command line, and are unchanged. */
export async function convertFields(call: Call, values: Readonly<Record<string, unknown>>): Promise<FieldTree> {
  const fields = publicFields(call);
  const converted = Object.entries(values).map(async ([name, value]) => {
    const field = fields[name];
    return [name, typeof value === 'string' && !field?.secret ? await typedValue(name, value, field) : value] as const;
  });
  return Object.fromEntries(await Promise.all(converted));
}

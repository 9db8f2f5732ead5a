// Reads the fields of an account request: known fields from options, standard input and files, others from -f, -F and --input.

import type { Arguments } from '../../cli/command.js';
import type { Context } from '../../cli/context.js';
import { parseInput, readInput, readStdin } from '../../cli/input-file.js';
import { type Flag, flagKey, spellings } from '../../cli/options.js';
import { type FieldTree, fieldTree } from '../../engine/request/fields.js';
import { type Call, kebab, open } from '../../services/catalogue/define.js';
import type { EndpointName } from '../../services/catalogue/endpoint-types.js';
import { catalogue } from '../../services/catalogue/index.js';
import { BadInput } from '../../services/http/errors.js';
import { JsonText, knownFields } from '../../services/http/params.js';
import type { Response } from '../../services/http/send.js';
import { parseLossless, stringifyLossless } from '../../services/lossless-number.js';
import { isToken } from '../../session/stored-session.js';
import { endpointOfVersion, type Versions } from './api-versions.js';

type Options = Arguments['options'];
/** The parameters of a call by name. */
type Values = Readonly<Record<string, unknown>>;

/** The options for fields whose names are not public. */
export const openFlags: readonly Flag[] = [
  { flags: '-f, --field <key=value>', summary: 'a field as text; a.b nests, a[] repeats', repeatable: true },
  { flags: '-F, --json-field <key=JSON>', summary: 'a field as JSON; numbers keep every digit', repeatable: true },
  { flags: '--input <file>', summary: 'all fields as JSON, from a file or - for standard input' },
];

/**
 * Returns the endpoint of the requested version and its parameters. `knownFlags` are the options of a version whose fields
 * are public; a version whose fields are not public takes -f, -F and --input instead.
 * @throws {BadInput} for options that conflict, before anything is read
 */
export async function versionedRequest(
  context: Context,
  versions: Versions,
  knownFlags: readonly Flag[],
  options: Options,
): Promise<readonly [name: EndpointName<'user'>, values: Values]> {
  const { calls } = await catalogue('user');
  const call = calls[endpointOfVersion(versions, options)]!;
  const openVersion = Object.keys(versions).find((version) => isOpen(calls[versions[version]!]!));
  if (!isOpen(call)) {
    refuseOptions(
      openFlags,
      options,
      (flags) => `${flags} needs --api-version ${openVersion}: the fields of ${kebab(call.name)} have options of their own.`,
    );
    return [endpointOfVersion(versions, options), await readKnownFields(context, call.name, knownFlags, options)];
  }
  refuseOptions(
    knownFlags,
    options,
    (flags) => `${flags} does not work with --api-version ${openVersion}, whose field names are not public.`,
  );
  const similarCall = calls[Object.values(versions)[0]!]!;
  const value = await readOpenValue(context, options, similarCall, nonSecretNames(similarCall));
  return [endpointOfVersion(versions, options), call.method === 'GET' ? { query: requireFlatQuery(value) } : await jsonBody(value)];
}

/** Reads the body of a call whose fields are not public. @throws {BadInput} where no field is given and `optional` is false */
export async function readOpenFields(context: Context, name: string, options: Options, optional = false): Promise<Values> {
  if (optional && openFlags.every(({ flags }) => options[flagKey(flags)] === undefined)) return {};
  return jsonBody(await readOpenValue(context, options, (await catalogue('user')).calls[name]!));
}

/** Whether the field names of a call are not public: an open body, or a GET without a documented query. */
const isOpen = ({ method, query, body }: Call) => body === open || (method === 'GET' && query === undefined);

/** The field that an option fills, by its name: `--share-file` fills `share`, `--fcm-token-stdin` fills `fcmToken`. */
const fieldName = ({ flags }: Flag) => flagKey(flags).replace(/(Stdin|File)$/, '');
const longFlag = ({ flags }: Flag) => spellings(flags).at(-1)!;
const isGiven = (options: Options) => (flag: Flag) => options[flagKey(flag.flags)] !== undefined;

/** Refuses options that do not apply here. @throws {BadInput} */
export function refuseOptions(flags: readonly Flag[], options: Options, message: (flag: string) => string): void {
  const conflicting = flags.find(isGiven(options));
  if (conflicting) throw new BadInput('CONFLICT', message(longFlag(conflicting)));
}

/** Reads the fields that a command's options fill. Secrets are added to the redaction list; standard input is read last. @throws {BadInput} */
export async function readKnownFields(context: Context, name: string, knownFlags: readonly Flag[], options: Options): Promise<Values> {
  const call = (await catalogue('user')).calls[name]!;
  const fields = { ...knownFields(call.query), ...knownFields(call.body) };
  const missing = knownFlags.filter((flag) => !isGiven(options)(flag) && fields[fieldName(flag)]?.required);
  if (missing.length > 0) throw new BadInput('MISSING_OPTION', `This also needs ${missing.map(longFlag).join(', ')}.`);
  const fromStdin = knownFlags
    .filter(isGiven(options))
    .filter((flag) => /-stdin$/.test(longFlag(flag)) || options[flagKey(flag.flags)] === '-');
  if (fromStdin.length > 1)
    throw new BadInput('CONFLICT', `Standard input can hold one value only, not both ${fromStdin.map(longFlag).join(' and ')}.`);
  const values: Record<string, unknown> = {};
  for (const flag of knownFlags.filter(isGiven(options)))
    values[fieldName(flag)] = await fieldValue(context, flag, options[flagKey(flag.flags)]);
  return values;
}

async function fieldValue(context: Context, flag: Flag, option: unknown): Promise<string> {
  const name = longFlag(flag);
  if (name.endsWith('-stdin')) return readToken(context, await readStdin(context.world, 'the token'), name);
  const text = name.endsWith('-file') ? readShare(context, await readInput(context.world, String(option))) : String(option);
  if (text === '') throw new BadInput('EMPTY_VALUE', `The value of ${name} is empty.`);
  return text;
}

/** Trims a key share read from a file and adds it and its parts to the redaction list. */
function readShare(context: Context, file: string): string {
  const share = file.replace(/\r?\n$/, '');
  redactShare(context, share);
  return share;
}

/** Adds a key share and the values in it to the redaction list: JSON text of `{share: {share, shareIndex}, polynomialID}` (platform 2.6). */
export function redactShare(context: Context, share: string): void {
  context.out.redact.add(share);
  try {
    redactAll(context, JSON.parse(share), ['polynomialID', 'deviceShareIndex']);
  } catch {
    // not JSON: a share of another form has no parts
  }
}

function readToken(context: Context, input: string, flag: string): string {
  const token = input.trim();
  context.out.redact.add(token);
  if (isToken(token)) return token;
  const message =
    token === '' ? 'Standard input is empty' : 'Standard input is not a token: it contains spaces, line breaks or other characters';
  throw new BadInput('BAD_TOKEN', `${message}.`, `Pipe the token alone: ${flag} < FILE`);
}

/**
 * Reads the value of -f, -F or --input. Fields that are secret in `similarCall` are refused from the command line here too;
 * with `publicNames`, every value of a file under another name is redacted.
 */
async function readOpenValue(context: Context, options: Options, similarCall: Call, publicNames?: readonly string[]): Promise<unknown> {
  const { input, field, jsonField } = options;
  if (input === undefined && field === undefined && jsonField === undefined)
    throw new BadInput('NO_FIELDS', 'The field names are not public: give the fields with -f, -F or --input.');
  if (input === undefined) return fieldTree(similarCall, texts(field), texts(jsonField));
  if (field !== undefined || jsonField !== undefined)
    throw new BadInput('CONFLICT', 'Give the fields with --input or one by one with -f and -F, not both.');
  const text = await readInput(context.world, String(input));
  parseInput(text, input === '-' ? 'Standard input' : String(input));
  const value = parseLossless(text);
  if (publicNames) redactAll(context, value, publicNames);
  return value;
}
const texts = (value: Options[string]): string[] => (value === undefined ? [] : ([value].flat() as string[]));

/** The names of the fields of a call that are not secret. */
const nonSecretNames = ({ query, body }: Call): string[] =>
  Object.entries({ ...knownFields(query), ...knownFields(body) }).flatMap(([name, field]) => (field.secret ? [] : [name]));

function redactAll(context: Context, value: unknown, publicNames: readonly string[], name = ''): void {
  if (typeof value !== 'object') {
    if (typeof value !== 'boolean' && !publicNames.includes(name)) context.out.redact.add(String(value));
    return;
  }
  for (const [key, one] of Object.entries(value ?? {})) redactAll(context, one, publicNames, Array.isArray(value) ? name : key);
}

async function jsonBody(value: unknown): Promise<Values> {
  return { body: new JsonText(stringifyLossless(value)) };
}

/** Returns a query: names with plain values or lists of them. @throws {BadInput} for anything nested */
function requireFlatQuery(value: unknown): FieldTree {
  const isPlainObject = (one: unknown): one is FieldTree =>
    typeof one === 'object' && one !== null && Object.getPrototypeOf(one) === Object.prototype;
  const isNested = (one: unknown) =>
    Array.isArray(one) ? one.some((each) => isPlainObject(each) || Array.isArray(each)) : isPlainObject(one);
  if (!isPlainObject(value) || Object.values(value).some(isNested))
    throw new BadInput('BAD_FIELD', 'A query takes names with plain values, and nothing nested.');
  return value;
}

/** Prints a response with its secrets redacted; unchanged where it has none. */
export async function printRedacted(context: Context, response: Response | undefined, columns: string[]): Promise<void> {
  if (response) await context.out.printResponse({ ...response, text: redacted(context, response.text) }, { columns });
}

function redacted(context: Context, json: string): string {
  const text = context.out.redact.clean(json);
  try {
    if (text !== '') JSON.parse(text);
    return text;
  } catch {
    return json; // redacting a secret such as `true` or `1234` would break the JSON
  }
}

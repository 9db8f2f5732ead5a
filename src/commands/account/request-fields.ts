// Reads the fields of an account request: from options, standard input and files, or from -f, -F and --input.

import type { Arguments } from '../../cli/command.js';
import type { Context } from '../../cli/context.js';
import { readInput, readJsonText, readStdin } from '../../cli/input-file.js';
import { type Flag, flagKey, spellings } from '../../cli/options.js';
import type { Presentation } from '../../cli/output/output.js';
import { callEndpoint } from '../../engine/request/call.js';
import { editedBody } from '../../engine/request/edited-body.js';
import { type FieldTree, fieldTree } from '../../engine/request/fields.js';
import { openFlags } from '../../engine/request/shared-options.js';
import { type Call, kebab, open } from '../../services/catalogue/define.js';
import type { EndpointName } from '../../services/catalogue/endpoint-types.js';
import { catalogue } from '../../services/catalogue/index.js';
import { BadInput } from '../../services/http/errors.js';
import { JsonText, publicFields } from '../../services/http/params.js';
import { parseLossless, stringifyLossless } from '../../services/lossless-number.js';
import { isToken } from '../../session/stored-session.js';
import { endpointOfVersion, type Versions } from './api-versions.js';

type Options = Arguments['options'];
type Values = Readonly<Record<string, unknown>>;

/** An endpoint of the user service, and its parameters. */
type UserRequest = readonly [name: EndpointName<'user'>, values?: Values];

/**
 * Returns the endpoint of the requested version and its parameters.
 * @param knownFlags the options of a version with public fields; a version without them takes -f, -F and --input
 * @throws {BadInput} for options that conflict, before anything is read
 */
export async function versionedRequest(
  context: Context,
  versions: Versions,
  knownFlags: readonly Flag[],
  options: Options,
): Promise<UserRequest> {
  const { calls } = await catalogue('user');
  const name = endpointOfVersion(versions, options);
  const call = calls[name]!;
  const openVersion = Object.keys(versions).find((version) => isOpen(calls[versions[version]!]!));
  if (!isOpen(call)) {
    refuseOptions(
      openFlags,
      options,
      (flags) =>
        `${flags} needs --api-version ${openVersion}: the fields of ${kebab(call.name)} have options of their own.`,
    );
    return [name, await readKnownFields(context, name, knownFlags, options)];
  }
  refuseOptions(
    knownFlags,
    options,
    (flags) => `${flags} does not work with --api-version ${openVersion}, whose field names are not public.`,
  );
  const similarCall = calls[Object.values(versions)[0]!]!;
  const value = await readOpenValue(context, options, call, { similarCall, publicNames: nonSecretNames(similarCall) });
  return [name, call.method === 'GET' ? { query: requireFlatQuery(value) } : await jsonBody(value)];
}

/** Reads the body of a call without public fields. @throws {BadInput} NO_FIELDS, unless `optional` */
export async function readOpenFields(
  context: Context,
  name: string,
  options: Options,
  optional = false,
): Promise<Values> {
  if (optional && openFlags.every(({ flags }) => options[flagKey(flags)] === undefined)) return {};
  const call = (await catalogue('user')).calls[name]!;
  return jsonBody(await readOpenValue(context, options, call, { similarCall: call }));
}

/** Whether a call has no public field names: an open body, or a GET without a documented query. */
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

/** Reads the fields that the options fill. Secrets are added to the redaction list. @throws {BadInput} */
export async function readKnownFields(
  context: Context,
  name: string,
  knownFlags: readonly Flag[],
  options: Options,
): Promise<Values> {
  const fields = publicFields((await catalogue('user')).calls[name]!);
  const present = knownFlags.filter(isGiven(options));
  const missing = knownFlags.filter((flag) => !present.includes(flag) && fields[fieldName(flag)]?.required);
  if (missing.length > 0) throw new BadInput('MISSING_OPTION', `This also needs ${missing.map(longFlag).join(', ')}.`);
  const fromStdin = present.filter((flag) => longFlag(flag).endsWith('-stdin') || options[flagKey(flag.flags)] === '-');
  if (fromStdin.length > 1)
    throw new BadInput(
      'CONFLICT',
      `Standard input can hold one value only, not both ${fromStdin.map(longFlag).join(' and ')}.`,
    );
  const values: Record<string, unknown> = {};
  for (const flag of present) values[fieldName(flag)] = await fieldValue(context, flag, options[flagKey(flag.flags)]);
  return values;
}

async function fieldValue(context: Context, flag: Flag, option: unknown) {
  const name = longFlag(flag);
  if (name.endsWith('-stdin')) return readToken(context, await readStdin(context.world, 'the token'), name);
  const text = name.endsWith('-file')
    ? readShare(context, await readInput(context.world, String(option)))
    : String(option);
  if (text === '') throw new BadInput('EMPTY_VALUE', `The value of ${name} is empty.`);
  return text;
}

function readShare(context: Context, text: string) {
  const share = text.replace(/\r?\n$/, '');
  redactShare(context, share);
  return share;
}

/**
 * Adds a key share and the values in it to the redaction list. A share is the JSON text of `{share: {share,
 * shareIndex}, polynomialID}` (platform 2.6).
 */
export function redactShare(context: Context, share: string): void {
  context.out.redact.add(share);
  try {
    redactAll(context, JSON.parse(share), ['polynomialID', 'deviceShareIndex']);
  } catch {
    // a share that is not JSON has no parts
  }
}

function readToken(context: Context, input: string, flag: string) {
  const token = input.trim();
  context.out.redact.add(token);
  if (isToken(token)) return token;
  const message =
    token === ''
      ? 'Standard input is empty'
      : 'Standard input is not a token: it contains spaces, line breaks or other characters';
  throw new BadInput('BAD_TOKEN', `${message}.`, `Pipe the token alone: ${flag} < FILE`);
}

/**
 * Reads the value of -f, -F, --edit or --input.
 * @param similarCall its secret fields are refused from the command line
 * @param publicNames the only names in a file with values that are not redacted
 */
async function readOpenValue(
  context: Context,
  options: Options,
  call: Call,
  { similarCall, publicNames }: { readonly similarCall: Call; readonly publicNames?: readonly string[] },
): Promise<unknown> {
  const { input, field, jsonField, edit } = options;
  if (edit) {
    const filled = await fieldTree(similarCall, options);
    const value = parseLossless((await editedBody(context, call, options, filled)).json);
    if (publicNames) redactAll(context, value, publicNames);
    return value;
  }
  if (input === undefined && field === undefined && jsonField === undefined)
    throw new BadInput('NO_FIELDS', 'The field names are not public: give the fields with -f, -F or --input.');
  if (input === undefined) return fieldTree(similarCall, options);
  if (field !== undefined || jsonField !== undefined)
    throw new BadInput('CONFLICT', 'Give the fields with --input or one by one with -f and -F, not both.');
  const value = parseLossless(await readJsonText(context.world, String(input)));
  if (publicNames) redactAll(context, value, publicNames);
  return value;
}

const nonSecretNames = (call: Call) =>
  Object.entries(publicFields(call)).flatMap(([name, field]) => (field.secret ? [] : [name]));

function redactAll(context: Context, value: unknown, publicNames: readonly string[], name = '') {
  if (typeof value !== 'object') {
    if (typeof value !== 'boolean' && !publicNames.includes(name)) context.out.redact.add(String(value));
    return;
  }
  for (const [key, part] of Object.entries(value ?? {}))
    redactAll(context, part, publicNames, Array.isArray(value) ? name : key);
}

async function jsonBody(value: unknown): Promise<Values> {
  return { body: new JsonText(stringifyLossless(value)) };
}

/** Returns a query: names with plain values or lists of them. @throws {BadInput} for anything nested */
function requireFlatQuery(value: unknown): FieldTree {
  const isPlainObject = (part: unknown): part is FieldTree =>
    typeof part === 'object' && part !== null && Object.getPrototypeOf(part) === Object.prototype;
  const isNested = (part: unknown) =>
    Array.isArray(part) ? part.some((item) => isPlainObject(item) || Array.isArray(item)) : isPlainObject(part);
  if (!isPlainObject(value) || Object.values(value).some(isNested))
    throw new BadInput('BAD_FIELD', 'A query takes names with plain values, without nesting.');
  return value;
}

/** Calls an endpoint of the user service, and prints its response. @returns the exit code 0 @throws {Failure} */
export async function printCall(
  context: Context,
  name: EndpointName<'user'>,
  values?: Values,
  presentation?: Presentation,
): Promise<number> {
  const response = await callEndpoint(context, 'user', name, values);
  if (response) await context.out.printResponse(response, presentation);
  return 0;
}

/** Like `printCall`, with the secrets redacted. */
export async function printRedacted(context: Context, request: UserRequest, columns: string[]): Promise<number> {
  const response = await callEndpoint(context, 'user', ...request);
  if (response) await context.out.printResponse({ ...response, text: redacted(context, response.text) }, { columns });
  return 0;
}

function redacted(context: Context, json: string) {
  const text = context.out.redact.clean(json);
  try {
    if (text !== '') JSON.parse(text);
    return text;
  } catch {
    return json; // redacting a secret such as `true` or `1234` would break the JSON
  }
}

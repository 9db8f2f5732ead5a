// What a call is asked with: known fields from options, standard input and files; open ones from -f, -F and --input.

import type { Arguments } from '../../cli/command.js';
import type { Context } from '../../cli/context.js';
import { parseInput, readInput, readStdin } from '../../cli/input-file.js';
import { type Flag, flagKey, spellings } from '../../cli/options.js';
import { fieldTree, type Tree } from '../../engine/fields.js';
import { type Call, kebab, open } from '../../services/catalogue/define.js';
import { catalogue } from '../../services/catalogue/index.js';
import { BadInput } from '../../services/http/errors.js';
import { JsonText, knownFields } from '../../services/http/params.js';
import type { Response } from '../../services/http/send.js';
import { isToken } from '../../session/store.js';
import { picked, type Versions } from './versions.js';

type Options = Arguments['options'];
/** Values of a call side by side, as `askOf` takes them. */
type Values = Readonly<Record<string, unknown>>;

/** The options that give fields whose names are not publicly known. */
export const openFlags: readonly Flag[] = [
  { flags: '-f, --field <key=value>', summary: 'a field as text; a.b nests, a[] repeats', many: true },
  { flags: '-F, --json-field <key=JSON>', summary: 'a field as JSON, its digits kept', many: true },
  { flags: '--input <file>', summary: 'all fields as JSON, from a file or - for standard input' },
];

/**
 * The call of the version that was picked, with the values that it is to be made with: `own` are the options of a version whose fields
 * are known, an open one takes -f, -F and --input in their place.
 * @throws {BadInput} for what does not go together, before anything is read.
 */
export async function askedVersion(
  context: Context,
  versions: Versions,
  own: readonly Flag[],
  options: Options,
): Promise<readonly [name: string, values: Values]> {
  const { calls } = await catalogue('user');
  const call = calls[picked(versions, options)]!;
  const openVersion = Object.keys(versions).find((version) => isOpen(calls[versions[version]!]!));
  if (!isOpen(call)) {
    refuse(
      openFlags,
      options,
      (flags) => `${flags} goes with --api-version ${openVersion} only: the fields of ${kebab(call.name)} are known.`,
    );
    return [call.name, await knownValues(context, call.name, own, options)];
  }
  refuse(own, options, (flags) => `${flags} does not go with --api-version ${openVersion}, whose field names are not publicly known.`);
  const likely = calls[Object.values(versions)[0]!]!;
  const value = await openValue(context, options, likely, plainNames(likely));
  return [call.name, call.method === 'GET' ? { query: flat(value) } : await bodyOf(value)];
}

/** The values of a call whose fields are open. @throws {BadInput} where no field is given, unless it can do without. */
export async function openValues(context: Context, name: string, options: Options, bare = false): Promise<Values> {
  if (bare && openFlags.every(({ flags }) => options[flagKey(flags)] === undefined)) return {};
  return bodyOf(await openValue(context, options, (await catalogue('user')).calls[name]!));
}

/** Whether nobody knows the names of what is sent: a body that is open, or a query that no page shows. */
const isOpen = ({ method, query, body }: Call) => body === open || (method === 'GET' && query === undefined);

/** The field that an option fills, by its name: `--share-file` fills `share`, `--fcm-token-stdin` fills `fcmToken`. */
const fieldOf = ({ flags }: Flag) => flagKey(flags).replace(/(Stdin|File)$/, '');
const spelt = ({ flags }: Flag) => spellings(flags).at(-1)!;
const given = (options: Options) => (flag: Flag) => options[flagKey(flag.flags)] !== undefined;

/** @throws {BadInput} where one of the options is given that do not belong here. */
export function refuse(flags: readonly Flag[], options: Options, why: (flag: string) => string): void {
  const wrong = flags.find(given(options));
  if (wrong) throw new BadInput('CONFLICT', why(spelt(wrong)));
}

/** The fields that a command's options give, secrets read and remembered. Standard input is read last. @throws {BadInput} */
export async function knownValues(context: Context, name: string, own: readonly Flag[], options: Options): Promise<Values> {
  const call = (await catalogue('user')).calls[name]!;
  const fields = { ...knownFields(call.query), ...knownFields(call.body) };
  const missing = own.filter((flag) => !given(options)(flag) && fields[fieldOf(flag)]?.needed);
  if (missing.length > 0) throw new BadInput('MISSING_OPTION', `This also needs ${missing.map(spelt).join(', ')}.`);
  const fromStdin = own.filter(given(options)).filter((flag) => /-stdin$/.test(spelt(flag)) || options[flagKey(flag.flags)] === '-');
  if (fromStdin.length > 1)
    throw new BadInput('CONFLICT', `Standard input can give one thing only, not both ${fromStdin.map(spelt).join(' and ')}.`);
  const values: Record<string, unknown> = {};
  for (const flag of own.filter(given(options))) values[fieldOf(flag)] = await fieldValue(context, flag, options[flagKey(flag.flags)]);
  return values;
}

async function fieldValue(context: Context, flag: Flag, typed: unknown): Promise<string> {
  const name = spelt(flag);
  if (name.endsWith('-stdin')) return tokenIn(context, await readStdin(context.world, 'the token'), name);
  const text = name.endsWith('-file') ? shareIn(context, await readInput(context.world, String(typed))) : String(typed);
  if (text === '') throw new BadInput('EMPTY_VALUE', `What ${name} gives is empty.`);
  return text;
}

/** A key share as a file holds it, remembered whole and in its parts. */
function shareIn(context: Context, file: string): string {
  const share = file.replace(/\r?\n$/, '');
  rememberShare(context, share);
  return share;
}

/** Remembers a key share, and what stands in it: JSON text of `{share: {share, shareIndex}, polynomialID}` (CONTRACT.md section 2). */
export function rememberShare(context: Context, share: string): void {
  context.redact.add(share);
  try {
    rememberAll(context, JSON.parse(share), ['polynomialID', 'deviceShareIndex']);
  } catch {
    // not JSON: a share of another form has no parts
  }
}

function tokenIn(context: Context, piped: string, flag: string): string {
  const token = piped.trim();
  context.redact.add(token);
  if (isToken(token)) return token;
  const why = token === '' ? 'Standard input is empty' : 'What was piped in is no token: it has spaces, line breaks or other signs in it';
  throw new BadInput('BAD_TOKEN', `${why}.`, `Pipe the token alone: ${flag} < FILE`);
}

/**
 * What -f, -F or --input say. `likely` knows fields that are taken for secrets here too, so that none comes from the command line;
 * where `plain` is given, what a file says under any other name is a secret as well.
 */
async function openValue(context: Context, options: Options, likely: Call, plain?: readonly string[]): Promise<unknown> {
  const { input, field, jsonField } = options;
  if (input === undefined && field === undefined && jsonField === undefined)
    throw new BadInput('NO_FIELDS', 'The names of the fields are not publicly known: give them with -f, -F or --input.');
  if (input === undefined) return fieldTree(likely, texts(field), texts(jsonField));
  if (field !== undefined || jsonField !== undefined)
    throw new BadInput('CONFLICT', 'Give the fields with --input or one by one with -f and -F, not both.');
  const text = await readInput(context.world, String(input));
  parseInput(text, input === '-' ? 'Standard input' : String(input));
  const { parseLossless } = await import('../../services/lossless-number.js');
  const value = parseLossless(text);
  if (plain) rememberAll(context, value, plain);
  return value;
}
const texts = (value: Options[string]): string[] => (value === undefined ? [] : ([value].flat() as string[]));

/** The names of a call's fields that are no secrets. */
const plainNames = ({ query, body }: Call): string[] =>
  Object.entries({ ...knownFields(query), ...knownFields(body) }).flatMap(([name, field]) => (field.secret ? [] : [name]));

function rememberAll(context: Context, value: unknown, plain: readonly string[], name = ''): void {
  if (typeof value !== 'object') {
    if (typeof value !== 'boolean' && !plain.includes(name)) context.redact.add(String(value));
    return;
  }
  for (const [key, one] of Object.entries(value ?? {})) rememberAll(context, one, plain, Array.isArray(value) ? name : key);
}

async function bodyOf(value: unknown): Promise<Values> {
  const { stringifyLossless } = await import('../../services/lossless-number.js');
  return { body: new JsonText(stringifyLossless(value)) };
}

/** A query is names and values; lists repeat. @throws {BadInput} for anything deeper. */
function flat(value: unknown): Tree {
  const isTree = (one: unknown): one is Tree => typeof one === 'object' && one !== null && Object.getPrototypeOf(one) === Object.prototype;
  const deep = (one: unknown) => (Array.isArray(one) ? one.some((each) => isTree(each) || Array.isArray(each)) : isTree(one));
  if (!isTree(value) || Object.values(value).some(deep))
    throw new BadInput('BAD_FIELD', 'A query takes names with plain values, and nothing nested.');
  return value;
}

/** Prints an answer with every secret taken out that stands in it: its own bytes where there is none. */
export async function printCleaned(context: Context, reply: Response | undefined, columns: string[]): Promise<void> {
  if (reply) await context.printReply({ ...reply, text: cleaned(context, reply.text) }, { columns });
}

function cleaned(context: Context, json: string): string {
  const text = context.redact.clean(json);
  try {
    if (text !== '') JSON.parse(text);
    return text;
  } catch {
    return json; // a secret such as `true` or `1234`, which stands in any JSON
  }
}

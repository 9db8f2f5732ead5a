// Bodies and queries whose field names are not public: put together from a command's own options under the names that are assumed.

import type { Arguments } from '../cli/command.js';
import type { Context } from '../cli/context.js';
import { parseInput, readInput } from '../cli/input-file.js';
import type { Flag } from '../cli/options.js';
import { isSandbox } from '../cli/sandbox-detection.js';
import { assumedFields } from '../services/catalogue/assumed-fields.js';
import { type Call, kebab, pathNames } from '../services/catalogue/define.js';
import { catalogue, type ServiceName } from '../services/catalogue/index.js';
import { BadInput, Guarded } from '../services/http/errors.js';
import { JsonText, knownFields } from '../services/http/params.js';
import { valueAt } from '../services/json-value.js';
import { fieldTree, keyValue, place, type Tree, typedValue } from './fields.js';

/** The options that give fields of one's own, beside or in the place of a command's. */
export const openFlags: readonly Flag[] = [
  { flags: '-f, --field <key=value>', summary: 'a field as text; a.b nests, a[] repeats', many: true },
  { flags: '-F, --json-field <key=JSON>', summary: 'a field as JSON, its digits kept', many: true },
  { flags: '--input <file>', summary: 'all fields as JSON, from a file or - for standard input' },
];

/** How what fills a field was typed, by the names of `filled`: `--amount`, `<id>`; the option of that name where nothing is said. */
export type TypedAs = Readonly<Record<string, string>>;

/** What a name stands under, in the table of those that are assumed and in a profile: `service call option`. */
const keyOf = (service: string, call: string, option?: string) => [service, call, ...(option === undefined ? [] : [option])].join(' ');

/**
 * The values of a call, its fields filled from options (`query`: under names of the person's own): by the profile's names where it has them, else by those that are assumed. What -f and
 * -F say goes beside them, never in the place of one; --input stands in the place of all.
 * @throws {BadInput} for what does not go together; {Guarded} where value would move under names that nobody has confirmed
 */
export async function filled(
  context: Context,
  service: ServiceName,
  name: string,
  { query, ...own }: Values,
  options: Arguments['options'] = {},
  typedAs: TypedAs = {},
): Promise<Values> {
  const { calls } = await catalogue(service);
  const call = calls[name]!;
  const [inPath, others] = parted(own, (field) => pathNames(call.path).includes(field));
  if (options.input !== undefined) return { ...inPath, body: await inputOf(context, call, options, others, typedAs) };
  const [publicly, guessed] = parted(others, (field) => field in knownFields(call.query) || field in knownFields(call.body));
  const tree: Tree = { ...(query as Tree | undefined) };
  for (const [option, value] of Object.entries(guessed)) place(tree, await fieldFor(context, call, option), value);
  await guardAssumed(context, call, Object.keys(guessed));
  await checkOnce(context, call, Object.keys(others), options, typedAs);
  Object.assign(tree, await fieldTree(call, texts(options.field), texts(options.jsonField)));
  const flat = { ...inPath, ...(await typedFields(call, publicly)) };
  if (Object.keys(tree).length === 0) return flat;
  if (call.method === 'GET') return { ...flat, query: tree };
  const { stringifyLossless } = await import('../services/lossless-number.js');
  return { ...inPath, body: new JsonText(stringifyLossless({ ...(await typedFields(call, publicly)), ...tree })) };
}

/** A field that is filled is not given a second time: what was shown of it would not be what leaves. @throws {BadInput} */
async function checkOnce({ settings }: Context, call: Call, filling: readonly string[], options: Arguments['options'], typedAs: TypedAs) {
  const given = [
    ...texts(options.field).map((typed) => keyValue(typed, '-f')[0]),
    ...texts(options.jsonField).map((typed) => keyValue(typed, '-F')[0]),
  ].map((key) => key.replace(/\[\]$/, ''));
  if (given.length === 0) return;
  const guessed = (await assumedFields(call)) ?? {};
  for (const option of filling) {
    const isKnown = option in knownFields(call.query) || option in knownFields(call.body);
    const names = isKnown ? [option] : [guessed[option], settings.of.names?.[keyOf(call.service, call.name, option)]];
    const twice = given.find((key) => names.some((name) => name !== undefined && (within(key, name) || within(name, key))));
    if (twice === undefined) continue;
    const typed = typedAs[option] ?? `--${kebab(option)}`;
    throw new BadInput('GIVEN_TWICE', `${typed} already fills ${twice}; give one of them. Nothing was sent.`);
  }
}
const within = (key: string, name: string): boolean => key === name || key.startsWith(`${name}.`);

/** What is given, in two: what fits and what does not. What was not typed is in neither. */
function parted(own: Values, fits: (field: string) => boolean): [Values, Values] {
  const given = Object.entries(own).filter(([, value]) => value !== undefined);
  return [Object.fromEntries(given.filter(([field]) => fits(field))), Object.fromEntries(given.filter(([field]) => !fits(field)))];
}
type Values = Readonly<Record<string, unknown>>;

/** Texts as the catalogue types their fields; a secret has come by a way of its own and stays as it is. */
async function typedFields(call: Call, publicly: Values): Promise<Values> {
  const fields = { ...knownFields(call.query), ...knownFields(call.body) };
  const typed = Object.entries(publicly).map(async ([name, value]) => {
    const field = fields[name];
    return [name, typeof value === 'string' && !field?.secret ? await typedValue(name, value, field) : value] as const;
  });
  return Object.fromEntries(await Promise.all(typed));
}
const texts = (value: Arguments['options'][string]): string[] => (value === undefined ? [] : ([value].flat() as string[]));

async function fieldFor({ settings }: Context, call: Call, option: string): Promise<string> {
  const field = settings.of.names?.[keyOf(call.service, call.name, option)] ?? (await assumedFields(call))?.[option];
  if (field === undefined)
    throw new BadInput(
      'NOT_TAKEN',
      `${call.method} ${call.path} of ${call.service} is not known to take ${kebab(option)}.`,
      'Give it under its own name: -f NAME=VALUE',
    );
  return field;
}

async function inputOf(context: Context, call: Call, options: Arguments['options'], own: Values, typedAs: TypedAs): Promise<JsonText> {
  const labels = Object.keys(own).map((option) => [option, typedAs[option] ?? `--${kebab(option)}`] as const);
  const values = labels.filter(([, label]) => label.startsWith('<')); // a value cannot be left out, so the body has to say the same
  const beside = labels.filter(([, label]) => !label.startsWith('<')).map(([, label]) => label);
  const also = [...beside, ...(options.field ? ['-f'] : []), ...(options.jsonField ? ['-F'] : [])];
  if (also.length > 0) throw new BadInput('CONFLICT', `Give all fields with --input, or leave it out: ${also.join(', ')} goes without it.`);
  const text = await readInput(context.world, String(options.input));
  const from = options.input === '-' ? 'Standard input' : String(options.input);
  const body = parseInput(text, from);
  for (const [option, label] of values) {
    const field = await fieldFor(context, call, option);
    const said = valueAt(body, field);
    if (said !== undefined && String(said) !== String(own[option]))
      throw new BadInput('CONFLICT', `${label} is ${String(own[option])}, and ${from} gives another ${field}; nothing was sent.`);
  }
  return new JsonText(text);
}

/**
 * Value moves under names that are only assumed in a sandbox alone: elsewhere a person has to say that they are right. Where a request is only shown, it is
 * said which they are. `filling`: what is filled by them, all that can be where nothing is said. @throws {Guarded}
 */
export async function guardAssumed(context: Context, call: Call, filling?: readonly string[]): Promise<void> {
  const { settings, transfer } = context;
  const key = `name.${call.service}.${kebab(call.name)}`;
  const guessed = (await assumedFields(call)) ?? {};
  const names = settings.of.names ?? {};
  if (filling?.length === 0 || names[keyOf(call.service, call.name)] === 'confirmed') return;
  if (context.onlyShows) {
    transfer.noted ??= new Set();
    for (const option of filling ?? []) {
      const own = `${key}.${kebab(option)}`;
      if (names[keyOf(call.service, call.name, option)] !== undefined || transfer.noted.has(own)) continue;
      transfer.noted.add(own);
      const another = context.embedded ? '' : ` Another one: tuk profile set ${settings.profile.value} ${own} NAME`;
      context.log(`  ${guessed[option]} is an assumed name: nobody outside knows it.${another}`);
    }
    return;
  }
  if (call.effect !== 'money' || (await isSandbox(context, call.service))) return;
  throw new Guarded(
    'ASSUMED_NAMES',
    `The field names of ${call.service} ${kebab(call.name)} are assumed, since no public source has them, and it moves value; nothing was sent.`,
    `Look at them (--dry-run), then: tuk profile set ${settings.profile.value} ${key} confirmed, or give the body with --input.`,
  );
}

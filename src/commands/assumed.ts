// Bodies and queries whose field names are not public: put together from a command's own options under the names that are assumed.
import { assumedFields } from '../services/assumed.js';
import { type Call, kebab, pathNames } from '../services/define.js';
import { JsonText, known } from '../services/http/ask.js';
import { BadInput, Guarded } from '../services/http/failure.js';
import { catalogue, type ServiceName } from '../services/index.js';
import { fieldTree, place, type Tree, typedValue } from './api/fields.js';
import type { Typed } from './command.js';
import type { Context } from './context.js';
import type { Flag } from './flags.js';
import { reachesSandbox } from './login/cast.js';
import { parseInput, readInput } from './read.js';

/** The options that give fields of one's own, beside or in the place of a command's. */
export const openFlags: readonly Flag[] = [
  { flags: '-f, --field <key=value>', is: 'a field as text; a.b nests, a[] repeats', many: true },
  { flags: '-F, --json-field <key=JSON>', is: 'a field as JSON, its digits kept', many: true },
  { flags: '--input <file>', is: 'all fields as JSON, from a file or - for standard input' },
];

/** What a name stands under, in the table of those that are assumed and in a profile: `service call option`. */
const keyOf = (service: string, call: string, option?: string) => [service, call, ...(option === undefined ? [] : [option])].join(' ');

/**
 * The values of a call, its fields filled from options (`query`: under names of the person's own): by the profile's names where it has them, else by those that are assumed. What -f and
 * -F say goes beside them; --input stands in the place of all.
 * @throws {BadInput} for what does not go together; {Guarded} where value would move under names that nobody has confirmed
 */
export async function filled(
  context: Context,
  service: ServiceName,
  name: string,
  { query, ...own }: Readonly<Record<string, unknown>>,
  options: Typed['options'] = {},
): Promise<Readonly<Record<string, unknown>>> {
  const { calls } = await catalogue(service);
  const call = calls[name]!;
  const [inPath, others] = parted(own, (field) => pathNames(call.path).includes(field));
  const named = Object.keys(others);
  if (options.input !== undefined) return { ...inPath, body: await inputOf(context, options, named) };
  const [publicly, guessed] = parted(others, (field) => field in known(call.query) || field in known(call.body));
  const tree: Tree = { ...(query as Tree | undefined) };
  for (const [option, value] of Object.entries(guessed)) place(tree, await fieldFor(context, call, option), value);
  if (Object.keys(guessed).length > 0) guardAssumed(context, call);
  Object.assign(tree, await fieldTree(call, texts(options.field), texts(options.jsonField)));
  const flat = { ...inPath, ...(await typedFields(call, publicly)) };
  if (Object.keys(tree).length === 0) return flat;
  if (call.method === 'GET') return { ...flat, query: tree };
  const { stringifyExact } = await import('../services/exact.js');
  return { ...inPath, body: new JsonText(stringifyExact({ ...(await typedFields(call, publicly)), ...tree })) };
}

/** What is given, in two: what fits and what does not. What was not typed is in neither. */
function parted(own: Values, fits: (field: string) => boolean): [Values, Values] {
  const given = Object.entries(own).filter(([, value]) => value !== undefined);
  return [Object.fromEntries(given.filter(([field]) => fits(field))), Object.fromEntries(given.filter(([field]) => !fits(field)))];
}
type Values = Readonly<Record<string, unknown>>;

/** Texts as the catalogue types their fields; a secret has come by a way of its own and stays as it is. */
async function typedFields(call: Call, publicly: Values): Promise<Values> {
  const fields = { ...known(call.query), ...known(call.body) };
  const typed = Object.entries(publicly).map(async ([name, value]) => {
    const field = fields[name];
    return [name, typeof value === 'string' && !field?.secret ? await typedValue(name, value, field) : value] as const;
  });
  return Object.fromEntries(await Promise.all(typed));
}
const texts = (value: Typed['options'][string]): string[] => (value === undefined ? [] : ([value].flat() as string[]));

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

async function inputOf(context: Context, options: Typed['options'], given: readonly string[]): Promise<JsonText> {
  const also = [...given.map((option) => `--${option}`), ...(options.field ? ['-f'] : []), ...(options.jsonField ? ['-F'] : [])];
  if (also.length > 0) throw new BadInput('CONFLICT', `Give all fields with --input, or leave it out: ${also.join(', ')} goes without it.`);
  const text = await readInput(context.world, String(options.input));
  parseInput(text, options.input === '-' ? 'Standard input' : String(options.input));
  return new JsonText(text);
}

/** Value moves under names that are only assumed in a sandbox alone: elsewhere a person has to say that they are right. @throws {Guarded} */
export function guardAssumed(context: Context, call: Call): void {
  const confirmed = context.settings.of.names?.[keyOf(call.service, call.name)] === 'confirmed';
  if (call.effect !== 'money' || confirmed || context.onlyShows || reachesSandbox(context)) return;
  const key = `name.${call.service}.${kebab(call.name)}`;
  throw new Guarded(
    'ASSUMED_NAMES',
    `The field names of ${call.service} ${kebab(call.name)} are assumed, since no public source has them, and it moves value; nothing was sent.`,
    `Look at them (--dry-run), then: tuk profile set ${context.settings.profile.value} ${key} confirmed, or give the body with --input.`,
  );
}

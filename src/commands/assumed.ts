// Bodies and queries whose field names are not public: put together from a command's own options under the names that are assumed.
import { assumed } from '../services/assumed.js';
import { type Call, kebab } from '../services/define.js';
import { JsonText } from '../services/http/ask.js';
import { BadInput, Guarded } from '../services/http/failure.js';
import { catalogue, type ServiceName } from '../services/index.js';
import { fieldTree, place, type Tree } from './api/fields.js';
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
 * The values of a call, its fields filled from options: by the profile's names where it has them, else by those that are assumed. What -f and
 * -F say goes beside them; --input stands in the place of all.
 * @throws {BadInput} for what does not go together; {Guarded} where value would move under names that nobody has confirmed
 */
export async function filled(
  context: Context,
  service: ServiceName,
  name: string,
  own: Readonly<Record<string, unknown>>,
  options: Typed['options'] = {},
): Promise<Readonly<Record<string, unknown>>> {
  const { calls } = await catalogue(service);
  const call = calls[name]!;
  const given = Object.entries(own).filter(([, value]) => value !== undefined);
  const isQuery = call.method === 'GET';
  if (options.input !== undefined)
    return {
      body: await inputOf(
        context,
        options,
        given.map(([option]) => option),
      ),
    };
  const tree: Tree = {};
  for (const [option, value] of given) place(tree, fieldFor(context, call, option), value);
  if (given.length > 0) guardAssumed(context, call);
  for (const [field, value] of Object.entries(await fieldTree(call, texts(options.field), texts(options.jsonField)))) tree[field] = value;
  if (isQuery) return { query: tree };
  if (Object.keys(tree).length === 0) return {};
  const { stringifyExact } = await import('../services/exact.js');
  return { body: new JsonText(stringifyExact(tree)) };
}
const texts = (value: Typed['options'][string]): string[] => (value === undefined ? [] : ([value].flat() as string[]));

function fieldFor({ settings }: Context, call: Call, option: string): string {
  const field = settings.of.names?.[keyOf(call.service, call.name, option)] ?? assumed[keyOf(call.service, call.name)]?.[option];
  if (field === undefined) throw new TypeError(`${keyOf(call.service, call.name, option)} has no assumed name`);
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

// Maps the params of a command to the fields of an endpoint: public names, else the profile's names, else assumed ones.

import type { Arguments } from '../../cli/command.js';
import type { Context } from '../../cli/context.js';
import { isDryRun, isEmbedded } from '../../cli/settings.js';
import { assumedFields } from '../../services/catalogue/assumed-fields.js';
import { type Call, kebab, pathNames } from '../../services/catalogue/define.js';
import type { EndpointName } from '../../services/catalogue/endpoint-types.js';
import { catalogue, type ServiceName } from '../../services/catalogue/index.js';
import { BadInput, Guarded } from '../../services/http/errors.js';
import { JsonText, knownFields } from '../../services/http/params.js';
import { stringifyLossless } from '../../services/lossless-number.js';
import { checkFirst } from './deferred-checks.js';
import { type FieldTree, fieldTree, keyValue, setField, typedValue } from './fields.js';
import { wholeBody } from './whole-body.js';

/** How each parameter was typed, for messages: `--amount`, `<id>`; by default the option of its name. */
export type ParamLabels = Readonly<Record<string, string>>;

/** The key of a field name in the assumed names and in a profile: `service call option`. */
const fieldNameKey = (service: string, call: string, option?: string) =>
  option === undefined ? `${service} ${call}` : `${service} ${call} ${option}`;

/**
 * Maps parameters to the values of a call: to public fields, else to the profile's field names, else to assumed ones.
 * Fields of -f and -F are added and never replace one; --input replaces all. `query` has the fields of -f and -F for
 * the query.
 * @throws {BadInput} for conflicting options; {Guarded} if value would move under unconfirmed names
 */
export const endpointParams = <S extends ServiceName>(
  context: Context,
  service: S,
  endpoint: EndpointName<S>,
  values: Values,
  options?: Arguments['options'],
  labels?: ParamLabels,
): Promise<Values> => paramsByName(context, service, endpoint, values, options, labels);

/** `endpointParams` for a name that the compiler does not know. */
export async function paramsByName(
  context: Context,
  service: ServiceName,
  name: string,
  { query, ...values }: Values,
  options: Arguments['options'] = {},
  labels: ParamLabels = {},
): Promise<Values> {
  const { calls } = await catalogue(service);
  const call = calls[name]!;
  const [pathValues, others] = partition(values, (field) => pathNames(call.path).includes(field));
  const tree: FieldTree = { ...(query as FieldTree | undefined) };
  const fill = () => addFields(tree, others, { context, call, options, labels });
  const fieldOf = (option: string) => fieldFor(context, call, option);
  if (options.input !== undefined)
    return {
      ...pathValues,
      ...(await wholeBody(context, call, options, { values: others, labels, tree, fill, fieldOf })),
    };
  const fields = await fill();
  if (Object.keys(tree).length === 0) return { ...pathValues, ...fields };
  if (call.method === 'GET') return { ...pathValues, ...fields, query: tree };
  return { ...pathValues, body: new JsonText(stringifyLossless({ ...fields, ...tree })) };
}

/** The sources of the fields of a request. */
interface FieldSources {
  readonly context: Context;
  readonly call: Call;
  readonly options: Arguments['options'];
  readonly labels: ParamLabels;
}

/**
 * Adds assumed fields, and the fields of -f and -F, to a tree.
 * @returns the fields of the catalogue.
 * @throws as `paramsByName`
 */
async function addFields(
  tree: FieldTree,
  values: Values,
  { context, call, options, labels }: FieldSources,
): Promise<Values> {
  const [knownValues, assumedValues] = partition(
    values,
    (field) => field in knownFields(call.query) || field in knownFields(call.body),
  );
  for (const [option, value] of Object.entries(assumedValues))
    setField(tree, await fieldFor(context, call, option), value);
  await guardAssumed(context, call, Object.keys(assumedValues));
  await checkFilledOnce(context, call, Object.keys(values), options, labels);
  Object.assign(tree, await fieldTree(call, texts(options.field), texts(options.jsonField)));
  return convertFields(call, knownValues);
}

/**
 * Refuses a field of -f or -F that a parameter already fills: the receipt would differ from the request.
 * @throws {BadInput} GIVEN_TWICE
 */
async function checkFilledOnce(
  context: Context,
  call: Call,
  params: readonly string[],
  options: Arguments['options'],
  labels: ParamLabels,
) {
  const settings = context.settings();
  const typedFields = [
    ...texts(options.field).map((argument) => keyValue(argument, '-f')[0]),
    ...texts(options.jsonField).map((argument) => keyValue(argument, '-F')[0]),
  ].map((key) => key.replace(/\[\]$/, ''));
  if (typedFields.length === 0) return;
  const assumedNames = (await assumedFields(call)) ?? {};
  for (const option of params) {
    const isKnown = option in knownFields(call.query) || option in knownFields(call.body);
    const names = isKnown
      ? [option]
      : [assumedNames[option], settings.of.names?.[fieldNameKey(call.service, call.name, option)]];
    const twice = typedFields.find((key) =>
      names.some((name) => name !== undefined && (isWithin(key, name) || isWithin(name, key))),
    );
    if (twice === undefined) continue;
    const label = labels[option] ?? `--${kebab(option)}`;
    throw new BadInput('GIVEN_TWICE', `${label} already fills ${twice}; give one of them. Nothing was sent.`);
  }
}
const isWithin = (key: string, name: string): boolean => key === name || key.startsWith(`${name}.`);

/** Splits typed values by name: accepted ones, and the others. */
function partition(values: Values, fits: (field: string) => boolean): [Values, Values] {
  const entries = Object.entries(values).filter(([, value]) => value !== undefined);
  return [
    Object.fromEntries(entries.filter(([field]) => fits(field))),
    Object.fromEntries(entries.filter(([field]) => !fits(field))),
  ];
}
type Values = Readonly<Record<string, unknown>>;

/** Converts texts to the types of their fields. Secrets were not typed on the command line, and are unchanged. */
async function convertFields(call: Call, knownValues: Values): Promise<Values> {
  const fields = { ...knownFields(call.query), ...knownFields(call.body) };
  const converted = Object.entries(knownValues).map(async ([name, value]) => {
    const field = fields[name];
    return [name, typeof value === 'string' && !field?.secret ? await typedValue(name, value, field) : value] as const;
  });
  return Object.fromEntries(await Promise.all(converted));
}
const texts = (value: Arguments['options'][string]): string[] =>
  value === undefined ? [] : ([value].flat() as string[]);

/** The field name of a parameter. @throws {BadInput} NOT_TAKEN if no name is known */
async function fieldFor(context: Context, call: Call, option: string): Promise<string> {
  const settings = context.settings();
  const field =
    settings.of.names?.[fieldNameKey(call.service, call.name, option)] ?? (await assumedFields(call))?.[option];
  if (field === undefined)
    throw new BadInput(
      'NOT_TAKEN',
      `${call.method} ${call.path} of ${call.service} is not known to take ${kebab(option)}.`,
      'Give it under its own name: -f NAME=VALUE',
    );
  return field;
}

/**
 * Refuses a call that moves value under assumed field names outside a sandbox, unless the profile confirms them. A dry
 * run logs the assumed names, and refuses after printing the request.
 * @param params the parameters with assumed names; any by default
 * @throws {Guarded} ASSUMED_NAMES
 */
export async function guardAssumed(context: Context, call: Call, params?: readonly string[]): Promise<void> {
  const settings = context.settings();
  const key = `name.${call.service}.${kebab(call.name)}`;
  const assumedValues = (await assumedFields(call)) ?? {};
  const names = settings.of.names ?? {};
  if (params?.length === 0 || names[fieldNameKey(call.service, call.name)] === 'confirmed') return;
  if (isDryRun(context.flags)) {
    for (const option of params ?? []) {
      const values = `${key}.${kebab(option)}`;
      if (names[fieldNameKey(call.service, call.name, option)] !== undefined) continue;
      const another = isEmbedded(settings)
        ? ''
        : ` Another one: tuk profile set ${settings.profile.value} ${values} NAME`;
      context.log(`  ${assumedValues[option]} is an assumed field name: no public source has it.${another}`);
    }
  }
  if (call.effect !== 'money') return;
  await checkFirst(context, async () => {
    if (await context.http().reachesSandbox(call.service)) return;
    throw new Guarded(
      'ASSUMED_NAMES',
      `The field names of ${call.service} ${kebab(call.name)} are assumed, since no public source has them, and it moves value; nothing was sent.`,
      `Look at them (--dry-run), then: tuk profile set ${settings.profile.value} ${key} confirmed, or give the body with --input.`,
    );
  });
}

// Maps the params of a command to the fields of an endpoint: public names, else the profile's names, else assumed ones.

import type { Arguments, Context } from '../../cli/command/command.js';
import type { Question } from '../../cli/prompts/wizard.js';
import { kebab, open, pathNames } from '../../services/catalogue/define.js';
import type { EndpointName } from '../../services/catalogue/endpoint-types.js';
import { catalogue, type ServiceName } from '../../services/catalogue/index.js';
import { BadInput } from '../../services/http/errors.js';
import { JsonText, publicFields } from '../../services/http/params.js';
import { stringifyLossless } from '../../services/lossless-number.js';
import { labelOf } from '../../text/column.js';
import { editedParams, inputBody } from './edited-body.js';
import { fieldNameOf, guardAssumed, possibleNames } from './field-names.js';
import {
  convertFields,
  type FieldTree,
  fieldTree,
  type ParamLabels,
  setField,
  type TypedFields,
  typedKeys,
} from './fields.js';
import { keyOf, type Option, optionProblem } from './params.js';

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
  const typed: TypedFields = { call, values: others, labels, options, names: context.settings().of.names ?? {} };
  if (options.input !== undefined && !options.edit)
    return { ...pathValues, body: await inputBody(context.world, typed) };
  const tree: FieldTree = { ...(query as FieldTree | undefined) };
  const fields = await fillFields(tree, typed, context);
  if (options.edit) return { ...pathValues, ...(await editedParams(context, typed, fields, tree)) };
  if (Object.keys(tree).length === 0) return { ...pathValues, ...fields };
  if (call.method === 'GET') return { ...pathValues, ...fields, query: tree };
  return { ...pathValues, body: new JsonText(stringifyLossless({ ...fields, ...tree })) };
}

/**
 * Adds assumed fields, and the fields of -f and -F, to a tree.
 * @returns the fields of the catalogue.
 * @throws as `paramsByName`
 */
async function fillFields(tree: FieldTree, typed: TypedFields, context: Context): Promise<Values> {
  const { call, values, options, names } = typed;
  const fields = publicFields(call);
  const [publicValues, assumedValues] = partition(values, (field) => field in fields);
  const assumed = Object.keys(assumedValues);
  for (const option of assumed) setField(tree, await fieldNameOf(call, option, names), values[option]);
  const isOffered = () => call.body === open && typedKeys(options).length > 0 && context.world.hasScreen; // by a form
  if (assumed.length > 0 || isOffered()) await guardAssumed(context, call, assumed);
  await checkFilledOnce(typed);
  Object.assign(tree, await fieldTree(call, options));
  return convertFields(call, publicValues);
}

/**
 * Refuses a field of -f or -F that a parameter already fills: the receipt would differ from the request.
 * @throws {BadInput} GIVEN_TWICE
 */
async function checkFilledOnce({ call, values, labels, options, names }: TypedFields) {
  const keys = typedKeys(options);
  if (keys.length === 0) return;
  for (const option of Object.keys(values)) {
    const possible = await possibleNames(call, option, names);
    const twice = keys.find((key) => possible.some((name) => isWithin(key, name) || isWithin(name, key)));
    if (twice === undefined) continue;
    const label = labels[option] ?? `--${kebab(option)}`;
    throw new BadInput('GIVEN_TWICE', `${label} already fills ${twice}; give one of them.`);
  }
}
const isWithin = (key: string, name: string) => key === name || key.startsWith(`${name}.`);

type Values = Readonly<Record<string, unknown>>;
/** Splits typed values by name: accepted ones, and the others. */
function partition(values: Values, fits: (field: string) => boolean): [Values, Values] {
  const entries = Object.entries(values).filter(([, value]) => value !== undefined);
  return [
    Object.fromEntries(entries.filter(([field]) => fits(field))),
    Object.fromEntries(entries.filter(([field]) => !fits(field))),
  ];
}

// The prompt for a missing option: of a read, or of a change. Loaded only if one is missing.

/** The prompt for an option: its words are the choices, and each text is checked as if it was typed. */
export const questionOf = (option: Option, context: Context): Question => ({
  key: keyOf(option),
  label: labelOf(keyOf(option)),
  hint: option.summary,
  words: option.offers?.() ?? option.words,
  validate: (text) => optionProblem(option, text, context),
});

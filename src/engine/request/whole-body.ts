// --input and --edit: the whole body of a call, which must agree with the positional values.

import type { Context } from '../../cli/command.js';
import { parseInput, readInput } from '../../cli/input-file.js';
import type { World } from '../../cli/world.js';
import { kebab } from '../../services/catalogue/define.js';
import { BadInput } from '../../services/http/errors.js';
import { JsonText, knownFields } from '../../services/http/params.js';
import { valueAt } from '../../services/json-value.js';
import { parseLossless } from '../../services/lossless-number.js';
import { present } from '../../text/present.js';

import { editedBody } from './edited-body.js';
import { fieldNameOf } from './field-names.js';
import type { TypedFields } from './fields.js';

type Values = Readonly<Record<string, unknown>>;

/**
 * The body of --input.
 * @throws {BadInput} CONFLICT if other options fill fields beside it, or a positional value contradicts it
 */
export async function inputBody(world: World, typed: TypedFields): Promise<JsonText> {
  const { input, field, jsonField } = typed.options;
  const optionLabels = Object.keys(typed.values)
    .map((option) => labelOf(typed, option))
    .filter((label) => !isPositional(label));
  const conflicting = present([...optionLabels, Boolean(field) && '-f', Boolean(jsonField) && '-F']);
  if (conflicting.length > 0)
    throw new BadInput(
      'CONFLICT',
      `Give all fields with --input, or leave it out: ${conflicting.join(', ')} goes without it.`,
    );
  const text = await readInput(world, String(input));
  const source = input === '-' ? 'Standard input' : String(input);
  await checkPositionals(typed, parseInput(text, source), source);
  return new JsonText(text);
}

/**
 * The body of --edit, filled from the other options, and the values of the query.
 * @param fields the filled fields of the catalogue
 * @param tree the other filled fields
 * @throws as `editedBody`; {BadInput} CONFLICT if a positional value contradicts the body
 */
export async function editedParams(
  context: Context,
  typed: TypedFields,
  fields: Values,
  tree: Values,
): Promise<Values & { readonly body: JsonText }> {
  const { call, options } = typed;
  const isInQuery = (name: string) => name in knownFields(call.query) && !(name in knownFields(call.body));
  const [query, bodyFields] = [isInQuery, (name: string) => !isInQuery(name)].map((fits) =>
    Object.fromEntries(Object.entries(fields).filter(([name]) => fits(name))),
  );
  const body = await editedBody(context, call, options, { ...bodyFields, ...tree });
  await checkPositionals(typed, parseLossless(body.json), 'the edited body');
  return { ...query, body };
}

const labelOf = ({ labels }: TypedFields, option: string) => labels[option] ?? `--${kebab(option)}`;
const isPositional = (label: string) => label.startsWith('<');

/** Positional values are required, so the body must agree with them. */
async function checkPositionals(typed: TypedFields, body: unknown, source: string): Promise<void> {
  for (const [option, value] of Object.entries(typed.values)) {
    const label = labelOf(typed, option);
    if (!isPositional(label)) continue;
    const field = await fieldNameOf(typed.call, option, typed.names);
    const bodyValue = valueAt(body, field);
    if (bodyValue !== undefined && String(bodyValue) !== String(value))
      throw new BadInput(
        'CONFLICT',
        `${label} is ${String(value)}, and ${source} gives another ${field}; nothing was sent.`,
      );
  }
}

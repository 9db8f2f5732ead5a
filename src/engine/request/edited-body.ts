// --edit: the body of a call, filled from the options, as the person saved it in an editor.

import { assumedOfCall } from '../../cli/command/assumed-fields.js';
import type { Arguments, Context } from '../../cli/command/command.js';
import { parseInput, readInput } from '../../cli/files/input-file.js';
import { fieldLines } from '../../cli/help/help-flags.js';
import { opensInput, withoutComments } from '../../cli/run/edit.js';
import type { World } from '../../cli/settings/world.js';
import { type Call, kebab, open } from '../../services/catalogue/define.js';
import { BadInput, bug } from '../../services/http/errors.js';
import { checkParams, JsonText, knownFields } from '../../services/http/params.js';
import { isRecord, type Row, valueAt } from '../../services/json-value.js';
import { parseLossless, stringifyLossless } from '../../services/lossless-number.js';
import { present } from '../../text/present.js';
import { fieldNameOf } from './field-names.js';
import type { TypedFields } from './fields.js';
import { openLearned } from './learned.js';

// --input and --edit: the whole body of a call, which must agree with the positional values.

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
async function checkPositionals(typed: TypedFields, body: unknown, source: string) {
  for (const [option, value] of Object.entries(typed.values)) {
    const label = labelOf(typed, option);
    if (!isPositional(label)) continue;
    const field = await fieldNameOf(typed.call, option, typed.names);
    const bodyValue = valueAt(body, field);
    if (bodyValue !== undefined && String(bodyValue) !== String(value))
      throw new BadInput('CONFLICT', `${label} is ${String(value)}, and ${source} gives another ${field}.`);
  }
}

/**
 * Opens the editor on the body of a call.
 * @param filled the fields that the options give; with --input the editor opens its text instead
 * @throws {BadInput} NO_BODY for a call without a body, CONFLICT for fields beside --input; as the editor and
 * `checkParams`
 */
export async function editedBody(
  context: Context,
  call: Call,
  options: Arguments['options'],
  filled: Row,
): Promise<JsonText> {
  if (call.method === 'GET' || call.body === undefined)
    throw new BadInput('NO_BODY', `${call.service} ${kebab(call.name)} has no body, so --edit has nothing to open.`);
  const json = await draftOf(context, options, filled);
  const text = await edit(context, json, await commentsFor(context, call), (value) => checkBody(context, call, value));
  return new JsonText(stringifyLossless(parseLossless(text)));
}

/** The text that the editor opens. @throws {BadInput} CONFLICT for fields beside --input, and as `readInput` */
export async function draftOf({ world }: Context, options: Arguments['options'], filled: Row): Promise<string> {
  if (!opensInput(options)) return stringifyLossless(filled, 2);
  if (Object.keys(filled).length > 0)
    throw new BadInput('CONFLICT', 'Give the fields with --input or one by one, not both.');
  return withoutComments(await readInput(world, String(options.input))).trim();
}

/**
 * Opens the editor on a JSON text.
 * @param check throws if the value cannot be sent.
 * @throws as the editor, and as `check`
 */
export async function edit(
  { world }: Context,
  json: string,
  comments: readonly string[],
  check: (value: unknown) => void,
): Promise<string> {
  if (!world.editBody) throw bug('--edit was read without its editor.');
  const about = ['Lines that begin with // are not sent. An empty or unchanged body sends nothing.'];
  return world.editBody({ json, comments: [...comments, ...about] }, (text) => check(parseLossless(text)));
}

/** Checks the fields of the catalogue like the fields of options; redacts secret ones. @throws {BadInput} */
function checkBody({ flags, out }: Context, call: Call, value: unknown) {
  const fields = knownFields(call.body);
  if (!isRecord(value)) {
    if (call.body === open) return;
    throw new BadInput('NO_OBJECT', 'The edited body has to be a JSON object.');
  }
  for (const [name, field] of Object.entries(value))
    if (Object.hasOwn(fields, name) && fields[name]?.secret && typeof field === 'string') out.redact.add(field);
  checkParams({ ...call, query: undefined }, { path: {}, query: {}, body: value }, flags.allowUnknownWord);
}

/** The comments above a body: its call, and its fields as far as they are known. */
async function commentsFor(context: Context, call: Call): Promise<readonly string[]> {
  const title = `The body of ${call.method} ${call.path}: ${call.summary} (${call.service} ${kebab(call.name)}).`;
  const fields = fieldLines(knownFields(call.body), (name) => name);
  if (fields.length > 0) return [title, '', 'Fields:', ...fields, ''];
  const assumed = fieldLines((await assumedOfCall(call)).body, (name) => name);
  const { requestFields = [] } = (await openLearned(context)).calls.get(`${call.service} ${call.name}`) ?? {};
  return [
    title,
    'Its fields are not known: no public source has them.',
    ...(assumed.length > 0 ? ['Assumed fields, as the sandbox takes them:', ...assumed] : []),
    ...(requestFields.length > 0 ? [`Observed names: ${requestFields.join(', ')}`] : []),
    '',
  ];
}

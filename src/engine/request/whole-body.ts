// --input and --edit: the whole body of a call, which must agree with the positional values.

import type { Arguments } from '../../cli/command.js';
import type { Context } from '../../cli/context.js';
import { parseInput, readInput } from '../../cli/input-file.js';
import { type Call, kebab } from '../../services/catalogue/define.js';
import { BadInput } from '../../services/http/errors.js';
import { JsonText, knownFields } from '../../services/http/params.js';
import { valueAt } from '../../services/json-value.js';
import { parseLossless } from '../../services/lossless-number.js';
import { present } from '../../text/present.js';
import { editedBody } from './edited-body.js';

type Values = Readonly<Record<string, unknown>>;

/** The typed values of a command, and what they fill. */
interface Typed {
  /** By parameter. */
  readonly values: Values;
  /** How each was typed. */
  readonly labels: Readonly<Record<string, string>>;
  /** The fields that `fill` adds beside those that it returns. */
  readonly tree: Values;
  readonly fill: () => Promise<Values>;
  /** The name of the field of a parameter. @throws {BadInput} NOT_TAKEN */
  readonly fieldOf: (option: string) => Promise<string>;
}
type Label = readonly [option: string, label: string];

/**
 * The body of --input, or the one that --edit opens, and values of the query.
 * @throws {BadInput} CONFLICT if other options fill fields beside --input, or a positional value contradicts the body;
 * as the editor
 */
export async function wholeBody(
  context: Context,
  call: Call,
  options: Arguments['options'],
  typed: Typed,
): Promise<Values & { readonly body: JsonText }> {
  const labelled = Object.keys(typed.values).map(
    (option): Label => [option, typed.labels[option] ?? `--${kebab(option)}`],
  );
  // they are required, so the body must agree
  const positionals = labelled.filter(([, label]) => label.startsWith('<'));
  if (options.edit) return fromEditor(context, call, options, typed, positionals);
  const optionLabels = labelled.filter(([, label]) => !label.startsWith('<')).map(([, label]) => label);
  const conflicting = present([...optionLabels, Boolean(options.field) && '-f', Boolean(options.jsonField) && '-F']);
  if (conflicting.length > 0)
    throw new BadInput(
      'CONFLICT',
      `Give all fields with --input, or leave it out: ${conflicting.join(', ')} goes without it.`,
    );
  const text = await readInput(context.world, String(options.input));
  const source = options.input === '-' ? 'Standard input' : String(options.input);
  await checkPositionals(parseInput(text, source), source, positionals, typed);
  return { body: new JsonText(text) };
}

/** The body of --edit, filled from the other options. Those of the query stay there. */
async function fromEditor(
  context: Context,
  call: Call,
  options: Arguments['options'],
  typed: Typed,
  positionals: readonly Label[],
): Promise<Values & { readonly body: JsonText }> {
  const filled = await typed.fill();
  const isInQuery = (name: string) => name in knownFields(call.query) && !(name in knownFields(call.body));
  const [query, fields] = [isInQuery, (name: string) => !isInQuery(name)].map((fits) =>
    Object.fromEntries(Object.entries(filled).filter(([name]) => fits(name))),
  );
  const body = await editedBody(context, call, options, { ...fields, ...typed.tree });
  await checkPositionals(parseLossless(body.json), 'the edited body', positionals, typed);
  return { ...query, body };
}

async function checkPositionals(
  body: unknown,
  source: string,
  positionals: readonly Label[],
  { values, fieldOf }: Typed,
): Promise<void> {
  for (const [option, label] of positionals) {
    const field = await fieldOf(option);
    const bodyValue = valueAt(body, field);
    if (bodyValue !== undefined && String(bodyValue) !== String(values[option]))
      throw new BadInput(
        'CONFLICT',
        `${label} is ${String(values[option])}, and ${source} gives another ${field}; nothing was sent.`,
      );
  }
}

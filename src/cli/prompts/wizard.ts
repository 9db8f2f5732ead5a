// Prompts on a terminal for required options and values; elsewhere fails with their names, before anything is sent.

import { kebab } from '../../services/catalogue/define.js';
import { BadInput } from '../../services/http/errors.js';
import { maskedField } from '../../text/mask.js';
import type { Arguments, Context } from '../command/command.js';
import { type Values, valuesOf } from '../command/command-values.js';
import { type Flag, isDryRun, plain } from '../settings/options.js';
import { refuseMissing } from './needs.js';
import { askChoice, askLine, type Choice, canPrompt } from './prompt.js';

export interface Question {
  /** The key of the option or value, camelCase: `payNetwork`, `someName` for `<some-name>`. */
  readonly key: string;
  /** Such as `Pick-up`. */
  readonly label: string;
  readonly hint?: string;
  readonly words?: readonly (string | number)[];
  /** Loads a list to choose from; `args` has the input so far. With an empty list, and in a dry run, text is typed. */
  readonly loadChoices?: (args: Arguments, context: Context) => Promise<readonly Choice[]>;
  /**
   * The list that a typed value must be in, for a line with it and its dry run too; empty if it cannot be read. It is
   * read with the reads of a dry run.
   */
  readonly closed?: (args: Arguments, context: Context) => Promise<readonly string[]>;
  /** The value of an empty line, shown in the hint. An optional prompt with an undefined default needs input. */
  readonly defaultValue?: (args: Arguments, context: Context) => Promise<string | undefined>;
  /** Whether the prompt is shown and required, after the input so far. */
  readonly when?: (args: Arguments) => boolean;
  /** The problem of an input, in one sentence; the prompt is repeated. */
  readonly validate?: (text: string, args: Arguments) => string | undefined | Promise<string | undefined>;
  /** Empty input omits it. It is prompted for only if something required is missing too. */
  readonly optional?: true;
}

/**
 * Prompts for missing options and values, in the order of the questions. --input replaces every option.
 * @param values the values of the command as in help: `[id] [name...]`
 * @returns the completed arguments
 * @throws {BadInput} MISSING_OPTION with all required names, if no prompt is possible; {Failure} `interrupted` if the
 * person cancels
 */
export async function runWizard(
  typedArgs: Arguments,
  questions: readonly Question[],
  values: Values | undefined,
  context: Context,
): Promise<Arguments> {
  const keys = valuesOf(values).map(({ key }) => key);
  const questionsToAsk = questions.filter((question) => isMissing(question, typedArgs, keys));
  const needed = questionsToAsk.filter(({ optional, when }) => !optional && when?.(typedArgs) !== false);
  for (const question of questions) await checkListed(question, typedArgs, context);
  if (needed.length === 0) return typedArgs;
  if (!canPrompt(context)) {
    const flagOf = ({ key, words }: Question): Flag => plain(`--${kebab(key)} <value>`, '', { words, required: true });
    refuseMissing({ values, options: needed.filter(({ key }) => !keys.includes(key)).map(flagOf) }, typedArgs);
  }
  let args = typedArgs;
  for (const question of questionsToAsk) {
    if (question.when?.(args) === false) continue;
    if (keys.indexOf(question.key) > args.positionals.length) continue; // no positional value can follow a missing one
    args = withInput(args, question.key, keys, await promptUntilValid(question, args, context));
  }
  return args;
}

/** @throws {BadInput} UNLISTED_VALUE for a typed option that its list does not have */
async function checkListed({ key, closed }: Question, args: Arguments, context: Context): Promise<void> {
  const typed = args.options[key];
  if (closed === undefined || typeof typed !== 'string') return;
  const list = await closed(args, context);
  if (list.length > 0 && !list.includes(typed))
    throw new BadInput(
      'UNLISTED_VALUE',
      `--${kebab(key)} is ${JSON.stringify(typed.slice(0, 60))}, and the service lists no such ${kebab(key)}.`,
      `It lists: ${list.slice(0, 20).join(', ')}.`,
    );
}

/** Whether the command line lacks a value. */
function isMissing({ key }: Question, { positionals, options }: Arguments, keys: readonly string[]): boolean {
  const at = keys.indexOf(key);
  return at < 0 ? options[key] === undefined && options.input === undefined : positionals[at] === undefined;
}

/** Adds an input to the arguments; an empty one adds nothing. */
function withInput(args: Arguments, key: string, keys: readonly string[], input: string): Arguments {
  if (input === '') return args;
  if (!keys.includes(key)) return { ...args, options: { ...args.options, [key]: input } };
  return { ...args, positionals: [...args.positionals, input] };
}

/** Repeats a prompt until its input is valid. */
async function promptUntilValid(question: Question, args: Arguments, context: Context): Promise<string> {
  const { label, defaultValue } = question;
  const choices = await choicesOf(question, args, context);
  const isFree = choices.length === 0;
  const defaultText = isFree && !isDryRun(context.flags) ? await defaultValue?.(args, context) : undefined;
  for (;;) {
    const input = isFree ? await promptText(question, defaultText, context) : await askChoice(context, label, choices);
    const problem = await inputProblem(question, input, args);
    if (problem === undefined) return input;
    context.out.writeLine(`✗ ${problem}`);
  }
}

async function promptText(
  { key, label, hint, optional, defaultValue }: Question,
  defaultText: string | undefined,
  context: Context,
): Promise<string> {
  const isMasked = defaultText !== undefined && context.out.isMasked('stderr');
  const shownDefault = isMasked ? maskedField(key, defaultText) : defaultText;
  const empty =
    shownDefault !== undefined ? `empty: ${shownDefault}` : optional && !defaultValue && 'may be left empty';
  const hintText = [hint, empty].filter(Boolean).join('; ');
  const input = await askLine(context, label, { hint: hintText || undefined, instead: shownDefault });
  return input.trim() || (defaultText ?? '');
}

/** The choices of a question, with a row for none if it is optional. */
async function choicesOf(
  { words, loadChoices, optional }: Question,
  args: Arguments,
  context: Context,
): Promise<readonly Choice[]> {
  const listed = (await (isDryRun(context.flags) ? undefined : loadChoices?.(args, context))) ?? [];
  const results =
    listed.length > 0 ? listed : (words ?? []).map((word) => ({ key: String(word), label: String(word) }));
  return optional && results.length > 0 ? [{ key: '', label: '–', is: 'none' }, ...results] : results;
}

function inputProblem(
  { label, optional, defaultValue, validate }: Question,
  input: string,
  args: Arguments,
): ReturnType<NonNullable<Question['validate']>> {
  if (input === '') return optional && !defaultValue ? undefined : `${label} is needed.`;
  return validate?.(input, args);
}

// Prompts on a terminal for required options and values that were not typed; elsewhere fails with their names, before anything is sent.

import { kebab } from '../../services/catalogue/define.js';
import { BadInput } from '../../services/http/errors.js';
import { maskedField } from '../../text/mask.js';
import { escapeControls } from '../../text/visible.js';
import type { Arguments } from '../command.js';
import type { Context } from '../context.js';
import { flagKey } from '../options.js';
import { isJsonFormat } from '../output/formats.js';
import { isDryRun } from '../settings.js';
import { askChoice, askLine, type Choice, canAsk } from './prompt.js';

/** The prompt for an option or a value. */
export interface Question {
  /** The key of the option or of the value, camelCase: `payNetwork`, `someName` for `<some-name>`. */
  readonly key: string;
  /** The label of the prompt: `Pick-up`. */
  readonly label: string;
  /** A hint behind the label. */
  readonly hint?: string;
  /** A closed list to choose from. */
  readonly words?: readonly (string | number)[];
  /** Loads a list to choose from; `args` has the answers so far. With an empty list, and in a dry run, the answer is typed. */
  readonly loadChoices?: (args: Arguments, context: Context) => Promise<readonly Choice[]>;
  /**
   * Searches by the typed text; the person chooses one of the results. Without results the prompt is repeated. Undefined takes the text as it is, and so
   * does a dry run.
   */
  readonly search?: (text: string, args: Arguments, context: Context) => Promise<readonly Choice[] | undefined>;
  /** The answer for an empty line, shown in the hint. An optional prompt whose default is undefined needs an answer. */
  readonly defaultValue?: (args: Arguments, context: Context) => Promise<string | undefined>;
  /** Whether the prompt is shown, and its answer required, after the answers so far. */
  readonly when?: (args: Arguments) => boolean;
  /** The problem with an answer, in one sentence; the prompt is repeated. */
  readonly validate?: (text: string, args: Arguments) => string | undefined | Promise<string | undefined>;
  /** An empty answer leaves it out; it is prompted for only where something required is missing too. */
  readonly optional?: true;
  /** A secret: not shown while it is typed, and redacted afterwards. */
  readonly hidden?: true;
}
const leftMessage = 'Nothing was sent: the prompt was cancelled.';

/**
 * Prompts for missing options and values, in the order of the questions. --input replaces every option.
 * @param values the values of the command as its help shows them: `[id] [name...]`
 * @returns the arguments with the answers
 * @throws {BadInput} MISSING_OPTION with the names of all required ones, where no prompt is possible; {Failure} `interrupted` where the person cancels the prompt
 */
export async function runWizard(
  typedArgs: Arguments,
  questions: readonly Question[],
  values: string | undefined,
  context: Context,
): Promise<Arguments> {
  const keys = valueKeys(values);
  const questionsToAsk = questions.filter((question) => isMissing(question, typedArgs, keys));
  const needed = questionsToAsk.filter(({ optional, when }) => !optional && when?.(typedArgs) !== false);
  if (needed.length === 0) return typedArgs;
  if (!canPrompt(context)) throw missingOptions(needed, values);
  let args = typedArgs;
  for (const question of questionsToAsk) {
    if (question.when?.(args) === false) continue;
    if (keys.indexOf(question.key) > args.positionals.length) continue; // no positional value can follow a missing one
    args = withAnswer(args, question.key, keys, await promptUntilValid(question, args, context));
  }
  return args;
}

/** Whether a person can be prompted: at a terminal, without --yes, and without output for a program. */
export function canPrompt(context: Context): boolean {
  const { yes, json, output } = context.flags;
  return canAsk(context) && !yes && !json && !isJsonFormat(output);
}

const valueNames = (values = ''): string[] => [...values.matchAll(/[<[](.+?)(?:\.\.\.)?[>\]]/g)].map(([, name]) => name!);
/** The keys of the values in their order: `id` and `someName` for `<id> [some-name...]`. */
const valueKeys = (values: string | undefined): string[] => valueNames(values).map((name) => flagKey(`--${name}`));

/** Whether a question has no answer on the command line. */
function isMissing({ key }: Question, { positionals, options }: Arguments, keys: readonly string[]): boolean {
  const at = keys.indexOf(key);
  return at < 0 ? options[key] === undefined && options.input === undefined : positionals[at] === undefined;
}

function missingOptions(needed: readonly Question[], values: string | undefined): BadInput {
  const keys = valueKeys(values);
  const names = needed.map(({ key }) => (keys.includes(key) ? `<${valueNames(values)[keys.indexOf(key)]}>` : `--${kebab(key)}`));
  const all = names.length === 1 ? names[0]! : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
  const lists = needed.flatMap(({ words }, at) => (words ? [`${names[at]} is one of ${words.join(', ')}.`] : []));
  return new BadInput(
    'MISSING_OPTION',
    `${all} ${names.length === 1 ? 'is' : 'are'} needed; nothing was sent.`,
    lists.length > 0 ? lists.join(' ') : 'On a terminal, without --yes and --no-input, you are prompted for it.',
  );
}

/** Adds an answer to the arguments; an empty one adds nothing. */
function withAnswer(args: Arguments, key: string, keys: readonly string[], answer: string): Arguments {
  if (answer === '') return args;
  if (!keys.includes(key)) return { ...args, options: { ...args.options, [key]: answer } };
  return { ...args, positionals: [...args.positionals, answer] };
}

/** Repeats a prompt until its answer is valid. */
async function promptUntilValid(question: Question, args: Arguments, context: Context): Promise<string> {
  const choices = await choicesOf(question, args, context);
  const defaultText = choices.length > 0 || isDryRun(context.flags) ? undefined : await question.defaultValue?.(args, context);
  for (;;) {
    const answer =
      choices.length > 0
        ? await askChoice(context, question.label, choices, leftMessage)
        : await promptText(question, defaultText, context);
    const problem = await answerProblem(question, answer, args);
    if (problem === undefined) {
      const resolved = await resolveAnswer(question, answer, args, context);
      if (resolved !== undefined) return resolved;
    } else context.out.writeError(`✗ ${escapeControls(problem)}\n`);
  }
}

async function promptText(
  { key, label, hint, hidden: unseen, optional, defaultValue }: Question,
  defaultText: string | undefined,
  context: Context,
): Promise<string> {
  const hidden = unseen === true;
  const isMasked = defaultText !== undefined && context.out.isMasked('stderr');
  const shownDefault = isMasked ? maskedField(key, defaultText) : defaultText;
  const empty = shownDefault !== undefined ? `empty: ${shownDefault}` : optional && !defaultValue && 'may be left empty';
  const hintText = [hint, empty].filter(Boolean).join('; ');
  const answer = await askLine(
    context,
    label,
    { hidden, ...(hintText === '' ? {} : { hint: hintText }), ...(shownDefault === undefined ? {} : { instead: shownDefault }) },
    leftMessage,
  );
  if (hidden) context.out.redact.add(answer);
  return (hidden ? answer : answer.trim()) || (defaultText ?? '');
}

/** The choices of a question, with a row for none where it is optional. */
async function choicesOf({ words, loadChoices, optional }: Question, args: Arguments, context: Context): Promise<readonly Choice[]> {
  const listed = (await (isDryRun(context.flags) ? undefined : loadChoices?.(args, context))) ?? [];
  const results = listed.length > 0 ? listed : (words ?? []).map((word) => ({ key: String(word), label: String(word) }));
  return optional && results.length > 0 ? [{ key: '', label: '–', is: 'none' }, ...results] : results;
}

/** The result of the search for an answer, or the answer itself where there is no search; nothing where it has to be typed anew. */
async function resolveAnswer({ label, search }: Question, answer: string, args: Arguments, context: Context): Promise<string | undefined> {
  const results = answer === '' || isDryRun(context.flags) ? undefined : await search?.(answer, args, context);
  if (results === undefined) return answer;
  if (results.length === 0) context.out.writeError(`✗ No result for ${escapeControls(JSON.stringify(answer))}.\n`);
  else
    return (
      (await askChoice(context, label, [...results, { key: '', label: 'none of these', is: 'search again' }], leftMessage)) || undefined
    );
  return undefined;
}

function answerProblem(
  { label, optional, defaultValue, validate }: Question,
  answer: string,
  args: Arguments,
): ReturnType<NonNullable<Question['validate']>> {
  if (answer === '') return optional && !defaultValue ? undefined : `${label} is needed.`;
  return validate?.(answer, args);
}

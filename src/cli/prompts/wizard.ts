// Asks on a terminal for what a command needs and was not typed; elsewhere it is said what is missing, before anything is sent.
import { kebab } from '../../services/catalogue/define.js';
import { BadInput } from '../../services/http/errors.js';
import { escapeControls } from '../../ui/format/visible.js';
import type { Arguments } from '../command.js';
import type { Context } from '../context.js';
import { flagKey } from '../options.js';
import { askChoice, askLine, type Choice, canAsk } from './prompt.js';

/** A question for an option or a value that was not typed. */
export interface Question {
  /** The key of the option (camelCase, as in Typed.options), or of a value: its name in `<some-name>`, camelCase too. */
  readonly of: string;
  /** What is asked: `Pick-up`. */
  readonly ask: string;
  /** A hint behind it. */
  readonly hint?: string;
  /** A closed list to choose from. */
  readonly words?: readonly (string | number)[];
  /** A list that has to be asked for; `given` is what is known so far. An empty list falls back to typing, and so does a dry run. */
  readonly choices?: (given: Arguments, context: Context) => Promise<readonly Choice[]>;
  /**
   * What a typed text may mean: the one that is chosen is the answer. Nothing found is said, and it is asked again; undefined takes the text as it
   * is, and so does a dry run.
   */
  readonly find?: (text: string, given: Arguments, context: Context) => Promise<readonly Choice[] | undefined>;
  /** What it is if the line is left empty, shown beside it; where an optional question has nothing to offer, an answer is needed after all. */
  readonly offer?: (given: Arguments, context: Context) => Promise<string | undefined>;
  /** Asked, and needed, only where this holds for what is known by then. */
  readonly when?: (given: Arguments) => boolean;
  /** What is wrong with what was typed, in one sentence; it is asked again. */
  readonly check?: (text: string, given: Arguments) => string | undefined | Promise<string | undefined>;
  /** May be left out: an empty answer is none, and it is not asked unless something needed is missing too. */
  readonly optional?: true;
  /** Not shown while it is typed, nor ever after. */
  readonly hidden?: true;
}
const left = 'Nothing was sent: the question was left.';

/**
 * Asks for what was not typed, in the order of the questions, values in theirs; `values` is how the command shows its values (`[id] [name...]`). Whole
 * fields (--input) stand in the place of every option.
 * @returns what was typed with the answers in their places.
 * @throws {BadInput} MISSING_OPTION naming every needed one, before anything is sent, where nobody can be asked; {Failure} 'interrupted' where the person leaves.
 */
export async function runWizard(
  typed: Arguments,
  questions: readonly Question[],
  values: string | undefined,
  context: Context,
): Promise<Arguments> {
  const places = placesIn(values);
  const open = questions.filter((question) => isOpen(question, typed, places));
  const needed = open.filter(({ optional, when }) => !optional && when?.(typed) !== false);
  if (needed.length === 0) return typed;
  if (!mayAsk(context)) throw missing(needed, values);
  let given = typed;
  for (const question of open) {
    if (question.when?.(given) === false) continue;
    if (places.indexOf(question.of) > given.positionals.length) continue; // behind a value that was left out none can stand
    given = withAnswer(given, question.of, places, await answerTo(question, given, context));
  }
  return given;
}

/** Whether somebody is there who has neither agreed to all beforehand nor asked for data that a program reads. */
export function mayAsk(context: Context): boolean {
  const { yes, json, output } = context.flags;
  return canAsk(context) && !yes && !json && output !== 'json' && output !== 'ndjson';
}

const namesIn = (values = ''): string[] => [...values.matchAll(/[<[](.+?)(?:\.\.\.)?[>\]]/g)].map(([, name]) => name!);
/** The keys of the values, in their order: `<id> [some-name...]` has `id` and `someName`. */
const placesIn = (values: string | undefined): string[] => namesIn(values).map((name) => flagKey(`--${name}`));

function isOpen({ of }: Question, { positionals, options }: Arguments, places: readonly string[]): boolean {
  const at = places.indexOf(of);
  return at < 0 ? options[of] === undefined && options.input === undefined : positionals[at] === undefined;
}

function missing(needed: readonly Question[], values: string | undefined): BadInput {
  const places = placesIn(values);
  const names = needed.map(({ of }) => (places.includes(of) ? `<${namesIn(values)[places.indexOf(of)]}>` : `--${kebab(of)}`));
  const all = names.length === 1 ? names[0]! : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
  const lists = needed.flatMap(({ words }, at) => (words ? [`${names[at]} is one of ${words.join(', ')}.`] : []));
  return new BadInput(
    'MISSING_OPTION',
    `${all} ${names.length === 1 ? 'is' : 'are'} needed; nothing was sent.`,
    lists.length > 0 ? lists.join(' ') : 'On a terminal, without --yes and --no-input, it is asked for.',
  );
}

/** An answer in its place; none leaves what there is as it is. */
function withAnswer(given: Arguments, of: string, places: readonly string[], answer: string): Arguments {
  if (answer === '') return given;
  if (!places.includes(of)) return { ...given, options: { ...given.options, [of]: answer } };
  return { ...given, positionals: [...given.positionals, answer] };
}

/** Asks until the answer will do. */
async function answerTo(question: Question, given: Arguments, context: Context): Promise<string> {
  const choices = await choicesOf(question, given, context);
  const offered = choices.length > 0 || context.onlyShows ? undefined : await question.offer?.(given, context);
  for (;;) {
    const answer =
      choices.length > 0 ? await askChoice(context, question.ask, choices, left) : await typedAnswer(question, offered, context);
    const wrong = await problemOf(question, answer, given);
    if (wrong === undefined) {
      const meant = await chosenOf(question, answer, given, context);
      if (meant !== undefined) return meant;
    } else context.writeError(`✗ ${escapeControls(wrong)}\n`);
  }
}

async function typedAnswer(
  { ask, hint, hidden: unseen, optional, offer }: Question,
  offered: string | undefined,
  context: Context,
): Promise<string> {
  const hidden = unseen === true;
  const empty = offered !== undefined ? `empty: ${offered}` : optional && !offer && 'may be left empty';
  const said = [hint, empty].filter(Boolean).join('; ');
  const answer = await askLine(
    context,
    ask,
    { hidden, ...(said === '' ? {} : { hint: said }), ...(offered === undefined ? {} : { instead: offered }) },
    left,
  );
  if (hidden) context.redact.add(answer);
  return (hidden ? answer : answer.trim()) || (offered ?? '');
}

/** What can be chosen from, with a row for none where it may be left out. */
async function choicesOf({ words, choices, optional }: Question, given: Arguments, context: Context): Promise<readonly Choice[]> {
  const listed = (await (context.onlyShows ? undefined : choices?.(given, context))) ?? [];
  const found = listed.length > 0 ? listed : (words ?? []).map((word) => ({ key: String(word), label: String(word) }));
  return optional && found.length > 0 ? [{ key: '', label: '–', is: 'none' }, ...found] : found;
}

/** What a typed text means, where that has to be found out; nothing where it has to be typed anew. */
async function chosenOf({ ask, find }: Question, answer: string, given: Arguments, context: Context): Promise<string | undefined> {
  const found = answer === '' || context.onlyShows ? undefined : await find?.(answer, given, context);
  if (found === undefined) return answer;
  if (found.length === 0) context.writeError(`✗ Nothing was found by ${escapeControls(JSON.stringify(answer))}.\n`);
  else return (await askChoice(context, ask, [...found, { key: '', label: 'none of these', is: 'type it anew' }], left)) || undefined;
  return undefined;
}

function problemOf(
  { ask, optional, offer, check }: Question,
  answer: string,
  given: Arguments,
): ReturnType<NonNullable<Question['check']>> {
  if (answer === '') return optional && !offer ? undefined : `${ask} is needed.`;
  return check?.(answer, given);
}

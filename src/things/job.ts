// A job: a command as steps that are data: a question, the choices of a read, what they fill in, what they price. The
// application, the prompts of the command line and the linear form ask the same steps. Pure.

import { quoted } from '../services/command-line.js';

/** A choice of a step: its value, its texts, and what else it fills in. */
export interface StepChoice {
  readonly value: string;
  readonly label: string;
  readonly is: string;
  readonly fills: Values;
}
/** The values of a job by the keys of its options and values, and facts of chosen rows. */
export type Values = Readonly<Record<string, string | undefined>>;

/**
 * Texts with holes: `{name}` is a declared field of a row, whatever the response calls it, or a value of the job;
 * `{price in currency}` is an amount with its unit, which may stand in the amount itself.
 */
export type Template = string;
/** The choices of a step: the rows of a read. */
interface Choices {
  /** The command line; it is read once its holes are filled. `{text}` is what is typed: the line searches. */
  readonly line: Template;
  /** The line as long as nothing is typed, of one that searches. */
  readonly before?: Template;
  /** The field that has the rows, if the response is a record. */
  readonly rows?: string;
  /** The value, the name, and the facts beside it; a fact whose fields are absent is left out. */
  readonly value: Template;
  readonly shows: readonly [name: Template, ...facts: Template[]];
  /** The read for each choice that lists what can be chosen: what it lists comes first. */
  readonly known?: Pick<Choices, 'line' | 'rows' | 'value'>;
  /** Rows within a row, each with the row as `of`: the entrances of a place. */
  readonly parts?: { readonly at: string } & Pick<Choices, 'value' | 'shows' | 'fills'>;
  /** The facts that a typed text of this form is itself. */
  readonly typed?: Readonly<Record<string, RegExp>>;
  /** What else a row fills in: another option, or a fact for later steps. */
  readonly fills?: Readonly<Record<string, Template>>;
}
/** A question, and what its answer fills in. */
export interface Step {
  /** The key of the option or value: `from`, `productId`. */
  readonly fills: string;
  readonly question: string;
  readonly choices?: Choices;
  /** Choices that are always there: before those of the read. */
  readonly always?: readonly Omit<StepChoice, 'fills'>[];
  /** A form offers what all of its lists have: contacts and own wallets. */
  readonly isOpen?: true;
  /** Only what is listed: nothing is typed. */
  readonly isClosed?: true;
  /** An only choice is the answer. */
  readonly isAutomatic?: true;
  /** It may be left out. */
  readonly isOptional?: true;
  /** What it means that it is left out. */
  readonly none?: string;
  /** What is typed, if the command does not ask for it itself. */
  readonly hint?: string;
  /** It is asked if the values so far have one of these. */
  readonly when?: Readonly<Record<string, readonly string[]>>;
  /** A read beside the question, and what it says: the balance, the price. */
  readonly says?: { readonly line: Template; readonly text: Template };
}
export interface Job {
  readonly name: string;
  readonly command: string;
  readonly steps: readonly Step[];
  /** What its command does at the end, unless it shows a receipt. */
  readonly does?: string;
  /** What the whole costs or brings, once every step is answered. */
  readonly says?: Step['says'];
}

/** The text of a template; undefined if one of its holes has no text. @param text of a hole, by its name and its unit */
export function filledTemplate(
  template: Template,
  text: (name: string, unit: string | undefined) => string | undefined,
): string | undefined {
  let isWhole = true;
  const filled = template.replace(/\{([\w.]+)(?: in ([\w.]+))?\}/g, (_, name: string, unit: string | undefined) => {
    const found = text(name, unit) ?? '';
    if (found === '') isWhole = false;
    return found;
  });
  return isWhole ? filled : undefined;
}
/** A command line with the values of a job; undefined as long as it lacks one. */
export const lineOf = (template: Template, values: Values): string | undefined =>
  filledTemplate(template, (key) => values[key] && quoted(values[key]));

/** The facts that typed values of steps fill in themselves. */
export const typedFacts = (steps: readonly Step[], values: Values): Values =>
  Object.fromEntries(
    steps.flatMap(({ fills, choices }) =>
      Object.entries(choices?.typed ?? {}).flatMap(([key, form]) =>
        form.test(values[fills] ?? '') ? [[key, values[fills]]] : [],
      ),
    ),
  );

/** The line of the choices of a step; undefined without a read, or as long as it lacks a value. */
export function choicesLine({ choices }: Step, values: Values, text = ''): string | undefined {
  if (!choices) return undefined;
  const typed = text.trim().length > 1 ? text.trim() : undefined;
  return (
    lineOf(choices.line, { ...values, text: typed }) ??
    (choices.before === undefined ? undefined : lineOf(choices.before, values))
  );
}
/** The line of the read that says whether a choice of a step is known. */
export const knownLine = ({ choices }: Step, { fills }: StepChoice): string | undefined =>
  choices?.known && lineOf(choices.known.line, fills);
/** Whether a step is asked after these values. */
export const isAsked = ({ when = {} }: Step, values: Values): boolean =>
  Object.entries(when).every(([key, words]) => words.includes(values[key] ?? ''));

/** The steps whose choices, or whose asking, depend on a value. */
export const dependsOn = ({ choices, when = {} }: Step, key: string): boolean =>
  key in when || [choices?.line, choices?.before].some((line) => line?.includes(`{${key}}`));

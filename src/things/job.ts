// A job: a command as steps that are data: a question, the choices of a read, what they fill in, what they price. The
// application, the prompts of the command line and the linear form ask the same steps. Pure.

import { quoted } from '../services/command-line.js';
import { asText, isNothing, isRecord, type Row, valueAt } from '../services/json-value.js';

/** A choice of a step: its value, its texts, and what else it fills in. */
export interface StepChoice {
  readonly value: string;
  readonly label: string;
  readonly is: string;
  readonly fills: Values;
}
/** The values of a job by the keys of its options and values, and facts of chosen rows. */
export type Values = Readonly<Record<string, string | undefined>>;

/** Texts with holes: `{name}` is a field of a row, or a value of the job. */
type Template = string;
/** The choices of a step: the rows of a read. */
interface Choices {
  /** The command line; it is read once its holes are filled. `{text}` is what is typed: the line searches. */
  readonly line: Template;
  /** The line as long as nothing is typed, of one that searches. */
  readonly before?: Template;
  /** The path of the rows, if the response is no list. */
  readonly rows?: string;
  /** The value, the name, and the facts beside it; a fact whose fields are absent is left out. */
  readonly value: Template;
  readonly shows: readonly [name: Template, ...facts: Template[]];
  /** Rows within a row, each with the row as `of`: the entrances of a place. */
  readonly parts?: { readonly at: string } & Pick<Choices, 'value' | 'shows' | 'fills'>;
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
  /** It is asked if the values so far have one of these. */
  readonly when?: Readonly<Record<string, readonly string[]>>;
  /** A read beside the question, and what it says: the balance, the price. */
  readonly says?: { readonly line: Template; readonly text: Template };
}
export interface Job {
  readonly name: string;
  readonly command: string;
  readonly steps: readonly Step[];
  /** What the whole costs or brings, once every step is answered. */
  readonly says?: Step['says'];
}

/** The text of a template; undefined if one of its holes has no value. @param write how a value stands in it */
export function filledTemplate(
  template: Template,
  values: (path: string) => unknown,
  write: (text: string) => string = (text) => text,
): string | undefined {
  let isWhole = true;
  const text = template.replace(/\{([\w.]+)\}/g, (_, path: string) => {
    const value = values(path);
    if (isNothing(value) || isRecord(value) || value === '') isWhole = false;
    return write(asText(value));
  });
  return isWhole ? text : undefined;
}
/** A command line with the values of a job; undefined as long as it lacks one. */
export const lineOf = (template: Template, values: Values): string | undefined =>
  filledTemplate(template, (key) => values[key], quoted);

/** The line of the choices of a step; undefined without a read, or as long as it lacks a value. */
export function choicesLine({ choices }: Step, values: Values, text = ''): string | undefined {
  if (!choices) return undefined;
  const typed = text.trim().length > 1 ? text.trim() : undefined;
  return (
    lineOf(choices.line, { ...values, text: typed }) ??
    (choices.before === undefined ? undefined : lineOf(choices.before, values))
  );
}
/** A number with its thousands. */
export const thousands = (text: string): string =>
  /^-?\d{4,}(\.\d+)?$/.test(text) ? text.replace(/\B(?=(\d{3})+(?!\d))(?<!\.\d*)/g, ',') : text;

/**
 * The choices of a step in the rows of its read: those that have its value, each once.
 * @param shown the row as it may be shown, with personal data masked
 */
export function choicesIn(step: Step, rows: readonly Row[], shown: (row: Row) => Row = (row) => row): StepChoice[] {
  const { always = [], choices } = step;
  const found = new Map<string, StepChoice>(always.map((choice) => [choice.value, { ...choice, fills: {} }]));
  const { parts } = choices ?? {};
  const all = (choices ? rows : []).flatMap((row): [Row, Pick<Choices, 'value' | 'shows' | 'fills'>][] => [
    [row, choices!],
    ...(parts ? rowsAt(row, parts.at).map((part): [Row, typeof parts] => [{ ...part, of: row }, parts]) : []),
  ]);
  for (const [row, { value: template, shows, fills = {} }] of all) {
    const value = filledTemplate(template, (path) => valueAt(row, path));
    if (value === undefined || value.startsWith('-')) continue;
    const seen = shown(row);
    const facts = shows.map((fact) => filledTemplate(fact, (path) => valueAt(seen, path), thousands));
    const given = Object.entries(fills).map(
      ([key, text]) => [key, filledTemplate(text, (path) => valueAt(row, path))] as const,
    );
    const key = [value, ...given.flat()].join('\n'); // the same token on two networks is two choices
    const [label = value, ...rest] = facts;
    const is = rest.filter((fact) => fact !== undefined).join('  ');
    if (!found.has(key)) found.set(key, { value, label, is, fills: Object.fromEntries(given) });
  }
  return [...found.values()];
}
/** The rows of the response to a line of a job. */
export function rowsAt(value: unknown, path: string | undefined): readonly Row[] {
  const found = path === undefined ? value : valueAt(value, path);
  const list = Array.isArray(found) ? found : isRecord(found) && path !== undefined ? Object.values(found) : [found];
  return list.filter(isRecord);
}
/** Whether a step is asked after these values. */
export const isAsked = ({ when = {} }: Step, values: Values): boolean =>
  Object.entries(when).every(([key, words]) => words.includes(values[key] ?? ''));

/** The steps whose choices, or whose asking, depend on a value. */
export const dependsOn = ({ choices, when = {} }: Step, key: string): boolean =>
  key in when || [choices?.line, choices?.before].some((line) => line?.includes(`{${key}}`));

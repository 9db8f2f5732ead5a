// A job as a form: its steps in order, each with the choices of its read; what an answer fills in, and what it says.

import { camel } from '../../../services/command-line.js';
import type { Row } from '../../../services/json-value.js';
import { type ChoicesRead, choicesIn, knownFirst, saidIn } from '../../../text/job-choices.js';
import {
  choicesLine,
  dependsOn,
  isAsked,
  knownLine,
  lineOf,
  type StepChoice,
  typedFacts,
  type Values,
} from '../../../things/job.js';
import { jobOf } from '../../../things/jobs.js';
import type { Choosable } from '../core/chooser.js';
import { emptyField, typed } from '../core/field.js';
import { maskedUnless, responseOf } from '../core/responses.js';
import type { FormField, FormScreen } from '../core/screens.js';
import type { Application } from '../core/state.js';

type JobData = Pick<Application, 'responses' | 'reveal'>;

/** What the last row of a job does; undefined for a command that is none. */
export const jobDoes = (line: string): string | undefined => {
  const job = jobOf(line);
  return job && (job.does ?? 'shows the receipt first');
};
/** Whether a form is that of a job. */
export const isJob = ({ line }: Pick<FormScreen, 'line'>): boolean => jobOf(line) !== undefined;
/** What stands beside a choice that is no row: the text itself. */
export const asTyped = 'as typed';
const keyOf = ({ key, flag = '' }: FormField): string => key ?? camel(flag.replace(/^--/, ''));

/** The fields of a form with the steps of its job first; other fields that are not needed are folded. */
export function withSteps(line: string, fields: readonly FormField[]): readonly FormField[] {
  const job = jobOf(line);
  if (!job) return fields;
  const steps = job.steps.flatMap((step): FormField[] => {
    const field = fields.find((one) => keyOf(one) === step.fills);
    return field ? [{ ...field, step, label: step.question }] : [];
  });
  const others = fields.filter((field) => !steps.some(({ flag, key }) => flag === field.flag && key === field.key));
  const fold = (field: FormField): FormField => ({ ...field, group: 'expert' });
  const needed = others.filter(({ required }) => required);
  return [...steps, ...needed, ...others.filter((field) => !needed.includes(field)).map(fold)];
}
/** A form whose given values fill in what a typed text does. */
export const withGiven = (form: FormScreen): FormScreen => ({
  ...form,
  typedValues: { ...typedFacts(jobOf(form.line)?.steps ?? [], valuesOf(form)), ...form.typedValues },
});
/** The values so far, with the facts of chosen rows. */
const valuesOf = ({ fields = [], typedValues }: FormScreen): Values => ({
  ...typedValues,
  ...Object.fromEntries(fields.map((field) => [keyOf(field), typed(field.text).trim() || undefined])),
});

/** Whether a field is asked now: a step may depend on the answers before it. */
export const isShownStep = (form: FormScreen, { step }: FormField): boolean => !step || isAsked(step, valuesOf(form));

/** The lines that a job reads: the choices of the selected step, and what stands beside it. */
export function stepLines(form: FormScreen, text: string): readonly string[] {
  const step = form.fields?.[form.at]?.step;
  const values = valuesOf(form);
  const says = step ? step.says : jobOf(form.line)?.says;
  return [step && choicesLine(step, values, text), says && lineOf(says.line, values)].filter(
    (line) => line !== undefined,
  );
}
/** What is said beside the selected step, or about the whole: a balance, a quote. */
export function stepSays(state: JobData, form: FormScreen): string | undefined {
  const step = form.fields?.[form.at]?.step;
  const says = step ? step.says : jobOf(form.line)?.says;
  const line = says && lineOf(says.line, valuesOf(form));
  if (!says || line === undefined) return undefined;
  const { value, trouble, reads } = responseOf(state, line);
  if (value === undefined) return trouble ? `Not read: ${trouble.text}` : 'Reading…';
  return saidIn(says.text, { value, ...reads }, shownIn(state));
}
const shownIn =
  ({ reveal }: JobData) =>
  (row: Row) =>
    maskedUnless(reveal, row) as Row;

/** The reads that say which choices of the selected step are known. */
export function knownLines(state: JobData, form: FormScreen, text: string): readonly string[] {
  const field = form.fields?.[form.at];
  if (!field?.step?.choices?.known) return [];
  return [
    ...new Set(readChoices(state, form, field, text)?.choices.flatMap((one) => knownLine(field.step!, one) ?? [])),
  ];
}
/** The read choices of a step, the known ones first; undefined as long as they are not read. */
export function stepChoices(state: JobData, form: FormScreen, field: FormField, text: string): ChoicesRead | undefined {
  const read = readChoices(state, form, field, text);
  if (!read || !field.step) return read;
  const answers = knownLines(state, form, text).map((line) => [line, responseOf(state, line)] as const);
  // in their order at once: nothing moves under the cursor
  if (answers.some(([, { value, trouble }]) => value === undefined && trouble === undefined)) return undefined;
  const byLine = new Map(answers.map(([line, { value, reads }]) => [line, { value, ...reads }]));
  return { ...read, choices: knownFirst(field.step, read.choices, (line) => byLine.get(line)) };
}
/** The read choices of a step, undefined as long as they are not read; those that the form's words do not have are left out. */
function readChoices(state: JobData, form: FormScreen, field: FormField, text: string): ChoicesRead | undefined {
  const { step, words } = field;
  const line = step && choicesLine(step, valuesOf(form), text);
  const { value, trouble, reads } = (line === undefined ? undefined : responseOf(state, line)) ?? {};
  const isUnread = line === undefined || (trouble !== undefined && value === undefined);
  if (isUnread && words) {
    const known = (word: string) => step?.always?.find(({ value }) => value === word);
    return { choices: words.map((word) => ({ value: word, label: word, is: '', ...known(word), fills: {} })) };
  }
  if (!step || (step.choices && !isUnread && value === undefined && !step.always)) return undefined;
  const isOffered = (key: string, value: string | undefined) => {
    const words = key === keyOf(field) ? undefined : form.fields?.find((one) => keyOf(one) === key)?.words;
    return !words || (value !== undefined && words.includes(value));
  };
  const read = choicesIn(step, value === undefined ? undefined : { value, ...reads }, shownIn(state));
  const isWhole = ({ fills }: StepChoice) => Object.entries(fills).every(([key, value]) => isOffered(key, value));
  return { ...read, choices: read.choices.filter(isWhole) };
}

/** A form with an answer of its selected step, and what the answer fills in. Later answers that depend on it are asked again. */
export function answered(form: FormScreen, { value, label, fills = {}, is = '' }: Choosable): FormScreen {
  const said = is === asTyped || value === '' ? undefined : ([label, is] as const);
  const { fields = [], at } = form;
  const own = { [keyOf(fields[at]!)]: value };
  const { step } = fields[at]!;
  const given: Values = { ...fills, ...own, ...(step && !said && typedFacts([step], own)) };
  const changed = new Set(Object.keys(given));
  const next = fields.map((field, place): FormField => {
    const key = keyOf(field);
    if (key in given)
      return {
        ...field,
        text: { before: given[key] ?? '', after: '' },
        said: place === at ? said : undefined,
      };
    if (place <= at || !field.step || ![...changed].some((one) => dependsOn(field.step!, one))) return field;
    changed.add(key);
    return { ...field, text: emptyField, said: undefined };
  });
  return { ...form, fields: next, typedValues: { ...form.typedValues, ...given } };
}

// The choices of a step of a job, and what it says, in the response to its line: by the declared fields of the rows, in
// any spelling and any envelope. Pure.

import { Fields, type RowsOf, thingAlone } from '../services/decode/fields.js';
import { bodyOf, rowsIn } from '../services/decode/rows.js';
import { asText, isNothing, isScalar, type Row, valueAt } from '../services/json-value.js';
import { filledTemplate, knownLine, type Step, type StepChoice, type Template } from '../things/job.js';
import { cellOf, unitOfMoney } from './column.js';

/** The response to a line of a job. */
export interface StepRead {
  readonly value: unknown;
  /** What is known of its rows beside their fields. */
  readonly of?: RowsOf;
  /** The declared path of the id. */
  readonly id?: string;
  /** It is one record, although it has a list. */
  readonly singleRecord?: boolean;
  /** It has the first rows of more, or may. */
  readonly isFirst?: boolean;
}
/** The choices of a step. `unread` is the field that no rule finds in the rows: what they offer is unknown. */
export interface ChoicesRead {
  readonly choices: readonly StepChoice[];
  readonly unread?: string;
}
/** What is said of choices that are unknown. */
export const unreadChoices = (line: string, unread: string): string =>
  `tuk ${line} has no field that is known as ${unread}. A map can name it: tuk learn`;
/** What is said of choices that are the first of more. */
export const firstChoices = (line: string): string =>
  `These are the first rows of tuk ${line}. Type another value as a whole.`;
/** A row as it may be shown, with personal data masked. */
type Shown = (row: Row) => Row;

/** The choices of a step in the response to its line, each once; those that are always there come first. */
export function choicesIn({ always = [], choices }: Step, read: StepRead | undefined, shown: Shown): ChoicesRead {
  const found = new Map<string, StepChoice>(always.map((choice) => [choice.value, { ...choice, fills: {} }]));
  if (!choices || !read) return { choices: [...found.values()] };
  const add = ({ value: template, shows, fills = {} }: Omit<typeof choices, 'line'>, write: Write): boolean => {
    const value = write(template, 'value');
    if (value === undefined || value.startsWith('-')) return false;
    const given = Object.entries(fills).map(([key, text]) => [key, write(text, 'value')] as const);
    const key = [value, ...given.flat()].join('\n'); // the same token on two networks is two choices
    const [label = value, ...rest] = shows.map((fact) => write(fact, 'shown'));
    const is = rest.filter((fact) => fact !== undefined).join('  ');
    if (!found.has(key)) found.set(key, { value, label, is, fills: Object.fromEntries(given) });
    return true;
  };
  const rows = rowsOf(read, choices.rows);
  const { parts } = choices;
  let isRead = rows.length === 0;
  for (const [row, write] of writers(rows, read, choices.shows, shown)) {
    isRead = add(choices, write) || isRead;
    const inner = parts ? (rowsIn(valueAt(row, new Fields([row], read.of).at(parts.at)))?.rows ?? []) : [];
    for (const [, ofPart] of writers(inner, {}, choices.shows, shown, write)) add(parts!, ofPart);
  }
  return { choices: [...found.values()], unread: isRead ? undefined : choices.value.replace(/^\{|\}$/g, '') };
}

/** The choices of a step, first those that their reads list; a stable order. @param readOf the response to a line, if there is one */
export function knownFirst(
  step: Step,
  choices: readonly StepChoice[],
  readOf: (line: string) => StepRead | undefined,
): readonly StepChoice[] {
  const known = step.choices?.known;
  if (!known) return choices;
  const own = { ...step, always: [], choices: { ...known, shows: [known.value] as const } };
  const valuesIn = (line: string) => choicesIn(own, readOf(line), (row) => row).choices.map(({ value }) => value);
  const lines = new Set(choices.flatMap((choice) => knownLine(step, choice) ?? []));
  const lists = new Map([...lines].map((line) => [line, new Set(valuesIn(line))]));
  const isKnown = (choice: StepChoice) => lists.get(knownLine(step, choice) ?? '')?.has(choice.value) === true;
  return [...choices.filter(isKnown), ...choices.filter((choice) => !isKnown(choice))];
}

/** What a step says of the first row of a response; undefined if the row lacks a field of it. */
export function saidIn(text: Template, read: StepRead, shown: Shown): string | undefined {
  const [[, write] = []] = writers(rowsOf(read).slice(0, 1), read, [text], shown);
  return write?.(text, 'shown');
}

/** The rows of a response: its list, those in a field of its record, or the record itself. */
function rowsOf({ value, of = {}, singleRecord }: StepRead, at?: string): readonly Row[] {
  const body = bodyOf(value, singleRecord || at !== undefined ? 'record' : undefined);
  if (body.is === 'rows') return body.rows;
  if (body.is !== 'record') return [];
  const record = thingAlone(body.row, of);
  if (at === undefined) return [record];
  return (rowsIn(record, { rows: new Fields([record], of).at(at) }) ?? rowsIn(value))?.rows ?? [record];
}

/** The text of a template in a row: of its values, or as a person reads them. */
type Write = (template: Template, how: 'value' | 'shown') => string | undefined;
/** Rows with what writes templates of them. @param outer writes `{of.name}`, of the row that these are parts of */
function writers(
  rows: readonly Row[],
  { of, id = 'id' }: Pick<StepRead, 'of' | 'id'>,
  templates: readonly Template[],
  shown: Shown,
  outer?: Write,
): readonly (readonly [Row, Write])[] {
  const fields = new Fields(rows, of);
  const paths = new Map<string, string>();
  const pathOf = (name: string): string => {
    if (!paths.has(name)) paths.set(name, fields.at(name, name === id ? 'id' : undefined));
    return paths.get(name)!;
  };
  const amounts = templates.flatMap((text) => [...text.matchAll(/\{([\w.]+) in ([\w.]+)\}/g)]);
  /** A value of a row; a unit that the amount itself states, if it does. */
  const factIn = (row: Row, name: string): unknown => {
    const [, amount] = amounts.find(([, , unit]) => unit === name) ?? [];
    return (amount === undefined ? undefined : unitOfMoney(valueAt(row, pathOf(amount)))) ?? valueAt(row, pathOf(name));
  };
  return rows.map((row) => {
    const seen = shown(row);
    const write: Write = (text, how) =>
      filledTemplate(text, (name, unit) => {
        if (outer && name.startsWith('of.')) return outer(`{${name.slice(3)}}`, how);
        const value = factIn(row, name);
        if (isNothing(value) || (unit !== undefined && !isScalar(factIn(row, unit)))) return undefined; // no amount without its unit
        if (how === 'value') return isScalar(value) ? asText(value) : undefined;
        const column = { path: pathOf(name), as: unit === undefined ? undefined : { amount: pathOf(unit) } };
        return valueAt(row, column.path) === undefined ? asText(value) : cellOf(seen, column, 0, 'whole').text;
      });
    return [row, write];
  });
}

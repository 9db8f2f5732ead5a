// The conditions of a step of a flow on its response: how they are written, and how they are checked.

import { expressionProblem, jqResults } from '../../cli/output/formats/filter.js';
import { JqFailed } from '../../cli/output/formats/problems.js';
import type { StartJq } from '../../cli/output/shared-jq.js';
import { takesVariable } from '../../engine/lines/environment.js';
import { BadInput } from '../../services/http/errors.js';
import { asText, isNothing, isRecord, isScalar, type Row } from '../../services/json-value.js';
import { parseLossless } from '../../services/lossless-number.js';
import { comparableDecimal, compareDecimals } from '../../text/compare-decimal.js';

/** Where a value is: a field of the response, or the result of a jq expression. */
export type Place = { readonly field: string } | { readonly jq: string };

/** A written value: numbers are texts with every digit, a list means one of its values. */
export type Expected = string | boolean | null | readonly Expected[] | Mapping;

/** A mapping of a flow: its keys are fields or expressions of jq. */
export interface Mapping {
  readonly [key: string]: Expected;
}

export interface Condition {
  readonly place: Place;
  readonly expected: Expected;
}

/**
 * The place that a key names: a bare word is a field of the response, a key with a dot, a bracket or a bar is jq
 * (`total.value` is `.total.value`).
 */
export function placeOf(key: string): Place {
  if (!/[.[|(]/.test(key)) return { field: key };
  return { jq: /^\w+(\.\w+|\[\d+\])+$/.test(key) ? `.${key}` : key };
}

const nameOf = (place: Place): string => ('field' in place ? place.field : place.jq);

/** The conditions of a mapping such as `{status: PAID, '.total': '>= 3'}`. */
export const conditionsOf = (mapping: Mapping): readonly Condition[] =>
  Object.entries(mapping).map(([key, expected]) => ({ place: placeOf(key), expected }));

/** Checks that jq takes every expression. @throws {BadInput} BAD_ROW */
export async function checkPlaces(places: readonly Place[], start: StartJq): Promise<void> {
  for (const place of places) {
    const problem = 'jq' in place ? await expressionProblem(place.jq, start) : undefined;
    if (problem !== undefined)
      throw new BadInput('BAD_ROW', `${nameOf(place)} is not a jq expression: ${problem.replace(/^[^:]*: /, '')}`);
  }
}

/**
 * The value at a place of a response; undefined if it is missing.
 * @param json the response as JSON text
 * @throws {BadInput} BAD_ROW if jq fails on it, or has several results
 */
export async function valueAtPlace(json: string, place: Place, start: StartJq): Promise<unknown> {
  if ('field' in place) {
    const response = parseLossless(json);
    return isRecord(response) && Object.hasOwn(response, place.field) ? response[place.field] : undefined;
  }
  try {
    const results = await jqResults(json, place.jq, start);
    if (results.length > 1) throw new BadInput('BAD_ROW', `${place.jq} has ${results.length} results`);
    return results[0] === undefined ? undefined : parseLossless(results[0]);
  } catch (error) {
    if (error instanceof JqFailed) throw new BadInput('BAD_ROW', `${place.jq} failed: ${error.message}`);
    throw error;
  }
}

/** Why a response does not meet a condition, as a clause; undefined if it does. @throws as `valueAtPlace` */
export async function failureOf(
  json: string,
  { place, expected }: Condition,
  start: StartJq,
): Promise<string | undefined> {
  const value = await valueAtPlace(json, place, start);
  if (isMet(value, expected)) return undefined;
  const isList = 'field' in place && value === undefined && !isRecord(parseLossless(json));
  const state = isList ? 'is missing, because the response is not a record' : `is ${shown(value)}`;
  return `${nameOf(place)} ${state}, expected ${written(expected)}`;
}

/**
 * The conditions that can be compared with what a list shows of a transfer whose response was lost. The list has other
 * amounts, such as the change of the balance with the fee, and it lacks fields: only its texts count.
 */
export async function comparableWithRow(
  json: string,
  conditions: readonly Condition[],
  start: StartJq,
): Promise<readonly Condition[]> {
  const comparable: Condition[] = [];
  for (const condition of conditions) {
    const value = await valueAtPlace(json, condition.place, start).catch((error: unknown) => {
      if (!(error instanceof BadInput)) throw error; // an expression for another form fails on it
    });
    if (!isNothing(value) && !(isScalar(value) && comparableDecimal(asText(value)))) comparable.push(condition);
  }
  return comparable;
}

/**
 * Whether a value is the expected one. Numbers, even in texts, compare as decimals with every digit; `null` is met by a
 * missing value, a list by one of its values, a mapping by a record whose fields meet it.
 */
export function isMet(value: unknown, expected: Expected): boolean {
  if (expected === null) return isNothing(value);
  if (Array.isArray(expected)) return expected.some((option) => isMet(value, option));
  if (typeof expected === 'object') {
    if (!isRecord(value)) return false;
    return Object.entries(expected as Mapping).every(([field, condition]) =>
      isMet(Object.hasOwn(value, field) ? (value as Row)[field] : undefined, condition),
    );
  }
  if (isNothing(value) || !isScalar(value)) return false;
  if (typeof expected === 'boolean') return value === expected;
  const { sign, operand } = comparison(expected);
  const order = orderOf(asText(value), operand);
  if (sign === undefined || sign === '==') return order === undefined ? asText(value) === operand : order === 0;
  if (sign === '!=') return order === undefined ? asText(value) !== operand : order !== 0;
  if (order === undefined) return false;
  return sign.startsWith('>')
    ? order > 0 || (order === 0 && sign === '>=')
    : order < 0 || (order === 0 && sign === '<=');
}

/** The comparison that a text states: `>= 3` has a sign and an operand, any other text is the operand. */
function comparison(text: string): { readonly sign?: string; readonly operand: string } {
  const [, sign, operand] = /^(>=|<=|==|!=|>|<)\s*(\S.*)$/.exec(text) ?? [];
  return sign === undefined ? { operand: text } : { sign, operand: operand!.trimEnd() };
}

/** The condition with each text of its expected value filled. @throws what `fill` throws, and {BadInput} BAD_ROW */
export function conditionWith({ place, expected }: Condition, fill: (text: string) => string): Condition {
  const filled = (value: Expected): Expected => {
    if (typeof value === 'string') return fill(value);
    if (Array.isArray(value)) return value.map(filled);
    if (!isRecord(value)) return value;
    return Object.fromEntries(Object.entries(value as Mapping).map(([field, inner]) => [field, filled(inner)]));
  };
  const condition = { place, expected: filled(expected) };
  const problem = problemOf(condition.expected);
  if (problem !== undefined) throw new BadInput('BAD_ROW', problem);
  return condition;
}

/** The problem of an expected value: an order that names no number or variable, or a capture, which only lines take. */
export function problemOf(expected: Expected): string | undefined {
  if (typeof expected !== 'string') {
    const inner = Array.isArray(expected) ? expected : isRecord(expected) ? Object.values(expected) : [];
    return (inner as readonly Expected[]).map(problemOf).find((problem) => problem !== undefined);
  }
  const [named] = /(?<!\{)\{[A-Za-z_][\w-]*\}/.exec(expected) ?? [];
  if (named !== undefined) return `${named.slice(0, 60)} can be used in run only, not in expect or until`;
  const { sign, operand } = comparison(expected);
  if (sign === undefined || !/^[<>]/.test(sign) || takesVariable(operand)) return undefined;
  return comparableDecimal(operand) === undefined
    ? `${JSON.stringify(expected.slice(0, 60))} needs a number to compare with`
    : undefined;
}

function orderOf(a: string, b: string): number | undefined {
  const [first, second] = [comparableDecimal(a), comparableDecimal(b)];
  return first && second ? compareDecimals(first, second) : undefined;
}

const longest = 80;
function shown(value: unknown): string {
  if (value === undefined) return 'missing';
  if (value === null) return 'null';
  const text = isScalar(value) ? asText(value) : Array.isArray(value) ? `a list of ${value.length}` : 'a record';
  return value === '' ? 'empty' : text.length > longest ? `${text.slice(0, longest)}…` : text;
}
function written(expected: Expected): string {
  if (expected === null) return 'null';
  if (Array.isArray(expected)) return expected.map(written).join(' or ');
  return typeof expected === 'object' ? JSON.stringify(expected) : String(expected);
}

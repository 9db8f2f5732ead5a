// The rules of a smoke run beside its checks: expected statuses, and budgets of times, checked and failed cases.

import { unfitReason } from '../../cli/output/formats/filter.js';
import type { StartJq } from '../../cli/output/shared-jq.js';
import { duration } from '../../cli/settings/duration.js';
import { unmetReason, withVariables } from '../../engine/request/condition.js';
import type { Call } from '../../services/catalogue/define.js';
import { counted } from '../../services/counted.js';
import { BadInput } from '../../services/http/errors.js';
import { secretHeader } from '../../services/http/trace.js';
import type { HttpResponse } from '../../services/http/transport.js';
import type { Column } from '../../text/column.js';
import { compares, condition } from '../../text/row-match.js';
import { type CaseRow, caseName, checkedCount, latencyOf } from './report.js';

// `--assert 'sale get-product: .price > 0'`: conditions on the responses of calls, in jq.

/** A condition on the responses of the calls that match a pattern. */
interface Assertion {
  readonly pattern: string;
  readonly expression: string;
  /** As it was typed. */
  readonly text: string;
}

/** Parses `PATTERN: EXPRESSION`. @throws {BadInput} BAD_VALUE */
export function parseAssertion(text: string): Assertion {
  const [, pattern = '', expression = ''] = /^([^:]+):\s*(\S[\s\S]*)$/.exec(text) ?? [];
  if (pattern.trim() !== '' && expression !== '') return { pattern: pattern.trim(), expression, text };
  throw misfit(text.slice(0, 80), 'an assertion', "Write it like 'sale get-product: .price > 0'.");
}

const headerCall = /\bheader\("([^"\\]*)"\)/g;
/** The expression with its headers by their lower-case names. */
const inJq = (expression: string) =>
  expression.replace(headerCall, (_, name: string) => `$headers[${JSON.stringify(name.toLowerCase())}]`);
/** Whether an assertion is on the headers or on the status: it holds of a refusal too. */
export const isOnHead = ({ expression }: Assertion): boolean => /\$(headers|status)\b/.test(inJq(expression));

/**
 * @throws {BadInput} BAD_VALUE for an expression that jq does not take, and for one that is true of responses with
 * any body, status and headers: it would never fail
 */
export async function checkAssertions(assertions: readonly Assertion[], start: StartJq): Promise<void> {
  for (const { expression, text } of assertions) {
    const bad = (why: string) => new BadInput('BAD_VALUE', `--assert ${text} cannot be used: ${why}.`);
    const condition = inJq(expression);
    const problem = await unfitReason(withVariables(condition, { headers: {}, status: 0 }), start);
    if (problem !== undefined) throw bad(problem);
    const names = [...expression.matchAll(headerCall)].map(([, name = '']) => name.toLowerCase());
    const literals = [...expression.matchAll(/"([^"\\]*)"/g)].map(([, literal]) => literal);
    const statuses = [...expression.matchAll(/\d+/g)].flatMap(([digits]) => [Number(digits) - 1, Number(digits) + 1]);
    const samples = [
      ...[null, {}, [], 0, '', ...literals, ...statuses].map((body) => ({ body, status: 0, header: undefined })),
      ...[...literals, ''].map((header) => ({ body: null, status: 0, header })),
      ...statuses.map((status) => ({ body: null, status, header: undefined })),
    ];
    const isTrueOf = async ({ body, status, header }: (typeof samples)[number]) =>
      (await unmetReason(JSON.stringify(body), condition, start, {
        headers: Object.fromEntries(names.map((name) => [name, header])),
        status,
      })) === undefined;
    let failing = samples.length;
    for (const [at, sample] of samples.entries()) if (failing > at && !(await isTrueOf(sample))) failing = at;
    if (failing === samples.length) throw bad('it is true of any response, so it would never fail');
  }
}

/** Why a response does not meet an assertion, a sentence; undefined if it does. An empty body is null, one of another type than JSON is a text. */
export async function brokenAssertion(
  { status, headers }: Pick<HttpResponse, 'status' | 'headers'>,
  text: string,
  { expression }: Assertion,
  start: StartJq,
): Promise<string | undefined> {
  const values = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value].flat().join(', ')]));
  const variables = { headers: values, status };
  const isJson = /json/i.test(values['content-type'] ?? 'json');
  const why = await unmetReason(
    text === '' ? 'null' : isJson ? text : JSON.stringify(text),
    inJq(expression),
    start,
    variables,
  );
  if (why === undefined) return undefined;
  const shown = [...expression.matchAll(headerCall)].map(([, name = '']) => {
    const value = values[name.toLowerCase()];
    return value === undefined ? ` There is no header ${name}.` : secretHeader.test(name) ? '' : ` ${name}: ${value}.`;
  });
  return `The assertion ${expression} ${why}.${shown.join('')}`;
}

/** The assertions on a call. */
export type AssertionsOf = (call: Call) => readonly Assertion[];

/** The expected statuses of the calls of a pattern. */
export interface Expectation {
  readonly pattern: string;
  readonly statuses: readonly number[];
}
/** A rule of --budget: a figure of the run, or a pattern for the time of each matching case, with its bound. */
export interface Budget {
  readonly name: string;
  readonly operator: string;
  readonly value: string;
  readonly text: string;
  readonly pattern?: string;
}

/** The error for a text of another form. @param form the right one, with its article */
export const misfit = (text: string, form: string, hint: string): BadInput =>
  new BadInput('BAD_VALUE', `${JSON.stringify(text)} is not ${form}.`, hint);

/** Matches a part of `service METHOD /path` or `service call-name`, ignoring case; `*` matches any text. */
export function matcher(pattern: string): (call: Pick<CaseRow, 'service' | 'method' | 'path' | 'call'>) => boolean {
  const parts = pattern.split('*').map((part) => part.replace(/[.+?^${}()|[\]\\]/g, '\\$&'));
  const part = new RegExp(parts.join('.*'), 'i');
  return (call) => part.test(caseName(call)) || part.test(`${call.service} ${call.call}`);
}

/** Parses `PATTERN=404,422`. @throws {BadInput} */
export function parseExpectation(text: string): Expectation {
  const [, pattern, list] = /^(.+)=([\d,\s]+)$/.exec(text) ?? [];
  const statuses = (list ?? '').split(',').map((status) => Number(status.trim()));
  if (!pattern?.trim() || !statuses.every((status) => status >= 200 && status <= 599))
    throw misfit(text, 'an expectation', "Write it like 'user GET /v1/games=404,422'.");
  return { pattern: pattern.trim(), statuses };
}

/** Parses `p95<800ms,GET /v1/offerings<=2s,checked>=80%,failed<5`. @throws {BadInput} */
export const parseBudgets = (text: string): readonly Budget[] => text.split(',').map(parseBudget);

const times = ['p50', 'p95', 'max'] as const;
const budgetHint = "Write it like p95<800ms,'GET /v1/offerings<2s',checked>=80%,failed<5.";

function parseBudget(part: string): Budget {
  const [, name = '', operator = '', value = ''] = condition.exec(part)?.map((text) => text.trim()) ?? [];
  const bound = `${operator}${value}`;
  const isCount =
    name === 'checked' ? /^>=(\d{1,5}|(100|\d\d?)%)$/ : name === 'failed' ? /^<0*[1-9]\d{0,4}$/ : undefined;
  if (isCount ? !isCount.test(bound) : !/^<=?$/.test(operator) || name === '' || !(duration(value, '--budget') > 0))
    throw misfit(part, 'a budget', budgetHint);
  const isTime = times.some((word) => word === name);
  if (!isTime && /^p\d+(\.\d+)?$/i.test(name))
    throw new BadInput('BAD_VALUE', `No budget measures ${name}: there are p50, p95 and max.`);
  return { name, operator, value, text: `${name}${bound}`, pattern: isTime || isCount ? undefined : name };
}

/** The number of failures that stops the run. */
export const mostFailures = (budgets: readonly Budget[]): number =>
  Math.min(
    Number.POSITIVE_INFINITY,
    ...budgets.flatMap(({ name, value }) => (name === 'failed' ? [Number(value)] : [])),
  );

/** Parses `20/s`, `20` or `90/m` to requests a second. @throws {BadInput} */
export function parsePerSecond(text: string): number {
  const [, digits, unit] = /^(\d{1,5}(?:\.\d+)?)(?:\/(s|m))?$/.exec(text) ?? [];
  const rate = Number(digits) / (unit === 'm' ? 60 : 1);
  if (rate > 0) return rate;
  throw misfit(text, 'a rate', 'Write requests a second, 20/s, or a minute, 90/m.');
}

/** The broken rules of a run: sentences. `failed` stops the run itself. */
export function brokenRules(rows: readonly CaseRow[], budgets: readonly Budget[]): readonly string[] {
  const timed = rows.filter((row) => row.milliseconds !== null && row.outcome !== 'skipped');
  const latency = latencyOf(timed.map((row) => row.milliseconds!));
  return budgets.flatMap(({ name, operator, value, text, pattern }): string[] => {
    const isMet = (of: number, as: Column['as']) => compares({ of }, { path: 'of', as }, operator, value, 0);
    if (name === 'failed') return [];
    if (name === 'checked') {
      const checked = checkedCount(rows);
      if (isMet(value.endsWith('%') ? (checked * 100) / rows.length : checked, 'percent')) return [];
      const were = `${counted(rows.length, 'call')} ${checked === 1 ? 'was' : 'were'} checked`;
      return [`The budget ${text} is missed: ${checked} of ${were}.`];
    }
    const measured =
      pattern === undefined
        ? latency && [[`${name} is`, latency[name as (typeof times)[number]]] as const]
        : timed.filter(matcher(pattern)).map((row) => [`${caseName(row)} took`, row.milliseconds!] as const);
    if (!measured?.length)
      return [
        `The budget ${text} was not measured: no case ${pattern === undefined ? 'has a response' : 'with a response matches'}.`,
      ];
    return measured
      .filter(([, time]) => !isMet(time, { lasts: 'milliseconds' }))
      .map(([what, time]) => `The budget ${text} is exceeded: ${what} ${time} ms.`);
  });
}

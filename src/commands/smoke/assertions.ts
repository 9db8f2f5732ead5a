// `--assert 'sale get-product: .price > 0'`: conditions on the responses of calls, in jq.

import type { StartJq } from '../../cli/output/shared-jq.js';
import { unfitReason, unmetReason, withVariables } from '../../engine/request/condition.js';
import type { Call } from '../../services/catalogue/define.js';
import { BadInput } from '../../services/http/errors.js';
import { secretHeader } from '../../services/http/trace.js';
import type { HttpResponse } from '../../services/http/transport.js';
import { misfit } from './rules.js';

/** A condition on the responses of the calls that match a pattern. */
export interface Assertion {
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

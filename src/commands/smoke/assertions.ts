// `--assert 'sale get-product: .price > 0'`: conditions on the responses of calls, in jq.

import type { StartJq } from '../../cli/output/shared-jq.js';
import { unfitReason, unmetReason } from '../../engine/request/condition.js';
import type { Call } from '../../services/catalogue/define.js';
import { BadInput } from '../../services/http/errors.js';
import { misfit } from './rules.js';

/** A condition on the responses of the calls that match a pattern. */
export interface Assertion {
  readonly pattern: string;
  readonly expression: string;
  /** As it was typed. */
  readonly text: string;
}

/** Parses `PATTERN: EXPRESSION`. @throws {BadInput} BAD_ASSERTION */
export function parseAssertion(text: string): Assertion {
  const [, pattern = '', expression = ''] = /^([^:]+):\s*(\S[\s\S]*)$/.exec(text) ?? [];
  if (pattern.trim() !== '' && expression !== '') return { pattern: pattern.trim(), expression, text };
  throw misfit('BAD_ASSERTION', text.slice(0, 80), 'an assertion', "Write it like 'sale get-product: .price > 0'.");
}

/** @throws {BadInput} BAD_ASSERTION for an expression that jq does not take */
export async function checkAssertions(assertions: readonly Assertion[], start: StartJq): Promise<void> {
  for (const { expression, text } of assertions) {
    const problem = await unfitReason(expression, start);
    if (problem !== undefined) throw new BadInput('BAD_ASSERTION', `--assert ${text} cannot be used: ${problem}.`);
  }
}

/** Why a response does not meet an assertion, a sentence; undefined if it does. */
export async function brokenAssertion(
  json: string,
  { expression }: Assertion,
  start: StartJq,
): Promise<string | undefined> {
  const why = await unmetReason(json, expression, start);
  return why === undefined ? undefined : `The assertion ${expression} ${why}.`;
}

/** The assertions on a call. */
export type AssertionsOf = (call: Call) => readonly Assertion[];

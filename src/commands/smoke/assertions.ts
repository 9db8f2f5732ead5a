// `--assert 'sale get-product: .price > 0'`: conditions on the responses of calls, in jq.

import { expressionProblem, isTrue, jqResults } from '../../cli/output/formats/filter.js';
import { JqFailed } from '../../cli/output/formats/problems.js';
import type { StartJq } from '../../cli/output/shared-jq.js';
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
    const problem = await expressionProblem(expression, start);
    if (problem !== undefined) throw new BadInput('BAD_ASSERTION', problem.replace('--jq', `--assert ${text}:`));
  }
}

/**
 * Why a response does not meet an assertion, a sentence; undefined if every result of it is neither false nor null, and
 * there is one.
 */
export async function brokenAssertion(
  json: string,
  { expression }: Assertion,
  start: StartJq,
): Promise<string | undefined> {
  try {
    const results = await jqResults(json, expression, start);
    if (areTrue(results)) {
      // jq orders every text above every number: "25" > 1000 is true
      const inNumbers = /[<>]/.test(expression) ? withNumbers(json) : json;
      if (inNumbers === json || (await isTrueOf(inNumbers, expression, start))) return undefined;
      return `The assertion ${expression} compares a text with a number, and is not true of the number: write (.field | tonumber).`;
    }
    return `The assertion ${expression} is not true: ${results.join(', ').slice(0, 100) || 'it has no result'}.`;
  } catch (error) {
    if (error instanceof JqFailed) return `The assertion ${expression} failed: ${error.message}`;
    throw error;
  }
}

const areTrue = (results: readonly string[]): boolean => results.length > 0 && results.every(isTrue);

const number = '"-?(?:0|[1-9]\\d*)(?:\\.\\d+)?"';
/** A response with a number in the place of each text that is one. */
const withNumbers = (json: string): string =>
  json.replace(/("(?:[^"\\]|\\.)*")(\s*:)?/g, (whole, text: string, colon?: string) =>
    colon === undefined && new RegExp(`^${number}$`).test(text) ? text.slice(1, -1) : whole,
  );
/** In jq: a number is as long as its text. */
const lengths =
  'def length: if type == "number" then tostring | utf8bytelength elif type == "string" then explode | reduce .[] as $one (0; . + 1) else reduce .[]? as $one (0; . + 1) end; ';

/**
 * Whether an expression is true of a response whose texts are numbers, and with numbers in place of its own texts. One
 * that needs a text there says nothing about numbers.
 */
async function isTrueOf(json: string, expression: string, start: StartJq): Promise<boolean> {
  const literals = expression.replace(new RegExp(`(?<![[\\\\"\\w])${number}(?!\\s*:)`, 'g'), (text) =>
    text.slice(1, -1),
  );
  try {
    return areTrue(await jqResults(json, `${lengths}${literals}`, start));
  } catch (error) {
    if (error instanceof JqFailed) return true;
    throw error;
  }
}

/** The assertions on a call. */
export type AssertionsOf = (call: Call) => readonly Assertion[];

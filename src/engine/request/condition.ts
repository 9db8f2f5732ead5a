// A condition on a response: an expression of jq, in --assert of a smoke run, and in `expect` and `until` of a flow.

import { isTrue, jqResults, pathResults } from '../../cli/output/formats/filter.js';
import { JqFailed } from '../../cli/output/formats/problems.js';
import type { StartJq } from '../../cli/output/shared-jq.js';

/** An expression with values for its variables. */
export const withVariables = (expression: string, variables: Readonly<Record<string, unknown>>): string =>
  Object.entries(variables).reduceRight(
    (inner, [name, value]) =>
      expression.includes(`$${name}`) && /^[A-Za-z_]\w*$/.test(name)
        ? `${JSON.stringify(value)} as $${name} | ${inner}`
        : inner,
    expression,
  );

/**
 * Why a response does not meet a condition, as the end of a sentence; undefined if every result of it is neither false
 * nor null, and there is one.
 */
export async function unmetReason(
  json: string,
  condition: string,
  start: StartJq,
  variables: Readonly<Record<string, unknown>> = {},
): Promise<string | undefined> {
  try {
    const expression = withVariables(condition, variables);
    const results = await jqResults(json, expression, start);
    // jq orders every text above every number: "25" > 1000 is true
    const inNumbers = /[<>]/.test(condition) ? withNumbers(json) : json;
    const isMet = areTrue(results);
    if (inNumbers !== json && (await isTrueOf(inNumbers, expression, start)) === !isMet)
      return `compares a text with a number${isMet ? ', and is not true of the number' : ''}: write (.field | tonumber)`;
    if (isMet) return undefined;
    const [path] = /(?<![\w)\]"$])\.[\w[][\w.[\]]*/.exec(condition) ?? [];
    const value = path === undefined ? undefined : pathResults(path, json)?.trim();
    const state = !value ? results.join(', ') || 'it has no result' : `${path} is ${value.replaceAll('\n', ', ')}`;
    return `is not true: ${state.length > longest ? `${state.slice(0, longest)}…` : state}`;
  } catch (error) {
    if (error instanceof JqFailed) return `failed: ${error.said}`;
    throw error;
  }
}

const longest = 100;
const areTrue = (results: readonly string[]) => results.length > 0 && results.every(isTrue);

const number = '"-?(?:0|[1-9]\\d*)(?:\\.\\d+)?"';
/** A response with a number in the place of each text that is one. */
const withNumbers = (json: string) =>
  json.replace(/("(?:[^"\\]|\\.)*")(\s*:)?/g, (whole, text: string, colon?: string) =>
    colon === undefined && new RegExp(`^${number}$`).test(text) ? text.slice(1, -1) : whole,
  );
/** In jq: a number is as long as its text. */
const lengths =
  'def length: if type == "number" then tostring | utf8bytelength elif type == "string" then explode | reduce .[] as $one (0; . + 1) else reduce .[]? as $one (0; . + 1) end; ';

/**
 * Whether an expression is true of a response whose texts are numbers, and with numbers in place of its own texts.
 * Undefined for one that needs a text there: it says nothing about numbers.
 */
async function isTrueOf(json: string, expression: string, start: StartJq): Promise<boolean | undefined> {
  const literals = expression.replace(new RegExp(`(?<![[\\\\"\\w])${number}(?!\\s*:)`, 'g'), (text) =>
    text.slice(1, -1),
  );
  try {
    return areTrue(await jqResults(json, `${lengths}${literals}`, start));
  } catch (error) {
    if (error instanceof JqFailed) return undefined;
    throw error;
  }
}

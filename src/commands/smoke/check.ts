// Checks a response of a smoke run: it has to fit its public shape, or at least hold data that can be read.

import { validateResponse } from '../../engine/validate-response.js';
import { checkAnswer } from '../../services/catalogue/check-shape.js';
import type { Response } from '../../services/http/send.js';

/** A sample in the text format of Prometheus: a name, its labels, a number. */
const metric = /^[a-zA-Z_:][\w:]*(\{.*\})?\s+([-+]?[\d.]+(e[-+]?\d+)?|[-+]?inf|nan)\b/im;

/**
 * Returns what is wrong with a response, a sentence; nothing where it passes. A public shape decides alone. Without one, null and a bare text, number
 * or boolean fail, a list call has to return a list (an empty list is one), and a text or a picture is not empty.
 */
export async function checkResponse(response: Response): Promise<string | undefined> {
  const { call, text, bytes, data } = response;
  if (call.as === 'redirect' || call.as === 'nothing') return undefined;
  if (call.as === 'bytes') return bytes.length === 0 ? empty : undefined;
  if (call.as === 'text') return checkText(call.name, text);
  const issues = await checkAnswer(call, data);
  if (issues) return issues.length > 0 ? unfit(issues) : undefined;
  if (text === '') return call.effect === 'none' ? empty : undefined; // a change may respond with its status alone
  if (typeof data !== 'object' || data === null)
    return `The response is ${data === null ? 'null' : `a bare ${typeof data === 'string' ? 'text' : typeof data}`}, and nothing can be read from it.`;
  return call.effect === 'none' ? validateResponse(response)?.message : undefined;
}

const empty = 'The response is empty.';
function checkText(name: string, text: string): string | undefined {
  if (text.trim() === '') return empty;
  return name === 'getMetrics' && !metric.test(text) ? 'The response has no metric.' : undefined;
}

const unfit = ([first, ...more]: readonly string[]): string =>
  `The response does not fit its shape: ${first}${more.length > 0 ? `, and ${more.length} more` : ''}.`;

// What an answer of a smoke run has to be before it counts as checked: of its public shape, or at least something that can be read.

import { validateResponse } from '../../engine/validate-response.js';
import { checkAnswer } from '../../services/catalogue/check-shape.js';
import type { Response } from '../../services/http/send.js';

/** A sample in the text format of Prometheus: a name, its labels, a number. */
const metric = /^[a-zA-Z_:][\w:]*(\{.*\})?\s+([-+]?[\d.]+(e[-+]?\d+)?|[-+]?inf|nan)\b/im;

/**
 * What is wrong with an answer, a sentence; nothing where it is as it should be. A public shape decides alone. Without one, null and a bare text, number
 * or boolean say nothing, a call that is to give a list gives one (an empty list is one), and a text or a picture is not empty.
 */
export async function problemOfAnswer(reply: Response): Promise<string | undefined> {
  const { call, text, bytes, data } = reply;
  if (call.as === 'redirect' || call.as === 'nothing') return undefined;
  if (call.as === 'bytes') return bytes.length === 0 ? empty : undefined;
  if (call.as === 'text') return problemOfText(call.name, text);
  const issues = await checkAnswer(call, data);
  if (issues) return issues.length > 0 ? unfit(issues) : undefined;
  if (text === '') return call.effect === 'none' ? empty : undefined; // what changes something may answer with its status alone
  if (typeof data !== 'object' || data === null)
    return `The answer is ${data === null ? 'null' : `a bare ${typeof data === 'string' ? 'text' : typeof data}`}, and nothing can be read from it.`;
  return call.effect === 'none' ? validateResponse(reply)?.message : undefined;
}

const empty = 'The answer is empty.';
function problemOfText(name: string, text: string): string | undefined {
  if (text.trim() === '') return empty;
  return name === 'getMetrics' && !metric.test(text) ? 'The answer holds no metric.' : undefined;
}

const unfit = ([first, ...more]: readonly string[]): string =>
  `The answer does not fit its shape: ${first}${more.length > 0 ? `, and ${more.length} more` : ''}.`;

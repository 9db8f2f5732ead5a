// Checks a response of a smoke run: its content type, no error in place of data, and its public shape; without one, data that can be read.

import { validateResponse } from '../../engine/request/validate-response.js';
import { checkShape } from '../../services/catalogue/check-shape.js';
import type { Call } from '../../services/catalogue/define.js';
import type { Response } from '../../services/http/send.js';
import { isNothing, isRecord, type Row } from '../../services/json-value.js';
import type { Checked } from './result.js';

/** The result of a check. `problem`: what is wrong, a sentence. */
export interface Check {
  readonly checked: Checked;
  readonly problem?: string;
}

/** A sample in the text format of Prometheus: a name, its labels, a number. */
const metric = /^[a-zA-Z_:][\w:]*(\{.*\})?\s+([-+]?[\d.]+(e[-+]?\d+)?|[-+]?inf|nan)\b/im;

/**
 * Checks a response. A public shape decides. Without one, null, a bare text, number or boolean and an empty object fail, a list call has to return a list
 * (an empty list is one), and a text or a picture is not empty. An error in place of data fails everywhere.
 * @param options `strict`: a word that is on no closed list is a difference from the shape
 */
export async function checkResponse(response: Response, { strict = false }: { readonly strict?: boolean } = {}): Promise<Check> {
  const { call, text, bytes, data } = response;
  if (call.as === 'redirect' || call.as === 'nothing') return { checked: 'status' };
  if (call.as === 'bytes') return { checked: 'status', ...problemIf(bytes.length === 0, empty) };
  if (call.as === 'text') return textCheck(call.name, text);
  if (text !== '') {
    const wrong = typeProblem(response) ?? reportedError(data);
    if (wrong !== undefined) return { checked: 'status', problem: wrong };
  }
  const issues = await checkShape(call, data, strict);
  if (issues) return { checked: 'shape', ...problemIf(issues.length > 0, () => unfit(issues)) };
  const reads = call.effect === 'none';
  if (text === '') return { checked: 'status', ...problemIf(reads, empty) }; // a change may respond with its status alone
  if (typeof data !== 'object' || data === null)
    return {
      checked: 'status',
      problem: `The response is ${data === null ? 'null' : `a bare ${typeof data === 'string' ? 'text' : typeof data}`}, and nothing can be read from it.`,
    };
  const missing = reads ? validateResponse(response)?.message : undefined;
  if (missing !== undefined) return { checked: 'list', problem: missing };
  if (reads && isRecord(data) && Object.keys(data).length === 0) return { checked: 'status', problem: 'The response is an empty object.' };
  return { checked: Array.isArray(data) ? 'list' : 'status' };
}

const empty = 'The response is empty.';
const problemIf = (isWrong: boolean, problem: string | (() => string)): Pick<Check, 'problem'> =>
  isWrong ? { problem: typeof problem === 'string' ? problem : problem() } : {};

function textCheck(name: string, text: string): Check {
  if (text.trim() === '') return { checked: 'status', problem: empty };
  const isMetrics = name === 'getMetrics';
  return { checked: isMetrics ? 'shape' : 'status', ...problemIf(isMetrics && !metric.test(text), 'The response has no metric.') };
}

/** JSON that is not said to be JSON. A response without a type passes. */
function typeProblem({ headers }: Response): string | undefined {
  const type = String(headers['content-type'] ?? '')
    .split(';')[0]!
    .trim()
    .toLowerCase();
  return type === '' || /^application\/([\w.-]+\+)?json$/.test(type) ? undefined : `The content type of the response is ${type}, not JSON.`;
}

const errorMembers = ['error', 'errors', 'errorCode', 'errorMessage', 'exception'];
/** The error that a response with a status of success reports in place of its data. */
function reportedError(data: unknown): string | undefined {
  if (!isRecord(data)) return undefined;
  for (const name of ['success', 'ok', 'succeeded']) if (data[name] === false) return `The response says ${name}: false${messageOf(data)}.`;
  const name = errorMembers.find(
    (member) => !isNothing(data[member]) && data[member] !== false && data[member] !== 0 && !isEmptyList(data[member]),
  );
  if (name !== undefined) return `The response has ${name} in place of data${messageOf(data)}.`;
  return isErrorForm(data) ? `The response is an error with a status of success${messageOf(data)}.` : undefined;
}
const isEmptyList = (value: unknown): boolean => Array.isArray(value) && value.length === 0;
const messageOf = ({ message }: Row): string => (typeof message === 'string' && message !== '' ? `: ${message.slice(0, 200)}` : '');

/** The members of the platform's error bodies (platform 1.4). */
const errorForm = new Set(['message', 'code', 'statusCode', 'error', 'availableSince']);
/** Whether a body is an error in the platform's form: a message, perhaps a code, and nothing else (platform 1.4). */
const isErrorForm = (data: Row): boolean => typeof data.message === 'string' && Object.keys(data).every((name) => errorForm.has(name));

/** What is wrong with the body of a refusal, a sentence; nothing where it is in the platform's form (platform 1.4). */
export function errorBodyProblem({ as }: Call, body: string): string | undefined {
  if (as === 'bytes' || as === 'redirect') return undefined;
  const data = parsed(body);
  return isRecord(data) && typeof data.message === 'string' && (data.code === undefined || typeof data.code === 'string')
    ? undefined
    : 'Its body is not an error in the form of the platform, {"message", "code"}.';
}
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const unfit = ([first, ...more]: readonly string[]): string =>
  `The response does not fit its shape: ${first}${more.length > 0 ? `, and ${more.length} more` : ''}.`;

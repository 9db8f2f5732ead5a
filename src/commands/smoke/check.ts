// Checks a response of a smoke run: its content type, no error in place of data, its public shape or readable data.

import { validateResponse } from '../../engine/request/validate-response.js';
import { checkShape } from '../../services/catalogue/check-shape.js';
import { type Call, returnsList } from '../../services/catalogue/define.js';
import type { Response } from '../../services/http/send.js';
import { isNothing, isRecord, isScalar, type Row } from '../../services/json-value.js';
import { listing } from '../../services/listing.js';
import type { Checked } from './result.js';

export interface Check {
  readonly checked: Checked;
  /** A sentence. */
  readonly problem?: string;
}

/** A sample in the text format of Prometheus: a name, its labels, a number. */
const metric = /^[a-zA-Z_:][\w:]*(\{.*\})?\s+([-+]?[\d.]+(e[-+]?\d+)?|[-+]?inf|nan)\b/im;

/**
 * Checks a response by its public shape. Without a shape, null, a bare text, number or boolean and an empty object
 * fail; a list
 * call must return a list; a text or a picture must not be empty. An error in place of data always fails.
 * @param options `strict`: an unlisted word does not fit the shape
 */
export async function checkResponse(
  response: Response,
  { strict = false }: { readonly strict?: boolean } = {},
): Promise<Check> {
  const { call, text, bytes, data } = response;
  if (call.as === 'redirect' || call.as === 'nothing') return { checked: 'status' };
  if (call.as === 'bytes') return { checked: 'status', problem: bytes.length === 0 ? empty : undefined };
  if (call.as === 'text') return textCheck(call.name, text);
  if (text !== '') {
    const wrong = typeProblem(response) ?? reportedError(data);
    if (wrong !== undefined) return { checked: 'status', problem: wrong };
  }
  const issues = await checkShape(call, data, strict);
  if (issues) return { checked: 'shape', problem: shapeProblem(issues) };
  const reads = call.effect === 'none';
  // a change may respond with its status alone
  if (text === '') return { checked: 'status', problem: reads ? empty : undefined };
  if (typeof data !== 'object' || data === null)
    return {
      checked: 'status',
      problem: `The response is ${data === null ? 'null' : `a bare ${typeof data === 'string' ? 'text' : typeof data}`}, and nothing can be read from it.`,
    };
  if (!reads) return { checked: 'status' };
  const missing = validateResponse(response)?.message;
  if (missing !== undefined) return { checked: 'list', problem: missing };
  if (returnsList(call) || (call.mayList && Array.isArray(data))) return { checked: 'list', problem: rowProblem(data) };
  return { checked: 'status', problem: recordProblem(data) };
}

const empty = 'The response is empty.';

/** A list whose rows are all null has nothing in it; an empty list is one. */
function rowProblem(data: unknown): string | undefined {
  const rows = listing(data)?.elements ?? [];
  return rows.length > 0 && rows.every(isNothing) ? 'Every row of the list is null.' : undefined;
}
function recordProblem(data: object): string | undefined {
  if (Array.isArray(data)) return 'The response is a list, and the call returns one thing.';
  return Object.keys(data).length === 0 ? 'The response is an empty object.' : undefined;
}

/** Whether a response has fields, and every one of them is null: nobody knows which fields may be null. */
export const isAllNull = (data: unknown): boolean => {
  const kinds = new Set(leaves(data));
  return kinds.has('null') && !kinds.has('value');
};
/** The leaves of a response; an empty list and an empty object have none. */
function leaves(data: unknown): readonly ('null' | 'value')[] {
  if (isNothing(data)) return ['null'];
  if (isScalar(data)) return ['value'];
  return Object.values(data as object).flatMap(leaves);
}

function textCheck(name: string, text: string): Check {
  if (text.trim() === '') return { checked: 'status', problem: empty };
  if (name !== 'getMetrics') return { checked: 'status' };
  return { checked: 'shape', problem: metric.test(text) ? undefined : 'The response has no metric.' };
}

/** The problem of a content type other than JSON. A response without a type passes. */
function typeProblem({ headers }: Response) {
  const type = String(headers['content-type'] ?? '')
    .split(';')[0]!
    .trim()
    .toLowerCase();
  return type === '' || /^application\/([\w.-]+\+)?json$/.test(type)
    ? undefined
    : `The content type of the response is ${type}, not JSON.`;
}

const errorMembers = ['error', 'errors', 'errorCode', 'errorMessage', 'exception'];
function reportedError(data: unknown) {
  if (!isRecord(data)) return undefined;
  for (const name of ['success', 'ok', 'succeeded'])
    if (data[name] === false) return `The response says ${name}: false${messageOf(data)}.`;
  const name = errorMembers.find(
    (member) => !isNothing(data[member]) && data[member] !== false && data[member] !== 0 && !isEmptyList(data[member]),
  );
  if (name !== undefined) return `The response has ${name} in place of data${messageOf(data)}.`;
  if (isErrorForm(data)) return `The response is an error with a status of success${messageOf(data)}.`;
  const failed = statusMembers.find((member) => errorWord.test(String(data[member])));
  if (failed !== undefined && holdsNothingBut(data, [failed]))
    return `The response says ${failed}: ${String(data[failed])}${messageOf(data)}.`;
  const nothing = Object.keys(data).filter((member) => envelope.test(member) && isNothing(data[member]));
  return nothing.length > 0 && holdsNothingBut(data, nothing)
    ? `The response has no data: ${nothing.join(' and ')} is null${messageOf(data)}.`
    : undefined;
}
const statusMembers = ['status', 'state', 'result', 'outcome'];
const errorWord = /^(error|fail(ed|ure)?|exception|ko|nok)$/i;
/** Members that hold the data of a response. */
const envelope = /^(data|results?|payload|response|body|content|items?|value|rows|records?|list)$/i;
/** Members that say something about a response, and are no data. */
const about =
  /^(message|msg|code|status|statusCode|state|success|ok|succeeded|error|errors|detail|description|reason|meta|metadata|time|timestamp|path|requestId|traceId)$/i;
const holdsNothingBut = (data: Row, members: readonly string[]) =>
  Object.entries(data).every(([name, value]) => members.includes(name) || isNothing(value) || about.test(name));

const isEmptyList = (value: unknown) => Array.isArray(value) && value.length === 0;
const messageOf = ({ message }: Row) =>
  typeof message === 'string' && message !== '' ? `: ${message.slice(0, 200)}` : '';

/** The members of the platform's error bodies (platform 1.4). */
const errorForm = new Set(['message', 'code', 'statusCode', 'error', 'availableSince']);
/** Whether a body is an error in the platform's form: a message, perhaps a code, and nothing else (platform 1.4). */
const isErrorForm = (data: Row) =>
  typeof data.message === 'string' && Object.keys(data).every((name) => errorForm.has(name));

/** The problem of the body of a refusal, a sentence; undefined if it has the platform's form (platform 1.4). */
export function errorBodyProblem({ as }: Call, body: string): string | undefined {
  if (as === 'bytes' || as === 'redirect') return undefined;
  const data = parsed(body);
  return isRecord(data) &&
    typeof data.message === 'string' &&
    (data.code === undefined || typeof data.code === 'string')
    ? undefined
    : 'Its body is not an error in the form of the platform, {"message", "code"}.';
}
function parsed(text: string) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const shapeProblem = ([first, ...more]: readonly string[]) =>
  first && `The response does not fit its shape: ${first}${more.length > 0 ? `, and ${more.length} more` : ''}.`;

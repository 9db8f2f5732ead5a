// Checks a response of a smoke run: its content type, no error in place of data, its public shape or readable data.

import { validateResponse } from '../../engine/request/validate-response.js';
import { checkShape } from '../../services/catalogue/check-shape.js';
import { type Call, returnsList } from '../../services/catalogue/define.js';
import type { Response } from '../../services/http/send.js';
import { isNothing, isRecord, isScalar } from '../../services/json-value.js';
import { listing } from '../../services/listing.js';
import { parsedIfJson } from '../../services/lossless-number.js';
import { errorInBody, rowsProblem } from './error-in-body.js';
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
 * fail; a list call must return a list; a text or a picture must not be empty. An error in place of data always fails.
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
    const wrong = typeProblem(response) ?? errorInBody(data, mayBeList(response));
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
  if (mayBeList(response)) return { checked: 'list', problem: rowsProblem(elementsOf(data)) };
  return { checked: 'status', problem: recordProblem(data) };
}

const empty = 'The response is empty.';

/** A list call, or one that may return a list and has. */
const mayBeList = ({ call, data }: Response) => returnsList(call) || (call.mayList === true && Array.isArray(data));

/** The elements of the list in a response: `{"data": {"items": […]}}` has it two levels down. */
function elementsOf(data: unknown, levels = 2): readonly unknown[] {
  const list = listing(data);
  if (list !== undefined || levels === 0 || !isRecord(data)) return list?.elements ?? [];
  return (
    Object.values(data)
      .map((value) => elementsOf(value, levels - 1))
      .find(({ length }) => length > 0) ?? []
  );
}
function recordProblem(data: object): string | undefined {
  if (Array.isArray(data)) return 'The response is a list, and the call returns one thing.';
  return Object.keys(data).length === 0 ? 'The response is an empty object.' : undefined;
}

/** Whether a response has fields, and each is null or an empty text: nobody knows which fields may be null. */
export const isAllNull = (data: unknown): boolean => {
  const kinds = new Set(leaves(data));
  return kinds.has('null') && !kinds.has('value');
};
/**
 * A word or number with which a response says that its call has worked; a status of a thing is in capitals, as SUCCESS.
 */
const successWord = /^(true|ok|OK|Ok|success|Success|succeeded|successful|0|2\d\d)$/;
const successMember = /^(ok|success|succeeded|status|statusCode|httpStatus|state|result|outcome|code)$/i;
const besideSuccess = /^(message|msg|description|detail|time|timestamp|requestId|traceId|path)$/i;
/**
 * Whether a response only says that the call has worked, as `{"ok": true}`: it has none of the data of a read. The
 * health of a service is such data.
 */
export const isAcknowledgement = ({ name, effect }: Call, data: unknown): boolean =>
  effect === 'none' && name !== 'getHealth' && saysSuccessAlone(data);

function saysSuccessAlone(data: unknown): boolean {
  if (!isRecord(data)) return false;
  const says = Object.entries(data).map(([name, value]) =>
    successMember.test(name) && isScalar(value) && successWord.test(String(value))
      ? 'success'
      : (besideSuccess.test(name) && (isScalar(value) || isNothing(value))) || isNothing(value)
        ? 'nothing'
        : 'data',
  );
  return says.includes('success') && !says.includes('data');
}

/** The leaves of a response; an empty list and an empty object have none. */
function leaves(data: unknown): readonly ('null' | 'value')[] {
  if (isNothing(data) || data === '') return ['null'];
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
  return type === '' || (/^application\/([\w.-]+\+)?json$/.test(type) && type !== 'application/problem+json')
    ? undefined
    : `The content type of the response is ${type}, not ${type.endsWith('json') ? 'JSON of data' : 'JSON'}.`;
}

/** The problem of the body of a refusal, a sentence; undefined if it has the platform's form (platform 1.4). */
export function errorBodyProblem({ as }: Call, body: string): string | undefined {
  if (as === 'bytes' || as === 'redirect') return undefined;
  const data = parsedIfJson(body);
  return isRecord(data) &&
    typeof data.message === 'string' &&
    (data.code === undefined || typeof data.code === 'string')
    ? undefined
    : 'Its body is not an error in the form of the platform, {"message", "code"}.';
}

const shapeProblem = ([first, ...more]: readonly string[]) =>
  first && `The response does not fit its shape: ${first}${more.length > 0 ? `, and ${more.length} more` : ''}.`;

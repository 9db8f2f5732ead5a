// Checks a response of a smoke run: its content type, no error in place of data, its public shape or readable data.
import { validateResponse } from '../../engine/request/validate-response.js';
import { checkShape } from '../../services/catalogue/check-shape.js';
import { type Call, returnsList } from '../../services/catalogue/define.js';
import { evidenceIn, readOutcome } from '../../services/decode/outcome.js';
import { rowsIn } from '../../services/decode/rows.js';
import type { Response } from '../../services/http/send.js';
import { isNothing, isRecord, isScalar } from '../../services/json-value.js';
import { parsedIfJson } from '../../services/lossless-number.js';
import type { Checked } from './result.js';

/**
 * Why a body with a status of success is no data: a sentence.
 * @param ofList a list may be empty
 */
function missingData(data: unknown, ofList: boolean): string | undefined {
  const found = evidenceIn(data, ofList);
  if (found.is === 'failure') return `The response says ${found.words}.`;
  return found.is === 'nothing' ? `The response has no data: ${found.words}.` : undefined;
}

/** The problem of the rows of a list; a list without rows has no problem. */
function rowsProblem(rows: readonly unknown[]): string | undefined {
  if (rows.length === 0) return undefined;
  if (rows.every(isNothing)) return 'Every row of the list is null.';
  if (rows.every((row) => isNothing(row) || (!isScalar(row) && Object.keys(row as object).length === 0)))
    return 'Every row of the list is empty.';
  const outcomes = rows.map(readOutcome);
  const [first] = outcomes;
  if (first && 'words' in first && outcomes.every(({ is }) => is === 'failure' || is === 'missing'))
    return `Every row of the list is an error: ${first.words}.`;
  const other = rows.findIndex((row) => !isRecord(row));
  if (other < 0 || !rows.some(isRecord)) return undefined;
  return `Row ${other + 1} of the list is ${isNothing(rows[other]) ? 'null' : 'no object'}, and others are objects.`;
}

export interface Check {
  readonly checked: Checked;
  /** A sentence. */
  readonly problem?: string;
  /** Every difference from the shape, without the positions of rows. */
  readonly parts?: readonly string[];
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
    const wrong = typeProblem(response) ?? missingData(data, mayBeList(response));
    if (wrong !== undefined) return { checked: 'status', problem: wrong };
  }
  const issues = await checkShape(call, data, strict);
  if (issues) return { checked: 'shape', problem: shapeProblem(issues), parts: [...new Set(issues.map(unnumbered))] };
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
  if (mayBeList(response)) return { checked: 'list', problem: rowsProblem(rowsIn(data)?.elements ?? []) };
  return { checked: 'status', problem: recordProblem(data) };
}

const empty = 'The response is empty.';

/** A list call, or one that may return a list and has. */
const mayBeList = ({ call, data }: Response) => returnsList(call) || (call.mayList === true && Array.isArray(data));

function recordProblem(data: object): string | undefined {
  if (Array.isArray(data)) return 'The response is a list, and the call returns one thing.';
  return Object.keys(data).length === 0 ? 'The response is an empty object.' : undefined;
}

/**
 * Why a response without a public shape is not evidence: nobody knows which fields it must have, or which may be null.
 * A learned shape knows. A response that only says that the call has worked, as `{"ok": true}`, has none of the data of
 * a read; the health of a service is such data.
 */
export function lackOf({ name, effect }: Call, data: unknown): string | undefined {
  const kinds = new Set(leaves(data));
  if (kinds.has('null') && !kinds.has('value')) return 'every value of the response is null';
  return effect === 'none' && name !== 'getHealth' && evidenceIn(data, false).is === 'acknowledged'
    ? 'the response says that it worked, and has no data'
    : undefined;
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
  return type === '' || /^application\/([\w.-]+\+)?json$/.test(type)
    ? undefined
    : `The content type of the response is ${type}, not JSON.`;
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

/** A difference without the positions of rows: they are not the same twice. */
const unnumbered = (issue: string) => issue.replace(/(^|\.)\d+(?=[.:])/g, '$1*');
const shapeProblem = ([first, ...more]: readonly string[]) =>
  first && `The response does not fit its shape: ${first}${more.length > 0 ? `, and ${more.length} more` : ''}.`;

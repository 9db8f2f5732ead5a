// Checks a response of a smoke run: its content type, no error in place of data, its public shape or readable data.
import { validateResponse } from '../../engine/request/validate-response.js';
import { checkShape } from '../../services/catalogue/check-shape.js';
import { type Call, returnsList } from '../../services/catalogue/define.js';
import { isNoError } from '../../services/decode/outcome.js';
import { rowsIn } from '../../services/decode/rows.js';
import type { Response } from '../../services/http/send.js';
import { isNothing, isRecord, isScalar, type Row } from '../../services/json-value.js';
import { parsedIfJson } from '../../services/lossless-number.js';
import type { Checked } from './result.js';

// Finds an error, or nothing at all, in place of the data of a 2xx response.

const errorMembers = ['error', 'errors', 'errorCode', 'errorMessage', 'exception'];
const statusMembers = ['status', 'state', 'result', 'outcome'];
const codeMembers = ['status', 'statusCode', 'httpStatus', 'code'];
const errorWord = /^(error|fail(ed|ure)?|exception|ko|nok|down|unhealthy|unavailable|maintenance)$/i;
/** The statuses of an envelope that say a failure (JSend); a status of a thing is in capitals, as FAILED. */
const failedEnvelope = /^(error|Error|ERROR|fail|failed|failure)$/;
/** A code that is an error by its words: `INTERNAL_ERROR`. */
const errorCode = /(^|_)(ERROR|EXCEPTION|FAIL(ED|URE)?|UNAVAILABLE|UNAUTHORI[SZ]ED|FORBIDDEN|DENIED|TIMEOUT)(_|$)/;
/** Members that hold the data of a response. */
const envelope = /^(data|results?|payload|response|body|content|items?|value|rows|records?|list)$/i;
/** Members that describe a response, and are not data. */
const about =
  /^(message|msg|code|status|statusCode|httpStatus|state|success|ok|succeeded|error|errors|title|type|detail|instance|description|reason|meta|metadata|time|timestamp|path|requestId|traceId)$/i;
/** Members that say something about the pages of a list. */
const paging = /^(count|total\w*|size|page\w*|limit|offset|skip|take|cursor|next|prev(ious)?|has\w+|is(First|Last))$/i;

const holdsNothingBut = (data: Row, members: readonly string[], beside = about) =>
  Object.entries(data).every(([name, value]) => members.includes(name) || isNothing(value) || beside.test(name));

/** The most envelopes around the data: `{"response": {"data": …}}`. */
const mostEnvelopes = 3;

/**
 * The error in a body with a status of success, or its content in place of data; a sentence, undefined for data. A body
 * that is an envelope with one member is judged by this member, too.
 * @param ofList a list may be empty
 */
function errorInBody(data: unknown, ofList: boolean, depth = 0): string | undefined {
  if (!isRecord(data)) return undefined;
  const problem = statedError(data) ?? missingData(data, ofList);
  if (problem !== undefined || depth >= mostEnvelopes) return problem;
  const [member, ...others] = Object.keys(data).filter((name) => envelope.test(name) && !isNothing(data[name]));
  return member !== undefined && others.length === 0 && holdsNothingBut(data, [member])
    ? errorInBody(data[member], ofList, depth + 1)
    : undefined;
}

/** The error that a body states: by a flag, an error member, a code or a status. */
function statedError(data: Row): string | undefined {
  const end = `${messageOf(data)}.`;
  for (const name of ['success', 'ok', 'succeeded'])
    if (data[name] === false) return `The response says ${name}: false${end}`;
  const name = errorMembers.find((member) => data[member] !== false && !isNoError(data[member]));
  if (name !== undefined) return `The response has ${name} in place of data${end}`;
  if (isErrorForm(data)) return `The response is an error with a status of success${end}`;
  const says = (member: string) => `The response says ${member}: ${String(data[member])}${end}`;
  const code = codeMembers.find((member) => isErrorCode(data[member]) && holdsNothingBut(data, [member]));
  if (code !== undefined) return says(code);
  const failed = statusMembers.find((member) => errorWord.test(String(data[member])));
  if (failed !== undefined && holdsNothingBut(data, [failed])) return says(failed);
  const members = Object.keys(data).filter((member) => envelope.test(member));
  return members.length > 0 && failedEnvelope.test(String(data.status)) && holdsNothingBut(data, members)
    ? says('status')
    : undefined;
}
const isErrorCode = (value: unknown): boolean =>
  isScalar(value) && (/^[45]\d\d(\.0+)?$/.test(String(value)) || errorCode.test(String(value)));

/** The members of an envelope, if there is nothing in them. */
function missingData(data: Row, ofList: boolean): string | undefined {
  const members = Object.keys(data).filter((member) => envelope.test(member));
  const says = (names: readonly string[], what: string) =>
    `The response has no data: ${names.join(' and ')} is ${what}${messageOf(data)}.`;
  const beside = new RegExp(`${about.source}|${paging.source}`, 'i');
  const nulls = members.filter((member) => isNothing(data[member]));
  if (nulls.length > 0 && holdsNothingBut(data, nulls, beside)) return says(nulls, 'null');
  const empty = members.filter((member) => isEmpty(data[member], ofList));
  return empty.length > 0 && holdsNothingBut(data, empty) ? says(empty, 'empty') : undefined;
}
/** An object without members, or in place of one thing a list without elements. */
const isEmpty = (value: unknown, ofList: boolean) =>
  typeof value === 'object' && value !== null && !(ofList && Array.isArray(value)) && Object.keys(value).length === 0;

/** The problem of the rows of a list; a list without rows has no problem. */
function rowsProblem(rows: readonly unknown[]): string | undefined {
  if (rows.length === 0) return undefined;
  if (rows.every(isNothing)) return 'Every row of the list is null.';
  if (rows.every((row) => isNothing(row) || isEmpty(row, false))) return 'Every row of the list is empty.';
  const errors = rows.map((row) =>
    isRecord(row) && holdsNothingBut(row, errorMembers) ? statedError(row) : undefined,
  );
  if (errors.every((error) => error !== undefined)) return `Every row of the list is an error. ${errors[0]}`;
  const other = rows.findIndex((row) => !isRecord(row));
  if (other < 0 || !rows.some(isRecord)) return undefined;
  return `Row ${other + 1} of the list is ${isNothing(rows[other]) ? 'null' : 'no object'}, and others are objects.`;
}

const messageOf = ({ message }: Row) =>
  typeof message === 'string' && message !== '' ? `: ${message.slice(0, 200)}` : '';

/** The members of the platform's error bodies (platform 1.4). */
const errorForm = new Set(['message', 'code', 'statusCode', 'error', 'availableSince']);
/** Whether a body is an error in the platform's form: a message, perhaps a code, and nothing else (platform 1.4). */
const isErrorForm = (data: Row) =>
  typeof data.message === 'string' && Object.keys(data).every((name) => errorForm.has(name));

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
  const list = rowsIn(data);
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

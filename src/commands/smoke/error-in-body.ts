// Finds an error, or nothing at all, in place of the data of a 2xx response.

import { isNothing, isRecord, isScalar, type Row } from '../../services/json-value.js';
import { isNoError } from '../../services/reported-failure.js';

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
export function errorInBody(data: unknown, ofList: boolean, depth = 0): string | undefined {
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
export function rowsProblem(rows: readonly unknown[]): string | undefined {
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

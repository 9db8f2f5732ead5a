// Validates responses of reads: an empty response, or one without the expected list, is an error and not an empty list.
import { type Call, kebab, returnsList } from '../../services/catalogue/define.js';
import { failureInPlaceOfData } from '../../services/decode/outcome.js';
import { rowsIn } from '../../services/decode/rows.js';
import { asDeclared } from '../../services/decode/spelling.js';
import { type Failure, ServerFailure } from '../../services/http/errors.js';
import type { Response } from '../../services/http/send.js';
import { isRecord, type Row } from '../../services/json-value.js';
import { parseLossless } from '../../services/lossless-number.js';

/** Whether a response may have a list: one that is found, or any array at most two objects deep, which is shown as it is. */
const holdsList = (data: unknown, levels = 2): boolean =>
  Array.isArray(data) ||
  rowsIn(data) !== undefined ||
  (levels > 0 && isRecord(data) && Object.values(data).some((value) => holdsList(value, levels - 1)));

const describe = ({ service, name, method, path }: Call) =>
  `The response of ${service} ${kebab(name)} (${method} ${path})`;
function where({ call: { service, name }, status, headers }: Response) {
  const id = headers['x-request-id'];
  return { service, call: name, status, requestId: typeof id === 'string' ? id.slice(0, 120) : undefined };
}

/** A response without content (RFC 9110, 15.3.5): an empty list, or null for what may be none, such as the active ride. */
export const none = (response: Response): Response | undefined =>
  returnsList(response.call)
    ? { ...response, text: '[]', data: [] }
    : response.call.name.startsWith('getActive')
      ? { ...response, text: 'null', data: null }
      : undefined;

/** The failure of an unreadable response; undefined for a usable one. */
export function validateResponse(response: Response): Failure | undefined {
  const { call, text, data } = response;
  if (text === '') return new ServerFailure('EMPTY_ANSWER', `${describe(call)} is empty.`, where(response));
  if (!returnsList(call)) return undefined;
  const failure = failureInPlaceOfData(call, response.status, data);
  if (failure) return failure;
  return rowsIn(data, call.map) || holdsList(data) ? undefined : noListFailure(response);
}

/**
 * Checks that the response of a single read is an object, or null.
 * @throws {ServerFailure} NO_RECORD for a list, which may have anything in it
 */
export function requireRecord(response: Response): void {
  const { call, data } = response;
  if (isRecord(data) || data === null) return;
  throw new ServerFailure(
    'NO_RECORD',
    `${describe(call)} is not an object, so nothing can be read from it.`,
    where(response),
  );
}

/**
 * The rows of a list call, with their fields under declared names and exact numbers.
 * @throws {ServerFailure} NO_LIST for a response without a list, which is not an empty one
 */
export function listRows(response: Response): readonly Row[] {
  const rows = rowsIn(parseLossless(asDeclared(response.text, response.call)))?.rows;
  if (rows === undefined) throw noListFailure(response);
  return rows;
}

/** The failure of a response without the expected list. */
export const noListFailure = (response: Response): ServerFailure =>
  new ServerFailure('NO_LIST', `${describe(response.call)} holds no list.`, where(response));

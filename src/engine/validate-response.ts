// Validates the responses of reads: an empty response, or one without the expected list, is an error, not an empty list.
import { type Call, kebab } from '../services/catalogue/define.js';
import { ServerFailure } from '../services/http/errors.js';
import type { Response } from '../services/http/send.js';
import { isRecord } from '../services/json-value.js';
import { listing } from '../ui/format/listing.js';
import { returnsList } from './catalogue-call.js';

/** The depth at which a response may have its list: `{data: {items: []}}`. */
const maxDepth = 2;
const holdsList = (data: unknown, levels = maxDepth): boolean =>
  Array.isArray(data) ||
  listing(data) !== undefined ||
  (levels > 0 && isRecord(data) && Object.values(data).some((value) => holdsList(value, levels - 1)));

const describe = ({ service, name }: Call): string => `The response of ${service} ${kebab(name)}`;
const where = ({ call: { service, name }, status }: Response) => ({ service, call: name, status });

/** The failure for a response that nothing can be read from; nothing for a usable one. */
export function validateResponse(response: Response): ServerFailure | undefined {
  const { call, text, data } = response;
  if (text === '') return new ServerFailure('EMPTY_ANSWER', `${describe(call)} is empty.`, where(response));
  return returnsList(call) && !holdsList(data) ? noListFailure(response) : undefined;
}

/** The failure for a response that should have a list and has none. */
export const noListFailure = (response: Response): ServerFailure =>
  new ServerFailure('NO_LIST', `${describe(response.call)} holds no list.`, where(response));

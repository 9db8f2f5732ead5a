// An answer that a read cannot go by: empty where something was to come, no list where one was. Silence must not be told as "none".
import { type Call, kebab } from '../services/catalogue/define.js';
import { ServerFailure } from '../services/http/errors.js';
import type { Response } from '../services/http/send.js';
import { isRecord } from '../services/json-value.js';
import { listing } from '../ui/format/columns.js';
import { givesList } from './call.js';

/** How deep in an answer its list may stand: `{data: {items: []}}`. */
const depth = 2;
const holdsList = (answer: unknown, left = depth): boolean =>
  Array.isArray(answer) ||
  listing(answer) !== undefined ||
  (left > 0 && isRecord(answer) && Object.values(answer).some((value) => holdsList(value, left - 1)));

const inWords = ({ service, name }: Call): string => `The answer of ${service} ${kebab(name)}`;
const where = ({ call: { service, name }, status }: Response) => ({ service, call: name, status });

/** The failure for a read's answer that nothing can be read from; nothing where it will do. */
export function validateResponse(reply: Response): ServerFailure | undefined {
  const { call, text, data } = reply;
  if (text === '') return new ServerFailure('EMPTY_ANSWER', `${inWords(call)} is empty.`, where(reply));
  return givesList(call) && !holdsList(data) ? noList(reply) : undefined;
}

/** The failure for an answer that should hold a list and holds none. */
export const noList = (reply: Response): ServerFailure =>
  new ServerFailure('NO_LIST', `${inWords(reply.call)} holds no list.`, where(reply));

// Validates the JSON body of a response: UTF-8, valid JSON, limited nesting, no `__proto__` keys.

import { isUtf8 } from 'node:buffer';
import { type CallMap, errorBy } from '../decode/map.js';
import type { ErrorCode, ServiceCode } from './error-codes.js';

const maxDepth = 512;

/** A body that cannot be used; `code` is stable, the message names the problem. */
export class UnusableBody extends Error {
  readonly code: ErrorCode;
  constructor(code: ErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}

/**
 * The validated text of a JSON body; numbers keep their digits.
 * @throws {UnusableBody} for an empty body, HTML, bad UTF-8, bad JSON, more than `maxDepth` levels, a `__proto__` key
 */
export function jsonText(body: Buffer, type: string): string {
  if (body.length === 0) throw new UnusableBody('EMPTY_ANSWER', 'the response is empty');
  if (!isUtf8(body)) throw new UnusableBody('NOT_JSON', 'the response is not UTF-8 text');
  const whole = body.toString('utf8');
  const text = whole.charCodeAt(0) === 0xfeff ? whole.slice(1) : whole;
  if (!text.startsWith('{') && !text.startsWith('[') && /^\s*</.test(text))
    throw new UnusableBody(
      'NOT_JSON',
      `the response is ${/html/i.test(type + text.slice(0, 200)) ? 'HTML' : 'markup'}, not JSON: ${first(text)}`,
    );
  if (mayBeDeep(text) && depth(text) > maxDepth)
    throw new UnusableBody('TOO_DEEP', `the response is nested deeper than ${maxDepth} levels`);
  try {
    JSON.parse(text, text.includes('__proto__') || text.includes('\\u') ? refuseProto : undefined);
  } catch (error) {
    if (error instanceof UnusableBody) throw error;
    throw new UnusableBody('NOT_JSON', `the response is not JSON: ${first(text)}`);
  }
  return text;
}

function refuseProto(key: string, value: unknown): unknown {
  if (key === '__proto__') throw new UnusableBody('POISONED', "the response has a '__proto__' key");
  return value;
}

/** The first characters of a body, for a sentence. */
const first = (text: string) => JSON.stringify(text.trim().slice(0, 60)) + (text.length > 60 ? '…' : '');

/** A fast check: whether the text has enough brackets to exceed the depth. */
const mayBeDeep = (text: string) =>
  text.length > maxDepth && text.split('[').length + text.split('{').length > maxDepth;

/** The deepest nesting of brackets outside strings, counted without recursion: no depth overflows the stack. */
function depth(text: string) {
  let now = 0;
  let most = 0;
  let inString = false;
  for (let i = 0; i < text.length; i++) {
    const c = text.charCodeAt(i);
    if (inString) {
      if (c === 92) i++;
      else if (c === 34) inString = false;
    } else if (c === 34) inString = true;
    else if (c === 91 || c === 123) most = Math.max(most, ++now);
    else if (c === 93 || c === 125) now--;
  }
  return most;
}

/**
 * The `{ message, code }` of an error body (platform 1.4). `isOwn`: `message` is a text, so the API itself wrote it.
 */
export function errorBody(body: Buffer, map?: CallMap): { message?: string; code?: ServiceCode; isOwn?: boolean } {
  try {
    const data = JSON.parse(jsonText(body, '')) as { message?: unknown; code?: unknown };
    const said = errorBy(map, data);
    const { message, code } = data;
    const text = messageText(said ?? message).slice(0, 8000);
    const isMapped = said !== undefined && map?.isTrusted === true;
    return {
      message: text || undefined,
      isOwn: text !== '' && (isMapped || (typeof message === 'string' && message !== '')),
      code: typeof code === 'string' ? serviceCode(code) : undefined,
    };
  } catch {
    return {}; // not JSON, or null
  }
}

/** The code of a service, of any text: nothing of tuk is compared with it but what services publish. */
export const serviceCode = (text: string): ServiceCode => text.slice(0, 60) as ServiceCode;

/** A message as text: list items are joined (`a; b`), other structures are compact JSON; empty without a message. */
function messageText(message: unknown): string {
  if (Array.isArray(message)) return message.map(messageText).filter(Boolean).join('; ');
  if (message === null || message === undefined) return '';
  return (typeof message === 'object' ? JSON.stringify(message) : String(message)).trim();
}

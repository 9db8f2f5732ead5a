// Lossless number: parses and prints JSON without changing any number; every digit is kept.
import { stringify } from 'lossless-json';
import { stringEnd, tokenEnd } from './json-text.js';

/** A JSON number that a double would not reproduce (78 digits, `1e400`, `-0`, `1.10`), as text. */
export class LosslessNumber {
  readonly digits: string;
  /** @throws {SyntaxError} if the text is not a JSON number */
  constructor(digits: string) {
    if (!/^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/.test(digits))
      throw new SyntaxError(`${JSON.stringify(digits)} is no JSON number`);
    this.digits = digits;
  }
  toString(): string {
    return this.digits;
  }
}

// Checked before any recursion.
const deepest = 1000;

/**
 * Parses JSON. A number that prints with other characters becomes a LosslessNumber, so `String(n)` is always the
 * original text. `__proto__` is an ordinary field; the last of duplicate keys counts.
 * @throws {SyntaxError} for invalid JSON, and for more than 1,000 levels
 */
export function parseLossless(text: string): unknown {
  const long = longNumbers(text);
  if (long.length === 0) return JSON.parse(text) as unknown;
  // JSON.parse is several times faster than a parser in JavaScript. It gets `["mark","digits"]` for each number that it
  // would change; no response can contain the random mark.
  const mark = crypto.randomUUID();
  const parts: string[] = [];
  let at = 0;
  for (const [start, end] of long) {
    parts.push(text.slice(at, start), `["${mark}","`, new LosslessNumber(text.slice(start, end)).digits, '"]');
    at = end;
  }
  parts.push(text.slice(at));
  return unmark(parseMarked(parts.join(''), text), mark);
}

/** The value of a JSON text, as `parseLossless` returns it; undefined for a text that is missing or not JSON. */
export function parsedIfJson(text: string | undefined): unknown {
  try {
    return text === undefined ? undefined : parseLossless(text);
  } catch {
    return undefined;
  }
}

/** Parses the original text, to make the error refer to it. */
function parseMarked(marked: string, text: string): unknown {
  try {
    return JSON.parse(marked) as unknown;
  } catch (cause) {
    JSON.parse(text);
    throw cause;
  }
}

/** Replaces the marked numbers of a value. */
function unmark(value: unknown, mark: string): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) {
    if (value.length === 2 && value[0] === mark) return new LosslessNumber(value[1] as string);
    for (let at = 0; at < value.length; at++) if (typeof value[at] === 'object') value[at] = unmark(value[at], mark);
    return value;
  }
  const fields = value as Record<string, unknown>;
  for (const name of Object.keys(fields)) {
    const field = fields[name];
    if (typeof field !== 'object' || field === null) continue;
    const restored = unmark(field, mark);
    // an assignment to `__proto__` would change the prototype
    if (restored !== field)
      Object.defineProperty(fields, name, { value: restored, writable: true, enumerable: true, configurable: true });
  }
  return value;
}

/** Whether a double prints as the same characters. */
function isCanonical(digits: string) {
  return String(Number(digits)) === digits;
}

/** The positions of the numbers that `JSON.parse` would change. Checks the depth. */
function longNumbers(text: string): [number, number][] {
  const positions: [number, number][] = [];
  let depth = 0;
  for (let at = 0; at < text.length; ) {
    const code = text.charCodeAt(at);
    if (code === 0x22) {
      at = stringEnd(text, at);
    } else if (code === 0x2d || (code >= 0x30 && code <= 0x39)) {
      const end = tokenEnd(text, at);
      if (!isSmall(text, at, end) && !isCanonical(text.slice(at, end))) positions.push([at, end]);
      at = end;
    } else {
      if (code === 0x5b || code === 0x7b) depth++;
      else if (code === 0x5d || code === 0x7d) depth--;
      if (depth > deepest) throw new SyntaxError(`The JSON is nested more than ${deepest} levels deep.`);
      at++;
    }
  }
  return positions;
}

/** A fast path: `JSON.parse` keeps whole numbers of up to 15 digits. */
function isSmall(text: string, start: number, end: number) {
  if (end - start > 15 || (text.charCodeAt(start) === 0x30 && end - start > 1)) return false;
  for (let at = start; at < end; at++) {
    const code = text.charCodeAt(at);
    if (code < 0x30 || code > 0x39) return false;
  }
  return true;
}

const exactly = [{ test: (value: unknown) => value instanceof LosslessNumber, stringify: String }];

/** Prints a value as JSON, every number with its original text; `undefined` becomes null. */
export function stringifyLossless(value: unknown, indent = 0): string {
  return stringify(value, undefined, indent, exactly) ?? 'null';
}

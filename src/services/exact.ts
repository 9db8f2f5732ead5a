// JSON whose numbers keep their digits: reading, writing and laying out without a number ever becoming another one.
import { parse, stringify } from 'lossless-json';
import { tokenEnd } from './json-text.js';

export { escapeForTerminal, relayout } from './json-text.js';

/** A JSON number that a double would write differently (78 digits, `1e400`, `-0`, `1.10`): its digits as they stood. */
export class ExactNumber {
  readonly digits: string;
  /** Throws a SyntaxError for what is no JSON number. */
  constructor(digits: string) {
    if (!/^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/.test(digits)) throw new SyntaxError(`${JSON.stringify(digits)} is no JSON number`);
    this.digits = digits;
  }
  toString(): string {
    return this.digits;
  }
}

// Deeper answers are refused before anything recurses into them.
const deepest = 1000;

/**
 * Reads JSON. A number comes as a plain `number` where that is written with the very same characters, else as an ExactNumber, so
 * `String(n)` always gives what stood in the text. `__proto__` is an ordinary field, the last of two equal keys wins. Throws a
 * SyntaxError for what is no JSON and for more than 1,000 levels.
 */
export function parseExact(text: string): unknown {
  if (doublesSuffice(text)) return JSON.parse(text) as unknown;
  return parse(text, undefined, { parseNumber: exactNumber, onDuplicateKey: ({ newValue }) => newValue });
}

function exactNumber(digits: string): number | ExactNumber {
  return isCanonical(digits) ? Number(digits) : new ExactNumber(digits);
}

/** Whether a double prints as these very characters. */
function isCanonical(digits: string): boolean {
  return String(Number(digits)) === digits;
}

/** Whether every number of the text survives `JSON.parse`; on the way the depth is counted. */
function doublesSuffice(text: string): boolean {
  let depth = 0;
  let suffice = true;
  for (let at = 0; at < text.length; ) {
    const code = text.charCodeAt(at);
    if (code === 0x5b || code === 0x7b) {
      if (++depth > deepest) throw new SyntaxError(`The JSON is nested more than ${deepest} levels deep.`);
    } else if (code === 0x5d || code === 0x7d) depth--;
    const end = tokenEnd(text, at);
    if (suffice && (code === 0x2d || (code >= 0x30 && code <= 0x39))) suffice = isSmall(text, at, end) || isCanonical(text.slice(at, end));
    at = end;
  }
  return suffice;
}

/** A quick yes for whole numbers of up to 15 digits, which are most. */
function isSmall(text: string, start: number, end: number): boolean {
  if (end - start > 15 || (text.charCodeAt(start) === 0x30 && end - start > 1)) return false;
  for (let at = start; at < end; at++) {
    const code = text.charCodeAt(at);
    if (code < 0x30 || code > 0x39) return false;
  }
  return true;
}

const exactly = [{ test: (value: unknown): boolean => value instanceof ExactNumber, stringify: String }];

/** Writes what `parseExact` read (and plain values, bigint too) as JSON, each number with its own digits; `undefined` becomes null. */
export function stringifyExact(value: unknown, indent = 0): string {
  return stringify(value, undefined, indent, exactly) ?? 'null';
}

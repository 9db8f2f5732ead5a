// Renders a response as numbered lines of JSON, with invisible characters escaped.

import { compact, isNumeric, isRecord } from '../services/json-value.js';
import { type Line, type Role, span } from './line.js';

/** A string, a number, a word, or anything between them. A string that is cut off ends with the line. */
const token = /"(?:[^"\\]|\\.)*"?|-?\d[\d.eE+-]*|\b(?:true|false|null)\b|[^"\dtfn-]+|./gu;
/** The spans of an escaped line of JSON: keys, strings, numbers and words by their roles. */
export function jsonLine(text: string): Line {
  const parts = text.match(token) ?? [];
  const roles = parts.map((part, at): Role | undefined => {
    if (part.startsWith('"')) return /^\s*:/.test(parts[at + 1] ?? '') ? 'accent' : 'good';
    if (/^-?\d/.test(part)) return 'wait';
    return /^(true|false|null)$/.test(part) ? 'unknown' : undefined;
  });
  return parts.map((part, at) => span(part, roles[at]));
}

/** Formats a value as lines of JSON, indented by two spaces a level. Numbers keep their digits. */
export function jsonRows(value: unknown, indent = ''): string[] {
  const inner = `${indent}  `;
  if (Array.isArray(value) && value.length > 0)
    return [`${indent}[`, ...joined(value.map((element) => jsonRows(element, inner))), `${indent}]`];
  if (isRecord(value) && Object.keys(value).length > 0) {
    const fields = Object.entries(value).map(([name, field]) => {
      const [head = '', ...more] = jsonRows(field, inner);
      return [`${inner}${JSON.stringify(name)}: ${head.trimStart()}`, ...more];
    });
    return [`${indent}{`, ...joined(fields), `${indent}}`];
  }
  return [`${indent}${isNumeric(value) ? String(value) : compact(value)}`];
}
const joined = (parts: readonly string[][]): string[] =>
  parts.flatMap((lines, at) => (at === parts.length - 1 ? lines : [...lines.slice(0, -1), `${lines.at(-1)},`]));

// Renders a response as numbered lines of JSON, with invisible characters escaped.

import { compact, isNumeric, isRecord } from '../services/json-value.js';
import { type Line, span } from './line.js';
import { escapeControls } from './visible.js';

/** Numbers and escapes lines; `first` is the index of the first one. */
export function numberedLines(lines: readonly string[], first: number, rows: number): Line[] {
  const digits = String(lines.length).length + 2;
  return lines
    .slice(first, first + rows)
    .map(
      (text, at): Line => [span(`${String(first + at + 1).padStart(digits)}  `, 'muted'), span(escapeControls(text))],
    );
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

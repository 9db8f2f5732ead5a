// An answer as numbered lines of JSON: what hides in its texts is spelt out.

import { compact, isNumeric, isRecord } from '../../services/json-value.js';
import { type Line, span } from './line.js';
import { escapeControls } from './visible.js';

/** All lines of a value, not yet made safe. */
export const jsonRows = (value: unknown): string[] => laid(value);

/** Lines out of all of them, numbered, from `first` on. */
export function numberedLines(all: readonly string[], first: number, rows: number): Line[] {
  const digits = String(all.length).length + 2;
  return all
    .slice(first, first + rows)
    .map((text, at): Line => [span(`${String(first + at + 1).padStart(digits)}  `, 'muted'), span(escapeControls(text))]);
}

/** The value's lines from `first` on, as many as there is room for. */
export function jsonLines(value: unknown, first: number, rows: number): Line[] {
  return numberedLines(laid(value), first, rows);
}
/** How many lines there are. */
export const jsonHeight = (value: unknown): number => laid(value).length;

function laid(value: unknown, indent = ''): string[] {
  const inner = `${indent}  `;
  if (Array.isArray(value) && value.length > 0) return [`${indent}[`, ...joined(value.map((one) => laid(one, inner))), `${indent}]`];
  if (isRecord(value) && Object.keys(value).length > 0) {
    const fields = Object.entries(value).map(([name, field]) => {
      const [head = '', ...more] = laid(field, inner);
      return [`${inner}${JSON.stringify(name)}: ${head.trimStart()}`, ...more];
    });
    return [`${indent}{`, ...joined(fields), `${indent}}`];
  }
  return [`${indent}${isNumeric(value) ? String(value) : compact(value)}`];
}
/** Each but the last with a comma behind its last line. */
const joined = (parts: readonly string[][]): string[] =>
  parts.flatMap((lines, at) => (at === parts.length - 1 ? lines : [...lines.slice(0, -1), `${lines.at(-1)},`]));

// Breaks lines between their words: the edge of a terminal must not cut an id, a sentence or a command.

import { type Line, line, type Role, type Span, span, wide } from '../../text/line.js';
import { width, wrap } from '../../text/text.js';

/** Breaks a text between its words. */
export const wrapped = (text: string, columns: number, role: Role): readonly Line[] =>
  wrap(text, columns).map((part) => line(part, role));

/** Breaks a line between its spans, then between words. An id that is wider than the terminal stays whole. */
export function flowed(whole: Line, columns: number, indent: number): readonly Line[] {
  if (wide(whole) <= columns) return [whole];
  const lines: Span[][] = [[]];
  for (const piece of whole) {
    const last = lines.at(-1)!;
    if (wide([...last, piece]) <= columns || last.length === 0) {
      last.push(piece);
      continue;
    }
    const room = columns - indent;
    const [first = '', ...rest] =
      width(piece.text.trim()) <= room ? [piece.text.trim()] : wrap(piece.text.trim(), room);
    for (const text of [first, ...rest]) lines.push([span(' '.repeat(indent)), { ...piece, text }]);
  }
  return lines;
}

/** Joins pieces in as few lines as possible. Each piece stays whole: a command can be copied. */
export function joinedPieces(pieces: readonly string[], columns: number): readonly string[] {
  const lines: string[] = [];
  for (const piece of pieces) {
    const joined = lines.length === 0 ? piece : `${lines.at(-1)} · ${piece}`;
    if (lines.length > 0 && width(joined) > columns) lines.push(piece);
    else lines.splice(-1, 1, joined);
  }
  return lines;
}

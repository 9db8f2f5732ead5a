// Lines that are broken between their words, so that no id, sentence or command is cut by the edge of a terminal.

import { type Line, line, type Role, type Span, span, wide } from '../../text/line.js';
import { width, wrap } from '../../text/text.js';

/** A text in lines that break between words. */
export const wrapped = (text: string, columns: number, role: Role): readonly Line[] => wrap(text, columns).map((one) => line(one, role));

/** A line in as many as it needs: it breaks between its spans, then between the words of a span; an id that is wider than the terminal stays whole. */
export function flowed(of: Line, columns: number, indent: number): readonly Line[] {
  if (wide(of) <= columns) return [of];
  const lines: Span[][] = [[]];
  for (const piece of of) {
    const last = lines.at(-1)!;
    if (wide([...last, piece]) <= columns || last.length === 0) {
      last.push(piece);
      continue;
    }
    const room = columns - indent;
    const [first = '', ...rest] = width(piece.text.trim()) <= room ? [piece.text.trim()] : wrap(piece.text.trim(), room);
    for (const text of [first, ...rest]) lines.push([span(' '.repeat(indent)), { ...piece, text }]);
  }
  return lines;
}

/** Pieces in as few lines as they fit in; each stays whole, so that a command can be copied. */
export function joinedPieces(pieces: readonly string[], columns: number): readonly string[] {
  const lines: string[] = [];
  for (const piece of pieces) {
    const joined = lines.length === 0 ? piece : `${lines.at(-1)} · ${piece}`;
    if (lines.length > 0 && width(joined) > columns) lines.push(piece);
    else lines.splice(-1, 1, joined);
  }
  return lines;
}

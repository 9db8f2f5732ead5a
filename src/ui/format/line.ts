// Lines of a screen: pieces of text with the role that each plays, measured, cut and put beside one another by columns.
import { fit as cutEnd, graphemes, width } from './text.js';

/** What a piece of text is to a reader; the theme says how that looks. */
export type Role =
  | 'text'
  | 'muted'
  | 'head'
  | 'accent'
  | 'good'
  | 'bad'
  | 'wait'
  | 'need'
  | 'unknown'
  | 'rule'
  | 'select'
  | 'sandbox'
  | 'protected';
/** A piece of a line, safe for a terminal. */
export interface Span {
  readonly text: string;
  readonly role?: Role;
  /** Signs of a picture: the colours of the pixel above and of the one below, `#rrggbb`; the text stands for them where there are no colours. */
  readonly pixels?: readonly [top: string, bottom: string];
}
export type Line = readonly Span[];

/** A piece of a line; plain data text where no role is given. */
export const span = (text: string, role?: Role): Span => (role === undefined ? { text } : { text, role });
/** A line of one piece. */
export const line = (text: string, role?: Role): Line => [span(text, role)];
/** How many columns a line takes. */
export const wide = (of: Line): number => of.reduce((sum, { text }) => sum + width(text), 0);
/** The line's text alone. */
export const lineText = (of: Line): string => of.map(({ text }) => text).join('');

/** The line cut with `…` so that it takes at most `columns` columns. */
export function cut(of: Line, columns: number): Line {
  if (wide(of) <= columns) return of;
  const kept: Span[] = [];
  let left = columns;
  for (const piece of of) {
    const own = width(piece.text);
    if (own < left) {
      kept.push(piece);
      left -= own;
      continue;
    }
    // the mark of the cut needs its column though this very piece might just fit
    return [...kept, { ...piece, text: cutEnd(own === left ? `${piece.text}  ` : piece.text, left) }];
  }
  return kept;
}

/** The line as exactly `columns` columns: cut, or filled up at its end. */
export function filled(of: Line, columns: number): Line {
  const shorter = cut(of, columns);
  const space = columns - wide(shorter);
  return space > 0 ? [...shorter, span(' '.repeat(space))] : shorter;
}

/** Something at the left and something at the right of a line; where both do not fit the left gives way, then the right is left out. */
export function apart(left: Line, right: Line, columns: number, fill = ' ', role?: Role): Line {
  const space = columns - wide(right);
  if (wide(right) === 0 || space < 12) return fullOf(left, columns, fill, role);
  return [...fullOf(left, space, fill, role), ...right];
}

/** A line filled up at its end with a sign. */
export function fullOf(of: Line, columns: number, fill = ' ', role?: Role): Line {
  const shorter = cut(of, columns);
  const space = columns - wide(shorter);
  return space > 0 ? [...shorter, span(fill.repeat(space), role)] : shorter;
}

/** Blocks of lines side by side, each as wide as said, the last as it is. */
export function beside(...blocks: readonly (readonly [lines: readonly Line[], columns: number])[]): Line[] {
  const rows = Math.max(0, ...blocks.map(([lines]) => lines.length));
  return Array.from({ length: rows }, (_, at) => blocks.flatMap(([lines, columns]) => filled(lines[at] ?? [], columns)));
}

/** The text between two columns; half of a wide sign becomes a space. */
export function between(text: string, from: number, to: number): string {
  let at = 0;
  let taken = '';
  for (const { segment } of graphemes(text)) {
    const end = at + width(segment);
    if (at >= from && end <= to) taken += segment;
    else taken += ' '.repeat(Math.max(0, Math.min(end, to) - Math.max(at, from)));
    at = end;
  }
  return taken;
}

/** Lines with a smaller block over them, in their middle; what is behind is muted, not cleared. */
export function over(behind: readonly Line[], block: readonly Line[], columns: number): Line[] {
  const own = Math.max(0, ...block.map(wide));
  const top = Math.max(0, Math.floor((behind.length - block.length) / 2));
  const left = Math.max(0, Math.floor((columns - own) / 2));
  return behind.map((row, at) => {
    const inside = block[at - top];
    const text = lineText(filled(row, columns));
    if (inside === undefined) return line(text, 'muted');
    return [span(between(text, 0, left), 'muted'), ...filled(inside, own), span(between(text, left + own, columns), 'muted')];
  });
}

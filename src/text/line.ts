// Lines of a screen: spans of text with roles, measured, cut and joined by terminal columns.
import { fit as cutEnd, graphemes, width } from './text.js';
import { escapeControls } from './visible.js';

/** The role of a span; the theme defines its colour. */
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
/**
 * What the mouse is on: a key that the screen names, a group by its digit; a screen of the group, a row of the table, a pane of Home or a choice of what is
 * visible by its place; the preview of a row.
 */
export type ClickTarget =
  | { readonly key: string }
  | { readonly group: number }
  | { readonly screen: number }
  | { readonly row: number }
  | { readonly pane: number }
  | { readonly choice: number }
  | { readonly preview: true };
/** A span of a line, safe for a terminal. */
export interface Span {
  readonly text: string;
  readonly role?: Role;
  /** What a click on it opens. */
  readonly target?: ClickTarget;
  /** For a picture: the colours of the upper and the lower pixel, `#rrggbb`; the text replaces them where there are no colours. */
  readonly pixels?: readonly [top: string, bottom: string];
}
export type Line = readonly Span[];

/** Makes a span; the default role is plain data. It escapes the text, wherever that comes from: an escaped text stays as it is. */
export function span(text: string, role?: Role): Span {
  const safe = escapeControls(text);
  return role === undefined ? { text: safe } : { text: safe, role };
}
/** Makes a line of one span. */
export const line = (text: string, role?: Role): Line => [span(text, role)];
/** The width of a line in terminal columns. */
export const wide = (of: Line): number => of.reduce((sum, { text }) => sum + width(text), 0);
/** The text of a line, without roles. */
export const lineText = (of: Line): string => of.map(({ text }) => text).join('');

/** Cuts a line with `…` to at most `columns` columns. */
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
    // `…` needs a column although this span alone might fit
    return [...kept, { ...piece, text: cutEnd(own === left ? `${piece.text}  ` : piece.text, left) }];
  }
  return kept;
}

/** Breaks a line that is too wide into lines of at most `columns` columns, within a word if need be: nothing of an id is lost. */
export function broken(of: Line, columns: number): Line[] {
  if (wide(of) <= columns || columns < 2) return [of];
  const lines: Span[][] = [[]];
  let left = columns;
  for (const { text, ...style } of of) {
    let part = '';
    const put = () => part !== '' && lines.at(-1)!.push({ ...style, text: part });
    for (const { segment } of graphemes(text)) {
      const own = width(segment);
      if (own > left) {
        put();
        part = '';
        lines.push([]);
        left = columns;
      }
      part += segment;
      left -= own;
    }
    put();
  }
  return lines;
}

/** Makes a line exactly `columns` columns wide: cut, or padded at its end. */
export function filled(of: Line, columns: number): Line {
  const shorter = cut(of, columns);
  const space = columns - wide(shorter);
  return space > 0 ? [...shorter, span(' '.repeat(space))] : shorter;
}

/** Places one part at the left and one at the right. Where both do not fit, the left part is cut, then the right part is left out. */
export function apart(left: Line, right: Line, columns: number, fill = ' ', role?: Role): Line {
  const space = columns - wide(right);
  if (wide(right) === 0 || space < 12) return fullOf(left, columns, fill, role);
  return [...fullOf(left, space, fill, role), ...right];
}

/** Pads a line at its end with a character. */
export function fullOf(of: Line, columns: number, fill = ' ', role?: Role): Line {
  const shorter = cut(of, columns);
  const space = columns - wide(shorter);
  return space > 0 ? [...shorter, span(fill.repeat(space), role)] : shorter;
}

/** Places blocks of lines side by side, each padded to its width, the last one unchanged. */
export function beside(...blocks: readonly (readonly [lines: readonly Line[], columns: number])[]): Line[] {
  const rows = Math.max(0, ...blocks.map(([lines]) => lines.length));
  return Array.from({ length: rows }, (_, at) => blocks.flatMap(([lines, columns]) => filled(lines[at] ?? [], columns)));
}

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
 * The target of a click: a named key, a group by digit, or the position of a screen, a row, a pane or a visible choice;
 * a row's preview.
 */
export type ClickTarget =
  | { readonly key: string }
  | { readonly group: number }
  | { readonly screen: number }
  | { readonly row: number }
  | { readonly pane: number }
  | { readonly choice: number }
  /** A place of a map, in degrees; a time of a chart, epoch milliseconds. */
  | { readonly cell: { readonly latitude: number; readonly longitude: number } }
  | { readonly time: number }
  | { readonly preview: true };
/** A span of a line, safe for a terminal. */
export interface Span {
  readonly text: string;
  readonly role?: Role;
  readonly target?: ClickTarget;
  /** For pictures: the colours of the upper and the lower pixel, `#rrggbb`; the text replaces them without colours. */
  readonly pixels?: readonly [top: string, bottom: string];
  /** For columns of a chart: how far its colour goes towards the background, from 0 at the top to 1 at the bottom. */
  readonly shade?: number;
  /** The field that it shows, with its whole text: what can be opened or copied of a shortened id. */
  readonly field?: { readonly path: string; readonly text: string };
  /**
   * For heat maps: a step of the ramp of backgrounds, and the text on it, as wide; `text` replaces both without them.
   */
  readonly heat?: { readonly step: number; readonly text: string };
  /** It shows base units of unknown decimals, so no part of it is an amount: their token with a space before it, or nothing. */
  readonly unscaled?: string;
}
export type Line = readonly Span[];

/** Makes a span of escaped text; an escaped text stays as it is. The default role is plain data. */
export function span(text: string, role?: Role): Span {
  const safe = escapeControls(text);
  return role === undefined ? { text: safe } : { text: safe, role };
}
/** A line of one span, escaped. The default role is plain data. */
export const line = (text: string, role?: Role): Line => [span(text, role)];
/** The width of a line in terminal columns. */
export const wide = (of: Line): number => of.reduce((sum, { text }) => sum + width(text), 0);
/** The text of a line, without its roles and pixels. */
export const lineText = (of: Line): string => of.map(({ text }) => text).join('');

/** Cuts a line with `…` to at most `columns` columns. */
export function cut(of: Line, columns: number): Line {
  if (wide(of) <= columns) return of;
  const pieces: Span[] = [];
  let remaining = columns;
  for (const piece of of) {
    const pieceWide = width(piece.text);
    if (pieceWide < remaining) {
      pieces.push(piece);
      remaining -= pieceWide;
      continue;
    }
    // `…` needs a column, although this span alone might fit
    return [...pieces, { ...piece, text: cutEnd(pieceWide === remaining ? `${piece.text}  ` : piece.text, remaining) }];
  }
  return pieces;
}

/** Breaks a wide line into lines of at most `columns` columns, within words if necessary: ids stay complete. */
export function broken(of: Line, columns: number): Line[] {
  if (wide(of) <= columns || columns < 2) return [of];
  const lines: Span[][] = [[]];
  let remaining = columns;
  for (const { text, ...style } of of) {
    let part = '';
    const put = () => part !== '' && lines.at(-1)!.push({ ...style, text: part });
    for (const { segment } of graphemes(text)) {
      const segmentWide = width(segment);
      if (segmentWide > remaining) {
        put();
        part = '';
        lines.push([]);
        remaining = columns;
      }
      part += segment;
      remaining -= segmentWide;
    }
    put();
  }
  return lines;
}

/** Makes a line exactly `columns` columns wide. */
export const filled = (of: Line, columns: number): Line => fullOf(of, columns);

/** Places one part left and one right. Without room, the left part is cut, then the right part omitted. */
export function apart(left: Line, right: Line, columns: number, fill = ' ', role?: Role): Line {
  const space = columns - wide(right);
  if (wide(right) === 0 || space < 12) return fullOf(left, columns, fill, role);
  return [...fullOf(left, space, fill, role), ...right];
}

/** Cuts a line to `columns` columns, or pads it with a character. */
export function fullOf(of: Line, columns: number, fill = ' ', role?: Role): Line {
  const shorter = cut(of, columns);
  const space = columns - wide(shorter);
  return space > 0 ? [...shorter, span(fill.repeat(space), role)] : shorter;
}

/** Places blocks of lines side by side, each padded to its width. */
export function beside(...blocks: readonly (readonly [lines: readonly Line[], columns: number])[]): Line[] {
  const rows = Math.max(0, ...blocks.map(([lines]) => lines.length));
  return Array.from({ length: rows }, (_, at) =>
    blocks.flatMap(([lines, columns]) => filled(lines[at] ?? [], columns)),
  );
}

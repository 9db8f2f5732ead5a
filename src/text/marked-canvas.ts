// A canvas of dots with signs and labels on it, as lines.

import { type CanvasSize, type Dot, dotsAcross, dotsDown } from './braille.js';
import { type Line, type Role, span } from './line.js';
import { width } from './text.js';

/** A sign of one column on a canvas, at a dot; its label stands beside it if there is room. */
export interface Mark {
  readonly at: Dot;
  readonly sign: string;
  readonly role: Role;
  readonly label?: string;
  readonly labelRole?: Role;
}
/** Rows of a canvas in one role. */
export interface Layer {
  readonly rows: readonly string[];
  readonly role: Role;
}
interface Cell {
  readonly text: string;
  readonly role?: Role;
}
const blank: Cell = { text: ' ' };

/** The lines of a canvas: the signs, the earlier one above the later one, then the layers in their order. */
export function marked({ columns, rows }: CanvasSize, layers: readonly Layer[], marks: readonly Mark[]): Line[] {
  const cells = Array.from({ length: rows }, (_, y) =>
    Array.from({ length: columns }, (_, x): Cell => {
      const layer = layers.find((candidate) => (candidate.rows[y]![x] ?? ' ') !== ' ');
      return layer ? { text: layer.rows[y]![x]!, role: layer.role } : blank;
    }),
  );
  const placed = marks.map((mark) => ({
    ...mark,
    x: Math.floor(mark.at[0] / dotsAcross),
    y: Math.floor(mark.at[1] / dotsDown),
  }));
  for (const { x, y, sign, role } of [...placed].reverse()) if (cells[y]?.[x]) cells[y][x] = { text: sign, role };
  for (const { x, y, label = '', labelRole } of placed)
    if (label !== '' && cells[y]) put(cells, x, y, { text: label, role: labelRole });
  return cells.map(joined);
}

/** Puts a label beside a sign, else above or below it, else nowhere: it must not hide what is drawn. */
function put(cells: readonly Cell[][], x: number, y: number, label: Cell): void {
  const wide = width(label.text);
  const isFree = (row: number, from: number, to: number) =>
    from >= 0 && to <= (cells[row]?.length ?? 0) && cells[row]!.slice(from, to).every((cell) => cell === blank);
  const places = [
    isFree(y, x + 1, x + 2 + wide) && [y, x + 2],
    isFree(y, x - 1 - wide, x) && [y, x - 1 - wide],
    ...[y + 1, y - 1].flatMap((row) => [
      isFree(row, x + 1, x + 1 + wide) && [row, x + 1],
      isFree(row, x - wide, x) && [row, x - wide],
    ]),
  ] as const;
  const [row, start] = places.find((place) => place !== false) ?? [];
  if (row === undefined || start === undefined) return;
  cells[row]![start] = label;
  // a wide character takes two cells
  for (let at = start + 1; at < start + wide; at += 1) cells[row]![at] = { text: '', role: label.role };
}

/** Joins neighbouring cells of one role. */
function joined(cells: readonly Cell[]): Line {
  const parts: { text: string; role?: Role }[] = [];
  for (const { text, role } of cells) {
    const last = parts.at(-1);
    if (last && last.role === role) last.text += text;
    else parts.push({ text, role });
  }
  return parts.map(({ text, role }) => span(text, role));
}

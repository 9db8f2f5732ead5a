// A table of any number of rows of which only a window is drawn: widths are found once, a window costs what is seen of it.
import { cut, filled, type Line, line, type Role, type Span, span } from './line.js';
import { width } from './text.js';

/** A column: what stands above it and what a row shows in it, safe for a terminal. */
export interface GridColumn<Row> {
  readonly heading: string;
  readonly cell: (row: Row) => Span;
  /** Numbers stand right. */
  readonly right?: true;
  /** Takes what the others leave, and is cut first. */
  readonly gives?: true;
}
/** A table whose widths are known. */
export interface Grid<Row> {
  readonly rows: readonly Row[];
  readonly columns: readonly GridColumn<Row>[];
  readonly widths: readonly number[];
}

const gap = 2;
const sign = 2;

/** The table of these rows. All of them are measured, so that nothing moves while one goes through them. */
export function grid<Row>(rows: readonly Row[], columns: readonly GridColumn<Row>[]): Grid<Row> {
  const widths = columns.map(({ heading, cell }) => rows.reduce((most, row) => Math.max(most, width(cell(row).text)), width(heading)));
  return { rows, columns, widths };
}

/** The heading and the rows that are seen, `high` lines in all and none wider than `wide`. */
export function gridLines<Row>(
  { rows, columns, widths }: Grid<Row>,
  { marked, top }: { readonly marked: number; readonly top: number },
  high: number,
  wide: number,
): Line[] {
  const own = fitted(columns, widths, wide - sign);
  const laid = (cells: readonly Span[], role?: Role): Line =>
    columns.flatMap((column, at): Span[] => {
      const cell = cells[at]!;
      const text = cut([cell], own[at]!)[0]?.text ?? '';
      const space = ' '.repeat(Math.max(0, own[at]! - width(text)));
      const shown = span(column.right ? space + text : text + space, role ?? cell.role);
      return at === 0 ? [shown] : [span(' '.repeat(gap), role), shown];
    });
  const head = laid(columns.map(({ heading }) => span(heading, 'head')));
  const seen = rows.slice(top, top + Math.max(0, high - 1)).map((row, at): Line => {
    const isMarked = top + at === marked;
    const cells = columns.map(({ cell }) => cell(row));
    return isMarked
      ? filled([span('▸ ', 'select'), ...laid(cells, 'select')], wide).map(({ text }) => span(text, 'select'))
      : [span('  '), ...laid(cells)];
  });
  return [[span('  '), ...head], ...seen].map((one) => cut(one, wide)).slice(0, high);
}

/** The widths within a width: what gives takes the rest; where that is not enough, columns at the right are cut away by the line itself. */
function fitted<Row>(columns: readonly GridColumn<Row>[], widths: readonly number[], wide: number): number[] {
  const giving = columns.filter(({ gives }) => gives).length;
  const fixed = columns.reduce((sum, { gives }, at) => sum + (gives ? 0 : widths[at]!), gap * (columns.length - 1));
  const share = giving === 0 ? 0 : Math.max(8, Math.floor((wide - fixed) / giving));
  return columns.map(({ gives }, at) => (gives ? share : widths[at]!));
}

/** What an empty list says: what there is not, and the next step. */
export const emptyLines = (nothing: string, next: string): Line[] => [line(nothing), line(next, 'muted')];

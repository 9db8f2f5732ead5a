// A table of which only the visible window is rendered: widths are measured once, and the cost depends on the window alone.

import { boundedNumber, widestNumber } from './bounded-number.js';
import { cut, filled, type Line, line, type Role, type Span, span } from './line.js';
import { cutPath, width } from './text.js';

/** A column: its heading, and the function that renders the cell of a row, safe for a terminal. */
export interface GridColumn<Row> {
  readonly heading: string;
  readonly cell: (row: Row) => Span;
  /** The cell with its id or address whole, for a table that has room for it. */
  readonly full?: (row: Row) => Span;
  /** Right-aligned and never cut at an end: numbers. */
  readonly right?: true;
  /** The same, although left-aligned: numeric strings. */
  readonly whole?: true;
  /** Not cut up to 32 characters: statuses. */
  readonly word?: true;
  /** A path: cut at its start, and shown wider than other texts before further columns are. */
  readonly isPath?: true;
  /** The minimum width, for a value that grows with time. */
  readonly least?: number;
  /** Where not all columns fit, those of a lower rank are kept, and of the same rank the first ones; default: 0. */
  readonly rank?: number;
  /** No row has a value: shown only where every other column is, in its whole width. */
  readonly isEmpty?: true;
}
/** The measured widths of columns. */
interface Measured {
  readonly widths: readonly number[];
  /** The widths with whole ids and addresses. */
  readonly fulls: readonly number[];
  /** The width of the longest fraction of each column whose numbers stand on the point; 0 for any other column. */
  readonly fractions: readonly number[];
}
/** A table with measured columns. */
export interface Grid<Row> extends Measured {
  readonly rows: readonly Row[];
  readonly columns: readonly GridColumn<Row>[];
  /** The widths with a mark in place of each number that is too long, for a table that has no room for all columns; undefined where no number is. */
  readonly bounded?: Measured;
  /** The index of the column under the column cursor: it is kept before all others. */
  readonly cursor?: number | undefined;
}

const gap = 2;
const sign = 2;
const narrowest = 8;

/** Builds the table. It measures all rows, so that columns do not move while the person scrolls. */
export function grid<Row>(rows: readonly Row[], columns: readonly GridColumn<Row>[]): Grid<Row> {
  const measured = measuredAll(rows, columns);
  const isLong = columns.some((column, at) => isNumber(column) && measured.widths[at]! > widestNumber);
  return { rows, columns, ...measured, bounded: isLong ? measuredAll(rows, columns.map(boundedColumn)) : undefined };
}
function measuredAll<Row>(rows: readonly Row[], columns: readonly GridColumn<Row>[]): Measured {
  const measured = columns.map((column) => measure(rows, column));
  return {
    widths: measured.map(({ own }) => own),
    fulls: measured.map(({ full }) => full),
    fractions: measured.map(({ fraction }) => fraction),
  };
}
const isNumber = ({ right, whole }: Pick<GridColumn<never>, 'right' | 'whole'>): boolean => right === true || whole === true;
/** A column of numbers with a mark in place of each one that is too long. */
function boundedColumn<Row>(column: GridColumn<Row>): GridColumn<Row> {
  if (!isNumber(column)) return column;
  const { full: _, ...rest } = column;
  const cell = (row: Row): Span => {
    const own = column.cell(row);
    return { ...own, text: boundedNumber(own.text, widestNumber) };
  };
  return { ...rest, cell };
}
/** The table as it is drawn: long numbers are marks where they would leave no room for another column. */
function inRoom<Row>(table: Grid<Row>, wide: number): Grid<Row> {
  if (table.bounded === undefined || fitted(table, wide).length === table.columns.length) return table;
  return { ...table, ...table.bounded, columns: table.columns.map(boundedColumn) };
}

/** How many columns a table of this width has. */
export const columnCount = <Row>(table: Grid<Row>, wide: number): number => fitted(inRoom(table, wide - sign), wide - sign).length;

/** The columns of a table of this width, by their index, each with its width. */
export const shownWidths = <Row>(table: Grid<Row>, wide: number): ReadonlyMap<number, number> =>
  new Map(fitted(inRoom(table, wide - sign), wide - sign).map(({ at, own }) => [at, own]));

/** The indexes of the columns in which a table of this width shows all that is in the cell of a row: no mark, and no text that is cut. */
export function columnsShown<Row>(table: Grid<Row>, row: Row, wide: number): ReadonlySet<number> {
  const drawn = inRoom(table, wide - sign);
  const isWhole = (at: number) => drawn === table || table.columns[at]!.cell(row).text === drawn.columns[at]!.cell(row).text;
  const fits = fitted(drawn, wide - sign);
  return new Set(fits.flatMap(({ at, own }) => (isWhole(at) && width(drawn.columns[at]!.cell(row).text) <= own ? [at] : [])));
}
/** The columns that alignment on the point may add to a column. */
const mostForPoint = 8;
function measure<Row>(
  rows: readonly Row[],
  { heading, cell, full, right, least = 0 }: GridColumn<Row>,
): { readonly own: number; readonly full: number; readonly fraction: number } {
  let [natural, uncut, whole, fraction] = [0, 0, 0, 0];
  for (const row of rows) {
    const { text } = cell(row);
    const own = width(text);
    natural = Math.max(natural, own);
    if (full && text.includes('…')) uncut = Math.max(uncut, width(full(row).text));
    if (!right) continue;
    const behind = fractionOf(text);
    whole = Math.max(whole, own - behind);
    fraction = Math.max(fraction, behind);
  }
  const aligned = whole + fraction;
  const isAligned = right === true && fraction > 0 && aligned <= Math.max(natural, Math.min(natural + mostForPoint, widestNumber));
  const own = Math.max(least, width(heading), isAligned ? aligned : natural);
  return { own, full: Math.max(own, uncut), fraction: isAligned ? fraction : 0 };
}
/** The width of a number's point and fraction. */
const fractionOf = (text: string): number => /\.\d+$/.exec(text)?.[0].length ?? 0;

/** Renders the heading and the visible rows: at most `high` lines of at most `wide` columns. */
export function gridLines<Row>(
  whole: Grid<Row>,
  { marked, top }: { readonly marked: number; readonly top: number },
  high: number,
  wide: number,
  isPicked: (row: Row) => boolean = () => false,
): Line[] {
  const table = inRoom(whole, wide - sign);
  const fits = withFull(table, fitted(table, wide - sign), wide - sign);
  const columns = fits.map(({ at }) => table.columns[at]!);
  const rowLine = (cells: readonly Span[], role?: Role, isHead = false): Line =>
    columns.flatMap((column, at): Span[] => {
      const { own } = fits[at]!;
      const cell = cells[at]!;
      const fraction = isHead ? 0 : (table.fractions[fits[at]!.at] ?? 0);
      const aligned = fraction > 0 ? { ...cell, text: cell.text + ' '.repeat(Math.max(0, fraction - fractionOf(cell.text))) } : cell;
      const text = isHead ? (cut([aligned], own)[0]?.text ?? '') : cellText(column, aligned, own);
      const space = ' '.repeat(Math.max(0, own - width(text)));
      const shown = span(column.right ? space + text : text + space, role ?? cell.role);
      return at === 0 ? [shown] : [span(' '.repeat(gap), role), shown];
    });
  const head = rowLine(
    columns.map(({ heading }, at) => span(heading, fits[at]!.at === table.cursor ? 'select' : 'head')),
    undefined,
    true,
  );
  const room = Math.max(0, high - 1);
  const first = firstRow(table, { top }, high);
  const seen = table.rows.slice(first, first + room).map((row, at): Line => {
    const isMarked = first + at === marked;
    const cells = columns.map(({ cell, full }, nth) => (fits[nth]!.isFull && full ? full(row) : cell(row)));
    return isMarked
      ? filled([span(isPicked(row) ? '▸•' : '▸ ', 'select'), ...rowLine(cells, 'select')], wide).map(({ text }) => span(text, 'select'))
      : [isPicked(row) ? span('• ', 'accent') : span('  '), ...rowLine(cells)];
  });
  return [[span('  '), ...head], ...seen].map((one) => cut(one, wide)).slice(0, high);
}

/** The index of the first visible row below the heading: there are no empty lines below while rows are hidden above. */
export const firstRow = ({ rows }: { readonly rows: readonly unknown[] }, { top }: { readonly top: number }, high: number): number =>
  Math.max(0, Math.min(top, rows.length - Math.max(0, high - 1)));

/** The text of a cell in its width: a number is whole or a mark, a path is cut at its start, any other text at its end. */
function cellText(column: Pick<GridColumn<never>, 'right' | 'whole' | 'isPath'>, cell: Span, own: number): string {
  if (isNumber(column)) return boundedNumber(cell.text, own);
  return column.isPath ? cutPath(cell.text, own) : (cut([cell], own)[0]?.text ?? '');
}

interface Fit {
  readonly at: number;
  readonly own: number;
  /** Its ids and addresses are whole. */
  readonly isFull?: true;
}
/** Gives the space that is left to columns of ids and addresses, the first ones first: a column has all of them whole, or none. */
function withFull<Row>({ widths, fulls }: Pick<Grid<Row>, 'widths' | 'fulls'>, fits: readonly Fit[], wide: number): Fit[] {
  let left = wide - fits.reduce((sum, { own }) => sum + own, gap * (fits.length - 1));
  return fits.map((fit) => {
    const more = fulls[fit.at]! - fit.own;
    if (fit.own < widths[fit.at]! || more <= 0 || more > left) return fit;
    left -= more;
    return { at: fit.at, own: fulls[fit.at]!, isFull: true };
  });
}

// The width that a text needs before a column of a higher rank is shown.
const comfortable = 20;
const comfortablePath = 34;
const longestWord = 32;
/**
 * The indexes of the columns that fit, in order, with their widths. Columns are kept by rank, each as soon as it is readable; the space that is left goes to
 * texts that are cut. A number is printed whole or not at all, but for a table that has nothing else.
 */
export function fitted<Row>(
  { columns, widths, cursor }: Pick<Grid<Row>, 'columns' | 'widths' | 'cursor'>,
  wide: number,
): { readonly at: number; readonly own: number }[] {
  const isWhole = (at: number) => isNumber(columns[at]!);
  const rankOf = (at: number) => (at === cursor ? Number.NEGATIVE_INFINITY : (columns[at]!.rank ?? 0));
  const byRank = widths.map((own, at) => ({ at, own })).sort((one, other) => rankOf(one.at) - rankOf(other.at) || one.at - other.at);
  const free = wide + gap - byRank.reduce((sum, { at, own }) => sum + (columns[at]!.isEmpty ? 0 : own + gap), 0);
  for (const readable of [comfortable, narrowest]) {
    const kept = new Map<number, number>();
    let left = wide + gap;
    let leftToEmpty = free;
    for (const { at, own } of byRank) {
      const { word, isPath, isEmpty } = columns[at]!;
      if (isEmpty && own + gap > leftToEmpty) continue;
      if (isEmpty) leftToEmpty -= own + gap;
      const least = isWhole(at) ? own : Math.min(own, word ? longestWord : isPath && readable === comfortable ? comfortablePath : readable);
      if (least + gap > left) continue;
      kept.set(at, least);
      left -= least + gap;
    }
    for (const { at, own } of byRank) {
      const more = kept.has(at) ? Math.min(own - kept.get(at)!, left) : 0;
      if (more > 0) kept.set(at, kept.get(at)! + more);
      left -= more;
    }
    if (kept.size > 0) return widths.flatMap((_, at) => (kept.has(at) ? [{ at, own: kept.get(at)! }] : []));
  }
  const first = byRank.find(({ at }) => !isWhole(at)) ?? byRank[0];
  return first ? [{ at: first.at, own: Math.max(1, Math.min(first.own, wide)) }] : [];
}

/** The lines for an empty list: the message and the next step. */
export const emptyLines = (...words: readonly string[]): Line[] => words.map((one, at) => line(one, at === 0 ? undefined : 'muted'));

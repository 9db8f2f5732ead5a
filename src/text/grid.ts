// A table that renders only its visible window: widths are measured once, and only the window costs time.

import { boundedNumber, widestNumber } from './bounded-number.js';
import { cut, filled, type Line, line, type Role, type Span, span } from './line.js';
import { cutPath, width } from './text.js';

/** A column: its heading, and the renderer of its cells, safe for a terminal. */
export interface GridColumn<Row> {
  readonly heading: string;
  readonly cell: (row: Row) => Span;
  /** The cell with a whole id or address, if the table has room. */
  readonly full?: (row: Row) => Span;
  /** Right-aligned and never cut at an end: numbers. */
  readonly right?: true;
  /** As `right`, although left-aligned: numeric strings. */
  readonly whole?: true;
  /** Not cut up to 32 characters: statuses. */
  readonly word?: true;
  /** A path: cut at its start, and wider than other texts before more columns appear. */
  readonly isPath?: true;
  /** The minimum width, for values that grow. */
  readonly least?: number;
  /** Lower ranks are kept longer, and the first columns of equal rank; default: 0. */
  readonly rank?: number;
  /** Comes only once the texts before it are whole, such as an id. */
  readonly isLate?: true;
  /** Has no values: visible only if every other column is, at full width. */
  readonly isEmpty?: true;
}
interface GridMeasures {
  readonly widths: readonly number[];
  /** With whole ids and addresses. */
  readonly fulls: readonly number[];
  /** The width of the longest fraction in each column aligned on the point; 0 for other columns. */
  readonly fractions: readonly number[];
}
export interface Grid<Row> extends GridMeasures {
  readonly rows: readonly Row[];
  readonly columns: readonly GridColumn<Row>[];
  /**
   * The widths with marks in place of long numbers, for a table without room for all columns; undefined without long
   * numbers.
   */
  readonly bounded?: GridMeasures;
  /** The index of the column under the column cursor, which is kept first. */
  readonly cursor?: number;
}

const gap = 2;
const sign = 2;
const narrowest = 8;

/** Builds the table. Measures all rows: columns must not move during scrolling. */
export function grid<Row>(rows: readonly Row[], columns: readonly GridColumn<Row>[]): Grid<Row> {
  const measured = measuredAll(rows, columns);
  const isLong = columns.some((column, at) => isNumber(column) && measured.widths[at]! > widestNumber);
  return { rows, columns, ...measured, bounded: isLong ? measuredAll(rows, columns.map(boundedColumn)) : undefined };
}
function measuredAll<Row>(rows: readonly Row[], columns: readonly GridColumn<Row>[]): GridMeasures {
  const measured = columns.map((column) => measure(rows, column));
  return {
    widths: measured.map(({ size }) => size),
    fulls: measured.map(({ full }) => full),
    fractions: measured.map(({ fraction }) => fraction),
  };
}
const isNumber = ({ right, whole }: Pick<GridColumn<never>, 'right' | 'whole'>): boolean =>
  right === true || whole === true;
/** A column of numbers, with marks in place of long ones. */
function boundedColumn<Row>(column: GridColumn<Row>): GridColumn<Row> {
  if (!isNumber(column)) return column;
  const { full: _, ...rest } = column;
  const cell = (row: Row): Span => {
    const full = column.cell(row);
    return { ...full, text: boundedNumber(full, widestNumber) };
  };
  return { ...rest, cell };
}
/** The table as drawn: long numbers are marks if they would displace other columns. */
function inRoom<Row>(table: Grid<Row>, wide: number): Grid<Row> {
  if (table.bounded === undefined || fitted(table, wide).length === table.columns.length) return table;
  return { ...table, ...table.bounded, columns: table.columns.map(boundedColumn) };
}

/** The columns of a table of this width by index, with their widths. */
export const shownWidths = <Row>(table: Grid<Row>, wide: number): ReadonlyMap<number, number> =>
  new Map(fitted(inRoom(table, wide - sign), wide - sign).map(({ at, size }) => [at, size]));

/** The indexes of columns that show a row's cell completely, at this width. */
export function columnsShown<Row>(table: Grid<Row>, row: Row, wide: number): ReadonlySet<number> {
  const drawn = inRoom(table, wide - sign);
  const isWhole = (at: number) =>
    drawn === table || table.columns[at]!.cell(row).text === drawn.columns[at]!.cell(row).text;
  const fits = fitted(drawn, wide - sign);
  return new Set(
    fits.flatMap(({ at, size }) => (isWhole(at) && width(drawn.columns[at]!.cell(row).text) <= size ? [at] : [])),
  );
}
/** The maximum width that alignment on the point may add. */
const mostForPoint = 8;
function measure<Row>(
  rows: readonly Row[],
  { heading, cell, full, right, least = 0 }: GridColumn<Row>,
): { readonly size: number; readonly full: number; readonly fraction: number } {
  let [natural, uncut, whole, fraction] = [0, 0, 0, 0];
  for (const row of rows) {
    const { text } = cell(row);
    const size = width(text);
    natural = Math.max(natural, size);
    if (full && text.includes('…')) uncut = Math.max(uncut, width(full(row).text));
    if (!right) continue;
    const behind = fractionOf(text);
    whole = Math.max(whole, size - behind);
    fraction = Math.max(fraction, behind);
  }
  const aligned = whole + fraction;
  const isAligned =
    right === true && fraction > 0 && aligned <= Math.max(natural, Math.min(natural + mostForPoint, widestNumber));
  const size = Math.max(least, width(heading), isAligned ? aligned : natural);
  return { size, full: Math.max(size, uncut), fraction: isAligned ? fraction : 0 };
}
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
      const { size } = fits[at]!;
      const cell = cells[at]!;
      const fraction = isHead ? 0 : (table.fractions[fits[at]!.at] ?? 0);
      const aligned =
        fraction > 0 ? { ...cell, text: cell.text + ' '.repeat(Math.max(0, fraction - fractionOf(cell.text))) } : cell;
      const text = isHead ? (cut([aligned], size)[0]?.text ?? '') : cellText(column, aligned, size);
      const space = ' '.repeat(Math.max(0, size - width(text)));
      const padded = { ...span(column.right ? space + text : text + space, role ?? cell.role), field: cell.field };
      return at === 0 ? [padded] : [span(' '.repeat(gap), role), padded];
    });
  const head = rowLine(
    columns.map(({ heading }, at) => span(heading, fits[at]!.at === table.cursor ? 'select' : 'head')),
    undefined,
    true,
  );
  const room = Math.max(0, high - 1);
  const first = firstRow(table, { top }, high);
  const visible = table.rows.slice(first, first + room).map((row, at): Line => {
    const isMarked = first + at === marked;
    const cells = columns.map(({ cell, full }, nth) => (fits[nth]!.isFull && full ? full(row) : cell(row)));
    return isMarked
      ? filled([span(isPicked(row) ? '▸•' : '▸ ', 'select'), ...rowLine(cells, 'select')], wide).map(
          ({ text, field }) => ({
            ...span(text, 'select'),
            field,
          }),
        )
      : [isPicked(row) ? span('• ', 'accent') : span('  '), ...rowLine(cells)];
  });
  return [[span('  '), ...head], ...visible].map((line) => cut(line, wide)).slice(0, high);
}

/** The index of the first visible row: no empty lines below while rows are hidden above. */
export const firstRow = (
  { rows }: { readonly rows: readonly unknown[] },
  { top }: { readonly top: number },
  high: number,
): number => Math.max(0, Math.min(top, rows.length - Math.max(0, high - 1)));

/** The text of a cell in its width: numbers whole or as a mark, paths cut at their start, other texts at their end. */
function cellText(
  column: Pick<GridColumn<never>, 'right' | 'whole' | 'isPath'>,
  cell: Span,
  cellWidth: number,
): string {
  if (isNumber(column)) return boundedNumber(cell, cellWidth);
  return column.isPath ? cutPath(cell.text, cellWidth) : (cut([cell], cellWidth)[0]?.text ?? '');
}

interface Fit {
  readonly at: number;
  readonly size: number;
  /** Shows whole ids and addresses. */
  readonly isFull?: true;
}
/**
 * Gives remaining space to columns of ids and addresses, first ones first: each column shows all of them whole, or not
 * at all.
 */
function withFull<Row>(
  { widths, fulls }: Pick<Grid<Row>, 'widths' | 'fulls'>,
  fits: readonly Fit[],
  wide: number,
): Fit[] {
  let remaining = wide - fits.reduce((sum, { size }) => sum + size, gap * (fits.length - 1));
  return fits.map((fit) => {
    const more = fulls[fit.at]! - fit.size;
    const isCut = fulls[fit.at]! > widths[fit.at]!;
    if (isCut && more === 0) return { ...fit, isFull: true };
    if (fit.size < widths[fit.at]! || more <= 0 || more > remaining) return fit;
    remaining -= more;
    return { at: fit.at, size: fulls[fit.at]!, isFull: true };
  });
}

// The width of a text before a column of a higher rank appears.
const comfortable = 20;
const comfortablePath = 34;
/** The width up to which a text is whole before an id appears. */
const wholeText = 40;
/** The width from which a cut text is readable. */
const narrowestTelling = 10;
/** The highest rank of what decides: a text before it gives way to it. */
const deciding = 6.5;
const longestWord = 32;
/**
 * The columns that fit, in order, with their widths. Columns are kept by rank, as soon as they are readable. Remaining
 * space goes to cut texts. Numbers are whole or absent, except in a table without other columns.
 */
export function fitted<Row>(
  {
    columns,
    widths,
    fulls = widths,
    cursor,
  }: Pick<Grid<Row>, 'columns' | 'widths' | 'cursor'> & Partial<Pick<Grid<Row>, 'fulls'>>,
  wide: number,
): { readonly at: number; readonly size: number }[] {
  const isWhole = (at: number) => isNumber(columns[at]!);
  /** A text may be cut; a time has a least width, and is whole. */
  const gives = (at: number) => !isWhole(at) && !columns[at]!.word && columns[at]!.least === undefined;
  const rankOf = (at: number) => (at === cursor ? Number.NEGATIVE_INFINITY : (columns[at]!.rank ?? 0));
  const byRank = widths.map((size, at) => ({ at, size })).sort((a, b) => rankOf(a.at) - rankOf(b.at) || a.at - b.at);
  const free = wide + gap - byRank.reduce((sum, { at, size }) => sum + (columns[at]!.isEmpty ? 0 : size + gap), 0);
  for (const readable of [comfortable, narrowest]) {
    const sizes = new Map<number, number>();
    let remaining = wide + gap;
    let remainingForEmpty = free;
    const widen = (most: number) => {
      for (const { at, size } of byRank) {
        const more = sizes.has(at) ? Math.max(0, Math.min(Math.min(size, most) - sizes.get(at)!, remaining)) : 0;
        if (more > 0) sizes.set(at, sizes.get(at)! + more);
        remaining -= more;
      }
    };
    for (const { at, size } of byRank) {
      const { word, isPath, isEmpty, isLate } = columns[at]!;
      if (isLate && at !== cursor) {
        widen(wholeText);
        for (const [shown, size] of sizes) {
          const more = fulls[shown]! - size;
          if (size < widths[shown]! || more <= 0 || more > remaining) continue;
          sizes.set(shown, fulls[shown]!); // an address whole, before an id comes
          remaining -= more;
        }
      }
      if (isEmpty && size + gap > remainingForEmpty) continue;
      if (isEmpty) remainingForEmpty -= size + gap;
      const least = isWhole(at)
        ? size
        : Math.min(size, word ? longestWord : isPath && readable === comfortable ? comfortablePath : readable);
      // a cut text says more than what is less important in its place
      const isTelling = gives(at) && !isPath && !isLate && !isEmpty;
      const room = isTelling && remaining - gap >= narrowestTelling ? Math.min(least, remaining - gap) : least;
      const givers = rankOf(at) <= deciding ? byRank.filter((text) => gives(text.at) && sizes.has(text.at)) : [];
      const given = givers.map((text) => Math.max(0, sizes.get(text.at)! - narrowestTelling));
      if (room + gap > remaining + given.reduce((sum, columns) => sum + columns, 0)) continue;
      givers.forEach((text, nth) => {
        const taken = Math.max(0, Math.min(given[nth]!, room + gap - remaining));
        sizes.set(text.at, sizes.get(text.at)! - taken);
        remaining += taken;
      });
      sizes.set(at, room);
      remaining -= room + gap;
    }
    widen(Number.POSITIVE_INFINITY);
    if (sizes.size > 0) return widths.flatMap((_, at) => (sizes.has(at) ? [{ at, size: sizes.get(at)! }] : []));
  }
  const first = byRank.find(({ at }) => !isWhole(at)) ?? byRank[0];
  return first ? [{ at: first.at, size: Math.max(1, Math.min(first.size, wide)) }] : [];
}

/** The lines of a list without rows: the first one plain, the others muted. */
export const emptyLines = (...words: readonly string[]): Line[] =>
  words.map((text, at) => line(text, at === 0 ? undefined : 'muted'));

// What has to be written for the rows of the screen to change: only changed cells, where each cell is certain, in as few
// bytes as their looks and places take.
import { isPlain } from '../text/text.js';

/** A cell: its character, and the parameters of the looks that are in force for it (SGR): `7;1`. */
type Cell = readonly [char: string, style: string];

const sequence = /\x1b\[([\d;]*)m/y;
/** The sequence that ends each attribute, by the first number of the one that begins it. */
const endOf = (begins: number): number =>
  begins <= 2 ? 22 : begins < 10 ? begins + 20 : begins < 40 || (begins >= 90 && begins < 100) ? 39 : 49;

/** The cells of a row; undefined if a character may take another width than one column, or for other sequences. */
function cellsOf(row: string): readonly Cell[] | undefined {
  const cells: Cell[] = [];
  const styles = new Map<number, string>();
  let style = '';
  for (let at = 0; at < row.length; ) {
    if (row[at] !== '\x1b') {
      cells.push([row[at]!, style]);
      at += 1;
      continue;
    }
    sequence.lastIndex = at;
    const [whole, numbers] = sequence.exec(row) ?? [];
    if (whole === undefined) return undefined;
    const first = Number(numbers!.split(';')[0]);
    if (first === 0) styles.clear();
    else if (first === 22) for (const code of [1, 2]) styles.delete(code);
    else if ([23, 24, 25, 27, 28, 29, 39, 49].includes(first)) styles.delete(first);
    else styles.set(first <= 2 ? first : endOf(first), numbers!);
    style = [...styles.values()].join(';');
    at += whole.length;
  }
  return isPlain(cells.map(([char]) => char).join('')) ? cells : undefined;
}

const blank: Cell = [' ', ''];
const same = ([char, style]: Cell, [other, otherStyle]: Cell): boolean => char === other && style === otherStyle;
/** The sequence between two looks. */
function looks(from: string, to: string): string {
  if (from === to) return '';
  if (to === '') return '\x1b[m';
  if (from === '') return `\x1b[${to}m`;
  return to.startsWith(`${from};`) ? `\x1b[${to.slice(from.length + 1)}m` : `\x1b[0;${to}m`;
}
/** Whether what is erased would get a background of these looks, or may: they are ended before. */
const fills = (style: string): boolean => /(^|;)(7|4\d|10\d)/.test(style);
const place = (row: number, column: number): string => `\x1b[${row + 1};${column + 1}H`;
/** The most equal cells, and the fewest blanks, that are written as they are: more are passed over, or erased. */
const [mostPassed, leastErased] = [4, 10];

/** The text that changes the screen from some rows to others; the looks are those of the terminal before and after. */
export function rowChanges(before: readonly string[], after: readonly string[]): string {
  let [text, style] = ['', ''];
  for (let at = 0; at < Math.max(before.length, after.length); at++) {
    const [old = '', next = ''] = [before[at], after[at]];
    if (old === next) continue;
    const whole = `${looks(style, '')}${place(at, 0)}\x1b[2K${next}\x1b[0m`;
    const [change, end] = cellChanges(old, next, at, style) ?? [whole, ''];
    [text, style] = change.length < whole.length ? [text + change, end] : [text + whole, ''];
  }
  return text + looks(style, '');
}
/** The text that changes the cells of a row, with the looks in force after it; undefined if a cell is not certain. */
function cellChanges(
  before: string,
  after: string,
  at: number,
  inForce: string,
): readonly [string, string] | undefined {
  const [old, next] = [cellsOf(before), cellsOf(after)];
  if (!old || !next) return undefined;
  let [text, style, cursor] = ['', inForce, -1];
  const write = (part: string, to = style) => {
    text += looks(style, to) + part;
    style = to;
  };
  const moveTo = (column: number) => {
    const passed = next.slice(cursor, column);
    if (cursor < 0) write(place(at, column));
    else if (passed.length <= mostPassed && passed.every(([, own]) => own === style))
      write(passed.map(([char]) => char).join(''));
    else write(`\x1b[${passed.length}C`);
    cursor = column;
  };
  const erase = (sequence: string) => write(sequence, fills(style) ? '' : style);
  const end = next.findLastIndex((cell) => !same(cell, blank)) + 1;
  for (let column = 0; column < end; column++) {
    const cell = next[column]!;
    if (same(old[column] ?? blank, cell)) continue;
    moveTo(column);
    let to = column; // the end of the blanks from here on
    while (to < end && same(next[to]!, blank)) to++;
    if (to - column >= leastErased) {
      erase(`\x1b[${to - column}X`);
      column = to - 1;
      continue;
    }
    write(cell[0], cell[1]);
    cursor = column + 1;
  }
  if (old.findLastIndex((cell) => !same(cell, blank)) >= end) {
    moveTo(end);
    erase('\x1b[K');
  }
  return [text, style];
}

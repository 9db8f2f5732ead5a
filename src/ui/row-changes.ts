// What has to be written for a row of the screen to change: only its changed cells, where each cell is certain.
import { isPlain } from '../text/text.js';

/** A cell: its character, and the sequences that are in force for it. */
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
    else styles.set(first <= 2 ? first : endOf(first), whole);
    style = [...styles.values()].join('');
    at += whole.length;
  }
  return isPlain(cells.map(([char]) => char).join('')) ? cells : undefined;
}

const same = (one: Cell | undefined, other: Cell | undefined): boolean =>
  (one?.[0] ?? ' ') === (other?.[0] ?? ' ') && (one?.[1] ?? '') === (other?.[1] ?? '');

/** The equal cells between two changed ones that cost less than another address. */
const gap = 8;

/** The text that changes row `at`, from 0, of the screen from `before` to `after`. */
export function rowChange(before: string, after: string, at: number): string {
  const whole = `\x1b[${at + 1};1H\x1b[2K${after}\x1b[0m`;
  const [old, next] = [cellsOf(before), cellsOf(after)];
  if (!old || !next) return whole;
  let text = '';
  let written = -1; // the last column that was written, or passed as equal within a span
  let style = '';
  const last = next.length - 1;
  for (let column = 0; column <= last; column++) {
    if (same(old[column], next[column])) continue;
    const isNear = written >= 0 && column - written <= gap;
    if (!isNear) text += `\x1b[${at + 1};${column + 1}H`;
    for (let from = isNear ? written + 1 : column; from <= column; from++) {
      const [char, own] = next[from]!;
      if (own !== style) text += style === '' ? own : `\x1b[0m${own}`;
      style = own;
      text += char;
    }
    written = column;
  }
  if (style !== '') text += '\x1b[0m';
  if (old.length > next.length) text += `\x1b[${at + 1};${next.length + 1}H\x1b[K`;
  return text.length < whole.length ? text : whole;
}

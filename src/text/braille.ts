// A canvas of braille dots: two dots across and four down in each character, so that dots are square in most terminals.

/** A dot: columns from the left, rows from the top, both from zero. */
export type Dot = readonly [x: number, y: number];
/** The size of a canvas in characters. */
export interface CanvasSize {
  readonly columns: number;
  readonly rows: number;
}
export const [dotsAcross, dotsDown] = [2, 4] as const;

/** The bits of a character, by row and column of the dot (Unicode 15, braille patterns). */
const bits = [
  [0x01, 0x08],
  [0x02, 0x10],
  [0x04, 0x20],
  [0x40, 0x80],
] as const;
const firstCharacter = 0x2800;

/** The rows of a canvas with these dots, each `columns` characters wide. Dots outside are left out. */
export function brailleRows({ columns, rows }: CanvasSize, dots: Iterable<Dot>): string[] {
  const cells = Array.from({ length: rows }, () => new Uint8Array(columns));
  for (const [x, y] of dots) {
    if (!(x >= 0 && y >= 0 && x < columns * dotsAcross && y < rows * dotsDown)) continue;
    const [column, row] = [Math.floor(x / dotsAcross), Math.floor(y / dotsDown)];
    cells[row]![column]! |= bits[Math.floor(y) % dotsDown]![Math.floor(x) % dotsAcross]!;
  }
  return cells.map((row) =>
    Array.from(row, (cell) => (cell === 0 ? ' ' : String.fromCharCode(firstCharacter + cell))).join(''),
  );
}

/** The dots of a straight line, both ends included; with `every`, each n-th of them. */
export function lineDots([fromX, fromY]: Dot, [toX, toY]: Dot, every = 1): Dot[] {
  const steps = Math.max(Math.abs(toX - fromX), Math.abs(toY - fromY));
  if (!Number.isFinite(steps)) return [];
  const count = Math.ceil(steps);
  const dots: Dot[] = [];
  for (let at = 0; at <= count; at += every) {
    const part = count === 0 ? 0 : at / count;
    dots.push([Math.round(fromX + (toX - fromX) * part), Math.round(fromY + (toY - fromY) * part)]);
  }
  return dots;
}
/** The dots of lines from point to point. */
export const polylineDots = (points: readonly Dot[]): Dot[] =>
  points.length === 1
    ? lineDots(points[0]!, points[0]!)
    : points.slice(1).flatMap((to, at) => lineDots(points[at]!, to));

const braille = /[\u2800-\u28ff]/g;
/** A text with ASCII in place of braille: `.` for up to three dots, `*` for more. */
export const brailleInAscii = (text: string): string =>
  text.replace(braille, (sign) => {
    let count = 0;
    for (let cell = sign.charCodeAt(0) - firstCharacter; cell > 0; cell &= cell - 1) count += 1;
    return count === 0 ? ' ' : count <= 3 ? '.' : '*';
  });

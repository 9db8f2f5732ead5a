// Renders a picture in a terminal with half blocks: each character shows two pixels, one above the other. Black and
// white without colours.
import { type Line, span } from './line.js';

export interface Picture {
  readonly width: number;
  readonly height: number;
  /** Four bytes per pixel: red, green, blue, alpha. */
  readonly rgba: Uint8Array;
}
type Pixel = readonly [red: number, green: number, blue: number];

/** Scales the picture down to fit, keeping its aspect ratio: a character is twice as high as it is wide. */
export function pictureLines(
  picture: Picture,
  { columns, rows }: { readonly columns: number; readonly rows: number },
): Line[] {
  const scale = Math.min(1, columns / picture.width, (rows * 2) / picture.height);
  const across = Math.max(1, Math.floor(picture.width * scale));
  const down = Math.max(1, Math.ceil((picture.height * scale) / 2));
  const background = backgroundOf(picture);
  const at = (x: number, y: number): Pixel => averaged(picture, { x, y, across, down: down * 2 }, background);
  const ground = at(0, 0);
  return Array.from({ length: down }, (_, y): Line => {
    const cells = Array.from({ length: across }, (_, x) => [at(x, y * 2), at(x, y * 2 + 1)] as const);
    return joined(
      cells.map(([top, bottom]) => ({
        text: sign(differs(top, ground), differs(bottom, ground)),
        top: hex(top),
        bottom: hex(bottom),
      })),
    );
  });
}

/** Joins neighbouring characters of equal colours into spans. */
function joined(cells: readonly { readonly text: string; readonly top: string; readonly bottom: string }[]): Line {
  const pieces: { text: string; top: string; bottom: string }[] = [];
  for (const cell of cells) {
    const last = pieces.at(-1);
    if (last && last.top === cell.top && last.bottom === cell.bottom) last.text += cell.text;
    else pieces.push({ ...cell });
  }
  return pieces.map(({ text, top, bottom }) => ({ ...span(text), pixels: [top, bottom] as const }));
}

/** The character of two pixels without colours: pixels that differ from the background are drawn. */
const sign = (top: boolean, bottom: boolean): string => (top ? (bottom ? '█' : '▀') : bottom ? '▄' : ' ');
const differs = (a: Pixel, b: Pixel): boolean => a.reduce((sum, value, at) => sum + Math.abs(value - b[at]!), 0) > 120;
const hex = (of: Pixel): string => `#${of.map((value) => value.toString(16).padStart(2, '0')).join('')}`;

/** The background of transparent pixels: dark for a bright picture, else white. */
function backgroundOf({ rgba }: Picture): number {
  let [light, opacity] = [0, 0];
  for (let at = 0; at < rgba.length; at += 4) {
    light += ((rgba[at]! + rgba[at + 1]! + rgba[at + 2]!) / 3) * rgba[at + 3]!;
    opacity += rgba[at + 3]!;
  }
  return opacity > 0 && light / opacity > 128 ? 0 : 255;
}

/** The mean colour of the pixels in a cell. */
function averaged(
  { width, height, rgba }: Picture,
  { x, y, across, down }: { readonly x: number; readonly y: number; readonly across: number; readonly down: number },
  background: number,
): Pixel {
  const [left, right] = reach(x, across, width);
  const [top, bottom] = reach(y, down, height);
  const sums = [0, 0, 0];
  for (let row = top; row < bottom; row++)
    for (let column = left; column < right; column++) {
      const at = (row * width + column) * 4;
      const share = rgba[at + 3]! / 255;
      for (let of = 0; of < 3; of++) sums[of]! += rgba[at + of]! * share + background * (1 - share);
    }
  const count = (bottom - top) * (right - left);
  return sums.map((sum) => Math.round(sum / count)) as unknown as Pixel;
}
/** The first pixel of a cell, and the end of its pixels; at least one pixel. */
function reach(at: number, cells: number, pixels: number): readonly [number, number] {
  const from = Math.min(pixels - 1, Math.floor((at * pixels) / cells));
  return [from, Math.min(pixels, Math.max(from + 1, Math.floor(((at + 1) * pixels) / cells)))];
}

// Draws a text as a picture: letters as pen strokes, a byte per pixel, and a PNG with a palette from background to
// colour.

import { crc32, deflateSync } from 'node:zlib';
import type { FontWeight, ImageFont, TextAlign } from '../../../src/services/catalogue/words.js';

type Dot = readonly [x: number, y: number];
/** In sizes of the font; y grows downwards, 0 is the base line. */
interface Letter {
  readonly strokes: readonly (readonly Dot[])[];
  readonly advance: number;
}
interface Face {
  /** All letters have one width. */
  readonly mono?: true;
  /** Stems end in a short bar. */
  readonly serif?: true;
  /** The width of a level stroke relative to an upright one. */
  readonly level: number;
  readonly width: number;
  /** Iterations of corner cutting. */
  readonly round: number;
}

/** The fonts of platform 11.1. The drawing is the sandbox's own. */
const faces: Readonly<Record<(typeof ImageFont)[number], Face>> = {
  D2Coding: { mono: true, level: 1, width: 0.9, round: 1 },
  MaruBuri: { serif: true, level: 0.5, width: 1, round: 2 },
  NanumGothic: { level: 0.9, width: 0.95, round: 2 },
  Poppins: { level: 1, width: 1.12, round: 3 },
};
/** In sizes of the font. */
const pens: Readonly<Record<(typeof FontWeight)[number], number>> = {
  Light: 0.045,
  Medium: 0.07,
  SemiBold: 0.095,
  Bold: 0.12,
};

/**
 * Strokes as pairs of digits, across 0 to 4 and down 0 to 8: capitals begin at 0, small letters at 2, the base line is
 * 6. `~` is round.
 */
const alphabet = `
A 062046 1434  B 0006 ~003041423303 ~033344453606  C ~4130100105163645  D 0006 ~002042442606  E 40000646 0333  F 400006 0333
G ~4130100105163645 454323  H 0006 4046 0343  I 2026 1030 1636  J ~4045361605  K 0006 4004 1346  L 000646  M 0600234046  N 06004640
O ~103041453616050110  P 0006 ~003041423303  Q ~103041453616050110 2446  R 0006 ~003041423303 2346  S ~413010010213334445361605
T 0040 2026  U ~000516364540  V 002640  W 0016233640  X 0046 4006  Y 002340 2326  Z 00400646
a ~122233352616050312 3236  b 0006 ~122233352616050312  c ~3322120305162635  d 3036 ~122233352616050312  e 0434 ~343322120305162635
f ~30201116 0222  g ~122233352616050312 ~3237281807  h 0006 ~0312223336  i 0206 0000  j ~121708 1010  k 0006 3205 1436  l ~000516
m 0206 ~03122326 ~23324346  n 0206 ~0312223336  o ~122233352616050312  p 0208 ~122233352616050312  q 3238 ~122233352616050312
r 0206 ~03122233  s ~33221203142435261605  t ~101526 0222  u ~0205162635 3236  v 022642  w 0216243642  x 0236 3206  y 0226 4218
z 02320636  0 ~103041453616050110 2323  1 112026 1636  2 ~011030414206 0646  3 ~01103041423323 ~23334445361605  4 36300444
5 400003 ~03334445361605  6 ~413010010516364544331304  7 004016  8 ~103041423313020110 ~133344453616050413
9 ~051636454130100102133342  ! 0004 0606  " 0001 1011  # 1016 3036 0242 0444  $ ~413010010213334445361605 2027
% 4006 0010110100 3646453536  & ~46121120310405162644  ' 0001  ( ~10020416  ) ~00121406  * 2024 0143 4103  + 2125 0343  , 0607
- 0333  . 0606  / 3006  : 0303 0606  ; 0303 0607  < 310335  = 0242 0444  > 013305  ? ~01103041422324 2626
@ ~46160501103041 414534 ~3222131434  [ 10000616  \\ 0036  ] 00101606  ^ 022042  _ 0747  \` 0011  { ~20111203141526  | 0007
} ~00111223141506  ~ ~03123443`;
/** For a character outside the alphabet. */
const box = '0040460600';

const letters = new Map(
  alphabet
    .trim()
    .split(/ {2}|\n/)
    .map((entry) => [entry.charAt(0), entry.slice(2)]),
);

/** A capital is seven tenths of the font size high. */
const unit = 0.7 / 6;

function letterOf(character: string, face: Face): Letter {
  if (character === ' ') return { strokes: [], advance: 0.6 * (face.mono ? 1 : 0.5) };
  const strokes = (letters.get(character) ?? box).split(' ').map((text) => drawn(text, face));
  const widest = Math.max(...strokes.flat().map(([x]) => x));
  const shift = face.mono ? 2 - widest / 2 : 0;
  const feet = face.serif && /[A-Za-z]/.test(character) ? strokes.flatMap(serifs) : [];
  const placed = [...strokes, ...feet].map((dots) =>
    dots.map(([x, y]): Dot => [(x + shift) * unit * face.width, (y - 6) * unit]),
  );
  return { strokes: placed, advance: ((face.mono ? 4 : widest) + 1.6) * unit * face.width };
}

function drawn(text: string, { round }: Face): readonly Dot[] {
  const curved = text.startsWith('~');
  const dots = [...text.slice(curved ? 1 : 0).matchAll(/(\d)(\d)/g)].map(([, x, y]): Dot => [Number(x), Number(y)]);
  return curved ? Array.from({ length: round }).reduce<readonly Dot[]>(cutCorners, dots) : dots;
}

/** Chaikin's corner cutting: each corner becomes two points. */
function cutCorners(dots: readonly Dot[]): readonly Dot[] {
  const [first, last] = [dots[0]!, dots.at(-1)!];
  const cut = dots.slice(1).flatMap((to, index) => [along(dots[index]!, to, 0.25), along(dots[index]!, to, 0.75)]);
  const closed = first[0] === last[0] && first[1] === last[1];
  return closed ? [...cut, cut[0]!] : [first, ...cut, last];
}
const along = ([x, y]: Dot, [toX, toY]: Dot, share: number): Dot => [x + (toX - x) * share, y + (toY - y) * share];

function serifs(dots: readonly Dot[]): readonly (readonly Dot[])[] {
  const ends = [
    [dots[0]!, dots[1]!],
    [dots.at(-1)!, dots.at(-2)!],
  ] as const;
  return ends
    .filter(([end, next]) => Math.abs(end[1] - next[1]) > 2 && Math.abs(end[0] - next[0]) <= 2)
    .map(([[x, y]]) => [
      [x - 0.6, y],
      [x + 0.6, y],
    ]);
}

/** Sizes in pixels, colours in three bytes. No `background` means transparent. */
export interface Picture {
  readonly text: string;
  readonly font: (typeof ImageFont)[number];
  readonly weight: (typeof FontWeight)[number];
  readonly align: (typeof TextAlign)[number];
  readonly fontSize: number;
  /** Default: the size of the text. */
  readonly width?: number;
  readonly height?: number;
  readonly color: Colour;
  readonly background?: Colour;
}
export type Colour = readonly [red: number, green: number, blue: number];
const longestSide = 4096;

interface Line {
  readonly letters: readonly { readonly strokes: readonly (readonly Dot[])[]; readonly at: number }[];
  readonly width: number;
}
const lineHeight = 1.3;

function lineOf(text: string, { font }: Picture): Line {
  let at = 0;
  const letters = Array.from(text, (character) => {
    const { strokes, advance } = letterOf(character, faces[font]);
    at += advance;
    return { strokes, at: at - advance };
  });
  return { letters, width: at };
}

/** Breaks too long lines between words, never inside a word. */
function linesOf(picture: Picture, room: number): Line[] {
  return picture.text.split(/\r\n|[\r\n]/).flatMap((text) => {
    const lines: string[] = [];
    for (const word of text.split(' ')) {
      const longer = lines.length === 0 ? word : `${lines.at(-1)} ${word}`;
      if (lines.length === 0 || lineOf(longer, picture).width > room) lines.push(word);
      else lines[lines.length - 1] = longer;
    }
    return lines.map((line) => lineOf(line, picture));
  });
}

/** Returns a PNG. */
export function draw(picture: Picture): Uint8Array {
  const { fontSize, align, font, weight } = picture;
  const margin = fontSize / 2;
  const lines = linesOf(picture, ((picture.width ?? longestSide) - 2 * margin) / fontSize);
  const tall = lines.length * lineHeight * fontSize;
  const width = picture.width ?? within(Math.max(...lines.map((line) => line.width)) * fontSize + 2 * margin);
  const height = picture.height ?? within(tall + margin);
  const canvas = { width, height, bytes: Buffer.alloc((width + 1) * height) };
  const pen = (pens[weight] * fontSize) / 2;
  for (const [row, line] of lines.entries()) {
    const spare = width - 2 * margin - line.width * fontSize;
    const left = margin + (align === 'left' ? 0 : align === 'right' ? spare : spare / 2);
    const base = (height - tall) / 2 + (row + 1) * lineHeight * fontSize - 0.4 * fontSize;
    for (const { strokes, at } of line.letters) {
      const onCanvas = ([x, y]: Dot): Dot => [left + (at + x) * fontSize, base + y * fontSize];
      for (const dots of strokes)
        for (const [index, dot] of dots.slice(1).entries())
          stroke(canvas, onCanvas(dots[index]!), onCanvas(dot), pen, faces[font].level);
    }
  }
  return png(canvas, picture);
}
const within = (size: number): number => Math.max(1, Math.min(longestSide, Math.ceil(size)));

/** One byte per pixel, 255 is full colour. Each row begins with 0, PNG's filter type `none`. */
interface Canvas {
  readonly width: number;
  readonly height: number;
  readonly bytes: Buffer;
}

/** A straight stroke with round ends, thinner if level. The edge is as grey as the pixel is covered. */
function stroke({ width, height, bytes }: Canvas, [x1, y1]: Dot, [x2, y2]: Dot, pen: number, level: number): void {
  const [dx, dy] = [x2 - x1, y2 - y1];
  const squared = dx * dx + dy * dy;
  const radius = squared === 0 ? pen * 1.3 : pen * (1 - (1 - level) * ((dx * dx) / squared));
  const [from, to] = [
    Math.max(0, Math.floor(Math.min(y1, y2) - radius)),
    Math.min(height - 1, Math.ceil(Math.max(y1, y2) + radius)),
  ];
  const [left, right] = [
    Math.max(0, Math.floor(Math.min(x1, x2) - radius)),
    Math.min(width - 1, Math.ceil(Math.max(x1, x2) + radius)),
  ];
  for (let y = from; y <= to; y++) {
    for (let x = left; x <= right; x++) {
      const [px, py] = [x + 0.5 - x1, y + 0.5 - y1];
      const share = squared === 0 ? 0 : Math.max(0, Math.min(1, (px * dx + py * dy) / squared));
      const ink = radius - Math.hypot(px - share * dx, py - share * dy) + 0.5;
      const at = y * (width + 1) + x + 1;
      if (ink > 0) bytes[at] = Math.max(bytes[at]!, Math.min(255, Math.round(ink * 255)));
    }
  }
}

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** Eight bits a pixel, 256 colours (W3C PNG, colour type 3). */
function png({ width, height, bytes }: Canvas, { color, background }: Picture): Uint8Array {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 3], 8);
  const shades = Array.from({ length: 256 }, (_, share) => share);
  const mixed = (share: number) =>
    color.map((ink, index) => Math.round(((background ?? color)[index]! * (255 - share) + ink * share) / 255));
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('PLTE', Buffer.from(shades.flatMap(mixed))),
    ...(background ? [] : [chunk('tRNS', Buffer.from(shades))]),
    chunk('IDAT', deflateSync(bytes, { level: 3 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const ends = Buffer.alloc(8);
  ends.writeUInt32BE(data.length, 0);
  ends.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([ends.subarray(0, 4), body, ends.subarray(4)]);
}

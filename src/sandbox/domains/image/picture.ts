// Draws a text as a picture: lays it out, draws a byte per pixel, and encodes a PNG with a palette from background to colour.
import { crc32, deflateSync } from 'node:zlib';
import type { FontWeight, ImageFont, TextAlign } from '../../../services/catalogue/words.js';
import { type Dot, faces, letterOf, pens } from './strokes.js';

/** A picture. Sizes are in pixels, colours three bytes; without a `background` it is transparent. */
export interface Picture {
  readonly text: string;
  readonly font: (typeof ImageFont)[number];
  readonly weight: (typeof FontWeight)[number];
  readonly align: (typeof TextAlign)[number];
  readonly fontSize: number;
  /** As large as the text where undefined. */
  readonly width?: number | undefined;
  readonly height?: number | undefined;
  readonly color: Colour;
  readonly background?: Colour | undefined;
}
export type Colour = readonly [red: number, green: number, blue: number];
/** The longest default side. */
const longestSide = 4096;

/** A line of text as the places of its letters. */
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

/** Breaks lines at line ends, and between words where they are too long; a single word is never broken. */
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

/** The bytes of a PNG of the text. */
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
        for (const [index, dot] of dots.slice(1).entries()) stroke(canvas, onCanvas(dots[index]!), onCanvas(dot), pen, faces[font].level);
    }
  }
  return png(canvas, picture);
}
const within = (size: number): number => Math.max(1, Math.min(longestSide, Math.ceil(size)));

/** One byte per pixel, 255 is full colour. Each row begins with the byte 0, PNG's filter type `none`. */
interface Canvas {
  readonly width: number;
  readonly height: number;
  readonly bytes: Buffer;
}

/** A straight stroke with round ends, thinner the more level it is; the edge is as grey as the pixel is covered. */
function stroke({ width, height, bytes }: Canvas, [x1, y1]: Dot, [x2, y2]: Dot, pen: number, level: number): void {
  const [dx, dy] = [x2 - x1, y2 - y1];
  const squared = dx * dx + dy * dy;
  const radius = squared === 0 ? pen * 1.3 : pen * (1 - (1 - level) * ((dx * dx) / squared));
  const [from, to] = [Math.max(0, Math.floor(Math.min(y1, y2) - radius)), Math.min(height - 1, Math.ceil(Math.max(y1, y2) + radius))];
  const [left, right] = [Math.max(0, Math.floor(Math.min(x1, x2) - radius)), Math.min(width - 1, Math.ceil(Math.max(x1, x2) + radius))];
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

/** A PNG of eight bits a pixel and 256 colours (W3C PNG, colour type 3). */
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

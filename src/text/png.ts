// Decodes a PNG of any depth, interlaced or not, into a small picture for a terminal, by averaged pixels.
import { inflateSync } from 'node:zlib';
import type { Picture } from './picture.js';

/** The limits of decoded images: pixels of the image, bytes of the file. */
const [maxPixels, maxBytes] = [8_000_000, 16_000_000];
/** The maximum side of the small picture, pixels. */
const maxSize = 256;
const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
/** The channels of each colour type (W3C PNG 11.2.1): grey, colours, a palette, grey and alpha, colours and alpha. */
const channelsOf: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };
/** The passes of a picture (W3C PNG 8.1): the first column and row of each, and the steps to the next ones. */
const whole = [[0, 0, 1, 1]] as const;
const adam7 = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const;

/** The size in the header of a PNG, pixels; undefined for other data. */
export function sizeOfPng(bytes: Uint8Array): { readonly width: number; readonly height: number } | undefined {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (buffer.length < 33 || !buffer.subarray(0, 8).equals(signature) || buffer.toString('latin1', 12, 16) !== 'IHDR')
    return undefined;
  return { width: buffer.readUInt32BE(16), height: buffer.readUInt32BE(20) };
}

/** The small picture of a PNG; undefined for other data, and for a broken, large or unsupported PNG. */
export function pictureOf(bytes: Uint8Array): Picture | undefined {
  const size = sizeOfPng(bytes);
  if (!size || bytes.length > maxBytes) return undefined;
  const { width, height } = size;
  if (width === 0 || height === 0 || width * height > maxPixels) return undefined;
  try {
    return decode(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), size);
  } catch {
    return undefined; // truncated or corrupt
  }
}

/** @throws {Error} for corrupt data */
function decode(buffer: Buffer, { width, height }: { width: number; height: number }): Picture | undefined {
  const [depth = 0, colourType = -1, , , interlaced = -1] = buffer.subarray(24, 29);
  const channels = channelsOf[colourType];
  if (channels === undefined || ![1, 2, 4, 8, 16].includes(depth) || interlaced > 1) return undefined;
  const chunks = chunksOf(buffer);
  const palette = chunks.find(({ name }) => name === 'PLTE')?.data;
  const clear = chunks.find(({ name }) => name === 'tRNS')?.data;
  if (colourType === 3 && !palette) return undefined;
  const passes = (interlaced === 1 ? adam7 : whole).map(([x, y, stepX, stepY]) => {
    const [columns, rows] = [Math.ceil((width - x) / stepX), Math.ceil((height - y) / stepY)];
    const stride = columns > 0 && rows > 0 ? Math.ceil((columns * channels * depth) / 8) : 0;
    return { x, y, stepX, stepY, columns, rows, stride, length: stride > 0 ? (stride + 1) * rows : 0 };
  });
  const length = passes.reduce((sum, pass) => sum + pass.length, 0);
  const data = Buffer.concat(chunks.filter(({ name }) => name === 'IDAT').map((chunk) => chunk.data));
  const lines = inflateSync(data, { maxOutputLength: length });
  if (lines.length !== length) return undefined;
  const scale = 255 / (2 ** depth - 1);
  const values = new Uint16Array(4); // of one pixel
  const pixels = new Uint8Array(width * height * 4);
  let offset = 0;
  for (const pass of passes.filter(({ stride }) => stride > 0)) {
    unfilter(lines, offset, pass, Math.ceil((channels * depth) / 8));
    for (let row = 0; row < pass.rows; row++)
      for (let column = 0; column < pass.columns; column++) {
        const line = offset + row * (pass.stride + 1) + 1;
        for (let at = 0; at < channels; at++) values[at] = sampleAt(lines, line, column * channels + at, depth);
        const pixel = ((pass.y + row * pass.stepY) * width + pass.x + column * pass.stepX) * 4;
        if (colourType === 3) {
          const index = values[0]!;
          for (let at = 0; at < 3; at++) pixels[pixel + at] = palette![index * 3 + at] ?? 0;
          pixels[pixel + 3] = clear?.[index] ?? 255;
          continue;
        }
        const hasColours = channels > 2;
        for (let at = 0; at < 3; at++) pixels[pixel + at] = values[hasColours ? at : 0]! * scale + 0.5;
        const isClear =
          clear !== undefined && values.every((value, at) => at >= channels || value === clear.readUInt16BE(at * 2));
        pixels[pixel + 3] = channels % 2 === 0 ? values[channels - 1]! * scale + 0.5 : isClear ? 0 : 255;
      }
    offset += pass.length;
  }
  return downscale(width, height, pixels);
}

/** A sample of a line: a part of a byte, a byte, or two. */
function sampleAt(lines: Buffer, line: number, at: number, depth: number): number {
  if (depth === 8) return lines[line + at]!;
  if (depth === 16) return lines.readUInt16BE(line + at * 2);
  const bit = at * depth;
  return (lines[line + (bit >> 3)]! >> (8 - depth - (bit & 7))) & ((1 << depth) - 1);
}

function chunksOf(buffer: Buffer): { readonly name: string; readonly data: Buffer }[] {
  const chunks: { name: string; data: Buffer }[] = [];
  for (let offset = 8; offset + 12 <= buffer.length; ) {
    const length = buffer.readUInt32BE(offset);
    if (offset + 12 + length > buffer.length) throw new Error('truncated');
    chunks.push({
      name: buffer.toString('latin1', offset + 4, offset + 8),
      data: buffer.subarray(offset + 8, offset + 8 + length),
    });
    offset += 12 + length;
  }
  return chunks;
}

/** Reverses the filter of each line of a pass, in place (W3C PNG 9.2). @throws {Error} for an unknown filter */
function unfilter(
  lines: Buffer,
  offset: number,
  { rows, stride }: { readonly rows: number; readonly stride: number },
  distance: number,
): void {
  for (let row = 0, line = offset + 1; row < rows; row++, line += stride + 1) {
    const filter = lines[line - 1]!;
    if (filter > 4) throw new Error('no such filter');
    for (let x = 0; x < stride; x++) {
      const left = x >= distance ? lines[line + x - distance]! : 0;
      const up = row > 0 ? lines[line + x - stride - 1]! : 0;
      const corner = row > 0 && x >= distance ? lines[line + x - stride - 1 - distance]! : 0;
      const guess = filter === 4 ? paeth(left, up, corner) : filter === 3 ? (left + up) >> 1 : filter === 2 ? up : left;
      if (filter > 0) lines[line + x]! += guess;
    }
  }
}
function paeth(left: number, up: number, corner: number): number {
  const guess = left + up - corner;
  const [a, b, c] = [Math.abs(guess - left), Math.abs(guess - up), Math.abs(guess - corner)];
  return a <= b && a <= c ? left : b <= c ? up : corner;
}

/** Scales the pixels down by averaging, with colours weighted by alpha. */
function downscale(width: number, height: number, pixels: Uint8Array): Picture {
  const scale = Math.min(1, maxSize / Math.max(width, height));
  const [columns, rows] = [Math.max(1, Math.round(width * scale)), Math.max(1, Math.round(height * scale))];
  const sums = new Float64Array(columns * rows * 4);
  const counts = new Uint32Array(columns * rows);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const offset = (y * width + x) * 4;
      const alpha = pixels[offset + 3]!;
      const cell =
        Math.min(rows - 1, Math.floor((y * rows) / height)) * columns +
        Math.min(columns - 1, Math.floor((x * columns) / width));
      counts[cell]!++;
      sums[cell * 4]! += pixels[offset]! * alpha;
      sums[cell * 4 + 1]! += pixels[offset + 1]! * alpha;
      sums[cell * 4 + 2]! += pixels[offset + 2]! * alpha;
      sums[cell * 4 + 3]! += alpha;
    }
  const rgba = new Uint8Array(columns * rows * 4);
  for (let cell = 0; cell < counts.length; cell++) {
    const alpha = sums[cell * 4 + 3]!;
    for (let channel = 0; channel < 3; channel++)
      rgba[cell * 4 + channel] = alpha === 0 ? 0 : Math.round(sums[cell * 4 + channel]! / alpha);
    rgba[cell * 4 + 3] = Math.round(alpha / counts[cell]!);
  }
  return { width: columns, height: rows, rgba };
}

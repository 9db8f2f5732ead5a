// Decodes a PNG into a small picture for a terminal: eight bits per channel, not interlaced, averaged pixels.
import { inflateSync } from 'node:zlib';
import type { Picture } from './picture.js';

/** The limits of decoded images: pixels of the image, bytes of the file. */
const [maxPixels, maxBytes] = [8_000_000, 16_000_000];
/** The maximum side of the small picture, pixels. */
const maxSize = 256;
const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
/**
 * The bytes per pixel of each colour type (W3C PNG 11.2.1): grey, colours, a palette, grey and alpha, colours and
 * alpha.
 */
const channels: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };

interface Head {
  readonly width: number;
  readonly height: number;
  readonly colourType: number;
}
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
  const [depth, colourType, , , interlaced] = buffer.subarray(24, 29);
  const bytesPerPixel = channels[colourType!];
  if (depth !== 8 || bytesPerPixel === undefined || interlaced !== 0) return undefined;
  const chunks = chunksOf(buffer);
  const stride = width * bytesPerPixel;
  const scanlines = inflateSync(Buffer.concat(chunks.filter(({ name }) => name === 'IDAT').map(({ data }) => data)), {
    maxOutputLength: (stride + 1) * height,
  });
  if (scanlines.length !== (stride + 1) * height) return undefined;
  const pixels = unfilter(scanlines, stride, bytesPerPixel);
  const palette = chunks.find(({ name }) => name === 'PLTE')?.data;
  if (colourType === 3 && !palette) return undefined;
  const transparency = chunks.find(({ name }) => name === 'tRNS')?.data;
  return downscale(
    { width, height, colourType: colourType! },
    pixels,
    bytesPerPixel,
    palette ?? Buffer.alloc(0),
    colourType === 3 ? transparency : undefined,
  );
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

/** Reverses the filter of each row (W3C PNG 9.2). @throws {Error} for an unknown filter */
function unfilter(scanlines: Buffer, stride: number, bytesPerPixel: number): Buffer {
  const pixels = Buffer.alloc((scanlines.length / (stride + 1)) * stride);
  for (let from = 0, to = 0; from < scanlines.length; from += stride + 1, to += stride) {
    const filter = scanlines[from]!;
    if (filter > 4) throw new Error('no such filter');
    for (let x = 0; x < stride; x++) {
      const left = x >= bytesPerPixel ? pixels[to + x - bytesPerPixel]! : 0;
      const up = to > 0 ? pixels[to + x - stride]! : 0;
      const corner = to > 0 && x >= bytesPerPixel ? pixels[to + x - stride - bytesPerPixel]! : 0;
      const guess =
        filter === 1
          ? left
          : filter === 2
            ? up
            : filter === 3
              ? (left + up) >> 1
              : filter === 4
                ? paeth(left, up, corner)
                : 0;
      pixels[to + x] = scanlines[from + 1 + x]! + guess;
    }
  }
  return pixels;
}
function paeth(left: number, up: number, corner: number): number {
  const guess = left + up - corner;
  const [a, b, c] = [Math.abs(guess - left), Math.abs(guess - up), Math.abs(guess - corner)];
  return a <= b && a <= c ? left : b <= c ? up : corner;
}

/** Scales the pixels down by averaging, with colours weighted by alpha. */
function downscale(
  { width, height, colourType }: Head,
  pixels: Buffer,
  bytesPerPixel: number,
  palette: Buffer,
  transparency: Buffer | undefined,
): Picture {
  const scale = Math.min(1, maxSize / Math.max(width, height));
  const [columns, rows] = [Math.max(1, Math.round(width * scale)), Math.max(1, Math.round(height * scale))];
  const sums = new Float64Array(columns * rows * 4);
  const counts = new Uint32Array(columns * rows);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const offset = (y * width + x) * bytesPerPixel;
      const [red, green, blue, alpha] = readPixel(colourType, pixels, offset, palette, transparency);
      const cell =
        Math.min(rows - 1, Math.floor((y * rows) / height)) * columns +
        Math.min(columns - 1, Math.floor((x * columns) / width));
      counts[cell]!++;
      sums[cell * 4]! += red * alpha;
      sums[cell * 4 + 1]! += green * alpha;
      sums[cell * 4 + 2]! += blue * alpha;
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
function readPixel(
  colourType: number,
  pixels: Buffer,
  offset: number,
  palette: Buffer,
  transparency: Buffer | undefined,
): readonly [number, number, number, number] {
  const first = pixels[offset]!;
  switch (colourType) {
    case 3:
      return [
        palette[first * 3] ?? 0,
        palette[first * 3 + 1] ?? 0,
        palette[first * 3 + 2] ?? 0,
        transparency?.[first] ?? 255,
      ];
    case 2:
      return [first, pixels[offset + 1]!, pixels[offset + 2]!, 255];
    case 6:
      return [first, pixels[offset + 1]!, pixels[offset + 2]!, pixels[offset + 3]!];
    default:
      return [first, first, first, colourType === 4 ? pixels[offset + 1]! : 255];
  }
}

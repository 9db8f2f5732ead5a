// A PNG as a small picture: its pixels averaged down to what a terminal can show. Eight bits a channel, not interlaced; nothing of anything else.
import { inflateSync } from 'node:zlib';
import type { Picture } from '../../ui/format/picture.js';

/** More than this is not looked at: pixels of a picture, bytes of a file. */
const [mostPixels, mostBytes] = [8_000_000, 16_000_000];
/** The size of the small picture at most, pixels. */
const most = 256;
const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
/** Bytes a pixel of each colour type (W3C PNG 11.2.1): grey, colours, a palette, grey and alpha, colours and alpha. */
const channels: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };

interface Head {
  readonly width: number;
  readonly height: number;
  readonly kind: number;
}
/** The size that the head of a PNG says, in pixels; nothing for what is none. */
export function sizeOfPng(bytes: Uint8Array): { readonly width: number; readonly height: number } | undefined {
  const all = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (all.length < 33 || !all.subarray(0, 8).equals(signature) || all.toString('latin1', 12, 16) !== 'IHDR') return undefined;
  return { width: all.readUInt32BE(16), height: all.readUInt32BE(20) };
}

/** The picture in a PNG, small; nothing for what is no PNG, is broken, too large, or of a kind that is not drawn here. */
export function pictureOf(bytes: Uint8Array): Picture | undefined {
  const size = sizeOfPng(bytes);
  if (!size || bytes.length > mostBytes) return undefined;
  const { width, height } = size;
  if (width === 0 || height === 0 || width * height > mostPixels) return undefined;
  try {
    return decoded(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), size);
  } catch {
    return undefined; // cut off, or not what it says it is
  }
}

/** @throws {Error} for bytes that are broken */
function decoded(all: Buffer, { width, height }: { width: number; height: number }): Picture | undefined {
  const [depth, kind, , , interlaced] = all.subarray(24, 29);
  const each = channels[kind!];
  if (depth !== 8 || each === undefined || interlaced !== 0) return undefined;
  const parts = chunksOf(all);
  const stride = width * each;
  const raw = inflateSync(Buffer.concat(parts.filter(({ name }) => name === 'IDAT').map(({ data }) => data)), {
    maxOutputLength: (stride + 1) * height,
  });
  if (raw.length !== (stride + 1) * height) return undefined;
  const flat = unfiltered(raw, stride, each);
  const palette = parts.find(({ name }) => name === 'PLTE')?.data;
  if (kind === 3 && !palette) return undefined;
  const clear = parts.find(({ name }) => name === 'tRNS')?.data;
  return shrunk({ width, height, kind: kind! }, flat, each, palette ?? Buffer.alloc(0), kind === 3 ? clear : undefined);
}

function chunksOf(all: Buffer): { readonly name: string; readonly data: Buffer }[] {
  const parts: { name: string; data: Buffer }[] = [];
  for (let at = 8; at + 12 <= all.length; ) {
    const length = all.readUInt32BE(at);
    if (at + 12 + length > all.length) throw new Error('cut off');
    parts.push({ name: all.toString('latin1', at + 4, at + 8), data: all.subarray(at + 8, at + 8 + length) });
    at += 12 + length;
  }
  return parts;
}

/** The bytes as they were before each row was filtered (W3C PNG 9.2). @throws {Error} for a filter that there is not */
function unfiltered(raw: Buffer, stride: number, each: number): Buffer {
  const flat = Buffer.alloc((raw.length / (stride + 1)) * stride);
  for (let from = 0, to = 0; from < raw.length; from += stride + 1, to += stride) {
    const filter = raw[from]!;
    if (filter > 4) throw new Error('no such filter');
    for (let x = 0; x < stride; x++) {
      const left = x >= each ? flat[to + x - each]! : 0;
      const up = to > 0 ? flat[to + x - stride]! : 0;
      const corner = to > 0 && x >= each ? flat[to + x - stride - each]! : 0;
      const guess = filter === 1 ? left : filter === 2 ? up : filter === 3 ? (left + up) >> 1 : filter === 4 ? paeth(left, up, corner) : 0;
      flat[to + x] = raw[from + 1 + x]! + guess;
    }
  }
  return flat;
}
function paeth(left: number, up: number, corner: number): number {
  const guess = left + up - corner;
  const [a, b, c] = [Math.abs(guess - left), Math.abs(guess - up), Math.abs(guess - corner)];
  return a <= b && a <= c ? left : b <= c ? up : corner;
}

/** Red, green, blue and how far it is seen of one pixel, added to the sums. */
function shrunk({ width, height, kind }: Head, flat: Buffer, each: number, palette: Buffer, clear: Buffer | undefined): Picture {
  const scale = Math.min(1, most / Math.max(width, height));
  const [columns, rows] = [Math.max(1, Math.round(width * scale)), Math.max(1, Math.round(height * scale))];
  const sums = new Float64Array(columns * rows * 4);
  const counts = new Uint32Array(columns * rows);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const at = (y * width + x) * each;
      const [red, green, blue, alpha] = pixel(kind, flat, at, palette, clear);
      const cell = Math.min(rows - 1, Math.floor((y * rows) / height)) * columns + Math.min(columns - 1, Math.floor((x * columns) / width));
      counts[cell]!++;
      sums[cell * 4]! += red * alpha;
      sums[cell * 4 + 1]! += green * alpha;
      sums[cell * 4 + 2]! += blue * alpha;
      sums[cell * 4 + 3]! += alpha;
    }
  const rgba = new Uint8Array(columns * rows * 4);
  for (let cell = 0; cell < counts.length; cell++) {
    const alpha = sums[cell * 4 + 3]!;
    for (let of = 0; of < 3; of++) rgba[cell * 4 + of] = alpha === 0 ? 0 : Math.round(sums[cell * 4 + of]! / alpha);
    rgba[cell * 4 + 3] = Math.round(alpha / counts[cell]!);
  }
  return { width: columns, height: rows, rgba };
}
function pixel(
  kind: number,
  flat: Buffer,
  at: number,
  palette: Buffer,
  clear: Buffer | undefined,
): readonly [number, number, number, number] {
  const first = flat[at]!;
  switch (kind) {
    case 3:
      return [palette[first * 3] ?? 0, palette[first * 3 + 1] ?? 0, palette[first * 3 + 2] ?? 0, clear?.[first] ?? 255];
    case 2:
      return [first, flat[at + 1]!, flat[at + 2]!, 255];
    case 6:
      return [first, flat[at + 1]!, flat[at + 2]!, flat[at + 3]!];
    default:
      return [first, first, first, kind === 4 ? flat[at + 1]! : 255];
  }
}

// The PNG decoder for terminals: every filter and colour type, compared with an independent encoder; invalid files are refused.
import { crc32, deflateSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { lineText } from '../../src/text/line.js';
import { pictureLines } from '../../src/text/picture.js';
import { pictureOf } from '../../src/text/png.js';
import { property } from '../support/runs.js';

type Pass = [x: number, y: number, stepX: number, stepY: number];
type Pixels = readonly (readonly number[])[];
const channelsOf: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };

function chunk(name: string, data: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data]);
  const whole = Buffer.alloc(8 + body.length);
  whole.writeUInt32BE(data.length, 0);
  body.copy(whole, 4);
  whole.writeUInt32BE(crc32(body), 4 + body.length);
  return whole;
}
/** A PNG of these pixels with the bytes of their colour type; the rows use each filter in turn. */
function png(
  pixels: Pixels,
  width: number,
  kind: number,
  { depth = 8, interlaced = 0, filters = [0, 1, 2, 3, 4], more = [] as Buffer[] } = {},
): Buffer {
  const each = channelsOf[kind]!;
  const rows = Array.from({ length: pixels.length / width }, (_, y) => pixels.slice(y * width, (y + 1) * width).flat());
  const raw = rows.flatMap((row, y) => {
    const filter = filters[y % filters.length]!;
    return [
      filter,
      ...row.map((value, x) => {
        const a = row[x - each] ?? 0;
        const b = rows[y - 1]?.[x] ?? 0;
        const c = x >= each ? (rows[y - 1]?.[x - each] ?? 0) : 0;
        const p = a + b - c;
        const near = [a, b, c].map((one) => Math.abs(p - one));
        const paeth = near[0]! <= near[1]! && near[0]! <= near[2]! ? a : near[1]! <= near[2]! ? b : c;
        return (value - [0, a, b, Math.floor((a + b) / 2), paeth][filter]!) & 255;
      }),
    ];
  });
  const packed = deflateSync(Buffer.from(raw));
  const half = Math.floor(packed.length / 2);
  const parts = [packed.subarray(0, half), packed.subarray(half)];
  return fileOf([width, rows.length], [depth, kind, 0, 0, interlaced], more, parts);
}
/** A file of a size, with the other bytes of its head, chunks before its data, and the data in parts. */
function fileOf([width, height]: readonly [number, number], head: readonly number[], more: Buffer[], data: Buffer[]) {
  const size = Buffer.alloc(8);
  size.writeUInt32BE(width, 0);
  size.writeUInt32BE(height, 4);
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', Buffer.concat([size, Buffer.from(head)])),
    ...more,
    ...data.map((part) => chunk('IDAT', part)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}
/** The passes of an interlaced picture: first column and row, and the steps. */
const adam7 = ['0088', '4088', '0448', '2044', '0224', '1022', '0112'].map((pass) => [...pass].map(Number) as Pass);
/** Samples of some bits as the bytes of a line. */
function bytesOf(samples: readonly number[], depth: number): number[] {
  const bits = samples.map((sample) => sample.toString(2).padStart(depth, '0')).join('');
  return (bits.match(/.{1,8}/g) ?? []).map((byte) => Number.parseInt(byte.padEnd(8, '0'), 2));
}
/** A PNG of lines of bytes, which no filter changes. */
function packed(
  lines: readonly (readonly number[])[],
  width: number,
  height: number,
  { depth, kind, interlaced = 0, more = [] }: { depth: number; kind: number; interlaced?: number; more?: Buffer[] },
): Buffer {
  const data = deflateSync(Buffer.from(lines.flatMap((line) => [0, ...line])));
  return fileOf([width, height], [depth, kind, 0, 0, interlaced], more, [data]);
}
const rgbaOf = (of: ReturnType<typeof pictureOf>) => [...(of?.rgba ?? [])];

describe('supported pictures', () => {
  test.each([0, 2, 4, 6])('colour type %s with every filter: each pixel is decoded exactly', (kind) => {
    const each = channelsOf[kind]!;
    property(
      40,
      fc.integer({ min: 1, max: 9 }),
      fc.integer({ min: 1, max: 11 }),
      fc.infiniteStream(fc.integer({ min: 0, max: 255 })),
      (width, height, bytes) => {
        const next = () => bytes.next().value as number;
        const pixels = Array.from({ length: width * height }, () => Array.from({ length: each }, next));
        const wanted = pixels.flatMap((one) => {
          const alpha = kind === 4 ? one[1]! : kind === 6 ? one[3]! : 255;
          const colour = kind === 0 || kind === 4 ? [one[0]!, one[0]!, one[0]!] : one.slice(0, 3);
          return [...(alpha === 0 ? [0, 0, 0] : colour), alpha];
        });
        const picture = pictureOf(png(pixels, width, kind));
        expect(picture).toMatchObject({ width, height });
        expect(rgbaOf(picture)).toEqual(wanted);
      },
    );
  });

  test('a palette and its transparent colours are decoded', () => {
    const more = [chunk('PLTE', Buffer.from([255, 0, 0, 0, 255, 0])), chunk('tRNS', Buffer.from([128]))];
    expect(rgbaOf(pictureOf(png([[0], [1]], 2, 3, { more })))).toEqual([255, 0, 0, 128, 0, 255, 0, 255]);
    expect(pictureOf(png([[0], [1]], 2, 3))).toBeUndefined(); // without a palette
  });

  test('a bit a pixel, as of a QR code: black and white, a row ends with its byte', () => {
    const [first, second] = [Buffer.of(0b1010_0101, 0b1000_0000), Buffer.of(0b0101_1010, 0b0000_0000)];
    const picture = pictureOf(packed([[...first!], [...second!]], 9, 2, { depth: 1, kind: 0 }))!;
    const grey = [...'101001011010110100'].map((bit) => (bit === '1' ? 255 : 0));
    expect(picture).toMatchObject({ width: 9, height: 2 });
    expect(rgbaOf(picture)).toEqual(grey.flatMap((value) => [value, value, value, 255]));
  });

  test('two and four bits of grey and of a palette, sixteen bits, and the one transparent colour', () => {
    const greys = [0, 85, 170, 255].flatMap((value) => [value, value, value, 255]);
    expect(rgbaOf(pictureOf(packed([[0b0001_1011]], 4, 1, { depth: 2, kind: 0 })))).toEqual(greys);
    const more = [chunk('PLTE', Buffer.from([1, 2, 3, 4, 5, 6])), chunk('tRNS', Buffer.from([7]))];
    expect(rgbaOf(pictureOf(packed([[0x10]], 2, 1, { depth: 4, kind: 3, more })))).toEqual([4, 5, 6, 255, 1, 2, 3, 7]);
    const wide = Buffer.from('ffff80000000', 'hex');
    const clear = [chunk('tRNS', Buffer.from('8000', 'hex'))];
    const picture = pictureOf(packed([[...wide]], 3, 1, { depth: 16, kind: 0, more: clear }));
    expect(rgbaOf(picture)).toEqual([255, 255, 255, 255, 0, 0, 0, 0, 0, 0, 0, 255]);
  });

  test.each([1, 8, 16])('an interlaced picture of %i bits is that which is not', (depth) => {
    property(
      20,
      fc.integer({ min: 1, max: 19 }),
      fc.integer({ min: 1, max: 19 }),
      fc.infiniteStream(fc.nat(2 ** depth - 1)),
      (width, height, values) => {
        const samples = Array.from({ length: width * height }, () => values.next().value as number);
        const rowOf = (y: number, from = 0, step = 1) =>
          samples.slice(y * width, (y + 1) * width).filter((_, x) => x >= from && (x - from) % step === 0);
        const plain = Array.from({ length: height }, (_, y) => bytesOf(rowOf(y), depth));
        const passes = adam7.flatMap(([x, y, stepX, stepY]) =>
          Array.from({ length: height }, (_, row) => row)
            .filter((row) => row >= y && (row - y) % stepY === 0 && x < width)
            .map((row) => bytesOf(rowOf(row, x, stepX), depth)),
        );
        const expected = pictureOf(packed(plain, width, height, { depth, kind: 0 }))!;
        expect(expected).toMatchObject({ width, height });
        expect(pictureOf(packed(passes, width, height, { depth, kind: 0, interlaced: 1 }))).toEqual(expected);
      },
    );
  });

  test('a large picture is scaled down by averaging', () => {
    const pixels = Array.from({ length: 1024 * 4 }, (_, at) => [at % 2 === 0 ? 200 : 100]);
    const picture = pictureOf(png(pixels, 1024, 0))!;
    expect([picture.width, picture.height]).toEqual([256, 1]);
    expect(new Set(picture.rgba)).toEqual(new Set([150, 255]));
  });
});

describe('refused pictures', () => {
  test('unknown depths and passes, other files, and nothing are refused', () => {
    const pixels = [[1], [2], [3], [4]];
    expect(pictureOf(png(pixels, 2, 0))).toBeDefined();
    for (const depth of [0, 3, 7, 32]) expect(pictureOf(png(pixels, 2, 0, { depth }))).toBeUndefined();
    expect(pictureOf(png(pixels, 2, 0, { depth: 16 }))).toBeUndefined(); // half of its data
    for (const interlaced of [1, 2]) expect(pictureOf(png(pixels, 2, 0, { interlaced }))).toBeUndefined();
    for (const text of ['', 'GIF89a', 'PNG', '<svg/>']) expect(pictureOf(Buffer.from(text))).toBeUndefined();
  });

  test('wrong sizes, too long a stream, and any truncation or change cause no crash and no excess output', () => {
    const rows = Array.from({ length: 64 }, (_, at) => [at, 0, at]);
    const good = png(rows, 8, 2);
    const huge = Buffer.from(good);
    huge.writeUInt32BE(60_000, 16);
    huge.writeUInt32BE(60_000, 20);
    expect(pictureOf(huge)).toBeUndefined();
    const short = Buffer.from(good);
    short.writeUInt32BE(2, 20); // more data than two rows
    expect(pictureOf(short)).toBeUndefined();
    property(100, fc.integer({ min: 0, max: good.length - 1 }), fc.integer({ min: 0, max: 255 }), (at, byte) => {
      expect(pictureOf(good.subarray(0, at)), `cut at ${at}`).toSatisfy(
        (one: unknown) => at > good.length - 13 || one === undefined,
      );
      const changed = Buffer.from(good);
      changed[at] = byte;
      pictureOf(changed);
    });
  });
});

test('half blocks keep the aspect ratio, with two coloured pixels per character; transparent ones show the background', () => {
  const white = [255, 255, 255, 255];
  const red = [200, 0, 0, 255];
  const rgba = Uint8Array.from([white, red, red, white, red, red, white, white].flat());
  const picture = { width: 2, height: 4, rgba };
  const lines = pictureLines(picture, { columns: 80, rows: 24 });
  expect(lines.map(lineText)).toEqual(['▄▀', '▀▀']);
  expect(lines[0]!.flatMap(({ pixels }) => pixels)).toEqual(['#ffffff', '#c80000', '#c80000', '#ffffff']);
  expect(lines[1]).toHaveLength(1); // equal cells are one span
  const dots = Uint8Array.of(0, 0, 0, 0, 250, 250, 250, 255, ...Array(8).fill(0));
  const clear = { width: 2, height: 2, rgba: dots };
  expect(pictureLines(clear, { columns: 4, rows: 4 })[0]![0]!.pixels).toEqual(['#000000', '#000000']); // light characters on a dark background
  const wide = { width: 256, height: 128, rgba: new Uint8Array(256 * 128 * 4).fill(9) };
  const small = pictureLines(wide, { columns: 40, rows: 18 });
  expect([small.length, lineText(small[0]!).length]).toEqual([10, 40]);
});

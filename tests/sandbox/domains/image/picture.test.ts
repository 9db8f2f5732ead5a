// Pictures of texts, read back by an independent decoder.

import { inflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { sandboxOfTheFile } from '../../support.js';

const sandbox = sandboxOfTheFile();

interface Decoded {
  readonly width: number;
  readonly height: number;
  /** Red, green, blue and alpha of a pixel. */
  readonly at: (x: number, y: number) => readonly number[];
}

/** CRC-32 bit by bit, as the PNG specification has it. */
function crc(bytes: Uint8Array): number {
  let value = 0xffffffff;
  for (const byte of bytes) {
    value ^= byte;
    for (let bit = 0; bit < 8; bit++) value = (value >>> 1) ^ (value & 1 ? 0xedb88320 : 0);
  }
  return ~value >>> 0;
}

function decode(png: Buffer): Decoded {
  expect(png.subarray(0, 8).toString('latin1')).toBe('\x89PNG\r\n\x1a\n');
  const chunks: { type: string; data: Buffer }[] = [];
  for (let at = 8; at < png.length; ) {
    const size = png.readUInt32BE(at);
    const type = png.toString('latin1', at + 4, at + 8);
    expect(png.readUInt32BE(at + 8 + size), type).toBe(crc(png.subarray(at + 4, at + 8 + size)));
    chunks.push({ type, data: png.subarray(at + 8, at + 8 + size) });
    at += 12 + size;
  }
  const all = (type: string) => Buffer.concat(chunks.filter((chunk) => chunk.type === type).map(({ data }) => data));
  expect([chunks[0]?.type, chunks.at(-1)?.type]).toEqual(['IHDR', 'IEND']);
  const [header, palette, solid] = [all('IHDR'), all('PLTE'), all('tRNS')];
  const [width, height] = [header.readUInt32BE(0), header.readUInt32BE(4)];
  expect([...header.subarray(8)]).toEqual([8, 3, 0, 0, 0]); // eight bits, a palette, not interlaced
  const pixels = inflateSync(all('IDAT'));
  expect(pixels.length).toBe((width + 1) * height);
  for (let y = 0; y < height; y++) expect(pixels[y * (width + 1)]).toBe(0); // no filter
  const at = (x: number, y: number) => {
    const index = pixels[y * (width + 1) + x + 1]!;
    return [...palette.subarray(index * 3, index * 3 + 3), solid[index] ?? 255];
  };
  return { width, height, at };
}

const make = (body: object) => sandbox.post('image-factory/image-factory/create', body);
async function bytesOf(body: object): Promise<{ bytes: Buffer; headers: Headers }> {
  const response = await fetch(`${sandbox.sandbox.url}/image-factory/image-factory/create`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  expect(response.status).toBe(201);
  return { bytes: Buffer.from(await response.arrayBuffer()), headers: response.headers };
}
/** The columns from the first to the last that have ink. */
function inked({ width, height, at }: Decoded, ground: readonly number[]): [first: number, last: number] {
  const has = (x: number) =>
    Array.from({ length: height }, (_, y) => at(x, y)).some((pixel) => pixel.join() !== ground.join());
  const columns = Array.from({ length: width }, (_, x) => x).filter(has);
  return [columns[0]!, columns.at(-1)!];
}

describe('a picture', () => {
  it('has the requested text, and reports how it was drawn', async () => {
    const { bytes, headers } = await bytesOf({ text: 'Hello', font: 'Poppins', weight: 'Bold', align: 'center' });
    expect(headers.get('content-type')).toBe('image/png');
    expect(headers.get('x-sandbox-font')).toBe('sandbox strokes, for Poppins Bold');
    const image = decode(bytes);
    expect(image.at(0, 0)).toEqual([255, 255, 255, 255]);
    const [first, last] = inked(image, [255, 255, 255, 255]);
    expect(last - first).toBeGreaterThan(image.width / 2);
  });

  it('has the requested size and colours', async () => {
    const { bytes } = await bytesOf({
      text: 'I',
      width: 200,
      height: 120,
      fontSize: 90,
      color: '#ff8000',
      background: '#001020',
    });
    const image = decode(bytes);
    expect([image.width, image.height, image.at(199, 119)]).toEqual([200, 120, [0, 16, 32, 255]]);
    const result = Array.from({ length: 200 * 120 }, (_, at) => image.at(at % 200, Math.floor(at / 200)).join());
    expect(result).toContain('255,128,0,255');
    const clear = decode((await bytesOf({ text: 'I', color: '#ff8000', background: 'transparent' })).bytes);
    expect(clear.at(0, 0)).toEqual([255, 128, 0, 0]);
  });
});

describe('a refused request', () => {
  it.each([
    [{}, 'text (text)'],
    [{ text: 'a', font: 'Comic' }, 'D2Coding, MaruBuri, NanumGothic, Poppins'],
    [{ text: 'a', weight: 'Heavy' }, 'Light, Medium, SemiBold, Bold'],
    [{ text: 'a', align: 'justify' }, 'left, center, right'],
    [{ text: 'a', width: 4097 }, 'width'],
    [{ text: 'a', height: 0.5 }, 'height'],
    [{ text: 'a', fontSize: 5000 }, 'fontSize'],
    [{ text: 'a', color: 'red' }, 'color'],
    [{ text: 'a', background: '#12345' }, 'background'],
    [{ text: 'a'.repeat(501) }, '500'],
  ])('%j', async (body, expected) => {
    const { status, body: error } = await make(body);
    expect([status, error.code]).toEqual([400, 'INVALID_REQUEST']);
    expect(error.message).toContain(expected);
  });

  it('nothing at the largest size', async () => {
    const { bytes } = await bytesOf({ text: 'w'.repeat(500), width: 4096, height: 4096, fontSize: 1024 });
    expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual([4096, 4096]);
  });
});

// Pictures of texts, read back by the decoder of the program, which its own test holds against another encoder.

import { describe, expect, it } from 'vitest';
import { pictureOf } from '../../../../src/text/png.js';
import { sandboxOfTheFile } from '../../support.js';

const sandbox = sandboxOfTheFile();

/** A picture as the program decodes it. */
function decode(png: Buffer) {
  const picture = pictureOf(png)!;
  const at = (x: number, y: number) => [...picture.rgba.subarray((y * picture.width + x) * 4).subarray(0, 4)];
  return { width: picture.width, height: picture.height, at };
}

const make = (body: object) => sandbox.post('image-factory/image-factory/create', body);
async function bytesOf(body: object): Promise<{ bytes: Buffer; headers: Headers }> {
  const response = await fetch(`${sandbox.sandbox.url}/image-factory/image-factory/create`, {
    ...{ method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) },
  });
  expect(response.status).toBe(201);
  return { bytes: Buffer.from(await response.arrayBuffer()), headers: response.headers };
}
/** The columns from the first to the last that have ink. */
function inked(
  { width, height, at }: ReturnType<typeof decode>,
  ground: readonly number[],
): [first: number, last: number] {
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
      ...{ text: 'I', width: 200, height: 120, fontSize: 90, color: '#ff8000', background: '#001020' },
    });
    const image = decode(bytes);
    expect([image.width, image.height, image.at(199, 119)]).toEqual([200, 120, [0, 16, 32, 255]]);
    const result = Array.from({ length: 200 * 120 }, (_, at) => image.at(at % 200, Math.floor(at / 200)).join());
    expect(result).toContain('255,128,0,255');
    const clear = decode((await bytesOf({ text: 'I', color: '#ff8000', background: 'transparent' })).bytes);
    expect(clear.at(0, 0)[3]).toBe(0);
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

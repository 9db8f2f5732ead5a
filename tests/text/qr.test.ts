// A drawn QR code is read back by a decoder from its colours: dark modules are black on white, whatever the theme.
import fc from 'fast-check';
import decodeQR from 'qr/decode.js';
import { expect, test } from 'vitest';
import { lineText, wide } from '../../src/text/line.js';
import { qrLines } from '../../src/text/qr.js';
import { property } from '../support/runs.js';

const address = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
/** The colours of a drawn code, a row of pixels each. */
const pixelRows = (text: string): string[][] =>
  qrLines(text).flatMap((line) =>
    [0, 1].map((half) => line.flatMap((span) => Array<string>(span.text.length).fill(span.pixels![half]!))),
  );
/** The text that a reader sees, each pixel as a square of a photograph. */
function read(text: string): string {
  const rows = pixelRows(text);
  const scale = 4;
  const [width, height] = [rows[0]!.length * scale, rows.length * scale];
  const data = new Uint8Array(width * height * 4);
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      const hex = rows[Math.floor(y / scale)]![Math.floor(x / scale)]!;
      const channels = [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));
      data.set([...channels, 255], (y * width + x) * 4);
    }
  return decodeQR({ width, height, data });
}

test('an address is read back, also any other text of its length', () => {
  expect(read(address)).toBe(address);
  const texts = fc.stringMatching(/^[!-~]{20,120}$/);
  property(60, texts, (text) => read(text) === text);
});

test('the code of an address takes 33 columns and 17 rows, with light modules around it', () => {
  const lines = qrLines(address);
  expect(lines).toHaveLength(17);
  expect(new Set(lines.map(wide))).toEqual(new Set([33]));
  const rows = pixelRows(address);
  const edges = [rows[0]!, rows[1]!, rows.at(-1)!, ...rows.map((row) => [row[0]!, row[1]!, row.at(-1)!, row.at(-2)!])];
  expect(new Set(edges.flat())).toEqual(new Set(['#ffffff']));
  expect(rows[2]!.slice(2, 9)).toEqual(Array(7).fill('#000000')); // the upper edge of the first finder pattern
  const withoutColours = lines.flatMap((of) =>
    ['█▀', '█▄'].map((blocks) => [...lineText(of)].map((block) => (blocks.includes(block) ? '#ffffff' : '#000000'))),
  );
  expect(withoutColours).toEqual(rows); // right on a dark background
});

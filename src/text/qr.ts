// A QR code as lines of half blocks: two modules in a character, one above the other, black on white in any theme.

import encodeQR from 'qr';
import { type Line, span } from './line.js';

/** The light modules around a code, which readers need to find it. */
const quietZone = 2;
const [dark, light] = ['#000000', '#ffffff'] as const;

/** The character of two modules without colours, which draws the light ones: the background is dark as a rule. */
const blockOf = (top: string, bottom: string): string =>
  top === light ? (bottom === light ? '█' : '▀') : bottom === light ? '▄' : ' ';

/** The lines of the QR code of a text, with error correction for 15 % of it. */
export function qrLines(text: string): Line[] {
  const modules = encodeQR(text, 'raw', { ecc: 'medium', border: quietZone });
  const colourOf = (y: number, x: number) => (modules[y]?.[x] ? dark : light);
  return Array.from({ length: Math.ceil(modules.length / 2) }, (_, row): Line => {
    const runs: { length: number; top: string; bottom: string }[] = [];
    for (let x = 0; x < modules.length; x += 1) {
      const [top, bottom] = [colourOf(row * 2, x), colourOf(row * 2 + 1, x)];
      const last = runs.at(-1);
      if (last?.top === top && last.bottom === bottom) last.length += 1;
      else runs.push({ length: 1, top, bottom });
    }
    return runs.map(({ length, top, bottom }) => ({
      ...span(blockOf(top, bottom).repeat(length)),
      pixels: [top, bottom] as const,
    }));
  });
}

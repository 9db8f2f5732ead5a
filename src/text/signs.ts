// The symbol and the role of each status class, and the ASCII replacements of all symbols.
import type { StatusClass } from '../services/catalogue/statuses.js';
import { brailleInAscii } from './braille.js';
import { cut, type Line, type Role, type Span, wide } from './line.js';

/** The symbol of a class, always beside the status: colour must not be the only information. */
export const signOf: Readonly<Record<StatusClass, string>> = {
  pending: '◐',
  'needs-you': '!',
  good: '✓',
  bad: '✗',
  on: '●',
  off: '○',
  unknown: '?',
};
export const roleOf: Readonly<Record<StatusClass, Role>> = {
  pending: 'wait',
  'needs-you': 'need',
  good: 'good',
  bad: 'bad',
  on: 'good',
  off: 'muted',
  unknown: 'unknown',
};

// The program's own symbols; texts of services are unchanged.
const plain: Readonly<Record<string, string>> = {
  '◐': '~',
  '✓': '+',
  '✗': 'x',
  '●': '*',
  '○': 'o',
  '◌': ',',
  '•': '*',
  '▸': '>',
  '◇': '#',
  '▲': '^',
  '─': '-',
  '━': '=',
  '╌': '-',
  '┄': '.',
  '▶': '>',
  '◀': '<',
  '┴': '+',
  '┼': '+',
  '│': '|',
  '╭': '+',
  '╮': '+',
  '╰': '+',
  '╯': '+',
  '└': '+',
  '├': '+',
  '┤': '+',
  '┬': '+',
  '›': '/',
  '·': '.',
  '→': '>',
  '–': '-',
  '▏': '_',
  '↑': '^',
  '↓': 'v',
  '…': '..',
  '■': '#',
  '█': '#',
  '▀': '"',
  '▉': '#',
  '▊': '#',
  '▋': '#',
  '▓': '%',
  '▒': '=',
  '░': '-',
  '▁': '_',
  '▂': '_',
  '▃': '-',
  '▄': '-',
  '▅': '=',
  '▆': '=',
  '▇': '#',
};
const signs = new RegExp(`[${Object.keys(plain).join('')}]`, 'g');

/** A text with ASCII in place of symbols, as wide as before. */
export const asciiText = (text: string): string =>
  brailleInAscii(text).replace(signs, (sign) => plain[sign]!.slice(0, 1));

/**
 * Replaces symbols by ASCII. Longer replacements use the space of the next blank or rule, which keeps edges aligned.
 */
export function inAscii(of: Line): Line {
  let grown = 0;
  const plainly = of.map((piece): Span => {
    const text = brailleInAscii(piece.text).replace(signs, (sign) => plain[sign]!);
    grown += text.length - piece.text.length;
    const shorter = text.replace(/ {2,}|-{2,}/g, (run) => {
      const less = Math.min(grown, run.length - 1);
      grown -= less;
      return run.slice(less);
    });
    return { ...piece, text: shorter };
  });
  return grown > 0
    ? cut(plainly, wide(of)).map((piece) => ({ ...piece, text: piece.text.replace('…', '.') }))
    : plainly;
}

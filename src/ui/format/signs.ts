// The sign and the role of each class of status words, and what stands for every sign where the terminal has ASCII only.
import type { StatusClass } from '../../services/catalogue/statuses.js';
import { cut, type Line, type Role, type Span, wide } from './line.js';

/** The sign of a class, which always stands with the word; colour is never alone. */
export const signOf: Readonly<Record<StatusClass, string>> = {
  pending: '◐',
  'needs-you': '!',
  good: '✓',
  bad: '✗',
  on: '●',
  off: '○',
  unknown: '?',
};
/** The role of a class. */
export const roleOf: Readonly<Record<StatusClass, Role>> = {
  pending: 'wait',
  'needs-you': 'need',
  good: 'good',
  bad: 'bad',
  on: 'good',
  off: 'muted',
  unknown: 'unknown',
};

// What the program itself draws with; what a service says stays as it is.
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
  '│': '|',
  '╭': '+',
  '╮': '+',
  '╰': '+',
  '╯': '+',
  '›': '/',
  '·': '.',
  '→': '>',
  '–': '-',
  '▏': '_',
  '↑': '^',
  '↓': 'v',
  '…': '..',
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

/** The line with ASCII signs in place of the others. What grows by that takes the room of the next space or rule, so that edges stay put. */
export function inAscii(of: Line): Line {
  let grown = 0;
  const plainly = of.map((piece): Span => {
    const text = piece.text.replace(signs, (sign) => plain[sign]!);
    grown += text.length - piece.text.length;
    const shorter = text.replace(/ {2,}|-{2,}/g, (run) => {
      const less = Math.min(grown, run.length - 1);
      grown -= less;
      return run.slice(less);
    });
    return { ...piece, text: shorter };
  });
  return grown > 0 ? cut(plainly, wide(of)).map((piece) => ({ ...piece, text: piece.text.replace('…', '.') })) : plainly;
}

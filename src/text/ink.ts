// Renders lines as text for output that is not redrawn, in the 16 named colours, because the background is unknown.
import chalk, { Chalk, type ChalkInstance } from 'chalk';
import { type Line, lineText, type Role, type Span } from './line.js';

let sixteen: ChalkInstance | undefined;
/** Creates the colours on use: output in a pipe has no colours. */
const paint = (): ChalkInstance => (sixteen ??= new Chalk({ level: 1 }));
const inkOf: Partial<Record<Role, 'green' | 'red' | 'cyan' | 'yellow' | 'magenta' | 'blue' | 'dim' | 'bold'>> = {
  good: 'green',
  bad: 'red',
  wait: 'cyan',
  need: 'yellow',
  unknown: 'magenta',
  accent: 'blue',
  muted: 'dim',
  rule: 'dim',
  head: 'bold',
};

/** Colours a text by its role; unchanged without a role, or with a role that has no colour. */
export function styled(text: string, role: Role | undefined): string {
  const ink = role === undefined ? undefined : inkOf[role];
  return ink === undefined ? text : paint()[ink](text);
}

/** A line as text without trailing blanks, with or without colours. @param links whether a URL is a link (OSC 8) */
export function styledLine(of: Line, colour: boolean, links = false): string {
  const last = of.at(-1);
  const trimmed =
    last === undefined || (colour && last.pixels) ? of : [...of.slice(0, -1), { ...last, text: last.text.trimEnd() }];
  if (!links) return colour ? trimmed.map(inkedPiece).join('') : lineText(trimmed).trimEnd();
  return trimmed.map((piece) => linked(piece, colour ? inkedPiece(piece) : piece.text)).join('');
}

/** A text with the URL behind it that its piece shows, whole or shortened. Only printable ASCII can be a target. */
function linked({ text, field }: Span, label: string): string {
  const target = field?.text ?? text.trim();
  return /^https?:\/\/[!-~]+$/.test(target) ? `\u001b]8;;${target}\u001b\\${label}\u001b]8;;\u001b\\` : label;
}
/** A text without the links of `styledLine`: not every pager passes them on. */
export const withoutLinks = (text: string): string => text.replace(/\u001b\]8;;[!-~]*?\u001b\\/g, '');

/** A span in the colour of its role; a picture's pixels in their own colours, if the terminal supports them. */
function inkedPiece({ text, role, pixels }: Span): string {
  if (!pixels || chalk.level < 2) return styled(text, role);
  return chalk.hex(pixels[0]).bgHex(pixels[1])('▀'.repeat(text.length));
}

// A picture in the protocol of a terminal: kitty graphics or iTerm2 inline images. Other terminals get half blocks. On
// a screen that is redrawn a picture is text: characters that a terminal with kitty graphics replaces by its parts.

import type { Line } from './line.js';

type Environment = Readonly<Record<string, string | undefined>>;
interface Size {
  readonly width: number;
  readonly height: number;
}

/** The usual width of a character, pixels. It is about twice as high. */
const characterWidth = 8;
/** The most characters of data in one kitty command (kitty graphics protocol, "The transmission medium"). */
const chunkLength = 4096;

/** The protocol of a terminal, by its variables. A multiplexer passes no protocol on. */
function protocolOf({ TERM = '', TERM_PROGRAM = '', LC_TERMINAL, KITTY_WINDOW_ID, TMUX, STY }: Environment) {
  if (TMUX || STY || /^(screen|tmux|dumb)/.test(TERM)) return undefined;
  if (TERM_PROGRAM === 'iTerm.app' || TERM_PROGRAM === 'WezTerm' || LC_TERMINAL === 'iTerm2') return 'iterm2';
  return /kitty|ghostty/.test(TERM) || TERM_PROGRAM === 'ghostty' || KITTY_WINDOW_ID ? 'kitty' : undefined;
}

/**
 * The text that draws a PNG in a terminal, with a line feed; undefined if the terminal does not say that it can.
 * @param size of the PNG, pixels
 * @param most the columns and rows that it may have
 */
export function inlinePicture(
  png: Uint8Array,
  size: Size,
  env: Environment,
  most: { readonly columns: number; readonly rows: number },
): string | undefined {
  const protocol = protocolOf(env);
  if (protocol === undefined || size.width < 1 || size.height < 1) return undefined;
  const columns = columnsOf(size, most);
  if (protocol === 'kitty') return `${sent(png, `a=T,f=100,c=${columns}`)}\n`;
  const data = Buffer.from(png).toString('base64');
  return `\x1b]1337;File=inline=1;size=${png.length};width=${columns};preserveAspectRatio=1:${data}\x07\n`;
}
const columnsOf = ({ width, height }: Size, { columns, rows }: Cells): number =>
  Math.max(1, Math.min(columns, Math.floor((2 * rows * width) / height), Math.ceil(width / characterWidth)));

/** The commands that send a PNG, without a reply of the terminal (q=2). @param control of the first one */
function sent(png: Uint8Array, control: string): string {
  const chunks =
    Buffer.from(png)
      .toString('base64')
      .match(new RegExp(`.{1,${chunkLength}}`, 'g')) ?? [];
  const commands = chunks.map((chunk, at) => {
    const more = at < chunks.length - 1 ? 1 : 0;
    return `\x1b_G${at === 0 ? `${control},` : ''}q=2,m=${more};${chunk}\x1b\\`;
  });
  return commands.join('');
}

interface Cells {
  readonly columns: number;
  readonly rows: number;
}
/** A picture on a screen that is redrawn (kitty graphics protocol, "Unicode placeholders"). */
export interface PlacedPicture {
  /** Sends the picture; it shows nothing yet. */
  readonly sequence: string;
  /** The lines in whose place the terminal draws it. */
  readonly lines: readonly Line[];
  /** Removes it from the memory of the terminal. */
  readonly removal: string;
}

/** A character that the terminal replaces by a part of a picture. */
const placeholder = '\u{10eeee}';
/** The marks that number rows and columns from 0 on (kitty graphics protocol, rowcolumn-diacritics): the first 35. */
const rowMarks =
  '\u0305\u030d\u030e\u0310\u0312\u033d\u033e\u033f\u0346\u034a\u034b\u034c\u0350\u0351\u0352\u0357\u035b' +
  '\u0363\u0364\u0365\u0366\u0367\u0368\u0369\u036a\u036b\u036c\u036d\u036e\u036f\u0483\u0484\u0485\u0486\u0487';

/**
 * A picture for a screen that is redrawn; undefined if the terminal does not say that it can.
 * @param id 1 to 2^24 - 1, the colour of its characters: the terminal must have all colours
 * @param most the columns and rows that it may have
 */
export function placedPicture(
  png: Uint8Array,
  size: Size,
  env: Environment,
  { id, ...most }: Cells & { readonly id: number },
): PlacedPicture | undefined {
  if (protocolOf(env) !== 'kitty' || size.width < 1 || size.height < 1) return undefined;
  const columns = columnsOf(size, { ...most, rows: Math.min(most.rows, rowMarks.length) });
  const rows = Math.max(1, Math.min(most.rows, rowMarks.length, Math.ceil((columns * size.height) / (2 * size.width))));
  const ink = `#${id.toString(16).padStart(6, '0')}`;
  return {
    sequence: sent(png, `a=T,U=1,f=100,i=${id},c=${columns},r=${rows}`),
    removal: `\x1b_Ga=d,d=I,i=${id},q=2\x1b\\`,
    // the first character of a row has the marks of row and column 0, the others follow from their left neighbour
    lines: Array.from({ length: rows }, (_, row) => [
      { text: placeholder + rowMarks[row]! + rowMarks[0]! + placeholder.repeat(columns - 1), ink },
    ]),
  };
}

// A picture in the protocol of a terminal: kitty graphics or iTerm2 inline images. Other terminals get half blocks.

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
const columnsOf = (
  { width, height }: Size,
  { columns, rows }: { readonly columns: number; readonly rows: number },
): number => Math.max(1, Math.min(columns, Math.floor((2 * rows * width) / height), Math.ceil(width / characterWidth)));

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

// Puts whole frames on the alternate screen, and of each only the rows that differ from the one before.
import type { Stage } from './format/dialogue.js';

type Terminal = Stage['stdout'];
const enter = '\x1b[?1049h\x1b[?25l\x1b[2J';
const leave = '\x1b[0m\x1b[?25h\x1b[?1049l';
/** What lies between is shown at once by terminals that know it, and nothing to others. */
const together = (text: string): string => `\x1b[?2026h${text}\x1b[?2026l`;

/** Owns the alternate screen from `open` to `close`. A terminal that is slow gets the newest frame, never a queue of old ones. */
export class Painter {
  readonly #terminal: Terminal;
  #shown: readonly string[] = [];
  #newest: readonly string[] | undefined;
  #waiting: readonly string[] | undefined;
  #busy = false;
  #open = false;

  constructor(terminal: Terminal) {
    this.#terminal = terminal;
  }

  get isOpen(): boolean {
    return this.#open;
  }

  open(): void {
    this.#open = true;
    process.once('exit', this.#end); // where nothing else gets to it: the shell must not be left on this screen
    this.#terminal.write(enter);
  }

  close(): void {
    if (!this.#open) return;
    process.removeListener('exit', this.#end);
    this.#end();
  }

  /** Draws all of the frame again: something else may have written here. */
  anew(): void {
    this.#shown = [];
    this.#waiting = this.#newest;
    if (this.#open) this.#terminal.write('\x1b[0m\x1b[2J');
    this.#next();
  }

  /** Forgets what is shown, for the size has changed: the frame before is not drawn again where another one follows at once. */
  forget(): void {
    const before = this.#newest;
    this.#shown = [];
    this.#waiting = undefined;
    if (this.#open) this.#terminal.write('\x1b[0m\x1b[2J');
    setImmediate(() => {
      if (this.#newest !== before) return;
      this.#waiting = before;
      this.#next();
    });
  }

  /** A frame: its rows, parted by line feeds. */
  paint(frame: string): void {
    this.#newest = frame.split('\n');
    this.#waiting = this.#newest;
    this.#next();
  }

  /** Puts a text on the clipboard, where the terminal lets a program do so (OSC 52). */
  copy(text: string): void {
    this.#terminal.write(`\x1b]52;c;${Buffer.from(text).toString('base64')}\x07`);
  }

  /** Asks the terminal for the colour of its background (OSC 11); what it answers is input. */
  askBackground(): void {
    this.#terminal.write('\x1b]11;?\x1b\\');
  }

  ring(): void {
    this.#terminal.write('\x07');
  }

  #next(): void {
    const rows = this.#waiting;
    if (this.#busy || !this.#open || !rows) return;
    this.#waiting = undefined;
    const changed = rows.flatMap((row, at) => (row === (this.#shown[at] ?? '') ? [] : [`\x1b[${at + 1};1H\x1b[2K${row}\x1b[0m`]));
    const gone = this.#shown.slice(rows.length).map((_, at) => `\x1b[${rows.length + at + 1};1H\x1b[2K`);
    this.#shown = rows;
    if (changed.length + gone.length === 0) return;
    this.#busy = true;
    this.#terminal.write(together([...changed, ...gone].join('')), () => {
      this.#busy = false;
      this.#next();
    });
  }

  #end = (): void => {
    this.#open = false;
    this.#terminal.write(leave);
  };
}

// The terminal screen of an Ink application: takes Ink's frames, and writes what has changed to the alternate screen.
// docs/decisions/2026-11-22-terminal-screen.md says what Ink lacks, and when this can go.

import { fromCells } from '../text/cells.js';
import { hasTitle, titleSequence, titleStack } from '../text/desktop-note.js';
import type { Stage } from '../text/dialogue.js';
import { asciiText } from '../text/signs.js';
import { rowChanges } from './row-changes.js';

// 1049: alternate screen, 25: cursor, 2004: bracketed paste, 1004: focus reports, 1000 and 1006: mouse buttons with
// SGR coordinates
const enter = '\x1b[?1049h\x1b[?25l\x1b[?2004h\x1b[?1004h\x1b[2J';
const leave = '\x1b[0m\x1b[?1004l\x1b[?2004l\x1b[?25h\x1b[?1049l';
const mouse = { on: '\x1b[?1000h\x1b[?1006h', off: '\x1b[?1006l\x1b[?1000l' };
/**
 * Gives the window its own title back; a terminal without a stack of titles gets an empty one, for which it has a
 * default.
 */
const ownTitle = titleSequence('') + titleStack.restore;
/** Ink's prefix of a frame, which erases the rows of the frame before. */
const erasing = /^(?:\x1b\[2K(?:\x1b\[1A)?)+\x1b\[G/;
/** Synchronized output: terminals that know it show the text at once; others ignore it. */
const synchronized = (text: string): string => `\x1b[?2026h${text}\x1b[?2026l`;

/**
 * The alternate screen from `open` to `close` or the exit of the process, as the `stdout` of Ink's `render`. A slow
 * terminal gets the newest frame, never a queue.
 */
export class TerminalScreen {
  readonly isTTY = true;
  /** For a frame as high as the terminal, Ink would clear it with its scrollback. */
  readonly rows = Number.POSITIVE_INFINITY;
  readonly writableLength = 0;
  readonly #terminal: Stage['stdout'];
  #shown: readonly string[] = [];
  #newest: readonly string[] = [];
  /** The terminal shows ASCII only: what Ink itself draws, such as the sign of a cut text, is replaced, too. */
  isAscii = false;
  #isWriting = false;
  /** The length of what the last frame has written. */
  cost = 0;
  #isOpen = false;

  #mouse: boolean;
  #title: string | undefined;
  readonly #hasTitle: boolean;

  /**
   * @param options.mouse whether the terminal reports the buttons of the mouse
   * @param options.env the environment, whose TERM says whether the terminal has a title
   */
  constructor(
    terminal: Stage['stdout'],
    { mouse = false, env = {} }: { readonly mouse?: boolean; readonly env?: Stage['env'] } = {},
  ) {
    this.#terminal = terminal;
    this.#mouse = mouse;
    this.#hasTitle = hasTitle(env);
  }

  get columns(): number {
    return this.#terminal.columns || 80;
  }
  /** While this is true, Ink draws a last frame on unmounting, which nobody would see. */
  get writable(): boolean {
    return this.#isOpen;
  }
  // Ink listens for `resize`: the size is a property of the root component instead.
  on(): void {}
  off(): void {}

  open(): void {
    this.#isOpen = true;
    process.once('exit', this.#leave); // the shell must not stay on this screen
    this.#terminal.write(this.#mouse ? enter + mouse.on : enter);
    const title = this.#title;
    this.#title = undefined;
    this.setTitle(title);
    this.#shown = [];
    this.#draw();
  }

  close(): void {
    if (!this.#isOpen) return;
    process.removeListener('exit', this.#leave);
    this.#leave();
  }

  /** Takes a frame from Ink: a text that ends with a line feed. Other writes only move or hide the cursor. */
  write(text: string, written?: () => void): boolean {
    if (text.endsWith('\n')) {
      const frame = fromCells(text.replace(erasing, '').slice(0, -1));
      this.#newest = (this.isAscii ? asciiText(frame) : frame).split('\n');
      this.#draw();
    }
    if (written) setImmediate(written);
    return true;
  }

  /** Draws the whole frame again: another program may have written here. */
  redraw(): void {
    this.#erase();
    this.#draw();
  }

  /** Erases the screen after a change of its size. The old frame is drawn again unless a new one follows at once. */
  resized(): void {
    const before = this.#newest;
    this.#newest = [];
    this.#erase();
    setImmediate(() => {
      if (this.#newest.length === 0) this.#newest = before;
      this.#draw();
    });
  }

  /** Copies a text to the clipboard, if the terminal allows it (OSC 52). */
  copy(text: string): void {
    this.#terminal.write(`\x1b]52;c;${Buffer.from(text).toString('base64')}\x07`);
  }

  /** Requests the colour of the background (OSC 11); the response is input. */
  requestBackground(): void {
    this.#terminal.write('\x1b]11;?\x1b\\');
  }

  /** Gives the buttons of the mouse to the application, or back to the terminal. */
  setMouse(isOn: boolean): void {
    if (this.#isOpen && isOn !== this.#mouse) this.#terminal.write(isOn ? mouse.on : mouse.off);
    this.#mouse = isOn;
  }

  ring(): void {
    this.#terminal.write('\x07');
  }

  /** Sets the title of the window; undefined gives the window its own title back. */
  setTitle(title: string | undefined): void {
    if (!this.#hasTitle || title === this.#title) return;
    if (this.#isOpen)
      this.#terminal.write(
        title === undefined ? ownTitle : (this.#title === undefined ? titleStack.keep : '') + titleSequence(title),
      );
    this.#title = title;
  }

  /** Writes a sequence that shows nothing on the screen, such as a note of the desktop. */
  writeAside(sequence: string): void {
    if (this.#isOpen) this.#terminal.write(sequence);
  }

  #erase(): void {
    this.#shown = [];
    if (this.#isOpen) this.#terminal.write('\x1b[0m\x1b[2J');
  }

  #draw(): void {
    const rows = this.#newest;
    if (this.#isWriting || !this.#isOpen) return;
    const text = rowChanges(this.#shown, rows);
    this.#shown = rows;
    if (text === '') return;
    this.#isWriting = true;
    this.cost = text.length;
    this.#terminal.write(synchronized(text), () => {
      this.#isWriting = false;
      if (this.#newest !== this.#shown) this.#draw();
    });
  }

  #leave = (): void => {
    this.#isOpen = false;
    const title = this.#title === undefined ? '' : ownTitle;
    this.#terminal.write(title + (this.#mouse ? mouse.off + leave : leave));
  };
}

// A terminal's input as keys, given out one at a time, each when the one before it has been taken.
import { EventEmitter } from 'node:events';
import { StringDecoder } from 'node:string_decoder';
import type { TerminalInput } from './models/dialogue.js';

// An escape sequence (CSI, SS3, or one key with alt), or one character.
const key = /\x1b(?:\[\[?[0-?]*[ -/]*[@-~]|O[@-~]|[^\x1b])?|./gsu;

/**
 * Stands between a terminal and Ink, which reads from it as from a stream. Emits `readable` for a key and `over` at the end of input.
 * Keys that nobody took go back to the terminal's stream when it is closed: they may be the answer to the next question.
 */
export class Keys extends EventEmitter {
  readonly isTTY = true;
  readonly #input: TerminalInput;
  readonly #decoder = new StringDecoder('utf8');
  #waiting: string[] = [];
  #given: string | null = null;
  #ready = false;
  #open = false;

  constructor(input: TerminalInput) {
    super();
    this.#input = input;
  }

  /** Takes the terminal: from here on nothing that is typed is echoed, and keys wait until somebody is ready for them. */
  open(): void {
    this.#open = true;
    const input = this.#input;
    input.ref?.(); // an earlier question may have let go of it
    input.setRawMode?.(true);
    input.on('data', this.#came);
    for (const event of ends) input.on(event, this.#over);
    input.resume(); // it was paused if something has been asked before
  }

  /** The next key, or null, after `readable`. */
  read(): string | null {
    const given = this.#given;
    this.#given = null;
    return given;
  }

  /** Says that the last key has been dealt with: the next one may come. */
  taken(): void {
    this.#ready = true;
    setImmediate(() => this.#give());
  }

  /** Gives the terminal back as it was. */
  close(): void {
    this.#open = false;
    const input = this.#input;
    input.removeListener('data', this.#came);
    for (const event of ends) input.removeListener(event, this.#over);
    input.setRawMode?.(false);
    input.pause();
    if (this.#waiting.length > 0) input.unshift(this.#waiting.join(''), 'utf8');
  }

  // What Ink asks of a stream: it has been done by `open`.
  setRawMode(): void {}
  setEncoding(): void {}
  ref(): void {}
  unref(): void {}

  #came = (chunk: Buffer | string): void => {
    const text = typeof chunk === 'string' ? chunk : this.#decoder.write(chunk);
    this.#waiting.push(...(text.replace(/\r?\n/g, '\r').match(key) ?? [])); // a pasted end of line is an enter
    this.#give();
  };

  #over = (): void => {
    this.emit('over');
  };

  #give(): void {
    if (!this.#ready || !this.#open || this.#waiting.length === 0) return;
    this.#ready = false;
    this.#given = this.#waiting.shift()!;
    this.emit('readable');
  }
}

const ends = ['end', 'close', 'error'];

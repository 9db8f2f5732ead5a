// A terminal's input as keys, one at a time: each waits until the one before it has been taken.
import { EventEmitter } from 'node:events';
import { StringDecoder } from 'node:string_decoder';
import { isInBackground } from '../services/platform/in-background.js';
import type { TerminalInput } from '../text/dialogue.js';
import { changesTerminal } from './foreground.js';
import { isString, KeyParser, paste } from './key-parser.js';

const backgroundResponse = /^\x1b\]11;([^\x07\x1b]*)/;
// A terminal without bracketed paste sends a paste as characters. Nobody types so many before the program reads them,
// unless a key is held down.
const longestBurst = 512;
const unmarkedPaste = /^(?!(.)\1*$)[^\x1b]*$/su;
const burstRest = 40; // milliseconds; the pieces of a burst are closer together

/** Does something later unless it is called off. */
type Later = (milliseconds: number, act: () => void) => () => void;
const later: Later = (milliseconds, act) => {
  const timer = setTimeout(act, milliseconds);
  return () => clearTimeout(timer);
};

/**
 * Stands between a terminal and Ink as a stream. Emits `readable` for a key and `over` at the end of input. Keys that
 * nobody took go back to the terminal's stream at the end: they may reply to the next question.
 */
export class Keys extends EventEmitter {
  readonly isTTY = true;
  readonly #input: TerminalInput;
  readonly #decoder = new StringDecoder('utf8');
  readonly #later: Later;
  readonly #parser: KeyParser;
  #waiting: string[] = [];
  /** Collects a paste that has no marks. */
  #isBurst = false;
  #callOff: () => void = () => {};
  #next: string | null = null;
  #ready = false;
  #ended = false;
  #open = false;
  #onResponse: ((text: string) => void) | undefined;

  readonly #bracketedPaste: boolean;

  /** @param bracketedPaste whether a paste is one key, `ESC[200~TEXT`; else its marks and characters are keys */
  constructor(
    input: TerminalInput,
    clock: Later = later,
    { bracketedPaste = false }: { readonly bracketedPaste?: boolean } = {},
  ) {
    super();
    this.#bracketedPaste = bracketedPaste;
    this.#parser = new KeyParser(bracketedPaste);
    this.#input = input;
    this.#later = clock;
  }

  /** Takes the terminal: typed keys are no longer echoed, and wait. */
  open(): void {
    this.#open = true;
    const input = this.#input;
    input.ref?.(); // an earlier question may have released it
    changesTerminal(input);
    if (input.isRaw) input.setRawMode?.(false); // the shell has changed the terminal while this process was stopped
    input.setRawMode?.(true);
    input.on('data', this.#onData);
    for (const event of ends) input.on(event, this.#over);
    input.resume(); // an earlier question may have paused it
  }

  /**
   * Has the terminal asked for the colour of its background (OSC 11). The response is never a key, however late or in
   * pieces.
   * @param late hears a response after `within` milliseconds
   * @returns the response, if it comes before
   */
  async background(
    ask: () => void,
    within: number,
    late: (text: string) => void = () => {},
  ): Promise<string | undefined> {
    return new Promise((over) => {
      let isLate = false;
      const callOff = this.#later(within, () =>
        setImmediate(() => {
          isLate = true; // input that has arrived is read first
          over(undefined);
        }),
      );
      this.#onResponse = (text) => {
        callOff();
        if (isLate) late(text);
        else over(text);
      };
      ask();
    });
  }

  /** The next key, or null, after `readable`. */
  read(): string | null {
    const next = this.#next;
    this.#next = null;
    return next;
  }

  /** Reports that the last key has been handled: the next one may come. */
  taken(): void {
    this.#ready = true;
    setImmediate(() => this.#give());
  }

  /** Gives the terminal back as it was. */
  close(): void {
    this.#open = false;
    this.#rest();
    const input = this.#input;
    input.removeListener('data', this.#onData);
    for (const event of ends) input.removeListener(event, this.#over);
    if (!isInBackground(input)) input.setRawMode?.(false); // else the shell has restored it
    input.pause();
    if (this.#waiting.length > 0) input.unshift(this.#waiting.join(''), 'utf8');
    this.#waiting = []; // it may be opened again
  }

  // Ink calls these; `open` has done it all.
  setRawMode(): void {}
  setEncoding(): void {}
  ref(): void {}
  unref(): void {}

  #onData = (chunk: Buffer | string): void => {
    const text = typeof chunk === 'string' ? chunk : this.#decoder.write(chunk);
    this.#callOff();
    if (this.#isBurst && text.includes('\x1b')) this.#rest(); // the burst is over
    if (this.#bracketedPaste && this.#parser.isIdle && text.length > longestBurst && unmarkedPaste.test(text)) {
      this.#isBurst = true;
      this.#parser.push(paste.begins);
    }
    this.#queue(this.#parser.push(text));
    const due = this.#isBurst ? burstRest : this.#parser.due;
    if (due !== undefined) this.#callOff = this.#later(due, this.#rest);
  };

  /** Ends what has begun: nothing more came. */
  #rest = (): void => {
    this.#callOff();
    this.#isBurst = false;
    this.#queue(this.#parser.rest());
  };

  #queue(keys: readonly string[]): void {
    for (const key of keys)
      if (isString(key)) this.#respond(key);
      else this.#waiting.push(key);
    this.#give();
  }

  /** A string of the terminal is a response, and no key. */
  #respond(sequence: string): void {
    const colour = backgroundResponse.exec(sequence)?.[1];
    if (colour === undefined || !this.#onResponse) return;
    this.#onResponse(colour);
    this.#onResponse = undefined;
  }

  /** Earlier keys are handled before the end. */
  #over = (): void => {
    this.#rest();
    this.#ended = true;
    if (this.#waiting.length === 0) this.emit('over');
  };

  #give(): void {
    if (!this.#ready || !this.#open) return;
    if (this.#waiting.length === 0) {
      if (this.#ended) this.emit('over');
      return;
    }
    this.#ready = false;
    this.#next = this.#waiting.shift()!;
    this.emit('readable');
  }
}

const ends = ['end', 'close', 'error'];

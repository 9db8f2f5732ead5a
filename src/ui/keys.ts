// A terminal's input as keys, one at a time: each waits until the one before it has been taken.
import { EventEmitter } from 'node:events';
import { StringDecoder } from 'node:string_decoder';
import { isInBackground } from '../services/in-background.js';
import type { TerminalInput } from '../text/dialogue.js';
import { changesTerminal } from './foreground.js';

// An escape sequence (CSI, SS3, a response of the terminal by OSC, or one key with alt), or one character.
const key = /\x1b(?:\[\[?[0-?]*[ -/]*[@-~]|O[@-~]|\]\d+;[^\x07\x1b]*(?:\x07|\x1b\\)|[^\x1b])?|./gsu;
// The beginning of a sequence, whose rest may follow. An escape alone is a key, too, if nothing follows soon.
const begun = /\x1b(?:\[\[?[0-?]*[ -/]*|O)?$/;
// The beginning of a response for the background, while one may come.
const responseBegun = /\x1b(?:\](?:1(?:1(?:;[^\x07\x1b]*\x1b?)?)?)?)?$/;
const backgroundResponse = /^\x1b\]11;([^\x07\x1b]*)/;
// Bracketed paste: the text between the marks is one key, `ESC[200~TEXT`.
const paste = { begins: '\x1b[200~', ends: '\x1b[201~', rest: 500 } as const;
// A terminal without bracketed paste sends a paste as characters. Nobody types so many before the program reads them,
// unless a key is held down.
const longestBurst = 512;
const unmarkedPaste = /^(?!(.)\1*$)[^\x1b]*$/su;
const restWithin = 40; // milliseconds; nobody notices, and the pieces of a sequence are closer together

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
  #waiting: string[] = [];
  #begun = '';
  #pasted: string | undefined;
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
    this.#complete();
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
    const goesOn = this.#onResponse ? /^[[O\]]/ : /^[[O]/;
    if (this.#begun === '\x1b' && !goesOn.test(text)) this.#complete(); // another key: alt has no meaning here
    this.#callOff();
    if (this.#pasted !== undefined) {
      this.#paste(text);
      return;
    }
    const all = this.#begun + text;
    this.#begun = (this.#onResponse && responseBegun.exec(all)?.[0]) || (begun.exec(all)?.[0] ?? '');
    this.#queue(all.slice(0, all.length - this.#begun.length));
    if (this.#begun !== '') this.#callOff = this.#later(restWithin, this.#complete);
  };

  /** Ends a sequence that has begun. */
  #complete = (): void => {
    this.#callOff();
    const whole = this.#begun;
    this.#begun = '';
    if (!this.#onResponse || !/^\x1b\]1/.test(whole)) this.#queue(whole); // half a response is not a key either
  };

  /** Collects a paste up to its end, or until nothing more comes. */
  #paste(text: string): void {
    const all = `${this.#pasted ?? ''}${text}`;
    const end = all.indexOf(paste.ends);
    if (end < 0) {
      this.#pasted = all;
      this.#callOff = this.#later(paste.rest, () => this.#paste(paste.ends));
      return;
    }
    this.#pasted = undefined;
    this.#waiting.push(paste.begins + all.slice(0, end));
    this.#give();
    if (end + paste.ends.length < all.length) this.#onData(all.slice(end + paste.ends.length));
  }

  #queue(text: string): void {
    const at = text.indexOf(paste.begins);
    if (at >= 0 && this.#bracketedPaste) {
      this.#queue(text.slice(0, at));
      this.#paste(text.slice(at + paste.begins.length));
      return;
    }
    if (this.#bracketedPaste && text.length > longestBurst && unmarkedPaste.test(text)) {
      this.#paste(text + paste.ends);
      return;
    }
    const all: string[] = text.replace(/\r?\n/g, '\r').match(key) ?? []; // a pasted end of line is an enter
    for (const sequence of all) if (!this.#isResponse(sequence)) this.#waiting.push(sequence);
    this.#give();
  }

  #isResponse(sequence: string): boolean {
    const colour = backgroundResponse.exec(sequence)?.[1];
    if (colour === undefined || !this.#onResponse) return false;
    this.#onResponse(colour);
    this.#onResponse = undefined;
    return true;
  }

  /** Earlier keys are handled before the end. */
  #over = (): void => {
    this.#complete();
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

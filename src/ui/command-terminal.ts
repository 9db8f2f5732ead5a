// The terminal of a command that runs in a dialog: its output as lines of text, and keys as its input.
import { PassThrough, Writable } from 'node:stream';
import type { ReceiptRole } from '../text/receipt.js';
import { paste } from './key-parser.js';
import type { CommandScreen } from './state/core/state.js';

/** The streams of the command, and the signal that interrupts it. */
export interface CommandStreams {
  readonly stdin: NodeJS.ReadableStream & { isTTY: boolean };
  readonly stdout: NodeJS.WritableStream & { isTTY: boolean; columns: number };
  readonly stderr: NodeJS.WritableStream & { isTTY: boolean; columns: number };
  readonly signal: AbortSignal;
  /** Prints a line of the application itself, with control characters escaped by the dialog. */
  print(line: string): void;
  /** Keeps what is about to be confirmed: a change, or one that moves value. */
  confirms(effect: 'service' | 'money'): void;
  /** Keeps what the next line, of a receipt, is about. */
  receiptPart(part: ReceiptRole | undefined): void;
  /** Shows the request whose response is waited for. */
  requests(request: string | undefined): void;
}

/** The number of lines that are kept. */
const maxLines = 2000;
/** A control sequence (CSI, OSC, or an escape with one character), or one character. */
const part = /\x1b(?:\[[0-?]*[ -/]*[@-~]|\][^\x07\x1b]*(?:\x07|\x1b\\)?|[^[\]])|./gsu;
const eraseLine = /^\x1b\[[02]?K$/;
/** The cancelling reply of prompts that read whole lines (`plain-dialogue.ts`). */
const cancels = '.';

/**
 * A terminal without a screen, for prompts of plain lines: text, line feeds, carriage returns, backspaces. Keys count
 * only while the command reads, so nobody replies before the question.
 */
export class CommandTerminal {
  readonly streams: CommandStreams;
  readonly #input: PassThrough & { isTTY: boolean };
  readonly #abort = new AbortController();
  readonly #onChange: () => void;
  #lines: string[] = [''];
  #parts: (ReceiptRole | undefined)[] = [undefined];
  #effect: 'service' | 'money' | undefined;
  #column = 0;
  #typing = '';
  #isRaw = false;
  #request: string | undefined;

  /** @param onChange called after each change; the screen is then read anew */
  constructor(columns: number, onChange: () => void) {
    this.#onChange = onChange;
    this.#input = Object.assign(new PassThrough(), {
      isTTY: true,
      setRawMode: (isRaw: boolean) => {
        this.#isRaw = isRaw;
        this.#typing = '';
        onChange();
      },
      ref: () => {},
      unref: () => {},
    });
    for (const event of ['pause', 'resume']) this.#input.on(event, onChange);
    const output = () =>
      Object.assign(
        new Writable({
          write: (chunk, _, done) => {
            this.#write(String(chunk));
            done();
          },
          decodeStrings: true,
        }),
        { isTTY: true, columns },
      );
    this.streams = {
      stdin: this.#input,
      stdout: output(),
      stderr: output(),
      signal: this.#abort.signal,
      print: (line) => this.#write(`${line}\n`),
      confirms: (effect) => {
        this.#effect = effect;
        onChange();
      },
      receiptPart: (part) => {
        this.#parts[this.#parts.length - 1] = part;
      },
      requests: (request) => {
        this.#request = request;
        onChange();
      },
    };
  }

  get screen(): CommandScreen {
    return {
      lines: [...this.#lines],
      parts: [...this.#parts],
      effect: this.#effect,
      typing: this.#typing,
      isReading: this.#isReading,
      request: this.#request,
    };
  }
  get #isReading(): boolean {
    return (
      this.#isRaw ||
      (!this.#input.isPaused() && this.#input.listenerCount('data') + this.#input.listenerCount('readable') > 0)
    );
  }

  /** Types a key by its name, or a paste; Ctrl-C interrupts a command that reads nothing. */
  type(key: string): void {
    if (key === 'ctrl-c' && !this.#isRaw) this.interrupt();
    else if (!this.#isReading) return;
    else if (this.#isRaw) this.#input.write(sequenceOf(key));
    else this.#edit(key);
    this.#onChange();
  }

  /** Interrupts the command, as a first Ctrl-C does. */
  interrupt(): void {
    this.#abort.abort('SIGINT');
  }
  /** Ends the input. */
  close(): void {
    this.#input.end();
  }

  /** Edits the line that is typed; enter sends it. */
  #edit(key: string): void {
    if (key === 'enter') this.#send(this.#typing);
    else if (key === 'esc') this.#send(cancels);
    else if (key === 'backspace') this.#typing = [...this.#typing].slice(0, -1).join('');
    else if (key === 'ctrl-u') this.#typing = '';
    else if (key === 'space') this.#typing += ' ';
    else if (key.startsWith(paste.begins)) this.#typing += key.slice(paste.begins.length).replace(/\p{Cc}+/gu, ' ');
    else if (/^\P{Cc}$/u.test(key)) this.#typing += key;
  }
  #send(line: string): void {
    this.#typing = '';
    this.#write(`${line}\n`);
    this.#input.write(`${line}\n`);
  }

  #write(text: string): void {
    for (const cell of text.match(part) ?? []) this.#put(cell);
    if (this.#lines.length > maxLines) {
      this.#lines = this.#lines.slice(-maxLines);
      this.#parts = this.#parts.slice(-maxLines);
    }
    this.#onChange();
  }
  #put(cell: string): void {
    const last = this.#lines.length - 1;
    if (cell === '\n') {
      this.#lines.push('');
      this.#parts.push(undefined);
      this.#column = 0;
    } else if (cell === '\r') this.#column = 0;
    else if (cell === '\b') this.#column = Math.max(0, this.#column - 1);
    else if (eraseLine.test(cell)) this.#lines[last] = this.#lines[last]!.slice(0, this.#column);
    else if (!cell.startsWith('\x1b') && cell !== '\x07') {
      const line = this.#lines[last]!;
      this.#lines[last] =
        line.slice(0, this.#column) + (cell === '\t' ? '  ' : cell) + line.slice(this.#column + cell.length);
      this.#column += cell === '\t' ? 2 : cell.length;
    }
  }
}

const sequences: Readonly<Record<string, string>> = {
  enter: '\r',
  esc: '\x1b',
  space: ' ',
  backspace: '\x7f',
  tab: '\t',
  'ctrl-c': '\x03',
  'ctrl-d': '\x04',
};
/** The sequence of a key; a paste has its marks, so that the command can tell it from typing. */
function sequenceOf(key: string): string {
  if (key.startsWith(paste.begins)) return `${key}${paste.ends}`;
  return sequences[key] ?? (/^\P{Cc}$/u.test(key) ? key : '');
}

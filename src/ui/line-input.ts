// Lines that the terminal itself edits and echoes; released while a question has the terminal.
import { createInterface, type Interface } from 'node:readline';
import type { Stage } from '../text/dialogue.js';

export interface LineInput {
  /** Prints the prompt and returns the next line; undefined at the end of input, or by the stage's signal. */
  next(prompt: string): Promise<string | undefined>;
  /** The prompt of the awaited line. */
  readonly asked: string | undefined;
  /** Ends the input: this line and all others are undefined. */
  end(): void;
  /** Releases the terminal. Lines read ahead are dropped: they do not reply to the next question. */
  release(): void;
}

/** The lines of a terminal. */
export function lineInput({ stdin, stdout: screen, signal }: Stage): LineInput {
  let reader: Interface | undefined;
  let ahead: string[] = [];
  let over = false;
  let promptNow = '';
  let take: ((line: string | undefined) => void) | undefined;
  const taken = (line: string | undefined) => {
    const waiting = take;
    take = undefined;
    waiting?.(line);
  };
  const ended = () => {
    over = true;
    taken(undefined);
  };
  const open = () => {
    stdin.ref?.(); // an earlier question may have released it
    reader = createInterface({ input: stdin, terminal: false });
    reader.on('line', (line) => (take ? taken(line) : ahead.push(line)));
    reader.once('close', ended);
  };
  return {
    get asked() {
      return take && promptNow;
    },
    end: ended,
    next(prompt) {
      promptNow = prompt;
      screen.write(prompt);
      const line = ahead.shift();
      if (line !== undefined) screen.write('\n'); // its echo is further up
      if (line !== undefined || over || signal?.aborted || !stdin.readable) return Promise.resolve(line);
      if (!reader) open();
      return new Promise((settle) => {
        const stop = () => taken(undefined);
        signal?.addEventListener('abort', stop, { once: true });
        take = (line) => {
          signal?.removeEventListener('abort', stop);
          settle(line);
        };
      });
    },
    release() {
      ahead = [];
      reader?.removeAllListeners('line').off('close', ended); // its own listeners release the terminal
      reader?.close();
      reader = undefined;
      stdin.pause();
    },
  };
}

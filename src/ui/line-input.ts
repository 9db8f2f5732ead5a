// Lines as the terminal itself edits and echoes them, one after the other; let go of while something else asks.
import { createInterface, type Interface } from 'node:readline';
import type { Stage } from '../text/dialogue.js';

export interface LineInput {
  /** The next line, once the prompt is written; undefined at the end of input, or when the stage's signal ends it. */
  next(prompt: string): Promise<string | undefined>;
  /** The prompt that waits for a line now. */
  readonly asked: string | undefined;
  /** Ends the input: the line that is waited for, and any further one, is undefined. */
  end(): void;
  /** Lets go of the terminal. What was read ahead is dropped: it was no reply to what asks now. */
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
    stdin.ref?.(); // an earlier question may have let go of it
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
      if (line !== undefined) screen.write('\n'); // its echo stands further up
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
      reader?.removeAllListeners('line').off('close', ended); // its own are what lets go of the terminal
      reader?.close();
      reader = undefined;
      stdin.pause();
    },
  };
}

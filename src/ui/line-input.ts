// The lines of a conversation, read key by key: what is typed is known, so that other lines can be printed above it.

import type { Stage } from '../text/dialogue.js';
import { keyLine } from './key-line.js';

export interface LineInput {
  /**
   * Prints the prompt and returns the next line; undefined at the end of input, after ctrl-c, or by the stage's signal.
   */
  next(prompt: string): Promise<string | undefined>;
  /** The prompt of the awaited line, with what is typed behind it. */
  readonly asked: string | undefined;
  /** Whether ctrl-c has ended the input. */
  readonly interrupted: boolean;
  /** Ends the input: this line and all others are undefined. */
  end(): void;
}

/** The lines of a terminal. Between two lines the terminal is as it was: a question or a command may use it. */
export function lineInput(stage: Stage): LineInput {
  const { stdin, stdout: screen, signal } = stage;
  const ending = new AbortController();
  const over = signal ? AbortSignal.any([signal, ending.signal]) : ending.signal;
  const echo = stdin.setRawMode !== undefined; // another stream echoes by itself, or not at all
  let question: (() => string) | undefined;
  let interrupted = false;
  return {
    get asked() {
      return question?.();
    },
    get interrupted() {
      return interrupted;
    },
    end: () => ending.abort(),
    async next(prompt) {
      if (over.aborted || !stdin.readable) {
        screen.write(prompt);
        return undefined;
      }
      const reply = await keyLine(
        { ...stage, signal: over },
        {
          prompt: () => screen.write(prompt),
          echo,
          stays: true,
          typing: (line) => {
            question = () => `${prompt}${echo ? line() : ''}`;
          },
        },
      );
      question = undefined;
      if ('line' in reply) {
        if (echo) screen.write('\n');
        return reply.line;
      }
      interrupted = 'left' in reply && reply.interrupted === true;
      return undefined;
    },
  };
}

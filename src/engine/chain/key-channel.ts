// The pipe between the program and the process that uses keys: a request and its answer are one line of JSON each.

import type { Duplex } from 'node:stream';
import { interrupted, LocalFailure } from '../../services/http/errors.js';
import type { KeyAnswer, KeyRequest, KeyService } from './key-messages.js';

/** Calls `use` for each line of a stream. */
export function onLines(stream: Duplex, use: (line: string) => void): void {
  let text = '';
  stream.setEncoding('utf8').on('data', (part: string) => {
    const lines = (text + part).split('\n');
    text = lines.pop()!;
    for (const line of lines) use(line);
  });
}

/** A pipe of a process: it keeps this one running only while an answer is awaited. */
export type Pipe = Duplex & { ref?(): unknown; unref?(): unknown };

/**
 * Sends requests over a pipe, whose answers come in the same order. The end of the pipe ends the process.
 * `answer` throws {LocalFailure} KEY_PROCESS_ENDED; {Failure} INTERRUPTED as soon as the run is stopped, which ends the pipe.
 */
export function pipedKeys(pipe: Pipe, isStopped: () => boolean, signal?: AbortSignal): KeyService {
  const waiting: ((answer: KeyAnswer | undefined) => void)[] = [];
  const end = () => {
    for (const resolve of waiting.splice(0)) resolve(undefined);
  };
  const close = () => {
    signal?.removeEventListener('abort', close);
    pipe.destroy();
    end();
  };
  signal?.addEventListener('abort', close);
  onLines(pipe, (line) => {
    const [resolve, answer] = [waiting.shift(), answerIn(line)];
    resolve?.(answer);
    if (!resolve || !answer) close(); // such lines are not of the process that was started
  });
  pipe.on('error', close).on('end', close).on('close', close);
  return {
    async answer(request: KeyRequest) {
      const answer = await new Promise<KeyAnswer | undefined>((resolve) => {
        if (pipe.destroyed) return resolve(undefined);
        pipe.ref?.();
        waiting.push(resolve);
        pipe.write(`${JSON.stringify(request)}\n`);
      });
      if (waiting.length === 0) pipe.unref?.();
      if (answer) return answer;
      throw isStopped() ? interrupted() : processEnded();
    },
    close,
  };
}

function answerIn(line: string): KeyAnswer | undefined {
  try {
    return JSON.parse(line) as KeyAnswer;
  } catch {
    return undefined;
  }
}

/** The failure for a process that uses keys and has ended, or did not start. */
export const processEnded = (cause?: unknown): LocalFailure =>
  new LocalFailure(
    'KEY_PROCESS_ENDED',
    'The process that uses the key has ended or did not start; nothing was signed.',
    'Run it again.',
    cause,
  );

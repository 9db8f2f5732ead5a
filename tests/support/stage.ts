// Streams in memory that look like a terminal, for prompts and screens that are mounted on them.
import { EventEmitter } from 'node:events';
import { PassThrough, Writable } from 'node:stream';
import { inTime } from './limit.js';

interface StageOptions {
  readonly columns?: number;
  readonly rows?: number;
  readonly env?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
}

/** A terminal: what is typed into it, what was written to it and to the stream beside it, whether it was in raw mode. */
export function stage({ columns = 80, rows = 24, env = {}, signal }: StageOptions = {}) {
  const raw: boolean[] = [];
  const written = new EventEmitter();
  const output = () => {
    const stream = Object.assign(
      new Writable({
        write(chunk, _, done) {
          stream.text += String(chunk);
          setImmediate(done);
          setImmediate(() => written.emit('written'));
        },
      }),
      { text: '', isTTY: true, columns, rows },
    );
    return stream;
  };
  const stdin = Object.assign(new PassThrough(), { isTTY: true, setRawMode: (on: boolean) => raw.push(on) });
  const stdout = output();
  const aside = Object.assign(output(), { isTTY: false });
  /** Waits until what was written fulfils a condition: at each text that is written. */
  const until = async (condition: () => boolean) => {
    while (!condition()) {
      const next = new Promise<void>((on) => written.once('written', on));
      await inTime(next, () => `${condition}: ${JSON.stringify(stdout.text)}`);
    }
  };
  return {
    ...{ stdin, stdout, aside, raw, until },
    env: { LANG: 'C.UTF-8', ...env },
    ...(signal ? { signal } : {}),
    shows: (text: string) => until(() => stdout.text.includes(text)),
  };
}

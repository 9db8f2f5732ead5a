// Runs the whole program in-process on an in-memory terminal with a fake clock; its requests go to a real server on the loopback interface.
import { syncBuiltinESMExports } from 'node:module';
import { PassThrough, Writable } from 'node:stream';
import timers from 'node:timers/promises';
import xterm from '@xterm/headless';
import { onTestFinished, vi } from 'vitest';
import { run } from '../../src/main.js';

/** A running program. Every time is of the fake clock. */
export interface RunningProgram {
  /** Types characters; a special key is its terminal sequence. */
  press(typed: string): Promise<void>;
  /** Advances the clock, in steps that leave time for requests and responses. For a long time the terminal is too small to draw on, which is faster. */
  advance(milliseconds: number): Promise<void>;
  /** Waits until the screen matches, at most 30 seconds. @throws {Error} with the screen where it does not */
  until(pattern: RegExp): Promise<void>;
  /** The text on the screen. */
  text(): string;
  /** Whether the terminal is in raw mode. */
  raw(): boolean;
  /** All that was written since the start. */
  written(): string;
  /** Stops the program as a signal of the system does. */
  stop(signal: NodeJS.Signals): void;
  /** The exit code, for which it waits five seconds; undefined where the program has not ended then. */
  ended(): Promise<number | undefined>;
}

/** Installs a clock that only `advance` moves, for the timers and clocks of the process: timers, their promises, Date, the monotonic clock. */
function programClock(now: number): void {
  const { setTimeout: original } = timers;
  const fake = (milliseconds = 0, value?: unknown, { signal }: { readonly signal?: AbortSignal } = {}) =>
    new Promise((resolve, reject) => {
      const abort = () => {
        clearTimeout(timer);
        reject(Object.assign(new Error('The operation was aborted'), { name: 'AbortError', code: 'ABORT_ERR' }));
      };
      const timer = setTimeout(() => {
        signal?.removeEventListener('abort', abort);
        resolve(value);
      }, milliseconds);
      if (signal?.aborted) abort();
      else signal?.addEventListener('abort', abort, { once: true });
    });
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date', 'performance', 'hrtime'], now });
  timers.setTimeout = fake as typeof original;
  syncBuiltinESMExports();
  onTestFinished(() => {
    timers.setTimeout = original;
    syncBuiltinESMExports();
    vi.useRealTimers();
  });
}

const { setTimeout: realTimeout } = globalThis;
/** Waits for other work of the process, such as loading a module. @param milliseconds of real time */
const rest = (milliseconds: number) => new Promise((resolve) => realTimeout(resolve, milliseconds));
/** Turns of the event loop that a request on the loopback interface and its response may take. */
const turns = async (count: number) => {
  for (let turn = 0; turn < count; turn++) await new Promise((resolve) => setImmediate(resolve));
};
const step = 1000; // milliseconds

/** Starts the program in this home. @param pending how many requests the server has yet to answer; they are waited for before the clock moves on */
export async function program(
  argv: readonly string[],
  {
    home,
    pending = () => 0,
    now = Date.parse('2026-11-20T06:00:00Z'),
  }: { readonly home: string; readonly pending?: () => number; readonly now?: number },
): Promise<RunningProgram> {
  programClock(now);
  const size = { columns: 120, rows: 36 };
  const screen = new xterm.Terminal({ cols: size.columns, rows: size.rows, allowProposedApi: true });
  let written = '';
  const outputs: (Writable & typeof size)[] = [];
  const resize = (to: typeof size) => {
    for (const one of outputs) Object.assign(one, to).emit('resize');
  };
  const output = () => {
    const stream = Object.assign(
      new Writable({
        write(chunk, _, done) {
          written += String(chunk);
          screen.write(String(chunk), done);
        },
      }),
      { isTTY: true, ...size },
    );
    outputs.push(stream);
    return stream;
  };
  const text = () => {
    const { active } = screen.buffer;
    return Array.from({ length: size.rows }, (_, at) => active.getLine(at)?.translateToString(true).trimEnd() ?? '').join('\n');
  };
  let raw = false;
  const stdin = Object.assign(new PassThrough(), {
    isTTY: true,
    setRawMode: (isRaw: boolean) => {
      raw = isRaw;
    },
  });
  const stop = new AbortController();
  let code: number | undefined;
  run(argv, {
    ...{ stdin, stdout: output(), stderr: output(), home, cwd: home, version: '0.0.0-test' },
    env: { TUK_HOME: home, LANG: 'C.UTF-8', COLORFGBG: '15;0', TERM: 'xterm' },
    clock: { now: () => Date.now() },
    signal: stop.signal,
    stopped: () => stop.signal.aborted,
  }).then((ended) => {
    code = ended;
  });
  const settle = async () => {
    await turns(8);
    for (let tries = 0; pending() > 0 && tries < 1000; tries++) await turns(2);
    await turns(8);
  };
  const advance = async (milliseconds: number) => {
    const isLong = milliseconds > 20_000;
    if (isLong) resize({ columns: 20, rows: 5 });
    for (let left = milliseconds; left > 0; left -= step) {
      await vi.advanceTimersByTimeAsync(Math.min(step, left));
      await settle();
    }
    if (!isLong) return;
    resize(size);
    await vi.advanceTimersByTimeAsync(200);
    await settle();
  };
  for (let tries = 0; tries < 3000 && (!raw || !/\S/.test(text())) && code === undefined; tries++) {
    await rest(10); // modules are loaded
    await advance(1);
  }
  return {
    advance,
    raw: () => raw,
    written: () => written,
    async ended() {
      for (let tries = 0; tries < 100 && code === undefined; tries++) {
        await rest(2); // what an exit loads
        await advance(50);
      }
      return code;
    },
    stop: (signal) => stop.abort(signal),
    text,
    async until(pattern) {
      for (let tries = 0; tries < 600 && !pattern.test(text()); tries++) {
        await rest(2);
        await advance(50);
      }
      if (!pattern.test(text())) throw new Error(`never saw ${pattern}:\n${text()}`);
    },
    async press(typed) {
      stdin.write(typed);
      await settle();
      await advance(100);
    },
  };
}

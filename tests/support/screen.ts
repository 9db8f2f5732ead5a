// Runs the application, or the whole program, in this process: on a terminal in memory, with a clock that only the test moves.
import { syncBuiltinESMExports } from 'node:module';
import { PassThrough, Writable } from 'node:stream';
import timers from 'node:timers/promises';
import xterm from '@xterm/headless';
import { onTestFinished, vi } from 'vitest';
import { groupScreens } from '../../src/commands/app/boards.js';
import { homePanes } from '../../src/commands/app/home-panes.js';
import { run } from '../../src/main.js';
import { type ApplicationDependencies, openApplication } from '../../src/ui/application.js';
import type { Exit } from '../../src/ui/screen.js';
import { sleep } from './fake-time.js';
import { stubTransport } from './stub-transport.js';
import { now as start } from './time.js';

interface Size {
  readonly columns: number;
  readonly rows: number;
}
/** What runs on the terminal. Every time is of the fake clock. */
interface RunningScreen {
  /** Types characters; a special key is its terminal sequence. */
  press(typed: string): Promise<void>;
  /** Advances the clock, and lets requests and responses pass. For a long time the terminal is too small to draw on, which is faster. */
  advance(milliseconds: number): Promise<void>;
  /** Advances the clock until the screen matches, by half a minute at most. @throws {Error} with the screen if it does not */
  until(pattern: RegExp): Promise<void>;
  /** The text on the screen. */
  text(): string;
  /** All that was written since the start. */
  written(): string;
  /** The text of every frame drawn since the last call. */
  frames(): string;
  /** Whether the terminal is in raw mode. */
  raw(): boolean;
  resize(columns: number, rows: number): void;
}
/** The application over stubs. */
export interface RunningApplication extends RunningScreen {
  /** How it ended. */
  readonly exited: Promise<Exit>;
}
/** The whole program. */
export interface RunningProgram extends RunningScreen {
  /** Stops it as a signal of the system does. */
  stop(signal: NodeJS.Signals): void;
  /** The exit code, for which it waits five seconds; undefined if it has not ended then. */
  ended(): Promise<number | undefined>;
}

/** The time of the fake clock, epoch milliseconds. */
export const clockNow = (): number => Date.now();
/** Waits on the fake clock. */
export const clockRest = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Installs a clock that only `advance` moves, for the timers and clocks of the process: timers, their promises, Date, the monotonic clock. */
export function fakeClock(now = start): void {
  const { setTimeout: original } = timers;
  vi.useFakeTimers({
    toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date', 'performance', 'hrtime'],
    now: now - 1,
  });
  vi.advanceTimersByTime(1); // a monotonic clock of 0 is none
  timers.setTimeout = sleep as typeof original;
  syncBuiltinESMExports();
  onTestFinished(() => {
    timers.setTimeout = original;
    syncBuiltinESMExports();
    vi.useRealTimers();
  });
}

const turns = async (count: number) => {
  for (let turn = 0; turn < count; turn++) await new Promise((resolve) => setImmediate(resolve));
};
/** Whether a file is read or a thread works for this process. A request to a server of this process takes a few turns of the event loop only. */
const isBusy = () => process.getActiveResourcesInfo().some((kind) => /^FSReq|Job$|GetAddrInfo/.test(kind));
/** Lets pass what waits for no timer. @param pending how many requests a server has yet to answer */
async function settled(pending: () => number): Promise<void> {
  await turns(8);
  while (isBusy() || pending() > 0) await turns(2);
  await turns(8);
}

/** The terminal: its streams, what it shows, and keys. */
export function emulator(size: Size) {
  let { columns, rows } = size;
  const screen = new xterm.Terminal({ cols: columns, rows, allowProposedApi: true });
  const text = () => {
    const { active } = screen.buffer;
    return Array.from({ length: rows }, (_, at) => active.getLine(at)?.translateToString(true).trimEnd() ?? '').join(
      '\n',
    );
  };
  let written = '';
  let frames: string[] = [];
  let raw = false;
  const outputs: Writable[] = [];
  const output = () => {
    const stream = new Writable({
      write(chunk, _, done) {
        written += String(chunk);
        screen.write(String(chunk), () => {
          frames.push(text());
          done();
        });
      },
    });
    outputs.push(stream);
    return Object.assign(stream, { isTTY: true as const, columns, rows });
  };
  const stdin = Object.assign(new PassThrough(), {
    isTTY: true as const,
    setRawMode: (isRaw: boolean) => {
      raw = isRaw;
    },
  });
  const report = (to: Size) => {
    for (const one of outputs) Object.assign(one, to).emit('resize');
  };
  return {
    ...{ stdin, output, screen },
    /** Makes the terminal too small to draw on, and as large as it was. */
    small: () => report({ columns: 20, rows: 5 }),
    whole: () => report({ columns, rows }),
    shown: {
      ...{ text, raw: () => raw, written: () => written },
      frames() {
        const all = frames.join('\n\f\n');
        frames = [];
        return all;
      },
      resize(toColumns: number, toRows: number) {
        [columns, rows] = [toColumns, toRows];
        screen.resize(columns, rows);
        report({ columns, rows });
      },
    },
  };
}
/** From how long a time on nothing is drawn meanwhile. */
const long = 20_000;
const environment = { LANG: 'C.UTF-8', COLORFGBG: '15;0', TERM: 'xterm' };

/** Opens the application over these stubs. Call `fakeClock` first. */
export async function renderApplication(
  reads: Partial<ApplicationDependencies>,
  { columns = 80, rows = 24, signal }: Partial<Size> & { readonly signal?: AbortSignal } = {},
): Promise<RunningApplication> {
  const { stdin, output, shown, small, whole } = emulator({ columns, rows });
  const unexpected = () => Promise.reject(new Error('not part of this test'));
  const over = new AbortController();
  const terminal = {
    ...{ stdin, stdout: output(), env: environment },
    signal: signal ? AbortSignal.any([signal, over.signal]) : over.signal,
  };
  const options: ApplicationDependencies = {
    ...{ head: { profile: 'one' }, signedIn: true, groups: groupScreens, panes: homePanes, suffix: '' },
    ...{ load: unexpected, fields: unexpected, who: async () => undefined, commands: async () => [] },
    ...{
      beside: unexpected,
      enterSandbox: unexpected,
      watch: unexpected,
      run: unexpected,
      output: unexpected,
      ask: unexpected,
    },
    ...{ checkOwner: async () => false, onOwner: () => {}, onSession: () => {} },
    ...reads,
  };
  const exited = openApplication(terminal as unknown as Parameters<typeof openApplication>[0], options);
  onTestFinished(async () => {
    over.abort();
    await exited;
  });
  const advance = async (milliseconds: number) => {
    if (milliseconds > long) small();
    await vi.advanceTimersByTimeAsync(milliseconds);
    await turns(20);
    if (milliseconds <= long) return;
    whole();
    await advance(200);
  };
  await turns(20);
  await advance(200); // for the query of the background colour and the first frame
  return {
    ...shown,
    ...{ advance, exited, until: (pattern) => untilShown(shown.text, pattern, () => advance(50)) },
    async press(typed) {
      stdin.write(typed);
      await turns(20);
      await advance(100);
    },
  };
}

interface ProgramOptions {
  readonly home: string;
  readonly env?: Readonly<Record<string, string>>;
  /** 120 columns and 36 rows, if not told otherwise. */
  readonly size?: Size;
  /** How many requests the server has yet to answer; they are waited for before the clock moves on. */
  readonly pending?: () => number;
  readonly now?: number;
}
const step = 1000; // milliseconds

/** Starts the program in this home. */
export async function program(
  argv: readonly string[],
  { home, env = {}, size = { columns: 120, rows: 36 }, pending = () => 0, now = start }: ProgramOptions,
): Promise<RunningProgram> {
  fakeClock(now);
  const { stdin, output, shown, small, whole } = emulator(size);
  const stop = new AbortController();
  let code: number | undefined;
  run(argv, {
    ...{ stdin, stdout: output(), stderr: output(), home, cwd: home, version: '0.0.0-test' },
    ...{ env: { ...environment, TUK_HOME: home, ...env }, clock: { now: clockNow }, transport: stubTransport },
    ...{ signal: stop.signal, stopped: () => stop.signal.aborted },
  }).then((ended) => {
    code = ended;
  });
  const advance = async (milliseconds: number) => {
    if (milliseconds > long) small();
    for (let left = milliseconds; left > 0; left -= step) {
      await vi.advanceTimersByTimeAsync(Math.min(step, left));
      await settled(pending);
    }
    if (milliseconds <= long) return;
    whole();
    await vi.advanceTimersByTimeAsync(200);
    await settled(pending);
  };
  /** Lets pass what waits for no timer, the loading of modules too, and then a little time. */
  const wait = async (milliseconds: number) => {
    await vi.dynamicImportSettled();
    await advance(milliseconds);
  };
  const ended = async () => {
    for (let tries = 0; tries < 100 && code === undefined; tries++) await wait(50);
    return code;
  };
  onTestFinished(async () => {
    stop.abort('SIGTERM');
    await ended();
  });
  const isReady = () => (shown.raw() && /\S/.test(shown.text())) || /command:\s*$/.test(shown.text());
  for (let tries = 0; tries < 3000 && !isReady() && code === undefined; tries++) await wait(1);
  return {
    ...shown,
    ...{ advance, ended, until: (pattern) => untilShown(shown.text, pattern, () => wait(50)) },
    stop: (signal) => stop.abort(signal),
    async press(typed) {
      stdin.write(typed);
      await settled(pending);
      await wait(100);
    },
  };
}

/** Waits step by step until a screen matches. */
async function untilShown(text: () => string, pattern: RegExp, wait: () => Promise<void>): Promise<void> {
  for (let tries = 0; tries < 600 && !pattern.test(text()); tries++) await wait();
  if (!pattern.test(text())) throw new Error(`never saw ${pattern}:\n${text()}`);
}

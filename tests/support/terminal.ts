// The built program in a pseudo-terminal, read through a terminal emulator.
import { mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import * as pty from '@lydell/node-pty';
import xterm from '@xterm/headless';
import { afterFile } from './cleanup.js';

interface Size {
  /** Columns, 80 if none are given, and rows, 24. */
  readonly cols?: number;
  readonly rows?: number;
}
interface Given extends Size {
  /** The person's home, where the program starts; `homeWith` of processes.ts makes one that is signed in elsewhere. */
  readonly home: string;
  readonly env?: Readonly<Record<string, string>>;
}
/** A terminal with a program in it. */
export interface Terminal {
  /** Types these characters; a key is what a terminal sends for it, as in `keys`. */
  press(keys: string): void;
  /** The lines that are on the screen now, ends trimmed. */
  text(): Promise<string[]>;
  /** All lines since the start, also those that have scrolled away. */
  all(): Promise<string[]>;
  /** Waits until what is on the screen matches and gives it; throws with the screen when it does not in time. */
  until(seen: RegExp, ms?: number): Promise<string>;
  /** How the program ended, once all it wrote is on the screen. */
  readonly exited: Promise<{ readonly exitCode: number; readonly signal: number }>;
  resize(cols: number, rows: number): void;
  /** Ends this program and no other; SIGKILL unless another signal is named. */
  kill(signal?: NodeJS.Signals): void;
  /** Which screen is shown: an application takes the alternate one and gives it back. */
  buffer(): 'normal' | 'alternate';
  /** Every byte that the program wrote, as text. */
  written(): string;
}
/** What a terminal sends for keys that are no characters. */
export const keys = {
  up: '\x1b[A',
  down: '\x1b[B',
  left: '\x1b[D',
  right: '\x1b[C',
  enter: '\r',
  esc: '\x1b',
  backspace: '\x7f',
  ctrlC: '\x03',
  ctrlD: '\x04',
};

const bin = path.resolve(import.meta.dirname, '../../bin/tuk.cjs');

/** The built `tuk` in a terminal of its own. */
export function terminal(argv: readonly string[], { home, env = {}, ...size }: Given): Terminal {
  mkdirSync(home, { recursive: true });
  return inTerminal([bin, ...argv], { ...size, cwd: home, env: { TUK_HOME: home, ...env } });
}

/** Node with these arguments in a terminal. */
export function inTerminal(
  argv: readonly string[],
  {
    cols = 80,
    rows = 24,
    cwd = tmpdir(),
    env = {},
  }: Size & { readonly cwd?: string; readonly env?: Readonly<Record<string, string>> } = {},
): Terminal {
  const screen = new xterm.Terminal({ cols, rows, allowProposedApi: true, scrollback: 1000 });
  const child = pty.spawn(process.execPath, [...argv], {
    cols,
    rows,
    cwd,
    env: { ...outside(), TERM: 'xterm-256color', LANG: 'C.UTF-8', ...env },
  });
  let written = '';
  child.onData((data) => {
    written += data;
    screen.write(data);
  });
  let isOver = false;
  const exited = new Promise<{ exitCode: number; signal: number }>((over) => {
    child.onExit(({ exitCode, signal = 0 }) => {
      isOver = true;
      over({ exitCode, signal });
    });
  });
  const drawn = () => new Promise<void>((parsed) => screen.write('', parsed));
  const lines = async (from: 'start' | 'screen') => {
    await drawn();
    const { active } = screen.buffer;
    const first = from === 'start' ? 0 : active.viewportY;
    return Array.from(
      { length: active.length - first },
      (_, at) =>
        active
          .getLine(first + at)
          ?.translateToString(true)
          .trimEnd() ?? '',
    );
  };
  const started: Terminal = {
    press: (typed) => child.write(typed),
    text: () => lines('screen'),
    all: () => lines('start'),
    async until(seen, ms = 10_000) {
      const end = performance.now() + ms;
      for (;;) {
        const text = (await lines('screen')).join('\n').trimEnd();
        if (seen.test(text)) return text;
        if (performance.now() > end) throw new Error(`never saw ${seen}:\n${text}`);
        await pause(5);
      }
    },
    exited,
    resize(wide, high) {
      screen.resize(wide, high);
      child.resize(wide, high);
    },
    kill: (signal = 'SIGKILL') => child.kill(signal),
    buffer: () => screen.buffer.active.type,
    written: () => written,
  };
  afterFile(() => {
    if (!isOver) started.kill();
    return exited;
  });
  return started;
}

/** The environment of the tests without what would change the program: CI (Ink draws nothing there), colours, TUK_*, proxies, locale. */
function outside(): Record<string, string> {
  const changing = /^(CI|CONTINUOUS_INTEGRATION|NO_COLOR|FORCE_COLOR|COLUMNS|LINES|ACCESSIBLE|INK_.*|TUK_.*|.*_PROXY|LC_.*|NODE_OPTIONS)$/i;
  return Object.fromEntries(
    Object.entries(process.env).filter((one): one is [string, string] => one[1] !== undefined && !changing.test(one[0])),
  );
}

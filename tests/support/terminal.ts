// Runs the built program in a pseudo-terminal and reads the screen through a terminal emulator.
import { mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import * as pty from '@lydell/node-pty';
import xterm from '@xterm/headless';
import { expect } from 'vitest';
import { afterFile } from './cleanup.js';
import { inTime } from './limit.js';

interface Size {
  /** Columns (default 80) and rows (default 24). */
  readonly cols?: number;
  readonly rows?: number;
}
interface TerminalOptions extends Size {
  /** The home of the user and the working directory; `signedInHome` of processes.ts creates a signed-in one. */
  readonly home: string;
  readonly env?: Readonly<Record<string, string>>;
}
/** A terminal with a running program. */
export interface Terminal {
  /** Types these characters; special keys are in `keys`. */
  press(keys: string): void;
  /** The visible lines, right-trimmed. */
  text(): Promise<string[]>;
  /** All lines since the start, with the scrollback. */
  all(): Promise<string[]>;
  /** Waits until the screen matches and returns its text. @throws {Error} with the screen if the program ends before, or does not show it in time */
  until(pattern: RegExp): Promise<string>;
  /** The exit code and signal of the program, when its output is on the screen. */
  readonly exited: Promise<{ readonly exitCode: number; readonly signal: number }>;
  resize(cols: number, rows: number): void;
  /** Signals this program; SIGKILL by default. */
  kill(signal?: NodeJS.Signals): void;
  /** The active screen buffer: an application uses the alternate one and restores the normal one. */
  buffer(): 'normal' | 'alternate';
  /** The raw output of the program. */
  written(): string;
}
/** The sequences that a terminal sends for special keys. */
export const keys = {
  ...{ up: '\x1b[A', down: '\x1b[B', left: '\x1b[D', right: '\x1b[C', enter: '\r', esc: '\x1b', backspace: '\x7f' },
  ...{ ctrlC: '\x03', ctrlD: '\x04' },
};

const bin = path.resolve(import.meta.dirname, '../../bin/tuk.cjs');

/** Starts the built `tuk` in a new terminal. */
export function terminal(argv: readonly string[], { home, env = {}, ...size }: TerminalOptions): Terminal {
  mkdirSync(home, { recursive: true });
  return inTerminal([bin, ...argv], { ...size, cwd: home, env: { TUK_HOME: home, ...env } });
}

/** Starts Node, or another program, with these arguments in a new terminal. */
export function inTerminal(
  argv: readonly string[],
  {
    cols = 80,
    rows = 24,
    cwd = tmpdir(),
    env = {},
    program = process.execPath,
  }: Size & { readonly cwd?: string; readonly env?: Readonly<Record<string, string>>; readonly program?: string } = {},
): Terminal {
  const screen = new xterm.Terminal({ cols, rows, allowProposedApi: true, scrollback: 1000 });
  const child = pty.spawn(program, [...argv], {
    ...{ cols, rows, cwd },
    env: { ...cleanEnvironment(), TERM: 'xterm-256color', LANG: 'C.UTF-8', TUK_PAGER: 'cat', ...env },
  });
  let written = '';
  child.onData((data) => {
    written += data;
    screen.write(data);
  });
  let closed = false;
  const flushed = () => new Promise<void>((resolve) => screen.write('', resolve));
  const exited = new Promise<{ exitCode: number; signal: number }>((resolve) => {
    child.onExit(async ({ exitCode, signal = 0 }) => {
      closed = true;
      await flushed();
      resolve({ exitCode, signal });
    });
  });
  const lines = async (from: 'start' | 'screen') => {
    await flushed();
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
  const screenText = async () => (await lines('screen')).join('\n').trimEnd();
  const running: Terminal = {
    ...{ press: (typed) => child.write(typed), text: () => lines('screen'), all: () => lines('start') },
    until(pattern) {
      const shown = new Promise<string>((resolve, reject) => {
        const look = async () => {
          const text = await screenText();
          if (!pattern.test(text)) return;
          seen.dispose();
          resolve(text);
        };
        const seen = child.onData(look);
        look();
        exited
          .then(look)
          .then(async () => reject(new Error(`it ended without showing ${pattern}:\n${await screenText()}`)));
      });
      return inTime(shown, async () => `${pattern} on the screen:\n${await screenText()}`);
    },
    exited,
    resize(columns, height) {
      screen.resize(columns, height);
      child.resize(columns, height);
    },
    kill: (signal = 'SIGKILL') => child.kill(signal),
    buffer: () => screen.buffer.active.type,
    written: () => written,
  };
  afterFile(() => {
    if (!closed) running.kill();
    return exited;
  });
  return running;
}

/** Waits for the exit code, and expects that screen, cursor, paste marks, focus reports and mouse are as before. */
export async function ended(term: Terminal): Promise<number> {
  const { exitCode } = await term.exited;
  await term.text();
  expect(term.buffer()).toBe('normal');
  const written = term.written();
  for (const mode of ['2004', '1004', '1000', '1006', '1049'])
    expect(written.lastIndexOf(`\x1b[?${mode}l`), mode).toBeGreaterThan(written.lastIndexOf(`\x1b[?${mode}h`));
  expect(written.lastIndexOf('\x1b[?25h')).toBeGreaterThan(written.lastIndexOf('\x1b[?25l'));
  return exitCode;
}

/** The environment of the tests without variables that affect the program: CI (Ink draws nothing there), colours, TUK_*, proxies, locale. */
function cleanEnvironment(): Record<string, string> {
  const excluded =
    /^(CI|CONTINUOUS_INTEGRATION|NO_COLOR|FORCE_COLOR|COLUMNS|LINES|ACCESSIBLE|INK_.*|TUK_.*|.*_PROXY|LC_.*|NODE_OPTIONS)$/i;
  return Object.fromEntries(
    Object.entries(process.env).filter(
      (one): one is [string, string] => one[1] !== undefined && !excluded.test(one[0]),
    ),
  );
}

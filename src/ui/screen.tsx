// Shows a board on the whole terminal, and restores the terminal on every way out.
import chalk from 'chalk';
import { type Instance, type RenderOptions, render } from 'ink';
import type { ReactNode } from 'react';
import { isUnix } from '../services/platform/platform.js';
import { desktopNote } from '../text/desktop-note.js';
import type { Stage } from '../text/dialogue.js';
import { asciiText } from '../text/signs.js';
import { needsBackground, type Theme, ThemeContext, themeOf } from './components/theme.js';
import { Caught } from './components/turns.js';
import { inForeground, signalsHeard, stopped } from './foreground.js';
import { Keys } from './keys.js';
import { focusIn, focusOut, keyNames } from './state/core/keymap.js';
import type { Size } from './state/core/page.js';
import type { Board, TerminalEffect } from './state/core/state.js';
import { type OwnTheme, palettesOf } from './state/core/themes.js';
import { TerminalScreen } from './terminal-screen.js';

// Holds back the output of others while a screen is on the terminal.

/** Takes a stream's `write` until it is released; then the held output is written. */
function held(stream: NodeJS.WritableStream | undefined): { release(): void } {
  if (!stream) return { release: () => {} };
  const descriptor = Object.getOwnPropertyDescriptor(stream, 'write');
  const texts: (string | Uint8Array)[] = [];
  stream.write = (text: string | Uint8Array, ...more: unknown[]) => {
    texts.push(text);
    const done = more.find((part) => typeof part === 'function');
    if (done) setImmediate(done as () => void);
    return true;
  };
  return {
    release() {
      if (descriptor) Object.defineProperty(stream, 'write', descriptor);
      else Reflect.deleteProperty(stream, 'write');
      for (const text of texts) stream.write(text);
    },
  };
}

/** The streams and settings of a screen: also the other stream of the same terminal, which is held back meanwhile. */
export interface ScreenStage extends Stage {
  readonly aside?: NodeJS.WritableStream;
  /** The time of this machine, epoch milliseconds. */
  readonly now?: () => number;
  /** The name of the theme that the person has chosen. */
  readonly preferredTheme?: string;
  /** The themes of the person's own. */
  readonly ownThemes?: readonly OwnTheme[];
  /** Whether the screen reads the mouse. */
  readonly mouse?: boolean;
}
/** A board, and how it is drawn and performed. */
export interface Screen<State, Event, Effect> {
  readonly board: Board<State, Event, Effect>;
  draw(state: State, size: Size, now: number): ReactNode;
  /** The title of the window; undefined: as the window has it. */
  title?(state: State, now: number): string | undefined;
  /** Performs an effect; its results are dispatched as events. */
  perform(effect: Effect, dispatch: (event: Event) => void): void;
  /** Hears the focus of the terminal, if it reports it. */
  focused?(isFocused: boolean): void;
  /** Copies a text by the system, and gives the event of that; undefined: the terminal is to copy it. */
  copy?(text: string, is: string): Promise<Event | undefined>;
  /** Starts requests and timers. Its failure ends the screen. */
  begin?(dispatch: (event: Event) => void): Promise<void>;
}
/** The way out: a key, Ctrl-C, or the end of the signal, the input or the terminal. */
export type Exit = 'left' | 'interrupted' | 'stopped';

const frameEvery = 33;
const resizeRest = 50;
/** While a key is held, frames rest so that they take at most so many bytes in a millisecond: a slow line keeps up. */
const heldRate = 16;
/** The time in which the same key again is a held one, milliseconds. */
const heldWithin = 120;
/**
 * The time for the terminal to report its background before the first frame, milliseconds. A later response changes
 * the colours.
 */
const backgroundWithin = 20;

/**
 * Shows a screen until it is left, and restores the terminal on every way out.
 * @throws {Error} without a terminal, and from `begin`, `perform` and the drawing
 */
export async function mountScreen<State, Event, Effect>(
  stage: ScreenStage,
  { board, draw, title, perform, begin, focused, copy }: Screen<State, Event, Effect>,
): Promise<Exit> {
  const { stdin, stdout, env, signal, now = Date.now } = stage;
  if (!stdin.isTTY || !stdout.isTTY) throw new Error('no terminal');
  if (!(await inForeground(stage))) return 'stopped';
  let [background, preferred]: [string | undefined, ScreenStage['preferredTheme']] = [undefined, stage.preferredTheme];
  const themeNow = (): Theme => {
    const current = themeOf(env, background, palettesOf(preferred, stage.ownThemes ?? []));
    chalk.level = Math.max(1, current.depth) as 1 | 2 | 3; // Ink's own instance, which reads the process's stdout; a theme without colours names none
    return current;
  };
  let theme = themeNow();
  let state = board.initial;
  let leave!: (how: Exit) => void;
  let fail!: (error: unknown) => void;
  const exit = new Promise<Exit>((yes, no) => {
    [leave, fail] = [yes, no];
  });
  exit.catch(() => {}); // awaited below; it may fail before
  const guard =
    <Args extends unknown[]>(act: (...args: Args) => void) =>
    (...args: Args): void => {
      try {
        act(...args);
      } catch (error) {
        fail(error);
      }
    };
  const screen = new TerminalScreen(stdout, { mouse: stage.mouse, env });
  const clock = drawing(
    guard(() => {
      screen.isAscii = theme.ascii;
      app?.rerender(framed(draw(state, sizeOf(stage), now()), theme, fail));
      titled();
    }),
    () => board.due?.(state, now()) ?? 1000,
  );
  const titled = () => {
    const text = title?.(state, now());
    screen.setTitle(text === undefined || !theme.ascii ? text : asciiText(text));
  };
  let isFocused = true; // until the terminal reports otherwise
  const terminalEffect = (effect: TerminalEffect) => {
    if (effect.do === 'leave') leave(effect.how);
    else if (effect.do === 'copy') copied(effect).catch(fail);
    else if (effect.do === 'ring') screen.ring();
    else if (effect.do === 'tell') {
      if (!isFocused && env.TERM !== 'dumb') screen.writeAside(desktopNote(effect.title, effect.text, env));
    } else if (effect.do === 'mouse') screen.setMouse(effect.on);
    else if (effect.do === 'suspend') suspend();
    else if (effect.do === 'theme') {
      preferred = effect.theme;
      theme = themeNow();
    } else screen.redraw();
  };
  const copied = async ({ text, is = text }: Extract<TerminalEffect, { do: 'copy' }>) => {
    const event = await copy?.(text, is);
    event ? dispatch(event) : screen.copy(text);
  };
  const dispatch = (event: Parameters<typeof board.update>[1]) => {
    const [next, ...effects] = board.update(state, event, now());
    state = next;
    for (const effect of effects) isTerminalEffect(effect) ? terminalEffect(effect) : perform(effect, dispatch);
    clock.soon(pressed.isHeld ? screen.cost / heldRate : 0);
  };
  let pressed = { key: '', at: 0, isHeld: false };
  const keys = new Keys(stdin, undefined, { bracketedPaste: true });
  keys.on(
    'readable',
    guard(() => {
      for (const key of keyNames(keys.read() ?? ''))
        if (key === focusIn || key === focusOut) {
          isFocused = key === focusIn;
          focused?.(isFocused);
        } else {
          const at = performance.now();
          pressed = { key, at, isHeld: key === pressed.key && at - pressed.at < heldWithin };
          dispatch({ what: 'key', key, size: sizeOf(stage) });
        }
      keys.taken();
    }),
  );
  let isAway = false;
  /** Gives the terminal to the shell until the process is continued; without job control it continues at once. */
  const away = async (stop: () => Promise<unknown>) => {
    if (isAway) return;
    isAway = true;
    screen.close();
    keys.close();
    await stop();
    if (!(await inForeground(stage)) || isOver) return;
    isAway = false;
    keys.open();
    screen.open();
  };
  const suspend = () => {
    // Windows has no jobs, and no such signal
    if (isUnix()) away(() => stopped('SIGTSTP')).catch(fail);
  };
  // another process has stopped it, and may have changed the screen
  const continued = () => void away(signalsHeard).catch(fail);
  const stop = () => leave('stopped');
  const resized = () => clock.after(resizeRest, () => screen.resized());
  keys.once('over', stop);
  signal?.addEventListener('abort', stop, { once: true });
  stdout.on('resize', resized);
  stdout.on('error', fail);
  stdout.on('close', stop);
  const silent = held(stage.aside);
  let app: Instance | undefined;
  let isOver = false;
  process.on('SIGCONT', continued);
  keys.open();
  screen.open();
  try {
    if (needsBackground(env)) {
      const colour = (reported: string | undefined) => {
        background = reported;
        theme = themeNow();
      };
      const late = (reported: string) => {
        colour(reported);
        clock.soon();
      };
      const reply = keys.background(() => screen.requestBackground(), backgroundWithin, late);
      colour(await Promise.race([reply, exit.then(() => undefined)]));
    }
    begin?.(dispatch).catch(fail);
    await new Promise((on) => setImmediate(on)); // data at hand are on the first frame
    screen.isAscii = theme.ascii;
    app = render(framed(draw(state, sizeOf(stage), now()), theme, fail), inkOptions(screen, keys));
    titled();
    keys.taken();
    clock.begin();
    return await exit;
  } finally {
    isOver = true;
    process.removeListener('SIGCONT', continued);
    clock.stop();
    signal?.removeEventListener('abort', stop);
    stdout.removeListener('resize', resized);
    stdout.removeListener('close', stop);
    screen.close();
    app?.unmount();
    keys.removeAllListeners();
    keys.close();
    silent.release();
    stdout.removeListener('error', fail);
  }
}

const isTerminalEffect = (effect: unknown): effect is TerminalEffect =>
  ['leave', 'copy', 'ring', 'tell', 'mouse', 'theme', 'suspend', 'redraw'].includes((effect as TerminalEffect).do);

/** The size of the terminal. */
export const sizeOf = ({ stdout }: Pick<Stage, 'stdout'>): Size => ({
  rows: stdout.rows || 24,
  columns: stdout.columns || 80,
});

const framed = (inside: ReactNode, theme: Theme, fail: (error: unknown) => void) => (
  <ThemeContext value={theme}>
    <Caught onError={fail}>{inside}</Caught>
  </ThemeContext>
);

/**
 * The times of drawing: soon after a change, at most 30 times a second and about half of the time, so that a large
 * screen does not hold up keys; and when the screen changes by itself.
 */
function drawing(draw: () => void, due: () => number) {
  let timer: NodeJS.Timeout | undefined;
  let at = Number.POSITIVE_INFINITY;
  let drawn = 0;
  let before = 0;
  let restsUntil = 0;
  let resting = false;
  const set = (wait: number, first?: () => void) => {
    clearTimeout(timer);
    at = performance.now() + wait;
    timer = setTimeout(() => {
      const left = first ? 0 : restsUntil - performance.now();
      if (left >= 1) return set(left);
      resting = false;
      first?.();
      [before, drawn] = [drawn, performance.now()];
      draw();
      const end = performance.now();
      restsUntil = end + Math.min(end - drawn, 2 * frameEvery);
      set(Math.max(frameEvery, due()));
    }, wait);
  };
  return {
    /** From the first frame on. */
    begin() {
      drawn = performance.now();
      set(Math.max(frameEvery, due()));
    },
    /** @param rest the time from the last frame, milliseconds */
    soon(rest = 0) {
      if (drawn === 0) return; // the first frame shows it
      const now = performance.now();
      restsUntil = Math.max(restsUntil, drawn + rest);
      const wait = Math.max(0, before + 2 * frameEvery - now, restsUntil - now); // a single change is seen at once
      if (!resting && now + wait < at) set(wait);
    },
    /** After so long without another call. */
    after(wait: number, first: () => void) {
      resting = true;
      set(wait, first);
    },
    stop: () => clearTimeout(timer),
  };
}

/** Ink's options: its frames go to the terminal screen; keys, Ctrl-C and the console are not Ink's. */
function inkOptions(screen: TerminalScreen, keys: Keys): RenderOptions {
  return {
    stdin: keys as unknown as NodeJS.ReadStream,
    stdout: screen as unknown as NodeJS.WriteStream,
    stderr: screen as unknown as NodeJS.WriteStream,
    maxFps: 0, // `drawing` limits the frames
    exitOnCtrlC: false,
    patchConsole: false,
    isScreenReaderEnabled: false,
  };
}

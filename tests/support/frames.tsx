// Draws the application and its components without a terminal, as rows of text; the application after events and keys.
import { PassThrough } from 'node:stream';
import chalk from 'chalk';
import { Box, type RenderOptions, render, renderToString } from 'ink';
import { render as renderInTest } from 'ink-testing-library';
import type { ReactNode } from 'react';
import { onTestFinished } from 'vitest';
import { groupScreens } from '../../src/commands/app/boards.js';
import { homePanes } from '../../src/commands/app/home-panes.js';
import { ClickContext, ClickTargets } from '../../src/ui/components/lines.js';
import { ThemeContext, themeOf } from '../../src/ui/components/theme.js';
import { ApplicationScreen } from '../../src/ui/screens/application.js';
import { type ApplicationOf, application } from '../../src/ui/state/application.js';
import type { Size } from '../../src/ui/state/core/page.js';
import type { BoardScreen } from '../../src/ui/state/core/screens.js';
import { type AppEvent, type Application, topOf } from '../../src/ui/state/core/state.js';

import { now as start } from './time.js';

const plain = (screen: ReactNode) => <ThemeContext value={themeOf({ NO_COLOR: '1' })}>{screen}</ThemeContext>;
const rowsOf = (text: string): readonly string[] => text.replace(/\x1b\[[\d;]*m/g, '').split('\n');

/** The sizes of terminals that screens are made for. */
export const small: Size = { rows: 24, columns: 80 };
export const large: Size = { rows: 60, columns: 200 };

/** A component that stays drawn until the end of its test. */
interface Frame {
  /** The rows as text; white space at their ends is left out. */
  rows(): readonly string[];
  text(): string;
  /** Types characters, once the component reads them; a special key is its terminal sequence. Resolves once their effects are drawn. */
  press(typed: string): Promise<void>;
  /** Whether a text was on any frame. */
  everShowed(pattern: RegExp): boolean;
}
interface FrameOptions extends Partial<Size> {
  /** The variables that choose colours and signs; without colours by default. */
  readonly env?: Readonly<Record<string, string>>;
  /** Keeps the colours of `text`. */
  readonly isColoured?: boolean;
  /** Collects what a click is. */
  readonly targets?: ClickTargets;
}

/** Draws a component by ink-testing-library, in a terminal of this size. */
export function frame(
  part: ReactNode,
  { columns = 80, rows, env = { NO_COLOR: '1' }, isColoured = false, targets }: FrameOptions = {},
): Frame {
  chalk.level = isColoured ? 3 : 0;
  const drawn = renderInTest(<Box />);
  onTestFinished(() => drawn.unmount());
  Object.defineProperty(drawn.stdout, 'columns', { value: columns });
  drawn.rerender(
    <ThemeContext value={themeOf(env)}>
      <ClickContext value={targets}>
        <Box width={columns} flexDirection="column" {...(rows === undefined ? {} : { height: rows })}>
          {part}
        </Box>
      </ClickContext>
    </ThemeContext>,
  );
  const text = () => (isColoured ? (drawn.lastFrame() ?? '') : rowsOf(drawn.lastFrame() ?? '').join('\n'));
  return {
    text,
    rows: () => text().split('\n'),
    everShowed: (pattern) => drawn.frames.some((one) => pattern.test(one)),
    async press(typed) {
      while (drawn.stdin.listenerCount('readable') === 0) await turn();
      drawn.stdin.write(typed);
      for (let turns = 0; turns < 10; turns++) await turn();
    },
  };
}
const turn = () => new Promise<void>((on) => setImmediate(on));

/** The rows of a part that is drawn once and stays nowhere: for properties, which draw many. */
function drawnRows(part: ReactNode, columns: number): readonly string[] {
  chalk.level = 0; // to write colours, and to take them out again, takes a tenth of the time
  return rowsOf(renderToString(plain(part), { columns }));
}
/** The rows of the visible screen; white space at their ends is left out. */
export const applicationRows = (state: Application, size: Size, now: number): readonly string[] =>
  drawnRows(<ApplicationScreen {...{ state, size, now }} />, size.columns);
/** What a click is at the places of the visible screen. */
export function clickTargets(state: Application, size: Size, now: number): Pick<ClickTargets, 'at'> {
  const targets = new ClickTargets();
  const stdout = Object.assign(new PassThrough(), { isTTY: true, ...size, rows: Number.POSITIVE_INFINITY });
  const screen = <ClickContext value={targets}>{plain(<ApplicationScreen {...{ state, size, now }} />)}</ClickContext>;
  const { unmount } = render(screen, {
    ...{ stdout, debug: true, patchConsole: false, exitOnCtrlC: false },
  } as unknown as RenderOptions);
  onTestFinished(() => unmount());
  return targets;
}
/** The visible screen with its colours. */
export function drawnApplication(state: Application, size: Size, now: number): string {
  chalk.level = 1;
  return renderToString(<ApplicationScreen {...{ state, size, now }} />, { columns: size.columns });
}

/** What the application asked for. */
interface Effect {
  readonly do: string;
  readonly line?: string;
  readonly text?: string;
}
/** An event, or the name of a key. */
export type Step = AppEvent | string;
interface AppOptions extends Partial<ApplicationOf> {
  readonly size?: Size;
  /** The time of the first step, and the milliseconds between two. */
  readonly at?: number;
  readonly every?: number;
  /** The commands of the palette; none are known by default. */
  readonly commands?: Application['commands'];
}
/** The keys of a text that is typed. */
export const typed = (text: string): readonly string[] => [...text].map((key) => (key === ' ' ? 'space' : key));

/** The application after some steps: its state, what it asked for in all and at the last step, and its screen. It is signed in, if not told otherwise. */
export function appAfter(
  steps: readonly Step[],
  { size = small, at = start, every = 0, commands, ...of }: AppOptions = {},
) {
  const head = { head: { profile: 'x' }, groups: groupScreens, panes: homePanes, suffix: '', signedIn: true };
  const board = application({ ...head, ...of });
  let state: Application = commands === undefined ? board.initial : { ...board.initial, commands };
  let last: readonly Effect[] = [];
  const effects: Effect[] = [];
  let time = at;
  for (const step of [{ what: 'begun' } as AppEvent, ...steps]) {
    const event = typeof step === 'string' ? ({ what: 'key', key: step, size } as const) : step;
    const [next, ...asked] = board.update(state, event, time);
    state = next;
    last = asked as readonly Effect[];
    effects.push(...last);
    time += every;
  }
  return {
    ...{ state, board, effects, last, top: topOf(state) as BoardScreen },
    /** The screen, at the time of the first step if not told otherwise. */
    text: (when = at, of: Size = size) => applicationRows(state, of, when).join('\n'),
  };
}

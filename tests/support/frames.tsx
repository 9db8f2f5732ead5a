// Draws the screens of the application without a terminal, as rows of text.

import { PassThrough } from 'node:stream';
import chalk from 'chalk';
import { type RenderOptions, render, renderToString } from 'ink';
import type { ReactNode } from 'react';
import { ClickContext, ClickTargets } from '../../src/ui/components/clickable.js';
import { ThemeContext, themeOf } from '../../src/ui/components/theme.js';
import { ApplicationScreen } from '../../src/ui/screens/application.js';
import type { Size } from '../../src/ui/state/page.js';
import type { Application } from '../../src/ui/state/state.js';

const plain = (screen: ReactNode) => <ThemeContext value={themeOf({ NO_COLOR: '1' })}>{screen}</ThemeContext>;
const rowsOf = (text: string): readonly string[] => text.replace(/\x1b\[[\d;]*m/g, '').split('\n');
/** The rows of the visible screen; white space at their ends is left out. */
export const applicationRows = (state: Application, size: Size, now: number): readonly string[] =>
  rowsOf(renderToString(plain(<ApplicationScreen {...{ state, size, now }} />), { columns: size.columns }));
/** What a click is at the places of the visible screen. */
export function clickTargets(state: Application, size: Size, now: number): Pick<ClickTargets, 'at'> {
  const targets = new ClickTargets();
  const stdout = Object.assign(new PassThrough(), { isTTY: true, ...size, rows: Number.POSITIVE_INFINITY });
  const screen = <ClickContext value={targets}>{plain(<ApplicationScreen {...{ state, size, now }} />)}</ClickContext>;
  const { unmount } = render(screen, { stdout, debug: true, patchConsole: false, exitOnCtrlC: false } as unknown as RenderOptions);
  const found = Array.from({ length: size.rows }, (_, y) => Array.from({ length: size.columns }, (_, x) => targets.at(x, y)));
  unmount();
  return { at: (x, y) => found[y]?.[x] };
}
/** The visible screen with its colours. */
export function drawnApplication(state: Application, size: Size, now: number): string {
  chalk.level = 1;
  return renderToString(<ApplicationScreen {...{ state, size, now }} />, { columns: size.columns });
}
/** A part of a screen as text, in so many columns. */
export const drawnText = (part: ReactNode, columns: number): string => rowsOf(renderToString(plain(part), { columns })).join('\n');

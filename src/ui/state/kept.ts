// The preferences that outlive the application: what changes them, and when they are saved.
import type { Preferences } from '../preferences.js';
import type { AppEvent } from './app-events.js';
import type { Board, TerminalEffect } from './board.js';
import type { CommandLine } from './palette.js';
import type { TableSettings } from './screens.js';
import { type AppEffect, type Application, type Next, topOf, withNotice } from './state.js';

/** Saves the preferences. @returns why they cannot be saved, in a sentence, once */
export type SavePreferences = (preferences: Preferences) => string | undefined;

const mostUsed = 10;

/** The preferences with the open group, unless a command has opened the screen, or it is the welcome. */
export function preferencesOf({
  preferences,
  stack,
  opened,
}: Pick<Application, 'preferences' | 'stack' | 'opened'>): Preferences {
  const { kind, group } = topOf({ stack });
  if (opened !== undefined || kind === 'welcome') return preferences;
  return { ...preferences, group: group === 'Home' ? undefined : group };
}

/**
 * Keeps how a board of a group shows its table, unless that is the default. A typed line is not kept: it may have an
 * id.
 */
export function withBoardKept(state: Application, command: string, settings: TableSettings): Application {
  if (!state.groups.some(({ screens }) => screens.some((one) => one.command === command))) return state;
  const { [command]: _, ...others } = state.preferences.boards ?? {};
  const isDefault = settings.hidden.length === 0 && !settings.order && !settings.sort;
  return {
    ...state,
    preferences: { ...state.preferences, boards: isDefault ? others : { ...others, [command]: settings } },
  };
}

/** Keeps that a command or a screen was chosen in the palette, by its name alone. */
export function withUsed(state: Application, entry: CommandLine | undefined): Application {
  if (!entry || !isKept(entry)) return state;
  const recent = [entry.name, ...(state.preferences.recent ?? []).filter((name) => name !== entry.name)].slice(
    0,
    mostUsed,
  );
  return { ...state, preferences: { ...state.preferences, recent } };
}
const isKept = ({ entry }: CommandLine): boolean => entry === undefined || entry === 'screen';
/** The entries of the palette, the last chosen ones first. */
export function usedFirst(entries: readonly CommandLine[], { recent = [] }: Preferences): readonly CommandLine[] {
  const used = recent.flatMap((name) => entries.find((one) => one.name === name && isKept(one)) ?? []);
  return [...used, ...entries.filter((one) => !used.includes(one))];
}

/** The preferences that are switched in the palette. */
export const switches: readonly CommandLine[] = [
  ['mouse on', 'the application reads the mouse'],
  ['mouse off', 'the terminal has the mouse, and selects text with it'],
  ['theme dark', 'colours for a dark background'],
  ['theme light', 'colours for a light background'],
  ['theme auto', 'colours for the background that the terminal says it has'],
].map(([name = '', is = '']) => ({ name, is, entry: 'preference' }));

/** Switches a preference, here and now. */
export function switched(state: Application, name: string, now: number): Next {
  const [what, value] = name.split(' ');
  const on = value === 'on';
  const theme = value === 'dark' || value === 'light' ? value : undefined;
  const [change, effect]: readonly [Preferences, TerminalEffect] =
    what === 'mouse' ? [{ mouse: on }, { do: 'mouse', on }] : [{ theme }, { do: 'theme', theme }];
  const preferences = { ...state.preferences, ...change };
  return [withNotice({ ...state, preferences }, `${what === 'mouse' ? 'Mouse' : 'Theme'}: ${value}.`, now), effect];
}

/** The application whose preferences are saved as soon as they change. */
export const savingPreferences = (
  board: Board<Application, AppEvent, AppEffect>,
  save: SavePreferences = () => undefined,
): Board<Application, AppEvent, AppEffect> => ({
  ...board,
  update: (state, event, now) => {
    const [next, ...effects] = board.update(state, event, now);
    const reason = next.preferences === state.preferences ? undefined : save(preferencesOf(next));
    return [reason === undefined ? next : withNotice(next, reason, now, 'needs-you'), ...effects];
  },
});

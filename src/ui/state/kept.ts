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

/** The preferences with the group that is open; a screen that a command has opened, and the welcome, are no choice of a group. */
export function preferencesOf({ preferences, stack, opened }: Pick<Application, 'preferences' | 'stack' | 'opened'>): Preferences {
  const { kind, group } = topOf({ stack });
  if (opened !== undefined || kind === 'welcome') return preferences;
  const { group: _, ...others } = preferences;
  return group === 'Home' ? others : { ...others, group };
}

/** Keeps how a board of a group shows its table; the default is not kept. A line that somebody typed is no such board: it may have an id. */
export function withBoardKept(state: Application, command: string, settings: TableSettings): Application {
  if (!state.groups.some(({ screens }) => screens.some((one) => one.command === command))) return state;
  const { [command]: _, ...others } = state.preferences.boards ?? {};
  const isDefault = settings.hidden.length === 0 && !settings.order && !settings.sort;
  return { ...state, preferences: { ...state.preferences, boards: isDefault ? others : { ...others, [command]: settings } } };
}

/** Keeps that a command or a screen was chosen in the palette, by its name alone. */
export function withUsed(state: Application, one: CommandLine | undefined): Application {
  if (!one || !isKept(one)) return state;
  const recent = [one.name, ...(state.preferences.recent ?? []).filter((name) => name !== one.name)].slice(0, mostUsed);
  return { ...state, preferences: { ...state.preferences, recent } };
}
const isKept = ({ entry }: CommandLine): boolean => entry === undefined || entry === 'screen';
/** The entries of the palette, those first that were chosen last. */
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
  const { theme: _, ...others } = state.preferences;
  const [preferences, effect]: readonly [Preferences, TerminalEffect] =
    what === 'mouse'
      ? [
          { ...state.preferences, mouse: value === 'on' },
          { do: 'mouse', on: value === 'on' },
        ]
      : value === 'dark' || value === 'light'
        ? [
            { ...others, theme: value },
            { do: 'theme', theme: value },
          ]
        : [others, { do: 'theme', theme: undefined }];
  return [withNotice({ ...state, preferences }, `${what === 'mouse' ? 'Mouse' : 'Theme'}: ${value}.`, 'off', now), effect];
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
    return [reason === undefined ? next : withNotice(next, reason, 'needs-you', now), ...effects];
  },
});

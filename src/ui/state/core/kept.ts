// The preferences that outlive the application: what changes them, and when they are saved.
import { optionIn, withOption } from '../../../services/command-line.js';
import type { Preferences } from '../../preferences.js';
import type { CommandLine } from './palette.js';
import type { ScreenSpec, TableSettings } from './screens.js';
import {
  type AppEffect,
  type AppEvent,
  type Application,
  type Board,
  type Next,
  serviceTime,
  type TerminalEffect,
  topOf,
  withNotice,
  withNoticeTime,
  withTop,
} from './state.js';

import { type OwnTheme, themes, themeTrouble } from './themes.js';

/** Saves the preferences. @returns why they cannot be saved, in a sentence, once */
export type SavePreferences = (preferences: Preferences) => string | undefined;

const mostUsed = 10;

/** The preferences with the open group and its screen, unless a command has opened it, or it is the welcome. */
export function preferencesOf({
  preferences,
  groups,
  stack,
  opened,
}: Pick<Application, 'preferences' | 'groups' | 'stack' | 'opened'>): Preferences {
  const { kind } = topOf({ stack });
  const group = groupIn(groups, stack);
  if (opened !== undefined || kind === 'welcome') return preferences;
  return { ...preferences, group: group === 'Home' ? undefined : group, screen: screenIn(groups, stack) };
}
/** The preferences at the end of a run: also the time of its last response, which says what is new in the next one. */
export function preferencesAtEnd(state: Application): Preferences {
  const preferences = preferencesOf(state);
  const times = Object.values(state.responses).flatMap(({ at }) => at ?? []);
  if (times.length === 0) return preferences;
  const at = new Date(serviceTime(state, Math.max(...times))).toISOString();
  return { ...preferences, left: { ...preferences.left, [state.head.profile]: at } };
}
/** The open group: a case, which lies over the screens of one, is none. */
const groupIn = (groups: Application['groups'], stack: Application['stack']): string =>
  stack.findLast(({ group }) => groups.some(({ name }) => name === group))?.group ?? 'Home';
/** The name of the open screen of a group, unless the group opens with it. A typed line is none: it may have an id. */
function screenIn(groups: Application['groups'], stack: Application['stack']): string | undefined {
  const group = groupIn(groups, stack);
  const root = stack.find((screen) => screen.group === group);
  if (!root || !('spec' in root)) return undefined;
  const screens = groups.find(({ name }) => name === group)?.screens ?? [];
  const at = screens.findIndex(({ name, command }) => name === root.spec.name && command === root.spec.command);
  return at < 0 || (at === 0 && group !== 'Home') ? undefined : screens[at]!.name;
}

/**
 * Keeps the value of the option that a chart or a map of a group cycles through; undefined for none. In a table it is a
 * filter, which would hide rows at the next start.
 */
export function withRangeKept(
  state: Application,
  { command, kind }: Pick<ScreenSpec, 'command' | 'kind'>,
  word: string | undefined,
): Application {
  if (kind === undefined || !state.groups.some(({ screens }) => screens.some((spec) => spec.command === command)))
    return state;
  const { [command]: _, ...others } = state.preferences.ranges ?? {};
  const ranges = word === undefined ? others : { ...others, [command]: word };
  const preferences = { ...state.preferences, ranges: Object.keys(ranges).length > 0 ? ranges : undefined };
  return { ...state, preferences };
}
/** Runs after each event: gives the visible chart or map the kept value of the option that it cycles through. */
export function withKeptRange(state: Application): Application {
  const top = topOf(state);
  const { ranges } = state.preferences;
  if (top.kind !== 'board' || top.line === '' || !ranges) return state;
  const { command, cycles, kind } = top.spec;
  if (cycles === undefined || kind === undefined) return state;
  const word = Object.hasOwn(ranges, command) ? ranges[command] : undefined;
  if (word === undefined || optionIn(top.line, cycles) === word) return state;
  return withTop(state, { ...top, line: withOption(top.line, cycles, word), shown: [], versionShown: undefined });
}

/**
 * Keeps how a board of a group shows its table, unless that is the default. A typed line is not kept: it may have an
 * id.
 */
export function withBoardKept(state: Application, command: string, settings: TableSettings): Application {
  if (!state.groups.some(({ screens }) => screens.some((spec) => spec.command === command))) return state;
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
  const used = recent.flatMap((name) => entries.find((entry) => entry.name === name && isKept(entry)) ?? []);
  return [...used, ...entries.filter((entry) => !used.includes(entry))];
}

/** The preferences that are switched in the palette. */
export const switches = (ownThemes: readonly OwnTheme[] = []): readonly CommandLine[] =>
  [
    ['mouse on', 'the application reads the mouse'],
    ['mouse off', 'the terminal has the mouse, and selects text with it'],
    ['theme auto', 'colours for the background that the terminal says it has'],
    ...Object.entries(themes).map(([name, { is }]) => [`theme ${name}`, is]),
    ...ownThemes.map(({ name, trouble }) => [
      `theme ${name}`,
      trouble === undefined ? 'a theme of your own' : 'cannot be used',
    ]),
  ].map(([name = '', is = '']) => ({ name, is, entry: 'preference' }));

/** Switches a preference, here and now. */
export function switched(state: Application, name: string): Next {
  const [what, value] = name.split(' ');
  const on = value === 'on';
  const theme = value === 'auto' ? undefined : value;
  const trouble = what === 'theme' ? themeTrouble(theme, state.ownThemes ?? []) : undefined;
  if (trouble !== undefined) return [withNotice(state, trouble, 'bad')];
  const [change, effect]: readonly [Preferences, TerminalEffect] =
    what === 'mouse' ? [{ mouse: on }, { do: 'mouse', on }] : [{ theme }, { do: 'theme', theme }];
  const preferences = { ...state.preferences, ...change };
  return [withNotice({ ...state, preferences }, `${what === 'mouse' ? 'Mouse' : 'Theme'}: ${value}.`), effect];
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
    return [reason === undefined ? next : withNoticeTime(withNotice(next, reason, 'needs-you'), now), ...effects];
  },
});

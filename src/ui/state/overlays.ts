// Handles keys in overlays and text fields: the palette, a short list, a filter, a field of a form. Letters are text there.

import { commandLines, namesProfile, quoted, splitWords } from '../../services/command-line.js';
import { lineWithoutKeys } from '../../services/key-forms.js';
import { pattern } from '../../text/row-match.js';
import { fieldKeys, filterKeys } from './app-keys.js';
import { type Chooser, chosenBy } from './chooser.js';
import { runCommand } from './command-dialog.js';
import { edited, type Field, typed } from './field.js';
import { shownAt } from './folding.js';
import { holdsKey, keyNotKept, onField, typedIn, withText } from './form.js';
import { switched, withUsed } from './kept.js';
import { actOf } from './keymap.js';
import { goTo, openRead, toGroup } from './navigation.js';
import { foundLine } from './on-json.js';
import { type CommandLine, paletteKeys } from './palette.js';
import { paletteFound } from './palette-entries.js';
import { requestsOpened, requestsSpec } from './requests-screen.js';
import {
  type BoardScreen,
  board,
  defaultTableSettings,
  type FormScreen,
  type JsonScreen,
  opened,
  type Screen,
  type TableSettings,
} from './screens.js';
import { type Application, type Next, topOf, withNotice, withTop } from './state.js';
import { sortedBy, withTableSettings } from './table-settings.js';
import { watchOf } from './watch-screen.js';

/** A key in the palette. */
export function inPalette(state: Application, { field, marked }: NonNullable<Application['palette']>, key: string, now: number): Next {
  const { palette: _, ...closed } = state;
  const fitting = paletteFound(state);
  const act = actOf(paletteKeys, key);
  switch (act) {
    case 'close':
      return [closed];
    case 'run':
      if (!state.commands && !quits(typed(field))) return [{ ...state, palette: { field, marked, entered: true } }];
      return withOpenPalette(state, commanded(closed, typed(field), longest(typed(field), fitting, fitting[marked]), now));
    case 'choose up':
    case 'choose down':
      return [{ ...state, palette: { field, marked: Math.max(0, Math.min(marked + (act === 'choose up' ? -1 : 1), fitting.length - 1)) } }];
    case 'complete':
      return [fitting[marked] ? completed(state, fitting[marked]) : state];
    default:
      return [{ ...state, palette: { field: edited(field, key), marked: 0 } }];
  }
}
/** The command with the most words that a text begins with, if the text begins with the selected one: `auth sessions revoke 1` is not `auth sessions`. */
function longest(text: string, fitting: readonly CommandLine[], marked: CommandLine | undefined): CommandLine | undefined {
  const line = text.trim().replace(/^tuk +/, '');
  const begins = ({ name, entry }: CommandLine) => entry === undefined && (line === name || line.startsWith(`${name} `));
  if (!marked || !begins(marked)) return marked;
  return fitting.filter(begins).sort((one, other) => other.name.length - one.name.length)[0];
}
const completed = (state: Application, { name }: CommandLine): Application => ({
  ...state,
  palette: { field: { before: `${name} `, after: '' }, marked: 0 },
});

/** The palette stays open with its text where there is no such command. */
function withOpenPalette(before: Application, [state, ...effects]: Next): Next {
  const isUnknown = state.notice !== before.notice && state.notice?.text.startsWith(noSuchCommand) === true;
  return isUnknown && before.palette ? [{ ...state, palette: before.palette }] : [state, ...effects];
}
const noSuchCommand = 'There is no command like';

/** Whether a typed text closes the application. */
const quits = (text: string): boolean => /^\s*q(?:uit)?\s*$/.test(text);

/** Opens the screen of a read. Any other command must be typed in full before enter runs it. */
export function commanded(state: Application, text: string, one: CommandLine | undefined, now: number): Next {
  const line = withViewName(text.trim().replace(/^tuk +/, ''));
  if (quits(line)) return [state, { do: 'leave', how: 'left' }];
  if (line === 'welcome') return goTo(state, [{ kind: 'welcome', group: 'Home', menu: { marked: 0, top: 0 } }]);
  if (line === requestsSpec.command) return [requestsOpened(state)];
  const group = state.groups.find(({ digit, name }) => digit === line || name.toLowerCase() === line.toLowerCase());
  if (group) return toGroup(state, group.name);
  return opening(withUsed(state, one), text.trim(), line, one, now);
}

/** Opens an entry, or the line that was typed. */
function opening(state: Application, text: string, line: string, one: CommandLine | undefined, now: number): Next {
  if (one?.entry === 'preference') return switched(state, one.name, now);
  if (one?.entry !== undefined) return entered(state, text, one);
  const view = viewNamed(state, line);
  if (view) return entered(state, line, view);
  const named = one !== undefined && (line === one.name || line.startsWith(`${one.name} `));
  if (named && namesProfile(line)) return runCommand(state, line); // a screen never shows the data of another profile
  const shown = lineWithoutKeys(line);
  if (shown !== line && named) return runCommand(state, line); // a screen would keep it; the command refuses it or reads it once
  if (shown !== line) return [withNotice(state, `${noSuchCommand} ${shown}.`, 'off', now)];
  const watch = watchOf(state.groups, line);
  if (watch) return [{ ...state, stack: [...state.stack, watch] }];
  const whole = named || !one ? line : [one.name, ...valuesBehind(line, one.name)].join(' ');
  if (named && hasPrintOption(state, line)) return runCommand(state, line); // a screen prints nothing
  const { command, filter, settings } = viewParts(whole);
  const screen = screenOf(state, command);
  const own = command === whole ? state : { ...state, tableSettings: { ...state.tableSettings, [command]: settings } };
  if (screen) return goTo(own, [screen.kind === 'board' ? { ...screen, filter } : screen]);
  const asks = readWith(state, whole);
  if (whole === '') return [state];
  if (one?.needs && whole === one.name && (named || one.reads)) return [formOver(state, one)];
  if (one?.reads || asks)
    return [{ ...own, stack: [...state.stack, { ...board(groupOf(state, command), { name: command, command }), filter }] }];
  if (!named) return one ? [completed(state, { ...one, name: whole })] : [withNotice(state, `${noSuchCommand} ${whole}.`, 'off', now)];
  return runCommand(state, whole);
}

/** A line that saves a view under a name that one can type anywhere: `my open` becomes `my-open`. */
const withViewName = (line: string): string =>
  line.replace(/^view save (.+?) -- /s, (_, name: string) => `view save ${name.trim().toLowerCase().replace(/\s+/g, '-')} -- `);
/** The saved view of a line `view NAME` or `view show NAME`. */
function viewNamed({ commands = [] }: Application, line: string): CommandLine | undefined {
  const name = /^view(?: show)? (\S+)$/.exec(line)?.[1];
  return commands.find((one) => one.entry === 'view' && one.name === `view ${name}`);
}
/** The words behind those that name a command: `w-1` of `withdraw show w-1` for `wallet withdraw show`. */
function valuesBehind(line: string, name: string): readonly string[] {
  const own = name.split(/[ -]/);
  const words = splitWords(line);
  const at = words.findIndex((word) => !own.some((one) => one.startsWith(word.toLowerCase())));
  return at <= 0 ? [] : words.slice(at).map(quoted);
}

/** Opens what is not a command: a screen, a thing, a view; a profile only where `ctx` was typed, because it changes what everything stands on. */
function entered(state: Application, text: string, { entry, line = '', group = 'Home', name, is, screen }: CommandLine): Next {
  switch (entry) {
    case 'profile':
      return text.startsWith('ctx') ? runCommand(state, line) : [completed(state, { name, is })];
    case 'beside':
      return [state, { do: 'beside', profile: line === '' ? undefined : line }];
    case 'screen':
      return goTo(state, [opened(group, screen ?? { name, command: line })]);
    case 'row': {
      const holding = screenOf(state, line);
      return holding?.kind === 'board' ? goTo(state, [{ ...holding, filter: text, of: -1 }]) : [state];
    }
    case 'view': {
      const { command, filter, settings } = viewParts(line);
      const own = { ...state, tableSettings: { ...state.tableSettings, [command]: settings } };
      return goTo(own, [{ ...board(groupOf(state, command), { name: name.replace(/^view /, ''), command }), filter }]);
    }
    default:
      return [{ ...state, stack: [...state.stack, board(groupOf(state, line), { name, command: line })] }];
  }
}

/** Whether a line has an option that shapes what a command prints. */
const hasPrintOption = ({ printOptions = [] }: Application, line: string): boolean =>
  splitWords(line).some((word) => printOptions.includes(word.replace(/=.*$/s, '')));

/** A command line without the options that a screen applies by itself: its filter, its order, its columns. */
function viewParts(line: string): { readonly command: string; readonly filter: string; readonly settings: TableSettings } {
  const words = splitWords(line).flatMap((word) => /^(--(?:match|sort-by|columns))=(.*)$/s.exec(word)?.slice(1) ?? [word]);
  const taken = (name: string): string | undefined => {
    const at = words.indexOf(name);
    return at < 0 ? undefined : words.splice(at, 2)[1];
  };
  const [filter = '', sortBy, columns] = [taken('--match'), taken('--sort-by'), taken('--columns')];
  const sort = sortBy === undefined ? {} : { sort: { path: sortBy.replace(/^-/, ''), down: sortBy.startsWith('-') } };
  const order = columns === undefined ? {} : { order: columns.split(',').map((path) => path.trim()), onlyOrder: true as const };
  return { command: words.map(quoted).join(' '), filter, settings: { ...defaultTableSettings, ...sort, ...order } };
}

/** The form of a command that lacks a value. */
const formOver = (state: Application, { name, reads }: CommandLine): Application => ({
  ...state,
  stack: [...state.stack, opened(groupOf(state, name), { name, command: name, kind: 'form', ...(reads ? { reads } : {}) })],
});

function screenOf({ groups }: Pick<Application, 'groups'>, line: string): Screen | undefined {
  for (const { name, screens } of groups) {
    const spec = screens.find((one) => one.command === line);
    if (spec) return opened(name, spec);
  }
  return line === 'ride watch' || line === 'ride status' ? screenOf({ groups }, 'ride status --known') : undefined;
}

/** Whether a command line is a read that a screen can show, with its arguments. */
const readWith = ({ groups }: Application, line: string): boolean =>
  groups.some(({ screens }) => screens.some((spec) => (spec.reads || spec.kind === 'find') && line.startsWith(`${spec.command} `)));

/** The group of a command line; for a line of no group, the open one. */
const groupOf = (state: Application, line: string): string =>
  state.groups.find(({ name }) => line.startsWith(`${name.toLowerCase()} `))?.name ?? topOf(state).group;

/** A key in a short list. */
export function inChooser(state: Application, chooser: Chooser, key: string, now: number): Next {
  const { chooser: _, ...closed } = state;
  const { stays, chosen, moves } = chosenBy(chooser, key);
  const next: Application = stays ? { ...closed, chooser: stays } : closed;
  const top = topOf(state);
  if (moves && top.kind === 'board')
    return [withTableSettings(next, top, (settings) => ({ ...settings, order: stays!.items.map(({ value }) => value) }))];
  if (chosen === undefined) return [next];
  if (chooser.of === 'word') return [top.kind === 'form' ? withTop(next, onField(withText(top, chosen), top.at + 1)) : next];
  if (chooser.of === 'actions') {
    const label = chooser.items[chooser.marked]?.label ?? '';
    const leaves = label.endsWith('…') || commandLines(chosen).length > 1;
    return leaves ? runCommand(next, chosen) : [openRead(next, label, chosen)];
  }
  if (top.kind !== 'board') return [next];
  if (chooser.of === 'columns') {
    const hidden = top.hidden.includes(chosen) ? top.hidden.filter((one) => one !== chosen) : [...top.hidden, chosen];
    return [withTableSettings(next, top, (settings) => ({ ...settings, hidden }))];
  }
  return [sortedBy(next, top, chosen, now)];
}

/** A key in a filter, or in the search of JSON. */
export function inFilter(
  state: Application,
  screen: BoardScreen | JsonScreen,
  field: NonNullable<BoardScreen['typing']>,
  key: string,
  now: number,
): Next {
  const { typing: _, ...rest } = screen;
  const act = actOf(filterKeys, key);
  const text = typed(field);
  if (rest.kind === 'json') {
    if (act === 'leave') return [withTop(state, { ...rest, query: '' })];
    if (act !== 'done') return [withTop(state, { ...rest, typing: edited(field, key) })];
    const at = text === '' ? -1 : rest.layout.findIndex((one, line) => line >= (rest.marked ?? 0) && pattern(text)(one));
    const found = { ...rest, query: text };
    if (at >= 0 || text === '') return [withTop(state, at < 0 ? found : shownAt(found, at))];
    return foundLine(withTop(state, found), found, 1, now); // it may be above
  }
  if (rest.spec.kind === 'find') return [withTop(state, inQuery(rest, field, act, key))];
  if (act === 'leave') return [withTop(state, { ...rest, filter: '', of: -1 })];
  if (act === 'done') return [withTop(state, rest)];
  if (key === 'up' || key === 'down') return [state];
  const next = edited(field, key);
  return [withTop(state, { ...rest, typing: next, filter: typed(next), of: -1 })];
}

const leastQuery = 2;
/** Searches while the person types; the earlier rows stay until the response arrives. */
function inQuery(screen: BoardScreen, field: Field, act: string | undefined, key: string): BoardScreen {
  if (act !== undefined) return screen;
  const count = Math.max(0, screen.shown.length - 1);
  const { marked } = screen.place;
  if (key === 'up' || key === 'down')
    return { ...screen, typing: field, place: { ...screen.place, marked: Math.max(0, Math.min(count, marked + (key === 'up' ? -1 : 1))) } };
  const typing = edited(field, key);
  const text = typed(typing).trim();
  const line = text.length < leastQuery ? '' : `${screen.spec.command} ${quoted(text)}`;
  const { of: _, ...rest } = screen;
  return { ...rest, typing, line, place: { marked: 0, top: 0 } };
}

/** A key in a field of a form. What may be a private key or a phrase is emptied before it is drawn. */
export function inField(state: Application, form: FormScreen, key: string, now: number): Next {
  switch (actOf(fieldKeys, key)) {
    case 'leave':
      return [withTop(state, { ...form, typing: false })];
    case 'done':
    case 'next':
      return [withTop(state, onField(form, form.at + 1))];
    case 'before':
      return [withTop(state, onField(form, form.at - 1))];
    default:
      return [withoutKey(state, typedIn(form, key), now)];
  }
}
function withoutKey(state: Application, form: FormScreen, now: number): Application {
  const field = form.fields?.[form.at];
  return field && holdsKey(field, form.line)
    ? withNotice(withTop(state, withText(form, '')), keyNotKept, 'needs-you', now)
    : withTop(state, form);
}

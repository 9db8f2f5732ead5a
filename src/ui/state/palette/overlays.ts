// Handles keys in overlays and text fields, where letters are text: the palette, a short list, a filter, a field of a
// form.

import { lineWithoutKeys } from '../../../money/keys/line-without-keys.js';
import { commandLines, namesProfile, quoted, splitWords } from '../../../services/command-line.js';
import { pattern } from '../../../text/row-match.js';
import { listed } from '../../../things/action.js';
import { jobOf } from '../../../things/jobs.js';
import type { Action } from '../../../things/thing.js';
import { caseScreen, goTo, isSearch, openRead, requestsOpened, requestsSpec, toGroup } from '../boards/navigation.js';
import { foundLine, shownAt } from '../boards/on-json.js';
import { withTableSettings } from '../boards/table-settings.js';
import { type Chooser, chosenBy } from '../core/chooser.js';
import { editedLine, emptyField, type Field, fieldKeys, filterKeys, typed } from '../core/field.js';
import { switched, withUsed } from '../core/kept.js';
import { actOf } from '../core/keymap.js';
import { clamped } from '../core/list.js';
import { type CommandLine, paletteKeys } from '../core/palette.js';
import {
  type BoardScreen,
  board,
  defaultTableSettings,
  type FormScreen,
  type JsonScreen,
  opened,
  type Screen,
  type TableSettings,
  welcome,
} from '../core/screens.js';
import { type Application, type Next, topOf, withNotice, withScreen, withTop } from '../core/state.js';
import { holdsKey, keyNotKept, onwards, stepped, typedIn, withText } from '../forms/form.js';
import { inPicker } from '../forms/picker.js';
import { runCommand } from '../watch/command-dialog.js';
import { sandboxChosen } from '../watch/sandbox-clock.js';
import { watchOf } from '../watch/watch-screen.js';
import { paletteFound } from './palette-entries.js';

/** Opens the palette, and asks for the commands if they are not known yet. */
export function openPalette(state: Application, field = emptyField, saves?: string): Next {
  const next = { ...state, palette: { field, marked: 0, saves } };
  return state.commands ? [next] : [next, { do: 'list commands' }];
}
/** Handles a key in the palette. */
export function inPalette(state: Application, palette: NonNullable<Application['palette']>, key: string): Next {
  const { field, marked, saves } = palette;
  const text = typed(field);
  const fitting = paletteFound(state);
  const act = actOf(paletteKeys, key);
  switch (act) {
    case 'close':
      return [{ ...state, palette: undefined }];
    case 'run':
      if (saves !== undefined && text.startsWith('export ')) return exported(state, saves, text.slice(7).trim());
      if (!state.commands && !quits(text)) return [{ ...state, palette: { field, marked, entered: true } }];
      return withOpenPalette(
        state,
        commanded(withTyped({ ...state, palette: undefined }, text), text, longest(text, fitting, fitting[marked])),
      );
    case 'choose up':
    case 'choose down': {
      const older = act === 'choose up' && marked === 0 ? olderThan(text, state) : undefined;
      if (older !== undefined) return [{ ...state, palette: { field: { before: older, after: '' }, marked: 0 } }];
      return [
        { ...state, palette: { field, marked: clamped(marked + (act === 'choose up' ? -1 : 1), fitting.length - 1) } },
      ];
    }
    case 'complete':
      return [fitting[marked] ? completed(state, fitting[marked].name) : state];
    default:
      return [{ ...state, palette: { field: editedLine(field, key), marked: 0, saves } }];
  }
}
/** Writes the data of the screen to a file, whose name says the form. */
function exported(state: Application, line: string, file: string): Next {
  const form = /\.(csv|json|md)$/i.exec(file)?.[1]?.toLowerCase();
  if (form === undefined)
    return [withNotice(state, 'The name of the file must end in .csv, .json or .md.', 'needs-you')];
  const next = { ...state, palette: undefined };
  return [withNotice(next, `Writing ${file}…`, 'pending'), { do: 'export', line: `${line} -o ${form}`, file }];
}
const mostTyped = 50;
/** Keeps what was typed for the key up, in this run only. */
function withTyped(state: Application, text: string): Application {
  const line = text.trim();
  if (line === '' || lineWithoutKeys(line) !== line) return state;
  const typedLines = [line, ...(state.typedLines ?? []).filter((earlier) => earlier !== line)].slice(0, mostTyped);
  return { ...state, typedLines };
}
/** The line that was typed before a text, or the last one for an empty text; undefined for another text. */
function olderThan(text: string, { typedLines = [] }: Application): string | undefined {
  if (text === '') return typedLines[0];
  const at = typedLines.indexOf(text);
  return at < 0 ? undefined : typedLines[at + 1];
}

/**
 * The longest command that a text begins with, if it begins with the selected one: `auth sessions revoke 1` is not
 * `auth sessions`.
 */
function longest(
  text: string,
  fitting: readonly CommandLine[],
  marked: CommandLine | undefined,
): CommandLine | undefined {
  const line = text.trim().replace(/^tuk +/, '');
  const begins = ({ name, entry }: CommandLine) =>
    entry === undefined && (line === name || line.startsWith(`${name} `));
  if (!marked || !begins(marked)) return marked;
  return fitting.filter(begins).sort((one, other) => other.name.length - one.name.length)[0];
}
const completed = (state: Application, name: string): Application => ({
  ...state,
  palette: { field: { before: `${name} `, after: '' }, marked: 0 },
});

/** Keeps the palette open with its text if there is no such command. */
function withOpenPalette(before: Application, [state, ...effects]: Next): Next {
  const isUnknown = state.notice !== before.notice && state.notice?.isUnknown === true;
  return isUnknown && before.palette ? [{ ...state, palette: before.palette }] : [state, ...effects];
}
const unknownCommand = (state: Application, line: string): Application => {
  const next = withNotice(state, `There is no command like ${line}.`);
  return { ...next, notice: { ...next.notice!, isUnknown: true } };
};

/** Whether a typed text closes the application. */
const quits = (text: string): boolean => /^\s*q(?:uit)?\s*$/.test(text);

/** Opens the screen of a read. Any other command must be typed in full before enter runs it. */
export function commanded(state: Application, text: string, entry: CommandLine | undefined): Next {
  const line = withAliasName(text.trim().replace(/^tuk +/, ''));
  if (quits(line)) return [state, { do: 'leave', how: 'left' }];
  if (line === 'welcome') return goTo(state, [welcome]);
  if (line === requestsSpec.command) return [requestsOpened(state)];
  const group = state.groups.find(({ digit, name }) => digit === line || name.toLowerCase() === line.toLowerCase());
  if (group) return toGroup(state, group.name);
  return opening(withUsed(state, entry), text.trim(), line, entry);
}

/** Opens the entry of a screen, an alias and the like; otherwise the typed command. */
function opening(state: Application, text: string, line: string, entry: CommandLine | undefined): Next {
  if (entry?.entry === 'preference') return switched(state, entry.name);
  const hasMore = entry?.entry === 'alias' && line.startsWith(`${entry.name} `);
  if (entry?.entry !== undefined && !hasMore) return entered(state, text, entry);
  const alias = state.commands?.find(({ entry: kind, name }) => kind === 'alias' && name === line);
  if (alias) return entered(state, line, alias);
  const isTyped = entry !== undefined && (line === entry.name || line.startsWith(`${entry.name} `));
  const safe = lineWithoutKeys(line);
  if (!isTyped && safe !== line) return [unknownCommand(state, safe)];
  // A screen never shows the data of another profile, and would keep a key; the command refuses a key, or reads it
  // once.
  if (isTyped && (namesProfile(line) || safe !== line)) return runCommand(state, line);
  const watch = watchOf(state.groups, line);
  if (watch) return [withScreen(state, watch)];
  if (isTyped && hasPrintOption(state, line)) return runCommand(state, line); // a screen prints nothing
  return openingCommand(
    state,
    isTyped || !entry ? line : [entry.name, ...valuesBehind(line, entry.name)].join(' '),
    entry,
    isTyped,
  );
}
/** Opens the screen or the form of a whole command line, or runs it if it was typed in full. */
function openingCommand(state: Application, line: string, entry: CommandLine | undefined, isTyped: boolean): Next {
  const { command, filter, settings } = boardParts(line);
  const next = command === line ? state : withSettings(state, command, settings);
  const screen = screenOf(state, command);
  if (screen) return goTo(next, [screen.kind === 'board' ? { ...screen, filter } : asking(screen)]);
  if (line === '') return [state];
  if (entry?.needs && line === entry.name && (isTyped || entry.reads)) return [formOver(state, entry)];
  if (entry?.reads || readWith(state, line)) return [withScreen(next, boardOf(state, command, filter))];
  if (line === 'login' && isTyped) return [signIn(state)];
  if (isTyped) return runCommand(state, line);
  return [entry ? completed(state, line) : unknownCommand(state, line)];
}
const withSettings = (state: Application, command: string, settings: TableSettings): Application => ({
  ...state,
  tableSettings: { ...state.tableSettings, [command]: settings },
});
const boardOf = (state: Application, command: string, filter = '', name = command): BoardScreen =>
  isSearch(command) ? caseScreen(command) : { ...board(groupOf(state, command), { name, command }), filter };

/** A line that saves an alias, with a name of one word: `my open` becomes `my-open`. */
const withAliasName = (line: string): string =>
  line.replace(
    /^alias set ([^'"]+?) -- /s,
    (_, name: string) => `alias set ${name.trim().toLowerCase().replace(/\s+/g, '-')} -- `,
  );
/** The values after the words of a command: `w-1` of `withdraw show w-1` for `wallet withdraw show`. */
function valuesBehind(line: string, name: string): readonly string[] {
  const names = name.split(/[ -]/);
  const words = splitWords(line);
  // a word of the name in another form is none: the `orders` of `store orders` for `store order list`
  const isOfName = (word: string) => names.some((name) => name.startsWith(word) || word === `${name}s`);
  const at = words.findIndex((word) => !isOfName(word.toLowerCase()));
  return at <= 0 ? [] : words.slice(at).map(quoted);
}

/** Opens an entry that is not a command. It opens a profile only after `ctx`, because that changes all data. */
function entered(
  state: Application,
  text: string,
  { entry, line = '', group = 'Home', name, screen, filter: query = text }: CommandLine,
): Next {
  switch (entry) {
    case 'profile':
      return text.startsWith('ctx') ? runCommand(state, line) : [completed(state, name)];
    case 'group':
      return toGroup(state, group);
    case 'beside':
      return [state, { do: 'beside', profile: line || undefined }];
    case 'screen':
      return goTo(state, [opened(group, screen ?? { name, command: line })]);
    case 'row': {
      const list = screenOf(state, line);
      return list?.kind === 'board' ? goTo(state, [{ ...list, filter: query, of: -1 }]) : [state];
    }
    case 'alias': {
      if (hasSum(line)) return runCommand(state, line); // a screen shows rows, and this line prints their sums
      const { command, filter, settings } = boardParts(line);
      return goTo(withSettings(state, command, settings), [boardOf(state, command, filter, name)]);
    }
    default:
      return [withScreen(state, boardOf(state, line, '', name))];
  }
}

/** Whether a line has an option for printed output. */
const hasPrintOption = ({ printOptions = [] }: Application, line: string): boolean =>
  splitWords(line).some((word) => printOptions.includes(word.replace(/=.*$/s, '')));

/** Whether a line prints the sums of a list in place of its rows. */
const hasSum = (line: string): boolean => splitWords(line).some((word) => /^--sum(-by)?(=|$)/.test(word));

/** A command line without the options that a screen applies by itself: its filter, its order, its columns. */
function boardParts(line: string): {
  readonly command: string;
  readonly filter: string;
  readonly settings: TableSettings;
} {
  const words = splitWords(line).flatMap(
    (word) => /^(--(?:match|sort-by|columns))=(.*)$/s.exec(word)?.slice(1) ?? [word],
  );
  const option = (name: string): string | undefined => {
    const at = words.indexOf(name);
    return at < 0 ? undefined : words.splice(at, 2)[1];
  };
  const [filter = '', sortBy, columns] = [option('--match'), option('--sort-by'), option('--columns')];
  const sort = sortBy === undefined ? undefined : { path: sortBy.replace(/^-/, ''), down: sortBy.startsWith('-') };
  const order = columns?.split(',').map((path) => path.trim());
  const settings: TableSettings = { ...defaultTableSettings, sort, order, onlyOrder: order && true };
  return { command: words.map(quoted).join(' '), filter, settings };
}

/** The form of a command that lacks a value. */
const formOver = (state: Application, { name, reads }: CommandLine): Application =>
  withScreen(
    state,
    asking(
      opened(groupOf(state, name), {
        name: jobOf(name)?.name ?? name,
        command: name,
        kind: 'form',
        reads: reads || undefined,
      }),
    ),
  );
/** Asks how to sign in. */
export const signIn = (state: Application): Application => formOver(state, { name: 'login', is: '' });
/** A form that is opened by its name asks the steps of its job at once. */
const asking = (screen: Screen): Screen => (screen.kind === 'form' ? { ...screen, asks: true } : screen);

function screenOf({ groups }: Pick<Application, 'groups'>, line: string): Screen | undefined {
  for (const { name, screens } of groups) {
    const spec = screens.find((candidate) => candidate.command === line);
    if (spec) return opened(name, spec);
  }
  // a line that lacks the id of a thing: the list of those things
  for (const { name: group, screens, watches = [] } of groups) {
    const watch = watches.find(({ reads }) => reads === `${line} {id}`);
    const spec = watch && screens.find(({ name }) => name === watch.name);
    if (spec) return opened(group, spec);
  }
  return undefined;
}

/** Whether a command line is a read with arguments that a screen can show. */
const readWith = ({ groups }: Application, line: string): boolean =>
  groups.some(({ screens }) =>
    screens.some((spec) => (spec.reads || spec.kind === 'find') && line.startsWith(`${spec.command} `)),
  );

/** The group of a command line, or the open one. */
const groupOf = (state: Application, line: string): string =>
  state.groups.find(({ name }) => line.startsWith(`${name.toLowerCase()} `))?.name ?? topOf(state).group;

/** The form of an action: of the words of its line before the first value. */
function actionForm(group: string, [name, action]: Action, line: string): Screen {
  const [command] = action.split(/ (?=--|\{)/, 1) as [string];
  const form = opened(group, { name, command, kind: 'form' });
  return { ...form, given: splitWords(line.slice(command.length)), asks: true } as FormScreen;
}

/** Handles a key in a short list. */
export function inChooser(state: Application, chooser: Chooser, key: string): Next {
  const top = topOf(state);
  if (chooser.typing && top.kind === 'form') return inPicker(state, chooser, top, key);
  const { stays, chosen, moves } = chosenBy(chooser, key);
  const next = { ...state, chooser: stays };
  if (moves && top.kind === 'board')
    return [
      withTableSettings(next, top, (settings) => ({ ...settings, order: stays!.items.map(({ value }) => value) })),
    ];
  if (chosen === undefined) return [next];
  if (chooser.of === 'sandbox') return sandboxChosen(next, chosen);
  const { action } = chooser.items[chooser.marked]!;
  if (action) {
    const { opens, label } = listed(action);
    if (opens === 'form') return [withScreen(next, actionForm(top.group, action, chosen))];
    const isRead = opens === 'screen' && commandLines(chosen).length === 1;
    return isRead ? [openRead(next, label, chosen)] : runCommand(next, chosen);
  }
  if (top.kind !== 'board') return [next];
  const hidden = top.hidden.includes(chosen) ? top.hidden.filter((path) => path !== chosen) : [...top.hidden, chosen];
  return [withTableSettings(next, top, (settings) => ({ ...settings, hidden }))];
}

/** Handles a key in a filter, or in the search of JSON. */
export function inFilter(state: Application, screen: BoardScreen | JsonScreen, field: Field, key: string): Next {
  const closed = { ...screen, typing: undefined };
  const act = actOf(filterKeys, key);
  if (closed.kind === 'json') return inSearch(state, closed, field, key);
  if (closed.spec.kind === 'find') return [withTop(state, inQuery(closed, field, act, key))];
  if (act === 'leave') return [withTop(state, { ...closed, filter: '', of: -1 })];
  if (act === 'done') return [withTop(state, closed)];
  if (key === 'up' || key === 'down') return [state];
  const typing = editedLine(field, key);
  return [withTop(state, { ...closed, typing, filter: typed(typing), of: -1 })];
}
function inSearch(state: Application, json: JsonScreen, field: Field, key: string): Next {
  const act = actOf(filterKeys, key);
  if (act === undefined) return [withTop(state, { ...json, typing: editedLine(field, key) })];
  const query = act === 'leave' ? '' : typed(field);
  const next = { ...json, query };
  if (query === '') return [withTop(state, next)];
  const at = json.layout.findIndex((text, line) => line >= (json.marked ?? 0) && pattern(query)(text));
  // it may be above
  return at < 0 ? foundLine(withTop(state, next), next, 1) : [withTop(state, shownAt(next, at))];
}

const leastQuery = 2;
/** Searches while the person types; the earlier rows stay until the response arrives. */
function inQuery(screen: BoardScreen, field: Field, act: string | undefined, key: string): BoardScreen {
  if (act !== undefined) return screen;
  const { place, shown, spec } = screen;
  if (key === 'up' || key === 'down') {
    const marked = clamped(place.marked + (key === 'up' ? -1 : 1), shown.length - 1);
    return { ...screen, typing: field, place: { ...place, marked } };
  }
  const typing = editedLine(field, key);
  const text = typed(typing).trim();
  const line = text.length < leastQuery ? '' : `${spec.command} ${quoted(text)}`;
  return { ...screen, typing, line, of: undefined, place: { marked: 0, top: 0 } };
}

/** Handles a key in a field of a form. A possible key or phrase is removed before it is drawn. */
export function inField(state: Application, form: FormScreen, key: string): Next {
  switch (actOf(fieldKeys, key)) {
    case 'leave':
      return [withTop(state, { ...form, typing: false })];
    case 'done':
      return [withTop(state, onwards(form))];
    case 'next':
      return [withTop(state, stepped(form, 1))];
    case 'before':
      return [withTop(state, stepped(form, -1))];
    default:
      return [withoutKey(state, typedIn(form, key))];
  }
}
function withoutKey(state: Application, form: FormScreen): Application {
  const field = form.fields?.[form.at];
  return field && holdsKey(field, form.line)
    ? withNotice(withTop(state, withText(form, '')), keyNotKept, 'needs-you')
    : withTop(state, form);
}

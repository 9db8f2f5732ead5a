// What the keys do that work on screens of several kinds, or on a form, the welcome and Home.
import { filledLine, quoted } from '../../../services/command-line.js';
import { asText, type Row, valueAt } from '../../../services/json-value.js';
import { jsonRows } from '../../../text/json-lines.js';
import { isPage, pageData, pageKindOf } from '../../page-kinds/page-kinds.js';
import { type HomeRow, homeRows } from '../boards/home-rows.js';
import { markedRows } from '../boards/marks.js';
import { caseScreen, dataLine, findLine, goTo, markedRow, nameOfRow, openRead } from '../boards/navigation.js';
import { actionsOf, rowActions } from '../boards/on-board.js';
import { tableOptions } from '../boards/table-settings.js';
import { cancellationIn } from '../core/chooser.js';
import { typed } from '../core/field.js';
import { aged, copiedOf, maskedUnless, responseOf, waitLeftOf, waitText } from '../core/responses.js';
import {
  type Action,
  type BoardScreen,
  board,
  type FormScreen,
  type HomeScreen,
  opened,
  type Screen,
  type WelcomeScreen,
  welcomeCommands,
} from '../core/screens.js';
import {
  type Application,
  copying,
  type Next,
  serviceTime,
  topOf,
  withNotice,
  withScreen,
  withTop,
} from '../core/state.js';
import { foldOf, formLine, isMissing, missingIn, onField, withText } from '../forms/form.js';
import { isPicked, pickerOpened } from '../forms/picker.js';
import { inChooser, openPalette, signIn } from '../palette/overlays.js';
import { linesOf } from '../queries/observed.js';
import { runCommand } from '../watch/command-dialog.js';
import { stopped } from '../watch/sandbox-clock.js';
import { readLine, selectedItem, watchLine, watchOf } from '../watch/watch-screen.js';
import type { Press, Run } from './press.js';

// Enter on a form: edits a field, or submits after the last one.

/**
 * Handles enter on a form: edits a text, toggles a switch, opens the values of an enum; after the last field it
 * submits.
 */
export function onForm(state: Application, form: FormScreen): Next {
  const field = form.fields?.[form.at];
  if (!form.fields) return [state];
  if (!field) return done(state, form);
  if (foldOf(form) === form.at) return [withTop(state, { ...form, isUnfolded: true })];
  if (field.isSwitch) return [withTop(state, withText(form, typed(field.text) === '' ? 'yes' : ''))];
  return [
    field.step || field.words || isPicked(state, form, field)
      ? pickerOpened(state, form, field)
      : withTop(state, { ...form, typing: true }),
  ];
}
function done(state: Application, form: FormScreen): Next {
  const missing = missingIn(form);
  if (missing.length > 0) {
    const at = form.fields!.findIndex((field) => isMissing(field, form));
    return [withNotice(withTop(state, onField(form, at)), `Still needed: ${missing.join(', ')}.`, 'needs-you')];
  }
  const line = formLine(form);
  if (!form.spec.reads) return runCommand(state, line);
  const asked = line.slice(form.line.length);
  // what takes nothing of the answer takes what was asked
  const actions = form.spec.actions?.map(
    ([label, command, facts]): Action => [label, command.includes('{') ? command : command + asked, facts],
  );
  const spec = { ...form.spec, kind: undefined, name: 'Answer', actions };
  return [withScreen(state, board(form.group, spec, { line, parents: [form.spec.name] }))];
}

/** Does a step, or says why nothing happens now. */
export const orSaid =
  (step: (state: Application) => Next, reason: string | ((state: Application) => string)): Run =>
  (state) => {
    const next = step(state);
    if (next[0] !== state) return next;
    return [withNotice(state, typeof reason === 'string' ? reason : reason(state))];
  };

/** Stops or resumes the automatic refresh, or a sandbox clock that plays. */
export function paused(state: Application): Next {
  if (state.play !== undefined) return [stopped(state)];
  const message = state.paused ? 'Automatic refresh is on.' : 'Paused: r reloads, w resumes.';
  return [withNotice({ ...state, paused: !state.paused }, message)];
}
/** Copies the command line with the data of the screen. */
export function commandCopied(state: Application, { now }: Press): Next {
  const line = commandOf(state, now);
  return line === '' ? [withNotice(state, 'No command gives these data.')] : copying(state, line);
}
/** Reads the data of the screen once more, and copies them as Markdown. */
export function markdownCopied(state: Application): Next {
  const line = printLine(state, topOf(state));
  if (line === undefined) return [withNotice(state, 'Lists, pages and watched things are copied as Markdown.')];
  return [
    withNotice(state, 'Reading it once more for the copy…', 'pending'),
    { do: 'copy output', line: `${line} -o md` },
  ];
}
/** Opens the palette with the command that writes the data of the screen to a file. */
export function exported(state: Application): Next {
  const line = printLine(state, topOf(state));
  if (line === undefined) return [withNotice(state, 'Lists, pages and watched things are written to a file.')];
  const name = commandOf({ ...state, suffix: '' })
    .replace(/^tuk | -.*$/g, '')
    .replace(/[^\w-]+/g, '-');
  return openPalette(state, { before: `export ${name}.csv`, after: '' }, line);
}

/** Reads the data of the screen again, or says how long a service asked to wait. */
export function reloaded(state: Application, { now }: Press): Next {
  const top = topOf(state);
  const lines = linesOf(state);
  const troubles = lines.flatMap((line) => responseOf(state, line).trouble ?? []);
  const [longest] = troubles.sort((one, other) => waitLeftOf(other, now) - waitLeftOf(one, now));
  const wait = waitLeftOf(longest, now);
  const next = aged(state, lines);
  if (wait > 0) return [withNotice(next, waitText(wait, true, longest?.failure.asksFor))];
  const asks = top.kind === 'board' ? top.spec.asks : undefined;
  return asks === undefined
    ? [next]
    : [withNotice(next, 'Asking the services anew…', 'pending'), { do: 'ask', line: asks }];
}

/**
 * Runs the action that cancels or removes the selected row. Of marked rows it lists the actions, which say for how
 * many.
 */
export function cancelled(state: Application, top: BoardScreen): Next {
  if (top.picked) return actionsOf(state, top);
  const item = cancellationIn(rowActions(state, top));
  if (!item) return [withNotice(state, 'Nothing here can be cancelled or removed now.')];
  return inChooser(state, { of: 'actions', title: 'Actions', items: [item], marked: 0 }, 'enter');
}

/** Opens the palette with the command that saves the visible list; the name is typed there. */
export function savesList(state: Application): Next {
  if (topOf(state).kind !== 'board' || topOf(state).group === 'Home')
    return [withNotice(state, 'Only a list or a page can be saved as an alias.')];
  const line = commandOf({ ...state, suffix: '' }).replace(/^tuk /, '');
  // a $ in the line of an alias is $$
  return openPalette(state, { before: 'alias set ', after: ` -- ${line.replaceAll('$', '$$$$')}` });
}

/** Masks or reveals personal data; raw JSON is rendered again. */
export function unmasked(state: Application): Next {
  const { reveal } = state;
  const message = reveal ? 'Personal data are masked.' : 'Personal data are shown; the audit file records it.';
  const next = withNotice({ ...state, reveal: !reveal }, message);
  const top = topOf(state);
  if (top.kind !== 'json') return [next];
  return [withTop(next, { ...top, layout: jsonRows(maskedUnless(!reveal, top.value)) })];
}

/** Opens the case of the selected thing. */
export function caseOpened(state: Application): Next {
  const top = topOf(state);
  const row = top.kind === 'board' ? markedRow(state, top) : undefined;
  const warning = warningOf(row);
  if (warning !== undefined) return [withNotice(state, `Not looked for: ${warning}`, 'bad')];
  const id = top.kind === 'watch' ? selectedItem(top).id : top.kind === 'json' ? top.id : undefined;
  const text = id ?? (row && top.kind === 'board' ? idOf(state, top, row) : undefined);
  const line = text === undefined ? undefined : findLine(text);
  if (line === undefined) return [withNotice(state, 'This has no id, so it has no case.')];
  return [withScreen(state, caseScreen(line, text))];
}

/** The id of a row of a board, or of the record of a page. */
const idOf = (state: Application, top: BoardScreen, row: Row): string | undefined =>
  copiedOf(row, responseOf(state, dataLine(state, top)), top.spec)?.text;

/** The warning of a row that may be address poisoning: it is not copied. */
const warningOf = (row: Row | undefined): string | undefined =>
  typeof row?.warning === 'string' ? row.warning : undefined;

export function copyId(state: Application): Next {
  const top = topOf(state);
  if (top.kind === 'watch') return copying(state, selectedItem(top).id);
  if (top.kind === 'json') return top.id === undefined ? [state] : copying(state, top.id);
  if (top.kind !== 'board') return [state];
  const response = responseOf(state, top.line);
  const text = pageKindOf(top)?.copies?.(pageData(top, response, state.reveal));
  if (text !== undefined) return copying(state, text);
  const trap = [...markedRows(top, response), markedRow(state, top)]
    .map(warningOf)
    .find((warning) => warning !== undefined);
  if (trap !== undefined) return [withNotice(state, `Not copied: ${trap}`, 'bad')];
  const ids = markedRows(top, response).flatMap((row) => copiedOf(row, response, top.spec)?.text ?? []);
  if (ids.length > 0)
    return copying(state, ids.join('\n'), ids.length === 1 ? ids[0] : `${ids.length} ids, a line each`);
  const row = markedRow(state, top);
  const id = row && idOf(state, top, row);
  return id === undefined ? [withNotice(state, 'This has no id.')] : copying(state, id);
}

/** The command line that prints the data of a screen, masked as the screen is. */
function printLine(state: Application, top: Screen): string | undefined {
  const line =
    top.kind === 'watch' ? readLine(selectedItem(top)) + state.suffix : commandOf(state).replace(/^tuk /, '');
  const isRead = top.kind === 'watch' || (top.kind === 'board' && line !== '' && top.spec.shownAs === undefined);
  return isRead ? `${line} ${state.reveal ? '--reveal' : '--mask'}` : undefined;
}

const withSuffix = (line: string, { suffix }: Application): string => (line === '' ? '' : line + suffix);
/**
 * The command line with the same data as the screen; empty if no command has them. @param now the time that decides which
 * row of Home is under the cursor
 */
export function commandOf(state: Application, now?: number): string {
  const top = topOf(state);
  switch (top.kind) {
    case 'welcome':
      return welcomeCommands[top.menu.marked] || 'tuk login';
    case 'home':
      return `tuk ${((now && homeRow(state, top, now)?.read) || state.panes[top.pane])?.command ?? 'whoami'}${state.suffix}`;
    case 'form':
      return `tuk ${formLine(top)}${state.suffix}`;
    case 'json': {
      const below = state.stack.at(-2);
      if (below?.kind === 'board' && below.spec.shownAs !== undefined) return withSuffix(below.spec.shownAs, state);
      return `tuk ${top.line} -o json${state.suffix}`;
    }
    case 'watch':
      return `tuk ${watchLine(top)}${state.suffix}`;
    case 'board': {
      if (top.spec.shownAs !== undefined) return withSuffix(shownLine(state, top), state);
      const options = isPage(top)
        ? []
        : tableOptions(top, responseOf(state, top.line)).map((word) => ` ${quoted(word)}`);
      const filter =
        top.filter.trim() === '' || top.spec.kind === 'find' ? '' : ` --match ${quoted(top.filter.trim())}`;
      const { profile, other } = state.head;
      const profiles = other === undefined || top.line === '' ? state.suffix : ` -p ${quoted(`${profile},${other}`)}`;
      return `tuk ${dataLine(state, top) || top.spec.command}${filter}${options.join('')}${profiles}`;
    }
  }
}

/** The command line of a board whose data no command has: the line of its selected row, if rows have one. */
function shownLine(state: Application, top: BoardScreen): string {
  const { shownAs = '', rowShownAs } = top.spec;
  const row = rowShownAs === undefined ? undefined : markedRow(state, top);
  return asText(valueAt(row, rowShownAs ?? '') ?? shownAs);
}

/** Does what the selected row of the welcome says. */
export function welcomed(state: Application, { menu }: WelcomeScreen): Next {
  if (menu.marked === 0) return [withNotice(state, 'Signing in to the sandbox…', 'pending'), { do: 'enter sandbox' }];
  const command = welcomeCommands[menu.marked] ?? '';
  if (command === 'tuk login') return [signIn(state)];
  return copying(state, command);
}

/** The name of what a row of a pane leads to: of the row, or of a line that has none. */
const titleOfLine = (state: Application, { read, row, response: { id } }: HomeRow): string =>
  (read.opens.includes('{') && nameOfRow(state, row, id)) || read.opens.replace(/ \{.*/, '');
/** The row under the cursor on a pane of Home with the rows of several reads. */
function homeRow(state: Application, { pane: at, row = 0 }: HomeScreen, now: number): HomeRow | undefined {
  const pane = state.panes[at];
  const rows = pane?.reads ? homeRows(state, pane, serviceTime(state, now)) : [];
  return rows[Math.min(row, rows.length - 1)];
}
/** Opens the row of a pane of Home that is under the cursor; a pane without rows of several reads opens its screen. */
export function paneOpened(state: Application, screen: HomeScreen, { now }: Press): Next {
  const pane = state.panes[screen.pane];
  const group = state.groups.find(({ name }) => name === pane?.group);
  const spec = group?.screens.find(({ name }) => name === pane?.screen);
  if (!pane || !group || !spec) return [state];
  const marked = homeRow(state, screen, now);
  const line = marked && filledLine(marked.read.opens, marked.row, marked.response.id);
  if (!marked || line === undefined) return goTo(state, [opened(group.name, spec)]);
  const watch = watchOf(state.groups, line);
  return [watch ? withScreen(state, watch) : openRead(state, titleOfLine(state, marked), line, marked.read)];
}

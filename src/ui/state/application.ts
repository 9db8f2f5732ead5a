// The reducer of the application: from its state and an event (a key, a response, a clock tick) to the next state and the effects to run.

import { commandLines } from '../../services/command-line.js';
import { isRecord } from '../../services/json-value.js';
import { lineWithoutKeys } from '../../services/key-forms.js';
import { labelOf } from '../../text/label.js';
import { isPage } from '../page-kinds/page-kinds.js';
import type { Preferences } from '../preferences.js';
import { helpLines, helpSize } from '../view-models/key-help.js';
import { performAction } from './actions.js';
import type { AppEvent, Owner } from './app-events.js';
import { fieldKeys, filterKeys, helpKeys, keysOf } from './app-keys.js';
import type { Board } from './board.js';
import { rowKeys } from './board-keys.js';
import { chooserKeys } from './chooser.js';
import { clicked } from './clicks.js';
import { commandKeys, inCommand, shownIn } from './command-dialog.js';
import type { AppAct } from './key-parts.js';
import { actOf, type Keymap, type Pressed, pastedText, terminalKeys } from './keymap.js';
import { isMapMove, moved, moveKeys } from './list.js';
import { movedBy } from './moves.js';
import { firstOf, goTo, below as lineBelow, markedRow, openMarked } from './navigation.js';
import { dueIn, settled } from './observed.js';
import { withoutOldNotice } from './old-notice.js';
import { ownActions } from './on-board.js';
import { inChooser, inField, inFilter, inPalette } from './overlays.js';
import { ownedBy, ownerNotice } from './owner.js';
import { bodySize, hasPreview, railFrom, type Size } from './page.js';
import { paletteKeys } from './palette.js';
import { aged, needsSignIn, queried, responseOf } from './responses.js';
import { copiedOf } from './row-id.js';
import type { FormField, Screen } from './screens.js';
import { type AppEffect, type Application, type Next, topOf, withNotice, withTop } from './state.js';
import { inSwap, typingKeys } from './swap.js';
import { quoteLine } from './swap-lines.js';
import { withSavedTableSettings } from './table-settings.js';
import { actionsOn, isLive, watchedAgain, watchHappened, watchOf } from './watch-screen.js';

/** The initial data of the application. */
export type ApplicationOf = Pick<Application, 'owner' | 'head' | 'signedIn' | 'groups' | 'panes' | 'suffix' | 'first' | 'printOptions'> & {
  /** A command has opened it: the line that it watches. */
  readonly opening?: { readonly line: string; readonly bell: boolean; readonly reveal: boolean };
  readonly preferences?: Preferences;
  /** What has to be said at its start. */
  readonly warning?: string;
};

/** The initial state. */
export function application(dependencies: ApplicationOf): Board<Application, AppEvent, AppEffect> {
  const { owner, head, signedIn, groups, panes, suffix, first: name = 'Home', printOptions = [], opening } = dependencies;
  const { preferences = {}, warning } = dependencies;
  const welcome = !signedIn && head.mark === 'sandbox';
  const watch = opening && watchOf(groups, opening.line);
  const first: Screen = watch
    ? { ...watch, bell: opening.bell, isOpened: true }
    : welcome
      ? { kind: 'welcome', group: 'Home', menu: { marked: 0, top: 0 } }
      : firstOf({ groups }, name);
  return {
    initial: {
      ...{
        head,
        signedIn,
        groups,
        panes,
        suffix,
        printOptions,
        first: name,
        stack: [first],
        kept: {},
        past: [],
        future: [],
        responses: {},
        preferences,
        tableSettings: preferences.boards ?? {},
      },
      ...{ begun: false, help: false, reveal: opening?.reveal ?? false, paused: false, clock: false },
      ...(owner === undefined ? {} : { owner }),
      ...(watch ? { opened: opening.line } : {}),
      ...(warning === undefined ? {} : { notice: { text: warning, class: 'needs-you', until: Number.POSITIVE_INFINITY } }),
    },
    update: (state, event, now) =>
      settled(
        withoutOldNotice(state, tableSettingsApplied(event.what === 'key' ? pressed(state, event, now) : happened(state, event, now))),
        now,
      ),
    due: (state, now) => dueIn(state, now),
  };
}

const tableSettingsApplied = ([state, ...effects]: Next): Next => [withSavedTableSettings(state), ...effects];

function happened(state: Application, event: AppEvent, now: number): Next {
  if (event.what === 'owner') return owned(state, event);
  if (event.of !== undefined && event.of !== state.owner) return [state]; // the owner has changed since the request
  switch (event.what) {
    case 'begun':
      return [{ ...state, begun: true }];
    case 'query':
      return [withQuery(state, event, now)];
    case 'again':
      return [state];
    case 'fields':
      return [withFields(state, event.line, event.fields)];
    case 'trouble':
      return [withNotice(state, event.text, 'bad', now)];
    case 'signed in': {
      const own = ownedBy(state, event);
      return goTo(
        { ...withNotice(own, 'Signed in to the sandbox. Nothing here is real.', 'good', now), head: event.head, signedIn: true },
        [firstOf(state, state.first ?? 'Home')],
      );
    }
    case 'who':
      return [{ ...state, head: { ...state.head, who: event.name } }];
    case 'session': {
      const head = event.ends === undefined ? state.head : { ...state.head, sessionEnds: event.ends };
      return [withNotice({ ...state, head }, sessionText(event.kind), 'good', now)];
    }
    case 'commands':
      return commandsListed({ ...state, commands: event.commands }, now);
    case 'click': {
      const { next, key } = clicked(acknowledged(state), event.target);
      return key === undefined ? next : pressed(next[0], { what: 'key', key, size: event.size }, now);
    }
    case 'command screen':
      return [state.running ? { ...state, running: shownIn(state.running, event, now) } : state];
    case 'command failed': {
      const { running: _, ...closed } = state;
      return [withNotice(closed, event.text, 'bad', now)];
    }
    case 'command ended':
      return commandEnded(state, event, now);
    case 'watched':
    case 'watch failed':
      return watchHappened(state, event);
  }
}

/** What has become of the session. */
const sessionText = (kind: string): string =>
  kind === 'adopted' ? 'Another process has renewed the session.' : kind === 'renewed' ? 'The session was renewed.' : `session ${kind}`;

/** An enter that was pressed before the commands were known takes effect now. */
const commandsListed = (state: Application, now: number): Next =>
  state.palette?.entered ? inPalette(state, state.palette, 'enter', now) : [state];

/** Switches to another owner; all data of the previous one are dropped. */
function owned(state: Application, own: Owner): Next {
  if (own.owner === state.owner) return [state];
  return afresh({ ...ownedBy(state, own), notice: ownerNotice(state, own) });
}
/** Ends all streams: they ask for the owner before. */
function afresh({ watched, opened: _, ...state }: Application): Next {
  return watched === undefined ? [state] : [state, { do: 'watch', lines: [] }];
}

/** Handles the end of a command: it may have changed anything, so every query is invalidated, and the data of another owner are dropped. */
function commandEnded(was: Application, event: Extract<AppEvent, { what: 'command ended' }>, now: number): Next {
  const { line, code, head, signedIn, watches, made, refused } = event;
  const { observed: _, commands: __, running: ___, ...state } = ownedBy(was, event); // a profile or a view may be new
  const several = commandLines(line);
  const shown = several.length > 1 ? `${several.length} commands` : `tuk ${lineWithoutKeys(line)}`;
  const message = refused ?? (code === 0 ? `Done: ${shown}` : `Exit code ${code}: ${shown}`);
  const who = state.head.who === undefined || !signedIn ? {} : { who: state.head.who };
  const stack = state.stack.map((one): Screen => {
    if (one.kind === 'watch') return watchedAgain(one);
    return made && one.kind === 'form' && line.startsWith(one.line) ? { ...one, made } : one;
  });
  const running = was.running && refused === undefined ? { running: { ...was.running, code, isReading: false, typing: '' } } : {};
  const next = withNotice(
    { ...state, ...running, stack, responses: aged(state.responses), signedIn, head: { ...head, ...who } },
    message,
    code === 0 ? 'good' : 'bad',
    now,
  );
  if (signedIn && topOf(state).kind === 'welcome') return goTo(next, [firstOf(state, 'Home')]);
  const own = watches === undefined ? undefined : watchOf(state.groups, watches);
  if (state.owner !== was.owner) return afresh(next);
  const withOwn = own ? { ...next, stack: [...stack, own] } : next;
  return next.watched === undefined ? [withOwn] : [withOwn, { do: 'watched', effect: { do: 'ask now' } }];
}

function withQuery(state: Application, { line, query }: Extract<AppEvent, { what: 'query' }>, now: number): Application {
  const { clockOffset = state.clockOffset, sessionOffset = state.sessionOffset } = query.loaded ?? {};
  const clocks = { ...(clockOffset === undefined ? {} : { clockOffset }), ...(sessionOffset === undefined ? {} : { sessionOffset }) };
  return { ...state, responses: queried(state.responses, line, query, now), ...clocks };
}

function withFields(state: Application, line: string, fields: readonly FormField[] | undefined): Application {
  const stack = state.stack.map((one): Screen => {
    if (one.kind !== 'form' || one.line !== line || one.fields) return one;
    return fields ? { ...one, fields } : { ...one, absent: true };
  });
  return { ...state, stack };
}

/** The active key table: that of the overlay, or of the screen. */
export function keymapOf(state: Application): Keymap {
  const top = topOf(state);
  if (state.running) return commandKeys(state.running);
  if (state.palette) return paletteKeys;
  if (state.chooser) return chooserKeys(state.chooser);
  if ((top.kind === 'board' || top.kind === 'json') && top.typing) return filterKeys;
  if (top.kind === 'form' && top.typing) return fieldKeys;
  if (state.help) return helpKeys;
  if (top.kind === 'form' && top.swap) return typingKeys(top.swap) ?? ownKeys(state);
  return ownKeys(state);
}
const ownKeys = (state: Application): Keymap<AppAct> => {
  const top = topOf(state);
  const { stack } = state;
  const isOver = stack.length > 1;
  if (top.kind === 'watch') return keysOf(top, { listed: false, isOver, filled: actionsOn(top).length > 0 });
  if (top.kind === 'form' && top.swap?.step === 'quote')
    return keysOf(top, { listed: false, isOver, filled: responseOf(state.responses, quoteLine(top.swap)).at !== undefined });
  if (top.kind !== 'board') return keysOf(top, { listed: false, isOver });
  const response = responseOf(state.responses, top.line);
  const { rows, at, trouble } = response;
  const below = stack.at(-2);
  const row = markedRow(state, top);
  const copied = isRecord(row) ? copiedOf(row, responseOf(state.responses, top.line || lineBelow(state)), top.spec) : undefined;
  return keysOf(top, {
    signsIn: trouble !== undefined && needsSignIn(trouble.failure, state.signedIn),
    isOver,
    listed: rows !== undefined,
    shows: top.shown.length > 0,
    acts: ownActions(state, top).length > 0,
    filled: (at !== undefined || top.row !== undefined) && (rows === undefined || rows.length > 0),
    among: top.row !== undefined && below?.kind === 'board' && below.shown.length > 1,
    named: copied && labelOf(copied.path).toLowerCase(),
  });
};

/** The time within which a second Ctrl-C leaves the application, milliseconds. */
const twice = 2000;
/** Handles a key. The first Ctrl-C closes or stops what is open; a second one soon after it leaves, whatever the first one did. */
function pressed(state: Application, event: Pressed, now: number): Next {
  if (event.key !== 'ctrl-c') return keyPressed(state, event, now);
  if (state.stopped !== undefined && now - state.stopped <= twice) return [state, { do: 'leave', how: 'interrupted' }];
  const [next, ...effects] = keyPressed(state, event, now);
  return [{ ...next, stopped: now }, ...effects];
}
function keyPressed(before: Application, event: Pressed, now: number): Next {
  const state = acknowledged(before);
  const { key, size } = event;
  const top = topOf(state);
  const ofTerminal = actOf(terminalKeys, key);
  if (ofTerminal) return [state, { do: ofTerminal }];
  if (state.running) return inCommand(state, state.running, key, size);
  if (state.palette) return inPalette(state, state.palette, key, now);
  if (state.chooser) return inChooser(state, state.chooser, key, now);
  if ((top.kind === 'board' || top.kind === 'json') && top.typing) return inFilter(state, top, top.typing, key, now);
  if (top.kind === 'form' && top.typing) return inField(state, top, key, now);
  if (top.kind === 'form' && top.swap && typingKeys(top.swap)) return inSwap(state, top, top.swap, key, now);
  const pasted = pastedText(key);
  if (pasted !== undefined) return onPaste(state, pasted);
  const act = actOf(ownKeys(state), key);
  if (act === 'stop' && top.kind === 'watch' && top.isOpened) return [state, { do: 'leave', how: isLive(top) ? 'interrupted' : 'left' }];
  if (act === 'stop') return [withNotice(state, 'ctrl-c again leaves.', 'needs-you', now)];
  if (state.help) return [inHelp(state, key, size)];
  if (act === 'preview') return previewed(state, size);
  if (isMapMove(act)) return [movedBy(state, act, size, now)];
  const ofRows = top.kind === 'home' && act === undefined ? rowKeys.find(({ keys }) => keys.includes(key)) : undefined;
  if (ofRows) return [withNotice(state, `${ofRows.keys[0]} (${ofRows.does}) is for lists: enter opens the marked pane.`, 'off', now)];
  return performAction(state, act, key, now);
}

/** A key while the help is open: it scrolls what does not fit, and any other key closes it. */
function inHelp({ helpTop = 0, ...state }: Application, key: string, size: Size): Application {
  const area = bodySize(size);
  const { rows, columns } = helpSize(area);
  const hidden = helpLines(ownKeys({ ...state, help: false }), columns - 4, size.columns >= railFrom).length - rows;
  const act = actOf(moveKeys, key);
  if (act === undefined || hidden <= 0) return { ...state, help: false };
  return { ...state, helpTop: moved({ marked: helpTop, top: 0 }, act, hidden + 1, rows).marked };
}

/** Gives the focus to the preview, or back to the list; without room for a preview it opens the selected row. */
function previewed(state: Application, size: Size): Next {
  const top = topOf(state);
  if (top.kind !== 'board') return [state];
  const { scrolled, ...list } = top;
  if (scrolled !== undefined) return [withTop(state, list)];
  return hasPreview(bodySize(size), size.columns) ? [withTop(state, { ...top, scrolled: 0 })] : openMarked(state);
}

/** A paste where no text is typed: it filters the rows of a table; on any other screen it opens the palette. */
function onPaste(state: Application, text: string): Next {
  const top = topOf(state);
  if (text === '') return [state];
  const field = { before: text, after: '' };
  if (top.kind === 'board' && top.spec.kind !== 'find' && responseOf(state.responses, top.line).rows && !isPage(top))
    return [withTop(state, { ...top, typing: field, filter: text, of: -1 })];
  return [{ ...state, help: false, palette: { field, marked: 0 } }, ...(state.commands ? [] : [{ do: 'list commands' } as const])];
}

/** Removes a message that stays until a key, such as that of a failure. */
function acknowledged({ notice, ...state }: Application): Application {
  return notice && Number.isFinite(notice.until) ? { ...state, notice } : state;
}

// The reducer of the application: an event (a key, a response, a clock tick) and the state give the next state and
// effects.
import { commandLines } from '../../services/command-line.js';
import { counted } from '../../services/counted.js';
import { isRecord } from '../../services/json-value.js';
import { labelOf } from '../../text/column.js';
import { matching } from '../../text/row-match.js';
import { isPage } from '../page-kinds/page-kinds.js';
import type { Preferences } from '../preferences.js';
import { helpLines, helpSize } from '../view-models/key-help.js';
import { dataLine, firstOf, goTo, lastOf, markedRow } from './boards/navigation.js';
import { rowActions } from './boards/on-board.js';
import { withSavedTableSettings } from './boards/table-settings.js';
import type { AppAct } from './core/acts.js';
import { countedTexts } from './core/badges.js';
import { cancellationIn, chooserKeys } from './core/chooser.js';
import { fieldKeys, filterKeys } from './core/field.js';
import { withKeptRange } from './core/kept.js';
import { actOf, type Keymap, type KeyPress, pastedLine, terminalKeys } from './core/keymap.js';
import { isMapMove, moved, moveKeys } from './core/list.js';
import { areaOf, railFrom, type Size } from './core/page.js';
import { paletteKeys } from './core/palette.js';
import { aged, copiedOf, needsSignIn, onServiceClock, queried, responseOf } from './core/responses.js';
import { type CommandForm, type Screen, welcome } from './core/screens.js';
import {
  type AppEffect,
  type AppEvent,
  type Application,
  type Board,
  copying,
  type Next,
  type Owner,
  serviceTime,
  topOf,
  withNotice,
  withNoticeTime,
  withScreen,
  withTop,
} from './core/state.js';
import { withFormFields } from './forms/form.js';
import { isJob } from './forms/job.js';
import { commandOf } from './keys/actions.js';
import { helpKeys, keysOf } from './keys/app-keys.js';
import { clicked } from './keys/clicks.js';
import { inLinks, linkKeys } from './keys/links.js';
import { performAction, rowKeys } from './keys/verbs.js';
import { ownedBy, ownerNotice } from './owner.js';
import { inChooser, inField, inFilter, inPalette, openPalette } from './palette/overlays.js';
import { dueIn, settled } from './queries/observed.js';
import { commandKeys, inCommand, lineFor, shownIn } from './watch/command-dialog.js';
import { withNews } from './watch/pins.js';
import { controlled, hasSandbox } from './watch/sandbox-clock.js';
import { actionsOn, watchedAgain, watchHappened, watchOf } from './watch/watch-screen.js';

/** Removes the message when another screen or another command line is shown, unless a field is typed in. */
function withoutOldNotice(before: Application, state: Application): Application {
  const top = topOf(before);
  const isTyping = top.kind === 'form' && top.typing;
  const isSame = before.stack.length === state.stack.length && (isTyping || subjectOf(before) === subjectOf(state));
  return state.notice && state.notice === before.notice && !isSame ? { ...state, notice: undefined } : state;
}
/** The subject of a message: the searched text of JSON, a field, or a command line. */
function subjectOf(state: Application): string {
  const top = topOf(state);
  if (top.kind === 'json') return top.query;
  return top.kind === 'form' && top.typing ? 'a field' : commandOf(state);
}

/** The initial data of the application. */
export type ApplicationOf = Pick<
  Application,
  'owner' | 'head' | 'signedIn' | 'groups' | 'panes' | 'suffix' | 'first' | 'printOptions' | 'ownThemes'
> & {
  /** A command has opened it: the line that it watches. */
  readonly opening?: { readonly line: string; readonly bell: boolean; readonly reveal: boolean };
  readonly preferences?: Preferences;
  /** The first screen, in place of that of a group. */
  readonly screen?: Screen;
  /** The numbers beside the groups; default: none. */
  readonly badges?: Application['badges'];
  /** A warning at the start. */
  readonly warning?: string;
};

/** The initial state. */
export function application(dependencies: ApplicationOf): Board<Application, AppEvent, AppEffect> {
  const { owner, head, signedIn, groups, panes, suffix, first = 'Home', printOptions = [], opening } = dependencies;
  const { badges = [], preferences = {}, ownThemes, warning, screen } = dependencies;
  const watch = opening && watchOf(groups, opening.line);
  return {
    initial: {
      owner,
      head,
      signedIn,
      groups,
      panes,
      badges,
      suffix,
      printOptions,
      first,
      stack: [firstScreen()],
      stacksByGroup: {},
      past: [],
      future: [],
      responses: {},
      preferences,
      ownThemes,
      tableSettings: preferences.boards ?? {},
      begun: false,
      help: false,
      reveal: opening?.reveal ?? false,
      paused: false,
      clock: false,
      opened: watch && opening.line,
      notice:
        warning === undefined ? undefined : { text: warning, class: 'needs-you', until: Number.POSITIVE_INFINITY },
    },
    update(before, event, now) {
      const [state, ...effects] = event.what === 'key' ? pressed(before, event, now) : happened(before, event, now);
      const next = withoutOldNotice(before, withSavedTableSettings(withKeptRange(state)));
      return settled([withNoticeTime(next, now), ...effects], now);
    },
    due: dueIn,
  };

  function firstScreen(): Screen {
    if (screen) return screen;
    if (watch) return { ...watch, bell: opening.bell, isOpened: true };
    return !signedIn && head.mark === 'sandbox' ? welcome : lastOf({ groups, preferences }, first);
  }
}

function happened(state: Application, event: AppEvent, now: number): Next {
  if (event.what === 'owner') return owned(state, event);
  if (event.of !== undefined && event.of !== state.owner) return [state]; // another owner asked for it
  switch (event.what) {
    case 'begun':
      return [{ ...state, begun: true }];
    case 'query':
      return [withQuery(state, event, now)];
    case 'again':
      return [state];
    case 'fields':
      return [withFields(state, event.line, event)];
    case 'replaced':
      return [state.replaced ? state : { ...state, replaced: true }];
    case 'trouble':
      return [withNotice(state, event.text, 'bad')];
    case 'signed in': {
      const next = withNotice(ownedBy(state, event), 'Signed in to the sandbox. Nothing here is real.', 'good');
      return goTo({ ...next, head: event.head, signedIn: true }, [lastOf(state, state.first ?? 'Home')]);
    }
    case 'who':
      return [{ ...state, head: { ...state.head, who: event.name } }];
    case 'session': {
      const { sessionEnds } = state.head;
      const head = { ...state.head, sessionEnds: event.ends ?? sessionEnds };
      return [withNotice({ ...state, head }, sessionText(event.kind), 'good')];
    }
    case 'commands':
      return commandsListed({ ...state, commands: event.commands });
    case 'click': {
      const [next, key] = clicked(acknowledged(state), event.target);
      return key === undefined ? [next] : pressed(next, { what: 'key', key, size: event.size }, now);
    }
    case 'command screen':
      return [state.running ? { ...state, running: shownIn(state.running, event, now) } : state];
    case 'controlled':
      return controlled(state, event, now);
    case 'command failed':
      return [withNotice({ ...state, running: undefined }, event.text, 'bad')];
    case 'output':
      return copying(state, event.text, `${counted(event.text.trimEnd().split('\n').length, 'line')} of Markdown`);
    case 'asked':
      return [
        event.isWhole
          ? aged(withNotice(state, 'The services were asked anew: a row says when it was last seen.'))
          : aged(withNotice(state, 'Not all rows could be read: each says when it was last seen.', 'unknown')),
      ];
    case 'done':
      return [withNotice(state, event.text, 'good')];
    case 'command ended':
      return commandEnded(state, event);
    case 'known':
      return watchHappened(state, event);
    case 'watched':
    case 'watch failed':
      return withNews(state, watchHappened(state, event), event);
  }
}

const sessionText = (kind: string): string =>
  kind === 'adopted'
    ? 'Another process has renewed the session.'
    : kind === 'renewed'
      ? 'The session was renewed.'
      : `session ${kind}`;

/** Runs an enter that was pressed before the commands were known. */
const commandsListed = (state: Application): Next =>
  state.palette?.entered ? inPalette(state, state.palette, 'enter') : [state];

/** Switches to another owner, and drops all data of the previous one. */
function owned(state: Application, next: Owner): Next {
  return next.owner === state.owner
    ? [state]
    : withoutStreams({ ...ownedBy(state, next), notice: ownerNotice(state, next) });
}
/** Ends all streams: they ask for the previous owner. */
const withoutStreams = (state: Application): Next => {
  const next = { ...state, watched: undefined, opened: undefined };
  return state.watched === undefined ? [next] : [next, { do: 'watch', lines: [] }];
};

/**
 * Invalidates every query at the end of a command, which may have changed anything, and drops the data of another
 * owner.
 */
function commandEnded(before: Application, event: Extract<AppEvent, { what: 'command ended' }>): Next {
  const { line, code, head, signedIn, watches, made, refused } = event;
  const state = ownedBy(before, event);
  const count = commandLines(line).length;
  const command = count > 1 ? `${count} commands` : `tuk ${lineFor(state, line)}`;
  const message = refused ?? (code === 0 ? `Done: ${command}` : `Exit code ${code}: ${command}`);
  const { who } = signedIn ? state.head : head;
  const stack = state.stack.map((screen): Screen => {
    if (screen.kind === 'watch') return watchedAgain(screen);
    return made && screen.kind === 'form' && line.startsWith(screen.line) ? { ...screen, made } : screen;
  });
  const running =
    before.running && refused === undefined ? { ...before.running, code, isReading: false, typing: '' } : undefined;
  const changed = {
    ...aged(state),
    running,
    stack: code === 0 ? afterJob(stack, line) : stack,
    signedIn,
    head: { ...head, who: who ?? head.who },
  };
  // a profile or an alias may be new
  const next = withNotice(
    { ...changed, observed: undefined, commands: undefined },
    message,
    code === 0 ? 'good' : 'bad',
  );
  if (signedIn && topOf({ stack: changed.stack }).kind === 'welcome') return goTo(next, [firstOf(state, 'Home')]);
  if (state.owner !== before.owner) return withoutStreams(next);
  const watch = watches === undefined ? undefined : watchOf(state.groups, watches);
  const after = watch ? withScreen(next, watch) : next;
  return next.watched === undefined ? [after] : [after, { do: 'watched', effect: { do: 'ask now' } }];
}

/** The screens after a command was run: a job is over, and the next one begins anew. */
function afterJob(stack: readonly Screen[], line: string): readonly Screen[] {
  const top = stack.at(-1);
  if (top?.kind !== 'form' || !isJob(top) || !line.startsWith(top.line)) return stack;
  const below = stack.slice(0, -1);
  return below.length > 0
    ? below
    : [{ ...top, fields: undefined, fieldsAskedAt: undefined, typedValues: undefined, asks: false, at: 0 }];
}

function withQuery(
  state: Application,
  { line, query }: Extract<AppEvent, { what: 'query' }>,
  now: number,
): Application {
  const { clockOffset = state.clockOffset, sessionOffset = state.sessionOffset } = query.loaded ?? {};
  const loaded = onServiceClock(query.loaded, clockOffset);
  const responses = queried(state.responses, line, { ...query, loaded }, now);
  return { ...state, responses, clockOffset, sessionOffset };
}

function withFields(state: Application, line: string, { fields, examples }: CommandForm): Application {
  const stack = state.stack.map((screen): Screen => {
    return screen.kind === 'form' && screen.line === line && !screen.fields
      ? withFormFields({ ...screen, examples, typedValues: { sandbox: hasSandbox(state) ? 'yes' : undefined } }, fields)
      : screen;
  });
  return { ...state, stack };
}

/** The active keymap: the overlay's, or else the screen's. */
export function keymapOf(state: Application): Keymap {
  const top = topOf(state);
  if (state.running) return commandKeys(state.running);
  if (state.linking !== undefined) return linkKeys;
  if (state.palette) return paletteKeys;
  if (state.chooser) return chooserKeys(state.chooser);
  if ((top.kind === 'board' || top.kind === 'json') && top.typing) return filterKeys;
  if (top.kind === 'form' && top.typing) return fieldKeys;
  if (state.help) return helpKeys;
  return screenKeys(state);
}
/** The keys of the visible screen whose needs are met. */
function screenKeys(state: Application): Keymap<AppAct> {
  const has = { sandbox: hasSandbox(state), services: state.groups.length > 0 };
  return keysOfScreen(state).filter(({ needs }) => needs === undefined || has[needs]);
}
function keysOfScreen(state: Application): Keymap<AppAct> {
  const top = topOf(state);
  const { stack } = state;
  const isOver = stack.length > 1;
  if (top.kind === 'watch') return keysOf(top, { listed: false, isOver, filled: actionsOn(top).length > 0 });
  if (top.kind !== 'board') return keysOf(top, { listed: false, isOver });
  const { rows, at, trouble } = responseOf(state, top.line);
  const below = stack.at(-2);
  const row = markedRow(state, top);
  const allowed = rowActions(state, top);
  const copied = isRecord(row) ? copiedOf(row, responseOf(state, dataLine(state, top)), top.spec) : undefined;
  return keysOf(top, {
    signsIn: trouble !== undefined && needsSignIn(trouble.failure, state.signedIn),
    isOver,
    listed: rows !== undefined,
    shows: top.shown.length > 0,
    acts: allowed.length > 0,
    cancels: cancellationIn(allowed)?.action?.[0].split(' ', 1)[0],
    filled: (at !== undefined || top.row !== undefined) && (rows === undefined || rows.length > 0),
    among: top.row !== undefined && below?.kind === 'board' && below.shown.length > 1,
    named: copied && labelOf(copied.path).toLowerCase(),
  });
}

/** The time for a second Ctrl-C to leave the application, milliseconds. */
const twice = 2000;
/** Handles a key. The first Ctrl-C closes or stops what is open; a second one soon after it always leaves. */
function pressed(state: Application, event: KeyPress, now: number): Next {
  if (event.key !== 'ctrl-c') return keyPressed(state, event, now);
  if (state.stopped !== undefined && now - state.stopped <= twice) return [state, { do: 'leave', how: 'interrupted' }];
  const [next, ...effects] = keyPressed(state, event, now);
  return [{ ...next, stopped: now }, ...effects];
}
function keyPressed(before: Application, event: KeyPress, now: number): Next {
  const state = acknowledged(before);
  const { key, size } = event;
  const top = topOf(state);
  const terminalAct = actOf(terminalKeys, key);
  if (terminalAct) return [state, { do: terminalAct }];
  if (state.running) return inCommand(state, state.running, key, size);
  if (state.linking !== undefined) return inLinks(state, state.linking, event);
  if (state.palette) return inPalette(state, state.palette, key);
  if (state.chooser) return inChooser(state, state.chooser, key);
  if ((top.kind === 'board' || top.kind === 'json') && top.typing) return inFilter(state, top, top.typing, key);
  if (top.kind === 'form' && top.typing) return inField(state, top, key);
  const pasted = pastedLine(key);
  if (pasted !== undefined) return onPaste(state, pasted, now);
  const act = actOf(screenKeys(state), key);
  if (state.help && act !== 'stop') return [inHelp(state, key, size)];
  const rowKey = top.kind === 'home' && act === undefined ? rowKeys.find(({ keys }) => keys.includes(key)) : undefined;
  if (rowKey)
    return [withNotice(state, `${rowKey.keys[0]} (${rowKey.label}) is for lists: enter opens the marked pane.`)];
  const next = performAction(state, act, { key, now, size });
  return isMapMove(act) ? next : orNoEffect(state, next, key);
}
/** What a key does, or that it does nothing here: a key that is silent looks broken. */
const orNoEffect = (state: Application, next: Next, key: string): Next =>
  next.length === 1 && next[0] === state && /^(?:\P{Cc}|[a-z][\w-]*)$/u.test(key)
    ? [withNotice(state, `${key} has no effect here now: ? lists the keys.`)]
    : next;

/** Handles a key while the help is open: it scrolls a help that does not fit; any other key closes it. */
function inHelp(state: Application, key: string, size: Size): Application {
  const { rows, columns } = helpSize(areaOf(state, size));
  const hidden =
    helpLines(screenKeys(state), columns - 4, size.columns >= railFrom ? countedTexts(state.badges) : []).length - rows;
  const act = actOf(moveKeys, key);
  if (act === undefined || hidden <= 0) return { ...state, help: false, helpTop: undefined };
  return { ...state, helpTop: moved({ marked: state.helpTop ?? 0, top: 0 }, act, hidden + 1, rows).marked };
}

/**
 * A paste outside of text fields filters the rows of a table; if none matches, and on other screens, it opens the
 * palette.
 */
function onPaste(state: Application, text: string, now: number): Next {
  const top = topOf(state);
  if (text === '') return [state];
  const field = { before: text, after: '' };
  const { rows, columns, id } = responseOf(state, top.kind === 'board' ? top.line : '');
  const isTable = top.kind === 'board' && top.spec.kind !== 'find' && rows !== undefined && !isPage(top);
  const tableColumns = columns.length > 0 ? columns : [{ path: id }];
  if (isTable && matching(rows, text, tableColumns, serviceTime(state, now)).length > 0)
    return [withTop(state, { ...top, typing: field, filter: text, versionShown: -1 })];
  return openPalette({ ...state, help: false }, field);
}

/** Removes a message that stays until a key, such as a failure. */
const acknowledged = (state: Application): Application =>
  state.notice && Number.isFinite(state.notice.until) ? state : { ...state, notice: undefined };

// Screen reader form: the effect of a typed line. A number opens a row or fills a field; a letter runs an action.
import { lineWithoutKeys } from '../../money/keys/line-without-keys.js';
import { quoted } from '../../services/command-line.js';
import { counted } from '../../services/counted.js';
import { atATime } from '../../text/spoken-record.js';
import { escapeControls } from '../../text/visible.js';
import { firstOf, goTo, jsonOver } from '../state/boards/navigation.js';
import { responseOf } from '../state/core/responses.js';
import { type BoardScreen, opened, type ScreenSpec } from '../state/core/screens.js';
import { commandOf } from '../state/keys/actions.js';
import { type Choice, choicesText, meantBy, whyNotInLines } from '../state/keys/app-choices.js';
import { wholeItem } from '../state/watch/watch-screen.js';
import { act, performed, run } from './act.js';
import { findTyped, typedCommand } from './command.js';

import { printPanes, signIn } from './home.js';
import { atRow, clearMarks, copyId, hide, mark, move, preview, printColumns, showColumns, sort } from './list-work.js';
import { printChoices, printMore, printReturn, printScreen, show } from './screen.js';
import type { Conversation } from './session.js';

/** Handles a typed line. */
export async function typedLine(conversation: Conversation, line: string): Promise<void> {
  const { seen } = conversation;
  if (seen === 'search' && /^\s*\S{2}|^\s*\S+ +\S/.test(line)) return search(conversation, line.trim());
  const meant = meantBy(line, seen, conversation.has);
  if (meant === undefined) {
    if (await typedCommand(conversation, line)) return;
    const why = whyNotInLines(line);
    if (why !== undefined) return conversation.print([why]);
    return conversation.print([
      `${escapeControls(lineWithoutKeys(line.trim()))} is not a choice here, and no command. h says what there is.`,
    ]);
  }
  if ('again' in meant) return show(conversation); // a command may have made it old
  if (!('choice' in meant)) return numbered(conversation, meant.number);
  return chosen(conversation, meant.choice, meant);
}

async function numbered(conversation: Conversation, number: number): Promise<void> {
  const noSuch = () => conversation.print([`There is no ${number} here. 0 is Home, h says what there is.`]);
  const { seen, top } = conversation;
  if (seen === 'groups' || number === 0) {
    const group = conversation.state.groups.find(({ digit }) => digit === String(number));
    if (!group) return noSuch();
    if (group.name !== 'Home' && group.screens.length === 0) return noSuch();
    if (group.name === 'Home') await printPanes(conversation);
    if (group.screens.length === 0) return printChoices(conversation);
    [conversation.at, conversation.group] = ['group', group.name];
    return show(conversation);
  }
  if (top.kind === 'watch' && seen === 'watch') {
    if (top.whole || number < 1 || number > top.items.length) return noSuch();
    conversation.top = wholeItem(top, number - 1);
    conversation.group = conversation.top.group;
    return show(conversation);
  }
  if (seen === 'group') {
    const spec = conversation.groupSpec.screens[number - 1];
    return spec ? open(conversation, spec) : noSuch();
  }
  if (top.kind !== 'board' || seen !== 'list' || !marked(conversation, top, number)) return noSuch();
  return act(conversation, 'open');
}

/** Selects the row of a number; false if there is none. */
function marked(conversation: Conversation, top: BoardScreen, number: number): boolean {
  const at = atRow(top, number);
  if (at) conversation.top = at;
  return at !== undefined;
}
/** The choices whose number selects a row first. */
const ofARow: readonly Choice[] = ['actions', 'json', 'case'];
const open = (conversation: Conversation, spec: ScreenSpec): Promise<void> =>
  performed(conversation, goTo(conversation.state, [opened(conversation.group, spec)]));

async function chosen(
  conversation: Conversation,
  choice: Choice,
  { number, text }: { readonly number?: number; readonly text?: string },
): Promise<void> {
  const { onBoard: top, seen } = conversation;
  if (choice === 'actions' && number !== undefined && top?.picked)
    return conversation.print([
      `${counted(top.picked.length, 'row')} marked: x is for them. For row ${number} alone: clear marks first.`,
    ]);
  if (number !== undefined && ofARow.includes(choice) && !(top && seen === 'list' && marked(conversation, top, number)))
    return conversation.print([`There is no ${number} here.`]);
  switch (choice) {
    case 'quit':
      conversation.quit = true;
      return;
    case 'keys':
      return conversation.print([
        choicesText(seen, conversation.has, 'all'),
        'An empty line repeats all of it. You can also type a command, an alias or an id, such as: ops list. Ctrl-C leaves.',
      ]);
    case 'command':
      return conversation.print([escapeControls(command(conversation))], { isWhole: true });
    case 'back':
      return back(conversation);
    case 'more':
      return more(conversation, number);
    case 'reload':
      return again(conversation);
    case 'filter':
      return filter(conversation, text ?? '');
    case 'json':
      return json(conversation, number !== undefined);
    case 'actions':
      if (seen === 'list' && number === undefined && conversation.has.actions === 'of a row' && !top?.picked)
        return conversation.print(['Of which row? x and its number, such as x 1.']);
      return act(conversation, 'actions');
    case 'sort column':
      return sort(conversation, text);
    case 'columns':
      return printColumns(conversation);
    case 'hide column':
      return hide(conversation, text);
    case 'all columns':
      return showColumns(conversation, text);
    case 'move left':
      return move(conversation, text);
    case 'pick':
      return mark(conversation, text);
    case 'pick none':
      return clearMarks(conversation);
    case 'preview':
      return preview(conversation, number);
    case 'copy id':
      return copyId(conversation, number);
    case 'copy command':
      return performed(conversation, [conversation.state, { do: 'copy', text: command(conversation) }]);
    case 'save':
      return text === undefined ? act(conversation, 'save') : savesList(conversation, text);
    case 'times':
      return act(conversation, 'times').then(() => show(conversation));
    case 'requests':
    case 'pinned':
      return overScreen(conversation, choice);
    case 'palette':
      return findTyped(conversation, text ?? '');
    case 'history back':
    case 'history forward':
    case 'last screen':
      return through(conversation, choice);
    case 'reveal': {
      const [next] = conversation.after('reveal');
      conversation.state = { ...next, notice: undefined };
      if (conversation.state.reveal !== next.reveal) return undefined; // it could not be recorded
      return printScreen(conversation);
    }
    case 'sign in':
      return signIn(conversation);
    default:
      return act(conversation, choice);
  }
}

/** Prints more rows or lines, or those from a number on. */
async function more(conversation: Conversation, from: number | undefined): Promise<void> {
  const { rest } = conversation;
  if (from !== undefined) {
    if (!rest || from < 1 || from > rest.count) return conversation.print([`There is no ${from} here.`]);
    conversation.rest = { ...rest, from: from - 1 };
  } else if (!rest || rest.from >= rest.count)
    return conversation.print(['All of it has been said. m 1 says it from row 1 on.']);
  printMore(conversation, atATime);
}

/** Saves the visible list as an alias of this name. */
function savesList(conversation: Conversation, name: string): Promise<void> {
  const [{ palette }] = conversation.after('save');
  return palette
    ? run(conversation, `${palette.field.before}${quoted(name)}${palette.field.after}`)
    : act(conversation, 'save');
}

/** The requests of this application, or the pinned things; from the groups they lie over Home. */
function overScreen(conversation: Conversation, key: 'requests' | 'pinned'): Promise<void> {
  if (key === 'pinned' && conversation.state.pinned === undefined) return act(conversation, key);
  if (conversation.at !== 'screen')
    conversation.state = { ...conversation.state, stack: [firstOf(conversation.state, 'Home')] };
  [conversation.at, conversation.group] = ['screen', conversation.top.group];
  return act(conversation, key);
}

/** Goes back and forward in the history; from the groups first to the last screen. */
function through(conversation: Conversation, key: 'history back' | 'history forward' | 'last screen'): Promise<void> {
  const { kind, group } = conversation.top;
  if (conversation.at !== 'screen' && key !== 'history forward' && kind !== 'home' && kind !== 'welcome') {
    [conversation.at, conversation.group] = ['screen', group];
    return show(conversation);
  }
  const { past, future } = conversation.state;
  if ((key === 'history forward' ? future : past).length === 0) {
    conversation.print(['There is nothing further in the history.']);
    return Promise.resolve();
  }
  conversation.at = 'screen';
  return act(conversation, key);
}

function command({ state, at, group }: Conversation): string {
  if (at === 'groups' || (at === 'group' && group === 'Home')) return `tuk${state.suffix}`;
  return at === 'group' ? `tuk ${group.toLowerCase()} --help` : commandOf(state);
}

/** Goes back by one screen, and prints only its name. */
async function back(conversation: Conversation): Promise<void> {
  const top = conversation.onBoard;
  if (top?.picked) return clearMarks(conversation);
  if (
    (top && top.filter !== '') ||
    (conversation.at === 'screen' && conversation.top.kind === 'json' && conversation.top.query !== '')
  )
    return filter(conversation, '');
  if (conversation.seen === 'watch' || (conversation.at === 'screen' && conversation.state.stack.length > 1)) {
    const [state, ...effects] = conversation.after('back');
    if (effects.some((effect) => effect.do === 'leave')) return conversation.leave();
    conversation.state = state;
    conversation.leaveHome();
    if (conversation.at === 'screen') conversation.group = conversation.top.group;
  } else
    conversation.at = conversation.at === 'screen' && conversation.groupSpec.screens.length > 0 ? 'group' : 'groups';
  printReturn(conversation);
}

async function filter(conversation: Conversation, text: string): Promise<void> {
  if (conversation.top.kind === 'json') {
    conversation.top = { ...conversation.top, query: text.trim() };
    return show(conversation);
  }
  const top = conversation.onBoard!;
  if (top.spec.kind === 'find' && text.length >= 2) return search(conversation, text);
  conversation.top = { ...top, filter: text, versionShown: -1 };
  return show(conversation);
}
function search(conversation: Conversation, text: string): Promise<void> {
  const top = conversation.onBoard!;
  conversation.top = { ...top, versionShown: undefined, line: `${top.spec.command} ${quoted(text)}`, filter: '' };
  return show(conversation);
}

/** Requests the data again, and prints them; what is watched says its changes by itself. */
async function again(conversation: Conversation): Promise<void> {
  if (conversation.at === 'groups') {
    await printPanes(conversation);
    return printChoices(conversation);
  }
  if (conversation.seen === 'watch') {
    const [state, ...effects] = conversation.after('reload');
    conversation.state = state;
    for (const step of effects) if (step.do === 'watched') conversation.flows.perform(step.effect);
    return conversation.print(['Asked again; what changes is said.']);
  }
  if (conversation.onBoard!.line === '')
    return conversation.print(['This is a row of the list; b goes back to it, r there asks again.']);
  return show(conversation, 0);
}

async function json(conversation: Conversation, ofRow: boolean): Promise<void> {
  const top = conversation.onBoard;
  if (!top || ofRow || conversation.seen !== 'list') return act(conversation, 'json');
  const { value } = responseOf(conversation.state, top.line);
  conversation.state = jsonOver(conversation.state, value, {
    parents: [...top.parents, top.spec.name],
    line: top.line,
  });
  return show(conversation);
}

// Screen reader form: what a typed line does. A number opens a row or fills a field, a letter of the table of choices runs its action.

import { quoted } from '../../services/command-line.js';
import { lineWithoutKeys } from '../../services/key-forms.js';
import { jsonRows } from '../format/json-lines.js';
import { masked } from '../format/mask.js';
import { clockTime } from '../format/time.js';
import { escapeControls } from '../format/visible.js';
import { commandOf, performAction } from '../state/actions.js';
import { answerOf } from '../state/answers.js';
import { type Choice, choicesSaid, meantBy, whyNotInLines } from '../state/app-choices.js';
import { firstOf, goTo } from '../state/navigation.js';
import { ofApplication } from '../state/revealing.js';
import { type BoardScreen, type JsonScreen, opened, type ScreenSpec } from '../state/screens.js';
import { withTop } from '../state/state.js';
import { act, performed, run } from './act.js';
import { findTyped, typedCommand } from './command.js';
import { fill, go } from './form.js';
import { sayPanes, signIn } from './home.js';
import { atRow, clearMarks, copyId, hide, mark, move, preview, sayColumns, showColumns, sort } from './list-work.js';
import { atATime, counted } from './said.js';
import { changesSaid } from './said-changes.js';
import { askAnswers, sayBack, sayChoices, sayHere, sayMore, show } from './screen.js';
import type { Talk } from './session.js';

/** Does what a line means here. */
export async function typedLine(talk: Talk, line: string): Promise<void> {
  const { seen } = talk;
  if (seen === 'search' && /^\s*\S{2}|^\s*\S+ +\S/.test(line)) return search(talk, line.trim());
  const meant = meantBy(line, seen, talk.has);
  if (meant === undefined) {
    if (await typedCommand(talk, line)) return;
    const why = whyNotInLines(line);
    if (why !== undefined) return talk.say([why]);
    return talk.say([`${escapeControls(lineWithoutKeys(line.trim()))} is no choice here, and no command. h says what there is.`]);
  }
  if ('again' in meant) return show(talk); // what a command has made old is asked for anew
  if (!('choice' in meant)) return numbered(talk, meant.number);
  return chosen(talk, meant.choice, meant);
}

async function numbered(talk: Talk, number: number): Promise<void> {
  const noSuch = () => talk.say([`There is no ${number} here.`]);
  const { seen, top } = talk;
  if (seen === 'groups' || (seen === 'group' && number === 0)) {
    const group = talk.state.groups.find(({ digit }) => digit === String(number));
    if (!group) return noSuch();
    if (group.name !== 'Home' && group.screens.length === 0) return noSuch();
    if (group.name === 'Home') await sayPanes(talk);
    if (group.screens.length === 0) return sayChoices(talk);
    [talk.at, talk.group] = ['group', group.name];
    return show(talk);
  }
  if (seen === 'group') {
    const spec = talk.groupSpec.screens[number - 1];
    return spec ? open(talk, spec) : noSuch();
  }
  if (top.kind === 'form' && seen === 'form') return top.fields?.[number - 1] ? fill(talk, [number - 1]) : noSuch();
  if (top.kind !== 'board' || seen !== 'list' || !marked(talk, top, number)) return noSuch();
  return act(talk, 'open');
}

/** Makes the row of a number the one that things are done to; false where there is none. */
function marked(talk: Talk, top: BoardScreen, number: number): boolean {
  const at = atRow(top, number);
  if (at) talk.state = withTop(talk.state, at);
  return at !== undefined;
}
/** The choices whose number is that of a row which they are done to. */
const ofARow: readonly Choice[] = ['actions', 'json', 'ranks'];
function open(talk: Talk, spec: ScreenSpec): Promise<void> {
  talk.at = 'screen';
  return performed(talk, goTo(talk.state, [opened(talk.group, spec)]));
}

async function chosen(talk: Talk, choice: Choice, { number, text }: { readonly number?: number; readonly text?: string }): Promise<void> {
  const { onBoard: top, seen } = talk;
  if (choice === 'actions' && number !== undefined && top?.picked)
    return talk.say([`${counted(top.picked.length, 'row')} marked: x is for them. For row ${number} alone: clear marks first.`]);
  if (number !== undefined && ofARow.includes(choice) && !(top && seen === 'list' && marked(talk, top, number)))
    return talk.say([`There is no ${number} here.`]);
  switch (choice) {
    case 'quit':
      talk.quit = true;
      return;
    case 'help':
      return talk.say([
        choicesSaid(seen, talk.has, 'all'),
        'An empty line says all of it again. A command, a saved view or an id can be typed, too, such as: ops list. Ctrl-C leaves.',
      ]);
    case 'command':
      return talk.say([escapeControls(command(talk))]);
    case 'back':
      return back(talk);
    case 'more':
      return more(talk, number);
    case 'again':
      return again(talk);
    case 'filter':
      return filter(talk, text ?? '');
    case 'json':
      return json(talk, number !== undefined);
    case 'actions':
      if (seen === 'list' && number === undefined && talk.has.actions === 'of a row' && !top?.picked)
        return talk.say(['Of which row? x and its number, such as x 1.']);
      return act(talk, 'actions');
    case 'sort':
      return sort(talk, text);
    case 'columns':
      return sayColumns(talk);
    case 'hide':
      return hide(talk, text);
    case 'show':
      return showColumns(talk, text);
    case 'move':
      return move(talk, text);
    case 'mark':
      return mark(talk, text);
    case 'watch':
      return act(talk, 'watch marked');
    case 'clear marks':
      return clearMarks(talk);
    case 'preview':
      return preview(talk, number);
    case 'ranks':
      return act(talk, 'ranks');
    case 'copy id':
      return copyId(talk, number);
    case 'copy command':
      return performed(talk, [talk.state, { do: 'copy', text: command(talk) }]);
    case 'save view':
      return text === undefined ? act(talk, 'save view') : savesView(talk, text);
    case 'times':
      return act(talk, 'times').then(() => show(talk));
    case 'requests':
      return requests(talk);
    case 'find':
      return findTyped(talk, text ?? '');
    case 'next screen':
      return act(talk, 'next screen');
    case 'screen before':
      return act(talk, 'previous screen');
    case 'history back':
      return through(talk, 'history back');
    case 'forward':
      return through(talk, 'history forward');
    case 'last screen':
      return through(talk, 'last screen');
    case 'before':
      return act(talk, 'one before');
    case 'turn':
      return act(talk, 'turn');
    case 'next':
      return act(talk, 'next one');
    case 'rows':
      return act(talk, 'open');
    case 'reveal': {
      const [{ notice: _, ...next }] = performAction(talk.state, 'reveal', '', talk.now);
      const line = ofApplication.line(talk.state, next);
      const reason = line === undefined ? undefined : talk.dependencies.revealed?.(line);
      if (reason !== undefined) return talk.say([escapeControls(reason)]);
      const shown = talk.top;
      talk.state = next;
      if (shown.kind === 'json' && isWholeList(talk, shown)) {
        talk.state = { ...next, stack: next.stack.slice(0, -1) };
        return json(talk, false);
      }
      return sayHere(talk);
    }
    case 'sign in':
      return signIn(talk);
    case 'all fields':
      return fill(talk);
    case 'go':
      return go(talk);
  }
}

/** More of what has not been said, or from a row or line on. */
async function more(talk: Talk, from: number | undefined): Promise<void> {
  const { rest } = talk;
  if (from !== undefined) {
    if (!rest || from < 1 || from > rest.count) return talk.say([`There is no ${from} here.`]);
    talk.rest = { ...rest, from: from - 1 };
  } else if (!rest || rest.from >= rest.count) return talk.say(['All of it has been said. m 1 says it from row 1 on.']);
  sayMore(talk, atATime);
}

/** Saves the visible list as a view of this name, by the command that the key of the screens prepares. */
function savesView(talk: Talk, name: string): Promise<void> {
  const [{ palette }] = performAction(talk.state, 'save view', '', talk.now);
  return palette ? run(talk, `${palette.field.before}${quoted(name)}${palette.field.after}`) : act(talk, 'save view');
}

/** The requests of this application; from the groups they lie over Home. */
function requests(talk: Talk): Promise<void> {
  if (talk.at !== 'screen') talk.state = { ...talk.state, stack: [firstOf(talk.state, 'Home')] };
  [talk.at, talk.group] = ['screen', talk.top.group];
  return act(talk, 'requests');
}

/** Back and forward in the history; from the groups first to the screen that was left for them. */
function through(talk: Talk, key: 'history back' | 'history forward' | 'last screen'): Promise<void> {
  const { kind, group } = talk.top;
  if (talk.at !== 'screen' && key !== 'history forward' && kind !== 'home' && kind !== 'welcome') {
    [talk.at, talk.group] = ['screen', group];
    return show(talk);
  }
  const { past, future } = talk.state;
  if ((key === 'history forward' ? future : past).length === 0) {
    talk.say(['There is nothing further in the history.']);
    return Promise.resolve();
  }
  talk.at = 'screen';
  return act(talk, key);
}

function command({ state, at, group }: Talk): string {
  if (at === 'groups' || (at === 'group' && group === 'Home')) return `tuk${state.suffix}`;
  return at === 'group' ? `tuk ${group.toLowerCase()} --help` : commandOf(state);
}

/** One screen back. It has been said, so only its name is said again. */
async function back(talk: Talk): Promise<void> {
  const top = talk.onBoard;
  if (top?.picked) return clearMarks(talk);
  if ((top && top.filter !== '') || (talk.at === 'screen' && talk.top.kind === 'json' && talk.top.sought !== '')) return filter(talk, '');
  if (talk.at === 'screen' && talk.state.stack.length > 1) {
    talk.state = { ...talk.state, stack: talk.state.stack.slice(0, -1) };
    if (talk.top.kind === 'home' || talk.top.kind === 'welcome') talk.at = 'groups';
  } else talk.at = talk.at === 'screen' && talk.groupSpec.screens.length > 0 ? 'group' : 'groups';
  sayBack(talk);
}

async function filter(talk: Talk, text: string): Promise<void> {
  if (talk.top.kind === 'json') {
    talk.state = withTop(talk.state, { ...talk.top, sought: text.trim() });
    return show(talk);
  }
  const top = talk.onBoard!;
  if (top.spec.kind === 'find' && text.length >= 2) return search(talk, text);
  talk.state = withTop(talk.state, { ...top, filter: text, of: -1 });
  return show(talk);
}
function search(talk: Talk, text: string): Promise<void> {
  const top = talk.onBoard!;
  const { of: _, ...rest } = top;
  talk.state = withTop(talk.state, { ...rest, line: `${top.spec.command} ${quoted(text)}`, filter: '' });
  return show(talk);
}

/** Asks again, and says only what is different. */
async function again(talk: Talk): Promise<void> {
  if (talk.at === 'groups') {
    await sayPanes(talk);
    return sayChoices(talk);
  }
  const { line } = talk.onBoard!;
  const before = answerOf(talk.state.answers, line);
  if (line === '') return talk.say(['This is a row of the list; b goes back to it, r there asks again.']);
  const { owner } = talk.state;
  await askAnswers(talk, 0);
  if (talk.stopped) return;
  if (talk.state.owner !== owner) return show(talk);
  const top = talk.onBoard!;
  const after = answerOf(talk.state.answers, top.line);
  if (after.trouble) return talk.say([escapeControls(after.trouble.text)]);
  if (before.at === undefined) return sayHere(talk);
  const changes = changesSaid(before, after, top, talk.serviceNow, talk.state.reveal);
  talk.say([`${clockTime(talk.now)}. ${changes.length === 0 ? 'Nothing has changed.' : ''}`.trim(), ...changes]);
}

/** Whether raw JSON is that of a whole list. */
function isWholeList({ state }: Talk, { id, line }: JsonScreen): boolean {
  const below = state.stack.at(-2);
  return id === undefined && below?.kind === 'board' && below.line === line && answerOf(state.answers, line).rows !== undefined;
}
async function json(talk: Talk, ofRow: boolean): Promise<void> {
  const top = talk.onBoard!;
  if (ofRow || talk.seen !== 'list') return act(talk, 'json');
  const { value } = answerOf(talk.state.answers, top.line);
  const laid = jsonRows(talk.state.reveal ? value : masked(value));
  const { group, over, spec, line } = top;
  const whole = { kind: 'json', group, over: [...over, spec.name], line, laid, top: 0, sought: '' } as const;
  talk.state = { ...talk.state, stack: [...talk.state.stack, whole] };
  return show(talk);
}

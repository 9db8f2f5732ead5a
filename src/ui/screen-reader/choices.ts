// Screen reader form: what a typed line does. A number opens a row or fills a field, a letter of the table of choices runs its action.

import { quoted } from '../../services/command-line.js';
import { lineWithoutKeys } from '../../services/key-forms.js';
import { jsonRows } from '../format/json-lines.js';
import { masked } from '../format/mask.js';
import { clockTime } from '../format/time.js';
import { escapeControls } from '../format/visible.js';
import { commandOf } from '../state/acts.js';
import { answerOf } from '../state/answers.js';
import { type Choice, choicesSaid, meantBy } from '../state/app-choices.js';
import { goTo } from '../state/going.js';
import { ofApplication } from '../state/revealing.js';
import { type BoardScreen, opened, type ScreenSpec } from '../state/screens.js';
import { withTop } from '../state/state.js';
import { act, performed } from './act.js';
import { typedCommand } from './command.js';
import { fill, go } from './form.js';
import { sayPanes, signIn } from './home.js';
import { atATime } from './said.js';
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
    return talk.say([`${escapeControls(lineWithoutKeys(line.trim()))} is no choice here, and no command. h says what there is.`]);
  }
  if ('again' in meant) return sayHere(talk);
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
  if (number < 1 || number > top.shown.length) return false;
  const { kind: _, ...spec } = top.spec;
  const plain = top.spec.kind === 'find' ? top : { ...top, spec }; // rows under a map are rows
  talk.state = withTop(talk.state, { ...plain, place: { marked: number - 1, top: 0 } });
  return true;
}
function open(talk: Talk, spec: ScreenSpec): Promise<void> {
  talk.at = 'screen';
  return performed(talk, goTo(talk.state, [opened(talk.group, spec)]));
}

async function chosen(talk: Talk, choice: Choice, { number, text }: { readonly number?: number; readonly text?: string }): Promise<void> {
  const { onBoard: top, seen } = talk;
  if (number !== undefined && !(top && seen === 'list' && marked(talk, top, number))) return talk.say([`There is no ${number} here.`]);
  switch (choice) {
    case 'quit':
      talk.quit = true;
      return;
    case 'help':
      return talk.say([
        choicesSaid(seen, talk.has, 'all'),
        'An empty line says all of it again. A command can be typed, too, such as: ops list. Ctrl-C leaves.',
      ]);
    case 'command':
      return talk.say([escapeControls(command(talk))]);
    case 'back':
      return back(talk);
    case 'more':
      return sayMore(talk, atATime);
    case 'again':
      return again(talk);
    case 'filter':
      return filter(talk, text ?? '');
    case 'json':
      return json(talk, number !== undefined);
    case 'actions':
      if (seen === 'list' && number === undefined && talk.has.actions === 'of a row')
        return talk.say(['Of which row? x and its number, such as x 1.']);
      return act(talk, 'actions');
    case 'sort':
      return act(talk, 'sort');
    case 'turn':
      return act(talk, 'turn');
    case 'next':
      return act(talk, 'next one');
    case 'rows':
      return act(talk, 'open');
    case 'reveal': {
      const next = { ...talk.state, reveal: !talk.state.reveal };
      const line = ofApplication.line(talk.state, next);
      const reason = line === undefined ? undefined : talk.given.revealed?.(line);
      if (reason !== undefined) return talk.say([escapeControls(reason)]);
      talk.state = next;
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

function command({ state, at, group }: Talk): string {
  if (at === 'groups' || (at === 'group' && group === 'Home')) return `tuk${state.suffix}`;
  return at === 'group' ? `tuk ${group.toLowerCase()} --help` : commandOf(state);
}

/** One screen back. It has been said, so only its name is said again. */
async function back(talk: Talk): Promise<void> {
  const top = talk.onBoard;
  if (top && top.filter !== '') return filter(talk, '');
  if (talk.at === 'screen' && talk.state.stack.length > 1) {
    talk.state = { ...talk.state, stack: talk.state.stack.slice(0, -1) };
    if (talk.top.kind === 'home' || talk.top.kind === 'welcome') talk.at = 'groups';
  } else talk.at = talk.at === 'screen' && talk.groupSpec.screens.length > 0 ? 'group' : 'groups';
  sayBack(talk);
}

async function filter(talk: Talk, text: string): Promise<void> {
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
  const changes = changesSaid(before, after, top, Date.now(), talk.state.reveal);
  talk.say([`${clockTime(Date.now())}. ${changes.length === 0 ? 'Nothing has changed.' : ''}`.trim(), ...changes]);
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

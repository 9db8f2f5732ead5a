// Screen reader form: does what a key of the screens would do, and returns the next state, its queries, and commands to run.

import { filledLine, quoted } from '../../services/command-line.js';
import { chooseByNumber, typePlainly } from '../format/plain-dialogue.js';
import { escapeControls } from '../format/visible.js';
import { performAction } from '../state/actions.js';
import type { CommandEnd } from '../state/app-events.js';
import type { TerminalEffect } from '../state/board.js';
import type { AppAct } from '../state/key-parts.js';
import { watchedBy } from '../state/navigation.js';
import { board, type ScreenSpec } from '../state/screens.js';
import { type AppEffect, type Application, topOf, withTop } from '../state/state.js';
import { looked } from '../state/table-look.js';
import { inOwnWords } from './said.js';
import { whoseSaid } from './said-groups.js';
import { sayBack, sayChoices, sayHere, show } from './screen.js';
import type { Talk } from './session.js';

type Next = readonly [Application, ...(AppEffect | TerminalEffect)[]];
const left = 130; // the exit code of a command whose question was left: it has said so itself
const size = { rows: 24, columns: 80 }; // the model asks for one; lines have none

/** What a key of the screen would do here. */
export function act(talk: Talk, key: AppAct): Promise<void> {
  const { notice: _, ...state } = talk.state;
  talk.state = state;
  const [next, ...effects] = performAction(state, key, '', talk.now);
  return performed(talk, [looked(next), ...effects]);
}

/** The next state, what it asks for done: a ride is watched and a command run by themselves, a short list is chosen from. */
export async function performed(talk: Talk, [next, ...effects]: Next): Promise<void> {
  const ride = effects.find((one) => one.do === 'watch');
  if (ride?.do === 'watch') return run(talk, `${ride.ids.length === 1 ? 'ride watch' : 'ride wait'} ${ride.ids.map(quoted).join(' ')}`);
  for (const effect of effects) if (effect.do === 'invalidate') talk.queries.invalidate(effect.lines);
  const command = effects.find((one) => one.do === 'run');
  if (command?.do === 'run') return run(talk, command.line);
  const moved = next.stack !== talk.state.stack;
  const notice = next.notice !== talk.state.notice ? next.notice : undefined;
  talk.state = withoutStreams(next);
  const copies = effects.find((one) => one.do === 'copy');
  if (copies?.do === 'copy') return copy(talk, copies.text);
  if (notice) talk.say([inOwnWords(notice.text)]);
  if (next.chooser) return choose(talk, next.chooser);
  if (next.palette) return completed(talk, next.palette.field);
  if (!moved && !notice) talk.say(['There is nothing to do that with here.']);
  if (!moved) return undefined;
  const { kind, group } = talk.top;
  if (talk.at !== 'groups' && (kind === 'home' || kind === 'welcome')) talk.at = 'groups';
  if (talk.at !== 'groups') talk.group = group;
  return show(talk);
}

/** Copies a text to the clipboard where the terminal allows it (OSC 52), and says it, a line each, so that it can be copied from there. */
function copy(talk: Talk, text: string): void {
  const { env, stdout: screen } = talk.stage;
  const lines = text.split('\n').map(escapeControls);
  if (env.TERM !== 'dumb') screen.write(`\x1b]52;c;${Buffer.from(text).toString('base64')}\x07`);
  talk.say([
    env.TERM === 'dumb' ? 'This terminal copies nothing by itself:' : lines.length === 1 ? 'Copied:' : `Copied ${lines.length} lines:`,
    ...lines,
  ]);
}

/** Runs a command line of which a word is missing, once it is typed. */
async function completed(talk: Talk, { before, after }: { readonly before: string; readonly after: string }): Promise<void> {
  const { palette: _, ...closed } = talk.state;
  talk.state = closed;
  const name = await talk.asked((stage) => typePlainly('Name', {}, stage));
  if (name === undefined || name.trim() === '') return sayChoices(talk);
  return run(talk, `${before}${quoted(name.trim())}${after}`);
}

async function choose(talk: Talk, { title, items, note }: NonNullable<Application['chooser']>): Promise<void> {
  if (note !== undefined) talk.say([inOwnWords(note)]);
  const choices = items.map(({ value, label, is }) => ({ key: value, label, ...(is === undefined ? {} : { is }) }));
  const answer = await talk.asked((stage) => chooseByNumber(title, [...choices, { key: '', label: 'none of these' }], stage));
  const marked = items.findIndex(({ value }) => value === answer);
  const { chooser, ...closed } = talk.state;
  talk.state = closed;
  if (!chooser || marked < 0) return sayChoices(talk);
  const key = { what: 'key', key: 'enter', size } as const;
  return performed(talk, talk.board.update({ ...closed, chooser: { ...chooser, marked } }, key, talk.now));
}

/** A command with every question and word of its own; then one is back here. */
export async function run(talk: Talk, line: string): Promise<void> {
  talk.input.release();
  const lay = talk.state.stack.length;
  const { owner } = talk.state;
  const came = await talk.dependencies.run(line, owner);
  talk.hear(); // what the command ran with is another session by now
  talk.tell({ what: 'command ended', line, ...came });
  if (talk.state.owner !== owner) return otherOwner(talk, came);
  const { notice: _, ...state } = withoutStreams(talk.state);
  talk.state = state;
  if (talk.stopped) return;
  if (watchedBy(line) === undefined && came.code !== left) talk.say(['', came.code === 0 ? 'Done.' : `Exit code ${came.code}.`]);
  if (state.stack.length === lay) return sayBack(talk);
  talk.at = 'screen'; // what it has begun is shown
  return show(talk);
}

/** After a command that has changed the profile or the session: nothing of the owner before stays, and one is told whose services these are. */
async function otherOwner(talk: Talk, { code, refused }: CommandEnd): Promise<void> {
  talk.forget();
  const { notice: _, ...state } = talk.state;
  talk.state = state;
  if (talk.stopped) return;
  if (state.signedIn) await talk.asking.who();
  const { head, signedIn } = talk.state;
  talk.say(['', escapeControls(refused ?? (code === 0 ? 'Done.' : `Exit code ${code}.`)), whoseSaid(head, signedIn, talk.now)]);
  return talk.at === 'screen' ? show(talk) : sayHere(talk);
}

/** What a screen would follow is a page here: asked once, and again by r, which says what has changed. */
function withoutStreams(state: Application): Application {
  const top = topOf(state);
  if (top.kind !== 'follow') return state;
  const { group, spec, id } = top;
  const line = filledLine(spec.reads, { id }, 'id');
  if (line === undefined) return state;
  const page: ScreenSpec = { name: id, command: line, ...(spec.actions ? { actions: spec.actions } : {}) };
  return withTop(state, board(group, page, { over: [spec.name] }));
}

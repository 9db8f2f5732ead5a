// Screen reader form: performs the actions of keys and their effects, and runs commands.

import { quoted } from '../../services/command-line.js';
import { escapeControls } from '../../text/visible.js';
import { chooseByNumber, typePlainly } from '../plain-dialogue.js';
import { withSavedTableSettings } from '../state/boards/table-settings.js';
import type { AppAct } from '../state/core/acts.js';
import type { Field } from '../state/core/field.js';
import { withKeptRange } from '../state/core/kept.js';
import type { FormScreen } from '../state/core/screens.js';
import { type Application, type CommandEnd, type Next, topOf } from '../state/core/state.js';
import { ownerText } from './group-lines.js';
import { askResponses, printChoices, printReturn, printScreen, show } from './screen.js';
import type { Conversation } from './session.js';
import { noticeText, shortIds } from './wording.js';

const signInCode = 4; // that of a command that needs a session
const leaveCode = 130; // the exit code of a command whose question was left: it has reported that itself

/** Performs the action of a key. */
export function act(conversation: Conversation, key: AppAct): Promise<void> {
  conversation.clearNotice();
  const [next, ...effects] = conversation.after(key);
  return performed(conversation, [withSavedTableSettings(next), ...effects]);
}

/**
 * Goes to the next state, and performs its effects: it runs a command, and asks for a choice from a short list. A form
 * is its command, which asks for what it needs.
 */
export async function performed(conversation: Conversation, [after, ...effects]: Next): Promise<void> {
  const next = withKeptRange(after);
  for (const effect of effects) {
    if (effect.do === 'invalidate') conversation.queries.invalidate(effect.lines);
    if (effect.do === 'watched') conversation.flows.perform(effect.effect);
    if (effect.do === 'leave') return conversation.leave();
  }
  const beside = effects.find((effect) => effect.do === 'beside');
  if (beside) return conversation.dependencies.beside(beside.profile); // the listener of `onOwner` reports it
  const command = effects.find((effect) => effect.do === 'run');
  if (command) return run(conversation, command.line);
  const output = effects.find((effect) => effect.do === 'copy output');
  if (output) return copy(conversation, await conversation.dependencies.output(output.line));
  const moved = next.stack !== conversation.state.stack;
  const top = topOf(next);
  if (moved && top.kind === 'form') return ranForm(conversation, top);
  const notice = next.notice !== conversation.state.notice ? next.notice : undefined;
  conversation.state = next;
  const copies = effects.find((effect) => effect.do === 'copy');
  if (copies) return copy(conversation, copies.text);
  if (notice) conversation.print([noticeText(notice)]);
  const controls = effects.flatMap((effect) => (effect.do === 'control' ? effect.line : []));
  if (controls.length > 0) return controlled(conversation, controls);
  if (next.chooser) return choose(conversation, next.chooser);
  if (next.palette) return completed(conversation, next.palette.field);
  if (!moved && !notice) conversation.print(['There is nothing to do that with here.']);
  if (!moved) return undefined;
  const { kind, group } = conversation.top;
  conversation.at = kind === 'home' || kind === 'welcome' ? 'groups' : 'screen';
  if (conversation.at === 'screen') conversation.group = group;
  return show(conversation);
}

/**
 * Runs controls of the sandbox, and prints what they have done; then asks for a choice from their list, if it is open.
 */
async function controlled(conversation: Conversation, lines: readonly string[]): Promise<void> {
  for (const line of lines) {
    const end = await conversation.dependencies.control?.(line);
    if (end) conversation.dispatch({ what: 'controlled', line, ...end });
  }
  const { chooser, notice } = conversation.state;
  if (notice) conversation.print([noticeText(notice)]);
  conversation.clearNotice();
  if (!chooser) return printChoices(conversation);
  // nothing plays here: each step would be said
  const items = chooser.items.filter(({ value }) => value.startsWith('sandbox '));
  conversation.state = { ...conversation.state, chooser: { ...chooser, items } };
  return choose(conversation, { ...chooser, items });
}

/** Copies a text to the clipboard if the terminal allows it (OSC 52), and prints it to be copied from there. */
function copy(conversation: Conversation, text: string): void {
  const { env, stdout: screen } = conversation.stage;
  const lines = text.split('\n').map(escapeControls);
  if (env.TERM !== 'dumb') screen.write(`\x1b]52;c;${Buffer.from(text).toString('base64')}\x07`);
  const sent = `Sent to the terminal${lines.length === 1 ? '' : `, ${lines.length} lines`}:`;
  conversation.print([env.TERM === 'dumb' ? 'This terminal copies nothing by itself:' : sent, ...lines], {
    isWhole: true,
  });
}

/** Asks for the missing word of a command line, and runs it. */
async function completed(conversation: Conversation, { before, after }: Field): Promise<void> {
  conversation.state = { ...conversation.state, palette: undefined };
  const name = await conversation.asked((stage) => typePlainly('Name', {}, stage));
  if (name === undefined || name.trim() === '') return printChoices(conversation);
  return run(conversation, `${before}${quoted(name.trim())}${after}`);
}

async function choose(
  conversation: Conversation,
  { title, items, note, said }: NonNullable<Application['chooser']>,
): Promise<void> {
  if (note !== undefined) conversation.print([escapeControls(said ?? note)]);
  const choices = items.map(({ value, label, is }) => ({ key: value, label: shortIds(label), is: is && shortIds(is) }));
  const reply = await conversation.asked((stage) =>
    chooseByNumber(title, [...choices, { key: '', label: 'none of these' }], stage),
  );
  const marked = items.findIndex(({ value }) => value === reply);
  const { state } = conversation;
  const { chooser } = state;
  conversation.state = { ...state, chooser: undefined };
  if (!chooser || marked < 0) return printChoices(conversation);
  return performed(conversation, conversation.pressed('enter', { ...state, chooser: { ...chooser, marked } }));
}

/** Runs the command of a form. A change asks for what it needs; what a read cannot do without is asked here. */
async function ranForm(conversation: Conversation, { spec, line, given = [] }: FormScreen): Promise<void> {
  const words = [line, ...given.map(quoted)];
  const { fields: all } = spec.reads
    ? await conversation.dependencies.fields(line).catch(() => ({ fields: [] }))
    : { fields: [] };
  for (const { label, is, flag, words: choices } of all.filter(({ required }) => required)) {
    const reply = await conversation.asked((stage) =>
      choices
        ? chooseByNumber(
            label,
            choices.map((word) => ({ key: word, label: word })),
            stage,
          )
        : typePlainly(label, { hint: is }, stage),
    );
    if (reply === undefined) return printReturn(conversation);
    words.push(...(flag === undefined ? [] : [flag]), quoted(reply));
  }
  return run(conversation, words.join(' '));
}

/** Runs a command with its own questions and output. */
export async function run(conversation: Conversation, line: string): Promise<void> {
  const { owner, stack } = conversation.state;
  const returned = await conversation.handedOver(() => conversation.dependencies.run(line, owner));
  conversation.listenToSession(); // the command may have begun another session
  conversation.dispatch({ what: 'command ended', line, ...returned });
  if (returned.code === signInCode) conversation.waiting = line;
  if (conversation.state.owner !== owner) {
    await otherOwner(conversation, returned);
    return resumed(conversation);
  }
  conversation.clearNotice();
  if (conversation.stopped || conversation.quit) return; // the watched item has ended meanwhile
  if (returned.code !== leaveCode)
    conversation.print(['', returned.code === 0 ? 'Done.' : `Exit code ${returned.code}.`]);
  if (conversation.state.stack.length === stack.length) {
    // the marks of rows that are gone go with them
    if (conversation.onBoard?.picked) await askResponses(conversation, 0);
    return printReturn(conversation);
  }
  conversation.at = 'screen'; // it has opened a screen
  return show(conversation);
}

/** Runs the command that needed a session, once somebody has signed in; it asks before anything is sent. */
export async function resumed(conversation: Conversation): Promise<void> {
  const { waiting } = conversation;
  if (waiting === undefined || !conversation.state.signedIn || conversation.stopped || conversation.quit) return;
  conversation.waiting = undefined;
  conversation.print(['', 'What you typed before is carried out now.']);
  return run(conversation, waiting);
}

/**
 * Drops the data of the previous owner after a command that has changed the profile or the session, and prints the new
 * owner.
 */
async function otherOwner(conversation: Conversation, { code, refused }: CommandEnd): Promise<void> {
  conversation.forget();
  conversation.clearNotice();
  if (conversation.stopped) return;
  if (conversation.state.signedIn) await conversation.who();
  const { head, signedIn } = conversation.state;
  conversation.print([
    '',
    escapeControls(refused ?? (code === 0 ? 'Done.' : `Exit code ${code}.`)),
    ownerText(head, signedIn, conversation.now),
  ]);
  return conversation.at === 'screen' ? show(conversation) : printScreen(conversation);
}
